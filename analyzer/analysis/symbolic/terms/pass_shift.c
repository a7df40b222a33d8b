/* What a term of one pass of a loop is in another: the pass before, the first, the one that leaves.
 *
 * Needs: the closed forms (closed_form.c).
 */
#include "loops.h"

csl_expr *csl_previous_pass(csl_analysis *a, const csl_loop *loop, csl_expr *e) {
    csl_ctx *ctx = a->ctx;
    e = csl_expand(a, e);
    csl_expr *k = csl_sym_expr(a, loop->iter);
    if (csl_mentions_more_than_pass(a, e, loop))
        return NULL; /* a value of that pass that has no closed form */
    return csl_replace_sym(a, e, loop->iter,
                           csl_binary(ctx, CSL_OP_SUB, k, csl_const(ctx, CSL_I32, 1)));
}

typedef struct inner_map {
    csl_analysis *a;
    const csl_loop *loop;
    bool other; /* something of the pass itself occurs */
} inner_map;

static csl_expr *inner_leaf(void *user, csl_expr *leaf) {
    inner_map *m = user;
    if (leaf->op != CSL_OP_SYM || leaf->index == m->loop->iter)
        return leaf;
    const csl_sym *s = csl_sym_of(m->a, leaf);
    const csl_loop *of = s->of ? s->of : s->loop;
    m->other |= csl_loop_inside(s->loop, m->loop) &&
                (!of || of == m->loop || !csl_loop_inside(of, m->loop));
    return leaf;
}

csl_expr *csl_stays_by_pass(csl_analysis *a, const csl_loop *loop) {
    csl_expr *stay = csl_expand(a, loop->stay);
    if (!csl_mentions_more_than_pass(a, stay, loop))
        return stay;
    uint32_t n;
    csl_expr *const *part = csl_conjuncts(&stay, &n), *told = csl_true(a->ctx);
    for (uint32_t i = 0; i < n; i++) {
        inner_map m = {.a = a, .loop = loop};
        if (!csl_mentions_more_than_pass(a, part[i], loop)) {
            told = csl_and(a->ctx, told, part[i]);
            continue;
        }
        csl_map(a->ctx, part[i], inner_leaf, &m);
        if (m.other)
            return NULL;
    }
    return loop->top_tested && !csl_is_true(told) ? told : NULL;
}

csl_expr *csl_went_on(csl_analysis *a, const csl_loop *loop) {
    csl_ctx *ctx = a->ctx;
    csl_expr *stay = csl_stays_by_pass(a, loop);
    if (!stay)
        return NULL;
    csl_expr *n = csl_sym_expr(a, loop->trips);
    csl_expr *none = csl_binary(ctx, CSL_OP_EQ, n, csl_const(ctx, CSL_I32, 0));
    csl_expr *before = csl_binary(ctx, CSL_OP_SUB, n, csl_const(ctx, CSL_I32, 1));
    return csl_or(ctx, none, csl_replace_sym(a, stay, loop->iter, before));
}

typedef struct pass_map {
    csl_analysis *a;
    csl_loop *loop;
} pass_map;

static csl_expr *first_leaf(void *user, csl_expr *leaf) {
    pass_map *m = user;
    if (leaf->op != CSL_OP_SYM)
        return leaf;
    csl_sym *s = csl_sym_of(m->a, leaf);
    if (s->kind == CSL_SYM_PHI && s->loop == m->loop)
        return s->init;
    if (leaf->index == m->loop->iter)
        return csl_const(m->a->ctx, CSL_I32, 0);
    if (leaf->index == m->loop->head)
        return csl_true(m->a->ctx);
    if (s->def && csl_mentions_loop(m->a, s->def, m->loop))
        return csl_map(m->a->ctx, s->def, first_leaf, m);
    return leaf;
}

csl_expr *csl_first_pass(csl_analysis *a, const csl_loop *loop, csl_expr *e) {
    pass_map m = {a, (csl_loop *)(uintptr_t)loop};
    return csl_map(a->ctx, e, first_leaf, &m);
}

static csl_expr *exit_leaf(void *user, csl_expr *leaf) {
    pass_map *m = user;
    csl_analysis *a = m->a;
    if (leaf->op != CSL_OP_SYM)
        return leaf;
    csl_sym *s = csl_sym_of(a, leaf);
    if (!csl_loop_inside(s->loop, m->loop))
        return leaf;
    if (leaf->index == m->loop->iter)
        return csl_sym_expr(a, m->loop->trips);
    if (s->kind == CSL_SYM_PHI && !s->def)
        csl_closed_form(a, s);
    if (s->def)
        return csl_map(a->ctx, s->def, exit_leaf, m);
    for (uint32_t i = 0; i < m->loop->exits.n; i++)
        if (a->syms.v[m->loop->exits.v[i]]->inner == leaf->index)
            return csl_sym_expr(a, m->loop->exits.v[i]);
    uint32_t copy = csl_sym_new(a, CSL_SYM_EXIT, s->type, s->name, m->loop->parent);
    csl_sym *out = a->syms.v[copy];
    out->of = m->loop;
    out->inner = leaf->index;
    out->node = s->node;
    out->lo = s->lo, out->hi = s->hi;
    out->lost = s->lost;
    CSL_PUSH(a->ctx, &m->loop->exits, copy);
    return csl_sym_expr(a, copy);
}

