/* grid-race: conflicting accesses of global memory by threads of two blocks. */
#include "race.h"

void csl_rule_grid_race(const csl_facts *facts, csl_sink *sink);

void csl_rule_grid_race(const csl_facts *facts, csl_sink *sink) {
    csl_report_races(facts, sink, "grid-race");
}
