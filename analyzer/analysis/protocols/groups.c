/* Groups of copies and tickets: a thread that has waited for its copies gives a ticket afterwards,
 * and who has waited for that ticket may rely on them, as behind a barrier of the block.
 */
#include "settle.h"
#include "../../limits/limits.h"

/* The threads that issue the copy may come to the node. */
static bool may_come(csl_analysis *a, csl_expr *own, const csl_node *n) {
    csl_expr *other;
    if (!csl_own_condition(a, n, &other))
        return true;
    for (uint32_t s = 0; s < a->shapes.n; s++)
        if (csl_count_coming(a, csl_and(a->ctx, own, other), a->shapes.shape[s], 1))
            return true;
    return a->shapes.n == 0;
}

/* ticket - ended * rate at most; of a maximum each part is at most what has ended. */
static bool gap_to(csl_analysis *a, csl_expr *ticket, csl_expr *ended, int64_t rate, int64_t *gap) {
    int64_t one, other;
    if (ended->op != CSL_OP_MAX)
        return csl_gap(a, ticket,
                       csl_binary(a->ctx, CSL_OP_MUL, ended, csl_const(a->ctx, CSL_I32, rate)),
                       gap);
    const bool first = gap_to(a, ticket, ended->kids[0], rate, &one);
    const bool second = gap_to(a, ticket, ended->kids[1], rate, &other);
    *gap = first && (!second || one < other) ? one : other;
    return first || second;
}

/* When the thread that copies gives ticket t, (t - *gap) / rate of its groups have ended at least.
 */
static bool find_gap(csl_analysis *a, csl_expr *own, const csl_node *copy, uint32_t family,
                     int64_t rate, int64_t *gap) {
    const csl_family *f = &a->families.v[family];
    const uint32_t number = csl_groups_known(copy, CSL_SCOPE_THREAD);
    bool any = false;
    *gap = INT64_MIN;
    for (uint32_t i = 0; i < f->uses.n; i++) {
        const csl_node *n = f->uses.v[i];
        int64_t less;
        if (!csl_is_arrival(n->stmt->sync) || !may_come(a, own, n))
            continue;
        csl_expr *ended = csl_as_elected(a, csl_expand(a, n->groups[number]));
        csl_expr *ticket = csl_as_elected(a, csl_ticket_of_arrival(a, n, family));
        if (!gap_to(a, csl_chosen(a, ticket, own), csl_chosen(a, ended, own), rate, &less))
            return false;
        any = true;
        *gap = less > *gap ? less : *gap;
    }
    return any;
}

/* Two barriers for each tile that is stored, say: as few as fit. */
static void find_ends(csl_analysis *a, csl_expr *own, csl_node *copy, uint32_t family) {
    int64_t gap;
    for (int64_t rate = 1; rate <= CSL_LIMIT(tickets_of_group); rate++)
        if (find_gap(a, own, copy, family, rate, &gap)) {
            copy->ends[family] = gap + 1;
            copy->rate[family] = rate;
            return;
        }
}

void csl_find_group_ends(csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        csl_expr *own;
        if (n->stmt->kind != CSL_STMT_ACCESS || !n->stmt->access->is_async ||
            n->stmt->access->launched || csl_ends_at_object(n))
            continue;
        n->ends = csl_alloc(a->ctx, (a->families.n + 1) * sizeof *n->ends);
        n->rate = csl_alloc(a->ctx, (a->families.n + 1) * sizeof *n->rate);
        const bool known = csl_own_condition(a, n, &own);
        for (uint32_t f = 0; f < a->families.n; f++) {
            n->ends[f] = a->families.v[f].tensor && n->stmt->access->is_tensor ? 0 : CSL_NO_HOP;
            n->rate[f] = 1;
            if (known && a->families.v[f].settled && !a->families.v[f].by_warp)
                find_ends(a, own, n, f);
        }
    }
}

/* ---- what completes at barrier objects ------------------------------------------------------- */

/* The copies that the thread has issued before, if it always comes here with them. */
static void note_tracked(csl_analysis *a, csl_node *arrival) {
    const uint32_t family = arrival->stmt->sync->family;
    a->families.v[family - 1].by_copies |= csl_is_arrival(arrival->stmt->sync);
    for (uint32_t i = 0; i < arrival->order; i++) {
        csl_node *n = a->nodes.v[i];
        if (n->stmt->kind != CSL_STMT_ACCESS || !n->stmt->access->is_async ||
            n->stmt->access->is_bulk || n->stmt->access->is_lanes || n->stmt->access->is_tracked ||
            n->stmt->access->launched || n->tracked || !csl_always_follows(arrival, n))
            continue;
        n->tracked = arrival;
        n->family = family;
    }
}

/* Every thread that comes to the node comes to the commit behind it. */
static bool always_commits(csl_analysis *a, const csl_node *commit, const csl_node *n) {
    if (csl_always_follows(commit, n))
        return true;
    return commit->order > n->order && (!commit->loop || csl_loop_inside(n->loop, commit->loop)) &&
           csl_never(a, n->reach, csl_not(a->ctx, csl_expand(a, commit->reach)));
}

/* What the tensor core does for the thread before this commit, if it always commits. */
static void note_committed(csl_analysis *a, csl_node *commit) {
    a->families.v[commit->stmt->sync->family - 1].by_commits = true;
    for (uint32_t i = 0; i < commit->order; i++) {
        csl_node *n = a->nodes.v[i];
        if (n->stmt->kind != CSL_STMT_ACCESS || !n->stmt->access->is_tracked ||
            !always_commits(a, commit, n))
            continue;
        csl_completion by = {commit, NULL};
        CSL_PUSH(a->ctx, &n->commits, by);
        n->tracked = n->commits.v[0].commit;
        n->family = n->tracked->stmt->sync->family;
    }
}

void csl_find_uses(csl_analysis *a) {
    for (uint32_t f = 0; f < a->families.n; f++)
        a->families.v[f].uses.n = a->families.v[f].copies.n = 0;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        if (n->stmt->kind == CSL_STMT_SYNC && n->stmt->sync->family)
            CSL_PUSH(a->ctx, &a->families.v[n->stmt->sync->family - 1].uses, n);
        if (n->signals && csl_find_signalled(a, n))
            CSL_PUSH(a->ctx, &a->families.v[n->family - 1].copies, n);
        if (n->stmt->kind == CSL_STMT_SYNC && n->stmt->sync->tracks && n->stmt->sync->family)
            note_tracked(a, n);
        if (n->stmt->kind == CSL_STMT_SYNC && n->stmt->sync->commits && n->stmt->sync->family)
            note_committed(a, n);
        for (uint32_t f = 0; f < a->families.n; f++)
            if (csl_is_barrier_of(&a->families.v[f], n->stmt))
                CSL_PUSH(a->ctx, &a->families.v[f].uses, n);
    }
}
