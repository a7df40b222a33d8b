/* Whose memory an argument points to: of a function that no kernel calls it may be one thread's or
 * one warp's. */
#include "caveats.h"

typedef struct leaves {
    bool tid, bdim;
} leaves;

static csl_expr *note_leaf(void *user, csl_expr *leaf) {
    leaves *l = user;
    l->tid |= leaf->op == CSL_OP_TID;
    l->bdim |= leaf->op == CSL_OP_BDIM;
    return leaf;
}

/* Threads share the work on the object: they go over it in steps of as many as they are. */
static bool is_gone_over(csl_analysis *a, const csl_object *o) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        for (uint32_t t = 0; t < n->ntargets && n->stmt->kind == CSL_STMT_ACCESS; t++) {
            leaves l = {false, false};
            if (csl_object_of_root(a, n->targets[t].root) != o)
                continue;
            csl_map(a->ctx, csl_expand(a, n->targets[t].offset), note_leaf, &l);
            if (l.tid && l.bdim)
                return true;
        }
    }
    return false;
}

/* It is the block's if threads index it by who they are and a barrier of the block stands there. */
bool csl_may_be_of_thread(csl_analysis *a, const csl_pair_query *q, const csl_object *o) {
    leaves l = {false, false};
    if (!a->kernel->helper || (o && o->kind != CSL_OBJ_GLOBAL))
        return false;
    for (int s = 0; s < 2; s++)
        csl_map(a->ctx, csl_expand(a, q->side[s].node->address), note_leaf, &l);
    return (!l.tid || !csl_has_block_barrier(a)) && !(o && is_gone_over(a, o));
}

/* Shared memory is the block's if a barrier of the block stands there. But where all warps do the
 * same, each has memory of its own, or one alone calls the function, whatever they wait for. */
bool csl_may_be_of_warp(const csl_analysis *a, const csl_query *q, const csl_object *o) {
    const bool argument = !o || o->param != UINT32_MAX;
    const bool alike = a->kernel->helper && a->warps_alike && q->pair == CSL_PAIR_DIFFERENT_WARPS;
    return argument && (alike || (o && o->kind == CSL_OBJ_SHARED && !csl_has_block_barrier(a)));
}
