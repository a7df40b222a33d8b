/* csl_eval_op against what C (and CUDA's intrinsics) compute for the same operands. */
#include "../../analyzer/ir/internal.h"

#include <check.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

static csl_ctx *ctx;

static void setup(void) {
    ctx = csl_ctx_new();
}

static void teardown(void) {
    csl_ctx_free(ctx);
}

/* One operation on symbols of these types; the result type is `type`. */
static int64_t eval1(csl_op op, csl_type type, csl_type kid, int64_t a) {
    csl_expr *x = csl_leaf(ctx, CSL_OP_SYM, kid, 0);
    return csl_eval_op(csl_node_of(ctx, op, type, 1, &x), &a);
}

static int64_t eval2(csl_op op, csl_type type, csl_type kid, csl_type second, int64_t a,
                     int64_t b) {
    csl_expr *kids[] = {csl_leaf(ctx, CSL_OP_SYM, kid, 0), csl_leaf(ctx, CSL_OP_SYM, second, 1)};
    int64_t values[] = {a, b};
    return csl_eval_op(csl_node_of(ctx, op, type, 2, kids), values);
}

static const int64_t samples[] = {0,
                                  1,
                                  2,
                                  3,
                                  7,
                                  31,
                                  32,
                                  33,
                                  -1,
                                  -2,
                                  -7,
                                  INT32_MAX,
                                  INT32_MIN,
                                  INT32_MAX - 1,
                                  UINT32_MAX,
                                  INT64_MAX,
                                  INT64_MIN,
                                  INT64_MIN + 1,
                                  0x123456789abcdef0,
                                  1000000007};
#define SAMPLES (sizeof samples / sizeof *samples)

/* Defines a test that runs every binary operator over all pairs of samples in one C type. U is the
 * unsigned type of the same width: signed arithmetic wraps through it. */
#define INTEGER_TEST(test, T, U, TYPE)                                                             \
    START_TEST(test) {                                                                             \
        for (size_t i = 0; i < SAMPLES * SAMPLES; i++) {                                           \
            T a = (T)samples[i / SAMPLES], b = (T)samples[i % SAMPLES];                            \
            U ua = (U)a, ub = (U)b;                                                                \
            bool min_by_minus_one = csl_type_signed(TYPE) && b == (T)-1;                           \
            bool out = ub >= sizeof(T) * CHAR_BIT; /* everything is shifted out */                 \
            struct {                                                                               \
                csl_op op;                                                                         \
                T want;                                                                            \
            } cases[] = {                                                                          \
                {CSL_OP_ADD, (T)(ua + ub)},                                                        \
                {CSL_OP_SUB, (T)(ua - ub)},                                                        \
                {CSL_OP_MUL, (T)(ua * ub)},                                                        \
                {CSL_OP_DIV, b == 0             ? 0                                                \
                             : min_by_minus_one ? (T)(0 - ua)                                      \
                                                : (T)(a / b)},                                     \
                {CSL_OP_REM, b == 0 || min_by_minus_one ? 0 : (T)(a % b)},                         \
                {CSL_OP_BAND, a & b},                                                              \
                {CSL_OP_BOR, a | b},                                                               \
                {CSL_OP_BXOR, a ^ b},                                                              \
                {CSL_OP_MIN, a < b ? a : b},                                                       \
                {CSL_OP_MAX, a > b ? a : b},                                                       \
                {CSL_OP_SHL, out ? 0 : (T)(ua << (out ? 0 : ub))},                                 \
                {CSL_OP_SHR, out ? (T)(csl_type_signed(TYPE) ? (int64_t)a >> 63 : 0)               \
                                 : (T)(a >> (out ? 0 : ub))},                                      \
            };                                                                                     \
            for (size_t n = 0; n < sizeof cases / sizeof *cases; n++)                              \
                ck_assert_msg(eval2(cases[n].op, TYPE, TYPE, TYPE, (int64_t)a, (int64_t)b) ==      \
                                  (int64_t)cases[n].want,                                          \
                              "%s of %lld and %lld", csl_op_name(cases[n].op), (long long)a,       \
                              (long long)b);                                                       \
            ck_assert(eval2(CSL_OP_EQ, CSL_BOOL, TYPE, TYPE, (int64_t)a, (int64_t)b) == (a == b)); \
            ck_assert(eval2(CSL_OP_NE, CSL_BOOL, TYPE, TYPE, (int64_t)a, (int64_t)b) == (a != b)); \
            ck_assert(eval2(CSL_OP_LT, CSL_BOOL, TYPE, TYPE, (int64_t)a, (int64_t)b) == (a < b));  \
            ck_assert(eval2(CSL_OP_LE, CSL_BOOL, TYPE, TYPE, (int64_t)a, (int64_t)b) == (a <= b)); \
            ck_assert(eval1(CSL_OP_NEG, TYPE, TYPE, (int64_t)a) == (int64_t)(T)(0 - ua));          \
            ck_assert(eval1(CSL_OP_BNOT, TYPE, TYPE, (int64_t)a) == (int64_t)(T)~a);               \
        }                                                                                          \
    }                                                                                              \
    END_TEST

