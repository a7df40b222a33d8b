/* factor: a comparison is divided by a common positive factor:
 * `tid + k * blockDim.x < m * blockDim.x` says k < m, and its negation k >= m, as 0 <= tid <
 * blockDim.x. That is how a loop bound rounded up to a multiple of the block is uniform.
 *
 * A fact w * high + low >= 0 with w >= 1 and low <= (1 - j) * w - 1 says high > j - 1, that is
 * high >= j, for integers. */
#include "tactics.h"

/* The greatest j of 1, 0, -1 for which high >= j follows is added as a fact. */
static void conclude(csl_prover *p, const csl_poly *high, const csl_poly *low, const csl_poly *w) {
    for (int64_t j = 1; j >= -1; j--) {
        csl_poly bound, none = {.n = 0}, least = csl_poly_const(-j);
        if (csl_poly_add(&bound, &none, 1 - j, w) && csl_prove_less(p, low, &bound, 1)) {
            if (csl_poly_add(&bound, high, 1, &least))
                csl_add_fact(p, &bound);
            return;
        }
    }
}

static void divide_fact(csl_prover *p, const csl_poly *fact, uint8_t atom) {
    csl_poly high = {.n = 0}, low = {.n = 0}, w = csl_poly_atom(atom);
    for (uint32_t i = 0; i < fact->n; i++) {
        csl_poly one = {.n = 1};
        one.mono[0] = fact->mono[i];
        bool multiple = csl_mono_quotient(&one.mono[0], &one.mono[0], &w.mono[0]);
        if (!csl_poly_add(multiple ? &high : &low, multiple ? &high : &low, 1, &one))
            return;
    }
    if (!csl_poly_is_const(&high))
        conclude(p, &high, &low, &w);
}

bool csl_tactic_factor(csl_prover *p) {
    uint32_t n = p->nfacts;
    for (uint32_t i = 0; i < n; i++) {
        const csl_poly *f = p->fact[i];
        for (uint32_t m = 0; m < f->n; m++) {
            for (unsigned k = 0; k < f->mono[m].degree && f->mono[m].degree > 1; k++)
                if (p->atom[f->mono[m].atom[k]].lo >= 1)
                    divide_fact(p, f, f->mono[m].atom[k]);
        }
    }
    if (p->nfacts == n)
        return false;
    csl_solve(p);
    return csl_contradictory(p) || (p->distance && csl_tactic_injective(p));
}
