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
                         uint32_t *var) {
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
        *var = i;
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
    uint32_t var;
    bool rows = by_parameter(b, q, index, p, &var);
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

/* ---- what the program says of the length of a row ------------------------------------------------ */

/* A condition that compares the place with the pitch, `x <= pitch`, says how far a row reaches:
 * then two accesses have to be apart in rows of an ordinary length, which one in the middle of a
 * block or a tile may not be. */
#define LONG_ROW 4096 /* elements: whole tiles of any size */

/* Lengths of rows that conditions compare with something that the places in the row are made of, or
 * with the places themselves. */
typedef struct row_bounds {
    uint32_t var[CSL_ROOM_row_levels], n;
    bool exact;
} row_bounds;

typedef struct search {
    csl_builder *b;
    const csl_query *q;
    uint32_t var;
    csl_expr *const *rest; /* where in a row the two threads are */
    bool any, exact;       /* compared: something of the place; the place itself */
    int64_t most;          /* the largest constant */
} search;

/* What the variable is multiplied with differs between the threads. */
static bool scales(void *user, csl_expr *e) {
    const search *s = user;
    if (e->op != CSL_OP_MUL)
        return false;
    for (int i = 0; i < 2; i++)
        for (uint32_t v = 0; v < s->q->nvars && csl_term_has(s->b, e->kids[i], s->var); v++)
            if ((v < CSL_DV_BDIM || s->q->vars[v].side) && csl_term_has(s->b, e->kids[!i], v))
                return true;
    return false;
}

static const csl_expr *as_it_was(const csl_expr *e) {
    while (e->op == CSL_OP_CAST)
        e = e->kids[0];
    return e;
}

/* A comparison of the pitch with something that the place in the row is made of. */
static bool note_comparison(void *user, csl_expr *c) {
    search *s = user;
    const bool orders =
        c->op == CSL_OP_LT || c->op == CSL_OP_LE || c->op == CSL_OP_EQ || c->op == CSL_OP_NE;
    if (!orders || !csl_term_has(s->b, c, s->var) ||
        csl_find_part(csl_builder_analysis(s->b)->ctx, c, scales, user))
        return false;
    bool own = false;
    for (uint32_t v = 0; v < s->q->nvars && !own; v++)
        for (int i = 0; i < 2 && (v < CSL_DV_BDIM || s->q->vars[v].side); i++)
            own |= csl_term_has(s->b, c, v) && csl_term_has(s->b, s->rest[i], v);
    s->any |= own;
    for (int i = 0; i < 4; i++)
        s->exact |= own && as_it_was(c->kids[i / 2]) == as_it_was(s->rest[i % 2]);
    return false;
}

static bool note_constant(void *user, csl_expr *e) {
    search *s = user;
    if (e->op == CSL_OP_CONST && e->value > s->most)
        s->most = e->value;
    return false;
}

static void note_bound(csl_builder *b, const csl_query *q, uint32_t var, csl_expr *const rest[2],
                       row_bounds *bounds) {
    search s = {.b = b, .q = q, .var = var, .rest = rest};
    for (int i = 0; i < 2; i++)
        csl_find_part(csl_builder_analysis(b)->ctx, q->guard[i], note_comparison, &s);
    bounds->exact |= s.exact;
    if (s.any)
        bounds->var[bounds->n++] = var;
}

/* The least power of two that no constant of the question and no row of the block exceeds: rows of
 * that length are made of whole tiles. */
static int64_t row_of_tiles(csl_builder *b, const csl_query *q) {
    search s = {.b = b, .most = q->shapes && q->shapes->n ? q->shapes->shape[0][0] : 32};
    for (uint32_t i = 0; q->shapes && i < q->shapes->n; i++)
        s.most = s.most < q->shapes->shape[i][0] ? q->shapes->shape[i][0] : s.most;
    csl_expr *const terms[] = {q->offset[0], q->offset[1], q->guard[0], q->guard[1]};
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
        csl_find_part(csl_builder_analysis(b)->ctx, terms[i], note_constant, &s);
    int64_t row = 1;
    while (row < s.most && row < LONG_ROW)
        row *= 2;
    return row;
}

static csl_verdict with_rows_of(csl_builder *b, const csl_query *q, const row_bounds *bounds,
                                int64_t length, unsigned use) {
    csl_analysis *a = csl_builder_analysis(b);
    csl_query with = *q;
    for (uint32_t i = 0; i < bounds->n; i++) {
        const csl_type t = q->vars[bounds->var[i]].type;
        csl_expr *is = csl_leaf(a->ctx, CSL_OP_SYM, t, bounds->var[i]);
        with.fact = csl_and(a->ctx, with.fact,
                            csl_binary(a->ctx, CSL_OP_EQ, is, csl_const(a->ctx, t, length)));
    }
    return csl_ask(a, &with, use).verdict;
}

static bool may_meet(csl_builder *b, const csl_query *q, const row_bounds *bounds, int64_t length) {
    const csl_verdict verdict = with_rows_of(b, q, bounds, length, CSL_USE_PROOF);
    return verdict != CSL_SAFE && verdict != CSL_SAFE_TRIED;
}

static bool rows_may_meet(csl_builder *b, const csl_query *q, const row_bounds *bounds) {
    const int64_t tiles = bounds->n ? row_of_tiles(b, q) : 0;
    return bounds->n && (may_meet(b, q, bounds, LONG_ROW) || may_meet(b, q, bounds, tiles) ||
                         (bounds->exact && may_meet(b, q, bounds, tiles - 1)));
}

static bool rows_do_meet(csl_builder *b, const csl_query *q, const row_bounds *bounds) {
    return with_rows_of(b, q, bounds, row_of_tiles(b, q), CSL_USE_WITNESS | CSL_USE_SOLVER) ==
           CSL_POSSIBLE;
}

/* ---- rows apart ----------------------------------------------------------------------------------- */

/* The dimensions of an array that parameters say, innermost first. */
typedef struct layout {
    uint32_t length[CSL_ROOM_row_levels], levels;
    row_bounds bounds;
    csl_query same; /* the two are at one place of a row, in the same row */
} layout;

static layout lay_out(csl_builder *b, const csl_query *q) {
    csl_ctx *ctx = q->ctx;
    layout l = {.same = *q};
    place at[2] = {place_of(ctx, q->offset[0]), place_of(ctx, q->offset[1])};
    if (at[0].size != at[1].size)
        return l;
    csl_expr *index[2] = {at[0].index, at[1].index};
    for (parts p[2];
         l.levels < CSL_ROOM_row_levels && by_parameter(b, q, index, p, &l.length[l.levels]);
         l.levels++) {
        csl_expr *const rests[2] = {p[0].rest, p[1].rest};
        note_bound(b, q, l.length[l.levels], rests, &l.bounds);
        for (int s = 0; s < 2; s++) {
            csl_expr *rest = csl_cast(ctx, CSL_I64, p[s].rest);
            if (l.levels == 0)
                l.same.offset[s] = csl_binary(
                    ctx, CSL_OP_ADD, csl_binary(ctx, CSL_OP_MUL, rest, at[s].size), at[s].within);
            index[s] = p[s].rows;
        }
        if (l.levels > 0)
            l.same.fact = csl_and(ctx, l.same.fact, equal(ctx, p[0].rest, p[1].rest));
    }
    l.same.fact = csl_and(ctx, l.same.fact, equal(ctx, index[0], index[1]));
    return l;
}

/* Two elements are one only in the same row, at the same place of it. */
bool csl_rows_apart(csl_analysis *a, csl_builder *b, const csl_query *q) {
    const layout l = lay_out(b, q);
    if (!l.levels || csl_ask(a, &l.same, CSL_USE_PROOF).verdict != CSL_SAFE)
        return false;
    for (uint32_t i = 0; i < l.levels; i++)
        if (is_refuted(a, q, q->vars[l.length[i]].name))
            return false;
    if (rows_may_meet(b, q, &l.bounds))
        return false;
    for (uint32_t i = 0; i < l.levels; i++) {
        const char *name = q->vars[l.length[i]].name;
        csl_assume_that(a, CSL_ASSUMED_ROWS, name, NULL,
                        csl_format(a->ctx, "rows of `%s` elements do not overlap", name));
    }
    return true;
}

bool csl_bounded_rows_meet(csl_builder *b, const csl_query *q) {
    const layout l = lay_out(b, q);
    return l.levels && l.bounds.n == l.levels && rows_do_meet(b, q, &l.bounds);
}
