/* warp-mask: a barrier, shuffle or vote of a warp names lanes that do not come, or is executed by a
 * lane it does not name. */
#include "common.h"
#include "divergence.h"

void csl_rule_warp_mask(const csl_facts *facts, csl_sink *sink);

static void report_outsider(const csl_facts *facts, csl_sink *sink, const csl_outsider *o) {
    const char *name = o->sync->sync->name;
    const int64_t *t = o->witness->threads[0].thread;
    const char *needs = o->sure.why ? csl_format(facts->ctx, " (%s)", o->sure.why) : "";
    csl_finding f = {
        .rule = "warp-mask",
        .kind = "outside",
        .severity = csl_rule_find("warp-mask")->severity,
        .confidence = csl_confidence_of(o->sure),
        .message = csl_format(facts->ctx, "%s is executed by thread (%lld,%lld,%lld), whose lane the "
                              "mask does not name%s", name, (long long)t[0], (long long)t[1],
                              (long long)t[2], needs),
        .region = csl_region_at(facts->module, o->sync->place),
        .function = facts->kernel->name,
        .instance = facts->kernel->instance,
        .witness = csl_witness_of(facts, o->witness),
        .assumptions = facts->assumptions,
        .nassumptions = facts->nassumptions,
        .fix = "name every lane that executes it, or let only the named lanes execute it",
        .identity = csl_format(facts->ctx, "warp-mask\n%s\n%s\noutside", facts->kernel->name, name),
    };
    for (const csl_frame *c = o->sync->place->chain; c; c = c->parent)
        csl_add_related(facts, &f, c->site,
                        csl_format(facts->ctx, "in the call of `%s` here", c->function));
    csl_report(sink, &f);
}

void csl_rule_warp_mask(const csl_facts *facts, csl_sink *sink) {
    for (uint32_t i = 0; i < facts->nstrays; i++) {
        const csl_divergence *d = &facts->strays[i];
        const char *claim = csl_format(facts->ctx, "waits for lanes that do not come: %s differs "
                                       "within the warp", csl_condition_words(facts, d));
        csl_report_divergence(facts, sink, "warp-mask", d, claim,
                              "let all lanes of the mask execute it, or name only those that do");
    }
    for (uint32_t i = 0; i < facts->noutsiders; i++)
        report_outsider(facts, sink, &facts->outsiders[i]);
}
