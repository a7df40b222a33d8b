#include "replay.h"

#include "build.h"
#include "device.h"
#include "sanitizer.h"
#include "watchdog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const tool_words[CSL_TOOLS] = {"racecheck", "synccheck"};

bool csl_replayed_rule(const char *rule) {
    return strcmp(rule, "shared-race") == 0 || strcmp(rule, "barrier-divergence") == 0 ||
           strcmp(rule, "barrier-divergent-loop") == 0;
}

/* Whether a name, mangled or extern "C", is that of a function called `plain`: a mangled one holds
 * "4scan" for `scan`. */
static bool is_called(const char *mangled, const char *plain) {
    char *mark = g_strdup_printf("%zu%s", strlen(plain), plain);
    bool found = false;
    for (const char *at = mangled; !found && (at = strstr(at, mark)); at++)
        found = at == mangled || !g_ascii_isdigit(at[-1]);
    g_free(mark);
    return found || strcmp(mangled, plain) == 0;
}

bool csl_launched(const char *log, const char *name, const unsigned block[3]) {
    char **lines = g_strsplit(log, "\n", -1);
    bool found = false;
    for (char **l = lines; *l && !found; l++) {
        char **parts = g_strsplit(*l, " ", -1);
        found = g_strv_length(parts) == 4 && is_called(parts[0], name);
        for (int d = 0; found && block && d < 3; d++)
            found = strtoul(parts[d + 1], NULL, 10) == block[d];
        g_strfreev(parts);
    }
    g_strfreev(lines);
    return found;
}

static bool names_kernel(const csl_hazards *h, const char *kernel) {
    for (guint i = 0; i < h->kernels->len; i++)
        if (strcmp(h->kernels->pdata[i], kernel) == 0)
            return true;
    return h->kernels->len == 0; /* a report without names: the program has to do */
}

/* What the runs and reports of the case as written say about a kernel. */
static const char *seen_as_written(const csl_record *r, const char *kernel) {
    for (int t = 0; t < CSL_TOOLS; t++)
        if (r->tools[t].hazards > 0 && names_kernel(&r->tools[t], kernel))
            return tool_words[t];
    unsigned saw = csl_record_saw(r);
    return saw & CSL_SAW_HANG    ? "hang"
           : saw & CSL_SAW_WRONG ? "wrong"
           : saw & CSL_SAW_ERROR ? "error"
                                 : "no";
}

/* Launches the kernel with the shape of the witness. The result of the program means nothing then:
 * only a hang, or a hazard in that kernel, confirms the finding. */
static const char *seen_reshaped(const csl_setup *setup, const csl_case *c,
                                 const csl_lint_finding *f, bool *healthy) {
    int tool = strcmp(f->rule, "shared-race") == 0 ? CSL_RACECHECK : CSL_SYNCCHECK;
    char *program = csl_program(setup, c, CSL_OPTIMISED), *file = g_path_get_basename(c->path);
    char *preload = g_strdup_printf("LD_PRELOAD=%s", setup->reshape);
    char *shape = g_strdup_printf("CSL_LAUNCH_BLOCK=%s=%u,%u,%u", f->kernel, f->block[0],
                                  f->block[1], f->block[2]);
    const char *const argv[] = {program, NULL};
    const char *const environment[] = {preload, shape, NULL};
    csl_watch_limits limits = {.deadline = setup->deadline, .grace = 1, .output = 4096};
    const char *seen = "no";
    csl_watched w;
    csl_watch(argv, environment, &limits, &w);
    g_free(w.output);
    if (w.ending == CSL_ENDING_DEADLINE || w.ending == CSL_ENDING_STUCK) {
        seen = "hang";
    } else {
        csl_record *scratch = csl_record_new();
        csl_hazards *h = &scratch->tools[tool];
        csl_sanitizer_run(setup, tool, program, environment, file, h);
        if (h->hazards > 0 && names_kernel(h, f->kernel))
            seen = tool_words[tool];
        csl_record_free(scratch);
    }
    if (w.ending != CSL_ENDING_EXIT || w.code == 2)
        *healthy = csl_device_healthy(setup);
    g_free(shape);
    g_free(preload);
    g_free(file);
    g_free(program);
    return seen;
}

bool csl_replay_witnesses(const csl_setup *setup, const csl_case *c, const csl_lint *lint,
                          const char *log, csl_record *record) {
    bool healthy = true;
    for (guint i = 0; i < lint->findings->len && healthy; i++) {
        const csl_lint_finding *f = lint->findings->pdata[i];
        if (!f->has_witness || !csl_replayed_rule(f->rule))
            continue;
        csl_replay *p = g_new0(csl_replay, 1);
        const char *launched = "no", *confirmed = "no";
        if (csl_launched(log, f->kernel, f->block)) {
            launched = "as written";
            confirmed = seen_as_written(record, f->kernel);
        } else if (csl_launched(log, f->kernel, NULL)) {
            launched = "reshaped";
            confirmed = seen_reshaped(setup, c, f, &healthy);
        }
        p->rule = g_strdup(f->rule);
        p->kernel = g_strdup(f->kernel);
        p->line = f->line;
        memcpy(p->block, f->block, sizeof p->block);
        p->launched = g_strdup(launched);
        p->confirmed = g_strdup(confirmed);
        g_ptr_array_add(record->replays, p);
    }
    return healthy;
}
