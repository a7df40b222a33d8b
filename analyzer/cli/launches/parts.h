/* Files and single kernels of files, looked at in one pass. A file that is there in several parts
 * is parsed once. */
#ifndef CSL_PARTS_H
#define CSL_PARTS_H

#include "../workers/pass.h"

typedef struct csl_part {
    uint32_t file; /* index of the input that it is of */
    csl_input input;
    csl_result *result; /* of csl_parts_look */
} csl_part;

typedef GArray csl_parts; /* csl_part; those of a file stand one behind the other */

csl_parts *csl_parts_new(void);
/* The input as it is. */
void csl_parts_add(csl_parts *parts, uint32_t file, csl_input input);
/* Only the kernels of this name, with their launches: lines of csl_result.launches, which it owns.
 */
void csl_parts_add_kernel(csl_parts *parts, uint32_t file, csl_input input, const char *kernel,
                          GPtrArray *launches);
void csl_parts_look(const csl_pass *r, csl_parts *parts);
void csl_parts_free(csl_parts *parts);

#endif
