/* How sure is a race? Beyond what holds for every fact (confidence.c): what lies between the
 * accesses, where their indices come from, and whether a user would run the kernel that way. */
#include "caveats.h"

typedef struct lock_search {
    csl_analysis *a;
    bool found;
} lock_search;

/* One thread at a time may get the result it looks for: `!(atomicOr(&taken, 1) & 1)`,
 * `atomicAnd(&open, 0)`, `atomicMax(&taken, 1) == 0`. */
static bool may_lock(const csl_access *access) {
    const csl_expr *v = access->value;
    const bool constant = v && v->op == CSL_OP_CONST;
    switch (access->atomic) {
    case CSL_ATOMIC_CAS:
    case CSL_ATOMIC_EXCH: return true;
    case CSL_ATOMIC_OR: return constant && v->value != 0;
    case CSL_ATOMIC_AND: return constant && v->value != -1;
    case CSL_ATOMIC_MIN:
    case CSL_ATOMIC_MAX: return constant;
    default: return false;
    }
}

static csl_expr *find_lock(void *user, csl_expr *leaf) {
    lock_search *l = user;
    if (leaf->op != CSL_OP_SYM)
        return leaf;
    const csl_sym *s = csl_sym_of(l->a, leaf);
    const csl_stmt *stmt = s->node ? s->node->stmt : NULL;
    l->found |= stmt && stmt->kind == CSL_STMT_ACCESS && may_lock(stmt->access);
    return leaf;
}

/* Both are reached only by the result of such an operation: a lock may exclude them. */
bool csl_behind_lock(csl_analysis *a, const csl_pair_query *q) {
    for (int s = 0; s < 2; s++) {
        lock_search l = {a, false};
        csl_map(a->ctx, csl_expand(a, q->side[s].node->reach), find_lock, &l);
        if (!l.found)
            return false;
    }
    return true;
}

/* Threads have places of their own there: it is no single variable. */
static bool is_by_thread(csl_builder *b, const csl_query *q) {
    for (uint32_t i = 0; i < CSL_DV_BDIM; i++)
        if (csl_term_has(b, q->offset[0], i) || csl_term_has(b, q->offset[1], i))
            return true;
    return false;
}

/* Two slots of an array laid out for a smaller block (`s[tid]`, `s[128 + tid]`), or one that is
 * updated in place (`s[tid + 64 * i] += x`): they overlap in blocks the kernel was not written for.
 */
static bool is_laid_out_for_less(csl_analysis *a, csl_builder *b, const csl_pair_query *p,
                                 const csl_query *q, csl_race_kind kind) {
    bool in_place =
        csl_expand(a, p->side[0].node->address) == csl_expand(a, p->side[1].node->address);
    if (!is_by_thread(b, q))
        return false;
    if ((kind != CSL_RACE_WAW && !in_place) || a->shapes.n || a->shapes.fixed[1] != 1)
        return false;
    csl_query with = *q;
    csl_ask_of_block(a, &with, (const uint32_t[]){64, 1, 1});
    return csl_ask(a, &with, CSL_USE_RATING).verdict != CSL_POSSIBLE;
}

/* It does not happen in a block of at most so many threads along the axis. */
static bool needs_more_threads(csl_analysis *a, const csl_query *q, uint32_t axis, uint32_t most) {
    csl_query with = *q;
    csl_expr *dim = csl_leaf(a->ctx, CSL_OP_SYM, CSL_U32, CSL_DV_BDIM + axis);
    with.fact = csl_and(a->ctx, with.fact,
                        csl_binary(a->ctx, CSL_OP_LE, dim, csl_const(a->ctx, CSL_U32, most)));
    return csl_ask(a, &with, CSL_USE_RATING).verdict != CSL_POSSIBLE;
}

