/* xor: flipping bits twice gives the number back: x ^ j = y means y ^ j = x, and x ^ j = y ^ j
 * means x = y. That settles the exchange steps of sorting networks, whatever j is.
 *
 * For every equation v = y with v = x ^ j: if some w = y ^ j is known, w = x. */
#include "tactics.h"
#include "../../limits/limits.h"

/* Adds an equation a = b, unless it is there. */
static bool add_new(csl_prover *p, const csl_poly *a, const csl_poly *b) {
    csl_poly e;
    if (!csl_poly_add(&e, a, -1, b) || e.n == 0)
        return false;
    for (uint32_t i = 0; i < p->nequal; i++)
        if (csl_poly_equal(p->equal[i], &e))
            return false;
    csl_add_equal(p, &e);
    return true;
}

/* y ^ j for polynomials y and j, where y or j may come first. */
static const csl_xor *find(const csl_prover *p, const csl_poly *y, const csl_poly *j,
                           const csl_xor *but) {
    for (uint32_t i = 0; i < p->nxors; i++) {
        const csl_xor *x = &p->xors[i];
        if (x != but && ((csl_poly_equal(x->x, y) && csl_poly_equal(x->j, j)) ||
                         (csl_poly_equal(x->j, y) && csl_poly_equal(x->x, j))))
            return x;
    }
    return NULL;
}

static bool flip_back(csl_prover *p) {
    bool added = false;
    for (uint32_t i = 0; i < p->nxors; i++) {
        for (unsigned swap = 0; swap < 2; swap++) {
            const csl_xor x = p->xors[i];
            const csl_poly *from = swap ? x.j : x.x, *j = swap ? x.x : x.j;
            const csl_xor *back = find(p, x.value, j, &p->xors[i]);
            if (back) /* (from ^ j) ^ j */
                added |= add_new(p, back->value, from);
            for (uint32_t k = i + 1; k < p->nxors; k++) {
                const csl_xor y = p->xors[k];
                if (csl_poly_equal(x.value, y.value)) { /* from ^ j = other ^ j */
                    const csl_poly *other = csl_poly_equal(y.j, j)   ? y.x
                                            : csl_poly_equal(y.x, j) ? y.j
                                                                     : NULL;
                    added |= other && add_new(p, from, other);
                }
            }
        }
    }
    return added;
}

bool csl_tactic_xor(csl_prover *p) {
    int64_t distance = 0;
    int n = p->distance ? csl_distances(p, &distance, 1) : 0;
    if (p->nxors == 0 || (p->distance && n != 1))
        return false;
    csl_poly e, d = csl_poly_const(distance);
    if (n == 1 && csl_poly_add(&e, p->distance, -1, &d))
        csl_add_equal(p, &e);
    bool more = true;
    for (unsigned round = 0; more && round < CSL_LIMIT(xor_rounds) && !p->refuted; round++) {
        csl_solve(p);
        more = flip_back(p);
    }
    return csl_contradictory(p);
}
