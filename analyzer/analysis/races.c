/* Races: conflicting accesses of two threads in one barrier interval.
 *
 * Each pair the intervals give is asked: can two different threads touch the same bytes? Pairs that
 * one barrier would separate are one finding.
 *
 * Needs: csl_meet() for the scope, csl_find_uniform().
 */
#include "internal.h"

#include <string.h>

/* What makes one finding of many pairs: the object and a place where one barrier separates all. */
typedef struct group {
    csl_expr *root;
    const csl_loop *pivot;
    bool back;
    uint32_t after, before; /* orders of the nodes the missing barrier belongs between */
    uint32_t last;          /* order of the latest access of the group */
    csl_scope scope;
    const csl_node *access; /* an access that races with itself, or NULL */
    uint32_t race;       /* index into a->races */
} group;

typedef struct finder {
    csl_analysis *a;
    csl_scope scope;
    CSL_VEC(group) groups;
} finder;

/* ---- queries -------------------------------------------------------------------------------------- */

static csl_expr *linear_thread(csl_ctx *ctx) {
    csl_expr *t[3], *d[2];
    for (uint32_t i = 0; i < 3; i++)
        t[i] = csl_leaf(ctx, CSL_OP_TID, CSL_U32, i);
    for (uint32_t i = 0; i < 2; i++)
        d[i] = csl_leaf(ctx, CSL_OP_BDIM, CSL_U32, i);
    csl_expr *plane = csl_binary(ctx, CSL_OP_ADD, csl_binary(ctx, CSL_OP_MUL, t[2], d[1]), t[1]);
    return csl_binary(ctx, CSL_OP_ADD, csl_binary(ctx, CSL_OP_MUL, plane, d[0]), t[0]);
}

/* A warp barrier that was crossed separates the two if both are members. */
static csl_expr *not_separated(csl_analysis *a, csl_builder *b, const csl_node *sync) {
    csl_ctx *ctx = a->ctx;
    const csl_sync *s = sync->stmt->sync;
    csl_expr *linear = linear_thread(ctx);
    if (s->tile) {
        csl_expr *tile = csl_binary(ctx, CSL_OP_DIV, linear, csl_const(ctx, CSL_U32, s->tile));
        csl_expr *same = csl_binary(ctx, CSL_OP_EQ, csl_side(b, 0, tile), csl_side(b, 1, tile));
        return csl_not(ctx, same);
    }
    csl_expr *lane = csl_binary(ctx, CSL_OP_REM, linear, csl_const(ctx, CSL_U32, 32));
    csl_expr *mask = csl_cast(ctx, CSL_U32, sync->mask);
    csl_expr *both = csl_true(ctx);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) { /* the mask of i names the lane of j */
            csl_expr *moved = csl_binary(ctx, CSL_OP_SHR, csl_side(b, i, mask), csl_side(b, j, lane));
            csl_expr *bit = csl_binary(ctx, CSL_OP_BAND, moved, csl_const(ctx, CSL_U32, 1));
            both = csl_and(ctx, both, csl_truth(ctx, bit));
        }
    return csl_not(ctx, both);
}

/* ---- slots handed out by atomicAdd ----------------------------------------------------------------- */

typedef struct sym_list {
    csl_analysis *a;
    CSL_VEC(uint32_t) v;
} sym_list;

/* Symbols that are results of atomicAdd(address, at least 1). */
static csl_expr *find_slot(void *user, csl_expr *leaf) {
    sym_list *l = user;
    if (leaf->op != CSL_OP_SYM)
        return leaf;
    const csl_sym *s = csl_sym_of(l->a, leaf);
    if (s->kind != CSL_SYM_LOAD || !s->node || s->node->stmt->kind != CSL_STMT_ACCESS ||
        s->node->stmt->access->atomic != CSL_ATOMIC_ADD || !s->node->value ||
        s->node->ntargets != 1)
        return leaf;
    int64_t lo, hi;
    csl_range(l->a, csl_expand(l->a, s->node->value), &lo, &hi);
    if (lo >= 1)
        CSL_PUSH(l->a->ctx, &l->v, leaf->index);
    return leaf;
}

