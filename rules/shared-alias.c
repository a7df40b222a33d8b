/* shared-alias: two extern __shared__ names that stand for the same memory. */
#include "race.h"

void csl_rule_shared_alias(const csl_facts *facts, csl_sink *sink);

void csl_rule_shared_alias(const csl_facts *facts, csl_sink *sink) {
    csl_report_races(facts, sink, "shared-alias");
}
