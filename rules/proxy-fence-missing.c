/* proxy-fence-missing: the copy engine reads what a thread has written, with no fence of the proxy
 * between the two. */
#include "race.h"

void csl_rule_proxy_fence_missing(const csl_facts *facts, csl_sink *sink);

void csl_rule_proxy_fence_missing(const csl_facts *facts, csl_sink *sink) {
    csl_report_races(facts, sink, "proxy-fence-missing");
}