/* Something stores to the counter between the two, or once per pass of the loop they differ in. */
static bool counter_is_reset(const csl_analysis *a, const csl_node *x, const csl_node *y,
                             const csl_relation *r) {
    uint32_t from = x->order < y->order ? x->order : y->order;
    uint32_t to = x->order < y->order ? y->order : x->order;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *w = a->nodes.v[i];
        if (w->stmt->kind != CSL_STMT_ACCESS || w->stmt->access->mode == CSL_MODE_READ ||
            w->stmt->access->atomic == CSL_ATOMIC_ADD)
            continue;
        bool between = (from < w->order && w->order < to) ||
                       (r->pivot && csl_loop_inside(w->loop, r->pivot));
        for (uint32_t t = 0; between && t < w->ntargets; t++)
            if (w->targets[t].root == x->targets[0].root)
                return true;
    }
    return false;
}

/* atomicAdd(a, v) with v >= 1 hands out disjoint ranges [result, result + v). */
static void assume_slots_disjoint(csl_analysis *a, csl_builder *b, const csl_relation *r,
                                  csl_expr *const offset[2]) {
    csl_ctx *ctx = a->ctx;
    sym_list slots[2] = {{.a = a}, {.a = a}};
    for (int s = 0; s < 2; s++)
        csl_map(ctx, csl_expand(a, offset[s]), find_slot, &slots[s]);
    for (uint32_t i = 0; i < slots[0].v.n; i++)
        for (uint32_t j = 0; j < slots[1].v.n; j++) {
            csl_expr *e[2] = {csl_sym_expr(a, slots[0].v.v[i]), csl_sym_expr(a, slots[1].v.v[j])};
            const csl_node *x = csl_sym_of(a, e[0])->node, *y = csl_sym_of(a, e[1])->node;
            const csl_target *p = x->targets, *q = y->targets;
            if (p->root != q->root || csl_scope_of(a, p->offset) < CSL_SCOPE_BLOCK ||
                csl_side(b, 0, p->offset) != csl_side(b, 1, q->offset) ||
                counter_is_reset(a, x, y, r) || e[0]->type != e[1]->type)
                continue;
            csl_type t = (csl_type)e[0]->type;
            csl_expr *r0 = csl_side(b, 0, e[0]), *r1 = csl_side(b, 1, e[1]);
            csl_expr *v0 = csl_side(b, 0, csl_cast(ctx, t, x->value));
            csl_expr *v1 = csl_side(b, 1, csl_cast(ctx, t, y->value));
            csl_builder_fact(
                b, csl_or(ctx, csl_binary(ctx, CSL_OP_LE, csl_binary(ctx, CSL_OP_ADD, r0, v0), r1),
                          csl_binary(ctx, CSL_OP_LE, csl_binary(ctx, CSL_OP_ADD, r1, v1), r0)));
        }
}

static bool stands_behind(const csl_node *n, const csl_node *decision) {
    for (const csl_parting *p = n->arms; p; p = p->before)
        if (p->node == decision)
            return true;
    return false;
}

/* Decisions already reported as divergent are taken as uniform by what stands behind them. */
static void assume_splits_uniform(csl_analysis *a, csl_builder *b, const csl_relation *r,
                                  const csl_pair_query *q) {
    for (uint32_t i = 0; i < a->split.n; i++) {
        const csl_node *d = a->split.v[i];
        if (!d->cond || (d->loop && !csl_loop_inside(r->common, d->loop)) ||
            (!stands_behind(q->side[0].node, d) && !stands_behind(q->side[1].node, d)))
            continue;
        csl_builder_fact(b, csl_binary(a->ctx, CSL_OP_EQ, csl_side(b, 0, d->cond),
                                       csl_side(b, 1, d->cond)));
    }
}

/* No block has more shared memory than this. */
#define MOST_SHARED_BYTES (227 * 1024)

