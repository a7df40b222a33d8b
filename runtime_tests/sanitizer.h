/* compute-sanitizer: runs a program under one of its tools and reads what it prints. */
#ifndef CSL_RUNTIME_SANITIZER_H
#define CSL_RUNTIME_SANITIZER_H

#include "setup.h"

/* Reads the output of `compute-sanitizer --tool racecheck` or `synccheck` (CSL_RACECHECK,
 * CSL_SYNCCHECK) into *h, which is empty. `file` is the base name of the source whose lines are
 * wanted. The state becomes "ran", or "failed" with a message if the tool did not come to an end.
 */
void csl_sanitizer_parse(int tool, const char *output, const char *file, csl_hazards *h);

/* Runs `program` under a tool, with `environment` as for csl_watch. The state becomes one of those
 * of csl_hazards. */
void csl_sanitizer_run(const csl_setup *setup, int tool, const char *program,
                       const char *const *environment, const char *file, csl_hazards *h);

#endif
