/* --fix and --diff: barriers that provably end a finding. */
#ifndef CSL_FIX_H
#define CSL_FIX_H

#include "../../report/source/source.h"
#include "../plan/plan.h"
#include "../../child/worker.h"

/* For every finding that counts and has an edit: applies the edit to a copy of the source, analyses
 * that, and keeps it if this finding is gone and nothing new appeared: no finding, no error, no
 * doubt. What is kept is written to the files (options->fix) or printed as a diff. Says on standard
 * error what was done, unless something was written: then a round follows, which counts in
 * options->fixed what is gone by now. Returns how many findings are gone; *failed is set if a file
 * could not be written. */
uint32_t csl_fix(const csl_options *o, const csl_input *inputs, csl_result *const *results,
                 uint32_t n, const csl_limits *limits, csl_sources *sources, bool *failed);

#endif
