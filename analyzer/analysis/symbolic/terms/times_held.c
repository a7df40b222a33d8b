/* How often a condition on the number of the pass held before: `pass < n`, `pass >= 2`,
 * `pass % 2 == 1`, and these together.
 */
#include "loops.h"

enum { MOST_PASSES = 1 << 16 /* after which the same ones come again */ };

csl_expr *csl_number_of(csl_analysis *a, csl_op op, csl_expr *x, csl_expr *y) {
    csl_ctx *ctx = a->ctx;
    csl_expr *narrow = x->type == CSL_I32 && y->type == CSL_I32 ? csl_binary(ctx, op, x, y) : NULL;
    const csl_range kid[2] = {csl_range_of(a, x), csl_range_of(a, y)};
    csl_range r = op == CSL_OP_MUL   ? csl_range_mul(kid[0], kid[1])
                  : op == CSL_OP_ADD ? csl_range_add(kid[0], kid[1])
                                     : csl_range_add(kid[0], (csl_range){-kid[1].hi, -kid[1].lo});
    if (narrow && csl_range_inside(r, csl_range_of_type(CSL_I32)))
        return narrow;
    return csl_binary(ctx, op, csl_cast(ctx, CSL_I64, x), csl_cast(ctx, CSL_I64, y));
}

/* The passes from number `from` up to that before `to`, or NULL where there is no such end; of
 * these the ones whose number is `at` modulo `every`. */
typedef struct passes {
    csl_expr *from, *to;
    int64_t every, at;
} passes;

/* Both are numbers of passes. */
static csl_expr *lesser(csl_analysis *a, csl_op op, csl_expr *x, csl_expr *y) {
    const csl_type t = x->type == CSL_I64 || y->type == CSL_I64 ? CSL_I64 : CSL_I32;
    return csl_binary(a->ctx, op, csl_cast(a->ctx, t, x), csl_cast(a->ctx, t, y));
}

/* The term is the number of the pass and a constant that is not negative, which goes to *more. */
static bool is_pass(csl_analysis *a, const csl_loop *loop, csl_expr *e, int64_t *more) {
    if (!csl_type_integer((csl_type)e->type) || csl_type_bytes((csl_type)e->type) < 4)
        return false;
    csl_expr *k = csl_cast(a->ctx, (csl_type)e->type, csl_sym_expr(a, loop->iter));
    const csl_expr *rest = csl_binary(a->ctx, CSL_OP_SUB, e, k);
    *more = rest->op == CSL_OP_CONST ? rest->value : -1;
    return *more >= 0 && *more <= INT32_MAX;
}

/* What is added to the number of the pass, and what the sum is compared with, as numbers. */
static bool find_sides(csl_analysis *a, const csl_loop *loop, csl_expr **sum, csl_expr **bound) {
    csl_expr *k = csl_sym_expr(a, loop->iter);
    int64_t more;
    if ((*sum)->type == CSL_I32)
        *sum = csl_binary(a->ctx, CSL_OP_SUB, *sum, k);
    else if (((*sum)->type == CSL_U32 || (*sum)->type == CSL_I64) && is_pass(a, loop, *sum, &more))
        *sum = csl_const(a->ctx, CSL_I32, more);
    else
        return false;
    if ((*bound)->type != CSL_I32)
        *bound = csl_cast(a->ctx, CSL_I64, *bound);
    const csl_range r = csl_range_of(a, *bound), most = {INT64_MIN / 4, INT64_MAX / 4};
    return csl_range_inside(r, most) && csl_invariant(a, loop, *bound) &&
           csl_invariant(a, loop, *sum);
}

/* `k + c < n` and `n < k + c`, k being the number of the pass. */
static bool note_bound(csl_analysis *a, const csl_loop *loop, csl_expr *c, passes *p) {
    csl_ctx *ctx = a->ctx;
    if (c->op != CSL_OP_LT && c->op != CSL_OP_LE)
        return false;
    const bool below = csl_invariant(a, loop, c->kids[1]);
    csl_expr *bound = c->kids[below], *more = c->kids[!below];
    if (!find_sides(a, loop, &more, &bound))
        return false;
    /* None of these need fit, but the value does. `first`: the pass that begins or ends it. */
    csl_expr *first = csl_number_of(a, CSL_OP_SUB, bound, more);
    if ((c->op == CSL_OP_LE) == below)
        first = csl_number_of(a, CSL_OP_ADD, first, csl_const(ctx, CSL_I32, 1));
    first = csl_binary(ctx, CSL_OP_MAX, first, csl_const(ctx, (csl_type)first->type, 0));
    csl_expr **end = below ? &p->to : &p->from;
    *end = *end ? lesser(a, below ? CSL_OP_MIN : CSL_OP_MAX, *end, first) : first;
    return true;
}

/* `(k + c) % m == r`, `((k + c) & (m - 1)) == r`; of two, also which it is not. */
static bool note_turn(csl_analysis *a, const csl_loop *loop, const csl_expr *c, passes *p) {
    int64_t more, m = 0;
    if ((c->op != CSL_OP_EQ && c->op != CSL_OP_NE) || c->kids[1]->op != CSL_OP_CONST)
        return false;
    const csl_expr *e = c->kids[0];
    while (e->op == CSL_OP_CAST && csl_is_exact(e))
        e = e->kids[0];
    if (e->nkids == 2 && e->kids[1]->op == CSL_OP_CONST && e->kids[1]->value < MOST_PASSES &&
        (e->op == CSL_OP_REM || e->op == CSL_OP_BAND))
        m = e->kids[1]->value + (e->op == CSL_OP_BAND);
    if (m < 2 || (e->op == CSL_OP_BAND && csl_log2(m) < 0) || !is_pass(a, loop, e->kids[0], &more))
        return false;
    int64_t r = c->kids[1]->value;
    if (r < 0 || r >= m || (c->op == CSL_OP_NE && m != 2))
        return false;
    r = c->op == CSL_OP_NE ? 1 - r : r;
    const int64_t at = (r + m - more % m) % m;
    if (p->every > 1 && (p->every != m || p->at != at))
        return false;
    p->every = m;
    p->at = at;
    return true;
}

