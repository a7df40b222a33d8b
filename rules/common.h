/* From facts to findings: what every rule needs. */
#ifndef CSL_RULES_COMMON_H
#define CSL_RULES_COMMON_H

#include "../analyzer/analysis/facts.h"
#include "rule.h"

/* Appends a related place to the finding; nothing happens for a NULL place. */
void csl_add_related(const csl_facts *facts, csl_finding *finding, const csl_place *place,
                     const char *message);

/* Appends the calls that lead to the place, innermost first. */
void csl_add_calls(const csl_facts *facts, csl_finding *finding, const csl_place *place);

#endif
