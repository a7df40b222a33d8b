/* One run of the tool: plan, workers, reports, exit code. */
#ifndef CSL_RUN_H
#define CSL_RUN_H

#include "../options/options.h"

enum { CSL_EXIT_CLEAN = 0, CSL_EXIT_FINDINGS = 1, CSL_EXIT_USAGE = 2, CSL_EXIT_NOT_ANALYSED = 3 };

/* Returns the exit code. Findings go to standard output, everything else to standard error. */
int csl_run(const csl_options *o);

#endif
