#include "lanes.h"
#include "../../limits/limits.h"

#include <string.h>

#define BUCKETS 256

typedef struct entry {
    const csl_expr *e;
    csl_lanes value;
    struct entry *next;
} entry;

struct csl_lane_memo {
    csl_ctx *memory;
    entry *bucket[BUCKETS];
    entry *spare; /* entries of what is forgotten */
};

void csl_view_init(csl_lane_view *view, csl_analysis *a, csl_ctx *memory) {
    *view = (csl_lane_view){.a = a, .known = CSL_NEW(memory, struct csl_lane_memo)};
    view->known->memory = memory;
}

void csl_view_warp(csl_lane_view *view, uint32_t warp) {
    struct csl_lane_memo *m = view->known;
    for (unsigned b = 0; b < BUCKETS; b++)
        for (entry *e = m->bucket[b]; e;) {
            entry *next = e->next;
            e->next = m->spare;
            m->spare = e;
            e = next;
        }
    memset(m->bucket, 0, sizeof m->bucket);
    view->warp = warp;
    view->threads = UINT32_MAX;
    const uint32_t *d = view->block;
    const uint32_t all = d[0] && d[1] && d[2] ? d[0] * d[1] * d[2] : 0;
    if (all && all < (warp + 1) * CSL_WARP)
        view->threads = (1u << (all - warp * CSL_WARP)) - 1;
}

/* ---- leaves ---------------------------------------------------------------------------------- */

static csl_lanes constant(int64_t value) {
    csl_lanes l = {.kind = CSL_LANES_KNOWN, .same = true};
    for (unsigned i = 0; i < CSL_WARP; i++)
        l.v[i] = value;
    return l;
}

static csl_lanes shared_unknown(void) {
    csl_lanes l = constant(0);
    l.kind = CSL_LANES_SHIFTED;
    return l;
}

static csl_lanes of_kind(csl_lanes_kind kind) {
    return (csl_lanes){.kind = kind};
}

/* Lanes that are not there say what the first one says. */
static void find_same(const csl_lane_view *view, csl_lanes *l) {
    l->same = true;
    for (unsigned i = 0; i < CSL_WARP; i++) {
        if (!(view->threads >> i & 1))
            l->v[i] = l->v[0];
        l->same &= l->v[i] == l->v[0];
    }
}

/* threadIdx in dimension d. Of a block that is not known only x is asked for. */
static csl_lanes coordinate(const csl_lane_view *view, uint32_t d) {
    csl_lanes l = {.kind = CSL_LANES_KNOWN};
    const uint32_t *block = view->block;
    for (uint32_t i = 0; i < CSL_WARP; i++) {
        const uint32_t t = view->warp * CSL_WARP + i;
        if (!block[0])
            l.v[i] = d == 0 ? t : 0;
        else
            l.v[i] = d == 0   ? t % block[0]
                     : d == 1 ? t / block[0] % block[1]
                              : t / block[0] / block[1];
    }
    find_same(view, &l);
    return l;
}

/* The pass in which each lane leaves the loop: the first that is the last. */
static csl_lanes trips(const csl_lane_view *view, const csl_loop *loop) {
    csl_expr *stay = loop->stay ? csl_expand(view->a, loop->stay) : NULL;
    csl_lanes l = {.kind = CSL_LANES_KNOWN};
    uint32_t left = 0, iter[CSL_MOST_VIEWED], pass[CSL_MOST_VIEWED], n = view->npasses;
    if (!stay || n + 1 >= CSL_MOST_VIEWED)
        return of_kind(CSL_LANES_DATA);
    for (uint32_t i = 0; i < n; i++) {
        iter[i] = view->iter[i];
        pass[i] = view->pass[i];
    }
    csl_lane_view inner;
    csl_view_init(&inner, view->a, view->known->memory);
    memcpy(inner.block, view->block, sizeof inner.block);
    iter[n] = loop->iter;
    inner.iter = iter;
    inner.pass = pass;
    inner.npasses = n + 1;
    for (pass[n] = 0; left != UINT32_MAX; pass[n]++) {
        if (csl_limit_reached(CSL_LIMIT_bank_passes, pass[n]))
            return of_kind(CSL_LANES_DATA);
        csl_view_warp(&inner, view->warp);
        const csl_lanes *s = csl_lanes_of(&inner, stay);
        if (s->kind != CSL_LANES_KNOWN)
            return of_kind(CSL_LANES_DATA);
        for (uint32_t i = 0; i < CSL_WARP; i++)
            if (!s->v[i] && !(left >> i & 1)) {
                left |= 1u << i;
                l.v[i] = pass[n];
            }
    }
    find_same(view, &l);
    return l;
}

