/* Does a race need parameters that no user would pass? */
#include "caveats.h"
#include "../../limits/limits.h"
#include "../queries/rows/row_layout.h"

/* The author of an index with a parameter had usual values in mind: rows that do not overlap
 * (`p[i + k * n]`), the size of the block, a power of two. A race that none of the usual values
 * shows is not told by default. */
typedef enum { USUAL_LARGE, USUAL_BLOCK, USUAL_POWER, USUAL_COUNT } usual;

csl_expr *csl_within(csl_analysis *a, const csl_query *q, uint32_t var, int64_t lo, int64_t hi) {
    csl_type t = q->vars[var].type;
    csl_expr *v = csl_leaf(a->ctx, CSL_OP_SYM, t, var);
    return csl_and(a->ctx, csl_binary(a->ctx, CSL_OP_LE, csl_const(a->ctx, t, lo), v),
                   csl_binary(a->ctx, CSL_OP_LE, v, csl_const(a->ctx, t, hi)));
}

/* Blocks may have several rows, and no launch says which. */
static bool has_open_rows(const csl_analysis *a) {
    return !a->shapes.n && a->shapes.fixed[1] != 1 && !a->idle[1];
}

/* The verdict; where the search comes to none, that for one size of all numbers that are not
 * placed, or for an ordinary block. */
static csl_verdict verdict_at(csl_analysis *a, const csl_query *q, const int64_t *placed,
                              int64_t size) {
    const csl_verdict v = csl_ask(a, q, CSL_USE_RATING).verdict;
    if (v != CSL_UNDECIDED)
        return v;
    int64_t *sizes = csl_alloc(a->ctx, (q->nvars + 1) * sizeof *sizes);
    for (uint32_t i = 0; i < q->nvars; i++)
        sizes[i] = placed && placed[i] ? placed[i] : size;
    const bool happens =
        csl_happens_at_size(a, q, sizes) || (has_open_rows(a) && csl_happens_in_rows(a, q));
    return happens ? CSL_POSSIBLE : CSL_UNDECIDED;
}

#define FIRST_FAR 1024 /* the first parameter that places or spaces something */
#define FAR_APART 4096 /* from it to the next */
#define ROW 128        /* the most of one that bounds a part */

typedef struct clamp {
    csl_builder *b;
    const csl_query *q;
    csl_expr *moves; /* the operand that differs between threads or passes */
} clamp;

static bool moves(const clamp *c, csl_expr *e) {
    bool does = false;
    for (uint32_t v = 0; v < c->q->nvars && !does; v++)
        does = (v < CSL_DV_BDIM || c->q->vars[v].role == CSL_ROLE_ITER) && csl_term_has(c->b, e, v);
    return does;
}

/* Something or, beyond it, a limit: `min(t, n)`, `t < n ? t : n - 1`. */
static bool is_clamp(void *user, csl_expr *e) {
    clamp *c = user;
    const bool either = e->op == CSL_OP_MIN || e->op == CSL_OP_MAX, choice = e->op == CSL_OP_ITE;
    if (!choice && (!either || e->nkids != 2))
        return false;
    csl_expr *const *arm = e->kids + choice;
    const bool first = moves(c, arm[0]);
    c->moves = arm[!first];
    const csl_expr *test = choice ? e->kids[0] : NULL;
    const bool compares = test && (test->op == CSL_OP_LT || test->op == CSL_OP_LE) &&
                          (test->kids[0] == c->moves || test->kids[1] == c->moves);
    return first != moves(c, arm[1]) && (either || compares);
}

static bool is_addend(const csl_expr *sum, const csl_expr *e) {
    return sum == e ||
           (sum->op == CSL_OP_ADD && (is_addend(sum->kids[0], e) || is_addend(sum->kids[1], e)));
}

/* An addend of the one sum that the other does not have mentions the variable. */
static bool sets_apart(csl_builder *b, csl_expr *sum, const csl_expr *other, uint32_t var) {
    if (sum->op == CSL_OP_ADD)
        return sets_apart(b, sum->kids[0], other, var) || sets_apart(b, sum->kids[1], other, var);
    return csl_term_has(b, sum, var) && !is_addend(other, sum);
}

