/* Launches whose sizes are terms: what they say of the block and of the parameters. */
#include "builder.h"
#include "../../limits/limits.h"

#include <stdlib.h>
#include <string.h>

/* ---- what many launches say together ----------------------------------------------------------- */

typedef struct leaf_use {
    csl_expr *leaf;
    bool of_it, of_others;
} leaf_use;

static csl_expr *see_leaf(void *user, csl_expr *leaf) {
    leaf_use *t = user;
    t->of_it |= leaf == t->leaf;
    t->of_others |= leaf != t->leaf && leaf->op != CSL_OP_CONST;
    return leaf;
}

/* What the condition says of the leaf alone. */
static csl_expr *said_of(csl_ctx *ctx, csl_expr *one, csl_expr *leaf) {
    uint32_t n;
    csl_expr *of = csl_true(ctx), *const *parts = csl_conjuncts(&one, &n);
    for (uint32_t i = 0; i < n; i++) {
        leaf_use t = {.leaf = leaf};
        csl_map(ctx, parts[i], see_leaf, &t);
        if (t.of_it && !t.of_others)
            of = csl_and(ctx, of, parts[i]);
    }
    return of;
}

/* The one value that the condition leaves the leaf. */
static bool value_in(csl_expr *one, const csl_expr *leaf, int64_t *value) {
    uint32_t n;
    csl_expr *const *parts = csl_conjuncts(&one, &n);
    for (uint32_t i = 0; i < n; i++)
        for (int k = 0; k < 2 && parts[i]->op == CSL_OP_EQ; k++)
            if (parts[i]->kids[k] == leaf && parts[i]->kids[!k]->op == CSL_OP_CONST) {
                *value = parts[i]->kids[!k]->value;
                return true;
            }
    return false;
}

