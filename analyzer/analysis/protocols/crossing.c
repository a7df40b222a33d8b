/* Barrier objects at which other blocks of the cluster arrive, or to which they copy.
 *
 * Proved is the first phase of one object, by counting for each block of a cluster what comes to
 * its object: arrivals and bytes, from whatever blocks. It ends, and not before all of that has
 * come, if as much comes as is expected and nothing of it stands behind a wait for that phase.
 * Phases behind the first are not followed, so all stands outside of loops.
 *
 * Source of the semantics: PTX ISA, mbarrier (shared::cluster), mapa, st.async, multicast.
 */
#include "settle.h"

enum { MOST_BLOCKS = 16 /* of a cluster */ };

/* What comes to the object of one block. */
typedef struct incoming {
    int64_t arrivals, expected, bytes;
    uint32_t tiles;
} incoming;

typedef struct crossing {
    csl_analysis *a;
    csl_family *f;
    const uint32_t *shape;
    uint32_t nblocks;
    bool in_pass; /* what comes in each pass of loops that make as many passes */
    incoming to[MOST_BLOCKS];
} crossing;

/* The constant that the term is, `absent` for NULL; -1: it is none. */
static int64_t constant(csl_analysis *a, csl_expr *e, int64_t absent) {
    const csl_expr *known = e ? csl_expand(a, e) : NULL;
    return !known ? absent : known->op == CSL_OP_CONST ? known->value : -1;
}

static csl_expr *place_of(csl_analysis *a, uint32_t rank) {
    return csl_place_of_block(a->ctx, CSL_I64, csl_const(a->ctx, CSL_U32, rank));
}

/* In block `rank` the condition holds always (1), never (0), or that is not known (-1). */
static int truth(const crossing *c, csl_expr *cond, uint32_t rank) {
    csl_analysis *a = c->a;
    if (csl_is_true(cond) || csl_is_false(cond))
        return csl_is_true(cond);
    csl_expr *here = csl_binary(a->ctx, CSL_OP_EQ, csl_own_place(a), place_of(a, rank));
    if (csl_never(a, here, csl_not(a->ctx, cond)))
        return 1;
    return csl_never(a, here, cond) ? 0 : -1;
}

/* So many threads signal with the statement. */
static void count(csl_analysis *a, incoming *to, int64_t threads, const csl_node *n) {
    if (n->stmt->kind == CSL_STMT_SYNC) {
        to->arrivals += threads * constant(a, n->count, 1);
        to->expected += threads * constant(a, n->bytes, 0);
    } else if (n->stmt->access->is_box) {
        to->tiles += (uint32_t)threads;
    } else {
        to->bytes += threads * csl_bytes_brought(n);
    }
}

/* The condition on which a thread comes to the node; in a loop, in a pass of it. */
static csl_expr *reach_of(const crossing *c, const csl_node *n) {
    csl_analysis *a = c->a;
    csl_expr *reach = csl_as_elected(a, csl_expand(a, n->reach));
    csl_expr *stay = c->in_pass ? csl_stays_by_pass(a, n->loop) : NULL;
    return stay ? csl_relative(a->ctx, reach, csl_expand(a, stay)) : reach;
}

/* Adds up what all blocks send with the statement to each; false: it is not known. */
static bool add_up(crossing *c, const csl_node *n, const csl_target *target) {
    csl_analysis *a = c->a;
    csl_expr *own, *shared, *place = NULL;
    csl_offset_in_block(a, csl_expand(a, target->offset), &place);
    if ((n->loop && !c->in_pass) || n->size ||
        !csl_split_by_thread(a, reach_of(c, n), CSL_SCOPE_BLOCK, &own, &shared))
        return false;
    const bool by_thread = place && csl_is_of_thread(a->ctx, place);
    const int64_t all = csl_count_coming(a, own, c->shape, 1);
    for (uint32_t from = 0; from < c->nblocks; from++) {
        const int comes = truth(c, shared, from);
        bool found = by_thread || !place || comes == 0;
        for (uint32_t to = 0; to < c->nblocks && comes > 0; to++) {
            csl_expr *there = place ? csl_binary(a->ctx, CSL_OP_EQ, place, place_of(a, to)) : NULL;
            if (by_thread) {
                csl_expr *these = csl_and(a->ctx, own, there);
                count(a, &c->to[to], csl_count_coming(a, these, c->shape, 1), n);
            } else if (!place ? to == from : truth(c, there, from) == 1) {
                count(a, &c->to[to], all, n);
                found = true;
            }
        }
        if (comes < 0 || !found)
            return false;
    }
    return true;
}

