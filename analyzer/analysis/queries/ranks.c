/* Places that lanes count by a ballot: `o[__popc(m & ((1u << lane) - 1))] = v`, where m are the
 * lanes that have something to store. The rank of a lane is the number of those before it (or
 * behind it), so lanes of the mask have different ranks, and each is less than there are such
 * lanes. Places that a block counts with a prefix sum: `scan.ExclusiveSum(n, first)` gives each
 * thread the sum of what those before it have offered. And places that shuffles give: a lane that
 * has got the number of another, `leader = __shfl_sync(m, lane, from)`, knows that the mask names
 * that one, and `__ffs(m) - 1` is one of those that it names.
 *
 * Needs: csl_find_uniform().
 */
#include "builder.h"

/* What a term says: so many bits of `ballot` are those of lanes before the own one. */
typedef struct rank {
    csl_expr *count;  /* the term */
    csl_expr *ballot; /* the symbol */
    bool own;         /* the own lane is counted as well */
} rank;

typedef struct ranks {
    csl_analysis *a;
    CSL_VEC(rank) v;
} ranks;

static csl_expr *bare(csl_expr *e) {
    while (e->op == CSL_OP_CAST && csl_type_integer((csl_type)e->type) &&
           csl_type_bytes((csl_type)e->type) >= 4 &&
           csl_type_bytes((csl_type)e->kids[0]->type) >= 4)
        e = e->kids[0];
    return e;
}

static bool is_ballot(const csl_analysis *a, const csl_expr *e) {
    const csl_sym *s = e->op == CSL_OP_SYM ? csl_sym_of(a, e) : NULL;
    if (!s || s->kind != CSL_SYM_SYNC || csl_type_bytes(s->type) != 4)
        return false;
    const csl_sync *y = s->node->stmt->sync;
    return y->makes == CSL_MASK_BALLOT && (!y->tile || y->tile == 32) && s->node->offered;
}

/* x << lane. */
static bool is_shifted_by_lane(const csl_analysis *a, const csl_expr *e, int64_t x) {
    return e->op == CSL_OP_SHL && csl_is_lane_number(a, e->kids[1]) && csl_is_const(e->kids[0], x);
}

/* x - lane. */
static bool is_lanes_left(const csl_analysis *a, csl_expr *e, int64_t x) {
    return e->op == CSL_OP_SUB && csl_is_const(e->kids[0], x) && csl_is_lane_number(a, e->kids[1]);
}

/* e is x - 1: the x, or NULL. */
static csl_expr *one_more(csl_expr *e) {
    if (e->op == CSL_OP_ADD && e->nkids == 2 && csl_is_const(e->kids[1], -1))
        return bare(e->kids[0]);
    if (e->op == CSL_OP_ADD && e->nkids == 2 && csl_is_const(e->kids[0], -1))
        return bare(e->kids[1]);
    return e->op == CSL_OP_SUB && csl_is_const(e->kids[1], 1) ? bare(e->kids[0]) : NULL;
}

/* The lanes before the own one or those behind it, with the own one if `own`, in 32 bits:
 * (1 << lane) - 1, ~0u >> (32 - lane), ~0u << lane and the like. A shift to the right by all bits
 * gives 0 on the device (PTX ISA, shr). */
static bool is_one_side(const csl_analysis *a, csl_expr *e, bool *own) {
    const int64_t all = UINT32_MAX;
    if (e->op == CSL_OP_BNOT && is_one_side(a, bare(e->kids[0]), own)) {
        *own = !*own;
        return true;
    }
    const csl_expr *bits = one_more(e);
    if (csl_type_bytes((csl_type)(bits ? bits : e)->type) != 4)
        return false;
    if (bits) {
        *own = is_shifted_by_lane(a, bits, 2);
        return *own || is_shifted_by_lane(a, bits, 1);
    }
    if (e->op == CSL_OP_SHR && e->type == CSL_U32 && csl_is_const(e->kids[0], all)) {
        *own = is_lanes_left(a, bare(e->kids[1]), 31);
        return *own || is_lanes_left(a, bare(e->kids[1]), 32);
    }
    *own = is_shifted_by_lane(a, e, all) || is_shifted_by_lane(a, e, -1);
    return *own || is_shifted_by_lane(a, e, all - 1) || is_shifted_by_lane(a, e, -2);
}

static bool note_ballot(void *user, csl_expr *e) {
    ranks *r = user;
    const rank found = {.ballot = e};
    if (is_ballot(r->a, e))
        CSL_PUSH(r->a->ctx, &r->v, found);
    return false;
}

