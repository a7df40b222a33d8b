/* Constructors may simplify but never change a value. Random expressions are built twice, once
 * node by node without any rule and once with the constructors, and evaluated over small domains
 * that hold the corner values of every type. */
#include "../../analyzer/ir/internal.h"

#include <check.h>
#include <stdlib.h>

/* ---- random expressions -------------------------------------------------------------------- */

/* An expression without simplification and the same built with the constructors. */
typedef struct twin {
    csl_expr *raw, *simple;
} twin;

static csl_ctx *ctx;
static uint64_t random_state;

static uint32_t below(uint32_t n) {
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(random_state >> 33) % n;
}

static const csl_type arithmetic[] = {CSL_I32, CSL_U32, CSL_I64, CSL_U64};
enum { SYMBOLS_PER_TYPE = 3, SYMBOLS = SYMBOLS_PER_TYPE * CSL_TYPE_COUNT };

static const int64_t corners[] = {0,  1,         2,         3,         5,         31,  32, -1,
                                  -2, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, 127, 255};
static const double reals[] = {0.0, -0.0, 1.0, -1.5, 3e9, 0x1p63, 1e300};
#define COUNT(array) (uint32_t)(sizeof array / sizeof *array)

static int64_t corner(csl_type t) {
    if (csl_type_float(t)) {
        uint32_t i = below(COUNT(reals) + 1);
        return csl_normalise(t, csl_from_double(i < COUNT(reals) ? reals[i] : reals[0] / reals[0]));
    }
    return csl_normalise(t, corners[below(COUNT(corners))]);
}

static twin leaf(csl_type t) {
    csl_expr *e = below(3) ? csl_leaf(ctx, CSL_OP_SYM, t,
                                      (uint32_t)t * SYMBOLS_PER_TYPE + below(SYMBOLS_PER_TYPE))
                           : csl_const(ctx, t, corner(t));
    return (twin){e, e};
}

static twin generate(csl_type t, int depth);

static twin apply1(csl_op op, csl_type t, twin a) {
    return (twin){csl_node_of(ctx, op, t, 1, &a.raw), csl_unary(ctx, op, t, a.simple)};
}

static twin apply2(csl_op op, csl_type t, twin a, twin b) {
    return (twin){csl_node_of(ctx, op, t, 2, (csl_expr *[]){a.raw, b.raw}),
                  csl_binary(ctx, op, a.simple, b.simple)};
}

static twin apply_ite(csl_type t, int depth) {
    twin c = generate(CSL_BOOL, depth), a = generate(t, depth), b = generate(t, depth);
    return (twin){csl_node_of(ctx, CSL_OP_ITE, t, 3, (csl_expr *[]){c.raw, a.raw, b.raw}),
                  csl_ite(ctx, c.simple, a.simple, b.simple)};
}

static csl_type any_type(void) {
    csl_type t = (csl_type)below(CSL_TYPE_COUNT);
    return t == CSL_VOID ? CSL_I32 : t;
}

static twin generate_bool(int depth) {
    switch (below(10)) {
    case 0:
    case 1:
    case 2:
        return apply2(CSL_OP_AND, CSL_BOOL, generate(CSL_BOOL, depth), generate(CSL_BOOL, depth));
    case 3:
    case 4:
        return apply2(CSL_OP_OR, CSL_BOOL, generate(CSL_BOOL, depth), generate(CSL_BOOL, depth));
    case 5: return apply1(CSL_OP_NOT, CSL_BOOL, generate(CSL_BOOL, depth));
    case 6: return apply_ite(CSL_BOOL, depth);
    case 7: return apply1(CSL_OP_CAST, CSL_BOOL, generate(any_type(), depth));
    default: {
        csl_type t = below(4) ? arithmetic[below(4)] : any_type();
        csl_op op = CSL_OP_EQ + below(4);
        return apply2(op, CSL_BOOL, generate(t, depth), generate(t, depth));
    }
    }
}

static twin generate_number(csl_type t, int depth) {
    static const csl_op binary[] = {CSL_OP_ADD, CSL_OP_ADD,  CSL_OP_SUB, CSL_OP_SUB, CSL_OP_MUL,
                                    CSL_OP_DIV, CSL_OP_REM,  CSL_OP_MIN, CSL_OP_MAX, CSL_OP_BAND,
                                    CSL_OP_BOR, CSL_OP_BXOR, CSL_OP_SHL, CSL_OP_SHR};
    static const csl_op bits[] = {CSL_OP_POPC, CSL_OP_CLZ, CSL_OP_FFS, CSL_OP_BREV};
    csl_op op = binary[below(COUNT(binary))];
    switch (below(8)) {
    case 0: return apply1(CSL_OP_NEG, t, generate(t, depth));
    case 1: return apply_ite(t, depth);
    case 2:
    case 3: return apply1(CSL_OP_CAST, t, generate(any_type(), depth));
    case 4:
        if (!csl_type_float(t))
            return below(2) ? apply1(CSL_OP_BNOT, t, generate(t, depth))
                            : apply1(bits[below(4)], t, generate(arithmetic[below(4)], depth));
        break;
    default: break;
    }
    if (csl_type_float(t)) {
        if (op != CSL_OP_ADD && op != CSL_OP_SUB && op != CSL_OP_DIV)
            op = CSL_OP_MUL;
    } else if (op == CSL_OP_SHL || op == CSL_OP_SHR) {
        return apply2(op, t, generate(t, depth), generate(arithmetic[below(4)], depth));
    }
    return apply2(op, t, generate(t, depth), generate(t, depth));
}

