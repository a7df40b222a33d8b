/* Clocks of threads, copies and barriers, see order.h. */
#include "order.h"
#include "../../limits/limits.h"

#include <string.h>

typedef struct meeting {
    uint32_t *told, *open; /* clocks; NULL: nothing yet */
    uint32_t phases;       /* of an object: how many have ended */
} meeting;

/* A copy that was issued. Who knows one of the agents as far as that knows that it has ended. */
typedef struct copy {
    uint32_t agent[2], since[2], n;
    bool many;              /* there are more ways to know it */
    uint32_t thread, event; /* who has issued it */
} copy;

/* A copy for whose group its thread has not waited yet. */
typedef struct grouped {
    uint32_t copy, kind, group;
    bool reads;
} grouped;

typedef struct issuer {
    uint32_t committed[CSL_GROUPS];
    CSL_VEC(grouped) copies;
} issuer;

struct csl_clocks {
    const csl_block *b;
    uint32_t width, objects; /* entries of a clock: threads, objects, warp groups */
    uint32_t **clock;        /* by thread */
    meeting *at;
    issuer *by; /* by thread */
    csl_touched *memory;
    CSL_VEC(copy) copies; /* the first is none */
    CSL_VEC(csl_clashed) clashes;
    const csl_made *now;
    uint64_t work;
    bool failed;
};

uint32_t csl_at_warp(uint32_t thread) {
    return CSL_AT_WARPS + thread / 32;
}

static uint32_t warps(const csl_block *b) {
    return (b->threads + 31) / 32;
}

uint32_t csl_at_object(const csl_block *b, uint32_t object) {
    return CSL_AT_WARPS + warps(b) + object;
}

/* ---- clocks ------------------------------------------------------------------------------------- */

static uint32_t agent_at(const csl_clocks *o, uint32_t at) {
    return o->b->threads + at - csl_at_object(o->b, 0);
}

static bool is_object(const csl_clocks *o, uint32_t at) {
    return at >= csl_at_object(o->b, 0);
}

static uint32_t warp_group(const csl_clocks *o, uint32_t thread) {
    return o->b->threads + o->objects + thread / CSL_WARP_GROUP;
}

static void join(csl_clocks *o, uint32_t **into, const uint32_t *from) {
    o->work += o->width;
    o->failed |= csl_limit_reached(CSL_LIMIT_trial_clocks, o->work);
    if (!from || o->failed)
        return;
    if (!*into)
        *into = csl_alloc(o->b->scratch, o->width * sizeof **into);
    for (uint32_t i = 0; i < o->width; i++)
        if ((*into)[i] < from[i])
            (*into)[i] = from[i];
}

void csl_clocks_tell(csl_clocks *o, uint32_t thread, uint32_t at) {
    join(o, &o->at[at].told, o->clock[thread]);
    o->clock[thread][thread]++;
}

void csl_clocks_open(csl_clocks *o, uint32_t at) {
    meeting *m = &o->at[at];
    join(o, &m->open, m->told);
    m->phases++;
    if (is_object(o, at) && m->open)
        m->open[agent_at(o, at)] = m->phases;
}

void csl_clocks_learn(csl_clocks *o, uint32_t thread, uint32_t at) {
    join(o, &o->clock[thread], o->at[at].open);
}

/* ---- copies ------------------------------------------------------------------------------------- */

static void is_known_by(csl_clocks *o, uint32_t number, uint32_t agent, uint32_t since) {
    copy *c = &o->copies.v[number];
    c->many |= c->n == 2;
    if (c->many)
        return;
    c->agent[c->n] = agent;
    c->since[c->n++] = since;
}

void csl_clocks_counts(csl_clocks *o, uint32_t number, uint32_t at) {
    if (number)
        is_known_by(o, number, agent_at(o, at), o->at[at].phases + 1);
}

void csl_clocks_counts_all(csl_clocks *o, uint32_t thread, bool tensor, uint32_t at) {
    const issuer *by = &o->by[thread];
    const uint32_t kind = tensor ? CSL_GROUPS_ENDLESS : CSL_GROUPS_OWN;
    for (uint32_t i = 0; i < by->copies.n; i++)
        if (by->copies.v[i].kind == kind)
            csl_clocks_counts(o, by->copies.v[i].copy, at);
}

void csl_clocks_group(csl_clocks *o, uint32_t thread, const csl_trial_event *e) {
    issuer *by = &o->by[thread];
    const uint32_t kind = csl_groups_of_wait(e->node->stmt);
    const int64_t over = (int64_t)by->committed[kind] - e->number;
    if (!e->node->stmt->async.wait) {
        by->committed[kind]++;
        return;
    }
    uint32_t *clock = o->clock[thread], *done = &clock[warp_group(o, thread)], kept = 0;
    if (kind == CSL_GROUPS_TENSOR && over > *done)
        *done = (uint32_t)over;
    for (uint32_t i = 0; i < by->copies.n; i++) {
        const grouped *c = &by->copies.v[i];
        if (c->kind == kind && c->group < over && (c->reads || !e->node->stmt->async.reads))
            is_known_by(o, c->copy, thread, clock[thread]);
        else
            by->copies.v[kept++] = *c;
    }
    by->copies.n = kept;
}

