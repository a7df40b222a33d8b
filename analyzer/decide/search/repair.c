/* Search by repair, for queries with so many unknowns that the combinations of a few values each
 * are never gone through: a guess of all of them is made better one by one (S. Minton et al.:
 * Minimizing conflicts, 1992). A condition that does not hold is taken, and the unknown in it gets
 * the value with which the fewest conditions are left that do not hold.
 */
#include <string.h>

#include "candidates.h"
#include "search.h"

enum {
    SIDES = 3,
    MOST_VALUES = 96,
    MOST_AIMS = 24,
    PATIENCE = 30,
    REST = 6,
    MOST_DEEP = 10,
    FAR = 1 << 30
};

typedef struct repair {
    const csl_tape *t;
    uint32_t nvars, nconditions;
    int64_t *value;  /* of each variable */
    int64_t *result; /* of each term */
    bool *undefined;
    uint32_t **above, *nabove; /* of each variable: the terms that change with it, in order */
    int64_t *kept;             /* results of the terms above a variable */
    bool *kept_undefined, *seen;
    bool *varies; /* of each term: with the variable that is looked at; false between */
    csl_unknowns unknowns[SIDES];
    uint32_t step, *rests; /* of each variable: the step from which on it may change again */
    uint64_t left;         /* terms that may be evaluated */
} repair;

/* ---- conditions -------------------------------------------------------------------------------- */

/* Behind the conjuncts: that the accesses overlap, and that the threads are such a pair. */
static bool holds(const repair *r, uint32_t condition) {
    const csl_tape *t = r->t;
    const csl_query *q = t->q;
    if (condition < t->nconjuncts)
        return r->result[t->conjunct[condition]] && !r->undefined[t->conjunct[condition]];
    if (condition == t->nconjuncts)
        return csl_pair_holds(q->pair, r->value + CSL_DV_BDIM, r->value + CSL_DV_TID1,
                              r->value + CSL_DV_TID2);
    return !r->undefined[t->offset[0]] && !r->undefined[t->offset[1]] &&
           csl_bytes_overlap(q, r->result[t->offset[0]], r->result[t->offset[1]]);
}

static uint32_t broken(const repair *r) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->nconditions; i++)
        n += !holds(r, i);
    return n;
}

/* ---- values ------------------------------------------------------------------------------------ */

/* Sets the variable, and all that follows from it. */
static void set(repair *r, uint32_t var, int64_t value) {
    r->value[var] = value;
    csl_tape_evaluate_some(r->t, r->above[var], r->nabove[var], r->value, r->result, r->undefined);
    r->left -= r->left < r->nabove[var] ? r->left : r->nabove[var];
}

static void keep(repair *r, uint32_t var) {
    for (uint32_t i = 0; i < r->nabove[var]; i++) {
        r->kept[i] = r->result[r->above[var][i]];
        r->kept_undefined[i] = r->undefined[r->above[var][i]];
    }
}

static void restore(repair *r, uint32_t var, int64_t value) {
    r->value[var] = value;
    for (uint32_t i = 0; i < r->nabove[var]; i++) {
        r->result[r->above[var][i]] = r->kept[i];
        r->undefined[r->above[var][i]] = r->kept_undefined[i];
    }
}

typedef struct values {
    csl_range within;
    int64_t value[MOST_VALUES];
    uint32_t n;
} values;

static void add(values *v, csl_wide value) {
    if (value < v->within.lo || value > v->within.hi || v->n == MOST_VALUES)
        return;
    for (uint32_t i = 0; i < v->n; i++)
        if (v->value[i] == csl_bits(value))
            return;
    v->value[v->n++] = csl_bits(value);
}

/* The value of the variable with which the term, which is made of it, would be the number; as it
 * would be if no other term under it were. */
