/* Mutants of a CUDA source: one barrier changed in each. */
#ifndef CSL_MUTANTS_H
#define CSL_MUTANTS_H

#include <glib.h>

typedef enum {
    CSL_MUTANT_DELETE, /* the barrier is gone */
    CSL_MUTANT_WRAP,   /* if (threadIdx.x < 16) around it */
    CSL_MUTANT_RETURN, /* if (threadIdx.x == 5) return; before it */
    CSL_MUTANT_KINDS
} csl_mutant_kind;

typedef struct csl_mutant {
    csl_mutant_kind kind;
    unsigned line; /* of the barrier, counts from 1 */
    char *barrier; /* its text, without the semicolon */
    char *text;    /* the whole source */
} csl_mutant;

/* All mutants of a source, by position: a barrier is a statement `CALL(...);` (or asm) whose call
 * is one of CUDA's barriers of a warp, tile, block or grid. Barriers inside expressions, comments
 * and strings are left alone. Free with csl_mutants_free. */
GArray *csl_mutants_of(const char *source);
void csl_mutants_free(GArray *mutants);

#endif
