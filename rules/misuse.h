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

#endif
