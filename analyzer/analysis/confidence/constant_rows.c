/* Rows of shared memory whose length is a constant, `s[128 * warp + i]`, where a parameter says how
 * far i goes, or which lanes take part, `if (lane < n) s[9 * warp + lane]`: they overlap only if it
 * exceeds the row. */
#include "caveats.h"

typedef struct rows {
    csl_builder *b;
    const csl_query *q;
    csl_expr *of_thread; /* what is multiplied most among the parts that tell threads apart */
    int64_t row, step;   /* with how much; with how much at most a pass that a parameter limits */
    int64_t first;       /* where the rows begin in the array, or a place in one */
} rows;

static bool has_open_number(const rows *r, csl_expr *e) {
    for (uint32_t p = CSL_DV_FREE; p < r->q->nvars; p++)
        if (csl_is_open_number(r->q, p) && csl_term_has(r->b, e, p))
            return true;
    return false;
}

/* Some condition compares the variable with an open parameter. */
static bool is_limited(const rows *r, uint32_t var) {
    for (int s = 0; s < 2; s++) {
        uint32_t n;
        csl_expr *const *part = csl_conjuncts(&r->q->guard[s], &n);
        for (uint32_t i = 0; i < n; i++)
            if (csl_term_has(r->b, part[i], var) && has_open_number(r, part[i]))
                return true;
    }
    return false;
}

/* Only threads whose `e` is below an open parameter come there. */
static bool is_below_parameter(const rows *r, const csl_expr *e) {
    e = csl_without_casts(e);
    for (int s = 0; s < 2; s++) {
        uint32_t n;
        csl_expr *const *part = csl_conjuncts(&r->q->guard[s], &n);
        for (uint32_t i = 0; i < n; i++)
            if ((part[i]->op == CSL_OP_LT || part[i]->op == CSL_OP_LE) &&
                csl_without_casts(part[i]->kids[0]) == e && has_open_number(r, part[i]->kids[1]))
                return true;
    }
    return false;
}

static void note_part(void *user, csl_expr *e, int64_t times) {
    rows *r = user;
    bool of_thread = false, passes = false, limited = false;
    if (e->op == CSL_OP_CONST && e->value >= INT32_MIN && e->value <= INT32_MAX) {
        r->first += e->value * times;
        return;
    }
    for (uint32_t v = 0; v < r->q->nvars; v++) {
        if (!csl_term_has(r->b, e, v))
            continue;
        const bool pass = v >= CSL_DV_FREE && r->q->vars[v].role == CSL_ROLE_ITER;
        of_thread |= v < CSL_DV_BDIM;
        passes |= pass;
        limited |= (pass && is_limited(r, v)) || csl_is_open_number(r->q, v);
    }
    limited |= of_thread && !passes && is_below_parameter(r, e);
    if (limited && times > r->step)
        r->step = times;
    if (of_thread && !passes && !limited && times > r->row) {
        r->row = times;
        r->of_thread = e;
    }
}

/* Where in its row the place of that side is, in bytes; the rows begin at `first`. */
static csl_expr *place_in_row(csl_ctx *ctx, const rows *r, csl_expr *offset, int64_t first) {
    csl_expr *begin = csl_binary(ctx, CSL_OP_MUL, csl_cast(ctx, CSL_I64, r->of_thread),
                                 csl_const(ctx, CSL_I64, r->row));
    begin = csl_binary(ctx, CSL_OP_ADD, begin, csl_const(ctx, CSL_I64, first));
    return csl_binary(ctx, CSL_OP_SUB, csl_cast(ctx, CSL_I64, offset), begin);
}

static csl_expr *below(csl_ctx *ctx, csl_expr *place, int64_t end) {
    return csl_binary(ctx, CSL_OP_LT, place, csl_const(ctx, CSL_I64, end));
}

/* It goes well beyond the row, with some value of the parameter: one that exceeds the row by a
 * little was meant to fit. */
static bool goes_far(csl_analysis *a, const csl_query *q, csl_expr *place, int64_t row) {
    csl_query with = *q;
    with.offset[0] = with.offset[1] = NULL;
    with.fact = csl_and(a->ctx, with.fact, csl_not(a->ctx, below(a->ctx, place, row + row / 2)));
    return csl_ask(a, &with, CSL_USE_RATING).verdict == CSL_POSSIBLE ||
           csl_ask(a, &with, CSL_USE_WITNESS | CSL_USE_SOLVER).verdict == CSL_POSSIBLE;
}

