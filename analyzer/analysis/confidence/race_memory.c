/* Whose memory an argument points to: of a function that no kernel calls it may be one thread's or
 * one warp's. */
#include "caveats.h"

static csl_expr *tid_leaf(void *user, csl_expr *leaf) {
    *(bool *)user |= leaf->op == CSL_OP_TID;
    return leaf;
}

/* It is the block's if threads index it by who they are and a barrier of the block stands there. */
bool csl_may_be_of_thread(csl_analysis *a, const csl_pair_query *q, const csl_object *o) {
    bool by_thread = false;
    if (!a->kernel->helper || (o && o->kind != CSL_OBJ_GLOBAL))
        return false;
    for (int s = 0; s < 2; s++)
        csl_map(a->ctx, csl_expand(a, q->side[s].node->address), tid_leaf, &by_thread);
    return !by_thread || !csl_has_block_barrier(a);
}

/* Shared memory is the block's if a barrier of the block stands there. But where all warps do the
 * same, each has memory of its own, or one alone calls the function, whatever they wait for. */
bool csl_may_be_of_warp(const csl_analysis *a, const csl_query *q, const csl_object *o) {
    const bool argument = !o || o->param != UINT32_MAX;
    const bool alike = a->kernel->helper && a->warps_alike && q->pair == CSL_PAIR_DIFFERENT_WARPS;
    return argument && (alike || (o && o->kind == CSL_OBJ_SHARED && !csl_has_block_barrier(a)));
}
