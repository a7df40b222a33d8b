/* How sure is a race whose indices come from data? */
#include "caveats.h"

#include <string.h>

bool csl_own_data(csl_builder *b, const csl_query *q, csl_expr *e) {
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++)
        if (q->vars[i].role == CSL_ROLE_DATA && q->vars[i].side != 0 && csl_term_has(b, e, i))
            return true;
    return false;
}

uint32_t csl_own_flag(csl_builder *b, const csl_query *q, const csl_expr *e, int64_t *is) {
    if (e->op != CSL_OP_EQ)
        return CSL_NO_VAR;
    csl_expr *x = e->kids[0], *y = e->kids[1];
    csl_expr *c = x->op == CSL_OP_CONST ? x : y, *of = x->op == CSL_OP_CONST ? y : x;
    while (of->op == CSL_OP_CAST)
        of = of->kids[0];
    if (c->op != CSL_OP_CONST || of->op != CSL_OP_SYM || !csl_own_data(b, q, of))
        return CSL_NO_VAR;
    *is = c->value;
    return of->index;
}

/* No thread comes to both: what leads to the one rules the other out. */
static bool exclude_each_other(csl_analysis *a, const csl_pair_query *p) {
    uint32_t n, m;
    csl_expr *reach[2];
    for (int s = 0; s < 2; s++)
        reach[s] = csl_expand(a, p->side[s].node->reach);
    csl_expr *const *x = csl_conjuncts(&reach[0], &n), *const *y = csl_conjuncts(&reach[1], &m);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < m; j++)
            if (csl_not(a->ctx, x[i]) == y[j])
                return true;
    return false;
}

/* Each thread sweeps its own part of the array, whatever the data, and stores at places that it has
 * loaded: `a[i] = 0; a[list[i]] = 1;`. A list of nothing but own places would serve no purpose. */
static bool sweeps_and_scatters(csl_builder *b, const csl_pair_query *p, const csl_query *q,
                                const bool data[2]) {
    int own = data[0];
    bool by_thread = false, own_places = false;
    for (uint32_t i = 0; i < q->nvars; i++) {
        by_thread |= i < CSL_DV_BDIM && csl_term_has(b, q->offset[own], i);
        own_places |= q->vars[i].role == CSL_ROLE_DATA && q->vars[i].side != 0 &&
                      csl_term_has(b, q->offset[!own], i);
    }
    return data[0] != data[1] && by_thread && own_places &&
           p->side[!own].node->stmt->access->mode != CSL_MODE_READ &&
           !csl_has_role(b, q->guard[own], CSL_ROLE_DATA, NULL);
}

/* One thread goes to the place that was loaded for all, `x[target]`, while the threads go through
 * the array between them: one of them comes there, whatever was loaded. */
static bool sweeps_over(csl_builder *b, const csl_query *q, const bool data[2]) {
    int own = data[0];
    bool by_thread = false, for_all = true;
    for (uint32_t i = 0; i < q->nvars; i++) {
        by_thread |= i < CSL_DV_BDIM && csl_term_has(b, q->offset[own], i);
        for_all &= q->vars[i].role != CSL_ROLE_DATA || q->vars[i].side == 0 ||
                   !csl_term_has(b, q->offset[!own], i);
    }
    return data[0] != data[1] && by_thread && for_all &&
           !csl_has_role(b, q->guard[own], CSL_ROLE_DATA, NULL);
}

/* The index is made of what was loaded, and not only of what the lanes of both have voted, in one
 * pass of a loop or another: places that they count, from a base that each pass carries on, are not
 * listed anywhere. */
static bool is_listed(csl_builder *b, const csl_query *q, csl_expr *offset) {
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++)
        if (q->vars[i].role == CSL_ROLE_DATA && csl_term_has(b, offset, i) &&
            !csl_is_of_launch(&q->vars[i]) &&
            !(csl_is_voted(b, i) && (q->vars[i].side == 0 || q->pair == CSL_PAIR_SAME_WARP)) &&
            !csl_is_summed(b, i) && !csl_is_base_of_ranks(b, i))
            return true;
    return false;
}

