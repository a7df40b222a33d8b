/* Checks of what blocks do to each other. All after csl_find_uniform(). */
#ifndef CSL_BLOCKS_H
#define CSL_BLOCKS_H

#include "../checks/checks.h"

/* What stands against a proof about the grid (grid.c). */
void csl_check_grid(csl_analysis *a);
/* Some threads do not reach a barrier of the grid or of the cluster, which is told: what it would
 * have kept apart is not (grid.c). */
bool csl_barriers_are_missed(const csl_analysis *a);
/* What is read before a kernel that may still write it has ended (early.c). */
void csl_find_early(csl_analysis *a);
/* Grid barriers in kernels that are launched without cooperation (grid_launch.c). */
void csl_find_launched(csl_analysis *a);
/* Stores that other blocks are told of before they can see them (unpublished.c). */
void csl_find_unpublished(csl_analysis *a);
/* ... or that they read before they have heard of it (unpublished.c). */
void csl_report_unheard(csl_analysis *a, const csl_unheard *heard, const csl_clash *c);
/* Two blocks that touch the same memory with nothing between; after csl_find_unpublished()
 * (grid_races.c). */
void csl_find_grid_races(csl_analysis *a);
/* What a kernel that is launched here cannot reach (out_of_reach.c). */
void csl_find_out_of_reach(csl_analysis *a);
/* Shared memory of other blocks of a cluster (cluster.c). */
void csl_check_cluster(csl_analysis *a);

#endif
