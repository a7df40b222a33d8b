/* Groups of copies and tickets: a thread that has waited for its copies gives a ticket afterwards,
 * and who has waited for that ticket may rely on them, as behind a barrier of the block.
 */
#include "protocols.h"
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
