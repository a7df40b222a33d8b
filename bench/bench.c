/* Times every file twice, in this order and in one run: the bare hermetic parse by libclang, which
 * reads the embedded declarations as text, for the architecture that the tool takes, and the whole
 * tool (the same child process with limits,
 * its own parses with the declarations precompiled, lowering, analysis, rules, result).
 * Times are processor time, so that other work on the machine matters little, and ratios are
 * printed, so that its speed does not matter either.
 *
 *   bench FILE|DIR...
 *   bench_passes FILE|DIR...    the same, slower, with what each pass took
 *
 * Each of the two runs three times; CSL_BENCH_REPEATS in the environment says how often instead.
 */
#include "../analyzer/cli/workers/analyze.h"
#include "../analyzer/cli/plan/plan.h"
#include "../analyzer/child/worker.h"
#include "../analyzer/frontend/frontend.h"
#include "passes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { SLOWEST = 10, MOST_PASSES = 3 };

typedef struct timing {
    const char *path;
    double bare, tool;        /* seconds */
    double spent[PASS_COUNT]; /* of the run that `tool` is the time of */
    const char *failure;
} timing;

typedef struct bench {
    int repeats; /* the least of so many runs counts: everything else is noise from the machine */
    const csl_options *o;
    const csl_input *inputs;
    uint32_t at; /* the file being timed */
    const char *failure;
    double spent[PASS_COUNT]; /* of the last job */
} bench;

static const char *parse_only(uint32_t index, void *user) {
    const bench *b = user;
    const csl_input *input = &b->inputs[b->at];
    const csl_parse_options options = {
        .arch = csl_first_arch(input, b->o),
        .args = (const char *const *)input->flags->args->pdata,
        .nargs = input->flags->args->len,
    };
    (void)index;
    csl_parse_only(input->path, &options);
    return "{}";
}

static const char *analyse(uint32_t index, void *user) {
    const bench *b = user;
    csl_ctx *ctx = csl_ctx_new();
    double spent[PASS_COUNT];
    (void)index;
    passes_start();
    csl_write_result(ctx, csl_analyse_file(ctx, &b->inputs[b->at], b->o));
    passes_read(spent);
    const char *document = "";
    for (int i = 0; i < PASS_COUNT; i++)
        document = csl_format(ctx, "%s%.9f ", document, spent[i]);
    return document;
}

static void done(uint32_t index, const csl_outcome *outcome, void *user) {
    bench *b = user;
    (void)index;
    if (outcome->failure)
        b->failure = g_strdup(outcome->failure); /* lives as long as the program */
    char *at = (char *)outcome->document;
    for (int i = 0; i < PASS_COUNT && at; i++)
        b->spent[i] = g_ascii_strtod(at, &at);
}

/* Processor time of the children so far, in seconds. */
static double children_time(void) {
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
}

/* Seconds of one child; what its passes took goes to spent[] unless that is NULL. */
static double time_job(bench *b, csl_job_fn *job, double *spent) {
    const csl_limits limits = {60, 60, 600, (uint64_t)4 << 30, 0};
    double best = 0;
    for (int i = 0; i < b->repeats; i++) {
        double start = children_time();
        csl_run_jobs(1, 1, &limits, &(csl_work){NULL, job, done, -1}, b);
        double seconds = children_time() - start;
        if (i > 0 && seconds >= best)
            continue;
        best = seconds;
        if (spent)
            memcpy(spent, b->spent, sizeof b->spent);
    }
    return best;
}

/* What no pass was charged with. */
static void add_rest(timing *t) {
    t->spent[PASS_REST] = t->tool;
    for (int i = 0; i < PASS_REST; i++)
        t->spent[PASS_REST] -= t->spent[i];
    if (t->spent[PASS_REST] < 0)
        t->spent[PASS_REST] = 0; /* the clocks differ a little */
}

static double ratio(const timing *t) {
    return t->tool / t->bare;
}

static int by_ratio(const void *x, const void *y) {
    double a = ratio(x), b = ratio(y);
    return a < b ? -1 : a > b;
}

/* Only bench_passes charges anything but the rest. */
static bool told_apart(const double spent[PASS_COUNT]) {
    return spent[PASS_PARSE] > 0;
}

static int slowest_first(const void *x, const void *y) {
    double a = ((const timing *)x)->tool, b = ((const timing *)y)->tool;
    return a > b ? -1 : a < b;
}

