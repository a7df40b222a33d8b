/* Copies by the document in which a worker hands its result to its parent: what that leaves out is
 * not needed behind the analysis of a kernel. */
#include "keep.h"

#include "../../report/report.h"

#include <stdlib.h>

void csl_keep_results(csl_ctx *ctx, csl_finding *findings, uint32_t nfindings,
                      csl_instance *kernels, uint32_t nkernels) {
    csl_ctx *text = csl_ctx_new();
    csl_result all = {.file = "", .findings = findings, .nfindings = nfindings};
    all.nkernels = nkernels;
    all.kernels = csl_alloc(text, (nkernels + 1) * sizeof *all.kernels);
    for (uint32_t i = 0; i < nkernels; i++)
        all.kernels[i] = kernels[i].result;
    const char *error = NULL, *document = csl_write_result(text, &all);
    const csl_result *copy = csl_read_result(ctx, document, strlen(document), &error);
    if (!copy) {
        fprintf(stderr, "cudasynclint: internal error: %s\n", error);
        abort();
    }
    for (uint32_t i = 0; i < nfindings; i++)
        findings[i] = copy->findings[i];
    for (uint32_t i = 0; i < nkernels; i++)
        kernels[i].result = copy->kernels[i];
    csl_ctx_free(text);
}
