/* What the three barrier rules share: they differ only in how the threads part. */
#ifndef CSL_RULES_DIVERGENCE_H
#define CSL_RULES_DIVERGENCE_H

#include "../analyzer/analysis/facts.h"
#include "rule.h"

/* Reports the divergence as a finding of the rule. `claim` completes "BARRIER ..." and `fix` says
 * what to do. */
void csl_report_divergence(const csl_facts *facts, csl_sink *sink, const char *rule,
                           const csl_divergence *d, const char *claim, const char *fix);

/* "block", "cluster", "grid": whose threads the barrier waits for. */
const char *csl_barrier_scope(const csl_divergence *d);
/* The deciding condition for a message: its text in backquotes, or words for it. */
const char *csl_condition_words(const csl_facts *facts, const csl_divergence *d);

#endif