static bool note_rank(void *user, csl_expr *e) {
    ranks *r = user;
    csl_expr *bits = e->op == CSL_OP_POPC ? bare(e->kids[0]) : NULL;
    if (!bits || bits->op != CSL_OP_BAND || bits->nkids != 2)
        return false;
    for (int k = 0; k < 2; k++) {
        rank found = {.count = e, .ballot = bare(bits->kids[k])};
        if (!is_ballot(r->a, found.ballot) || !is_one_side(r->a, bare(bits->kids[!k]), &found.own))
            continue;
        CSL_PUSH(r->a->ctx, &r->v, found);
        return false;
    }
    return false;
}

/* The lane of the side is one of those that are counted. */
static csl_expr *is_counted(csl_builder *b, int side, const rank *x) {
    return csl_made_to_name(b, csl_sym_of(csl_builder_analysis(b), x->ballot)->node, side, side);
}

/* The bit of a lane that took part is what it has voted. */
static void assume_own_bit(csl_builder *b, int side, csl_expr *ballot) {
    csl_analysis *a = csl_builder_analysis(b);
    csl_ctx *ctx = a->ctx;
    const csl_node *vote = csl_sym_of(a, ballot)->node;
    csl_expr *lane =
        csl_binary(ctx, CSL_OP_REM, csl_linear_thread(ctx), csl_const(ctx, CSL_U32, 32));
    csl_expr *moved = csl_binary(ctx, CSL_OP_SHR, csl_cast(ctx, CSL_U32, ballot), lane);
    csl_expr *bit = csl_truth(ctx, csl_binary(ctx, CSL_OP_BAND, moved, csl_const(ctx, CSL_U32, 1)));
    csl_expr *voted = csl_truth(ctx, vote->offered);
    csl_expr *same =
        csl_or(ctx, csl_and(ctx, bit, voted), csl_and(ctx, csl_not(ctx, bit), csl_not(ctx, voted)));
    csl_builder_fact(
        b, csl_or(ctx, csl_not(ctx, csl_side(b, side, vote->reach)), csl_side(b, side, same)));
}

/* ... of both lanes, where both count it: one alone says nothing of two places. */
static void assume_own_bits(csl_builder *b, csl_expr *ballot, csl_expr *other) {
    csl_analysis *a = csl_builder_analysis(b);
    if (!csl_mentions_sym(a, other, ballot->index) ||
        csl_side(b, 0, ballot) != csl_side(b, 1, ballot))
        return;
    assume_own_bit(b, 0, ballot);
    assume_own_bit(b, 1, ballot);
}

static void assume_less_than_all(csl_builder *b, int side, const rank *x) {
    csl_ctx *ctx = csl_builder_analysis(b)->ctx;
    const csl_type type = (csl_type)x->count->type;
    csl_expr *all = csl_unary(ctx, CSL_OP_POPC, type, csl_cast(ctx, CSL_U64, x->ballot));
    csl_expr *least = csl_const(ctx, type, x->own), *next = csl_const(ctx, type, !x->own);
    csl_expr *fits =
        csl_and(ctx, csl_binary(ctx, CSL_OP_LE, least, x->count),
                csl_binary(ctx, CSL_OP_LE, csl_binary(ctx, CSL_OP_ADD, x->count, next), all));
    csl_builder_fact(b, csl_or(ctx, csl_not(ctx, is_counted(b, side, x)), csl_side(b, side, fits)));
}

csl_expr *csl_in_other_passes(csl_builder *b, const csl_relation *r, csl_expr *sym) {
    csl_analysis *a = csl_builder_analysis(b);
    const csl_sym *s = csl_sym_of(a, sym);
    if (csl_side(b, 0, sym) == csl_side(b, 1, sym))
        return csl_false(a->ctx);
    if (s->uniform < CSL_SCOPE_WARP || !s->loop || s->loop != r->pivot ||
        r->round != CSL_ROUND_FREE)
        return NULL;
    csl_expr *pass = csl_sym_expr(a, r->pivot->iter);
    return csl_not(a->ctx,
                   csl_binary(a->ctx, CSL_OP_EQ, csl_side(b, 0, pass), csl_side(b, 1, pass)));
}

