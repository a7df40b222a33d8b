/* Times every file twice, in this order and in one run: the bare hermetic parse by libclang, and
 * the whole tool (the same child process with limits, parse, lowering, analysis, rules, result).
 * Prints the ratios, so that the speed of the machine does not matter.
 *
 *   bench FILE|DIR...
 */
#include "../analyzer/cli/analyze.h"
#include "../analyzer/cli/plan.h"
#include "../analyzer/cli/worker.h"
#include "../analyzer/frontend/frontend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The least of this many runs counts: everything else is noise from the machine. */
enum { REPEATS = 3, SLOWEST = 10 };

typedef struct timing {
    const char *path;
    double bare, tool; /* seconds */
    const char *failure;
} timing;

typedef struct bench {
    const csl_options *o;
    const csl_input *inputs;
    uint32_t at; /* the file being timed */
    const char *failure;
} bench;

static const char *parse_only(uint32_t index, void *user) {
    const bench *b = user;
    const csl_input *input = &b->inputs[b->at];
    const csl_parse_options options = {
        .arch = 800,
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
    (void)index;
    return csl_write_result(ctx, csl_analyse_file(ctx, &b->inputs[b->at], b->o));
}

static void done(uint32_t index, const csl_outcome *outcome, void *user) {
    bench *b = user;
    (void)index;
    if (outcome->failure)
        b->failure = g_strdup(outcome->failure); /* lives as long as the program */
}

/* Seconds of one child, from its start to its result. */
static double time_job(bench *b, csl_job_fn *job) {
    const csl_limits limits = {60, 60, 600, (uint64_t)4 << 30};
    double best = 0;
    for (int i = 0; i < REPEATS; i++) {
        gint64 start = g_get_monotonic_time();
        csl_run_jobs(1, 1, &limits, job, done, b);
        double seconds = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
        if (i == 0 || seconds < best)
            best = seconds;
    }
    return best;
}

static double ratio(const timing *t) {
    return t->tool / t->bare;
}

static int by_ratio(const void *x, const void *y) {
    double a = ratio(x), b = ratio(y);
    return a < b ? -1 : a > b;
}

static int slowest_first(const void *x, const void *y) {
    double a = ((const timing *)x)->tool, b = ((const timing *)y)->tool;
    return a > b ? -1 : a < b;
}

static void print_table(timing *timings, uint32_t n) {
    double bare = 0, tool = 0;
    for (uint32_t i = 0; i < n; i++) {
        bare += timings[i].bare;
        tool += timings[i].tool;
    }
    qsort(timings, n, sizeof *timings, by_ratio);
    printf("%u files, bare parse %.2f s, tool %.2f s (%.2fx)\n", n, bare, tool, tool / bare);
    printf("ratio of one file: median %.2f, 95th percentile %.2f, worst %.2f (%s)\n",
           ratio(&timings[n / 2]), ratio(&timings[(uint64_t)n * 95 / 100]), ratio(&timings[n - 1]),
           timings[n - 1].path);
    qsort(timings, n, sizeof *timings, slowest_first);
    printf("slowest files:\n");
    for (uint32_t i = 0; i < n && i < SLOWEST; i++)
        printf("%8.1f ms %8.1f ms bare %6.2fx  %s%s%s\n", timings[i].tool * 1e3,
               timings[i].bare * 1e3, ratio(&timings[i]), timings[i].path,
               timings[i].failure ? ": " : "", timings[i].failure ? timings[i].failure : "");
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
    bench b = {.o = &o, .inputs = (const csl_input *)plan->data};
    timing *timings = g_new0(timing, plan->len + 1);
    uint32_t n = 0, failed = 0;
    for (b.at = 0; b.at < plan->len; b.at++) {
        if (b.inputs[b.at].error)
            continue;
        b.failure = NULL;
        timing t = {.path = b.inputs[b.at].path};
        t.bare = time_job(&b, parse_only);
        t.tool = time_job(&b, analyse);
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
    g_free(timings);
    g_array_unref(plan);
    csl_commands_free(commands);
    return n == 0 ? 2 : failed != 0;
}