/* `k + c != n` where that is the first pass. */
static bool note_first(csl_analysis *a, const csl_loop *loop, const csl_expr *c, passes *p) {
    int64_t more;
    csl_expr *one = csl_const(a->ctx, CSL_I32, 1);
    if (c->op != CSL_OP_NE || c->kids[1]->op != CSL_OP_CONST ||
        !is_pass(a, loop, c->kids[0], &more) || c->kids[1]->value != more)
        return false;
    p->from = p->from ? lesser(a, CSL_OP_MAX, p->from, one) : one;
    return true;
}

/* Another part says which value the term has: then one that says which it has not adds nothing. */
static bool is_told(csl_expr *const *part, uint32_t n, const csl_expr *c) {
    for (uint32_t i = 0; i < n && c->op == CSL_OP_NE && c->kids[1]->op == CSL_OP_CONST; i++)
        if (part[i]->op == CSL_OP_EQ && part[i]->kids[0] == c->kids[0] &&
            part[i]->kids[1]->op == CSL_OP_CONST && part[i]->kids[1]->value != c->kids[1]->value)
            return true;
    return false;
}

/* How many of them are before pass x. */
static csl_expr *before(csl_analysis *a, const passes *p, csl_expr *x) {
    if (p->every < 2)
        return x;
    csl_expr *sum =
        csl_number_of(a, CSL_OP_ADD, x, csl_const(a->ctx, CSL_I32, p->every - 1 - p->at));
    return csl_binary(a->ctx, CSL_OP_DIV, sum, csl_const(a->ctx, (csl_type)sum->type, p->every));
}

/* The passes that fulfil the condition; false if they are not known. */
static bool find_passes(csl_analysis *a, const csl_loop *loop, csl_expr *c, passes *p) {
    uint32_t n;
    csl_expr *const *part = csl_conjuncts(&c, &n);
    *p = (passes){.every = 1};
    for (uint32_t i = 0; i < n; i++)
        if (!note_bound(a, loop, part[i], p) && !is_told(part, n, part[i]) &&
            !note_turn(a, loop, part[i], p) && !note_first(a, loop, part[i], p))
            return false;
    return true;
}

/* The condition holds in all passes but one of every few, more than two. */
static bool misses_one(csl_analysis *a, const csl_loop *loop, csl_expr *c, passes *p) {
    return c->op == CSL_OP_NE && find_passes(a, loop, csl_not(a->ctx, c), p) && !p->from &&
           !p->to && p->every > 2;
}

csl_expr *csl_times_held(csl_analysis *a, const csl_loop *loop, csl_expr *c) {
    passes p;
    if (misses_one(a, loop, c, &p)) {
        csl_expr *all = csl_sym_expr(a, loop->iter);
        return csl_number_of(a, CSL_OP_SUB, all, before(a, &p, all));
    }
    if (!find_passes(a, loop, c, &p))
        return NULL;
    csl_expr *k = csl_sym_expr(a, loop->iter), *end = before(a, &p, k);
    if (p.to)
        end = lesser(a, CSL_OP_MIN, end, before(a, &p, p.to));
    if (!p.from)
        return end;
    csl_expr *since = csl_number_of(a, CSL_OP_SUB, end, before(a, &p, p.from));
    return csl_binary(a->ctx, CSL_OP_MAX, since, csl_const(a->ctx, (csl_type)since->type, 0));
}

csl_expr *csl_last_held(csl_analysis *a, const csl_loop *loop, csl_expr *c, csl_expr **any) {
    csl_ctx *ctx = a->ctx;
    csl_expr *k = csl_sym_expr(a, loop->iter), *one = csl_const(ctx, CSL_I32, 1);
    csl_expr *last = csl_binary(ctx, CSL_OP_SUB, k, one);
    passes p;
    const bool misses = misses_one(a, loop, c, &p);
    if (!misses && (!find_passes(a, loop, c, &p) || p.from || p.to))
        return NULL;
    csl_expr *first = csl_const(ctx, CSL_I32, p.at), *every = csl_const(ctx, CSL_I32, p.every);
    if (misses) {
        csl_expr *missed = csl_binary(ctx, CSL_OP_REM, last, every);
        *any = csl_binary(ctx, CSL_OP_LT, csl_const(ctx, CSL_I32, p.at == 0), k);
        return csl_ite(ctx, csl_binary(ctx, CSL_OP_EQ, missed, first),
                       csl_binary(ctx, CSL_OP_SUB, last, one), last);
    }
    *any = csl_binary(ctx, CSL_OP_LT, first, k);
    if (p.every < 2)
        return last;
    csl_expr *since = csl_binary(ctx, CSL_OP_SUB, last, first);
    csl_expr *turns = csl_binary(ctx, CSL_OP_DIV, since, every);
    return csl_binary(ctx, CSL_OP_ADD, csl_binary(ctx, CSL_OP_MUL, turns, every), first);
}
