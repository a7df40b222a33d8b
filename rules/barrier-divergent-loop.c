/* barrier-divergent-loop: the loop around the barrier ends earlier for some threads. */
#include "common.h"
#include "divergence.h"

void csl_rule_barrier_divergent_loop(const csl_facts *facts, csl_sink *sink);

void csl_rule_barrier_divergent_loop(const csl_facts *facts, csl_sink *sink) {
    for (uint32_t i = 0; i < facts->ndivergences; i++) {
        const csl_divergence *d = &facts->divergences[i];
        if (d->part != CSL_PART_TRIPS)
            continue;
        const char *message = csl_format(facts->ctx, "some threads leave the loop around this %s",
                                         csl_sync_words(facts, d->barrier->sync));
        csl_report_divergence(facts, sink, "barrier-divergent-loop", d, message,
                              "let all threads make the same number of passes, and test inside the "
                              "loop who has work",
                              NULL);
    }
}
