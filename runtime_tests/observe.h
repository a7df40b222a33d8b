/* Watches one case on the device, from its first run to its record. */
#ifndef CSL_RUNTIME_OBSERVE_H
#define CSL_RUNTIME_OBSERVE_H

#include "lint.h"
#include "setup.h"

typedef enum csl_observed {
    CSL_OBSERVED,        /* the record is written */
    CSL_NOT_OBSERVED,    /* the case was not built, or its record cannot be written */
    CSL_DEVICE_UNHEALTHY /* the device does not answer any more; there is no record */
} csl_observed;

/* Runs both builds of the case, then, if no run hung, the sanitizers, then replays the witnesses of
 * `lint` (may be NULL), and writes the record. */
csl_observed csl_observe(const csl_setup *setup, const csl_case *c, const csl_lint *lint);

#endif
