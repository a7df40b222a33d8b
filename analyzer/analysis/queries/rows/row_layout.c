/* Arrays of rows whose length is a parameter: `p[x + pitch * y]`, or of several dimensions with a
 * stride each: `p[x * sx + y * sy + z * sz]`, whichever of them is the innermost. That x stays
 * inside its row no program tests, but the author of such an index takes it for granted; if it did
 * not, the rows would overlap. A verdict that rests on this lists it as an assumption. The step of
 * a loop is no such length: `for (i = t; i < 128; i += n)` says nothing of how t and n compare.
 *
 * Needs: csl_race_query().
 */
#include "row_layout.h"
#include "rows.h"

/* A byte offset as an index, the size of an element, and a place in it. */
typedef struct place {
    csl_expr *index, *size, *within;
} place;

static place place_of(csl_ctx *ctx, csl_expr *offset) {
    place p = {offset, csl_const(ctx, CSL_I64, 1), csl_const(ctx, CSL_I64, 0)};
    if (p.index->op == CSL_OP_ADD && p.index->kids[1]->op == CSL_OP_CONST) {
        p.within = p.index->kids[1];
        p.index = p.index->kids[0];
    }
    if (p.index->op == CSL_OP_MUL && p.index->kids[1]->op == CSL_OP_CONST) {
        p.size = p.index->kids[1];
        p.index = p.index->kids[0];
    }
    return p;
}

/* `4 * (int64_t)i` of a smaller number, which cannot wrap. */
static bool is_scaled(const csl_expr *e) {
    return e->op == CSL_OP_MUL && e->type == CSL_I64 && e->kids[1]->op == CSL_OP_CONST &&
           e->kids[1]->value > 0 && e->kids[1]->value <= INT32_MAX &&
           e->kids[0]->op == CSL_OP_CAST && csl_type_integer((csl_type)e->kids[0]->kids[0]->type) &&
           csl_type_bytes((csl_type)e->kids[0]->kids[0]->type) <= 4;
}

csl_expr *csl_equal_indices(csl_ctx *ctx, csl_expr *x, csl_expr *y) {
    x = csl_cast(ctx, CSL_I64, x);
    y = csl_cast(ctx, CSL_I64, y);
    if (is_scaled(x) && is_scaled(y) && x->kids[1] == y->kids[1])
        return csl_equal_indices(ctx, x->kids[0], y->kids[0]);
    return csl_binary(ctx, CSL_OP_EQ, x, y);
}

/* Not more than so many operations, shared ones counted each time. */
static bool is_short(const csl_expr *e, uint32_t *left) {
    if (*left == 0)
        return false;
    (*left)--;
    for (unsigned i = 0; i < e->nkids; i++)
        if (!is_short(e->kids[i], left))
            return false;
    return true;
}

bool csl_may_have_rows(csl_analysis *a, csl_builder *b, const csl_query *q) {
    if (csl_limit_reached(CSL_LIMIT_row_pairs, a->asker->by_rows)) /* each takes many questions */
        return false;
    for (int s = 0; s < 2; s++) {
        uint32_t left = CSL_LIMIT(row_term);
        if (!is_short(q->offset[s], &left))
            return false;
    }
    csl_expr *index[2] = {place_of(q->ctx, q->offset[0]).index,
                          place_of(q->ctx, q->offset[1]).index};
    csl_parts p[2];
    uint32_t var;
    csl_dimension kind;
    bool rows = csl_take_apart(b, q, index, p, &var, &kind);
    a->asker->by_rows += rows;
    return rows;
}

/* The dimensions of an array that parameters say. */
typedef struct layout {
    uint32_t length[CSL_ROOM_row_levels], levels;
    csl_row_bounds bounds;
    csl_query same; /* the two are at one place of a row, in the same row */
} layout;

static void agree(csl_query *q, csl_expr *const both[2]) {
    q->fact = csl_and(q->ctx, q->fact, csl_equal_indices(q->ctx, both[0], both[1]));
}

