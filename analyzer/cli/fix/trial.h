/* What the ways to try insertions share: one changed text, one analysis, counted. */
#ifndef CSL_TRIAL_H
#define CSL_TRIAL_H

#include "../../limits/limits.h"
#include "../../report/source/source.h"
#include "../workers/recall.h"
#include "mend.h"

struct csl_mend {
    const csl_input *input;
    csl_options options; /* of the trials: all rules, all headers; strings are the input's */
    csl_sources *sources;
    char *text; /* as it is */
    csl_outline *outline;
    GArray *kept;      /* csl_insertion, by line */
    GPtrArray *lines;  /* char *: of the insertions tried */
    csl_ctx *first;    /* of the text as it is */
    csl_recall *known; /* what its kernels come to */
    csl_ctx *ctx;      /* of `now`; NULL: `first` or the caller's */
    csl_result *now;   /* what the analysis says with all that is kept */
    uint32_t trials, max_trials;
    csl_limit limit; /* that max_trials is the value of */
};

/* What the analysis says of the text with these insertions; NULL if it says nothing. In `ctx`. */
csl_result *csl_try_text(csl_mend *m, const GArray *insertions, csl_ctx *ctx);
/* Adds one to insertions that are sorted by line. */
void csl_insert_sorted(GArray *to, csl_insertion insertion);

/* One barrier for each of several findings at a time, which belong to different kernels: an edit
 * in the text of one kernel changes what is said of that kernel, and of no other. Sets ends[i] to
 * the insertions that end finding i of `result` (none: there are none), where it is known then; the
 * others are to be tried alone. The caller releases the arrays. */
void csl_try_together(csl_mend *m, const csl_result *result, GArray **ends);

#endif
