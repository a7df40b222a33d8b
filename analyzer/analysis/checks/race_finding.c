/* The finding that a race becomes: what is said of it, and its witness. */
#include "races.h"

#include <string.h>

static const char *verb(const csl_access *acc) {
    if (acc->mode == CSL_MODE_READ)
        return "reads";
    return acc->mode == CSL_MODE_WRITE ? "writes" : "updates";
}

csl_race_kind csl_race_kind_of(const csl_access *first, const csl_access *second) {
    if (second->mode == CSL_MODE_READ)
        return CSL_RACE_RAW;
    if (first->mode == CSL_MODE_READ)
        return CSL_RACE_WAR;
    return first->mode == CSL_MODE_RMW && first->atomic == CSL_ATOMIC_NONE ? CSL_RACE_RAW
                                                                           : CSL_RACE_WAW;
}

/* They do where the race was found, with some numbers for what only the condition asks for: no
 * search would find it sooner. */
static bool meets_as_found(const csl_clash *c, const csl_query *q) {
    int64_t *value = csl_alloc(q->ctx, q->nvars * sizeof *value);
    memcpy(value, c->value, c->query.nvars * sizeof *value);
    for (int64_t step = 0; step <= 2; step++) {
        for (uint32_t i = c->query.nvars; i < q->nvars; i++) {
            const csl_dvar *v = &q->vars[i];
            const int64_t number = 1 + step * i;
            value[i] = number < v->lo ? (int64_t)v->lo : number > v->hi ? (int64_t)v->hi : number;
        }
        if (csl_query_holds(q, value))
            return true;
    }
    return false;
}

/* The two threads do not meet where the condition holds. */
static bool never_meet(csl_analysis *a, const csl_clash *c, csl_expr *condition) {
    csl_query q = csl_builder_query(c->builder, c->query.guard[0], c->query.guard[1]);
    for (int i = 0; i < 2; i++)
        q.offset[i] = c->query.offset[i], q.bytes[i] = c->query.bytes[i];
    q.fact = csl_and(a->ctx, csl_and(a->ctx, q.fact, c->query.fact), condition);
    q.shapes = c->query.shapes;
    if (c->value && meets_as_found(c, &q))
        return false;
    return c->in_meant_block ? csl_is_safe(csl_ask(a, &q, CSL_USE_PROOF | CSL_USE_SOLVER).verdict)
                             : csl_ask_briefly(a, &q, false) == CSL_SAFE;
}

static bool never_differ(csl_analysis *a, const csl_clash *c, csl_expr *e) {
    csl_find_uniform_value(a, e);
    csl_expr *x = csl_side(c->builder, 0, e), *y = csl_side(c->builder, 1, e);
    return x == y || never_meet(a, c, csl_not(a->ctx, csl_binary(a->ctx, CSL_OP_EQ, x, y)));
}

/* Of what the term is made, if what threads make of their own numbers is the same where the two
 * meet. */
static csl_sources sources_of(csl_analysis *a, const csl_clash *c, csl_expr *e) {
    csl_sources from = {.judge = csl_find_uniform_value, .quiet = true};
    csl_list_sources(c->builder, e, &from);
    for (unsigned i = 0; i < from.nown && !from.failed; i++)
        from.failed = !never_differ(a, c, from.own[i]);
    return from;
}

/* A sum or a product, and each of the terms in it is the same where the two meet. */
static bool same_terms(csl_analysis *a, const csl_clash *c, csl_expr *e) {
    const bool sum =
        e->op == CSL_OP_ADD || e->op == CSL_OP_SUB || e->op == CSL_OP_MUL || e->op == CSL_OP_CAST;
    bool same = sum && csl_is_small(e, CSL_LIMIT(brief_term));
    for (uint32_t i = 0; i < e->nkids && same; i++)
        same = same_terms(a, c, e->kids[i]) || never_differ(a, c, e->kids[i]);
    return same;
}

/* Two threads load from there what is the same for both. What they make of their own numbers is a
 * shorter question than the place, which may be made of more. */
static bool same_place(csl_analysis *a, const csl_clash *c, csl_expr *place) {
    const csl_sources from = sources_of(a, c, place);
    return (!from.failed && !from.nplaces) || never_differ(a, c, place) || same_terms(a, c, place);
}

/* Each thread makes the value for itself, but where the two meet they make it of the same, which
 * they have loaded from one place that nothing writes meanwhile: `s[threadIdx.x] = p[threadIdx.x]`
 * in a block of several rows. */
static bool loads_same(csl_analysis *a, const csl_clash *c, csl_expr *value) {
    const csl_sources from = sources_of(a, c, value);
    bool same = !from.failed && from.nplaces > 0;
    for (unsigned i = 0; i < from.nplaces && same; i++)
        same = same_place(a, c, from.place[i]);
    return same;
}

