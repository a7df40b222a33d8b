/* The ways in which threads may miss a barrier: arms it does not stand in, jumps past it, ways out
 * of the loops around it. */
#include "divergence.h"

/* Four warps that execute something together are told apart by what differs in the block. */
csl_scope csl_scope_of_part(const csl_sync *s) {
    return s->scope == CSL_SCOPE_WARP && s->tile > 32 ? CSL_SCOPE_BLOCK : s->scope;
}

csl_scope csl_scope_awaited(const csl_analysis *a, const csl_node *barrier) {
    const bool in_tile = a->tile && csl_tile_of(barrier) == a->tile;
    return in_tile ? CSL_SCOPE_TILE : csl_scope_of_part(barrier->stmt->sync);
}

static void add_way(csl_analysis *a, csl_ways *to, const csl_node *barrier, csl_way c) {
    if (csl_scope_of(a, c.deciding) >= csl_scope_awaited(a, barrier))
        return; /* nothing in it that threads could see differently */
    uint32_t at = to->n;
    CSL_PUSH(a->ctx, to, c);
    for (; at > 0 && to->v[at - 1].order > c.order; at--)
        to->v[at] = to->v[at - 1];
    to->v[at] = c;
}

static bool is_leaf(const csl_loop *l, const csl_node *jump) {
    for (uint32_t i = 0; i < l->leaves.n; i++)
        if (l->leaves.v[i] == jump)
            return true;
    return false;
}

/* A jump past the barrier; out of a loop around it, it ends that loop early. */
static csl_part part_of_jump(const csl_node *barrier, const csl_node *jump) {
    if (jump->stmt->kind == CSL_STMT_EXIT)
        return CSL_PART_EXIT;
    for (const csl_loop *l = barrier->loop; l; l = l->parent)
        if (is_leaf(l, jump))
            return CSL_PART_TRIPS;
    return CSL_PART_SKIP;
}

/* Who makes a pass of the loop, and does not leave it there, comes to the barrier in it. */
static bool is_in_every_pass(const csl_node *barrier, const csl_loop *l) {
    if (barrier->loop != l || (barrier->arms && csl_loop_inside(barrier->arms->node->loop, l)))
        return false;
    for (const csl_parting *p = barrier->jumps; p; p = p->before)
        if (csl_loop_inside(p->node->loop, l) && !is_leaf(l, p->node))
            return false;
    return true;
}

/* Threads that leave the loop miss the barrier in all later passes. If it is in every pass, the
 * first that they miss says it: that of this pass, where it comes after (which is asked as a jump),
 * or of the next one. Else it is any. */
static void add_leaves(csl_analysis *a, csl_ways *to, csl_node *n, const csl_loop *l) {
    const bool every = is_in_every_pass(n, l);
    for (uint32_t i = 0; i < l->leaves.n; i++) {
        csl_node *leaf = l->leaves.v[i];
        if (leaf->order < n->order && every)
            continue;
        csl_way c = {leaf,
                     leaf->reach,
                     csl_relative(a->ctx, leaf->reach, l->entry),
                     leaf->stmt->kind == CSL_STMT_EXIT ? CSL_PART_EXIT : CSL_PART_TRIPS,
                     l,
                     CSL_ROUND_NEXT,
                     leaf->order};
        add_way(a, to, n, c);
        c.round = CSL_ROUND_LATER;
        if (!every)
            add_way(a, to, n, c);
    }
}

csl_ways csl_ways_to_part(csl_analysis *a, csl_node *n) {
    csl_ways out = {0};
    for (const csl_parting *p = n->arms; p; p = p->before) {
        csl_expr *c = p->node->cond;
        csl_expr *away = p->arm ? csl_not(a->ctx, c) : c;
        add_way(a, &out, n,
                (csl_way){p->node, csl_and(a->ctx, p->node->reach, away), c, CSL_PART_ARM, NULL,
                          CSL_ROUND_SAME, p->node->order});
    }
    for (const csl_parting *p = n->jumps; p; p = p->before)
        add_way(a, &out, n,
                (csl_way){p->node, p->node->reach, csl_relative(a->ctx, p->node->reach, n->reach),
                          part_of_jump(n, p->node), NULL, CSL_ROUND_SAME, p->node->order});
    for (csl_loop *l = n->loop; l; l = l->parent)
        add_leaves(a, &out, n, l);
    return out;
}
