#include "race.h"

#include "benign.h"
#include "common.h"

#include <string.h>

/* Both accesses are of a barrier object as such: it is initialised and used. */
static bool of_state(const csl_race *r) {
    return r->first->access->is_state && r->second->access->is_state;
}

/* The second is a load through the cache of read-only data. */
static bool is_stale(const csl_race *r) {
    return r->unfenced && r->second->access->is_read_only;
}

/* The second is a copy that reads the description of its tensor. */
static bool is_of_map(const csl_race *r) {
    return r->unfenced && r->second->access->is_map;
}

/* What a warp or the tensor core does to tensor memory goes on by itself, but is no copy. */
static bool is_in_tensor_memory(const csl_race *r) {
    return r->object && r->object->kind == CSL_OBJ_TENSOR;
}

/* The second of the two is a copy whose end a barrier object tells: it may begin too early. */
static bool begins_early(const csl_race *r) {
    return !r->in_flight && !r->unfenced && r->second->access->signals;
}

/* A kernel that a thread launches makes this access. */
static bool is_launched(const csl_stmt *s) {
    return s->access->launched;
}

static bool of_launched(const csl_race *r) {
    return is_launched(r->first) || is_launched(r->second);
}

static bool is_copy(const csl_race *r) {
    return r->in_flight || r->first->access->signals || r->second->access->signals;
}

const char *csl_rule_of_race(const csl_race *r) {
    if (r->of_blocks || of_launched(r))
        return "grid-race";
    if (is_stale(r))
        return "global-race";
    if (r->unfenced)
        return "proxy-fence-missing";
    if (r->in_flight && r->first->access->mode == CSL_MODE_READ)
        return "copy-source-reused";
    if (is_copy(r))
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
    if (is_called_again(facts, r) || r->meeting == CSL_MEET_CALL)
        return " in the next call";
    return r->meeting == CSL_MEET_BACK ? " in a later pass" : "";
}

static uint32_t line_of_launch(const csl_stmt *s) {
    const csl_place *at = s->place;
    while (at->chain)
        at = at->chain->site;
    return at->line;
}

