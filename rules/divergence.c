#include "divergence.h"

#include "benign.h"
#include "common.h"

#include <string.h>

/* The last decision that thread `which` took at the parting, or its end there; NULL: it took none.
 */
static const csl_step *step_at(const csl_facts *facts, const csl_divergence *d, int which) {
    const csl_trace *t = &d->witness->threads[which];
    const csl_region at = csl_region_at(facts->module, d->where);
    for (uint32_t i = t->nsteps; i-- > 0;)
        if (t->steps[i].region.line == at.line && t->steps[i].region.column == at.column &&
            strcmp(t->steps[i].region.file, at.file) == 0)
            return &t->steps[i];
    return NULL;
}

static const char *pass_words(const csl_facts *facts, const csl_step *step) {
    return step->pass > 1 ? csl_format(facts->ctx, " in pass %u", step->pass) : "";
}

/* "thread 0: `0 < 1`, true; thread 1: `1 < 1`, false". */
static const char *both_ways(const csl_facts *facts, const csl_divergence *d) {
    const csl_step *one = step_at(facts, d, 0), *other = step_at(facts, d, 1);
    const char *waits = csl_thread_name(facts, d->witness, 0);
    const char *away = csl_thread_name(facts, d->witness, 1);
    if (!one || !one->decides)
        return csl_format(facts->ctx, "%s goes another way than %s", away, waits);
    if (!one->values || !other || !other->values)
        return csl_format(facts->ctx, "%s for %s, %s for %s%s", one->holds ? "true" : "false",
                          waits, one->holds ? "false" : "true", away, pass_words(facts, one));
    return csl_format(facts->ctx, "%s: `%s` is %s; %s: `%s` is %s%s", waits, one->values,
                      one->holds ? "true" : "false", away, other->values,
                      one->holds ? "false" : "true", pass_words(facts, one));
}

/* What happens where the threads part. */
static const char *parting_words(const csl_facts *facts, const csl_divergence *d) {
    static const char *const does[] = {[CSL_PART_TRIPS] = "leaves the loop",
                                       [CSL_PART_SKIP] = "jumps",
                                       [CSL_PART_EXIT] = "returns"};
    if (d->part == CSL_PART_ARM)
        return both_ways(facts, d);
    const csl_step *other = step_at(facts, d, 1);
    const char *away = csl_thread_name(facts, d->witness, 1);
    if (!other || !other->decides || !other->values)
        return csl_format(facts->ctx, "%s %s%s", away, does[d->part],
                          other ? pass_words(facts, other) : "");
    return csl_format(facts->ctx, "%s %s%s: `%s` is %s", away, does[d->part],
                      pass_words(facts, other), other->values, other->holds ? "true" : "false");
}

/* What happens at the barrier. */
static const char *waiting_words(const csl_facts *facts, const csl_divergence *d) {
    const char *waits = csl_thread_name(facts, d->witness, 0);
    const char *away = csl_thread_name(facts, d->witness, 1);
    if (d->barrier->sync->scope == CSL_SCOPE_WARP)
        return csl_format(facts->ctx, "%s executes it, %s does not", waits, away);
    return d->part == CSL_PART_EXIT
               ? csl_format(facts->ctx, "%s comes here, %s has returned", waits, away)
               : csl_format(facts->ctx, "%s waits here for %s", waits, away);
}

static void add_places(const csl_facts *facts, csl_finding *f, const csl_divergence *d) {
    csl_add_place(facts, f, d->where, parting_words(facts, d));
    if (d->other_arm && d->barrier->sync->scope != CSL_SCOPE_WARP)
        csl_add_place(facts, f, d->other_arm->place,
                      csl_format(facts->ctx, "%s waits here, at another one",
                                 csl_thread_name(facts, d->witness, 1)));
    csl_add_place(facts, f, d->barrier->place,
                  csl_format(facts->ctx, "%s%s%s%s", waiting_words(facts, d), f->needs ? " (" : "",
                             f->needs ? f->needs : "", f->needs ? ")" : ""));
}

