/* Ranges of polynomials, from those of their atoms. */
#include "prover.h"

/* The atoms whose bounds make up the corners of a box, and one corner: bit k says whether atom k
 * has its upper bound. Other atoms have their whole range. */
typedef struct corners {
    uint8_t atom[CSL_ROOM_corners];
    unsigned n, at;
} corners;

static csl_range range_in(const csl_prover *p, const corners *c, uint8_t atom) {
    csl_range r = p->atom[atom];
    for (unsigned k = 0; k < c->n; k++) {
        if (c->atom[k] == atom) {
            csl_wide v = c->at >> k & 1 ? r.hi : r.lo;
            return (csl_range){v, v};
        }
    }
    return r;
}

static bool fits(csl_wide v) {
    return v == (int64_t)v;
}

/* Nearly all bounds are far from the limits of 64 bits, where this is much faster than csl_range.
 * False if a number does not fit. */
static bool narrow_range(const csl_prover *p, const csl_mono *m, const corners *c, int64_t *lo,
                         int64_t *hi) {
    int64_t low = m->coef, high = m->coef;
    for (unsigned k = 0; k < m->degree; k++) {
        csl_range r = range_in(p, c, m->atom[k]);
        if (!fits(r.lo) || !fits(r.hi))
            return false;
        int64_t a = (int64_t)r.lo, b = (int64_t)r.hi, v[4];
        if (__builtin_mul_overflow(low, a, &v[0]) || __builtin_mul_overflow(low, b, &v[1]))
            return false;
        if (low == high) { /* the coefficient: most have one atom and get no further */
            low = v[0] < v[1] ? v[0] : v[1];
            high = v[0] < v[1] ? v[1] : v[0];
            continue;
        }
        if (__builtin_mul_overflow(high, a, &v[2]) || __builtin_mul_overflow(high, b, &v[3]))
            return false;
        low = high = v[0];
        for (unsigned x = 1; x < 4; x++) {
            low = v[x] < low ? v[x] : low;
            high = v[x] > high ? v[x] : high;
        }
    }
    *lo = low;
    *hi = high;
    return true;
}

static csl_range wide_range(const csl_prover *p, const csl_mono *m, const corners *c) {
    csl_range r = {m->coef, m->coef};
    for (unsigned k = 0; k < m->degree; k++)
        r = csl_range_mul(r, range_in(p, c, m->atom[k]));
    return r;
}

csl_range csl_mono_range(const csl_prover *p, const csl_mono *m) {
    const corners none = {.n = 0};
    int64_t lo, hi;
    return narrow_range(p, m, &none, &lo, &hi) ? (csl_range){lo, hi} : wide_range(p, m, &none);
}

/* Each monomial by itself. */
static csl_range range_of(const csl_prover *p, const csl_poly *poly) {
    const corners none = {.n = 0};
    csl_range near = {0, 0}, far = {0, 0};
    bool any_far = false;
    for (uint32_t i = 0; i < poly->n; i++) {
        int64_t lo, hi;
        if (narrow_range(p, &poly->mono[i], &none, &lo, &hi)) {
            near.lo += lo; /* far from the limits of csl_wide */
            near.hi += hi;
        } else {
            far = csl_range_add(far, wide_range(p, &poly->mono[i], &none));
            any_far = true;
        }
    }
    return any_far ? csl_range_add(near, far) : near;
}

typedef struct atom_set {
    uint64_t bits[(CSL_ROOM_atoms + 63) / 64];
} atom_set;

static bool add_atom(atom_set *s, uint8_t atom) {
    uint64_t bit = UINT64_C(1) << atom % 64, *word = &s->bits[atom / 64];
    bool there = *word & bit;
    *word |= bit;
    return there;
}

static bool has_atom(const atom_set *s, uint8_t atom) {
    return s->bits[atom / 64] >> atom % 64 & 1;
}

/* The atoms that stand in several monomials, one of them of degree 2 or more: what the range of
 * each monomial alone loses. False if there is none, some atom is squared, or there are too many.
 */
static bool find_mixed(const csl_poly *poly, corners *c) {
    atom_set once = {{0}}, again = {{0}}, known = {{0}};
    c->n = 0;
    for (uint32_t i = 0; i < poly->n; i++) {
        const csl_mono *m = &poly->mono[i];
        for (unsigned k = 0; k < m->degree; k++) {
            if (k > 0 && m->atom[k] == m->atom[k - 1])
                return false;
            if (add_atom(&once, m->atom[k]))
                add_atom(&again, m->atom[k]);
        }
    }
    for (uint32_t i = poly->n; i-- > 0 && poly->mono[i].degree > 1;) {
        const csl_mono *m = &poly->mono[i];
        for (unsigned k = 0; k < m->degree; k++) {
            if (!has_atom(&again, m->atom[k]) || add_atom(&known, m->atom[k]))
                continue;
            if (c->n == CSL_ROOM_corners)
                return false;
            c->atom[c->n++] = m->atom[k];
        }
    }
    return c->n > 0;
}

/* The monomials of a polynomial that are the same at all corners, and those that are not. The range
 * of one of these is found once for each way in which the corners turn its own atoms. */
typedef struct mixture {
    csl_poly same, turned;
    unsigned turns[CSL_ROOM_summands]; /* of `turned`: which corners matter, as in corners.at */
    unsigned known[CSL_ROOM_summands]; /* a bit for each entry below */
    struct {
        csl_range r;
        bool near;
    } range[CSL_ROOM_summands][1 << CSL_ROOM_corners];
} mixture;

