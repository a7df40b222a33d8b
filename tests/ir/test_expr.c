/* Arena, hash-consing, the identities that the constructors apply, and rewriting. */
#include "../../analyzer/ir/internal.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static csl_ctx *ctx;

static void setup(void) {
    ctx = csl_ctx_new();
}

static void teardown(void) {
    csl_ctx_free(ctx);
}

/* ---- arena --------------------------------------------------------------------------------- */

START_TEST(memory_is_zeroed_aligned_and_apart) {
    char *previous = NULL;
    for (size_t n = 1; n < 200000; n = n * 3 / 2 + 1) {
        char *p = csl_alloc(ctx, n);
        ck_assert_uint_eq((uintptr_t)p % 16, 0);
        bool zero = true;
        for (size_t i = 0; i < n; i++)
            zero &= p[i] == 0;
        ck_assert(zero);
        memset(p, 1, n);
        ck_assert(!previous || previous[0] == 1);
        previous = p;
    }
}
END_TEST

START_TEST(a_context_within_another_adds_to_it) {
    csl_expr *x = csl_leaf(ctx, CSL_OP_VAR, CSL_I32, 0);
    csl_expr *less = csl_binary(ctx, CSL_OP_LT, x, csl_const(ctx, CSL_I32, 7)),
             *no = csl_not(ctx, less);
    const char *name = csl_intern(ctx, "name");
    const size_t before = csl_ctx_bytes(ctx);

    csl_ctx *inner = csl_ctx_within(ctx);
    ck_assert_ptr_eq(csl_intern(inner, "name"), name);
    ck_assert_ptr_eq(csl_binary(inner, CSL_OP_LT, csl_leaf(inner, CSL_OP_VAR, CSL_I32, 0),
                                csl_const(inner, CSL_I32, 7)),
                     less);
    ck_assert_ptr_eq(csl_not(inner, no), less);
    csl_expr *more = csl_binary(inner, CSL_OP_LT, x, csl_const(inner, CSL_I32, 8));
    const uint32_t next = more->id;
    ck_assert_uint_gt(next, no->id);
    ck_assert_uint_gt(csl_ctx_bytes(inner), 0);
    csl_ctx_free(inner);
    ck_assert_uint_eq(csl_ctx_bytes(ctx), before);

    inner = csl_ctx_within(ctx);
    csl_expr *again = csl_binary(inner, CSL_OP_LT, x, csl_const(inner, CSL_I32, 9));
    ck_assert_uint_eq(again->id, next);
    char *large = csl_alloc(inner, 1 << 20);
    const size_t made = csl_ctx_bytes(inner);
    csl_ctx_join(ctx, inner);
    ck_assert_uint_eq(csl_ctx_bytes(ctx), before + made);
    large[(1 << 20) - 1] = 1;
    ck_assert_ptr_eq(again->kids[0], x);
    ck_assert_ptr_eq(csl_not(ctx, no), less);
}
END_TEST

START_TEST(strings) {
    char text[] = "name";
    const char *one = csl_intern(ctx, text);
    text[0] = 'f';
    ck_assert_str_eq(one, "name");
    ck_assert_ptr_eq(csl_intern(ctx, "name"), one);
    ck_assert_ptr_ne(csl_intern(ctx, text), one);
    for (int i = 0; i < 5000; i++)
        csl_intern(ctx, csl_format(ctx, "s%d", i));
    ck_assert_ptr_eq(csl_intern(ctx, "s77"), csl_intern(ctx, csl_format(ctx, "s%d", 77)));
    ck_assert_ptr_eq(csl_intern(ctx, "name"), one);
    ck_assert_str_eq(csl_strndup(ctx, "abc", 2), "ab");
    ck_assert_str_eq(csl_strndup(ctx, "abc", 9), "abc");
    ck_assert_str_eq(csl_strdup(ctx, ""), "");
}
END_TEST

/* ---- hash-consing -------------------------------------------------------------------------- */

