/* One run of the tool: plan, workers, reports, exit code. */
#ifndef CSL_RUN_H
#define CSL_RUN_H

#include "../options/options.h"

/* Returns the exit code (exit_codes.h). Findings go to standard output, everything else to standard
 * error. */
int csl_run(const csl_options *o);

#endif
