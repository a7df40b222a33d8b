/* From facts to findings: what every rule needs. */
#ifndef CSL_RULES_COMMON_H
#define CSL_RULES_COMMON_H

#include "../analyzer/analysis/facts.h"
#include "rule.h"

/* The witness in the form reports take, in the arena of facts->ctx. NULL stays NULL. */
csl_witness *csl_witness_of(const csl_facts *facts, const csl_fact_witness *from);

/* Confidence of a finding that rests on `sure`. */
csl_confidence csl_confidence_of(csl_rating rating);

/* Appends a related place to the finding; nothing happens for a NULL place. */
void csl_add_related(const csl_facts *facts, csl_finding *finding, const csl_place *place,
                     const char *message);

/* Appends the calls that lead to the place, innermost first. */
void csl_add_calls(const csl_facts *facts, csl_finding *finding, const csl_place *place);

#endif
