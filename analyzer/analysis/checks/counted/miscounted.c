/* Barrier objects at which not as many threads arrive as they expect.
 *
 * Needs: csl_find_uniform(), csl_mark_full_barriers().
 */
#include "arrivals.h"

/* What the arrivals of one pass need for being counted. */
typedef struct count {
    csl_node *waits;      /* the first that waits for its own arrival */
    csl_expr *none_comes; /* a thread comes to none of them */
    bool all_wait;        /* who arrives waits there, once */
    uint32_t places;      /* that arrive */
} count;

/* All uses are in the same pass of the same loop, under the same uniform conditions. */
static bool can_count(csl_analysis *a, const csl_barrier_object *o, count *c) {
    csl_expr *condition = NULL;
    *c = (count){.none_comes = csl_true(a->ctx), .all_wait = true};
    for (uint32_t i = 0; i < o->uses.n; i++) {
        csl_node *n = o->uses.v[i];
        const csl_sync *s = n->stmt->sync;
        if (!c->waits && (s->kind == CSL_SYNC_BARRIER || n->arrival))
            c->waits = n;
        if (s->kind == CSL_SYNC_WAIT)
            continue;
        csl_expr *own, *shared;
        if (s->drops || (n->count && n->count->op != CSL_OP_CONST) ||
            n->loop != o->uses.v[0]->loop ||
            !csl_split_by_thread(a, n->reach, CSL_SCOPE_BLOCK, &own, &shared) ||
            (condition && shared != condition))
            return false;
        condition = shared;
        c->none_comes = csl_and(a->ctx, c->none_comes, csl_not(a->ctx, own));
        c->all_wait &= s->kind == CSL_SYNC_BARRIER || csl_wait_of(&o->uses, n);
        c->places++;
    }
    return c->waits && c->places > 0;
}

static uint32_t arrivals_in(csl_analysis *a, const csl_barrier_object *o, const uint32_t shape[3]) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < o->uses.n; i++) {
        const csl_node *n = o->uses.v[i];
        csl_expr *own, *shared;
        if (n->stmt->sync->kind == CSL_SYNC_WAIT ||
            !csl_split_by_thread(a, n->reach, CSL_SCOPE_BLOCK, &own, &shared))
            continue;
        uint32_t each = n->count ? (uint32_t)n->count->value : 1;
        sum += each * csl_count_coming(a, own, shape, 1);
    }
    return sum;
}

static void count_arrivals(csl_analysis *a, const csl_barrier_object *o) {
    count c;
    if (!can_count(a, o, &c) || !csl_is_of_thread(a->ctx, o->expects))
        return;
    for (uint32_t s = 0; s < a->shapes.n; s++) {
        const uint32_t *shape = a->shapes.shape[s];
        csl_expr *expects = csl_with_shape(a, o->expects, shape);
        if (expects->op != CSL_OP_CONST || expects->value <= 0)
            continue;
        csl_misuse m = {.concern = CSL_CONCERN_ASYNC,
                        .kind = CSL_MISUSE_ARRIVALS,
                        .expected = (uint32_t)expects->value,
                        .coming = arrivals_in(a, o, shape),
                        .rating = csl_no_caveat()};
        if (m.coming == 0 || m.coming == m.expected)
            continue;
        bool too_few = m.coming < m.expected;
        if (!too_few && !(c.all_wait && (m.coming % m.expected != 0 || c.places == 1)))
            continue;
        if (!too_few && m.coming % m.expected == 0)
            csl_hold(a, &m.rating, CSL_CAVEAT_opens_early, NULL);
        csl_report_arrivals(a, m, &o->uses, c.none_comes, c.waits);
        return;
    }
}

void csl_find_miscounted(csl_analysis *a) {
    if (!a->shapes.n)
        return;
    csl_barrier_objects f = csl_find_barrier_objects(a);
    for (uint32_t i = 0; i < f.objects.n; i++) {
        const csl_barrier_object *o = &f.objects.v[i];
        if (!o->unclear && !(o->uses.n && o->uses.v[0]->stmt->sync->full))
            count_arrivals(a, o);
    }
}
