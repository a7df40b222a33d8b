/* disjoint: one access ends before the other begins, or begins after it ends: `s[tid]` and
 * `s[tid + n]` with tid < n.
 *
 * distance = offset1 - offset2 >= bytes2, or -distance >= bytes1. */
#include "tactics.h"

bool csl_tactic_disjoint(csl_prover *p) {
    if (!p->distance)
        return false;
    csl_poly none = {.n = 0};
    return csl_prove_less(p, &none, p->distance, p->t->q->bytes[1]) ||
           csl_prove_less(p, p->distance, &none, p->t->q->bytes[0]);
}