/* What a warp group multiplies is read for its first thread. */
static uint32_t issue(csl_clocks *o, uint32_t thread, const csl_trial_event *e) {
    const uint32_t kind = csl_groups_of_copy(e->node), number = o->copies.n;
    const copy fresh = {.thread = thread, .event = (uint32_t)(e - o->b->thread[thread].v)};
    CSL_PUSH(o->b->scratch, &o->copies, fresh);
    issuer *by = &o->by[thread];
    const grouped c = {number, kind, by->committed[kind],
                       e->node->stmt->access->mode == CSL_MODE_READ};
    if (kind == CSL_GROUPS_TENSOR)
        is_known_by(o, number, warp_group(o, thread), c.group + 1);
    else if (e->deed == CSL_DOES_ACCESS)
        CSL_PUSH(o->b->scratch, &by->copies, c);
    return number;
}

/* ---- accesses ----------------------------------------------------------------------------------- */

static bool knows_end(const uint32_t *clock, const copy *c) {
    bool any = c->many;
    for (uint32_t i = 0; i < c->n; i++)
        any |= clock[c->agent[i]] >= c->since[i];
    return any;
}

static bool known(void *user, const csl_made *before) {
    const csl_clocks *o = user;
    const uint32_t *clock = o->clock[o->now->thread];
    return before->copy ? knows_end(clock, &o->copies.v[before->copy])
                        : clock[before->thread] >= before->since;
}

static void clash(void *user, const csl_made *before, const csl_made *now) {
    csl_clocks *o = user;
    const csl_tried *t = o->b->thread;
    const csl_trial_event *x = &t[before->thread].v[before->event];
    const csl_trial_event *y = &t[now->thread].v[now->event];
    const csl_clashed c = {{before->thread, now->thread},
                           {x, y},
                           before->copy && o->clock[now->thread][before->thread] >= before->since};
    for (uint32_t i = 0; i < o->clashes.n; i++)
        if (o->clashes.v[i].event[0]->node == x->node && o->clashes.v[i].event[1]->node == y->node)
            return;
    if (!csl_limit_reached(CSL_LIMIT_trial_clashes, o->clashes.n))
        CSL_PUSH(o->b->scratch, &o->clashes, c);
}

uint32_t csl_clocks_access(csl_clocks *o, uint32_t thread, uint32_t event) {
    const csl_trial_event *e = &o->b->thread[thread].v[event];
    const bool is_copy = e->node->stmt->access->is_async;
    if (o->failed || e->of == UINT32_MAX)
        return 0;
    const csl_made now = {thread, event, o->clock[thread][thread],
                          is_copy ? issue(o, thread, e) : 0};
    const csl_witnesses by = {o, known, clash};
    o->now = &now;
    csl_touched_add(o->memory, &now, &by);
    return now.copy;
}

/* ---- all ---------------------------------------------------------------------------------------- */

const csl_clashed *csl_clocks_clashes(const csl_clocks *o, uint32_t *n) {
    *n = o->failed ? 0 : o->clashes.n;
    return o->clashes.v;
}

/* Or what a warp group multiplies; what other products read is told by their commits alone. */
static bool touches_until_waited(const csl_access *x) {
    const bool reads = x->mode == CSL_MODE_READ;
    return !x->is_tracked && !x->is_map && !x->launched && (!reads || x->is_bulk);
}

bool csl_clocks_left(const csl_clocks *o, uint32_t *thread, uint32_t *event) {
    bool any = false, reads = false;
    for (uint32_t i = 1; i < o->copies.n && !o->failed && !reads; i++) {
        const copy *c = &o->copies.v[i];
        const csl_access *x = o->b->thread[c->thread].v[c->event].node->stmt->access;
        bool ended = !touches_until_waited(x);
        for (uint32_t t = 0; t < o->b->threads && !ended; t++)
            ended = knows_end(o->clock[t], c);
        reads = !ended && x->mode == CSL_MODE_READ;
        if (ended || (any && !reads))
            continue;
        any = true;
        *thread = c->thread;
        *event = c->event;
    }
    return any;
}

bool csl_clocks_failed(const csl_clocks *o) {
    return o->failed;
}

static uint32_t count_objects(const csl_block *b) {
    uint32_t n = 0;
    for (uint32_t t = 0; t < b->threads; t++)
        for (uint32_t i = 0; i < b->thread[t].n; i++)
            n += b->thread[t].v[i].deed == CSL_DOES_INIT;
    return n;
}

csl_clocks *csl_clocks_new(const csl_block *b) {
    csl_ctx *s = b->scratch;
    const copy none = {.n = 0};
    const uint32_t objects = count_objects(b);
    if (b->strays || csl_limit_exceeded(CSL_LIMIT_trial_objects, objects))
        return NULL;
    csl_clocks *o = CSL_NEW(s, csl_clocks);
    o->b = b;
    o->objects = objects;
    o->width = b->threads + o->objects + (b->threads + CSL_WARP_GROUP - 1) / CSL_WARP_GROUP;
    o->clock = csl_alloc(s, b->threads * sizeof *o->clock);
    for (uint32_t t = 0; t < b->threads; t++) {
        o->clock[t] = csl_alloc(s, o->width * sizeof **o->clock);
        o->clock[t][t] = 1;
    }
    o->at = csl_alloc(s, (csl_at_object(b, o->objects) + 1) * sizeof *o->at);
    o->by = csl_alloc(s, b->threads * sizeof *o->by);
    o->memory = csl_touched_new(b);
    CSL_PUSH(s, &o->copies, none);
    return o;
}
