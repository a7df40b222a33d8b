/* What is proved of families of barriers before their tickets order anything.
 *
 * A thread takes the tickets of a family one after another. That every arrival with ticket t is one
 * of phase t div S of stage t mod S, and every wait for t waits for that phase, whatever the
 * schedule, follows from
 *
 *   places   its t-th arrival (wait) is at stage t mod S, and waits name the parity of t div S
 *   number   those who arrive come to what the object expects, each of them once per ticket
 *   ahead    a thread that arrives with ticket t + S knows that t has ended (and all before)
 *   late     t + S cannot end before those who wait for t have returned
 *   ends     what is waited for is arrived at by all who arrive at all
 *   live     waits do not wait for each other in a ring
 *
 * by induction over the events of a schedule: the first one that went wrong would need one of these
 * to be wrong before it. The conditions speak of several families at once, so those that fail are
 * taken out until the rest holds.
 */
#include "settle.h"

/* ---- small questions ------------------------------------------------------------------------------ */

/* No thread that satisfies `guard` satisfies `wrong`. */
bool csl_never(csl_analysis *a, csl_expr *guard, csl_expr *wrong) {
    csl_expr *both = csl_and(a->ctx, csl_expand(a, guard), wrong);
    if (csl_is_false(both))
        return true;
    csl_relation r = {.pair = CSL_PAIR_ANY, .share = CSL_SCOPE_BLOCK};
    csl_builder *b = csl_builder_new(a, &r);
    csl_query q = csl_builder_query(b, csl_side(b, 0, both), csl_true(a->ctx));
    const csl_verdict v = csl_ask(a, &q, CSL_USE_PROOF).verdict;
    csl_builder_done(b);
    return v == CSL_SAFE;
}

/* ---- places --------------------------------------------------------------------------------------- */

/* What is no arrival of the thread. */
static const char *check_apart(const csl_family *f, const csl_node *n) {
    const csl_sync *y = n->stmt->sync;
    const bool adds = y->count && csl_is_const(y->count, 0);
    if (adds && !y->bytes && !y->tracks)
        return "bytes that come apart from a copy";
    return csl_is_arrival(y) && y->tracks != f->by_copies
               ? "arrivals of threads and of copies at one barrier object"
               : NULL;
}

/* An arrival or a wait keeps memory in no order: its semantics are relaxed. */
static bool orders_nothing(const csl_family *f) {
    for (uint32_t i = 0; i < f->uses.n; i++) {
        const csl_sync *y = f->uses.v[i]->stmt->sync;
        if (!y->orders && !(y->count && csl_is_const(y->count, 0)))
            return true;
    }
    return false;
}

/* Behind the look the thread waits, unless it has seen that the phase is over. */
static bool is_made_good(csl_analysis *a, const csl_family *f, const csl_node *look) {
    for (uint32_t i = 0; i < f->uses.n && look->sym != CSL_NO_VAR; i++) {
        const csl_node *w = f->uses.v[i];
        csl_expr *seen;
        if (w->stmt->sync->kind != CSL_SYNC_WAIT || w->stmt->sync->result != CSL_NO_VAR ||
            w->order < look->order || w->loop != look->loop)
            continue;
        csl_expr *reach = csl_without_looks(a, csl_expand(a, w->reach), &seen);
        if (reach == csl_expand(a, look->reach) &&
            csl_is_false(csl_replace_sym(a, seen, look->sym, csl_true(a->ctx))) &&
            csl_is_true(csl_replace_sym(a, seen, look->sym, csl_false(a->ctx))))
            return true;
    }
    return false;
}

/* The thread looks once, and does not wait afterwards: where it has seen that the phase is over,
 * that counts as a wait. */
static bool looks_last(const csl_family *f, const csl_node *look) {
    for (uint32_t i = 0; i < f->uses.n; i++)
        if (f->uses.v[i] != look && f->uses.v[i]->stmt->sync->kind != CSL_SYNC_ARRIVE &&
            f->uses.v[i]->order > look->order)
            return false;
    return !look->loop && look->sym != CSL_NO_VAR;
}

