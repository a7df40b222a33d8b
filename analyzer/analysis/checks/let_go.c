/* Lanes that end where others wait for their warp: a barrier of the warp waits for those that have
 * not exited (CUDA C++ Programming Guide, __syncwarp).
 */
#include "divergence.h"

/* No loop brings the lane back that goes off there. */
static bool comes_never_back(const csl_way *c, const csl_node *decision) {
    return c->part == CSL_PART_TRIPS ? decision->loop && !decision->loop->parent : !decision->loop;
}

/* Nothing the lane comes to makes it wait. */
static bool runs_to_end(const csl_analysis *a, const csl_node *barrier, const csl_way *c,
                        const csl_node *decision) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        const bool left = c->part == CSL_PART_TRIPS && csl_loop_inside(n->loop, decision->loop);
        if (n->stmt->kind == CSL_STMT_SYNC && n->order > barrier->order && !left &&
            !csl_stands_in(n, decision))
            return false;
    }
    return true;
}

bool csl_lane_is_let_go(const csl_analysis *a, const csl_node *barrier, const csl_way *c,
                        const csl_node *decision) {
    const csl_sync *s = barrier->stmt->sync;
    return s->scope == CSL_SCOPE_WARP && s->kind == CSL_SYNC_BARRIER && s->orders &&
           (!c->next_of || c->part == CSL_PART_TRIPS) && c->part != CSL_PART_EXIT &&
           comes_never_back(c, decision) && runs_to_end(a, barrier, c, decision) &&
           !csl_leaves_known_stores_due(a, barrier, decision);
}
