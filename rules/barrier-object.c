/* barrier-object: a cuda::barrier or mbarrier at which not as many arrive as it expects. */
#include "misuse.h"

void csl_rule_barrier_object(const csl_facts *facts, csl_sink *sink);

/* What becomes of those who come. */
static const char *remark_of(const csl_facts *facts, const csl_misuse *m) {
    if (m->coming < m->expected)
        return "they wait for ever";
    if (m->coming % m->expected == 1)
        return "the last one waits for ever";
    if (m->coming % m->expected)
        return csl_format(facts->ctx, "the last %u wait for ever", m->coming % m->expected);
    return "its phases end too soon";
}

void csl_rule_barrier_object(const csl_facts *facts, csl_sink *sink) {
    for (uint32_t i = 0; i < facts->nmisuses; i++) {
        const csl_misuse *m = &facts->misuses[i];
        if (m->kind != CSL_MISUSE_ARRIVALS)
            continue;
        const char *message =
            csl_format(facts->ctx, "this barrier object waits for %u arrivals, but %u come",
                       m->expected, m->coming);
        csl_report_misuse(facts, sink, "barrier-object", "count", m, message, remark_of(facts, m),
                          "initialise it with the number of arrivals of one phase");
    }
}
