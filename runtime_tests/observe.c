#include "observe.h"

#include "build.h"
#include "counters.h"
#include "device.h"
#include "replay.h"
#include "sanitizer.h"
#include "watchdog.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A build that hung once or went wrong this often is not run again: it has shown what it does, and
 * starting a program takes most of the time. The other build has its own runs. */
enum { WRONG_ENOUGH = 2 };

/* A right program is to be right in every run, so luck has no part in it and few runs are enough.
 */
enum { RUNS_OF_GOOD_CASES = 2 };

/* The line with which a case says what went wrong, else the end of the run. The caller frees it. */
static char *error_message(const csl_watched *w) {
    const char *said = strstr(w->output, "ERROR ");
    if (said)
        return g_strndup(said, strcspn(said, "\n"));
    if (w->ending == CSL_ENDING_SIGNAL)
        return g_strdup_printf("signal %d", w->code);
    return g_strdup_printf("exit status %d", w->code);
}

/* Adds one run to *r. True if the device should be asked how it is. */
static bool count_run(csl_runs *r, const csl_watched *w) {
    r->runs++;
    if (w->ending == CSL_ENDING_DEADLINE || w->ending == CSL_ENDING_STUCK) {
        r->hang++;
        return true;
    }
    unsigned milliseconds = (unsigned)(w->seconds * 1000);
    r->milliseconds = MAX(r->milliseconds, milliseconds);
    if (w->ending == CSL_ENDING_EXIT && w->code == 0 && strstr(w->output, "OK")) {
        r->ok++;
    } else if (w->ending == CSL_ENDING_EXIT && w->code == 1 && strstr(w->output, "WRONG")) {
        r->wrong++;
    } else {
        r->error++;
        if (!r->message)
            r->message = error_message(w);
        return true;
    }
    return false;
}

/* Starts "$1 busy" in the background and becomes "$2". The watchdog ends what is left. */
static const char noise_script[] = "\"$1\" busy >/dev/null 2>&1 & exec \"$2\"";

/* Runs one build `repeats` times, or until it has shown that it is wrong. The first run logs its
 * launches into the file `log` if that is not NULL. False if the device is not healthy any more. */
static bool run_variant(const csl_setup *setup, const csl_case *c, int variant, unsigned repeats,
                        const char *log, csl_runs *r) {
    char *program = csl_program(setup, c, variant);
    char *health = g_build_filename(setup->build, "health", NULL);
    char *preload = g_strdup_printf("LD_PRELOAD=%s", setup->reshape);
    char *log_to = g_strdup_printf("CSL_LAUNCH_LOG=%s", log);
    const char *const alone[] = {program, NULL};
    const char *const noisy[] = {"/bin/sh", "-c", noise_script, "noise", health, program, NULL};
    const char *const logging[] = {preload, log_to, NULL};
    csl_watch_limits limits = {.deadline = setup->deadline, .grace = 1, .output = 1 << 16};
    bool healthy = true;
    r->flags = csl_build_flags(setup, c, variant);
    for (unsigned i = 0; i < repeats && r->hang == 0 && r->wrong < WRONG_ENOUGH && healthy; i++) {
        csl_watched w;
        bool with_noise = setup->noise && i % 2 == 1;
        csl_watch(with_noise ? noisy : alone, i == 0 && log ? logging : NULL, &limits, &w);
        r->noisy += with_noise;
        if (count_run(r, &w))
            healthy = w.ending != CSL_ENDING_STUCK && csl_device_healthy(setup);
        g_free(w.output);
    }
    g_free(log_to);
    g_free(preload);
    g_free(health);
    g_free(program);
    return healthy;
}

/* Runs both tools on the optimised build, or notes why not. */
static void run_sanitizers(const csl_setup *setup, const csl_case *c, csl_record *record) {
    char *program = csl_program(setup, c, CSL_OPTIMISED), *file = g_path_get_basename(c->path);
    bool hung = csl_record_saw(record) & CSL_SAW_HANG;
    for (int t = 0; t < CSL_TOOLS; t++) {
        if (hung)
            record->tools[t].state = g_strdup("skipped");
        else
            csl_sanitizer_run(setup, t, program, NULL, file, &record->tools[t]);
        csl_lines_to_text(c->source, record->tools[t].lines);
    }
    g_free(file);
    g_free(program);
}

