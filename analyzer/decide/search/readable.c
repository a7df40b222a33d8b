/* Makes a witness readable, by evaluation: with the same values of everything else the search looks
 * for a well-known shape and low thread numbers, then one value after the other is made smaller. */
#include <string.h>

#include "search.h"
#include "../../limits/limits.h"

/* Looks for threads that satisfy the query with these values. `shape`: in this block only; NULL: in
 * those people launch. */
static bool find_threads(csl_pool *pool, const csl_query *q, const uint32_t (*shape)[3],
                         int64_t *value) {
    csl_query fixed = *q;
    csl_dvar *vars = CSL_POOL_ARRAY(pool, csl_dvar, q->nvars);
    const csl_shapes one = {.shape = shape, .n = 1};
    memcpy(vars, q->vars, q->nvars * sizeof *vars);
    for (uint32_t v = CSL_DV_FREE; v < q->nvars; v++)
        if (csl_type_integer(vars[v].type))
            vars[v].lo = vars[v].hi = csl_number(vars[v].type, value[v]);
    fixed.vars = vars;
    fixed.shapes = shape ? &one : q->shapes;
    const csl_tape *t = csl_tape_new(pool, &fixed, true);
    if (csl_trivially_safe(t))
        return false;
    csl_answer a = csl_enumerate_samples(pool, t, NULL, CSL_LIMIT(readable_search), false);
    bool found = a.verdict == CSL_POSSIBLE && csl_query_holds(q, a.value);
    if (found)
        memcpy(value, a.value, q->nvars * sizeof *value);
    return found;
}

/* The least value of a variable that a search by halves finds, a whole number of steps below. */
static void lower(const csl_tape *t, uint32_t v, int64_t step, int64_t *value, unsigned *tries) {
    const csl_dvar *var = &t->q->vars[v];
    csl_wide number = csl_number(var->type, value[v]),
             low = var->lo > 0 || var->hi < 0 ? var->lo : 0;
    if (number <= low || number > INT64_MAX)
        return;
    int64_t start = value[v], least = (int64_t)low;
    int64_t first = start - (start - least) / step * step; /* at or above the least */
    int64_t lo = 0, hi = (start - first) / step;
    for (int64_t next = 0; *tries && lo != hi; next = lo + (hi - lo) / 2) {
        --*tries;
        value[v] = first + next * step;
        if (csl_tape_holds(t, value))
            hi = next;
        else
            lo = next + 1;
    }
    value[v] = first + hi * step;
}

static void take_down(const csl_query *q, csl_role role, int64_t by, int64_t *value) {
    for (uint32_t v = 0; v < q->nvars; v++)
        if (q->vars[v].role == role && csl_type_integer(q->vars[v].type))
            value[v] -= by;
}

/* Several variables that only fit together, as a pass and one four passes later: all of them as
 * many steps down as a search by halves finds. */
static void lower_together(const csl_tape *t, csl_role role, int64_t step, int64_t *value,
                           unsigned *tries) {
    const csl_query *q = t->q;
    int64_t few = 0, many = INT32_MAX;
    unsigned n = 0;
    for (uint32_t v = 0; v < q->nvars; v++) {
        const csl_dvar *var = &q->vars[v];
        if (var->role != role || !csl_type_integer(var->type))
            continue;
        const csl_wide low = var->lo > 0 ? var->lo : 0, number = csl_number(var->type, value[v]);
        const csl_wide above = number > INT32_MAX || number < low ? 0 : (number - low) / step;
        many = above < many ? (int64_t)above : many;
        n++;
    }
    if (n < 2)
        return;
    for (int64_t next = many; *tries && few != many; next = many - (many - few) / 2) {
        --*tries;
        take_down(q, role, next * step, value);
        if (csl_tape_holds(t, value))
            few = next;
        else
            many = next - 1;
        take_down(q, role, -next * step, value);
    }
    take_down(q, role, few * step, value);
}

/* Constants of the query by which a value may have to leave a certain remainder, after 1. */
static unsigned find_steps(const csl_tape *t, int64_t step[CSL_ROOM_readable_steps]) {
    unsigned n = 0;
    step[n++] = 1;
    for (uint32_t i = 0; i < t->n && n < CSL_ROOM_readable_steps; i++) {
        const csl_expr *e = t->node[i].e;
        if (e->op == CSL_OP_CONST && csl_type_integer((csl_type)e->type) && e->value > 1 &&
            e->value < INT32_MAX)
            step[n++] = e->value;
    }
    return n;
}

void csl_make_readable(csl_pool *pool, const csl_query *q, int64_t *value) {
    static const csl_role order[] = {CSL_ROLE_TID,  CSL_ROLE_ITER, CSL_ROLE_PARAM, CSL_ROLE_BID,
                                     CSL_ROLE_GDIM, CSL_ROLE_DATA, CSL_ROLE_LOST};
    unsigned tries = CSL_LIMIT(readable_tries);
    int64_t step[CSL_ROOM_readable_steps];
    const csl_tape *t = csl_tape_new(pool, q, false);
    unsigned nsteps = find_steps(t, step);
    uint32_t shape[1][3];
    for (unsigned d = 0; d < 3; d++)
        shape[0][d] = (uint32_t)value[CSL_DV_BDIM + d];
    if (!find_threads(pool, q, NULL, value))
        find_threads(pool, q, (const uint32_t(*)[3])shape, value);
    for (unsigned o = 0; o < sizeof order / sizeof *order; o++) {
        unsigned together = CSL_LIMIT(readable_tries) / 2;
        for (unsigned k = 0; k < nsteps && order[o] == CSL_ROLE_ITER; k++)
            lower_together(t, order[o], step[k], value, &together);
        for (uint32_t v = 0; v < q->nvars; v++) {
            bool listed = q->vars[v].role == order[o] && csl_type_integer(q->vars[v].type);
            for (unsigned k = 0; listed && k < nsteps; k++)
                lower(t, v, step[k], value, &tries);
        }
    }
}
