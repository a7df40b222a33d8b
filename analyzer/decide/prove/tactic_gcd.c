/* gcd: the distance is the constant c plus a multiple of g, and no such number is small enough for
 * the accesses to overlap: member `.x` and member `.y` of an array of structures. */
#include "tactics.h"

bool csl_tactic_gcd(csl_prover *p) {
    int64_t first;
    return csl_distances(p, &first, 1) == 0;
}