/* What each thread makes of its own number is the same where the two meet: `s[w] = w` with
 * `w = threadIdx.x / 32`. */
static bool computes_same(csl_analysis *a, const csl_clash *c, csl_expr *x, csl_expr *y) {
    if (!csl_type_integer(x->type) || x->type != y->type)
        return false;
    csl_expr *same =
        csl_binary(a->ctx, CSL_OP_EQ, csl_side(c->builder, 0, x), csl_side(c->builder, 1, y));
    return never_meet(a, c, csl_not(a->ctx, same)) || (x == y && same_terms(a, c, x));
}

typedef struct agreement {
    csl_analysis *a;
    const csl_clash *c;
    bool failed;
} agreement;

static csl_expr *agreed_leaf(void *user, csl_expr *leaf) {
    agreement *with = user;
    const csl_sym *s = leaf->op == CSL_OP_SYM ? csl_sym_of(with->a, leaf) : NULL;
    const bool in_block =
        s && s->by_blocks && (!s->loop || csl_loop_inside(with->c->relation.common, s->loop));
    with->failed |=
        !in_block && csl_side(with->c->builder, 0, leaf) != csl_side(with->c->builder, 1, leaf);
    return leaf;
}

/* The two have it from a place that only another block might change between their loads. That is a
 * race of the grid, and told as such. */
static bool block_agrees(csl_analysis *a, const csl_clash *c, csl_expr *value) {
    agreement with = {a, c, false};
    if (c->relation.share > CSL_SCOPE_BLOCK)
        return false;
    csl_map(a->ctx, value, agreed_leaf, &with);
    return !with.failed;
}

static bool same_values(csl_analysis *a, const csl_clash *c, csl_expr *x, csl_expr *y);

/* No engine computes it: a float, or what a function gives. */
static bool is_made_of_parts(const csl_expr *e) {
    return e->op == CSL_OP_PURE || !csl_type_integer((csl_type)e->type);
}

/* Made in one way, of the same: a vector of the numbers of a warp, a float of one. */
static bool same_parts(csl_analysis *a, const csl_clash *c, csl_expr *x, csl_expr *y) {
    if (!is_made_of_parts(x) || x->op != y->op || x->type != y->type || !x->nkids ||
        x->nkids != y->nkids || !csl_is_small(x, CSL_LIMIT(brief_term)) ||
        (x->op == CSL_OP_PURE && strcmp(x->name, y->name) != 0))
        return false;
    bool same = true;
    for (uint32_t i = 0; i < x->nkids && same; i++)
        same = same_values(a, c, x->kids[i], y->kids[i]);
    return same;
}

static bool same_values(csl_analysis *a, const csl_clash *c, csl_expr *x, csl_expr *y) {
    csl_find_uniform_value(a, x);
    csl_find_uniform_value(a, y);
    if (csl_side(c->builder, 0, x) == csl_side(c->builder, 1, y))
        return true;
    csl_expr *p = csl_expand(a, x), *q = csl_expand(a, y);
    return (p == q && (loads_same(a, c, p) || block_agrees(a, c, p))) ||
           computes_same(a, c, p, q) || same_parts(a, c, p, q);
}

/* Stores a value whatever was there before. */
static bool stores(const csl_access *x) {
    return x->mode == CSL_MODE_WRITE || x->atomic == CSL_ATOMIC_EXCH;
}

static bool writes_same(csl_analysis *a, const csl_clash *c) {
    const csl_open *side = c->pair->side;
    const csl_access *p = side[0].node->stmt->access, *q = side[1].node->stmt->access;
    return stores(p) && stores(q) && side[0].node->value && side[1].node->value &&
           p->bytes == q->bytes && same_values(a, c, side[0].node->value, side[1].node->value);
}

/* They would in the block that the places are laid out for. */
static bool writes_same_in_meant_block(csl_analysis *a, const csl_clash *c) {
    csl_clash with = *c;
    with.in_meant_block = true;
    return csl_mean_block(a, c->builder, c->pair, &with.query) && writes_same(a, &with);
}

bool csl_reads_own_value(csl_analysis *a, const csl_clash *c) {
    const csl_pair_query *q = c->pair;
    const csl_node *w = q->side[0].node, *r = q->side[1].node;
    return !q->pivot && w->order < r->order && csl_own_store(a, r) == w &&
           same_values(a, c, w->value, w->value);
}

