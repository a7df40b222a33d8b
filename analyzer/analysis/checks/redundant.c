/* Redundant barriers: a proved kernel stays proved without them.
 *
 * Needs: everything else, with nothing found and nothing undecided.
 */
#include "checks.h"

/* A barrier that may be left out: plain, of the block, its result unused. */
static bool plain(const csl_stmt *s) {
    return csl_sync_counts(s, CSL_SCOPE_BLOCK) && s->sync->scope == CSL_SCOPE_BLOCK &&
           s->sync->kind == CSL_SYNC_BARRIER && !s->sync->object && s->sync->result == CSL_NO_VAR;
}

static bool known(const csl_met *met, const csl_pair_query *q) {
    for (uint32_t i = 0; i < met->n; i++) {
        const csl_pair_query *p = met->v[i];
        if (p->side[0].node == q->side[0].node && p->side[1].node == q->side[1].node &&
            p->pivot == q->pivot && p->round == q->round && p->side[0].cond == q->side[0].cond &&
            p->side[1].cond == q->side[1].cond)
            return true;
    }
    return false;
}

static bool safe(csl_analysis *a, const csl_pair_query *q) {
    csl_relation r = csl_relation_of(q);
    for (uint32_t i = 0; i < q->side[0].node->ntargets; i++)
        for (uint32_t j = 0; j < q->side[1].node->ntargets; j++) {
            csl_query built;
            if (csl_race_query(a, q, &r, i, j, &built, NULL) &&
                csl_ask(a, &built, CSL_USE_PROOF).verdict != CSL_SAFE)
                return false;
        }
    return true;
}

static bool redundant(csl_analysis *a, const csl_stmt *barrier, const csl_met with[2]) {
    static const csl_scope scopes[] = {CSL_SCOPE_BLOCK, CSL_SCOPE_WARP};
    for (int s = 0; s < 2; s++) {
        csl_met without = csl_meet(a, scopes[s], barrier);
        if (without.cut)
            return false;
        for (uint32_t i = 0; i < without.n; i++)
            if (!known(&with[s], without.v[i]) && !safe(a, without.v[i]))
                return false;
    }
    return true;
}

void csl_find_redundant(csl_analysis *a) {
    if (a->obstructed || a->races.n || a->divergences.n)
        return;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_stmt *s = a->nodes.v[i]->stmt;
        if (s->kind == CSL_STMT_ASYNC || s->kind == CSL_STMT_FENCE ||
            (s->kind == CSL_STMT_ACCESS && (s->access->is_async || s->access->is_volatile)))
            return; /* the barrier may order what is not modelled */
    }
    csl_met with[2] = {csl_meet(a, CSL_SCOPE_BLOCK, NULL), csl_meet(a, CSL_SCOPE_WARP, NULL)};
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (plain(a->nodes.v[i]->stmt) && redundant(a, a->nodes.v[i]->stmt, with))
            CSL_PUSH(a->ctx, &a->redundant, a->nodes.v[i]->stmt);
}
