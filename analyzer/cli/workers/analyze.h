/* One source file from its text to its result. */
#ifndef CSL_ANALYZE_H
#define CSL_ANALYZE_H

#include "../../report/source/source.h"
#include "../options/options.h"
#include "../plan/plan.h"
#include "recall.h"

/* Analyses one file: parse, verify, analyse each kernel, run the rules, merge instances and
 * architectures. Never NULL; `error` of the result is set when libclang gave nothing. Dumps go to
 * standard output. Runs in a worker. */
csl_result *csl_analyse_file(csl_ctx *ctx, const csl_input *input, const csl_options *o);
/* The same, but kernels of which it is known what they come to are not analysed. */
csl_result *csl_analyse_again(csl_ctx *ctx, const csl_input *input, const csl_options *o,
                              csl_recall *known);

/* The architecture that the file is parsed for first: what is asked for; else sm_80, or the newer
 * one whose names the file uses. */
uint32_t csl_first_arch(const csl_input *input, const csl_options *o);

/* The kernels of one file in parts (csl_input.kernels and .launches): it is parsed once, and what a
 * part comes to does not depend on the others. Sets the result of each. */
void csl_analyse_parts(csl_ctx *ctx, const csl_input *const *parts, uint32_t n,
                       csl_result **results);

/* Before the workers are started: what all that analyse files like this one have in common. */
void csl_analyse_prepare(csl_ctx *ctx, const csl_input *input, const csl_options *o);

/* Joins what belongs together (merge.c): the instances of one template are one kernel with the
 * worst of their verdicts, and what they, or several architectures, find at one place is one
 * finding. `pattern` of each kernel says which are instances of one template. */
typedef struct csl_instance {
    const char *pattern, *instance; /* csl_kernel.pattern, .instance */
    csl_kernel_result result;
    uint64_t operators; /* made to analyse it */
} csl_instance;
/* The operators of the file are spent, and other instances of the template that `instance` is one
 * of took many of them, for the architecture. */
bool csl_is_beyond(const GArray *instances, const csl_instance *instance, const char *arch);
void csl_merge_kernels(csl_ctx *ctx, csl_result *to, const csl_instance *from, uint32_t n);
/* What other inputs know better is dropped (supersede.c): a kernel of a file that another one
 * includes and launches is judged there, where the shapes of the blocks are known; a template where
 * it gets arguments; a device function where a kernel calls it. Before csl_dedupe, which keeps the
 * first of equal findings. */
void csl_supersede_unused(csl_result *const *results, uint32_t n, csl_sources *sources);
/* Where the kernel stands and its name, the same whatever file includes it; the caller frees it. */
char *csl_kernel_place(csl_sources *sources, const csl_kernel_result *k);
/* Joins the kernels of headers that several inputs include, over all results: each is listed once,
 * with the first of them. */
void csl_merge_header_kernels(csl_ctx *ctx, csl_result *const *results, uint32_t n,
                              csl_sources *sources);
/* `archs[i]` is the architecture index of finding i; `names` their names ("sm_80"), in order. */
void csl_merge_findings(csl_ctx *ctx, csl_result *result, const uint32_t *archs,
                        const char *const *names, uint32_t nnames);

#endif
