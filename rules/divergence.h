/* What the three barrier rules share: they differ only in how the threads part. */
#ifndef CSL_RULES_DIVERGENCE_H
#define CSL_RULES_DIVERGENCE_H

#include "../analyzer/analysis/facts.h"
#include "rule.h"

/* Reports the divergence as a finding of the rule. `fix` says what to do, `consequence`
 * what the GPU does then; or NULL. */
void csl_report_divergence(const csl_facts *facts, csl_sink *sink, const char *rule,
                           const csl_divergence *d, const char *message, const char *fix,
                           const char *consequence);

#endif
