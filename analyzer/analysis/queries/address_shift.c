/* Addresses as a place and a distance from it: `p[i + 3]` is 12 bytes behind `p[i]`, and in
 * `p[i + n * 3]`, with the same n for all threads, it is 3 steps of n elements.
 *
 * Unrolled code has hundreds of accesses that differ by that alone. Whether two of them overlap
 * depends on the difference of their distances: one answer serves all pairs with the same.
 *
 * Only sums are taken apart that are exact wherever they are defined. What is left is a part of
 * the address, so it is defined where the address is.
 */
#include "asker.h"
#include "../../limits/limits.h"

/* Bounds on addresses and distances, so that no sum of a few leaves 64 bits. */
#define FAR ((int64_t)1 << 56)

typedef struct parts {
    csl_analysis *a;
    csl_shift s;
    csl_expr *exact[4]; /* sums and products that must not wrap */
    uint32_t nexact;
} parts;

static csl_expr *constant_right(csl_expr *e, csl_op op) {
    return e->op == op && e->kids[1]->op == CSL_OP_CONST ? e->kids[1] : NULL;
}

static bool must_not_wrap(parts *p, csl_expr *e) {
    if (csl_type_signed((csl_type)e->type))
        return true; /* it would be undefined */
    if (p->nexact == sizeof p->exact / sizeof *p->exact)
        return false;
    p->exact[p->nexact++] = e;
    return true;
}

/* A 32-bit index, of which each is `scale` bytes: takes a constant off, or a constant number of
 * steps that all threads share. */
static csl_expr *index_without(parts *p, csl_expr *e, int64_t scale) {
    csl_expr *c = constant_right(e, CSL_OP_ADD);
    if (c && must_not_wrap(p, e)) {
        p->s.bytes += c->value * scale;
        return e->kids[0];
    }
    c = constant_right(e, CSL_OP_SUB);
    if (c && must_not_wrap(p, e)) {
        p->s.bytes -= c->value * scale;
        return e->kids[0];
    }
    for (int k = 1; k >= 0 && e->op == CSL_OP_ADD && !p->s.step; k--) {
        csl_expr *steps = e->kids[k];
        c = constant_right(steps, CSL_OP_MUL);
        if (!c || c->value < 1 || c->value > UINT16_MAX ||
            csl_scope_of(p->a, steps->kids[0]) < CSL_SCOPE_BLOCK || !must_not_wrap(p, e) ||
            !must_not_wrap(p, steps))
            continue;
        p->s.step = steps->kids[0];
        p->s.count = c->value;
        p->s.scale = scale;
        return e->kids[1 - k];
    }
    return e;
}

/* An address in bytes. *most: a bound on what is left. NULL: nothing is known of its size. */
static csl_expr *without(parts *p, csl_expr *e, int64_t scale, int64_t *most) {
    csl_ctx *ctx = p->a->ctx;
    csl_expr *c = constant_right(e, CSL_OP_MUL);
    if (e->type != CSL_I64)
        return NULL;
    if (e->op == CSL_OP_CONST && e->value > -FAR / scale && e->value < FAR / scale) {
        p->s.bytes += e->value * scale;
        *most = 0;
        return csl_const(ctx, CSL_I64, 0);
    }
    if (e->op == CSL_OP_CAST && csl_type_integer((csl_type)e->kids[0]->type) &&
        csl_type_bytes((csl_type)e->kids[0]->type) <= 4) {
        csl_expr *index = e->kids[0];
        *most = UINT32_MAX * scale;
        if (index->type == CSL_I32 || index->type == CSL_U32)
            index = index_without(p, index, scale);
        return csl_cast(ctx, CSL_I64, index);
    }
    if (c && c->value > 0 && c->value <= UINT16_MAX && scale <= UINT16_MAX / c->value) {
        csl_expr *x = without(p, e->kids[0], scale * c->value, most);
        return x ? csl_binary(ctx, CSL_OP_MUL, x, c) : NULL;
    }
    if (e->op == CSL_OP_ADD) {
        int64_t left, right;
        csl_expr *x = without(p, e->kids[0], scale, &left);
        csl_expr *y = x ? without(p, e->kids[1], scale, &right) : NULL;
        if (!y || left + right > FAR)
            return NULL;
        *most = left + right;
        return csl_binary(ctx, CSL_OP_ADD, x, y);
    }
    return NULL;
}

/* The unsigned sums that were taken apart never wrap. Asked of the generic thread: of no pass in
 * particular. */
static bool never_wrap(const parts *p) {
    csl_relation any = {.pair = CSL_PAIR_BLOCK, .share = CSL_SCOPE_BLOCK, .brief = true};
    csl_builder *b = csl_builder_new(p->a, &any);
    csl_expr *yes = csl_true(p->a->ctx), *side[4];
    for (uint32_t i = 0; i < p->nexact; i++)
        side[i] = csl_side(b, 0, p->exact[i]);
    csl_query q = csl_builder_query(b, yes, yes);
    q.wraps = true;
    bool exact = true;
    for (uint32_t i = 0; i < p->nexact; i++)
        exact = exact && csl_never_wraps(&q, side[i]);
    csl_builder_done(b);
    return exact;
}

const csl_shift *csl_shift_of(csl_analysis *a, csl_target *t) {
    if (t->shift)
        return t->shift;
    parts p = {.a = a};
    csl_expr *whole = csl_expand(a, t->offset);
    int64_t most;
    p.s.rest = csl_is_small(whole, CSL_LIMIT(shifted_term)) ? without(&p, whole, 1, &most) : NULL;
    if (!p.s.rest || p.s.bytes > FAR || p.s.bytes < -FAR || (p.nexact && !never_wrap(&p)))
        p = (parts){.s.rest = whole};
    p.s.plain = p.nexact > 0;
    csl_shift *s = CSL_NEW(a->ctx, csl_shift);
    *s = p.s;
    t->shift = s;
    return s;
}

csl_expr *csl_shifted(csl_analysis *a, const csl_shift *s, csl_expr *step, int64_t scale,
                      int64_t count, int64_t bytes) {
    csl_ctx *ctx = a->ctx;
    csl_expr *e = s->rest;
    if (count) {
        csl_type type = (csl_type)step->type;
        csl_expr *steps = csl_binary(ctx, CSL_OP_MUL, step, csl_const(ctx, type, count));
        e = csl_binary(ctx, CSL_OP_ADD, e,
                       csl_binary(ctx, CSL_OP_MUL, csl_cast(ctx, CSL_I64, steps),
                                  csl_const(ctx, CSL_I64, scale)));
    }
    return csl_binary(ctx, CSL_OP_ADD, e, csl_const(ctx, CSL_I64, bytes));
}
