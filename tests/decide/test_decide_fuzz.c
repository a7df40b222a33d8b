/* Random small queries against brute force: every proof rule alone, the enumerator, and the whole
 * of csl_decide; Z3 on some of them. A failing query is shrunk and printed in text form.
 *
 *   CSL_FUZZ_PAIRS=1000000   how many queries (default: what takes a few seconds)
 *   CSL_FUZZ_SEED=7          where the random numbers start (printed) */
#include <check.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "../../analyzer/decide/decide.h"
#include "../../analyzer/decide/prove/tactics.h"
#include "../../analyzer/decide/query/tape.h"

/* ---- random numbers -------------------------------------------------------------------------- */

static uint64_t state;

static uint32_t below(uint32_t n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state * 0x2545f4914f6cdd1du) >> 33) % n;
}

static bool chance(uint32_t percent) {
    return below(100) < percent;
}

/* ---- random queries -------------------------------------------------------------------------- */

enum { FREE = 3, NVARS = CSL_DV_FREE + FREE + 2 };

typedef struct maker {
    csl_ctx *ctx;
    csl_dvar *vars;
    int side; /* whose threadIdx and private unknowns a term may use: 1 or 2 */
} maker;

static int64_t random_constant(csl_type type) {
    static const int64_t odd[] = {-1, INT32_MAX, INT32_MIN, UINT32_MAX, 0x55, 31, 255, 64};
    int64_t v = chance(85) ? below(9) : odd[below(8)];
    return csl_normalise(type, v);
}

static csl_expr *leaf(maker *m, csl_type type) {
    uint32_t pick = below(10);
    if (pick < 3)
        return csl_const(m->ctx, type, random_constant(type));
    uint32_t row = CSL_DV_FREE + below(FREE);
    if (pick < 7)
        row = (m->side == 1 ? CSL_DV_TID1 : CSL_DV_TID2) + below(3) % 2;
    else if (pick == 7)
        row = CSL_DV_BDIM + below(3) % 2;
    else if (m->vars[row].side != 0)
        row = CSL_DV_FREE + FREE + (uint32_t)m->side - 1; /* the private unknown of this side */
    return csl_cast(m->ctx, type, csl_leaf(m->ctx, CSL_OP_SYM, m->vars[row].type, row));
}

static csl_expr *condition(maker *m, int depth);

/* x & (w - 1) for a power of two w, or 2 * x less that. */
static csl_expr *low_bits(maker *m, csl_type type, csl_expr *x) {
    csl_ctx *ctx = m->ctx;
    csl_expr *one = csl_const(ctx, type, 1);
    csl_expr *w = chance(50) ? csl_binary(ctx, CSL_OP_SHL, one, leaf(m, type))
                             : csl_binary(ctx, CSL_OP_SHR, csl_const(ctx, type, 1 << below(6)),
                                          leaf(m, type));
    csl_expr *low = csl_binary(ctx, CSL_OP_BAND, x, csl_binary(ctx, CSL_OP_SUB, w, one));
    csl_expr *twice = csl_binary(ctx, CSL_OP_MUL, x, csl_const(ctx, type, 2));
    return chance(50) ? low : csl_binary(ctx, CSL_OP_SUB, twice, low);
}

