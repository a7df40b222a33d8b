/* Barriers that keep no warps together: named ones to which too many come, and those that are not
 * waited for. */
#include "settle.h"

enum { WARP = 32 };

/* What others wait for stands in an arm: it may keep the two arms apart. */
static bool orders_arms(const csl_analysis *a, const csl_family *f) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (n->arms && n->stmt->kind == CSL_STMT_SYNC && n->stmt->sync->orders &&
            n->stmt->sync->scope >= CSL_SCOPE_BLOCK &&
            n->stmt->sync->family != (uint32_t)(f - a->families.v) + 1)
            return true;
    }
    return false;
}

/* The condition for coming to the place, or to one like it in the other arm. */
static bool comes_here_too(csl_analysis *a, const csl_family *f, const csl_node *n,
                           csl_expr **own) {
    if (!csl_own_condition(a, n, own))
        return false;
    for (uint32_t k = 0; k < f->uses.n && n->arms && !orders_arms(a, f); k++) {
        const csl_node *m = f->uses.v[k];
        csl_expr *other;
        const bool beside = m->arms && m->arms->node == n->arms->node &&
                            m->arms->arm != n->arms->arm && m->count == n->count;
        if (beside && csl_own_condition(a, m, &other))
            *own = csl_or(a->ctx, *own, other);
    }
    return true;
}

/* Twice as many warps come to every place that waits as let each other through, so any two of them
 * may be let through apart. */
bool csl_is_loose(csl_analysis *a, const csl_family *f) {
    for (uint32_t i = 0; i < f->uses.n; i++) {
        const csl_node *n = f->uses.v[i];
        csl_expr *own;
        if (n->stmt->sync->kind == CSL_SYNC_ARRIVE)
            continue;
        if (f->root || f->owners || !n->count || n->count->op != CSL_OP_CONST ||
            n->count->value < WARP || !comes_here_too(a, f, n, &own) || !a->shapes.n)
            return false;
        for (uint32_t s = 0; s < a->shapes.n; s++) {
            const uint32_t come = csl_count_coming(a, own, a->shapes.shape[s], WARP);
            if (come < 2 * n->count->value || come % n->count->value != 0)
                return false;
        }
    }
    return true;
}

bool csl_leads_nowhere(const csl_analysis *a, const csl_node *n) {
    if (!csl_sync_counts(n->stmt, CSL_SCOPE_BLOCK))
        return false;
    for (uint32_t f = 0; f < a->families.n && !a->families.v[f].whole; f++)
        for (uint32_t i = 0; i < a->families.v[f].uses.n; i++) {
            const csl_node *use = a->families.v[f].uses.v[i];
            if (use->order > n->order || csl_common_loop(use->loop, n->loop))
                return false;
        }
    return true;
}
