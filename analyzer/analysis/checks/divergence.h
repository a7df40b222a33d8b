/* The ways in which threads may miss a barrier: what divergence.c asks about (ways_to_part.c). */
#ifndef CSL_DIVERGENCE_H
#define CSL_DIVERGENCE_H

#include "checks.h"

/* A way to part: thread 0 (or 1, with `next_of`) reaches the barrier, the other goes off at `node`.
 */
typedef struct csl_way {
    csl_node *node;
    csl_expr *other;    /* condition of the thread that goes off */
    csl_expr *deciding; /* what decides it, without what both share */
    csl_part part;
    const csl_loop *next_of; /* the barrier is in a later pass of this loop, or NULL */
    csl_round round;         /* ... NEXT, LATER; or SAME */
    uint32_t order;
} csl_way;
typedef CSL_VEC(csl_way) csl_ways;

/* The threads that the operation brings together. */
csl_scope csl_scope_of_part(const csl_sync *s);
/* The same, but for the lanes of a tile, whose barriers wait for no others of the warp. */
csl_scope csl_scope_awaited(const csl_analysis *a, const csl_node *barrier);
/* The memory that both threads load from one address and whose value alone decides which way they
 * go: another thread changes it between. NULL: something else has a part in it (blame.c). */
const csl_object *csl_blamed(csl_analysis *a, csl_builder *b, const csl_query *q,
                             csl_expr *const deciding[2], csl_scope scope);
/* A barrier of the warp does not wait for the lane: it comes to the end of the kernel without
 * waiting, and leaves nothing undone that others read (let_go.c). */
bool csl_lane_is_let_go(const csl_analysis *a, const csl_node *barrier, const csl_way *c,
                        const csl_node *decision);
/* All ways for the barrier, in the order in which they are executed. */
csl_ways csl_ways_to_part(csl_analysis *a, csl_node *barrier);

/* The thread of that side, of another warp than the other, comes to a copy of the instruction of a
 * warp group at the node, for the same (warp_groups.c). */
csl_expr *csl_comes_to_copy(csl_analysis *a, csl_builder *b, const csl_node *n, int goes);

#endif