static csl_expr *term(maker *m, csl_type type, int depth) {
    static const csl_type types[] = {CSL_I32, CSL_U32, CSL_I32, CSL_U32, CSL_I64, CSL_U64};
    static const csl_type narrow[] = {CSL_U8, CSL_I16, CSL_BOOL, CSL_I8};
    static const csl_op common[] = {CSL_OP_ADD, CSL_OP_ADD,  CSL_OP_SUB, CSL_OP_MUL,
                                    CSL_OP_MUL, CSL_OP_DIV,  CSL_OP_REM, CSL_OP_BAND,
                                    CSL_OP_BOR, CSL_OP_BXOR, CSL_OP_MIN, CSL_OP_MAX};
    csl_ctx *ctx = m->ctx;
    if (depth == 0 || chance(20))
        return leaf(m, type);
    switch (below(15)) {
    case 0:
        return csl_unary(ctx, chance(50) ? CSL_OP_NEG : CSL_OP_BNOT, type,
                         term(m, type, depth - 1));
    case 1: /* shifts, mostly by sensible counts */
        return csl_binary(ctx, chance(50) ? CSL_OP_SHL : CSL_OP_SHR, term(m, type, depth - 1),
                          chance(60) ? csl_const(ctx, type, below(5)) : leaf(m, type));
    case 2: return csl_cast(ctx, type, term(m, types[below(6)], depth - 1));
    case 3: return csl_cast(ctx, type, csl_cast(ctx, narrow[below(4)], term(m, type, depth - 1)));
    case 4:
        return csl_ite(ctx, condition(m, depth - 1), term(m, type, depth - 1),
                       term(m, type, depth - 1));
    case 5:
        return csl_cast(ctx, type,
                        csl_unary(ctx, (csl_op)(CSL_OP_POPC + below(4)),
                                  chance(50) ? CSL_I32 : CSL_U32, term(m, CSL_U32, depth - 1)));
    case 6: /* power of two */
        return csl_binary(ctx, CSL_OP_SHL, csl_const(ctx, type, 1), leaf(m, type));
    case 7: return low_bits(m, type, term(m, type, depth - 1));
    default:
        return csl_binary(ctx, common[below(12)], term(m, type, depth - 1),
                          chance(50) ? leaf(m, type) : term(m, type, depth - 1));
    }
}

static csl_expr *condition(maker *m, int depth) {
    static const csl_op relations[] = {CSL_OP_LT, CSL_OP_LT, CSL_OP_LE, CSL_OP_EQ, CSL_OP_NE};
    if (depth > 0 && chance(25)) {
        csl_expr *a = condition(m, depth - 1), *b = condition(m, depth - 1);
        return chance(50) ? csl_or(m->ctx, a, b) : csl_and(m->ctx, a, b);
    }
    if (chance(15))
        return csl_not(m->ctx, condition(m, depth));
    csl_type type = chance(50) ? CSL_I32 : chance(80) ? CSL_U32 : CSL_I64;
    csl_expr *a = term(m, type, depth), *b = chance(60) ? leaf(m, type) : term(m, type, depth);
    return csl_binary(m->ctx, relations[below(5)], a, b);
}

static csl_expr *to_other_side(void *user, csl_expr *e) {
    csl_ctx *ctx = user;
    if (e->op != CSL_OP_SYM)
        return e;
    uint32_t row = e->index < CSL_DV_TID2           ? e->index + CSL_DV_TID2
                   : e->index == CSL_DV_FREE + FREE ? e->index + 1
                                                    : e->index;
    return csl_leaf(ctx, CSL_OP_SYM, (csl_type)e->type, row);
}

static void make_vars(csl_dvar *vars) {
    static const struct {
        csl_type type;
        int64_t lo, hi;
    } domains[] = {{CSL_I32, 0, 3},
                   {CSL_U32, 0, 3},
                   {CSL_I32, -2, 2},
                   {CSL_U32, 1, 4},
                   {CSL_I32, 0, 1},
                   {CSL_I64, -1, 2},
                   {CSL_U32, 6, 9},
                   {CSL_U32, UINT32_MAX - 2, UINT32_MAX},
                   {CSL_I32, INT32_MAX - 2, INT32_MAX},
                   {CSL_U32, (int64_t)INT32_MAX - 1, (int64_t)INT32_MAX + 2}};
    static const csl_role roles[] = {CSL_ROLE_PARAM, CSL_ROLE_ITER, CSL_ROLE_DATA, CSL_ROLE_BID,
                                     CSL_ROLE_BDIM /* without a limit to overflow */};
    static const char *const names[] = {"a", "b", "c", "p", "q"};
    for (uint32_t v = CSL_DV_FREE; v < NVARS; v++) {
        unsigned d = below(chance(80) ? 7 : 10), i = v - CSL_DV_FREE;
        vars[v] = (csl_dvar){.role = roles[below(5)],
                             .type = domains[d].type,
                             .lo = domains[d].lo,
                             .hi = domains[d].hi,
                             .name = names[i]};
        vars[v].side = i < FREE ? (chance(20) ? 1 : 0) : (int)(i - FREE) + 1;
    }
    for (uint32_t v = CSL_DV_FREE; v < CSL_DV_FREE + FREE; v++)
        if (vars[v].side != 0) /* marks "use a private unknown here"; itself unused */
            vars[v].lo = vars[v].hi = 0;
    vars[NVARS - 1] = vars[NVARS - 2];
    vars[NVARS - 1].side = 2;
    vars[NVARS - 1].name = names[4];
}

