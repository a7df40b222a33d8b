/* Answers of csl_host_integer that are kept (host_memo.h): by the expression and all of the point
 * that it may depend on, in tables by how many of the point's choices count. Those of other choices
 * are forgotten: ways are gone one after another, and the outermost choice changes last. */
#include "host_impl.h"

#include "../parse/parse.h"

enum {
    CHOICES = 8, /* more than the limit host_choices lets be */
    EXACTLY_THESE = CHOICES + 1,
    KINDS
};

typedef struct answer {
    uint64_t hash; /* of the expression and the point */
    CXCursor e;
    csl_host_point at; /* its function and calls are copies */
    csl_host_function *caller;
    csl_host_choice way; /* n is 0: none */
    unsigned choices;    /* of the outermost ones: on how many it depends */
    bool known;
    int64_t value;
    struct answer *next; /* in its chain */
} answer;

/* Chains by hash; at most as many answers as chains. */
typedef struct answers {
    answer **chains;
    uint32_t nchains, n; /* nchains: a power of two, or 0 */
} answers;

struct csl_host_memo {
    answers answers[KINDS];           /* by how many choices they depend on */
    csl_host_choice choices[CHOICES]; /* outermost first; their calls are copies */
    const csl_host_call *beyond[CHOICES];
    unsigned nchoices;
    csl_host_asking now;
    csl_cursor_map returned, uses; /* by function: csl_host_memo_returned, csl_host_memo_uses */
    csl_cursor_map effects;        /* by call: csl_host_memo_effects */
};

static struct csl_host_memo *memo_of(const csl_unit *unit) {
    if (!*unit->memo)
        *unit->memo = CSL_NEW(unit->ctx, struct csl_host_memo);
    return *unit->memo;
}

CXCursor csl_host_memo_returned(const csl_unit *unit, CXCursor f,
                                CXCursor (*find)(const csl_unit *, CXCursor)) {
    struct csl_host_memo *memo = memo_of(unit);
    CXCursor *known = csl_cursor_map_get(&memo->returned, f);
    if (!known) {
        known = CSL_NEW(unit->ctx, CXCursor);
        *known = find(unit, f);
        csl_cursor_map_set(unit->ctx, &memo->returned, f, known);
    }
    return *known;
}

struct csl_host_uses *csl_host_memo_uses(const csl_unit *unit, CXCursor f,
                                         struct csl_host_uses *(*find)(const csl_unit *,
                                                                       CXCursor)) {
    struct csl_host_memo *memo = memo_of(unit);
    struct csl_host_uses *known = csl_cursor_map_get(&memo->uses, f);
    return known ? known : csl_cursor_map_add(unit->ctx, &memo->uses, f, find(unit, f));
}

csl_host_effects csl_host_memo_effects(const csl_unit *unit, CXCursor call,
                                       csl_host_effects (*find)(CXCursor)) {
    struct csl_host_memo *memo = memo_of(unit);
    csl_host_effects *known = csl_cursor_map_get(&memo->effects, call);
    if (!known) {
        known = CSL_NEW(unit->ctx, csl_host_effects);
        *known = find(call);
        csl_cursor_map_set(unit->ctx, &memo->effects, call, known);
    }
    return *known;
}

/* ---- copies ---------------------------------------------------------------------------------- */

static csl_host_function *kept_function(csl_ctx *ctx, const csl_host_function *function) {
    csl_host_function *copy = CSL_NEW(ctx, csl_host_function);
    *copy = (csl_host_function){.unit = function->unit,
                                .cursor = function->cursor,
                                .outer = function->outer,
                                .counts = function->counts};
    return copy;
}

static const csl_host_call *kept_call(csl_ctx *ctx, const csl_host_call *call) {
    if (!call)
        return NULL;
    csl_host_call *copy = CSL_NEW(ctx, csl_host_call);
    *copy = *call;
    copy->at.function = kept_function(ctx, call->at.function);
    copy->at.choices = NULL; /* those of the point say it all */
    copy->at.call = kept_call(ctx, call->at.call);
    return copy;
}

/* ---- points that are alike ------------------------------------------------------------------- */

