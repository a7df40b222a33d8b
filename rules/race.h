/* What the rules about races share: they differ in which races they take. */
#ifndef CSL_RULES_RACE_H
#define CSL_RULES_RACE_H

#include "../analyzer/analysis/facts.h"
#include "rule.h"

/* The rule a race belongs to. */
const char *csl_rule_of_race(const csl_race *r);

/* Reports every race of the kernel that belongs to the rule. */
void csl_report_races(const csl_facts *facts, csl_sink *sink, const char *rule);

#endif