/* The variable lays out the index: a number that only limits it, as a condition could, does not,
 * nor does one that places both threads alike. */
static bool in_index(csl_builder *b, const csl_query *q, uint32_t var) {
    clamp c = {b, q, NULL};
    if (!sets_apart(b, q->offset[0], q->offset[1], var) &&
        !sets_apart(b, q->offset[1], q->offset[0], var))
        return false;
    for (int s = 0; s < 2; s++) {
        csl_ctx *ctx = csl_builder_analysis(b)->ctx;
        csl_expr *e = q->offset[s], *part = NULL;
        while (csl_term_has(b, e, var) && (part = csl_find_part(ctx, e, is_clamp, &c)))
            e = csl_with_part(ctx, e, part, c.moves);
        if (csl_term_has(b, e, var))
            return true;
    }
    return false;
}

/* A condition compares the parameter with something the index is made of: `x < width`. */
static bool bounds_index(csl_builder *b, const csl_query *q, uint32_t var) {
    for (int s = 0; s < 2; s++) {
        uint32_t n;
        csl_expr *const *part = csl_conjuncts(&q->guard[s], &n);
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < q->nvars && csl_term_has(b, part[i], var); j++)
                if ((j < CSL_DV_BDIM || q->vars[j].role == CSL_ROLE_ITER) &&
                    csl_term_has(b, part[i], j) && in_index(b, q, j))
                    return true;
    }
    return false;
}

static bool sizes_index(csl_builder *b, const csl_query *q, uint32_t var) {
    return csl_is_open_number(q, var) && csl_type_bytes(q->vars[var].type) >= 2 &&
           (in_index(b, q, var) || bounds_index(b, q, var));
}

/* What it bounds is spaced by another parameter: it is the length of several rows. */
static bool bounds_rows(csl_builder *b, const csl_query *q, uint32_t var) {
    for (int s = 0; s < 2; s++) {
        uint32_t n;
        csl_expr *const *part = csl_conjuncts(&q->guard[s], &n);
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = CSL_DV_FREE; j < q->nvars && csl_term_has(b, part[i], var); j++)
                if (j != var && csl_is_open_number(q, j) && csl_term_has(b, part[i], j) &&
                    in_index(b, q, j))
                    return true;
    }
    return false;
}

/* How far apart parameters that place or space something are. */
typedef enum { SIDE_BY_SIDE, ROWS_FIRST, ROWS_LAST, ARRANGEMENTS } arrangement;

/* The least value of the i-th of n such parameters. */
static int64_t placed_at(arrangement how, uint32_t i, uint32_t n) {
    unsigned times = n > 3 ? 5 : 8; /* powers of two from one stride to the next */
    switch (how) {
    case ROWS_FIRST: return (int64_t)FIRST_FAR << times * i;
    case ROWS_LAST: return (int64_t)FIRST_FAR << times * (n - 1 - i);
    default: return FIRST_FAR + FAR_APART * (int64_t)i;
    }
}

/* A number that a part of the offset is multiplied by: the largest of those parts with the
 * variable, or of those without it. */
typedef struct factor {
    csl_builder *b;
    uint32_t var;
    bool with;
    int64_t most;
} factor;

static bool note_factor(void *user, csl_expr *e) {
    factor *f = user;
    const bool times = e->op == CSL_OP_MUL && e->nkids == 2 && e->kids[1]->op == CSL_OP_CONST;
    if (times && csl_term_has(f->b, e->kids[0], f->var) == f->with && e->kids[1]->value > f->most)
        f->most = e->kids[1]->value;
    return false;
}

/* How many units of the parameter an element of a row has: a pitch in bytes counts each element of
 * a structure many times. Not so many that `far` of them are no number of the parameter's type. */
static int64_t units_of_element(csl_builder *b, const csl_query *q, uint32_t var, int64_t far) {
    csl_ctx *ctx = csl_builder_analysis(b)->ctx;
    factor with = {b, var, true, 1}, without = {b, var, false, 1};
    for (int s = 0; s < 2; s++) {
        csl_find_part(ctx, q->offset[s], note_factor, &with);
        csl_find_part(ctx, q->offset[s], note_factor, &without);
    }
    const int64_t units = without.most / with.most;
    return units > 1 && units <= INT32_MAX / (far + ROW) ? units : 1;
}

