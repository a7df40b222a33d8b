/* Which barriers belong together, and who arrives at them. */
#include "protocols.h"
#include "../../limits/limits.h"

enum { WARP = 32, BYTES = CSL_OBJECT_BYTES };

/* ---- numbers at nodes -------------------------------------------------------------------------- */

/* The condition, and that loops before have made a pass where it says so. */
static csl_expr *with_passes(csl_analysis *a, const csl_node *n, csl_expr *reach) {
    csl_expr *all = reach;
    for (uint32_t i = 0; i < a->loops.n; i++) {
        const csl_loop *l = a->loops.v[i];
        csl_expr *stay = l->stay && l->top_tested && !csl_loop_inside(n->loop, l)
                             ? csl_stays_by_pass(a, l)
                             : NULL;
        if (stay && csl_is_implied(a, csl_in_pass(a, l, stay, 0), reach))
            all = csl_and(a->ctx, all,
                          csl_binary(a->ctx, CSL_OP_LT, csl_const(a->ctx, CSL_I32, 0),
                                     csl_sym_expr(a, l->trips)));
    }
    return all;
}

/* What the elected lane has counted, where what lane 0 counts is apart: it is that lane. */
static csl_expr *chosen_by_elected(csl_analysis *a, csl_expr *e, csl_expr *reach) {
    csl_expr *first = csl_as_elected(a, reach);
    csl_expr *chosen =
        first == reach ? e : csl_chosen_by_threads(a, csl_chosen(a, e, first), first);
    if (chosen != e)
        csl_assume_first_elected(a);
    return chosen;
}

csl_expr *csl_tickets_at(csl_analysis *a, const csl_node *n, uint32_t family, uint32_t which) {
    csl_expr *e = csl_expand(a, n->tickets[family * CSL_TICKETS + which]);
    csl_expr *reach = csl_expand(a, n->reach);
    e = csl_chosen_by_threads(a, csl_chosen_within(a, e, reach), reach);
    e = chosen_by_elected(a, e, reach);
    e = csl_least_known(a, csl_in_step(a, e, reach), reach);
    return e->op == CSL_OP_MAX ? csl_least_known(a, e, with_passes(a, n, reach)) : e;
}

csl_expr *csl_barriers_before(csl_analysis *a, const csl_node *n) {
    return csl_expand(a, n->tickets[a->families.n * CSL_TICKETS]);
}

static csl_expr *plus(csl_analysis *a, csl_expr *e, int64_t n) {
    return csl_binary(a->ctx, CSL_OP_ADD, e, csl_const(a->ctx, CSL_I32, n));
}

csl_expr *csl_ticket_of_arrival(csl_analysis *a, const csl_node *n, uint32_t family) {
    csl_expr *given = csl_tickets_at(a, n, family, CSL_TICKETS_GIVEN);
    return a->families.v[family].by_warp ? plus(a, given, -1) : given; /* counted at the decision */
}

csl_expr *csl_tickets_ended(csl_analysis *a, const csl_node *n, uint32_t family) {
    return plus(a, csl_tickets_at(a, n, family, CSL_TICKETS_WAITED), a->families.v[family].first);
}

csl_expr *csl_ticket_of_wait(csl_analysis *a, const csl_node *n, uint32_t family) {
    return plus(a, csl_tickets_ended(a, n, family), a->families.v[family].skipped);
}

/* ---- who comes ---------------------------------------------------------------------------------- */

csl_expr *csl_without_ends(csl_analysis *a, const csl_node *n, csl_expr *reach) {
    for (uint32_t i = 0; i < a->loops.n; i++) {
        const csl_loop *l = a->loops.v[i];
        csl_expr *stay = l->stay && l->top_tested && !csl_loop_inside(n->loop, l)
                             ? csl_stays_by_pass(a, l)
                             : NULL;
        if (stay)
            reach = csl_relative(
                a->ctx, reach,
                csl_not(a->ctx, csl_replace_sym(a, stay, l->iter, csl_sym_expr(a, l->trips))));
    }
    return reach;
}

typedef struct leaves {
    csl_analysis *a;
    bool looks, others; /* at barrier objects: what was seen there; anything else */
} leaves;

static csl_expr *note_leaf(void *user, csl_expr *leaf) {
    leaves *l = user;
    const csl_sym *s = leaf->op == CSL_OP_SYM ? csl_sym_of(l->a, leaf) : NULL;
    const bool look = s && s->kind == CSL_SYM_SYNC && s->node->stmt->sync->kind == CSL_SYNC_WAIT;
    l->looks |= look;
    l->others |= !look && leaf->op != CSL_OP_CONST;
    return leaf;
}

