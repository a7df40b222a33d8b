/* Where rules put their findings. Rules only call csl_report (rule.h); the command line makes the
 * sink and takes the array. */
#ifndef CSL_SINK_H
#define CSL_SINK_H

#include "../analyzer/ir.h"
#include "rule.h"

struct csl_sink {
    csl_ctx *ctx; /* the array lives here */
    csl_finding *items;
    uint32_t n, capacity;
};

#endif
