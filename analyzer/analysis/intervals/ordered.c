/* Something that is not modelled stands between two accesses and may be the barrier that seems to
 * be missing. */
#include "intervals.h"

typedef struct found_lost {
    csl_analysis *a;
    bool lost;
} found_lost;

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

static csl_expr *find_lost(void *user, csl_expr *leaf) {
    csl_analysis *a = ((found_lost *)user)->a;
    ((found_lost *)user)->lost |= leaf->op == CSL_OP_SYM && csl_sym_of(a, leaf)->lost;
    return leaf;
}

/* The threads that a barrier of the scope would bring together part before they come there, by
 * values that are known. */
static bool is_parted(csl_analysis *a, const csl_node *n, csl_scope scope) {
    if (scope > CSL_SCOPE_BLOCK)
        scope = CSL_SCOPE_BLOCK;
    uint32_t parts;
    csl_expr *reach = csl_expand(a, n->reach), *const *part = csl_conjuncts(&reach, &parts);
    for (uint32_t i = 0; i < parts; i++) {
        found_lost found = {a, false};
        csl_map(a->ctx, part[i], find_lost, &found);
        if (!found.lost && csl_scope_of(a, part[i]) < scope)
            return true;
    }
    return false;
}

/* Nothing suggests that it orders the two. */
static bool is_quiet(csl_analysis *a, const csl_node *n, csl_scope scope) {
    const csl_stmt *s = n->stmt;
    if (s->kind != CSL_STMT_CALL && s->kind != CSL_STMT_OPAQUE)
        return false;
    return s->call.quiet || (s->call.of_warp && scope >= CSL_SCOPE_BLOCK) ||
           (s->call.mild && is_parted(a, n, scope));
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

/* The thread may wait at `n` before it comes to `own`, and not on the way to `other`, which stands
 * in another arm. */
static bool waits_before(const csl_node *n, const csl_node *own, const csl_node *other) {
    const csl_stmt *s = n->stmt;
    return (s->kind == CSL_STMT_CALL || s->kind == CSL_STMT_OPAQUE ||
            (s->kind == CSL_STMT_SYNC && s->sync->kind != CSL_SYNC_ARRIVE &&
             (s->sync->scope > CSL_SCOPE_WARP || s->sync->id || s->sync->object))) &&
           csl_in_other_arms(n, other) && !csl_in_other_arms(n, own) &&
           (n->order < own->order || csl_common_loop(n->loop, own->loop));
}

/* Who reads waits for nothing, and so not for who writes, whatever that one waits for. */
static bool reads_at_once(const csl_analysis *a, const csl_node *reads, const csl_node *writes) {
    if (reads->stmt->access->mode != CSL_MODE_READ || writes->stmt->access->mode == CSL_MODE_READ)
        return false;
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (waits_before(a->nodes.v[i], reads, writes))
            return false;
    return true;
}

/* Of two in different arms one is before the other by what the other waits for. */
static bool joins_arms(const csl_analysis *a, const csl_node *x, const csl_node *y,
                       const csl_node *n) {
    return csl_in_other_arms(x, y) && ((waits_before(n, y, x) && !reads_at_once(a, x, y)) ||
                                       (waits_before(n, x, y) && !reads_at_once(a, y, x)));
}

static bool lies_between(const csl_analysis *a, const csl_pair_query *q, const csl_node *n) {
    const csl_node *x = q->side[0].node, *y = q->side[1].node;
    return (x->order < n->order && n->order < y->order) ||
           (q->pivot && csl_loop_inside(n->loop, q->pivot)) || joins_arms(a, x, y, n);
}

bool csl_pass_loosely(const csl_analysis *a, const csl_pair_query *q) {
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (is_loose(a, a->nodes.v[i]->stmt) && lies_between(a, q, a->nodes.v[i]) &&
            a->nodes.v[i]->stmt->sync->kind != CSL_SYNC_ARRIVE)
            return true;
    return false;
}

/* The first thing between the two that is not quiet, or the last that is; NULL: there is none. */
static const csl_node *what_may_order(csl_analysis *a, const csl_pair_query *q, bool *likely) {
    const csl_node *quiet = NULL;
    *likely = true;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (!may_order(a, n->stmt, q->scope) || left_out(a, n, &q->side[0]) ||
            left_out(a, n, &q->side[1]) || !lies_between(a, q, n))
            continue;
        if (!is_quiet(a, n, q->scope))
            return n;
        quiet = n;
    }
    *likely = false;
    return quiet;
}

const csl_stmt *csl_may_be_ordered(csl_analysis *a, const csl_pair_query *q) {
    bool likely;
    const csl_node *n = what_may_order(a, q, &likely);
    return n ? n->stmt : NULL;
}

bool csl_is_likely_ordered(csl_analysis *a, const csl_pair_query *q) {
    bool likely;
    what_may_order(a, q, &likely);
    return likely;
}