csl_expr *csl_without_looks(csl_analysis *a, csl_expr *reach, csl_expr **seen) {
    uint32_t n;
    csl_expr *const *part = csl_conjuncts(&reach, &n), *rest = csl_true(a->ctx);
    *seen = csl_true(a->ctx);
    for (uint32_t i = 0; i < n; i++) {
        leaves l = {.a = a};
        csl_map(a->ctx, part[i], note_leaf, &l);
        csl_expr **to = l.looks && !l.others ? seen : &rest;
        *to = csl_and(a->ctx, *to, part[i]);
    }
    return rest;
}

/* The condition for coming there, with lane 0 for the lane that elections choose. */
static csl_expr *condition_of(csl_analysis *a, const csl_node *n) {
    csl_expr *seen, *reach = csl_without_ends(a, n, csl_expand(a, n->reach));
    if (n->stmt->kind == CSL_STMT_SYNC && n->stmt->sync->kind == CSL_SYNC_WAIT)
        reach = csl_without_looks(a, reach, &seen); /* it may come: that is enough to know of it */
    return csl_as_elected(a, reach);
}

bool csl_own_among(csl_analysis *a, const csl_node *n, csl_scope agreed, csl_expr **own,
                   csl_expr **when) {
    return csl_split_by_thread(a, condition_of(a, n), agreed, own, when);
}

static csl_scope shared_by(const csl_family *f) {
    return f->owners == WARP ? CSL_SCOPE_WARP : CSL_SCOPE_BLOCK;
}

/* Where objects are those of a group, its threads have to agree, and no others. */
bool csl_own_condition(csl_analysis *a, const csl_node *n, csl_expr **own) {
    const uint32_t family = n->stmt->kind == CSL_STMT_SYNC ? n->stmt->sync->family : n->family;
    const csl_family *f = family && family <= a->families.n ? &a->families.v[family - 1] : NULL;
    csl_expr *when;
    if (f && f->owners > WARP)
        return csl_split_by_group(a, condition_of(a, n), f->owners, own, &when);
    return csl_own_among(a, n, f ? shared_by(f) : CSL_SCOPE_BLOCK, own, &when);
}

/* ---- families of objects ------------------------------------------------------------------------ */

static bool is_use(const csl_stmt *s) {
    return s->kind == CSL_STMT_SYNC && s->sync->object && !s->sync->full;
}

static void add_use(csl_analysis *a, csl_family *f, csl_node *n, const csl_places *p) {
    csl_places own = *p;
    CSL_PUSH(a->ctx, &f->uses, n);
    f->crosses |= p->crosses;
    if (f->owners && csl_places_of_group(a, n, n->targets, f->owners, f->apart, &own)) {
        const int64_t to = f->from + f->groups, end = own.from + own.groups;
        f->from = own.from < f->from ? own.from : f->from;
        f->groups = (end > to ? end : to) - f->from;
    }
}

static csl_family family_at(const csl_places *p) {
    return (csl_family){.root = p->root,
                        .start = p->start,
                        .stride = p->stride,
                        .stages = p->stages,
                        .owners = p->owners,
                        .apart = p->apart,
                        .from = p->from,
                        .groups = p->groups,
                        .crosses = p->crosses};
}

static void add_family(csl_analysis *a, csl_node *n, const csl_places *p) {
    for (uint32_t i = 0; i < a->families.n; i++)
        if (csl_has_places(a, &a->families.v[i], p, n, n->targets)) {
            add_use(a, &a->families.v[i], n, p);
            return;
        }
    csl_family f = family_at(p);
    CSL_PUSH(a->ctx, &f.uses, n);
    CSL_PUSH(a->ctx, &a->families, f);
}

/* Objects that several stages of different families may be are known of none. */
static void part_families(csl_analysis *a) {
    for (uint32_t i = 0; i < a->families.n; i++)
        for (uint32_t k = 0; a->families.v[i].root && k < a->families.n; k++)
            if (!csl_are_objects_apart(&a->families.v[i], &a->families.v[k]))
                a->families.v[i].open = "barrier objects that overlap";
}

bool csl_sets_up(csl_analysis *a, const csl_family *f, const csl_node *n, bool *known) {
    if (n->stmt->kind != CSL_STMT_ACCESS || !n->stmt->access->is_state ||
        n->stmt->access->mode != CSL_MODE_WRITE)
        return false;
    *known = n->ntargets == 1 && csl_object_of_root(a, n->targets[0].root);
    return !*known || !csl_is_beside(a, f, n, n->targets);
}

bool csl_is_within(const csl_family *f, const csl_node *n) {
    return n->order >= f->since && (!f->until || n->order < f->until);
}

const csl_loop *csl_set_up_in(csl_analysis *a, const csl_node *n) {
    const csl_loop *around = n->loop;
    if (around && csl_mentions_loop(a, csl_expand(a, n->targets[0].offset), around))
        around = around->parent;
    return around;
}

