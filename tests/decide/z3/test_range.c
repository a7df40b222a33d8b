/* The range module against Z3: random terms of 8 to 64 bits over variables in random intervals. The
 * program writes the operations as bit-vectors itself; Z3 is asked for values of the variables,
 * with nothing undefined in C, for which the result lies outside the range that is said of the term
 * as the analyzer builds and simplifies it. RANGE_TERMS=N in the environment makes N terms. */
#include <check.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include <z3.h>

#include "../../../analyzer/ir/range.h"

enum { LEAVES = 3, DEPTH = 3, RLIMIT = 150000 };

static uint64_t state = 88172645463325252u;

static uint64_t below(uint64_t n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % n;
}

typedef struct question {
    csl_ctx *ctx;
    GString *smt;
    csl_type leaf_type[LEAVES];
    csl_range leaf[LEAVES];
    unsigned names;
} question;

/* A term, and what it is called in the text. */
typedef struct made {
    csl_expr *e;
    csl_type type;
    unsigned name;
} made;

static unsigned width(csl_type t) {
    return t == CSL_PTR ? 64 : 8 * csl_type_bytes(t);
}

static char sign(csl_type t) {
    return csl_type_signed(t) ? 's' : 'u';
}

/* Near an end of the type, near 0, or any. */
static csl_wide some_number(csl_type t) {
    csl_range r = csl_range_of_type(t);
    csl_wide near = (csl_wide)below(120);
    switch (below(5)) {
    case 0: return r.lo + near;
    case 1: return r.hi - near;
    case 2: return r.lo < 0 ? -near : near;
    case 3: return near;
    default: return r.lo + (csl_wide)below((uint64_t)(r.hi - r.lo));
    }
}

static csl_range some_range(csl_type t) {
    csl_wide a = some_number(t), b = below(3) ? a + (csl_wide)below(2000) : some_number(t);
    csl_range r = {a < b ? a : b, a < b ? b : a};
    return csl_range_meet(r, csl_range_of_type(t));
}

/* ---- text ------------------------------------------------------------------------------------ */

static void number(GString *to, csl_type t, csl_wide n) {
    uint64_t bits = (uint64_t)n;
    if (width(t) < 64)
        bits &= ((uint64_t)1 << width(t)) - 1;
    g_string_append_printf(to, "(_ bv%" G_GUINT64_FORMAT " %u)", bits, width(t));
}

static void begin(question *q, csl_type t) {
    g_string_append_printf(q->smt, "(define-fun v%u () (_ BitVec %u) ", q->names, width(t));
}

static made end(question *q, csl_type t, csl_expr *e) {
    g_string_append(q->smt, ")\n");
    return (made){e, t, q->names++};
}

/* ---- terms ----------------------------------------------------------------------------------- */

static made leaf(question *q, unsigned i) {
    const csl_type t = q->leaf_type[i];
    begin(q, t);
    g_string_append_printf(q->smt, "x%u", i);
    return end(q, t, csl_leaf(q->ctx, CSL_OP_SYM, t, i));
}

static made constant(question *q, csl_type t, csl_wide n) {
    begin(q, t);
    number(q->smt, t, n);
    return end(q, t, csl_const(q->ctx, t, csl_normalise(t, csl_bits(n))));
}

static made converted(question *q, csl_type to, made x) {
    const unsigned from = width(x.type), w = width(to);
    begin(q, to);
    if (w > from)
        g_string_append_printf(q->smt, "((_ %s %u) v%u)",
                               csl_type_signed(x.type) ? "sign_extend" : "zero_extend", w - from,
                               x.name);
    else
        g_string_append_printf(q->smt, "((_ extract %u 0) v%u)", w - 1, x.name);
    return end(q, to, csl_cast(q->ctx, to, x.e));
}

/* What C leaves undefined does not occur: the exact result is that of the type. */
static void defined(question *q, csl_op op, csl_type t, made x, made y) {
    if (op == CSL_OP_DIV || op == CSL_OP_REM) {
        g_string_append_printf(q->smt, "(assert (not (= v%u ", y.name);
        number(q->smt, t, 0);
        g_string_append(q->smt, ")))\n");
    }
    if (!csl_type_signed(t) || (op != CSL_OP_ADD && op != CSL_OP_SUB && op != CSL_OP_MUL))
        return;
    const char *name = op == CSL_OP_ADD ? "bvadd" : op == CSL_OP_SUB ? "bvsub" : "bvmul";
    const unsigned more = op == CSL_OP_MUL ? width(t) : 1;
    g_string_append_printf(q->smt,
                           "(assert (= (%s ((_ sign_extend %u) v%u) ((_ sign_extend %u) v%u)) "
                           "((_ sign_extend %u) (%s v%u v%u))))\n",
                           name, more, x.name, more, y.name, more, name, x.name, y.name);
}

