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

static csl_expr *before_casts(csl_expr *e) {
    while (e->op == CSL_OP_CAST && csl_type_bytes((csl_type)e->type) >= 4)
        e = e->kids[0];
    return e;
}

/* What follows for a block of a grid of so many. A launch with none, or with more than there may
 * be, fails; so in `(n + c - 1) / c` blocks each begins at a multiple of c below n, also where the
 * sum does not fit. Products and comparisons have no sign. */
static csl_expr *begins_inside(csl_ctx *ctx, csl_expr *blocks, uint32_t dim) {
    csl_expr *bid = csl_leaf(ctx, CSL_OP_BID, CSL_U32, dim), *e = before_casts(blocks);
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

/* The number of which so many blocks have c each, `(n + c - 1) / c`, `(n - 1) / c + 1` or `n`;
 * NULL: it is written in another way. */
static csl_expr *counted(csl_expr *blocks, int64_t *c, bool *exactly) {
    csl_expr *e = before_casts(blocks), *n = NULL;
    int64_t more = 0;
    *c = 1;
    *exactly = true;
    if (is_param(NULL, e))
        return e;
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

static bool is_made(const csl_builder *b, const csl_expr *leaf) {
    for (uint32_t i = 0; i < b->made.n; i++)
        if (b->made.v[i].op == leaf->op && b->made.v[i].index == leaf->index)
            return true;
    return false;
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
    ((unmade *)missing)->any |=
        leaf->op == CSL_OP_PARAM && !is_made(((const unmade *)missing)->b, leaf);
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

/* Every block that is asked about has that width. */
static bool is_width(const csl_shapes *shapes, uint32_t dim, int64_t width) {
    if (!shapes->n)
        return shapes->fixed[dim] == width;
    for (uint32_t i = 0; i < shapes->n; i++)
        if (shapes->shape[i][dim] != width)
            return false;
    return true;
}

/* What is left to ask of a fact: nothing of a width that is known anyway, nor of a number of the
 * grid that the question does not ask for, as that can be what the launch says. */
static csl_expr *left_of(csl_builder *b, csl_expr *fact) {
    csl_ctx *ctx = b->a->ctx;
    for (int i = 0; i < 2 && (fact->op == CSL_OP_EQ || fact->op == CSL_OP_LT); i++) {
        const csl_expr *leaf = fact->kids[i];
        csl_expr *other = fact->kids[!i];
        if (fact->op == CSL_OP_EQ && leaf->op == CSL_OP_BDIM && other->op == CSL_OP_CONST &&
            is_width(&b->a->shapes, leaf->index, other->value))
            return csl_true(ctx);
        const bool unasked =
            (leaf->op == CSL_OP_GDIM || leaf->op == CSL_OP_BID) && !is_made(b, leaf);
        if (fact->op == CSL_OP_EQ && unasked)
            return csl_true(ctx);
        if (fact->op == CSL_OP_LT && !i && unasked)
            return csl_binary(ctx, CSL_OP_LT, csl_const(ctx, (csl_type)other->type, 0), other);
    }
    return fact;
}

/* What a launch says of that which the question asks for. */
static csl_expr *said_here(csl_builder *b, csl_expr *said) {
    csl_ctx *ctx = b->a->ctx;
    if (said->op != CSL_OP_AND)
        return left_of(b, said);
    csl_expr *out = csl_true(ctx);
    for (uint32_t i = 0; i < said->nkids; i++)
        out = csl_and(ctx, out, said_here(b, said->kids[i]));
    return out;
}

/* Both threads belong to one launch that was found, as far as its arguments, its block and its grid
 * are known; true: nothing is. */
static csl_expr *passed_by_launches(csl_builder *b) {
    csl_analysis *a = b->a;
    csl_ctx *ctx = a->ctx;
    const csl_kernel *k = a->kernel;
    const bool made = (k->made_for[0] && !k->made_for_several) || k->numbers[0];
    if (made || a->options->block[0] || a->options->grid[0] || k->elsewhere ||
        (k->launch_unknown && !k->unsized) || (!k->nlaunches && !k->unsized))
        return csl_true(ctx);
    csl_expr *any = k->unsized
                        ? csl_and(ctx, csl_side(b, 0, k->unsized), csl_side(b, 1, k->unsized))
                        : csl_false(ctx);
    csl_expr **said = csl_alloc(ctx, (k->nlaunches + 1) * sizeof *said);
    for (uint32_t i = 0; i < k->nlaunches; i++)
        said[i] = said_here(b, csl_said_of_thread(ctx, &k->launches[i]));
    const bool many = csl_limit_exceeded(CSL_LIMIT_launches, k->nlaunches);
    if (many)
        said[0] = csl_said_together(a, said);
    for (uint32_t i = 0; i < (many ? 1 : k->nlaunches); i++)
        any = csl_or(ctx, any, csl_and(ctx, csl_side(b, 0, said[i]), csl_side(b, 1, said[i])));
    return any;
}

/* The same question where that holds, too. */
static csl_query asked_with(csl_builder *b, const csl_query *q, csl_expr *passed) {
    csl_query with = csl_builder_query(b, q->guard[0], q->guard[1]);
    for (int s = 0; s < 2; s++)
        with.offset[s] = q->offset[s], with.bytes[s] = q->bytes[s];
    with.shapes = q->shapes;
    with.fact = csl_and(b->a->ctx, csl_and(b->a->ctx, with.fact, q->fact), passed);
    return with;
}

bool csl_in_some_launch(csl_builder *b, const csl_query *q, csl_query *launched) {
    csl_expr *passed = passed_by_launches(b);
    if (csl_is_true(passed))
        return false;
    *launched = asked_with(b, q, passed);
    return true;
}

/* Whether there are such launches. Those that contradict themselves say nothing. */
static csl_verdict are_possible(csl_builder *b, const csl_query *q, csl_expr *passed) {
    csl_analysis *a = b->a;
    csl_query any = csl_builder_query(b, csl_true(a->ctx), csl_true(a->ctx));
    any.shapes = q->shapes;
    any.fact = passed;
    const csl_verdict v = csl_ask(a, &any, CSL_USE_SOLVER).verdict;
    return v == CSL_SAFE_TRIED ? CSL_SAFE : v;
}

/* What the two threads do for those values is done in one of the launches, too: numbers that the
 * question did not ask for are the least. */
static bool is_of_launch(csl_ctx *ctx, const csl_query *launched, uint32_t nvars,
                         const int64_t *value) {
    int64_t *all = csl_alloc(ctx, (launched->nvars + 1) * sizeof *all);
    for (uint32_t i = 0; i < launched->nvars; i++)
        all[i] = i < nvars ? value[i] : launched->vars[i].lo;
    return csl_query_holds(launched, all);
}

/* ... launch by launch, where the question about all of them is too much. */
static bool happens_in_one(csl_builder *b, const csl_query *q, const csl_expr *passed) {
    bool found = false;
    for (uint32_t i = 0; passed->op == CSL_OP_OR && i < passed->nkids && !found; i++) {
        const csl_query one = asked_with(b, q, passed->kids[i]);
        found = csl_ask(b->a, &one, CSL_USE_WITNESS | CSL_USE_SOLVER).verdict == CSL_POSSIBLE;
    }
    return found;
}

csl_verdict csl_verdict_in_launches(csl_builder *b, const csl_query *q) {
    csl_analysis *a = b->a;
    csl_expr *passed = passed_by_launches(b);
    if (csl_is_true(passed))
        return CSL_POSSIBLE;
    const csl_query launched = asked_with(b, q, passed);
    const csl_answer anywhere = csl_ask(a, q, CSL_USE_WITNESS | CSL_USE_SOLVER);
    if (anywhere.verdict == CSL_POSSIBLE &&
        is_of_launch(a->ctx, &launched, q->nvars, anywhere.value))
        return CSL_POSSIBLE;
    const csl_verdict v = csl_ask(a, &launched, CSL_USE_PROOF | CSL_USE_SOLVER).verdict;
    if (csl_is_safe(v))
        switch (are_possible(b, q, passed)) {
        case CSL_POSSIBLE: return CSL_SAFE;
        case CSL_SAFE: return CSL_POSSIBLE;
        default: return CSL_UNDECIDED;
        }
    if (v == CSL_POSSIBLE || csl_builder_is_loose(b) || !csl_asks_thoroughly(a))
        return CSL_POSSIBLE;
    /* Where nothing shows it without the launches either, they are not what is in the way. */
    if (anywhere.verdict != CSL_POSSIBLE ||
        csl_ask(a, &launched, CSL_USE_WITNESS | CSL_USE_SOLVER).verdict == CSL_POSSIBLE ||
        happens_in_one(b, q, passed) || are_possible(b, q, passed) == CSL_SAFE)
        return CSL_POSSIBLE;
    return csl_ask_repair(a, &launched).verdict;
}
