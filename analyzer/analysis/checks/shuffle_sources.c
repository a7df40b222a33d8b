/* The lane that a shuffle reads from has to be one that the mask names; and its width is a power of
 * two (CUDA Programming Guide, 5.4.6). A mask that names all lanes, or whole segments of the width,
 * names every lane that can be read from, if the block has it.
 *
 * Needs: csl_find_uniform().
 */
#include "checks.h"

/* The constant mask holds, with one lane, all lanes of its segment. */
static bool holds_segments(uint32_t mask, uint32_t width) {
    const uint32_t all = width == 32 ? UINT32_MAX : (1u << width) - 1;
    for (uint32_t first = 0; first < 32; first += width) {
        const uint32_t some = mask >> first & all;
        if (some && some != all)
            return false;
    }
    return true;
}

/* ffs(mask) - 1 and 31 - clz(mask): the first and the last lane that the mask names. */
static bool is_end_of_mask(csl_analysis *a, const csl_node *n) {
    const csl_expr *lane = csl_expand(a, n->lane), *mask = csl_expand(a, n->mask);
    while (lane->op == CSL_OP_CAST)
        lane = lane->kids[0];
    if (lane->nkids != 2 || (lane->op != CSL_OP_ADD && lane->op != CSL_OP_SUB))
        return false;
    for (unsigned i = 0; i < 2; i++) {
        const csl_expr *e = lane->kids[i], *other = lane->kids[1 - i];
        const bool first = e->op == CSL_OP_FFS && other->op == CSL_OP_CONST &&
                           (int32_t)other->value == (lane->op == CSL_OP_ADD ? -1 : 1) &&
                           (lane->op == CSL_OP_ADD || i == 0);
        const bool last =
            e->op == CSL_OP_CLZ && csl_is_const(other, 31) && lane->op == CSL_OP_SUB && i == 1;
        if (!first && !last)
            continue;
        const csl_expr *of = e->kids[0];
        while (of->op == CSL_OP_CAST)
            of = of->kids[0];
        while (mask->op == CSL_OP_CAST)
            mask = mask->kids[0];
        return of == mask;
    }
    return false;
}

/* The thread's number divided by the width, or what is left. */
static csl_expr *by_width(csl_ctx *ctx, csl_op op, csl_expr *number, uint32_t width) {
    return csl_binary(ctx, op, csl_cast(ctx, CSL_U32, number), csl_const(ctx, CSL_U32, width));
}

/* No lane that comes reads from one that its mask does not name: of the lanes of its segment from
 * that of the given number, if there is one. */
static bool names_source(csl_analysis *a, csl_node *n, const csl_node *maker) {
    csl_ctx *ctx = a->ctx;
    const uint32_t width = n->stmt->sync->width;
    csl_relation r = {.pair = CSL_PAIR_SAME_WARP, .share = CSL_SCOPE_WARP, .common = n->loop};
    csl_builder *b = csl_builder_new(a, &r);
    csl_expr *thread = csl_linear_thread(ctx);
    csl_expr *segment = by_width(ctx, CSL_OP_DIV, thread, width);
    csl_expr *source = csl_binary(ctx, CSL_OP_EQ, csl_side(b, 0, segment), csl_side(b, 1, segment));
    if (n->lane)
        source = csl_and(ctx, source,
                         csl_binary(ctx, CSL_OP_EQ,
                                    csl_side(b, 0, by_width(ctx, CSL_OP_REM, n->lane, width)),
                                    csl_side(b, 1, by_width(ctx, CSL_OP_REM, thread, width))));
    csl_expr *named = maker ? csl_made_to_name(b, maker, 0, 1) : csl_names_lane(b, n, 0, 1);
    csl_query q =
        csl_builder_query(b, csl_and(ctx, csl_side(b, 0, n->reach), source), csl_not(ctx, named));
    bool safe = csl_ask(a, &q, csl_use_of_proof(a, CSL_ABOUT(WARPS))).verdict == CSL_SAFE;
    csl_builder_done(b);
    return safe;
}

