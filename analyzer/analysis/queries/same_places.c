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

/* A variable that may be related to another. */
typedef struct candidate {
    csl_instance m;
    const csl_node *load; /* of memory that no thread writes, or NULL: what a warp agrees on */
} candidate;

static bool is_candidate(const csl_builder *b, uint32_t i, candidate *out) {
    const csl_instance m = b->made.v[i];
    if (m.op != CSL_OP_SYM)
        return false;
    *out = (candidate){m, steady_load(b, &m)};
    return out->load ||
           (b->r.pair == CSL_PAIR_BLOCK && b->a->syms.v[m.index]->uniform == CSL_SCOPE_WARP);
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
static csl_expr *relation_of(csl_builder *b, candidate x, candidate y) {
    if (!x.load || !y.load || x.m.side == y.m.side ||
        x.load->targets[0].root != y.load->targets[0].root ||
        x.load->stmt->access->bytes != y.load->stmt->access->bytes ||
        b->vars.v[x.m.var].type != b->vars.v[y.m.var].type)
        return of_one_warp(b, x.m, y.m);
    csl_ctx *ctx = b->a->ctx;
    csl_expr *from[2] = {csl_side(b, x.m.side > 0, x.load->targets[0].offset),
                         csl_side(b, y.m.side > 0, y.load->targets[0].offset)};
    csl_expr *apart = csl_not(ctx, csl_binary(ctx, CSL_OP_EQ, from[0], from[1]));
    csl_expr *same = csl_binary(ctx, CSL_OP_EQ, value_of(b, &x.m), value_of(b, &y.m));
    csl_expr *relation = csl_or(ctx, apart, same);
    return csl_is_true(relation) ? NULL : relation;
}

/* The candidates among what was made so far, in order; places may be made of further values. */
static uint32_t find_candidates(const csl_builder *b, candidate **out) {
    candidate c;
    uint32_t n = 0, found = 0;
    for (uint32_t i = 0; i < b->made.n; i++)
        n += is_candidate(b, i, &c);
    if (n < 2)
        return 0;
    *out = csl_alloc(b->a->ctx, n * sizeof **out);
    for (uint32_t i = 0; i < b->made.n; i++)
        if (is_candidate(b, i, &c))
            (*out)[found++] = c;
    return found;
}

csl_expr *const *csl_steady_values(csl_builder *b, uint32_t *n) {
    csl_expr **list = NULL;
    candidate *c = NULL;
    const uint32_t known = find_candidates(b, &c);
    *n = 0;
    for (uint32_t i = 0; i < known; i++)
        for (uint32_t j = i + 1; j < known && *n < CSL_ROOM_same_places; j++) {
            csl_expr *relation = relation_of(b, c[i], c[j]);
            if (!relation)
                continue;
            if (!list)
                list = csl_alloc(b->a->ctx, CSL_ROOM_same_places * sizeof(csl_expr *));
            list[(*n)++] = relation;
        }
    return list;
}
