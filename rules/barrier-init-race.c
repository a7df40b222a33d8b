/* barrier-init-race: a barrier object is used by threads that nothing orders after its
 * initialisation, or initialised anew while others still wait. */
#include "race.h"

void csl_rule_barrier_init_race(const csl_facts *facts, csl_sink *sink);

void csl_rule_barrier_init_race(const csl_facts *facts, csl_sink *sink) {
    csl_report_races(facts, sink, "barrier-init-race");
}
