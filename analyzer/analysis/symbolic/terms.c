/* Small services on terms: symbols, closed-form expansion, ranges, occurrence. */
#include "loops.h"

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

static void type_range(csl_type t, int64_t *lo, int64_t *hi) {
    switch (t) {
    case CSL_BOOL: *lo = 0, *hi = 1; break;
    case CSL_I8: *lo = INT8_MIN, *hi = INT8_MAX; break;
    case CSL_U8: *lo = 0, *hi = UINT8_MAX; break;
    case CSL_I16: *lo = INT16_MIN, *hi = INT16_MAX; break;
    case CSL_U16: *lo = 0, *hi = UINT16_MAX; break;
    case CSL_I32: *lo = INT32_MIN, *hi = INT32_MAX; break;
    case CSL_U32: *lo = 0, *hi = UINT32_MAX; break;
    case CSL_U64:
    case CSL_PTR: *lo = 0, *hi = INT64_MAX; break;
    default: *lo = INT64_MIN, *hi = INT64_MAX; break;
    }
}

uint32_t csl_sym_new(csl_analysis *a, csl_sym_kind kind, csl_type type, const char *name,
                     csl_loop *loop) {
    csl_sym *s = CSL_NEW(a->ctx, csl_sym);
    s->kind = kind;
    s->type = type;
    s->name = name ? name : "";
    s->loop = loop;
    s->uniform = CSL_SCOPE_GRID;
    type_range(type, &s->lo, &s->hi);
    if (kind == CSL_SYM_ITER || kind == CSL_SYM_TRIPS)
        s->lo = 0, s->hi = INT32_MAX / 2;
    CSL_PUSH(a->ctx, &a->syms, s);
    return a->syms.n - 1;
}

