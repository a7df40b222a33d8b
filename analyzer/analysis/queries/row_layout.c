/* Arrays of rows whose length is a parameter: `p[x + pitch * y]`. That x stays inside its row
 * no program tests, but the author of such an index takes it for granted; if it did not, the rows
 * would overlap. A verdict that rests on this lists it as an assumption. The step of a loop is no
 * such length: `for (i = t; i < 128; i += n)` says nothing of how t and n compare.
 *
 * Needs: csl_race_query().
 */
#include "../../limits/limits.h"
#include "builder.h"

#include <string.h>

/* e = rest + parameter * rows */
typedef struct parts {
    csl_expr *rest, *rows;
} parts;

static csl_expr *zero_of(csl_ctx *ctx, const csl_expr *e) {
    return csl_const(ctx, (csl_type)e->type, 0);
}

static bool take_apart(csl_builder *b, csl_expr *e, uint32_t var, parts *out);

static bool both_kids(csl_builder *b, csl_expr *e, uint32_t var, parts *out) {
    csl_ctx *ctx = csl_builder_analysis(b)->ctx;
    parts l, r;
    if (!take_apart(b, e->kids[0], var, &l) || !take_apart(b, e->kids[1], var, &r))
        return false;
    out->rest = csl_binary(ctx, (csl_op)e->op, l.rest, r.rest);
    out->rows = csl_binary(ctx, (csl_op)e->op, l.rows, r.rows);
    return true;
}

static bool product(csl_builder *b, csl_expr *e, uint32_t var, parts *out) {
    csl_ctx *ctx = csl_builder_analysis(b)->ctx;
    int with = csl_term_has(b, e->kids[0], var) ? 0 : 1;
    csl_expr *other = e->kids[1 - with];
    parts p;
    if (csl_term_has(b, other, var) || !take_apart(b, e->kids[with], var, &p))
        return false;
    out->rest = csl_binary(ctx, CSL_OP_MUL, p.rest, other);
    out->rows = csl_binary(ctx, CSL_OP_MUL, p.rows, other);
    return true;
}

static bool take_apart(csl_builder *b, csl_expr *e, uint32_t var, parts *out) {
    csl_ctx *ctx = csl_builder_analysis(b)->ctx;
    if (!csl_term_has(b, e, var)) {
        *out = (parts){e, zero_of(ctx, e)};
        return true;
    }
    switch (e->op) {
    case CSL_OP_SYM:
        *out = (parts){zero_of(ctx, e), csl_const(ctx, (csl_type)e->type, 1)};
        return true;
    case CSL_OP_ADD:
    case CSL_OP_SUB: return both_kids(b, e, var, out);
    case CSL_OP_MUL: return product(b, e, var, out);
    case CSL_OP_CAST:
        if (!csl_type_integer((csl_type)e->kids[0]->type) ||
            csl_type_bytes((csl_type)e->type) < 4 || !take_apart(b, e->kids[0], var, out))
            return false;
        out->rest = csl_cast(ctx, (csl_type)e->type, out->rest);
        out->rows = csl_cast(ctx, (csl_type)e->type, out->rows);
        return true;
    default: return false;
    }
}

typedef struct factors {
    csl_builder *b;
    const csl_query *q;
} factors;

static bool is_row_product(void *user, csl_expr *e) {
    const factors *f = user;
    bool parameter = e->op == CSL_OP_MUL && csl_has_role(f->b, e, CSL_ROLE_PARAM, NULL),
         own = false;
    for (uint32_t i = 0; i < f->q->nvars && parameter; i++)
        own |= f->q->vars[i].side != 0 && csl_term_has(f->b, e, i);
    return parameter && own;
}

/* Some product in the term has a parameter in it and something that the threads do not share: then
 * it is itself made of rows. */
static bool holds_rows(csl_builder *b, const csl_query *q, csl_expr *e) {
    factors f = {b, q};
    return csl_find_part(csl_builder_analysis(b)->ctx, e, is_row_product, &f);
}

/* A byte offset as an index, the size of an element, and a place in it. */
typedef struct place {
    csl_expr *index, *size, *within;
} place;

static place place_of(csl_ctx *ctx, csl_expr *offset) {
    place p = {offset, csl_const(ctx, CSL_I64, 1), csl_const(ctx, CSL_I64, 0)};
    if (p.index->op == CSL_OP_ADD && p.index->kids[1]->op == CSL_OP_CONST) {
        p.within = p.index->kids[1];
        p.index = p.index->kids[0];
    }
    if (p.index->op == CSL_OP_MUL && p.index->kids[1]->op == CSL_OP_CONST) {
        p.size = p.index->kids[1];
        p.index = p.index->kids[0];
    }
    return p;
}