/* What has to hold. Where a barrier does so is found by trial (cli/fix). */
static const char *fix_of(const csl_facts *facts, const csl_race *r) {
    const char *barrier = r->pair == CSL_PAIR_SAME_WARP ? "`__syncwarp()`" : "`__syncthreads()`";
    const char *who = r->pair == CSL_PAIR_SAME_WARP ? "all its lanes pass" : "every thread passes";
    const uint32_t first = r->first->place->line, second = r->second->place->line;
    if (r->lifetime == CSL_BEFORE_IT_BEGINS)
        return "a barrier of the cluster (`cluster.sync()`) must come before the first access of "
               "another block's memory";
    if (r->lifetime == CSL_AFTER_IT_ENDS)
        return "a barrier of the cluster (`cluster.sync()`) must come behind the last access of "
               "another block's memory, before a thread ends";
    if (r->lifetime == CSL_OUT_OF_REACH)
        return "hand the kernel global memory, or the value itself";
    if (of_launched(r) && !r->of_blocks)
        return is_launched(r->first)
                   ? "nothing in the kernel waits for what it launches: touch the memory before "
                     "the "
                     "launch, or in a kernel behind it (`cudaStreamTailLaunch`)"
                   : csl_format(facts->ctx,
                                "a %s must come before the launch in line %u: the launched kernel "
                                "sees what its own thread wrote, and what a barrier ordered before",
                                barrier, line_of_launch(r->second));
    if (r->of_blocks && r->object && r->object->kind != CSL_OBJ_GLOBAL)
        return csl_format(facts->ctx,
                          "a barrier of the cluster (`cluster.sync()`) must come between line %u "
                          "and line %u",
                          first, second);
    if (r->of_blocks)
        return "give each block a part of its own, use atomics, or let a second kernel (or a "
               "barrier of the grid) come between";
    if (is_stale(r))
        return "load it in the ordinary way: what `__ldg()` and `ld.global.nc` read, no thread may "
               "write while the kernel runs";
    if (is_of_map(r))
        return "`fence.proxy.tensormap::generic.release` must follow the write, in its thread, and "
               "`fence.proxy.tensormap::generic.acquire` of the 128 bytes come before the copy";
    if (is_in_tensor_memory(r) && r->unfenced)
        return "`tcgen05.fence::before_thread_sync` must come in front of the barrier that lies "
               "between the two, and `tcgen05.fence::after_thread_sync` behind it";
    if (is_in_tensor_memory(r) && r->in_flight)
        return r->first->access->is_tracked
                   ? "wait for the phase at which its `tcgen05.commit` arrives"
                   : csl_format(facts->ctx, "a `tcgen05.wait::%s` must follow line %u",
                                r->first->access->mode == CSL_MODE_READ ? "ld" : "st", first);
    if (r->unfenced)
        return csl_format(facts->ctx,
                          "a `fence.proxy.async` must come between line %u and the barrier behind "
                          "it, in every thread that writes",
                          first);
    if (r->first->access->signals)
        return "wait for the phase in which the copy ends, and let the next copy begin behind the "
               "access";
    if (begins_early(r))
        return "issue the copy when all who touch the memory have said that they are done with it";
    if (r->in_flight && r->first->access->is_tensor)
        return r->first->access->is_tracked
                   ? "wait for the phase at which the `tcgen05.commit` behind it arrives"
                   : "`wgmma.wait_group` must come before the arrival for which the other waits";
    if (r->in_flight && r->first->access->mode == CSL_MODE_READ)
        return r->pair == CSL_PAIR_BLOCK
                   ? "wait until the copies before have read (`cp.async.bulk.wait_group.read`)"
                   : "wait in the thread that copies (`cp.async.bulk.wait_group.read`), then a "
                     "barrier";
    if (r->in_flight)
        return r->pair == CSL_PAIR_BLOCK
                   ? "wait for the group of the copy before"
                   : "wait for the group of the copy in every thread that copies, then a barrier";
    if (r->aliased)
        return "give the second array its own part of the dynamic shared memory";
    if (is_called_again(facts, r))
        return csl_format(facts->ctx, "a %s must end the function, where %s", barrier, who);
    if (csl_is_of_roles(facts, r))
        return csl_format(
            facts->ctx,
            "let the thread of line %u arrive at a barrier object, or a named barrier, "
            "behind it, and that of line %u wait there before%s",
            first, second, r->meeting == CSL_MEET_BACK ? ", in a later pass" : "");
    if (r->meeting == CSL_MEET_BACK)
        return csl_format(facts->ctx,
                          "a %s must come between line %u and line %u of a later pass, where %s%s",
                          barrier, first, second, who, csl_inside(facts, r->first));
    if (r->meeting == CSL_MEET_CALL && r->first->place->chain)
        return csl_format(facts->ctx, "a %s must end `%s`, or come between its calls", barrier,
                          r->first->place->chain->function);
    if (r->first == r->second && r->first->access->joint)
        return csl_format(facts->ctx,
                          "a %s of those that share the storage must come before its next use",
                          barrier);
    if (r->first == r->second)
        return r->same_value ? "let one thread write" : "let one thread write, or use an atomic";
    if (first == second)
        return csl_format(facts->ctx, "a %s must come between the two accesses, in two statements",
                          barrier);
    const bool swapped = first > second && r->first->place->chain == r->second->place->chain;
    return csl_format(facts->ctx, "a %s must come between line %u and line %u, where %s%s", barrier,
                      swapped ? second : first, swapped ? first : second, who,
                      csl_inside(facts, r->first));
}

/* A read and a write in different statements want a barrier between them. Two writes may do so, but
 * as likely they should not meet at all; a copy that goes on by itself wants a wait too. */
static csl_edit *edit_of(const csl_facts *facts, const csl_race *r) {
    if (r->of_blocks || r->aliased || is_copy(r) || r->unfenced || of_state(r) ||
        r->kind == CSL_RACE_WAW || r->first == r->second || !r->after ||
        r->first->access->is_async || r->second->access->is_async || csl_is_of_roles(facts, r))
        return NULL;
    csl_edit *edit = CSL_NEW(facts->ctx, csl_edit);
    edit->after = csl_region_at(facts->module, r->after->place);
    edit->statement = r->pair == CSL_PAIR_SAME_WARP ? "__syncwarp();" : "__syncthreads();";
    edit->lanes = r->lanes;
    return edit;
}

