/* The last accesses of each byte of shared memory. */
#include "order.h"
#include "../witness/machine.h"
#include "../../limits/limits.h"

typedef struct place {
    uint32_t write;          /* 1 plus the number of the last one; 0: none */
    CSL_VEC(uint32_t) reads; /* since then, of a few threads */
} place;

struct csl_touched {
    const csl_block *b;
    CSL_VEC(csl_made) made;
    place **of;     /* by object, then by grain */
    uint32_t grain; /* bytes that are always touched together */
};

static const csl_trial_event *event_of(const csl_touched *m, const csl_made *x) {
    return &m->b->thread[x->thread].v[x->event];
}

/* The largest power of two, up to 16, that divides where all accesses begin and end. */
static uint32_t find_grain(const csl_block *b) {
    uint64_t bits = 16;
    for (uint32_t t = 0; t < b->threads; t++)
        for (uint32_t i = 0; i < b->thread[t].n; i++) {
            const csl_trial_event *e = &b->thread[t].v[i];
            if (e->deed == CSL_DOES_ACCESS || e->deed == CSL_DOES_COPY)
                bits |= (uint64_t)e->address | (uint64_t)e->bytes;
        }
    return (uint32_t)(bits & -bits);
}

csl_touched *csl_touched_new(const csl_block *b) {
    csl_touched *m = CSL_NEW(b->scratch, csl_touched);
    m->b = b;
    m->grain = find_grain(b);
    m->of = csl_alloc(b->scratch, (b->a->kernel->nobjects + 1) * sizeof *m->of);
    return m;
}

static void add_read(csl_touched *m, place *p, uint32_t number, const csl_witnesses *by) {
    for (uint32_t i = 0; i < p->reads.n; i++)
        if (by->known(by->user, &m->made.v[p->reads.v[i]])) {
            p->reads.v[i] = number; /* who knows of this one knows of that one */
            return;
        }
    if (!csl_limit_reached(CSL_LIMIT_trial_reads, p->reads.n))
        CSL_PUSH(m->b->scratch, &p->reads, number);
}

static void compare(const csl_made *before, const csl_made *now, const csl_witnesses *by) {
    if (!by->known(by->user, before))
        by->clash(by->user, before, now);
}

void csl_touched_add(csl_touched *m, const csl_made *now, const csl_witnesses *by) {
    const csl_trial_event *e = event_of(m, now);
    const bool writes = e->node->stmt->access->mode != CSL_MODE_READ;
    const int64_t offset = e->address - csl_machine_base(m->b->a->kernel, e->of);
    const uint32_t number = m->made.n;
    CSL_PUSH(m->b->scratch, &m->made, *now);
    if (!m->of[e->of])
        m->of[e->of] =
            csl_alloc(m->b->scratch, (uint64_t)CSL_MOST_SHARED / m->grain * sizeof(place));
    for (int64_t i = offset / m->grain; i < (offset + e->bytes) / m->grain; i++) {
        place *p = &m->of[e->of][i];
        if (p->write)
            compare(&m->made.v[p->write - 1], now, by);
        for (uint32_t k = 0; writes && k < p->reads.n; k++)
            compare(&m->made.v[p->reads.v[k]], now, by);
        if (writes) {
            p->write = number + 1;
            p->reads.n = 0;
        } else {
            add_read(m, p, number, by);
        }
    }
}
