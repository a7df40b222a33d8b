/* warp-mask: a barrier, shuffle or vote of a warp names lanes that do not come, or is executed by a
 * lane it does not name. */
#include "common.h"
#include "divergence.h"
#include "misuse.h"

void csl_rule_warp_mask(const csl_facts *facts, csl_sink *sink);

void csl_rule_warp_mask(const csl_facts *facts, csl_sink *sink) {
    for (uint32_t i = 0; i < facts->nabsent_lanes; i++) {
        const csl_divergence *d = &facts->absent_lanes[i];
        const char *message = csl_format(facts->ctx, "this %s waits for lanes that do not come",
                                         csl_sync_words(facts, d->barrier->sync));
        csl_report_divergence(facts, sink, "warp-mask", d, message,
                              "let all lanes of the mask execute it, or name only those that do",
                              NULL);
    }
    for (uint32_t i = 0; i < facts->nmisuses; i++) {
        const csl_misuse *m = &facts->misuses[i];
        if (m->kind == CSL_MISUSE_SOURCE)
            csl_report_misuse(
                facts, sink, "warp-mask", "source", m,
                "this shuffle reads from a lane that its mask does not name",
                csl_format(facts->ctx, "%s executes it", csl_thread_name(facts, m->witness, 0)),
                "name the lane in the mask, or read from one that it names");
        if (m->kind != CSL_MISUSE_OUTSIDE)
            continue;
        csl_report_misuse(
            facts, sink, "warp-mask", "outside", m, "a lane comes here that the mask does not name",
            csl_format(facts->ctx, "%s executes it", csl_thread_name(facts, m->witness, 0)),
            "name every lane that executes it, or let only the named lanes execute it");
    }
}
