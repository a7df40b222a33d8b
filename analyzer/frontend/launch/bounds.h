/* __launch_bounds__ of the kernels. Private to frontend/. */
#ifndef CSL_BOUNDS_H
#define CSL_BOUNDS_H

#include "../kernels/kernels.h"

/* Sets max_threads of every kernel whose declaration bounds its launches by a literal, a constant,
 * a template parameter, a function that returns a constant, or the product, quotient, sum or
 * difference of two of these, and bound_unknown of those that are bounded by anything else. */
void csl_find_bounds(const csl_unit *unit, csl_lowered *lowered);

#endif
