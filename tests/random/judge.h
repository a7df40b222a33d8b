/* Compares what the analysis says about a kernel with what the oracle sees. */
#ifndef CSL_JUDGE_H
#define CSL_JUDGE_H

#include "interpret.h"

typedef enum {
    CSL_JUDGED_RIGHT,       /* found and seen, or proved and not seen */
    CSL_JUDGED_MISS,        /* proved, but seen: the worst answer */
    CSL_JUDGED_UNDECIDED,   /* not proved, nothing found; `seen` tells whether that is a loss */
    CSL_JUDGED_FALSE_ALARM, /* found with high confidence, never seen */
    CSL_JUDGED_UNCONFIRMED, /* found with less, never seen: it may need values that were not tried
                             */
    CSL_JUDGED_NO_EVIDENCE  /* undefined behaviour or no end, in all runs, or in some of those that
                               should confirm a finding */
} csl_judged;

typedef struct csl_judgement {
    csl_judged judged;
    bool seen;
    csl_run_input input;   /* of the run that saw it */
    csl_run_result result; /* its statements are those of the module */
    const char *finding;   /* what the analysis says, in one line (arena of ctx) */
} csl_judgement;

/* Changes the kernel the analysis gets to see, to find out whether a broken analysis would be
 * noticed. The oracle runs the kernel as it is. */
typedef void (*csl_tamper)(csl_ctx *ctx, csl_kernel *k);

/* Judges the first kernel, whose first launch gives the shape. The analysis works on a copy that
 * went through the text form. Aborts if that does not read back. */
csl_judgement csl_judge(csl_ctx *ctx, const csl_module *m, csl_tamper tamper);

/* The text form of a module; the caller frees it. */
char *csl_module_text(const csl_module *m);

#endif
