/* Lanes of a warp: what they have in common, and those that a mask, or a tile, of warp-level
 * synchronisation names. */
#include "builder.h"
#include "../../limits/limits.h"

/* The lane is one of those whose bits are set: in terms of where runs of set bits begin and end,
 * which is easier to reason with than a shift. */
static csl_expr *is_in_runs(csl_ctx *ctx, csl_expr *lane, uint32_t mask) {
    csl_expr *any = csl_false(ctx);
    for (uint32_t first = 0; first < 32; first++) {
        uint32_t end = first;
        while (end < 32 && mask >> end & 1)
            end++;
        if (end == first)
            continue;
        csl_expr *run = csl_true(ctx);
        if (first > 0)
            run = csl_binary(ctx, CSL_OP_LE, csl_const(ctx, CSL_U32, first), lane);
        if (end < 32)
            run = csl_and(ctx, run, csl_binary(ctx, CSL_OP_LT, lane, csl_const(ctx, CSL_U32, end)));
        any = csl_or(ctx, any, run);
        first = end;
    }
    return any;
}

/* ---- what lanes of a warp have in common ------------------------------------------------------- */

static const csl_expr *unconverted(const csl_expr *e) {
    while (e->op == CSL_OP_CAST && csl_type_integer((csl_type)e->type) &&
           csl_type_bytes((csl_type)e->type) >= 4)
        e = e->kids[0];
    return e;
}

/* The number of a thread in its row, in tiles of so many lanes, a power of two. */
typedef struct in_row {
    const csl_expr *x;
    int64_t lanes;
} in_row;

/* x, x % 64 or x & 63: equal but for the lane. The number of a thread has few bits. */
static bool is_in_row(const in_row *r, const csl_expr *e) {
    e = unconverted(e);
    const csl_expr *by = e->nkids == 2 && e->kids[1]->op == CSL_OP_CONST ? e->kids[1] : NULL;
    return e == r->x || (by && unconverted(e->kids[0]) == r->x &&
                         (e->op == CSL_OP_BAND ||
                          (e->op == CSL_OP_REM && by->value > 0 && by->value % r->lanes == 0)));
}

/* That divided by 32 or a multiple, or without the bits of the lane. */
static bool is_of_tile(void *row, csl_expr *e) {
    const in_row *r = row;
    if (e->nkids != 2 || e->kids[1]->op != CSL_OP_CONST || !is_in_row(r, e->kids[0]))
        return false;
    const int64_t by = e->kids[1]->value;
    switch (e->op) {
    case CSL_OP_DIV: return by > 0 && by % r->lanes == 0;
    case CSL_OP_SHR: return by >= 0 && by < 32 && r->lanes >> by <= 1;
    case CSL_OP_BAND: return by % r->lanes == 0;
    default: return false;
    }
}

csl_expr *csl_as_in_tile(csl_builder *b, uint32_t lanes, csl_expr *e) {
    csl_ctx *ctx = b->a->ctx;
    const csl_shapes *shapes = &b->a->shapes;
    const int64_t length = csl_size_along(shapes, 0);
    const bool one_row = csl_size_along(shapes, 1) == 1 && csl_size_along(shapes, 2) == 1;
    if (!one_row && !(length > 0 && length % lanes == 0))
        return e;
    csl_expr *one = csl_leaf(ctx, CSL_OP_SYM, CSL_U32, CSL_DV_TID1),
             *two = csl_leaf(ctx, CSL_OP_SYM, CSL_U32, CSL_DV_TID2);
    in_row r = {two, lanes};
    for (csl_expr *part; e->syms & two->syms && (part = csl_find_part(ctx, e, is_of_tile, &r));)
        e = csl_with_part(ctx, e, part, csl_with_part(ctx, part, two, one));
    return e;
}

csl_expr *csl_as_in_warp(csl_builder *b, csl_expr *e) {
    const bool in_warp = b->r.pair == CSL_PAIR_SAME_WARP && b->r.share != CSL_SCOPE_THREAD;
    return in_warp ? csl_as_in_tile(b, 32, e) : e;
}

/* ---- masks ------------------------------------------------------------------------------------- */

const csl_node *csl_maker_of_mask(csl_analysis *a, const csl_node *n) {
    const csl_expr *mask = n->mask ? csl_expand(a, n->mask) : NULL;
    while (mask && mask->op == CSL_OP_CAST && csl_type_bytes((csl_type)mask->type) >= 4)
        mask = mask->kids[0];
    if (!mask || mask->op != CSL_OP_SYM)
        return NULL;
    const csl_node *d = csl_sym_of(a, mask)->node;
    return d && d->stmt->kind == CSL_STMT_SYNC && d->stmt->sync->makes ? d : NULL;
}

csl_expr *csl_made_to_name(csl_builder *b, const csl_node *maker, int by, int whose) {
    csl_ctx *ctx = csl_builder_analysis(b)->ctx;
    csl_expr *named = csl_side(b, whose, maker->reach);
    if (!maker->offered)
        return named;
    if (maker->stmt->sync->makes == CSL_MASK_BALLOT)
        named = csl_and(ctx, named, csl_truth(ctx, csl_side(b, whose, maker->offered)));
    if (maker->stmt->sync->makes == CSL_MASK_MATCH)
        named = csl_and(ctx, named,
                        csl_binary(ctx, CSL_OP_EQ, csl_side(b, by, maker->offered),
                                   csl_side(b, whose, maker->offered)));
    return named;
}