/* The arrivals each object expects: the same for all, given once, before any use. */
static void find_expected(csl_analysis *a, csl_family *f) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        bool known;
        if (!csl_sets_up(a, f, n, &known) || !csl_is_within(f, n))
            continue;
        if (!n->value) { /* given up */
            if (!known || n->order < f->uses.v[f->uses.n - 1]->order || n->loop)
                f->open = "a barrier object that is given up while it is in use";
            continue;
        }
        csl_expr *expects = csl_expand(a, n->value);
        if (!known || csl_set_up_in(a, n) || n->order > f->uses.v[0]->order ||
            (f->expects && f->expects != expects))
            f->open = "a barrier object that is initialised more than once";
        f->expects = expects;
    }
    if (!f->expects)
        f->open = "a barrier object that is not initialised here";
}

/* Those of groups first, and those that may be at many stages: others are at some of these. */
static bool find_objects(csl_analysis *a) {
    CSL_VEC(csl_places) at = {0};
    int64_t most = 0;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        csl_places p = {0};
        if (is_use(n->stmt) && !csl_find_places(a, n, n->targets, n->ntargets, &p))
            return false; /* it may be any of them */
        CSL_PUSH(a->ctx, &at, p);
        most = p.stages > most ? p.stages : most;
    }
    for (int of_block = 0; of_block < 2; of_block++)
        for (int64_t stages = most; stages > 0; stages--)
            for (uint32_t i = 0; i < at.n; i++)
                if (at.v[i].stages == stages && (at.v[i].owners == 0) == of_block)
                    add_family(a, a->nodes.v[i], &at.v[i]);
    return true;
}

bool csl_find_signalled(csl_analysis *a, csl_node *copy) {
    csl_places p;
    copy->family = 0;
    if (!csl_find_places(a, copy, copy->signalled, copy->nsignalled, &p)) {
        for (uint32_t i = 0; i < a->families.n; i++) /* it may be any */
            if (a->families.v[i].root)
                a->families.v[i].open = "a copy in bulk that completes at an unknown object";
        return false;
    }
    for (uint32_t i = 0; i < a->families.n; i++)
        if (a->families.v[i].root && csl_is_within(&a->families.v[i], copy) &&
            csl_has_places(a, &a->families.v[i], &p, copy, copy->signalled)) {
            copy->family = i + 1;
            a->families.v[i].crosses |= p.crosses;
        }
    const csl_family here = family_at(&p);
    for (uint32_t i = 0; i < a->families.n && !copy->family; i++)
        if (csl_is_within(&a->families.v[i], copy) && a->families.v[i].root &&
            !csl_are_objects_apart(&a->families.v[i], &here))
            a->families.v[i].open = "a copy in bulk that completes at one of several objects";
    return copy->family != 0;
}

const csl_family *csl_family_at(csl_analysis *a, const csl_target *t) {
    csl_places p;
    if (!csl_find_places(a, NULL, t, 1, &p))
        return NULL;
    for (uint32_t i = 0; i < a->families.n; i++)
        if (a->families.v[i].root && csl_has_places(a, &a->families.v[i], &p, NULL, t))
            return a->families.v[i].since || a->families.v[i].until ? NULL : &a->families.v[i];
    return NULL;
}

/* ---- a lane for its warp ------------------------------------------------------------------------- */

static uint32_t coming(csl_analysis *a, csl_expr *own, uint32_t together) {
    return csl_count_coming(a, own, a->shapes.shape[0], together);
}

static const csl_node *barrier_before(const csl_analysis *a, const csl_node *decision) {
    for (uint32_t i = decision->order; i-- > 0;) {
        const csl_node *n = a->nodes.v[i];
        if (n->loop == decision->loop && n->arms == decision->arms &&
            csl_is_barrier_of_warp(n->stmt))
            return n;
    }
    return NULL;
}

static bool are_whole_warps(csl_analysis *a, csl_expr *own, uint32_t warps) {
    return coming(a, own, 1) == warps * WARP && coming(a, own, WARP) == warps * WARP;
}

/* The lanes of the warps of which one lane goes in: all that come to the choice, or those of them
 * for which all holds but what chooses the lane (`t < 64 && t % 32 == 0`). NULL: not known. */
static csl_expr *warps_of(csl_analysis *a, csl_expr *outside, csl_expr *inside, uint32_t warps) {
    uint32_t n;
    csl_expr *const *part = csl_conjuncts(&inside, &n);
    if (are_whole_warps(a, outside, warps))
        return outside;
    if (coming(a, outside, 1) != coming(a, outside, WARP))
        return NULL;
    for (uint32_t i = 0; i < n; i++) {
        csl_expr *all = outside;
        for (uint32_t k = 0; k < n; k++)
            all = k == i ? all : csl_and(a->ctx, all, part[k]);
        if (are_whole_warps(a, all, warps))
            return all;
    }
    return NULL;
}