/* The access stays inside its object, as C demands. */
static csl_expr *inside_object(csl_analysis *a, const csl_node *n, const csl_target *t) {
    const csl_object *o = csl_object_of_root(a, t->root);
    if (!o || (o->kind != CSL_OBJ_SHARED && o->kind != CSL_OBJ_DYNAMIC))
        return csl_true(a->ctx);
    int64_t size = o->bytes ? (int64_t)o->bytes : MOST_SHARED_BYTES;
    csl_expr *last = csl_const(a->ctx, CSL_I64, size - n->stmt->access->bytes);
    csl_expr *zero = csl_const(a->ctx, CSL_I64, 0);
    return csl_and(a->ctx, csl_binary(a->ctx, CSL_OP_LE, zero, t->offset),
                   csl_binary(a->ctx, CSL_OP_LE, t->offset, last));
}

static csl_expr *guard_of(csl_analysis *a, csl_builder *b, int side, const csl_open *o,
                          const csl_target *t) {
    csl_expr *g = csl_and(a->ctx, o->node->reach, csl_and(a->ctx, o->cond, t->when));
    if (!o->node->bounds)
        g = csl_and(a->ctx, g, inside_object(a, o->node, t));
    if (o->node->bounds)
        g = csl_and(a->ctx, g, o->node->bounds);
    return csl_side(b, side, g);
}

bool csl_race_query(csl_analysis *a, const csl_pair_query *p, const csl_relation *r, uint32_t i,
                    uint32_t j, csl_query *out, csl_builder **made) {
    const csl_open *x = &p->side[0], *y = &p->side[1];
    const csl_target *s = &x->node->targets[i], *t = &y->node->targets[j];
    if (s->root != t->root)
        return false;
    csl_builder *b = csl_builder_new(a, r);
    for (int side = 0; side < 2; side++)
        for (const csl_crossing *c = p->side[side].crossings; c; c = c->next)
            csl_builder_fact(b, not_separated(a, b, c->sync));
    assume_splits_uniform(a, b, r, p);
    if (p->between && p->pivot)
        csl_builder_fact(b, csl_next_pass(b, p->between));
    assume_slots_disjoint(a, b, r, (csl_expr *[2]){s->offset, t->offset});
    csl_expr *g0 = csl_and(a->ctx, guard_of(a, b, 0, x, s), csl_stayed(b, 0));
    csl_expr *g1 = csl_and(a->ctx, guard_of(a, b, 1, y, t), csl_stayed(b, 1));
    csl_expr *o0 = csl_side(b, 0, s->offset), *o1 = csl_side(b, 1, t->offset);
    *out = csl_builder_query(b, g0, g1);
    out->offset[0] = o0, out->offset[1] = o1;
    out->bytes[0] = x->node->stmt->access->bytes;
    out->bytes[1] = y->node->stmt->access->bytes;
    if (made)
        *made = b;
    return true;
}

/* ---- wording -------------------------------------------------------------------------------------- */

/* "sd[3]", "tile[1][2]", "p[4]": the element a byte offset belongs to. */
static const char *element(csl_analysis *a, const csl_object *o, const char *name, int64_t offset) {
    if (!o)
        return csl_format(a->ctx, "%s", name);
    if (o->ndims == 0 && (o->kind == CSL_OBJ_SHARED) && o->bytes && o->bytes <= o->elem_bytes)
        return o->name;
    uint32_t size = o->elem_bytes ? o->elem_bytes : 1;
    int64_t index = offset / size;
    if (o->ndims <= 1)
        return csl_format(a->ctx, "%s[%lld]", name, (long long)index);
    const char *text = "";
    for (uint32_t d = o->ndims; d-- > 0;) {
        int64_t extent = d && o->dims[d] ? (int64_t)o->dims[d] : INT64_MAX;
        text = csl_format(a->ctx, "[%lld]%s", (long long)(index % extent), text);
        index /= extent;
    }
    return csl_format(a->ctx, "%s%s", name, text);
}

static const char *verb(const csl_access *acc) {
    if (acc->mode == CSL_MODE_READ)
        return "reads";
    return acc->mode == CSL_MODE_WRITE ? "writes" : "updates";
}

static csl_race_kind kind_of(const csl_access *first, const csl_access *second) {
    if (second->mode == CSL_MODE_READ)
        return CSL_RACE_RAW;
    if (first->mode == CSL_MODE_READ)
        return CSL_RACE_WAR;
    return first->mode == CSL_MODE_RMW && first->atomic == CSL_ATOMIC_NONE ? CSL_RACE_RAW
                                                                         : CSL_RACE_WAW;
}

