/* One thread of a witness runs through the kernel's IR, and what it does at the statement it is
 * followed to is remembered (replay.c compares).
 *
 * Taken from the witness: thread and block numbers, the block's shape, parameters, and at the pass
 * it speaks of the values that memory, collectives and unmodelled code gave. All the rest, which
 * way the thread goes, how often it goes round, which addresses it touches and how many barriers
 * it passes, comes from running.
 */
#include "replay.h"
#include "spelled_values.h"
#include "../../limits/limits.h"

#include <stdlib.h>
#include <string.h>

/* ---- statements and their nodes ------------------------------------------------------------ */

static uint32_t table_size(const csl_analysis *a) {
    uint32_t size = 16;
    while (size < 2 * a->nodes.n)
        size *= 2;
    return size;
}

static uint32_t place_of(const csl_stmt *s, uint32_t size) {
    return (uint32_t)(((uintptr_t)s >> 4) * 0x9e3779b1u) & (size - 1);
}

static void make_table(csl_analysis *a) {
    const uint32_t size = a->by_stmt_room = table_size(a);
    a->by_stmt = csl_alloc(a->pairs, size * sizeof *a->by_stmt);
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        uint32_t at = place_of(a->nodes.v[i]->stmt, size);
        while (a->by_stmt[at])
            at = (at + 1) & (size - 1);
        a->by_stmt[at] = a->nodes.v[i];
    }
}

csl_node *csl_node_of_stmt(csl_analysis *a, const csl_stmt *s) {
    if (!a->by_stmt)
        make_table(a);
    const uint32_t size = a->by_stmt_room;
    uint32_t at;
    for (at = place_of(s, size); a->by_stmt[at]; at = (at + 1) & (size - 1))
        if (a->by_stmt[at]->stmt == s)
            return a->by_stmt[at];
    /* symbolic execution did not get there, or took the numbers of a named barrier for one */
    const csl_stmt *whole = s->kind == CSL_STMT_SYNC ? s->sync->whole : NULL;
    return whole && whole->sync->family ? csl_node_of_stmt(a, whole) : NULL;
}

/* ---- what the witness fixes ---------------------------------------------------------------- */

/* What the thread itself has stored is not for the witness to say. */
static bool is_own(const csl_analysis *a, const csl_node *load) {
    bool own = load->ntargets > 0;
    for (uint32_t i = 0; i < load->ntargets; i++) {
        const csl_expr *root = load->targets[i].root;
        own &= root->op == CSL_OP_BASE && a->kernel->objects[root->index].kind == CSL_OBJ_LOCAL;
    }
    return own;
}

static csl_known result(void *owner, const csl_stmt *s) {
    csl_runner *r = owner;
    csl_analysis *a = r->s->a;
    csl_node *n = csl_node_of_stmt(a, s);
    csl_known k = {0, false};
    if (!n || is_own(a, n))
        return k;
    csl_expr *e = n->read ? n->read : n->sym != CSL_NO_VAR ? csl_sym_expr(a, n->sym) : NULL;
    if (!e)
        return k;
    if (e->type == CSL_PTR && e->op == CSL_OP_SYM) /* a pointer: somewhere of its own, or NULL */
        return (csl_known){csl_machine_unknown_base(e->index), true};
    bool once = !n->loop;
    if (once && r->asked[n->order])
        return r->fixed[n->order];
    k = csl_fixed_now(r, n->loop, e);
    if (!k.known && e->op == CSL_OP_SYM)
        k = csl_fixed_at_exit(r, n->loop, e->index);
    if (!k.known && r->s->made_up)
        k = csl_made_up(r, n);
    if (!k.known && (s->kind == CSL_STMT_SYNC || e->type == CSL_PTR))
        /* made of addresses, of which the witness says less */
        k = csl_machine_eval(&r->m, csl_expand(a, e));
    r->asked[n->order] = true;
    r->fixed[n->order] = k;
    return k;
}

