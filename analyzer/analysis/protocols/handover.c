/* Barrier objects at which other threads go on behind a barrier of the block: one thread fills the
 * first stages of a ring when it has set up the objects, and the producer fills all further ones.
 *
 * Then the producer counts from where the other has stopped (symbolic/tickets.c). No thread waits
 * before that barrier, so all that is given before it has been given when threads leave it
 * (programming guide, __syncthreads: no thread goes on until all have come).
 */
#include "settle.h"

/* Threads that arrive there at the family, one arrival each; false: not known. */
static bool find_arrivers(csl_analysis *a, const csl_family *f, const csl_node *barrier,
                          bool behind, csl_expr **own) {
    *own = csl_false(a->ctx);
    for (uint32_t i = 0; i < f->uses.n; i++) {
        const csl_node *n = f->uses.v[i];
        csl_expr *these;
        if (!csl_is_arrival(n->stmt->sync) || (n->order > barrier->order) != behind)
            continue;
        if (!csl_own_condition(a, n, &these) || n->stmt->sync->drops || n->stmt->sync->tracks ||
            (n->count && !csl_is_const(n->count, 1)))
            return false;
        *own = csl_or(a->ctx, *own, these);
    }
    return true;
}

/* As many arrive before the barrier as are expected, as many behind it, and none of them are the
 * same. */
static bool changes_hands(csl_analysis *a, const csl_family *f, const csl_node *barrier) {
    csl_expr *before, *behind;
    if (!find_arrivers(a, f, barrier, false, &before) ||
        !find_arrivers(a, f, barrier, true, &behind))
        return false;
    for (uint32_t s = 0; s < a->shapes.n; s++) {
        const uint32_t *shape = a->shapes.shape[s];
        const csl_expr *expects = csl_with_shape(a, f->expects, shape);
        const uint32_t come = csl_count_coming(a, before, shape, 1);
        if (!come || expects->op != CSL_OP_CONST || come != expects->value ||
            csl_count_coming(a, behind, shape, 1) != come ||
            csl_count_coming(a, csl_and(a->ctx, before, behind), shape, 1))
            return false;
    }
    return a->shapes.n > 0;
}

/* Some thread may wait at the node, for others than those of its block. */
static bool may_wait(const csl_node *n) {
    const csl_stmt *s = n->stmt;
    if (s->kind == CSL_STMT_ASYNC)
        return s->async.tensor && s->async.wait;
    return s->kind == CSL_STMT_SYNC && s->sync->kind != CSL_SYNC_ARRIVE &&
           (s->sync->object || s->sync->id);
}

/* All threads come to the node, once. */
static bool is_common(csl_analysis *a, const csl_node *n) {
    return csl_sync_counts(n->stmt, CSL_SCOPE_BLOCK) && !n->loop &&
           csl_is_true(csl_expand(a, n->reach));
}

void csl_find_handover(csl_analysis *a, csl_family *f) {
    if (!f->root || f->open || f->owners || f->by_warp || f->crosses || f->since || f->until ||
        !f->expects)
        return;
    for (uint32_t i = 0; i < a->nodes.n && !may_wait(a->nodes.v[i]); i++)
        if (is_common(a, a->nodes.v[i]) && changes_hands(a, f, a->nodes.v[i])) {
            f->handover = a->nodes.v[i]->stmt;
            return;
        }
}

const char *csl_check_handover(csl_analysis *a, uint32_t family, csl_expr **arrivers) {
    csl_family *f = &a->families.v[family];
    csl_expr *before;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (n->stmt != f->handover)
            continue;
        f->handover_at = n->order;
        if (!f->ahead || !changes_hands(a, f, n) || !find_arrivers(a, f, n, false, &before) ||
            !find_arrivers(a, f, n, true, arrivers))
            return "not as many arrive as are expected";
        csl_expr *given = csl_tickets_at(a, n, family, CSL_TICKETS_GIVEN);
        csl_expr *other = csl_not(
            a->ctx, csl_binary(a->ctx, CSL_OP_EQ, given, csl_const(a->ctx, CSL_I32, f->ahead)));
        return csl_never(a, before, other) ? NULL : "a number of arrivals that is not known";
    }
    return "a number of arrivals that is not known";
}