static layout lay_out(csl_builder *b, const csl_query *q) {
    csl_ctx *ctx = q->ctx;
    layout l = {.same = *q};
    const place at[2] = {place_of(ctx, q->offset[0]), place_of(ctx, q->offset[1])};
    if (at[0].size != at[1].size)
        return l;
    csl_expr *index[2] = {at[0].index, at[1].index}, *inner[2] = {NULL, NULL};
    csl_dimension kind;
    for (csl_parts p[2]; l.levels < CSL_ROOM_row_levels &&
                         csl_take_apart(b, q, index, p, &l.length[l.levels], &kind);
         l.levels++) {
        csl_expr *const rest[2] = {p[0].rest, p[1].rest}, *const rows[2] = {p[0].rows, p[1].rows};
        const bool of_row = kind == CSL_LENGTH_OF_ROW, innermost = of_row && !inner[0];
        csl_note_bound(b, q, l.length[l.levels], rest, &l.bounds);
        if (!innermost)
            agree(&l.same, of_row ? rest : rows);
        for (int s = 0; s < 2; s++) {
            inner[s] = innermost ? rest[s] : inner[s];
            index[s] = of_row ? rows[s] : rest[s];
        }
    }
    if (inner[0])
        agree(&l.same, index);
    for (int s = 0; s < 2 && l.levels; s++) {
        csl_expr *in = csl_cast(ctx, CSL_I64, inner[0] ? inner[s] : index[s]);
        in = csl_binary(ctx, CSL_OP_MUL, in, at[s].size);
        l.same.offset[s] = csl_binary(ctx, CSL_OP_ADD, in, at[s].within);
    }
    return l;
}

static bool never_meet(csl_analysis *a, const csl_query *q) {
    const csl_verdict v = csl_ask(a, q, CSL_USE_PROOF).verdict;
    return csl_is_safe(v);
}

/* With that length, in blocks of that shape, the two meet, whatever the others are. */
static bool meet_with(csl_analysis *a, csl_builder *b, const csl_query *with) {
    if (never_meet(a, with))
        return false;
    const layout others = lay_out(b, with);
    return !others.levels || !never_meet(a, &others.same);
}

/* A launch gives rows lengths with which they are none. */
static bool in_a_launch(csl_analysis *a, csl_builder *b, const csl_query *q, const layout *l,
                        const csl_launch *launch) {
    const csl_shapes shape = {.shape = &launch->block, .n = 1};
    csl_query with = *q;
    bool any = false;
    for (uint32_t k = 0; k < l->levels; k++) {
        int64_t length;
        if (!csl_launch_gives(a, launch->given, q->vars[l->length[k]].name, &length))
            continue;
        any = true;
        with = csl_with_value(&with, l->length[k], length);
    }
    if (launch->block[0] && launch->block[1] && launch->block[2])
        with.shapes = &shape;
    return any && meet_with(a, b, &with);
}

/* A launch, or a condition on the way, gives rows a length with which they are none. */
static bool is_refuted(csl_analysis *a, csl_builder *b, const csl_query *q, const layout *l) {
    for (uint32_t i = 0; i < a->kernel->nlaunches; i++)
        if (in_a_launch(a, b, q, l, &a->kernel->launches[i]))
            return true;
    for (uint32_t k = 0; k < l->levels; k++) {
        const csl_given given = csl_given_values(q, l->length[k]);
        for (uint32_t i = 0; i < given.n; i++) {
            const csl_query with = csl_with_value(q, l->length[k], given.value[i]);
            if (meet_with(a, b, &with))
                return true;
        }
        if (given.wide && csl_wraps_in_range(q, l->length[k], &given))
            return true;
    }
    return false;
}

/* Two elements are one only in the same row, at the same place of it. */
static bool keeps_apart(csl_analysis *a, csl_builder *b, const csl_query *q, const layout *l) {
    return l->levels && csl_ask(a, &l->same, CSL_USE_PROOF).verdict == CSL_SAFE &&
           !is_refuted(a, b, q, l) && !csl_rows_may_meet(b, q, &l->bounds);
}

bool csl_are_rows_apart(csl_analysis *a, csl_builder *b, const csl_query *q) {
    const layout l = lay_out(b, q);
    return keeps_apart(a, b, q, &l);
}

bool csl_rows_apart(csl_analysis *a, csl_builder *b, const csl_query *q) {
    const layout l = lay_out(b, q);
    if (!keeps_apart(a, b, q, &l))
        return false;
    for (uint32_t i = 0; i < l.levels; i++) {
        const char *name = q->vars[l.length[i]].name;
        csl_assume_that(a, CSL_ASSUMED_ROWS, *name ? name : NULL, NULL,
                        *name ? csl_format(a->ctx, "rows of `%s` elements do not overlap", name)
                              : "rows as long as a parameter says do not overlap");
    }
    return true;
}

bool csl_bounded_rows_meet(csl_builder *b, const csl_query *q) {
    const layout l = lay_out(b, q);
    return l.levels && l.bounds.n == l.levels && csl_rows_do_meet(b, q, &l.bounds);
}
