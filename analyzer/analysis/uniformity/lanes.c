/* Which threads get the same from what lanes do together? */
#include "parts.h"

typedef struct by_lane {
    csl_analysis *a;
    csl_loop *loop; /* around what the lanes do together */
    bool failed;
} by_lane;

/* Lanes of the same number in different warps see the same value of the term. */
static bool same_for_lane(by_lane *l, csl_expr *e) {
    csl_analysis *a = l->a;
    csl_ctx *ctx = a->ctx;
    csl_relation r = {
        .pair = CSL_PAIR_DIFFERENT_WARPS, .share = CSL_SCOPE_BLOCK, .common = l->loop};
    csl_builder *b = csl_builder_new(a, &r);
    csl_expr *lane =
        csl_binary(ctx, CSL_OP_REM, csl_linear_thread(ctx), csl_const(ctx, CSL_U32, 32));
    csl_builder_fact(b, csl_binary(ctx, CSL_OP_EQ, csl_side(b, 0, lane), csl_side(b, 1, lane)));
    csl_expr *differ =
        csl_not(ctx, csl_binary(ctx, CSL_OP_EQ, csl_side(b, 0, e), csl_side(b, 1, e)));
    csl_query q = csl_builder_query(b, differ, csl_true(ctx));
    bool same = csl_ask(a, &q, CSL_USE_PROOF).verdict == CSL_SAFE;
    csl_builder_done(b);
    return same;
}

/* What is in the term besides the lane is the same for the block, or loaded from where the lane
 * says. */
static csl_expr *leaf_for_lane(void *user, csl_expr *leaf) {
    by_lane *l = user;
    const csl_sym *s = leaf->op == CSL_OP_SYM ? csl_sym_of(l->a, leaf) : NULL;
    if (l->failed || leaf->op == CSL_OP_TID)
        l->failed = true;
    else if (s && s->uniform < CSL_SCOPE_BLOCK)
        l->failed = s->kind != CSL_SYM_LOAD || !s->node || s->loop != l->loop ||
                    s->node->ntargets != 1 || s->node->targets[0].root->op != CSL_OP_BASE ||
                    s->node->stmt->access->mode != CSL_MODE_READ ||
                    !same_for_lane(l, s->node->targets[0].offset) ||
                    csl_overwritten(l->a, s->node, NULL) != CSL_SAFE;
    return leaf;
}

static bool is_lane(void *user, csl_expr *part) {
    return csl_is_lane_number(user, part);
}

/* Lane for lane all warps have the same: each has loaded `s[lane]`, or `lane < n ? s[lane] : 0`. */
static bool same_in_warps(csl_analysis *a, csl_loop *loop, csl_expr *value) {
    by_lane l = {a, loop, false};
    value = csl_expand(a, value);
    for (csl_expr *lane; (lane = csl_find_part(a->ctx, value, is_lane, a));)
        value = csl_with_part(a->ctx, value, lane, csl_const(a->ctx, (csl_type)lane->type, 0));
    csl_map(a->ctx, value, leaf_for_lane, &l);
    return !l.failed;
}

/* Each warp as a whole gets something of what its lanes offer, and they offer the same. */
static bool warps_agree(csl_analysis *a, const csl_sym *s) {
    const csl_node *n = s->node;
    return n->offered && n->mask && n->mask->op == CSL_OP_CONST && (int32_t)n->mask->value == -1 &&
           csl_scope_of(a, n->reach) >= CSL_SCOPE_BLOCK && same_in_warps(a, s->loop, n->offered);
}

csl_scope csl_scope_of_warp(const csl_analysis *a) {
    const csl_shapes *shapes = &a->shapes;
    bool one = shapes->n > 0;
    for (uint32_t i = 0; i < shapes->n; i++)
        one &= shapes->shape[i][0] * shapes->shape[i][1] * shapes->shape[i][2] <= 32;
    return one || shapes->max_threads <= 32 ? CSL_SCOPE_BLOCK : CSL_SCOPE_WARP;
}

/* Lanes that do not exist give nothing. */
static csl_scope scope_of_whole_warps(const csl_analysis *a) {
    for (uint32_t i = 0; i < a->shapes.n; i++)
        if (a->shapes.shape[i][0] * a->shapes.shape[i][1] * a->shapes.shape[i][2] % 32)
            return CSL_SCOPE_THREAD;
    return csl_scope_of_warp(a);
}

csl_scope csl_scope_of_sum(csl_analysis *a, const csl_sym *s) {
    const bool looped = s->kind == CSL_SYM_EXIT;
    const csl_scope scope = scope_of_whole_warps(a);
    csl_expr *first = looped ? a->syms.v[s->inner]->init : s->init;
    csl_expr *reach = looped ? s->of->entry : s->node->reach;
    return scope == CSL_SCOPE_WARP && csl_scope_of(a, reach) >= CSL_SCOPE_BLOCK &&
                   same_in_warps(a, s->loop, first)
               ? CSL_SCOPE_BLOCK
               : scope;
}

