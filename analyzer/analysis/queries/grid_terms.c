/* Grids of as many blocks as an array needs: `(n + 127) / 128`, of a parameter n.
 *
 * A block knows by that that it begins inside the array. It matters where what is left for it is
 * computed without a sign, `n - blockIdx.x * 128`: a block beyond the end would have nearly all
 * numbers left. Elsewhere nothing is said of it.
 */
#include "builder.h"

#include "../../ir/expr.h"
#include "../../limits/limits.h"

static bool is_param(void *user, csl_expr *e) {
    (void)user;
    return e->op == CSL_OP_PARAM && csl_type_integer((csl_type)e->type) && e->type != CSL_PTR;
}

static bool is_block(void *dim, csl_expr *e) {
    return e->op == CSL_OP_BID && e->index == *(const uint32_t *)dim;
}

typedef struct rest {
    csl_ctx *ctx;
    uint32_t dim;
} rest;

/* What is left behind the place where the block begins. */
static bool is_rest(void *user, csl_expr *e) {
    rest *r = user;
    return e->op == CSL_OP_SUB && csl_type_integer((csl_type)e->type) &&
           !csl_type_signed((csl_type)e->type) &&
           csl_find_part(r->ctx, e->kids[0], is_param, NULL) &&
           csl_find_part(r->ctx, e->kids[1], is_block, &r->dim);
}

static bool matters(csl_analysis *a, uint32_t dim) {
    rest r = {a->ctx, dim};
    for (uint32_t i = 0; i < a->nodes.n; i++)
        if (csl_find_part(a->ctx, csl_expand(a, a->nodes.v[i]->reach), is_rest, &r))
            return true;
    return false;
}

/* What follows for a block of a grid of so many. A launch with none, or with more than there may
 * be, fails; so in `(n + c - 1) / c` blocks each begins at a multiple of c below n, also where the
 * sum does not fit. Products and comparisons have no sign. */
static csl_expr *begins_inside(csl_ctx *ctx, csl_expr *blocks, uint32_t dim) {
    csl_expr *bid = csl_leaf(ctx, CSL_OP_BID, CSL_U32, dim), *e = blocks;
    while (e->op == CSL_OP_CAST && csl_type_bytes((csl_type)e->type) >= 4)
        e = e->kids[0];
    const csl_expr *sum = e->op == CSL_OP_DIV ? e->kids[0] : NULL;
    const csl_expr *by = sum ? e->kids[1] : NULL;
    if (!sum || by->op != CSL_OP_CONST || by->value < 2 || sum->op != CSL_OP_ADD ||
        !csl_is_const(sum->kids[1], by->value - 1) || csl_type_bytes((csl_type)e->type) < 4)
        return csl_binary(ctx, CSL_OP_LT, bid, blocks);
    const csl_type t = csl_type_bytes((csl_type)e->type) == 4 ? CSL_U32 : CSL_U64;
    csl_expr *begin =
        csl_binary(ctx, CSL_OP_MUL, csl_cast(ctx, t, bid), csl_const(ctx, t, by->value));
    return csl_binary(ctx, CSL_OP_LT, begin, csl_cast(ctx, t, sum->kids[0]));
}

/* The number of which so many blocks have c each, `(n + c - 1) / c` or `(n - 1) / c + 1`; NULL: it
 * is written in another way. */
static csl_expr *counted(csl_expr *blocks, int64_t *c, bool *exactly) {
    csl_expr *e = blocks, *n = NULL;
    int64_t more = 0;
    while (e->op == CSL_OP_CAST && csl_type_bytes((csl_type)e->type) >= 4)
        e = e->kids[0];
    if (e->op == CSL_OP_ADD && csl_is_const(e->kids[1], 1)) {
        more = -1;
        e = e->kids[0];
    }
    if (e->op != CSL_OP_DIV || e->kids[1]->op != CSL_OP_CONST || e->kids[1]->value < 2)
        return NULL;
    *c = e->kids[1]->value;
    *exactly = !more;
    more = more ? more : *c - 1;
    e = e->kids[0];
    if (e->op == CSL_OP_ADD && csl_is_const(e->kids[1], more))
        n = e->kids[0];
    else if (e->op == CSL_OP_SUB && more < 0 && csl_is_const(e->kids[1], 1))
        n = e->kids[0];
    return n;
}

