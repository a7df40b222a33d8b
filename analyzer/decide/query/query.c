/* The meaning of a query: plain evaluation of its terms, and what it takes to satisfy it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tape.h"

/* AND is false, and defined, as soon as one kid is false and defined; OR likewise with true. */
static void evaluate_junction(const csl_term *node, int64_t *result, bool *undefined, uint32_t i) {
    int64_t decisive = node->e->op == CSL_OP_OR;
    bool doubt = false;
    for (unsigned k = 0; k < node->e->nkids; k++) {
        uint32_t kid = node->kid[k];
        if (undefined[kid]) {
            doubt = true;
        } else if ((result[kid] != 0) == decisive) {
            result[i] = decisive;
            undefined[i] = false;
            return;
        }
    }
    result[i] = !decisive;
    undefined[i] = doubt;
}

bool csl_overflows(const csl_expr *e, const int64_t *kid) {
    csl_range r[2];
    for (unsigned k = 0; k < e->nkids; k++) {
        csl_wide v = csl_number((csl_type)e->kids[k]->type, kid[k]);
        r[k] = (csl_range){v, v};
    }
    return !csl_range_inside(csl_range_of_op(e, r), csl_range_of_type((csl_type)e->type));
}

static bool divides_badly(const csl_expr *e, const int64_t *kid) {
    csl_type type = (csl_type)e->type;
    if ((e->op != CSL_OP_DIV && e->op != CSL_OP_REM) || !csl_type_integer(type))
        return false;
    return kid[1] == 0 ||
           (csl_type_signed(type) && kid[1] == -1 && kid[0] == csl_range_of_type(type).lo);
}

static void evaluate_node(const csl_tape *t, uint32_t i, const int64_t *value, int64_t *result,
                          bool *undefined) {
    int64_t few[4];
    const csl_term *node = &t->node[i];
    const csl_expr *e = node->e;
    undefined[i] = false;
    if (e->op == CSL_OP_SYM) {
        result[i] = value[e->index];
    } else if (e->op == CSL_OP_CONST) {
        result[i] = e->value;
    } else if (e->op == CSL_OP_AND || e->op == CSL_OP_OR) {
        evaluate_junction(node, result, undefined, i);
    } else if (e->op == CSL_OP_ITE) {
        uint32_t arm = node->kid[result[node->kid[0]] ? 1 : 2];
        result[i] = result[arm];
        undefined[i] = undefined[node->kid[0]] || undefined[arm];
    } else {
        csl_pool pool = {0};
        int64_t *kid = e->nkids <= 4 ? few : CSL_POOL_ARRAY(&pool, int64_t, e->nkids);
        for (unsigned k = 0; k < e->nkids; k++) {
            kid[k] = result[node->kid[k]];
            undefined[i] |= undefined[node->kid[k]];
        }
        result[i] = e->op == CSL_OP_PURE ? csl_unknown_function(e, kid) : csl_eval_op(e, kid);
        undefined[i] |= (node->strict && csl_overflows(e, kid)) || divides_badly(e, kid);
        csl_pool_free(&pool);
    }
}

void csl_tape_evaluate(const csl_tape *t, const int64_t *value, int64_t *result, bool *undefined) {
    for (uint32_t i = 0; i < t->n; i++)
        evaluate_node(t, i, value, result, undefined);
}

void csl_tape_evaluate_some(const csl_tape *t, const uint32_t *nodes, uint32_t n,
                            const int64_t *value, int64_t *result, bool *undefined) {
    for (uint32_t i = 0; i < n; i++)
        evaluate_node(t, nodes[i], value, result, undefined);
}

/* The value of a term whose tree has at most *left nodes: quicker than to make a tape of it. Not of
 * AND and OR, which pass over what is undefined. */
static bool eval_tree(const csl_expr *e, const int64_t *value, unsigned *left, int64_t *out) {
    int64_t kid[8];
    if (*left == 0 || e->nkids > sizeof kid / sizeof *kid || e->op == CSL_OP_AND ||
        e->op == CSL_OP_OR)
        return false;
    --*left;
    if (e->nkids == 0 && (e->op == CSL_OP_SYM || e->op == CSL_OP_CONST)) {
        *out = e->op == CSL_OP_SYM ? value[e->index] : e->value;
        return true;
    }
    for (unsigned k = 0; k < e->nkids; k++)
        if (!eval_tree(e->kids[k], value, left, &kid[k]))
            return false;
    *out = e->op == CSL_OP_PURE ? csl_unknown_function(e, kid) : csl_eval_op(e, kid);
    return true;
}

