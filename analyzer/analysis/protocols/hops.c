/* The distances between the ends of phases of two families (csl_family.hops), by what those who
 * arrive at the one know of the other.
 */
#include "settle.h"

/* Those who come to the node and arrive at the family. */
static csl_expr *those_of(csl_analysis *a, const csl_node *n, uint32_t family) {
    return csl_and(a->ctx, csl_expand(a, n->reach), a->families.v[family].arrivers);
}

/* How many tickets of `of` are known to have ended where the node arrives at `family`, less the
 * ticket it arrives with: at least. With `those`, to those who arrive at `of` as well. */
static bool knows_such(csl_analysis *a, const csl_node *n, uint32_t family, uint32_t of, bool those,
                       int64_t *gap) {
    csl_expr *ended = csl_tickets_ended(a, n, of);
    csl_expr *arrival = csl_ticket_of_arrival(a, n, family);
    if (those) {
        csl_expr *such = those_of(a, n, of);
        ended = csl_chosen_by_threads(a, csl_chosen(a, ended, such), such);
        arrival = csl_chosen(a, arrival, such);
    }
    if (csl_least_gap(a, n->loop, ended, arrival, gap))
        return true;
    /* else it knows of a few, and no more */
    a->vague_tickets |= ended->op != CSL_OP_CONST && !csl_leads_nowhere(a, n);
    return false;
}

bool csl_knows_tickets(csl_analysis *a, const csl_node *n, uint32_t family, uint32_t of,
                       int64_t *gap) {
    return knows_such(a, n, family, of, false, gap);
}

/* What is known at the node depends on which barrier the thread uses. */
static bool differs_by_use(csl_analysis *a, const csl_node *n, uint32_t of) {
    return a->families.v[of].arrivers && csl_tickets_ended(a, n, of)->op == CSL_OP_ITE;
}

bool csl_some_arrive(csl_analysis *a, const csl_node *n, uint32_t family, bool in_each) {
    csl_expr *own;
    uint32_t shapes = 0;
    if (!csl_own_condition(a, n, &own))
        return !in_each;
    own = csl_and(a->ctx, own, a->families.v[family].arrivers);
    for (uint32_t s = 0; s < a->shapes.n; s++)
        shapes += csl_count_coming(a, own, a->shapes.shape[s], 1) > 0;
    return shapes && (!in_each || shapes == a->shapes.n);
}

/* Of each warp group that commits groups of the tensor core some thread comes to the node, one of
 * `those`; or of each group of threads that have objects of their own. */
static bool comes_of_each(csl_analysis *a, const csl_family *tensor, const csl_node *n,
                          csl_expr *those) {
    csl_expr *own;
    if (!csl_own_condition(a, n, &own))
        return false;
    own = csl_and(a->ctx, own, those);
    if (!tensor->tensor)
        return csl_is_in_each(a, tensor, own);
    own = csl_and(a->ctx, own, tensor->arrivers);
    for (uint32_t s = 0; s < a->shapes.n; s++)
        if (csl_count_coming(a, own, a->shapes.shape[s], CSL_WARP_GROUP) !=
            csl_count_coming(a, tensor->arrivers, a->shapes.shape[s], CSL_WARP_GROUP))
            return false;
    return a->shapes.n > 0;
}

/* Tickets that a thread gives at most: no more phases end. CSL_NO_HOP: not known. */
static int64_t most_tickets(csl_analysis *a, uint32_t family) {
    const csl_family *f = &a->families.v[family];
    int64_t most = 0;
    for (uint32_t i = 0; i < f->uses.n; i++) {
        const csl_node *n = f->uses.v[i];
        if (!csl_is_arrival(n->stmt->sync))
            continue;
        const csl_wide hi = csl_range_of(a, csl_ticket_of_arrival(a, n, family)).hi;
        if (n->stmt->sync->drops || hi >= INT32_MAX)
            return CSL_NO_HOP;
        most = (int64_t)hi + 1 > most ? (int64_t)hi + 1 : most;
    }
    return most ? most : CSL_NO_HOP;
}