typedef struct loaded {
    csl_analysis *a;
    const csl_node *by;
} loaded;

/* The value of the node, or something carried along that it may be part of. */
static bool may_hold(void *user, csl_expr *e) {
    const loaded *l = user;
    const csl_sym *s = e->op == CSL_OP_SYM ? csl_sym_of(l->a, e) : NULL;
    return s && (e->index == l->by->sym || s->kind == CSL_SYM_PHI || s->kind == CSL_SYM_EXIT ||
                 s->kind == CSL_SYM_HAVOC);
}

/* A thread reads what it has stored. */
static bool reads_back(const csl_node *x, const csl_node *y) {
    const bool reads = x->stmt->access->mode == CSL_MODE_READ;
    return reads ? y->order < x->order : x->order < y->order;
}

/* What is read at a place decides what is written there, or whether: `a[i]++`, `if (!a[i]) a[i] =
 * 1`; or it is read back; or all threads have one place. Not so if two places, of each thread its
 * own, exchange what they hold: `t = a[i]; a[i] = a[j]`. */
static bool is_update(csl_analysis *a, csl_builder *b, const csl_query *q, const csl_node *x,
                      const csl_node *y) {
    const bool reads = x->stmt->access->mode == CSL_MODE_READ;
    const csl_node *read = reads ? x : y, *write = reads ? y : x;
    loaded l = {a, read};
    if (reads == (y->stmt->access->mode == CSL_MODE_READ) ||
        csl_expand(a, x->address) != csl_expand(a, y->address))
        return false;
    return !csl_own_data(b, q, q->offset[0]) || reads_back(x, y) || !write->value ||
           csl_find_part(a->ctx, csl_expand(a, write->value), may_hold, &l) ||
           csl_find_part(a->ctx, csl_expand(a, write->reach), may_hold, &l);
}

/* Numbers of 16 bits are floats as well: operations with names make them (half.h of the shim), or
 * one that rounds a float (c10::Half). What a loop has made of one is hardly ever a count. */
static bool is_half(csl_analysis *a, const csl_expr *e) {
    const size_t n = e->op == CSL_OP_PURE ? strlen(e->name) : 0;
    const csl_sym *s = e->op == CSL_OP_SYM ? csl_sym_of(a, e) : NULL;
    if (e->type != CSL_U16)
        return false;
    if (e->op == CSL_OP_ITE)
        return is_half(a, e->kids[1]) || is_half(a, e->kids[2]);
    bool rounds = n > 5 && strcmp(e->name + n - 5, ".bits") == 0;
    for (unsigned i = 0; n && i < e->nkids; i++)
        rounds |= csl_type_float((csl_type)e->kids[i]->type);
    return s ? s->kind == CSL_SYM_PHI || s->kind == CSL_SYM_EXIT || s->kind == CSL_SYM_HAVOC
             : rounds;
}

/* What the update stores says nothing of how often a number occurs in the list: floats are sums
 * along it, and `a[list[i]] *= 2` is done once to each. */
static bool is_no_count(csl_analysis *a, const csl_node *x, const csl_node *y) {
    const csl_node *write = x->stmt->access->mode == CSL_MODE_READ ? y : x;
    if (!write->value)
        return false;
    const csl_expr *value = csl_expand(a, write->value);
    if ((value->op == CSL_OP_MUL || value->op == CSL_OP_SHL) && value->kids[1]->op == CSL_OP_CONST)
        return true;
    if (write->stmt->access->type != CSL_VOID)
        return csl_type_float((csl_type)value->type) || is_half(a, value);
    bool all = value->op == CSL_OP_PURE && value->nkids > 0;
    for (unsigned i = 0; all && i < value->nkids; i++)
        all = csl_type_float((csl_type)value->kids[i]->type) || is_half(a, value->kids[i]);
    return all;
}