/* What a loop carries along and was not computed has the value the witness gives it. False: the
 * thread is behind what it is followed to. */
static bool start_pass(void *owner, const csl_stmt *loop, uint32_t pass) {
    csl_runner *r = owner;
    csl_analysis *a = r->s->a;
    r->step++;
    const csl_node *n = csl_node_of_stmt(a, loop);
    if (!n)
        return true;
    r->pass[n->own->id] = pass;
    if (r->stops_behind && csl_is_late_pass(r, n->own, pass))
        return false;
    for (uint32_t i = 0; i < n->own->phis.n; i++) {
        uint32_t phi = n->own->phis.v[i], slot = a->syms.v[phi]->slot;
        if (slot < a->kernel->nvars && !r->m.var[slot].known)
            r->m.var[slot] = csl_fixed_now(r, n->own, csl_sym_expr(a, phi));
    }
    return true;
}

/* A loop that surely ends, has one way out and neither the statement the thread is followed to nor
 * a barrier in it: a run that hurries runs some passes of it. */
static bool passes_by(void *owner, const csl_stmt *loop, uint32_t *label) {
    csl_runner *r = owner;
    const csl_node *n = csl_node_of_stmt(r->s->a, loop);
    const csl_loop *l = n ? n->own : NULL;
    if (!r->hurries || !l || !l->bounded || l->leaves.n != 1 || l->syncs || l->warp_syncs ||
        csl_loop_inside(r->goal->loop, l) || l->leaves.v[0]->stmt->kind != CSL_STMT_BR ||
        !csl_limit_reached(CSL_LIMIT_replay_passes, r->ran[l->id]++))
        return false;
    *label = l->leaves.v[0]->stmt->label;
    return true;
}

/* ---- unknown ways -------------------------------------------------------------------------- */

/* The arm ends with a jump out of the loop. */
static bool leaves(const csl_loop *loop, const csl_node *arm) {
    for (; arm; arm = arm->next)
        for (uint32_t i = 0; i < loop->leaves.n; i++)
            if (loop->leaves.v[i] == arm)
                return true;
    return false;
}

/* A condition made of unknown values: go where the witness wants to go. */
static bool choose(void *owner, const csl_stmt *s) {
    csl_runner *r = owner;
    csl_analysis *a = r->s->a;
    const csl_node *n = csl_node_of_stmt(a, s);
    r->used_unknown = true;
    if (!n)
        return false;
    csl_known c = csl_fixed_now(r, n->loop, n->cond);
    if (c.known)
        return c.value != 0;
    for (const csl_parting *p = r->goal->arms; p; p = p->before)
        if (p->node == n)
            return p->arm;
    if (!n->loop)
        return false;
    const csl_known *want = &r->want[n->loop->id];
    bool stay = csl_loop_inside(r->goal->loop, n->loop) &&
                !(want->known && r->pass[n->loop->id] > want->value);
    if (leaves(n->loop, n->body))
        return !stay;
    if (leaves(n->loop, n->other))
        return stay;
    return false;
}

/* ---- what is seen on the way --------------------------------------------------------------- */

static int64_t linear(const int64_t tid[3], const int64_t dim[3]) {
    return (tid[2] * dim[1] + tid[1]) * dim[0] + tid[0];
}

/* The mask is made of votes, and with what the two offered both are in it, as each has it. */
static bool mask_of_votes(csl_runner *r, const csl_node *n, bool *both) {
    *both = true;
    if (!csl_knows_votes(r->s->a, n))
        return false;
    for (int by = 0; by < 2; by++)
        for (int whose = 0; whose < 2; whose++) {
            int64_t named;
            if (!csl_solution_term(r->s, csl_names_lane(r->s->b, n, by, whose), &named))
                return false;
            *both &= named != 0;
        }
    return true;
}

/* Both threads of the pair take part in the barrier. A barrier of the warp does not wait for lanes
 * that have ended, so the other thread must be seen to come; the first run cannot know. */
