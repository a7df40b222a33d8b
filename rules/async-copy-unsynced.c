/* async-copy-unsynced: memory is touched while an asynchronous copy to it may still be under way.
 */
#include "misuse.h"
#include "race.h"

void csl_rule_async_copy_unsynced(const csl_facts *facts, csl_sink *sink);

void csl_rule_async_copy_unsynced(const csl_facts *facts, csl_sink *sink) {
    csl_report_races(facts, sink, "async-copy-unsynced");
    csl_report_left_copies(facts, sink, "async-copy-unsynced", false);
}
