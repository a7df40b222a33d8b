#include "columns.h"
#include "../query/wide.h"

#include <string.h>

/* Brings results back into the type; true where that changed one. */
CSL_WIDE static void normalise(csl_type type, int64_t *r, uint8_t *changed, unsigned n) {
#define NARROW(T)                                                                                  \
    do {                                                                                           \
        for (unsigned l = 0; l < n; l++) {                                                         \
            int64_t v = (int64_t)(T)r[l];                                                          \
            if (changed)                                                                           \
                changed[l] |= v != r[l];                                                           \
            r[l] = v;                                                                              \
        }                                                                                          \
        return;                                                                                    \
    } while (0)
    switch (type) {
    case CSL_I8: NARROW(int8_t);
    case CSL_U8: NARROW(uint8_t);
    case CSL_I16: NARROW(int16_t);
    case CSL_U16: NARROW(uint16_t);
    case CSL_I32: NARROW(int32_t);
    case CSL_U32: NARROW(uint32_t);
    default: return; /* 64 bits hold everything; the caller does BOOL */
    }
#undef NARROW
}

#define LANES(expression)                                                                          \
    do {                                                                                           \
        for (unsigned l = 0; l < n; l++)                                                           \
            r[l] = (expression);                                                                   \
        return true;                                                                               \
    } while (0)

/* The operators that make up nearly all of real queries, without their reduction to the type.
 * Operands are in 32 bits or less, or 64-bit wrap is what the type asks for anyway. */
CSL_WIDE static bool run_simple(const csl_expr *e, int64_t *restrict r, const int64_t *a,
                                const int64_t *b, unsigned n) {
    csl_type of = (csl_type)e->kids[0]->type;
    bool wide_unsigned = of == CSL_U64 || of == CSL_PTR;
    uint64_t bits = csl_type_bytes((csl_type)e->type) * 8, most = bits - 1;
    switch (e->op) {
    case CSL_OP_ADD: LANES((int64_t)((uint64_t)a[l] + (uint64_t)b[l]));
    case CSL_OP_SUB: LANES((int64_t)((uint64_t)a[l] - (uint64_t)b[l]));
    case CSL_OP_MUL: LANES((int64_t)((uint64_t)a[l] * (uint64_t)b[l]));
    case CSL_OP_BAND: LANES(a[l] & b[l]);
    case CSL_OP_BOR: LANES(a[l] | b[l]);
    case CSL_OP_BXOR: LANES(a[l] ^ b[l]);
    case CSL_OP_SHL: LANES((uint64_t)b[l] < bits ? (int64_t)((uint64_t)a[l] << b[l]) : 0);
    case CSL_OP_SHR:
        if (wide_unsigned)
            LANES((uint64_t)b[l] < bits ? (int64_t)((uint64_t)a[l] >> b[l]) : 0);
        if (!csl_type_signed((csl_type)e->type))
            LANES((uint64_t)b[l] < bits ? a[l] >> b[l] : 0);
        LANES(a[l] >> ((uint64_t)b[l] < bits ? (uint64_t)b[l] : most));
    case CSL_OP_EQ: LANES(a[l] == b[l]);
    case CSL_OP_NE: LANES(a[l] != b[l]);
    case CSL_OP_LT:
        if (wide_unsigned)
            LANES((uint64_t)a[l] < (uint64_t)b[l]);
        LANES(a[l] < b[l]);
    case CSL_OP_LE:
        if (wide_unsigned)
            LANES((uint64_t)a[l] <= (uint64_t)b[l]);
        LANES(a[l] <= b[l]);
    case CSL_OP_NOT: LANES(!a[l]);
    case CSL_OP_NEG: LANES((int64_t)(0 - (uint64_t)a[l]));
    case CSL_OP_BNOT: LANES(~a[l]);
    case CSL_OP_CAST:
        if (e->type == CSL_BOOL)
            LANES(a[l] != 0);
        LANES(a[l]);
    case CSL_OP_DIV:
    case CSL_OP_REM:
        if (wide_unsigned || of == CSL_I64)
            return false;
        if (e->op == CSL_OP_DIV)
            LANES(b[l] ? a[l] / b[l] : 0);
        LANES(b[l] ? a[l] % b[l] : 0);
    case CSL_OP_MIN:
    case CSL_OP_MAX:
        if (wide_unsigned)
            return false;
        if (e->op == CSL_OP_MIN)
            LANES(b[l] < a[l] ? b[l] : a[l]);
        LANES(b[l] > a[l] ? b[l] : a[l]);
    default: return false;
    }
}