/* ---- grouping ---------------------------------------------------------------------------------------- */

static bool goes_round(const csl_pair_query *q) {
    return q->round == CSL_ROUND_NEXT || q->round == CSL_ROUND_LATER;
}

static group *group_of(finder *f, const csl_pair_query *q, csl_expr *root) {
    uint32_t first = q->side[0].node->order, second = q->side[1].node->order;
    for (uint32_t i = 0; i < f->groups.n; i++) {
        group *g = &f->groups.v[i];
        if (g->root != root || g->pivot != q->pivot || g->back != goes_round(q))
            continue;
        if (q->pivot)
            return g; /* one loop, one missing barrier at its end */
        uint32_t after = first > g->after ? first : g->after;
        uint32_t before = second < g->before ? second : g->before;
        bool same_access = first == second && g->access == q->side[0].node;
        /* a run of steps that relies on lock step is one mistake, made at every step */
        bool same_run = g->scope == CSL_SCOPE_WARP && q->scope == CSL_SCOPE_WARP && first <= g->last;
        if (after < before || same_access || same_run)
            return g;
    }
    return NULL;
}

#define MAX_RELATED 20

static bool add_pair(csl_analysis *a, csl_race *r, const csl_stmt *first, const csl_stmt *second) {
    if (r->first == first && r->second == second)
        return true;
    for (uint32_t i = 0; i < r->nalso; i++)
        if (r->also[i].first == first && r->also[i].second == second)
            return true;
    if (r->nalso >= MAX_RELATED) {
        r->more++;
        return false;
    }
    csl_race_pair *more = csl_alloc(a->ctx, (r->nalso + 1) * sizeof *more);
    if (r->nalso)
        memcpy(more, r->also, r->nalso * sizeof *more);
    more[r->nalso++] = (csl_race_pair){first, second};
    r->also = more;
    return true;
}

/* ---- findings ----------------------------------------------------------------------------------------- */

static bool writes_same(csl_analysis *a, csl_builder *b, const csl_open side[2]) {
    const csl_access *p = side[0].node->stmt->access, *q = side[1].node->stmt->access;
    if (p->mode != CSL_MODE_WRITE || q->mode != CSL_MODE_WRITE || !side[0].node->value ||
        !side[1].node->value || p->bytes != q->bytes)
        return false;
    (void)a;
    return csl_side(b, 0, side[0].node->value) == csl_side(b, 1, side[1].node->value);
}

/* A barrier whose condition reads what races. */
static const csl_stmt *barrier_decided_by(csl_analysis *a, const csl_open side[2]) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (!csl_sync_counts(n->stmt, CSL_SCOPE_BLOCK))
            continue;
        for (const csl_parting *p = n->arms; p; p = p->before)
            for (int s = 0; s < 2; s++)
                if (side[s].node->sym != CSL_NO_VAR &&
                    csl_mentions_sym(a, csl_expand(a, p->node->cond), side[s].node->sym))
                    return n->stmt;
    }
    return NULL;
}

/* May hold or be a barrier that is not modelled. */
static bool may_order(const csl_stmt *s) {
    if (s->kind == CSL_STMT_CALL || s->kind == CSL_STMT_OPAQUE)
        return true;
    if (s->kind != CSL_STMT_SYNC)
        return false;
    return s->sync->id || s->sync->object || s->sync->kind == CSL_SYNC_ARRIVE ||
           s->sync->kind == CSL_SYNC_WAIT;
}

/* Something between the two may be the barrier that seems missing. */
static bool doubtful(const csl_analysis *a, const csl_pair_query *q) {
    uint32_t first = q->side[0].node->order, second = q->side[1].node->order;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (!may_order(n->stmt))
            continue;
        bool between = first < n->order && n->order < second;
        if (between || (q->pivot && csl_loop_inside(n->loop, q->pivot)))
            return true;
    }
    return false;
}

typedef struct lock_search {
    csl_analysis *a;
    bool found;
} lock_search;