static csl_lanes symbol(const csl_lane_view *view, const csl_expr *e) {
    for (uint32_t i = 0; i < view->npasses; i++)
        if (view->iter[i] == e->index)
            return constant(view->pass[i]);
    const csl_sym *s = csl_sym_of(view->a, e);
    if (s->kind == CSL_SYM_ITER || s->kind == CSL_SYM_HEAD || s->uniform >= CSL_SCOPE_WARP)
        return shared_unknown();
    return s->kind == CSL_SYM_TRIPS ? trips(view, s->of) : of_kind(CSL_LANES_DATA);
}

static csl_lanes leaf(const csl_lane_view *view, const csl_expr *e) {
    switch (e->op) {
    case CSL_OP_CONST: return constant(e->value);
    case CSL_OP_TID: return coordinate(view, e->index);
    case CSL_OP_BDIM:
        return view->block[e->index] ? constant(view->block[e->index]) : shared_unknown();
    case CSL_OP_SYM: return symbol(view, e);
    case CSL_OP_BID:
    case CSL_OP_GDIM:
    case CSL_OP_PARAM:
    case CSL_OP_BASE: return shared_unknown();
    default: return of_kind(CSL_LANES_DATA);
    }
}

/* ---- operators ------------------------------------------------------------------------------- */

static csl_lanes each_lane(const csl_lane_view *view, const csl_expr *e,
                           const csl_lanes *const *kids) {
    csl_lanes l = {.kind = CSL_LANES_KNOWN};
    int64_t values[64];
    for (unsigned i = 0; i < CSL_WARP; i++) {
        for (unsigned k = 0; k < e->nkids; k++)
            values[k] = kids[k]->v[i];
        l.v[i] = csl_eval_op(e, values);
    }
    find_same(view, &l);
    return l;
}

/* AND and OR: one operand may decide, whatever the others are. */
static csl_lanes connect(const csl_lane_view *view, const csl_expr *e,
                         const csl_lanes *const *kids) {
    const bool decisive = e->op == CSL_OP_OR;
    csl_lanes l = constant(!decisive);
    csl_lanes_kind worst = CSL_LANES_KNOWN;
    for (unsigned k = 0; k < e->nkids; k++) {
        if (kids[k]->kind == CSL_LANES_KNOWN)
            for (unsigned i = 0; i < CSL_WARP; i++)
                l.v[i] = (kids[k]->v[i] != 0) == decisive ? decisive : l.v[i];
        else if (kids[k]->kind > worst)
            worst = kids[k]->kind;
    }
    find_same(view, &l);
    if (worst == CSL_LANES_KNOWN || (l.same && l.v[0] == decisive))
        return l;
    return l.same && worst == CSL_LANES_SHIFTED
               ? shared_unknown()
               : of_kind(worst == CSL_LANES_SHIFTED ? CSL_LANES_OPEN : worst);
}

/* Sums of numbers that are known but for a shift: exact, without wrapping. */
static bool add_shifted(const csl_expr *e, const csl_lanes *const *kids, csl_lanes *l) {
    const csl_lanes *x = kids[0], *y = e->nkids > 1 ? kids[1] : NULL;
    for (unsigned i = 0; i < CSL_WARP; i++)
        switch (e->op) {
        case CSL_OP_ADD: l->v[i] = (int64_t)((uint64_t)x->v[i] + (uint64_t)y->v[i]); break;
        case CSL_OP_SUB: l->v[i] = (int64_t)((uint64_t)x->v[i] - (uint64_t)y->v[i]); break;
        case CSL_OP_NEG: l->v[i] = (int64_t)(0 - (uint64_t)x->v[i]); break;
        default: return false;
        }
    return true;
}

/* ... multiplied by a number that is known and the same in all lanes. */
static bool scale_shifted(const csl_expr *e, const csl_lanes *const *kids, csl_lanes *l) {
    const bool second = kids[1]->kind == CSL_LANES_KNOWN && kids[1]->same;
    const bool first = e->op == CSL_OP_MUL && kids[0]->kind == CSL_LANES_KNOWN && kids[0]->same;
    if (!second && !first)
        return false;
    const csl_lanes *x = kids[second ? 0 : 1];
    int64_t by = kids[second ? 1 : 0]->v[0];
    if (e->op == CSL_OP_SHL) {
        if (by < 0 || by > 62)
            return false;
        by = (int64_t)1 << by;
    }
    for (unsigned i = 0; i < CSL_WARP; i++)
        l->v[i] = (int64_t)((uint64_t)x->v[i] * (uint64_t)by);
    return true;
}