START_TEST(equal_expressions_are_one_pointer) {
    csl_expr *x = csl_leaf(ctx, CSL_OP_VAR, CSL_I32, 3);
    ck_assert_ptr_eq(x, csl_leaf(ctx, CSL_OP_VAR, CSL_I32, 3));
    ck_assert_ptr_ne(x, csl_leaf(ctx, CSL_OP_VAR, CSL_I64, 3));
    ck_assert_ptr_ne(x, csl_leaf(ctx, CSL_OP_PARAM, CSL_I32, 3));
    ck_assert_ptr_eq(csl_const(ctx, CSL_U32, -1), csl_const(ctx, CSL_U32, UINT32_MAX));
    char name[] = "sqrtf";
    csl_expr *f = csl_pure(ctx, CSL_F32, name, 1, &x);
    ck_assert_ptr_eq(f, csl_pure(ctx, CSL_F32, "sqrtf", 1, &x));
    ck_assert_ptr_ne(f, csl_pure(ctx, CSL_F32, "cbrtf", 1, &x));
    for (uint32_t i = 0; i < 5000; i++)
        ck_assert_uint_eq(csl_leaf(ctx, CSL_OP_SYM, CSL_I32, i)->index, i);
    ck_assert_ptr_eq(x, csl_leaf(ctx, CSL_OP_VAR, CSL_I32, 3));
}
END_TEST

/* ---- identities ---------------------------------------------------------------------------- */

/* Builds again with the constructors what the reader took as written. */
static csl_expr *simplify(csl_expr *e) {
    csl_expr *kids[16];
    ck_assert_uint_le(e->nkids, 16);
    for (unsigned i = 0; i < e->nkids; i++)
        kids[i] = simplify(e->kids[i]);
    return csl_rebuild(ctx, e, kids);
}

/* Expressions with one-letter leaves (below) and constants such as 5i, 5u, 5l. */
static csl_expr *parse(const char *text) {
    static const struct {
        char letter;
        const char *expr;
    } letters[] = {{'x', "(var.i32 0)"},  {'y', "(var.i32 1)"},  {'u', "(var.u32 2)"},
                   {'v', "(var.u32 3)"},  {'w', "(var.i64 4)"},  {'p', "(sym.bool 0)"},
                   {'q', "(sym.bool 1)"}, {'r', "(sym.bool 2)"}, {'s', "(sym.bool 3)"},
                   {'f', "(var.f32 5)"},  {'g', "(var.f32 6)"},  {'a', "(base.ptr 0)"},
                   {'b', "(base.ptr 1)"}};
    char *expanded = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&expanded, &size);
    for (const char *t = text; *t; t++) {
        const char *expr = NULL;
        bool begins = t == text || t[-1] == ' ', ends = !t[1] || strchr(" )", t[1]);
        for (size_t i = 0; i < sizeof letters / sizeof *letters && begins && ends; i++)
            if (letters[i].letter == *t)
                expr = letters[i].expr;
        if (begins && strchr("0123456789-", *t)) {
            size_t digits = 1 + strspn(t + 1, "0123456789");
            static const char *const types[] = {"i32", "u32", "i64"};
            const char *suffix = strchr("iul", t[digits]);
            ck_assert_msg(suffix && *suffix, "constant without type in %s", text);
            fprintf(out, "(const.%s %.*s)",
                    types[*suffix == 'i'   ? 0
                          : *suffix == 'u' ? 1
                                           : 2],
                    (int)digits, t);
            t += digits;
        } else if (expr) {
            fputs(expr, out);
        } else {
            fputc(*t, out);
        }
    }
    fclose(out);
    const char *at = expanded, *error;
    csl_expr *e = csl_read_expr(ctx, &at, &error);
    ck_assert_msg(e != NULL, "%s in %s", error, expanded);
    ck_assert_msg(*at == '\0', "text behind %s", text);
    free(expanded);
    return e;
}

