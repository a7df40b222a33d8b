/* Two loads of memory that no thread writes give one value where they read one place, and what the
 * lanes of a warp agree on is one value for two threads of a block that are in one warp. A query
 * does not say so from the start, for most witnesses do not need it: csl_ask() adds what a witness
 * contradicts and asks again.
 *
 * Needs: csl_execute().
 */
#include "builder.h"
#include "../../limits/limits.h"

/* The variable as csl_side() sees it, not as it was or will be in another pass. */
static bool is_present(const csl_builder *b, const csl_instance *m, const csl_sym *s) {
    bool ahead = b->r.round == CSL_ROUND_NEXT && b->r.pivot && m->side == 1 && s->loop &&
                 csl_loop_inside(s->loop, b->r.pivot);
    return m->variant == ahead; /* VARIANT_HERE, or VARIANT_NEXT */
}

/* The load whose value the variable is, if it reads memory that nothing writes; or NULL. */
static const csl_node *steady_load(const csl_builder *b, const csl_instance *m) {
    const csl_analysis *a = b->a;
    const csl_sym *s = m->op == CSL_OP_SYM ? a->syms.v[m->index] : NULL;
    const csl_node *n = s && s->kind == CSL_SYM_LOAD && is_present(b, m, s) ? s->node : NULL;
    if (!n || n->stmt->kind != CSL_STMT_ACCESS || n->stmt->access->mode != CSL_MODE_READ ||
        n->stmt->access->is_volatile || n->ntargets != 1 || n->targets[0].root->op != CSL_OP_BASE ||
        !csl_never_written(a, n->targets[0].root->index))
        return NULL;
    return csl_is_small(csl_expand(b->a, n->targets[0].offset), CSL_LIMIT(brief_term)) ? n : NULL;
}

static csl_expr *value_of(const csl_builder *b, const csl_instance *m) {
    return csl_leaf(b->a->ctx, CSL_OP_SYM, b->vars.v[m->var].type, m->var);
}

/* Both are what a warp agrees on, in one pass: the same for threads of one warp. */
static csl_expr *of_one_warp(csl_builder *b, csl_instance x, csl_instance y) {
    csl_ctx *ctx = b->a->ctx;
    const csl_sym *s = b->a->syms.v[x.index];
    if (x.index != y.index || x.variant != y.variant || x.side + y.side != 1 ||
        b->r.pair != CSL_PAIR_BLOCK || s->uniform != CSL_SCOPE_WARP ||
        (s->loop && !csl_loop_inside(b->r.common, s->loop)))
        return NULL;
    csl_expr *warp =
        csl_binary(ctx, CSL_OP_DIV, csl_linear_thread(ctx), csl_const(ctx, CSL_U32, 32));
    csl_expr *apart =
        csl_not(ctx, csl_binary(ctx, CSL_OP_EQ, csl_side(b, 0, warp), csl_side(b, 1, warp)));
    return csl_or(ctx, apart, csl_binary(ctx, CSL_OP_EQ, value_of(b, &x), value_of(b, &y)));
}

/* What the two values say of each other, or NULL. */
static csl_expr *relation_of(csl_builder *b, csl_instance x, csl_instance y) {
    const csl_node *load[2] = {steady_load(b, &x), steady_load(b, &y)};
    if (!load[0] || !load[1] || x.side == y.side ||
        load[0]->targets[0].root != load[1]->targets[0].root ||
        load[0]->stmt->access->bytes != load[1]->stmt->access->bytes ||
        b->vars.v[x.var].type != b->vars.v[y.var].type)
        return of_one_warp(b, x, y);
    csl_ctx *ctx = b->a->ctx;
    csl_expr *from[2] = {csl_side(b, x.side > 0, load[0]->targets[0].offset),
                         csl_side(b, y.side > 0, load[1]->targets[0].offset)};
    csl_expr *apart = csl_not(ctx, csl_binary(ctx, CSL_OP_EQ, from[0], from[1]));
    csl_expr *same = csl_binary(ctx, CSL_OP_EQ, value_of(b, &x), value_of(b, &y));
    csl_expr *relation = csl_or(ctx, apart, same);
    return csl_is_true(relation) ? NULL : relation;
}

csl_expr *const *csl_steady_values(csl_builder *b, uint32_t *n) {
    csl_expr **list = NULL;
    uint32_t known = b->made.n; /* places may be made of further values */
    *n = 0;
    for (uint32_t i = 0; i < known; i++)
        for (uint32_t j = i + 1; j < known && *n < CSL_ROOM_same_places; j++) {
            csl_instance x = b->made.v[i], y = b->made.v[j];
            csl_expr *relation =
                x.op == CSL_OP_SYM && y.op == CSL_OP_SYM ? relation_of(b, x, y) : NULL;
            if (!relation)
                continue;
            if (!list)
                list = csl_alloc(b->a->ctx, CSL_ROOM_same_places * sizeof(csl_expr *));
            list[(*n)++] = relation;
        }
    return list;
}
