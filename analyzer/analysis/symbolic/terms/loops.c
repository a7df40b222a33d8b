/* A loop whose body has run once: how many passes it makes, and in which conditions a pass is
 * reached.
 *
 * Needs: csl_execute() has run the body.
 */
#include "loops.h"
#include "../../../limits/limits.h"

bool csl_invariant(csl_analysis *a, const csl_loop *loop, csl_expr *e) {
    return !csl_mentions_loop(a, e, loop);
}

int64_t csl_log2(int64_t v) {
    return v > 0 && (v & (v - 1)) == 0 ? __builtin_ctzll((uint64_t)v) : -1;
}

bool csl_has_lower_test(csl_analysis *a, const csl_loop *loop, const csl_expr *self) {
    csl_wide least;
    return csl_has_test(a, loop, self, true, &least) && least >= 0;
}

/* A variable that halves or doubles bounds the number of passes: a pass in which it is 0 (halving)
 * cannot go on. `next` is its update, already known to have the shape v op constant. */
static bool ends_at_zero(csl_analysis *a, const csl_loop *loop, uint32_t phi) {
    csl_expr *zero = csl_const(a->ctx, a->syms.v[phi]->type, 0);
    return csl_is_false(csl_replace_sym(a, loop->stay, phi, zero));
}

/* The value of a term that depends on the pass number alone; false if it depends on more. */
static bool value_in_pass(const csl_loop *loop, const csl_expr *e, int64_t k, int64_t *out) {
    if (e->op == CSL_OP_CONST || (e->op == CSL_OP_SYM && e->index == loop->iter)) {
        *out = e->op == CSL_OP_CONST ? e->value : k;
        return true;
    }
    if (e->nkids == 0 || e->nkids > CSL_ROOM_counted_kids || e->op == CSL_OP_PURE)
        return false;
    int64_t kid[CSL_ROOM_counted_kids];
    for (uint32_t i = 0; i < e->nkids; i++)
        if (!value_in_pass(loop, e->kids[i], k, &kid[i]))
            return false;
    *out = csl_eval_op(e, kid);
    return true;
}

/* A loop with one way out that depends on constants alone: the number of its passes. */
static void count_passes(csl_analysis *a, csl_loop *loop) {
    if (loop->leaves.n != 1 || loop->leaves.v[0]->loop != loop)
        return;
    csl_expr *leave = csl_expand(a, csl_relative(a->ctx, loop->leaves.v[0]->reach, loop->entry));
    int64_t gone = 0, k;
    for (k = 0; k < CSL_LIMIT(counted_passes) && !gone; k++)
        if (!value_in_pass(loop, leave, k, &gone))
            return;
    if (!gone)
        return;
    a->syms.v[loop->trips]->def = csl_const(a->ctx, CSL_I32, k - 1);
    loop->bounded = true;
    if (k - 1 < a->syms.v[loop->iter]->hi)
        a->syms.v[loop->iter]->hi = k - 1;
}

/* The range of the value before the loop; `known`: the loops around have their closed forms. It is
 * found by walking the tree of the term. */
static csl_range start_range(csl_analysis *a, const csl_sym *phi, bool known) {
    csl_expr *start = phi->init;
    if (known && csl_is_small(start, CSL_LIMIT(brief_term))) {
        csl_expr *whole = csl_expand(a, start);
        start = csl_is_small(whole, CSL_LIMIT(loop_term)) ? whole : start;
    }
    return csl_range_of(a, start);
}

/* The number of bits of v >= 0; of less than 0, none. */
static int64_t bits_of(csl_wide v) {
    return v > 0 ? 64 - __builtin_clzll((uint64_t)v) : 0;
}

