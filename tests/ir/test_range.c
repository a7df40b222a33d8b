/* Ranges against every value there is: for intervals of 8- and 16-bit numbers, the result of each
 * operation lies in the range that is said of it. Types of 32 and 64 bits: at the ends of intervals
 * near the ends of the type. */
#include <check.h>
#include <stdlib.h>

#include "../../analyzer/ir/range.h"

static uint64_t state = 88172645463325252u;

static uint64_t next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static const csl_op ops[] = {CSL_OP_ADD, CSL_OP_SUB,  CSL_OP_MUL, CSL_OP_DIV,
                             CSL_OP_REM, CSL_OP_BAND, CSL_OP_BOR, CSL_OP_BXOR,
                             CSL_OP_SHL, CSL_OP_SHR,  CSL_OP_MIN, CSL_OP_MAX};
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* A number of the type: any, near its ends, or small. */
static csl_wide some_number(csl_type t) {
    csl_range r = csl_range_of_type(t);
    csl_wide far = (csl_wide)(next() % 200);
    switch (next() % 4) {
    case 0: return r.lo + far;
    case 1: return r.hi - far;
    case 2: return csl_range_holds(r, far - 100) ? far - 100 : far;
    default: return r.lo + (csl_wide)(next() % (uint64_t)(r.hi - r.lo));
    }
}

static csl_range some_range(csl_type t, csl_wide most) {
    csl_range all = csl_range_of_type(t);
    csl_wide lo = some_number(t), hi = lo + (csl_wide)(next() % (uint64_t)most);
    return (csl_range){lo, hi > all.hi ? all.hi : hi};
}

/* The value in the type, and whether C leaves it undefined. */
static bool inside(const csl_expr *e, csl_range said, csl_range exact, csl_wide x, csl_wide y) {
    const int64_t kid[2] = {csl_bits(x), csl_bits(y)};
    const csl_range point[2] = {{x, x}, {y, y}};
    csl_type t = (csl_type)e->type;
    if ((e->op == CSL_OP_DIV || e->op == CSL_OP_REM) && y == 0)
        return true;
    csl_range one = csl_range_of_op(e, point);
    csl_wide value = csl_number(t, csl_eval_op(e, kid));
    if (csl_is_strict(e) && !csl_range_inside(one, csl_range_of_type(t)))
        return true; /* undefined */
    if (!csl_range_inside(one, exact) && one.lo == one.hi)
        return false;
    return csl_range_holds(said, value);
}

static void ask(csl_ctx *ctx, csl_op op, csl_type t, csl_range a, csl_range b, bool all) {
    csl_expr *x = csl_leaf(ctx, CSL_OP_SYM, t, 0), *y = csl_leaf(ctx, CSL_OP_SYM, t, 1);
    const csl_expr *e = csl_binary(ctx, op, x, y);
    if (e->kids[0] != x) { /* the other order is one as well */
        csl_range swap = a;
        a = b, b = swap;
    }
    const csl_range kid[2] = {a, b};
    csl_range exact = csl_range_of_op(e, kid), said = csl_range_reduce(t, exact, csl_is_strict(e));
    for (csl_wide i = a.lo; i <= a.hi; i += all || a.hi == i ? 1 : a.hi - a.lo)
        for (csl_wide j = b.lo; j <= b.hi; j += all || b.hi == j ? 1 : b.hi - b.lo)
            ck_assert_msg(inside(e, said, exact, i, j), "%s.%s of %lld and %lld is outside",
                          csl_op_name(op), csl_type_name(t), (long long)i, (long long)j);
}

START_TEST(narrow_types_by_brute_force) {
    static const csl_type types[] = {CSL_I8, CSL_U8, CSL_I16, CSL_U16};
    csl_ctx *ctx = csl_ctx_new();
    for (unsigned n = 0; n < 400; n++)
        for (size_t o = 0; o < COUNT(ops); o++) {
            csl_type t = types[n % 4];
            ask(ctx, ops[o], t, some_range(t, 24), some_range(t, 24), true);
        }
    csl_ctx_free(ctx);
}
END_TEST

START_TEST(wide_types_at_the_ends) {
    static const csl_type types[] = {CSL_I32, CSL_U32, CSL_I64, CSL_U64};
    csl_ctx *ctx = csl_ctx_new();
    for (unsigned n = 0; n < 4000; n++)
        for (size_t o = 0; o < COUNT(ops); o++) {
            csl_type t = types[n % 4];
            csl_wide most = n % 3 ? 1000 : INT32_MAX;
            ask(ctx, ops[o], t, some_range(t, most), some_range(t, most), false);
        }
    csl_ctx_free(ctx);
}
END_TEST

START_TEST(conversions) {
    static const csl_type types[] = {CSL_I8,  CSL_U8,  CSL_I16, CSL_U16,
                                     CSL_I32, CSL_U32, CSL_I64, CSL_U64};
    csl_ctx *ctx = csl_ctx_new();
    for (unsigned n = 0; n < 6000; n++) {
        csl_type from = types[next() % 8], to = types[next() % 8];
        csl_expr *e = csl_cast(ctx, to, csl_leaf(ctx, CSL_OP_SYM, from, 0));
        csl_range a = some_range(from, 300);
        if (e->op != CSL_OP_CAST)
            continue;
        csl_range said = csl_range_reduce(to, csl_range_of_op(e, &a), false);
        for (csl_wide i = a.lo; i <= a.hi; i++) {
            int64_t bits = csl_bits(i);
            ck_assert_msg(csl_range_holds(said, csl_number(to, csl_eval_op(e, &bits))),
                          "%s of %s %lld is outside", csl_type_name(to), csl_type_name(from),
                          (long long)i);
        }
    }
    csl_ctx_free(ctx);
}
END_TEST

START_TEST(unsigned_values_from_2_63_on) {
    csl_range all = csl_range_of_type(CSL_U64);
    ck_assert(all.hi == (csl_wide)UINT64_MAX && csl_number(CSL_U64, -1) == all.hi);
    ck_assert(csl_bits(all.hi) == -1);
    /* what wraps by the same number of turns everywhere stays a small range */
    csl_range r = csl_range_reduce(CSL_U32, (csl_range){-3, -1}, false);
    ck_assert(r.lo == (csl_wide)UINT32_MAX - 2 && r.hi == UINT32_MAX);
    r = csl_range_reduce(CSL_U32, (csl_range){-3, 1}, false);
    ck_assert(r.lo == 0 && r.hi == UINT32_MAX);
}
END_TEST

int main(void) {
    Suite *s = suite_create("range");
    TCase *t = tcase_create("range");
    tcase_set_timeout(t, 120);
    tcase_add_test(t, narrow_types_by_brute_force);
    tcase_add_test(t, wide_types_at_the_ends);
    tcase_add_test(t, conversions);
    tcase_add_test(t, unsigned_values_from_2_63_on);
    suite_add_tcase(s, t);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
