/* barrier-early-exit: some threads return before a barrier the others wait at. */
#include "common.h"
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
        const char *message = csl_format(facts->ctx, "some threads have returned before this %s",
                                         csl_sync_words(facts, d->barrier->sync));
        csl_report_divergence(facts, sink, "barrier-early-exit", d, message,
                              "let them live until the last barrier: test around the work "
                              "instead of returning",
                              consequence(d->barrier->sync));
    }
}
