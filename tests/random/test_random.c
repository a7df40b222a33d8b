/* Random kernels: the analysis against the oracle.
 *
 *   CSL_RANDOM_KERNELS=N   how many (default: a number that takes a few seconds)
 *   CSL_RANDOM_SEED=S      of the first; kernel i has seed S + i
 *   CSL_RANDOM_LIST=1      a line per kernel
 *   CSL_RANDOM_PRINT=1     the text form of each kernel, before it is judged
 *   CSL_RANDOM_DUMP=1      what the analysis thinks of it (as --dump)
 *   CSL_RANDOM_IR=FILE     judge this text form instead, and say what is thought of it
 *
 * A kernel that is called proved although the oracle sees a race or a divergence fails the test,
 * and so does a finding of high confidence that the oracle never sees. The kernel is shrunk first
 * and printed. Undecided kernels and findings of less confidence are counted.
 */
#include "edit.h"
#include "generate.h"
#include "judge.h"
#include "shrink.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define KERNELS 150
#define TAMPERED 600
#define SHOWN 8 /* failures printed per run */

static uint64_t number_of(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 0) : otherwise;
}

static const char *const judged_names[] = {
    [CSL_JUDGED_RIGHT] = "right",
    [CSL_JUDGED_MISS] = "MISS",
    [CSL_JUDGED_UNDECIDED] = "undecided",
    [CSL_JUDGED_FALSE_ALARM] = "FALSE ALARM",
    [CSL_JUDGED_UNCONFIRMED] = "unconfirmed",
    [CSL_JUDGED_NO_EVIDENCE] = "no evidence",
};

typedef struct wanted {
    csl_judged judged;
    csl_tamper tamper;
} wanted;

static bool still(void *user, const csl_module *m) {
    const wanted *w = user;
    csl_ctx *ctx = csl_ctx_new();
    bool same = csl_judge(ctx, m, w->tamper).judged == w->judged;
    csl_ctx_free(ctx);
    return same;
}

static void print_judgement(FILE *out, const csl_judgement *j) {
    static const char *const outcome[] = {"nothing", "a race", "a divergence", "no evidence"};
    fprintf(out, "analysis: %s\noracle: %s", j->finding, outcome[j->result.outcome]);
    if (j->seen) {
        fprintf(out, ", lines %u and %u, threads %u and %u; block %u, fill %d, seed %llu",
                j->result.first->place->line, j->result.second->place->line, j->result.thread[0],
                j->result.thread[1], j->input.bid[0], j->input.fill,
                (unsigned long long)j->input.seed);
        fprintf(out, ", parameters");
        for (uint32_t i = 0; i < 4; i++)
            fprintf(out, " %lld", (long long)j->input.params[i]);
    }
    fputc('\n', out);
}

static void report(csl_ctx *ctx, csl_module *m, uint64_t seed, csl_judged judged) {
    wanted w = {judged, NULL};
    csl_shrink(ctx, m, still, &w);
    csl_judgement j = csl_judge(ctx, m, NULL);
    printf("\nseed %llu: %s\n", (unsigned long long)seed,
           judged == CSL_JUDGED_MISS ? "WRONG PROOF" : "FALSE ALARM");
    print_judgement(stdout, &j);
    csl_print_module(stdout, m);
    fflush(stdout); /* a long run may be stopped */
}

START_TEST(analysis_agrees_with_the_oracle) {
    uint64_t first = number_of("CSL_RANDOM_SEED", 1), n = number_of("CSL_RANDOM_KERNELS", KERNELS);
    uint64_t count[CSL_JUDGED_NO_EVIDENCE + 1] = {0}, lost = 0, seen = 0, wrong = 0;
    for (uint64_t i = 0; i < n; i++) {
        csl_ctx *ctx = csl_ctx_new();
        csl_module *m = csl_generate(ctx, first + i);
        const char *malformed = csl_verify_kernel(ctx, m, &m->kernels[0]);
        ck_assert_msg(!malformed, "seed %llu: %s", (unsigned long long)(first + i), malformed);
        if (getenv("CSL_RANDOM_PRINT"))
            csl_print_module(stdout, m), fflush(stdout);
        csl_judgement j = csl_judge(ctx, m, NULL);
        count[j.judged]++;
        seen += j.seen;
        lost += j.seen && j.judged == CSL_JUDGED_UNDECIDED;
        if (getenv("CSL_RANDOM_LIST"))
            printf("%llu %s%s: %s\n", (unsigned long long)(first + i), judged_names[j.judged],
                   j.seen ? ", seen" : "", j.finding);
        if (j.judged == CSL_JUDGED_MISS || j.judged == CSL_JUDGED_FALSE_ALARM) {
            if (wrong++ < SHOWN)
                report(ctx, m, first + i, j.judged);
        }
        csl_ctx_free(ctx);
    }
    printf("%llu random kernels from seed %llu: %llu right, %llu undecided (%llu of them wrong "
           "kernels), %llu wrong proofs, %llu false alarms, %llu unconfirmed, %llu without "
           "evidence; the oracle saw something in %llu\n",
           (unsigned long long)n, (unsigned long long)first,
           (unsigned long long)count[CSL_JUDGED_RIGHT],
           (unsigned long long)count[CSL_JUDGED_UNDECIDED], (unsigned long long)lost,
           (unsigned long long)count[CSL_JUDGED_MISS],
           (unsigned long long)count[CSL_JUDGED_FALSE_ALARM],
           (unsigned long long)count[CSL_JUDGED_UNCONFIRMED],
           (unsigned long long)count[CSL_JUDGED_NO_EVIDENCE], (unsigned long long)seen);
    ck_assert_uint_eq(count[CSL_JUDGED_MISS], 0);
    ck_assert_uint_eq(count[CSL_JUDGED_FALSE_ALARM], 0);
}
END_TEST

