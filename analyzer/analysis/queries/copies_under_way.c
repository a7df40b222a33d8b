/* Whether an asynchronous copy has ended, by the numbers of its group (symbolic/copy_groups.c). */
#include "asker.h"

/* ended <= group; of a maximum each part, which is easier to reason with */
static csl_expr *at_most(csl_ctx *ctx, csl_expr *ended, csl_expr *group) {
    if (ended->op != CSL_OP_MAX)
        return csl_binary(ctx, CSL_OP_LE, ended, group);
    return csl_and(ctx, at_most(ctx, ended->kids[0], group), at_most(ctx, ended->kids[1], group));
}

uint32_t csl_groups_known(const csl_node *copy, csl_scope scope) {
    const bool reads = copy->stmt->access->mode == CSL_MODE_READ; /* that is all it waits for */
    const uint32_t kind = csl_groups_of_copy(copy);
    if (scope == CSL_SCOPE_THREAD)
        return kind + (reads ? CSL_GROUPS_READ : CSL_GROUPS_DONE);
    if (scope == CSL_SCOPE_WARP)
        return kind + (reads ? CSL_GROUPS_READ_WARP : CSL_GROUPS_WARP);
    return kind + (reads ? CSL_GROUPS_READ_BLOCK : CSL_GROUPS_BLOCK);
}

/* What the issuing thread knew at the barrier that the other has passed last: both passed it in the
 * same passes of the loops around it. */
static csl_expr *issuer_leaf(void *user, csl_expr *leaf) {
    csl_builder *b = user;
    return csl_side(b, leaf->op == CSL_OP_TID ? 0 : 1, leaf);
}

csl_expr *csl_still_under_way(csl_builder *b, const csl_pair_query *p) {
    csl_analysis *a = csl_builder_analysis(b);
    csl_ctx *ctx = a->ctx;
    const csl_node *copy = p->side[0].node, *other = p->side[1].node;
    csl_expr *group = csl_side(b, 0, copy->groups[csl_groups_of_copy(copy) + CSL_GROUPS_COMMITTED]);
    csl_expr *known = csl_expand(a, other->groups[csl_groups_known(copy, p->scope)]);
    return at_most(ctx, csl_map(ctx, known, issuer_leaf, b), group);
}
