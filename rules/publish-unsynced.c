/* publish-unsynced: other blocks are told of a store before they can see it. */
#include "common.h"

void csl_rule_publish_unsynced(const csl_facts *facts, csl_sink *sink);

static const char *words_of(const csl_stmt *s, const char *otherwise) {
    return s->text ? s->text : otherwise;
}

static const char *message_of(const csl_unpublished *u) {
    static const char *const words[] = {
        [CSL_UNPUBLISHED_FENCE] = "no `__threadfence()` between a store and its signal",
        [CSL_UNPUBLISHED_BARRIER] = "one thread signals before the others have stored",
        [CSL_UNPUBLISHED_SCOPE] = "this signal orders threads of its own block only",
        [CSL_UNPUBLISHED_ACQUIRE] = "no `__threadfence()` between seeing a signal and reading",
        [CSL_UNPUBLISHED_UNMET] = "one thread waits for a signal, others read without it",
        [CSL_UNPUBLISHED_SPIN] = "this waiting loop may load its flag only once",
        [CSL_UNPUBLISHED_EARLY] = "this is read before the kernel that stores it was waited for"};
    return words[u->kind];
}

static const char *fix_of(const csl_facts *facts, const csl_unpublished *u) {
    const uint32_t line = u->signal ? u->signal->place->line : 0;
    switch (u->kind) {
    case CSL_UNPUBLISHED_ACQUIRE:
        return csl_format(facts->ctx, "`__threadfence()` must come between line %u and line %u",
                          u->gate->place->line, u->reader->place->line);
    case CSL_UNPUBLISHED_UNMET:
        return csl_format(facts->ctx,
                          "a `__syncthreads()` must come between line %u and line %u, where every "
                          "thread passes",
                          u->gate->place->line, u->reader->place->line);
    case CSL_UNPUBLISHED_EARLY: return "`cudaGridDependencySynchronize()` must come before it";
    case CSL_UNPUBLISHED_SPIN: return "make the load volatile or atomic";
    case CSL_UNPUBLISHED_SCOPE:
        return "use an atomic of the device: without `_block`, or `cuda::thread_scope_device`";
    case CSL_UNPUBLISHED_BARRIER:
        return csl_format(
            facts->ctx,
            "a `__syncthreads()` must come between the stores and line %u, where every thread "
            "passes",
            line);
    case CSL_UNPUBLISHED_FENCE: break;
    }
    if (u->vain && u->vain->fence.scope < CSL_SCOPE_CLUSTER && !u->barrier_too)
        return csl_format(facts->ctx, "make the fence at line %u `__threadfence()`",
                          u->vain->place->line);
    if (u->barrier_too)
        return csl_format(
            facts->ctx,
            "`__threadfence()` and then `__syncthreads()` must come between the stores "
            "and line %u, in every thread",
            line);
    if (u->other_thread)
        return csl_format(
            facts->ctx,
            "`__threadfence()` must come between the barrier and line %u, in the thread that "
            "signals",
            line);
    return csl_format(facts->ctx, "`__threadfence()` must come between line %u and line %u",
                      u->store->place->line, line);
}

/* `text`, with what the finding needs behind it. */
static const char *with_needs(const csl_facts *facts, const csl_unpublished *u, const char *text) {
    return u->rating.why ? csl_format(facts->ctx, "%s (%s)", text, u->rating.why) : text;
}

