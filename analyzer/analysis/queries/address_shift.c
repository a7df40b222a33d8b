/* Addresses as a place and a distance from it: `p[i + 3]` is 12 bytes behind `p[i]`, and in
 * `p[i + n * 3]`, with the same n for all threads, it is 3 steps of n elements.
 *
 * Unrolled code has hundreds of accesses that differ by that alone. Whether two of them overlap
 * depends on the difference of their distances: one answer serves all pairs with the same.
 *
 * Only sums are taken apart that are exact wherever they are defined. What is left is a part of
 * the address, so it is defined where the address is. Where unsigned sums may wrap, as those with
 * blockDim.x * gridDim.x do in a large enough launch, steps are taken off the index modulo 2^32:
 * two indices are equal if they are after the same number is taken off both.
 */
#include "asker.h"
#include "../../limits/limits.h"

/* Bounds on addresses and distances, so that no sum of a few leaves 64 bits. */
#define FAR ((int64_t)1 << 56)

/* An address that is a 32-bit index times `scale`. Its sums may wrap: the index is `index` and
 * count * step of each step, modulo 2^32. */
typedef struct ring {
    csl_expr *index; /* U32; NULL: the address is not of that kind */
    int64_t scale;
    struct {
        csl_expr *step; /* U32, shared by all threads */
        int64_t count;
    } of[CSL_ROOM_ring_steps];
    uint32_t n;
} ring;

/* An address taken apart: rest + scale * count * step + bytes. */
struct csl_shift {
    csl_expr *rest; /* I64 */
    csl_expr *step; /* 32 bits, shared by all threads; or NULL */
    int64_t scale, count, bytes;
    bool plain; /* exact for a thread in no particular pass of a loop; false: for any */
    ring ring;
};
typedef struct csl_shift shift;

typedef struct parts {
    csl_analysis *a;
    shift s;
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

/* Takes the steps off a sum that all threads share; the sum without them, NULL: nothing is left. */
static csl_expr *without_steps(csl_analysis *a, csl_expr *sum, ring *r) {
    csl_ctx *ctx = a->ctx;
    if (sum->op == CSL_OP_ADD) {
        csl_expr *x = without_steps(a, sum->kids[0], r);
        csl_expr *y = without_steps(a, sum->kids[1], r);
        return x && y ? csl_binary(ctx, CSL_OP_ADD, x, y) : x ? x : y;
    }
    csl_expr *count = constant_right(sum, CSL_OP_MUL), *step = count ? sum->kids[0] : sum;
    if (step->op == CSL_OP_CONST || csl_scope_of(a, step) < CSL_SCOPE_BLOCK ||
        (count && (count->value < 1 || count->value > UINT16_MAX)))
        return sum;
    uint32_t i = 0;
    while (i < r->n && r->of[i].step != step)
        i++;
    if (i == r->n && csl_limit_reached(CSL_LIMIT_ring_steps, r->n))
        return sum;
    r->of[i].step = step;
    r->of[i].count = (i == r->n ? 0 : r->of[i].count) + (count ? count->value : 1);
    r->n += i == r->n;
    return NULL;
}

static void take_apart_ring(csl_analysis *a, csl_expr *whole, ring *r) {
    csl_expr *scale = constant_right(whole, CSL_OP_MUL);
    csl_expr *index = scale ? whole->kids[0] : whole;
    if (index->op != CSL_OP_CAST || index->type != CSL_I64 || index->kids[0]->type != CSL_U32)
        return;
    index = without_steps(a, index->kids[0], r);
    r->index = index ? index : csl_const(a->ctx, CSL_U32, 0);
    r->scale = scale ? scale->value : 1;
}

static const shift *shift_of(csl_analysis *a, csl_target *t) {
    if (t->shift)
        return t->shift;
    parts p = {.a = a};
    csl_expr *whole = csl_expand(a, t->offset);
    const bool small = csl_is_small(whole, CSL_LIMIT(shifted_term));
    int64_t most;
    p.s.rest = small ? without(&p, whole, 1, &most) : NULL;
    if (!p.s.rest || p.s.bytes > FAR || p.s.bytes < -FAR || (p.nexact && !never_wrap(&p)))
        p = (parts){.s.rest = whole};
    p.s.plain = p.nexact > 0;
    if (small && !p.s.step && !p.s.bytes)
        take_apart_ring(a, whole, &p.s.ring);
    shift *s = CSL_NEW(a->ctx, shift);
    *s = p.s;
    t->shift = s;
    return s;
}

static csl_expr *plus(csl_ctx *ctx, csl_expr *sum, csl_expr *e) {
    return sum ? csl_binary(ctx, CSL_OP_ADD, sum, e) : e;
}

static csl_expr *times(csl_ctx *ctx, csl_expr *e, int64_t n) {
    return csl_binary(ctx, CSL_OP_MUL, e, csl_const(ctx, (csl_type)e->type, n));
}

static int64_t count_of(const ring *r, const csl_expr *step) {
    for (uint32_t i = 0; i < r->n; i++)
        if (r->of[i].step == step)
            return r->of[i].count;
    return 0;
}

/* Steps of which both have equally many do not matter. */
static bool apart_in_a_ring(csl_ctx *ctx, const ring *x, const ring *y, csl_distance *d) {
    if (!x->index || !y->index || x->scale != y->scale || (!x->n && !y->n))
        return false;
    *d = (csl_distance){.rest = {x->index, y->index}, .scale = x->scale};
    for (uint32_t s = 0, n = 0; s < 2; s++) {
        const ring *self = s ? y : x, *other = s ? x : y;
        for (uint32_t i = 0; i < self->n; i++) {
            csl_expr *step = self->of[i].step;
            const int64_t there = count_of(other, step), more = self->of[i].count - there;
            if (more > 0)
                d->further[s] = plus(ctx, d->further[s], times(ctx, step, more));
            if (s == 0 || !there)
                d->taken[n++] = step;
        }
    }
    return true;
}

bool csl_distance_of(csl_analysis *a, csl_target *tx, csl_target *ty, bool in_a_pass,
                     csl_distance *d) {
    const shift *x = shift_of(a, tx), *y = shift_of(a, ty), *of = x->step ? x : y;
    if (!x->step && !y->step && !x->bytes && !y->bytes)
        return apart_in_a_ring(a->ctx, &x->ring, &y->ring, d);
    if ((x->step && y->step && (x->step != y->step || x->scale != y->scale)) ||
        ((x->plain || y->plain) && in_a_pass))
        return false;
    const int64_t count = x->count - y->count, bytes = x->bytes - y->bytes;
    *d = (csl_distance){.rest = {x->rest, y->rest}, .taken = {of->step}, .bytes = bytes};
    if (count) {
        csl_expr *steps = times(a->ctx, of->step, count > 0 ? count : -count);
        d->further[count < 0] = times(a->ctx, csl_cast(a->ctx, CSL_I64, steps), of->scale);
    }
    return true;
}

csl_expr *csl_at_distance(csl_analysis *a, const csl_distance *d, int side) {
    csl_expr *e = d->further[side] ? plus(a->ctx, d->rest[side], d->further[side]) : d->rest[side];
    if (d->scale)
        return times(a->ctx, csl_cast(a->ctx, CSL_I64, e), d->scale);
    return plus(a->ctx, e, csl_const(a->ctx, CSL_I64, side == 0 ? d->bytes : 0));
}
