/* Chooses the numbers of trials, and says what is seen in them. */
#include "order.h"
#include "../../limits/limits.h"
#include "../witness/machine.h"

typedef struct uses {
    const csl_analysis *a;
    bool *param; /* by parameter: a decision depends on it */
} uses;

static csl_expr *note_leaf(void *user, csl_expr *leaf) {
    uses *u = user;
    if (leaf->op == CSL_OP_PARAM)
        u->param[leaf->index] = true;
    return leaf;
}

/* The parameters on which ways depend are `number`, or as near as they can be to that. */
static csl_expr *choose_numbers(csl_block *b, int64_t number) {
    csl_analysis *a = b->a;
    const csl_kernel *k = a->kernel;
    csl_expr *all = csl_true(a->ctx);
    uses u = {a, csl_alloc(b->scratch, k->nparams + 1)};
    b->param = csl_alloc(b->scratch, (k->nparams + 1) * sizeof *b->param);
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (a->nodes.v[i]->cond)
            csl_map(a->ctx, csl_expand(a, a->nodes.v[i]->cond), note_leaf, &u);
    for (uint32_t i = 0; i < k->nparams; i++) {
        const csl_type type = k->params[i].type;
        if (k->params[i].object != UINT32_MAX || !csl_type_integer(type))
            continue;
        const csl_range r = csl_range_of(a, csl_leaf(a->ctx, CSL_OP_PARAM, type, i));
        b->param[i] = number < r.lo ? (int64_t)r.lo : number > r.hi ? (int64_t)r.hi : number;
        if (u.param[i])
            all = csl_and(a->ctx, all, csl_is_number(a, CSL_OP_PARAM, type, i, b->param[i]));
    }
    for (uint32_t d = 0; d < 3; d++) {
        const csl_range r = csl_range_of(a, csl_leaf(a->ctx, CSL_OP_GDIM, CSL_U32, d));
        b->bdim[d] = a->shapes.shape[0][d];
        b->gdim[d] = r.lo > 1 ? (int64_t)r.lo : 1;
        all = csl_and(a->ctx, all, csl_is_number(a, CSL_OP_BID, CSL_U32, d, 0));
        all = csl_and(a->ctx, all, csl_is_number(a, CSL_OP_GDIM, CSL_U32, d, b->gdim[d]));
    }
    return all;
}

/* ---- copies that are left ----------------------------------------------------------------------- */

static bool waits(const csl_trial_event *e) {
    return csl_waits_at_object(e) || e->deed == CSL_DOES_BLOCK || e->deed == CSL_DOES_NAMED ||
           e->deed == CSL_DOES_WARP;
}

/* The last wait of the thread; NULL: it waits for nothing. */
static const csl_trial_event *last_wait(const csl_tried *t) {
    for (uint32_t i = t->n; i-- > 0;)
        if (t->v[i].node->stmt->kind == CSL_STMT_SYNC && waits(&t->v[i]))
            return &t->v[i];
    return NULL;
}

static bool is_wait(const csl_stmt *s) {
    return s->kind == CSL_STMT_SYNC ? s->sync->object && s->sync->kind != CSL_SYNC_ARRIVE
                                    : s->kind == CSL_STMT_ASYNC && s->async.wait;
}

/* Some wait is not come to with these numbers, as in a loop that makes no pass. */
static bool misses_wait(const csl_block *b) {
    const csl_analysis *a = b->a;
    bool *seen = csl_alloc(b->scratch, a->nodes.n + 1), missed = false;
    for (uint32_t t = 0; t < b->threads; t++)
        for (uint32_t i = 0; i < b->thread[t].n; i++)
            seen[b->thread[t].v[i].node->order] = true;
    for (uint32_t i = 0; i < a->nodes.n && !missed; i++)
        missed = is_wait(a->nodes.v[i]->stmt) && !seen[a->nodes.v[i]->order];
    return missed;
}