static const csl_shapes *make_shapes(csl_ctx *ctx, bool with_warps) {
    static const uint32_t lists[][3] = {{4, 1, 1}, {3, 2, 1}, {2, 3, 1}, {1, 4, 1}, {2, 2, 2}};
    static const uint32_t warps[][3] = {{34, 1, 1}, {17, 2, 1}, {16, 3, 1}, {8, 5, 1}};
    csl_shapes *s = CSL_NEW(ctx, csl_shapes);
    s->max_threads = 2 + below(4);
    s->fixed[0] = chance(20) ? 1 + below(3) : 0;
    s->fixed[1] = chance(60) ? 1 : chance(20) ? 2 : 0;
    s->fixed[2] = 1;
    if (with_warps) {
        s->shape = &warps[below(4)];
        s->n = 1;
    } else if (chance(50)) {
        s->shape = &lists[below(4)];
        s->n = 1 + below(2);
    }
    return s;
}

static csl_query *make_query(csl_ctx *ctx) {
    const char *error;
    csl_query *q = csl_read_query(ctx, "", &error);
    csl_dvar *vars = csl_alloc(ctx, NVARS * sizeof *vars);
    memcpy(vars, q->vars, CSL_DV_FREE * sizeof *vars);
    make_vars(vars);
    q->vars = vars;
    q->nvars = NVARS;
    bool with_warps = chance(8);
    q->shapes = make_shapes(ctx, with_warps);
    q->pair = with_warps ? (csl_pair)below(3) : CSL_PAIR_BLOCK;
    maker one = {ctx, vars, 1}, two = {ctx, vars, 2};
    int depth = 1 + (int)below(3);
    bool twins = chance(65);
    csl_expr *g = chance(75) ? condition(&one, depth) : csl_true(ctx);
    q->guard[0] = g;
    q->guard[1] = twins ? csl_map(ctx, g, to_other_side, ctx) : condition(&two, depth);
    if (chance(25)) { /* divergence */
        q->guard[1] = csl_not(ctx, q->guard[1]);
        q->guard[1] = chance(30) ? csl_and(ctx, q->guard[1], condition(&two, 1)) : q->guard[1];
    } else {
        csl_expr *o = csl_cast(ctx, CSL_I64, term(&one, chance(50) ? CSL_I32 : CSL_U32, depth));
        o = csl_binary(ctx, CSL_OP_MUL, o, csl_const(ctx, CSL_I64, chance(50) ? 4 : 1 + below(4)));
        q->offset[0] = o;
        q->offset[1] = chance(65) ? csl_map(ctx, o, to_other_side, ctx)
                                  : csl_cast(ctx, CSL_I64, term(&two, CSL_I32, depth));
        q->bytes[0] = chance(60) ? 4 : 1 + below(6);
        q->bytes[1] = chance(70) ? q->bytes[0] : 1 + below(6);
    }
    if (chance(30)) {
        maker shared = {ctx, vars, 1};
        q->fact = condition(&shared, 1); /* may mention thread 1: a relation */
    }
    return q;
}