/* The lane that is read from is one number, and so is the mask: *named says whether it holds it. */
static bool is_plain(csl_analysis *a, const csl_node *n, bool *named) {
    const csl_expr *lane = n->lane ? csl_expand(a, n->lane) : NULL, *mask = csl_expand(a, n->mask);
    *named = false;
    if (!lane || lane->op != CSL_OP_CONST || mask->op != CSL_OP_CONST || !(uint32_t)mask->value ||
        n->stmt->sync->width != 32 || n->stmt->sync->ranked)
        return false;
    *named = (uint32_t)mask->value >> ((uint32_t)lane->value & 31) & 1;
    return true;
}

/* What stands against it that every source is named; NULL: nothing. */
static const char *against(csl_analysis *a, csl_node *n) {
    const csl_sync *s = n->stmt->sync;
    if (!s->width || (s->width & (s->width - 1)))
        return "the width is not known to be a power of two";
    if (s->ranked && (!n->lane || csl_is_const(csl_expand(a, n->lane), 0)))
        return NULL;
    if (s->ranked)
        return "the group may not have a lane of that rank";
    const csl_expr *mask = csl_expand(a, n->mask);
    if (mask->op == CSL_OP_CONST && holds_segments((uint32_t)mask->value, s->width))
        return NULL;
    const csl_node *maker = csl_maker_of_mask(a, n);
    if (s->width == 32 && n->lane && is_end_of_mask(a, n))
        return NULL;
    const bool exact = maker ? maker->stmt->sync->makes == CSL_MASK_BALLOT : csl_knows_lanes(a, n);
    return exact && mask->op != CSL_OP_CONST && names_source(a, n, maker)
               ? NULL
               : "it may read from a lane that its mask does not name";
}

/* Whether a thread comes that reads from a lane which the block does not have: the last segment of
 * a block need not be whole. Of the lane, if the shuffle does not name it, any of the segment. */
static csl_verdict leaves_block(csl_analysis *a, csl_node *n) {
    csl_ctx *ctx = a->ctx;
    const csl_relation one = {.pair = CSL_PAIR_ANY, .share = CSL_SCOPE_GRID};
    csl_expr *width = csl_const(ctx, CSL_U32, n->stmt->sync->width);
    csl_expr *last = csl_const(ctx, CSL_U32, n->stmt->sync->width - 1);
    if (n->lane)
        last = csl_binary(ctx, CSL_OP_REM, csl_cast(ctx, CSL_U32, n->lane), width);
    csl_expr *segment = csl_binary(ctx, CSL_OP_DIV, csl_linear_thread(ctx), width);
    csl_expr *source =
        csl_binary(ctx, CSL_OP_ADD, csl_binary(ctx, CSL_OP_MUL, segment, width), last);
    csl_expr *threads = csl_leaf(ctx, CSL_OP_BDIM, CSL_U32, 0);
    for (uint8_t d = 1; d < 3; d++)
        threads = csl_binary(ctx, CSL_OP_MUL, threads, csl_leaf(ctx, CSL_OP_BDIM, CSL_U32, d));
    csl_builder *b = csl_builder_new(a, &one);
    csl_expr *out = csl_binary(ctx, CSL_OP_LE, threads, source);
    csl_query q = csl_builder_query(b, csl_side(b, 0, csl_and(ctx, n->reach, out)), csl_true(ctx));
    const csl_verdict v = csl_ask(a, &q, csl_use_of_proof(a, CSL_ABOUT(WARPS))).verdict;
    csl_builder_done(b);
    return v;
}

/* That every lane is there is assumed of blocks that are not known, and must hold for those that
 * are. */
static void check_block(csl_analysis *a, csl_node *n) {
    if (leaves_block(a, n) == CSL_SAFE)
        return;
    if (a->shapes.n > 0)
        csl_obstruct(a, CSL_ABOUT(WARPS), n,
                     "it may read from a lane that the block does not have");
    else
        csl_assume_that(
            a, CSL_ASSUMED_BLOCK, NULL, n->stmt->place,
            csl_format(a->ctx, "the block has a multiple of %u threads", n->stmt->sync->width));
}

void csl_check_sources(csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        if (!csl_is_of_lanes(n->stmt) || n->stmt->sync->kind != CSL_SYNC_SHUFFLE || !n->mask)
            continue;
        bool named;
        if (is_plain(a, n, &named) && !named && csl_report_source(a, n))
            continue;
        const char *why = named ? NULL : against(a, n);
        if (why)
            csl_obstruct(a, CSL_ABOUT(WARPS), n, why);
        else if (!n->stmt->sync->ranked)
            check_block(a, n);
    }
}