static const char *check_places(csl_analysis *a, uint32_t family) {
    csl_family *f = &a->families.v[family];
    for (uint32_t i = 0; i < f->uses.n; i++) {
        csl_node *n = f->uses.v[i];
        const csl_sync *y = n->stmt->sync;
        if (y->drops && !csl_ends_by_drop(a, f, n))
            return "threads that drop out of a barrier object";
        const char *why = check_apart(f, n);
        if (why)
            return why;
        if (y->kind == CSL_SYNC_WAIT && y->result != CSL_NO_VAR && !is_made_good(a, f, n) &&
            !looks_last(f, n))
            return "a look at a barrier object, which may fail";
        csl_expr *ticket = csl_ticket_of_arrival(a, n, family);
        if (f->root && y->kind != CSL_SYNC_WAIT && !csl_at_stage(a, f, n->targets, n, ticket)) {
            if (csl_is_arrival(y))
                csl_blame_stage(a, family, n, ticket);
            return "an arrival at another stage than the one whose turn it is";
        }
        int64_t gap;
        if (f->by_warp && csl_is_arrival(y) &&
            !(csl_gap(a, csl_tickets_at(a, n, family, CSL_TICKETS_HANDED),
                      csl_tickets_at(a, n, family, CSL_TICKETS_GIVEN), &gap) &&
              gap == 0))
            return "a lane that arrives for its warp with no barrier before";
    }
    return csl_find_first_wait(a, family);
}

/* ---- number --------------------------------------------------------------------------------------- */

enum { WARP = 32 };

/* Arrivals that one thread's coming is: NULL where it is not a constant. */
static int64_t weight_of(const csl_node *n) {
    if (!n->count || n->stmt->sync->id)
        return 1;
    return n->count->op == CSL_OP_CONST ? n->count->value : 0;
}

/* A named barrier counts warps: who comes waits for all lanes of its warp first (PTX ISA, barrier).
 */
static bool whole_warps_come(csl_analysis *a, csl_expr *own, const uint32_t shape[3]) {
    const uint32_t threads = shape[0] * shape[1] * shape[2];
    const uint32_t lanes = csl_count_coming(a, own, shape, 1);
    return lanes == csl_count_coming(a, own, shape, WARP) || lanes == threads;
}

/* In blocks of that shape as many arrive, of these threads, as are expected. */
static bool enough_of(csl_analysis *a, csl_family *f, const uint32_t shape[3], csl_expr *these) {
    const uint32_t threads = shape[0] * shape[1] * shape[2];
    csl_expr *expects = f->expects ? csl_with_shape(a, f->expects, shape) : NULL;
    const int64_t all = (threads + WARP - 1) / WARP * WARP;
    if (expects && expects->op != CSL_OP_CONST)
        return false;
    int64_t come = 0, heads = 0;
    bool aligned = false;
    for (uint32_t i = 0; i < f->uses.n; i++) {
        const csl_node *n = f->uses.v[i];
        csl_expr *own, *earlier = csl_false(a->ctx), *same = csl_true(a->ctx);
        if (!csl_is_arrival(n->stmt->sync) || !csl_own_condition(a, n, &same))
            continue;
        /* each set of threads once, however many places it arrives at */
        for (uint32_t k = 0; k < i; k++)
            if (csl_is_arrival(f->uses.v[k]->stmt->sync) &&
                weight_of(f->uses.v[k]) == weight_of(n) && csl_own_condition(a, f->uses.v[k], &own))
                earlier = csl_or(a->ctx, earlier, own);
        own = csl_and(a->ctx, these, csl_and(a->ctx, same, csl_not(a->ctx, earlier)));
        const uint32_t more = csl_count_coming(a, own, shape, f->root ? 1 : WARP);
        aligned |= n->stmt->sync->aligned;
        heads += more;
        come += more * weight_of(n);
    }
    csl_expr *whole = csl_false(a->ctx), *own;
    for (uint32_t i = 0; i < f->uses.n; i++)
        if (csl_is_arrival(f->uses.v[i]->stmt->sync) && csl_own_condition(a, f->uses.v[i], &own))
            whole = csl_or(a->ctx, whole, own);
    whole = csl_and(a->ctx, these, whole);
    if (!f->root && !whole_warps_come(a, whole, shape))
        return false;
    if (!f->root && !aligned) /* lanes of a warp wait for each other, at whatever places */
        come = heads = csl_count_coming(a, whole, shape, WARP);
    f->coming = (uint32_t)come;
    f->expected = (uint32_t)(expects ? expects->value : all);
    return come > 0 && f->coming == f->expected &&
           heads == csl_count_coming(a, whole, shape, f->root ? 1 : WARP);
}

/* Some of these threads use the family. */
static bool any_uses(csl_analysis *a, const csl_family *f, const uint32_t shape[3],
                     csl_expr *these) {
    csl_expr *own;
    for (uint32_t i = 0; i < f->uses.n; i++)
        if (csl_own_condition(a, f->uses.v[i], &own) &&
            csl_count_coming(a, csl_and(a->ctx, own, these), shape, 1))
            return true;
    return false;
}

