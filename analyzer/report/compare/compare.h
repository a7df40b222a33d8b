/* Two runs compared: what is new, gone, moved, and which verdicts changed. */
#ifndef CSL_COMPARE_H
#define CSL_COMPARE_H

#include "../select/report_file.h"

/* A finding of either run or of both; a kernel likewise. */
typedef struct csl_finding_pair {
    const csl_past_finding *before, *after;
} csl_finding_pair;
typedef struct csl_kernel_pair {
    const csl_past_kernel *before, *after;
    bool worse, better; /* the verdict, or that of a concern */
} csl_kernel_pair;

typedef struct csl_comparison {
    const csl_past_report *before, *after;
    csl_finding_pair *fresh, *gone, *moved; /* moved: the same in another line or file */
    uint32_t nfresh, ngone, nmoved, nsame;
    csl_kernel_pair *kernels; /* those whose verdict changed */
    uint32_t nkernels, nworse;
    uint32_t new_kernels, gone_kernels;
} csl_comparison;

/* Findings are the same if their fingerprints are, first in one file, then in any; suppressed ones
 * are left out. A kernel is the same in one file, or else if both runs have one of its name. */
csl_comparison *csl_compare_runs(csl_ctx *ctx, const csl_past_report *before,
                                 const csl_past_report *after);

/* "shared: proved -> undecided", the concerns that changed; "" if none did. In the arena. */
const char *csl_changed_concerns(csl_ctx *ctx, const csl_kernel_pair *pair);

/* How the comparison is printed (compare_text.c, compare_html.c). */
void csl_compare_text(FILE *out, csl_ctx *ctx, const csl_comparison *c);
void csl_compare_markdown(FILE *out, csl_ctx *ctx, const csl_comparison *c);
void csl_compare_html(FILE *out, csl_ctx *ctx, const csl_comparison *c);

#endif
