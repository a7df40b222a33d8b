/* publish-unsynced: other blocks are told of a store before they can see it. */
#include "common.h"

void csl_rule_publish_unsynced(const csl_facts *facts, csl_sink *sink);

static const char *words_of(const csl_stmt *s, const char *otherwise) {
    return s->text ? s->text : otherwise;
}

static const char *message_of(const csl_facts *facts, const csl_unpublished *u) {
    csl_ctx *ctx = facts->ctx;
    const char *needs = u->rating.why ? csl_format(ctx, " (%s)", u->rating.why) : "";
    const char *signal = words_of(u->signal, "this signal");
    switch (u->kind) {
    case CSL_UNPUBLISHED_SPIN:
        return csl_format(ctx,
                          "the loop that waits for `%s` may load it only once: the load is neither "
                          "volatile nor atomic%s",
                          words_of(u->gate, "the flag"), needs);
    case CSL_UNPUBLISHED_SCOPE:
        return csl_format(
            ctx,
            "`%s` orders the threads of its own block only, but another block goes on "
            "by it and reads `%s`%s",
            signal, u->element, needs);
    case CSL_UNPUBLISHED_BARRIER:
        return csl_format(
            ctx,
            "no barrier between the stores to `%s` and `%s`: one thread signals for the "
            "block before the others have stored, and another block reads `%s`%s",
            u->object_name, signal, u->element, needs);
    case CSL_UNPUBLISHED_FENCE: break;
    }
    return csl_format(
        ctx,
        "no `__threadfence()` between the store to `%s` and `%s`: another block may go "
        "on and read the old `%s`%s",
        u->object_name, signal, u->element, needs);
}

static const char *fix_of(const csl_facts *facts, const csl_unpublished *u) {
    uint32_t line = u->signal->place->line;
    switch (u->kind) {
    case CSL_UNPUBLISHED_SPIN: return "make the load volatile or atomic";
    case CSL_UNPUBLISHED_SCOPE:
        return "use an atomic of the device: `atomicAdd()` and its like without `_block`, or "
               "`cuda::thread_scope_device`";
    case CSL_UNPUBLISHED_BARRIER:
        return csl_format(
            facts->ctx, "add `__syncthreads()` before line %u, where all threads of the block come",
            line);
    case CSL_UNPUBLISHED_FENCE: break;
    }
    if (u->vain && u->vain->fence.scope < CSL_SCOPE_CLUSTER && !u->barrier_too)
        return csl_format(facts->ctx, "make the fence at line %u `__threadfence()`",
                          u->vain->place->line);
    if (u->barrier_too)
        return csl_format(facts->ctx,
                          "add `__threadfence()` and then `__syncthreads()` between the stores and "
                          "line %u, in all threads of the block",
                          line);
    if (u->other_thread)
        return csl_format(
            facts->ctx,
            "add `__threadfence()` before line %u, in the thread that signals and behind "
            "the barrier",
            line);
    return csl_format(facts->ctx, "add `__threadfence()` between line %u and line %u",
                      u->store->place->line, line);
}

static void add_places(const csl_facts *facts, csl_finding *f, const csl_unpublished *u) {
    csl_ctx *ctx = facts->ctx;
    if (u->kind == CSL_UNPUBLISHED_SPIN) {
        csl_add_related(facts, f, u->signal->place, "the flag is set here");
        csl_add_calls(facts, f, u->gate->place);
        return;
    }
    csl_add_related(facts, f, u->store->place,
                    csl_format(ctx, "`%s` is stored here", words_of(u->store, u->object_name)));
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
    if (u->gate != u->signal)
        csl_add_related(facts, f, u->gate->place, "the other block sees the signal here");
    csl_add_related(facts, f, u->reader->place,
                    csl_format(ctx, "and reads `%s` here", words_of(u->reader, u->object_name)));
    csl_add_calls(facts, f, u->signal->place);
}

void csl_rule_publish_unsynced(const csl_facts *facts, csl_sink *sink) {
    static const char *const rule = "publish-unsynced";
    static const char *const kinds[] = {"fence", "barrier", "scope", "spin"};
    for (uint32_t i = 0; i < facts->nunpublished; i++) {
        const csl_unpublished *u = &facts->unpublished[i];
        const csl_stmt *at = u->kind == CSL_UNPUBLISHED_SPIN ? u->gate : u->signal;
        csl_finding f = {
            .rule = rule,
            .concern = CSL_CONCERN_GRID,
            .kind = kinds[u->kind],
            .severity = csl_rule_find(rule)->severity,
            .confidence = u->rating.level,
            .message = message_of(facts, u),
            .region = csl_region_at(facts->module, at->place),
            .function = facts->kernel->name,
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
