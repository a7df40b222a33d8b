/* Two looks at the files of a run, so that each kernel is judged with its launches in all files.
 *
 * The first is at all files, in an order in which most launches are known before the kernels are
 * judged (waves.h). The second is at kernels with launches that the first did not know of. */
#ifndef CSL_LOOKS_H
#define CSL_LOOKS_H

#include "../workers/pass.h"
#include "launches.h"
#include "waves.h"

typedef struct csl_looks {
    csl_waves *waves;     /* of the first look; or NULL */
    csl_elsewhere **told; /* by file: the launches that it knew of; or NULL */
    uint32_t ntold;
    csl_elsewhere **elsewhere; /* by file, and of further files of the project: all launches */
    uint32_t nelsewhere;
    csl_input *known; /* the inputs with these launches; NULL before the second look */
} csl_looks;

/* Fills the results of the n inputs of r. `looks` is zeroed before. */
void csl_look_first(csl_pass *r, uint32_t n, csl_looks *looks);
/* Kernels that other files launch are judged once more, knowing that, if the first look did not:
 * launches in files of the run and, for a file that was named, in others of its project. Without a
 * first look the results come from shards. */
void csl_look_again(csl_pass *r, uint32_t n, csl_looks *looks);
/* Frees what both looks learnt. */
void csl_looks_free(csl_looks *looks);

#endif
