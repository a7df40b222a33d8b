/* The order in which the files of a run are looked at: those that launch kernels of others first,
 * so that most are judged with their launches at once and not a second time.
 *
 * It goes by the words of the texts, and where these err a file is looked at again (again.c): what
 * is reported does not depend on it. */
#ifndef CSL_WAVES_H
#define CSL_WAVES_H

#include "../plan/plan.h"

/* A file whose text mentions a kernel of another one, and launches something. */
typedef struct csl_mention {
    uint32_t by;      /* index of the file */
    const char *name; /* of the kernel */
} csl_mention;

typedef struct csl_waves {
    uint32_t n, waves; /* files; 1 + the last wave */
    uint32_t *wave;    /* of each file */
    GArray **mentions; /* csl_mention: of each file's kernels, by file; NULL: none */
    GHashTable
        *definers; /* char * -> GArray of uint32_t: the name of a kernel, and who defines it */
} csl_waves;

/* Files that are in error, or cannot be read, stand in the first wave. */
csl_waves *csl_waves_new(const csl_input *inputs, uint32_t n);
void csl_waves_free(csl_waves *order);

/* True if all files that mention the kernel come before the file that defines it. */
bool csl_waves_knows(const csl_waves *order, uint32_t definer, const char *kernel);

#endif