static csl_expr *equal(csl_ctx *ctx, csl_expr *x, csl_expr *y) {
    return csl_binary(ctx, CSL_OP_EQ, csl_cast(ctx, CSL_I64, x), csl_cast(ctx, CSL_I64, y));
}

typedef struct leaf_search {
    const csl_builder *b;
    uint32_t var;
    bool found;
} leaf_search;

/* The leaf of the generic thread stands for the variable in some place of the query. */
static csl_expr *leaf_of_var(void *user, csl_expr *leaf) {
    leaf_search *s = user;
    for (uint32_t i = 0; i < s->b->made.n && !s->found; i++) {
        const csl_instance *m = &s->b->made.v[i];
        s->found = m->var == s->var && m->op == leaf->op && m->index == leaf->index;
    }
    return leaf;
}

static csl_expr *left_loop(void *user, csl_expr *leaf) {
    leaf_search *s = user;
    s->found |= leaf->op == CSL_OP_SYM && csl_sym_of(s->b->a, leaf)->of;
    return leaf;
}

/* Some variable that the loop carries along, and does not make anew in every pass, grows by a step
 * that the parameter is part of. */
static bool steps_by(csl_builder *b, const csl_loop *loop, uint32_t var) {
    csl_analysis *a = b->a;
    for (uint32_t i = 0; i < loop->phis.n; i++) {
        csl_sym *phi = a->syms.v[loop->phis.v[i]];
        csl_expr *form = phi->next && phi->def ? csl_expand(a, phi->def) : NULL;
        leaf_search goes_on = {b, var, false}, is_part = {b, var, false};
        if (!form || !csl_mentions_loop(a, form, loop))
            continue;
        csl_map(a->ctx, phi->next, left_loop, &goes_on);
        csl_map(a->ctx, form, leaf_of_var, &is_part);
        if (is_part.found && (goes_on.found || csl_mentions_sym(a, phi->next, loop->phis.v[i])))
            return true;
    }
    return false;
}

/* A part of the condition speaks of both variables. */
static bool compares(csl_builder *b, csl_expr *c, uint32_t x, uint32_t y) {
    if (!csl_term_has(b, c, x) || !csl_term_has(b, c, y))
        return false;
    bool any = c->op != CSL_OP_AND && c->op != CSL_OP_OR && c->op != CSL_OP_NOT;
    for (uint32_t i = 0; i < c->nkids && !any; i++)
        any = compares(b, c->kids[i], x, y);
    return any;
}

/* What the parameter is multiplied by counts passes of a loop that steps by the parameter, and how
 * far it gets that way decides whether there is a pass. Where the passes are counted apart from
 * that, `for (y = 0; y < h; y++, at += pitch)`, they are rows. */
static bool is_stride(csl_builder *b, const csl_query *q, csl_expr *rows, uint32_t var) {
    for (uint32_t i = 0; i < b->made.n; i++) {
        const csl_instance *m = &b->made.v[i];
        const csl_sym *s =
            m->op == CSL_OP_SYM && csl_term_has(b, rows, m->var) ? b->a->syms.v[m->index] : NULL;
        if (s && ((s->loop && steps_by(b, s->loop, var)) || (s->of && steps_by(b, s->of, var))) &&
            (compares(b, q->guard[0], var, m->var) || compares(b, q->guard[1], var, m->var) ||
             compares(b, q->fact, var, m->var)))
            return true;
    }
    return false;
}

/* Takes both indices apart by one parameter, if that is how they are made. */
static bool by_parameter(csl_builder *b, const csl_query *q, csl_expr *const index[2], parts p[2],
                         const char **name) {
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++) {
        const csl_dvar *v = &q->vars[i];
        if (v->role != CSL_ROLE_PARAM || v->side != 0 || !csl_type_integer(v->type) ||
            v->type == CSL_PTR || csl_type_bytes(v->type) < 4 || !v->name || !*v->name)
            continue;
        bool ok = true;
        for (int s = 0; s < 2 && ok; s++)
            ok = csl_term_has(b, index[s], i) && take_apart(b, index[s], i, &p[s]) &&
                 !csl_is_const(p[s].rows, 0) && !csl_term_has(b, p[s].rows, i) &&
                 !holds_rows(b, q, p[s].rest) && !is_stride(b, q, p[s].rows, i);
        *name = v->name;
        if (ok && p[0].rows != p[1].rows)
            return true;
    }
    return false;
}

/* Not more than so many operations, shared ones counted each time. */
static bool is_short(const csl_expr *e, uint32_t *left) {
    if (*left == 0)
        return false;
    (*left)--;
    for (unsigned i = 0; i < e->nkids; i++)
        if (!is_short(e->kids[i], left))
            return false;
    return true;
}

