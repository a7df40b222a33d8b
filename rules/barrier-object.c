/* barrier-object: a cuda::barrier or mbarrier at which not as many arrive as it expects. */
#include "misuse.h"

void csl_rule_barrier_object(const csl_facts *facts, csl_sink *sink);

static const char *claim_of(const csl_facts *facts, const csl_misuse *m) {
    const char *come =
        csl_format(facts->ctx, "waits for %u arrivals, but %u come", m->expected, m->coming);
    if (m->coming < m->expected)
        return csl_format(facts->ctx, "%s: they wait for ever", come);
    if (m->coming % m->expected == 1)
        return csl_format(facts->ctx, "%s: the last one waits for ever", come);
    if (m->coming % m->expected)
        return csl_format(facts->ctx, "%s: the last %u wait for ever", come,
                          m->coming % m->expected);
    return come;
}

void csl_rule_barrier_object(const csl_facts *facts, csl_sink *sink) {
    for (uint32_t i = 0; i < facts->nmisuses; i++)
        if (facts->misuses[i].kind == CSL_MISUSE_ARRIVALS)
            csl_report_misuse(facts, sink, "barrier-object", "count", &facts->misuses[i],
                              claim_of(facts, &facts->misuses[i]),
                              "initialise it with the number of arrivals of one phase");
}