static csl_expr *find_lock(void *user, csl_expr *leaf) {
    lock_search *l = user;
    if (leaf->op != CSL_OP_SYM)
        return leaf;
    const csl_sym *s = csl_sym_of(l->a, leaf);
    const csl_stmt *stmt = s->node ? s->node->stmt : NULL;
    l->found |= stmt && stmt->kind == CSL_STMT_ACCESS &&
                (stmt->access->atomic == CSL_ATOMIC_CAS || stmt->access->atomic == CSL_ATOMIC_EXCH);
    return leaf;
}

/* Both are reached only by the result of an atomicCAS or atomicExch: a lock may exclude them. */
static bool behind_lock(csl_analysis *a, const csl_pair_query *q) {
    for (int s = 0; s < 2; s++) {
        lock_search l = {a, false};
        csl_map(a->ctx, csl_expand(a, q->side[s].node->reach), find_lock, &l);
        if (!l.found)
            return false;
    }
    return true;
}

static csl_meeting meeting_of(const csl_pair_query *q) {
    const csl_frame *x = q->side[0].node->stmt->place->chain;
    const csl_frame *y = q->side[1].node->stmt->place->chain;
    bool swapped = q->round == CSL_ROUND_FREE && q->side[0].node->order > q->side[1].node->order;
    if (goes_round(q) || swapped)
        return CSL_MEET_BACK;
    return x && y && x != y && x->parent == y->parent && x->site != y->site ? CSL_MEET_CALL
                                                                            : CSL_MEET_PASS;
}

/* Both indices come from data. Two writes are then usually meant to be disjoint (a permutation, a
 * prefix sum); so is anything in global memory but an update in place (a histogram). */
static bool scattered(csl_analysis *a, csl_builder *b, const csl_pair_query *q,
                      csl_expr *const offset[2], const csl_object *o) {
    bool data[2];
    for (int s = 0; s < 2; s++)
        data[s] = csl_has_role(b, offset[s], CSL_ROLE_DATA, NULL);
    const csl_node *x = q->side[0].node, *y = q->side[1].node;
    bool both_write = x->stmt->access->mode != CSL_MODE_READ && y->stmt->access->mode != CSL_MODE_READ;
    bool in_place = csl_expand(a, x->address) == csl_expand(a, y->address) && !both_write;
    bool shared = o && o->kind != CSL_OBJ_GLOBAL;
    if (shared)
        return data[0] && data[1] && !in_place;
    return (data[0] || data[1]) && !in_place;
}

/* Whoever wrote an index with a parameter had usual values in mind: rows that do not overlap
 * (`p[i + k * n]`), the size of the block, a power of two. A race that none of the usual values
 * shows is not told by default. */
typedef enum { USUAL_LARGE, USUAL_BLOCK, USUAL_POWER, USUAL_COUNT } usual;

static csl_expr *usual_value(csl_analysis *a, usual kind, csl_expr *v) {
    csl_ctx *ctx = a->ctx;
    csl_type t = (csl_type)v->type;
    switch (kind) {
    case USUAL_LARGE: return csl_binary(ctx, CSL_OP_LE, csl_const(ctx, t, 4096), v);
    case USUAL_BLOCK: {
        csl_expr *dim = csl_leaf(ctx, CSL_OP_SYM, CSL_U32, CSL_DV_BDIM);
        return csl_binary(ctx, CSL_OP_EQ, v, csl_cast(ctx, t, dim));
    }
    default: {
        csl_expr *one = csl_const(ctx, t, 1), *below = csl_binary(ctx, CSL_OP_SUB, v, one);
        csl_expr *power = csl_binary(ctx, CSL_OP_EQ, csl_binary(ctx, CSL_OP_BAND, v, below),
                                     csl_const(ctx, t, 0));
        return csl_and(ctx, power, csl_binary(ctx, CSL_OP_LE, csl_const(ctx, t, 16), v));
    }
    }
}

/* Two slots of an array laid out for a smaller block (`s[tid]`, `s[128 + tid]`): they overlap in
 * blocks the kernel was not written for. */
static bool needs_large_block(csl_analysis *a, const csl_query *q, csl_race_kind kind) {
    static const uint32_t small[][3] = {{64, 1, 1}};
    if (kind != CSL_RACE_WAW || a->shapes.n || !a->shapes.unused[1])
        return false;
    csl_shapes one = a->shapes;
    one.shape = small;
    one.n = 1;
    csl_query with = *q;
    with.shapes = &one;
    return csl_ask(a, &with).verdict != CSL_POSSIBLE;
}

