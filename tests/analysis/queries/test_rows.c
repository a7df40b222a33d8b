/* Indices with parameters as the length of rows: what is proved because rows do not overlap,
 * compared with brute force for parameters so large that they do not. Random kernels;
 * CSL_RANDOM_SEED and CSL_RANDOM_KERNELS in the environment choose others. */
#include "../random_test.h"

enum { X = 4, Y = 3, PASSES = 3, KERNELS = 150 };
static const int64_t lengths[2] = {1009,
                                   2003}; /* of rows: more than any sum of small numbers below */

/* ---- terms ---------------------------------------------------------------------------------- */

static csl_expr *constant(int64_t v) {
    return csl_const(ctx, CSL_I32, v);
}

/* threadIdx.x, threadIdx.y, the pass of the loop, small numbers, and now and then a parameter */
static csl_expr *leaf(void) {
    switch (below(8)) {
    case 0:
    case 1: return csl_cast(ctx, CSL_I32, csl_leaf(ctx, CSL_OP_TID, CSL_U32, 0));
    case 2:
    case 3: return csl_cast(ctx, CSL_I32, csl_leaf(ctx, CSL_OP_TID, CSL_U32, 1));
    case 4: return csl_leaf(ctx, CSL_OP_VAR, CSL_I32, 0);
    case 5: return csl_leaf(ctx, CSL_OP_PARAM, CSL_I32, below(2));
    default: return constant(below(4));
    }
}

static csl_expr *row_length(void) {
    return csl_leaf(ctx, CSL_OP_PARAM, CSL_I32, below(2));
}

static csl_expr *term(unsigned depth) {
    if (!depth)
        return leaf();
    switch (below(4)) {
    case 0: return csl_binary(ctx, CSL_OP_MUL, term(depth - 1), constant(1 + below(3)));
    case 1: return csl_binary(ctx, CSL_OP_MUL, term(depth - 1), row_length());
    default: return csl_binary(ctx, CSL_OP_ADD, term(depth - 1), term(depth - 1));
    }
}

static int64_t value_of(const csl_expr *e, const int64_t tid[2], int64_t pass) {
    switch (e->op) {
    case CSL_OP_CONST: return e->value;
    case CSL_OP_TID: return tid[e->index];
    case CSL_OP_VAR: return pass;
    case CSL_OP_PARAM: return lengths[e->index];
    case CSL_OP_CAST: return value_of(e->kids[0], tid, pass);
    case CSL_OP_ADD: return value_of(e->kids[0], tid, pass) + value_of(e->kids[1], tid, pass);
    case CSL_OP_SUB: return value_of(e->kids[0], tid, pass) - value_of(e->kids[1], tid, pass);
    case CSL_OP_MUL: return value_of(e->kids[0], tid, pass) * value_of(e->kids[1], tid, pass);
    case CSL_OP_SHL: return value_of(e->kids[0], tid, pass) << value_of(e->kids[1], tid, pass);
    case CSL_OP_NEG: return -value_of(e->kids[0], tid, pass);
    default: ck_abort_msg("an operator the oracle does not know"); return 0;
    }
}

/* Two different threads write one element, in any passes. */
static bool collide(const csl_expr *index) {
    int64_t seen[X * Y * PASSES];
    for (int t = 0; t < X * Y; t++)
        for (int k = 0; k < PASSES; k++) {
            int64_t tid[2] = {t % X, t / X};
            seen[t * PASSES + k] = value_of(index, tid, k);
        }
    for (int i = 0; i < X * Y * PASSES; i++)
        for (int j = 0; j < i; j++)
            if (i / PASSES != j / PASSES && seen[i] == seen[j])
                return true;
    return false;
}

/* ---- kernels -------------------------------------------------------------------------------- */

static const csl_facts *analyse(csl_decider *d, const csl_expr *index) {
    char *text = NULL, *kernel = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    csl_print_expr(out, index);
    fclose(out);
    out = open_memstream(&kernel, &size);
    fprintf(out,
            "(module (file 0 \"k.cu\") (kernel \"k\" " AT " (labels 1) (param 0 \"n\" i32)"
            " (param 1 \"m\" i32) (param 2 \"out\" ptr (object 0))"
            " (object 0 global \"out\" i32 4 (param 2)) (var 0 \"k\" i32)"
            " (launch (grid 1 1 1) (block %d %d 1) " AT ") (body (let 0 (const.i32 0))"
            " (block 0 (do (loop (do (if (le.i32 (const.i32 %d) (var.i32 0)) (from loop) " AT
            " (then (br 0 (from loop) " AT ")))"
            " (access write i32 4 (add.ptr (base.ptr 0) (mul.i64 (cast.i64 %s) (const.i64 4))) " AT
            ")"
            " (let 0 (add.i32 (var.i32 0) (const.i32 1))))))))))",
            X, Y, PASSES, text);
    fclose(out);
    free(text);
    return analyse_text(d, kernel);
}

START_TEST(what_is_proved_does_not_collide) {
    uint64_t n = number_from("CSL_RANDOM_KERNELS", KERNELS), by_rows = 0;
    state = number_from("CSL_RANDOM_SEED", 1);
    for (uint64_t i = 0; i < n; i++) {
        ctx = csl_ctx_new();
        csl_decider *d = csl_decider_new(csl_decide_defaults());
        const csl_expr *index = term(2 + below(3));
        const csl_facts *f = analyse(d, index);
        bool proved = !f->nraces && !f->nobstacles;
        if (proved && collide(index)) {
            csl_print_expr(stderr, index);
            ck_abort_msg("kernel %llu is proved, but two threads write one element",
                         (unsigned long long)i);
        }
        by_rows += proved && assumes_rows(f);
        csl_decider_free(d);
        csl_ctx_free(ctx);
    }
    ck_assert_uint_gt(by_rows, n / 50); /* the comparison means something */
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rows");
    TCase *t = tcase_create("random");
    tcase_add_test(t, what_is_proved_does_not_collide);
    suite_add_tcase(suite, t);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
