/* Accesses that differ by a constant or by a number of equal steps: what is proved of them,
 * compared with brute force. Random kernels; CSL_RANDOM_SEED and CSL_RANDOM_KERNELS in the
 * environment choose others. */
#include "../random_test.h"

enum { THREADS = 8, PASSES = 3, KERNELS = 300, ACCESSES = 3 };
static const int64_t lengths[] = {8, 9, 11, 16, 255}; /* values of the parameter: 8 or more */
enum { LENGTHS = sizeof lengths / sizeof *lengths };

/* ---- terms ---------------------------------------------------------------------------------- */

static csl_type type; /* of the indices of a kernel: I32 or U32 */

static csl_expr *constant(int64_t v) {
    return csl_const(ctx, type, csl_normalise(type, v));
}

static csl_expr *thread(void) {
    return csl_cast(ctx, type, csl_leaf(ctx, CSL_OP_TID, CSL_U32, 0));
}

/* The same for all threads. */
static csl_expr *step(void) {
    csl_op op = below(3) ? CSL_OP_PARAM : CSL_OP_BDIM;
    return csl_cast(ctx, type, csl_leaf(ctx, op, op == CSL_OP_PARAM ? CSL_I32 : CSL_U32, 0));
}

static csl_expr *pass(void) {
    return csl_cast(ctx, type, csl_leaf(ctx, CSL_OP_VAR, CSL_I32, 0));
}

static csl_expr *place(void) {
    csl_expr *t = thread();
    switch (below(7)) {
    case 0: return csl_binary(ctx, CSL_OP_MUL, t, constant(2 + below(2)));
    case 1: return csl_binary(ctx, CSL_OP_REM, t, constant(4));
    case 2: return csl_binary(ctx, CSL_OP_SUB, constant(THREADS - 1), t);
    case 3: return csl_binary(ctx, CSL_OP_ADD, t, csl_binary(ctx, CSL_OP_MUL, pass(), constant(8)));
    case 4: return csl_binary(ctx, CSL_OP_ADD, t, pass());
    default: return t;
    }
}

/* A place and a distance from it. */
static csl_expr *index_of(csl_expr *at) {
    csl_expr *count = constant(1 + below(2));
    switch (below(5)) {
    case 0: return csl_binary(ctx, CSL_OP_ADD, at, constant(below(20)));
    case 1: return csl_binary(ctx, CSL_OP_SUB, at, constant(below(10)));
    case 2:
    case 3: return csl_binary(ctx, CSL_OP_ADD, at, csl_binary(ctx, CSL_OP_MUL, step(), count));
    case 4: /* a constant behind the steps */
        return csl_binary(
            ctx, CSL_OP_ADD,
            csl_binary(ctx, CSL_OP_ADD, at, csl_binary(ctx, CSL_OP_MUL, step(), count)),
            constant(below(12)));
    default: return at;
    }
}

static int64_t value_of(const csl_expr *e, int64_t tid, int64_t k, int64_t n) {
    int64_t kid[2] = {0, 0};
    for (unsigned i = 0; i < e->nkids; i++)
        kid[i] = value_of(e->kids[i], tid, k, n);
    csl_type t = (csl_type)e->type;
    switch (e->op) {
    case CSL_OP_CONST: return e->value;
    case CSL_OP_TID: return tid;
    case CSL_OP_VAR: return k;
    case CSL_OP_PARAM: return n;
    case CSL_OP_BDIM: return THREADS;
    case CSL_OP_CAST: return csl_normalise(t, kid[0]);
    case CSL_OP_ADD: return csl_normalise(t, kid[0] + kid[1]);
    case CSL_OP_SUB: return csl_normalise(t, kid[0] - kid[1]);
    case CSL_OP_MUL: return csl_normalise(t, kid[0] * kid[1]);
    case CSL_OP_REM: return kid[0] % kid[1];
    case CSL_OP_BAND: return kid[0] & kid[1];
    case CSL_OP_SHL: return csl_normalise(t, kid[0] << kid[1]);
    case CSL_OP_NEG: return csl_normalise(t, -kid[0]);
    case CSL_OP_BNOT: return csl_normalise(t, ~kid[0]);
    default: ck_abort_msg("an operator the oracle does not know"); return 0;
    }
}