static csl_verdict arranged(csl_analysis *a, csl_builder *b, const csl_query *q, arrangement how,
                            uint32_t n) {
    csl_query with = *q;
    uint32_t placed = 0;
    int64_t *at = csl_alloc(a->ctx, (q->nvars + 1) * sizeof *at);
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++) {
        if (!sizes_index(b, q, i) || (!in_index(b, q, i) && bounds_rows(b, q, i)))
            continue;
        int64_t low = in_index(b, q, i) ? placed_at(how, placed++, n) : 0;
        low *= low ? units_of_element(b, q, i, low) : 1;
        at[i] = low ? low : ROW;
        with.fact = csl_and(a->ctx, with.fact, csl_within(a, q, i, low, low + ROW));
    }
    return verdict_at(a, &with, at, FIRST_FAR);
}

bool csl_needs_overlapping_parts(csl_analysis *a, csl_builder *b, const csl_query *q) {
    uint32_t placed = 0;
    bool wide = true, differ = false;
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++)
        if (sizes_index(b, q, i) && in_index(b, q, i)) {
            placed++;
            wide = wide && csl_type_bytes(q->vars[i].type) >= 4;
        }
    if (!placed || csl_limit_exceeded(CSL_LIMIT_far_offsets, placed))
        return false;
    if (csl_has_strides(a, q, &differ))
        return differ;
    if (arranged(a, b, q, SIDE_BY_SIDE, placed) != CSL_POSSIBLE)
        return !csl_bounded_rows_meet(b, q);
    bool rows = wide && placed > 1 && placed <= CSL_LIMIT(rows_of_rows);
    for (arrangement how = ROWS_FIRST; how < ARRANGEMENTS && rows; how++) {
        csl_verdict v = arranged(a, b, q, how, placed);
        if (csl_is_safe(v))
            return true;
    }
    return csl_are_rows_apart(a, b, q);
}

