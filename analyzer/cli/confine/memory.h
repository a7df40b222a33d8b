/* How much memory a run may use. */
#ifndef CSL_MEMORY_H
#define CSL_MEMORY_H

#include "../../child/worker.h"

/* Divides what the machine, or the control group of this process, has left over `parallel` workers
 * (0: one per processor): sets the memory of the limits. */
void csl_divide_memory(csl_limits *limits, uint32_t parallel);

#endif