/* ---- would a broken analysis be noticed? ----------------------------------------------------- */

static bool writes_shared(const csl_stmt *s) {
    return s->kind == CSL_STMT_ACCESS && s->access->mode == CSL_MODE_WRITE;
}

/* As if the analysis lost every other write. */
static void lose_writes(csl_ctx *ctx, csl_kernel *k) {
    for (uint32_t i = 0;; i++) {
        csl_slots all = csl_find_slots(ctx, k);
        if (i >= all.n)
            return;
        if (writes_shared(*all.slot[i]))
            *all.slot[i] = (*all.slot[i])->next;
    }
}

/* As if the end of one pass never met the start of the next. */
static void forget_back_edges(csl_ctx *ctx, csl_kernel *k) {
    csl_slots all = csl_find_slots(ctx, k);
    for (uint32_t i = 0; i < all.n; i++) {
        csl_stmt *s = *all.slot[i];
        if (s->kind != CSL_STMT_LOOP)
            continue;
        csl_stmt *barrier = csl_stmt_new(ctx, CSL_STMT_SYNC, k->place);
        barrier->sync = CSL_NEW(ctx, csl_sync);
        *barrier->sync = (csl_sync){.kind = CSL_SYNC_BARRIER,
                                    .scope = CSL_SCOPE_BLOCK,
                                    .orders = true,
                                    .result = CSL_NO_VAR,
                                    .name = "sync"};
        barrier->next = s->block.body;
        s->block.body = barrier;
    }
}

/* As if no thread ever returned early. */
static void lose_exits(csl_ctx *ctx, csl_kernel *k) {
    for (uint32_t i = 0;; i++) {
        csl_slots all = csl_find_slots(ctx, k);
        if (i >= all.n)
            return;
        if ((*all.slot[i])->kind == CSL_STMT_EXIT)
            *all.slot[i] = (*all.slot[i])->next;
    }
}

START_TEST(broken_analysis_is_noticed) {
    static const csl_tamper tampers[] = {lose_writes, forget_back_edges, lose_exits};
    for (size_t t = 0; t < sizeof tampers / sizeof *tampers; t++) {
        uint32_t noticed = 0;
        for (uint64_t seed = 1; seed <= TAMPERED && !noticed; seed++) {
            csl_ctx *ctx = csl_ctx_new();
            csl_module *m = csl_generate(ctx, seed);
            noticed += csl_judge(ctx, m, tampers[t]).judged == CSL_JUDGED_MISS;
            csl_ctx_free(ctx);
        }
        ck_assert_msg(noticed > 0, "broken analysis %zu is not noticed", t);
    }
}
END_TEST

static int judge_file(const char *path) {
    char *text = NULL;
    size_t size = 0;
    FILE *in = fopen(path, "r");
    if (!in || getdelim(&text, &size, '\0', in) < 0) {
        perror(path);
        return 2;
    }
    fclose(in);
    csl_ctx *ctx = csl_ctx_new();
    const char *error = NULL;
    csl_module *m = csl_read_module(ctx, text, &error);
    if (m && !error)
        error = csl_verify_kernel(ctx, m, &m->kernels[0]);
    if (error) {
        fprintf(stderr, "%s: %s\n", path, error);
        return 2;
    }
    csl_judgement j = csl_judge(ctx, m, NULL);
    print_judgement(stdout, &j);
    free(text);
    csl_ctx_free(ctx);
    return j.judged == CSL_JUDGED_MISS || j.judged == CSL_JUDGED_FALSE_ALARM;
}

int main(void) {
    if (getenv("CSL_RANDOM_IR"))
        return judge_file(getenv("CSL_RANDOM_IR"));
    Suite *s = suite_create("random kernels");
    TCase *agree = tcase_create("oracle"), *broken = tcase_create("broken");
    tcase_set_timeout(agree, 0);
    tcase_set_timeout(broken, 0);
    tcase_add_test(agree, analysis_agrees_with_the_oracle);
    tcase_add_test(broken, broken_analysis_is_noticed);
    suite_add_tcase(s, agree);
    suite_add_tcase(s, broken);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_ENV);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
