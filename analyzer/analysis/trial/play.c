/* Plays what the threads of a trial do: each goes on until it has to wait. */
#include "order.h"

#include <string.h>

typedef struct object {
    int64_t address, expects, pending, bytes;
    uint32_t phase;         /* phases that have ended */
    uint32_t thread, event; /* its last arrival */
} object;

/* A barrier of the block, or a named one. */
typedef struct barrier {
    int64_t count, arrived;
    uint32_t turn;          /* how often it has let all through */
    uint32_t thread, event; /* its last arrival */
} barrier;

typedef struct copy {
    int64_t object, bytes;
    uint32_t number; /* of csl_clocks */
} copy;

typedef struct play {
    const csl_block *b;
    uint32_t *at;
    bool *arrived;   /* by thread: at what it waits for */
    uint32_t *turn;  /* ... in that turn of the barrier */
    uint32_t **seen; /* by thread and event: the phase that an arrival was for */
    CSL_VEC(object) objects;
    CSL_VEC(copy) copies; /* under way */
    barrier named[CSL_BARRIER_NUMBERS], whole;
    uint32_t *lanes; /* by warp: those that wait for others */
    uint32_t ended;
    csl_schedule schedule;
    bool failed;
    bool opened;        /* a phase has ended, or a barrier let threads through */
    csl_clocks *clocks; /* or NULL */
    csl_played *out;
} play;

/* ---- what is in order --------------------------------------------------------------------------- */

static void tell(const play *p, uint32_t t, uint32_t at) {
    if (p->clocks)
        csl_clocks_tell(p->clocks, t, at);
}

static void open_to_all(play *p, uint32_t at) {
    p->opened = true;
    if (p->clocks)
        csl_clocks_open(p->clocks, at);
}

/* `goes_on`: the thread does. */
static bool learn(const play *p, uint32_t t, uint32_t at, bool goes_on) {
    if (p->clocks && goes_on)
        csl_clocks_learn(p->clocks, t, at);
    return goes_on;
}

/* ---- barrier objects ---------------------------------------------------------------------------- */

static object *object_at(play *p, int64_t address) {
    for (uint32_t i = 0; i < p->objects.n; i++)
        if (p->objects.v[i].address == address)
            return &p->objects.v[i];
    return NULL;
}

static void fail(play *p, csl_phase_fault fault, uint32_t t, uint32_t other, uint32_t event) {
    p->failed = true;
    *p->out = (csl_played){p->at, fault, {t, other}, {p->at[t], event}};
}

/* That thread, and another one that comes to any object. */
static void fail_beside(play *p, csl_phase_fault fault, uint32_t t) {
    p->failed = true;
    for (uint32_t u = 0; u < p->b->threads; u++)
        for (uint32_t i = 0; u != t && i < p->b->thread[u].n; i++)
            if (csl_is_at_object(&p->b->thread[u].v[i])) {
                fail(p, fault, t, u, i);
                return;
            }
}

static object *known_object(play *p, uint32_t t, const csl_trial_event *e) {
    object *o = object_at(p, e->object);
    p->failed |= !o;
    if (!o && csl_is_at_object(e))
        fail_beside(p, CSL_PHASE_UNSET, t);
    return o;
}

static uint32_t at_object(const play *p, const object *o) {
    return csl_at_object(p->b, (uint32_t)(o - p->objects.v));
}

static void end_phases(play *p, object *o) {
    if (o->pending == 0 && o->bytes == 0) {
        o->pending = o->expects;
        o->phase++;
        open_to_all(p, at_object(p, o));
    }
}

static bool init(play *p, const csl_trial_event *e) {
    object *o = object_at(p, e->object);
    const object fresh = {.address = e->object, .expects = e->count, .pending = e->count};
    if (o)
        *o = fresh;
    else
        CSL_PUSH(p->b->scratch, &p->objects, fresh);
    p->failed |= e->count < 1;
    return true;
}

static bool arrive(play *p, uint32_t t, const csl_trial_event *e) {
    object *o = known_object(p, t, e);
    if (!o)
        return false;
    p->seen[t][p->at[t]] = o->phase;
    o->bytes += e->bytes;
    o->pending -= e->count;
    o->expects -= e->deed == CSL_DOES_DROP ? e->count : 0;
    p->failed |= o->expects < 0;
    if (o->pending < 0 && o->thread != t)
        fail(p, CSL_PHASE_EARLY, t, o->thread, o->event);
    else if (o->pending < 0)
        fail_beside(p, CSL_PHASE_EARLY, t);
    o->thread = t;
    o->event = p->at[t];
    if (p->clocks && e->tracks)
        csl_clocks_counts_all(p->clocks, t, e->node->stmt->sync->commits, at_object(p, o));
    tell(p, t, at_object(p, o));
    if (e->count)
        end_phases(p, o);
    return true;
}

