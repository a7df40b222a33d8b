#include "race.h"

#include "common.h"

#include <string.h>

/* Both accesses are of a barrier object as such: it is initialised and used. */
static bool of_state(const csl_race *r) {
    return r->first->access->is_state && r->second->access->is_state;
}

const char *csl_rule_of_race(const csl_race *r) {
    if (r->in_flight)
        return "async-copy-unsynced";
    if (of_state(r))
        return "barrier-init-race";
    if (!r->object || r->object->kind == CSL_OBJ_GLOBAL)
        return "global-race";
    if (r->aliased)
        return "shared-alias";
    return r->pair == CSL_PAIR_SAME_WARP ? "warp-sync-missing" : "shared-race";
}

static const char *verb(const csl_stmt *s) {
    static const char *const words[] = {"reads", "writes", "updates"};
    return words[s->access->mode];
}

/* The loop stands for calls of a function that no kernel reaches. */
static bool is_called_again(const csl_facts *facts, const csl_race *r) {
    return r->meeting == CSL_MEET_BACK && facts->kernel->helper && r->loop == facts->kernel->place;
}

static const char *where_they_meet(const csl_facts *facts, const csl_race *r) {
    if (is_called_again(facts, r))
        return " in the next call";
    if (r->meeting == CSL_MEET_BACK)
        return csl_format(facts->ctx, " in a later pass of the loop at line %u",
                          r->loop ? r->loop->line : 0);
    return r->meeting == CSL_MEET_CALL ? " in the next call" : "";
}

/* Where the missing barrier goes. */
static const char *fix_of(const csl_facts *facts, const csl_race *r) {
    const char *barrier = r->pair == CSL_PAIR_SAME_WARP ? "__syncwarp()" : "__syncthreads()";
    if (r->in_flight)
        return r->pair == CSL_PAIR_BLOCK ? "wait for the group of the copy before"
                                         : "wait for the group of the copy, in every thread that "
                                           "copies, and then for the "
                                           "block";
    if (r->aliased)
        return "give the second array its own part of the dynamic shared memory: both names stand "
               "for the same address";
    if (is_called_again(facts, r))
        return csl_format(facts->ctx, "add `%s` at the end of the function, after line %u", barrier,
                          r->after->place->line);
    if (r->meeting == CSL_MEET_BACK)
        return csl_format(facts->ctx, "add `%s` at the end of the loop body, after line %u",
                          barrier, r->after->place->line);
    if (r->meeting == CSL_MEET_CALL && r->first->place->chain)
        return csl_format(facts->ctx, "add `%s` at the end of `%s`, or between its calls", barrier,
                          r->first->place->chain->function);
    if (r->first == r->second)
        return r->same_value ? "let one thread write" : "let one thread write, or use an atomic";
    if (r->kind == CSL_RACE_WAR && r->meeting == CSL_MEET_PASS &&
        r->first->place->line == r->second->place->line)
        return csl_format(facts->ctx,
                          "split the statement: read into a variable, then `%s`, then write",
                          barrier);
    return csl_format(facts->ctx, "add `%s` after line %u", barrier, r->after->place->line);
}

/* A read and a write in different statements want a barrier between them. Two writes may do so, but
 * as likely they should not meet at all; a copy that goes on by itself wants a wait too. */
static csl_edit *edit_of(const csl_facts *facts, const csl_race *r) {
    if (r->aliased || r->in_flight || of_state(r) || r->kind == CSL_RACE_WAW ||
        r->first == r->second || !r->after || r->first->access->is_async ||
        r->second->access->is_async)
        return NULL;
    csl_edit *edit = CSL_NEW(facts->ctx, csl_edit);
    edit->after = csl_region_at(facts->module, r->after->place);
    edit->statement = r->pair == CSL_PAIR_SAME_WARP ? "__syncwarp();" : "__syncthreads();";
    return edit;
}

static const char *words_of(const csl_stmt *s) {
    return s->text ? s->text : "the barrier object";
}