/* The greatest number of a pass, if the variable is `step` bits up or down in each; or -1. */
static csl_wide shifting_bound(csl_analysis *a, const csl_loop *loop, uint32_t i, csl_range from,
                               int64_t step) {
    const csl_sym *phi = a->syms.v[i];
    const csl_expr *next = phi->next, *self = csl_sym_expr(a, i);
    bool down = next->op == CSL_OP_SHR || next->op == CSL_OP_DIV;
    csl_wide most = csl_range_of_type(phi->type).hi, last = most;
    if (down) {
        bool fits = from.lo >= 0 || csl_has_lower_test(a, loop, self);
        return fits && ends_at_zero(a, loop, i) ? (bits_of(from.hi) + step - 1) / step : -1;
    }
    if (from.lo < 1 || step >= bits_of(most))
        return -1;
    bool exact = next->op == CSL_OP_MUL && csl_is_strict(next); /* else overflow is undefined */
    bool tested = csl_has_test(a, loop, self, false, &last);
    if (tested && (exact || last <= most >> step))
        return last < from.lo ? 0 : (bits_of(last / from.lo) - 1) / step + 1;
    if (!tested && !exact)
        return -1;
    if (!exact)
        csl_assume_of_numbers(a, CSL_NO_WRAP);
    return (bits_of(most) - bits_of(from.lo)) / step;
}

static void note_most(csl_sym *iter, csl_loop *loop, csl_wide most) {
    loop->bounded |= most >= 0 && most <= CSL_MOST_PASSES;
    if (most >= 0 && most < iter->hi)
        iter->hi = most;
}

/* Bounds the number of passes by the variables that count, halve or double. */
static void bound_passes(csl_analysis *a, csl_loop *loop, bool known) {
    csl_sym *k = a->syms.v[loop->iter];
    for (uint32_t i = 0; i < loop->phis.n; i++) {
        uint32_t v = loop->phis.v[i];
        csl_sym *phi = a->syms.v[v];
        csl_expr *next = phi->next, *self = csl_sym_expr(a, v);
        csl_counting counting;
        csl_wide most = -1;
        int64_t step = 0;
        if (!next || !csl_type_integer(phi->type))
            continue;
        if (csl_find_counting(a, loop, next, self, &counting))
            most = csl_counting_bound(a, loop, phi, self, &counting);
        bool scaled = next->nkids == 2 && next->kids[0] == self && csl_type_integer(phi->type) &&
                      next->kids[1]->op == CSL_OP_CONST;
        if (scaled && (next->op == CSL_OP_SHR || next->op == CSL_OP_SHL))
            step = next->kids[1]->value;
        else if (scaled && (next->op == CSL_OP_DIV || next->op == CSL_OP_MUL))
            step = csl_log2(next->kids[1]->value);
        if (step > 0)
            most = shifting_bound(a, loop, v, start_range(a, phi, known), step);
        note_most(k, loop, most);
    }
    if (known)
        note_most(k, loop, csl_summed_bound(a, loop));
    a->syms.v[loop->trips]->hi = k->hi;
}

void csl_bound_loops(csl_analysis *a) {
    for (uint32_t i = 0; i < a->loops.n; i++)
        if (a->loops.v[i]->stay)
            bound_passes(a, a->loops.v[i], true);
}

/* No race is about it, so it does not matter in which passes it happens. */
static bool reads_constant(const csl_analysis *a, const csl_node *n) {
    if (n->stmt->kind != CSL_STMT_ACCESS || n->stmt->access->mode != CSL_MODE_READ || !n->address)
        return false;
    uint32_t object;
    int64_t offset;
    csl_simple_address(n->address, &object, &offset);
    csl_object_kind kind = object == UINT32_MAX ? CSL_OBJ_GLOBAL : a->kernel->objects[object].kind;
    return kind == CSL_OBJ_CONSTANT || kind == CSL_OBJ_ARGUMENT;
}

/* The only way out is a test with nothing before it but reads of constants: whatever else happens
 * in a pass says that the pass was reached, because the same test held. */
static bool only_tested_at_top(const csl_analysis *a, const csl_loop *loop) {
    if (!loop->top_tested || loop->leaves.n != 1)
        return false;
    for (uint32_t i = loop->node->order + 1; i < loop->leaves.v[0]->order; i++)
        if (a->nodes.v[i]->stmt->kind != CSL_STMT_IF && !reads_constant(a, a->nodes.v[i]))
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
    csl_note_late_wraps(a, loop);
    csl_bound_fill(a, loop);
    csl_note_fills(a, loop);
    csl_expr *first =
        csl_binary(ctx, CSL_OP_EQ, csl_sym_expr(a, loop->iter), csl_const(ctx, CSL_I32, 0));
    if (!loop->top_tested && !csl_is_true(loop->stay))
        head->def = csl_or(ctx, first, csl_stayed_before(a, loop));
}
