/* Whether an asynchronous copy has ended, by the numbers of its group (symbolic/copy_groups.c). */
#include "asker.h"

/* ended <= group; of a maximum each part, which is easier to reason with */
static csl_expr *at_most(csl_ctx *ctx, csl_expr *ended, csl_expr *group) {
    if (ended->op != CSL_OP_MAX)
        return csl_binary(ctx, CSL_OP_LE, ended, group);
    return csl_and(ctx, at_most(ctx, ended->kids[0], group), at_most(ctx, ended->kids[1], group));
}

csl_expr *csl_still_under_way(csl_builder *b, const csl_pair_query *p) {
    csl_analysis *a = csl_builder_analysis(b);
    csl_ctx *ctx = a->ctx;
    const csl_node *copy = p->side[0].node, *other = p->side[1].node;
    uint32_t known = p->scope == CSL_SCOPE_THREAD ? CSL_GROUPS_DONE
                     : p->scope == CSL_SCOPE_WARP ? CSL_GROUPS_WARP
                                                  : CSL_GROUPS_BLOCK;
    csl_expr *group = csl_side(b, 0, copy->groups[CSL_GROUPS_COMMITTED]);
    return at_most(ctx, csl_side(b, 1, other->groups[known]), group);
}
