/* A JSON report that an earlier run wrote (--format=json), as far as two runs are compared by it.
 */
#ifndef CSL_REPORT_FILE_H
#define CSL_REPORT_FILE_H

#include "../../ir.h"
#include "../../verdict.h"
#include "../../../rules/finding.h"

typedef struct csl_past_finding {
    const char *file, *rule, *message, *fingerprint;
    uint32_t line;
    csl_severity severity;
    bool suppressed;
} csl_past_finding;

typedef struct csl_past_kernel {
    const char *file, *name, *why; /* why: or NULL */
    uint32_t line;
    csl_kernel_verdict verdict;
    csl_concern_state state[CSL_CONCERN_COUNT];
} csl_past_kernel;

typedef struct csl_past_report {
    const char *path;
    csl_past_finding *findings;
    uint32_t nfindings;
    csl_past_kernel *kernels;
    uint32_t nkernels;
} csl_past_report;

/* Reads it, all strings in the arena. NULL and *error (caller frees) if it cannot be read or is no
 * report of version 2. */
csl_past_report *csl_read_report(csl_ctx *ctx, const char *path, char **error);

#endif