/* All blocks together have as many places as the array, and all but one have not. A launch with no
 * block fails; so this holds also where the sum does not fit. */
static csl_expr *covers(csl_ctx *ctx, csl_expr *blocks, uint32_t dim) {
    int64_t c;
    bool exactly;
    csl_expr *n = counted(blocks, &c, &exactly);
    if (!n || csl_type_bytes((csl_type)n->type) < 4)
        return NULL;
    const csl_type of = (csl_type)n->type, t = csl_type_bytes(of) == 8 ? of : CSL_I64;
    csl_expr *grid = csl_cast(ctx, t, csl_leaf(ctx, CSL_OP_GDIM, CSL_U32, dim));
    csl_expr *places = csl_binary(ctx, CSL_OP_MUL, grid, csl_const(ctx, t, c));
    csl_expr *before = csl_binary(ctx, CSL_OP_SUB, places, csl_const(ctx, t, c));
    n = csl_cast(ctx, t, n);
    csl_expr *enough = csl_binary(ctx, CSL_OP_LE, n, places);
    if (!exactly && !csl_type_signed(of)) /* of no places there are many blocks */
        return enough;
    if (!exactly) /* ... one block */
        n = csl_binary(ctx, CSL_OP_MAX, n, csl_const(ctx, t, 1));
    return csl_and(ctx, enough, csl_binary(ctx, CSL_OP_LT, before, n));
}

void csl_find_grid_terms(csl_analysis *a) {
    const csl_kernel *k = a->kernel;
    for (uint32_t d = 0; d < 3; d++) {
        csl_expr *blocks = k->nlaunches && !k->launch_unknown && !a->options->grid[d]
                               ? k->launches[0].spans[d]
                               : NULL;
        for (uint32_t i = 1; i < k->nlaunches; i++)
            if (k->launches[i].spans[d] != blocks)
                blocks = NULL;
        if (blocks && matters(a, d))
            a->in_grid[d] = begins_inside(a->ctx, blocks, d);
        if (blocks)
            a->covered[d] = covers(a->ctx, blocks, d);
    }
}

typedef struct unmade {
    const csl_builder *b;
    bool any;
} unmade;

static void assume_grid(csl_builder *b, csl_expr *fact) {
    csl_assume_that(b->a, CSL_ASSUMED_GRID, NULL, NULL,
                    "the grid is as large as the launches that were found make it");
    csl_builder_fact(b, fact);
}

/* Every parameter in the term is there already. */
static csl_expr *see_param(void *missing, csl_expr *leaf) {
    bool there = leaf->op != CSL_OP_PARAM;
    const csl_builder *b = ((const unmade *)missing)->b;
    for (uint32_t i = 0; i < b->made.n && !there; i++)
        there = b->made.v[i].op == leaf->op && b->made.v[i].index == leaf->index;
    ((unmade *)missing)->any |= !there;
    return leaf;
}

static bool is_about(csl_builder *b, csl_expr *covered, uint32_t dim) {
    bool grid = false;
    unmade missing = {b, false};
    for (uint32_t i = 0; i < b->made.n && !grid; i++)
        grid = b->made.v[i].op == CSL_OP_GDIM && b->made.v[i].index == dim;
    if (grid)
        csl_map(b->a->ctx, covered, see_param, &missing);
    return grid && !missing.any;
}

void csl_assume_grid_terms(csl_builder *b) {
    bool asked[3][2] = {{false}};
    for (uint32_t d = 0; d < 3; d++)
        if (b->a->covered[d] && is_about(b, b->a->covered[d], d))
            assume_grid(b, csl_side(b, 0, b->a->covered[d]));
    for (uint32_t i = 0; i < b->made.n; i++)
        if (b->made.v[i].op == CSL_OP_BID && b->a->in_grid[b->made.v[i].index])
            asked[b->made.v[i].index][b->made.v[i].side == 1] = true;
    for (uint32_t d = 0; d < 3; d++)
        for (int side = 0; side < 2; side++)
            if (asked[d][side])
                assume_grid(b, csl_side(b, side, b->a->in_grid[d]));
}