static twin generate(csl_type t, int depth) {
    if (depth == 0 || below(8) == 0)
        return leaf(t);
    depth--;
    switch (t) {
    case CSL_BOOL: return generate_bool(depth);
    case CSL_PTR:
        return below(2) ? apply2(below(2) ? CSL_OP_ADD : CSL_OP_SUB, t, generate(t, depth),
                                 generate(CSL_I64, depth))
                        : apply_ite(t, depth);
    case CSL_I64:
        if (below(8) == 0)
            return apply2(CSL_OP_SUB, t, generate(CSL_PTR, depth), generate(CSL_PTR, depth));
        return generate_number(t, depth);
    case CSL_I32:
    case CSL_U32:
    case CSL_U64:
    case CSL_F32:
    case CSL_F64: return generate_number(t, depth);
    default: return apply1(CSL_OP_CAST, t, generate(arithmetic[below(4)], depth));
    }
}

/* ---- evaluation ---------------------------------------------------------------------------- */

static int64_t evaluate(const csl_expr *e, const int64_t *symbols) {
    int64_t kids[64];
    if (e->op == CSL_OP_CONST)
        return e->value;
    if (e->op == CSL_OP_SYM)
        return symbols[e->index];
    if (e->nkids > 64) /* Check's own assertions are too slow for here */
        ck_abort_msg("more than 64 kids");
    for (unsigned i = 0; i < e->nkids; i++)
        kids[i] = evaluate(e->kids[i], symbols);
    return csl_eval_op(e, kids);
}

/* NaNs with different payloads are the same value. */
static bool same_value(csl_type t, int64_t a, int64_t b) {
    if (csl_type_float(t) && csl_to_double(a) != csl_to_double(a))
        return csl_to_double(b) != csl_to_double(b);
    return a == b;
}

static void disagree(twin t) {
    fputs("built:      ", stderr);
    csl_print_expr(stderr, t.raw);
    fputs("\nsimplified: ", stderr);
    csl_print_expr(stderr, t.simple);
    fputc('\n', stderr);
    ck_abort_msg("simplification changed the value");
}

static void expect_twins_agree(twin t, int rounds) {
    int64_t symbols[SYMBOLS];
    ck_assert_int_eq(t.raw->type, t.simple->type);
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < SYMBOLS; i++)
            symbols[i] = corner((csl_type)(i / SYMBOLS_PER_TYPE));
        int64_t want = evaluate(t.raw, symbols), got = evaluate(t.simple, symbols);
        if (!same_value(t.raw->type, want, got))
            disagree(t);
    }
}

static void random_twins(csl_type t, int count, int depth, int rounds) {
    ctx = csl_ctx_new();
    for (int i = 0; i < count; i++) {
        random_state = (uint64_t)t << 32 | (uint32_t)i;
        expect_twins_agree(generate(t, depth), rounds);
    }
    csl_ctx_free(ctx);
}

START_TEST(random_expressions_keep_their_value) {
    csl_type t = (csl_type)_i;
    if (t != CSL_VOID)
        random_twins(t, 500, 4, 8);
}
END_TEST

/* Conditions over few symbols: here the rules of AND and OR meet each other all the time. */
static twin condition(int depth) {
    if (depth == 0) {
        twin x = apply1(CSL_OP_CAST, CSL_I64,
                        (twin){csl_leaf(ctx, CSL_OP_SYM, CSL_I32, below(2)),
                               csl_leaf(ctx, CSL_OP_SYM, CSL_I32, below(1))});
        x.raw = x.simple;
        csl_expr *c = csl_const(ctx, CSL_I64, below(4));
        twin k = {c, c};
        csl_expr *b = csl_leaf(ctx, CSL_OP_SYM, CSL_BOOL, 2 + below(3));
        if (below(2))
            return (twin){b, b};
        return below(2) ? apply2(CSL_OP_EQ + below(4), CSL_BOOL, x, k)
                        : apply2(CSL_OP_EQ + below(4), CSL_BOOL, k, x);
    }
    twin a = condition(depth - 1), b = condition(depth - 1);
    switch (below(5)) {
    case 0: return apply1(CSL_OP_NOT, CSL_BOOL, a);
    case 1:
    case 2: return apply2(CSL_OP_AND, CSL_BOOL, a, b);
    default: return apply2(CSL_OP_OR, CSL_BOOL, a, b);
    }
}

START_TEST(conditions_keep_their_value) {
    for (int i = 0; i < 2000; i++) {
        ctx = csl_ctx_new();
        random_state = (uint64_t)i;
        twin t = condition(1 + i % 6);
        int64_t symbols[5];
        for (int n = 0; n < 6 * 8; n++) {
            symbols[0] = symbols[1] = n / 8 - 1;
            for (int b = 0; b < 3; b++)
                symbols[2 + b] = n >> b & 1;
            if (evaluate(t.raw, symbols) != evaluate(t.simple, symbols))
                disagree(t);
        }
        ck_assert_ptr_eq(csl_not(ctx, csl_not(ctx, t.simple)), t.simple);
        ck_assert(csl_is_false(csl_and(ctx, t.simple, csl_not(ctx, t.simple))));
        ck_assert(csl_is_true(csl_or(ctx, t.simple, csl_not(ctx, t.simple))));
        csl_ctx_free(ctx);
    }
}
END_TEST

int main(void) {
    TCase *brute = tcase_create("brute force");
    tcase_add_loop_test(brute, random_expressions_keep_their_value, 0, CSL_TYPE_COUNT);
    tcase_add_test(brute, conditions_keep_their_value);
    Suite *suite = suite_create("simplify");
    suite_add_tcase(suite, brute);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
