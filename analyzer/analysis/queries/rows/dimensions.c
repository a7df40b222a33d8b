/* Takes an index apart by a parameter that says how far rows lie apart. */
#include "rows.h"

static csl_expr *zero_of(csl_ctx *ctx, const csl_expr *e) {
    return csl_const(ctx, (csl_type)e->type, 0);
}

static bool apart(csl_builder *b, csl_expr *e, uint32_t var, csl_parts *out);

static bool both_kids(csl_builder *b, csl_expr *e, uint32_t var, csl_parts *out) {
    csl_ctx *ctx = csl_builder_analysis(b)->ctx;
    csl_parts l, r;
    if (!apart(b, e->kids[0], var, &l) || !apart(b, e->kids[1], var, &r))
        return false;
    out->rest = csl_binary(ctx, (csl_op)e->op, l.rest, r.rest);
    out->rows = csl_binary(ctx, (csl_op)e->op, l.rows, r.rows);
    return true;
}

static bool product(csl_builder *b, csl_expr *e, uint32_t var, csl_parts *out) {
    csl_ctx *ctx = csl_builder_analysis(b)->ctx;
    int with = csl_term_has(b, e->kids[0], var) ? 0 : 1;
    csl_expr *other = e->kids[1 - with];
    csl_parts p;
    if (csl_term_has(b, other, var) || !apart(b, e->kids[with], var, &p))
        return false;
    out->rest = csl_binary(ctx, CSL_OP_MUL, p.rest, other);
    out->rows = csl_binary(ctx, CSL_OP_MUL, p.rows, other);
    return true;
}

static bool apart(csl_builder *b, csl_expr *e, uint32_t var, csl_parts *out) {
    csl_ctx *ctx = csl_builder_analysis(b)->ctx;
    if (!csl_term_has(b, e, var)) {
        *out = (csl_parts){e, zero_of(ctx, e)};
        return true;
    }
    switch (e->op) {
    case CSL_OP_SYM:
        *out = (csl_parts){zero_of(ctx, e), csl_const(ctx, (csl_type)e->type, 1)};
        return true;
    case CSL_OP_ADD:
    case CSL_OP_SUB: return both_kids(b, e, var, out);
    case CSL_OP_MUL: return product(b, e, var, out);
    case CSL_OP_CAST:
        if (!csl_type_integer((csl_type)e->kids[0]->type) ||
            csl_type_bytes((csl_type)e->type) < 4 || !apart(b, e->kids[0], var, out))
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
    bool parameter = false, own = false;
    for (uint32_t i = 0; i < f->q->nvars && e->op == CSL_OP_MUL; i++) {
        const csl_dvar *v = &f->q->vars[i];
        if ((v->side != 0 || csl_is_of_launch(v)) && csl_term_has(f->b, e, i)) {
            parameter |= csl_is_of_launch(v);
            own |= v->side != 0;
        }
    }
    return parameter && own;
}

/* Some product in the term has a parameter in it and something that the threads do not share: then
 * it is itself made of rows. */
static bool holds_rows(csl_builder *b, const csl_query *q, csl_expr *e) {
    factors f = {b, q};
    return csl_find_part(csl_builder_analysis(b)->ctx, e, is_row_product, &f);
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
static bool steps_by_it(csl_builder *b, const csl_query *q, csl_expr *rows, uint32_t var) {
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

static bool is_dimension(csl_builder *b, const csl_query *q, const csl_parts p[2],
                         csl_dimension kind) {
    return kind == CSL_LENGTH_OF_ROW ? !holds_rows(b, q, p[0].rest) && !holds_rows(b, q, p[1].rest)
                                     : !holds_rows(b, q, p[0].rows) && !holds_rows(b, q, p[1].rows);
}

static bool is_length(const csl_dvar *v) {
    return csl_is_of_launch(v) && v->side == 0 && csl_type_integer(v->type) && v->type != CSL_PTR &&
           csl_type_bytes(v->type) >= 4 && v->name;
}

bool csl_take_apart(csl_builder *b, const csl_query *q, csl_expr *const index[2], csl_parts p[2],
                    uint32_t *var, csl_dimension *kind) {
    for (*kind = CSL_LENGTH_OF_ROW; *kind < CSL_DIMENSION_KINDS; ++*kind)
        for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++) {
            bool ok = is_length(&q->vars[i]);
            for (int s = 0; s < 2 && ok; s++)
                ok = csl_term_has(b, index[s], i) && apart(b, index[s], i, &p[s]) &&
                     !csl_is_const(p[s].rows, 0) && !csl_term_has(b, p[s].rows, i) &&
                     !steps_by_it(b, q, p[s].rows, i);
            *var = i;
            if (ok && p[0].rows != p[1].rows && is_dimension(b, q, p, *kind))
                return true;
        }
    return false;
}