static void add_places(const csl_facts *facts, csl_finding *f, const csl_unpublished *u) {
    csl_ctx *ctx = facts->ctx;
    if (u->kind == CSL_UNPUBLISHED_SPIN) {
        csl_add_place(facts, f, u->gate->place,
                      with_needs(facts, u, "neither volatile nor atomic"));
        csl_add_place(facts, f, u->signal->place, "the flag is set here");
        csl_add_calls(facts, f, u->gate->place);
        return;
    }
    if (u->kind == CSL_UNPUBLISHED_EARLY) {
        csl_add_place(facts, f, u->before->store,
                      csl_format(ctx, "`%s`, launched before, stores it here", u->before->kernel));
        csl_add_place(facts, f, u->reader->place,
                      with_needs(facts, u, csl_format(ctx, "may be the old `%s`", u->object_name)));
        csl_add_related(facts, f, u->before->launch, "launched here");
        csl_add_calls(facts, f, u->reader->place);
        return;
    }
    csl_add_place(facts, f, u->store->place,
                  csl_format(ctx, "stores what %s%s",
                             u->reader ? "another block reads" : "others are told of",
                             u->kind == CSL_UNPUBLISHED_BARRIER ? ", in all threads" : ""));
    csl_add_place(facts, f, u->signal->place,
                  with_needs(facts, u,
                             u->kind == CSL_UNPUBLISHED_BARRIER ? "one thread signals here"
                                                                : "tells another block of it"));
    if (u->reader)
        csl_add_place(facts, f, u->reader->place,
                      csl_format(ctx, "another block may read the old `%s`", u->element));
    for (uint32_t i = 0; i < u->nalso; i++)
        csl_add_related(facts, f, u->also[i]->place,
                        csl_format(ctx, "and `%s` here", words_of(u->also[i], "other memory")));
    if (u->vain && u->vain->fence.scope < CSL_SCOPE_CLUSTER)
        csl_add_related(facts, f, u->vain->place,
                        "this fence orders the store for the threads of its own block only");
    else if (u->vain)
        csl_add_related(
            facts, f, u->vain->place,
            "this fence does not help: it orders what its own thread did before it, and "
            "what the threads did with which that one has met at a barrier");
    if (u->gate && u->gate != u->signal && u->kind != CSL_UNPUBLISHED_UNMET)
        csl_add_related(facts, f, u->gate->place, "the other block sees the signal here");
    if (u->kind == CSL_UNPUBLISHED_UNMET)
        csl_add_place(facts, f, u->gate->place, "one thread of that block waits here");
    csl_add_calls(facts, f, u->signal->place);
}

/* Where it has to be mended. */
static const csl_stmt *place_of(const csl_unpublished *u) {
    switch (u->kind) {
    case CSL_UNPUBLISHED_ACQUIRE:
    case CSL_UNPUBLISHED_UNMET:
    case CSL_UNPUBLISHED_SPIN: return u->gate;
    case CSL_UNPUBLISHED_EARLY: return u->reader;
    default: return u->signal;
    }
}

void csl_rule_publish_unsynced(const csl_facts *facts, csl_sink *sink) {
    static const char *const rule = "publish-unsynced";
    static const char *const kinds[] = {"fence", "barrier", "scope", "acquire",
                                        "unmet", "spin",    "early"};
    for (uint32_t i = 0; i < facts->nunpublished; i++) {
        const csl_unpublished *u = &facts->unpublished[i];
        const csl_stmt *at = place_of(u);
        csl_finding f = {
            .rule = rule,
            .concern = CSL_CONCERN_GRID,
            .kind = kinds[u->kind],
            .severity = csl_rule_find(rule)->severity,
            .confidence = u->rating.level,
            .message = message_of(u),
            .needs = u->rating.why,
            .caveats = csl_caveat_words(facts->ctx, &u->rating),
            .region = csl_region_at(facts->module, at->place),
            .function = facts->kernel->name,
            .about = u->object_name,
            .instance = facts->kernel->instance,
            .witness = u->witness,
            .assumptions = facts->assumptions,
            .nassumptions = facts->nassumptions,
            .fix = fix_of(facts, u),
            .identity =
                csl_format(facts->ctx, "%s\n%s\n%s\n%s\n%s", rule, facts->kernel->name,
                           u->object_name ? u->object_name : "", words_of(at, ""), kinds[u->kind]),
        };
        add_places(facts, &f, u);
        csl_report(sink, &f);
    }
}
