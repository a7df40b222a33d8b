/* What kernels came to, without the memory of their analyses. */
#ifndef CSL_KEEP_H
#define CSL_KEEP_H

#include "analyze.h"

/* Findings and results of kernels become copies in the context: the ones in which they were found
 * may end. */
void csl_keep_results(csl_ctx *ctx, csl_finding *findings, uint32_t nfindings,
                      csl_instance *kernels, uint32_t nkernels);

#endif
