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

/* A pass of a loop that the place of the access goes on by. */
static bool has_pass(csl_builder *b, const csl_query *q, csl_expr *e) {
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++)
        if (q->vars[i].role == CSL_ROLE_ITER && csl_term_has(b, e, i) &&
            csl_term_has(b, q->offset[0], i))
            return true;
    return false;
}

/* The number of elements of the range, loaded from another array at the place where the range
 * begins is in its own: `i < first[row] + count[row]`. */
static bool is_count(csl_analysis *a, csl_builder *b, const csl_query *q, uint32_t from,
                     uint32_t count) {
    const csl_node *begin = csl_loaded_by(b, from), *number = csl_loaded_by(b, count);
    csl_expr *x = place_of(a, begin), *y = place_of(a, number);
    if (!x || x != y || begin->targets[0].root == number->targets[0].root ||
        begin->stmt->access->bytes != number->stmt->access->bytes)
        return false;
    uint32_t n;
    csl_expr *guard = q->guard[0], *const *part = csl_conjuncts(&guard, &n);
    for (uint32_t i = 0; i < n; i++)
        if ((part[i]->op == CSL_OP_LT || part[i]->op == CSL_OP_LE) &&
            csl_term_has(b, part[i], count) &&
            (csl_term_has(b, part[i], from) || has_pass(b, q, part[i])))
            return true;
    return false;
}

/* What lies behind the elements from `from` on: a number that was loaded, or, where `to` is how
 * many there are, so many more. */
static csl_expr *end_of(csl_analysis *a, const csl_query *q, uint32_t from, uint32_t to,
                        bool counts) {
    csl_expr *end = csl_leaf(a->ctx, CSL_OP_SYM, q->vars[to].type, to);
    csl_expr *begin = csl_leaf(a->ctx, CSL_OP_SYM, q->vars[from].type, from);
    return counts ? csl_binary(a->ctx, CSL_OP_ADD, begin, end) : end;
}

/* The ranges of both threads, as far as their ends are known. */
typedef struct ranges {
    uint32_t from[2];
    csl_expr *before[2]; /* that of this thread ends before the other begins */
} ranges;

static void add_end(csl_analysis *a, csl_builder *b, const csl_query *q, ranges *r, uint32_t to,
                    bool counts) {
    const uint32_t end[2] = {to, counterpart(b, q, to)};
    for (int s = 0; s < 2 && end[1] != CSL_NO_VAR; s++) {
        const uint32_t other = r->from[1 - s];
        csl_expr *next = csl_leaf(a->ctx, CSL_OP_SYM, q->vars[other].type, other);
        csl_expr *ends =
            csl_binary(a->ctx, CSL_OP_LE, end_of(a, q, r->from[s], end[s], counts), next);
        r->before[s] = r->before[s] ? csl_and(a->ctx, r->before[s], ends) : ends;
    }
}

/* The ranges of the two threads, which begin at this number, meet wherever the query is satisfied.
 */
static bool need_overlap(csl_analysis *a, csl_builder *b, const csl_query *q, uint32_t from) {
    ranges r = {.from = {from, counterpart(b, q, from)}};
    if (r.from[1] == CSL_NO_VAR)
        return false;
    for (uint32_t to = CSL_DV_FREE; to < q->nvars; to++)
        if (is_loaded_by(b, q, to, 1) && q->vars[from].type == q->vars[to].type) {
            if (are_ends(a, b, from, to))
                add_end(a, b, q, &r, to, false);
            else if (is_count(a, b, q, from, to))
                add_end(a, b, q, &r, to, true);
        }
    if (!r.before[0])
        return false;
    csl_query with = *q;
    with.fact =
        csl_and(a->ctx, with.fact, csl_and(a->ctx, fits(a, q, r.from[0]), fits(a, q, r.from[1])));
    return never_if(a, &with, r.before[0]) && never_if(a, &with, r.before[1]) &&
           share_it(a, b, &with, from);
}

bool csl_needs_overlapping_ranges(csl_analysis *a, csl_builder *b, const csl_query *q) {
    for (uint32_t from = CSL_DV_FREE; from < q->nvars; from++)
        if (is_loaded_by(b, q, from, 1) && need_overlap(a, b, q, from))
            return true;
    return false;
}
