/* Each thread goes through a range whose ends it has loaded from neighbouring elements of one
 * array, `for (i = first[row]; i < first[row + 1]; i++)`. Such offsets ascend as a rule: what
 * begins where another range ends does not meet it.
 */
#include "caveats.h"

enum { MOST_PARTS = 8 };

/* What an offset is the sum of, less what another one is. */
typedef struct difference {
    const csl_expr *part[MOST_PARTS];
    int64_t times[MOST_PARTS];
    uint32_t n;
    int64_t constant, sign;
    bool too_many;
} difference;

static void take_part(void *user, csl_expr *e, int64_t times) {
    difference *d = user;
    if (e->op == CSL_OP_CONST && e->value > -INT32_MAX && e->value < INT32_MAX &&
        times <= INT32_MAX) {
        d->constant += d->sign * times * e->value;
        return;
    }
    uint32_t i = 0;
    while (i < d->n && d->part[i] != e)
        i++;
    if (i == MOST_PARTS) {
        d->too_many = true;
        return;
    }
    if (i == d->n)
        d->part[d->n++] = e;
    d->times[i] += d->sign * times;
}

/* `upper` lies so many bytes behind `lower`, whatever the thread. */
static bool lies_behind(csl_expr *lower, csl_expr *upper, int64_t bytes) {
    difference d = {.sign = 1};
    csl_take_parts(upper, 1, take_part, &d);
    d.sign = -1;
    csl_take_parts(lower, 1, take_part, &d);
    for (uint32_t i = 0; i < d.n; i++)
        if (d.times[i])
            return false;
    return !d.too_many && d.constant == bytes;
}

/* Where the node loads in its only object, or NULL. */
static csl_expr *place_of(csl_analysis *a, const csl_node *load) {
    return load->ntargets == 1 && load->stmt->access->mode == CSL_MODE_READ
               ? csl_expand(a, load->targets[0].offset)
               : NULL;
}

/* The two variables are the ends of one range: elements of an array of offsets, one behind the
 * other. */
static bool are_ends(csl_analysis *a, csl_builder *b, uint32_t from, uint32_t to) {
    if (from == to || !csl_loads_one_object(b, from, to))
        return false;
    const csl_node *lower = csl_loaded_by(b, from), *upper = csl_loaded_by(b, to);
    csl_expr *x = place_of(a, lower), *y = place_of(a, upper);
    return x && y && lies_behind(x, y, csl_type_bytes(lower->stmt->access->type));
}

static bool is_loaded_by(const csl_builder *b, const csl_query *q, uint32_t var, int side) {
    const csl_dvar *v = &q->vars[var];
    return v->role == CSL_ROLE_DATA && v->side == side && csl_type_integer(v->type) &&
           v->type != CSL_PTR && csl_type_bytes(v->type) >= 4 && csl_loaded_by(b, var);
}

/* What the other thread has loaded as this one has loaded `var`; CSL_NO_VAR: nothing. */
static uint32_t counterpart(const csl_builder *b, const csl_query *q, uint32_t var) {
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++)
        if (is_loaded_by(b, q, i, 2) && q->vars[i].type == q->vars[var].type &&
            csl_loaded_by(b, i) == csl_loaded_by(b, var))
            return i;
    return CSL_NO_VAR;
}

static bool is_added(void *user, csl_expr *e) {
    const csl_query *q = user;
    return e->op == CSL_OP_SYM && e->index >= q->nvars;
}

static bool never_if(csl_analysis *a, const csl_query *q, csl_expr *fact) {
    csl_query with = *q;
    with.fact = csl_and(a->ctx, with.fact, fact);
    return csl_is_safe(csl_ask(a, &with, CSL_USE_RATING).verdict);
}

/* Threads whose ranges are one, as they have loaded from one place, do not meet in it; or none
 * have.
 */
static bool share_it(csl_analysis *a, csl_builder *b, const csl_query *q, uint32_t from) {
    csl_expr *place = place_of(a, csl_loaded_by(b, from));
    csl_query at_one_place = *q;
    for (int s = 0; s < 2; s++) {
        at_one_place.offset[s] = csl_side(b, s, place);
        at_one_place.bytes[s] = 1;
        if (csl_find_part(a->ctx, at_one_place.offset[s], is_added, &at_one_place))
            return false;
    }
    return csl_is_safe(csl_ask(a, &at_one_place, CSL_USE_RATING).verdict) ||
           never_if(a, q,
                    csl_binary(a->ctx, CSL_OP_EQ, at_one_place.offset[0], at_one_place.offset[1]));
}

/* Of a number that may be converted to one of four bytes: it fits. */
static csl_expr *fits(csl_analysis *a, const csl_query *q, uint32_t var) {
    const csl_type type = q->vars[var].type;
    csl_expr *number = csl_leaf(a->ctx, CSL_OP_SYM, type, var);
    if (csl_type_bytes(type) <= 4)
        return csl_true(a->ctx);
    return csl_and(a->ctx, csl_binary(a->ctx, CSL_OP_LE, csl_const(a->ctx, type, 0), number),
                   csl_binary(a->ctx, CSL_OP_LE, number, csl_const(a->ctx, type, INT32_MAX)));
}

static csl_expr *ends_before(csl_analysis *a, const csl_query *q, uint32_t end, uint32_t next) {
    const csl_type type = q->vars[end].type;
    return csl_binary(a->ctx, CSL_OP_LE, csl_leaf(a->ctx, CSL_OP_SYM, type, end),
                      csl_leaf(a->ctx, CSL_OP_SYM, type, next));
}

/* The range from one of the variables to the other, of the first thread, meets that of the second
 * wherever the query is satisfied. */
static bool need_overlap(csl_analysis *a, csl_builder *b, const csl_query *q, uint32_t from,
                         uint32_t to) {
    const uint32_t from2 = counterpart(b, q, from), to2 = counterpart(b, q, to);
    if (from2 == CSL_NO_VAR || to2 == CSL_NO_VAR)
        return false;
    csl_query with = *q;
    with.fact = csl_and(a->ctx, with.fact, csl_and(a->ctx, fits(a, q, from), fits(a, q, from2)));
    return never_if(a, &with, ends_before(a, q, to, from2)) &&
           never_if(a, &with, ends_before(a, q, to2, from)) && share_it(a, b, &with, from);
}

bool csl_needs_overlapping_ranges(csl_analysis *a, csl_builder *b, const csl_query *q) {
    for (uint32_t from = CSL_DV_FREE; from < q->nvars; from++)
        for (uint32_t to = CSL_DV_FREE; to < q->nvars && is_loaded_by(b, q, from, 1); to++)
            if (is_loaded_by(b, q, to, 1) && q->vars[from].type == q->vars[to].type &&
                are_ends(a, b, from, to) && need_overlap(a, b, q, from, to))
                return true;
    return false;
}
