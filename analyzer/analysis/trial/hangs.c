/* Why a trial does not go on: who waits for whom, or what is wrong there. */
#include "trial.h"

csl_expr *csl_is_number(csl_analysis *a, csl_op op, csl_type type, uint32_t index, int64_t value) {
    return csl_binary(a->ctx, CSL_OP_EQ, csl_leaf(a->ctx, op, type, index),
                      csl_const(a->ctx, type, value));
}

/* It is that thread, in that pass. */
csl_expr *csl_place_of_event(const csl_block *b, const csl_tried *t, const csl_trial_event *e) {
    csl_analysis *a = b->a;
    csl_expr *all = csl_true(a->ctx);
    uint32_t i = 0;
    for (uint32_t d = 0; d < 3; d++)
        all = csl_and(a->ctx, all, csl_is_number(a, CSL_OP_TID, CSL_U32, d, t->tid[d]));
    for (const csl_loop *l = e->node->loop; l && i < CSL_TRIAL_LOOPS; l = l->parent)
        all = csl_and(a->ctx, all,
                      csl_binary(a->ctx, CSL_OP_EQ, csl_sym_expr(a, l->iter),
                                 csl_const(a->ctx, CSL_I32, e->pass[i++])));
    return all;
}

bool csl_waits_at_object(const csl_trial_event *e) {
    return e->deed == CSL_DOES_WAIT || e->deed == CSL_DOES_TOKEN;
}

bool csl_is_at_object(const csl_trial_event *e) {
    return csl_waits_at_object(e) || e->deed == CSL_DOES_ARRIVE || e->deed == CSL_DOES_DROP;
}

/* Where the thread waits; of one that has ended, its last use of a barrier object. NULL: none. */
static const csl_trial_event *last_of(const csl_tried *t, uint32_t at) {
    if (at < t->n)
        return &t->v[at];
    for (uint32_t i = t->n; i-- > 0;)
        if (csl_is_at_object(&t->v[i]))
            return &t->v[i];
    return NULL;
}

static const csl_trial_event *waiting(const csl_block *b, const uint32_t *at, uint32_t t) {
    return at[t] < b->thread[t].n ? &b->thread[t].v[at[t]] : NULL;
}

static void note(const csl_block *b, int side, uint32_t t, const csl_trial_event *e,
                 csl_hang *out) {
    out->at[side] = e->node;
    out->where[side] = csl_place_of_event(b, &b->thread[t], e);
}

/* A thread that waits at a barrier object, and another one, rather at another place. */
static bool find_at_object(const csl_block *b, const uint32_t *at, csl_hang *out) {
    const csl_trial_event *one = NULL, *other = NULL;
    for (uint32_t t = 0; t < b->threads && !one; t++) {
        const csl_trial_event *e = waiting(b, at, t);
        one = e && csl_waits_at_object(e) ? e : NULL;
        if (one)
            note(b, 0, t, one, out);
    }
    for (uint32_t t = 0; t < b->threads && one; t++) {
        const csl_trial_event *e = last_of(&b->thread[t], at[t]);
        const bool ended = !waiting(b, at, t);
        const csl_phase_fault fault = ended ? CSL_PHASE_NEVER : CSL_PHASE_CIRCLE;
        if (!e || !csl_is_at_object(e) || e->node == one->node ||
            (other && (ended || out->fault == fault)))
            continue;
        other = e;
        out->fault = fault;
        note(b, 1, t, e, out);
    }
    return other != NULL;
}

/* All who wait at objects do so at one place: two of them. */
static bool find_at_one_object(const csl_block *b, const uint32_t *at, csl_hang *out) {
    const csl_node *there = NULL;
    for (uint32_t t = 0; t < b->threads; t++) {
        const csl_trial_event *e = waiting(b, at, t);
        if (!e || !csl_waits_at_object(e))
            continue;
        note(b, there != NULL, t, e, out);
        out->fault = CSL_PHASE_NEVER;
        if (there)
            return true;
        there = e->node;
    }
    return false;
}

/* Two threads of different warps that wait at one place for a named barrier. */
static bool find_at_named(const csl_block *b, const uint32_t *at, csl_hang *out) {
    for (uint32_t t = 0; t < b->threads; t++) {
        const csl_trial_event *one = waiting(b, at, t);
        for (uint32_t u = (t / 32 + 1) * 32; u < b->threads; u++) {
            const csl_trial_event *other = waiting(b, at, u);
            if (!one || !other || one->deed != CSL_DOES_NAMED || other->node != one->node)
                continue;
            note(b, 0, t, one, out);
            note(b, 1, u, other, out);
            out->fault = CSL_PHASE_NEVER;
            return true;
        }
    }
    return false;
}

/* The thread would have arrived at the object. */
static bool has_to_arrive(const csl_tried *t, uint32_t from, int64_t object) {
    for (uint32_t i = from; i < t->n; i++)
        if (t->v[i].deed == CSL_DOES_ARRIVE && t->v[i].object == object)
            return true;
    return false;
}

/* One waits at an object, and another lane of its warp where lanes wait for each other. */
static bool find_at_lanes(const csl_block *b, const uint32_t *at, csl_hang *out) {
    for (uint32_t t = 0; t < b->threads; t++) {
        const csl_trial_event *one = waiting(b, at, t);
        for (uint32_t u = t / 32 * 32; u < t / 32 * 32 + 32 && u < b->threads; u++) {
            const csl_trial_event *other = waiting(b, at, u);
            if (!one || !other || !csl_waits_at_object(one) || other->deed != CSL_DOES_WARP ||
                other->node->stmt->kind != CSL_STMT_SYNC)
                continue;
            note(b, 0, t, one, out);
            note(b, 1, u, other, out);
            out->fault = has_to_arrive(&b->thread[u], at[u], one->object) ? CSL_PHASE_CIRCLE
                                                                          : CSL_PHASE_NEVER;
            return true;
        }
    }
    return false;
}

/* What could not go on, because it is wrong. */
bool csl_find_wrong(const csl_block *b, const csl_played *p, csl_hang *out) {
    out->fault = p->fault;
    for (int side = 0; side < 2 && p->fault; side++)
        note(b, side, p->thread[side], &b->thread[p->thread[side]].v[p->event[side]], out);
    return p->fault != CSL_PHASE_RIGHT;
}

bool csl_find_hang(const csl_block *b, const uint32_t *at, csl_hang *out) {
    return find_at_object(b, at, out) || find_at_named(b, at, out) || find_at_lanes(b, at, out) ||
           find_at_one_object(b, at, out);
}