csl_expr *csl_exit_pass(csl_analysis *a, csl_loop *loop, csl_expr *e) {
    pass_map m = {a, loop};
    return csl_map(a->ctx, e, exit_leaf, &m);
}

csl_expr *csl_exit_pass_again(csl_analysis *a, csl_loop *loop, csl_memo *memo, csl_expr *e) {
    pass_map m = {a, loop};
    return csl_map_again(a->ctx, memo, e, exit_leaf, &m);
}

csl_expr *csl_reach_behind(csl_analysis *a, csl_loop *loop, csl_memo *memo, csl_expr *pc) {
    return loop->bounded && loop->leaves.n == 1 ? loop->entry
                                                : csl_exit_pass_again(a, loop, memo, pc);
}

/* What is known of `stay` in pass k - 1, if not everything: the conjuncts in which only numbers of
 * passes of inner loops are unknown. */
typedef struct before_map {
    csl_analysis *a;
    csl_loop *loop;
    csl_expr *also; /* what is known of those numbers */
    bool lost;      /* something could not be said */
} before_map;

static csl_expr *weak_before(before_map *m, csl_expr *e);

static uint32_t copy_of_before(before_map *m, uint32_t trips) {
    csl_analysis *a = m->a;
    for (uint32_t i = m->loop->first_sym; i < a->syms.n; i++)
        if (a->syms.v[i]->kind == CSL_SYM_BEFORE && a->syms.v[i]->inner == trips)
            return i;
    const csl_sym *s = a->syms.v[trips];
    uint32_t copy = csl_sym_new(a, CSL_SYM_BEFORE, s->type, s->name, m->loop);
    a->syms.v[copy]->inner = trips;
    a->syms.v[copy]->lo = s->lo, a->syms.v[copy]->hi = s->hi;
    csl_expr *went_on = csl_went_on(a, s->of);
    if (went_on)
        m->also = csl_and(a->ctx, m->also, weak_before(m, went_on));
    return copy;
}

static csl_expr *before_leaf(void *user, csl_expr *leaf) {
    before_map *m = user;
    csl_analysis *a = m->a;
    if (leaf->op != CSL_OP_SYM || !csl_loop_inside(csl_sym_of(a, leaf)->loop, m->loop))
        return leaf;
    const csl_sym *s = csl_sym_of(a, leaf);
    if (leaf->index == m->loop->iter)
        return csl_binary(a->ctx, CSL_OP_SUB, leaf, csl_const(a->ctx, CSL_I32, 1));
    if (s->kind == CSL_SYM_TRIPS && s->loop == m->loop)
        return csl_sym_expr(a, copy_of_before(m, leaf->index));
    m->lost = true;
    return leaf;
}

static csl_expr *weak_before(before_map *m, csl_expr *e) {
    csl_ctx *ctx = m->a->ctx;
    if (e->op == CSL_OP_AND || e->op == CSL_OP_OR) {
        csl_expr *out = weak_before(m, e->kids[0]);
        for (uint32_t i = 1; i < e->nkids; i++) {
            csl_expr *k = weak_before(m, e->kids[i]);
            out = e->op == CSL_OP_AND ? csl_and(ctx, out, k) : csl_or(ctx, out, k);
        }
        return out;
    }
    bool lost = m->lost;
    m->lost = false;
    csl_expr *out = csl_map(ctx, e, before_leaf, m);
    if (m->lost)
        out = csl_true(ctx);
    m->lost |= lost;
    return out;
}

csl_expr *csl_stayed_before(csl_analysis *a, csl_loop *loop) {
    before_map m = {a, loop, csl_true(a->ctx), false};
    csl_expr *before = weak_before(&m, csl_expand(a, loop->stay));
    before = csl_and(a->ctx, before, m.also);
    if (!m.lost)
        return before;
    uint32_t rest = csl_sym_new(a, CSL_SYM_HEAD, CSL_BOOL, "", loop);
    return csl_and(a->ctx, before, csl_sym_expr(a, rest));
}

csl_expr *csl_makes_no_pass(csl_analysis *a, const csl_loop *loop) {
    return csl_binary(a->ctx, CSL_OP_EQ, csl_sym_expr(a, loop->trips),
                      csl_const(a->ctx, CSL_I32, 0));
}
