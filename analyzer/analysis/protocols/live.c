/* That waits do not wait for each other in a ring: the condition "live" (settle.c).
 *
 * Groups of the tensor core are waited for, too: a warp's wait lasts until all of its warp group
 * have begun what it waits for.
 */
#include "settle.h"

static bool may_return_behind(const csl_analysis *a, const csl_node *n) {
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (a->nodes.v[i]->stmt->kind == CSL_STMT_EXIT &&
            (i > n->order || csl_common_loop(a->nodes.v[i]->loop, n->loop)))
            return true;
    return false;
}

/* The thread has given all the tickets it ever gives. */
static bool has_given_all(csl_analysis *a, const csl_node *n, uint32_t family) {
    if (may_return_behind(a, n))
        return false;
    int64_t gap;
    csl_expr *last = a->end ? csl_tickets_at(a, a->end, family, CSL_TICKETS_GIVEN) : NULL;
    uint32_t parts;
    csl_expr *reach = csl_expand(a, n->reach), *const *known = csl_conjuncts(&reach, &parts);
    for (uint32_t i = 0; last && i < parts; i++) /* it is one of those that came here */
        while (last->op == CSL_OP_ITE)
            if (last->kids[0] == known[i])
                last = last->kids[1];
            else if (csl_not(a->ctx, last->kids[0]) == known[i])
                last = last->kids[2];
            else
                break;
    return last && csl_gap(a, csl_tickets_at(a, n, family, CSL_TICKETS_GIVEN), last, &gap) &&
           gap == 0;
}

/* Any number of tickets, as when a loop of waits comes before. */
#define ANY_NUMBER (INT64_MAX / 4)

/* The last ticket of the family that is waited for at the node. */
static csl_expr *last_awaited(csl_analysis *a, const csl_node *n, uint32_t family) {
    if (!a->families.v[family].tensor)
        return csl_ticket_of_wait(a, n, family);
    csl_expr *given = csl_tickets_at(a, n, family, CSL_TICKETS_GIVEN);
    csl_expr *open = csl_cast(a->ctx, CSL_I32, csl_expand(a, n->count));
    return csl_binary(a->ctx, CSL_OP_SUB, given,
                      csl_binary(a->ctx, CSL_OP_ADD, open, csl_const(a->ctx, CSL_I32, 1)));
}

/* Those who arrive at `family` have given the ticket that they wait for in `other`. */
static bool has_given_this(csl_analysis *a, const csl_node *n, uint32_t family, uint32_t other) {
    csl_expr *arrivers = csl_expand(a, a->families.v[family].arrivers);
    csl_expr *given = csl_chosen(a, csl_tickets_at(a, n, family, CSL_TICKETS_GIVEN), arrivers);
    csl_expr *late = csl_binary(a->ctx, CSL_OP_LE, given, last_awaited(a, n, other));
    return csl_never(a, n->reach, csl_and(a->ctx, arrivers, late));
}

/* Some of those who arrive at the family come to the node. */
static bool any_comes(csl_analysis *a, const csl_node *n, uint32_t family) {
    csl_expr *own;
    bool any = false;
    if (!csl_own_condition(a, n, &own))
        return false;
    own = csl_and(a->ctx, own, a->families.v[family].arrivers);
    for (uint32_t s = 0; s < a->shapes.n; s++)
        any |= csl_count_coming(a, own, a->shapes.shape[s], 1) > 0;
    return any;
}

/* The same of one place where they wait. */
static int64_t weight_of(csl_analysis *a, const csl_node *n, uint32_t family, uint32_t other) {
    int64_t gap;
    if (!any_comes(a, n, family))
        return INT64_MIN;
    csl_expr *given = csl_chosen(a, csl_tickets_at(a, n, family, CSL_TICKETS_GIVEN),
                                 csl_expand(a, a->families.v[family].arrivers));
    if (family == other && n->stmt->kind == CSL_STMT_SYNC &&
        csl_is_arrival(n->stmt->sync)) /* it has arrived when it waits */
        given = csl_binary(a->ctx, CSL_OP_ADD, given, csl_const(a->ctx, CSL_I32, 1));
    if (csl_gap(a, last_awaited(a, n, other), given, &gap))
        return gap;
    if (has_given_all(a, n, family))
        return INT64_MIN;
    if (has_given_this(a, n, family, other))
        return -1;
    a->vague_tickets = true;
    return ANY_NUMBER;
}

static bool waits_at(const csl_analysis *a, const csl_node *n, uint32_t family) {
    const csl_stmt *s = n->stmt;
    if (a->families.v[family].tensor)
        return s->kind == CSL_STMT_ASYNC && s->async.tensor && s->async.wait;
    return s->kind == CSL_STMT_SYNC && s->sync->family == family + 1 &&
           s->sync->kind != CSL_SYNC_ARRIVE;
}

/* Who is waited for at ticket t of `family` waits for ticket t + this of `other` at most; or for
 * any of them. INT64_MIN: for none. */
static int64_t waits_for(csl_analysis *a, uint32_t family, uint32_t other) {
    int64_t most = INT64_MIN;
    for (uint32_t i = 0; i < a->nodes.n && most < ANY_NUMBER; i++) {
        const csl_node *n = a->nodes.v[i];
        const int64_t weight = waits_at(a, n, other) ? weight_of(a, n, family, other) : INT64_MIN;
        most = weight > most ? weight : most;
    }
    return most;
}

/* Longest ways through the families that lead back to this one: each round leads to an earlier
 * ticket. */
const char *csl_check_live(csl_analysis *a, uint32_t family) {
    const uint32_t n = a->families.n;
    int64_t *way = csl_alloc(a->ctx, n * sizeof *way);
    for (uint32_t i = 0; i < n; i++)
        way[i] = INT64_MIN;
    for (uint32_t round = 0; round <= n; round++)
        for (uint32_t f = 0; f < n; f++)
            for (uint32_t g = 0; g < n; g++) {
                const int64_t before = f == family ? 0 : way[f];
                if (a->families.v[f].open || a->families.v[g].open || before == INT64_MIN ||
                    a->families.v[f].whole || a->families.v[g].whole)
                    continue;
                const int64_t weight = waits_for(a, f, g);
                const bool any = weight == ANY_NUMBER || before >= ANY_NUMBER;
                if (any && weight != INT64_MIN)
                    way[g] = ANY_NUMBER;
                else if (weight != INT64_MIN && before + weight > way[g])
                    way[g] = before + weight;
            }
    if (way[family] >= ANY_NUMBER)
        return "a wait whose ticket is not known";
    return way[family] >= 0 ? "threads that may wait for each other" : NULL;
}
