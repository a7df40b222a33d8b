/* Gates on verdicts: --require-proved[=GLOB] and --fail-on-undecided. */
#ifndef CSL_VERDICT_GATES_H
#define CSL_VERDICT_GATES_H

#include "../options/options.h"

/* Sets `fails` of every kernel that a gate refuses, says so on standard error, a line each, and
 * returns whether there is one. A kernel in which nothing was asked counts as proved. */
bool csl_verdict_gates(const csl_options *o, csl_result *const *results, uint32_t n,
                       csl_sources *sources);

#endif
