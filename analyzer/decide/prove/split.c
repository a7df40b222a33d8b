/* Case split: the tactics again in every case of something small. Shared flags and shift counts
 * become constants, alternatives are taken one at a time.
 *
 * A case is a term replaced by what it is in that case, and a condition that says which case it
 * is. Only terms that are defined whenever the query holds are split on, so the cases are
 * exhaustive. Their conditions and the rest of the query stay as they are. */
#include "tactics.h"
#include "../../limits/limits.h"

#include <string.h>

typedef struct one_case {
    csl_expr *to;     /* what the term is */
    csl_expr *assume; /* when; NULL: always */
} one_case;

typedef struct split {
    uint32_t node; /* CSL_NO_NODE: by block shapes */
    one_case cases[CSL_ROOM_cases];
    unsigned n;
} split;

/* ---- what to split on ------------------------------------------------------------------------ */

/* Marks the nodes that are defined whenever the query holds: all below conjuncts and offsets, but
 * not the kids of AND and OR, nor the arms of an ITE. */
static bool *find_needed(csl_pool *pool, const csl_tape *t) {
    bool *needed = CSL_POOL_ARRAY(pool, bool, t->n);
    for (uint32_t i = 0; i < t->nconjuncts; i++)
        needed[t->conjunct[i]] = true;
    for (unsigned s = 0; s < 2 && t->offset[0] != CSL_NO_NODE; s++)
        needed[t->offset[s]] = true;
    for (uint32_t i = t->n; i-- > 0;) {
        const csl_term *node = &t->node[i];
        bool junction = node->e->op == CSL_OP_AND || node->e->op == CSL_OP_OR;
        for (unsigned k = 0; k < node->e->nkids && needed[i] && !junction; k++)
            needed[node->kid[k]] |= node->e->op != CSL_OP_ITE || k == 0;
    }
    return needed;
}

static void add_case(split *s, csl_expr *to, csl_expr *assume) {
    if (!csl_limit_reached(CSL_LIMIT_cases, s->n))
        s->cases[s->n++] = (one_case){to, assume};
}

/* Every value of a variable. */
static bool by_values(const csl_tape *t, uint32_t i, unsigned most, split *s) {
    const csl_term *node = &t->node[i];
    csl_ctx *ctx = t->q->ctx;
    csl_type type = (csl_type)node->e->type;
    csl_range r = node->range;
    if (!csl_type_integer(type) || r.hi - r.lo >= most || r.lo == r.hi ||
        r.hi > CSL_UNIFORM_LIMIT || r.lo < -CSL_UNIFORM_LIMIT) /* see csl_term.strict */
        return false;
    s->node = i;
    for (csl_wide v = r.lo; v <= r.hi; v++)
        add_case(s, csl_const(ctx, type, (int64_t)v), NULL);
    return true;
}

/* A condition is true or false. */
static void by_condition(const csl_tape *t, uint32_t i, split *s) {
    csl_expr *c = (csl_expr *)t->node[i].e;
    s->node = i;
    add_case(s, csl_true(t->q->ctx), c);
    add_case(s, csl_false(t->q->ctx), csl_not(t->q->ctx, c));
}

/* A conjunct that says "one of these", as OR or as NOT of AND. */
static bool by_alternatives(const csl_tape *t, uint32_t i, split *s) {
    csl_ctx *ctx = t->q->ctx;
    const csl_expr *e = t->node[i].e;
    bool negated = e->op == CSL_OP_NOT && e->kids[0]->op == CSL_OP_AND;
    const csl_expr *list = negated ? e->kids[0] : e;
    if ((e->op != CSL_OP_OR && !negated) || list->nkids > 8)
        return false;
    s->node = i;
    for (unsigned k = 0; k < list->nkids; k++)
        add_case(s, csl_true(ctx), negated ? csl_not(ctx, list->kids[k]) : list->kids[k]);
    return true;
}

/* x < y ? x : y and the like, which the tactics know. */
static bool is_extreme(const csl_expr *e) {
    const csl_expr *c = e->op == CSL_OP_ITE ? e->kids[0] : NULL;
    return c && (c->op == CSL_OP_LT || c->op == CSL_OP_LE) &&
           ((e->kids[1] == c->kids[0] && e->kids[2] == c->kids[1]) ||
            (e->kids[1] == c->kids[1] && e->kids[2] == c->kids[0]));
}