INTEGER_TEST(int32_operators, int32_t, uint32_t, CSL_I32)
INTEGER_TEST(uint32_operators, uint32_t, uint32_t, CSL_U32)
INTEGER_TEST(int64_operators, int64_t, uint64_t, CSL_I64)
INTEGER_TEST(uint64_operators, uint64_t, uint64_t, CSL_U64)

START_TEST(known_edges) {
    ck_assert_int_eq(eval2(CSL_OP_DIV, CSL_I32, CSL_I32, CSL_I32, INT32_MIN, -1), INT32_MIN);
    ck_assert_int_eq(eval2(CSL_OP_DIV, CSL_I64, CSL_I64, CSL_I64, INT64_MIN, -1), INT64_MIN);
    ck_assert_int_eq(eval2(CSL_OP_REM, CSL_I64, CSL_I64, CSL_I64, INT64_MIN, -1), 0);
    ck_assert_int_eq(eval2(CSL_OP_DIV, CSL_I32, CSL_I32, CSL_I32, 5, 0), 0);
    ck_assert_int_eq(eval2(CSL_OP_REM, CSL_U32, CSL_U32, CSL_U32, 5, 0), 0);
    ck_assert_int_eq(eval2(CSL_OP_DIV, CSL_I32, CSL_I32, CSL_I32, -7, 2), -3);
    ck_assert_int_eq(eval2(CSL_OP_REM, CSL_I32, CSL_I32, CSL_I32, -7, 2), -1);
    ck_assert_int_eq(eval2(CSL_OP_SHL, CSL_I32, CSL_I32, CSL_U64, 1, 33), 0);
    ck_assert_int_eq(eval2(CSL_OP_SHR, CSL_I64, CSL_I64, CSL_I32, INT64_MIN, 63), -1);
    ck_assert_int_eq(eval2(CSL_OP_SHR, CSL_U32, CSL_U32, CSL_I32, UINT32_MAX, -1), 0);
    ck_assert_int_eq(eval2(CSL_OP_ADD, CSL_PTR, CSL_PTR, CSL_I64, 100, -8), 92);
    ck_assert_int_eq(eval2(CSL_OP_SUB, CSL_I64, CSL_PTR, CSL_PTR, 92, 100), -8);
    ck_assert(eval2(CSL_OP_LT, CSL_BOOL, CSL_PTR, CSL_PTR, 1, INT64_MIN));
}
END_TEST

START_TEST(logic) {
    for (int64_t n = 0; n < 8; n++) {
        csl_expr *kids[3];
        int64_t v[] = {n & 1, n >> 1 & 1, n >> 2};
        for (uint32_t i = 0; i < 3; i++)
            kids[i] = csl_leaf(ctx, CSL_OP_SYM, CSL_BOOL, i);
        ck_assert_int_eq(csl_eval_op(csl_node_of(ctx, CSL_OP_AND, CSL_BOOL, 3, kids), v), n == 7);
        ck_assert_int_eq(csl_eval_op(csl_node_of(ctx, CSL_OP_OR, CSL_BOOL, 3, kids), v), n != 0);
        ck_assert_int_eq(csl_eval_op(csl_node_of(ctx, CSL_OP_ITE, CSL_BOOL, 3, kids), v),
                         v[0] ? v[1] : v[2]);
    }
    ck_assert_int_eq(eval1(CSL_OP_NOT, CSL_BOOL, CSL_BOOL, 0), 1);
    ck_assert_int_eq(eval1(CSL_OP_NOT, CSL_BOOL, CSL_BOOL, 1), 0);
}
END_TEST

