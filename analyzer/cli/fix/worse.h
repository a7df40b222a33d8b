/* Two results of a file, before and after a change of its text: whether anything is new. Findings
 * of every confidence count. */
#ifndef CSL_WORSE_H
#define CSL_WORSE_H

#include "../../../rules/finding.h"

/* How many findings are this one, as far as one can tell without lines. */
uint32_t csl_count_like(const csl_result *r, const csl_finding *like);

/* Nothing new: no finding, no error, no obstacle. */
bool csl_no_worse(const csl_result *before, const csl_result *after);
/* The same of what belongs to no kernel; then both have as many kernels. */
bool csl_file_no_worse(const csl_result *before, const csl_result *after);
/* The same of one kernel, the one of this index in both. */
bool csl_kernel_no_worse(const csl_result *before, const csl_result *after, uint32_t kernel);

#endif