bool csl_is_remote_signal(csl_analysis *a, const csl_node *n) {
    const bool access = n->stmt->kind == CSL_STMT_ACCESS;
    const csl_target *t = access && n->signals ? n->signalled : n->targets;
    const uint32_t known = access && n->signals ? n->nsignalled : n->ntargets;
    return known == 1 && csl_whose_memory(a, t) != CSL_OWN_BLOCK;
}

/* ---- parts of the proof ------------------------------------------------------------------------- */

static bool is_signal(const csl_node *n) {
    return n->stmt->kind == CSL_STMT_ACCESS || n->stmt->sync->kind == CSL_SYNC_ARRIVE;
}

static const char *check_use(csl_analysis *a, const csl_node *n) {
    const csl_sync *y = n->stmt->sync;
    if (n->loop)
        return "a barrier object of a cluster in a loop";
    if (y->kind == CSL_SYNC_WAIT)
        return y->result == CSL_NO_VAR && constant(a, n->parity, -1) == 0
                   ? NULL
                   : "a wait for another phase than the first, at a barrier object of a cluster";
    const bool known = constant(a, n->count, 1) >= 0 && constant(a, n->bytes, 0) >= 0;
    return y->kind == CSL_SYNC_ARRIVE && !y->drops && !y->tracks && known
               ? NULL
               : "arrivals of other blocks that are not followed";
}

/* Who arrives has always waited before. */
static bool all_wait_first(const csl_family *f) {
    bool any = false;
    for (uint32_t i = 0; i < f->uses.n; i++) {
        const csl_node *n = f->uses.v[i];
        bool waits = !is_signal(n) || !csl_is_arrival(n->stmt->sync);
        any |= !waits;
        for (uint32_t k = 0; k < f->uses.n; k++)
            waits |= !is_signal(f->uses.v[k]) && csl_always_follows(n, f->uses.v[k]) &&
                     csl_comes_too(f->uses.v[k], n);
        if (!waits)
            return false;
    }
    return any;
}

/* All that is waited for stands before the waits. */
static const char *check_sequence(csl_analysis *a, csl_family *f) {
    uint32_t last = 0, first = UINT32_MAX;
    csl_node *wait = NULL;
    for (uint32_t i = 0; i < f->uses.n + f->copies.n; i++) {
        csl_node *n = i < f->uses.n ? f->uses.v[i] : f->copies.v[i - f->uses.n];
        if (is_signal(n))
            last = n->order > last ? n->order : last;
        else if (n->order < first)
            first = n->order, wait = n;
    }
    if (wait && all_wait_first(f))
        csl_blame(f, CSL_PHASE_CIRCLE, wait, csl_true(a->ctx));
    return last < first ? NULL : "an arrival behind a wait, at a barrier object of a cluster";
}

/* A barrier of the cluster lies between the two. */
static bool cluster_between(const csl_analysis *a, const csl_node *before, const csl_node *n) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *b = a->nodes.v[i];
        const csl_node *arrival = b->arrival ? b->arrival : b;
        const bool orders =
            (csl_sync_counts(b->stmt, CSL_SCOPE_CLUSTER) && csl_always_follows(arrival, before)) ||
            csl_waits_for_fenced(a, before, b);
        if (orders && b->order < n->order && csl_comes_too(b, n))
            return true;
    }
    return false;
}