/* No block of whole warps races in which every thread stays inside the arrays. */
static bool leaves_array(csl_analysis *a, const csl_query *q) {
    const bool rows =
        (a->shapes.fixed[1] != 1 && !a->idle[1]) || (a->shapes.fixed[2] != 1 && !a->idle[2]);
    if (a->shapes.n)
        return false;
    uint32_t most = rows ? csl_rows_for_arrays(a) : csl_threads_for_arrays(a);
    most -= !rows && most > 32 ? most % 32 : 0;
    return most && needs_more_threads(a, q, rows, most);
}

/* `flags[tid - 1] != flags[tid]` */
static bool compares_flags(csl_builder *b, const csl_query *q, const csl_expr *e) {
    if (e->op != CSL_OP_NE)
        return false;
    const csl_expr *x = e->kids[0], *y = e->kids[1];
    return x->op == CSL_OP_SYM && y->op == CSL_OP_SYM && x != y && csl_own_data(b, q, e->kids[0]) &&
           csl_own_data(b, q, e->kids[1]) && csl_loads_one_object(b, x->index, y->index);
}

/* Reached where a row of flags changes: `flags[tid - 1] == 0 && flags[tid] == 1`. `last`: what
 * comes before the row may be kept elsewhere. */
static bool finds_edge(csl_builder *b, const csl_query *q, csl_expr *guard, bool last) {
    uint32_t n;
    csl_expr *const *part = csl_conjuncts(&guard, &n);
    for (uint32_t i = 0; i < n; i++) {
        if (compares_flags(b, q, part[i]))
            return true;
        for (uint32_t j = 0; j < i; j++) {
            int64_t is = 0, other = 0;
            uint32_t x = csl_own_flag(b, q, part[i], &is), y = csl_own_flag(b, q, part[j], &other);
            if (x != CSL_NO_VAR && y != CSL_NO_VAR && x != y && is != other &&
                csl_loaded_by(b, x) && csl_loaded_by(b, y) &&
                (last || csl_loads_one_object(b, x, y)))
                return true;
        }
    }
    return false;
}

/* Both threads look for the edge of a row of flags. */
static bool both_find_edge(csl_builder *b, const csl_query *q) {
    for (int s = 0; s < 2; s++)
        if (finds_edge(b, q, q->guard[s], false) && finds_edge(b, q, q->guard[1 - s], true))
            return true;
    return false;
}

typedef struct mask_of {
    csl_analysis *a;
    const csl_node *maker;
} mask_of;

/* The mask itself, or what its lanes have exchanged. */
static bool comes_from_mask(void *user, csl_expr *part) {
    const mask_of *m = user;
    const csl_sym *s = part->op == CSL_OP_SYM ? csl_sym_of(m->a, part) : NULL;
    return s && (part->index == m->maker->sym ||
                 (s->kind == CSL_SYM_SYNC && csl_maker_of_mask(m->a, s->node) == m->maker));
}

/* Where one side touches memory depends on who is named by the mask that was made there. */
static bool goes_by_mask(csl_analysis *a, const csl_open side[2], const csl_node *maker) {
    mask_of mask = {a, maker};
    for (int s = 0; s < 2; s++)
        if (csl_find_part(a->ctx, csl_expand(a, side[s].node->address), comes_from_mask, &mask))
            return true;
    return false;
}

/* A warp barrier lies between whose mask comes from data: both threads may well be in it. Or it
 * names the lanes that happened to run together: nothing says that both are. */
static void hold_of_masks(csl_analysis *a, csl_builder *b, const csl_open side[2], csl_rating *r) {
    for (int s = 0; s < 2; s++)
        for (const csl_crossing *c = side[s].crossings; c; c = c->next) {
            if (!c->sync->mask || csl_knows_votes(a, c->sync))
                continue;
            csl_expr *mask = csl_side(b, s, c->sync->mask);
            const csl_node *maker = csl_maker_of_mask(a, c->sync);
            if (maker && maker->stmt->sync->makes == CSL_MASK_ACTIVE &&
                !goes_by_mask(a, side, maker))
                csl_hold(a, r, CSL_CAVEAT_apart_by_chance, NULL);
            else if (csl_has_role(b, mask, CSL_ROLE_DATA, NULL) ||
                     csl_has_role(b, mask, CSL_ROLE_LOST, NULL))
                csl_hold(a, r, CSL_CAVEAT_unknown_mask, NULL);
        }
}

