/* Barriers of the block, each as one of its own.
 *
 * All of them together make a family whose ticket is the number of barriers that a thread has
 * passed. A loop with two of them in a pass has two such tickets in each, while an object beside it
 * has one phase: no distance between the two is constant. If all threads of the block come to a
 * barrier, each as often as the others, its phases are those of a barrier that is used nowhere
 * else, and has one in a pass.
 */
#include "protocols.h"

enum { MOST_PLACES = 4, WARP = 32 }; /* each makes a family */

/* All threads of the block come there, or all lanes of some warps. */
static bool all_come(csl_analysis *a, const csl_node *n, bool of_warps, csl_expr **own) {
    csl_expr *when;
    const csl_scope agreed = of_warps ? CSL_SCOPE_WARP : CSL_SCOPE_BLOCK;
    if (!csl_own_among(a, n, agreed, own, &when))
        return false;
    for (uint32_t s = 0; s < a->shapes.n && of_warps; s++)
        if (!csl_come_together(a, *own, a->shapes.shape[s], WARP))
            return false;
    if (of_warps)
        return a->shapes.n > 0;
    csl_expr *all = csl_true(a->ctx), *those = *own;
    *own = all;
    return csl_all_threads_have(a, those, all);
}

static bool is_barrier(const csl_stmt *s, bool of_warps) {
    return of_warps ? csl_is_barrier_of_warp(s) : csl_sync_counts(s, CSL_SCOPE_BLOCK);
}

/* One of several in a pass of its loop, to which all threads come. */
static bool is_place(csl_analysis *a, const csl_node *n, bool of_warps, csl_expr **own) {
    uint32_t in_loop = 0;
    if (!n->loop || !is_barrier(n->stmt, of_warps))
        return false;
    for (uint32_t i = 0; i < a->nodes.n; i++)
        in_loop += a->nodes.v[i]->loop == n->loop && is_barrier(a->nodes.v[i]->stmt, of_warps);
    return in_loop > 1 && all_come(a, n, of_warps, own);
}

void csl_find_barrier_places(csl_analysis *a, bool of_warps) {
    csl_family place[MOST_PLACES];
    csl_expr *own;
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_stmt *s = a->nodes.v[i]->stmt;
        bool known = false;
        if (!is_place(a, a->nodes.v[i], of_warps, &own))
            continue;
        for (uint32_t k = 0; k < n; k++)
            known |= place[k].place == s;
        if (!known && n == MOST_PLACES)
            return;
        if (!known)
            place[n++] = (csl_family){.stages = 1,
                                      .whole = true,
                                      .owners = of_warps ? WARP : 0,
                                      .place = s,
                                      .arrivers = own};
    }
    if (csl_limit_reached(CSL_LIMIT_families, a->families.n + n))
        return;
    for (uint32_t k = 0; k < n; k++)
        CSL_PUSH(a->ctx, &a->families, place[k]);
}

void csl_check_barrier_places(csl_analysis *a) {
    for (uint32_t f = 0; f < a->families.n; f++)
        for (uint32_t i = 0; i < a->nodes.n; i++) {
            csl_family *place = &a->families.v[f];
            csl_expr *own;
            if (place->place && place->place == a->nodes.v[i]->stmt &&
                (!all_come(a, a->nodes.v[i], place->owners != 0, &own) || own != place->arrivers))
                place->open = "a barrier to which not all threads come";
        }
}
