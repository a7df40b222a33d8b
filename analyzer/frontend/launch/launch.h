/* The kernel launches of a file, and what their kernels say of them. Private to frontend/. */
#ifndef CSL_LAUNCH_H
#define CSL_LAUNCH_H

#include "../kernels/kernels.h"

/* Fills launches, nlaunches, launch_unknown and max_threads of every kernel of lowered->module.
 * Looks at the host functions of the main file and of the project's headers, and at the
 * specialisations of host templates they use. A launch is listed if its block dimensions are known
 * (each grid dimension may be 0 and dynamic_bytes -1 for unknown); one that is not sets
 * launch_unknown, and so does a kernel whose address goes elsewhere or that nothing launches.
 * Those of unit->options->launches are added. Tells the log its keys and launches. */
void csl_find_launches(const csl_unit *unit, csl_lowered *lowered, csl_parse_log *log);

/* Room for n launches of a kernel and for more that are found: such lists have always room for as
 * many as the next power of two. In the arena. */
csl_launch *csl_new_launches(csl_ctx *ctx, uint32_t n);

/* Loads from __constant__ variables of what the host is seen to copy there become constants, in
 * every kernel of lowered->module (constants.c); sets its `constants`. */
void csl_find_constants(const csl_unit *unit, csl_lowered *lowered);

/* The call that copies to a __constant__ variable stands behind a launch of the kernel, or in a
 * branch before one, in a function that leads to both. */
bool csl_is_copied_late(const csl_unit *unit, CXCursor copy, CXCursor kernel);

/* Sets max_threads of every kernel whose declaration bounds its launches by a literal, a constant,
 * a template parameter, a function that returns a constant, or the product, quotient, sum or
 * difference of two of these, and bound_unknown of those that are bounded by anything else. */
void csl_find_bounds(const csl_unit *unit, csl_lowered *lowered);

enum { CSL_MOST_THREADS = 1024 }; /* of a block */

/* The first argument of __launch_bounds__(N, ...) of the function as text: "" behind a macro; NULL:
 * there is none (bounds.c). */
const char *csl_bound_text(const csl_unit *unit, CXCursor function);

/* What asks for bounds of instances that were not read so, for csl_parse_options.uses, in the
 * arena; NULL: nothing does. A parse with it has the answers (bound_probes.c). */
const char *csl_bound_probes(const csl_unit *unit, const csl_lowered *lowered);
void csl_take_bounds(const csl_unit *probed, csl_lowered *lowered);

#endif