/* The copy, and another thread that waits: rather at a barrier object. */
static bool find_left(const csl_block *b, const csl_clocks *clocks, csl_left *out) {
    uint32_t thread, event;
    const csl_trial_event *last = NULL;
    if (!csl_clocks_left(clocks, &thread, &event) || misses_wait(b))
        return false;
    for (uint32_t t = 0; t < b->threads && !(last && csl_waits_at_object(last)); t++) {
        const csl_trial_event *e = t != thread ? last_wait(&b->thread[t]) : NULL;
        if (!e || (last && !csl_waits_at_object(e)))
            continue;
        last = e;
        out->last = e->node;
        out->where[1] = csl_place_of_event(b, &b->thread[t], e);
    }
    const csl_trial_event *copy = &b->thread[thread].v[event];
    out->copy = copy->node;
    out->where[0] = csl_place_of_event(b, &b->thread[thread], copy);
    return last != NULL;
}

/* ---- races -------------------------------------------------------------------------------------- */

static uint32_t depth_of(const csl_loop *l) {
    uint32_t n = 0;
    for (; l; l = l->parent)
        n++;
    return n;
}

/* `l` is around the node of the event, which is in no more loops than are counted. */
static uint32_t pass_in(const csl_trial_event *e, const csl_loop *l) {
    return e->pass[depth_of(e->node->loop) - depth_of(l)];
}

/* The outermost of the loops around both in which they are in different passes; or NULL. */
static const csl_loop *find_pivot(const csl_trial_event *x, const csl_trial_event *y) {
    const csl_loop *pivot = NULL;
    for (const csl_loop *l = csl_common_loop(x->node->loop, y->node->loop); l; l = l->parent)
        pivot = pass_in(x, l) != pass_in(y, l) ? l : pivot;
    return pivot;
}

static csl_round round_of(const csl_loop *pivot, const csl_trial_event *x,
                          const csl_trial_event *y) {
    if (!pivot)
        return CSL_ROUND_SAME;
    const int64_t later = (int64_t)pass_in(y, pivot) - pass_in(x, pivot);
    return later == 1 ? CSL_ROUND_NEXT : later > 1 ? CSL_ROUND_LATER : CSL_ROUND_FREE;
}

static bool find_target(const csl_trial_event *e, uint32_t *target) {
    for (*target = 0; *target < e->node->ntargets; ++*target) {
        const csl_expr *root = e->node->targets[*target].root;
        if (root->op == CSL_OP_BASE && root->index == e->of)
            return true;
    }
    return false;
}

static csl_expr *offset_is(const csl_block *b, const csl_trial_event *e, uint32_t target) {
    csl_ctx *ctx = b->a->ctx;
    if (e->node->stmt->access->is_tensor)
        return csl_true(ctx); /* it says less of the address */
    const int64_t offset = e->address - csl_machine_base(b->a->kernel, e->of);
    return csl_binary(ctx, CSL_OP_EQ, e->node->targets[target].offset,
                      csl_const(ctx, CSL_I64, offset));
}

static bool describe(const csl_block *b, const csl_clashed *c, csl_expr *numbers,
                     csl_tried_race *out) {
    const csl_loop *pivot = find_pivot(c->event[0], c->event[1]);
    const bool back =
        !c->in_flight && pivot && pass_in(c->event[0], pivot) > pass_in(c->event[1], pivot);
    const csl_trial_event *e[2] = {c->event[back], c->event[!back]};
    const uint32_t thread[2] = {c->thread[back], c->thread[!back]};
    for (int side = 0; side < 2; side++) {
        if (!find_target(e[side], &out->target[side]))
            return false;
        out->pair.side[side] = (csl_open){.node = e[side]->node, .cond = csl_true(b->a->ctx)};
        out->where[side] =
            csl_and(b->a->ctx, csl_place_of_event(b, &b->thread[thread[side]], e[side]),
                    offset_is(b, e[side], out->target[side]));
    }
    out->pair.pivot = pivot;
    out->pair.round = round_of(pivot, e[0], e[1]);
    out->pair.scope = thread[0] == thread[1]             ? CSL_SCOPE_THREAD
                      : thread[0] / 32 == thread[1] / 32 ? CSL_SCOPE_WARP
                                                         : CSL_SCOPE_BLOCK;
    out->pair.in_flight = c->in_flight;
    out->pair.tried = numbers;
    return true;
}

