/* Kernels that the preprocessor left nothing of, or not all, for the architecture that was looked
 * at. */
#ifndef CSL_WANTED_H
#define CSL_WANTED_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct csl_wanted {
    const char *pattern; /* csl_kernel.pattern */
    uint32_t arch;       /* that would show it */
} csl_wanted;

/* One of the csl_wanted is of this kernel and asks for this architecture. */
bool csl_wants(const GArray *wanted, const char *pattern, uint32_t arch);

/* The newest architecture before `end` that one of them asks for; 0: none. What is for lanes that
 * go in step without being told to (before sm_70) is not looked at unless it is asked for. */
uint32_t csl_newest_wanted(const GArray *wanted, uint32_t end);

#endif