/* KiB of the largest child. */
static long peak_memory(void) {
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return used.ru_maxrss;
}

/* " search 61 %, rules 20 %": the passes that took most, but for the parse. */
static void print_passes(const double spent[PASS_COUNT]) {
    double all = 0;
    bool printed[PASS_COUNT] = {[PASS_PARSE] = true};
    for (int i = 0; i < PASS_COUNT; i++)
        all += spent[i];
    for (int n = 0; n < MOST_PASSES && all > 0; n++) {
        int most = PASS_PARSE;
        for (int i = 0; i < PASS_COUNT; i++)
            if (!printed[i] && (printed[most] || spent[i] > spent[most]))
                most = i;
        printed[most] = true;
        if (spent[most] / all >= 0.03)
            printf("%s %s %.0f %%", n ? "," : "", pass_names[most], 100 * spent[most] / all);
    }
}

static void print_table(timing *timings, uint32_t n) {
    double bare = 0, tool = 0, spent[PASS_COUNT] = {0};
    for (uint32_t i = 0; i < n; i++) {
        for (int k = 0; k < PASS_COUNT; k++)
            spent[k] += timings[i].spent[k];
        bare += timings[i].bare;
        tool += timings[i].tool;
    }
    qsort(timings, n, sizeof *timings, by_ratio);
    printf("%u files, bare parse %.2f s, tool %.2f s (%.2fx)\n", n, bare, tool, tool / bare);
    printf("ratio of one file: median %.2f, 95th percentile %.2f, worst %.2f (%s)\n",
           ratio(&timings[n / 2]), ratio(&timings[(uint64_t)n * 95 / 100]), ratio(&timings[n - 1]),
           timings[n - 1].path);
    if (told_apart(spent)) {
        printf("passes:");
        for (int k = 0; k < PASS_COUNT; k++)
            printf("%s %s %.2f s", k ? "," : "", pass_names[k], spent[k]);
        putchar('\n');
    }
    printf("peak memory of a worker: %ld MB\n", peak_memory() / 1024);
    qsort(timings, n, sizeof *timings, slowest_first);
    printf("slowest files:\n");
    for (uint32_t i = 0; i < n && i < SLOWEST; i++) {
        const timing *t = &timings[i];
        printf("%8.1f ms %8.1f ms bare %6.2fx  %s:", t->tool * 1e3, t->bare * 1e3, ratio(t),
               t->path);
        if (told_apart(t->spent))
            print_passes(t->spent);
        printf("%s%s\n", t->failure ? ": " : "", t->failure ? t->failure : "");
    }
}

int main(int argc, char **argv) {
    csl_options o;
    char *error = csl_parse_options_line(&o, argc, argv);
    if (error) {
        fprintf(stderr, "bench: %s\n", error);
        return 2;
    }
    csl_commands *commands = csl_commands_open(&o, &error);
    if (!commands) {
        fprintf(stderr, "bench: %s\n", error);
        return 2;
    }
    GArray *plan = csl_plan(&o, commands);
    csl_plan_set_flags(plan, commands);
    for (guint i = 0; i < plan->len; i++)
        g_array_index(plan, csl_input, i).options = &o;
    const char *repeats = g_getenv("CSL_BENCH_REPEATS");
    bench b = {
        .o = &o, .inputs = (const csl_input *)plan->data, .repeats = repeats ? atoi(repeats) : 3};
    timing *timings = g_new0(timing, plan->len + 1);
    csl_ctx *ctx = csl_ctx_new();
    uint32_t n = 0, failed = 0;
    for (b.at = 0; b.at < plan->len; b.at++) {
        if (b.inputs[b.at].error)
            continue;
        b.failure = NULL;
        timing t = {.path = b.inputs[b.at].path};
        csl_analyse_prepare(ctx, &b.inputs[b.at], &o);
        t.bare = time_job(&b, parse_only, NULL);
        t.tool = time_job(&b, analyse, t.spent);
        add_rest(&t);
        t.failure = b.failure;
        failed += b.failure != NULL;
        timings[n++] = t;
    }
    if (n > 0)
        print_table(timings, n);
    else
        fprintf(stderr, "bench: no file to time\n");
    if (failed)
        printf("%u files failed: their times mean nothing\n", failed);
    csl_ctx_free(ctx);
    g_free(timings);
    g_array_unref(plan);
    csl_commands_free(commands);
    return n == 0 ? 2 : failed != 0;
}
