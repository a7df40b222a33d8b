/* Counters of shared memory, as Nsight Compute (ncu) reads them from the device. No clock is set
 * for it (--clock-control none). */
#ifndef CSL_RUNTIME_COUNTERS_H
#define CSL_RUNTIME_COUNTERS_H

#include "setup.h"

/* Runs the program under the profiler and adds what it counted for each kernel to `r`; notes in
 * r->profiled how that went. */
void csl_counters_run(const csl_setup *setup, const char *program, csl_record *r);

/* Reads ncu's CSV output: a csl_bank_count * for each kernel, in the order of the first launches;
 * several launches of a kernel are added up. False if there is none. */
bool csl_counters_parse(const char *output, GPtrArray *banks);

#endif