static void complete(play *p, const copy *c) {
    object *o = object_at(p, c->object);
    p->failed |= !o;
    if (o) {
        o->bytes -= c->bytes;
        if (p->clocks)
            csl_clocks_counts(p->clocks, c->number, at_object(p, o));
        end_phases(p, o);
    }
}

/* What its thread knows may be known to who waits for it. */
static bool issue(play *p, uint32_t t, const csl_trial_event *e) {
    copy c = {e->object, e->brings, 0};
    const object *o = known_object(p, t, e);
    if (p->clocks && o) {
        c.number = csl_clocks_access(p->clocks, t, p->at[t]);
        tell(p, t, at_object(p, o));
    }
    if (p->schedule == CSL_LOW_FIRST || p->schedule == CSL_LOW_ON ||
        p->schedule == CSL_HIGH_AT_ONCE)
        complete(p, &c);
    else
        CSL_PUSH(p->b->scratch, &p->copies, c);
    return true;
}

static bool wait(play *p, uint32_t t, const csl_trial_event *e) {
    const object *o = known_object(p, t, e);
    if (!o)
        return false;
    const bool over = e->deed == CSL_DOES_TOKEN ? o->phase > p->seen[t][e->number]
                                                : (o->phase & 1) != (uint32_t)(e->number & 1);
    return learn(p, t, at_object(p, o), over);
}

/* ---- barriers that count threads ------------------------------------------------------------------ */

static uint32_t at_barrier(const play *p, const barrier *b) {
    return b == &p->whole ? CSL_AT_BLOCK : CSL_AT_NAMED + (uint32_t)(b - p->named);
}

static void let_through(play *p, barrier *b) {
    b->arrived = 0;
    b->turn++;
    open_to_all(p, at_barrier(p, b));
}

/* The thread waits until so many have come; true: it goes on. */
static bool meet(play *p, uint32_t t, barrier *b, int64_t count, bool waits) {
    if (p->arrived[t]) {
        p->arrived[t] = b->turn == p->turn[t];
        return learn(p, t, at_barrier(p, b), !p->arrived[t]);
    }
    if (b->arrived && b->count != count && b != &p->whole)
        fail(p, CSL_PHASE_COUNTS, t, b->thread, b->event);
    p->failed |= b->arrived && b->count != count;
    b->count = count;
    b->thread = t;
    b->event = p->at[t];
    p->turn[t] = b->turn;
    tell(p, t, at_barrier(p, b));
    if (++b->arrived == b->count) {
        let_through(p, b);
        return learn(p, t, at_barrier(p, b), waits) || !waits;
    }
    p->arrived[t] = waits;
    return !waits;
}

static bool meet_named(play *p, uint32_t t, const csl_trial_event *e) {
    if (e->number < 0 || e->number >= CSL_BARRIER_NUMBERS) {
        p->failed = true;
        return false;
    }
    return meet(p, t, &p->named[e->number], e->count, e->deed == CSL_DOES_NAMED);
}

/* Threads that have ended do not count. */
static bool meet_block(play *p, uint32_t t) {
    barrier *b = &p->whole;
    const int64_t all = p->b->threads - p->ended;
    if (p->arrived[t] && b->turn == p->turn[t] && b->arrived == all)
        let_through(p, b);
    b->count = all;
    return meet(p, t, b, all, true);
}

static bool has_ended(const play *p, uint32_t t) {
    return p->at[t] == p->b->thread[t].n;
}

