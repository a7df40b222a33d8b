/* Two-sided queries: terms of the generic thread become terms of thread 1 and thread 2.
 *
 * What both threads share (parameters, blockIdx, uniform symbols of the same pass) becomes one
 * variable; everything else becomes one variable per side. Where the two stand in different passes
 * of a loop, the second side's values are those of the later pass: closed forms take k + 1, other
 * loop-carried values go through the body's own update.
 */
#include "builder.h"
#include "../../limits/limits.h"

#include <string.h>

/* How one term is to be seen. */
typedef struct view {
    csl_builder *b;
    int side;
    const csl_loop *common; /* same pass as the other side up to this loop */
    int ahead;              /* passes of the pivot ahead of side 0 */
} view;

enum { VARIANT_HERE, VARIANT_NEXT, VARIANT_ADDRESS };

static csl_expr *see(view *v, csl_expr *e);

static void add_var(csl_builder *b, csl_role role, csl_type type, int side, csl_wide lo,
                    csl_wide hi, const char *name) {
    csl_dvar d = {.role = role, .type = type, .side = side, .lo = lo, .hi = hi, .name = name};
    CSL_PUSH(b->a->ctx, &b->vars, d);
}

csl_builder *csl_builder_new(csl_analysis *a, const csl_relation *r) {
    static const char *const tid[3] = {"threadIdx.x", "threadIdx.y", "threadIdx.z"};
    static const char *const dim[3] = {"blockDim.x", "blockDim.y", "blockDim.z"};
    static const int64_t most[3] = {1024, 1024, 64};
    csl_builder *b = a->asker->spare ? a->asker->spare : CSL_NEW(a->ctx, csl_builder);
    a->asker->spare = NULL;
    b->vars.n = b->made.n = b->ways.n = b->nseen = 0;
    b->elects = false;
    memset(b->bucket, 0, sizeof b->bucket);
    b->loose = NULL;
    b->nloose = 0;
    b->a = a;
    b->r = *r;
    if (r->share == CSL_SCOPE_THREAD && r->pair == CSL_PAIR_BLOCK)
        b->r.pair = csl_pair_of_block(a);
    b->fact = csl_true(a->ctx);
    for (int side = 1; side <= 2; side++)
        for (int d = 0; d < 3; d++)
            add_var(b, CSL_ROLE_TID, CSL_U32, side, 0, most[d] - 1, tid[d]);
    for (int d = 0; d < 3; d++)
        add_var(b, CSL_ROLE_BDIM, CSL_U32, 0, 1, most[d], dim[d]);
    return b;
}

void csl_builder_done(csl_builder *b) {
    b->a->asker->spare = b;
}

csl_analysis *csl_builder_analysis(const csl_builder *b) {
    return b->a;
}

static csl_expr *row(csl_builder *b, uint32_t i) {
    return csl_leaf(b->a->ctx, CSL_OP_SYM, b->vars.v[i].type, i);
}

/* The variable for a leaf, made on first use. */
static csl_expr *variable(csl_builder *b, csl_expr *leaf, int side, uint32_t variant, csl_role role,
                          csl_wide lo, csl_wide hi, const char *name, bool *fresh) {
    if (fresh)
        *fresh = false;
    uint32_t *bucket = &b->bucket[(leaf->index * 4 + leaf->op) % CSL_BUILDER_BUCKETS];
    for (uint32_t i = *bucket; i; i = b->made.v[i - 1].before) {
        const csl_instance *m = &b->made.v[i - 1];
        if (m->op == leaf->op && m->index == leaf->index && m->side == side &&
            m->variant == variant)
            return row(b, m->var);
    }
    csl_instance m = {leaf->op, leaf->index, side, variant, b->vars.n, *bucket};
    CSL_PUSH(b->a->ctx, &b->made, m);
    *bucket = b->made.n;
    add_var(b, role, (csl_type)leaf->type, side + 1, lo, hi, name);
    if (fresh)
        *fresh = true;
    return row(b, m.var);
}

static const csl_pin *pin_of(const csl_builder *b, int side, const csl_loop *loop) {
    for (const csl_pin *p = b->r.pins[side]; p; p = p->next)
        if (p->loop == loop)
            return p;
    return NULL;
}

/* A member of a parameter that is a struct is a parameter, and so is what the host left at one
 * place of constant memory. */
