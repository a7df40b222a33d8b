/* Values that the conditions of a query leave a variable, as far as they say so one by one. */
#include "tape.h"

#include <string.h>

static bool is_variable(const csl_expr *e, uint32_t var) {
    return e->op == CSL_OP_SYM && e->index == var;
}

/* The number that the variable is, or NULL. */
static const csl_expr *equal_to(const csl_expr *e, uint32_t var) {
    for (int k = 0; k < 2 && e->op == CSL_OP_EQ; k++)
        if (is_variable(e->kids[k], var) && e->kids[!k]->op == CSL_OP_CONST)
            return e->kids[!k];
    return NULL;
}

static void add(csl_given *given, int64_t value) {
    for (uint32_t i = 0; i < given->n; i++)
        if (given->value[i] == value)
            return;
    if (given->n < CSL_ROOM_given_values)
        given->value[given->n++] = value;
    else
        given->more = true;
}

/* What the conditions tell of the least and the largest number that the variable may be. */
typedef struct bounds {
    int64_t least, most;
    bool below, above; /* ... are told */
} bounds;

static void look_at_bound(const csl_expr *e, uint32_t var, bounds *of) {
    for (int k = 0; k < 2 && e->op == CSL_OP_NE && !of->below; k++)
        if (is_variable(e->kids[k], var) && csl_is_const(e->kids[!k], 0))
            of->least = 1, of->below = true; /* it is not negative as a rule */
    if (e->op != CSL_OP_LE && e->op != CSL_OP_LT)
        return;
    const int64_t off = e->op == CSL_OP_LT;
    if (is_variable(e->kids[0], var) && e->kids[1]->op == CSL_OP_CONST) {
        of->most = e->kids[1]->value - off;
        of->above = true;
    } else if (is_variable(e->kids[1], var) && e->kids[0]->op == CSL_OP_CONST) {
        of->least = e->kids[0]->value + off;
        of->below = true;
    }
}

/* All of a few numbers, else the least that is told, and the largest. */
static void add_between(csl_given *given, const bounds *b) {
    const int64_t least = b->below ? b->least : 0;
    if (!b->above || least > b->most)
        return;
    if ((uint64_t)b->most - (uint64_t)least >= CSL_ROOM_given_values) {
        if (b->below)
            add(given, least);
        add(given, b->most);
        given->least = given->wide && given->least < least ? given->least : least;
        given->most = given->wide && given->most > b->most ? given->most : b->most;
        given->wide = true;
    } else
        for (int64_t value = least; value <= b->most; value++)
            add(given, value);
}

/* `n == 1 || (n == 2 && m == 3)`; what a fact bounds counts, too: `n >= 4 && n < 8`. */
static void look_at(csl_expr *condition, uint32_t var, bool is_fact, csl_given *given) {
    uint32_t n;
    bounds b = {0};
    bool told = false;
    csl_expr *const *part = csl_conjuncts(&condition, &n);
    for (uint32_t i = 0; i < n; i++) {
        const csl_expr *is = equal_to(part[i], var);
        if (is)
            add(given, is->value);
        told |= is != NULL;
        for (uint32_t k = 0; part[i]->op == CSL_OP_OR && k < part[i]->nkids; k++)
            look_at(part[i]->kids[k], var, is_fact, given);
        look_at_bound(part[i], var, &b);
    }
    if (is_fact && !told)
        add_between(given, &b);
}

csl_given csl_given_values(const csl_query *q, uint32_t var) {
    csl_given given = {.n = 0};
    look_at(q->fact, var, true, &given);
    look_at(q->guard[0], var, false, &given);
    look_at(q->guard[1], var, false, &given);
    return given;
}

static csl_query with_range(const csl_query *q, uint32_t var, const csl_given *given, bool whole) {
    csl_dvar *vars = csl_alloc(q->ctx, q->nvars * sizeof *vars);
    memcpy(vars, q->vars, q->nvars * sizeof *vars);
    csl_dvar *v = &vars[var];
    v->lo = given->least > v->lo ? given->least : v->lo;
    v->hi = given->most < v->hi ? given->most : v->hi;
    v->whole = whole;
    csl_query with = *q;
    with.vars = vars;
    return with;
}

csl_query csl_with_range(const csl_query *q, uint32_t var, const csl_given *given) {
    return with_range(q, var, given, true);
}

bool csl_wraps_in_range(const csl_query *q, uint32_t var, const csl_given *given) {
    csl_pool pool = {0};
    const csl_query usual = with_range(q, var, given, false);
    const csl_query whole = with_range(q, var, given, true);
    const csl_tape *t = csl_tape_new(&pool, &usual, true), *u = csl_tape_new(&pool, &whole, true);
    bool wraps = t->n != u->n;
    for (uint32_t i = 0; i < t->n && !wraps; i++)
        wraps = t->node[i].strict && !u->node[i].strict;
    csl_pool_free(&pool);
    return wraps;
}

csl_query csl_map_query(const csl_query *q, csl_leaf_fn fn, void *user) {
    csl_query with = *q;
    with.fact = csl_map(q->ctx, q->fact, fn, user);
    for (int s = 0; s < 2; s++) {
        with.guard[s] = csl_map(q->ctx, q->guard[s], fn, user);
        if (q->offset[s])
            with.offset[s] = csl_map(q->ctx, q->offset[s], fn, user);
    }
    return with;
}

bool csl_query_has(const csl_query *q, csl_part_fn is, void *user) {
    csl_expr *const terms[] = {q->fact, q->guard[0], q->guard[1], q->offset[0], q->offset[1]};
    bool has = false;
    for (size_t i = 0; i < sizeof terms / sizeof *terms && !has; i++)
        has = terms[i] && csl_find_part(q->ctx, terms[i], is, user);
    return has;
}

typedef struct put {
    csl_ctx *ctx;
    uint32_t var;
    int64_t value;
} put;

static csl_expr *put_value(void *user, csl_expr *leaf) {
    const put *p = user;
    return is_variable(leaf, p->var) ? csl_const(p->ctx, (csl_type)leaf->type, p->value) : leaf;
}

csl_query csl_with_value(const csl_query *q, uint32_t var, int64_t value) {
    put p = {q->ctx, var, value};
    return csl_map_query(q, put_value, &p);
}