/* All lanes of the warp take part in the vote whose result the term is, in the same passes as the
 * synchronisation that names them; NULL: it is none. */
static const csl_node *full_vote(csl_analysis *a, const csl_node *sync, const csl_expr *mask) {
    const csl_node *d = mask->op == CSL_OP_SYM ? csl_sym_of(a, mask)->node : NULL;
    if (!d || d->stmt->kind != CSL_STMT_SYNC || !d->offered || d->loop != sync->loop || !d->mask)
        return NULL;
    const csl_mask makes = d->stmt->sync->makes;
    const csl_expr *all = csl_expand(a, d->mask);
    return (makes == CSL_MASK_BALLOT || makes == CSL_MASK_MATCH) &&
                   (csl_is_const(all, UINT32_MAX) || csl_is_const(all, -1))
               ? d
               : NULL;
}

static csl_expr *lane_of(csl_ctx *ctx) {
    return csl_binary(ctx, CSL_OP_REM, csl_linear_thread(ctx), csl_const(ctx, CSL_U32, 32));
}

/* The mask, which is made of votes, has the bit of lane `whose` set as lane `by` has it. */
static csl_expr *has_bit(csl_builder *b, const csl_node *sync, csl_expr *mask, int by, int whose) {
    csl_analysis *a = csl_builder_analysis(b);
    csl_ctx *ctx = a->ctx;
    csl_expr *const *kid = mask->kids;
    switch (mask->op) {
    case CSL_OP_CONST:
        return is_in_runs(ctx, csl_side(b, whose, lane_of(ctx)), (uint32_t)mask->value);
    case CSL_OP_SYM: return csl_made_to_name(b, full_vote(a, sync, mask), by, whose);
    case CSL_OP_BNOT: return csl_not(ctx, has_bit(b, sync, kid[0], by, whose));
    case CSL_OP_BAND:
        return csl_and(ctx, has_bit(b, sync, kid[0], by, whose),
                       has_bit(b, sync, kid[1], by, whose));
    case CSL_OP_ITE:
        return csl_ite(ctx, csl_side(b, by, kid[0]), has_bit(b, sync, kid[1], by, whose),
                       has_bit(b, sync, kid[2], by, whose));
    default: return has_bit(b, sync, kid[0], by, whose); /* a conversion */
    }
}

/* `left`: so many parts of the term are looked at. */
static bool is_made_of_votes(csl_analysis *a, const csl_node *sync, const csl_expr *mask,
                             unsigned *left) {
    unsigned first = 0;
    if (*left == 0)
        return false;
    --*left;
    switch (mask->op) {
    case CSL_OP_CONST: return true;
    case CSL_OP_SYM: return full_vote(a, sync, mask) != NULL;
    case CSL_OP_CAST:
        if (csl_type_bytes((csl_type)mask->type) < 4)
            return false;
        break;
    case CSL_OP_ITE: first = 1; break;
    case CSL_OP_BNOT:
    case CSL_OP_BAND: break;
    default: return false;
    }
    for (unsigned i = first; i < mask->nkids; i++)
        if (!is_made_of_votes(a, sync, mask->kids[i], left))
            return false;
    return true;
}

bool csl_knows_votes(csl_analysis *a, const csl_node *sync) {
    unsigned left = CSL_LIMIT(gate_term);
    return sync->mask && is_made_of_votes(a, sync, csl_expand(a, sync->mask), &left);
}

csl_expr *csl_names_lane(csl_builder *b, const csl_node *sync, int by, int whose) {
    csl_analysis *a = csl_builder_analysis(b);
    csl_ctx *ctx = a->ctx;
    uint32_t lanes = csl_tile_of(sync);
    if (lanes) {
        csl_expr *tile =
            csl_binary(ctx, CSL_OP_DIV, csl_linear_thread(ctx), csl_const(ctx, CSL_U32, lanes));
        return csl_binary(ctx, CSL_OP_EQ, csl_side(b, by, tile), csl_side(b, whose, tile));
    }
    if (csl_knows_votes(a, sync))
        return has_bit(b, sync, csl_expand(a, sync->mask), by, whose);
    csl_expr *mask = csl_side(b, by, csl_cast(ctx, CSL_U32, sync->mask));
    csl_expr *moved = csl_binary(ctx, CSL_OP_SHR, mask, csl_side(b, whose, lane_of(ctx)));
    return csl_truth(ctx, csl_binary(ctx, CSL_OP_BAND, moved, csl_const(ctx, CSL_U32, 1)));
}

/* Neither a constant nor a coordinate of thread or block, nor made of them. */
static bool is_data(void *user, csl_expr *e) {
    (void)user;
    return e->op == CSL_OP_SYM || e->op == CSL_OP_VAR || e->op == CSL_OP_PARAM ||
           e->op == CSL_OP_BASE || e->op == CSL_OP_PURE;
}

/* A mask that was computed from data (a ballot, the lanes that happen to be active) says who came,
 * not who has to; the forms without a mask, of before sm_70, have mask 0. */
bool csl_knows_lanes(csl_analysis *a, const csl_node *n) {
    if (!csl_is_of_lanes(n->stmt))
        return false;
    if (n->stmt->sync->tile)
        return true;
    csl_expr *mask = n->mask ? csl_expand(a, n->mask) : NULL;
    return mask && !csl_is_const(mask, 0) && !csl_find_part(a->ctx, mask, is_data, NULL);
}
