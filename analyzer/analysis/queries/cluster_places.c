/* Blocks of one cluster: whose shared memory an address is in, and where there (CSL_CLUSTER_SHIFT).
 */
#include "asker.h"
#include "../../limits/limits.h"

/* The place of a block (CSL_CLUSTER_SHIFT) is among what is added up. */
static bool adds_place(const csl_expr *e) {
    const int64_t first = INT64_C(1) << CSL_CLUSTER_SHIFT;
    switch (e->op) {
    case CSL_OP_CONST: return e->value >= first;
    case CSL_OP_SHL: return csl_is_const(e->kids[1], CSL_CLUSTER_SHIFT);
    case CSL_OP_MUL: return csl_is_const(e->kids[0], first) || csl_is_const(e->kids[1], first);
    case CSL_OP_CAST: return adds_place(e->kids[0]);
    case CSL_OP_ADD: return adds_place(e->kids[0]) || adds_place(e->kids[1]);
    case CSL_OP_SUB: return adds_place(e->kids[0]);
    default: return false;
    }
}

/* ... somewhere in the term, or it is too large to be looked through. */
static bool holds_place(const csl_expr *e, unsigned *left) {
    if (*left == 0)
        return true;
    --*left;
    bool any = adds_place(e);
    for (unsigned i = 0; i < e->nkids && !any; i++)
        any = holds_place(e->kids[i], left);
    return any;
}

csl_whose csl_whose_memory(csl_analysis *a, const csl_target *t) {
    const csl_object *o = a->kernel->maps_blocks ? csl_object_of_root(a, t->root) : NULL;
    if (!o || (o->kind != CSL_OBJ_SHARED && o->kind != CSL_OBJ_DYNAMIC))
        return CSL_OWN_BLOCK;
    csl_expr *offset = csl_expand(a, t->offset);
    unsigned left = CSL_LIMIT(gate_term);
    if (adds_place(offset))
        return CSL_OTHER_BLOCK;
    return holds_place(offset, &left) ? CSL_ANY_BLOCK : CSL_OWN_BLOCK;
}

csl_expr *csl_offset_in_block(csl_analysis *a, csl_expr *offset, csl_expr **place) {
    const int64_t first = INT64_C(1) << CSL_CLUSTER_SHIFT;
    csl_ctx *ctx = a->ctx;
    if (!adds_place(offset))
        return offset;
    if (offset->op == CSL_OP_ADD) {
        csl_expr *one = csl_offset_in_block(a, offset->kids[0], place);
        return csl_binary(ctx, CSL_OP_ADD, one, csl_offset_in_block(a, offset->kids[1], place));
    }
    if (offset->op == CSL_OP_SUB)
        return csl_binary(ctx, CSL_OP_SUB, csl_offset_in_block(a, offset->kids[0], place),
                          offset->kids[1]);
    if (offset->op == CSL_OP_CAST)
        return csl_cast(ctx, (csl_type)offset->type,
                        csl_offset_in_block(a, offset->kids[0], place));
    const int64_t rest = offset->op == CSL_OP_CONST ? offset->value % first : 0;
    csl_expr *over =
        csl_binary(ctx, CSL_OP_SUB, csl_cast(ctx, CSL_I64, offset), csl_const(ctx, CSL_I64, rest));
    *place = *place ? csl_binary(ctx, CSL_OP_ADD, *place, over) : over;
    return csl_const(ctx, (csl_type)offset->type, rest);
}

csl_expr *csl_own_place(csl_analysis *a) {
    return csl_place_of_block(a->ctx, CSL_I64, csl_linear_block(a->ctx, a->kernel->cluster));
}

/* Blocks of one cluster are neighbours, and there are 16 of them at most (CUDA programming guide,
 * cudaFuncAttributeNonPortableClusterSizeAllowed). */
static csl_expr *is_near(csl_ctx *ctx, csl_expr *one, csl_expr *other) {
    csl_expr *most = csl_const(ctx, CSL_I64, CSL_CLUSTER_BLOCKS);
    csl_expr *least = csl_const(ctx, CSL_I64, -CSL_CLUSTER_BLOCKS);
    csl_expr *apart =
        csl_binary(ctx, CSL_OP_SUB, csl_cast(ctx, CSL_I64, one), csl_cast(ctx, CSL_I64, other));
    return csl_and(ctx, csl_binary(ctx, CSL_OP_LT, apart, most),
                   csl_binary(ctx, CSL_OP_LT, least, apart));
}

