/* Plays what the threads of a trial do: each goes on until it has to wait. */
#include "trial.h"

#include <string.h>

typedef struct object {
    int64_t address, expects, pending, bytes;
    uint32_t phase; /* phases that have ended */
} object;

/* A barrier of the block, or a named one. */
typedef struct barrier {
    int64_t count, arrived;
    uint32_t turn; /* how often it has let all through */
} barrier;

typedef struct copy {
    int64_t object, bytes;
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
    bool forward, failed;
} play;

static object *object_at(play *p, int64_t address) {
    for (uint32_t i = 0; i < p->objects.n; i++)
        if (p->objects.v[i].address == address)
            return &p->objects.v[i];
    return NULL;
}

static object *known_object(play *p, int64_t address) {
    object *o = object_at(p, address);
    p->failed |= !o;
    return o;
}

static void end_phases(object *o) {
    if (o->pending == 0 && o->bytes == 0) {
        o->pending = o->expects;
        o->phase++;
    }
}

static bool init(play *p, const csl_trial_event *e) {
    object *o = object_at(p, e->object);
    const object fresh = {e->object, e->count, e->count, 0, 0};
    if (o)
        *o = fresh;
    else
        CSL_PUSH(p->b->scratch, &p->objects, fresh);
    p->failed |= e->count < 1;
    return true;
}

static bool arrive(play *p, uint32_t t, const csl_trial_event *e) {
    object *o = known_object(p, e->object);
    if (!o)
        return false;
    p->seen[t][p->at[t]] = o->phase;
    o->bytes += e->bytes;
    o->pending -= e->count;
    o->expects -= e->deed == CSL_DOES_DROP ? e->count : 0;
    p->failed |= o->pending < 0 || o->expects < 0;
    if (e->count)
        end_phases(o);
    return true;
}

static void complete(play *p, const copy *c) {
    object *o = known_object(p, c->object);
    if (o) {
        o->bytes -= c->bytes;
        end_phases(o);
    }
}

static bool issue(play *p, const csl_trial_event *e) {
    const copy c = {e->object, e->bytes};
    if (p->forward)
        complete(p, &c);
    else
        CSL_PUSH(p->b->scratch, &p->copies, c);
    return true;
}

static bool wait(play *p, uint32_t t, const csl_trial_event *e) {
    const object *o = known_object(p, e->object);
    if (!o)
        return false;
    if (e->deed == CSL_DOES_TOKEN)
        return o->phase > p->seen[t][e->number];
    return (o->phase & 1) != (uint32_t)(e->number & 1);
}

/* ---- barriers that count threads ------------------------------------------------------------------ */

static void let_through(barrier *b) {
    b->arrived = 0;
    b->turn++;
}

/* The thread waits until so many have come; true: it goes on. */
static bool meet(play *p, uint32_t t, barrier *b, int64_t count, bool waits) {
    if (p->arrived[t]) {
        p->arrived[t] = b->turn == p->turn[t];
        return !p->arrived[t];
    }
    p->failed |= b->arrived && b->count != count;
    b->count = count;
    p->turn[t] = b->turn;
    if (++b->arrived == b->count) {
        let_through(b);
        return true;
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
        let_through(b);
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
        return !p->arrived[t];
    }
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
    return true;
}

/* ---- all -------------------------------------------------------------------------------------------- */

/* The thread does its next event; false: it waits. */
static bool go_on(play *p, uint32_t t) {
    const csl_trial_event *e = &p->b->thread[t].v[p->at[t]];
    switch (e->deed) {
    case CSL_DOES_INIT: return init(p, e);
    case CSL_DOES_ARRIVE:
    case CSL_DOES_DROP: return arrive(p, t, e);
    case CSL_DOES_COPY: return issue(p, e);
    case CSL_DOES_WAIT:
    case CSL_DOES_TOKEN: return wait(p, t, e);
    case CSL_DOES_BLOCK: return meet_block(p, t);
    case CSL_DOES_NAMED:
    case CSL_DOES_NAMED_ARRIVE: return meet_named(p, t, e);
    case CSL_DOES_WARP: return meet_warp(p, t, e);
    }
    return false;
}

static bool run_thread(play *p, uint32_t t) {
    bool any = false;
    while (!p->failed && !has_ended(p, t) && go_on(p, t)) {
        p->at[t]++;
        p->ended += has_ended(p, t);
        any = true;
    }
    return any;
}

static bool run_all(play *p) {
    const uint32_t n = p->b->threads;
    bool any = false;
    for (uint32_t i = 0; i < n && !p->failed; i++)
        any |= run_thread(p, p->forward ? i : n - 1 - i);
    if (any || !p->copies.n || p->failed)
        return any && !p->failed;
    complete(p, &p->copies.v[0]);
    memmove(p->copies.v, p->copies.v + 1, --p->copies.n * sizeof *p->copies.v);
    return true;
}

bool csl_play_block(const csl_block *b, bool forward, uint32_t *at) {
    csl_ctx *s = b->scratch;
    play p = {.b = b, .at = at, .forward = forward};
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