static const struct {
    const char *from, *to;
} identities[] = {
    /* sums */
    {"(add.i32 x 0i)", "x"},
    {"(sub.i32 x 0i)", "x"},
    {"(sub.i32 0i x)", "(neg.i32 x)"},
    {"(sub.i32 x x)", "0i"},
    {"(add.i32 5i x)", "(add.i32 x 5i)"},
    {"(sub.i32 x 5i)", "(add.i32 x -5i)"},
    {"(add.i32 (add.i32 x 2i) 3i)", "(add.i32 x 5i)"},
    {"(sub.i32 (add.i32 x 2i) 2i)", "x"},
    {"(add.u32 (add.u32 u 2u) 4294967295u)", "(add.u32 u 1u)"},
    {"(sub.u32 u 1u)", "(sub.u32 u 1u)"},
    {"(add.u32 u 4294967295u)", "(sub.u32 u 1u)"},
    {"(add.u32 (sub.u32 u 1u) 1u)", "u"},
    {"(sub.u32 (sub.u32 u 1u) 1u)", "(sub.u32 u 2u)"},
    {"(add.i32 (neg.i32 x) y)", "(sub.i32 y x)"},
    {"(sub.i32 x (neg.i32 y))", "(add.i32 x y)"},
    {"(sub.i32 (add.i32 x y) x)", "y"},
    {"(sub.i32 (add.i32 x y) y)", "x"},
    {"(add.i32 (sub.i32 x y) y)", "x"},
    {"(neg.i32 (neg.i32 x))", "x"},
    {"(bnot.i32 (bnot.i32 x))", "x"},
    /* This grouping could overflow where the original does not. */
    {"(add.i32 (add.i32 x 2147483647i) 2147483647i)",
     "(add.i32 (add.i32 x 2147483647i) 2147483647i)"},
    /* pointers */
    {"(add.ptr (add.ptr a 8l) w)", "(add.ptr a (add.i64 w 8l))"},
    {"(sub.i64 (add.ptr a w) (add.ptr a 8l))", "(add.i64 w -8l)"},
    {"(sub.i64 a a)", "0l"},
    {"(sub.i64 a b)", "(sub.i64 a b)"},
    {"(eq.ptr (add.ptr a 8l) (add.ptr a 8l))", "true"},
    /* products */
    {"(mul.i32 x 0i)", "0i"},
    {"(mul.i32 1i x)", "x"},
    {"(mul.i32 (mul.i32 x 3i) 4i)", "(mul.i32 x 12i)"},
    {"(div.i32 x 1i)", "x"},
    {"(rem.i32 x 1i)", "0i"},
    {"(div.i32 x 0i)", "0i"},
    {"(rem.u32 (rem.u32 u 8u) 8u)", "(rem.u32 u 8u)"},
    {"(mul.i32 6i 7i)", "42i"},
    /* bits */
    {"(shl.i32 x 0u)", "x"},
    {"(shr.i32 x 32i)", "(shr.i32 x 31i)"},
    {"(shl.i32 x 33i)", "0i"},
    {"(band.i32 x 0i)", "0i"},
    {"(band.i32 x -1i)", "x"},
    {"(bor.i32 x 0i)", "x"},
    {"(bxor.i32 x 0i)", "x"},
    {"(bxor.i32 x x)", "0i"},
    {"(bxor.i32 (bxor.i32 x 1i) 1i)", "x"},
    {"(band.u32 (band.u32 u 31u) 3u)", "(band.u32 u 3u)"},
    {"(ne.i32 (band.i32 (ite.i32 p 1i 0i) (ite.i32 q 1i 0i)) 0i)", "(and p q)"},
    {"(ne.i32 (bor.i32 (ite.i32 p 1i 0i) (ite.i32 q 1i 0i)) 0i)", "(or p q)"},
    {"(band.i32 (ite.i32 p 1i 0i) (ite.i32 q 2i 0i))",
     "(band.i32 (ite.i32 p 1i 0i) (ite.i32 q 2i 0i))"},
    {"(min.i32 x x)", "x"},
    {"(max.i32 (max.i32 x 3i) 5i)", "(max.i32 x 5i)"},
    /* comparisons */
    {"(eq.i32 x x)", "true"},
    {"(lt.i32 x x)", "false"},
    {"(le.i32 x x)", "true"},
    {"(eq.f32 f f)", "(eq.f32 f f)"},
    {"(eq.i32 3i x)", "(eq.i32 x 3i)"},
    {"(le.i32 x 5i)", "(lt.i32 x 6i)"},
    {"(le.i32 5i x)", "(lt.i32 4i x)"},
    {"(lt.u32 u 0u)", "false"},
    {"(le.u32 0u u)", "true"},
    {"(lt.u32 0u u)", "(ne.u32 u 0u)"},
    {"(lt.u32 u 1u)", "(eq.u32 u 0u)"},
    {"(lt.i32 x -2147483648i)", "false"},
    {"(le.i32 x 2147483647i)", "true"},
    {"(eq.i32 (add.i32 x 1i) 5i)", "(eq.i32 x 4i)"},
    {"(eq.u32 (sub.u32 u 1u) 5u)", "(eq.u32 u 6u)"},
    {"(eq.i32 (sub.i32 x y) 0i)", "(eq.i32 x y)"},
    {"(ne.i32 (bxor.i32 x y) 0i)", "(ne.i32 x y)"},
    {"(lt.i64 (cast.i64 x) 5l)", "(lt.i32 x 5i)"},
    {"(lt.i64 (cast.i64 x) 5000000000l)", "true"},
    {"(lt.i64 5000000000l (cast.i64 x))", "false"},
    {"(eq.i64 (cast.i64 u) -1l)", "false"},
    {"(lt.i64 (cast.i64 u) (cast.i64 v))", "(lt.u32 u v)"},
    {"(lt.i32 (cast.i32 tid.x) 32i)", "(lt.u32 tid.x 32u)"},
    {"(lt.i32 (cast.i32 tid.x) -1i)", "false"},
    {"(lt.i32 (cast.i32 u) 32i)", "(lt.i32 (cast.i32 u) 32i)"},
    {"(eq.bool p true)", "p"},
    {"(ne.bool p true)", "(not p)"},
    /* selections */
    {"(ite.i32 p x x)", "x"},
    {"(ite.i32 true x y)", "x"},
    {"(ite.i32 (not p) x y)", "(ite.i32 p y x)"},
    {"(ite.i32 p (ite.i32 p x y) y)", "(ite.i32 p x y)"},
    {"(ite.i32 p x (ite.i32 p x y))", "(ite.i32 p x y)"},
    {"(ite.i32 (lt.i32 x y) x (ite.i32 (le.i32 y x) y 0i))", "(ite.i32 (lt.i32 x y) x y)"},
    {"(ite.i32 (lt.i32 x y) (ite.i32 (le.i32 y x) 0i y) x)", "(ite.i32 (lt.i32 x y) y x)"},
    {"(eq.i32 (ite.i32 p 1i 2i) 2i)", "(not p)"},
    {"(lt.i32 (ite.i32 p 1i (ite.i32 q 2i 3i)) 3i)", "(or p q)"},
    {"(ne.i32 (ite.i32 p 1i 0i) 0i)", "p"},
    {"(ite.bool p true q)", "(or p q)"},
    {"(ite.bool p false q)", "(and (not p) q)"},
    {"(ite.bool p q true)", "(or (not p) q)"},
    {"(ite.bool p q false)", "(and p q)"},
    /* casts */
    {"(cast.i32 x)", "x"},
    {"(cast.i32 p)", "(ite.i32 p 1i 0i)"},
    {"(cast.bool x)", "(ne.i32 x 0i)"},
    {"(cast.bool (cast.i32 p))", "p"},
    {"(cast.i32 (cast.i64 x))", "x"},
    {"(cast.i64 (cast.u32 x))", "(cast.i64 (cast.u32 x))"},
    {"(cast.i64 (cast.i32 tid.x))", "(cast.i64 tid.x)"},
    {"(cast.f32 (cast.f64 f))", "f"},
    {"(cast.u8 (cast.i64 x))", "(cast.u8 x)"},
    /* NOT */
    {"(not (not p))", "p"},
    {"(not (lt.i32 x y))", "(le.i32 y x)"},
    {"(not (lt.f32 f g))", "(not (lt.f32 f g))"},
    {"(not (eq.f32 f g))", "(ne.f32 f g)"},
    {"(not (and p q))", "(or (not p) (not q))"},
    /* AND and OR */
    {"(and p true)", "p"},
    {"(and p false)", "false"},
    {"(or p true)", "true"},
    {"(and p (and q p))", "(and p q)"},
    {"(and p (not p))", "false"},
    {"(or (lt.i32 x y) (le.i32 y x))", "true"},
    {"(and p (or p q))", "p"},
    {"(or p (and p q))", "p"},
    {"(or p (and (not p) q))", "(or p q)"},
    {"(and p (or (not p) q))", "(and p q)"},
    {"(or (and p q) (and p (not q)))", "p"},
    {"(or (and p q r) (and p q (not r)))", "(and p q)"},
    {"(or (and p q) (and p r))", "(and p (or q r))"},
    {"(or s (and p q) (and p (not q)))", "(or s p)"},
    {"(or (and p q) (and (not p) q) r)", "(or q r)"},
    {"(or (and p q r) (and p (or (not q) (not r))))", "p"},
    {"(or (and p s) (and (not p) q s) (and (not p) (not q) s))", "s"},
    {"(and (lt.i32 x 5i) (lt.i32 x 3i))", "(lt.i32 x 3i)"},
    {"(or (lt.i32 x 5i) (lt.i32 x 3i))", "(lt.i32 x 5i)"},
    {"(and (lt.i32 x 3i) (lt.i32 4i x))", "false"},
    {"(or (lt.i32 x 5i) (lt.i32 3i x))", "true"},
    {"(and (eq.i32 x 3i) (ne.i32 x 4i))", "(eq.i32 x 3i)"},
    {"(and (eq.i32 x 3i) (eq.i32 x 4i))", "false"},
    {"(or (ne.i32 x 3i) (ne.i32 x 4i))", "true"},
    {"(and (lt.i32 x y) (le.i32 x y))", "(lt.i32 x y)"},
    {"(and (lt.i32 x y) (lt.i32 y x))", "false"},
    {"(and (lt.i32 x y) (ne.i32 x y))", "(lt.i32 x y)"},
    {"(or (le.i32 x y) (le.i32 y x))", "true"},
    {"(or (lt.f32 f g) (lt.f32 g f))", "(or (lt.f32 f g) (lt.f32 g f))"},
};

