#include "prover.h"

#include <stddef.h>
#include <string.h>

enum {
    PROOF_DEPTH = 4,
    PROOF_STEPS = 40, /* of one proof */
    MAX_MIXED = 4
};

const csl_poly *csl_keep(csl_prover *p, const csl_poly *poly) {
    size_t used = offsetof(csl_poly, mono) + poly->n * sizeof *poly->mono;
    return memcpy(csl_pool_alloc(p->pool, used), poly, used);
}

const csl_poly *csl_new_atom(csl_prover *p, csl_range range) {
    if (p->natoms == CSL_MAX_ATOMS) {
        return NULL;
    }
    if (range.lo == range.hi && range.lo > INT32_MIN && range.lo < INT32_MAX) {
        csl_poly c = csl_poly_const((int64_t)range.lo);
        return csl_keep(p, &c);
    }
    p->atom[p->natoms] = range;
    csl_poly atom = csl_poly_atom((uint16_t)p->natoms++);
    return csl_keep(p, &atom);
}

static csl_range mono_range(const csl_prover *p, const csl_mono *m) {
    csl_range r = {m->coef, m->coef};
    for (unsigned k = 0; k < m->degree; k++) {
        r = csl_range_mul(r, p->atom[m->atom[k]]);
    }
    return r;
}

static bool occurs(const csl_mono *m, uint16_t atom) {
    for (unsigned k = 0; k < m->degree; k++) {
        if (m->atom[k] == atom) {
            return true;
        }
    }
    return false;
}

/* The atoms whose bounds make up the corners of a box, and one corner: bit k says whether atom k
 * has its upper bound. Other atoms have their whole range. */
typedef struct corners {
    uint16_t atom[MAX_MIXED];
    unsigned n, at;
} corners;

/* The atoms that stand in several monomials, one of them of degree 2 or more: what the range of
 * each monomial alone loses. False if some atom is squared, or there are too many. */
static bool find_mixed(const csl_poly *poly, corners *c) {
    c->n = 0;
    for (uint32_t i = poly->n; i-- > 0 && poly->mono[i].degree > 1;) {
        const csl_mono *m = &poly->mono[i];
        for (unsigned k = 0; k < m->degree; k++) {
            bool again = false, known = false;
            for (uint32_t j = 0; j < poly->n; j++) {
                again = again || (j != i && occurs(&poly->mono[j], m->atom[k]));
            }
            for (unsigned at = 0; at < c->n; at++) {
                known = known || c->atom[at] == m->atom[k];
            }
            if (k > 0 && m->atom[k] == m->atom[k - 1]) {
                return false;
            }
            if (again && !known) {
                if (c->n == MAX_MIXED) {
                    return false;
                }
                c->atom[c->n++] = m->atom[k];
            }
        }
    }
    return c->n > 0;
}

static csl_range range_in(const csl_prover *p, const corners *c, uint16_t atom) {
    csl_range r = p->atom[atom];
    for (unsigned k = 0; k < c->n; k++) {
        if (c->atom[k] == atom) {
            csl_wide v = c->at >> k & 1 ? r.hi : r.lo;
            return (csl_range){v, v};
        }
    }
    return r;
}

/* Nearly all bounds are far from the limits of 64 bits, where this is much faster than csl_range.
 * False if a number does not fit. */
static bool narrow_range_at(const csl_prover *p, const csl_poly *poly, const corners *c,
                            int64_t *lo, int64_t *hi) {
    *lo = *hi = 0;
    for (uint32_t i = 0; i < poly->n; i++) {
        const csl_mono *m = &poly->mono[i];
        int64_t low = m->coef, high = m->coef;
        for (unsigned k = 0; k < m->degree; k++) {
            csl_range r = range_in(p, c, m->atom[k]);
            if (r.lo < INT32_MIN || r.hi > UINT32_MAX || r.lo > r.hi) {
                return false;
            }
            int64_t a = (int64_t)r.lo, b = (int64_t)r.hi, v[4];
            if (__builtin_mul_overflow(low, a, &v[0]) || __builtin_mul_overflow(low, b, &v[1]) ||
                __builtin_mul_overflow(high, a, &v[2]) || __builtin_mul_overflow(high, b, &v[3])) {
                return false;
            }
            low = high = v[0];
            for (unsigned x = 1; x < 4; x++) {
                low = v[x] < low ? v[x] : low;
                high = v[x] > high ? v[x] : high;
            }
        }
        if (__builtin_add_overflow(*lo, low, lo) || __builtin_add_overflow(*hi, high, hi)) {
            return false;
        }
    }
    return true;
}

static csl_range range_at(const csl_prover *p, const csl_poly *poly, const corners *c) {
    int64_t lo, hi;
    if (narrow_range_at(p, poly, c, &lo, &hi)) {
        return (csl_range){lo, hi};
    }
    csl_range sum = {0, 0};
    for (uint32_t i = 0; i < poly->n; i++) {
        const csl_mono *m = &poly->mono[i];
        csl_range r = {m->coef, m->coef};
        for (unsigned k = 0; k < m->degree; k++) {
            r = csl_range_mul(r, range_in(p, c, m->atom[k]));
        }
        sum = csl_range_add(sum, r);
    }
    return sum;
}