/* Counts what the optimised build of a case about banks asks of shared memory. */
static void run_profiler(const csl_setup *setup, const csl_case *c, csl_record *record) {
    if (strcmp(c->rule, "bank-conflict") != 0)
        return;
    char *program = csl_program(setup, c, CSL_OPTIMISED);
    csl_counters_run(setup, program, record);
    g_free(program);
}

static bool hung_under_sanitizer(const csl_record *r) {
    for (int t = 0; t < CSL_TOOLS; t++)
        if (strcmp(r->tools[t].state, "hang") == 0)
            return true;
    return false;
}

/* One line on what was seen, for the user who watches. */
static void tell(const csl_record *r) {
    char *words = csl_saw_words(csl_record_saw(r), ", ");
    printf("%s: %s", r->name, words);
    for (int t = 0; t < CSL_TOOLS; t++)
        if (r->tools[t].message)
            printf("; %s", r->tools[t].message);
    putchar('\n');
    g_free(words);
}

static csl_record *begin_record(const csl_setup *setup, const csl_case *c, const csl_lint *lint) {
    csl_record *r = csl_record_new();
    GDateTime *now = g_date_time_new_now_utc();
    r->name = g_strdup(c->name);
    r->source = g_strdup(c->hash);
    r->date = g_date_time_format(now, "%Y-%m-%d");
    r->device.name = g_strdup(setup->device.name);
    r->device.capability = g_strdup(setup->device.capability);
    r->device.driver = g_strdup(setup->device.driver);
    r->device.toolkit = g_strdup(setup->device.toolkit);
    r->device.sanitizer = g_strdup(setup->device.sanitizer);
    r->deadline = setup->deadline;
    r->static_milliseconds = lint ? lint->milliseconds : 0;
    g_date_time_unref(now);
    return r;
}

static bool is_built(const csl_setup *setup, const csl_case *c) {
    bool built = true;
    for (int v = 0; v < CSL_VARIANTS; v++) {
        char *program = csl_program(setup, c, v);
        built = built && g_file_test(program, G_FILE_TEST_IS_EXECUTABLE);
        g_free(program);
    }
    return built;
}

csl_observed csl_observe(const csl_setup *setup, const csl_case *c, const csl_lint *lint) {
    if (!is_built(setup, c))
        return CSL_NOT_OBSERVED;
    const unsigned repeats[CSL_VARIANTS] = {
        c->bad ? setup->repeats : MIN(setup->repeats, RUNS_OF_GOOD_CASES), setup->debug_repeats};
    bool replays = lint && setup->reshape, healthy = true;
    csl_record *r = begin_record(setup, c, lint);
    char *log_path = g_strdup_printf("%s/%s.launches", setup->build, c->name), *log = NULL;
    g_unlink(log_path);
    for (int v = 0; v < CSL_VARIANTS && healthy; v++)
        healthy = run_variant(setup, c, v, repeats[v],
                              replays && v == CSL_OPTIMISED ? log_path : NULL, &r->runs[v]);
    if (healthy) {
        run_sanitizers(setup, c, r);
        run_profiler(setup, c, r);
        healthy = !hung_under_sanitizer(r) || csl_device_healthy(setup);
    }
    g_file_get_contents(log_path, &log, NULL, NULL);
    if (healthy && replays)
        healthy = csl_replay_witnesses(setup, c, lint, log ? log : "", r);
    char *path = csl_record_path(c, setup->out);
    bool written = healthy && csl_record_write(r, path);
    if (written)
        tell(r);
    g_free(path);
    g_free(log);
    g_free(log_path);
    csl_record_free(r);
    return !healthy ? CSL_DEVICE_UNHEALTHY : written ? CSL_OBSERVED : CSL_NOT_OBSERVED;
}