/* Where the node arrives it is known that all phases of `of` have ended. */
static bool knows_all(csl_analysis *a, const csl_node *n, uint32_t of, bool those) {
    csl_expr *ended = csl_tickets_ended(a, n, of);
    if (those)
        ended = csl_chosen(a, ended, those_of(a, n, of));
    return csl_range_of(a, ended).lo >= a->families.v[of].most;
}

/* The distance to the end of a phase of `of`, by those who arrive at that use, there or elsewhere;
 * or, `those`, by those of them who arrive at `of` as well. `to_last`: from phases that there are,
 * so who knows of all of them says no more of the distance. */
static int64_t hop_by(csl_analysis *a, uint32_t of, uint32_t family, const csl_node *use,
                      bool those, bool to_last) {
    const csl_family *g = &a->families.v[family];
    int64_t hop = 0;
    if (those && !csl_some_arrive(a, use, of, true))
        return CSL_NO_HOP;
    for (uint32_t k = 0; k < g->uses.n && hop != CSL_NO_HOP; k++) {
        const csl_node *n = g->uses.v[k];
        int64_t gap;
        if (!csl_is_arrival(n->stmt->sync) || (n != use && !csl_share_threads(a, use, n)) ||
            (those && !csl_some_arrive(a, n, of, false)) || (to_last && knows_all(a, n, of, those)))
            continue;
        if (!knows_such(a, n, family, of, those, &gap))
            hop = CSL_NO_HOP;
        else if (1 - gap > hop)
            hop = 1 - gap;
    }
    return hop;
}

/* What `those` who arrive there know of `from` they know of each object that groups have of that,
 * at the one of `to`; and if groups have objects of `to` as well, each knows of its own. */
static bool is_known_of_each(csl_analysis *a, const csl_family *from, const csl_family *to,
                             const csl_node *use, csl_expr *those) {
    if (from->tensor && to->owners)
        return false;
    if (!from->tensor && !from->owners && !to->owners)
        return true;
    return (to->owners && comes_of_each(a, to, use, those)) ||
           (!(to->owners && !from->owners) && comes_of_each(a, from, use, those));
}

/* The distance from the end of a phase of `of` to that of one of `family`, by those who arrive
 * there: all do, so what some of them know is enough, wherever these may arrive. Of the tensor core
 * each knows its own warp group alone. */
static int64_t hop_over(csl_analysis *a, uint32_t of, uint32_t family, bool to_last) {
    const csl_family *g = &a->families.v[family], *from = &a->families.v[of];
    csl_expr *all = csl_true(a->ctx);
    int64_t least = CSL_NO_HOP;
    if (from->owners && g->owners && from->owners != g->owners)
        return CSL_NO_HOP;
    for (uint32_t i = 0; i < g->uses.n; i++) {
        const csl_node *use = g->uses.v[i];
        if (!csl_is_lasting(use) || csl_is_handed_over(g, use) ||
            !is_known_of_each(a, from, g, use, all))
            continue;
        const bool vague = a->vague_tickets;
        int64_t hop = hop_by(a, of, family, use, false, to_last);
        if (differs_by_use(a, use, of) && is_known_of_each(a, from, g, use, from->arrivers)) {
            const int64_t by_those = hop_by(a, of, family, use, true, to_last);
            hop = by_those < hop ? by_those : hop;
            a->vague_tickets = hop == CSL_NO_HOP || vague;
        }
        least = hop < least ? hop : least;
    }
    /* of what is before the first ticket nothing has to be known */
    return g->handover && least < g->ahead ? g->ahead : least;
}

/* Adds up the distances along all ways. */
static void add_up(int64_t *const *hops, uint32_t n) {
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t f = 0; f < n; f++)
            for (uint32_t g = 0; g < n; g++)
                if (hops[f][k] != CSL_NO_HOP && hops[k][g] != CSL_NO_HOP &&
                    hops[f][k] + hops[k][g] < hops[f][g])
                    hops[f][g] = hops[f][k] + hops[k][g];
}