/* A warp barrier in a loop that lanes leave after different numbers of passes was not counted
 * (intervals.c), but it still orders the lanes that are there. */
static bool in_ragged_loop(const csl_analysis *a, const csl_pair_query *q) {
    if (q->scope != CSL_SCOPE_WARP)
        return false;
    for (int s = 0; s < 2; s++)
        for (const csl_loop *l = q->side[s].node->loop; l; l = l->parent)
            if (l->warp_syncs && !l->syncs && a->syms.v[l->trips]->uniform < CSL_SCOPE_WARP)
                return true;
    return false;
}

/* Looks at what is there and then gives the right answer itself. */
static bool looks_again(const csl_access *acc) {
    return acc->atomic == CSL_ATOMIC_CAS || acc->atomic == CSL_ATOMIC_EXCH ||
           acc->atomic == CSL_ATOMIC_MIN || acc->atomic == CSL_ATOMIC_MAX;
}

/* A read before atomicCAS on the same address, as the CUDA Programming Guide does it: what was read
 * is only an expected value that atomicCAS then checks, so that it may be out of date. Likewise
 * where `if (x < a[i]) atomicMin(&a[i], x)` saves the atomic operation. */
static bool reads_expected_value(csl_analysis *a, const csl_pair_query *q) {
    for (int s = 0; s < 2; s++) {
        const csl_node *read = q->side[s].node, *other = q->side[1 - s].node;
        if (read->stmt->access->mode != CSL_MODE_READ ||
            other->stmt->access->atomic == CSL_ATOMIC_NONE)
            continue;
        for (uint32_t i = 0; i < a->nodes.n; i++) {
            const csl_node *n = a->nodes.v[i];
            if (n->stmt->kind == CSL_STMT_ACCESS && n->order > read->order &&
                looks_again(n->stmt->access) &&
                csl_expand(a, n->address) == csl_expand(a, read->address))
                return true;
        }
    }
    return false;
}

typedef struct butterfly {
    csl_analysis *a;
    bool swaps, other; /* the value comes from shuffles of that kind */
    unsigned depth;
} butterfly;

static csl_expr *butterfly_leaf(void *user, csl_expr *leaf) {
    butterfly *f = user;
    const csl_sym *s = leaf->op == CSL_OP_SYM ? csl_sym_of(f->a, leaf) : NULL;
    while (s && s->kind == CSL_SYM_EXIT)
        s = f->a->syms.v[s->inner];
    const csl_node *stored = s && s->kind == CSL_SYM_LOAD ? csl_own_store(f->a, s->node) : NULL;
    if (!stored && s && s->kind == CSL_SYM_LOAD) {
        stored = csl_last_store(f->a, s->node);
        if (stored && csl_without_casts(csl_expand(f->a, stored->value))->op != CSL_OP_SYM)
            stored = NULL; /* something else, too */
    }
    csl_expr *from = s && s->kind == CSL_SYM_PHI ? s->next : stored ? stored->value : NULL;
    if (s && s->kind == CSL_SYM_SYNC && s->node->stmt->sync->kind == CSL_SYNC_SHUFFLE) {
        f->swaps |= s->node->stmt->sync->swaps;
        f->other |= !s->node->stmt->sync->swaps;
    }
    if (from && f->depth > 0) {
        f->depth--;
        csl_map(f->a->ctx, csl_expand(f->a, from), butterfly_leaf, f);
        f->depth++;
    }
    return leaf;
}

static bool is_butterfly(csl_analysis *a, csl_expr *value) {
    butterfly f = {.a = a, .depth = 3};
    csl_map(a->ctx, value, butterfly_leaf, &f);
    return f.swaps && !f.other;
}

/* All lanes store what they have summed up by __shfl_xor_sync(): as a rule each has the same sum
 * then. Of a vector that is said of each part in which they may differ. */
