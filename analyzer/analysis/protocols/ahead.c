/* What the end of one phase says of others: the conditions "ahead", "late" and "ends".
 *
 * Numbers of tickets that stand at one place of the program differ by constants, mostly: the
 * producer of a ring arrives with ticket k after having waited for k - S. So a phase of one family
 * that has ended tells of phases of another, so many tickets before (hops.c).
 */
#include "settle.h"

bool csl_share_threads(csl_analysis *a, const csl_node *x, const csl_node *y) {
    csl_expr *one, *other;
    if (!csl_own_condition(a, x, &one) || !csl_own_condition(a, y, &other))
        return true;
    for (uint32_t s = 0; s < a->shapes.n; s++)
        if (csl_count_coming(a, csl_and(a->ctx, one, other), a->shapes.shape[s], 1))
            return true;
    return false;
}

bool csl_ends_by_drop(csl_analysis *a, const csl_family *f, const csl_node *drop) {
    if (f->stages != 1 || f->owners || f->by_warp || drop->loop || drop->count || !drop->next ||
        drop->next->stmt->kind != CSL_STMT_EXIT)
        return false;
    for (uint32_t k = 0; k < f->uses.n; k++)
        if (f->uses.v[k] != drop && csl_share_threads(a, drop, f->uses.v[k]))
            return false;
    return true;
}

static bool is_wait(const csl_node *n) {
    return n->stmt->sync->kind != CSL_SYNC_ARRIVE;
}

/* No ticket of the family is beyond its first round. */
static bool one_round(csl_analysis *a, uint32_t family) {
    const csl_family *f = &a->families.v[family];
    for (uint32_t i = 0; i < f->uses.n; i++) {
        csl_expr *t = csl_ticket_of_arrival(a, f->uses.v[i], family);
        if (csl_is_arrival(f->uses.v[i]->stmt->sync) && csl_range_of(a, t).hi >= f->stages)
            return false;
    }
    return true;
}

/* A thread that arrives with ticket t knows that t - S has ended. */
static bool is_ahead(csl_analysis *a, uint32_t family, const csl_node *n) {
    const csl_family *f = &a->families.v[family];
    for (uint32_t g = 0; g < a->families.n; g++) {
        int64_t gap;
        if (f->hops[g] != CSL_NO_HOP && csl_knows_tickets(a, n, family, g, &gap) &&
            gap - f->hops[g] >= 1 - f->stages)
            return true;
    }
    return csl_range_of(a, csl_ticket_of_arrival(a, n, family)).hi < f->stages;
}

/* Each of those that come to the node arrives at one of these. */
static bool all_are_among(csl_analysis *a, const csl_node *n, csl_expr *these) {
    csl_expr *own;
    if (!csl_own_condition(a, n, &own))
        return false;
    own = csl_and(a->ctx, own, csl_not(a->ctx, these));
    for (uint32_t s = 0; s < a->shapes.n; s++)
        if (csl_count_coming(a, own, a->shapes.shape[s], 1))
            return false;
    return true;
}

bool csl_arrive_too(csl_analysis *a, const csl_node *n, uint32_t family) {
    return !csl_is_handed_over(&a->families.v[family], n) &&
           all_are_among(a, n, a->families.v[family].arrivers);
}

/* Who arrives at `use` for a phase of the stage after the one that is waited for at `n` may not
 * know of the barrier of the block that comes behind the wait. */
static bool may_come_before(csl_analysis *a, uint32_t family, const csl_node *n,
                            const csl_node *use) {
    const uint32_t whole = a->families.n - 1;
    csl_ctx *ctx = a->ctx;
    csl_builder *b = csl_builder_of_family(a, &a->families.v[family], CSL_PAIR_ANY);
    csl_expr *next = csl_binary(ctx, CSL_OP_ADD, csl_side(b, 0, csl_ticket_of_wait(a, n, family)),
                                csl_const(ctx, CSL_I32, a->families.v[family].stages));
    csl_expr *later =
        csl_binary(ctx, CSL_OP_LE, next, csl_side(b, 1, csl_ticket_of_arrival(a, use, family)));
    csl_expr *unknown = csl_binary(
        ctx, CSL_OP_LE, csl_side(b, 1, csl_tickets_at(a, use, whole, CSL_TICKETS_WAITED)),
        csl_side(b, 0, csl_tickets_at(a, n, whole, CSL_TICKETS_HANDED)));
    csl_expr *one = csl_and(ctx, csl_side(b, 0, n->reach), csl_and(ctx, later, unknown));
    csl_query q = csl_builder_query(b, one, csl_side(b, 1, use->reach));
    const csl_verdict v = csl_ask(a, &q, CSL_USE_PROOF).verdict;
    csl_builder_done(b);
    return v != CSL_SAFE;
}

