/* __launch_bounds__ of the kernels. Private to frontend/. */
#ifndef CSL_BOUNDS_H
#define CSL_BOUNDS_H

#include "lower.h"

/* Sets max_threads of every kernel whose declaration bounds its launches by a literal, a constant
 * or a template parameter, and bound_unknown of those that are bounded by anything else. */
void csl_find_bounds(const csl_unit *unit, csl_lowered *lowered);

#endif
