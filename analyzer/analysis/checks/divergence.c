/* Divergence: barriers on which threads of their scope can disagree.
 *
 * For each barrier, every point at which a thread could have gone another way (arms it stands in,
 * jumps before it, ways out of the loops around it) is asked in order of execution: can one thread
 * reach the barrier while another goes the other way? The first yes is the finding; other barriers
 * behind the same point join it.
 *
 * Needs: csl_find_uniform().
 */
#include "divergence.h"
#include "../../limits/limits.h"

#include <stdlib.h>

/* Threads of the scope wait here for each other, or exchange something. */
static bool brings_together(const csl_stmt *s, csl_scope scope) {
    return scope == CSL_SCOPE_WARP ? csl_is_of_lanes(s) : csl_sync_counts(s, scope);
}

/* The IF that decides a jump: the innermost varying one the barrier does not stand in. */
static csl_node *decision_of(csl_analysis *a, csl_node *jump, const csl_node *barrier,
                             csl_scope scope) {
    csl_node *any = NULL;
    for (const csl_parting *p = jump->arms; p; p = p->before) {
        if (csl_stands_in(barrier, p->node))
            break;
        if (csl_scope_of(a, p->node->cond) < scope)
            return p->node;
        if (!any)
            any = p->node;
    }
    return any ? any : jump;
}

/* ---- the chain from a condition to threadIdx ------------------------------------------------- */

typedef CSL_VEC(csl_origin_step) chain_list;

static void follow(csl_analysis *a, const csl_def *d, csl_scope scope, chain_list *out,
                   unsigned depth) {
    for (uint32_t i = 0; i < d->nfrom && depth < CSL_LIMIT(origin_chain); i++) {
        const csl_def *f = d->from[i];
        if (!f->value || csl_scope_of(a, f->value) >= scope)
            continue;
        follow(a, f, scope, out, depth + 1);
        bool seen = !f->stmt->text || !f->stmt->place;
        for (uint32_t j = 0; j < out->n; j++)
            seen |= out->v[j].place == f->stmt->place;
        if (seen || csl_limit_reached(CSL_LIMIT_origin_chain, out->n))
            continue;
        csl_origin_step s = {f->stmt->place, f->stmt->text};
        CSL_PUSH(a->ctx, out, s);
    }
}

/* ---- findings -------------------------------------------------------------------------------- */

static csl_node *barrier_in(csl_node *n, csl_scope scope) {
    for (; n; n = n->next) {
        if (brings_together(n->stmt, scope))
            return n;
        csl_node *inner = barrier_in(n->body, scope);
        if (!inner)
            inner = barrier_in(n->other, scope);
        if (inner)
            return inner;
    }
    return NULL;
}

/* Is there a barrier the thread that went off would come to? */
static bool meets_another(const csl_analysis *a, const csl_node *barrier,
                          const csl_node *decision) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (n->order > barrier->order && brings_together(n->stmt, barrier->stmt->sync->scope) &&
            !csl_stands_in(n, decision))
            return true;
    }
    return false;
}

/* The cases of a switch are decided by one condition, whichever way they are left. */
static bool same_decision(const csl_divergence *d, const csl_stmt *decision, csl_part part) {
    if (d->decision == decision)
        return d->part == part;
    return decision->origin == CSL_FROM_SWITCH && d->decision->origin == CSL_FROM_SWITCH &&
           d->decision->place->line == decision->place->line &&
           d->decision->place->col == decision->place->col &&
           d->decision->place->chain == decision->place->chain;
}

static bool join(csl_analysis *a, csl_divergences *known, const csl_node *decision, csl_part part,
                 csl_node *barrier) {
    for (uint32_t i = 0; i < known->n; i++) {
        csl_divergence *d = &known->v[i];
        if (!same_decision(d, decision->stmt, part))
            continue;
        for (uint32_t j = 0; j < d->nalso; j++)
            if (d->also[j] == barrier->stmt)
                return true;
        const csl_stmt **more = csl_alloc(a->ctx, (d->nalso + 1) * sizeof *more);
        for (uint32_t j = 0; j < d->nalso; j++)
            more[j] = d->also[j];
        more[d->nalso++] = barrier->stmt;
        d->also = more;
        return true;
    }
    return false;
}

