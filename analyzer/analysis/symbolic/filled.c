/* What is read from a local array that loops have filled, one store for all of it:
 *
 *     for (int i = 0; i < 4; i++) place[i] = i * 128 + threadIdx.x;
 *     for (int i = 0; i < 4; i++) s[place[i]] = ...
 *
 * The element read was stored in the pass that its index says. To read one that was not stored, or
 * to leave a row of the array, is undefined.
 */
#include "exec.h"
#include "../../limits/limits.h"

/* The loops around the store that are over, outermost last, and how far apart the places of two
 * passes are. */
typedef struct filling {
    csl_analysis *a;
    const csl_node *write;
    const csl_loop *loop[CSL_ROOM_filled_loops];
    int64_t step[CSL_ROOM_filled_loops];
    csl_expr *pass[CSL_ROOM_filled_loops]; /* of the element that is read, I64 */
    uint32_t n;
    int64_t start;
} filling;

/* How far behind the start of the object the address is, I64; NULL: it is not made that way. */
static csl_expr *offset_in(csl_ctx *ctx, const csl_expr *address, uint32_t object) {
    if (address && address->op == CSL_OP_BASE && address->index == object)
        return csl_const(ctx, CSL_I64, 0);
    if (!address || address->op != CSL_OP_ADD || address->type != CSL_PTR)
        return NULL;
    csl_expr *rest = offset_in(ctx, address->kids[0], object);
    return rest ? csl_binary(ctx, CSL_OP_ADD, rest, address->kids[1]) : NULL;
}

/* The store to the object, if there is only one in the kernel and it has been executed. */
static const csl_node *only_write(const csl_exec *x, uint32_t object) {
    const csl_analysis *a = x->a;
    for (uint32_t i = 0; i < a->nodes.n && a->writers[object] == 1 && !a->given[object]; i++) {
        const csl_node *n = a->nodes.v[i];
        bool write = n->stmt->kind == CSL_STMT_ACCESS && n->stmt->access->mode == CSL_MODE_WRITE;
        if (write && n->value && n->loop && offset_in(x->ctx, n->address, object))
            return n;
    }
    return NULL;
}

/* The loop makes the same passes each time. */
static bool same_passes(csl_analysis *a, const csl_loop *loop) {
    return csl_expand(a, csl_sym_expr(a, loop->trips))->op == CSL_OP_CONST;
}

/* Every thread that comes to the load has gone through all passes of these loops since it last came
 * there, and has stored in each. */
static bool always_filled(const csl_exec *x, const filling *f) {
    uint32_t ways_past = 0;
    for (uint32_t i = 0; i < f->n; i++) {
        const csl_node *inside = i ? f->loop[i - 1]->node : f->write;
        if (!f->loop[i]->top_tested || inside->arms != f->loop[i]->node->arms ||
            (x->loop && !same_passes(f->a, f->loop[i])))
            return false;
    }
    const csl_node *outer = f->loop[f->n - 1]->node;
    for (const csl_parting *p = f->write->jumps; p && p != outer->jumps; p = p->before)
        ways_past += p->node->stmt->kind != CSL_STMT_EXIT;
    if (ways_past > f->n) /* beyond the tests of the loops */
        return false;
    for (const csl_parting *p = x->arms; p && x->loop && outer->arms; p = p->before)
        if (p == outer->arms)
            return true;
    return !x->loop || !outer->arms;
}

/* The place in pass `pass` of one loop and the first of the others. */
static csl_expr *place(filling *f, csl_expr *offset, uint32_t loop, int64_t pass) {
    csl_analysis *a = f->a;
    for (uint32_t i = 0; i < f->n; i++)
        offset = csl_replace_sym(a, offset, f->loop[i]->iter,
                                 csl_const(a->ctx, CSL_I32, i == loop ? pass : 0));
    return offset;
}

static void add_pass(filling *f, uint32_t i, csl_expr *e) {
    f->pass[i] = csl_binary(f->a->ctx, CSL_OP_ADD, f->pass[i], csl_cast(f->a->ctx, CSL_I64, e));
}