static bool separates(csl_runner *r, const csl_node *n, const csl_sync *y, uint64_t event) {
    if (y->scope != CSL_SCOPE_WARP)
        return true;
    if (!r->other && r->with_warp.n < CSL_LIMIT(replay_barriers))
        CSL_PUSH(r->scratch, &r->with_warp, event);
    bool comes = !r->other || r->other->with_warp.n == CSL_LIMIT(replay_barriers);
    for (uint32_t i = 0; !comes && i < r->other->with_warp.n; i++)
        comes = r->other->with_warp.v[i] == event;
    if (!comes)
        return false;
    const int64_t *value = r->s->value, *dim = value + CSL_DV_BDIM;
    int64_t x[2] = {linear(value + CSL_DV_TID1, dim), linear(value + CSL_DV_TID2, dim)};
    if (y->tile)
        return x[0] / y->tile == x[1] / y->tile;
    if (!y->mask)
        return true;
    csl_known mask = csl_machine_eval(&r->m, y->mask);
    bool both = false;
    if (!mask.known && n && mask_of_votes(r, n, &both))
        return both;
    r->used_unknown |= !mask.known;
    return !mask.known || ((mask.value >> x[0] % 32 & 1) && (mask.value >> x[1] % 32 & 1));
}

static uint64_t mixed(uint64_t hash, uint64_t with) {
    return (hash ^ with) * 0x9e3779b97f4a7c15u + 1;
}

static uint64_t passes_of(const csl_runner *r, const csl_loop *loop) {
    uint64_t h = 0;
    for (const csl_loop *l = loop; l; l = l->parent)
        h = mixed(mixed(h, l->id), r->pass[l->id]);
    return h;
}

static csl_replay_moment moment_now(const csl_runner *r, const csl_node *n, csl_known address) {
    csl_replay_moment now = {.step = r->step,
                             .barriers = r->barriers,
                             .passes = passes_of(r, n->loop),
                             .address = address,
                             .interval = r->met,
                             .group = r->group,
                             .done = r->done};
    memcpy(now.told_at, r->told_at, sizeof now.told_at);
    return now;
}

static void note_decision(csl_runner *r, const csl_node *n) {
    for (uint32_t i = 0; i < r->ntold; i++) {
        if (r->told[i] != n)
            continue;
        r->told_at[i] = r->step;
        if (!r->until || r->until->told_at[i] != r->step)
            continue;
        csl_way_there *w = r->way;
        w->step[i].values = csl_with_values(&r->m, n->stmt);
        w->step[i].interval = r->interval;
        w->step[i].at = r->step;
        w->step[i].pass = n->loop ? r->pass[n->loop->id] + 1 : 0;
    }
}

static void note_end(csl_runner *r, const csl_node *n) {
    if (n->stmt->kind == CSL_STMT_IF)
        r->way->end_values = csl_with_values(&r->m, n->stmt);
    r->way->end_pass = n->loop ? r->pass[n->loop->id] + 1 : 0;
}

static void note_group(csl_runner *r, const csl_moment *seen) {
    if (csl_groups_of_wait(seen->stmt) != r->groups)
        return;
    if (!seen->stmt->async.wait) {
        r->group++;
        return;
    }
    if (seen->stmt->async.reads && !r->of_source)
        return;
    r->used_unknown |= !seen->value.known;
    if (seen->value.known && r->group - seen->value.value > r->done)
        r->done = r->group - seen->value.value;
}

/* Others may rely on what the thread had waited for before this barrier. */
static void note_ended(csl_runner *r) {
    if (r->met++ < CSL_LIMIT(replay_barriers))
        CSL_PUSH(r->scratch, &r->ended, r->done);
}

/* What the thread did between its arrival and its wait is kept apart from neither side. */
static void repeat_halfway(csl_runner *r) {
    for (uint32_t i = r->since_arrival, n = r->goals.n;
         i < n && r->goals.n < CSL_LIMIT(replay_moments); i++) {
        csl_replay_moment again = r->goals.v[i];
        again.barriers = r->barriers;
        CSL_PUSH(r->scratch, &r->goals, again);
    }
}