static bool writes_butterfly(csl_analysis *a, const csl_pair_query *q) {
    const csl_node *n = q->side[0].node;
    if (q->scope != CSL_SCOPE_WARP || n != q->side[1].node ||
        n->stmt->access->mode != CSL_MODE_WRITE || !n->value)
        return false;
    csl_expr *value = csl_expand(a, n->value);
    if (n->stmt->access->type != CSL_VOID || value->op != CSL_OP_PURE)
        return is_butterfly(a, value);
    bool all = true, some = false;
    for (unsigned i = 0; i < value->nkids && all; i++) {
        const bool exchanged = is_butterfly(a, value->kids[i]);
        some |= exchanged;
        all = exchanged || csl_scope_of(a, value->kids[i]) >= CSL_SCOPE_WARP;
    }
    return all && some;
}

/* Whether the copy is under way may depend on values, too. */
static void hold_of_copies(csl_analysis *a, csl_builder *b, const csl_pair_query *q,
                           csl_rating *r) {
    const bool at_object = csl_ends_at_object(q->side[0].node);
    if (at_object && a->vague_tickets)
        csl_hold(a, r, CSL_CAVEAT_unknown_wait, NULL); /* who waits at it may let others go on */
    if (at_object || q->side[0].node->stmt->access->launched)
        return; /* its barrier is followed, or there is none */
    csl_expr *under_way = csl_still_under_way(b, q);
    const char *name = NULL;
    if (csl_has_role(b, under_way, CSL_ROLE_LOST, NULL))
        csl_hold(a, r, CSL_CAVEAT_unknown_groups, NULL);
    if (csl_has_role(b, under_way, CSL_ROLE_DATA, &name) ||
        csl_has_role(b, under_way, CSL_ROLE_PARAM, &name))
        csl_hold(a, r, name && *name ? CSL_CAVEAT_data : CSL_CAVEAT_unnamed_data, name);
    if (a->vague_waits)
        csl_hold(a, r, CSL_CAVEAT_unknown_wait, NULL);
}

bool csl_rated_low_if_agreed(csl_analysis *a, const csl_clash *c) {
    return csl_scattered(a, c->builder, c->pair, &c->query,
                         csl_object_of_root(a, c->target->root)) ||
           csl_is_likely_ordered(a, c->pair);
}

bool csl_rated_low(csl_analysis *a, const csl_clash *c) {
    const csl_query *q = &c->query;
    for (int s = 0; s < 2; s++)
        if (csl_has_role(c->builder, q->offset[s], CSL_ROLE_LOST, NULL) ||
            csl_has_role(c->builder, q->guard[s], CSL_ROLE_LOST, NULL))
            return true;
    return csl_rated_low_if_agreed(a, c);
}

/* One stores and signals, the other reads behind a gate that such a signal opens; or an atomic has
 * told each of two that write whether it is its turn. */
static bool is_published(csl_analysis *a, const csl_pair_query *q) {
    csl_node *x = q->side[0].node, *y = q->side[1].node;
    bool x_reads = x->stmt->access->mode == CSL_MODE_READ;
    bool y_reads = y->stmt->access->mode == CSL_MODE_READ;
    if (!x_reads && !y_reads)
        return csl_is_let_through(a, x, y);
    return (y_reads && csl_is_published(a, x, y)) || (x_reads && csl_is_published(a, y, x));
}

/* What is not modelled between the two may be a barrier; it hardly is if nothing says so. */
static void hold_what_lies_between(csl_analysis *a, const csl_pair_query *q, csl_rating *r) {
    const csl_stmt *s = csl_may_be_ordered(a, q);
    if (!s)
        return;
    const char *what = s->kind == CSL_STMT_CALL ? s->call.what : s->text;
    if (csl_is_likely_ordered(a, q))
        csl_hold(a, r, what ? CSL_CAVEAT_likely_barrier : CSL_CAVEAT_unnamed_barrier, what);
    else
        csl_hold(a, r, what ? CSL_CAVEAT_unlikely_barrier : CSL_CAVEAT_unnamed_construct, what);
}

