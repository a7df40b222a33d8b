#include "schedule.h"

#include "build.h"
#include "observe.h"
#include "pool.h"

#include <stdio.h>
#include <string.h>

typedef struct work {
    const csl_setup *setup;
    const GPtrArray *cases; /* of csl_case * */
    const GPtrArray *plan;  /* of csl_lint *, or NULL */
    const char *tool;       /* the checker, or NULL: only used for cases that are not in the plan */
} work;

/* Seconds of the monotonic clock. */
static double now(void) {
    return (double)g_get_monotonic_time() / 1e6;
}

/* ---- building -------------------------------------------------------------------------------- */

static int build_job(unsigned index, void *user) {
    const work *w = user;
    return csl_build(w->setup, w->cases->pdata[index / CSL_VARIANTS], (int)(index % CSL_VARIANTS))
               ? CSL_JOB_DONE
               : CSL_JOB_FAILED;
}

bool csl_build_all(const csl_setup *setup, const GPtrArray *cases, unsigned jobs) {
    work w = {.setup = setup, .cases = cases};
    double started = now();
    csl_pool_result r = csl_pool(cases->len * CSL_VARIANTS, jobs, 0, build_job, &w);
    printf("built %u programs in %.0f s; %u failed\n", r.done, now() - started, r.failed);
    return r.failed == 0;
}

/* ---- which cases, and when ------------------------------------------------------------------- */

/* Cases that may keep the device busy to their deadline. */
static bool may_hang(const csl_case *c) {
    return c->bad && (g_str_has_prefix(c->rule, "barrier-") || (c->gpu && strstr(c->gpu, "hang")));
}

/* Whether some runs of a case hung and others ended by themselves. */
static bool hung_at_times(const csl_setup *setup, const csl_case *c) {
    csl_record *r = csl_record_read_fresh(c, setup->out);
    unsigned hung = 0, runs = 0;
    for (int v = 0; r && v < CSL_VARIANTS; v++) {
        hung += r->runs[v].hang;
        runs += r->runs[v].runs;
    }
    csl_record_free(r);
    return hung > 0 && hung < runs;
}

/* Whether the device is enough for the case; says so if not. */
static bool device_suffices(const csl_setup *setup, const csl_case *c) {
    unsigned arch = (unsigned)(g_ascii_strtod(setup->device.capability, NULL) * 10 + 0.5);
    if (c->gpus <= setup->gpus && c->arch <= arch)
        return true;
    printf("%s is left out: it needs ", c->name);
    if (c->gpus > setup->gpus)
        printf("%u GPUs\n", c->gpus);
    else
        printf("sm_%u\n", c->arch);
    return false;
}

/* The cases to observe: those that may hang, or the others. */
static GPtrArray *to_observe(const work *w, bool again, bool hanging) {
    GPtrArray *some = g_ptr_array_new();
    for (guint i = 0; i < w->cases->len; i++) {
        csl_case *c = w->cases->pdata[i];
        if (may_hang(c) != hanging || !device_suffices(w->setup, c))
            continue;
        csl_record *fresh = again ? NULL : csl_record_read_fresh(c, w->setup->out);
        if (!fresh)
            g_ptr_array_add(some, c);
        csl_record_free(fresh);
    }
    return some;
}

/* ---- observing ------------------------------------------------------------------------------- */

static int observe_job(unsigned index, void *user) {
    const work *w = user;
    const csl_case *c = w->cases->pdata[index];
    const csl_lint *lint = csl_plan_find(w->plan, c);
    if (!lint && w->tool)
        lint = csl_lint_run(w->tool, c);
    switch (csl_observe(w->setup, c, lint)) {
    case CSL_OBSERVED: return CSL_JOB_DONE;
    case CSL_DEVICE_UNHEALTHY: return CSL_JOB_STOP;
    case CSL_NOT_OBSERVED: break;
    }
    fprintf(stderr, "runtime_tests: %s was not observed\n", c->name);
    return CSL_JOB_FAILED;
}

/* Seconds from now to a deadline, positive; 0 if there is none. */
static double seconds_left(double deadline) {
    return deadline > 0 ? MAX(deadline - now(), 0.001) : 0;
}

/* Observes some cases, `workers` at once; then those that hung at times once more, alone, since a
 * device that many programs share can keep a slow one past its deadline. False if the device is not
 * healthy any more. */
static bool observe_some(const work *w, GPtrArray *some, unsigned workers, double deadline,
                         csl_pool_result *sum) {
    work part = {w->setup, some, w->plan, w->tool};
    csl_pool_result r = csl_pool(some->len, workers, seconds_left(deadline), observe_job, &part);
    sum->done += r.done;
    sum->failed += r.failed + r.stopped;
    sum->not_started += r.not_started;
    if (r.stopped > 0 || workers == 1)
        return r.stopped == 0;
    GPtrArray *doubtful = g_ptr_array_new();
    for (guint i = 0; i < some->len; i++)
        if (hung_at_times(w->setup, some->pdata[i]))
            g_ptr_array_add(doubtful, some->pdata[i]);
    csl_pool_result alone = {0};
    bool healthy = observe_some(w, doubtful, 1, deadline, &alone);
    g_ptr_array_free(doubtful, TRUE);
    return healthy;
}

bool csl_observe_all(const csl_setup *setup, const csl_schedule *schedule, const GPtrArray *cases,
                     const GPtrArray *plan, const char *tool) {
    work w = {setup, cases, plan, tool};
    csl_pool_result sum = {0};
    printf("%s, compute capability %s, driver %s, nvcc %s, compute-sanitizer %s\n",
           setup->device.name, setup->device.capability, setup->device.driver,
           setup->device.toolkit, setup->device.sanitizer);
    double started = now(), deadline = schedule->seconds > 0 ? started + schedule->seconds : 0;
    GPtrArray *quick = to_observe(&w, schedule->again, false);
    GPtrArray *slow = to_observe(&w, schedule->again, true);
    bool healthy = observe_some(&w, quick, schedule->jobs, deadline, &sum) &&
                   observe_some(&w, slow, schedule->hang_jobs, deadline, &sum);
    g_ptr_array_free(slow, TRUE);
    g_ptr_array_free(quick, TRUE);
    printf("observed %u cases in %.0f s; %u failed, %u left for another run\n", sum.done,
           now() - started, sum.failed, sum.not_started);
    if (!healthy)
        fputs("runtime_tests: stopped: the device does not answer any more\n", stderr);
    return sum.failed == 0 && sum.not_started == 0 && healthy;
}
