/* A loop whose body has run once: how many passes it makes, and in which conditions a pass is
 * reached.
 *
 * Needs: csl_execute() has run the body.
 */
#include "loops.h"

#define MAX_KIDS 8

bool csl_invariant(csl_analysis *a, const csl_loop *loop, csl_expr *e) {
    return !csl_mentions_loop(a, e, loop);
}

int64_t csl_log2(int64_t v) {
    return v > 0 && (v & (v - 1)) == 0 ? __builtin_ctzll((uint64_t)v) : -1;
}

bool csl_has_lower_test(csl_analysis *a, const csl_loop *loop, const csl_expr *self) {
    uint32_t n;
    csl_expr *stay = loop->stay, *const *parts = csl_conjuncts(&stay, &n);
    for (uint32_t i = 0; i < n; i++) {
        const csl_expr *l = parts[i];
        int64_t lo, hi;
        if ((l->op != CSL_OP_LT && l->op != CSL_OP_LE) || l->kids[1] != self ||
            !csl_type_signed((csl_type)l->kids[0]->type))
            continue;
        csl_range(a, l->kids[0], &lo, &hi);
        if (lo >= 0)
            return true;
    }
    return false;
}

/* A variable that halves or doubles bounds the number of passes: a pass in which it is 0 (halving)
 * cannot go on. `next` is its update, already known to have the shape v op constant. */
static bool ends_at_zero(csl_analysis *a, const csl_loop *loop, uint32_t phi) {
    csl_expr *zero = csl_const(a->ctx, a->syms.v[phi]->type, 0);
    return csl_is_false(csl_replace_sym(a, loop->stay, phi, zero));
}

/* `v < bound` or `v <= bound` is one of the conditions of going on. */
static bool has_upper_test(csl_analysis *a, const csl_loop *loop, uint32_t phi) {
    csl_expr *stay = loop->stay, *self = csl_sym_expr(a, phi);
    uint32_t n;
    csl_expr *const *parts = csl_conjuncts(&stay, &n);
    for (uint32_t i = 0; i < n; i++) {
        csl_expr *l = parts[i];
        if (l->op != CSL_OP_LT && l->op != CSL_OP_LE)
            continue;
        csl_expr *v = l->kids[0];
        while (v->op == CSL_OP_CAST)
            v = v->kids[0];
        if (v == self && csl_invariant(a, loop, l->kids[1]))
            return true;
    }
    return false;
}

/* The value of a term that depends on the pass number alone; false if it depends on more. */
static bool value_in_pass(const csl_loop *loop, const csl_expr *e, int64_t k, int64_t *out) {
    if (e->op == CSL_OP_CONST || (e->op == CSL_OP_SYM && e->index == loop->iter)) {
        *out = e->op == CSL_OP_CONST ? e->value : k;
        return true;
    }
    if (e->nkids == 0 || e->nkids > MAX_KIDS || e->op == CSL_OP_PURE)
        return false;
    int64_t kid[MAX_KIDS];
    for (uint32_t i = 0; i < e->nkids; i++)
        if (!value_in_pass(loop, e->kids[i], k, &kid[i]))
            return false;
    *out = csl_eval_op(e, kid);
    return true;
}

/* A loop with one way out that depends on constants alone: the number of its passes. */
#define MAX_COUNTED 65536
static void count_passes(csl_analysis *a, csl_loop *loop) {
    if (loop->leaves.n != 1 || loop->leaves.v[0]->loop != loop)
        return;
    csl_expr *leave = csl_expand(a, csl_relative(a->ctx, loop->leaves.v[0]->reach, loop->entry));
    int64_t gone = 0, k;
    for (k = 0; k < MAX_COUNTED && !gone; k++)
        if (!value_in_pass(loop, leave, k, &gone))
            return;
    if (!gone)
        return;
    a->syms.v[loop->trips]->def = csl_const(a->ctx, CSL_I32, k - 1);
    if (k - 1 < a->syms.v[loop->iter]->hi)
        a->syms.v[loop->iter]->hi = k - 1;
}

