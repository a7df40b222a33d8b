/* --fix and --diff, and the fixes in reports: barriers that provably end a finding. */
#ifndef CSL_FIX_H
#define CSL_FIX_H

#include "../../report/source/source.h"
#include "../plan/plan.h"
#include "../run/worker.h"

/* For every finding that counts and has an edit: applies the edit to a copy of the source, analyses
 * that, and keeps it if this finding is gone and nothing new appeared: no finding, no error, no
 * doubt. What is kept is written to the files (options->fix) or printed as a diff. Says on standard
 * error what was done, unless something was written: then a round follows, which counts in
 * options->fixed what is gone by now. Returns how many findings are gone; *failed is set if a file
 * could not be written. */
uint32_t csl_fix(const csl_options *o, const csl_input *inputs, csl_result *const *results,
                 uint32_t n, const csl_limits *limits, csl_sources *sources, bool *failed);

/* Sets `mends` of every finding to what ends it, checked as above, each finding for itself, and
 * `fix` to words that name these lines. A finding for which nothing is found within the limits
 * keeps the words of its rule: what must hold. Strings in `ctx`. */
void csl_offer_fixes(const csl_options *o, csl_ctx *ctx, const csl_input *inputs,
                     csl_result *const *results, uint32_t n, const csl_limits *limits);

#endif