/* The smaller or larger of two is one of them. */
static bool by_extreme(const csl_tape *t, uint32_t i, split *s) {
    csl_ctx *ctx = t->q->ctx;
    const csl_expr *e = t->node[i].e;
    if ((e->op != CSL_OP_MIN && e->op != CSL_OP_MAX) || !csl_type_integer((csl_type)e->type))
        return false;
    csl_expr *first = csl_binary(ctx, CSL_OP_LE, e->kids[0], e->kids[1]);
    bool min = e->op == CSL_OP_MIN;
    s->node = i;
    add_case(s, e->kids[min ? 0 : 1], first);
    add_case(s, e->kids[min ? 1 : 0], csl_not(ctx, first));
    return true;
}

/* a != b is a < b or b < a. */
static bool by_order(const csl_tape *t, uint32_t i, split *s) {
    csl_ctx *ctx = t->q->ctx;
    const csl_expr *e = t->node[i].e;
    if (e->op != CSL_OP_NE || !csl_type_integer((csl_type)e->kids[0]->type))
        return false;
    s->node = i;
    add_case(s, csl_true(ctx), csl_binary(ctx, CSL_OP_LT, e->kids[0], e->kids[1]));
    add_case(s, csl_true(ctx), csl_binary(ctx, CSL_OP_LT, e->kids[1], e->kids[0]));
    return true;
}

/* A variable below node i, shared and with few values. */
static bool by_variable_below(csl_pool *pool, const csl_tape *t, uint32_t i, split *s) {
    bool *below = CSL_POOL_ARRAY(pool, bool, i + 1);
    below[i] = true;
    for (uint32_t j = i + 1; j-- > 0;) {
        const csl_term *node = &t->node[j];
        if (below[j] && node->e->op == CSL_OP_SYM && node->sides == 0 &&
            node->e->index >= CSL_DV_FREE && by_values(t, j, CSL_ROOM_cases, s))
            return true;
        for (unsigned k = 0; k < node->e->nkids && below[j]; k++)
            below[node->kid[k]] = true;
    }
    return false;
}

/* The first of: block shapes, shared flags, shift counts, conditions, alternatives, extremes,
 * private flags, shared variables with few values, unequal values. */
static bool choose(csl_pool *pool, const csl_tape *t, split *s) {
    enum { SHAPES, FLAGS, SHIFTS, CONDITIONS, ALTERNATIVES, EXTREMES, PRIVATE, FEW, ORDER, KINDS };
    const bool *needed = find_needed(pool, t);
    s->n = 0;
    for (unsigned kind = SHAPES; kind < KINDS; kind++) {
        if (kind == SHAPES && t->q->shapes->n > 1 && t->q->shapes->n <= CSL_ROOM_cases) {
            s->node = CSL_NO_NODE;
            s->n = t->q->shapes->n;
            return true;
        }
        for (uint32_t i = 0; i < t->n; i++) {
            const csl_term *node = &t->node[i];
            const csl_expr *e = node->e;
            bool free_var = e->op == CSL_OP_SYM && e->index >= CSL_DV_FREE;
            bool shift = e->op == CSL_OP_SHL || e->op == CSL_OP_SHR;
            bool uses_bool =
                (e->op == CSL_OP_CAST && e->kids[0]->type == CSL_BOOL) || e->op == CSL_OP_ITE;
            bool found = false;
            switch (kind) {
            case FLAGS: found = free_var && node->sides == 0 && by_values(t, i, 2, s); break;
            case SHIFTS: found = shift && by_variable_below(pool, t, node->kid[1], s); break;
            case CONDITIONS:
            case EXTREMES:
                found = kind == EXTREMES && needed[i] && by_extreme(t, i, s);
                if (uses_bool && needed[i] && e->kids[0]->op != CSL_OP_CONST &&
                    is_extreme(e) == (kind == EXTREMES)) {
                    by_condition(t, node->kid[0], s);
                    found = true;
                }
                break;
            case PRIVATE: found = free_var && node->sides != 0 && by_values(t, i, 2, s); break;
            case FEW: found = free_var && node->sides == 0 && by_values(t, i, 16, s); break;
            default: break;
            }
            if (found)
                return true;
        }
        for (uint32_t i = 0; i < t->nconjuncts; i++) {
            uint32_t c = t->conjunct[i];
            if ((kind == ALTERNATIVES && by_alternatives(t, c, s)) ||
                (kind == ORDER && by_order(t, c, s)))
                return true;
        }
    }
    return false;
}