/* ---- brute force ----------------------------------------------------------------------------- */

typedef struct search {
    const csl_tape *t;
    int64_t value[NVARS];
    int64_t *result;
    bool *undefined;
    uint64_t left; /* evaluations; at 0 the query is too large to judge */
} search;

static bool satisfied(search *s) {
    const csl_query *q = s->t->q;
    if (!csl_pair_holds(q->pair, s->value + CSL_DV_BDIM, s->value, s->value + CSL_DV_TID2))
        return false;
    s->left -= s->left > 0;
    csl_tape_evaluate(s->t, s->value, s->result, s->undefined);
    const uint32_t must[3] = {s->t->fact, s->t->guard[0], s->t->guard[1]};
    for (unsigned i = 0; i < 3; i++)
        if (!s->result[must[i]] || s->undefined[must[i]])
            return false;
    if (!q->offset[0])
        return true;
    uint32_t a = s->t->offset[0], b = s->t->offset[1];
    if (s->undefined[a] || s->undefined[b])
        return false;
    for (uint32_t i = 0; i < q->bytes[0]; i++) {
        for (uint32_t k = 0; k < q->bytes[1]; k++)
            if (s->result[a] + i == s->result[b] + k)
                return true;
    }
    return false;
}

/* Rows in the order 6 7 8, 0 .. 5, 9 ..: thread ids depend on the block. */
static bool try_row(search *s, uint32_t i) {
    if (i == s->t->q->nvars || s->left == 0)
        return i == s->t->q->nvars && satisfied(s);
    uint32_t v = i < 3 ? i + CSL_DV_BDIM : i < CSL_DV_FREE ? i - 3 : i;
    const csl_dvar *var = &s->t->q->vars[v];
    bool unread = s->t->var[v] == CSL_NO_NODE && v >= CSL_DV_FREE;
    int64_t lo = var->lo, hi = unread ? var->lo : var->hi;
    if (v >= CSL_DV_BDIM && v < CSL_DV_FREE)
        hi = (int64_t)csl_shapes_range(s->t->q->shapes, v - CSL_DV_BDIM).hi;
    else if (v < CSL_DV_BDIM)
        hi = s->value[CSL_DV_BDIM + v % 3] - 1;
    for (int64_t x = lo; x <= hi; x++) {
        s->value[v] = x;
        const int64_t *dim = s->value + CSL_DV_BDIM;
        if (i == 2 && !csl_shape_allowed(s->t->q->shapes, dim[0], dim[1], dim[2]))
            continue;
        if (try_row(s, i + 1))
            return true;
    }
    return false;
}

typedef enum { NO, YES, TOO_LARGE } truth;

static truth brute_force(csl_pool *pool, const csl_query *q) {
    enum { EVALUATIONS = 60000 };
    search s = {.t = csl_tape_new(pool, q, false), .left = EVALUATIONS};
    s.result = CSL_POOL_ARRAY(pool, int64_t, s.t->n);
    s.undefined = CSL_POOL_ARRAY(pool, bool, s.t->n);
    bool found = try_row(&s, 0);
    if (found)
        ck_assert(csl_query_holds(q, s.value)); /* two spellings of one meaning */
    return found ? YES : s.left == 0 ? TOO_LARGE : NO;
}

/* ---- what may not happen --------------------------------------------------------------------- */

/* A rule to test besides the real ones, or NULL. */
static bool (*extra_tactic)(csl_prover *p);

static uint64_t proved[CSL_NTACTICS + 1], verdicts[4], solved, safe_queries, racy_queries;