/* The range of the value before the loop; `known`: the loops around have their closed forms. It is
 * found by walking the tree of the term. */
static void start_range(csl_analysis *a, const csl_sym *phi, bool known, int64_t *lo, int64_t *hi) {
    csl_expr *start = phi->init;
    if (known && csl_is_small(start, 40)) {
        csl_expr *whole = csl_expand(a, start);
        start = csl_is_small(whole, 200) ? whole : start;
    }
    csl_range(a, start, lo, hi);
}

/* Bounds the number of passes by the variables that halve or double. */
static void bound_passes(csl_analysis *a, csl_loop *loop, bool known) {
    csl_sym *k = a->syms.v[loop->iter];
    for (uint32_t i = 0; i < loop->phis.n; i++) {
        csl_sym *phi = a->syms.v[loop->phis.v[i]];
        csl_expr *next = phi->next, *self = csl_sym_expr(a, loop->phis.v[i]);
        if (!next || next->nkids != 2 || next->kids[0] != self ||
            next->kids[1]->op != CSL_OP_CONST || !csl_type_integer(phi->type))
            continue;
        int64_t c = next->kids[1]->value, step = 0, lo, hi;
        bool down = next->op == CSL_OP_SHR || next->op == CSL_OP_DIV;
        if (next->op == CSL_OP_SHR || next->op == CSL_OP_SHL)
            step = c;
        else if (next->op == CSL_OP_DIV || next->op == CSL_OP_MUL)
            step = csl_log2(c);
        if (step <= 0)
            continue;
        start_range(a, phi, known, &lo, &hi);
        if ((lo < 0 && !(down && csl_has_lower_test(a, loop, self))))
            continue;
        /* The value fits into `bits` bits at the start. Doubling from `lo` or more stays within the
         * type, as far as 32 bits go: a signed value does not become negative and stay. */
        int64_t bits = 64 - (hi > 0 ? __builtin_clzll((uint64_t)hi) : 64), most = -1;
        int64_t room = csl_type_signed(phi->type) ? 31 : 32;
        if (down && ends_at_zero(a, loop, loop->phis.v[i]))
            most = (bits + step - 1) / step;
        else if (!down && lo >= 1 && has_upper_test(a, loop, loop->phis.v[i]))
            most = (room - (64 - __builtin_clzll((uint64_t)lo))) / step;
        if (most >= 0 && most < k->hi)
            k->hi = most;
    }
    a->syms.v[loop->trips]->hi = k->hi;
}

void csl_bound_loops(csl_analysis *a) {
    for (uint32_t i = 0; i < a->loops.n; i++)
        if (a->loops.v[i]->stay)
            bound_passes(a, a->loops.v[i], true);
}

/* The only way out is a test with nothing before it: whatever happens in a pass says that the pass
 * was reached, because the same test held. */
static bool only_tested_at_top(const csl_analysis *a, const csl_loop *loop) {
    if (!loop->top_tested || loop->leaves.n != 1)
        return false;
    for (uint32_t i = loop->node->order + 1; i < loop->leaves.v[0]->order; i++)
        if (a->nodes.v[i]->stmt->kind != CSL_STMT_IF)
            return false;
    return true;
}

void csl_close_loop(csl_analysis *a, csl_loop *loop) {
    csl_ctx *ctx = a->ctx;
    loop->top_tested = only_tested_at_top(a, loop);
    bound_passes(a, loop, false);

    /* Pass k > 0 is reached only if pass k - 1 stayed. A loop tested at the top tests again. */
    csl_sym *head = a->syms.v[loop->head];
    head->def = csl_true(ctx);
    count_passes(a, loop);
    csl_expr *first =
        csl_binary(ctx, CSL_OP_EQ, csl_sym_expr(a, loop->iter), csl_const(ctx, CSL_I32, 0));
    if (!loop->top_tested && !csl_is_true(loop->stay))
        head->def = csl_or(ctx, first, csl_stayed_before(a, loop));
}