/* ---- the cases ------------------------------------------------------------------------------- */

/* The query in case k; *terms receives what each node of the tape is in it. */
static csl_query in_case(csl_pool *pool, const csl_tape *t, const split *s, unsigned k,
                         const csl_expr ***terms) {
    csl_query q = *t->q;
    const csl_expr **now = CSL_POOL_ARRAY(pool, const csl_expr *, t->n);
    *terms = now;
    for (uint32_t i = 0; i < t->n; i++)
        now[i] = t->node[i].e;
    if (s->node == CSL_NO_NODE) {
        csl_shapes *one = CSL_POOL_ARRAY(pool, csl_shapes, 1);
        *one = *q.shapes;
        one->shape += k;
        one->n = 1;
        q.shapes = one;
        return q;
    }
    csl_expr **kids = CSL_POOL_ARRAY(pool, csl_expr *, t->max_kids + 1);
    for (uint32_t i = 0; i < t->n; i++) {
        const csl_term *node = &t->node[i];
        bool changed = false;
        for (unsigned j = 0; j < node->e->nkids; j++) {
            kids[j] = (csl_expr *)now[node->kid[j]];
            changed |= kids[j] != node->e->kids[j];
        }
        now[i] = i == s->node ? s->cases[k].to
                 : changed    ? csl_rebuild(q.ctx, node->e, kids)
                              : node->e;
    }
    q.fact = (csl_expr *)now[t->fact];
    if (s->cases[k].assume)
        q.fact = csl_and(q.ctx, q.fact, s->cases[k].assume);
    for (unsigned side = 0; side < 2; side++) {
        q.guard[side] = (csl_expr *)now[t->guard[side]];
        q.offset[side] = t->offset[0] == CSL_NO_NODE ? NULL : (csl_expr *)now[t->offset[side]];
    }
    return q;
}

/* Unsigned results that may wrap in the whole query may do so in the case. (With narrower ranges an
 * operation can look as if it were not meant to, see csl_term.strict.) */
static bool wraps_alike(const csl_tape *t, const csl_tape *sub, const csl_expr *const *now) {
    for (uint32_t i = 0; i < t->n; i++) {
        const csl_term *node = &t->node[i];
        csl_type type = (csl_type)node->e->type;
        if (node->strict || node->e->nkids == 0 || now[i]->nkids == 0 || csl_type_signed(type) ||
            !csl_type_integer(type) || type == CSL_BOOL)
            continue;
        for (uint32_t j = 0; j < sub->n; j++)
            if (sub->node[j].e == now[i] && sub->node[j].strict)
                return false;
    }
    return true;
}

static bool prove_cases(csl_pool *pool, const csl_tape *t, unsigned depth, unsigned *leaves) {
    split s;
    if (depth == 0 || !choose(pool, t, &s))
        return false;
    for (unsigned k = 0; k < s.n; k++) {
        csl_pool own = {0};
        if (*leaves == 0) {
            csl_limit_hit(CSL_LIMIT_case_leaves);
            return false;
        }
        --*leaves;
        const csl_expr **now;
        csl_query q = in_case(&own, t, &s, k, &now);
        const csl_tape *sub = csl_tape_new(&own, &q, true);
        bool proved =
            (csl_trivially_safe(sub) || csl_tactics_prove(&own, sub, CSL_LIMIT(proof_steps)) ||
             prove_cases(&own, sub, depth - 1, leaves)) &&
            wraps_alike(t, sub, now);
        csl_pool_free(&own);
        if (!proved)
            return false;
    }
    return true;
}

bool csl_cases_prove(csl_pool *pool, const csl_tape *t) {
    unsigned leaves = CSL_LIMIT(case_leaves);
    return prove_cases(pool, t, CSL_LIMIT(case_depth), &leaves);
}