csl_expr *csl_sym_expr(csl_analysis *a, uint32_t sym) {
    return csl_leaf(a->ctx, CSL_OP_SYM, a->syms.v[sym]->type, sym);
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
    return a->expanded ? csl_map_again(a->ctx, a->expanded, e, expand_leaf, a)
                       : csl_map(a->ctx, e, expand_leaf, a);
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

static int64_t clamp_add(int64_t a, int64_t b) {
    int64_t r;
    return __builtin_add_overflow(a, b, &r) ? (a < 0 ? INT64_MIN : INT64_MAX) : r;
}

static int64_t clamp_mul(int64_t a, int64_t b) {
    int64_t r;
    return __builtin_mul_overflow(a, b, &r) ? ((a < 0) == (b < 0) ? INT64_MAX : INT64_MIN) : r;
}

static int64_t min64(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t max64(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static void leaf_range(csl_analysis *a, csl_expr *e, int64_t *lo, int64_t *hi) {
    static const int64_t block[3] = {1024, 1024, 64};
    /* Larger grids exist, but blockIdx.x * blockDim.x + threadIdx.x is meant not to wrap. */
    static const int64_t grid[3] = {1 << 21, 65535, 65535};
    switch (e->op) {
    case CSL_OP_CONST: *lo = *hi = e->value; break;
    case CSL_OP_TID: *lo = 0, *hi = block[e->index] - 1; break;
    case CSL_OP_BDIM: *lo = 1, *hi = block[e->index]; break;
    case CSL_OP_BID:
        *lo = 0;
        *hi = (a->grid_most[e->index] ? a->grid_most[e->index] : grid[e->index]) - 1;
        break;
    case CSL_OP_GDIM:
        *lo = a->grid_most[e->index] ? a->grid_least[e->index] : 1;
        *hi = a->grid_most[e->index] ? a->grid_most[e->index] : grid[e->index];
        break;
    case CSL_OP_SYM: *lo = csl_sym_of(a, e)->lo, *hi = csl_sym_of(a, e)->hi; break;
    case CSL_OP_PARAM:
        type_range((csl_type)e->type, lo, hi);
        if (a->size[e->index])
            *lo = 0;
        break;
    default: type_range((csl_type)e->type, lo, hi); break;
    }
}

/* Signed results that leave the type's range count as not happening (undefined in C); unsigned ones
 * give the whole range of the type. */
void csl_range(csl_analysis *a, csl_expr *e, int64_t *lo, int64_t *hi) {
    int64_t tlo, thi, x0, x1, y0, y1;
    type_range((csl_type)e->type, &tlo, &thi);
    *lo = tlo, *hi = thi;
    if (e->nkids == 0) {
        leaf_range(a, e, lo, hi);
        return;
    }
    if (csl_type_float((csl_type)e->type) || csl_type_float((csl_type)e->kids[0]->type))
        return;
    switch (e->op) {
    case CSL_OP_ITE:
        csl_range(a, e->kids[1], &x0, &x1);
        csl_range(a, e->kids[2], &y0, &y1);
        *lo = min64(x0, y0), *hi = max64(x1, y1);
        return;
    case CSL_OP_CAST: csl_range(a, e->kids[0], &x0, &x1); break;
    case CSL_OP_ADD:
        csl_range(a, e->kids[0], &x0, &x1);
        csl_range(a, e->kids[1], &y0, &y1);
        x0 = clamp_add(x0, y0), x1 = clamp_add(x1, y1);
        break;
    case CSL_OP_SUB:
        csl_range(a, e->kids[0], &x0, &x1);
        csl_range(a, e->kids[1], &y0, &y1);
        x0 = clamp_add(x0, y1 == INT64_MIN ? INT64_MAX : -y1);
        x1 = clamp_add(x1, y0 == INT64_MIN ? INT64_MAX : -y0);
        break;
    case CSL_OP_MUL: {
        csl_range(a, e->kids[0], &x0, &x1);
        csl_range(a, e->kids[1], &y0, &y1);
        int64_t p[4] = {clamp_mul(x0, y0), clamp_mul(x0, y1), clamp_mul(x1, y0), clamp_mul(x1, y1)};
        x0 = min64(min64(p[0], p[1]), min64(p[2], p[3]));
        x1 = max64(max64(p[0], p[1]), max64(p[2], p[3]));
        break;
    }
    case CSL_OP_DIV:
    case CSL_OP_SHR:
        csl_range(a, e->kids[0], &x0, &x1);
        csl_range(a, e->kids[1], &y0, &y1);
        if (x0 < 0)
            return;
        x0 = 0; /* a non-negative number only gets smaller */
        if (e->op == CSL_OP_DIV && y0 > 0)
            x1 /= y0;
        break;
    case CSL_OP_SHL: /* a signed result that is negative would be undefined */
        csl_range(a, e->kids[0], &x0, &x1);
        csl_range(a, e->kids[1], &y0, &y1);
        if (x0 >= 0 && y0 >= 0 && y1 < 32 && x1 < (int64_t)1 << 31 && x1 << y1 <= thi) {
            *lo = x0 << y0, *hi = x1 << y1;
            return;
        }
        if (x0 < 0 || !csl_type_signed((csl_type)e->type))
            return;
        x0 = 0, x1 = thi;
        break;
    case CSL_OP_REM:
        csl_range(a, e->kids[0], &x0, &x1);
        csl_range(a, e->kids[1], &y0, &y1);
        if (x0 < 0 || y0 <= 0)
            return;
        x0 = 0, x1 = min64(x1, y1 - 1);
        break;
    case CSL_OP_BAND:
        csl_range(a, e->kids[0], &x0, &x1);
        csl_range(a, e->kids[1], &y0, &y1);
        if (x0 < 0 && y0 < 0)
            return;
        x1 = x0 < 0 ? y1 : y0 < 0 ? x1 : min64(x1, y1);
        x0 = 0;
        break;
    case CSL_OP_MIN:
    case CSL_OP_MAX:
        csl_range(a, e->kids[0], &x0, &x1);
        csl_range(a, e->kids[1], &y0, &y1);
        x0 = e->op == CSL_OP_MIN ? min64(x0, y0) : max64(x0, y0);
        x1 = e->op == CSL_OP_MIN ? min64(x1, y1) : max64(x1, y1);
        break;
    default: return;
    }
    if (csl_type_signed((csl_type)e->type) && e->op != CSL_OP_CAST) {
        *lo = max64(x0, tlo), *hi = min64(x1, thi);
        if (*lo > *hi)
            *lo = tlo, *hi = thi;
    } else if (x0 >= tlo && x1 <= thi) {
        *lo = x0, *hi = x1;
    }
}