/* All lanes of a warp have the same value for it. */
static bool is_of_warp(csl_analysis *a, const csl_clash *c, csl_expr *e) {
    csl_find_uniform_value(a, e);
    csl_expr *x = csl_side(c->builder, 0, e), *y = csl_side(c->builder, 1, e);
    if (x == y)
        return true;
    e = csl_expand(a, e);
    if (is_made_of_parts(e)) {
        bool all = e->nkids > 0 && csl_is_small(e, CSL_LIMIT(brief_term));
        for (uint32_t i = 0; i < e->nkids && all; i++)
            all = is_of_warp(a, c, e->kids[i]);
        return all;
    }
    csl_query q = csl_builder_query(c->builder, c->query.guard[0], c->query.guard[1]);
    q.fact = csl_and(a->ctx, q.fact, csl_binary(a->ctx, CSL_OP_NE, x, y));
    if (c->value && meets_as_found(c, &q))
        return false;
    return csl_ask_briefly(a, &q, false) == CSL_SAFE;
}

bool csl_warp_stores_same(csl_analysis *a, const csl_clash *c) {
    const csl_node *x = c->pair->side[0].node, *y = c->pair->side[1].node;
    if (c->relation.pair != CSL_PAIR_SAME_WARP || x->ntargets != 1 || y->ntargets != 1 ||
        !csl_is_plain(x->stmt->access) || !csl_is_plain(y->stmt->access) ||
        !(x == y || csl_reads_own_value(a, c)))
        return false;
    return stores(x->stmt->access) && x->value && is_of_warp(a, c, x->targets[0].offset) &&
           is_of_warp(a, c, x->value);
}

