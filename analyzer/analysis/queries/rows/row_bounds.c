/* What the program says of the length of a row. */
#include "rows.h"

/* A condition that compares the place with the pitch, `x <= pitch`, says how far a row reaches:
 * then two accesses have to be apart in rows of an ordinary length, which one in the middle of a
 * block or a tile may not be. */
#define LONG_ROW 4096 /* elements: whole tiles of any size */

typedef struct search {
    csl_builder *b;
    const csl_query *q;
    uint32_t var;
    csl_expr *const *rest; /* where in a row the two threads are */
    bool any, exact;       /* compared: something of the place; the place itself */
    int64_t most;          /* the largest constant */
} search;

/* What the variable is multiplied with differs between the threads. */
static bool scales(void *user, csl_expr *e) {
    const search *s = user;
    if (e->op != CSL_OP_MUL)
        return false;
    for (int i = 0; i < 2; i++)
        for (uint32_t v = 0; v < s->q->nvars && csl_term_has(s->b, e->kids[i], s->var); v++)
            if ((v < CSL_DV_BDIM || s->q->vars[v].side) && csl_term_has(s->b, e->kids[!i], v))
                return true;
    return false;
}

static const csl_expr *as_it_was(const csl_expr *e) {
    while (e->op == CSL_OP_CAST)
        e = e->kids[0];
    return e;
}

/* A comparison of the pitch with something that the place in the row is made of. */
static bool note_comparison(void *user, csl_expr *c) {
    search *s = user;
    const bool orders =
        c->op == CSL_OP_LT || c->op == CSL_OP_LE || c->op == CSL_OP_EQ || c->op == CSL_OP_NE;
    if (!orders || !csl_term_has(s->b, c, s->var) ||
        csl_find_part(csl_builder_analysis(s->b)->ctx, c, scales, user))
        return false;
    bool own = false;
    for (uint32_t v = 0; v < s->q->nvars && !own; v++)
        for (int i = 0; i < 2 && (v < CSL_DV_BDIM || s->q->vars[v].side); i++)
            own |= csl_term_has(s->b, c, v) && csl_term_has(s->b, s->rest[i], v);
    s->any |= own;
    for (int i = 0; i < 4; i++)
        s->exact |= own && as_it_was(c->kids[i / 2]) == as_it_was(s->rest[i % 2]);
    return false;
}

static bool note_constant(void *user, csl_expr *e) {
    search *s = user;
    if (e->op == CSL_OP_CONST && e->value > s->most)
        s->most = e->value;
    return false;
}

void csl_note_bound(csl_builder *b, const csl_query *q, uint32_t var, csl_expr *const rest[2],
                    csl_row_bounds *bounds) {
    search s = {.b = b, .q = q, .var = var, .rest = rest};
    for (int i = 0; i < 2; i++)
        csl_find_part(csl_builder_analysis(b)->ctx, q->guard[i], note_comparison, &s);
    bounds->exact |= s.exact;
    if (s.any)
        bounds->var[bounds->n++] = var;
}

/* The least power of two that no constant of the question and no row of the block exceeds: rows of
 * that length are made of whole tiles. */
static int64_t row_of_tiles(csl_builder *b, const csl_query *q) {
    search s = {.b = b, .most = q->shapes && q->shapes->n ? q->shapes->shape[0][0] : 32};
    for (uint32_t i = 0; q->shapes && i < q->shapes->n; i++)
        s.most = s.most < q->shapes->shape[i][0] ? q->shapes->shape[i][0] : s.most;
    csl_expr *const terms[] = {q->offset[0], q->offset[1], q->guard[0], q->guard[1]};
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
        csl_find_part(csl_builder_analysis(b)->ctx, terms[i], note_constant, &s);
    int64_t row = 1;
    while (row < s.most && row < LONG_ROW)
        row *= 2;
    return row;
}

static csl_verdict with_rows_of(csl_builder *b, const csl_query *q, const csl_row_bounds *bounds,
                                int64_t length, unsigned use) {
    csl_analysis *a = csl_builder_analysis(b);
    csl_query with = *q;
    for (uint32_t i = 0; i < bounds->n; i++) {
        const csl_type t = q->vars[bounds->var[i]].type;
        csl_expr *is = csl_leaf(a->ctx, CSL_OP_SYM, t, bounds->var[i]);
        with.fact = csl_and(a->ctx, with.fact,
                            csl_binary(a->ctx, CSL_OP_EQ, is, csl_const(a->ctx, t, length)));
    }
    return csl_ask(a, &with, use).verdict;
}

static bool may_meet(csl_builder *b, const csl_query *q, const csl_row_bounds *bounds,
                     int64_t length) {
    const csl_verdict verdict = with_rows_of(b, q, bounds, length, CSL_USE_PROOF);
    return !csl_is_safe(verdict);
}

bool csl_rows_may_meet(csl_builder *b, const csl_query *q, const csl_row_bounds *bounds) {
    const int64_t tiles = bounds->n ? row_of_tiles(b, q) : 0;
    return bounds->n && (may_meet(b, q, bounds, LONG_ROW) || may_meet(b, q, bounds, tiles) ||
                         (bounds->exact && may_meet(b, q, bounds, tiles - 1)));
}

bool csl_rows_do_meet(csl_builder *b, const csl_query *q, const csl_row_bounds *bounds) {
    return with_rows_of(b, q, bounds, row_of_tiles(b, q), CSL_USE_WITNESS | CSL_USE_SOLVER) ==
           CSL_POSSIBLE;
}