/* A polynomial that is linear in each atom takes its extremes at corners of the box, so
 * n - n * b with 0 <= b <= 1 is seen to be at least 0. */
csl_range csl_poly_range(const csl_prover *p, const csl_poly *poly) {
    corners c = {.n = 0};
    if (poly->n <= 1 || poly->mono[poly->n - 1].degree <= 1 || !find_mixed(poly, &c)) {
        c.n = 0;
        return range_at(p, poly, &c);
    }
    csl_range all = range_at(p, poly, &c);
    for (c.at = 1; c.at < 1u << c.n; c.at++) {
        all = csl_range_join(all, range_at(p, poly, &c));
    }
    return all;
}

/* csl_poly_range(p, poly).lo >= 0, found sooner. */
static bool never_negative(const csl_prover *p, const csl_poly *poly) {
    corners c = {.n = 0};
    if (range_at(p, poly, &c).lo >= 0) {
        return true;
    }
    if (poly->n <= 1 || poly->mono[poly->n - 1].degree <= 1 || !find_mixed(poly, &c)) {
        return false;
    }
    for (; c.at < 1u << c.n; c.at++) {
        if (range_at(p, poly, &c).lo < 0) {
            return false;
        }
    }
    return true;
}

void csl_add_fact(csl_prover *p, const csl_poly *f) {
    csl_range r = csl_poly_range(p, f);
    if (r.hi < 0) {
        p->refuted = true;
    }
    if (r.lo >= 0 || p->nfacts == CSL_MAX_FACTS) {
        return; /* nothing new, or no room */
    }
    csl_poly reduced;
    csl_poly_copy(&reduced, f);
    int64_t content = csl_poly_content(f);
    if (content > 1) {
        csl_poly_divide(&reduced, content); /* the sum is an integer, so the rest rounds down */
    }
    for (uint32_t i = 0; i < p->nfacts; i++) {
        if (csl_poly_equal(p->fact[i], &reduced)) {
            return;
        }
    }
    p->fact[p->nfacts++] = csl_keep(p, &reduced);
}

void csl_add_equal(csl_prover *p, const csl_poly *e) {
    csl_range r = csl_poly_range(p, e);
    int64_t content = csl_poly_content(e);
    if (r.lo > 0 || r.hi < 0 || (content > 0 && csl_poly_constant(e) % content != 0)) {
        p->refuted = true;
    }
    if (e->n > 0 && p->nequal < CSL_MAX_EQUATIONS) {
        p->equal[p->nequal++] = csl_keep(p, e);
    }
}

void csl_add_unequal(csl_prover *p, const csl_poly *u) {
    if (u->n == 0) {
        p->refuted = true;
    }
    if (p->nunequal < CSL_MAX_EQUATIONS) {
        p->unequal[p->nunequal++] = csl_keep(p, u);
    }
}

/* ---- proofs ---------------------------------------------------------------------------------- */

/* Takes the monomial `m` out of `goal` with the help of a fact that has a monomial `f` of the same
 * sign dividing it: goal * |f| + |f| - 1 - fact * |m| / f. If the rest is >= 0, so is the goal: the
 * factors are, and an integer above -1 is at least 0. */
static bool eliminate(const csl_prover *p, csl_poly *rest, const csl_poly *goal, const csl_mono *m,
                      const csl_poly *fact, const csl_mono *f) {
    csl_poly factor, product;
    factor.n = 1;
    if (!csl_mono_quotient(&factor.mono[0], m, f)) {
        return false;
    }
    for (unsigned k = 0; k < factor.mono[0].degree; k++) {
        if (p->atom[factor.mono[0].atom[k]].lo < 0) {
            return false;
        }
    }
    int64_t scale = f->coef < 0 ? -f->coef : f->coef;
    factor.mono[0].coef = m->coef < 0 ? -m->coef : m->coef;
    csl_poly slack = csl_poly_const(scale - 1);
    if (!csl_poly_mul(&product, fact, &factor) || !csl_poly_add(rest, &slack, scale, goal) ||
        !csl_poly_add(rest, rest, -1, &product)) {
        return false;
    }
    int64_t content = csl_poly_content(rest);
    if (content > 1) {
        csl_poly_divide(rest, content);
    }
    return true;
}

static bool prove(csl_prover *p, const csl_poly *goal, unsigned depth, unsigned *steps) {
    if (never_negative(p, goal)) {
        return true;
    }
    if (depth == 0) {
        return false;
    }
    for (uint32_t i = 0; i < goal->n; i++) {
        const csl_mono *m = &goal->mono[i];
        if (m->degree == 0 || mono_range(p, m).lo >= 0) {
            continue;
        }
        for (uint32_t f = 0; f < p->nfacts; f++) {
            for (uint32_t k = 0; k < p->fact[f]->n; k++) {
                const csl_mono *with = &p->fact[f]->mono[k];
                csl_poly rest;
                if (with->degree == 0 || with->degree > m->degree ||
                    (with->coef < 0) != (m->coef < 0) || !occurs(m, with->atom[0])) {
                    continue;
                }
                if (*steps == 0 || p->steps == p->most_steps) {
                    return false;
                }
                if (eliminate(p, &rest, goal, m, p->fact[f], with)) {
                    p->steps++;
                    --*steps;
                    if (prove(p, &rest, depth - 1, steps)) {
                        return true;
                    }
                }
            }
        }
    }
    return false;
}