bool csl_goes_round(const csl_pair_query *q) {
    return q->round == CSL_ROUND_NEXT || q->round == CSL_ROUND_LATER;
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

static csl_meeting meeting_of(const csl_pair_query *q) {
    const csl_frame *x = q->side[0].node->stmt->place->chain;
    const csl_frame *y = q->side[1].node->stmt->place->chain;
    bool swapped = q->round == CSL_ROUND_FREE && q->side[0].node->order > q->side[1].node->order;
    if (csl_goes_round(q) || swapped)
        return CSL_MEET_BACK;
    const bool again = x && y && x != y && x->parent == y->parent && x->site != y->site &&
                       strcmp(x->function, y->function) == 0;
    return again ? CSL_MEET_CALL : CSL_MEET_PASS;
}

/* The lanes of the first thread's warp that come to its access, if what that thread finds in memory
 * is what they find. */
static uint32_t lanes_that_come(const csl_query *q, const int64_t *value) {
    const int64_t *dim = &value[CSL_DV_BDIM], *id = &value[CSL_DV_TID1];
    int64_t *of_lane = csl_alloc(q->ctx, q->nvars * sizeof *of_lane);
    memcpy(of_lane, value, q->nvars * sizeof *of_lane);
    const int64_t thread = id[0] + dim[0] * (id[1] + dim[1] * id[2]);
    uint32_t lanes = 0;
    for (int64_t lane = 0; lane < 32; lane++) {
        const int64_t other = thread - thread % 32 + lane;
        of_lane[CSL_DV_TID1] = other % dim[0];
        of_lane[CSL_DV_TID1 + 1] = other / dim[0] % dim[1];
        of_lane[CSL_DV_TID1 + 2] = other / dim[0] / dim[1];
        if (of_lane[CSL_DV_TID1 + 2] < dim[2] && csl_query_eval(q, q->guard[0], of_lane))
            lanes |= UINT32_C(1) << lane;
    }
    return lanes;
}

/* The witness of these values, and the elements that it names. `q`: the query of the clash, or one
 * that says more. */
static void tell(csl_analysis *a, const csl_clash *c, const csl_query *q, const int64_t *value,
                 bool made_up, csl_race *r) {
    csl_ending end[2];
    for (int s = 0; s < 2; s++) {
        csl_node *n = c->pair->side[s].node;
        const csl_access *acc = n->stmt->access;
        const char *name = acc->through ? acc->through : r->object_name;
        const char *text = n->stmt->text;
        if (text && strncmp(text, "asm", 3) == 0) /* an instruction names nothing */
            text = NULL;
        int64_t offset = csl_query_eval(q, q->offset[s], value);
        if (c->pair->scope == CSL_SCOPE_CLUSTER)
            offset %= INT64_C(1) << CSL_CLUSTER_SHIFT; /* whose it is, the other side says */
        r->element[s] = csl_element_at(a, r->object, r->object || !text ? name : text, offset);
        end[s] = (csl_ending){n, csl_format(a->ctx, "%s %s", verb(acc), r->element[s])};
    }
    csl_solution solution = {a, c->builder, &c->relation, q, value, made_up};
    r->witness = csl_tell(&solution, end, &r->rating);
    r->lanes = r->pair == CSL_PAIR_SAME_WARP ? lanes_that_come(q, value) : 0;
}

/* Told with other values, and kept if it is as sure. */
typedef struct better {
    csl_analysis *a;
    const csl_clash *c;
    csl_race *race;
    csl_rating rating;
} better;

static bool tell_as_sure(void *user, const csl_query *q, const int64_t *value) {
    better *of = user;
    csl_race other = *of->race;
    other.rating = of->rating;
    tell(of->a, of->c, q, value, false, &other);
    if (!other.witness || other.rating.caveats != of->rating.caveats)
        return false;
    *of->race = other;
    return true;
}

/* Told for made-up data, and kept if that was seen to happen. */
static bool tell_if_replayed(void *user, const csl_query *q, const int64_t *value) {
    better *of = user;
    csl_race other = *of->race;
    other.rating = of->rating;
    tell(of->a, of->c, q, value, true, &other);
    if (!other.witness || csl_holds(&other.rating, CSL_CAVEAT_not_replayed))
        return false;
    *of->race = other;
    return true;
}

/* The witness of ordinary sizes, or of an earlier pass, or the one that was found. */
static void tell_best(csl_analysis *a, const csl_clash *c, csl_race *r) {
    better best = {a, c, r, r->rating};
    if (!csl_try_better(c->builder, &c->query, c->value, r->rating.level > CSL_LOW, tell_as_sure,
                        &best))
        tell(a, c, &c->query, c->value, false, r);
    if (!csl_holds(&r->rating, CSL_CAVEAT_not_replayed))
        return;
    csl_node *const access[2] = {c->pair->side[0].node, c->pair->side[1].node};
    const csl_solution solution = {a, c->builder, &c->relation, &c->query, c->value, false};
    csl_try_made_up(&solution, access, tell_if_replayed, &best);
}

csl_race csl_race_finding(csl_analysis *a, const csl_clash *c) {
    const csl_pair_query *q = c->pair;
    const csl_open *side = q->side;
    const csl_access *x = side[0].node->stmt->access, *y = side[1].node->stmt->access;
    const csl_object *o = csl_object_of_root(a, c->target->root);
    csl_race r = {
        .concern = q->scope >= CSL_SCOPE_CLUSTER || csl_is_of_launched(q)    ? CSL_CONCERN_GRID
                   : q->in_flight || (q->fencing && !csl_is_stale(q))        ? CSL_CONCERN_ASYNC
                   : csl_about_root(a, c->target->root) == CSL_ABOUT(SHARED) ? CSL_CONCERN_SHARED
                                                                             : CSL_CONCERN_GLOBAL,
        .kind = csl_race_kind_of(x, y),
        .meeting = meeting_of(q),
        .pair = c->relation.pair,
        .in_flight = q->in_flight,
        .unfenced = q->fencing != CSL_FENCED,
        .of_blocks = q->scope >= CSL_SCOPE_CLUSTER,
        .object = o,
        .object_name = x->through ? x->through
                       : o        ? o->name
                                  : "memory",
        .first = side[0].node->stmt,
        .second = side[1].node->stmt,
        .after = side[0].node->stmt,
        .loop = q->pivot ? q->pivot->stmt->place : NULL,
        .same_value = writes_same(a, c),
        .aliased = x->through && y->through && strcmp(x->through, y->through) != 0,
        .decides = barrier_decided_by(a, side),
    };
    r.in_warp = r.same_value && csl_warp_stores_same(a, c);
    r.rating = csl_rate_race(a, c->builder, q, &c->query, r.kind, c->target->root);
    if (q->fencing && o && o->kind == CSL_OBJ_TENSOR)
        csl_hold(a, &r.rating, CSL_CAVEAT_order_of_tensor, NULL);
    if (q->fencing && side[1].node->stmt->access->is_map)
        csl_hold(a, &r.rating, CSL_CAVEAT_order_of_maps, NULL);
    if (c->in_part)
        csl_hold(a, &r.rating, CSL_CAVEAT_block_comes, NULL);
    if (!r.same_value && r.rating.level > CSL_LOW && writes_same_in_meant_block(a, c))
        csl_hold(a, &r.rating, CSL_CAVEAT_other_stride, NULL);
    return r;
}

static uint32_t pass_at_end(const csl_witness *w, int side) {
    const csl_trace *t = &w->threads[side];
    return t->nsteps ? t->steps[t->nsteps - 1].pass : 0;
}

/* Passes of no barrier are told as one before the other, but they are the same. */
static bool is_in_one_pass(const csl_pair_query *q, const csl_race *r) {
    const csl_loop *pivot = q->pivot;
    const uint32_t pass = r->witness ? pass_at_end(r->witness, 0) : 0;
    return q->round == CSL_ROUND_FREE && pass && pass == pass_at_end(r->witness, 1) &&
           q->side[0].node->loop == pivot && q->side[1].node->loop == pivot;
}

bool csl_tell_race(csl_analysis *a, const csl_clash *c, csl_race *r) {
    if (r->rating.level < a->options->told_from)
        return true;
    tell_best(a, c, r);
    if (r->meeting == CSL_MEET_BACK && is_in_one_pass(c->pair, r))
        r->meeting = CSL_MEET_PASS;
    return r->witness != NULL;
}