static bool needs_unusual_parameter(csl_analysis *a, csl_builder *b, const csl_query *q, bool global) {
    for (usual kind = global ? USUAL_LARGE : USUAL_BLOCK; kind < USUAL_COUNT; kind++) {
        csl_query with = *q;
        bool any = false;
        for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++) {
            if (q->vars[i].role != CSL_ROLE_PARAM || !csl_type_integer(q->vars[i].type) ||
                q->vars[i].type == CSL_PTR ||
                (!csl_term_has(b, q->offset[0], i) && !csl_term_has(b, q->offset[1], i)))
                continue;
            csl_expr *v = csl_leaf(a->ctx, CSL_OP_SYM, q->vars[i].type, i);
            with.fact = csl_and(a->ctx, with.fact, usual_value(a, kind, v));
            any = true;
        }
        if (any && csl_ask(a, &with).verdict != CSL_POSSIBLE)
            return true;
    }
    return false;
}

/* A warp barrier whose mask comes from data lies between: both threads may well be in it. */
static bool behind_unknown_mask(csl_builder *b, const csl_open side[2]) {
    for (int s = 0; s < 2; s++)
        for (const csl_crossing *c = side[s].crossings; c; c = c->next) {
            if (!c->sync->mask)
                continue;
            csl_expr *mask = csl_side(b, s, c->sync->mask);
            if (csl_has_role(b, mask, CSL_ROLE_DATA, NULL) ||
                csl_has_role(b, mask, CSL_ROLE_APPROX, NULL))
                return true;
        }
    return false;
}

static csl_race new_race(csl_analysis *a, const csl_pair_query *q, const csl_relation *rel,
                         csl_builder *b, const csl_query *built, const int64_t *value,
                         const csl_target *t) {
    const csl_open *side = q->side;
    const csl_access *x = side[0].node->stmt->access, *y = side[1].node->stmt->access;
    const csl_object *o = csl_object_of_root(a, t->root);
    csl_race r = {
        .kind = kind_of(x, y),
        .meeting = meeting_of(q),
        .pair = rel->pair,
        .object = o,
        .object_name = x->through ? x->through : o ? o->name : "memory",
        .first = side[0].node->stmt,
        .second = side[1].node->stmt,
        .after = side[0].node->stmt,
        .loop = q->pivot ? q->pivot->stmt->place : NULL,
        .same_value = writes_same(a, b, side),
        .aliased = x->through && y->through && strcmp(x->through, y->through) != 0,
        .decides = barrier_decided_by(a, side),
    };
    csl_ending end[2];
    for (int s = 0; s < 2; s++) {
        const csl_access *acc = side[s].node->stmt->access;
        const char *name = acc->through ? acc->through : r.object_name;
        const char *text = side[s].node->stmt->text;
        r.element[s] = element(a, o, o || !text ? name : text,
                               csl_query_eval(built, built->offset[s], value));
        end[s] = (csl_ending){side[s].node, csl_format(a->ctx, "%s %s", verb(acc), r.element[s]),
                              NULL};
    }
    csl_expr *deciding[2] = {built->offset[0], built->offset[1]};
    csl_expr *reaching[2] = {built->guard[0], built->guard[1]};
    r.sure = csl_how_sure(a, b, built, value, deciding, reaching);
    if (r.sure.level == CSL_SURE_MEDIUM && scattered(a, b, q, deciding, o))
        r.sure.level = CSL_SURE_LOW;
    if (r.sure.level == CSL_SURE_MEDIUM &&
        (needs_unusual_parameter(a, b, built, !o || o->kind == CSL_OBJ_GLOBAL) ||
         needs_large_block(a, built, r.kind)))
        r.sure.level = CSL_SURE_LOW;
    if (!o && csl_scope_of(a, t->root) < q->scope)
        r.sure = (csl_sure){CSL_SURE_LOW, "unless the two threads loaded different pointers"};
    if (behind_unknown_mask(b, side))
        r.sure = (csl_sure){CSL_SURE_LOW, "unless both are in the mask of the warp's barrier"};
    if (doubtful(a, q))
        r.sure = (csl_sure){CSL_SURE_LOW, "a construct that is not modelled lies between"};
    r.witness = csl_tell(a, b, built, value, end);
    return r;
}