/* It may be too small for what is asked, or begin behind it. */
static bool may_be_smaller(const csl_pair_query *q, const csl_query *built, int side) {
    const csl_access *x = q->side[side].node->stmt->access;
    return x->is_vague && (x->is_moved || built->bytes[side] > CSL_LEAST_TILE);
}

/* What lies between the two, and whose memory it is: known without asking. */
static void hold_of_structure(csl_analysis *a, csl_builder *b, const csl_pair_query *q,
                              const csl_query *built, csl_expr *root, csl_rating *r) {
    const csl_object *o = csl_object_of_root(a, root);
    const bool shared = o && o->kind == CSL_OBJ_SHARED;
    if (!q->tried)
        hold_what_lies_between(a, q, r);
    if (!q->tried && csl_pass_loosely(a, q))
        csl_hold(a, r, CSL_CAVEAT_opens_early, NULL);
    if (in_ragged_loop(a, q))
        csl_hold(a, r, CSL_CAVEAT_ragged_loop, NULL);
    hold_of_masks(a, b, q->side, r);
    if (!o && csl_scope_of(a, root) < q->scope)
        csl_hold(a, r, CSL_CAVEAT_different_pointers, NULL);
    if (csl_may_be_of_thread(a, q, o))
        csl_hold(a, r, CSL_CAVEAT_memory_of_thread, NULL);
    if (csl_may_be_of_warp(a, built, o))
        csl_hold(a, r, CSL_CAVEAT_memory_of_warp, NULL);
    if (a->kernel->helper && q->pivot && q->pivot->stmt->place == a->kernel->place)
        csl_hold(a, r, shared ? CSL_CAVEAT_called_again : CSL_CAVEAT_called_again_elsewhere, NULL);
    if (!q->tried && /* a trial sees what the barrier objects say of tiles */
        (may_be_smaller(q, built, 0) || may_be_smaller(q, built, 1)))
        csl_hold(a, r, CSL_CAVEAT_size_of_tile, NULL);
    if (q->side[0].node->stmt->access->joint)
        csl_hold(a, r, CSL_CAVEAT_storage_in_use, NULL);
    if (q->side[0].node->stmt->access->is_spare || q->side[1].node->stmt->access->is_spare)
        csl_hold(a, r, CSL_CAVEAT_spare_storage, NULL);
    if (q->in_flight && !q->tried)
        hold_of_copies(a, b, q, r);
}

/* threadIdx.x / 32, or by more. */
static bool is_warp_number(void *user, csl_expr *part) {
    const csl_builder *b = user;
    const csl_expr *by = part->nkids == 2 ? part->kids[1] : NULL;
    return by && by->op == CSL_OP_CONST &&
           ((part->op == CSL_OP_DIV && by->value >= 32) ||
            (part->op == CSL_OP_SHR && by->value >= 5)) &&
           csl_has_role(b, part->kids[0], CSL_ROLE_TID, NULL);
}

/* A kernel that never asks for the size of its block nor waits for all of it, that numbers no warps
 * and that nothing of the run launches, may be made for blocks of one warp, `assume 32 threads`. */
static bool may_be_for_a_warp(const csl_analysis *a, csl_builder *b, const csl_query *q) {
    bool asks = a->shapes.n || csl_has_block_barrier(a) || q->pair != CSL_PAIR_DIFFERENT_WARPS;
    for (int s = 0; s < 2 && !asks; s++) {
        csl_expr *const terms[] = {q->guard[s], q->offset[s]};
        for (int t = 0; t < 2; t++)
            asks |= csl_has_role(b, terms[t], CSL_ROLE_BDIM, NULL) ||
                    csl_find_part(a->ctx, terms[t], is_warp_number, b);
    }
    return !asks;
}

/* It is about numbers that the template leaves open: whether any instance has them is not known. */
static bool is_about_template(csl_builder *b, const csl_query *q) {
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++)
        if (csl_is_of_template(b, q, i))
            return true;
    return false;
}

