/* Conditions of the passes of a loop with a barrier, as they are seen from other passes and from
 * behind it. */
#include "walk.h"
#include "../../limits/limits.h"

static csl_expr *without_pass(csl_interval_walk *p, const csl_loop *loop, csl_expr *e) {
    if (!csl_mentions_loop(p->a, e, loop))
        return e;
    if (e->op != CSL_OP_AND && e->op != CSL_OP_OR)
        return csl_true(p->ctx);
    csl_expr *out = without_pass(p, loop, e->kids[0]);
    for (uint32_t i = 1; i < e->nkids; i++) {
        csl_expr *k = without_pass(p, loop, e->kids[i]);
        out = e->op == CSL_OP_AND ? csl_and(p->ctx, out, k) : csl_or(p->ctx, out, k);
    }
    return out;
}

csl_expr *csl_weaken(csl_interval_walk *p, const csl_loop *loop, csl_expr *e) {
    return without_pass(p, loop, csl_expand(p->a, e));
}

csl_expr *csl_one_before(csl_interval_walk *p, const csl_loop *loop, csl_expr *e) {
    if (e->op != CSL_OP_AND && e->op != CSL_OP_OR) {
        csl_expr *before = csl_previous_pass(p->a, loop, e);
        return before ? before : csl_true(p->ctx);
    }
    csl_expr *out = csl_one_before(p, loop, e->kids[0]);
    for (uint32_t i = 1; i < e->nkids; i++) {
        csl_expr *k = csl_one_before(p, loop, e->kids[i]);
        out = e->op == CSL_OP_AND ? csl_and(p->ctx, out, k) : csl_or(p->ctx, out, k);
    }
    return out;
}

csl_expr *csl_counted_open(csl_interval_walk *p, const csl_loop *loop, csl_expr *went,
                           csl_passes which) {
    csl_ctx *ctx = p->ctx;
    csl_expr *stays = csl_stays_by_pass(p->a, loop), *iter = csl_sym_expr(p->a, loop->iter);
    csl_expr *open = csl_true(ctx);
    went = csl_expand(p->a, went);
    if (!stays || !csl_mentions_sym(p->a, went, loop->iter))
        return open;
    for (int64_t k = 0; !csl_limit_reached(CSL_LIMIT_barrier_passes, (uint64_t)k); k++) {
        csl_expr *pass = csl_const(ctx, CSL_I32, k);
        if (!csl_is_true(csl_replace_sym(p->a, stays, loop->iter, pass)))
            break;
        csl_expr *c = csl_weaken(p, loop, csl_replace_sym(p->a, went, loop->iter, pass));
        if (which == CSL_PASSES_BEFORE)
            c = csl_or(ctx, csl_binary(ctx, CSL_OP_LE, iter, pass), c);
        else if (which == CSL_PASSES_AFTER)
            c = csl_or(ctx, csl_binary(ctx, CSL_OP_LE, pass, iter), c);
        open = csl_and(ctx, open, c);
    }
    return open;
}