static void note_barrier(csl_runner *r, const csl_stmt *s) {
    r->last_barrier = s;
    r->barrier_at = r->step;
}

/* The thread waits there for those who come to it. */
static bool waits_for_some(const csl_stmt *s) {
    return s->kind == CSL_STMT_SYNC && (s->sync->object || s->sync->id) &&
           s->sync->kind != CSL_SYNC_ARRIVE;
}

static bool see(void *owner, const csl_moment *seen) {
    csl_runner *r = owner;
    const csl_stmt *s = seen->stmt;
    const csl_node *n = csl_node_of_stmt(r->s->a, s);
    r->step++;
    if (n && s->kind == CSL_STMT_IF)
        note_decision(r, n);
    if (n && s == r->barrier && r->waits.n < CSL_LIMIT(replay_moments))
        CSL_PUSH(r->scratch, &r->waits, moment_now(r, n, seen->value));
    const bool there = n == r->goal && csl_in_told_pass(r, n->loop, 0);
    if (there && r->goals.n < CSL_LIMIT(replay_moments))
        CSL_PUSH(r->scratch, &r->goals, moment_now(r, n, seen->value));
    if (r->until && r->until->step == r->step) {
        note_end(r, n);
        return false;
    }
    if (r->stops_behind && csl_goal_is_behind(r, n, there))
        return false;
    if (s->kind == CSL_STMT_ASYNC)
        note_group(r, seen);
    if (s->kind == CSL_STMT_SYNC && s->sync->kind == CSL_SYNC_ARRIVE)
        r->since_arrival = r->goals.n;
    bool warps = r->s->q->pair == CSL_PAIR_SAME_WARP;
    if (r->s->r->tried && n && waits_for_some(s))
        note_barrier(r, s);
    if (!csl_sync_counts(s, warps ? CSL_SCOPE_WARP : CSL_SCOPE_BLOCK))
        return true;
    const uint64_t event = n ? mixed(n->order, passes_of(r, n->loop)) : 0;
    if (separates(r, n, s->sync, event)) {
        r->barriers = mixed(r->barriers, event);
        note_ended(r);
        if (csl_sync_counts(s, CSL_SCOPE_BLOCK)) {
            r->interval++;
            note_barrier(r, s);
        }
        if (n && n->arrival)
            repeat_halfway(r);
    }
    return true;
}

/* ---- the two runs of a thread --------------------------------------------------------------- */

static void set_numbers(csl_runner *r) {
    csl_analysis *a = r->s->a;
    csl_machine *m = &r->m;
    for (uint32_t d = 0; d < 3; d++) {
        m->tid[d] = r->s->value[csl_thread_of(r->s->r, r->side) + d];
        m->bdim[d] = r->s->value[CSL_DV_BDIM + d];
        csl_expr *bid = csl_leaf(a->ctx, CSL_OP_BID, CSL_U32, d);
        csl_expr *gdim = csl_leaf(a->ctx, CSL_OP_GDIM, CSL_U32, d);
        m->bid[d] = csl_fixed_value(r, bid).value;
        csl_known g = csl_fixed_value(r, gdim);
        int64_t least = (int64_t)csl_range_of(a, gdim).lo;
        m->gdim[d] = g.known ? g.value : least > m->bid[d] ? least : m->bid[d] + 1;
    }
    m->param = csl_alloc(r->scratch, (a->kernel->nparams + 1) * sizeof *m->param);
    for (uint32_t i = 0; i < a->kernel->nparams; i++) {
        if (a->kernel->params[i].object != UINT32_MAX)
            continue;
        csl_expr *leaf = csl_leaf(a->ctx, CSL_OP_PARAM, a->kernel->params[i].type, i);
        csl_known k = csl_fixed_value(r, leaf);
        m->param[i] = k.known ? k.value : 1; /* nothing depends on it, but a loop may end sooner */
    }
    for (uint32_t i = 0; i < a->loops.n; i++)
        r->want[a->loops.v[i]->id] = csl_fixed_value(r, csl_sym_expr(a, a->loops.v[i]->iter));
}

