/* Builds a prover: thread ids, and what the conjuncts of a query say about polynomials. */
#include "normal.h"
#include "../../limits/limits.h"

#include <stddef.h>
#include <string.h>

/* ---- thread ids ------------------------------------------------------------------------------ */

typedef struct divisors {
    int64_t value[CSL_ROOM_divisors]; /* ascending */
    unsigned n;
} divisors;

static void add_divisor(divisors *d, csl_wide v) {
    unsigned at = 0;
    while (at < d->n && d->value[at] < v)
        at++;
    if (v < 2 || v > 1024 || csl_limit_reached(CSL_LIMIT_divisors, d->n) ||
        (at < d->n && d->value[at] == v))
        return;
    for (unsigned k = d->n++; k > at; k--)
        d->value[k] = d->value[k - 1];
    d->value[at] = (int64_t)v;
}

/* The constants by which the terms of a query divide, mask or flip a thread id directly. */
static void collect_divisors(const csl_prover *p, unsigned axis, divisors *d) {
    const csl_tape *t = p->t;
    for (uint32_t i = 0; i < t->n; i++) {
        const csl_term *node = &t->node[i];
        if (node->e->nkids != 2 || !csl_type_integer((csl_type)node->e->type))
            continue;
        for (unsigned k = 0; k < 2; k++) {
            uint32_t x = node->kid[k];
            while (t->node[x].e->op == CSL_OP_CAST)
                x = t->node[x].kid[0];
            const csl_expr *e = t->node[x].e;
            csl_range c = csl_kid_range(t, i, 1 - k);
            if (e->op != CSL_OP_SYM || e->index >= CSL_DV_BDIM || e->index % 3 != axis ||
                c.lo != c.hi || c.lo < 0 || c.lo > 1024)
                continue;
            switch (node->e->op) {
            case CSL_OP_DIV:
            case CSL_OP_REM: add_divisor(d, k == 0 ? c.lo : 0); break;
            case CSL_OP_SHR:
                add_divisor(d, k == 0 && c.lo <= 10 ? (csl_wide)1 << (int)c.lo : 0);
                break;
            case CSL_OP_BAND:
            case CSL_OP_BXOR:
                for (csl_wide bit = 1; bit <= c.lo; bit *= 2) { /* both ends of each run of ones */
                    bool starts = (c.lo & bit) && !(c.lo & (bit / 2));
                    bool single = (c.lo & bit) && node->e->op == CSL_OP_BXOR;
                    add_divisor(d, starts || single ? bit : 0);
                    add_divisor(d, (c.lo & bit) && (!(c.lo & (bit * 2)) || single) ? bit * 2 : 0);
                }
                break;
            default: break;
            }
        }
    }
}

/* A warp is 32 threads in a row: where the lower dimensions are known and fill a part of it, it
 * ends after a whole number of steps along this axis. */
static void add_warp_divisor(const csl_prover *p, unsigned axis, divisors *d) {
    int64_t step = 1;
    for (unsigned lower = 0; lower < axis; lower++)
        step *= csl_poly_is_const(p->dim[lower]) ? csl_poly_constant(p->dim[lower]) : 0;
    if (p->t->q->pair != CSL_PAIR_BLOCK && step > 0 && 32 % step == 0)
        add_divisor(d, 32 / step);
}

/* x = d0 + c1 * d1 + c2 * d2 ..., each digit below the ratio of its neighbours. */
static const csl_poly *digits(csl_prover *p, csl_range x, const divisors *d) {
    csl_poly sum = {.n = 0};
    int64_t weight = 1;
    for (unsigned k = 0; k <= d->n; k++) {
        bool last = k == d->n;
        if (!last && (d->value[k] % weight != 0 || d->value[k] == weight || d->value[k] > x.hi))
            continue; /* not a multiple of the one before, or beyond the range */
        csl_wide top = last ? x.hi / weight : d->value[k] / weight - 1;
        const csl_poly *digit = csl_new_atom(p, (csl_range){weight == 1 && last ? x.lo : 0, top});
        if (!digit || !csl_poly_add(&sum, &sum, weight, digit))
            return NULL;
        weight = last ? weight : d->value[k];
    }
    return csl_keep(p, &sum);
}

static csl_range var_range(const csl_tape *t, uint32_t v) {
    return t->var[v] == CSL_NO_NODE ? t->var_range[v]
                                    : csl_range_meet(t->var_range[v], t->node[t->var[v]].range);
}

static void make_thread_ids(csl_prover *p) {
    for (unsigned axis = 0; axis < 3; axis++) {
        divisors d = {.n = 0};
        p->dim[axis] = csl_new_atom(p, var_range(p->t, CSL_DV_BDIM + axis));
        collect_divisors(p, axis, &d);
        add_warp_divisor(p, axis, &d);
        for (unsigned side = 0; side < 2; side++) {
            uint32_t v = (side == 0 ? CSL_DV_TID1 : CSL_DV_TID2) + axis;
            csl_range r = var_range(p->t, v);
            const csl_poly *id = digits(p, r, &d);
            p->id[side][axis] = id;
            if (p->t->var[v] != CSL_NO_NODE)
                p->of_node[p->t->var[v]] = id;
            csl_poly e, one = csl_poly_const(1);
            if (id && csl_poly_add(&e, p->dim[axis], -1, id) && csl_poly_add(&e, &e, -1, &one))
                csl_add_fact(p, &e); /* tid < blockDim */
            csl_poly least = csl_poly_const(-(int64_t)r.lo), most = csl_poly_const((int64_t)r.hi);
            if (id && csl_poly_add(&e, id, 1, &least))
                csl_add_fact(p, &e);
            if (id && csl_poly_add(&e, &most, -1, id))
                csl_add_fact(p, &e);
        }
        if (p->t->var[CSL_DV_BDIM + axis] != CSL_NO_NODE)
            p->of_node[p->t->var[CSL_DV_BDIM + axis]] = p->dim[axis];
    }
}