static made binary(question *q, csl_op op, made x, made y) {
    const csl_type t = x.type;
    const char s = sign(t);
    defined(q, op, t, x, y);
    begin(q, t);
    switch (op) {
    case CSL_OP_ADD: g_string_append(q->smt, "(bvadd"); break;
    case CSL_OP_SUB: g_string_append(q->smt, "(bvsub"); break;
    case CSL_OP_MUL: g_string_append(q->smt, "(bvmul"); break;
    case CSL_OP_BAND: g_string_append(q->smt, "(bvand"); break;
    case CSL_OP_BOR: g_string_append(q->smt, "(bvor"); break;
    case CSL_OP_BXOR: g_string_append(q->smt, "(bvxor"); break;
    case CSL_OP_SHL: g_string_append(q->smt, "(bvshl"); break;
    case CSL_OP_SHR: g_string_append(q->smt, s == 's' ? "(bvashr" : "(bvlshr"); break;
    case CSL_OP_DIV: g_string_append_printf(q->smt, "(bv%cdiv", s); break;
    case CSL_OP_REM: g_string_append_printf(q->smt, "(bv%crem", s); break;
    case CSL_OP_MIN:
        g_string_append_printf(q->smt, "(ite (bv%cle v%u v%u)", s, x.name, y.name);
        break;
    default: g_string_append_printf(q->smt, "(ite (bv%cge v%u v%u)", s, x.name, y.name); break;
    }
    g_string_append_printf(q->smt, " v%u v%u)", x.name, y.name);
    return end(q, t, csl_binary(q->ctx, op, x.e, y.e));
}

static made chosen(question *q, made x, made y) {
    static const csl_op ops[] = {CSL_OP_LT, CSL_OP_LE, CSL_OP_EQ};
    const csl_op op = ops[below(3)];
    begin(q, x.type);
    if (op == CSL_OP_EQ)
        g_string_append_printf(q->smt, "(ite (= v%u v%u)", x.name, y.name);
    else
        g_string_append_printf(q->smt, "(ite (bv%cl%c v%u v%u)", sign(x.type),
                               op == CSL_OP_LT ? 't' : 'e', x.name, y.name);
    g_string_append_printf(q->smt, " v%u v%u)", x.name, y.name);
    csl_expr *cond = csl_binary(q->ctx, op, x.e, y.e);
    return end(q, x.type, csl_ite(q->ctx, cond, x.e, y.e));
}

static csl_type some_type(void) {
    static const csl_type types[] = {CSL_I32, CSL_U32, CSL_I64, CSL_U64, CSL_I32, CSL_U32,
                                     CSL_I64, CSL_U64, CSL_I8,  CSL_U8,  CSL_I16, CSL_U16};
    return types[below(12)];
}

static made term(question *q, csl_type t, unsigned depth);

static made operand(question *q, csl_type t, unsigned depth) {
    made x;
    if (depth && below(3))
        return below(3) ? term(q, t, depth - 1) : converted(q, t, term(q, some_type(), depth - 1));
    if (!below(4))
        return constant(q, t, some_number(t));
    x = leaf(q, (unsigned)below(LEAVES));
    return x.type == t ? x : converted(q, t, x);
}

static made term(question *q, csl_type t, unsigned depth) {
    static const csl_op ops[] = {CSL_OP_ADD,  CSL_OP_SUB, CSL_OP_MUL,  CSL_OP_DIV, CSL_OP_REM,
                                 CSL_OP_BAND, CSL_OP_BOR, CSL_OP_BXOR, CSL_OP_SHL, CSL_OP_SHR,
                                 CSL_OP_MIN,  CSL_OP_MAX, CSL_OP_ITE,  CSL_OP_ADD, CSL_OP_SUB};
    const csl_op op = ops[below(sizeof ops / sizeof *ops)];
    made x = operand(q, t, depth), y;
    if ((op == CSL_OP_SHL || op == CSL_OP_SHR) && below(4))
        y = constant(q, t, (csl_wide)below(width(t) + 2));
    else if ((op == CSL_OP_MUL || op == CSL_OP_DIV || op == CSL_OP_REM) && below(3))
        y = constant(q, t, 1 + (csl_wide)below(100));
    else
        y = operand(q, t, depth);
    return op == CSL_OP_ITE ? chosen(q, x, y) : binary(q, op, x, y);
}

/* ---- ranges ---------------------------------------------------------------------------------- */

