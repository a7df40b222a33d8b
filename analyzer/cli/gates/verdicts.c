#include "verdicts.h"

#include "../../report/source/glob.h"
#include "../output/messages.h"

static bool is_refused(const csl_options *o, const csl_kernel_result *k) {
    const bool good = k->verdict == CSL_PROVED || k->verdict == CSL_NOTHING_TO_CHECK;
    const bool named = o->require_proved && csl_glob_matches(o->require_proved, k->name);
    return (named && !good) || (o->fail_on_undecided && k->verdict == CSL_NOT_DECIDED);
}

bool csl_verdict_gates(const csl_options *o, csl_result *const *results, uint32_t n,
                       csl_sources *sources) {
    bool any = false, met = false;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < results[i]->nkernels; j++) {
            csl_kernel_result *k = &results[i]->kernels[j];
            met |= o->require_proved && csl_glob_matches(o->require_proved, k->name);
            k->fails = is_refused(o, k);
            if (!k->fails)
                continue;
            any = true;
            char *line = g_strdup_printf(
                "%s:%u:%u: %s is not proved: %s%s%s", csl_sources_path(sources, k->region.file),
                k->region.line, k->region.column, k->name, csl_kernel_verdict_name(k->verdict),
                k->why ? ": " : "", k->why ? k->why : "");
            csl_say(line);
            g_free(line);
        }
    if (o->require_proved && !met) { /* a kernel that was renamed must not open the gate */
        fprintf(stderr, "--require-proved: no kernel matches `%s`\n", o->require_proved);
        any = true;
    }
    return any;
}
