#include "divergence.h"

#include "common.h"

const char *csl_barrier_scope(const csl_divergence *d) {
    return csl_scope_name(d->barrier->sync->scope);
}

const char *csl_condition_words(const csl_facts *facts, const csl_divergence *d) {
    return d->condition ? csl_format(facts->ctx, "`%s`", d->condition) : "what decides it";
}

static void add_chain(const csl_facts *facts, csl_finding *f, const csl_divergence *d) {
    const char *what = d->part == CSL_PART_EXIT    ? "threads return here"
                       : d->part == CSL_PART_TRIPS ? "threads leave the loop here"
                       : d->part == CSL_PART_SKIP  ? "threads jump past it here"
                                                   : "threads part here";
    csl_add_related(facts, f, d->where,
                    d->condition ? csl_format(facts->ctx, "%s: `%s`", what, d->condition) : what);
    for (uint32_t i = d->nchain; i-- > 0;)
        csl_add_related(facts, f, d->chain[i].place,
                        csl_format(facts->ctx, "which comes from `%s`", d->chain[i].text));
    bool lanes = d->barrier->sync->scope == CSL_SCOPE_WARP;
    if (d->other_arm)
        csl_add_related(facts, f, d->other_arm->place,
                        lanes ? "the other lanes execute this one instead"
                              : "the other threads wait at this barrier, which is another one");
    csl_add_calls(facts, f, d->barrier->place);
    for (uint32_t i = 0; i < d->nalso; i++)
        csl_add_related(facts, f, d->also[i]->place,
                        lanes                      ? "this one is concerned as well"
                        : d->also[i]->sync->object ? "this barrier object counts them as well: it "
                                                     "waits for ever"
                                                   : "this barrier is concerned as well");
    bool waits_for_living = d->barrier->sync->scope == CSL_SCOPE_BLOCK && !d->barrier->sync->object;
    if (d->runs_off && waits_for_living && d->part != CSL_PART_EXIT)
        csl_add_related(
            facts, f, d->barrier->place,
            "on sm_70 and later this may look fine, because the other threads have ended "
            "by then");
}

void csl_report_divergence(const csl_facts *facts, csl_sink *sink, const char *rule,
                           const csl_divergence *d, const char *claim, const char *fix) {
    static const char *const kinds[] = {"arms", "trips", "skip", "exit"};
    const char *needs = d->rating.why ? csl_format(facts->ctx, " (%s)", d->rating.why) : "";
    csl_finding f = {
        .rule = rule,
        .concern = d->concern,
        .kind = kinds[d->part],
        .severity = csl_rule_find(rule)->severity,
        .confidence = d->rating.level,
        .message = csl_format(facts->ctx, "%s %s%s", d->barrier->sync->name, claim, needs),
        .region = csl_region_at(facts->module, d->barrier->place),
        .function = facts->kernel->name,
        .instance = facts->kernel->instance,
        .witness = d->witness,
        .assumptions = facts->assumptions,
        .nassumptions = facts->nassumptions,
        .fix = fix,
        .identity = csl_format(facts->ctx, "%s\n%s\n%s\n%s", rule, facts->kernel->name,
                               d->barrier->sync->name, d->condition ? d->condition : ""),
    };
    add_chain(facts, &f, d);
    csl_report(sink, &f);
}