static bool is_behind_barriers(csl_analysis *a, uint32_t family, const csl_node *n) {
    const csl_family *f = &a->families.v[family];
    for (uint32_t i = 0; i < f->uses.n; i++)
        if (csl_is_lasting(f->uses.v[i]) && may_come_before(a, family, n, f->uses.v[i]))
            return false;
    return a->families.v[a->families.n - 1].whole;
}

/* Those who arrive at that use, there or elsewhere, know of so many tickets of `of`, less the
 * ticket they arrive with: at least. */
static bool all_know(csl_analysis *a, uint32_t family, const csl_node *use, uint32_t of,
                     int64_t *least) {
    const csl_family *f = &a->families.v[family];
    *least = INT64_MAX;
    for (uint32_t k = 0; k < f->uses.n; k++) {
        const csl_node *n = f->uses.v[k];
        int64_t gap;
        if (!csl_is_arrival(n->stmt->sync) || (n != use && !csl_share_threads(a, use, n)))
            continue;
        if (!csl_knows_tickets(a, n, family, of, &gap))
            return false;
        *least = gap < *least ? gap : *least;
    }
    return true;
}

/* Of the tickets of `by` that one group gives, what a thread that arrives at `f` knows of `h`
 * tells: they are of one group, or `h` is of all. */
static bool are_of_one(const csl_family *f, const csl_family *by, const csl_family *h) {
    return !by->owners || !h->owners || (f->owners == by->owners && f->owners == h->owners);
}

/* Some of each group arrive there. */
static bool arrive_of_each(csl_analysis *a, const csl_family *f, const csl_node *use) {
    csl_expr *own;
    return !f->owners || (csl_own_condition(a, use, &own) && csl_is_in_each(a, f, own));
}

/* One that arrives for the phase after the next knows of a ticket of `by` that those who wait at
 * `n` give, with this number or a later one, less that of the wait. */
static bool is_known_then(csl_analysis *a, uint32_t family, uint32_t by, int64_t gives) {
    const csl_family *f = &a->families.v[family];
    int64_t knows_of;
    if (by == family && gives <= f->stages)
        return true; /* it is waited for itself */
    for (uint32_t h = 0; h < a->families.n; h++)
        for (uint32_t i = 0; i < f->uses.n; i++)
            if (a->families.v[by].hops[h] != CSL_NO_HOP && csl_is_lasting(f->uses.v[i]) &&
                are_of_one(f, &a->families.v[by], &a->families.v[h]) &&
                arrive_of_each(a, f, f->uses.v[i]) &&
                all_know(a, family, f->uses.v[i], h, &knows_of) &&
                gives + a->families.v[by].hops[h] < f->stages + knows_of)
                return true;
    return false;
}

/* The phase after the next of that stage cannot end before the thread that waits at `n` has
 * returned: one that arrives there knows of a ticket that the waiting thread gives afterwards. Not
 * all who wait have to give tickets of the same family. */
static bool not_late(csl_analysis *a, uint32_t family, const csl_node *n) {
    csl_expr *waits = csl_ticket_of_wait(a, n, family), *all = csl_false(a->ctx);
    for (uint32_t g = 0; g < a->families.n; g++) {
        const csl_family *by = &a->families.v[g];
        int64_t gives;
        if (by->open || csl_is_handed_over(by, n) || !csl_some_arrive(a, n, g, false))
            continue;
        csl_expr *handed =
            csl_chosen(a, csl_tickets_at(a, n, g, CSL_TICKETS_HANDED), csl_expand(a, by->arrivers));
        if (!csl_gap(a, handed, waits, &gives)) {
            a->vague_tickets |= handed->op != CSL_OP_CONST && csl_arrive_too(a, n, g);
            if (!csl_most_gap(a, handed, waits, &gives))
                continue;
        }
        if (!is_known_then(a, family, g, gives))
            continue;
        all = csl_or(a->ctx, all, by->arrivers);
        if (by->copiers) /* what they copy with that ticket they copy afterwards */
            all = csl_or(a->ctx, all, by->copiers);
        if (all_are_among(a, n, all))
            return true;
    }
    return false;
}

/* Those who drop out of the family, or do not get there. */
static csl_expr *who_drops(csl_analysis *a, const csl_family *f) {
    csl_expr *any = csl_false(a->ctx), *own;
    for (uint32_t i = 0; i < f->uses.n; i++)
        if (f->uses.v[i]->stmt->sync->drops && csl_own_condition(a, f->uses.v[i], &own))
            any = csl_or(a->ctx, any, own);
    return any;
}

