/* global-race: conflicting accesses of global memory by threads of one block. */
#include "race.h"

void csl_rule_global_race(const csl_facts *facts, csl_sink *sink);

void csl_rule_global_race(const csl_facts *facts, csl_sink *sink) {
    csl_report_races(facts, sink, "global-race");
}