/* ... in each group, where these have objects of their own. */
static bool enough_come(csl_analysis *a, csl_family *f, const uint32_t shape[3]) {
    if (!f->owners)
        return enough_of(a, f, shape, csl_true(a->ctx));
    bool any = false;
    for (int64_t group = f->from; group < f->from + f->groups; group++) {
        csl_expr *these = csl_in_group(a, f->owners, group);
        if (!any_uses(a, f, shape, these))
            continue;
        any = true;
        if (!enough_of(a, f, shape, these))
            return false;
    }
    return any;
}

static const char *check_number(csl_analysis *a, uint32_t family) {
    csl_family *f = &a->families.v[family];
    f->arrivers = csl_false(a->ctx);
    for (uint32_t i = 0; i < f->uses.n; i++) {
        const csl_node *n = f->uses.v[i];
        csl_expr *own;
        if (!csl_own_condition(a, n, &own))
            return "threads that come to a barrier or not, depending on data";
        if (!csl_is_arrival(n->stmt->sync))
            continue;
        if (weight_of(n) < 1)
            return "a number of arrivals that is not known";
        f->arrivers = csl_or(a->ctx, f->arrivers, own);
    }
    if (!a->shapes.n)
        return "barriers that count threads, in blocks of unknown size";
    if (f->handover)
        return csl_check_handover(a, family, &f->arrivers);
    for (uint32_t s = 0; s < a->shapes.n; s++)
        if (!enough_come(a, f, a->shapes.shape[s]))
            return "not as many arrive as are expected";
    return NULL;
}

/* All lanes of the warps of which one arrives. */
static void widen_arrivers(csl_analysis *a, csl_family *f) {
    csl_expr *all = csl_false(a->ctx);
    for (uint32_t k = 0; k < f->lanes.n; k++)
        all = csl_or(a->ctx, all, f->lanes.v[k]);
    if (f->by_warp)
        f->arrivers = all;
}

/* ---- all ------------------------------------------------------------------------------------------ */

/* A number of tickets that a loop carries along without a closed form. */
static bool has_forms(csl_analysis *a, uint32_t family) {
    for (uint32_t i = 0; i < a->syms.n; i++) {
        const csl_sym *s = a->syms.v[i];
        if (s->kind == CSL_SYM_PHI && !s->def &&
            s->slot >= a->first_ticket + family * CSL_TICKETS &&
            s->slot < a->first_ticket + (family + 1) * CSL_TICKETS)
            return false;
    }
    return true;
}

/* A look that decides nothing is none to wait for. */
static const char *check_looks(csl_analysis *a, csl_family *f) {
    for (uint32_t i = 0; i < f->uses.n; i++) {
        csl_node *n = f->uses.v[i];
        const csl_sync *y = n->stmt->sync;
        if (y->kind != CSL_SYNC_WAIT || y->result == CSL_NO_VAR || n->sym == CSL_NO_VAR ||
            a->syms.v[n->sym]->used)
            continue;
        csl_blame(f, CSL_PHASE_LOOK, n, csl_true(a->ctx));
        return "a look at a barrier object, which may fail";
    }
    return NULL;
}

/* Copies that only hold a phase open need their thread's own arrival to come behind them. */
static const char *check_held(csl_analysis *a, uint32_t family) {
    const csl_family *f = &a->families.v[family];
    for (uint32_t i = 0; i < f->uses.n; i++)
        if (f->uses.v[i]->stmt->sync->tracks && !csl_arrive_too(a, f->uses.v[i], family))
            return "copies of a thread that does not arrive itself";
    return NULL;
}

/* Who waits for a barrier object at which no thread arrives waits for ever. */
static const char *check_any_arrives(csl_analysis *a, csl_family *f) {
    if (!f->root || a->kernel->maps_blocks) /* other blocks may arrive */
        return NULL;
    for (uint32_t i = 0; i < f->uses.n; i++)
        if (csl_is_arrival(f->uses.v[i]->stmt->sync))
            return NULL;
    for (uint32_t i = 0; i < f->uses.n; i++) {
        csl_node *n = f->uses.v[i];
        csl_expr *least = csl_const(a->ctx, CSL_I32, f->stages);
        csl_expr *ticket = csl_ticket_of_wait(a, n, (uint32_t)(f - a->families.v));
        /* the phase before the first, of parity 1, is over */
        csl_expr *never = csl_binary(a->ctx, CSL_OP_LE, least, ticket);
        if (n->parity && csl_is_const(csl_expand(a, n->parity), 0))
            never = csl_true(a->ctx);
        if (n->stmt->sync->kind == CSL_SYNC_WAIT && n->stmt->sync->result == CSL_NO_VAR) {
            csl_blame(f, CSL_PHASE_NEVER, n, never);
            break;
        }
    }
    return "a barrier object at which no thread arrives";
}

