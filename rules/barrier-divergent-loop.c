/* barrier-divergent-loop: the loop around the barrier ends earlier for some threads. */
#include "divergence.h"

void csl_rule_barrier_divergent_loop(const csl_facts *facts, csl_sink *sink);

void csl_rule_barrier_divergent_loop(const csl_facts *facts, csl_sink *sink) {
    for (uint32_t i = 0; i < facts->ndivergences; i++) {
        const csl_divergence *d = &facts->divergences[i];
        if (d->part != CSL_PART_TRIPS)
            continue;
        const char *claim =
            csl_format(facts->ctx,
                       "stands in a loop that threads of the %s leave after different numbers of "
                       "passes: %s differs between them",
                       csl_barrier_scope(d), csl_condition_words(facts, d));
        csl_report_divergence(facts, sink, "barrier-divergent-loop", d, claim,
                              "let all threads make the same number of passes, and test inside the "
                              "loop which of them have work");
    }
}
