/* What the kernels of a file came to, for the analysis of texts that differ from it in a few
 * statements: a kernel whose IR is the same, place by place, comes to the same. */
#ifndef CSL_RECALL_H
#define CSL_RECALL_H

#include "../../../rules/finding.h"
#include "../../decide/decide.h"
#include "../../ir.h"

typedef struct csl_recall csl_recall;

typedef struct csl_recalled {
    csl_kernel_result result;
    const csl_finding *findings; /* of all rules that are asked for */
    uint32_t nfindings;
    csl_decider_state after; /* of the decider, when they were found */
    uint64_t operators;      /* made to find them */
} csl_recalled;

/* Keeps what is found out in this context, which must outlive it; for analyses in other contexts it
 * is only looked at. All with the same options and the same command line. */
csl_recall *csl_recall_new(const csl_ctx *ctx);
void csl_recall_free(csl_recall *k);

/* All that the result of a kernel depends on, as a digest; the caller frees it. Before the
 * analysis, which notes in the IR what it finds out. */
char *csl_recall_key(const csl_module *m, const csl_kernel *k, const char *arch, const char *broken,
                     csl_decider_state before);

/* NULL: not known. Lives as long as `k`. */
const csl_recalled *csl_recall_find(const csl_recall *k, const char *key);

/* Does nothing in another context, and nothing for a kernel whose questions came to the solver:
 * what other kernels asked it belongs to the answer. */
void csl_recall_add(csl_recall *k, const csl_ctx *ctx, const char *key, csl_decider_state before,
                    const csl_recalled *found);

#endif
