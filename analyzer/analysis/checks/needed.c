/* What a thread that goes round a barrier does without it, and what the others miss of it.
 *
 * Needs: the nodes with their targets.
 */
#include "checks.h"
#include "races.h"

/* Memory that threads exchange something through. */
static bool is_exchange(const csl_analysis *a, const csl_node *n) {
    return n->stmt->kind == CSL_STMT_ACCESS && csl_races_at_all(a, n);
}

/* A thread that goes off at `decision` comes here without the barrier. */
static bool is_reached(const csl_node *n, const csl_node *barrier, const csl_node *decision) {
    bool arm[2] = {false, false}, in[2] = {false, false};
    const csl_node *const both[2] = {n, barrier};
    for (int i = 0; i < 2; i++)
        for (const csl_parting *p = both[i]->arms; p; p = p->before)
            if (p->node == decision)
                in[i] = true, arm[i] = p->arm;
    return in[0] ? in[1] && arm[0] != arm[1] : n->order > barrier->order;
}

static bool conflicts_before(const csl_analysis *a, const csl_node *n, const csl_node *barrier) {
    for (uint32_t i = 0; i < a->nodes.n && a->nodes.v[i]->order < barrier->order; i++) {
        const csl_node *m = a->nodes.v[i];
        if (is_exchange(a, m) && csl_of_one_root(m, n) &&
            (m->stmt->access->mode != CSL_MODE_READ || n->stmt->access->mode != CSL_MODE_READ))
            return true;
    }
    return false;
}

bool csl_needs_barrier(const csl_analysis *a, const csl_node *barrier, const csl_node *decision) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (is_reached(n, barrier, decision) &&
            (csl_may_do_anything(n->stmt) ||
             (is_exchange(a, n) && conflicts_before(a, n, barrier))))
            return true;
    }
    return false;
}

static bool go_round_together(const csl_node *x, const csl_node *y) {
    return csl_common_loop(x->loop, y->loop) != NULL;
}

/* Others come here behind the barrier and see what was stored there. */
static bool is_seen(const csl_analysis *a, const csl_node *store, const csl_node *barrier) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if ((n->order > barrier->order || go_round_together(n, barrier)) && is_exchange(a, n) &&
            csl_of_one_root(n, store) &&
            (n->stmt->access->mode == CSL_MODE_READ || n->sym != CSL_NO_VAR))
            return true;
    }
    return false;
}

static bool comes_behind(const csl_node *n, const csl_node *decision) {
    return n->order > decision->order || go_round_together(n, decision);
}

bool csl_leaves_known_stores_due(const csl_analysis *a, const csl_node *barrier,
                                 const csl_node *decision) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (comes_behind(n, decision) && is_exchange(a, n) &&
            n->stmt->access->mode != CSL_MODE_READ && is_seen(a, n, barrier))
            return true;
    }
    return false;
}

bool csl_leaves_stores_due(const csl_analysis *a, const csl_node *barrier,
                           const csl_node *decision) {
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (comes_behind(a->nodes.v[i], decision) && csl_may_do_anything(a->nodes.v[i]->stmt))
            return true;
    return csl_leaves_known_stores_due(a, barrier, decision);
}
