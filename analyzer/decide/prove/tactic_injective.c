/* injective: overlapping bytes mean the same thread, or nothing at all: `tile[ty][tx]`,
 * `s[h * blockDim.x + tid]`, `s[2 * s * tid]` against `s[2 * s * tid + s]`.
 *
 * Each distance at which the accesses overlap is an equation. It is taken apart like a number into
 * its digits (w * high + low = 0 with |low| < w means high = 0 and low = 0; both threads' own
 * conditions bound low), the pieces are solved, and what is left must be contradictory or say that
 * all thread ids are equal.
 *
 * Where a sum stands beside its own remainder (`2 * x - x % 32` with x = t + 128 * k), a digit of x
 * is none of t: then x is taken as its quotient and its remainder. */
#include "tactics.h"
#include "../../limits/limits.h"

/* How often the monomials of `sum` stand in e, all as often; 0: not all do. */
static int64_t times_in(const csl_poly *e, const csl_poly *sum) {
    int64_t times = 0;
    for (uint32_t i = 0; i < sum->n; i++) {
        const csl_mono *m = &sum->mono[i];
        csl_poly one = {.n = 1}, rest;
        bool found = false;
        one.mono[0] = *m;
        one.mono[0].coef = 1;
        for (uint32_t j = 0; j < e->n && m->degree && !found; j++) {
            const csl_mono *in = &e->mono[j];
            const int64_t coef = in->coef;
            found = in->degree == m->degree && coef % m->coef == 0 &&
                    (!times || coef / m->coef == times) && csl_poly_add(&rest, e, -coef, &one) &&
                    rest.n == e->n - 1;
            times = found ? coef / m->coef : times;
        }
        if (m->degree && !found)
            return 0;
    }
    return times;
}

/* Sums that were divided become what they were found to be; false: there are none. */
static bool unfold(const csl_prover *p, csl_poly *e) {
    bool any = false;
    for (uint32_t i = 0; i < p->nquotients; i++) {
        const csl_quotient *q = &p->quotient[i];
        const int64_t times = q->num->n > 1 ? times_in(e, q->num) : 0;
        csl_poly is, whole;
        if (!times || !csl_poly_mul(&is, q->den, q->q) || !csl_poly_add(&is, &is, 1, q->r) ||
            !csl_poly_add(&whole, e, -times, q->num) || !csl_poly_add(&whole, &whole, times, &is))
            continue;
        csl_poly_copy(e, &whole);
        any = true;
    }
    return any;
}

/* The equation has no solution with two threads. */
static bool has_no_solution(csl_prover *p, const csl_poly *e) {
    csl_prover *copy = csl_prover_copy(p);
    csl_add_equal(copy, e);
    csl_solve(copy);
    p->steps = copy->steps;
    return csl_contradictory(copy);
}

bool csl_tactic_injective(csl_prover *p) {
    int64_t distance[CSL_ROOM_distances];
    int n = csl_distances(p, distance, CSL_ROOM_distances);
    for (int i = 0; i < n; i++) {
        csl_poly e, d = csl_poly_const(distance[i]);
        if (!csl_poly_add(&e, p->distance, -1, &d))
            return false;
        if (!has_no_solution(p, &e) && (!unfold(p, &e) || !has_no_solution(p, &e)))
            return false;
    }
    return n >= 0;
}