int64_t csl_query_eval(const csl_query *q, const csl_expr *e, const int64_t *value) {
    unsigned left = 200;
    int64_t direct;
    if (eval_tree(e, value, &left, &direct))
        return direct;
    csl_pool pool = {0};
    csl_query term = *q;
    term.fact = (csl_expr *)e;
    term.guard[0] = term.guard[1] = (csl_expr *)e;
    term.offset[0] = term.offset[1] = NULL;
    csl_tape *t = csl_tape_new(&pool, &term, false);
    int64_t *result = CSL_POOL_ARRAY(&pool, int64_t, t->n);
    csl_tape_evaluate(t, value, result, CSL_POOL_ARRAY(&pool, bool, t->n));
    int64_t answer = result[t->fact];
    csl_pool_free(&pool);
    return answer;
}

bool csl_never_wraps(const csl_query *q, const csl_expr *e) {
    csl_pool pool = {0};
    csl_query term = *q;
    term.fact = csl_true(q->ctx);
    term.guard[0] = term.guard[1] = term.fact;
    term.offset[0] = term.offset[1] = (csl_expr *)e;
    const csl_tape *t = csl_tape_new(&pool, &term, false);
    bool exact = e->nkids > 0 && csl_term_exact(t, t->offset[0]);
    csl_pool_free(&pool);
    return exact;
}

static bool ranges_hold(const csl_query *q, const int64_t *value) {
    for (uint32_t v = 0; v < q->nvars; v++)
        if (!csl_range_holds((csl_range){q->vars[v].lo, q->vars[v].hi},
                             csl_number(q->vars[v].type, value[v])))
            return false;
    const int64_t *dim = value + CSL_DV_BDIM;
    for (unsigned d = 0; d < 3; d++)
        if (value[CSL_DV_TID1 + d] < 0 || value[CSL_DV_TID1 + d] >= dim[d] ||
            value[CSL_DV_TID2 + d] < 0 || value[CSL_DV_TID2 + d] >= dim[d])
            return false;
    return csl_shape_allowed(q->shapes, dim[0], dim[1], dim[2]) &&
           csl_pair_holds(q->pair, dim, value + CSL_DV_TID1, value + CSL_DV_TID2);
}

bool csl_tape_holds(const csl_tape *t, const int64_t *value) {
    const csl_query *q = t->q;
    if (!ranges_hold(q, value))
        return false;
    csl_pool pool = {0};
    int64_t *result = CSL_POOL_ARRAY(&pool, int64_t, t->n);
    bool *undefined = CSL_POOL_ARRAY(&pool, bool, t->n);
    csl_tape_evaluate(t, value, result, undefined);
    bool holds = result[t->fact] && !undefined[t->fact];
    for (unsigned s = 0; s < 2; s++) {
        holds = holds && result[t->guard[s]] && !undefined[t->guard[s]];
        holds = holds && !(q->offset[s] && undefined[t->offset[s]]);
    }
    holds = holds &&
            !(q->offset[0] && !csl_bytes_overlap(q, result[t->offset[0]], result[t->offset[1]]));
    csl_pool_free(&pool);
    return holds;
}

bool csl_query_holds(const csl_query *q, const int64_t *value) {
    csl_pool pool = {0};
    bool holds = ranges_hold(q, value) && csl_tape_holds(csl_tape_new(&pool, q, false), value);
    csl_pool_free(&pool);
    return holds;
}

bool csl_trivially_safe(const csl_tape *t) {
    uint32_t threads = csl_shapes_max_threads(t->q->shapes);
    csl_pair pair = t->q->pair;
    if (pair != CSL_PAIR_ANY && threads <= csl_apart(pair))
        return true;
    bool impossible = t->contradiction;
    for (uint32_t i = 0; i < t->nconjuncts; i++)
        impossible |= t->node[t->conjunct[i]].range.hi < 1;
    return impossible;
}

void csl_replay_failed(const char *engine) {
#ifdef CSL_CHECK_PASSES
    fprintf(stderr, "cudasynclint: internal error: witness of %s does not replay\n", engine);
    abort();
#else
    (void)engine;
#endif
}

static bool same_shapes(const csl_shapes *x, const csl_shapes *y) {
    return x->n == y->n &&
           (x->n == 0 || memcmp(x->shape, y->shape, x->n * sizeof *x->shape) == 0) &&
           x->max_threads == y->max_threads && memcmp(x->fixed, y->fixed, sizeof x->fixed) == 0;
}

bool csl_same_query(const csl_query *x, const csl_query *y) {
    if (x->fact != y->fact || x->pair != y->pair || x->wraps != y->wraps || x->nvars != y->nvars ||
        !same_shapes(x->shapes, y->shapes))
        return false;
    for (int s = 0; s < 2; s++)
        if (x->guard[s] != y->guard[s] || x->offset[s] != y->offset[s] ||
            x->bytes[s] != y->bytes[s])
            return false;
    for (uint32_t i = 0; i < x->nvars; i++) {
        const csl_dvar *v = &x->vars[i], *w = &y->vars[i];
        if (v->role != w->role || v->type != w->type || v->side != w->side || v->lo != w->lo ||
            v->hi != w->hi || v->whole != w->whole)
            return false;
    }
    return true;
}