/* The IF that lets one lane of each warp through to the arrival, behind a barrier of the warp; or
 * NULL. */
static const csl_node *decision_of(csl_analysis *a, const csl_family *f, const csl_node *arrival,
                                   csl_expr **lanes) {
    csl_expr *inside, *outside, *when, *decided;
    if (!a->shapes.n || !csl_own_among(a, arrival, shared_by(f), &inside, &when))
        return NULL;
    const uint32_t warps = coming(a, inside, WARP) / WARP;
    if (!warps || coming(a, inside, 1) != warps)
        return NULL;
    for (const csl_parting *p = arrival->arms; p; p = p->before) {
        const csl_node *d = p->node;
        /* where the block agrees on not to arrive, no warp does */
        if (d->loop != arrival->loop || !csl_own_among(a, d, shared_by(f), &outside, &decided) ||
            when != decided)
            return NULL;
        *lanes = warps_of(a, outside, inside, warps);
        if (*lanes)
            return barrier_before(a, d) ? d : NULL;
    }
    return NULL;
}

/* Fills in who arrives for whom. */
static void find_deciding(csl_analysis *a, csl_family *f) {
    uint32_t arrivals = 0;
    for (uint32_t i = 0; i < f->uses.n; i++) {
        const csl_node *n = f->uses.v[i];
        if (!csl_is_arrival(n->stmt->sync))
            continue;
        csl_expr *lanes;
        const csl_node *d = decision_of(a, f, n, &lanes);
        arrivals++;
        if (d) {
            CSL_PUSH(a->ctx, &f->deciding, d->stmt);
            CSL_PUSH(a->ctx, &f->lanes, lanes);
            CSL_PUSH(a->ctx, &f->gathering, barrier_before(a, d)->stmt);
        }
    }
    f->by_warp = f->root && arrivals && f->deciding.n == arrivals;
    if (!f->by_warp)
        f->deciding.n = f->gathering.n = f->lanes.n = 0;
}

/* ---- all ------------------------------------------------------------------------------------------ */

static void sort_uses(csl_family *f) {
    for (uint32_t i = 1; i < f->uses.n; i++)
        for (uint32_t k = i; k > 0 && f->uses.v[k - 1]->order > f->uses.v[k]->order; k--) {
            csl_node *n = f->uses.v[k];
            f->uses.v[k] = f->uses.v[k - 1];
            f->uses.v[k - 1] = n;
        }
}

/* So do groups of the tensor core: one that has ended was begun by all warps of its group. */
static void add_tensor(csl_analysis *a) {
    const csl_family f = {.stages = 1, .tensor = true};
    bool any = false;
    for (uint32_t i = 0; i < a->nodes.n; i++)
        any |= a->nodes.v[i]->stmt->kind == CSL_STMT_ASYNC && a->nodes.v[i]->stmt->async.tensor;
    if (a->families.n && any)
        CSL_PUSH(a->ctx, &a->families, f);
}

/* The barriers of the block tell of phases like any other, and those of warps where each warp has
 * objects of its own. */
static void add_whole(csl_analysis *a) {
    csl_family f = {.stages = 1, .whole = true, .arrivers = csl_true(a->ctx)}, of_warps = f;
    of_warps.owners = WARP;
    bool warps = false;
    for (uint32_t i = 0; i < a->families.n; i++)
        warps |= a->families.v[i].owners != 0;
    if (warps)
        CSL_PUSH(a->ctx, &a->families, of_warps);
    if (warps)
        csl_find_barrier_places(a, true);
    if (!a->families.n)
        return;
    csl_find_barrier_places(a, false);
    CSL_PUSH(a->ctx, &a->families, f);
}

bool csl_find_families(csl_analysis *a) {
    a->families.n = 0;
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (csl_may_do_anything(a->nodes.v[i]->stmt))
            return false;
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (a->nodes.v[i]->stmt->kind == CSL_STMT_SYNC)
            a->nodes.v[i]->stmt->sync->family = 0;
    if (!find_objects(a))
        a->families.n = 0;
    csl_part_by_set_up(a);
    const uint32_t objects = a->families.n;
    part_families(a);
    if (!csl_find_named_families(a))
        a->families.n = objects;
    if (csl_limit_reached(CSL_LIMIT_families, a->families.n))
        a->families.n = 0;
    add_tensor(a);
    add_whole(a);
    for (uint32_t i = 0; i < a->families.n && !a->families.v[i].whole; i++) {
        csl_family *f = &a->families.v[i];
        sort_uses(f);
        if (f->root && !f->open)
            find_expected(a, f);
        find_deciding(a, f);
        csl_find_handover(a, f);
        for (uint32_t k = 0; k < f->uses.n; k++)
            f->uses.v[k]->stmt->sync->family = i + 1;
    }
    return a->families.n > 0;
}