/* Where a barrier was found to be missed, what lanes miss there as well adds nothing. */
static bool is_known(const csl_analysis *a, const csl_node *decision) {
    for (uint32_t i = 0; i < a->divergences.n; i++)
        if (a->divergences.v[i].decision == decision->stmt)
            return true;
    return false;
}

static const char *going_off(csl_analysis *a, const csl_way *c, const csl_node *barrier) {
    const char *name = barrier->stmt->sync->name;
    switch (c->part) {
    case CSL_PART_TRIPS: return csl_format(a->ctx, "leaves the loop: never arrives at %s", name);
    case CSL_PART_EXIT: return csl_format(a->ctx, "returns: never arrives at %s", name);
    case CSL_PART_SKIP: return csl_format(a->ctx, "jumps past %s", name);
    default: return csl_format(a->ctx, "goes the other way: does not arrive at %s", name);
    }
}

static csl_query parting(csl_analysis *a, csl_builder *b, const csl_node *barrier,
                         const csl_way *c);

/* Lanes of one warp may part that way. */
static bool lanes_part(csl_analysis *a, const csl_node *barrier, const csl_way *c) {
    const csl_relation r = {.pair = CSL_PAIR_SAME_WARP, .share = CSL_SCOPE_WARP};
    csl_builder *b = csl_builder_new(a, &r);
    const csl_query q = parting(a, b, barrier, c);
    const csl_concerns about = 1u << csl_concern_of_sync(barrier->stmt->sync);
    const bool safe = csl_ask(a, &q, csl_use_of_proof(a, about)).verdict == CSL_SAFE;
    csl_builder_done(b);
    return !safe;
}

/* Who goes off ends, and whole warps do: a barrier of a cluster waits for threads that have not
 * ended, and only lanes of one warp have to come together (PTX ISA, barrier.cluster, exit). */
static bool is_let_go(csl_analysis *a, const csl_node *barrier, const csl_way *c,
                      const csl_node *decision) {
    return barrier->stmt->sync->scope == CSL_SCOPE_CLUSTER &&
           !csl_leaves_known_stores_due(a, barrier, decision) &&
           (!a->shapes.n || !lanes_part(a, barrier, c)); /* of made-up blocks some cut a warp */
}

/* The barrier in the arm of the decision that this one is not in, or NULL. */
static const csl_stmt *in_other_arm(const csl_node *barrier, const csl_node *decision,
                                    csl_scope scope) {
    bool arm = false;
    for (const csl_parting *p = barrier->arms; p; p = p->before)
        if (p->node == decision)
            arm = p->arm;
    csl_node *twin = barrier_in(arm ? decision->other : decision->body, scope);
    return twin ? twin->stmt : NULL;
}