/* Two lanes of one warp, with one ballot. */
static void assume_different(csl_builder *b, const csl_relation *r, const rank *x, const rank *y) {
    csl_ctx *ctx = csl_builder_analysis(b)->ctx;
    csl_expr *other = x->count == y->count ? csl_in_other_passes(b, r, x->ballot) : NULL;
    if (!other)
        return;
    csl_expr *both = csl_and(ctx, is_counted(b, 0, x), is_counted(b, 1, y));
    csl_expr *same = csl_binary(ctx, CSL_OP_EQ, csl_side(b, 0, x->count), csl_side(b, 1, y->count));
    csl_builder_fact(b, csl_or(ctx, other, csl_not(ctx, csl_and(ctx, both, same))));
}

/* ---- where the lanes of a pass begin ---------------------------------------------------------- */

typedef struct bases {
    csl_analysis *a;
    const csl_loop *loop;
    CSL_VEC(csl_expr *) v;
} bases;

/* What each pass adds to the variable, which no lane has alone: `base += __popc(m)`; else NULL. */
static csl_expr *added_by_pass(csl_analysis *a, const csl_sym *s, const csl_expr *self) {
    csl_expr *next = s->next ? bare(s->next) : NULL;
    for (int k = 0; next && next->op == CSL_OP_ADD && next->nkids == 2 && k < 2; k++)
        if (bare(next->kids[k]) == self && !csl_mentions_sym(a, next->kids[!k], self->index) &&
            csl_scope_of(a, csl_expand(a, next->kids[!k])) >= CSL_SCOPE_WARP)
            return csl_expand(a, next->kids[!k]);
    return NULL;
}

static bool is_base(csl_analysis *a, const csl_loop *loop, const csl_expr *e) {
    const csl_sym *s = e->op == CSL_OP_SYM ? csl_sym_of(a, e) : NULL;
    return s && s->kind == CSL_SYM_PHI && s->loop == loop && s->uniform >= CSL_SCOPE_WARP &&
           csl_type_integer(s->type) && csl_type_bytes(s->type) >= 4 && added_by_pass(a, s, e);
}

static bool note_base(void *user, csl_expr *e) {
    bases *l = user;
    if (!is_base(l->a, l->loop, e))
        return false;
    for (uint32_t i = 0; i < l->v.n; i++)
        if (l->v.v[i] == e)
            return false;
    CSL_PUSH(l->a->ctx, &l->v, e);
    return false;
}

/* In one pass the lanes have one number; in the next one that is what was added larger, and in all
 * later ones no less than that if nothing less than 0 is added. */
static void assume_carried(csl_builder *b, const csl_loop *loop, csl_expr *base) {
    csl_analysis *a = csl_builder_analysis(b);
    csl_ctx *ctx = a->ctx;
    csl_expr *added = added_by_pass(a, csl_sym_of(a, base), base);
    csl_expr *pass = csl_sym_expr(a, loop->iter), *at[2], *after[2], *in[2];
    for (int s = 0; s < 2; s++) {
        at[s] = csl_cast(ctx, CSL_I64, csl_side(b, s, base)); /* a count that wraps is none */
        after[s] =
            csl_binary(ctx, CSL_OP_ADD, at[s], csl_cast(ctx, CSL_I64, csl_side(b, s, added)));
        in[s] = csl_side(b, s, pass);
    }
    csl_expr *apart = csl_binary(ctx, CSL_OP_NE, in[0], in[1]);
    csl_assume_of_numbers(a, CSL_NO_WRAP);
    csl_builder_fact(b, csl_or(ctx, apart, csl_binary(ctx, CSL_OP_EQ, at[0], at[1])));
    for (int s = 0; s < 2; s++) {
        csl_expr *one = csl_binary(ctx, CSL_OP_ADD, in[s], csl_const(ctx, CSL_I32, 1));
        csl_expr *no_next = csl_binary(ctx, CSL_OP_NE, one, in[!s]);
        csl_builder_fact(b, csl_or(ctx, no_next, csl_binary(ctx, CSL_OP_EQ, after[s], at[!s])));
        if (csl_range_of(a, added).lo < 0)
            continue;
        csl_expr *no_later = csl_binary(ctx, CSL_OP_LE, in[!s], in[s]);
        csl_builder_fact(b, csl_or(ctx, no_later, csl_binary(ctx, CSL_OP_LE, after[s], at[!s])));
    }
}

static bool in_any_passes(const csl_relation *r) {
    return r->pivot && r->round == CSL_ROUND_FREE && r->pair == CSL_PAIR_SAME_WARP;
}

bool csl_is_base_of_ranks(csl_builder *b, uint32_t var) {
    csl_analysis *a = csl_builder_analysis(b);
    for (uint32_t i = 0; i < b->made.n && in_any_passes(&b->r); i++)
        if (b->made.v[i].op == CSL_OP_SYM && b->made.v[i].var == var &&
            is_base(a, b->r.pivot, csl_sym_expr(a, b->made.v[i].index)))
            return true;
    return false;
}