static bool in_few_loops(const csl_clashed *c) {
    return depth_of(c->event[0]->node->loop) <= CSL_TRIAL_LOOPS &&
           depth_of(c->event[1]->node->loop) <= CSL_TRIAL_LOOPS;
}

/* What one trial has shown. STUCK: threads do not go on, and it is not said for which others. */
typedef enum { NOT_KNOWN, STUCK, ENDS, HANGS } outcome;
typedef struct shown {
    outcome is;
    bool sees; /* all races of the run */
    csl_expr *numbers;
    csl_trial of;
} shown;

static void add_races(const csl_block *b, const csl_clocks *clocks, shown *s) {
    uint32_t n;
    const csl_clashed *c = csl_clocks_clashes(clocks, &n);
    for (uint32_t i = 0; i < n; i++) {
        csl_tried_race race = {.target = {0}};
        if (in_few_loops(&c[i]) && describe(b, &c[i], s->numbers, &race))
            CSL_PUSH(b->a->ctx, &s->of.races, race);
    }
}

/* ---- trials ------------------------------------------------------------------------------------- */

static bool all_end(const csl_block *b, const uint32_t *at) {
    bool all = true;
    for (uint32_t t = 0; t < b->threads; t++)
        all &= at[t] == b->thread[t].n;
    return all;
}

static bool play(csl_block *b, csl_schedule schedule, csl_clocks *clocks, shown *s) {
    csl_played p;
    if (!csl_play_block(b, schedule, clocks, &p))
        s->is = csl_find_wrong(b, &p, &s->of.hang) ? HANGS : NOT_KNOWN;
    else if (csl_find_hang(b, p.at, &s->of.hang))
        s->is = HANGS;
    else if (!all_end(b, p.at))
        s->is = STUCK;
    return s->is != NOT_KNOWN && s->is != HANGS;
}

static void play_all(csl_block *b, shown *s) {
    csl_clocks *clocks[CSL_SCHEDULES];
    bool all = true;
    s->is = ENDS;
    s->sees = true;
    for (csl_schedule i = 0; i < CSL_SCHEDULES && all; i++) {
        clocks[i] = csl_clocks_new(b);
        all = play(b, i, clocks[i], s);
        s->sees &= all && clocks[i] && !csl_clocks_failed(clocks[i]);
    }
    for (csl_schedule i = 0; i < CSL_SCHEDULES && s->sees; i++)
        add_races(b, clocks[i], s);
    for (csl_schedule i = 0; i < CSL_SCHEDULES && s->sees && s->is == ENDS && !s->of.leaves; i++)
        s->of.leaves = find_left(b, clocks[i], &s->of.left);
}

/* No construct is met that is not played. */
static bool can_be_tried(const csl_analysis *a) {
    const uint32_t *shape = a->shapes.n == 1 ? a->shapes.shape[0] : NULL;
    const csl_kernel *k = a->kernel;
    const bool alone = (k->cluster[0] == 1 && k->cluster[1] == 1 && k->cluster[2] == 1) ||
                       !csl_asks_for_clusters(k);
    bool can = shape && k->nlaunches && !k->helper && (!k->maps_blocks || alone);
    for (uint32_t i = 0; i < a->nodes.n && can; i++)
        can = !csl_may_do_anything(a->nodes.v[i]->stmt);
    return can && a->nodes.n < CSL_LIMIT(trial_nodes);
}