/* A conversion that keeps a sum as it is, as long as it does not wrap. */
static bool keeps_sums(const csl_expr *e) {
    const csl_type to = (csl_type)e->type, from = (csl_type)e->kids[0]->type;
    return e->op == CSL_OP_CAST && csl_type_integer(to) && csl_type_integer(from) &&
           csl_type_bytes(to) >= 4 && csl_type_bytes(from) >= 4;
}

/* Some operand is known but for a shift, all others are known or that, too. */
static csl_lanes shifted(const csl_lane_view *view, const csl_expr *e,
                         const csl_lanes *const *kids) {
    bool same = true;
    for (unsigned k = 0; k < e->nkids; k++)
        same &= kids[k]->same;
    csl_lanes l = {.kind = CSL_LANES_SHIFTED};
    bool good = add_shifted(e, kids, &l);
    if (!good && (e->op == CSL_OP_MUL || e->op == CSL_OP_SHL))
        good = scale_shifted(e, kids, &l);
    if (!good && keeps_sums(e)) {
        l = *kids[0];
        good = true;
    }
    if (!good)
        return same ? shared_unknown() : of_kind(CSL_LANES_OPEN);
    find_same(view, &l);
    return l;
}

static csl_lanes choose(const csl_lane_view *view, const csl_expr *e,
                        const csl_lanes *const *kids) {
    const csl_lanes *c = kids[0], *x = kids[1], *y = kids[2];
    if (c->kind == CSL_LANES_KNOWN && c->same)
        return *(c->v[0] ? x : y);
    if (c->kind == CSL_LANES_KNOWN && x->kind == CSL_LANES_KNOWN && y->kind == CSL_LANES_KNOWN)
        return each_lane(view, e, kids);
    csl_lanes_kind worst = CSL_LANES_OPEN;
    for (unsigned k = 0; k < 3; k++)
        worst = kids[k]->kind > worst ? kids[k]->kind : worst;
    const bool same = c->same && x->same && y->same;
    return worst == CSL_LANES_OPEN && same && c->kind <= CSL_LANES_SHIFTED &&
                   x->kind <= CSL_LANES_SHIFTED && y->kind <= CSL_LANES_SHIFTED
               ? shared_unknown()
               : of_kind(worst);
}

static csl_lanes operate(const csl_lane_view *view, const csl_expr *e,
                         const csl_lanes *const *kids) {
    if (e->op == CSL_OP_AND || e->op == CSL_OP_OR)
        return connect(view, e, kids);
    if (e->op == CSL_OP_ITE)
        return choose(view, e, kids);
    csl_lanes_kind worst = CSL_LANES_KNOWN;
    for (unsigned k = 0; k < e->nkids; k++)
        worst = kids[k]->kind > worst ? kids[k]->kind : worst;
    if (worst > CSL_LANES_SHIFTED)
        return of_kind(worst);
    if (e->op == CSL_OP_PURE) {
        for (unsigned k = 0; k < e->nkids; k++)
            if (!kids[k]->same)
                return of_kind(CSL_LANES_DATA);
        return shared_unknown();
    }
    return worst == CSL_LANES_KNOWN ? each_lane(view, e, kids) : shifted(view, e, kids);
}

const csl_lanes *csl_lanes_of(csl_lane_view *view, const csl_expr *e) {
    struct csl_lane_memo *m = view->known;
    entry **bucket = &m->bucket[e->id % BUCKETS];
    for (entry *old = *bucket; old; old = old->next)
        if (old->e == e)
            return &old->value;
    const csl_lanes *kids[64];
    csl_lanes value;
    if (e->nkids > 64) {
        value = of_kind(CSL_LANES_DATA);
    } else if (e->nkids == 0) {
        value = leaf(view, e);
    } else {
        for (unsigned k = 0; k < e->nkids; k++)
            kids[k] = csl_lanes_of(view, e->kids[k]);
        value = operate(view, e, kids);
    }
    entry *new = m->spare;
    if (new)
        m->spare = new->next;
    else
        new = CSL_NEW(m->memory, entry);
    *new = (entry){e, value, *bucket};
    *bucket = new;
    return &new->value;
}