csl_expr *csl_in_one_cluster(csl_analysis *a, csl_builder *b, const uint32_t size[3]) {
    csl_ctx *ctx = a->ctx;
    csl_expr *all = csl_true(ctx);
    for (uint32_t d = 0; d < 3; d++) {
        csl_expr *bid = csl_leaf(ctx, CSL_OP_BID, CSL_U32, d);
        csl_expr *cluster =
            size[d] ? csl_binary(ctx, CSL_OP_DIV, bid, csl_const(ctx, CSL_U32, size[d])) : bid;
        csl_expr *one = csl_side(b, 0, cluster), *other = csl_side(b, 1, cluster);
        all = csl_and(ctx, all,
                      size[d] ? csl_binary(ctx, CSL_OP_EQ, one, other) : is_near(ctx, one, other));
    }
    return all;
}

void csl_assume_one_cluster(csl_analysis *a, csl_builder *b) {
    csl_builder_fact(b, csl_in_one_cluster(a, b, a->kernel->cluster));
}

/* It holds for every thread. */
static bool always(csl_analysis *a, csl_expr *condition) {
    csl_relation r = {.pair = CSL_PAIR_ANY, .share = CSL_SCOPE_BLOCK};
    csl_builder *b = csl_builder_new(a, &r);
    csl_query q =
        csl_builder_query(b, csl_side(b, 0, csl_not(a->ctx, condition)), csl_true(a->ctx));
    const bool holds = csl_ask(a, &q, CSL_USE_PROOF).verdict == CSL_SAFE;
    csl_builder_done(b);
    return holds;
}

static bool is_own(csl_analysis *a, csl_expr *place) {
    csl_expr *own = csl_expand(a, csl_own_place(a));
    return place == own || always(a, csl_binary(a->ctx, CSL_OP_EQ, place, own));
}

bool csl_asks_for_clusters(const csl_kernel *k) {
    bool any = k->cluster[0] || k->launch_unknown || !k->nlaunches;
    for (uint32_t i = 0; i < k->nlaunches; i++)
        any |= k->launches[i].configured;
    return any;
}

/* No launch asks for clusters, nor does the kernel: each has one block. */
static bool is_alone(csl_analysis *a) {
    const bool any = csl_asks_for_clusters(a->kernel);
    if (!any)
        csl_assume_that(a, CSL_ASSUMED_GRID, NULL, NULL,
                        "clusters have 1 block, as no launch asks for more");
    return !any;
}

static csl_expr *first_rank(void *user, csl_expr *leaf) {
    const bool unknown = leaf->op == CSL_OP_SYM || leaf->op == CSL_OP_PARAM;
    return unknown ? csl_const(user, (csl_type)leaf->type, 0) : leaf;
}

/* In a cluster of one block the place is the own one: for an unknown rank, which can be 0 only, and
 * not for what adds to it or names another rank. */
static bool is_own_alone(csl_analysis *a, csl_expr *place) {
    const int64_t first = INT64_C(1) << CSL_CLUSTER_SHIFT;
    csl_expr *is_first =
        csl_binary(a->ctx, CSL_OP_EQ, place, csl_const(a->ctx, (csl_type)place->type, first));
    return csl_scope_of(a, place) >= CSL_SCOPE_BLOCK &&
           csl_is_const(csl_map(a->ctx, place, first_rank, a->ctx), first) &&
           !always(a, csl_not(a->ctx, is_first));
}

static void find_own(csl_analysis *a, csl_target *t, uint32_t n, bool alone) {
    for (uint32_t i = 0; i < n; i++) {
        csl_expr *place = NULL;
        if (csl_whose_memory(a, &t[i]) != CSL_OTHER_BLOCK)
            continue;
        csl_expr *inside = csl_offset_in_block(a, csl_expand(a, t[i].offset), &place);
        if (place && (alone ? is_own_alone(a, place) : is_own(a, place)))
            t[i].offset = inside;
    }
}

void csl_find_own_places(csl_analysis *a) {
    const bool alone = a->kernel->maps_blocks && is_alone(a);
    if (!a->kernel->maps_blocks || (!a->kernel->cluster[0] && !alone))
        return;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        find_own(a, a->nodes.v[i]->targets, a->nodes.v[i]->ntargets, alone);
        find_own(a, a->nodes.v[i]->signalled, a->nodes.v[i]->nsignalled, alone);
    }
}
