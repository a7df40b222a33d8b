/* What stands between the findings of a run and its reports: suppression comments, the baseline and
 * changed lines. */
#ifndef CSL_GATES_H
#define CSL_GATES_H

#include "../../report/source/source.h"
#include "../plan/plan.h"
#include "../cache/depends.h"

typedef struct csl_result_gates csl_result_gates;

/* Reads the baseline and the changes that the options name. Returns NULL or, with *gates unset, one
 * line that says what is wrong (caller frees). */
char *csl_result_gates_open(csl_result_gates **gates, const csl_options *o);
void csl_result_gates_free(csl_result_gates *gates);

/* Drops the findings that do not count, or marks them (--show-suppressed), and counts them in
 * `report`. `inputs` are those of the results. Findings about comments are added in `ctx`. */
void csl_result_gates_apply(csl_result_gates *gates, csl_ctx *ctx, const csl_input *inputs,
                            csl_result *const *results, uint32_t n, csl_report_options *report);

/* True if this run only records what it finds, in the baseline or in comments: it writes no report,
 * and findings do not fail it. */
bool csl_gates_record(const csl_result_gates *gates);

/* Writes the baseline or the comments, as asked for, and says so. Returns an exit code: 0, or 1 for
 * a stale baseline (--baseline-strict) or a finding that could not be recorded, or 2 if a file
 * could not be written. Comments go only into the texts that were analysed (`texts`, or NULL). */
int csl_gates_finish(csl_result_gates *gates, csl_result *const *results, uint32_t n,
                     csl_sources *sources, csl_texts *texts);

#endif
