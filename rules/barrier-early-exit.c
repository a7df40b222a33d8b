/* barrier-early-exit: some threads return before a barrier the others wait at. */
#include "divergence.h"

void csl_rule_barrier_early_exit(const csl_facts *facts, csl_sink *sink);

/* __syncthreads() waits for threads that have not exited (from sm_70 on), the barrier of a cluster
 * as well; that of the grid counts blocks and waits for ever. */
static const char *consequence(const csl_sync *barrier) {
    if (barrier->object)
        return "this barrier object counts them and waits for ever";
    switch (barrier->scope) {
    case CSL_SCOPE_GRID: return "this barrier waits for them for ever";
    case CSL_SCOPE_CLUSTER:
        return "this barrier waits only for the others, and the shared memory of a block that has "
               "ended is gone";
    default: return "sm_70 and later wait only for the others, older GPUs may hang";
    }
}

void csl_rule_barrier_early_exit(const csl_facts *facts, csl_sink *sink) {
    for (uint32_t i = 0; i < facts->ndivergences; i++) {
        const csl_divergence *d = &facts->divergences[i];
        if (d->part != CSL_PART_EXIT)
            continue;
        const char *claim = csl_format(
            facts->ctx,
            "comes after some threads of the %s have returned: %s differs between "
            "them; %s",
            csl_barrier_scope(d), csl_condition_words(facts, d), consequence(d->barrier->sync));
        csl_report_divergence(facts, sink, "barrier-early-exit", d, claim,
                              "keep these threads alive until the last barrier and test around the "
                              "work instead of returning");
    }
}
