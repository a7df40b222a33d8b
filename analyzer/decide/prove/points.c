/* Points at which all that is known holds: values for the atoms inside their ranges, no fact below
 * 0. A polynomial that is negative at one of them cannot be proved to be at least 0, and no search
 * for a proof is needed to see that. Most attempts of a query end there.
 *
 * Equations need not hold: proofs do without them. */
#include "prover.h"
#include "../../limits/limits.h"

#include <string.h>

enum {
    FIRST_POINTS = 4, /* the rest is room for those found on the way */
    MODEST = 1 << 15  /* preferred, so that products of several fit 64 bits */
};

/* False if the value does not fit 64 bits. */
static bool value_at(const csl_poly *poly, const int64_t *x, int64_t *value) {
    *value = 0;
    for (uint32_t i = 0; i < poly->n; i++) {
        const csl_mono *m = &poly->mono[i];
        int64_t v = m->coef;
        for (unsigned k = 0; k < m->degree; k++)
            if (__builtin_mul_overflow(v, x[m->atom[k]], &v))
                return false;
        if (__builtin_add_overflow(*value, v, value))
            return false;
    }
    return true;
}

bool csl_point_refutes(const csl_prover *p, const csl_poly *goal) {
    int64_t value;
    for (unsigned s = 0; s < CSL_ROOM_points; s++)
        if (p->point_holds[s] && value_at(goal, p->point[s], &value) && value < 0)
            return true;
    return false;
}

bool csl_points_within(const csl_prover *p, const csl_poly *low, const csl_poly *w, int64_t m) {
    for (unsigned s = 0; s < CSL_ROOM_points; s++) {
        int64_t value, width;
        if (p->point_holds[s] && value_at(low, p->point[s], &value) &&
            value_at(w, p->point[s], &width)) {
            csl_wide distance = (csl_wide)value - (csl_wide)m * width;
            if (distance >= width || distance <= -width)
                return false;
        }
    }
    return true;
}

/* The point lies in the ranges of the atoms of the polynomial as they are by now. */
static bool lies_inside(const csl_prover *p, const csl_poly *poly, const int64_t *x) {
    for (uint32_t i = 0; i < poly->n; i++)
        for (unsigned k = 0; k < poly->mono[i].degree; k++) {
            const uint8_t atom = poly->mono[i].atom[k];
            if (x[atom] < p->atom[atom].lo || x[atom] > p->atom[atom].hi)
                return false;
        }
    return true;
}

bool csl_points_span(const csl_prover *p, const csl_poly *poly, int64_t *lo, int64_t *hi) {
    bool any = false;
    const bool linear = poly->n < 2 || poly->mono[poly->n - 1].degree < 2;
    for (unsigned s = 0; s < FIRST_POINTS && !linear; s++) {
        int64_t value;
        if (!p->point_holds[s] || !lies_inside(p, poly, p->point[s]) ||
            !value_at(poly, p->point[s], &value))
            continue;
        *lo = any && *lo < value ? *lo : value;
        *hi = any && *hi > value ? *hi : value;
        any = true;
    }
    return any;
}

void csl_points_meet(csl_prover *p, const csl_poly *fact) {
    int64_t value;
    for (unsigned s = 0; s < CSL_ROOM_points; s++)
        p->point_holds[s] = p->point_holds[s] && value_at(fact, p->point[s], &value) && value >= 0;
}

static int64_t into(csl_range r, csl_wide v) {
    return (int64_t)(v < r.lo ? r.lo : v > r.hi ? r.hi : v);
}

/* Lifts a fact whose value is v < 0 by moving its atoms, one after the other: in every second round
 * the other way round. */