START_TEST(bit_intrinsics) {
    ck_assert_int_eq(eval1(CSL_OP_POPC, CSL_I32, CSL_I32, -1), 32);
    ck_assert_int_eq(eval1(CSL_OP_POPC, CSL_I32, CSL_I64, -1), 64);
    ck_assert_int_eq(eval1(CSL_OP_POPC, CSL_I32, CSL_U32, 0xf0), 4);
    ck_assert_int_eq(eval1(CSL_OP_CLZ, CSL_I32, CSL_U32, 0), 32);
    ck_assert_int_eq(eval1(CSL_OP_CLZ, CSL_I32, CSL_I32, -1), 0);
    ck_assert_int_eq(eval1(CSL_OP_CLZ, CSL_I32, CSL_U32, 1), 31);
    ck_assert_int_eq(eval1(CSL_OP_CLZ, CSL_I32, CSL_U64, 0), 64);
    ck_assert_int_eq(eval1(CSL_OP_CLZ, CSL_I32, CSL_I64, 1), 63);
    ck_assert_int_eq(eval1(CSL_OP_FFS, CSL_I32, CSL_I32, 0), 0);
    ck_assert_int_eq(eval1(CSL_OP_FFS, CSL_I32, CSL_I32, INT32_MIN), 32);
    ck_assert_int_eq(eval1(CSL_OP_FFS, CSL_I32, CSL_I64, INT64_MIN), 64);
    ck_assert_int_eq(eval1(CSL_OP_FFS, CSL_I32, CSL_U32, 12), 3);
    ck_assert_int_eq(eval1(CSL_OP_BREV, CSL_U32, CSL_U32, 1), INT64_C(0x80000000));
    ck_assert_int_eq(eval1(CSL_OP_BREV, CSL_U32, CSL_U32, 0x0f), INT64_C(0xf0000000));
    ck_assert_int_eq(eval1(CSL_OP_BREV, CSL_I32, CSL_I32, 1), INT32_MIN);
    ck_assert_int_eq(eval1(CSL_OP_BREV, CSL_U64, CSL_U64, 1), INT64_MIN);
}
END_TEST

/* ---- floats -------------------------------------------------------------------------------- */

static const double reals[] = {0.0, -0.0, 1.0, -1.5, 0.1, 1e-30, 3.4e38, 1e300, 16777217.0};
#define REALS (sizeof reals / sizeof *reals)

static bool same_double(int64_t bits, double want) {
    return isnan(want) ? isnan(csl_to_double(bits)) : bits == csl_from_double(want);
}