static int ascending(const void *a, const void *b) {
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The leaf is what one of the launches makes of it; true: one of them says nothing of it. */
static csl_expr *one_of(csl_analysis *a, csl_expr *const *said, csl_expr *leaf) {
    const uint32_t n = a->kernel->nlaunches;
    int64_t *value = csl_alloc(a->ctx, n * sizeof *value);
    uint32_t of = 0, different = 0;
    csl_expr *any = csl_false(a->ctx);
    for (uint32_t i = 0; i < n; i++)
        if (value_in(said[i], leaf, &value[of]))
            of++;
        else
            any = csl_or(a->ctx, any, said_of(a->ctx, said[i], leaf));
    qsort(value, of, sizeof *value, ascending);
    for (uint32_t i = 0; i < of; i++)
        if (!i || value[i] != value[different - 1])
            value[different++] = value[i];
    return different ? csl_or(a->ctx, any, csl_one_of(a->ctx, leaf, value, different)) : any;
}

csl_expr *csl_said_together(csl_analysis *a, csl_expr *const *said) {
    csl_ctx *ctx = a->ctx;
    const csl_kernel *k = a->kernel;
    csl_expr *all = csl_true(ctx), *first = said[0];
    uint32_t n;
    csl_expr *const *part = csl_conjuncts(&first, &n);
    for (uint32_t i = 0; i < n; i++) {
        bool common = true;
        for (uint32_t l = 1; l < k->nlaunches && common; l++)
            common = csl_has_conjunct(said[l], part[i]);
        if (common)
            all = csl_and(ctx, all, part[i]);
    }
    for (uint32_t i = 0; i < k->nparams; i++)
        if (csl_type_integer(k->params[i].type) && k->params[i].type != CSL_PTR)
            all = csl_and(ctx, all,
                          one_of(a, said, csl_leaf(ctx, CSL_OP_PARAM, k->params[i].type, i)));
    for (uint32_t d = 0; d < 3; d++)
        all = csl_and(ctx, all, one_of(a, said, csl_leaf(ctx, CSL_OP_GDIM, CSL_U32, d)));
    return all;
}

/* ---- what is assumed ---------------------------------------------------------------------------- */

/* Nothing can be concluded from launches that seem to contradict themselves. */
static bool happens(csl_analysis *a, csl_expr *launched) {
    csl_relation grid = {.pair = CSL_PAIR_ANY, .share = CSL_SCOPE_GRID};
    csl_builder *b = csl_builder_new(a, &grid);
    csl_builder_fact(b, csl_side(b, 0, launched));
    csl_query q = csl_builder_query(b, csl_true(a->ctx), csl_true(a->ctx));
    bool possible = csl_ask(a, &q, 0).verdict == CSL_POSSIBLE;
    csl_builder_done(b);
    return possible;
}

/* The condition leaves the variable one value, or one for each of several launches, or says that it
 * is a size of the block. */
static bool is_given(const csl_expr *e, uint32_t var) {
    for (int i = 0; i < 2 && e->op == CSL_OP_EQ; i++) {
        const csl_expr *leaf = csl_without_casts(e->kids[i]), *is = csl_without_casts(e->kids[!i]);
        if (leaf->op == CSL_OP_SYM && leaf->index == var)
            return is->op == CSL_OP_CONST || (is->op == CSL_OP_SYM && is->index >= CSL_DV_BDIM &&
                                              is->index < CSL_DV_BDIM + 3);
    }
    if (e->op != CSL_OP_AND && e->op != CSL_OP_OR)
        return false;
    bool all = e->op == CSL_OP_OR;
    for (uint32_t i = 0; i < e->nkids; i++)
        if (is_given(e->kids[i], var) != all)
            return !all;
    return all;
}

bool csl_is_of_launch(const csl_dvar *v) {
    return v->role == CSL_ROLE_PARAM || (v->role == CSL_ROLE_DATA && v->of_launch);
}

bool csl_is_open_number(const csl_query *q, uint32_t var) {
    const csl_dvar *v = &q->vars[var];
    return csl_is_of_launch(v) && csl_type_integer(v->type) && v->type != CSL_PTR &&
           v->type != CSL_BOOL && !is_given(q->fact, var);
}

void csl_find_launch_terms(csl_analysis *a) {
    csl_ctx *ctx = a->ctx;
    const csl_kernel *k = a->kernel;
    csl_expr *any = csl_false(ctx), **said = csl_alloc(ctx, (k->nlaunches + 1) * sizeof *said);
    bool more = false, made = (k->made_for[0] && !k->made_for_several) || k->numbers[0];
    if (k->launch_unknown || !k->nlaunches || a->options->block[0] || made)
        return;
    for (uint32_t i = 0; i < k->nlaunches; i++) {
        const csl_launch *l = &k->launches[i];
        more |= l->given || l->says[0] || l->says[1] || l->says[2];
        said[i] = csl_said_by_launch(ctx, l);
    }
    const bool many = csl_limit_exceeded(CSL_LIMIT_launches, k->nlaunches);
    for (uint32_t i = 0; i < k->nlaunches && !many; i++)
        any = csl_or(ctx, any, said[i]);
    if (many)
        any = csl_said_together(a, said);
    for (uint32_t d = 1; d < 3 && more && !a->shapes.n; d++) /* another block than was assumed */
        for (uint32_t i = 0; i < k->nlaunches; i++)
            if (k->launches[i].block[d] != a->shapes.fixed[d])
                a->shapes.fixed[d] = 0;
    a->launched = more && happens(a, any) ? any : NULL;
}

/* ---- in a query ------------------------------------------------------------------------------ */

typedef struct mentioned {
    const csl_builder *b;
    bool any, known; /* the term has parameters; one of them occurs in the query */
    bool block;      /* ... dimensions of the block */
} mentioned;

static csl_expr *look_at_leaf(void *user, csl_expr *leaf) {
    mentioned *m = user;
    m->any |= leaf->op == CSL_OP_PARAM;
    m->block |= leaf->op == CSL_OP_BDIM;
    for (uint32_t i = 0; i < m->b->made.n && leaf->op == CSL_OP_PARAM && !m->known; i++)
        m->known = m->b->made.v[i].op == leaf->op && m->b->made.v[i].index == leaf->index;
    return leaf;
}

/* It says something of what the query is about. Which of several blocks it is, parameters decide
 * that the query may not have yet. */
static bool matters(csl_builder *b, csl_expr *part) {
    const uint32_t shapes = b->a->shapes.n;
    mentioned m = {.b = b};
    csl_map(b->a->ctx, part, look_at_leaf, &m);
    return m.any ? m.known || (m.block && shapes > 1) : shapes != 1;
}

/* "n is 16384": what all launches say of one parameter; else of all. */
static const char *launched_words(csl_analysis *a, const csl_expr *part) {
    const csl_expr *x = part->op == CSL_OP_EQ ? part->kids[0] : NULL;
    const csl_expr *is = x ? part->kids[1] : NULL;
    if (x && x->op == CSL_OP_CONST) {
        is = x;
        x = part->kids[1];
    }
    if (!x || x->op != CSL_OP_PARAM || is->op != CSL_OP_CONST)
        return "block and arguments are those of the launches that were found";
    return csl_format(a->ctx, "%s is %lld in every launch that was found",
                      a->kernel->params[x->index].name, (long long)is->value);
}

void csl_assume_launched(csl_builder *b) {
    csl_analysis *a = b->a;
    uint32_t n = 0, told = 0, before;
    csl_expr *const *part = a->launched ? csl_conjuncts(&a->launched, &n) : NULL;
    bool *done = csl_alloc(a->ctx, n + 1);
    do { /* what is told brings parameters along that others are about */
        before = told;
        for (uint32_t i = 0; i < n; i++) {
            if (done[i] || !matters(b, part[i]))
                continue;
            done[i] = true;
            told++;
            csl_assume_that(a, CSL_ASSUMED_BLOCK, NULL, NULL, launched_words(a, part[i]));
            csl_builder_fact(b, csl_side(b, 0, part[i]));
        }
    } while (told > before && a->shapes.n > 1);
    for (uint32_t i = 0; i < a->kernel->nlaunches && (told || a->shapes.n); i++)
        if (a->kernel->launches[i].asserted)
            csl_assume_that(a, CSL_ASSUMED_BLOCK, NULL, NULL,
                            "what the host asserts before a launch holds");
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