/* Warp numbers of both threads, when the query distinguishes warps. */
static void make_warps(csl_prover *p) {
    csl_poly size = csl_poly_const(32);
    for (unsigned side = 0; side < 2; side++) {
        const csl_poly *const *id = p->id[side];
        const csl_poly *remainder;
        csl_poly n;
        if (!csl_poly_mul(&n, id[2], p->dim[1]) || !csl_poly_add(&n, &n, 1, id[1]) ||
            !csl_poly_mul(&n, &n, p->dim[0]) || !csl_poly_add(&n, &n, 1, id[0]) ||
            !csl_divide(p, &n, &size, &p->warp[side], &remainder)) {
            p->warp[0] = p->warp[1] = NULL;
            return;
        }
    }
    csl_poly difference;
    if (p->t->q->pair == CSL_PAIR_SAME_WARP &&
        csl_poly_add(&difference, p->warp[0], -1, p->warp[1]))
        csl_add_equal(p, &difference);
}

/* ---- conjuncts ------------------------------------------------------------------------------- */

/* Nodes all of whose arithmetic is exact by ranges alone. They are read first, so that their facts
 * can show other nodes exact. */
static bool *find_plain(csl_prover *p) {
    bool *plain = CSL_POOL_ARRAY(p->pool, bool, p->t->n);
    for (uint32_t i = 0; i < p->t->n; i++) {
        const csl_term *node = &p->t->node[i];
        plain[i] = true;
        for (unsigned k = 0; k < node->e->nkids; k++)
            plain[i] = plain[i] && plain[node->kid[k]];
        if (node->e->op == CSL_OP_SUB || node->e->op == CSL_OP_ADD)
            plain[i] = plain[i] && csl_term_exact(p->t, i);
    }
    return plain;
}

/* x % m == 0 says that m divides x, also one that is negative. */
static void add_multiple(csl_prover *p, uint32_t equal) {
    const uint32_t rest = p->t->node[equal].kid[0];
    const csl_range other = csl_kid_range(p->t, equal, 1);
    if (p->t->node[rest].e->op != CSL_OP_REM || other.lo != 0 || other.hi != 0)
        return;
    const csl_range m = csl_kid_range(p->t, rest, 1);
    const csl_poly *x = csl_normal(p, p->t->node[rest].kid[0]), *q, *r;
    if (!x || m.lo != m.hi || m.lo < 2 || m.hi > INT32_MAX)
        return;
    const csl_poly den = csl_poly_const((int64_t)m.lo);
    if (csl_divide(p, x, &den, &q, &r))
        csl_add_equal(p, r);
}

static void add_literal(csl_prover *p, uint32_t i, bool negated) {
    const csl_term *node = &p->t->node[i];
    const csl_expr *e = node->e;
    if (e->op == CSL_OP_NOT) {
        add_literal(p, node->kid[0], !negated);
        return;
    }
    if ((e->op == CSL_OP_OR && negated) || (e->op == CSL_OP_AND && !negated)) {
        for (unsigned k = 0; k < e->nkids; k++)
            add_literal(p, node->kid[k], negated);
        return;
    }
    if (e->op < CSL_OP_EQ || e->op > CSL_OP_LE || !csl_type_integer((csl_type)e->kids[0]->type))
        return;
    const csl_poly *a = csl_normal(p, node->kid[0]), *b = csl_normal(p, node->kid[1]);
    csl_poly d, one = csl_poly_const(1);
    if (!a || !b || !csl_poly_add(&d, b, -1, a))
        return;
    if (e->op == CSL_OP_EQ || e->op == CSL_OP_NE) {
        if ((e->op == CSL_OP_EQ) != negated) {
            csl_add_equal(p, &d);
            add_multiple(p, i);
        } else {
            csl_add_unequal(p, &d);
        }
        return;
    }
    csl_poly none = {.n = 0};
    bool strict = (e->op == CSL_OP_LT) != negated; /* not a <= b is b < a */
    if ((!negated || csl_poly_add(&d, &none, -1, &d)) &&
        (!strict || csl_poly_add(&d, &d, -1, &one)))
        csl_add_fact(p, &d);
}

csl_prover *csl_prover_new(csl_pool *pool, const csl_tape *t, unsigned steps) {
    csl_prover *p = CSL_POOL_ROOM(pool, csl_prover, 1);
    memset(p, 0, offsetof(csl_prover, atom));
    p->pool = pool;
    p->t = t;
    p->most_steps = steps;
    p->of_node = CSL_POOL_ARRAY(pool, const csl_poly *, t->n);
    p->tried = CSL_POOL_ARRAY(pool, bool, t->n);
    p->power = CSL_POOL_ARRAY(pool, const csl_poly *, t->n);
    make_thread_ids(p);
    bool *plain = find_plain(p);
    for (unsigned pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < t->nconjuncts; i++)
            if (plain[t->conjunct[i]] == (pass == 0))
                add_literal(p, t->conjunct[i], false);
    }
    if (t->q->pair != CSL_PAIR_BLOCK)
        make_warps(p);
    if (t->offset[0] != CSL_NO_NODE) {
        const csl_poly *a = csl_normal(p, t->offset[0]), *b = csl_normal(p, t->offset[1]);
        csl_poly d;
        if (csl_distance_modulo(p, &d) || (a && b && csl_poly_add(&d, a, -1, b)))
            p->distance = csl_keep(p, &d);
    }
    csl_tighten(p);
    return p;
}