static csl_range range_of(const question *q, const csl_expr *e) {
    csl_range kid[3];
    if (e->op == CSL_OP_SYM)
        return q->leaf[e->index];
    if (e->op == CSL_OP_CONST) {
        const csl_wide n = csl_number((csl_type)e->type, e->value);
        return (csl_range){n, n};
    }
    if (e->nkids > 3) /* AND, OR */
        return csl_range_of_type((csl_type)e->type);
    for (unsigned i = 0; i < e->nkids; i++)
        kid[i] = range_of(q, e->kids[i]);
    return csl_range_reduce((csl_type)e->type, csl_range_of_op(e, kid), csl_is_strict(e));
}

static void between(GString *to, csl_type t, const char *name, csl_range r) {
    g_string_append_printf(to, "(and (bv%cle ", sign(t));
    number(to, t, r.lo);
    g_string_append_printf(to, " %s) (bv%cle %s ", name, sign(t), name);
    number(to, t, r.hi);
    g_string_append(to, "))");
}

/* The term and its range, for the message. */
static void describe(question *q, const csl_expr *e, csl_range said) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    csl_print_expr(out, e);
    fclose(out);
    g_string_append_printf(q->smt, "; %s in %lld ... %lld\n", text, (long long)said.lo,
                           (long long)said.hi);
    free(text);
}

/* "sat": values that the range, less `cut` at its upper end, does not hold; NULL: the range says
 * nothing. */
static const char *asked(question *q, Z3_context z3, int cut) {
    g_string_assign(q->smt, "(set-logic QF_BV)\n");
    g_string_append_printf(q->smt, "(set-option :rlimit %d)\n", RLIMIT);
    for (unsigned i = 0; i < LEAVES; i++) {
        char name[8];
        g_snprintf(name, sizeof name, "x%u", i);
        q->leaf_type[i] = some_type();
        q->leaf[i] = some_range(q->leaf_type[i]);
        g_string_append_printf(q->smt, "(declare-const x%u (_ BitVec %u))\n(assert ", i,
                               width(q->leaf_type[i]));
        between(q->smt, q->leaf_type[i], name, q->leaf[i]);
        g_string_append(q->smt, ")\n");
    }
    const made m = term(q, some_type(), DEPTH - 1);
    const csl_range all = csl_range_of_type(m.type), said = range_of(q, m.e);
    csl_range inside = csl_range_meet(said, all);
    inside.hi -= cut;
    char name[16];
    if (csl_range_inside(all, said))
        return NULL;
    g_snprintf(name, sizeof name, "v%u", m.name);
    g_string_append(q->smt, "(assert (not ");
    if (inside.lo > inside.hi)
        g_string_append(q->smt, "false");
    else
        between(q->smt, m.type, name, inside);
    g_string_append(q->smt, "))\n");
    describe(q, m.e, inside);
    g_string_append(q->smt, "(check-sat)\n");
    return Z3_eval_smtlib2_string(z3, q->smt->str);
}

typedef struct tally {
    unsigned asked, settled, refuted;
} tally;

static tally ask_terms(unsigned terms, int cut) {
    tally n = {0};
    for (unsigned i = 0; i < terms; i++) {
        question q = {.ctx = csl_ctx_new(), .smt = g_string_new(NULL)};
        Z3_config config = Z3_mk_config();
        Z3_context z3 = Z3_mk_context(config);
        const char *answer = asked(&q, z3, cut);
        const bool known = answer && !g_str_has_prefix(answer, "unknown");
        const bool refuted = known && !g_str_has_prefix(answer, "unsat");
        ck_assert_msg(cut || !refuted, "%s: term %u:\n%s", answer, i, q.smt->str);
        n.asked += answer != NULL;
        n.settled += known;
        n.refuted += refuted;
        Z3_del_context(z3);
        Z3_del_config(config);
        g_string_free(q.smt, TRUE);
        csl_ctx_free(q.ctx);
    }
    printf("%u terms, %u with a range to ask about, %u settled\n", terms, n.asked, n.settled);
    return n;
}

START_TEST(random_terms) {
    const char *wanted = getenv("RANGE_TERMS");
    const unsigned terms = wanted ? (unsigned)atoi(wanted) : 400;
    const tally n = ask_terms(terms, 0);
    ck_assert_uint_ge(n.asked * 4, terms);
    ck_assert_uint_ge(n.settled * 10, n.asked * 8);
}
END_TEST

/* Many ranges are exact: one less is too little. */
START_TEST(smaller_ranges_are_refuted) {
    const tally n = ask_terms(60, 1);
    ck_assert_uint_ge(n.refuted * 4, n.asked);
}
END_TEST

int main(void) {
    Suite *s = suite_create("range");
    TCase *t = tcase_create("range");
    tcase_set_timeout(t, 0);
    tcase_add_test(t, random_terms);
    tcase_add_test(t, smaller_ranges_are_refuted);
    suite_add_tcase(s, t);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