/* The threads end there because they have dropped out. */
static bool ends_by_drop(const csl_family *f, const csl_node *end) {
    for (uint32_t i = 0; i < f->uses.n; i++)
        if (f->uses.v[i]->stmt->sync->drops && f->uses.v[i]->next == end)
            return true;
    return false;
}

/* Some thread waits at `n` for a ticket that another, for which `comes` holds, has not given: it
 * gives so many. */
static bool may_give_less(csl_analysis *a, const csl_family *f, const csl_node *n, csl_expr *waits,
                          csl_expr *given, csl_expr *comes) {
    csl_ctx *ctx = a->ctx;
    if (given->op == CSL_OP_ITE && csl_is_of_thread(ctx, given->kids[0])) {
        csl_expr *c = given->kids[0];
        return may_give_less(a, f, n, waits, given->kids[1], csl_and(ctx, comes, c)) ||
               may_give_less(a, f, n, waits, given->kids[2], csl_and(ctx, comes, csl_not(ctx, c)));
    }
    csl_builder *b = csl_builder_of_family(a, f, csl_pair_of_block(a));
    csl_expr *less = csl_binary(ctx, CSL_OP_LE, csl_side(b, 1, given), csl_side(b, 0, waits));
    csl_expr *one = csl_side(b, 0, n->reach), *other = csl_side(b, 1, comes);
    csl_query q = csl_builder_query(b, csl_and(ctx, one, less), other);
    const csl_verdict v = csl_ask(a, &q, CSL_USE_PROOF).verdict;
    csl_builder_done(b);
    return v != CSL_SAFE;
}

/* Some thread waits at `n` for a ticket that another, which arrives, has not given at `end`. */
static bool may_stay_away(csl_analysis *a, uint32_t family, const csl_node *n, const csl_node *end,
                          bool whole) {
    csl_ctx *ctx = a->ctx;
    csl_expr *waits = csl_ticket_of_wait(a, n, family);
    csl_expr *given = csl_tickets_at(a, end, family, CSL_TICKETS_GIVEN);
    csl_expr *comes = csl_expand(a, a->families.v[family].arrivers);
    if (whole)
        comes = csl_and(ctx, comes, csl_expand(a, end->reach));
    else /* who drops out does not come to the end */
        comes = csl_and(ctx, comes,
                        csl_or(ctx, csl_not(ctx, who_drops(a, &a->families.v[family])),
                               csl_expand(a, end->reach)));
    if (csl_is_false(comes))
        return false;
    given = csl_chosen(a, csl_as_elected(a, given), csl_as_elected(a, comes));
    return may_give_less(a, &a->families.v[family], n, waits, given, comes);
}

/* Those that return earlier do not come to the end of the kernel. */
static bool all_come(csl_analysis *a, uint32_t family, const csl_node *n) {
    bool return_earlier = false;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *exit = a->nodes.v[i];
        if (exit->stmt->kind != CSL_STMT_EXIT || ends_by_drop(&a->families.v[family], exit))
            continue;
        return_earlier = true;
        if (may_stay_away(a, family, n, exit, true))
            return false;
    }
    return !a->end || !may_stay_away(a, family, n, a->end, return_earlier);
}

/* Who waits at `n` may be waited for, at a barrier of the block, by who has to arrive. */
static bool waits_across_barrier(csl_analysis *a, uint32_t family, const csl_node *n,
                                 const csl_node *barrier) {
    csl_ctx *ctx = a->ctx;
    csl_expr *at_wait = csl_barriers_before(a, n), *at_barrier = csl_barriers_before(a, barrier);
    if (csl_range_of(a, at_barrier).hi < csl_range_of(a, at_wait).lo)
        return false;
    csl_builder *b = csl_builder_of_family(a, &a->families.v[family], csl_pair_of_block(a));
    csl_expr *given = csl_tickets_at(a, barrier, family, CSL_TICKETS_GIVEN);
    csl_expr *less = csl_binary(ctx, CSL_OP_LE, csl_side(b, 1, given),
                                csl_side(b, 0, csl_ticket_of_wait(a, n, family)));
    csl_expr *later =
        csl_binary(ctx, CSL_OP_LE, csl_side(b, 0, at_wait), csl_side(b, 1, at_barrier));
    csl_expr *one = csl_side(b, 0, n->reach);
    csl_expr *other = csl_side(
        b, 1,
        csl_and(ctx, csl_expand(a, a->families.v[family].arrivers), csl_expand(a, barrier->reach)));
    csl_query q = csl_builder_query(b, csl_and(ctx, one, csl_and(ctx, less, later)), other);
    const csl_verdict v = csl_ask(a, &q, CSL_USE_PROOF).verdict;
    csl_builder_done(b);
    return v != CSL_SAFE;
}

/* ---- rounds that a message ends ------------------------------------------------------------------- */