/* Equal but for the order of operands, which goes by creation. */
static bool same(const csl_expr *a, const csl_expr *b) {
    bool used[16] = {false};
    if (a->op != b->op || a->type != b->type || a->nkids != b->nkids || a->value != b->value)
        return false;
    bool ordered = a->op == CSL_OP_SUB || a->op == CSL_OP_LT || a->op == CSL_OP_LE ||
                   a->op == CSL_OP_ITE || a->op == CSL_OP_SHL || a->op == CSL_OP_SHR;
    for (unsigned i = 0; i < a->nkids; i++) {
        unsigned k = ordered ? i : 0;
        while (k < b->nkids && (used[k] || !same(a->kids[i], b->kids[k])))
            k = ordered ? b->nkids : k + 1;
        if (k == b->nkids)
            return false;
        used[k] = true;
    }
    return true;
}

static void expect_identity(const char *from, const char *to) {
    csl_expr *got = simplify(parse(from));
    if (same(got, parse(to)))
        return;
    fprintf(stderr, "%s became ", from);
    csl_print_expr(stderr, got);
    fputc('\n', stderr);
    ck_abort_msg("expected %s", to);
}

START_TEST(identity) {
    expect_identity(identities[_i].from, identities[_i].to);
}
END_TEST

/* ---- large junctions ----------------------------------------------------------------------- */