static const char *message_of(const csl_facts *facts, const csl_race *r) {
    csl_ctx *ctx = facts->ctx;
    const int64_t *s = r->witness->threads[0].thread, *t = r->witness->threads[1].thread;
    const char *who =
        csl_format(ctx, "thread (%lld,%lld,%lld) %s `%s`, thread (%lld,%lld,%lld) %s `%s`%s",
                   (long long)s[0], (long long)s[1], (long long)s[2], verb(r->first), r->element[0],
                   (long long)t[0], (long long)t[1], (long long)t[2], verb(r->second),
                   r->element[1], where_they_meet(facts, r));
    const char *needs = r->rating.why ? csl_format(ctx, " (%s)", r->rating.why) : "";
    if (of_state(r) && r->first != r->second)
        return csl_format(ctx, "nothing orders `%s` and `%s`: %s%s", words_of(r->first),
                          words_of(r->second), who, needs);
    if (r->in_flight && r->pair == CSL_PAIR_BLOCK)
        return csl_format(ctx,
                          "thread (%lld,%lld,%lld) %s `%s` while its own asynchronous copy to it "
                          "may be under way%s",
                          (long long)s[0], (long long)s[1], (long long)s[2], verb(r->second),
                          r->element[1], needs);
    if (r->in_flight)
        return csl_format(ctx,
                          "an asynchronous copy may still be under way, nobody has waited for its "
                          "group before the barrier: %s%s",
                          who, needs);
    const char *what =
        r->object ? csl_format(ctx, "`%s`", r->object_name) : "memory behind a loaded pointer";
    if (r->same_value)
        return csl_format(ctx, "several threads write the same value to %s: %s%s", what, who,
                          needs);
    if (r->aliased)
        return csl_format(ctx, "`%s` and `%s` are the same dynamic shared memory: %s%s",
                          r->first->access->through, r->second->access->through, who, needs);
    if (r->pair == CSL_PAIR_SAME_WARP)
        return csl_format(ctx, "threads of one warp collide on %s and nothing orders them: %s%s",
                          what, who, needs);
    return csl_format(ctx, "no barrier between two accesses of %s: %s%s", what, who, needs);
}

static void add_places(const csl_facts *facts, csl_finding *f, const csl_race *r) {
    if (r->first != r->second)
        csl_add_related(facts, f, r->first->place,
                        csl_format(facts->ctx, "the other access: one thread %s `%s` here",
                                   verb(r->first),
                                   r->first->text ? r->first->text : r->object_name));
    csl_add_calls(facts, f, r->second->place);
    if (r->meeting == CSL_MEET_CALL)
        for (const csl_frame *c = r->first->place->chain; c; c = c->parent)
            csl_add_related(
                facts, f, c->site,
                csl_format(facts->ctx, "the first access is in this call of `%s`", c->function));
    if (r->decides)
        csl_add_related(facts, f, r->decides->place,
                        "the racing value decides who reaches this barrier");
    for (uint32_t i = 0; i < r->nalso; i++)
        csl_add_related(facts, f, r->also[i].second->place,
                        csl_format(facts->ctx, "the same %s is missing between line %u and here",
                                   r->in_flight ? "wait" : "barrier",
                                   r->also[i].first->place->line));
    if (r->more)
        csl_add_related(facts, f, r->second->place,
                        csl_format(facts->ctx, "and %u more pairs of accesses", r->more));
}

static const char *text_of(const csl_stmt *s) {
    return s->text ? s->text : "";
}

void csl_report_races(const csl_facts *facts, csl_sink *sink, const char *rule) {
    static const char *const kinds[] = {"RAW", "WAR", "WAW"};
    for (uint32_t i = 0; i < facts->nraces; i++) {
        const csl_race *r = &facts->races[i];
        if (strcmp(csl_rule_of_race(r), rule))
            continue;
        csl_finding f = {
            .rule = rule,
            .concern = r->concern,
            .kind = kinds[r->kind],
            .severity = r->same_value ? CSL_NOTE : csl_rule_find(rule)->severity,
            .confidence = r->rating.level,
            .message = message_of(facts, r),
            .region = csl_region_at(facts->module, r->second->place),
            .function = facts->kernel->name,
            .instance = facts->kernel->instance,
            .witness = r->witness,
            .assumptions = facts->assumptions,
            .nassumptions = facts->nassumptions,
            .fix = fix_of(facts, r),
            .edit = edit_of(facts, r),
            .second_call = is_called_again(facts, r),
            .identity = csl_format(facts->ctx, "%s\n%s\n%s\n%s\n%s\n%s", rule, facts->kernel->name,
                                   r->object_name, text_of(r->first), text_of(r->second),
                                   r->same_value ? "same value" : kinds[r->kind]),
        };
        add_places(facts, &f, r);
        csl_report(sink, &f);
    }
}
