/* Small services on terms: symbols, closed-form expansion, ranges, occurrence. */
#include "loops.h"
#include "../../../limits/limits.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

void csl_grow(csl_ctx *ctx, void **v, uint32_t n, uint32_t *cap, size_t item) {
    if (n < *cap)
        return;
    uint32_t more = *cap ? *cap * 2 : 8;
    void *bigger = csl_alloc(ctx, more * item);
    if (n)
        memcpy(bigger, *v, n * item);
    *v = bigger;
    *cap = more;
}

uint32_t csl_sym_new(csl_analysis *a, csl_sym_kind kind, csl_type type, const char *name,
                     csl_loop *loop) {
    csl_sym *s = CSL_NEW(a->ctx, csl_sym);
    s->kind = kind;
    s->type = type;
    s->name = name ? name : "";
    s->loop = loop;
    s->uniform = CSL_SCOPE_GRID;
    csl_range all = csl_range_of_type(type);
    s->lo = csl_type_integer(type) ? all.lo : INT64_MIN;
    s->hi = csl_type_integer(type) ? all.hi : INT64_MAX;
    if (kind == CSL_SYM_ITER || kind == CSL_SYM_TRIPS)
        s->lo = 0, s->hi = CSL_MOST_PASSES;
    CSL_PUSH(a->ctx, &a->syms, s);
    return a->syms.n - 1;
}

csl_expr *csl_sym_expr(csl_analysis *a, uint32_t sym) {
    csl_sym *s = a->syms.v[sym];
    if (!s->leaf || s->leaf->type != s->type)
        s->leaf = csl_leaf(a->ctx, CSL_OP_SYM, s->type, sym);
    return s->leaf;
}

void csl_assume_of_numbers(csl_analysis *a, unsigned what) {
    a->of_numbers |= what;
}

void csl_tell_of_numbers(csl_analysis *a) {
    static const char *const words[] = {"counters stay within their types",
                                        "no loop makes 2^31 passes", "indices do not wrap"};
    for (unsigned i = 0; i < 3; i++)
        if (a->of_numbers >> i & 1)
            csl_assume_that(a, CSL_ASSUMED_NUMBERS, NULL, NULL, words[i]);
}

bool csl_loop_inside(const csl_loop *inner, const csl_loop *outer) {
    for (; inner; inner = inner->parent)
        if (inner == outer)
            return true;
    return false;
}

const csl_loop *csl_common_loop(const csl_loop *x, const csl_loop *y) {
    while (x && !csl_loop_inside(y, x))
        x = x->parent;
    return x;
}

bool csl_stands_in(const csl_node *n, const csl_node *decision) {
    for (const csl_parting *p = n->arms; p; p = p->before)
        if (p->node == decision)
            return true;
    return false;
}

/* ---- expansion ------------------------------------------------------------------------------ */

static csl_expr *expand_leaf(void *user, csl_expr *leaf) {
    csl_analysis *a = user;
    if (leaf->op != CSL_OP_SYM)
        return leaf;
    csl_sym *s = csl_sym_of(a, leaf);
    if (s->kind == CSL_SYM_PHI && !s->def)
        csl_closed_form(a, s);
    return s->def ? csl_expand(a, s->def) : leaf;
}

csl_expr *csl_expand(csl_analysis *a, csl_expr *e) {
    if (!e || e->nkids + (e->op == CSL_OP_SYM) == 0)
        return e;
    if (a->wraps_late)
        e = csl_without_late_wraps(a, e);
    e = a->expanded ? csl_map_again(a->ctx, a->expanded, e, expand_leaf, a)
                    : csl_map(a->ctx, e, expand_leaf, a);
    return a->compares_arrays ? csl_without_comparisons(a, e) : e;
}

typedef struct replace {
    uint32_t sym;
    csl_expr *by;
} replace;

static csl_expr *replace_leaf(void *user, csl_expr *leaf) {
    replace *r = user;
    return leaf->op == CSL_OP_SYM && leaf->index == r->sym ? r->by : leaf;
}

csl_expr *csl_replace_sym(csl_analysis *a, csl_expr *e, uint32_t sym, csl_expr *by) {
    if (!(e->syms >> sym % 64 & 1))
        return e;
    replace r = {sym, by};
    return csl_map(a->ctx, e, replace_leaf, &r);
}

typedef struct mention {
    csl_analysis *a;
    const csl_loop *loop; /* NULL: only `sym` is looked for */
    uint32_t sym;         /* with a loop: the symbol that does not count */
    bool found;
} mention;

static csl_expr *mention_leaf(void *user, csl_expr *leaf) {
    mention *m = user;
    if (leaf->op != CSL_OP_SYM)
        return leaf;
    bool inside = m->loop && csl_loop_inside(csl_sym_of(m->a, leaf)->loop, m->loop);
    m->found |= m->loop ? inside && leaf->index != m->sym : leaf->index == m->sym;
    return leaf;
}