static csl_expr *usual_value(csl_analysis *a, usual kind, csl_expr *v) {
    csl_ctx *ctx = a->ctx;
    csl_type t = (csl_type)v->type;
    switch (kind) {
    case USUAL_LARGE: return csl_binary(ctx, CSL_OP_LE, csl_const(ctx, t, 1024), v);
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

/* The index is made of how often a loop went round (`1 << passes`), and the parameter says so. */
static bool counts_for_index(csl_builder *b, const csl_query *q, uint32_t var) {
    uint32_t n;
    const csl_way_out *ways = csl_builder_ways(b, &n);
    for (uint32_t w = 0; w < n; w++) {
        if (q->vars[ways[w].var].side != 0 || !in_index(b, q, ways[w].var))
            continue;
        for (int i = 0; i < 3; i++)
            if (ways[w].known[i] && csl_term_has(b, ways[w].known[i], var))
                return true;
    }
    return false;
}

static bool is_product(void *user, csl_expr *e) {
    (void)user;
    return e->op == CSL_OP_MUL && e->kids[0]->op != CSL_OP_CONST && e->kids[1]->op != CSL_OP_CONST;
}

/* Where the solver is good at what no search finds: which passes of a loop meet, `a[i] = a[n - i]`.
 */
static bool is_sum(csl_ctx *ctx, const csl_query *q) {
    for (int s = 0; s < 2; s++)
        if (!csl_is_small(q->offset[s], CSL_LIMIT(brief_term)) ||
            csl_find_part(ctx, q->offset[s], is_product, NULL))
            return false;
    return true;
}

/* The block leaves no such value: `blockDim.x == n + 32` for an n of a thousand and more. */
static bool no_block_has(csl_analysis *a, const csl_query *q) {
    csl_query block = *q;
    block.offset[0] = block.offset[1] = NULL;
    block.guard[0] = block.guard[1] = csl_true(a->ctx);
    const csl_verdict v = csl_ask(a, &block, CSL_USE_PROOF).verdict;
    return csl_is_safe(v);
}

/* With this kind of usual value for one parameter, or for all of them (CSL_NO_VAR), nothing happens
 * that would be told. Such parameters must be there. */
static bool unusual_for(csl_analysis *a, csl_builder *b, const csl_query *q, usual kind,
                        uint32_t only) {
    csl_query with = *q;
    bool any = false;
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++) {
        if (!csl_is_open_number(q, i) || (only != CSL_NO_VAR && i != only) ||
            (!in_index(b, q, i) && !counts_for_index(b, q, i)))
            continue;
        csl_expr *v = csl_leaf(a->ctx, CSL_OP_SYM, q->vars[i].type, i);
        with.fact = csl_and(a->ctx, with.fact, usual_value(a, kind, v));
        any = true;
    }
    static const int64_t size[] = {1100, 256, 1024};
    csl_verdict verdict = any ? verdict_at(a, &with, NULL, size[kind]) : CSL_POSSIBLE;
    if (verdict == CSL_UNDECIDED && kind == USUAL_LARGE && is_sum(a->ctx, q))
        verdict = csl_ask(a, &with, CSL_USE_WITNESS | CSL_USE_SOLVER).verdict;
    if (only != CSL_NO_VAR && verdict == CSL_UNDECIDED) /* it may as well happen */
        return false;
    return any && (verdict != CSL_POSSIBLE || csl_rate_shape(a, &with).level == CSL_LOW) &&
           !no_block_has(a, &with);
}

typedef struct count {
    const csl_query *q;
    bool found;
} count;

static csl_expr *find_block(void *user, csl_expr *leaf) {
    count *c = user;
    const csl_dvar *dim = &c->q->vars[CSL_DV_BDIM];
    c->found |= leaf->op == CSL_OP_CONST && dim->lo == dim->hi && leaf->value == dim->lo;
    return leaf;
}

/* The index goes on by a number that is the size of the block: the program knows that size, and no
 * parameter says it. */
static bool counts_by_block(csl_analysis *a, const csl_query *q) {
    count c = {q, false};
    for (int s = 0; s < 2; s++) {
        csl_map(a->ctx, q->offset[s], find_block, &c);
        csl_map(a->ctx, q->guard[s], find_block, &c);
    }
    return c.found && q->vars[CSL_DV_BDIM].lo >= 32;
}

bool csl_needs_unusual_parameter(csl_analysis *a, csl_builder *b, const csl_query *q,
                                 bool bounded) {
    for (usual kind = USUAL_LARGE; kind < USUAL_COUNT && !bounded; kind++)
        if ((kind != USUAL_BLOCK || !counts_by_block(a, q)) &&
            unusual_for(a, b, q, kind, CSL_NO_VAR))
            return !csl_bounded_rows_meet(b, q);
    /* A large value, or several together, would leave an array of a few hundred elements. */
    for (usual kind = USUAL_BLOCK; kind < USUAL_COUNT && bounded; kind++)
        for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++)
            if (unusual_for(a, b, q, kind, i))
                return true;
    return false;
}

/* The index is made of the variable, or it bounds something else that a thread has. */
static bool decides_index(csl_builder *b, const csl_query *q, uint32_t var) {
    for (int s = 0; s < 2; s++) {
        uint32_t n;
        csl_expr *const *part = csl_conjuncts(&q->guard[s], &n);
        if (q->offset[s] && csl_term_has(b, q->offset[s], var))
            return true;
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t other = 0; other < q->nvars && csl_term_has(b, part[i], var); other++)
                if (other != var && csl_term_has(b, part[i], other))
                    return true;
    }
    return false;
}

/* Rows of a global array laid out for sizes up to some constant: they overlap only if a parameter
 * exceeds it. */
bool csl_needs_large_parameter(csl_analysis *a, csl_builder *b, const csl_query *q) {
    csl_query with = *q;
    bool any = false;
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++) {
        if (!csl_is_open_number(q, i) || !decides_index(b, q, i))
            continue;
        bool byte = csl_type_bytes(q->vars[i].type) < 2;
        with.fact = csl_and(a->ctx, with.fact, csl_within(a, q, i, 0, byte ? 127 : 256));
        any = true;
    }
    return any && verdict_at(a, &with, NULL, 200) != CSL_POSSIBLE;
}