/* Of two lanes of a warp, in any two passes of a loop. */
static void assume_bases(csl_builder *b, const csl_relation *r, csl_expr *offset0,
                         csl_expr *offset1) {
    csl_analysis *a = csl_builder_analysis(b);
    bases l = {.a = a, .loop = r->pivot};
    if (!in_any_passes(r))
        return;
    csl_find_part(a->ctx, csl_expand(a, offset0), note_base, &l);
    for (uint32_t i = 0; i < l.v.n; i++)
        if (csl_mentions_sym(a, csl_expand(a, offset1), l.v.v[i]->index))
            assume_carried(b, r->pivot, l.v.v[i]);
}

void csl_assume_ranks(csl_builder *b, const csl_relation *r, csl_expr *offset0, csl_expr *offset1) {
    csl_analysis *a = csl_builder_analysis(b);
    csl_expr *const offset[2] = {offset0, offset1};
    ranks found[2] = {{.a = a}, {.a = a}};
    ranks ballots = {.a = a};
    assume_bases(b, r, offset0, offset1);
    csl_find_part(a->ctx, csl_expand(a, offset0), note_ballot, &ballots);
    for (uint32_t i = 0; i < ballots.v.n; i++)
        assume_own_bits(b, ballots.v.v[i].ballot, csl_expand(a, offset1));
    for (int s = 0; s < 2; s++) {
        csl_find_part(a->ctx, csl_expand(a, offset[s]), note_rank, &found[s]);
        for (uint32_t i = 0; i < found[s].v.n; i++)
            assume_less_than_all(b, s, &found[s].v.v[i]);
    }
    for (uint32_t i = 0; r->pair == CSL_PAIR_SAME_WARP && i < found[0].v.n; i++)
        for (uint32_t j = 0; j < found[1].v.n; j++)
            assume_different(b, r, &found[0].v.v[i], &found[1].v.v[j]);
}

/* ---- sums of what threads before have offered --------------------------------------------------- */

enum { MOST_OFFERED = 1 << 20 }; /* so that sums of a block stay far from any limit */

typedef struct sums {
    csl_analysis *a;
    CSL_VEC(csl_expr *) v;
} sums;

static bool note_sum(void *user, csl_expr *e) {
    sums *found = user;
    if (e->op != CSL_OP_SYM || !csl_is_sum_before(csl_sym_of(found->a, e)))
        return false;
    for (uint32_t i = 0; i < found->v.n; i++)
        if (found->v.v[i] == e)
            return false;
    CSL_PUSH(found->a->ctx, &found->v, e);
    return false;
}

/* If nothing less than 0 is offered, each has the places [first, first + n) for itself, and of two
 * threads those of the first come first. */
static void assume_sum(csl_builder *b, csl_expr *sum, csl_expr *of) {
    csl_analysis *a = csl_builder_analysis(b);
    csl_ctx *ctx = a->ctx;
    const csl_wide most = csl_range_of(a, of).hi;
    csl_expr *first[2], *end[2], *thread[2], *none = csl_const(ctx, CSL_I64, 0);
    for (int s = 0; s < 2; s++) {
        first[s] = csl_cast(ctx, CSL_I64, csl_side(b, s, sum));
        end[s] = csl_binary(ctx, CSL_OP_ADD, first[s], csl_cast(ctx, CSL_I64, csl_side(b, s, of)));
        thread[s] = csl_side(b, s, csl_linear_thread(ctx));
        csl_builder_fact(b, csl_binary(ctx, CSL_OP_LE, none, first[s]));
        csl_expr *before = csl_cast(ctx, CSL_I64, thread[s]);
        csl_expr *bound = most <= MOST_OFFERED ? csl_binary(ctx, CSL_OP_MUL, before,
                                                            csl_const(ctx, CSL_I64, (int64_t)most))
                                               : NULL;
        if (bound)
            csl_builder_fact(b, csl_binary(ctx, CSL_OP_LE, first[s], bound));
    }
    for (int s = 0; s < 2; s++) {
        csl_expr *behind = csl_binary(ctx, CSL_OP_LE, thread[!s], thread[s]);
        csl_builder_fact(b, csl_or(ctx, behind, csl_binary(ctx, CSL_OP_LE, end[s], first[!s])));
    }
}