START_TEST(float_operators) {
    for (size_t i = 0; i < REALS * REALS; i++) {
        double a = reals[i / REALS], b = reals[i % REALS];
        float fa = (float)a, fb = (float)b;
        int64_t da = csl_from_double(a), db = csl_from_double(b);
        int64_t sa = csl_from_double((double)fa), sb = csl_from_double((double)fb);
        struct {
            csl_op op;
            double wide;
            float narrow;
        } cases[] = {
            {CSL_OP_ADD, a + b, fa + fb},
            {CSL_OP_SUB, a - b, fa - fb},
            {CSL_OP_MUL, a * b, fa * fb},
            {CSL_OP_DIV, a / b, fa / fb},
            {CSL_OP_MIN, b < a ? b : a, fb < fa ? fb : fa},
            {CSL_OP_MAX, a < b ? b : a, fa < fb ? fb : fa},
        };
        for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
            csl_op op = cases[n].op;
            ck_assert_msg(same_double(eval2(op, CSL_F64, CSL_F64, CSL_F64, da, db), cases[n].wide),
                          "f64 %s of %g and %g", csl_op_name(op), a, b);
            ck_assert_msg(
                same_double(eval2(op, CSL_F32, CSL_F32, CSL_F32, sa, sb), (double)cases[n].narrow),
                "f32 %s of %g and %g", csl_op_name(op), a, b);
        }
        ck_assert(eval2(CSL_OP_EQ, CSL_BOOL, CSL_F64, CSL_F64, da, db) == (a == b));
        ck_assert(eval2(CSL_OP_LT, CSL_BOOL, CSL_F64, CSL_F64, da, db) == (a < b));
        ck_assert(eval2(CSL_OP_LE, CSL_BOOL, CSL_F64, CSL_F64, da, db) == (a <= b));
        ck_assert(same_double(eval1(CSL_OP_NEG, CSL_F64, CSL_F64, da), -a));
    }
    int64_t nan = csl_from_double(NAN), one = csl_from_double(1);
    ck_assert(!eval2(CSL_OP_EQ, CSL_BOOL, CSL_F64, CSL_F64, nan, nan));
    ck_assert(eval2(CSL_OP_NE, CSL_BOOL, CSL_F64, CSL_F64, nan, nan));
    ck_assert(!eval2(CSL_OP_LT, CSL_BOOL, CSL_F64, CSL_F64, nan, one));
    ck_assert(!eval2(CSL_OP_LE, CSL_BOOL, CSL_F64, CSL_F64, one, nan));
    ck_assert_int_eq(eval2(CSL_OP_MIN, CSL_F64, CSL_F64, CSL_F64, nan, one), one);
    ck_assert_int_eq(eval2(CSL_OP_MAX, CSL_F64, CSL_F64, CSL_F64, one, nan), one);
}
END_TEST

/* ---- casts --------------------------------------------------------------------------------- */

static int64_t cast(csl_type to, csl_type from, int64_t value) {
    return eval1(CSL_OP_CAST, to, from, value);
}

START_TEST(integer_casts) {
    for (size_t i = 0; i < SAMPLES; i++) {
        int64_t v = samples[i];
        ck_assert_int_eq(cast(CSL_I8, CSL_I64, v), (int8_t)v);
        ck_assert_int_eq(cast(CSL_U8, CSL_I64, v), (uint8_t)v);
        ck_assert_int_eq(cast(CSL_I16, CSL_I64, v), (int16_t)v);
        ck_assert_int_eq(cast(CSL_U16, CSL_I64, v), (uint16_t)v);
        ck_assert_int_eq(cast(CSL_I32, CSL_I64, v), (int32_t)v);
        ck_assert_int_eq(cast(CSL_U32, CSL_I64, v), (uint32_t)v);
        ck_assert_int_eq(cast(CSL_U64, CSL_I64, v), v);
        ck_assert_int_eq(cast(CSL_PTR, CSL_U64, v), v);
        ck_assert_int_eq(cast(CSL_BOOL, CSL_I64, v), v != 0);
        ck_assert_int_eq(cast(CSL_I64, CSL_I32, (int32_t)v), (int32_t)v);
        ck_assert_int_eq(cast(CSL_I64, CSL_U32, (uint32_t)v), (uint32_t)v);
    }
    ck_assert_int_eq(cast(CSL_BOOL, CSL_I32, 256), 1);
    ck_assert_int_eq(cast(CSL_I32, CSL_BOOL, 1), 1);
}
END_TEST