bool csl_may_have_rows(csl_analysis *a, csl_builder *b, const csl_query *q) {
    if (csl_limit_reached(CSL_LIMIT_row_pairs, a->asker->by_rows)) /* each takes many questions */
        return false;
    for (int s = 0; s < 2; s++) {
        uint32_t left = CSL_LIMIT(row_term);
        if (!is_short(q->offset[s], &left))
            return false;
    }
    csl_expr *index[2] = {place_of(q->ctx, q->offset[0]).index,
                          place_of(q->ctx, q->offset[1]).index};
    parts p[2];
    const char *name;
    bool rows = by_parameter(b, q, index, p, &name);
    a->asker->by_rows += rows;
    return rows;
}

bool csl_launch_gives(const csl_analysis *a, csl_expr *given, const char *name, int64_t *value) {
    uint32_t n = 0;
    csl_expr *const *part = given ? csl_conjuncts(&given, &n) : NULL;
    for (uint32_t i = 0; i < n; i++)
        for (int k = 0; k < 2 && part[i]->op == CSL_OP_EQ; k++) {
            const csl_expr *x = part[i]->kids[k], *is = part[i]->kids[1 - k];
            if (x->op != CSL_OP_PARAM || is->op != CSL_OP_CONST ||
                strcmp(a->kernel->params[x->index].name, name) != 0)
                continue;
            *value = is->value;
            return true;
        }
    return false;
}

/* A launch gives the row a length with which the two meet. */
static bool is_refuted(csl_analysis *a, const csl_query *q, const char *name) {
    for (uint32_t i = 0; i < a->kernel->nlaunches; i++) {
        const csl_launch *l = &a->kernel->launches[i];
        const csl_shapes shape = {.shape = &l->block, .n = 1};
        csl_query with = *q;
        int64_t value;
        if (!csl_launch_gives(a, l->given, name, &value))
            continue;
        if (l->block[0] && l->block[1] && l->block[2])
            with.shapes = &shape;
        for (uint32_t v = CSL_DV_FREE; v < q->nvars; v++)
            if (q->vars[v].role == CSL_ROLE_PARAM && q->vars[v].name &&
                !strcmp(q->vars[v].name, name)) {
                csl_expr *length = csl_leaf(a->ctx, CSL_OP_SYM, q->vars[v].type, v);
                csl_expr *is = csl_const(a->ctx, q->vars[v].type, value);
                with.fact = csl_and(a->ctx, with.fact, csl_binary(a->ctx, CSL_OP_EQ, length, is));
            }
        const csl_verdict verdict = csl_ask(a, &with, CSL_USE_PROOF).verdict;
        if (verdict != CSL_SAFE && verdict != CSL_SAFE_TRIED)
            return true;
    }
    return false;
}

/* Two elements are one only in the same row, at the same place of it. */
bool csl_rows_apart(csl_analysis *a, csl_builder *b, const csl_query *q) {
    csl_ctx *ctx = q->ctx;
    csl_query with = *q;
    place at[2] = {place_of(ctx, q->offset[0]), place_of(ctx, q->offset[1])};
    if (at[0].size != at[1].size)
        return false;
    csl_expr *index[2] = {at[0].index, at[1].index};
    const char *name[CSL_ROOM_row_levels];
    uint32_t levels = 0;
    for (parts p[2]; levels < CSL_ROOM_row_levels && by_parameter(b, q, index, p, &name[levels]);
         levels++) {
        for (int s = 0; s < 2; s++) {
            csl_expr *rest = csl_cast(ctx, CSL_I64, p[s].rest);
            if (levels == 0)
                with.offset[s] = csl_binary(
                    ctx, CSL_OP_ADD, csl_binary(ctx, CSL_OP_MUL, rest, at[s].size), at[s].within);
            index[s] = p[s].rows;
        }
        if (levels > 0)
            with.fact = csl_and(ctx, with.fact, equal(ctx, p[0].rest, p[1].rest));
    }
    if (!levels)
        return false;
    with.fact = csl_and(ctx, with.fact, equal(ctx, index[0], index[1]));
    if (csl_ask(a, &with, CSL_USE_PROOF).verdict != CSL_SAFE)
        return false;
    for (uint32_t i = 0; i < levels; i++)
        if (is_refuted(a, q, name[i]))
            return false;
    for (uint32_t i = 0; i < levels; i++)
        csl_assume_that(a, CSL_ASSUMED_ROWS, name[i], NULL,
                        csl_format(a->ctx, "rows of `%s` elements do not overlap", name[i]));
    return true;
}