/* Others come to the object only when it has been initialised. */
static const char *check_initialised(csl_analysis *a, const csl_family *f) {
    for (uint32_t k = 0; k < a->nodes.n; k++) {
        const csl_node *init = a->nodes.v[k];
        if (!csl_begins_object(init))
            continue;
        for (uint32_t i = 0; i < f->uses.n + f->copies.n; i++) {
            const csl_node *n = i < f->uses.n ? f->uses.v[i] : f->copies.v[i - f->uses.n];
            if (csl_is_remote_signal(a, n) && !cluster_between(a, init, n))
                return "a barrier object that other blocks use when it may not be initialised";
        }
    }
    return NULL;
}

/* ---- numbers ------------------------------------------------------------------------------------- */

static const char *count_all(crossing *c) {
    for (uint32_t r = 0; r < c->nblocks; r++)
        c->to[r] = (incoming){0};
    for (uint32_t i = 0; i < c->f->uses.n; i++)
        if (is_signal(c->f->uses.v[i]) && !add_up(c, c->f->uses.v[i], c->f->uses.v[i]->targets))
            return "arrivals of blocks of which it is not known how many there are";
    for (uint32_t i = 0; i < c->f->copies.n; i++)
        if (c->f->copies.v[i]->stmt->access->mode != CSL_MODE_READ &&
            !add_up(c, c->f->copies.v[i], c->f->copies.v[i]->signalled))
            return "copies of blocks of which it is not known how many there are";
    return NULL;
}

/* The tile of each block, if there is one, brings what is left. */
static bool size_tiles(crossing *c) {
    for (uint32_t r = 0; r < c->nblocks; r++)
        if (c->to[r].tiles > 1 ||
            c->to[r].expected - c->to[r].bytes != c->to[0].expected - c->to[0].bytes ||
            c->to[r].tiles != c->to[0].tiles)
            return false;
    const int64_t left = c->to[0].expected - c->to[0].bytes;
    for (uint32_t i = 0; left > 0 && i < c->f->copies.n; i++)
        if (c->f->copies.v[i]->stmt->access->is_box)
            csl_set_tile(c->a, c->f->copies.v[i], left, false);
    return left > 0;
}

static csl_node *expecting(const csl_family *f) {
    for (uint32_t i = 0; i < f->uses.n; i++)
        if (f->uses.v[i]->bytes)
            return f->uses.v[i];
    return NULL;
}

/* No thread of block `rank` waits for its object. */
static bool is_ignored(const crossing *c, uint32_t rank) {
    csl_expr *own, *shared;
    for (uint32_t i = 0; i < c->f->uses.n; i++) {
        const csl_node *n = c->f->uses.v[i];
        if (!is_signal(n) &&
            (!csl_split_by_thread(c->a, reach_of(c, n), CSL_SCOPE_BLOCK, &own, &shared) ||
             truth(c, shared, rank) != 0))
            return false;
    }
    return true;
}

/* In all these blocks (a bit each) another number of bytes comes than is expected. */
static void blame_bytes(const crossing *c, uint32_t blocks) {
    csl_ctx *ctx = c->a->ctx;
    csl_expr *any = csl_false(ctx);
    for (uint32_t r = 0; r < c->nblocks; r++)
        if (blocks >> r & 1)
            any = csl_or(ctx, any,
                         csl_binary(ctx, CSL_OP_EQ, csl_own_place(c->a), place_of(c->a, r)));
    if (expecting(c->f))
        csl_blame(c->f, CSL_PHASE_BYTES, expecting(c->f),
                  blocks + 1 == 1u << c->nblocks ? csl_true(ctx) : any);
}

