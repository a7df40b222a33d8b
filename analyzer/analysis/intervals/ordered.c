/* Something that is not modelled stands between two accesses and may be the barrier that seems to
 * be missing. */
#include "intervals.h"

/* A barrier that lets warps through apart. */
static bool is_loose(const csl_analysis *a, const csl_stmt *s) {
    return s->kind == CSL_STMT_SYNC && s->sync->family && a->families.v[s->sync->family - 1].loose;
}

/* May hold or be a barrier of the scope that is not modelled. */
static bool may_order(const csl_analysis *a, const csl_stmt *s, csl_scope scope) {
    if (is_loose(a, s) && scope >= CSL_SCOPE_BLOCK)
        return false;
    if (s->kind == CSL_STMT_CALL || s->kind == CSL_STMT_OPAQUE)
        return s->call.syncs >= scope;
    return csl_is_unmodelled(s);
}

static bool is_quiet(const csl_stmt *s) {
    return (s->kind == CSL_STMT_CALL || s->kind == CSL_STMT_OPAQUE) && s->call.quiet;
}

/* The way between the two leaves out a loop around the node: all its passes meet a barrier. */
static bool left_out(csl_analysis *a, const csl_node *n, const csl_open *o) {
    for (const csl_loop *l = n->loop; l && !csl_loop_inside(o->node->loop, l); l = l->parent) {
        csl_expr *zero = csl_const(a->ctx, CSL_I32, 0);
        csl_expr *stays = csl_replace_sym(a, csl_expand(a, l->stay), l->iter, zero);
        if (csl_is_false(csl_and(a->ctx, csl_expand(a, o->cond), stays)))
            return true;
    }
    return false;
}

static bool lies_between(const csl_pair_query *q, const csl_node *n) {
    return (q->side[0].node->order < n->order && n->order < q->side[1].node->order) ||
           (q->pivot && csl_loop_inside(n->loop, q->pivot));
}

bool csl_pass_loosely(const csl_analysis *a, const csl_pair_query *q) {
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (is_loose(a, a->nodes.v[i]->stmt) && lies_between(q, a->nodes.v[i]) &&
            a->nodes.v[i]->stmt->sync->kind != CSL_SYNC_ARRIVE)
            return true;
    return false;
}

const csl_stmt *csl_may_be_ordered(csl_analysis *a, const csl_pair_query *q) {
    const csl_stmt *quiet = NULL;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (!may_order(a, n->stmt, q->scope) || left_out(a, n, &q->side[0]) ||
            left_out(a, n, &q->side[1]) || !lies_between(q, n))
            continue;
        if (!is_quiet(n->stmt))
            return n->stmt;
        quiet = n->stmt;
    }
    return quiet;
}

bool csl_is_likely_ordered(csl_analysis *a, const csl_pair_query *q) {
    const csl_stmt *s = csl_may_be_ordered(a, q);
    return s && !is_quiet(s);
}
