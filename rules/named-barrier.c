/* named-barrier: a barrier of some warps (bar.sync 1, 64) that cannot open, or not as it is meant.
 */
#include "misuse.h"

void csl_rule_named_barrier(const csl_facts *facts, csl_sink *sink);

static void report_count(const csl_facts *facts, csl_sink *sink, const csl_misuse *m) {
    const char *message =
        m->number < CSL_NAMED_BARRIERS
            ? csl_format(facts->ctx, "barrier %u waits for %u threads, but %u come", m->number,
                         m->expected, m->coming)
            : csl_format(facts->ctx, "a tile waits for its %u threads, but %u come", m->expected,
                         m->coming);
    const csl_misuse *other = csl_other_half(facts, m);
    const char *remark =
        other ? csl_format(facts->ctx, "they wait for ever: the other %u come to barrier %u",
                           other->coming, other->number)
        : m->coming < m->expected
            ? "they wait for ever"
            : csl_format(facts->ctx, "the last %u wait for ever", m->coming % m->expected);
    csl_report_misuse(facts, sink, "named-barrier", "count", m, message, remark,
                      "let as many threads come as it waits for, or change the count");
}

static void report_mixed(const csl_facts *facts, csl_sink *sink, const csl_misuse *m) {
    csl_report_misuse(facts, sink, "named-barrier", "mixed", m,
                      "barrier 0 is where threads in `__syncthreads()` wait, too",
                      csl_format(facts->ctx, "waits for %u threads", m->expected),
                      "use a number of its own, 1 to 15");
}

static void report_phase(const csl_facts *facts, csl_sink *sink, const csl_misuse *m) {
    if (m->phase == CSL_PHASE_COUNTS)
        csl_report_misuse(facts, sink, "named-barrier", "differ", m,
                          "threads wait for different numbers of threads at this named barrier",
                          "others are there that name another number",
                          "name the same number wherever threads may be there together");
}

void csl_rule_named_barrier(const csl_facts *facts, csl_sink *sink) {
    for (uint32_t i = 0; i < facts->nmisuses; i++) {
        const csl_misuse *m = &facts->misuses[i];
        switch (m->kind) {
        case CSL_MISUSE_COUNT: report_count(facts, sink, m); break;
        case CSL_MISUSE_MIXED: report_mixed(facts, sink, m); break;
        case CSL_MISUSE_PHASE: report_phase(facts, sink, m); break;
        case CSL_MISUSE_NUMBER:
            csl_report_misuse(
                facts, sink, "named-barrier", "number", m, "this named barrier does not exist",
                csl_format(facts->ctx, "barrier %u, but a block has 0 to 15", m->number),
                "use a number below 16");
            break;
        case CSL_MISUSE_WARPS:
            csl_report_misuse(facts, sink, "named-barrier", "warps", m,
                              "this named barrier does not wait for whole warps",
                              csl_format(facts->ctx, "%u threads: no multiple of 32", m->expected),
                              "round the count up to whole warps");
            break;
        default: break;
        }
    }
}