bool csl_prove(csl_prover *p, const csl_poly *goal) {
    unsigned steps = PROOF_STEPS;
    for (unsigned depth = 0; depth <= PROOF_DEPTH; depth++) { /* short proofs first */
        unsigned before = p->steps;
        if (prove(p, goal, depth, &steps)) {
            return true;
        }
        if (depth > 0 && p->steps == before) {
            return false; /* no fact fits: a deeper search finds nothing else */
        }
    }
    return false;
}

bool csl_prove_less(csl_prover *p, const csl_poly *b, const csl_poly *a, int64_t k) {
    csl_poly d, c = csl_poly_const(-k);
    return csl_poly_add(&d, a, -1, b) && csl_poly_add(&d, &d, 1, &c) && csl_prove(p, &d);
}

bool csl_prove_zero(csl_prover *p, const csl_poly *zero) {
    csl_poly none = {.n = 0}, negative;
    if (zero->n == 0) {
        return true;
    }
    csl_range r = csl_poly_range(p, zero);
    if (r.lo > 0 || r.hi < 0 || csl_poly_is_const(zero)) {
        return false;
    }
    return csl_prove(p, zero) && csl_poly_add(&negative, &none, -1, zero) &&
           csl_prove(p, &negative);
}

/* ---- ranges of atoms ------------------------------------------------------------------------- */

static csl_wide floor_div(csl_wide a, csl_wide b) {
    csl_wide q = a / b;
    return q - (a % b != 0 && (a % b < 0) != (b < 0));
}

/* In `fact` >= 0, every monomial c * atom is at least minus the greatest value of the others. */
static bool tighten_by(csl_prover *p, const csl_poly *fact) {
    bool changed = false;
    for (uint32_t i = 0; i < fact->n; i++) {
        const csl_mono *m = &fact->mono[i];
        if (m->degree != 1) {
            continue;
        }
        csl_range others = {0, 0};
        for (uint32_t k = 0; k < fact->n; k++) {
            if (k != i) {
                others = csl_range_add(others, mono_range(p, &fact->mono[k]));
            }
        }
        if (csl_range_unbounded(others)) {
            continue;
        }
        csl_range *r = &p->atom[m->atom[0]];
        if (m->coef > 0) { /* atom >= -others / c, rounded up */
            csl_wide lo = -floor_div(others.hi, m->coef);
            changed |= lo > r->lo;
            r->lo = lo > r->lo ? lo : r->lo;
        } else { /* atom <= others / -c, rounded down */
            csl_wide hi = floor_div(others.hi, -m->coef);
            changed |= hi < r->hi;
            r->hi = hi < r->hi ? hi : r->hi;
        }
        if (r->lo > r->hi) {
            p->refuted = true;
            return false;
        }
    }
    return changed;
}

/* If fact = atom * rest - k with k >= 1 and rest >= 0, the atom is at least k / rest, so 1. */
static bool tighten_factor(csl_prover *p, const csl_poly *fact) {
    bool changed = false;
    int64_t k = -csl_poly_constant(fact);
    for (unsigned at = 0; k >= 1 && fact->n > 1 && at < fact->mono[1].degree; at++) {
        const csl_mono atom = {.coef = 1, .degree = 1, .atom = {fact->mono[1].atom[at]}};
        csl_poly rest = {.n = 0};
        bool divides = true;
        for (uint32_t i = 1; i < fact->n && divides; i++) {
            csl_poly one = {.n = 1};
            divides = csl_mono_quotient(&one.mono[0], &fact->mono[i], &atom) &&
                      csl_poly_add(&rest, &rest, 1, &one);
        }
        csl_range r = csl_poly_range(p, &rest);
        csl_range *a = &p->atom[atom.atom[0]];
        if (divides && r.lo >= 0 && r.hi >= 1 && a->lo < 1) {
            a->lo = 1;
            changed = true;
            p->refuted |= a->hi < 1;
        }
    }
    return changed;
}

void csl_tighten(csl_prover *p) {
    for (unsigned round = 0; round < 3 && !p->refuted; round++) {
        bool changed = false;
        for (uint32_t i = 0; i < p->nfacts && !p->refuted; i++) {
            changed |= tighten_by(p, p->fact[i]);
            changed |= !p->refuted && tighten_factor(p, p->fact[i]);
        }
        for (uint32_t i = 0; i < p->nequal && !p->refuted; i++) {
            csl_poly none = {.n = 0}, negative;
            changed |= tighten_by(p, p->equal[i]);
            if (!p->refuted && csl_poly_add(&negative, &none, -1, p->equal[i])) {
                changed |= tighten_by(p, &negative);
            }
        }
        if (!changed) {
            return;
        }
    }
}