/* Whether a user runs the kernel that way: in the order of what the answers cost. */
static void hold_of_use(csl_analysis *a, csl_builder *b, const csl_pair_query *q,
                        const csl_query *built, csl_race_kind kind, csl_expr *root, csl_rating *r) {
    const csl_object *o = csl_object_of_root(a, root);
    bool global = !o || o->kind == CSL_OBJ_GLOBAL;
    const bool launched = a->kernel->nlaunches && !a->kernel->launch_unknown;
    bool bounded =
        o && (launched ? csl_is_of_block(o->kind) : o->kind == CSL_OBJ_SHARED && o->bytes);
    bool plain = r->level == CSL_HIGH;
#define HOLD_IF(holds, caveat)                                                                     \
    if (csl_worth_asking(a, r) && (holds))                                                         \
    csl_hold(a, r, CSL_CAVEAT_##caveat, NULL)
    HOLD_IF(!plain && csl_scattered(a, b, q, built, o), scattered);
    HOLD_IF(!plain && (both_find_edge(b, built) || csl_both_search(a, b, built) ||
                       csl_finds_place(a, b, built) || csl_needs_two_numbers(a, b, q, built)),
            finds_one);
    HOLD_IF(!plain && csl_needs_overlapping_ranges(a, b, built), overlapping_ranges);
    HOLD_IF(csl_only_keeps_value(a, b, q, built), kept_value);
    HOLD_IF(writes_butterfly(a, q), butterfly);
    HOLD_IF(reads_expected_value(a, q), checked_again);
    HOLD_IF(csl_reads_for_kept_test(a, b, q), kept_test);
    HOLD_IF(csl_reads_for_nothing(a, b, q, built), unused_value);
    HOLD_IF((global && is_published(a, q)) || csl_may_wait_by_flag(a, q), published);
    HOLD_IF(!plain && csl_needs_far_index(a, b, built, o), far_index);
    HOLD_IF(!plain && csl_needs_negative_index(a, b, built), negative_index);
    HOLD_IF(!plain && csl_needs_unusual_parameter(a, b, built, bounded), unusual_parameter);
    HOLD_IF(!plain && !bounded && csl_needs_overlapping_parts(a, b, built), overlapping_parts);
    HOLD_IF(!plain && is_laid_out_for_less(a, b, q, built, kind), large_block);
    HOLD_IF(leaves_array(a, built), large_block);
    HOLD_IF(csl_needs_rows(a, b, q, built), one_row);
    HOLD_IF(csl_needs_longer_block(a, b, q, built), large_block);
    HOLD_IF(global ? csl_needs_large_parameter(a, b, built) : csl_needs_longer_rows(a, b, q, built),
            large_parameter);
    HOLD_IF(csl_needs_other_stride(a, b, q, built), other_stride);
    HOLD_IF(csl_needs_no_pass(a, b, q, built), no_pass);
    HOLD_IF(r->level == CSL_HIGH && is_about_template(b, built), template_argument);
    HOLD_IF(r->level == CSL_HIGH && global && may_be_for_a_warp(a, b, built), some_shapes);
#undef HOLD_IF
}

csl_rating csl_rate_race(csl_analysis *a, csl_builder *b, const csl_pair_query *q,
                         const csl_query *built, csl_race_kind kind, csl_expr *root) {
    csl_expr *numbers[2] = {q->tried ? csl_side(b, 0, q->tried) : NULL, NULL};
    csl_expr *offsets[2] = {built->offset[0], built->offset[1]};
    csl_expr *const *deciding = q->tried ? numbers : offsets; /* where they are was seen */
    csl_expr *reaching[2] = {built->guard[0], built->guard[1]};
    csl_rating structure = csl_no_caveat();
    hold_of_structure(a, b, q, built, root, &structure);
    if (!csl_worth_asking(a, &structure))
        return structure;
    csl_rating r = csl_rate(a, b, built, deciding, reaching);
    hold_of_use(a, b, q, built, kind, root, &r);
    return csl_lesser_rating(structure, r);
}
