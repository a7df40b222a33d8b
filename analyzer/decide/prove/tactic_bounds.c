/* bounds: the conditions alone are contradictory: `tid < n` here and `tid >= blockDim.x` there,
 * x and not x.
 *
 * The facts are linear combinations away from -1 >= 0, or two equations have no common solution. */
#include "tactics.h"

bool csl_tactic_bounds(csl_prover *p) {
    return csl_contradictory(p);
}
