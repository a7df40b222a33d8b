/* The lanes that a mask, or a tile, of warp-level synchronisation names. */
#include "asker.h"

csl_expr *csl_names_lane(csl_builder *b, const csl_node *sync, int by, int whose) {
    csl_ctx *ctx = csl_builder_analysis(b)->ctx;
    csl_expr *linear = csl_linear_thread(ctx);
    uint32_t lanes = sync->stmt->sync->tile;
    if (lanes) {
        csl_expr *tile = csl_binary(ctx, CSL_OP_DIV, linear, csl_const(ctx, CSL_U32, lanes));
        return csl_binary(ctx, CSL_OP_EQ, csl_side(b, by, tile), csl_side(b, whose, tile));
    }
    csl_expr *lane = csl_binary(ctx, CSL_OP_REM, linear, csl_const(ctx, CSL_U32, 32));
    csl_expr *mask = csl_side(b, by, csl_cast(ctx, CSL_U32, sync->mask));
    csl_expr *moved = csl_binary(ctx, CSL_OP_SHR, mask, csl_side(b, whose, lane));
    return csl_truth(ctx, csl_binary(ctx, CSL_OP_BAND, moved, csl_const(ctx, CSL_U32, 1)));
}

/* Made of nothing but thread and block coordinates. */
static bool is_plain(const csl_expr *e) {
    switch (e->op) {
    case CSL_OP_CONST:
    case CSL_OP_TID:
    case CSL_OP_BID:
    case CSL_OP_BDIM:
    case CSL_OP_GDIM: return true;
    case CSL_OP_SYM:
    case CSL_OP_VAR:
    case CSL_OP_PARAM:
    case CSL_OP_BASE:
    case CSL_OP_PURE: return false;
    default: break;
    }
    for (unsigned i = 0; i < e->nkids; i++)
        if (!is_plain(e->kids[i]))
            return false;
    return true;
}

/* A mask that was computed from data (a ballot, the lanes that happen to be active) says who came,
 * not who has to; the forms without a mask, of before sm_70, have mask 0. */
bool csl_knows_lanes(csl_analysis *a, const csl_node *n) {
    if (!csl_is_of_lanes(n->stmt))
        return false;
    if (n->stmt->sync->tile)
        return true;
    csl_expr *mask = n->mask ? csl_expand(a, n->mask) : NULL;
    return mask && !csl_is_const(mask, 0) && is_plain(mask);
}
