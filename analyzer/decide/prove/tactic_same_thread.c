/* same-thread: the equations among the conditions leave only one thread: `if (tid == 0)` on both
 * sides, `tid / 32 == 0 && tid % 32 == 0`. Threads of one warp, when different warps are asked
 * for, count as one. */
#include "tactics.h"

bool csl_tactic_same_thread(csl_prover *p) {
    csl_solve(p);
    return csl_contradictory(p);
}
