/* Barriers of the block, each as one of its own.
 *
 * All of them together make a family whose ticket is the number of barriers that a thread has
 * passed. A loop with two of them in a pass has two such tickets in each, while an object beside it
 * has one phase: no distance between the two is constant. If all threads of the block come to a
 * barrier, each as often as the others, its phases are those of a barrier that is used nowhere
 * else, and has one in a pass.
 */
#include "protocols.h"

enum { MOST_PLACES = 4 }; /* each makes a family */

static bool all_come(csl_analysis *a, const csl_node *n) {
    csl_expr *own;
    return csl_own_condition(a, n, &own) && csl_all_threads_have(a, own, csl_true(a->ctx));
}

/* One of several in a pass of its loop, to which all threads come. */
static bool is_place(csl_analysis *a, const csl_node *n) {
    uint32_t in_loop = 0;
    if (!n->loop || !csl_sync_counts(n->stmt, CSL_SCOPE_BLOCK))
        return false;
    for (uint32_t i = 0; i < a->nodes.n; i++)
        in_loop +=
            a->nodes.v[i]->loop == n->loop && csl_sync_counts(a->nodes.v[i]->stmt, CSL_SCOPE_BLOCK);
    return in_loop > 1 && all_come(a, n);
}

void csl_find_barrier_places(csl_analysis *a) {
    const csl_stmt *place[MOST_PLACES];
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        bool known = false;
        if (!is_place(a, a->nodes.v[i]))
            continue;
        for (uint32_t k = 0; k < n; k++)
            known |= place[k] == a->nodes.v[i]->stmt;
        if (!known && n == MOST_PLACES)
            return;
        if (!known)
            place[n++] = a->nodes.v[i]->stmt;
    }
    if (csl_limit_reached(CSL_LIMIT_families, a->families.n + n))
        return;
    for (uint32_t k = 0; k < n; k++) {
        const csl_family f = {
            .stages = 1, .whole = true, .place = place[k], .arrivers = csl_true(a->ctx)};
        CSL_PUSH(a->ctx, &a->families, f);
    }
}

void csl_check_barrier_places(csl_analysis *a) {
    for (uint32_t f = 0; f < a->families.n; f++)
        for (uint32_t i = 0; i < a->nodes.n; i++)
            if (a->families.v[f].place && a->families.v[f].place == a->nodes.v[i]->stmt &&
                !all_come(a, a->nodes.v[i]))
                a->families.v[f].open = "a barrier of the block to which not all threads come";
}