/* It was read from shared memory, or given back by an atomic operation. */
static bool is_message(void *analysis, csl_expr *e) {
    csl_analysis *a = analysis;
    const csl_sym *s = e->op == CSL_OP_SYM ? csl_sym_of(a, e) : NULL;
    if (!s || s->kind != CSL_SYM_LOAD || !s->node || s->node->stmt->kind != CSL_STMT_ACCESS)
        return false;
    bool found = s->node->stmt->access->mode == CSL_MODE_RMW;
    for (uint32_t i = 0; i < s->node->ntargets; i++) {
        const csl_object *o = csl_object_of_root(a, s->node->targets[i].root);
        found |= !o || o->kind == CSL_OBJ_SHARED || o->kind == CSL_OBJ_DYNAMIC;
    }
    return found;
}

/* Threads leave a loop around the node when they are told to: how many rounds they make, others may
 * have made as well. */
static bool ends_by_message(csl_analysis *a, const csl_node *n) {
    for (const csl_loop *l = n->loop; l; l = l->parent)
        for (uint32_t i = 0; i < l->leaves.n; i++)
            if (csl_find_part(a->ctx, csl_expand(a, l->leaves.v[i]->reach), is_message, a))
                return true;
    return false;
}

static bool rounds_are_told(csl_analysis *a, const csl_family *f) {
    for (uint32_t i = 0; i < f->uses.n; i++)
        if (ends_by_message(a, f->uses.v[i]))
            return true;
    return false;
}

/* ---- all ------------------------------------------------------------------------------------------ */

/* All that the order of this one rests on is known: what is missing is missing in the program. */
static bool all_known(const csl_analysis *a) {
    for (uint32_t i = 0; i < a->families.n; i++)
        if (a->families.v[i].open && !a->families.v[i].loose)
            return false;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_stmt *s = a->nodes.v[i]->stmt;
        if (csl_may_do_anything(s) || (csl_is_unmodelled(s) && !s->sync->family))
            return false;
    }
    return true;
}

static void blame(csl_analysis *a, csl_family *f, csl_phase_fault kind, csl_node *at,
                  csl_expr *wrong) {
    if (f->fault.kind != CSL_PHASE_RIGHT || a->vague_tickets || !all_known(a))
        return;
    f->fault.kind = kind;
    f->fault.at = at;
    f->fault.wrong = wrong;
}

static csl_expr *at_least(csl_analysis *a, csl_expr *ticket, int64_t least) {
    return csl_binary(a->ctx, CSL_OP_LE, csl_const(a->ctx, CSL_I32, least), ticket);
}

static const char *check_wait(csl_analysis *a, uint32_t family, csl_node *n, bool once) {
    csl_family *f = &a->families.v[family];
    csl_expr *ticket = csl_ticket_of_wait(a, n, family);
    if (f->root && !once && !not_late(a, family, n) && !is_behind_barriers(a, family, n)) {
        blame(a, f, CSL_PHASE_LATE, n, at_least(a, ticket, 0));
        return "a wait that may come too late";
    }
    if (!all_come(a, family, n)) {
        if (!rounds_are_told(a, f))
            blame(a, f, CSL_PHASE_NEVER, n, at_least(a, ticket, 0));
        return "a wait for a phase at which not all may arrive";
    }
    for (uint32_t k = 0; k < a->nodes.n; k++)
        if (csl_sync_counts(a->nodes.v[k]->stmt, CSL_SCOPE_BLOCK) &&
            waits_across_barrier(a, family, n, a->nodes.v[k]))
            return "a wait for threads that may wait at a barrier of the block";
    return NULL;
}

const char *csl_check_order(csl_analysis *a, uint32_t family) {
    csl_family *f = &a->families.v[family];
    const bool once = one_round(a, family);
    csl_node *waits = NULL;
    for (uint32_t i = 0; i < f->uses.n; i++) {
        csl_node *n = f->uses.v[i];
        if (n->stmt->sync->kind != CSL_SYNC_WAIT && !once && !is_ahead(a, family, n)) {
            if (f->root || csl_is_waited_at(f))
                blame(a, f, CSL_PHASE_EARLY, n,
                      at_least(a, csl_ticket_of_arrival(a, n, family), f->stages));
            return "an arrival that may come before the phase before has ended";
        }
        const char *why = is_wait(n) ? check_wait(a, family, n, once) : NULL;
        if (why)
            return why;
        waits = is_wait(n) && !waits ? n : waits;
    }
    const char *why = once ? NULL : csl_check_copiers(a, family);
    if (why)
        return why;
    why = csl_check_live(a, family);
    if (why && waits)
        blame(a, f, CSL_PHASE_CIRCLE, waits, at_least(a, csl_ticket_of_wait(a, waits, family), 0));
    return why;
}