static bool of_kind(const csl_analysis *a, const csl_sym *s, csl_object_kind kind) {
    if (!s->node || s->node->ntargets != 1)
        return false;
    const csl_object *o = csl_object_of_root(a, s->node->targets[0].root);
    uint32_t object;
    int64_t offset;
    return o && o->kind == kind &&
           (kind == CSL_OBJ_ARGUMENT || csl_simple_address(s->node->address, &object, &offset));
}

static csl_role role_of(const csl_analysis *a, const csl_sym *s) {
    switch (s->kind) {
    case CSL_SYM_ITER:
    case CSL_SYM_TRIPS: return CSL_ROLE_ITER;
    case CSL_SYM_EXIT:
    case CSL_SYM_BEFORE: return role_of(a, a->syms.v[s->inner]);
    case CSL_SYM_LOAD:
        if (of_kind(a, s, CSL_OBJ_ARGUMENT))
            return a->kernel->helper ? CSL_ROLE_LOST : CSL_ROLE_PARAM;
        if (of_kind(a, s, CSL_OBJ_CONSTANT))
            return CSL_ROLE_PARAM;
        return s->lost ? CSL_ROLE_LOST : CSL_ROLE_DATA;
    case CSL_SYM_HAVOC: return s->each ? CSL_ROLE_ITER : s->lost ? CSL_ROLE_LOST : CSL_ROLE_DATA;
    default: return s->lost ? CSL_ROLE_LOST : CSL_ROLE_DATA; /* what a loop carries along */
    }
}

/* A brief query does without facts that are made of so much. */
static bool too_long(const csl_builder *b, csl_expr *e) {
    return b->r.brief && !csl_is_small(csl_expand(b->a, e), CSL_LIMIT(brief_term));
}

/* A thread that ran the loop left it in the first pass that did not go on. For one that did not,
 * the number (variable `var`) means nothing; `own`: nor for the other side, so it may be one that
 * fits. */
static void know_trips(view *v, csl_loop *loop, uint32_t var, bool own) {
    csl_analysis *a = v->b->a;
    csl_ctx *ctx = a->ctx;
    csl_expr *went_on = csl_went_on(a, loop);
    if (!went_on || too_long(v->b, loop->stay) || too_long(v->b, loop->entry))
        return;
    csl_expr *stay = csl_stays_by_pass(a, loop), *n = csl_sym_expr(a, loop->trips);
    csl_expr *left = csl_not(ctx, csl_replace_sym(a, stay, loop->iter, n));
    csl_expr *skipped = csl_not(ctx, csl_expand(a, loop->entry));
    csl_way_out way = {.var = var};
    way.known[0] = see(v, own ? went_on : csl_or(ctx, skipped, went_on));
    way.known[1] = see(v, csl_or(ctx, skipped, left));
    way.known[2] = see(v, left);
    csl_builder_fact(v->b, way.known[0]);
    csl_builder_fact(v->b, way.known[1]);
    if (csl_must_end(a, stay, loop->iter))
        CSL_PUSH(ctx, &v->b->ways, way);
}

csl_way_out *csl_builder_ways(const csl_builder *b, uint32_t *n) {
    *n = b->ways.n;
    return b->ways.v;
}

/* A number of a pass takes part in a query. */
static void use_pass(csl_builder *b, const csl_loop *loop) {
    if (loop && !loop->bounded)
        csl_assume_of_numbers(b->a, CSL_FEW_PASSES);
}

static csl_expr *side_var(view *v, csl_expr *leaf, bool shared, bool *fresh) {
    csl_builder *b = v->b;
    const csl_sym *s = csl_sym_of(b->a, leaf);
    if (s->kind == CSL_SYM_TRIPS)
        use_pass(b, s->of);
    bool later = s->loop && v->ahead && csl_loop_inside(s->loop, b->r.pivot), made;
    csl_expr *x = variable(b, leaf, shared ? -1 : v->side, later ? VARIANT_NEXT : VARIANT_HERE,
                           role_of(b->a, s), s->lo, s->hi, s->name, &made);
    b->vars.v[x->index].uniform = s->uniform >= CSL_SCOPE_BLOCK;
    b->vars.v[x->index].of_launch =
        shared && s->kind == CSL_SYM_LOAD && s->uniform == CSL_SCOPE_GRID && !s->lost;
    if (made && s->kind == CSL_SYM_TRIPS && s->of && s->of->stay) {
        know_trips(v, s->of, x->index, true);
        view other = *v;
        other.side = 1 - v->side;
        if (shared)
            know_trips(&other, s->of, x->index, false);
    }
    if (fresh)
        *fresh = made;
    return x;
}

