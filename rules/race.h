/* What the rules about races share: they differ in which races they take. */
#ifndef CSL_RULES_RACE_H
#define CSL_RULES_RACE_H

#include "../analyzer/analysis/facts.h"
#include "rule.h"

/* The rule a race belongs to. */
const char *csl_rule_of_race(const csl_race *r);

/* Reports every race of the kernel that belongs to the rule. */
void csl_report_races(const csl_facts *facts, csl_sink *sink, const char *rule);

/* roles.c */
/* What makes a barrier hard: "; line 9 is inside an `if`", or "". */
const char *csl_inside(const csl_facts *facts, const csl_stmt *access);
/* The two threads have roles: each may be where the other never comes, and they wait for each other
 * at barriers that count who comes. */
bool csl_is_of_roles(const csl_facts *facts, const csl_race *r);

#endif