START_TEST(float_casts) {
    int64_t nan = csl_from_double(NAN), inf = csl_from_double(INFINITY);
    ck_assert_int_eq(cast(CSL_I32, CSL_F64, csl_from_double(-2.9)), -2);
    ck_assert_int_eq(cast(CSL_U32, CSL_F64, csl_from_double(2.9)), 2);
    ck_assert_int_eq(cast(CSL_I32, CSL_F64, csl_from_double(1e10)), INT32_MAX);
    ck_assert_int_eq(cast(CSL_I32, CSL_F64, csl_from_double(-1e10)), INT32_MIN);
    ck_assert_int_eq(cast(CSL_U32, CSL_F64, csl_from_double(-5)), 0);
    ck_assert_int_eq(cast(CSL_U32, CSL_F64, csl_from_double(1e10)), UINT32_MAX);
    ck_assert_int_eq(cast(CSL_I64, CSL_F64, inf), INT64_MAX);
    ck_assert_int_eq(cast(CSL_U64, CSL_F64, inf), -1);
    ck_assert_int_eq(cast(CSL_U64, CSL_F64, csl_from_double(0x1p63)), INT64_MIN);
    ck_assert_int_eq(cast(CSL_I64, CSL_F64, csl_from_double(0x1p63)), INT64_MAX);
    ck_assert_int_eq(cast(CSL_I32, CSL_F32, nan), 0);
    ck_assert_int_eq(cast(CSL_I64, CSL_F32, nan), INT64_MIN);
    ck_assert_int_eq(cast(CSL_I32, CSL_F64, nan), INT32_MIN);
    ck_assert_int_eq(cast(CSL_U32, CSL_F64, nan), INT64_C(0x80000000));
    ck_assert_int_eq(cast(CSL_BOOL, CSL_F64, csl_from_double(0.25)), 1);
    ck_assert_int_eq(cast(CSL_BOOL, CSL_F64, csl_from_double(-0.0)), 0);
    ck_assert_int_eq(cast(CSL_BOOL, CSL_F64, nan), 1);
    ck_assert(same_double(cast(CSL_F64, CSL_U64, -1), 0x1p64));
    ck_assert(same_double(cast(CSL_F64, CSL_I64, -1), -1.0));
    ck_assert(same_double(cast(CSL_F32, CSL_I32, 16777217), 16777216.0));
    /* One rounding: by way of double this would become 2^60. */
    ck_assert(same_double(cast(CSL_F32, CSL_I64, (INT64_C(1) << 60) + (INT64_C(1) << 36) + 1),
                          (double)(float)((INT64_C(1) << 60) + (INT64_C(1) << 36) + 1)));
    ck_assert(same_double(cast(CSL_F32, CSL_F64, csl_from_double(0.1)), (double)0.1f));
    ck_assert(same_double(cast(CSL_F64, CSL_F32, csl_from_double((double)0.1f)), (double)0.1f));
}
END_TEST

START_TEST(types) {
    ck_assert_str_eq(csl_type_name(CSL_U16), "u16");
    ck_assert_uint_eq(csl_type_bytes(CSL_PTR), 8);
    ck_assert(csl_type_signed(CSL_I64) && !csl_type_signed(CSL_U64) && !csl_type_signed(CSL_PTR));
    ck_assert(csl_type_integer(CSL_BOOL) && csl_type_integer(CSL_PTR));
    ck_assert(!csl_type_integer(CSL_F32) && !csl_type_integer(CSL_VOID));
    ck_assert(csl_type_float(CSL_F64) && !csl_type_float(CSL_I64));
    ck_assert_int_eq(csl_normalise(CSL_BOOL, 2), 1);
    ck_assert_int_eq(csl_normalise(CSL_I8, 255), -1);
    ck_assert_int_eq(csl_normalise(CSL_U32, -1), UINT32_MAX);
    ck_assert_int_eq(csl_type_min(CSL_I16), INT16_MIN);
    ck_assert_int_eq(csl_type_max(CSL_I32), INT32_MAX);
    ck_assert_int_eq(csl_type_max(CSL_U64), -1);
    ck_assert_int_eq(csl_type_max(CSL_BOOL), 1);
    ck_assert_int_eq(csl_type_min(CSL_I64), INT64_MIN);
}
END_TEST

int main(void) {
    TCase *eval = tcase_create("eval");
    tcase_add_checked_fixture(eval, setup, teardown);
    tcase_add_test(eval, int32_operators);
    tcase_add_test(eval, uint32_operators);
    tcase_add_test(eval, int64_operators);
    tcase_add_test(eval, uint64_operators);
    tcase_add_test(eval, known_edges);
    tcase_add_test(eval, logic);
    tcase_add_test(eval, bit_intrinsics);
    tcase_add_test(eval, float_operators);
    tcase_add_test(eval, integer_casts);
    tcase_add_test(eval, float_casts);
    tcase_add_test(eval, types);
    Suite *suite = suite_create("eval");
    suite_add_tcase(suite, eval);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