/* "race on `sd`: no barrier between write and read", or how else one calls it. */
static const char *message_of(const csl_facts *facts, const csl_race *r) {
    static const char *const between[] = {"write and read", "read and write", "two writes"};
    csl_ctx *ctx = facts->ctx;
    const char *name = r->object ? r->object_name : "memory";
    if (r->lifetime && !of_launched(r))
        return csl_format(ctx, "touches shared memory of a block that may %s",
                          r->lifetime == CSL_BEFORE_IT_BEGINS ? "not have begun" : "have ended");
    if (of_state(r) && r->same_value)
        return csl_headline(csl_format(ctx, "several threads initialise barrier object `%s`", name),
                            "several threads initialise a barrier object");
    if (of_state(r))
        return csl_headline(
            csl_format(ctx, "barrier object `%s`: nothing orders init and use", name),
            "nothing orders init and use of a barrier object");
    if (is_stale(r))
        return csl_headline(
            csl_format(ctx, "`%s` is read as constant data, and written by the kernel", name),
            "read as constant data, and written by the kernel");
    if (is_of_map(r))
        return csl_headline(
            csl_format(ctx, "no proxy fence between writing `%s` and a copy by this description",
                       name),
            "no proxy fence between writing a description of a tensor and its copy");
    if (is_in_tensor_memory(r) && r->unfenced)
        return "no `tcgen05.fence` between two accesses of tensor memory";
    if (is_in_tensor_memory(r) && r->in_flight)
        return csl_format(ctx, "%s tensor memory may still be under way",
                          r->first->access->mode == CSL_MODE_READ ? "a load from" : "a store to");
    if (r->unfenced)
        return csl_headline(
            csl_format(ctx, "no proxy fence between writing `%s` and its copy", name),
            "no proxy fence between a write and a copy");
    if (begins_early(r))
        return csl_headline(
            csl_format(ctx, "the copy to `%s` may begin before others are done", name),
            "an asynchronous copy may begin before others are done");
    if (of_launched(r) && r->lifetime)
        return csl_headline(csl_format(ctx, "a launched kernel cannot reach `%s`", name),
                            "a launched kernel is handed memory that it cannot reach");
    if (of_launched(r) && r->in_flight)
        return csl_headline(csl_format(ctx, "a launched kernel may still use `%s`", name),
                            "a launched kernel may still run");
    if (is_copy(r))
        return csl_headline(csl_format(ctx, "the copy %s `%s` may still be under way",
                                       r->first->access->mode == CSL_MODE_READ ? "from" : "to",
                                       name),
                            "an asynchronous copy may still be under way");
    if (r->same_value && !r->object)
        return "several threads write the same value behind a loaded pointer";
    if (r->same_value)
        return csl_headline(csl_format(ctx, "several threads write the same value to `%s`", name),
                            "several threads write the same value");
    if (r->aliased)
        return csl_headline(csl_format(ctx, "`%s` and `%s` are the same memory",
                                       r->first->access->through, r->second->access->through),
                            "two names for the same dynamic shared memory");
    if (!r->object)
        return "race on memory behind a loaded pointer";
    if (r->of_blocks)
        return csl_headline(csl_format(ctx, "race of two blocks on `%s`: nothing orders %s", name,
                                       between[r->kind]),
                            "race of two blocks: nothing orders them");
    if (r->first == r->second)
        return csl_headline(csl_format(ctx, "race on `%s`: several threads write it", name),
                            "race: several threads write this");
    if (r->pair == CSL_PAIR_SAME_WARP)
        return csl_headline(csl_format(ctx, "race in a warp on `%s`: no `__syncwarp()`", name),
                            "race in a warp: no `__syncwarp()`");
    return csl_headline(
        csl_format(ctx, "race on `%s`: no barrier between %s", name, between[r->kind]),
        csl_format(ctx, "race: no barrier between %s", between[r->kind]));
}

/* "; so do lines 8, 9": where else the second access stands, if one barrier is missing for all. */
static const char *also_words(const csl_facts *facts, const csl_race *r) {
    const char *text = "";
    uint32_t known[8] = {r->second->place->line, r->first->place->line}, n = 2;
    for (uint32_t i = 0; i < r->nalso && n < sizeof known / sizeof *known; i++) {
        const uint32_t line = r->also[i].second->place->line;
        bool seen = r->also[i].second->place->file != r->second->place->file;
        for (uint32_t k = 0; k < n; k++)
            seen |= known[k] == line;
        if (seen)
            continue;
        known[n++] = line;
        text = csl_format(facts->ctx, "%s%s%u", *text ? text : "; also line", *text ? ", " : " ",
                          line);
    }
    return text;
}

/* "thread 3 of block 1", "a kernel that thread 3 of block 1 launches". */
static const char *who_does(const csl_facts *facts, const csl_race *r, int side) {
    const char *thread = csl_thread_name(facts, r->witness, side);
    return is_launched(side ? r->second : r->first)
               ? csl_format(facts->ctx, "a kernel that %s launches", thread)
               : thread;
}