START_TEST(large_junctions_stay_cheap_and_right) {
    enum { N = 1000 };
    csl_expr *all = csl_true(ctx), *parts[N];
    for (uint32_t i = 0; i < N; i++) {
        csl_expr *p = csl_leaf(ctx, CSL_OP_SYM, CSL_BOOL, i);
        parts[i] = csl_or(ctx, p, csl_leaf(ctx, CSL_OP_SYM, CSL_BOOL, N + i));
        all = csl_and(ctx, all, parts[i]);
        ck_assert_uint_le(all->nkids, 64);
    }
    ck_assert_ptr_eq(csl_and(ctx, all, all), all);
    ck_assert_ptr_eq(csl_not(ctx, csl_not(ctx, all)), all);
    ck_assert(csl_is_false(csl_and(ctx, all, csl_not(ctx, all))));
    ck_assert(csl_is_false(csl_and(ctx, all, csl_false(ctx))));
    ck_assert_ptr_eq(csl_and(ctx, csl_true(ctx), all), all);
}
END_TEST

START_TEST(comparison_with_a_switch_is_a_condition) {
    csl_expr *x = csl_leaf(ctx, CSL_OP_VAR, CSL_I32, 0), *chosen = csl_const(ctx, CSL_I32, -1);
    for (int i = 0; i < 12; i++)
        chosen = csl_ite(ctx, csl_binary(ctx, CSL_OP_EQ, x, csl_const(ctx, CSL_I32, i)),
                         csl_const(ctx, CSL_I32, 10 * i), chosen);
    csl_expr *is_50 = csl_binary(ctx, CSL_OP_EQ, chosen, csl_const(ctx, CSL_I32, 50));
    ck_assert_ptr_eq(is_50, csl_binary(ctx, CSL_OP_EQ, x, csl_const(ctx, CSL_I32, 5)));
}
END_TEST

