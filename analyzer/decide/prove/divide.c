/* Quotients and remainders of polynomials. */
#include "prover.h"

/* Splits num = den * high + low by monomials. */
static bool split(const csl_poly *num, const csl_poly *den, csl_poly *high, csl_poly *low) {
    high->n = low->n = 0;
    if (den->n != 1)
        return csl_poly_add(low, low, 1, num);
    const csl_mono *d = &den->mono[0];
    for (uint32_t i = 0; i < num->n; i++) {
        csl_poly one = {.n = 1};
        csl_mono rest;
        one.mono[0] = num->mono[i];
        int64_t c = one.mono[0].coef;
        bool divides = csl_mono_quotient(&rest, &one.mono[0], d) && d->coef > 0;
        if (divides && (c % d->coef == 0 || (d->degree == 0 && rest.degree == 0))) {
            rest.coef = csl_floor_div(c, d->coef);
            csl_poly quotient = {.n = rest.coef != 0}, remainder = {.n = c % d->coef != 0};
            quotient.mono[0] = rest;
            remainder.mono[0] = one.mono[0];
            remainder.mono[0].coef = c - rest.coef * d->coef;
            if (!csl_poly_add(high, high, 1, &quotient) || !csl_poly_add(low, low, 1, &remainder))
                return false;
        } else if (!csl_poly_add(low, low, 1, &one)) {
            return false;
        }
    }
    return true;
}

/* low < c * den by one of the facts: the least such c less one, or `most`. */
static csl_wide least_bound(csl_prover *p, const csl_poly *low, const csl_poly *den,
                            csl_wide most) {
    const csl_poly one = csl_poly_const(1);
    for (uint32_t i = 0; i < p->nfacts && den->n; i++) {
        csl_poly d;
        if (!csl_poly_add(&d, p->fact[i], 1, low) || !csl_poly_add(&d, &d, 1, &one) || !d.n)
            continue;
        const int64_t c = d.mono[0].coef / den->mono[0].coef;
        if (c > 0 && c <= most && csl_poly_add(&d, &d, -c, den) && d.n == 0)
            most = c - 1;
    }
    return most;
}

/* low / den and low % den as two new atoms, tied together by an equation. */
static const csl_quotient *new_quotient(csl_prover *p, const csl_poly *low, const csl_poly *den) {
    for (uint32_t i = 0; i < p->nquotients; i++)
        if (csl_poly_equal(p->quotient[i].num, low) && csl_poly_equal(p->quotient[i].den, den))
            return &p->quotient[i];
    if (p->nquotients == CSL_ROOM_quotients)
        return NULL;
    csl_range n = csl_poly_range(p, low), d = csl_poly_range(p, den);
    if (csl_range_unbounded(n) || csl_range_unbounded(d))
        return NULL;
    d.lo = d.lo < 1 ? 1 : d.lo;
    csl_range q = {n.lo >= 0 ? n.lo / d.hi : -((-n.lo + d.lo - 1) / d.lo),
                   n.hi >= 0 ? n.hi / d.lo : -((-n.hi + d.hi - 1) / d.hi)};
    csl_range r = {0, n.lo >= 0 && n.hi < d.hi - 1 ? n.hi : d.hi - 1};
    const csl_wide bound = least_bound(p, low, den, q.hi);
    q.hi = bound < q.lo ? q.hi : bound;
    const csl_poly *qa = csl_new_atom(p, q), *ra = csl_new_atom(p, r);
    csl_poly e, top;
    if (!qa || !ra || !csl_poly_mul(&e, den, qa) || !csl_poly_add(&e, &e, 1, ra) ||
        !csl_poly_add(&e, low, -1, &e))
        return NULL;
    csl_add_equal(p, &e);
    csl_poly one = csl_poly_const(1), up;
    if (csl_poly_add(&top, den, -1, ra) && csl_poly_add(&top, &top, -1, &one))
        csl_add_fact(p, &top);
    csl_poly slack = csl_poly_const(csl_poly_constant(den) - 1); /* of x / den, rounded up */
    if (csl_poly_is_const(den) && csl_poly_constant(low) == csl_poly_constant(&slack) &&
        csl_poly_mul(&up, den, qa) && csl_poly_add(&up, &up, -1, low) &&
        csl_poly_add(&up, &up, 1, &slack))
        csl_add_fact(p, &up);
    csl_quotient *made = &p->quotient[p->nquotients++];
    *made = (csl_quotient){csl_keep(p, low), csl_keep(p, den), qa, ra};
    return made;
}

bool csl_divide(csl_prover *p, const csl_poly *num, const csl_poly *den, const csl_poly **q,
                const csl_poly **r) {
    csl_poly high, low;
    if (!split(num, den, &high, &low))
        return false;
    if (csl_prove(p, &low) && csl_prove_less(p, &low, den, 1)) {
        *q = csl_keep(p, &high);
        *r = csl_keep(p, &low);
        return true;
    }
    const csl_quotient *made = new_quotient(p, &low, den);
    if (!made || !csl_poly_add(&high, &high, 1, made->q))
        return false;
    *q = csl_keep(p, &high);
    *r = made->r;
    return true;
}
