/* What several threads do together: block barriers and warp operations. */
#ifndef ORACLE_COLLECTIVE_H
#define ORACLE_COLLECTIVE_H

#include "runtime.h"

/* Lets go on the lanes whose warp operation is complete: each live lane of the mask is in it. */
bool oracle_release_warps(void);
/* Lets go on the threads of the block if all live ones wait at the block's barrier; reports those
 * that wait at different ones. */
bool oracle_release_block(void);

/* Called by the program (include/sync.h). */

/* Waits for the block; the results are those of __syncthreads_count, _and and _or. */
int oracle_block_barrier(int kind, int value);
/* Gives `value` to the lanes of the mask, gets theirs; lanes that took part are returned. */
unsigned oracle_exchange(unsigned mask, uint64_t value, uint64_t received[WARP]);
void oracle_syncwarp(unsigned mask);
/* Lanes that may be active together with the calling one. */
unsigned oracle_active_lanes(void);
unsigned oracle_lane(void);

#endif