bool csl_mentions_loop(csl_analysis *a, csl_expr *e, const csl_loop *loop) {
    if (e->syms == 0)
        return false;
    mention m = {.a = a, .loop = loop, .sym = UINT32_MAX};
    csl_map(a->ctx, e, mention_leaf, &m);
    return m.found;
}

bool csl_mentions_more_than_pass(csl_analysis *a, csl_expr *e, const csl_loop *loop) {
    if (e->syms == 0)
        return false;
    mention m = {.a = a, .loop = loop, .sym = loop->iter};
    csl_map(a->ctx, e, mention_leaf, &m);
    return m.found;
}

bool csl_mentions_sym(csl_analysis *a, csl_expr *e, uint32_t sym) {
    if (!(e->syms >> sym % 64 & 1))
        return false;
    mention m = {.a = a, .sym = sym};
    csl_map(a->ctx, e, mention_leaf, &m);
    return m.found;
}

static bool fits(const csl_expr *e, unsigned *left) {
    if (*left == 0)
        return false;
    --*left;
    for (unsigned i = 0; i < e->nkids; i++)
        if (!fits(e->kids[i], left))
            return false;
    return true;
}

bool csl_is_small(const csl_expr *e, unsigned nodes) {
    return fits(e, &nodes);
}

csl_expr *csl_relative(csl_ctx *ctx, csl_expr *e, csl_expr *given) {
    if (e == given)
        return csl_true(ctx);
    uint32_t n;
    csl_expr *const *parts = csl_conjuncts(&e, &n);
    csl_expr *out = csl_true(ctx);
    for (uint32_t i = 0; i < n; i++) {
        bool known = parts[i] == given;
        for (uint32_t j = 0; given->op == CSL_OP_AND && j < given->nkids; j++)
            known |= parts[i] == given->kids[j];
        if (!known)
            out = csl_and(ctx, out, parts[i]);
    }
    return out;
}

/* ---- ranges ---------------------------------------------------------------------------------- */

static csl_range range_of_leaf(csl_analysis *a, csl_expr *e) {
    static const int64_t block[3] = {1024, 1024, 64};
    static const int64_t grid[3] = {INT32_MAX, 65535, 65535};
    csl_range r = csl_range_of_type((csl_type)e->type);
    switch (e->op) {
    case CSL_OP_CONST:
        if (csl_type_integer((csl_type)e->type))
            r.lo = r.hi = csl_number((csl_type)e->type, e->value);
        return r;
    case CSL_OP_TID: return (csl_range){0, block[e->index] - 1};
    case CSL_OP_BDIM: return (csl_range){1, block[e->index]};
    case CSL_OP_BID:
        return (csl_range){0,
                           (a->grid_most[e->index] ? a->grid_most[e->index] : grid[e->index]) - 1};
    case CSL_OP_GDIM:
        if (a->grid_most[e->index])
            return (csl_range){a->grid_least[e->index], a->grid_most[e->index]};
        return (csl_range){1, grid[e->index]};
    case CSL_OP_SYM: return (csl_range){csl_sym_of(a, e)->lo, csl_sym_of(a, e)->hi};
    case CSL_OP_PARAM:
        if (a->size[e->index])
            r.lo = 0;
        return r;
    default: return r;
    }
}

static csl_range range_within(csl_analysis *a, csl_expr *e, unsigned *left) {
    enum { MAX_KIDS = 3 };
    csl_type type = (csl_type)e->type;
    csl_range kid[MAX_KIDS];
    if (e->nkids == 0)
        return range_of_leaf(a, e);
    if (e->nkids > MAX_KIDS || e->op == CSL_OP_PURE || !csl_type_integer(type) || *left == 0)
        return csl_range_of_type(type);
    --*left;
    for (unsigned k = 0; k < e->nkids; k++)
        kid[k] =
            e->op == CSL_OP_ITE && k == 0 ? (csl_range){0, 1} : range_within(a, e->kids[k], left);
    return csl_range_reduce(type, csl_range_of_op(e, kid), csl_is_strict(e));
}

csl_range csl_range_of(csl_analysis *a, csl_expr *e) {
    unsigned left = CSL_LIMIT(ranged_term);
    return range_within(a, e, &left);
}

static bool is_among(csl_expr *const *known, uint32_t n, const csl_expr *e) {
    for (uint32_t i = 0; i < n; i++)
        if (known[i] == e)
            return true;
    return false;
}

/* The values that a comparison with a constant leaves to a term. */
static const csl_expr *values_left(const csl_expr *e, csl_range *r) {
    const bool strict = e->op == CSL_OP_LT;
    if (e->op != CSL_OP_EQ && e->op != CSL_OP_LE && !strict)
        return NULL;
    const csl_expr *x = e->kids[0], *y = e->kids[1];
    *r = csl_range_of_type((csl_type)x->type);
    if (!csl_type_integer((csl_type)x->type) || (x->op == CSL_OP_CONST) == (y->op == CSL_OP_CONST))
        return NULL;
    if (y->op == CSL_OP_CONST)
        r->hi = csl_number((csl_type)y->type, y->value) - strict;
    else
        r->lo = csl_number((csl_type)x->type, x->value) + strict;
    if (e->op == CSL_OP_EQ)
        r->lo = r->hi = y->op == CSL_OP_CONST ? r->hi : r->lo;
    return y->op == CSL_OP_CONST ? x : y;
}

