/* Launches across the files of a run: a kernel is judged with those that stand in other files. */
#ifndef CSL_LAUNCHES_H
#define CSL_LAUNCHES_H

#include "../plan/plan.h"

/* What other files say of one file's kernels. */
typedef struct csl_elsewhere {
    GPtrArray *launches; /* const char *: lines of csl_result.launches */
    GPtrArray *kernels;  /* const char *: names of the kernels concerned */
} csl_elsewhere;

/* Characters of the folders that both paths have in common. */
size_t csl_common_folder(const char *a, const char *b);

/* One for each result, or NULL where no other file launches its kernels. A key that several files
 * define (programs with kernels of one name) means the definition in the nearest folder. Strings
 * are those of the results; free the array with csl_elsewhere_free. */
csl_elsewhere **csl_join_launches(csl_result *const *results, uint32_t n);
csl_elsewhere *csl_elsewhere_new(void);
void csl_elsewhere_free(csl_elsewhere **elsewhere, uint32_t n);

/* What it says of the kernels of this name of the result; free with g_ptr_array_unref. */
GPtrArray *csl_launches_of(const csl_result *result, const csl_elsewhere *elsewhere,
                           const char *kernel);

/* Names of the kernels of a result that neither its own file launches nor one of the run; free with
 * g_ptr_array_unref. */
GPtrArray *csl_unlaunched(const csl_result *result, const csl_elsewhere *elsewhere);
/* What other files that include the result's file made of its kernels, where they launch them,
 * takes the place of its own verdicts. */
void csl_take_kernels(csl_ctx *ctx, csl_result *to, csl_result *const *from, uint32_t n);

/* Kernels of these names, and their findings, are those of `from` from now on. */
void csl_replace_kernels(csl_ctx *ctx, csl_result *to, const csl_result *from,
                         const GPtrArray *kernels);

#endif