/* False if the witness turns out to be none. */
static bool report(csl_analysis *a, csl_node *barrier, const csl_way *c, csl_builder *b,
                   const csl_relation *r, const csl_query *q, const int64_t *value) {
    csl_scope scope = barrier->stmt->sync->scope;
    csl_divergences *known = scope == CSL_SCOPE_WARP ? &a->absent_lanes : &a->divergences;
    int reaches = c->next_of ? 1 : 0;
    csl_node *decision =
        c->part == CSL_PART_ARM ? c->node : decision_of(a, c->node, barrier, scope);
    if (scope == CSL_SCOPE_WARP && is_known(a, decision))
        return true;
    if (join(a, known, decision, c->part, barrier)) {
        if (scope > CSL_SCOPE_WARP)
            CSL_PUSH(a->ctx, &a->split, decision);
        return true;
    }
    csl_divergence d = {
        .concern = csl_concern_of_sync(barrier->stmt->sync),
        .part = c->part,
        .origin = c->part == CSL_PART_ARM ? decision->stmt->origin : c->node->stmt->origin,
        .decision = decision->stmt,
        .condition = decision->stmt->kind == CSL_STMT_IF ? decision->stmt->text : NULL,
        .where = decision->stmt->place,
        .barrier = barrier->stmt,
    };
    chain_list chain = {0};
    if (decision->def)
        follow(a, decision->def, scope, &chain, 0);
    d.chain = chain.v;
    d.nchain = chain.n;
    d.other_arm = c->part == CSL_PART_ARM ? in_other_arm(barrier, decision, scope) : NULL;
    d.runs_off = !d.other_arm && !meets_another(a, barrier, decision);
    d.as_exit = d.runs_off && !decision->loop && d.part != CSL_PART_EXIT &&
                d.part != CSL_PART_TRIPS && !csl_needs_barrier(a, barrier, decision);
    d.stores_due = csl_leaves_stores_due(a, barrier, decision);

    csl_expr *deciding[2], *reaching[2];
    deciding[reaches] = decision->cond ? csl_side(b, reaches, decision->cond) : NULL;
    deciding[!reaches] = csl_side(b, !reaches, c->deciding);
    reaching[reaches] = csl_side(b, reaches, barrier->reach);
    reaching[!reaches] = csl_side(b, !reaches, c->node->reach);
    d.differs = c->next_of ? NULL : csl_blamed(a, b, q, deciding, scope);
    d.rating = csl_rate_parting(a, b, q, barrier, d.other_arm, deciding, reaching);
    if (d.as_exit || d.part == CSL_PART_EXIT)
        csl_hold_filling(a, b, q, &d.rating, deciding);
    if (csl_lane_is_let_go(a, barrier, c, decision) ||
        (d.as_exit && is_let_go(a, barrier, c, decision)))
        csl_hold(a, &d.rating, CSL_CAVEAT_ended_threads, NULL);
    csl_ending end[2];
    end[reaches] = (csl_ending){
        barrier, csl_format(a->ctx, scope == CSL_SCOPE_WARP ? "executes %s" : "waits at %s",
                            barrier->stmt->sync->name)};
    end[!reaches] = (csl_ending){c->node, going_off(a, c, barrier)};
    csl_solution solution = {a, b, r, q, value, false};
    d.witness = csl_tell_best(&solution, end, &d.rating);
    if (!d.witness)
        return false;
    if (reaches == 1) { /* the thread that waits comes first */
        csl_trace t = d.witness->threads[0];
        d.witness->threads[0] = d.witness->threads[1];
        d.witness->threads[1] = t;
    }
    if (scope > CSL_SCOPE_WARP)
        CSL_PUSH(a->ctx, &a->split, decision);
    CSL_PUSH(a->ctx, known, d);
    return true;
}

/* How the thread that reaches the barrier stands to the one that goes off. */
static csl_relation relation_of(const csl_analysis *a, const csl_node *barrier, const csl_way *c) {
    csl_scope scope = csl_scope_of_part(barrier->stmt->sync);
    return (csl_relation){
        .pair = scope == CSL_SCOPE_BLOCK  ? CSL_PAIR_BLOCK
                : scope == CSL_SCOPE_WARP ? CSL_PAIR_SAME_WARP
                                          : CSL_PAIR_ANY,
        .share = csl_scope_awaited(a, barrier),
        .common = c->next_of ? c->next_of->parent : csl_common_loop(barrier->loop, c->node->loop),
        .pivot = c->next_of,
        .round = c->round,
    };
}

/* The mask or tile at the barrier names the lane of the side that goes off. */
static csl_expr *is_expected(csl_analysis *a, csl_builder *b, const csl_node *barrier,
                             const csl_way *c, int reaches) {
    const csl_node *maker = csl_tile_of(barrier) ? NULL : csl_maker_of_mask(a, barrier);
    if (!maker)
        return csl_names_lane(b, barrier, reaches, !reaches);
    if (c->next_of && csl_loop_inside(maker->loop, c->next_of))
        return csl_false(a->ctx); /* it has left before the mask of this pass is made */
    return csl_made_to_name(b, maker, reaches, !reaches);
}

/* The query whether they can part that way. */
static csl_query parting(csl_analysis *a, csl_builder *b, const csl_node *barrier,
                         const csl_way *c) {
    int reaches = c->next_of ? 1 : 0;
    csl_expr *guard[2];
    guard[reaches] = csl_and(a->ctx, csl_side(b, reaches, barrier->reach), csl_stayed(b, reaches));
    guard[!reaches] = csl_and(a->ctx, csl_side(b, !reaches, c->other),
                              csl_not(a->ctx, csl_comes_to_copy(a, b, barrier, !reaches)));
    if (barrier->stmt->sync->scope == CSL_SCOPE_WARP)
        guard[reaches] = csl_and(a->ctx, guard[reaches], is_expected(a, b, barrier, c, reaches));
    if (barrier->stmt->sync->scope == CSL_SCOPE_CLUSTER)
        csl_assume_one_cluster(a, b);
    return csl_builder_query(b, guard[0], guard[1]);
}