void csl_assume_sums(csl_builder *b, const csl_relation *r, csl_expr *offset0, csl_expr *offset1) {
    csl_analysis *a = csl_builder_analysis(b);
    sums found = {.a = a};
    if (r->pair == CSL_PAIR_ANY)
        return;
    csl_find_part(a->ctx, csl_expand(a, offset0), note_sum, &found);
    for (uint32_t i = 0; i < found.v.n; i++) {
        csl_expr *sum = found.v.v[i];
        const csl_node *n = csl_sym_of(a, sum)->node;
        csl_expr *of = csl_expand(a, n->offered);
        const bool one_call = !n->loop || (r->common && csl_loop_inside(r->common, n->loop));
        if (!one_call || !csl_mentions_sym(a, csl_expand(a, offset1), sum->index) ||
            csl_range_of(a, of).lo < 0)
            continue;
        csl_assume_of_numbers(a, CSL_NO_WRAP);
        assume_sum(b, sum, of);
    }
}

/* ---- lanes that masks name --------------------------------------------------------------------- */

/* The number of a lane that a mask names. */
typedef struct number {
    csl_expr *lane;
    csl_expr *first; /* FFS of the mask, of which the lane is the first; NULL: a shuffle gives it */
    const csl_node *maker;
} number;

typedef struct numbers {
    csl_analysis *a;
    CSL_VEC(number) v;
} numbers;

/* Both sides have made the mask in the same pass. */
static bool is_one_vote(const csl_relation *r, const csl_node *maker) {
    return !maker->loop || (r->common && csl_loop_inside(r->common, maker->loop));
}

/* The vote that made the mask of a shuffle that gives the number of a lane. */
static const csl_node *mask_of(csl_analysis *a, const csl_expr *e) {
    const csl_sym *s = e->op == CSL_OP_SYM ? csl_sym_of(a, e) : NULL;
    if (!s || s->kind != CSL_SYM_SYNC || s->of_all || !s->node->offered || !s->node->mask ||
        s->node->stmt->sync->kind != CSL_SYNC_SHUFFLE ||
        !csl_is_lane_number(a, csl_expand(a, s->node->offered)))
        return NULL;
    return csl_maker_of_mask(a, s->node);
}

static bool note_number(void *user, csl_expr *e) {
    numbers *n = user;
    csl_ctx *ctx = n->a->ctx;
    csl_expr *mask = e->op == CSL_OP_FFS ? bare(e->kids[0]) : NULL;
    number found = {.lane = csl_cast(ctx, CSL_U32, e), .maker = mask_of(n->a, e)};
    if (mask && is_ballot(n->a, mask)) {
        found.lane = csl_binary(ctx, CSL_OP_SUB, found.lane, csl_const(ctx, CSL_U32, 1));
        found.first = e;
        found.maker = csl_sym_of(n->a, mask)->node;
    }
    if (found.maker)
        CSL_PUSH(ctx, &n->v, found);
    return false;
}

static void assume_named(csl_builder *b, const csl_relation *r, int side, const number *n) {
    csl_ctx *ctx = csl_builder_analysis(b)->ctx;
    csl_expr *own =
        csl_binary(ctx, CSL_OP_REM, csl_linear_thread(ctx), csl_const(ctx, CSL_U32, 32));
    if (n->first) { /* one that is named itself has a first one */
        csl_expr *none = csl_binary(ctx, CSL_OP_LE, n->first, csl_const(ctx, CSL_I32, 0));
        csl_builder_fact(b, csl_not(ctx, csl_and(ctx, csl_side(b, side, none),
                                                 csl_made_to_name(b, n->maker, side, side))));
    }
    if (r->pair != CSL_PAIR_SAME_WARP || !is_one_vote(r, n->maker))
        return;
    csl_expr *is_other =
        csl_binary(ctx, CSL_OP_EQ, csl_side(b, side, n->lane), csl_side(b, !side, own));
    csl_builder_fact(
        b, csl_or(ctx, csl_not(ctx, is_other), csl_made_to_name(b, n->maker, side, !side)));
}

void csl_assume_sources(csl_builder *b, const csl_relation *r, csl_expr *offset0,
                        csl_expr *offset1) {
    csl_analysis *a = csl_builder_analysis(b);
    csl_expr *const offset[2] = {offset0, offset1};
    for (int side = 0; side < 2; side++) {
        numbers n = {.a = a};
        csl_find_part(a->ctx, csl_expand(a, offset[side]), note_number, &n);
        for (uint32_t i = 0; i < n.v.n; i++)
            assume_named(b, r, side, &n.v.v[i]);
    }
}
