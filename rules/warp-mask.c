/* warp-mask: a barrier, shuffle or vote of a warp names lanes that do not come, or is executed by a
 * lane it does not name. */
#include "divergence.h"
#include "misuse.h"

void csl_rule_warp_mask(const csl_facts *facts, csl_sink *sink);

void csl_rule_warp_mask(const csl_facts *facts, csl_sink *sink) {
    for (uint32_t i = 0; i < facts->nabsent_lanes; i++) {
        const csl_divergence *d = &facts->absent_lanes[i];
        const char *claim = csl_format(facts->ctx,
                                       "waits for lanes that do not come: %s differs "
                                       "within the warp",
                                       csl_condition_words(facts, d));
        csl_report_divergence(facts, sink, "warp-mask", d, claim,
                              "let all lanes of the mask execute it, or name only those that do");
    }
    for (uint32_t i = 0; i < facts->nmisuses; i++) {
        const csl_misuse *m = &facts->misuses[i];
        if (m->kind != CSL_MISUSE_OUTSIDE)
            continue;
        const int64_t *t = m->witness->threads[0].thread;
        const char *claim = csl_format(
            facts->ctx, "is executed by thread (%lld,%lld,%lld), whose lane the mask does not name",
            (long long)t[0], (long long)t[1], (long long)t[2]);
        csl_report_misuse(
            facts, sink, "warp-mask", "outside", m, claim,
            "name every lane that executes it, or let only the named lanes execute it");
    }
}