/* Functions that are called are made anew for each call: by what they are. */
static bool same_function(const csl_host_function *a, const csl_host_function *b) {
    return clang_equalCursors(a->cursor, b->cursor) && a->outer == b->outer &&
           a->counts == b->counts;
}

static bool same_call(const csl_host_call *a, const csl_host_call *b) {
    for (; a && b; a = a->at.call, b = b->at.call)
        if (!clang_equalCursors(a->call, b->call) ||
            !same_function(a->at.function, b->at.function) || a->at.offset != b->at.offset ||
            a->at.guards != b->at.guards)
            return false;
    return !a && !b;
}

static bool same_point(const csl_host_point *a, const csl_host_point *b) {
    return a->offset == b->offset && a->guards == b->guards &&
           same_function(a->function, b->function) && same_call(a->call, b->call);
}

static uint64_t mixed(uint64_t hash, uint64_t with) {
    return (hash ^ with) * UINT64_C(0x9e3779b97f4a7c15) + (hash >> 29);
}

/* Equal for the same expression at points that are alike. */
static uint64_t hash_of(const csl_host_point *point, CXCursor e) {
    uint64_t hash =
        mixed(csl_cursor_hash(e), csl_cursor_hash(csl_cursor_as_met(point->function->cursor)));
    hash = mixed(mixed(hash, point->offset), (uintptr_t)point->guards);
    for (const csl_host_call *c = point->call; c; c = c->at.call)
        hash = mixed(mixed(hash, csl_cursor_hash(c->call)), (uintptr_t)c->at.guards);
    return hash ^ hash >> 32;
}

static bool same_places(const csl_host_call *a, const csl_host_call *b) {
    for (; a && b; a = a->at.call, b = b->at.call)
        if (!clang_equalCursors(a->call, b->call))
            return false;
    return !a && !b;
}

static const csl_host_call *beyond(const csl_host_choice *choice) {
    return choice->beyond ? *choice->beyond : NULL;
}

static bool same_choice(const csl_host_choice *a, const csl_host_choice *b) {
    return clang_equalCursors(a->of, b->of) && a->offset == b->offset && a->element == b->element &&
           a->n == b->n && same_places(a->call, b->call) && same_places(beyond(a), beyond(b));
}

/* The answers are those for the choices of the point; false: it has too many. */
static bool turn_to(struct csl_host_memo *memo, csl_host_point point) {
    const csl_host_choice *of[CHOICES];
    unsigned n = 0, same = 0;
    for (const csl_host_choice *c = point.choices; c; c = c->outer) {
        if (n == CHOICES)
            return false;
        of[n++] = c;
    }
    while (same < n && same < memo->nchoices && same_choice(&memo->choices[same], of[n - 1 - same]))
        same++;
    if (same == n && n == memo->nchoices)
        return true;
    for (unsigned i = same + 1; i < KINDS; i++)
        memo->answers[i] = (answers){0};
    for (unsigned i = same; i < n; i++) {
        memo->choices[i] = *of[n - 1 - i];
        memo->choices[i].call = kept_call(point.function->unit->ctx, of[n - 1 - i]->call);
        memo->beyond[i] = kept_call(point.function->unit->ctx, beyond(of[n - 1 - i]));
        memo->choices[i].beyond = &memo->beyond[i];
    }
    memo->nchoices = n;
    return true;
}

/* ---- answers --------------------------------------------------------------------------------- */

static const answer *find_answer(const answers *table, const answer *like) {
    if (!table->nchains)
        return NULL;
    const answer *a = table->chains[like->hash & (table->nchains - 1)];
    while (a && (a->hash != like->hash || !csl_cursor_identical(a->e, like->e) ||
                 !same_point(&a->at, &like->at)))
        a = a->next;
    return a;
}

static void chain(answers *table, answer *a) {
    answer **at = &table->chains[a->hash & (table->nchains - 1)];
    a->next = *at;
    *at = a;
}