/* Who comes to the barrier in a later pass went on in the pass in which the other one left. Where
 * that parts no two threads (a flag that one of them sets for all), the later pass does not matter.
 */
static bool parts_none(csl_analysis *a, const csl_node *barrier, const csl_way *c) {
    if (c->round != CSL_ROUND_LATER || !c->next_of->stay)
        return false;
    csl_relation r = relation_of(a, barrier, c);
    r.common = c->next_of;
    r.pivot = NULL;
    r.round = CSL_ROUND_SAME;
    csl_builder *b = csl_builder_new(a, &r);
    csl_expr *goes_on = csl_and(a->ctx, c->next_of->entry, c->next_of->stay);
    const csl_query q = csl_builder_query(b, csl_side(b, 0, c->other), csl_side(b, 1, goes_on));
    const csl_concerns about = 1u << csl_concern_of_sync(barrier->stmt->sync);
    const bool safe = csl_ask(a, &q, csl_use_of_proof(a, about)).verdict == CSL_SAFE;
    csl_builder_done(b);
    return safe;
}

static bool ask_with(csl_analysis *a, csl_builder *b, const csl_relation *r, csl_node *barrier,
                     const csl_way *c) {
    csl_scope scope = barrier->stmt->sync->scope;
    csl_query q = parting(a, b, barrier, c);
    const csl_concerns about = 1u << csl_concern_of_sync(barrier->stmt->sync);
    unsigned proof = csl_use_of_proof(a, about);
    csl_answer answer = csl_ask(a, &q, proof | CSL_USE_WITNESS | CSL_USE_SOLVER);
    if (answer.verdict != CSL_POSSIBLE)
        csl_count_answer(a, about, answer.verdict);
    switch (answer.verdict) {
    case CSL_SAFE: return false;
    case CSL_SAFE_TRIED:
        csl_obstruct(a, about, barrier,
                     scope == CSL_SCOPE_WARP
                         ? "lanes come together for the block shapes tried, not for all"
                         : "a barrier is reached by all for the block shapes tried, not for all");
        return false;
    case CSL_UNDECIDED:
        csl_obstruct_open(a, about, barrier,
                          scope == CSL_SCOPE_WARP
                              ? "could not decide whether all lanes come here"
                              : "could not decide whether all threads reach a barrier");
        return false;
    case CSL_POSSIBLE: break;
    }
    if (!report(a, barrier, c, b, r, &q, answer.value)) {
        csl_count_answer(a, about, CSL_UNDECIDED);
        csl_obstruct(a, about, barrier, "could not replay how a thread misses a barrier");
        return false;
    }
    csl_count_answer(a, about, CSL_POSSIBLE);
    return true;
}

/* Returns whether the way turned out to be a finding. */
static bool ask(csl_analysis *a, csl_node *barrier, const csl_way *c) {
    if (parts_none(a, barrier, c))
        return false;
    csl_relation r = relation_of(a, barrier, c);
    csl_builder *b = csl_builder_new(a, &r);
    const bool found = ask_with(a, b, &r, barrier, c);
    csl_builder_done(b);
    return found;
}

/* ---- barriers of a warp ---------------------------------------------------------------------- */

/* A lane that has ended is not waited for, and what it had touched meets all that others do later
 * (intervals.c), but for those who go round a loop that it left. */
static bool harmless_exit(const csl_analysis *a, const csl_node *exit) {
    if (!exit->loop)
        return true;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        bool before = n->order < exit->order || csl_common_loop(n->loop, exit->loop);
        if (n->stmt->kind == CSL_STMT_ACCESS && before && csl_races_at_all(a, n))
            return false;
    }
    return true;
}

/* Two lanes are taken as separated by a barrier that names both. If one of them may go another way,
 * that is not so (and waiting for it is undefined): the kernel is not proved. */