/* Splits `times * e` into passes of the loops, the largest steps first. */
static bool split(filling *f, csl_expr *e, int64_t times) {
    csl_ctx *ctx = f->a->ctx;
    if (e->op == CSL_OP_CONST) {
        int64_t left = e->value * times;
        for (uint32_t i = f->n; i-- > 0; left %= f->step[i])
            add_pass(f, i, csl_const(ctx, CSL_I64, left / f->step[i]));
        return left == 0;
    }
    if (e->op == CSL_OP_ADD && e->type == CSL_I64)
        return split(f, e->kids[0], times) && split(f, e->kids[1], times);
    if (e->op == CSL_OP_MUL && e->type == CSL_I64)
        for (int i = 0; i < 2; i++)
            if (e->kids[i]->op == CSL_OP_CONST)
                return split(f, e->kids[!i], times * e->kids[i]->value);
    for (uint32_t i = f->n; i-- > 0;)
        if (times % f->step[i] == 0) {
            csl_expr *t = csl_const(ctx, CSL_I64, times / f->step[i]);
            add_pass(f, i, csl_binary(ctx, CSL_OP_MUL, csl_cast(ctx, CSL_I64, e), t));
            return true;
        }
    return false;
}

/* In which passes the element at that offset was stored. */
static bool passes_of(filling *f, csl_expr *offset) {
    for (uint32_t i = 0; i < f->n; i++)
        f->pass[i] = csl_const(f->a->ctx, CSL_I64, 0);
    return split(f, offset, 1) && split(f, csl_const(f->a->ctx, CSL_I64, -f->start), 1);
}

/* The place moves by the same step from each pass of a loop to the next. */
static bool find_steps(filling *f, csl_expr *offset) {
    csl_analysis *a = f->a;
    csl_expr *first = place(f, offset, f->n, 0);
    if (first->op != CSL_OP_CONST)
        return false;
    f->start = first->value;
    for (uint32_t i = 0; i < f->n; i++) {
        csl_expr *next = place(f, offset, i, 1);
        if (next->op != CSL_OP_CONST || next->value <= f->start)
            return false;
        f->step[i] = next->value - f->start;
        if (i > 0 && f->step[i] % f->step[i - 1] != 0)
            return false;
    }
    if (!passes_of(f, offset))
        return false;
    for (uint32_t i = 0; i < f->n; i++)
        if (f->pass[i] != csl_cast(a->ctx, CSL_I64, csl_sym_expr(a, f->loop[i]->iter)))
            return false;
    return true;
}

/* What the store stored in those passes; NULL if it is not made of what is the same at the load. */
static csl_expr *value_in(const csl_exec *x, filling *f) {
    csl_analysis *a = f->a;
    csl_expr *value = csl_expand(a, f->write->value);
    if (!csl_is_small(value, CSL_LIMIT(brief_term)))
        return NULL;
    for (uint32_t i = 0; i < f->n; i++) { /* the innermost first */
        if (csl_mentions_more_than_pass(a, value, f->loop[i]))
            return NULL;
        value = csl_replace_sym(a, value, f->loop[i]->iter, csl_cast(x->ctx, CSL_I32, f->pass[i]));
    }
    return value;
}

csl_expr *csl_load_filled(csl_exec *x, csl_expr *address, uint32_t object, const csl_access *acc) {
    csl_analysis *a = x->a;
    const csl_node *w = only_write(x, object);
    csl_expr *at = offset_in(x->ctx, address, object);
    filling f = {.a = a, .write = w};
    if (!w || acc->mode != CSL_MODE_READ || w->stmt->access->type != acc->type ||
        w->stmt->access->bytes != acc->bytes || acc->type == CSL_VOID || !at)
        return NULL;
    for (const csl_loop *l = w->loop; l && !csl_loop_inside(x->loop, l); l = l->parent) {
        if (f.n == CSL_ROOM_filled_loops)
            return NULL;
        f.loop[f.n++] = l;
    }
    csl_loop *outside = f.n ? f.loop[f.n - 1]->parent : NULL;
    if (!f.n || (outside && !csl_loop_inside(x->loop, outside)) || !always_filled(x, &f) ||
        !find_steps(&f, csl_expand(a, offset_in(x->ctx, w->address, object))) ||
        !passes_of(&f, csl_expand(a, at)))
        return NULL;
    return value_in(x, &f);
}
