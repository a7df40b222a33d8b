/* The embedded CUDA declarations (analyzer/frontend/shim/), as a table built by the build system.
 */
#ifndef CSL_SHIM_H
#define CSL_SHIM_H

#define SHIM_ROOT "/__csl__/" /* where the parser sees them */

typedef struct csl_shim_file {
    const char *path; /* relative to shim/: "core.h", "include/cooperative_groups.h" */
    const char *text;
    unsigned long bytes;
} csl_shim_file;

extern const csl_shim_file csl_shim[];
extern const unsigned csl_nshim;

#endif
