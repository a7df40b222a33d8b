/* warp-sync-missing: conflicting accesses inside one warp, ordered by nothing. */
#include "race.h"

void csl_rule_warp_sync_missing(const csl_facts *facts, csl_sink *sink);

void csl_rule_warp_sync_missing(const csl_facts *facts, csl_sink *sink) {
    csl_report_races(facts, sink, "warp-sync-missing");
}