static shown try_number(csl_analysis *a, int64_t number, uint32_t *budget) {
    csl_ctx *scratch = csl_ctx_new();
    const uint32_t *shape = a->shapes.shape[0];
    csl_block b = {.a = a, .scratch = scratch, .budget = *budget};
    shown s = {.is = NOT_KNOWN};
    b.threads = shape[0] * shape[1] * shape[2];
    b.thread = csl_alloc(scratch, b.threads * sizeof *b.thread);
    s.numbers = s.of.hang.numbers = s.of.left.numbers = choose_numbers(&b, number);
    if (csl_record_block(&b))
        play_all(&b, &s);
    s.of.hangs = s.is == HANGS;
    *budget = b.budget;
    csl_ctx_free(scratch);
    return s;
}

static csl_expr *parameter_leaf(void *user, csl_expr *leaf) {
    *(bool *)user |= leaf->op == CSL_OP_PARAM;
    return leaf;
}

/* Where the two are may depend on a parameter, for which the number may be too small. */
static bool may_depend_on_size(csl_analysis *a, const csl_tried_race *r) {
    bool any = false;
    for (int side = 0; side < 2; side++) {
        const csl_node *n = r->pair.side[side].node;
        csl_map(a->ctx, csl_expand(a, n->targets[r->target[side]].offset), parameter_leaf, &any);
        if (n->size)
            csl_map(a->ctx, csl_expand(a, n->size), parameter_leaf, &any);
    }
    return any;
}

/* The two races are of the same two places in the program; `exactly`, of the same threads in the
 * same passes at the same offsets. */
static bool is_the_same(const csl_tried_race *r, const csl_tried_race *other, bool exactly) {
    bool same = true;
    for (int side = 0; side < 2; side++)
        same &= r->pair.side[side].node == other->pair.side[side].node &&
                (!exactly || r->where[side] == other->where[side]);
    return same;
}

/* Leaves those of the races that were seen with another number as well. */
static void keep_common(csl_analysis *a, csl_trial *t, const csl_trial *other) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < t->races.n; i++) {
        const bool exactly = may_depend_on_size(a, &t->races.v[i]);
        bool both = false;
        for (uint32_t k = 0; k < other->races.n; k++)
            both |= is_the_same(&t->races.v[i], &other->races.v[k], exactly);
        if (both || (other->hangs && !exactly))
            t->races.v[kept++] = t->races.v[i];
    }
    t->races.n = kept;
}

/* More than twice round most rings, and no whole number of times; as much in tiles, as sizes of
 * matrices are, for kernels for which that is too few, large ones and small ones; and a multiple of
 * most numbers of passes that loops make as one. */
enum { FEW = 11, MANY = 11 * 128, MANY_SMALL = 11 * 16, EVEN = 24 };

/* Of the races of a trial those that one with an even number shows as well. */
static csl_trial confirm(csl_analysis *a, shown *one, int64_t number, uint32_t *budget) {
    const shown even = try_number(a, number, budget);
    const bool only_leaves = !one->of.races.n;
    keep_common(a, &one->of, &even.of);
    one->of.leaves &= even.of.leaves && one->of.left.copy == even.of.left.copy;
    return even.is == HANGS && only_leaves ? even.of : one->of;
}

csl_trial csl_try_block(csl_analysis *a) {
    const csl_trial nothing = {.hangs = false};
    uint32_t budget = CSL_LIMIT(trial_steps);
    if (!can_be_tried(a))
        return nothing;
    shown few = try_number(a, FEW, &budget);
    const shown many = try_number(a, MANY, &budget);
    if (many.is == HANGS && few.is != HANGS)
        return many.of;
    if (few.is == HANGS)
        return many.is == HANGS || many.is == NOT_KNOWN ? few.of : nothing;
    if (!many.sees && (few.of.races.n || few.of.leaves))
        return confirm(a, &few, EVEN, &budget);
    if (many.is != NOT_KNOWN || few.is != ENDS)
        return many.of;
    shown some = try_number(a, MANY_SMALL, &budget); /* the run was too long */
    if (some.is == HANGS || !(some.of.races.n || some.of.leaves))
        return some.of;
    return confirm(a, &some, EVEN * (MANY_SMALL / FEW), &budget);
}