/* Name of the first engine that is wrong about the query, or NULL. */
static const char *wrong_engine(const csl_query *q, bool with_solver) {
    csl_pool pool = {0};
    const char *wrong = NULL;
    truth answer = brute_force(&pool, q);
    const csl_tape *t = csl_tape_new(&pool, q, true);
    safe_queries += answer == NO;
    racy_queries += answer == YES;
    if (answer == YES && t->contradiction)
        wrong = "ranges";
    for (unsigned i = 0; i < CSL_NTACTICS && answer != TOO_LARGE && !t->contradiction; i++) {
        if (csl_tactic_proves(&pool, t, i)) {
            proved[i]++;
            wrong = answer == YES && !wrong ? csl_tactics[i].name : wrong;
        }
    }
    if (answer != TOO_LARGE && !t->contradiction) {
        if (extra_tactic && extra_tactic(csl_prover_new(&pool, t, CSL_LIMIT(proof_steps))) &&
            answer == YES && !wrong)
            wrong = "extra rule";
        if (csl_cases_prove(&pool, t)) {
            proved[CSL_NTACTICS]++;
            wrong = answer == YES && !wrong ? "cases" : wrong;
        }
    }
    csl_decide_options options = csl_decide_defaults();
    options.solver_calls = with_solver ? 200 : 0;
    options.solver_work = options.solver_total = UINT32_MAX;
    csl_decider *d = csl_decider_new(options);
    csl_answer all = csl_decide(d, q), z3 = {.verdict = CSL_UNDECIDED};
    csl_answer by_search = csl_decide_enumerate(q, 20000);
    if (with_solver) {
        z3 = csl_decide_z3(d, q);
        solved += z3.verdict != CSL_UNDECIDED;
    }
    const struct {
        const char *name;
        csl_answer a;
    } engines[] = {{"enumeration", by_search}, {"csl_decide", all}, {"z3", z3}};
    verdicts[all.verdict]++;
    for (unsigned i = 0; i < 3 && !wrong && answer != TOO_LARGE; i++) {
        csl_answer a = engines[i].a;
        bool claims_safe = a.verdict == CSL_SAFE;
        bool claims_race = a.verdict == CSL_POSSIBLE;
        if ((claims_safe && answer == YES) || (claims_race && answer == NO) ||
            (claims_race && !csl_query_holds(q, a.value)))
            wrong = engines[i].name;
    }
    csl_decider_free(d);
    csl_pool_free(&pool);
    return wrong;
}

/* ---- shrinking ------------------------------------------------------------------------------- */

static csl_expr *replace(csl_ctx *ctx, csl_expr *e, const csl_expr *what, csl_expr *by) {
    csl_expr *kids[64];
    bool changed = false;
    if (e == what)
        return by;
    for (unsigned i = 0; i < e->nkids; i++) {
        kids[i] = replace(ctx, e->kids[i], what, by);
        changed |= kids[i] != e->kids[i];
    }
    return changed ? csl_rebuild(ctx, e, kids) : e;
}

static bool still_wrong(const csl_query *q, const char *engine) {
    const char *now = wrong_engine(q, strcmp(engine, "z3") == 0);
    return now && strcmp(now, engine) == 0;
}

/* One smaller query that is still wrong: some term replaced by an operand or a constant. */
static bool shrink_once(csl_query *q, const char *engine) {
    csl_expr **roots[5] = {&q->fact, &q->guard[0], &q->guard[1], &q->offset[0], &q->offset[1]};
    csl_pool pool = {0};
    const csl_tape *t = csl_tape_new(&pool, q, false);
    for (uint32_t i = t->n; i-- > 0;) {
        const csl_expr *e = t->node[i].e;
        csl_type type = (csl_type)e->type;
        for (unsigned k = 0; k < e->nkids + 2u && e->op != CSL_OP_CONST; k++) {
            csl_expr *by = k < e->nkids ? e->kids[k] : csl_const(q->ctx, type, k == e->nkids);
            if (by->type != e->type)
                continue;
            csl_query smaller = *q;
            csl_expr **to[5] = {&smaller.fact, &smaller.guard[0], &smaller.guard[1],
                                &smaller.offset[0], &smaller.offset[1]};
            for (unsigned r = 0; r < 5; r++)
                *to[r] = *roots[r] ? replace(q->ctx, *roots[r], e, by) : NULL;
            if (still_wrong(&smaller, engine)) {
                *q = smaller;
                csl_pool_free(&pool);
                return true;
            }
        }
    }
    csl_pool_free(&pool);
    return false;
}