/* Both compare one term with constants, and no value fits both. */
static bool are_contrary(const csl_expr *x, const csl_expr *y) {
    csl_range r, s;
    const csl_expr *of = values_left(x, &r);
    return of && values_left(y, &s) == of && (r.hi < s.lo || s.hi < r.lo);
}

/* The term never has the value that it is compared with. */
static bool is_out_of_range(csl_analysis *a, const csl_expr *e) {
    csl_range r;
    const csl_expr *of = e->op == CSL_OP_EQ ? values_left(e, &r) : NULL;
    if (!of)
        return false;
    const csl_range all = csl_range_of(a, (csl_expr *)of);
    return r.lo < all.lo || r.lo > all.hi;
}

/* One of those that are known is contrary to it. */
static bool is_excluded(csl_expr *const *known, uint32_t n, const csl_expr *e) {
    for (uint32_t i = 0; i < n; i++)
        if (are_contrary(known[i], e))
            return true;
    return false;
}

/* Each part of the condition is among those that are known, or its contrary is excluded. */
static bool is_known(csl_analysis *a, csl_expr *const *known, uint32_t n, csl_expr *c) {
    uint32_t parts;
    csl_expr *const *part = csl_conjuncts(&c, &parts);
    for (uint32_t i = 0; i < parts; i++)
        if (!is_among(known, n, part[i]) && !is_excluded(known, n, csl_not(a->ctx, part[i])))
            return false;
    return true;
}

/* ... or the contrary of one is. */
static bool is_denied(csl_analysis *a, csl_expr *const *known, uint32_t n, csl_expr *c) {
    uint32_t parts;
    csl_expr *const *part = csl_conjuncts(&c, &parts);
    for (uint32_t i = 0; i < parts; i++)
        if (is_among(known, n, csl_not(a->ctx, part[i])))
            return true;
    for (uint32_t i = 0; i < parts; i++)
        if (is_excluded(known, n, part[i]) || is_out_of_range(a, part[i]))
            return true;
    return is_known(a, known, n, csl_not(a->ctx, c));
}

csl_expr *csl_chosen(csl_analysis *a, csl_expr *e, csl_expr *reach) {
    uint32_t n;
    csl_expr *const *known = csl_conjuncts(&reach, &n);
    if (e->op == CSL_OP_ADD || e->op == CSL_OP_SUB || e->op == CSL_OP_CAST || e->op == CSL_OP_MAX) {
        csl_expr *kids[2] = {csl_chosen(a, e->kids[0], reach), NULL};
        if (e->nkids == 2)
            kids[1] = csl_chosen(a, e->kids[1], reach);
        return e->nkids > 2 ? e : csl_rebuild(a->ctx, e, kids);
    }
    if (e->op != CSL_OP_ITE)
        return e;
    const bool holds = is_known(a, known, n, e->kids[0]);
    return holds || is_denied(a, known, n, e->kids[0])
               ? csl_chosen(a, e->kids[holds ? 1 : 2], reach)
               : e;
}

csl_expr *csl_chosen_within(csl_analysis *a, csl_expr *e, csl_expr *known) {
    e = csl_chosen(a, e, known);
    if (e->op != CSL_OP_ITE)
        return e;
    csl_expr *c = e->kids[0], *then = csl_chosen(a, e->kids[1], csl_and(a->ctx, known, c));
    csl_expr *other = csl_chosen_within(a, e->kids[2], csl_and(a->ctx, known, csl_not(a->ctx, c)));
    if (other->op == CSL_OP_ITE && other->kids[2] == then && are_contrary(c, other->kids[0]))
        return other; /* it comes to the same */
    return csl_ite(a->ctx, c, then, other);
}

static bool among(const csl_parting *list, const csl_parting *wanted, bool same_arm) {
    for (; list; list = list->before)
        if (list->node == wanted->node && (!same_arm || list->arm == wanted->arm))
            return true;
    return false;
}

bool csl_in_other_arms(const csl_node *x, const csl_node *y) {
    for (const csl_parting *p = x->arms; p; p = p->before)
        for (const csl_parting *q = y->arms; q; q = q->before)
            if (p->node == q->node && p->arm != q->arm)
                return true;
    return false;
}

bool csl_comes_too(const csl_node *to, const csl_node *from) {
    if (to->loop && !csl_loop_inside(from->loop, to->loop))
        return false;
    for (const csl_parting *p = to->arms; p; p = p->before)
        if (!among(from->arms, p, true))
            return false;
    for (const csl_parting *p = to->jumps; p; p = p->before)
        if (!among(from->jumps, p, false))
            return false;
    return true;
}

bool csl_always_follows(const csl_node *to, const csl_node *from) {
    return to->order > from->order && csl_comes_too(to, from);
}