csl_runner *csl_runner_new(csl_ctx *scratch, const csl_solution *s, int side, csl_node *goal,
                           const csl_stmt *barrier) {
    csl_analysis *a = s->a;
    csl_runner *r = CSL_NEW(scratch, csl_runner);
    r->scratch = scratch;
    r->s = s;
    r->side = side;
    r->goal = goal;
    r->barrier = barrier;
    r->want = csl_alloc(scratch, (a->loops.n + 1) * sizeof *r->want);
    r->pass = csl_alloc(scratch, (a->loops.n + 1) * sizeof *r->pass);
    r->fixed = csl_alloc(scratch, (a->nodes.n + 1) * sizeof *r->fixed);
    r->asked = csl_alloc(scratch, a->nodes.n + 1);
    r->values = csl_alloc(scratch, CSL_REPLAY_VALUES * sizeof *r->values);
    r->ran = csl_alloc(scratch, (a->loops.n + 1) * sizeof *r->ran);
    r->m = (csl_machine){.ctx = a->ctx,
                         .scratch = scratch,
                         .kernel = a->kernel,
                         .owner = r,
                         .result = result,
                         .choose = choose,
                         .start_pass = start_pass,
                         .see = see,
                         .passes_by = passes_by};
    for (const csl_parting *p = goal->arms; p && r->ntold < CSL_ROOM_told_decisions; p = p->before)
        r->told[r->ntold++] = p->node;
    set_numbers(r);
    r->stops_behind = csl_stops_behind(r);
    return r;
}

/* Few runs are long, so the first of those may take most of what there is: this part of it. */
enum { FEW = 128, MANY = 8 };

static void run(csl_runner *r, uint32_t part) {
    csl_analysis *a = r->s->a;
    const uint32_t all = CSL_LIMIT(replay_long);
    const uint32_t more = a->replayed < all ? (all - a->replayed) / part : 0;
    const uint32_t budget = r->m.budget = CSL_LIMIT(replay_steps) + more;
    r->step = r->interval = r->met = 0;
    r->group = r->done = 0;
    r->ended.n = 0;
    r->barriers = 0;
    r->last_barrier = NULL;
    memset(r->ran, 0, (a->loops.n + 1) * sizeof *r->ran);
    csl_machine_run(&r->m);
    a->replayed += budget - r->m.budget;
}

void csl_runner_run(csl_runner *r) {
    const uint32_t goals = r->goals.n, with_warp = r->with_warp.n, waits = r->waits.n;
    const bool may_hurry = !r->hurries && !r->barrier && !r->s->r->in_flight;
    uint32_t *vain = &r->s->a->replayed_in_vain;
    run(r, FEW);
    for (int again = !may_hurry; again < 2 && r->m.spent; again++) {
        if (again && csl_limit_reached(CSL_LIMIT_replays_in_vain, *vain))
            return;
        r->hurries |= may_hurry; /* from now on */
        r->goals.n = goals;
        r->with_warp.n = with_warp;
        r->waits.n = waits;
        run(r, again ? MANY : FEW);
        if (again)
            *vain = r->m.spent ? *vain + 1 : 0;
    }
}

void csl_runner_tell(csl_runner *r, const csl_replay_moment *at, csl_way_there *way) {
    *way = (csl_way_there){.nsteps = r->ntold};
    for (uint32_t i = 0; i < r->ntold; i++)
        way->step[i].node = r->told[i];
    r->until = at;
    r->way = way;
    csl_runner_run(r);
    way->interval = r->interval;
    way->barrier = r->last_barrier;
    way->barrier_at = r->barrier_at;
}