static const char *check_sums(crossing *c, int64_t expects) {
    csl_family *f = c->f;
    uint32_t others = 0;
    bool tiles = false;
    for (uint32_t r = 0; r < c->nblocks; r++) {
        tiles |= c->to[r].tiles > 0;
        if (is_ignored(c, r))
            continue;
        if (c->to[r].arrivals != expects) {
            f->coming = (uint32_t)c->to[r].arrivals;
            f->expected = (uint32_t)expects;
            return "not as many arrive as are expected";
        }
        if (!c->to[r].tiles && c->to[r].expected != c->to[r].bytes)
            others |= 1u << r;
    }
    if (others) {
        blame_bytes(c, others);
        return "another number of bytes than copies bring";
    }
    return tiles && !size_tiles(c) ? "tiles whose sizes are not known" : NULL;
}

static const char *check_numbers(csl_analysis *a, csl_family *f, bool in_pass) {
    const uint32_t *dim = a->kernel->cluster;
    crossing c = {.a = a, .f = f, .nblocks = dim[0] * dim[1] * dim[2], .in_pass = in_pass};
    if (!c.nblocks || c.nblocks > MOST_BLOCKS)
        return "a cluster of unknown size";
    for (uint32_t s = 0; s < a->shapes.n; s++) {
        c.shape = a->shapes.shape[s];
        csl_expr *expects = csl_with_shape(a, f->expects, c.shape);
        if (expects->op != CSL_OP_CONST)
            return "a number of arrivals that is not known";
        const char *why = count_all(&c);
        if (!why)
            why = check_sums(&c, expects->value);
        if (why)
            return why;
    }
    return a->shapes.n ? NULL : "barriers that count threads, in blocks of unknown size";
}

/* ---- rings --------------------------------------------------------------------------------------- */

/* The node in terms of the pass of any loop: how many there are, and at which object it is in one.
 */
typedef struct turn {
    csl_expr *passes, *offset;
} turn;

static bool find_turn(csl_analysis *a, const csl_node *n, turn *t) {
    const bool access = n->stmt->kind == CSL_STMT_ACCESS;
    const csl_target *target = access ? n->signalled : n->targets;
    csl_expr *place = NULL;
    t->passes = n->loop && !n->loop->parent ? csl_bound_of_passes(a, n->loop) : NULL;
    if (!t->passes || (access ? n->nsignalled : n->ntargets) != 1)
        return false;
    csl_expr *pass =
        csl_leaf(a->ctx, CSL_OP_PARAM, CSL_I32, a->kernel->nparams); /* there is none */
    t->offset = csl_replace_sym(a, csl_offset_in_block(a, csl_expand(a, target->offset), &place),
                                n->loop->iter, pass);
    return true;
}

/* The wait is for the next phase whenever its stage has its turn. */
static bool waits_for_each(csl_analysis *a, const csl_family *f, const csl_node *n) {
    csl_expr *parity = n->parity ? csl_expand(a, n->parity) : NULL;
    for (int64_t pass = 0; parity && pass < 2 * f->stages; pass++) {
        const csl_expr *now = csl_in_pass(a, n->loop, parity, pass);
        const csl_expr *then = csl_in_pass(a, n->loop, parity, pass + f->stages);
        if (now->op != CSL_OP_CONST || then->op != CSL_OP_CONST ||
            ((now->value ^ then->value) & 1) == 0)
            return false;
    }
    return parity != NULL;
}

/* All that comes to the ring, and all who wait, are in loops that make as many passes, and in each
 * pass at one stage. */
static bool comes_in_passes(csl_analysis *a, const csl_family *f) {
    turn first, t;
    for (uint32_t i = 0; i < f->uses.n + f->copies.n; i++) {
        const csl_node *n = i < f->uses.n ? f->uses.v[i] : f->copies.v[i - f->uses.n];
        if (!find_turn(a, n, i ? &t : &first) ||
            (i && (t.passes != first.passes || t.offset != first.offset)) ||
            (!is_signal(n) && !waits_for_each(a, f, n)))
            return false;
    }
    return f->uses.n > 0;
}