static void check_warp_barrier(csl_analysis *a, csl_node *barrier) {
    csl_ways list = csl_ways_to_part(a, barrier);
    for (uint32_t i = 0; i < list.n && !a->ragged_warps; i++) {
        const csl_way *c = &list.v[i];
        if (parts_none(a, barrier, c))
            continue;
        csl_relation r = relation_of(a, barrier, c);
        csl_builder *b = csl_builder_new(a, &r);
        csl_query q = parting(a, b, barrier, c);
        bool harmless = (c->part == CSL_PART_EXIT && harmless_exit(a, c->node)) ||
                        csl_ask(a, &q, csl_use_of_proof(a, CSL_ABOUT(WARPS))).verdict == CSL_SAFE;
        csl_builder_done(b);
        if (harmless)
            continue;
        a->ragged_warps = true;
        csl_obstruct(a, CSL_ABOUT(WARPS) | CSL_ABOUT(SHARED) | CSL_ABOUT(GLOBAL), barrier,
                     "a barrier of the warp that not every lane it names may reach");
    }
}

/* Each that is found is replayed from the start of the kernel: no more are asked. */
static bool are_enough(csl_analysis *a, const csl_divergences *known, csl_node *barrier) {
    if (!csl_limit_reached(CSL_LIMIT_divergences, known->n))
        return false;
    csl_obstruct(a, 1u << csl_concern_of_sync(barrier->stmt->sync), barrier,
                 "behind too many barriers that threads may miss");
    return true;
}

/* Behind a way that another barrier tells of, who the threads are may be one more. */
static void find_for(csl_analysis *a, csl_node *n) {
    const uint32_t known = a->divergences.n;
    const bool enough = are_enough(a, &a->divergences, n);
    csl_ways list = enough ? (csl_ways){0} : csl_ways_to_part(a, n);
    bool told = false;
    for (uint32_t c = 0; c < list.n && a->divergences.n == known; c++)
        if (!told || csl_is_of_thread(a->ctx, csl_expand(a, list.v[c].deciding)))
            told |= ask(a, n, &list.v[c]);
}

/* What makes threads miss a barrier object as well as __syncthreads() is told of the latter. */
void csl_find_divergence(csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        if (!csl_sync_counts(n->stmt, CSL_SCOPE_BLOCK)) {
            if (csl_sync_counts(n->stmt, CSL_SCOPE_WARP) && csl_knows_lanes(a, n))
                check_warp_barrier(a, n);
        } else if (!n->stmt->sync->object) {
            find_for(a, n);
        }
    }
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        if (csl_sync_counts(n->stmt, CSL_SCOPE_BLOCK) && n->stmt->sync->object)
            find_for(a, n);
    }
}

/* A shuffle may read from a lane that has ended: its value is undefined then. */
static void check_source(csl_analysis *a, csl_node *n, const csl_way *c) {
    if (parts_none(a, n, c))
        return;
    csl_relation r = relation_of(a, n, c);
    csl_builder *b = csl_builder_new(a, &r);
    csl_query q = parting(a, b, n, c);
    const csl_concerns about = CSL_ABOUT(WARPS);
    bool safe = csl_ask(a, &q, csl_use_of_proof(a, about)).verdict == CSL_SAFE;
    csl_builder_done(b);
    if (!safe)
        csl_obstruct(a, about, n, "it may read from a lane that has ended");
}

static void find_strays_of(csl_analysis *a, csl_node *n) {
    if (are_enough(a, &a->absent_lanes, n))
        return;
    csl_ways list = csl_ways_to_part(a, n);
    bool found = false;
    for (uint32_t c = 0; c < list.n && !found; c++)
        if (list.v[c].part != CSL_PART_EXIT)
            found = ask(a, n, &list.v[c]);
        else if (n->stmt->sync->kind == CSL_SYNC_SHUFFLE)
            check_source(a, n, &list.v[c]);
}

/* Lanes that have ended are not waited for. */
void csl_find_absent_lanes(csl_analysis *a) {
    csl_ask_afresh(a);
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        if (csl_knows_lanes(a, n) || (csl_is_of_lanes(n->stmt) && csl_maker_of_mask(a, n)))
            find_strays_of(a, n);
        else if (csl_is_of_lanes(n->stmt))
            csl_obstruct(a, CSL_ABOUT(WARPS), n,
                         n->mask && csl_is_const(n->mask, 0)
                             ? "a form that names no lanes"
                             : "which lanes the mask names is not known");
    }
}