static bool integers_only(const csl_expr *e) {
    bool all = csl_type_integer((csl_type)e->type);
    for (unsigned k = 0; k < e->nkids; k++)
        all = all && csl_type_integer((csl_type)e->kids[k]->type);
    return all;
}

bool csl_columns_slow(const csl_expr *e) {
    bool wide = e->nkids > 0 && (e->kids[0]->type == CSL_U64 || e->kids[0]->type == CSL_PTR);
    switch (e->op) {
    case CSL_OP_SYM:
    case CSL_OP_CONST:
    case CSL_OP_AND:
    case CSL_OP_OR:
    case CSL_OP_ITE: return false;
    case CSL_OP_PURE: return true;
    case CSL_OP_DIV:
    case CSL_OP_REM: return wide || e->kids[0]->type == CSL_I64 || !integers_only(e);
    case CSL_OP_MIN:
    case CSL_OP_MAX: return wide || !integers_only(e);
    default: return !integers_only(e);
    }
}

/* Overflow of strict operations whose 64-bit result does not show it. */
static void mark_wide_overflow(const csl_expr *e, const int64_t *a, const int64_t *b, uint8_t *bad,
                               unsigned n) {
    int64_t sink;
    for (unsigned l = 0; l < n; l++) {
        if (e->type == CSL_I64 && e->op == CSL_OP_ADD) {
            bad[l] |= __builtin_add_overflow(a[l], b[l], &sink);
        } else if (e->type == CSL_I64 && e->op == CSL_OP_SUB) {
            bad[l] |= __builtin_sub_overflow(a[l], b[l], &sink);
        } else if (e->type == CSL_I64 && e->op == CSL_OP_MUL) {
            bad[l] |= __builtin_mul_overflow(a[l], b[l], &sink);
        } else {
            const int64_t kid[2] = {a[l], b ? b[l] : 0};
            bad[l] |= csl_overflows(e, kid);
        }
    }
}

CSL_WIDE static void mark_division(const csl_expr *e, const int64_t *a, const int64_t *b,
                                   uint8_t *bad, unsigned n) {
    const csl_type type = (csl_type)e->type;
    const bool has_sign = csl_type_signed(type);
    const int64_t least = has_sign ? (int64_t)csl_range_of_type(type).lo : 0;
    for (unsigned l = 0; l < n; l++)
        bad[l] |= (b[l] == 0) | (has_sign & (b[l] == -1) & (a[l] == least));
}

/* All lanes have the same value. */
static bool is_uniform(const int64_t *value, unsigned n) {
    int64_t differ = 0;
    for (unsigned l = 1; l < n; l++)
        differ |= value[l] ^ value[0];
    return differ == 0;
}

/* What all lanes ask for alike is found once. */
static void run_unknown(const csl_columns *c, uint32_t i, unsigned n) {
    const csl_term *node = &c->tape->node[i];
    csl_pool pool = {0};
    bool uniform = true;
    for (unsigned k = 0; k < node->e->nkids && uniform; k++)
        uniform = is_uniform(csl_column(c, node->kid[k]), n);
    const unsigned lanes = uniform ? 1 : n;
    int64_t *kids = CSL_POOL_ROOM(&pool, int64_t, node->e->nkids * lanes);
    for (unsigned k = 0; k < node->e->nkids; k++)
        memcpy(kids + (size_t)k * lanes, csl_column(c, node->kid[k]), lanes * sizeof *kids);
    int64_t *r = csl_column(c, i);
    csl_unknown_functions(node->e, kids, lanes, r);
    for (unsigned l = lanes; l < n; l++)
        r[l] = r[0];
    csl_pool_free(&pool);
}