/* The read of the same object whose value the node stores as it is, or NULL. */
static const csl_node *moved_from(csl_analysis *a, const csl_node *n) {
    const bool stores = n->stmt->kind == CSL_STMT_ACCESS &&
                        n->stmt->access->mode == CSL_MODE_WRITE && n->value && n->address;
    const csl_expr *value = stores ? csl_expand(a, n->value) : NULL;
    const csl_sym *s = value && value->op == CSL_OP_SYM ? csl_sym_of(a, value) : NULL;
    const csl_node *read = s && s->kind == CSL_SYM_LOAD ? s->node : NULL;
    return read && read->address && read->stmt->access->mode == CSL_MODE_READ && n->ntargets == 1 &&
                   read->ntargets == 1 && read->targets[0].root == n->targets[0].root
               ? read
               : NULL;
}

/* The place that exchanges with this one what they hold, `v = a[i]; a[i] = a[j]; a[j] = v`. */
static csl_expr *exchanges_with(csl_analysis *a, csl_expr *place) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *there = moved_from(a, a->nodes.v[i]);
        if (!there || csl_expand(a, a->nodes.v[i]->address) != place)
            continue;
        csl_expr *other = csl_expand(a, there->address);
        for (uint32_t j = 0; j < a->nodes.n && other != place; j++) {
            const csl_node *back = moved_from(a, a->nodes.v[j]);
            if (back && csl_expand(a, back->address) == place &&
                csl_expand(a, a->nodes.v[j]->address) == other)
                return other;
        }
    }
    return NULL;
}

typedef struct chooser {
    csl_analysis *a;
    csl_expr *reach; /* of the thread, or NULL */
} chooser;

/* A number that is loaded, by which the thread also decides whether to come there. */
static bool is_chosen_by(void *user, csl_expr *e) {
    const chooser *c = user;
    return e->op == CSL_OP_SYM && csl_sym_of(c->a, e)->kind == CSL_SYM_LOAD &&
           (!c->reach || csl_mentions_sym(c->a, c->reach, e->index));
}

/* Both belong to exchanges of two places that a list names; or of an own place and a listed one,
 * which only one thread of the two is to make: `if (list[i] > i)`. */
static bool exchange(csl_analysis *a, const csl_node *x, const csl_node *y) {
    csl_expr *place[2] = {csl_expand(a, x->address)};
    csl_expr *there = csl_expand(a, y->address), *reach[] = {x->reach, y->reach};
    place[1] = exchanges_with(a, place[0]);
    if (!place[1] || (there != place[0] && there != place[1]))
        return false;
    bool both = true, asked[2] = {false, false};
    for (int k = 0; k < 2; k++) {
        chooser any = {a, NULL};
        both &= csl_find_part(a->ctx, place[k], is_chosen_by, &any) != NULL;
        for (int s = 0; s < 2; s++) {
            chooser c = {a, csl_expand(a, reach[s])};
            asked[s] |= csl_find_part(a->ctx, place[k], is_chosen_by, &c) != NULL;
        }
    }
    return both || (asked[0] && asked[1]);
}

/* A thread counts on at one place that it has loaded, in each pass of a loop: how far it is in a
 * row of its own, as in `out[next[rows[t]]++] = ...`. */
static bool counts_on(csl_analysis *a, const csl_node *n) {
    csl_expr *place = csl_expand(a, n->address);
    return n->loop && !csl_mentions_loop(a, place, n->loop) &&
           csl_scope_of(a, place) < CSL_SCOPE_WARP;
}

bool csl_scattered(csl_analysis *a, csl_builder *b, const csl_pair_query *p, const csl_query *q,
                   const csl_object *o) {
    bool data[2];
    for (int s = 0; s < 2; s++)
        data[s] = is_listed(b, q, q->offset[s]);
    const csl_node *x = p->side[0].node, *y = p->side[1].node;
    bool in_place = is_update(a, b, q, x, y);
    bool shared = o && o->kind != CSL_OBJ_GLOBAL;
    if (shared && (data[0] || data[1]) && exchange(a, x, y))
        return true;
    if (shared)
        return data[0] && data[1] && !in_place && !csl_places_behind_one(a, b, q);
    /* of what a type that was made up counts nothing is known */
    bool counts = in_place && !is_no_count(a, x, y) && !counts_on(a, x) && !a->kernel->recovered &&
                  (!reads_back(x, y) || csl_places_behind_one(a, b, q));
    if (!(data[0] || data[1]) || counts || csl_meet_behind_one(a, b, q))
        return false;
    return exclude_each_other(a, p) ||
           !(sweeps_and_scatters(b, p, q, data) || sweeps_over(b, q, data));
}