static void aim_at(const repair *r, uint32_t node, csl_wide number, unsigned depth, values *v) {
    const csl_term *n = &r->t->node[node];
    if (!csl_type_integer((csl_type)n->e->type) || depth == 0)
        return;
    if (n->e->op == CSL_OP_SYM || n->e->nkids == 0) {
        add(v, number);
        add(v, number - 1);
        add(v, number + 1);
        return;
    }
    for (unsigned k = 0; k < n->e->nkids && n->e->nkids <= 2; k++) {
        if (!r->varies[n->kid[k]])
            continue;
        if (n->e->op == CSL_OP_CAST || n->e->op == CSL_OP_NEG) {
            aim_at(r, n->kid[k], n->e->op == CSL_OP_NEG ? -number : number, depth - 1, v);
            continue;
        }
        if (n->e->nkids != 2 || !csl_type_integer((csl_type)n->e->kids[!k]->type))
            continue;
        const csl_wide by = csl_number((csl_type)n->e->kids[!k]->type, r->result[n->kid[!k]]);
        switch (n->e->op) {
        case CSL_OP_ADD: aim_at(r, n->kid[k], number - by, depth - 1, v); break;
        case CSL_OP_SUB: aim_at(r, n->kid[k], k ? by - number : number + by, depth - 1, v); break;
        case CSL_OP_MUL:
            if (by != 0)
                aim_at(r, n->kid[k], number / by, depth - 1, v);
            break;
        case CSL_OP_DIV:
            if (k == 0 && by < FAR && by > -FAR && number < FAR && number > -FAR)
                aim_at(r, n->kid[k], number * by, depth - 1, v);
            break;
        default: break;
        }
    }
}

/* What the variable would have to be for the two sides of a comparison to be the same, or for the
 * accesses to meet, and what is beside that. */
static void add_aims(const repair *r, uint32_t var, values *v) {
    const csl_tape *t = r->t;
    for (uint32_t i = 0; i < r->nabove[var]; i++)
        r->varies[r->above[var][i]] = true;
    for (int s = 0; t->q->offset[0] && s < 2; s++)
        if (r->varies[t->offset[s]])
            aim_at(r, t->offset[s],
                   csl_number((csl_type)t->q->offset[!s]->type, r->result[t->offset[!s]]),
                   MOST_DEEP, v);
    for (uint32_t i = 0, aims = 0; i < r->nabove[var] && aims < MOST_AIMS; i++) {
        const csl_term *n = &t->node[r->above[var][i]];
        for (int k = 0; k < 2 && n->e->nkids == 2 && n->e->type == CSL_BOOL; k++) {
            if (!r->varies[n->kid[k]] || !csl_type_integer((csl_type)n->e->kids[k]->type) ||
                !csl_type_integer((csl_type)n->e->kids[!k]->type))
                continue;
            aim_at(r, n->kid[k], csl_number((csl_type)n->e->kids[!k]->type, r->result[n->kid[!k]]),
                   MOST_DEEP, v);
            aims++;
        }
    }
    for (uint32_t i = 0; i < r->nabove[var]; i++)
        r->varies[r->above[var][i]] = false;
}

/* Sizes and places of blocks are not so large that products of them wrap: a witness of that would
 * be no ordinary one. */
static csl_range ordinary(const repair *r, uint32_t var) {
    enum { LARGE = 1 << 24 };
    const csl_range all = csl_var_range(r->t, var), most = {-LARGE, LARGE};
    const csl_role role = r->t->q->vars[var].role;
    const bool size = role == CSL_ROLE_PARAM || role == CSL_ROLE_BID || role == CSL_ROLE_GDIM;
    const csl_range some = csl_range_meet(all, most);
    return size && some.lo <= some.hi ? some : all;
}

static void find_values(const repair *r, uint32_t var, values *v) {
    *v = (values){.within = ordinary(r, var)};
    if (var < CSL_DV_BDIM) {
        const int64_t dim = r->value[CSL_DV_BDIM + (var - CSL_DV_TID1) % 3];
        v->within = csl_range_meet(v->within, (csl_range){0, dim - 1});
        add_aims(r, var, v);
        add(v, dim / 2);
        add(v, dim - 1);
        for (int64_t i = 0; i < dim && v->n < MOST_VALUES; i++)
            add(v, i);
        return;
    }
    for (int s = 0; s < SIDES; s++)
        for (uint32_t k = 0; k < r->unknowns[s].n; k++) {
            const csl_candidates *c = &r->unknowns[s].vars[k];
            for (uint32_t i = 0; c->var == var && i < c->n; i++)
                if (csl_type_integer(r->t->q->vars[var].type))
                    add(v, csl_number(r->t->q->vars[var].type, c->value[i]));
                else if (v->n < MOST_VALUES)
                    v->value[v->n++] = c->value[i];
        }
    if (csl_type_integer(r->t->q->vars[var].type))
        add_aims(r, var, v);
}