/* Any operator, lane by lane, by its definition. */
static void run_slowly(const csl_columns *c, uint32_t i, unsigned n) {
    const csl_term *node = &c->tape->node[i];
    csl_pool pool = {0};
    int64_t *kid = CSL_POOL_ARRAY(&pool, int64_t, node->e->nkids);
    for (unsigned l = 0; l < n; l++) {
        for (unsigned k = 0; k < node->e->nkids; k++)
            kid[k] = csl_column(c, node->kid[k])[l];
        csl_column(c, i)[l] = csl_eval_op(node->e, kid);
    }
    csl_pool_free(&pool);
}

/* AND and OR of kids that are all defined. */
CSL_WIDE static void run_plain_junction(const csl_columns *c, uint32_t i, unsigned n) {
    const csl_term *node = &c->tape->node[i];
    int64_t *restrict r = csl_column(c, i);
    bool or = node->e->op == CSL_OP_OR;
    for (unsigned l = 0; l < n; l++)
        r[l] = ! or ;
    for (unsigned k = 0; k < node->e->nkids; k++) {
        const int64_t *v = csl_column(c, node->kid[k]);
        if (or)
            for (unsigned l = 0; l < n; l++)
                r[l] |= v[l];
        else
            for (unsigned l = 0; l < n; l++)
                r[l] &= v[l];
    }
}

CSL_WIDE static void run_junction(const csl_columns *c, uint32_t i, unsigned n) {
    const csl_term *node = &c->tape->node[i];
    const int64_t decisive = node->e->op == CSL_OP_OR;
    int64_t settled[CSL_LANES] = {0}, doubt[CSL_LANES] = {0};
    if (!node->may_fail) {
        run_plain_junction(c, i, n);
        return;
    }
    for (unsigned k = 0; k < node->e->nkids; k++) {
        const int64_t *v = csl_column(c, node->kid[k]);
        const uint8_t *u = csl_undefined(c, node->kid[k]);
        for (unsigned l = 0; l < n; l++) {
            int64_t defined = !u[l];
            settled[l] |= defined & (v[l] ^ !decisive);
            doubt[l] |= !defined;
        }
    }
    int64_t *r = csl_column(c, i);
    uint8_t *bad = csl_undefined(c, i);
    for (unsigned l = 0; l < n; l++) {
        r[l] = settled[l] ^ !decisive;
        bad[l] = (uint8_t)(doubt[l] & !settled[l]);
    }
}

CSL_WIDE static void run_choice(const csl_columns *c, uint32_t i, unsigned n) {
    const csl_term *node = &c->tape->node[i];
    const int64_t *condition = csl_column(c, node->kid[0]);
    const int64_t *x = csl_column(c, node->kid[1]), *y = csl_column(c, node->kid[2]);
    int64_t *restrict r = csl_column(c, i);
    for (unsigned l = 0; l < n; l++)
        r[l] = condition[l] ? x[l] : y[l];
    if (!node->may_fail)
        return;
    const uint8_t *bad[3];
    for (unsigned k = 0; k < 3; k++)
        bad[k] = csl_undefined(c, node->kid[k]);
    uint8_t *restrict undefined = csl_undefined(c, i);
    for (unsigned l = 0; l < n; l++)
        undefined[l] = bad[0][l] | (condition[l] ? bad[1][l] : bad[2][l]);
}

/* How a node is evaluated: what is the same each time. */
typedef struct csl_way {
    bool simple;  /* by run_simple(), if that knows the operator */
    bool in_type; /* what that gives is in the type already */
    bool narrow;  /* reduction to the type shows overflow, as operands of 32 bits are exact in 64 */
    bool divides; /* integers */
    bool kid_fails; /* an operand may be undefined */
} way;

/* No result of operands that are in one type leaves it. */
static bool stays_in_type(const csl_expr *e) {
    if (e->type == CSL_BOOL || csl_type_bytes((csl_type)e->type) == 8)
        return true; /* 64 bits hold everything, and conditions are 0 or 1 */
    const bool closed = e->op == CSL_OP_BAND || e->op == CSL_OP_BOR || e->op == CSL_OP_BXOR ||
                        e->op == CSL_OP_SHR || e->op == CSL_OP_MIN || e->op == CSL_OP_MAX;
    return closed && e->kids[0]->type == e->type &&
           (e->op == CSL_OP_SHR || e->kids[1]->type == e->type);
}

