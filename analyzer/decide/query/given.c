/* Values that the conditions of a query leave a variable, as far as they say so one by one. */
#include "query.h"

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

/* The largest that it may be is told by the condition. */
static bool bounds(const csl_expr *e, uint32_t var, int64_t *most) {
    if ((e->op != CSL_OP_LE && e->op != CSL_OP_LT) || !is_variable(e->kids[0], var) ||
        e->kids[1]->op != CSL_OP_CONST)
        return false;
    *most = e->kids[1]->value - (e->op == CSL_OP_LT);
    return true;
}

static void add(csl_given *given, int64_t value) {
    for (uint32_t i = 0; i < given->n; i++)
        if (given->value[i] == value)
            return;
    if (given->n < CSL_ROOM_given_values)
        given->value[given->n++] = value;
    else if (value > given->value[given->n - 1]) /* the largest is the likeliest to wrap */
        given->value[given->n - 1] = value;
}

/* `n == 1 || n == 2`. */
static bool is_list(const csl_expr *e, uint32_t var) {
    if (e->op != CSL_OP_OR)
        return false;
    for (uint32_t i = 0; i < e->nkids; i++)
        if (!equal_to(e->kids[i], var))
            return false;
    return true;
}

static void look_at(csl_expr *condition, uint32_t var, csl_given *given) {
    uint32_t n;
    csl_expr *const *part = csl_conjuncts(&condition, &n);
    for (uint32_t i = 0; i < n; i++) {
        const csl_expr *is = equal_to(part[i], var);
        if (is)
            add(given, is->value);
        for (uint32_t k = 0; is_list(part[i], var) && k < part[i]->nkids; k++)
            add(given, equal_to(part[i]->kids[k], var)->value);
    }
}

/* The largest number that the facts let it be. */
static bool largest(const csl_query *q, uint32_t var, int64_t *value) {
    uint32_t n;
    csl_expr *const *part = csl_conjuncts(&q->fact, &n);
    for (uint32_t i = 0; i < n; i++)
        if (bounds(part[i], var, value))
            return true;
    return false;
}

csl_given csl_given_values(const csl_query *q, uint32_t var) {
    csl_given given = {.n = 0};
    look_at(q->fact, var, &given);
    look_at(q->guard[0], var, &given);
    look_at(q->guard[1], var, &given);
    if (!given.n && largest(q, var, &given.value[0]))
        given.n = 1;
    return given;
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
    csl_query with = *q;
    with.fact = csl_map(q->ctx, q->fact, put_value, &p);
    for (int s = 0; s < 2; s++) {
        with.guard[s] = csl_map(q->ctx, q->guard[s], put_value, &p);
        if (q->offset[s])
            with.offset[s] = csl_map(q->ctx, q->offset[s], put_value, &p);
    }
    return with;
}