static csl_expr *see_iter(view *v, csl_expr *leaf, const csl_sym *s) {
    csl_builder *b = v->b;
    csl_ctx *ctx = b->a->ctx;
    const csl_loop *loop = s->loop;
    const csl_pin *pin = pin_of(b, v->side, loop);
    use_pass(b, loop);
    if (pin && pin->kind != CSL_PIN_LATER) {
        if (pin->kind == CSL_PIN_FIRST)
            return csl_const(ctx, CSL_I32, 0);
        csl_expr *trips = see(v, csl_sym_expr(b->a, loop->trips));
        if (pin->kind == CSL_PIN_EXIT)
            return trips;
        csl_builder_fact(b, csl_binary(ctx, CSL_OP_LT, csl_const(ctx, CSL_I32, 0), trips));
        return csl_binary(ctx, CSL_OP_SUB, trips, csl_const(ctx, CSL_I32, 1));
    }
    if (csl_loop_inside(v->common, loop))
        return variable(b, leaf, -1, VARIANT_HERE, CSL_ROLE_ITER, s->lo, s->hi, s->name, NULL);
    if (loop == b->r.pivot && b->r.round == CSL_ROUND_NEXT) {
        csl_expr *k =
            variable(b, leaf, -1, VARIANT_HERE, CSL_ROLE_ITER, s->lo, s->hi, s->name, NULL);
        return v->ahead ? csl_binary(ctx, CSL_OP_ADD, k, csl_const(ctx, CSL_I32, 1)) : k;
    }
    if (loop == b->r.pivot && b->r.round == CSL_ROUND_LATER && v->side == 0) {
        csl_expr *k =
            variable(b, leaf, 0, VARIANT_HERE, CSL_ROLE_ITER, s->lo, s->hi, s->name, NULL);
        return v->ahead ? csl_binary(ctx, CSL_OP_ADD, k, csl_const(ctx, CSL_I32, 1)) : k;
    }
    csl_wide lo = pin ? 1 : s->lo; /* LATER: any pass but the first */
    return variable(b, leaf, v->side, VARIANT_HERE, CSL_ROLE_ITER, lo, s->hi, s->name, NULL);
}

/* A loop-carried value without a closed form. */
static csl_expr *see_phi(view *v, csl_expr *leaf, const csl_sym *s, bool shared) {
    csl_builder *b = v->b;
    csl_ctx *ctx = b->a->ctx;
    const csl_pin *pin = pin_of(b, v->side, s->loop);
    if (pin && pin->kind == CSL_PIN_FIRST)
        return see(v, s->init);
    if (v->ahead && s->loop == b->r.pivot && s->next) {
        view before = *v;
        before.ahead = 0;
        if (b->r.round == CSL_ROUND_NEXT)
            before.common = b->r.pivot;
        return see(&before, s->next);
    }
    bool fresh;
    csl_expr *x = side_var(v, leaf, shared, &fresh);
    csl_expr *start = csl_expand(b->a, s->init);
    bool data = start->op == CSL_OP_SYM && csl_sym_of(b->a, start)->kind == CSL_SYM_LOAD;
    if (fresh && csl_type_integer(s->type) && s->type != CSL_PTR && !data && !too_long(b, start)) {
        csl_expr *k = see(v, csl_sym_expr(b->a, s->loop->iter));
        csl_expr *later = csl_not(ctx, csl_binary(ctx, CSL_OP_EQ, k, csl_const(ctx, CSL_I32, 0)));
        csl_builder_fact(b, csl_or(ctx, later, csl_binary(ctx, CSL_OP_EQ, x, see(v, s->init))));
    }
    return x;
}

void csl_builder_elects(csl_builder *b) {
    b->elects = true;
}

static csl_expr *see_sym(view *v, csl_expr *leaf) {
    csl_builder *b = v->b;
    const csl_sym *s = csl_sym_of(b->a, leaf);
    bool all = false;
    csl_expr *lane = b->elects ? csl_lane_of_elected(b->a, leaf, &all) : NULL;
    if (lane && all)
        return see(v, lane);
    if (s->kind == CSL_SYM_ITER)
        return see_iter(v, leaf, s);
    bool same_pass = !s->loop || csl_loop_inside(v->common, s->loop);
    bool shared = same_pass && s->uniform >= b->r.share;
    if (s->kind == CSL_SYM_PHI)
        return see_phi(v, leaf, s, shared);
    const csl_pin *pin = s->loop ? pin_of(b, v->side, s->loop) : NULL;
    if (pin && pin->kind == CSL_PIN_EXIT)
        for (uint32_t i = 0; i < s->loop->exits.n; i++)
            if (b->a->syms.v[s->loop->exits.v[i]]->inner == leaf->index)
                return see(v, csl_sym_expr(b->a, s->loop->exits.v[i]));
    return side_var(v, leaf, shared, NULL);
}