static way way_of(const csl_tape *t, const csl_term *node) {
    const csl_expr *e = node->e;
    const csl_type type = (csl_type)e->type;
    way w = {
        .simple = integers_only(e) && e->nkids <= 2,
        .in_type = stays_in_type(e),
        .narrow =
            csl_type_bytes(type) <= 4 && e->kids[0]->type != CSL_U64 && e->kids[0]->type != CSL_PTR,
        .divides = (e->op == CSL_OP_DIV || e->op == CSL_OP_REM) && csl_type_integer(type),
    };
    for (unsigned k = 0; k < e->nkids; k++)
        w.kid_fails |= t->node[node->kid[k]].may_fail;
    return w;
}

static const way *ways_of(csl_pool *pool, const csl_tape *t) {
    way *w = CSL_POOL_ROOM(pool, way, t->n);
    for (uint32_t i = 0; i < t->n; i++)
        if (t->node[i].e->nkids > 0)
            w[i] = way_of(t, &t->node[i]);
    return w;
}

/* Where one of the operands is undefined. */
static void mark_operands(const csl_columns *c, const csl_term *node, uint8_t *bad, unsigned n) {
    for (unsigned k = 0; k < node->e->nkids; k++) {
        const uint8_t *restrict kid = csl_undefined(c, node->kid[k]);
        unsigned lanes = c->tape->node[node->kid[k]].may_fail ? n : 0;
        for (unsigned l = 0; l < lanes; l++)
            bad[l] |= kid[l];
    }
}

static void run_node(const csl_columns *c, uint32_t i, unsigned n) {
    const csl_term *node = &c->tape->node[i];
    const way *w = &c->way[i];
    const csl_expr *e = node->e;
    if (e->op == CSL_OP_AND || e->op == CSL_OP_OR) {
        run_junction(c, i, n);
        return;
    }
    if (e->op == CSL_OP_ITE) {
        run_choice(c, i, n);
        return;
    }
    int64_t *r = csl_column(c, i);
    uint8_t *bad = node->may_fail ? csl_undefined(c, i) : NULL;
    const int64_t *a = csl_column(c, node->kid[0]);
    const int64_t *b = e->nkids > 1 ? csl_column(c, node->kid[1]) : NULL;
    if (bad) {
        memset(bad, 0, n);
        if (w->kid_fails)
            mark_operands(c, node, bad, n);
        if (w->divides)
            mark_division(e, a, b, bad, n);
    }
    const bool done = w->simple && run_simple(e, r, a, b, n);
    if (node->strict && !(done && w->narrow))
        mark_wide_overflow(e, a, b, bad, n);
    if (done && !w->in_type)
        normalise((csl_type)e->type, r, node->strict ? bad : NULL, n);
    else if (e->op == CSL_OP_PURE)
        run_unknown(c, i, n);
    else if (!done)
        run_slowly(c, i, n);
}

void csl_columns_run_nodes(const csl_columns *c, const uint32_t *nodes, uint32_t count,
                           unsigned lanes) {
    for (uint32_t k = 0; k < count; k++)
        run_node(c, nodes[k], lanes);
}

csl_columns *csl_columns_new(csl_pool *pool, const csl_tape *t) {
    csl_columns *c = CSL_POOL_ARRAY(pool, csl_columns, 1);
    c->tape = t;
    c->value = CSL_POOL_ROOM(pool, int64_t, (size_t)t->n * CSL_LANES);
    c->undefined = CSL_POOL_ARRAY(pool, uint8_t, (size_t)t->n * CSL_LANES);
    c->way = ways_of(pool, t);
    for (uint32_t i = 0; i < t->n; i++) {
        const csl_term *node = &t->node[i];
        for (unsigned l = 0; l < CSL_LANES && node->e->op == CSL_OP_CONST; l++)
            csl_column(c, i)[l] = node->e->value;
    }
    return c;
}