static void keep_answer(csl_ctx *ctx, answers *table, answer *a) {
    if (table->n == table->nchains) {
        const answers old = *table;
        table->nchains = old.nchains ? 2 * old.nchains : 64;
        table->chains = csl_alloc(ctx, table->nchains * sizeof *table->chains);
        for (uint32_t i = 0; i < old.nchains; i++)
            for (answer *next, *of = old.chains[i]; of; of = next) {
                next = of->next;
                chain(table, of);
            }
    }
    chain(table, a);
    table->n++;
}

static void ask_call(struct csl_host_memo *memo, csl_host_function *caller) {
    memo->now.more |= memo->now.caller && memo->now.caller != caller;
    memo->now.caller = caller;
}

void csl_host_ask_call(csl_host_function *function) {
    function->wants_call = true;
    ask_call(memo_of(function->unit), function);
}

void csl_host_ask_more(const csl_unit *unit) {
    memo_of(unit)->now.more = true;
}

void csl_host_ask_guard(csl_host_function *function, const csl_host_guard *guard) {
    if (!guard->asserted)
        return;
    function->took_assert = true;
    csl_host_ask_more(function->unit);
}

static void ask_choices(struct csl_host_memo *memo, unsigned n) {
    memo->now.choices = n > memo->now.choices ? n : memo->now.choices;
}

void csl_host_ask_choice(const csl_unit *unit, const csl_host_choice *choice) {
    unsigned n = 0;
    for (; choice; choice = choice->outer)
        n++;
    ask_choices(memo_of(unit), n <= CHOICES ? n : EXACTLY_THESE);
}

void csl_host_ask_all_choices(const csl_unit *unit) {
    ask_choices(memo_of(unit), EXACTLY_THESE);
}

void csl_host_ask_way(csl_host_point point, csl_host_choice way) {
    struct csl_host_memo *memo = memo_of(point.function->unit);
    csl_host_function *outermost = point.function;
    for (const csl_host_call *c = point.call; c; c = c->at.call)
        outermost = c->at.function;
    if (!outermost->way.n)
        outermost->way = way;
    if (!memo->now.way.n)
        memo->now.way = way;
}

bool csl_host_recall(csl_host_point point, CXCursor e, bool *known, int64_t *value) {
    struct csl_host_memo *memo = memo_of(point.function->unit);
    if (!turn_to(memo, point))
        return false;
    const answer like = {.hash = hash_of(&point, e), .e = e, .at = point}, *a = NULL;
    for (unsigned i = 0; i < KINDS && !a; i++)
        a = find_answer(&memo->answers[i], &like);
    if (!a)
        return false;
    ask_choices(memo, a->choices);
    if (a->caller)
        csl_host_ask_call(a->caller);
    if (a->way.n)
        csl_host_ask_way(point, a->way);
    *known = a->known;
    *value = a->known ? a->value : *value;
    return true;
}

void csl_host_begin(csl_host_point point, csl_host_asking *before) {
    struct csl_host_memo *memo = memo_of(point.function->unit);
    *before = memo->now;
    memo->now = (csl_host_asking){0};
}

void csl_host_end_asking(csl_host_point point, CXCursor e, csl_host_asking before, bool whole,
                         bool known, int64_t value) {
    const csl_unit *unit = point.function->unit;
    struct csl_host_memo *memo = memo_of(unit);
    const csl_host_asking now = memo->now;
    if (whole && !now.more && turn_to(memo, point)) {
        answer *a = CSL_NEW(unit->ctx, answer);
        *a = (answer){.hash = hash_of(&point, e),
                      .e = e,
                      .at = point,
                      .caller = now.caller,
                      .way = now.way,
                      .choices = now.choices,
                      .known = known,
                      .value = value};
        a->at.function = kept_function(unit->ctx, point.function);
        a->at.call = kept_call(unit->ctx, point.call);
        a->at.choices = NULL;
        a->way.call = kept_call(unit->ctx, now.way.call);
        keep_answer(unit->ctx, &memo->answers[now.choices], a);
    }
    memo->now = before;
    memo->now.more |= now.more;
    ask_choices(memo, now.choices);
    if (!before.way.n)
        memo->now.way = now.way;
    if (now.caller)
        ask_call(memo, now.caller);
}