/* ---- rewriting ----------------------------------------------------------------------------- */

typedef struct substitution {
    csl_expr *from, *to;
    unsigned calls;
} substitution;

static csl_expr *substitute(void *user, csl_expr *leaf) {
    substitution *s = user;
    s->calls++;
    return leaf == s->from ? s->to : leaf;
}

START_TEST(map_replaces_leaves_and_simplifies) {
    substitution s = {.from = parse("x"), .to = parse("3i")};
    csl_expr *e = simplify(parse("(ite.i32 (lt.i32 x y) (add.i32 x 4i) (mul.i32 x x))"));
    csl_expr *want = simplify(parse("(ite.i32 (lt.i32 3i y) 7i 9i)"));
    ck_assert_ptr_eq(csl_map(ctx, e, substitute, &s), want);

    s = (substitution){.from = parse("u"), .to = parse("v")};
    ck_assert_ptr_eq(csl_map(ctx, e, substitute, &s), e);
}
END_TEST

START_TEST(map_visits_a_shared_node_once) {
    csl_expr *e = csl_leaf(ctx, CSL_OP_TID, CSL_U32, 0);
    substitution s = {.from = e, .to = csl_leaf(ctx, CSL_OP_TID, CSL_U32, 1)};
    for (int i = 0; i < 60; i++) {
        csl_expr *f = csl_pure(ctx, CSL_U32, "f", 1, &e);
        e = csl_binary(ctx, CSL_OP_MUL, e, f);
    }
    csl_expr *mapped = csl_map(ctx, e, substitute, &s);
    ck_assert_uint_lt(s.calls, 200);
    s = (substitution){.from = s.to, .to = s.from};
    ck_assert_ptr_eq(csl_map(ctx, mapped, substitute, &s), e);
}
END_TEST

int main(void) {
    TCase *expr = tcase_create("expr");
    tcase_add_checked_fixture(expr, setup, teardown);
    tcase_add_test(expr, memory_is_zeroed_aligned_and_apart);
    tcase_add_test(expr, a_context_within_another_adds_to_it);
    tcase_add_test(expr, strings);
    tcase_add_test(expr, equal_expressions_are_one_pointer);
    tcase_add_loop_test(expr, identity, 0, sizeof identities / sizeof *identities);
    tcase_add_test(expr, large_junctions_stay_cheap_and_right);
    tcase_add_test(expr, comparison_with_a_switch_is_a_condition);
    tcase_add_test(expr, map_replaces_leaves_and_simplifies);
    tcase_add_test(expr, map_visits_a_shared_node_once);
    Suite *suite = suite_create("expr");
    suite_add_tcase(suite, expr);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
