/* Instructions of a warp group (wgmma, setmaxnreg) need all four warps of it: that those of them
 * that there are come together is asked like of lanes (divergence.c); here that there are four,
 * which is assumed of blocks that are not known. And what lanes use together has to be one place
 * for all of them. */
#include "divergence.h"

#include <string.h>

/* In blocks of the shape, whole warp groups come to the node. */
static bool is_whole(csl_analysis *a, const csl_node *n, const uint32_t shape[3]) {
    csl_expr *own, *shared;
    if (shape[0] * shape[1] * shape[2] % CSL_WARP_GROUP == 0)
        return true;
    return csl_split_by_thread(a, n->reach, CSL_SCOPE_BLOCK, &own, &shared) &&
           csl_come_together(a, own, shape, CSL_WARP_GROUP);
}

static bool is_copy(const csl_node *n, const csl_node *of) {
    const csl_sync *s = n->stmt->kind == CSL_STMT_SYNC ? n->stmt->sync : NULL, *t = of->stmt->sync;
    return s && n != of && !n->loop && s->tile == CSL_WARP_GROUP && s->value &&
           s->value == t->value && s->value->op == CSL_OP_CONST && strcmp(s->name, t->name) == 0;
}

/* PTX ISA, setmaxnreg: all threads of the warp group "must execute the same setmaxnreg
 * instruction". In the sm_100 attention example of CUTLASS each warp of a group has its own, with
 * one count, in the branch of its role; that is taken for the same. */
csl_expr *csl_comes_to_copy(csl_analysis *a, csl_builder *b, const csl_node *n, int goes) {
    csl_ctx *ctx = a->ctx;
    csl_expr *any = csl_false(ctx);
    if (n->stmt->sync->tile != CSL_WARP_GROUP || n->loop)
        return any;
    csl_expr *apart = csl_not(ctx, csl_in_one_tile(b, 32));
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (is_copy(a->nodes.v[i], n)) {
            csl_assume_that(
                a, CSL_ASSUMED_WARP_GROUP, NULL, n->stmt->place,
                csl_format(ctx, "%s of one count in several branches is one", n->stmt->sync->name));
            any = csl_or(ctx, any, csl_and(ctx, apart, csl_side(b, goes, a->nodes.v[i]->reach)));
        }
    return any;
}

void csl_check_warp_groups(csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        if (n->stmt->kind != CSL_STMT_SYNC || n->stmt->sync->tile != CSL_WARP_GROUP ||
            n->stmt->sync->scope != CSL_SCOPE_WARP)
            continue;
        bool whole = true;
        for (uint32_t s = 0; s < a->shapes.n; s++)
            whole &= is_whole(a, n, a->shapes.shape[s]);
        if (!a->shapes.n)
            csl_assume_that(a, CSL_ASSUMED_BLOCK, NULL, n->stmt->place,
                            csl_format(a->ctx, "the block has a multiple of %u threads",
                                       (unsigned)CSL_WARP_GROUP));
        else if (!whole)
            csl_obstruct(a, CSL_ABOUT(WARPS) | CSL_ABOUT(ASYNC) | CSL_ABOUT(SHARED), n,
                         "an instruction of a warp group, in blocks that may hold a part of one");
    }
}

/* Two lanes of one tile may come there with different places. */
static bool may_differ(csl_analysis *a, csl_node *n) {
    csl_ctx *ctx = a->ctx;
    if (n->ntargets != 1)
        return true;
    if (csl_scope_of(a, csl_expand(a, n->address)) >= CSL_SCOPE_WARP)
        return false;
    const csl_relation r = {.pair = CSL_PAIR_SAME_WARP, .share = CSL_SCOPE_WARP, .common = n->loop};
    csl_builder *b = csl_builder_new(a, &r);
    csl_expr *offset = csl_expand(a, n->targets[0].offset);
    csl_expr *apart =
        csl_and(ctx, csl_in_one_tile(b, n->stmt->access->joint),
                csl_binary(ctx, CSL_OP_NE, csl_side(b, 0, offset), csl_side(b, 1, offset)));
    csl_query q = csl_builder_query(b, csl_and(ctx, csl_side(b, 0, n->reach), apart),
                                    csl_side(b, 1, n->reach));
    const csl_verdict v = csl_ask(a, &q, CSL_USE_PROOF).verdict;
    csl_builder_done(b);
    return v != CSL_SAFE;
}

void csl_check_joint_places(csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        if (n->stmt->kind == CSL_STMT_ACCESS && n->stmt->access->joint && may_differ(a, n))
            csl_obstruct(a, CSL_ABOUT(WARPS) | CSL_ABOUT(SHARED), n,
                         "lanes that may use different storage for what they do together");
    }
}
