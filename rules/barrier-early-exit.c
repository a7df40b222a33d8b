/* barrier-early-exit: some threads return before a barrier the others wait at. */
#include "divergence.h"

void csl_rule_barrier_early_exit(const csl_facts *facts, csl_sink *sink);

/* __syncthreads() waits for threads that have not exited (from sm_70 on); barriers that count
 * their threads wait for ever. */
void csl_rule_barrier_early_exit(const csl_facts *facts, csl_sink *sink) {
    for (uint32_t i = 0; i < facts->ndivergences; i++) {
        const csl_divergence *d = &facts->divergences[i];
        if (d->part != CSL_PART_EXIT)
            continue;
        bool counted = d->barrier->sync->scope > CSL_SCOPE_BLOCK;
        const char *claim = csl_format(
            facts->ctx, "comes after some threads of the %s have returned: %s differs between "
            "them; %s", csl_barrier_scope(d), csl_condition_words(facts, d),
            counted ? "this barrier waits for them for ever"
                    : "sm_70 and later wait only for the others, older GPUs may hang");
        csl_report_divergence(facts, sink, "barrier-early-exit", d, claim,
                              "keep these threads alive until the last barrier and test around the "
                              "work instead of returning");
    }
}