static bool lift(const csl_prover *p, const csl_poly *fact, int64_t v, int64_t *x, unsigned round) {
    for (uint32_t i = 0; i < fact->n; i++) {
        const csl_mono *m = &fact->mono[round % 2 ? fact->n - 1 - i : i];
        for (unsigned k = 0; k < m->degree && v < 0; k++) {
            csl_wide slope = m->coef;
            for (unsigned j = 0; j < m->degree; j++) {
                slope *= j == k ? 1 : m->atom[j] == m->atom[k] ? 0 : x[m->atom[j]];
                if (slope != (int64_t)slope)
                    return false;
            }
            if (slope == 0)
                continue;
            csl_wide size = slope < 0 ? -slope : slope, step = (size - 1 - v) / size;
            int64_t *atom = &x[m->atom[k]], old = *atom;
            *atom = into(p->atom[m->atom[k]], slope < 0 ? old - step : old + step);
            v = (int64_t)(v + slope * ((csl_wide)*atom - old));
        }
    }
    return v >= 0;
}

/* Moves the atoms until every fact holds, and `also` is at least 0 (NULL: nothing else is wanted);
 * false if that does not succeed soon. */
static bool repair(const csl_prover *p, int64_t *x, const csl_poly *also) {
    for (unsigned round = 0; round < CSL_LIMIT(point_rounds); round++) {
        bool holds = true;
        for (uint32_t i = 0; i <= p->nfacts; i++) {
            const csl_poly *fact = i > 0 ? p->fact[i - 1] : also;
            int64_t value = 0;
            if (fact && !value_at(fact, x, &value))
                return false;
            if (value < 0) {
                holds = false;
                if (!lift(p, fact, value, x, round))
                    return false;
            }
        }
        if (holds)
            return true;
    }
    return false;
}

/* The lowest values, the highest, and mixtures of them. */
static csl_wide starting_point(csl_range r, unsigned s, uint32_t atom) {
    uint32_t mixed = (atom + 1) * (2 * s + 1) * UINT32_C(2654435761);
    bool high = s == 0 ? false : s == 1 ? true : mixed >> 31;
    csl_wide v = high ? r.hi : r.lo;
    return v < -MODEST ? -MODEST : v > MODEST ? MODEST : v;
}

static bool inside(const csl_prover *p, const int64_t *x) {
    for (uint32_t a = 0; a < p->natoms; a++)
        if (x[a] < p->atom[a].lo || x[a] > p->atom[a].hi)
            return false;
    return true;
}

void csl_find_points(csl_prover *p) {
    if (!p->uses_points || p->refuted)
        return;
    for (uint32_t a = 0; a < p->natoms; a++)
        if (p->atom[a].lo > INT32_MAX || p->atom[a].hi < INT32_MIN)
            return;
    for (unsigned s = 0; s < CSL_ROOM_points; s++) {
        p->point_holds[s] = p->point_holds[s] && inside(p, p->point[s]);
        if (p->point_holds[s] || s >= FIRST_POINTS)
            continue;
        int64_t *x = CSL_POOL_ARRAY(p->pool, int64_t, p->natoms);
        for (uint32_t a = 0; a < p->natoms; a++) {
            csl_range r = p->atom[a];
            x[a] = into(r, p->point[s] ? p->point[s][a] : starting_point(r, s, a));
        }
        p->point[s] = x;
        p->point_holds[s] = repair(p, x, NULL);
    }
}

bool csl_seek_refutation(csl_prover *p, const csl_poly *goal) {
    csl_poly negative, below = csl_poly_const(-1);
    if (!p->uses_points || !csl_poly_add(&negative, &below, -1, goal))
        return false;
    int64_t *x = CSL_POOL_ARRAY(p->pool, int64_t, p->natoms);
    unsigned tried = 0;
    for (unsigned s = 0; s < CSL_ROOM_points && tried < 2; s++) {
        if (!p->point_holds[s])
            continue;
        tried++;
        memcpy(x, p->point[s], p->natoms * sizeof *x);
        if (repair(p, x, &negative)) {
            unsigned slot = FIRST_POINTS + p->next_point++ % (CSL_ROOM_points - FIRST_POINTS);
            p->point[slot] = x;
            p->point_holds[slot] = true;
            return true;
        }
    }
    return false;
}