static void print_failure(csl_query *q, const char *engine) {
    for (int step = 0; step < 200 && shrink_once(q, engine); step++) {
    }
    fprintf(stderr, "%s is wrong about\n", engine);
    csl_print_query(stderr, q);
}

/* ---- tests ----------------------------------------------------------------------------------- */

static uint64_t number_from(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : otherwise;
}

static void start(void) {
    state = number_from("CSL_FUZZ_SEED", 20240607) * 0x9e3779b97f4a7c15u + 1;
}

static const csl_query *current;

/* An engine found itself wrong (builds that check passes abort then). */
static void print_current(int signal_number) {
    (void)signal_number;
    csl_print_query(stderr, current);
}

START_TEST(engines_agree_with_brute_force) {
    uint64_t pairs = number_from("CSL_FUZZ_PAIRS", 1500);
    extra_tactic = NULL;
    signal(SIGABRT, print_current);
    start();
    for (uint64_t i = 0; i < pairs; i++) {
        csl_ctx *ctx = csl_ctx_new();
        csl_query *q = make_query(ctx);
        current = q;
        const char *engine = wrong_engine(q, i % 25 == 0);
        if (engine)
            print_failure(q, engine);
        ck_assert_msg(!engine, "query %" PRIu64 ", CSL_FUZZ_SEED=%" PRIu64, i,
                      number_from("CSL_FUZZ_SEED", 20240607));
        csl_ctx_free(ctx);
    }
    printf("safe %" PRIu64 ", racy %" PRIu64 "; decided safe %" PRIu64 ", tried %" PRIu64
           ", possible %" PRIu64 ", undecided %" PRIu64 "; by Z3 %" PRIu64 "\nproofs:",
           safe_queries, racy_queries, verdicts[CSL_SAFE], verdicts[CSL_SAFE_TRIED],
           verdicts[CSL_POSSIBLE], verdicts[CSL_UNDECIDED], solved);
    for (unsigned i = 0; i <= CSL_NTACTICS; i++)
        printf(" %s %" PRIu64, i < CSL_NTACTICS ? csl_tactics[i].name : "cases", proved[i]);
    putchar('\n');
}
END_TEST

/* A rule as one might write it: the offsets are the same function of every thread coordinate, so
 * they are equal only for the same thread. It forgets that digits must not overlap. */
static bool careless_rule(csl_prover *p) {
    if (!p->distance || csl_poly_constant(p->distance) != 0 || p->distance->n < 2)
        return false;
    for (uint32_t i = 0; i < p->distance->n; i++) {
        bool thread_id = false;
        for (unsigned side = 0; side < 2; side++) {
            for (unsigned d = 0; d < 3; d++) {
                csl_poly id = *p->id[side][d];
                thread_id |= id.n == 1 && id.mono[0].atom[0] == p->distance->mono[i].atom[0];
            }
        }
        if (p->distance->mono[i].degree != 1 || !thread_id)
            return false;
    }
    return true;
}

START_TEST(careless_rule_is_caught) {
    extra_tactic = careless_rule;
    start();
    const char *engine = NULL;
    for (int i = 0; i < 3000 && !engine; i++) {
        csl_ctx *ctx = csl_ctx_new();
        engine = wrong_engine(make_query(ctx), false);
        csl_ctx_free(ctx);
    }
    ck_assert_ptr_nonnull(engine);
    ck_assert_str_eq(engine, "extra rule");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("decide, fuzzing");
    TCase *tests = tcase_create("random queries");
    tcase_set_timeout(tests, 0);
    tcase_add_test(tests, engines_agree_with_brute_force);
    tcase_add_test(tests, careless_rule_is_caught);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