/* All lanes of the mask that have not ended wait there, too. */
static bool meet_warp(play *p, uint32_t t, const csl_trial_event *e) {
    const uint32_t first = t / 32 * 32, bit = UINT32_C(1) << t % 32;
    uint32_t *lanes = &p->lanes[t / 32], mask = (uint32_t)e->number;
    if (p->arrived[t]) {
        p->arrived[t] = *lanes & bit;
        return learn(p, t, csl_at_warp(t), !p->arrived[t]);
    }
    tell(p, t, csl_at_warp(t));
    p->failed |= !(mask & bit);
    *lanes |= bit;
    p->arrived[t] = true;
    for (uint32_t l = 0; l < 32; l++)
        if (mask >> l & 1 && (first + l >= p->b->threads || has_ended(p, first + l)))
            mask &= ~(UINT32_C(1) << l);
    if ((*lanes & mask) != mask)
        return false;
    for (uint32_t l = 0; l < 32; l++) { /* at one place of the program */
        const csl_tried *other = &p->b->thread[first + l];
        p->failed |= mask >> l & 1 && other->v[p->at[first + l]].node != e->node;
    }
    *lanes &= ~mask;
    p->arrived[t] = false;
    open_to_all(p, csl_at_warp(t));
    return learn(p, t, csl_at_warp(t), true);
}

/* ---- all -------------------------------------------------------------------------------------------- */

/* The thread does its next event; false: it waits. */
static bool go_on(play *p, uint32_t t) {
    const csl_trial_event *e = &p->b->thread[t].v[p->at[t]];
    switch (e->deed) {
    case CSL_DOES_INIT: return init(p, e);
    case CSL_DOES_ARRIVE:
    case CSL_DOES_DROP: return arrive(p, t, e);
    case CSL_DOES_COPY: return issue(p, t, e);
    case CSL_DOES_WAIT:
    case CSL_DOES_TOKEN: return wait(p, t, e);
    case CSL_DOES_BLOCK: return meet_block(p, t);
    case CSL_DOES_NAMED:
    case CSL_DOES_NAMED_ARRIVE: return meet_named(p, t, e);
    case CSL_DOES_WARP: return meet_warp(p, t, e);
    case CSL_DOES_ACCESS:
        if (p->clocks)
            csl_clocks_access(p->clocks, t, p->at[t]);
        return true;
    case CSL_DOES_GROUP:
        if (p->clocks)
            csl_clocks_group(p->clocks, t, e);
        return true;
    }
    return false;
}

static bool is_quick(const csl_trial_event *e) {
    return e->deed == CSL_DOES_ACCESS || e->deed == CSL_DOES_GROUP;
}

/* Others come first who may go on now. */
static bool gives_way(const play *p) {
    return p->opened && (p->schedule == CSL_LOW_FIRST || p->schedule == CSL_HIGH_FIRST ||
                         p->schedule == CSL_HIGH_AT_ONCE);
}

static bool run_thread(play *p, uint32_t t) {
    bool any = false, on = true;
    while (on && !p->failed && !has_ended(p, t) && go_on(p, t)) {
        on = p->schedule == CSL_IN_TURN ? is_quick(&p->b->thread[t].v[p->at[t]]) : !gives_way(p);
        p->at[t]++;
        p->ended += has_ended(p, t);
        any = true;
    }
    return any;
}

static bool run_all(play *p) {
    const uint32_t n = p->b->threads;
    const bool high = p->schedule == CSL_HIGH_FIRST || p->schedule == CSL_HIGH_ON ||
                      p->schedule == CSL_HIGH_AT_ONCE;
    bool any = false;
    p->opened = false;
    for (uint32_t i = 0; i < n && !p->failed && !gives_way(p); i++)
        any |= run_thread(p, high ? n - 1 - i : i);
    if ((any && p->schedule != CSL_IN_TURN) || !p->copies.n || p->failed)
        return any && !p->failed;
    complete(p, &p->copies.v[0]);
    memmove(p->copies.v, p->copies.v + 1, --p->copies.n * sizeof *p->copies.v);
    return true;
}

bool csl_play_block(const csl_block *b, csl_schedule schedule, csl_clocks *clocks,
                    csl_played *out) {
    csl_ctx *s = b->scratch;
    uint32_t *at = csl_alloc(s, b->threads * sizeof *at);
    play p = {.b = b, .at = at, .schedule = schedule, .clocks = clocks, .out = out};
    *out = (csl_played){.at = at};
    p.arrived = csl_alloc(s, b->threads * sizeof *p.arrived);
    p.turn = csl_alloc(s, b->threads * sizeof *p.turn);
    p.lanes = csl_alloc(s, (b->threads / 32 + 1) * sizeof *p.lanes);
    p.seen = csl_alloc(s, b->threads * sizeof *p.seen);
    for (uint32_t t = 0; t < b->threads; t++) {
        at[t] = 0;
        p.seen[t] = csl_alloc(s, (b->thread[t].n + 1) * sizeof **p.seen);
        p.ended += has_ended(&p, t);
    }
    while (run_all(&p))
        ;
    return !p.failed;
}
