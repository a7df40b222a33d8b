/* Copies of several threads that one thread expects: each lane of a warp copies a row, say, and one
 * says how many bytes all of them bring.
 *
 * In the pass of the loop in which that one arrives, each of the others issues its copy. They wait
 * for nothing that it does not wait for as well, and for nothing between its arrival and their
 * copies; so they come there if it does, and what is counted of its tickets is counted of their
 * copies. A copy must not come while an earlier phase of its object is open, which its thread has
 * to know itself.
 */
#include "settle.h"

static bool split(csl_analysis *a, const csl_node *arrival, const csl_node *n, csl_expr **own,
                  csl_expr **when) {
    const uint32_t family = arrival->stmt->sync->family;
    const bool of_warps = family && a->families.v[family - 1].owners == 32;
    csl_expr *reach = csl_expand(a, n->reach);
    if (!csl_own_among(a, n, of_warps ? CSL_SCOPE_WARP : CSL_SCOPE_BLOCK, own, when))
        return false;
    if (csl_as_elected(a, reach) != reach)
        csl_assume_first_elected(a);
    return true;
}

/* Threads may wait there for others than lanes of their warp. */
static bool may_wait(const csl_node *n) {
    const csl_stmt *s = n->stmt;
    if (s->kind == CSL_STMT_ASYNC)
        return s->async.wait;
    return s->kind == CSL_STMT_SYNC && s->sync->kind != CSL_SYNC_ARRIVE &&
           (s->sync->object || s->sync->id || s->sync->scope > CSL_SCOPE_WARP);
}

/* In some block that is launched a thread is among `own`, but not all are that satisfy `all`. */
static bool are_some(csl_analysis *a, csl_expr *own, csl_expr *all) {
    csl_expr *missing = csl_and(a->ctx, all, csl_not(a->ctx, own));
    for (uint32_t s = 0; s < a->shapes.n; s++)
        if (csl_count_coming(a, missing, a->shapes.shape[s], 1))
            return true;
    return false;
}

static bool shares(csl_analysis *a, csl_expr *one, csl_expr *other) {
    return are_some(a, csl_not(a->ctx, one), other);
}

/* Who copies waits for nothing else than who arrives, and for nothing between the two. */
static bool wait_alike(csl_analysis *a, const csl_node *arrival, const csl_node *copy,
                       csl_expr *const own[2]) {
    const uint32_t first = arrival->order < copy->order ? arrival->order : copy->order;
    const uint32_t last = arrival->order + copy->order - first;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        csl_expr *those;
        if (!may_wait(n))
            continue;
        if (!csl_own_condition(a, n, &those))
            return false;
        const bool between = i > first && i < last;
        if (between && (shares(a, those, own[0]) || shares(a, those, own[1])))
            return false;
        if (shares(a, those, own[1]) && are_some(a, those, own[0]))
            return false;
    }
    return true;
}

/* How many copy, of these threads, for the one of them that arrives: 0 if that is not sure; none of
 * them does either: -1. */
static int64_t copy_among(csl_analysis *a, csl_expr *const own[2], const uint32_t shape[3],
                          csl_expr *these) {
    const uint32_t arrive = csl_count_coming(a, csl_and(a->ctx, own[0], these), shape, 1);
    const uint32_t copies = csl_count_coming(a, csl_and(a->ctx, own[1], these), shape, 1);
    if (!arrive && !copies)
        return -1;
    return arrive == 1 ? copies : 0;
}

int64_t csl_copies_for(csl_analysis *a, const csl_node *arrival, const csl_node *copy,
                       csl_expr *own[2]) {
    csl_expr *when[2];
    const uint32_t family = arrival->stmt->sync->family;
    int64_t each = -1;
    if (!family || !csl_is_arrival(arrival->stmt->sync) || !arrival->bytes ||
        arrival->loop != copy->loop || !split(a, arrival, arrival, &own[0], &when[0]) ||
        !split(a, arrival, copy, &own[1], &when[1]) || when[0] != when[1])
        return 0;
    const csl_family *f = &a->families.v[family - 1];
    const int64_t groups = f->owners ? f->groups : 1;
    for (uint32_t s = 0; s < a->shapes.n; s++)
        for (int64_t g = 0; g < groups; g++) {
            csl_expr *these =
                f->owners ? csl_in_group(a, f->owners, f->from + g) : csl_true(a->ctx);
            const int64_t here = copy_among(a, own, a->shapes.shape[s], these);
            if (here == 0 || (here > 0 && each > 0 && here != each))
                return 0;
            each = here > 0 ? here : each;
        }
    return each > 0 && wait_alike(a, arrival, copy, own) ? each : 0;
}

csl_expr *csl_given_by_other(csl_analysis *a, const csl_node *arrival, const csl_node *copy,
                             uint32_t family) {
    csl_expr *own[2], *those, *when;
    csl_expr *given =
        csl_as_elected(a, csl_expand(a, copy->tickets[family * CSL_TICKETS + CSL_TICKETS_GIVEN]));
    if (!csl_copies_for(a, arrival, copy, own) || !split(a, arrival, copy, &those, &when))
        return given;
    csl_expr *reach = csl_and(a->ctx, own[0], when);
    given = csl_chosen_by_threads(a, csl_chosen_within(a, given, reach), reach);
    return csl_least_known(a, csl_in_step(a, given, reach), reach);
}

/* Where the copy is issued for ticket t, t - S is known to have ended. */
static bool is_ahead(csl_analysis *a, uint32_t family, const csl_node *copy) {
    const csl_family *f = &a->families.v[family];
    csl_expr *ticket = csl_ticket_of_copy(a, copy, family);
    for (uint32_t g = 0; g < a->families.n; g++) {
        int64_t gap;
        if (f->hops[g] != CSL_NO_HOP &&
            csl_least_gap(a, copy->loop, csl_tickets_ended(a, copy, g), ticket, &gap) &&
            gap - f->hops[g] >= 1 - f->stages)
            return true;
    }
    return csl_range_of(a, ticket).hi < f->stages;
}

const char *csl_check_copiers(csl_analysis *a, uint32_t family) {
    const csl_family *f = &a->families.v[family];
    for (uint32_t i = 0; i < f->copies.n && f->copiers; i++)
        if (!is_ahead(a, family, f->copies.v[i]))
            return "a copy that may come before the phase before has ended";
    return NULL;
}