typedef struct access {
    const csl_expr *index;
    int64_t bytes; /* 4 or 8; an index stands for 4 */
} access;

/* Two different threads write one byte, in any passes. */
static bool collide(const access *list) {
    for (unsigned s = 0; s < LENGTHS; s++)
        for (int x = 0; x < THREADS * PASSES * ACCESSES; x++)
            for (int y = 0; y < x; y++) {
                const access *p = &list[x % ACCESSES], *q = &list[y % ACCESSES];
                int i = x / ACCESSES, j = y / ACCESSES;
                int64_t a = 4 * value_of(p->index, i / PASSES, i % PASSES, lengths[s]);
                int64_t b = 4 * value_of(q->index, j / PASSES, j % PASSES, lengths[s]);
                if (i / PASSES != j / PASSES && a - b < q->bytes && b - a < p->bytes)
                    return true;
            }
    return false;
}

/* ---- kernels -------------------------------------------------------------------------------- */

static const csl_facts *analyse(csl_decider *d, const access *list) {
    char *kernel = NULL;
    size_t size;
    FILE *out = open_memstream(&kernel, &size);
    fprintf(out,
            "(module (file 0 \"k.cu\") (kernel \"k\" " AT " (labels 1) (param 0 \"n\" i32)"
            " (param 1 \"out\" ptr (object 0)) (object 0 global \"out\" i32 4 (param 1))"
            " (var 0 \"k\" i32) (launch (grid 1 1 1) (block %d 1 1) " AT ")"
            " (body (if (lt.i32 (param.i32 0) (const.i32 8)) (from if) " AT
            " (then (exit (from return) " AT "))) (let 0 (const.i32 0))"
            " (block 0 (do (loop (do (if (le.i32 (const.i32 %d) (var.i32 0)) (from loop) " AT
            " (then (br 0 (from loop) " AT ")))",
            THREADS, PASSES);
    for (unsigned i = 0; i < ACCESSES; i++) {
        const char *word = list[i].bytes == 4 ? "i32" : "i64";
        fprintf(out, "(access write %s %d (add.ptr (base.ptr 0) (mul.i64 (cast.i64 ", word,
                (int)list[i].bytes);
        csl_print_expr(out, list[i].index);
        fprintf(out, ") (const.i64 4))) " AT ")");
    }
    fprintf(out, " (let 0 (add.i32 (var.i32 0) (const.i32 1))))))))))");
    fclose(out);
    return analyse_text(d, kernel);
}

START_TEST(what_is_proved_does_not_collide) {
    uint64_t n = number_from("CSL_RANDOM_KERNELS", KERNELS), proofs = 0;
    state = number_from("CSL_RANDOM_SEED", 1);
    for (uint64_t i = 0; i < n; i++) {
        ctx = csl_ctx_new();
        type = below(2) ? CSL_I32 : CSL_U32;
        csl_decider *d = csl_decider_new(csl_decide_defaults());
        access list[ACCESSES];
        csl_expr *at = place();
        for (unsigned k = 0; k < ACCESSES; k++) {
            csl_expr *from = below(3) ? at : place();
            list[k] = (access){index_of(from), below(5) ? 4 : 8};
        }
        const csl_facts *f = analyse(d, list);
        bool proved = !f->nraces && !f->nobstacles && !assumes_rows(f);
        if (proved && collide(list)) {
            for (unsigned k = 0; k < ACCESSES; k++) {
                csl_print_expr(stderr, list[k].index);
                fprintf(stderr, ": %d bytes\n", (int)list[k].bytes);
            }
            ck_abort_msg("kernel %llu is proved, but two threads write one byte",
                         (unsigned long long)i);
        }
        proofs += proved;
        csl_decider_free(d);
        csl_ctx_free(ctx);
    }
    ck_assert_uint_gt(proofs, n / 50); /* the comparison means something */
}
END_TEST

int main(void) {
    Suite *suite = suite_create("shift");
    TCase *t = tcase_create("random");
    tcase_add_test(t, what_is_proved_does_not_collide);
    suite_add_tcase(suite, t);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
