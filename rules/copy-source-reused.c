/* copy-source-reused: memory is written while a copy in bulk may still read it. */
#include "misuse.h"
#include "race.h"

void csl_rule_copy_source_reused(const csl_facts *facts, csl_sink *sink);

void csl_rule_copy_source_reused(const csl_facts *facts, csl_sink *sink) {
    csl_report_races(facts, sink, "copy-source-reused");
    csl_report_left_copies(facts, sink, "copy-source-reused", true);
}