int64_t csl_size_along(const csl_shapes *s, uint32_t axis) {
    for (uint32_t i = 1; i < s->n; i++)
        if (s->shape[i][axis] != s->shape[0][axis])
            return 0;
    return s->n ? s->shape[0][axis] : s->fixed[axis];
}

static csl_expr *see_leaf(void *user, csl_expr *leaf) {
    static const char *const bid[3] = {"blockIdx.x", "blockIdx.y", "blockIdx.z"};
    static const char *const gdim[3] = {"gridDim.x", "gridDim.y", "gridDim.z"};
    view *v = user;
    csl_builder *b = v->b;
    csl_range r = {0, 0};
    if (leaf->op == CSL_OP_BID || leaf->op == CSL_OP_GDIM || leaf->op == CSL_OP_PARAM)
        r = csl_range_of(b->a, leaf);
    const bool of_block = leaf->op == CSL_OP_TID || leaf->op == CSL_OP_BDIM;
    const int64_t size = of_block ? csl_size_along(&b->a->shapes, leaf->index) : 0;
    switch (leaf->op) {
    case CSL_OP_TID:
        return size == 1 ? csl_const(b->a->ctx, CSL_U32, 0)
                         : row(b, csl_thread_of(&b->r, v->side) + leaf->index);
    case CSL_OP_BDIM:
        return size ? csl_const(b->a->ctx, CSL_U32, size) : row(b, CSL_DV_BDIM + leaf->index);
    case CSL_OP_BID:
        return variable(b, leaf, b->r.share > CSL_SCOPE_BLOCK ? v->side : -1, VARIANT_HERE,
                        CSL_ROLE_BID, r.lo, r.hi, bid[leaf->index], NULL);
    case CSL_OP_GDIM:
        return variable(b, leaf, -1, VARIANT_HERE, CSL_ROLE_GDIM, r.lo, r.hi, gdim[leaf->index],
                        NULL);
    case CSL_OP_PARAM:
        if (b->a->size[leaf->index])
            csl_assume_that(b->a, CSL_ASSUMED_VALUE, b->a->kernel->params[leaf->index].name, NULL,
                            b->a->size[leaf->index]);
        return variable(b, leaf, -1, VARIANT_HERE, CSL_ROLE_PARAM, r.lo, r.hi,
                        b->a->kernel->params[leaf->index].name, NULL);
    case CSL_OP_BASE: /* an address as a number: not null, otherwise unknown */
        return variable(b, leaf, -1, VARIANT_ADDRESS, CSL_ROLE_PARAM, 1, INT64_MAX,
                        b->a->kernel->objects[leaf->index].name, NULL);
    case CSL_OP_SYM: return see_sym(v, leaf);
    default: return leaf;
    }
}

static csl_memo *memo_of(const view *v) {
    csl_builder *b = v->b;
    for (uint32_t i = 0; i < b->nseen; i++) {
        const csl_seen *s = &b->seen.v[i];
        if (s->side == v->side && s->ahead == v->ahead && s->common == v->common)
            return s->memo;
    }
    if (b->nseen == b->seen.n) {
        csl_seen more = {.memo = csl_memo_new(b->a->ctx)};
        CSL_PUSH(b->a->ctx, &b->seen, more);
    }
    csl_seen *s = &b->seen.v[b->nseen++];
    *s = (csl_seen){v->side, v->ahead, v->common, s->memo};
    csl_memo_clear(s->memo);
    return s->memo;
}

static csl_expr *see(view *v, csl_expr *e) {
    return csl_map_again(v->b->a->ctx, memo_of(v), csl_expand(v->b->a, e), see_leaf, v);
}

csl_expr *csl_side(csl_builder *b, int side, csl_expr *e) {
    bool next = b->r.round == CSL_ROUND_NEXT && b->r.pivot;
    /* side 0 is in pass k, which is also what side 1 remembers of the pass before its own */
    const csl_loop *common = next && side == 0 ? b->r.pivot : b->r.common;
    view v = {b, side, common, next && side == 1};
    return see(&v, e);
}

csl_expr *csl_next_pass(csl_builder *b, csl_expr *e) {
    view v = {b, 0, b->r.common, 1};
    return see(&v, e);
}

