/* Loops with a barrier between two accesses: does the query need them to make no pass? */
#include "asker.h"

/* The only way out is a test that comes before any barrier of the pass, whatever it reads. */
static bool is_tested_first(const csl_analysis *a, const csl_loop *l) {
    if (l->leaves.n != 1 || !l->node)
        return false;
    for (uint32_t i = l->node->order + 1; i < l->leaves.v[0]->order; i++)
        if (csl_sync_counts(a->nodes.v[i]->stmt, CSL_SCOPE_BLOCK))
            return false;
    return true;
}

/* A loop with a barrier in every pass, which both threads may come through between the two. */
static bool may_separate(const csl_analysis *a, const csl_pair_query *p, const csl_loop *l) {
    const csl_node *first = p->side[0].node, *second = p->side[1].node;
    if (!l->syncs || !is_tested_first(a, l) || !l->stay || csl_loop_inside(first->loop, l) ||
        csl_loop_inside(second->loop, l))
        return false;
    const csl_loop *common = p->pivot ? p->pivot : csl_common_loop(first->loop, second->loop);
    bool between = first->order < l->node->order && l->node->order < second->order;
    return l->parent == common && (p->pivot || between);
}

/* The numbers that are passed to the kernel and decide the condition are positive, unless the
 * launches say what they are. */
static csl_expr *positive_sizes(csl_ctx *ctx, csl_builder *b, const csl_query *q,
                                csl_expr *condition) {
    csl_expr *all = csl_true(ctx);
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++) {
        csl_type t = q->vars[i].type;
        if (csl_is_open_number(q, i) && csl_term_has(b, condition, i))
            all = csl_and(
                ctx, all,
                csl_binary(ctx, CSL_OP_LE, csl_const(ctx, t, 1), csl_leaf(ctx, CSL_OP_SYM, t, i)));
    }
    return all;
}

/* The condition is one of those that hold, or what is left of one of the facts. */
static bool is_said(csl_ctx *ctx, csl_expr *holds, csl_expr *facts, const csl_expr *e) {
    uint32_t n;
    csl_expr *const *fact = csl_conjuncts(&facts, &n);
    bool said = csl_has_conjunct(holds, e);
    for (uint32_t i = 0; i < n && !said; i++) {
        said = fact[i] == e;
        if (fact[i]->op != CSL_OP_OR)
            continue;
        bool rest = true, has = false;
        for (uint32_t k = 0; k < fact[i]->nkids && rest; k++)
            if (fact[i]->kids[k] == e)
                has = true;
            else
                rest = csl_has_conjunct(holds, csl_not(ctx, fact[i]->kids[k]));
        said = has && rest;
    }
    return said;
}

/* What holds and the facts say in so many words that the condition does not. */
static bool is_denied(csl_ctx *ctx, csl_expr *holds, csl_expr *facts, csl_expr *e) {
    if (e->op != CSL_OP_OR && e->op != CSL_OP_AND)
        return is_said(ctx, holds, facts, csl_not(ctx, e));
    const bool all = e->op == CSL_OP_OR;
    for (uint32_t i = 0; i < e->nkids; i++)
        if (is_denied(ctx, holds, facts, e->kids[i]) != all)
            return !all;
    return all;
}

/* A loop makes a pass as a rule: always if what was loaded decides it, else if the sizes it counts
 * up to are positive. */
bool csl_needs_no_pass(csl_analysis *a, csl_builder *b, const csl_pair_query *p,
                       const csl_query *q) {
    csl_ctx *ctx = a->ctx;
    csl_expr *passes = csl_true(ctx), *counted = csl_true(ctx);
    for (uint32_t i = 0; i < a->loops.n; i++) {
        const csl_loop *l = a->loops.v[i];
        if (!may_separate(a, p, l))
            continue;
        csl_expr *pass = csl_first_pass(a, l, csl_expand(a, l->stay));
        const bool data_of_pass = !l->top_tested && csl_mentions_loop(a, csl_expand(a, pass), l);
        if (data_of_pass) /* what it has loaded in the first pass is not known behind it */
            pass = csl_not(ctx, csl_makes_no_pass(a, l));
        csl_expr *stays = csl_or(ctx, csl_not(ctx, l->entry), pass);
        for (int s = 0; s < 2; s++) { /* what only leads to the loop is no size it counts up to */
            csl_expr *one = csl_side(b, s, stays);
            if (data_of_pass || csl_has_role(b, one, CSL_ROLE_DATA, NULL))
                passes = csl_and(ctx, passes, one);
            else
                counted = csl_and(ctx, counted, csl_side(b, s, pass));
        }
        if (p->pivot && p->round == CSL_ROUND_LATER)
            passes = csl_and(ctx, passes, csl_next_pass(b, stays));
    }
    if (csl_is_true(passes) && csl_is_true(counted))
        return false;
    csl_query with = csl_builder_query(b, q->guard[0], q->guard[1]);
    passes = csl_and(ctx, passes, positive_sizes(ctx, b, &with, counted));
    if (csl_is_true(passes))
        return false;
    for (int s = 0; s < 2; s++)
        with.offset[s] = q->offset[s], with.bytes[s] = q->bytes[s];
    const bool denied = is_denied(ctx, csl_and(ctx, q->guard[0], q->guard[1]),
                                  csl_and(ctx, with.fact, q->fact), passes);
    if (denied)
        return true;
    with.fact = csl_and(ctx, csl_and(ctx, with.fact, q->fact), passes);
    csl_verdict v = csl_ask(a, &with, 0).verdict;
    return csl_is_safe(v);
}