/* ---- steps ------------------------------------------------------------------------------------- */

typedef struct move {
    uint32_t var, broken;
    int64_t value;
} move;

static void try_variable(repair *r, uint32_t var, move *best) {
    values v;
    const int64_t before = r->value[var];
    if (r->rests[var] > r->step || (var >= CSL_DV_BDIM && var < CSL_DV_FREE))
        return;
    find_values(r, var, &v);
    keep(r, var);
    for (uint32_t i = 0; i < v.n && r->left > 0; i++) {
        if (v.value[i] == before)
            continue;
        set(r, var, v.value[i]);
        const uint32_t n = broken(r);
        if (n < best->broken)
            *best = (move){var, n, v.value[i]};
    }
    restore(r, var, before);
}

static void try_below(repair *r, uint32_t node, move *best) {
    const csl_term *n = &r->t->node[node];
    if (r->seen[node])
        return;
    r->seen[node] = true;
    if (n->e->op == CSL_OP_SYM)
        try_variable(r, n->e->index, best);
    for (unsigned k = 0; k < n->e->nkids && r->left > 0; k++)
        try_below(r, n->kid[k], best);
}

/* The best change of one variable that a condition is about. */
static move best_for(repair *r, uint32_t condition) {
    const csl_tape *t = r->t;
    move best = {.var = CSL_NO_VAR, .broken = UINT32_MAX};
    memset(r->seen, 0, t->n * sizeof *r->seen);
    if (condition < t->nconjuncts)
        try_below(r, t->conjunct[condition], &best);
    for (uint32_t v = CSL_DV_TID1; condition == t->nconjuncts && v < CSL_DV_BDIM; v++)
        try_variable(r, v, &best);
    for (int s = 0; condition > t->nconjuncts && s < 2; s++)
        try_below(r, t->offset[s], &best);
    return best;
}

/* From where the variables are. True: all conditions hold. What was changed for no better rests for
 * some steps, so that the next ones lead elsewhere. */
static bool improve(repair *r) {
    uint32_t now = broken(r), patience = PATIENCE, from = 0;
    memset(r->rests, 0, r->nvars * sizeof *r->rests);
    for (r->step = 0; now > 0 && r->left > 0 && patience > 0; r->step++) {
        uint32_t condition = from;
        while (holds(r, condition % r->nconditions))
            condition++;
        const move m = best_for(r, condition % r->nconditions);
        const bool better = m.var != CSL_NO_VAR && m.broken < now;
        patience = better ? PATIENCE : patience - 1;
        from = better ? 0 : condition % r->nconditions + 1;
        if (m.var == CSL_NO_VAR || m.broken > now + 1)
            continue;
        set(r, m.var, m.value);
        r->rests[m.var] = better ? 0 : r->step + REST;
        now = m.broken;
    }
    return now == 0;
}

/* ---- all --------------------------------------------------------------------------------------- */

static void find_above(csl_pool *pool, repair *r) {
    const csl_tape *t = r->t;
    bool *is = CSL_POOL_ARRAY(pool, bool, t->n);
    for (uint32_t v = 0; v < r->nvars; v++) {
        uint32_t n = 0;
        for (uint32_t i = 0; i < t->n; i++) {
            is[i] = i == t->var[v];
            for (unsigned k = 0; k < t->node[i].e->nkids && !is[i]; k++)
                is[i] = is[t->node[i].kid[k]];
            n += is[i];
        }
        r->above[v] = CSL_POOL_ARRAY(pool, uint32_t, n + 1);
        for (uint32_t i = 0; i < t->n; i++)
            if (is[i])
                r->above[v][r->nabove[v]++] = i;
    }
}

