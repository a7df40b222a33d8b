/* shared-race: conflicting accesses of shared memory with no barrier between. */
#include "race.h"

void csl_rule_shared_race(const csl_facts *facts, csl_sink *sink);

void csl_rule_shared_race(const csl_facts *facts, csl_sink *sink) {
    csl_report_races(facts, sink, "shared-race");
}
