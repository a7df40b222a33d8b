/* Cluster sizes of launches. */
#ifndef CSL_LAUNCH_CLUSTERS_H
#define CSL_LAUNCH_CLUSTERS_H

#include "search.h"

#define CSL_MOST_CLUSTER_BLOCKS 16 /* in each direction */

/* Of a launch with a configuration; left as it is where the size is not known. */
void csl_read_launch_cluster(const csl_launch_site *site, csl_host_point point,
                             uint32_t cluster[3]);

#endif