/* The first of the values that samples begin with. */
static void guess(repair *r, const uint32_t shape[3]) {
    const int64_t dim[3] = {shape[0], shape[1], shape[2]};
    for (uint32_t v = 0; v < r->nvars; v++) {
        const csl_range within = csl_var_range(r->t, v);
        r->value[v] = csl_bits(within.lo > 0 || within.hi < 0 ? within.lo : 0);
    }
    for (int d = 0; d < 3; d++) {
        r->value[CSL_DV_BDIM + d] = dim[d];
        r->value[CSL_DV_TID1 + d] = r->value[CSL_DV_TID2 + d] = 0;
    }
    for (int s = 0; s < SIDES; s++) {
        csl_find_candidates(r->t, &r->unknowns[s], NULL, dim, false);
        for (uint32_t k = 0; k < r->unknowns[s].n; k++)
            if (r->unknowns[s].vars[k].n > 0)
                r->value[r->unknowns[s].vars[k].var] = r->unknowns[s].vars[k].value[0];
    }
    csl_tape_evaluate(r->t, r->value, r->result, r->undefined);
}

static csl_answer repaired(csl_pool *pool, const csl_tape *t, uint64_t budget) {
    const uint32_t nvars = t->q->nvars;
    repair r = {.t = t,
                .nvars = nvars,
                .nconditions = t->nconjuncts + 1 + (t->q->offset[0] != NULL),
                .value = CSL_POOL_ARRAY(pool, int64_t, nvars),
                .result = CSL_POOL_ARRAY(pool, int64_t, t->n),
                .undefined = CSL_POOL_ARRAY(pool, bool, t->n),
                .above = CSL_POOL_ARRAY(pool, uint32_t *, nvars),
                .nabove = CSL_POOL_ARRAY(pool, uint32_t, nvars),
                .kept = CSL_POOL_ARRAY(pool, int64_t, t->n),
                .kept_undefined = CSL_POOL_ARRAY(pool, bool, t->n),
                .seen = CSL_POOL_ARRAY(pool, bool, t->n),
                .varies = CSL_POOL_ARRAY(pool, bool, t->n),
                .rests = CSL_POOL_ARRAY(pool, uint32_t, nvars),
                .left = budget};
    uint32_t shape[CSL_ROOM_shapes_tried][3];
    bool every;
    memset(r.nabove, 0, nvars * sizeof *r.nabove);
    memset(r.varies, 0, t->n * sizeof *r.varies);
    find_above(pool, &r);
    for (int s = 0; s < SIDES; s++)
        r.unknowns[s] = csl_find_unknowns(pool, t, s, false);
    const uint32_t n = csl_shapes_to_try(t->q->shapes, shape, &every);
    for (uint32_t i = 0; i < n && r.left > 0; i++) {
        bool fits = t->q->pair == CSL_PAIR_ANY ||
                    csl_apart(t->q->pair) < shape[i][0] * shape[i][1] * shape[i][2];
        for (int d = 0; d < 3; d++)
            fits = fits && csl_range_holds(csl_var_range(t, CSL_DV_BDIM + d), shape[i][d]);
        if (!fits)
            continue;
        guess(&r, shape[i]);
        if (!improve(&r) || !csl_tape_holds(t, r.value))
            continue;
        csl_answer found = {.verdict = CSL_POSSIBLE, .by = "repair"};
        found.value = csl_alloc(t->q->ctx, nvars * sizeof *found.value);
        memcpy(found.value, r.value, nvars * sizeof *found.value);
        return found;
    }
    return (csl_answer){.verdict = CSL_UNDECIDED, .by = "repair"};
}

csl_answer csl_search_repair(const csl_query *q, uint64_t budget) {
    csl_pool pool = {0};
    csl_answer a = {.verdict = CSL_UNDECIDED, .by = "size"};
    const csl_tape *t = csl_tape_new(&pool, q, true);
    if (!csl_limit_exceeded(CSL_LIMIT_query_size, t->n) && !csl_trivially_safe(t))
        a = repaired(&pool, t, budget);
    csl_pool_free(&pool);
    return a;
}