/* What is known beyond the two places: where the condition comes from, calls, other barriers. */
static void add_more(const csl_facts *facts, csl_finding *f, const csl_divergence *d) {
    for (uint32_t i = d->nchain; i-- > 0;)
        csl_add_related(facts, f, d->chain[i].place,
                        csl_format(facts->ctx, "which comes from `%s`", d->chain[i].text));
    bool lanes = d->barrier->sync->scope == CSL_SCOPE_WARP;
    if (d->other_arm && lanes)
        csl_add_related(facts, f, d->other_arm->place, "the other lanes execute this one instead");
    csl_add_calls(facts, f, d->barrier->place);
    for (uint32_t i = 0; i < d->nalso; i++)
        if (d->also[i] != d->other_arm)
            csl_add_related(facts, f, d->also[i]->place,
                            d->also[i]->sync->object && !lanes
                                ? "this barrier object counts them as well: it waits for ever"
                                : "this one is concerned as well");
    bool waits_for_living = d->barrier->sync->scope == CSL_SCOPE_BLOCK && !d->barrier->sync->object;
    if (d->runs_off && waits_for_living && d->part != CSL_PART_EXIT)
        csl_add_related(
            facts, f, d->barrier->place,
            "on sm_70 and later this may look fine, because the other threads have ended "
            "by then");
}

/* To skip the last barrier that waits for the threads that live is no worse than to return before
 * it. Before sm_70 it waited for all. */
static csl_benign benign(const csl_facts *facts, const csl_divergence *d) {
    const uint32_t arch = facts->module->arch;
    const csl_sync *barrier = d->barrier->sync;
    const bool ends = d->part == CSL_PART_EXIT || d->as_exit;
    const bool for_living =
        (barrier->scope == CSL_SCOPE_BLOCK || barrier->scope == CSL_SCOPE_CLUSTER) &&
        (!arch || arch >= 700);
    return ends && for_living && !barrier->object ? CSL_BENIGN_waits_for_living : CSL_NOT_BENIGN;
}

/* The memory whose race makes the threads part, as races name it, or what they decide. */
static const char *about(const csl_facts *facts, const csl_divergence *d) {
    const csl_object *o = d->differs;
    const csl_place *at = o ? o->place : d->where;
    return csl_format(facts->ctx, "%s@%u:%u",
                      o              ? o->name
                      : d->condition ? d->condition
                                     : "",
                      at ? at->line : 0, at ? at->col : 0);
}

static const char *comes_of(const csl_divergence *d) {
    if (!d->differs)
        return NULL;
    return csl_is_of_block(d->differs->kind) ? "shared-race" : "global-race";
}

void csl_report_divergence(const csl_facts *facts, csl_sink *sink, const char *rule,
                           const csl_divergence *d, const char *message, const char *fix,
                           const char *consequence) {
    static const char *const kinds[] = {"arms", "trips", "skip", "exit"};
    csl_finding f = {
        .rule = rule,
        .concern = d->concern,
        .kind = kinds[d->part],
        .severity = csl_severity_of(rule, benign(facts, d)),
        .confidence = d->rating.level,
        .message = message,
        .needs = d->rating.why,
        .caveats = csl_caveat_words(facts->ctx, &d->rating),
        .region = csl_region_at(facts->module, d->barrier->place),
        .function = facts->kernel->name,
        .about = about(facts, d),
        .comes_of = comes_of(d),
        .instance = facts->kernel->instance,
        .witness = d->witness,
        .assumptions = facts->assumptions,
        .nassumptions = facts->nassumptions,
        .fix = fix,
        .identity = csl_format(facts->ctx, "%s\n%s\n%s\n%s", rule, facts->kernel->name,
                               d->barrier->sync->name, d->condition ? d->condition : ""),
    };
    add_places(facts, &f, d);
    if (consequence)
        csl_add_related(facts, &f, d->barrier->place, consequence);
    add_more(facts, &f, d);
    csl_report(sink, &f);
}