/* ---- findings: block, grid and arguments of one launch that was found ---------------------------- */

/* Both threads belong to one launch that was found, as far as its arguments, its block and its grid
 * are known; true: nothing is. */
static csl_expr *passed_by_launches(csl_builder *b) {
    csl_analysis *a = b->a;
    csl_ctx *ctx = a->ctx;
    const csl_kernel *k = a->kernel;
    const bool made = (k->made_for[0] && !k->made_for_several) || k->numbers[0];
    if (made || a->options->block[0] || a->options->grid[0] || k->elsewhere || k->unread ||
        (k->launch_unknown && !k->unsized) || (!k->nlaunches && !k->unsized))
        return csl_true(ctx);
    csl_expr *any = k->unsized
                        ? csl_and(ctx, csl_side(b, 0, k->unsized), csl_side(b, 1, k->unsized))
                        : csl_false(ctx);
    csl_expr **said = csl_alloc(ctx, (k->nlaunches + 1) * sizeof *said);
    for (uint32_t i = 0; i < k->nlaunches; i++)
        said[i] = csl_said_of_thread(ctx, &k->launches[i]);
    const bool many = csl_limit_exceeded(CSL_LIMIT_launches, k->nlaunches);
    if (many)
        said[0] = csl_said_together(a, said);
    for (uint32_t i = 0; i < (many ? 1 : k->nlaunches); i++)
        any = csl_or(ctx, any, csl_and(ctx, csl_side(b, 0, said[i]), csl_side(b, 1, said[i])));
    return any;
}

bool csl_in_some_launch(csl_builder *b, const csl_query *q, csl_query *launched) {
    csl_expr *passed = passed_by_launches(b);
    if (csl_is_true(passed))
        return false;
    *launched = csl_builder_query(b, q->guard[0], q->guard[1]);
    for (int s = 0; s < 2; s++)
        launched->offset[s] = q->offset[s], launched->bytes[s] = q->bytes[s];
    launched->shapes = q->shapes;
    launched->fact = csl_and(b->a->ctx, csl_and(b->a->ctx, launched->fact, q->fact), passed);
    return true;
}

/* Whether there are such launches. Those that contradict themselves say nothing. */
static csl_verdict are_possible(csl_builder *b, const csl_query *q, unsigned solver) {
    csl_analysis *a = b->a;
    csl_query any = csl_builder_query(b, csl_true(a->ctx), csl_true(a->ctx));
    any.shapes = q->shapes;
    any.fact = passed_by_launches(b);
    const csl_verdict v = csl_ask(a, &any, solver).verdict;
    return v == CSL_SAFE_TRIED ? CSL_SAFE : v;
}

csl_verdict csl_verdict_in_launches(csl_builder *b, const csl_query *q, bool thoroughly) {
    csl_analysis *a = b->a;
    csl_query launched;
    if (!csl_in_some_launch(b, q, &launched))
        return CSL_POSSIBLE;
    const unsigned solver = thoroughly ? CSL_USE_SOLVER : 0;
    csl_verdict v = csl_ask(a, &launched, CSL_USE_PROOF | solver).verdict;
    if (csl_is_safe(v))
        switch (are_possible(b, q, CSL_USE_SOLVER)) {
        case CSL_POSSIBLE: return CSL_SAFE;
        case CSL_SAFE: return CSL_POSSIBLE;
        default: return CSL_UNDECIDED;
        }
    if (v == CSL_POSSIBLE || csl_builder_is_loose(b) || !csl_asks_thoroughly(a))
        return CSL_POSSIBLE;
    if (thoroughly)
        v = csl_ask(a, &launched, CSL_USE_WITNESS | CSL_USE_SOLVER).verdict;
    return v != CSL_POSSIBLE && are_possible(b, q, solver) != CSL_SAFE ? CSL_UNDECIDED
                                                                       : CSL_POSSIBLE;
}