/* Who commits groups of the tensor core. */
static const char *check_tensor(csl_analysis *a, csl_family *f) {
    f->arrivers = csl_false(a->ctx);
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        csl_expr *own;
        if (n->stmt->kind != CSL_STMT_ASYNC || !n->stmt->async.tensor || n->stmt->async.wait)
            continue;
        if (!csl_own_condition(a, n, &own))
            return "groups of the tensor core that are committed or not, depending on data";
        f->arrivers = csl_or(a->ctx, f->arrivers, own);
    }
    return a->vague_waits ? "a wait for an unknown number of groups" : NULL;
}

/* What can be said of one family at a time. */
static void settle_alone(csl_analysis *a, uint32_t i) {
    csl_family *f = &a->families.v[i];
    if (f->tensor) {
        f->open = check_tensor(a, f);
        return;
    }
    if (f->crosses) {
        if (!f->open)
            f->open = f->owners ? "barrier objects of each warp that other blocks signal"
                                : csl_check_crossing(a, f);
        f->crossed = !f->open;
        f->open = f->open ? f->open : "arrivals of other blocks";
        return;
    }
    for (uint32_t k = 0; f->reused && k < f->uses.n; k++)
        if (f->uses.v[k]->stmt == f->reused)
            csl_blame(f, CSL_PHASE_LIVE, f->uses.v[k], csl_true(a->ctx));
    if (!f->open && f->until && f->copies.n)
        f->open = "copies at a barrier object that is initialised again";
    if (!f->open)
        f->open = check_looks(a, f);
    if (!f->open && !has_forms(a, i))
        f->open = "a barrier that loops use in a way that is not followed";
    if (!f->open)
        f->open = check_any_arrives(a, f);
    const char *places = f->open ? f->open : check_places(a, i);
    if (!f->open)
        f->open = check_number(a, i);
    if (!places)
        places = csl_check_bytes(a, i);
    if (!places && !f->open)
        places = check_held(a, i);
    if (places)
        f->coming = f->expected; /* who comes where is not known */
    if (!f->open)
        f->open = places;
    f->relaxed = !f->open && orders_nothing(f);
    if (f->relaxed)
        f->open = "an arrival or a wait that orders nothing";
    f->loose = f->open && csl_is_loose(a, f);
    if (!f->open)
        widen_arrivers(a, f);
}

static void conclude(csl_analysis *a, csl_family *f) {
    f->settled = !f->open;
    for (uint32_t k = 0; k < f->copies.n && !f->crosses; k++)
        f->copies.v[k]->completes =
            csl_ticket_of_copy(a, f->copies.v[k], (uint32_t)(f - a->families.v));
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        if (n->tracked && &a->families.v[n->family - 1] == f)
            n->completes = csl_ticket_of_arrival(a, n->tracked, n->family - 1);
        for (uint32_t k = 0; k < n->commits.n; k++)
            if (&a->families.v[n->commits.v[k].commit->stmt->sync->family - 1] == f)
                n->commits.v[k].ticket = csl_ticket_of_arrival(
                    a, n->commits.v[k].commit, n->commits.v[k].commit->stmt->sync->family - 1);
    }
    if (f->whole)
        return;
    for (uint32_t k = 0; k < f->uses.n; k++) {
        const csl_sync *y = f->uses.v[k]->stmt->sync;
        f->uses.v[k]->stmt->sync->settled = f->settled || f->crossed || f->relaxed;
        if (f->open && !f->crossed)
            csl_obstruct(a, 1u << csl_concern_of_sync(y), f->uses.v[k], f->open);
        else if (k == 0)
            csl_count_answer(a, 1u << csl_concern_of_sync(y), CSL_SAFE);
    }
}

void csl_settle_families(csl_analysis *a) {
    if (!a->families.n)
        return;
    csl_find_uses(a);
    csl_check_barrier_places(a);
    for (uint32_t i = 0; i < a->families.n && !a->families.v[i].whole; i++)
        settle_alone(a, i);
    for (bool lost = true; lost;) {
        lost = false;
        csl_find_hops(a);
        const char **open = csl_alloc(a->ctx, a->families.n * sizeof *open);
        for (uint32_t i = 0; i < a->families.n; i++)
            if (!a->families.v[i].open && !a->families.v[i].whole)
                open[i] = csl_check_order(a, i);
        for (uint32_t i = 0; i < a->families.n; i++)
            if (open[i]) {
                a->families.v[i].open = open[i];
                lost = true;
            }
    }
    for (uint32_t i = 0; i < a->families.n; i++)
        conclude(a, &a->families.v[i]);
    csl_find_group_ends(a);
}