/* Some thread waits for a barrier object behind the node, or in no loop, where it may hear of it.
 */
static bool is_heard_of(csl_analysis *a, const csl_node *n) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *w = a->nodes.v[i];
        if (w->stmt->kind == CSL_STMT_SYNC && w->stmt->sync->object &&
            w->stmt->sync->kind != CSL_SYNC_ARRIVE &&
            (!w->loop || (w->order > n->order && !csl_loop_inside(w->loop, n->loop) &&
                          !csl_in_other_arms(w, n))))
            return true;
    }
    return false;
}

bool csl_is_left_behind(csl_analysis *a, const csl_node *n) {
    const csl_family *f =
        n->stmt->access->is_state && n->ntargets == 1 ? csl_family_at(a, n->targets) : NULL;
    if (!f || !f->crosses || !n->loop || !comes_in_passes(a, f) || is_heard_of(a, n))
        return false;
    bool behind = false;
    for (uint32_t i = 0; i < f->uses.n; i++) {
        const csl_node *wait = f->uses.v[i];
        if (is_signal(wait))
            continue;
        behind = true;
        for (int64_t pass = 0; pass < f->stages; pass++)
            behind &= csl_in_pass(a, wait->loop, wait->parity, pass)->value & 1;
        if (!behind)
            return false;
    }
    return behind;
}

/* Of a ring it is said when another number comes in each pass than its objects expect. */
static const char *check_ring(csl_analysis *a, csl_family *f) {
    const char *why = comes_in_passes(a, f) ? check_numbers(a, f, true) : NULL;
    return why ? why : "a ring of barrier objects of a cluster";
}

const char *csl_check_crossing(csl_analysis *a, csl_family *f) {
    if (f->stages != 1)
        return check_ring(a, f);
    for (uint32_t i = 0; i < f->uses.n; i++) {
        const char *why = check_use(a, f->uses.v[i]);
        if (why)
            return why;
    }
    const char *why = check_sequence(a, f);
    if (!why)
        why = check_initialised(a, f);
    return why ? why : check_numbers(a, f, false);
}

/* ---- arrivals behind a fence ------------------------------------------------------------------
 *
 * PTX ISA, barrier.cluster: `.relaxed` gives no ordering, a fence before it does. Those who begin
 * barrier objects write `fence.mbarrier_init.release.cluster` behind it, and CUTLASS calls that
 * pipeline_init_arrive_relaxed(). */

static bool is_half(const csl_node *n, csl_sync_kind kind) {
    const csl_sync *s = n->stmt->kind == CSL_STMT_SYNC ? n->stmt->sync : NULL;
    return s && s->scope == CSL_SCOPE_CLUSTER && s->kind == kind && !s->object && !s->id;
}

static bool is_fence(const csl_node *n) {
    return n->stmt->kind == CSL_STMT_FENCE && n->stmt->fence.scope >= CSL_SCOPE_CLUSTER &&
           n->stmt->fence.proxy == CSL_PROXY_NONE;
}

/* The arrival that the wait is for: the last one before it. */
static const csl_node *arrival_of(const csl_analysis *a, const csl_node *wait) {
    for (uint32_t i = wait->order; i-- > 0;)
        if (is_half(a->nodes.v[i], CSL_SYNC_ARRIVE))
            return a->nodes.v[i];
    return NULL;
}

bool csl_waits_for_fenced(const csl_analysis *a, const csl_node *what, const csl_node *wait) {
    if (!is_half(wait, CSL_SYNC_WAIT) || !wait->stmt->sync->orders || wait->loop)
        return false;
    const csl_node *arrival = arrival_of(a, wait);
    if (!arrival || arrival->loop || (what && !csl_always_follows(arrival, what)))
        return false;
    for (uint32_t i = what ? what->order + 1 : 0; i < arrival->order; i++)
        if (is_fence(a->nodes.v[i]) && (!what || csl_always_follows(a->nodes.v[i], what)))
            return true;
    return false;
}