/* Fills in csl_family.told: not added up, as a phase on the way may be none that there is. */
static void find_told(csl_analysis *a, uint32_t family) {
    csl_family *f = &a->families.v[family];
    const bool vague = a->vague_tickets;
    f->told = csl_alloc(a->ctx, a->families.n * sizeof *f->told);
    f->most = (f->copies.n || f->by_commits) && !f->open ? most_tickets(a, family) : CSL_NO_HOP;
    for (uint32_t g = 0; g < a->families.n; g++) {
        const csl_family *to = &a->families.v[g];
        f->told[g] = f->most == CSL_NO_HOP || to->open || to->by_copies || g == family
                         ? CSL_NO_HOP
                         : hop_over(a, family, g, true);
    }
    a->vague_tickets = vague;
}

/* Those who arrive at `of` have given all their tickets at the node, and know that they have ended:
 * whatever number of them there is. */
static bool has_seen_all(csl_analysis *a, const csl_node *n, uint32_t of) {
    int64_t gap;
    csl_expr *such = those_of(a, n, of);
    csl_expr *ended = csl_chosen(a, csl_tickets_ended(a, n, of), such);
    csl_expr *given = csl_chosen(a, csl_tickets_at(a, n, of, CSL_TICKETS_GIVEN), such);
    return csl_some_arrive(a, n, of, true) && csl_has_given_all(a, n, of) &&
           csl_least_gap(a, n->loop, ended, given, &gap) && gap >= 0;
}

/* The first ticket of `family` to whose end such a thread belongs. */
static int64_t over_at(csl_analysis *a, uint32_t of, uint32_t family) {
    const csl_family *g = &a->families.v[family];
    int64_t first = CSL_NO_HOP;
    for (uint32_t i = 0; i < g->uses.n; i++) {
        const csl_node *use = g->uses.v[i];
        if (!csl_is_lasting(use) || csl_is_handed_over(g, use))
            continue;
        const csl_expr *ticket = csl_ticket_of_arrival(a, use, family);
        if (ticket->op == CSL_OP_CONST && ticket->value < first && has_seen_all(a, use, of))
            first = ticket->value;
    }
    return first;
}

/* Fills in csl_family.over. */
static void find_over(csl_analysis *a, uint32_t family) {
    csl_family *f = &a->families.v[family];
    const bool vague = a->vague_tickets;
    f->over = csl_alloc(a->ctx, a->families.n * sizeof *f->over);
    for (uint32_t g = 0; g < a->families.n; g++) {
        const csl_family *to = &a->families.v[g];
        f->over[g] = !f->by_commits || f->owners || to->owners || f->open || to->open ||
                             to->by_copies || g == family
                         ? CSL_NO_HOP
                         : over_at(a, family, g);
    }
    a->vague_tickets = vague;
}

void csl_find_hops(csl_analysis *a) {
    const uint32_t n = a->families.n;
    int64_t **hops = csl_alloc(a->ctx, n * sizeof *hops);
    int64_t **handed = csl_alloc(a->ctx, n * sizeof *handed);
    a->vague_tickets = false;
    for (uint32_t f = 0; f < n; f++) {
        hops[f] = a->families.v[f].hops = csl_alloc(a->ctx, n * sizeof **hops);
        handed[f] = a->families.v[f].handed = csl_alloc(a->ctx, n * sizeof **handed);
        for (uint32_t g = 0; g < n; g++) {
            const csl_family *from = &a->families.v[f], *to = &a->families.v[g];
            /* the barriers of the block are in order in any case */
            const bool none = from->open || to->open || (f != g && from->whole && to->whole);
            hops[f][g] = none ? CSL_NO_HOP : f == g ? 0 : hop_over(a, f, g, false);
            handed[f][g] = f != g && to->by_copies ? CSL_NO_HOP : hops[f][g];
        }
    }
    add_up(hops, n);
    add_up(handed, n);
    for (uint32_t f = 0; f < n; f++) {
        find_told(a, f);
        find_over(a, f);
    }
}