static bool is_safe(csl_analysis *a, const csl_query *with) {
    csl_verdict v = csl_ask(a, with, CSL_USE_RATING).verdict;
    if (v == CSL_UNDECIDED)
        v = csl_ask(a, with, CSL_USE_PROOF | CSL_USE_SOLVER).verdict;
    return csl_is_safe(v);
}

/* Rows that passes or other threads number, `s[9 * i + lane]`, where a parameter says which lanes
 * take part: the lane, how much a row is, and what is less than a row in the offset. */
typedef struct lanes {
    rows r;
    int64_t lane, row;
    csl_expr *rest;
} lanes;

static void find_lane(void *user, csl_expr *e, int64_t times) {
    lanes *l = user;
    bool of_thread = false, varies = false;
    for (uint32_t v = 0; v < l->r.q->nvars; v++) {
        const bool has = csl_term_has(l->r.b, e, v);
        of_thread |= has && v < CSL_DV_BDIM;
        varies |=
            has && (v < CSL_DV_BDIM || (v >= CSL_DV_FREE && l->r.q->vars[v].role == CSL_ROLE_ITER));
    }
    if (of_thread && is_below_parameter(&l->r, e) && times > l->lane)
        l->lane = times;
    else if (varies && times > 0 && (!l->row || times < l->row))
        l->row = times;
}

static void add_rest(void *user, csl_expr *e, int64_t times) {
    lanes *l = user;
    csl_ctx *ctx = l->r.q->ctx;
    const bool constant = e->op == CSL_OP_CONST;
    if (times < l->row && !constant)
        l->rest = csl_binary(
            ctx, CSL_OP_ADD, l->rest,
            csl_binary(ctx, CSL_OP_MUL, csl_cast(ctx, CSL_I64, e), csl_const(ctx, CSL_I64, times)));
}

/* It does not happen if the lanes that a parameter lets take part fit in a row. */
static bool needs_longer_rows_of_lanes(csl_analysis *a, csl_builder *b, const csl_query *q) {
    csl_query with = *q;
    bool far = false;
    for (int s = 0; s < 2; s++) {
        lanes l = {.r = {.b = b, .q = q}, .rest = csl_const(a->ctx, CSL_I64, 0)};
        csl_take_parts(q->offset[s], 1, find_lane, &l);
        if (!l.lane || l.row <= l.lane)
            continue;
        csl_take_parts(q->offset[s], 1, add_rest, &l);
        with.fact = csl_and(a->ctx, with.fact, below(a->ctx, l.rest, l.row));
        far |= goes_far(a, q, l.rest, l.row);
    }
    return far && is_safe(a, &with);
}

/* A row has room for several passes. In an instance of a template whose rows are a number of passes
 * long it may have room for one, `s[N * 33 * y + 33 * i]` with an N of 1. What reads like that
 * looks at other threads' rows, `s[33 * (y + i)]`. */
static bool holds_passes(const csl_analysis *a, const csl_node *n, const rows *r) {
    return r->step < r->row ||
           (r->step == r->row && a->kernel->instance && n->stmt->access->mode == CSL_MODE_WRITE);
}

bool csl_needs_longer_rows(csl_analysis *a, csl_builder *b, const csl_pair_query *p,
                           const csl_query *q) {
    if (needs_longer_rows_of_lanes(a, b, q))
        return true;
    csl_query with = *q;
    csl_expr *place[2];
    rows r[2] = {{.b = b, .q = q}, {.b = b, .q = q}};
    for (int s = 0; s < 2; s++) {
        csl_take_parts(q->offset[s], 1, note_part, &r[s]);
        if (!r[s].of_thread || !holds_passes(a, p->side[s].node, &r[s]) || r[s].row != r[0].row)
            return false;
    }
    const int64_t first = r[0].first < r[1].first ? r[0].first : r[1].first;
    for (int s = 0; s < 2; s++) {
        place[s] = place_in_row(a->ctx, &r[s], q->offset[s], first);
        csl_expr *begins = csl_not(a->ctx, below(a->ctx, place[s], 0));
        with.fact =
            csl_and(a->ctx, with.fact, csl_and(a->ctx, begins, below(a->ctx, place[s], r[0].row)));
    }
    if (!(r[0].step && goes_far(a, q, place[0], r[0].row)) &&
        !(r[1].step && goes_far(a, q, place[1], r[0].row)))
        return false;
    return is_safe(a, &with);
}