static void ask(finder *f, const csl_pair_query *q, uint32_t i, uint32_t j) {
    csl_analysis *a = f->a;
    csl_relation rel = csl_relation_of(q);
    csl_query built;
    csl_builder *b;
    if (!csl_race_query(a, q, &rel, i, j, &built, &b))
        return;
    const csl_target *t = &q->side[0].node->targets[i];
    group *g = group_of(f, q, t->root);
    if (g && a->races.v[g->race].nalso >= MAX_RELATED) {
        a->races.v[g->race].more++;
        return;
    }
    csl_answer answer = csl_ask(a, &built);
    switch (answer.verdict) {
    case CSL_SAFE: a->safe++; return;
    case CSL_SAFE_TRIED:
        a->safe++;
        csl_doubt(a, q->side[0].node, "free of races for the block shapes tried, not for all");
        return;
    case CSL_UNDECIDED:
        a->undecided++;
        csl_doubt(a, q->side[1].node, "could not decide whether two accesses overlap");
        return;
    case CSL_POSSIBLE:
        if (!behind_lock(a, q))
            break;
        a->undecided++;
        csl_doubt(a, q->side[1].node, "lock: accesses guarded by an atomicCAS or atomicExch");
        return;
    }
    a->racing++;
    const csl_stmt *first = q->side[0].node->stmt, *second = q->side[1].node->stmt;
    if (g) {
        const csl_node *x = q->side[0].node, *y = q->side[1].node;
        if (x->order > g->after && x->order < g->before && y->order >= g->before) {
            g->after = x->order;
            a->races.v[g->race].after = first;
        }
        if (y->order < g->before && y->order > g->after)
            g->before = y->order;
        if (y->order > g->last)
            g->last = y->order;
        add_pair(a, &a->races.v[g->race], first, second);
        return;
    }
    csl_race r = new_race(a, q, &rel, b, &built, answer.value, t);
    const csl_node *alone = q->side[0].node == q->side[1].node ? q->side[0].node : NULL;
    group made = {
        .root = t->root,
        .pivot = q->pivot,
        .back = goes_round(q),
        .after = q->side[0].node->order,
        .before = q->side[1].node->order,
        .last = q->side[1].node->order,
        .scope = q->scope,
        .access = alone,
        .race = a->races.n,
    };
    CSL_PUSH(a->ctx, &f->groups, made);
    CSL_PUSH(a->ctx, &a->races, r);
}

/* By the later access, then the earlier: the first pair of a group is the tightest. */
static void sort_pairs(csl_analysis *a) {
    for (uint32_t gap = a->met.n / 2; gap > 0; gap /= 2)
        for (uint32_t i = gap; i < a->met.n; i++) {
            csl_pair_query *q = a->met.v[i];
            uint64_t key = (uint64_t)q->side[1].node->order << 32 | (UINT32_MAX - q->side[0].node->order);
            uint32_t j = i;
            for (; j >= gap; j -= gap) {
                csl_pair_query *p = a->met.v[j - gap];
                uint64_t other =
                    (uint64_t)p->side[1].node->order << 32 | (UINT32_MAX - p->side[0].node->order);
                if (other <= key)
                    break;
                a->met.v[j] = p;
            }
            a->met.v[j] = q;
        }
}

void csl_find_races(csl_analysis *a) {
    finder f = {.a = a};
    static const csl_scope scopes[] = {CSL_SCOPE_BLOCK, CSL_SCOPE_WARP};
    for (int s = 0; s < 2; s++) {
        f.scope = scopes[s];
        a->met = csl_meet(a, f.scope, NULL);
        sort_pairs(a);
        for (uint32_t p = 0; p < a->met.n; p++) {
            const csl_pair_query *q = a->met.v[p];
            for (uint32_t i = 0; i < q->side[0].node->ntargets; i++)
                for (uint32_t j = 0; j < q->side[1].node->ntargets; j++)
                    ask(&f, q, i, j);
        }
    }
}