/* As many lanes as are named by a constant that is moved to where the thread's tile is, `0xf <<
 * (lane / 4 * 4)`; 0: the mask is something else. */
static uint32_t lanes_moved(const csl_expr *mask) {
    while (mask->op == CSL_OP_CAST)
        mask = mask->kids[0];
    for (uint32_t lanes = 2; lanes < 32 && mask->op == CSL_OP_SHL; lanes *= 2)
        if (mask->kids[0]->op == CSL_OP_CONST && mask->kids[0]->value == ((int64_t)1 << lanes) - 1)
            return lanes;
    return 0;
}

/* The mask of each thread names the lanes of its tile, and no other. */
static uint32_t tile_of_mask(csl_analysis *a, const csl_node *n) {
    csl_expr *mask = n->mask && csl_knows_lanes(a, n) ? csl_expand(a, n->mask) : NULL;
    const uint32_t lanes = mask ? lanes_moved(mask) : 0;
    if (!lanes)
        return 0;
    csl_relation r = {.pair = CSL_PAIR_SAME_WARP, .share = CSL_SCOPE_WARP, .common = n->loop};
    csl_builder *b = csl_builder_new(a, &r);
    csl_expr *same =
        csl_binary(a->ctx, CSL_OP_EQ, csl_names_lane(b, n, 0, 1), csl_in_one_tile(b, lanes));
    csl_query q = csl_builder_query(b, csl_not(a->ctx, same), csl_true(a->ctx));
    const csl_verdict v = csl_ask(a, &q, CSL_USE_PROOF | CSL_USE_SOLVER).verdict;
    csl_builder_done(b);
    return v == CSL_SAFE ? lanes : 0;
}

void csl_find_tile(csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        if (n->stmt->kind != CSL_STMT_SYNC)
            continue;
        n->tile = n->stmt->sync->tile ? 0 : tile_of_mask(a, n);
        const uint32_t tile = csl_tile_of(n);
        if (tile > 1 && tile < 32 && (!a->tile || tile < a->tile))
            a->tile = tile;
    }
}

/* Lanes of a width, a power of two, hold whole tiles. */
static bool holds_tiles(const csl_analysis *a, uint32_t width) {
    return a->tile && width >= a->tile;
}

static csl_scope scope_of_vote(csl_analysis *a, const csl_sym *s) {
    const csl_sync *y = s->node->stmt->sync;
    csl_scope value = s->node->offered ? csl_scope_of(a, s->node->offered) : CSL_SCOPE_THREAD;
    if (y->selects && value >= CSL_SCOPE_BLOCK)
        return value;
    /* Lanes that vote with different masks vote apart. */
    if (s->node->tile)
        return holds_tiles(a, s->node->tile) ? CSL_SCOPE_TILE : CSL_SCOPE_THREAD;
    if (s->node->mask && csl_scope_of(a, s->node->mask) < CSL_SCOPE_WARP)
        return CSL_SCOPE_THREAD;
    if (s->declared == CSL_SCOPE_WARP && warps_agree(a, s))
        return CSL_SCOPE_BLOCK;
    /* All that the mask names offer the same: it is the mask that they get. */
    if (y->makes == CSL_MASK_MATCH && value >= CSL_SCOPE_WARP && s->node->mask &&
        s->node->mask->op == CSL_OP_CONST)
        return CSL_SCOPE_BLOCK;
    return s->declared == CSL_SCOPE_THREAD && holds_tiles(a, y->tile) ? CSL_SCOPE_TILE
                                                                      : s->declared;
}

static csl_scope scope_of_shuffle(csl_analysis *a, const csl_sym *s) {
    const csl_sync *y = s->node->stmt->sync;
    csl_scope value = s->node->offered ? csl_scope_of(a, s->node->offered) : CSL_SCOPE_THREAD;
    csl_scope lane =
        s->node->lane && !y->ranked ? csl_scope_of(a, s->node->lane) : CSL_SCOPE_THREAD;
    if (value >= CSL_SCOPE_WARP)
        return value; /* whichever lane it comes from */
    if (y->width == 32 && lane >= CSL_SCOPE_BLOCK && warps_agree(a, s))
        return CSL_SCOPE_BLOCK;
    if (y->width == 32 && lane >= CSL_SCOPE_WARP)
        return csl_scope_of_warp(a);
    bool of_tile = value == CSL_SCOPE_TILE && y->width && y->width <= a->tile;
    if (of_tile || (holds_tiles(a, y->width) && lane >= CSL_SCOPE_TILE))
        return CSL_SCOPE_TILE;
    return CSL_SCOPE_THREAD;
}

csl_scope csl_scope_of_sync(csl_analysis *a, const csl_sym *s) {
    if (s->of_all)
        return csl_scope_of_sum(a, s);
    switch (s->node->stmt->sync->kind) {
    case CSL_SYNC_VOTE: return scope_of_vote(a, s);
    case CSL_SYNC_SHUFFLE: return scope_of_shuffle(a, s);
    default: return s->declared;
    }
}
