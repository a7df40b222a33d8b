/* redundant-barrier: the kernel is proved without this barrier. */
#include "common.h"

void csl_rule_redundant_barrier(const csl_facts *facts, csl_sink *sink);

void csl_rule_redundant_barrier(const csl_facts *facts, csl_sink *sink) {
    for (uint32_t i = 0; i < facts->nredundant; i++) {
        const csl_stmt *b = facts->redundant[i];
        csl_finding f = {
            .rule = "redundant-barrier",
            .concern = CSL_CONCERN_BARRIERS,
            .kind = "redundant",
            .severity = csl_rule_find("redundant-barrier")->severity,
            .confidence = CSL_HIGH,
            .message =
                csl_format(facts->ctx, "this %s orders nothing", csl_sync_words(facts, b->sync)),
            .region = csl_region_at(facts->module, b->place),
            .function = facts->kernel->name,
            .instance = facts->kernel->instance,
            .assumptions = facts->assumptions,
            .nassumptions = facts->nassumptions,
            .fix = "remove the barrier",
            .identity = csl_format(facts->ctx, "redundant-barrier\n%s\n%s", facts->kernel->name,
                                   b->sync->name),
        };
        csl_add_place(facts, &f, b->place, "without it the kernel is still free of races");
        csl_report(sink, &f);
    }
}