typedef struct rows_of {
    csl_builder *b;
    const csl_query *q;
    csl_expr *x;    /* a number that was loaded, */
    csl_expr *fact; /* which is below the length of each such row */
} rows_of;

/* `(threadIdx.x + 1) * n`: rows of n elements, one for each thread. */
static void keep_in_row(void *user, csl_expr *e, int64_t times) {
    rows_of *r = user;
    csl_ctx *ctx = r->q->ctx;
    (void)times;
    e = csl_without_casts(e);
    for (uint32_t k = 0; e->op == CSL_OP_MUL && k < 2; k++) {
        csl_expr *n = csl_without_casts(e->kids[k]);
        bool of_thread = false;
        for (uint32_t t = 0; t < CSL_DV_BDIM; t++)
            of_thread |= csl_term_has(r->b, e->kids[1 - k], t);
        if (n->op == CSL_OP_SYM && csl_is_open_number(r->q, n->index) && of_thread)
            r->fact = csl_and(ctx, r->fact,
                              csl_binary(ctx, CSL_OP_LT, csl_cast(ctx, CSL_I64, r->x),
                                         csl_cast(ctx, CSL_I64, n)));
    }
}

/* A list of threads or slots of the block names its own: with `s[list[i] + blockDim.x * half]`, one
 * half is not meant to reach into the other; nor is `s[(threadIdx.x + 1) * n + list[i]]` meant to
 * reach into the next row. */
bool csl_needs_far_index(csl_analysis *a, csl_builder *b, const csl_query *q, const csl_object *o) {
    csl_ctx *ctx = a->ctx;
    csl_query with = *q;
    bool any = false;
    uint64_t row = o && o->ndims > 1 ? o->dims[o->ndims - 1] : 0;
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++) {
        const csl_dvar *v = &q->vars[i];
        csl_expr *x = csl_leaf(ctx, CSL_OP_SYM, v->type, i);
        if (v->role == CSL_ROLE_BID) { /* the list may hold numbers of the whole grid */
            with.fact =
                csl_and(ctx, with.fact, csl_binary(ctx, CSL_OP_EQ, x, csl_const(ctx, v->type, 0)));
            continue;
        }
        if (v->role != CSL_ROLE_DATA || csl_is_of_launch(v) || csl_is_voted(b, i) ||
            csl_is_summed(b, i) || csl_is_base_of_ranks(b, i) || !csl_type_integer(v->type) ||
            v->type == CSL_PTR ||
            !(csl_term_has(b, q->offset[0], i) || csl_term_has(b, q->offset[1], i)))
            continue;
        rows_of rows = {b, q, x, csl_true(ctx)};
        for (int s = 0; s < 2; s++)
            if (csl_term_has(b, q->offset[s], i))
                csl_take_parts(q->offset[s], 1, keep_in_row, &rows);
        if (csl_type_bytes(v->type) >= 4) {
            csl_expr *dim = csl_leaf(ctx, CSL_OP_SYM, CSL_U32, CSL_DV_BDIM);
            csl_expr *from = csl_binary(ctx, CSL_OP_LE, csl_const(ctx, v->type, 0), x);
            csl_expr *below = csl_binary(ctx, CSL_OP_LT, x, csl_cast(ctx, v->type, dim));
            with.fact = csl_and(ctx, with.fact, csl_and(ctx, from, below));
            if (row && row < INT32_MAX) { /* nor out of the row of the array it points into */
                csl_expr *end = csl_const(ctx, v->type, (int64_t)row);
                with.fact = csl_and(ctx, with.fact, csl_binary(ctx, CSL_OP_LT, x, end));
            }
            any = true;
        } else if (!csl_is_true(rows.fact)) {
            csl_expr *from = csl_binary(ctx, CSL_OP_LE, csl_const(ctx, v->type, 0), x);
            with.fact = csl_and(ctx, with.fact, from);
            any = true;
        }
        with.fact = csl_and(ctx, with.fact, rows.fact);
    }
    return any && csl_ask(a, &with, CSL_USE_RATING).verdict != CSL_POSSIBLE;
}

