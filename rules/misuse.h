/* What the rules about synchronisation that is called wrongly share. */
#ifndef CSL_RULES_MISUSE_H
#define CSL_RULES_MISUSE_H

#include "../analyzer/analysis/facts.h"
#include "rule.h"

/* Reports the misuse as a finding of the rule. `remark` says what happens at the barrier
 * and `fix` what to do. */
void csl_report_misuse(const csl_facts *facts, csl_sink *sink, const char *rule, const char *kind,
                       const csl_misuse *m, const char *message, const char *remark,
                       const char *fix);

/* A named barrier at which those come that this one waits for: the two halves of one mistake. NULL:
 * none. */
const csl_misuse *csl_other_half(const csl_facts *facts, const csl_misuse *m);

/* Reports the copies of shared memory that may be under way when the block ends: those that read
 * it, or those that write it. */
void csl_report_left_copies(const csl_facts *facts, csl_sink *sink, const char *rule, bool reading);

#endif