/* The two accesses, each with the thread that makes it. */
static void add_places(const csl_facts *facts, csl_finding *f, const csl_race *r) {
    const char *who[2] = {who_does(facts, r, 0), who_does(facts, r, 1)};
    const char *more = also_words(facts, r);
    const char *needs = r->rating.why ? csl_format(facts->ctx, " (%s)", r->rating.why) : "";
    bool own_copy = (r->in_flight || r->unfenced) && r->pair == CSL_PAIR_BLOCK;
    const bool tensor = is_in_tensor_memory(r);
    const bool copies[2] = {
        (r->in_flight && !is_launched(r->first) && !tensor) || r->first->access->signals,
        (r->unfenced && !is_stale(r) && !tensor && !is_of_map(r)) || begins_early(r)};
    const bool from = r->first->access->mode == CSL_MODE_READ;
    const char *it = is_launched(r->first) ? "the thread itself" : "it";
    if (r->lifetime == CSL_OUT_OF_REACH) {
        csl_add_place(
            facts, f, r->second->place,
            csl_format(facts->ctx, "%s %s `%s`%s", who[0], verb(r->second), r->element[0], needs));
        return;
    }
    if (r->lifetime) {
        csl_add_place(facts, f, r->second->place,
                      csl_format(facts->ctx, "%s %s `%s` of the block of %s%s", who[0],
                                 verb(r->second), r->element[0], who[1], needs));
        return;
    }
    if (r->first == r->second && !r->in_flight) {
        csl_add_place(facts, f, r->second->place,
                      csl_format(facts->ctx, "%s and %s: both %s `%s`%s%s%s", who[0], who[1],
                                 r->second->access->mode == CSL_MODE_RMW ? "update" : "write",
                                 r->element[1], where_they_meet(facts, r), more, needs));
        return;
    }
    csl_add_place(facts, f, r->first->place,
                  csl_format(facts->ctx, "%s %s `%s`", who[0],
                             !copies[0] ? verb(r->first)
                             : from     ? "copies from"
                                        : "copies to",
                             r->element[0]));
    csl_add_place(facts, f, r->second->place,
                  csl_format(facts->ctx, "%s %s `%s`%s%s%s", own_copy ? it : who[1],
                             !copies[1]                    ? verb(r->second)
                             : r->unfenced && !is_stale(r) ? "copies from"
                                                           : "copies to",
                             r->element[1], where_they_meet(facts, r), more, needs));
}

static bool is_called_at(const csl_frame *calls, const csl_place *site) {
    for (; calls; calls = calls->parent)
        if (calls->site->file == site->file && calls->site->line == site->line &&
            calls->site->col == site->col)
            return true;
    return false;
}

/* Calls, a barrier that hangs on the race, and the pairs that miss the same barrier: a place once.
 */
static void add_more(const csl_facts *facts, csl_finding *f, const csl_race *r) {
    csl_add_calls(facts, f, r->second->place);
    for (const csl_frame *c = r->first->place->chain; c; c = c->parent)
        if (r->meeting == CSL_MEET_CALL || !is_called_at(r->second->place->chain, c->site))
            csl_add_related(facts, f, c->site, "the first access is in this call");
    if (r->decides)
        csl_add_related(facts, f, r->decides->place,
                        "the racing value decides who reaches this barrier");
    for (uint32_t i = 0; i < r->nalso; i++) {
        const csl_race_pair *pair = &r->also[i];
        bool told = pair->second->place->line == r->second->place->line &&
                    pair->first->place->line == r->first->place->line;
        for (uint32_t k = 0; k < i; k++)
            told |= r->also[k].second->place->line == pair->second->place->line &&
                    r->also[k].first->place->line == pair->first->place->line;
        if (!told)
            csl_add_related(facts, f, pair->second->place,
                            csl_format(facts->ctx, "the same %s is missing since line %u",
                                       r->unfenced    ? "fence"
                                       : r->in_flight ? "wait"
                                                      : "barrier",
                                       pair->first->place->line));
    }
    if (r->more)
        csl_add_related(facts, f, r->second->place,
                        csl_format(facts->ctx, "and %u more pairs of accesses", r->more));
}

/* The object, with its declaration: two functions may have one of a name. */
static const char *about(const csl_facts *facts, const csl_race *r) {
    if (!r->object)
        return NULL;
    const csl_place *at = r->object->place;
    return csl_format(facts->ctx, "%s@%u:%u", r->object_name, at ? at->line : 0, at ? at->col : 0);
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
            .severity =
                csl_severity_of(rule, r->same_value ? CSL_BENIGN_equal_values : CSL_NOT_BENIGN),
            .confidence = r->rating.level,
            .message = message_of(facts, r),
            .needs = r->rating.why,
            .caveats = csl_caveat_words(facts->ctx, &r->rating),
            .region = csl_region_at(facts->module, r->second->place),
            .function = facts->kernel->name,
            .about = about(facts, r),
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
        if (r->witness)
            add_places(facts, &f, r);
        add_more(facts, &f, r);
        csl_report(sink, &f);
    }
}