/* The number, or what another statement has loaded from the same place. */
static bool is_number(void *user, csl_expr *e) {
    const loaded *l = user;
    const csl_sym *s = e->op == CSL_OP_SYM ? csl_sym_of(l->a, e) : NULL;
    if (!s || e->index == l->by->sym)
        return s != NULL;
    return s->kind == CSL_SYM_LOAD && s->node && s->node->address &&
           csl_expand(l->a, s->node->address) == csl_expand(l->a, l->by->address);
}

/* What the node has loaded is a subscript; `untested`: of an access that it does not decide about.
 * One of an atomic is not: such numbers are there more than once, or nothing needed to be atomic.
 */
static bool is_subscript(csl_analysis *a, const csl_node *load, bool untested) {
    loaded l = {a, load};
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        const bool atomic =
            n->stmt->kind == CSL_STMT_ACCESS && n->stmt->access->atomic != CSL_ATOMIC_NONE;
        if (n->address && !atomic &&
            csl_find_part(a->ctx, csl_expand(a, n->address), is_number, &l) &&
            !(untested && csl_find_part(a->ctx, csl_expand(a, n->reach), is_number, &l)))
            return true;
    }
    return false;
}

/* The number tells a place: it is a subscript, and none that a mark such as -1 stands for, or it is
 * compared with the number of a thread as one is, `t - left >= step`. */
static bool tells_place(csl_analysis *a, csl_builder *b, const csl_query *q, uint32_t var) {
    for (int s = 0; s < 2; s++) {
        uint32_t n;
        csl_expr *guard = q->guard[s], *const *part = csl_conjuncts(&guard, &n);
        for (uint32_t i = 0; i < n; i++) {
            const csl_expr *order = part[i]->op == CSL_OP_NOT ? part[i]->kids[0] : part[i];
            if (order->op != CSL_OP_LT && order->op != CSL_OP_LE)
                continue;
            bool of_thread = false;
            for (uint32_t t = 0; t < CSL_DV_BDIM; t++)
                of_thread |= csl_term_has(b, part[i], t);
            if (of_thread && csl_term_has(b, part[i], var))
                return true;
        }
    }
    const csl_node *load = csl_loaded_by(b, var);
    return load && is_subscript(a, load, true);
}

bool csl_needs_negative_index(csl_analysis *a, csl_builder *b, const csl_query *q) {
    csl_query with = *q;
    bool any = false;
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++) {
        const csl_dvar *v = &q->vars[i];
        if (v->role != CSL_ROLE_DATA || !csl_type_signed(v->type) || csl_type_bytes(v->type) < 4 ||
            v->lo >= 0 || csl_is_voted(b, i) || !tells_place(a, b, q, i))
            continue;
        csl_expr *from = csl_binary(a->ctx, CSL_OP_LE, csl_const(a->ctx, v->type, 0),
                                    csl_leaf(a->ctx, CSL_OP_SYM, v->type, i));
        with.fact = csl_and(a->ctx, with.fact, from);
        any = true;
    }
    csl_verdict v = any ? csl_ask(a, &with, CSL_USE_RATING).verdict : CSL_POSSIBLE;
    if (v == CSL_UNDECIDED)
        v = csl_ask(a, &with, CSL_USE_SOLVER).verdict;
    return csl_is_safe(v);
}

static bool finds_place(csl_analysis *a, csl_builder *b, const csl_query *q, csl_expr *guard) {
    uint32_t n;
    int64_t is;
    csl_expr *const *part = csl_conjuncts(&guard, &n);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t var = csl_own_flag(b, q, part[i], &is);
        const csl_node *load = var == CSL_NO_VAR ? NULL : csl_loaded_by(b, var);
        if (load && is_subscript(a, load, false))
            return true;
    }
    return false;
}

bool csl_finds_place(csl_analysis *a, csl_builder *b, const csl_query *q) {
    return finds_place(a, b, q, q->guard[0]) && finds_place(a, b, q, q->guard[1]);
}