csl_expr *csl_pass_before(csl_builder *b, csl_expr *e) {
    view v = {b, 1, b->r.pivot, 0};
    return see(&v, e);
}

csl_expr *csl_stayed(csl_builder *b, int side) {
    const csl_loop *loop = b->r.pivot;
    if (b->r.round != CSL_ROUND_NEXT || !loop || !loop->stay || loop->top_tested)
        return csl_true(b->a->ctx); /* the test at the top of the pass says it */
    return side ? csl_pass_before(b, loop->stay) : csl_side(b, 0, loop->stay);
}

void csl_builder_fact(csl_builder *b, csl_expr *fact) {
    b->fact = csl_and(b->a->ctx, b->fact, fact);
}

/* Of the lanes that elect together one is chosen. */
static void assume_one_elected(csl_builder *b) {
    csl_analysis *a = b->a;
    for (uint32_t i = 0; b->r.pair == CSL_PAIR_SAME_WARP && i < b->made.n; i++) {
        const csl_instance *x = &b->made.v[i];
        const csl_sym *s = x->op == CSL_OP_SYM ? a->syms.v[x->index] : NULL;
        if (!s || s->kind != CSL_SYM_SYNC || s->node->stmt->sync->kind != CSL_SYNC_ELECT ||
            x->side != 0 || (s->loop && !csl_loop_inside(b->r.common, s->loop)) || !s->node->mask ||
            csl_scope_of(a, s->node->mask) < CSL_SCOPE_WARP)
            continue;
        for (uint32_t j = 0; j < b->made.n; j++) {
            const csl_instance *y = &b->made.v[j];
            if (y->op != x->op || y->index != x->index || y->side != 1 || y->variant != x->variant)
                continue;
            csl_expr *chosen[2] = {csl_truth(a->ctx, row(b, x->var)),
                                   csl_truth(a->ctx, row(b, y->var))};
            csl_builder_fact(b, csl_not(a->ctx, csl_and(a->ctx, chosen[0], chosen[1])));
        }
    }
}

csl_expr *csl_in_one_tile(csl_builder *b, uint32_t lanes) {
    csl_ctx *ctx = b->a->ctx;
    csl_expr *tile =
        csl_binary(ctx, CSL_OP_DIV, csl_linear_thread(ctx), csl_const(ctx, CSL_U32, lanes));
    return csl_binary(ctx, CSL_OP_EQ, csl_side(b, 0, tile), csl_side(b, 1, tile));
}

/* A block is one of the grid. */
static void assume_in_grid(csl_builder *b) {
    for (uint32_t i = 0; i < b->made.n; i++)
        for (uint32_t j = 0; j < b->made.n; j++) {
            const csl_instance *x = &b->made.v[i], *y = &b->made.v[j];
            if (x->op == CSL_OP_BID && y->op == CSL_OP_GDIM && x->index == y->index)
                csl_builder_fact(b,
                                 csl_binary(b->a->ctx, CSL_OP_LT, row(b, x->var), row(b, y->var)));
        }
}

csl_query csl_builder_query(csl_builder *b, csl_expr *guard0, csl_expr *guard1) {
    csl_analysis *a = b->a;
    if (b->r.round == CSL_ROUND_LATER && b->r.pivot) {
        csl_expr *k = csl_sym_expr(a, b->r.pivot->iter);
        csl_expr *k0 = csl_side(b, 0, k), *k1 = csl_side(b, 1, k);
        csl_expr *two = csl_const(a->ctx, CSL_I32, 2);
        csl_builder_fact(
            b, csl_binary(a->ctx, CSL_OP_LE, csl_binary(a->ctx, CSL_OP_ADD, k0, two), k1));
    }
    uint32_t nsteady;
    csl_expr *const *steady = csl_steady_values(b, &nsteady);
    assume_one_elected(b);
    if (b->r.share == CSL_SCOPE_TILE)
        csl_builder_fact(b, csl_in_one_tile(b, b->a->tile));
    csl_assume_launched(b);
    csl_assume_grid_terms(b);
    assume_in_grid(b);
    return (csl_query){
        .ctx = a->ctx,
        .vars = b->vars.v,
        .nvars = b->vars.n,
        .fact = b->fact,
        .guard = {csl_without_common(a->ctx, csl_as_in_warp(b, guard0)),
                  csl_without_common(a->ctx, csl_as_in_warp(b, guard1))},
        .pair = b->r.pair,
        .shapes = &a->shapes,
        .steady = steady,
        .nsteady = nsteady,
    };
}
