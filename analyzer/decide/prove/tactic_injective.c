/* injective: overlapping bytes mean the same thread, or nothing at all: `tile[ty][tx]`,
 * `s[h * blockDim.x + tid]`, `s[2 * s * tid]` against `s[2 * s * tid + s]`.
 *
 * Each distance at which the accesses overlap is an equation. It is taken apart like a number into
 * its digits (w * high + low = 0 with |low| < w means high = 0 and low = 0; both threads' own
 * conditions bound low), the pieces are solved, and what is left must be contradictory or say that
 * all thread ids are equal. */
#include "tactics.h"
#include "../../limits/limits.h"

bool csl_tactic_injective(csl_prover *p) {
    int64_t distance[CSL_ROOM_distances];
    int n = csl_distances(p, distance, CSL_ROOM_distances);
    for (int i = 0; i < n; i++) {
        csl_poly e, d = csl_poly_const(distance[i]);
        csl_prover *copy = csl_prover_copy(p);
        if (!csl_poly_add(&e, p->distance, -1, &d))
            return false;
        csl_add_equal(copy, &e);
        csl_solve(copy);
        p->steps = copy->steps;
        if (!csl_contradictory(copy))
            return false;
    }
    return n >= 0;
}
