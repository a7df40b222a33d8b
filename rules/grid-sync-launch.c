/* grid-sync-launch: a barrier of the grid in a kernel that an ordinary launch starts. */
#include "misuse.h"

void csl_rule_grid_sync_launch(const csl_facts *facts, csl_sink *sink);

void csl_rule_grid_sync_launch(const csl_facts *facts, csl_sink *sink) {
    for (uint32_t i = 0; i < facts->nmisuses; i++)
        if (facts->misuses[i].kind == CSL_MISUSE_LAUNCH)
            csl_report_misuse(facts, sink, "grid-sync-launch", "launch", &facts->misuses[i],
                              "a barrier of the grid, but the launch is not cooperative",
                              "needs all blocks to be there at once",
                              "launch the kernel with cudaLaunchCooperativeKernel()");
}