static void split(const csl_poly *poly, const corners *c, mixture *x) {
    x->same.n = x->turned.n = 0;
    for (uint32_t i = 0; i < poly->n; i++) {
        const csl_mono *m = &poly->mono[i];
        unsigned turns = 0;
        for (unsigned k = 0; k < m->degree; k++)
            for (unsigned a = 0; a < c->n; a++)
                turns |= c->atom[a] == m->atom[k] ? 1u << a : 0;
        if (turns) {
            x->turns[x->turned.n] = turns;
            x->known[x->turned.n] = 0;
        }
        csl_poly *to = turns ? &x->turned : &x->same;
        to->mono[to->n++] = *m;
    }
}

/* The range of what is turned, at one corner. */
static csl_range turned_at(const csl_prover *p, mixture *x, const corners *c) {
    csl_range near = {0, 0}, far = {0, 0};
    bool any_far = false;
    for (uint32_t i = 0; i < x->turned.n; i++) {
        const csl_mono *m = &x->turned.mono[i];
        const unsigned at = c->at & x->turns[i];
        if (!(x->known[i] >> at & 1)) {
            int64_t lo, hi;
            const bool is_near = narrow_range(p, m, c, &lo, &hi);
            x->range[i][at].near = is_near;
            x->range[i][at].r = is_near ? (csl_range){lo, hi} : wide_range(p, m, c);
            x->known[i] |= 1u << at;
        }
        const csl_range r = x->range[i][at].r;
        if (x->range[i][at].near) {
            near.lo += r.lo; /* far from the limits of csl_wide */
            near.hi += r.hi;
        } else {
            far = csl_range_add(far, r);
            any_far = true;
        }
    }
    return any_far ? csl_range_add(near, far) : near;
}

static bool may_be_mixed(const csl_poly *poly) {
    return poly->n > 1 && poly->mono[poly->n - 1].degree > 1;
}

/* A polynomial that is linear in each atom takes its extremes at corners of the box, so
 * n - n * b with 0 <= b <= 1 is seen to be at least 0. */
csl_range csl_poly_range(const csl_prover *p, const csl_poly *poly) {
    corners c = {.n = 0};
    if (!may_be_mixed(poly) || !find_mixed(poly, &c))
        return range_of(p, poly);
    mixture x;
    split(poly, &c, &x);
    csl_range all = turned_at(p, &x, &c);
    for (c.at = 1; c.at < 1u << c.n; c.at++)
        all = csl_range_join(all, turned_at(p, &x, &c));
    return csl_range_add(range_of(p, &x.same), all);
}

bool csl_never_negative(const csl_prover *p, const csl_poly *poly) {
    corners c = {.n = 0};
    if (range_of(p, poly).lo >= 0)
        return true;
    if (!may_be_mixed(poly) || !find_mixed(poly, &c))
        return false;
    mixture x;
    split(poly, &c, &x);
    const csl_range rest = range_of(p, &x.same);
    for (; c.at < 1u << c.n; c.at++)
        if (csl_range_add(rest, turned_at(p, &x, &c)).lo < 0)
            return false;
    return true;
}

/* ---- ranges of atoms ------------------------------------------------------------------------- */

static csl_wide floor_div(csl_wide a, csl_wide b) {
    csl_wide q = a / b;
    return q - (a % b != 0 && (a % b < 0) != (b < 0));
}

/* In `fact` >= 0, every monomial c * atom is at least minus the greatest value of the others. */
static bool tighten_by(csl_prover *p, const csl_poly *fact) {
    bool changed = false, stale = true;
    csl_range of[CSL_ROOM_summands];
    for (uint32_t i = 0; i < fact->n; i++) {
        const csl_mono *m = &fact->mono[i];
        if (m->degree != 1)
            continue;
        for (uint32_t k = 0; k < fact->n && stale; k++)
            of[k] = csl_mono_range(p, &fact->mono[k]);
        csl_range others = {0, 0};
        for (uint32_t k = 0; k < fact->n; k++)
            others = k == i ? others : csl_range_add(others, of[k]);
        stale = false;
        if (csl_range_unbounded(others))
            continue;
        csl_range *r = &p->atom[m->atom[0]];
        if (m->coef > 0) { /* atom >= -others / c, rounded up */
            csl_wide lo = -floor_div(others.hi, m->coef);
            stale = lo > r->lo;
            r->lo = stale ? lo : r->lo;
        } else { /* atom <= others / -c, rounded down */
            csl_wide hi = floor_div(others.hi, -m->coef);
            stale = hi < r->hi;
            r->hi = stale ? hi : r->hi;
        }
        changed |= stale;
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
        csl_poly rest = csl_poly_const(0), one = csl_poly_const(1);
        bool divides = true;
        for (uint32_t i = 1; i < fact->n && divides; i++) {
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

/* True if a range changed. */
static bool tighten_once(csl_prover *p) {
    bool changed = false;
    for (uint32_t i = 0; i < p->nfacts && !p->refuted; i++) {
        changed |= tighten_by(p, p->fact[i]);
        changed |= !p->refuted && tighten_factor(p, p->fact[i]);
    }
    for (uint32_t i = 0; i < p->nequal && !p->refuted; i++) {
        csl_poly none = csl_poly_const(0), negative;
        changed |= tighten_by(p, p->equal[i]);
        if (!p->refuted && csl_poly_add(&negative, &none, -1, p->equal[i]))
            changed |= tighten_by(p, &negative);
    }
    return changed;
}

void csl_tighten(csl_prover *p) {
    bool changed = true;
    for (unsigned round = 0; round < CSL_LIMIT(bound_rounds) && !p->refuted && changed; round++)
        changed = tighten_once(p);
    csl_find_points(p);
}
