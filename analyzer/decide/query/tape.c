/* Compiles a query: numbers its terms, finds their ranges, and tightens these by what the guards
 * say about single terms. */
#include "tape.h"

#include <string.h>

/* ---- numbering ------------------------------------------------------------------------------- */

/* Open addressing from expression ids to node numbers. */
typedef struct id_map {
    uint32_t *id, *node;
    uint32_t size, used;
} id_map;

static uint32_t slot_of(const id_map *m, uint32_t id) {
    uint32_t i = (id * 2654435761u) & (m->size - 1);
    while (m->node[i] && m->id[i] != id)
        i = (i + 1) & (m->size - 1);
    return i;
}

static void map_grow(csl_pool *pool, id_map *m) {
    id_map old = *m;
    m->size = old.size ? old.size * 2 : 128;
    m->id = CSL_POOL_ARRAY(pool, uint32_t, m->size);
    m->node = CSL_POOL_ARRAY(pool, uint32_t, m->size);
    for (uint32_t i = 0; i < old.size; i++) {
        if (old.node[i]) {
            uint32_t s = slot_of(m, old.id[i]);
            m->id[s] = old.id[i];
            m->node[s] = old.node[i];
        }
    }
}

typedef struct builder {
    csl_pool *pool;
    csl_tape *tape;
    id_map map; /* node numbers plus one; 0: empty slot */
    uint32_t room;
    const csl_expr **stack;
    uint32_t depth, stack_room;
} builder;

static uint32_t find(const builder *b, const csl_expr *e) {
    return b->map.node[slot_of(&b->map, e->id)];
}

static void push(builder *b, const csl_expr *e) {
    if (b->depth == b->stack_room) {
        const csl_expr **old = b->stack;
        b->stack_room = old ? b->stack_room * 2 : 64;
        b->stack = CSL_POOL_ARRAY(b->pool, const csl_expr *, b->stack_room);
        if (old)
            memcpy(b->stack, old, b->depth * sizeof *old);
    }
    b->stack[b->depth++] = e;
}

static void append(builder *b, const csl_expr *e) {
    csl_tape *t = b->tape;
    if (t->n == b->room) {
        csl_term *old = t->node;
        b->room = old ? b->room * 2 : 64;
        t->node = CSL_POOL_ARRAY(b->pool, csl_term, b->room);
        if (old)
            memcpy(t->node, old, t->n * sizeof *old);
    }
    csl_term *node = &t->node[t->n];
    *node = (csl_term){.e = e};
    t->max_kids = e->nkids > t->max_kids ? e->nkids : t->max_kids;
    if (e->nkids > 0) {
        uint32_t *kid = CSL_POOL_ARRAY(b->pool, uint32_t, e->nkids);
        for (unsigned i = 0; i < e->nkids; i++) {
            kid[i] = find(b, e->kids[i]) - 1;
            node->sides |= t->node[kid[i]].sides;
        }
        node->kid = kid;
    }
    if (e->op == CSL_OP_SYM) {
        int side = t->q->vars[e->index].side;
        node->sides = side == 1 ? 1 : side == 2 ? 2 : 0;
        t->var[e->index] = t->n;
    }
    t->has_unknown_function |= e->op == CSL_OP_PURE;
    if (2 * ++b->map.used > b->map.size)
        map_grow(b->pool, &b->map);
    uint32_t s = slot_of(&b->map, e->id);
    b->map.id[s] = e->id;
    b->map.node[s] = ++t->n;
}

/* Numbers a term and all below it, with an own stack: terms of unrolled code get deep. */
static uint32_t number(builder *b, const csl_expr *root) {
    push(b, root);
    while (b->depth > 0) {
        const csl_expr *e = b->stack[b->depth - 1];
        bool ready = true;
        if (!find(b, e)) {
            for (unsigned i = 0; i < e->nkids; i++) {
                if (!find(b, e->kids[i])) {
                    push(b, e->kids[i]);
                    ready = false;
                }
            }
            if (ready)
                append(b, e);
        }
        if (ready)
            b->depth--;
    }
    return find(b, root) - 1;
}

/* ---- ranges ---------------------------------------------------------------------------------- */

static csl_range range_of_var(const csl_query *q, uint32_t v) {
    const csl_dvar *var = &q->vars[v];
    csl_range r = {var->lo, var->hi};
    if (v < CSL_DV_FREE) {
        csl_range dim = csl_shapes_range(q->shapes, v % 3);
        r = csl_range_meet(r, v >= CSL_DV_BDIM ? dim : (csl_range){0, dim.hi - 1});
    }
    return r;
}

/* A range cut down to the values that CSL_UNIFORM_LIMIT and CSL_LOADED_LIMIT expect; if there are
 * none, to the one nearest to them. */
static csl_range limited_range(const csl_dvar *v, csl_range r) {
    const csl_role role = v->role;
    csl_wide limit = csl_is_loaded(v) ? CSL_LOADED_LIMIT : CSL_UNIFORM_LIMIT;
    if (role == CSL_ROLE_TID || role == CSL_ROLE_BDIM || v->whole)
        return r;
    if (r.lo > limit || r.hi < -limit)
        return r.lo > limit ? (csl_range){r.lo, r.lo} : (csl_range){r.hi, r.hi};
    return csl_range_meet(r, (csl_range){-limit, limit});
}

/* Wraps in C, but is meant not to where it makes an index. A conversion to less bytes is meant to.
 */
static bool may_be_index(const csl_expr *e) {
    switch (e->op) {
    case CSL_OP_ADD:
    case CSL_OP_SUB:
    case CSL_OP_MUL:
    case CSL_OP_NEG:
    case CSL_OP_SHL: return true;
    case CSL_OP_CAST:
        return csl_type_bytes((csl_type)e->type) >= csl_type_bytes((csl_type)e->kids[0]->type);
    default: return false;
    }
}

/* Made, as an index is, of what indices are made of: b * w + x in b * w + x < n. */
static bool is_sum_of_indices(const csl_tape *t, const csl_term *node) {
    csl_op op = (csl_op)node->e->op;
    bool all = op == CSL_OP_ADD || op == CSL_OP_SUB || op == CSL_OP_CAST;
    for (unsigned k = 0; k < node->e->nkids; k++) {
        const csl_term *kid = &t->node[node->kid[k]];
        all = all && (kid->below || kid->e->op == CSL_OP_CONST);
    }
    return all;
}

/* The terms that the offsets are made of, and sums of these; without offsets, the guards. */
static void find_indices(csl_tape *t) {
    for (unsigned s = 0; s < 2; s++)
        t->node[t->offset[s] != CSL_NO_NODE ? t->offset[s] : t->guard[s]].below = true;
    for (uint32_t i = t->n; i-- > 0;)
        for (unsigned k = 0; t->node[i].below && k < t->node[i].e->nkids; k++)
            t->node[t->node[i].kid[k]].below = true;
    for (uint32_t i = 0; i < t->n; i++) {
        csl_term *node = &t->node[i];
        node->below = node->below || is_sum_of_indices(t, node);
        node->indexes = node->below && may_be_index(node->e);
    }
}

/* The range of a node within its type, and whether a result beyond the type is undefined. */
static csl_range settle(const csl_term *node, csl_range exact) {
    return csl_range_reduce((csl_type)node->e->type, exact, node->strict);
}

static csl_range leaf_range(const csl_tape *t, const csl_expr *e) {
    if (e->op == CSL_OP_SYM)
        return t->var_range[e->index];
    if (e->op == CSL_OP_CONST && csl_type_integer((csl_type)e->type)) {
        csl_wide v = csl_number((csl_type)e->type, e->value);
        return (csl_range){v, v};
    }
    return csl_range_of_type((csl_type)e->type);
}

/* What find_strict() has seen. */
typedef struct strictness {
    csl_range *full; /* of each node, as it follows from the ranges of the variables */
    bool news;       /* another node is strict than before */
    bool open;       /* smaller ranges may make a node strict that is not */
} strictness;

/* Decides which overflows count as undefined, from the ranges of the variables: those of all
 * values, and those within the limits. */
static strictness find_strict(csl_pool *pool, csl_tape *t) {
    csl_range *limited = CSL_POOL_ROOM(pool, csl_range, t->n);
    csl_range *full = CSL_POOL_ROOM(pool, csl_range, t->n);
    csl_range *kid = CSL_POOL_ARRAY(pool, csl_range, t->max_kids);
    strictness found = {.full = full};
    for (uint32_t i = 0; i < t->n; i++) {
        csl_term *node = &t->node[i];
        const csl_expr *e = node->e;
        if (e->nkids == 0) {
            full[i] = limited[i] = node->range;
            if (e->op == CSL_OP_SYM)
                limited[i] = limited_range(&t->q->vars[e->index], node->range);
            continue;
        }
        csl_range type = csl_range_of_type((csl_type)e->type);
        bool may_fail = false, same = true;
        for (unsigned k = 0; k < e->nkids; k++) {
            uint32_t i_kid = node->kid[k];
            kid[k] = limited[i_kid];
            same = same && kid[k].lo == full[i_kid].lo && kid[k].hi == full[i_kid].hi;
            may_fail |= t->node[i_kid].may_fail;
        }
        csl_range exact_limited = csl_range_of_op(e, kid), exact = exact_limited;
        for (unsigned k = 0; k < e->nkids && !same; k++)
            kid[k] = full[node->kid[k]];
        if (!same)
            exact = csl_range_of_op(e, kid);
        bool integer =
            csl_type_integer((csl_type)e->type) && csl_type_integer((csl_type)e->kids[0]->type);
        const bool beyond = integer && !csl_range_inside(exact, type);
        const bool strict = beyond && (csl_is_strict(e) ||
                                       (node->indexes && csl_range_inside(exact_limited, type)));
        t->assumes |= strict && !csl_is_strict(e);
        bool division = integer && (e->op == CSL_OP_DIV || e->op == CSL_OP_REM);
        bool by_zero = division && kid[1].lo <= 0 && kid[1].hi >= 0;
        bool too_large = division && type.lo < 0 && kid[1].lo <= -1 && kid[1].hi >= -1 &&
                         kid[0].lo == type.lo; /* INT_MIN / -1 */
        found.news |= strict && !node->strict;
        found.open |= beyond && node->indexes && !strict;
        node->strict |= strict;
        node->may_fail |= may_fail || strict || by_zero || too_large;
        full[i] = settle(node, exact);
        limited[i] = same ? full[i] : settle(node, exact_limited);
    }
    return found;
}

/* The ranges of the variables alone. */
static void reset_leaves(csl_tape *t) {
    for (uint32_t i = 0; i < t->n; i++)
        if (t->node[i].e->nkids == 0)
            t->node[i].range = leaf_range(t, t->node[i].e);
}

static bool narrow_to(csl_tape *t, uint32_t i, csl_range r) {
    csl_term *node = &t->node[i];
    csl_range met = csl_range_meet(node->range, r);
    if (met.lo == node->range.lo && met.hi == node->range.hi)
        return false;
    node->range = met;
    if (met.lo > met.hi) {
        t->contradiction = true;
        return false;
    }
    /* Through a cast that did not change the value: a widening one, or one between the signed and
     * unsigned type of one width whose result is small enough to be the same number in both. */
    const csl_expr *e = node->e;
    if (e->op == CSL_OP_CAST && e->type != CSL_BOOL) {
        csl_type from = (csl_type)e->kids[0]->type;
        csl_range type = csl_range_of_type(from);
        bool same_width = csl_type_integer(from) && from != CSL_BOOL &&
                          csl_type_bytes(from) == csl_type_bytes((csl_type)e->type);
        if (csl_term_exact(t, i) || (same_width && csl_range_inside(met, type) && met.lo >= 0))
            narrow_to(t, node->kid[0], met);
    }
    return true;
}

/* What one true (or, if negated, false) comparison says about the ranges of its two sides. */
static bool learn(csl_tape *t, uint32_t i, bool negated) {
    const csl_term *node = &t->node[i];
    const csl_expr *e = node->e;
    narrow_to(t, i, (csl_range){!negated, !negated});
    if (e->op == CSL_OP_NOT)
        return learn(t, node->kid[0], !negated);
    if (e->op == CSL_OP_OR && negated) {
        bool changed = false;
        for (unsigned k = 0; k < e->nkids; k++)
            changed |= learn(t, node->kid[k], true);
        return changed;
    }
    bool relation =
        e->op == CSL_OP_EQ || e->op == CSL_OP_NE || e->op == CSL_OP_LT || e->op == CSL_OP_LE;
    if (!relation || !csl_type_integer((csl_type)e->kids[0]->type))
        return false;
    uint32_t x = node->kid[0], y = node->kid[1];
    csl_range a = t->node[x].range, b = t->node[y].range;
    if (e->op == CSL_OP_EQ || e->op == CSL_OP_NE) {
        if ((e->op == CSL_OP_EQ) != negated) {
            bool first = narrow_to(t, x, b);
            return narrow_to(t, y, a) || first;
        }
        if (b.lo != b.hi) { /* let a single value be b */
            uint32_t swap = x;
            csl_range r = a;
            x = y, y = swap, a = b, b = r;
        }
        if (b.lo == b.hi && (a.lo == b.lo || a.hi == b.lo)) {
            csl_range rest = {a.lo == b.lo ? a.lo + 1 : a.lo, a.hi == b.lo ? a.hi - 1 : a.hi};
            return narrow_to(t, x, rest);
        }
        return false;
    }
    bool strict = (e->op == CSL_OP_LT) != negated; /* not (a <= b) is b < a */
    if (negated) {
        uint32_t swap = x;
        csl_range r = a;
        x = y, y = swap, a = b, b = r;
    }
    bool first = narrow_to(t, x, (csl_range){a.lo, b.hi - strict});
    return narrow_to(t, y, (csl_range){a.lo + strict, b.hi}) || first;
}

/* Second pass: lets every conjunct narrow the ranges of what it compares, a few rounds. */
static void narrow_ranges(csl_pool *pool, csl_tape *t) {
    csl_range *kid = CSL_POOL_ARRAY(pool, csl_range, t->max_kids);
    for (unsigned round = 0; round < 3 && !t->contradiction; round++) {
        bool changed = round == 0;
        for (uint32_t i = 0; i < t->nconjuncts && !t->contradiction; i++)
            changed |= learn(t, t->conjunct[i], false);
        if (!changed)
            return;
        for (uint32_t i = 0; i < t->n && !t->contradiction; i++) {
            csl_term *node = &t->node[i];
            if (node->e->nkids > 0) {
                for (unsigned k = 0; k < node->e->nkids; k++)
                    kid[k] = t->node[node->kid[k]].range;
                /* No contradiction if nothing is left: it may be an operand that is not needed. */
                csl_range r = settle(node, csl_range_of_op(node->e, kid));
                csl_range met = csl_range_meet(node->range, r);
                node->range = met.lo <= met.hi ? met : node->range;
            }
        }
    }
}

void csl_tape_widen(csl_tape *t) {
    csl_pool pool = {0};
    csl_range *kid = CSL_POOL_ARRAY(&pool, csl_range, t->max_kids);
    for (uint32_t i = 0; i < t->n; i++) {
        csl_term *node = &t->node[i];
        for (unsigned k = 0; k < node->e->nkids; k++)
            kid[k] = t->node[node->kid[k]].range;
        if (node->e->nkids > 0)
            node->range = settle(node, csl_range_of_op(node->e, kid));
    }
    csl_pool_free(&pool);
}

/* ---- conjuncts ------------------------------------------------------------------------------- */

static void collect(csl_tape *t, uint32_t *room, csl_pool *pool, uint32_t i) {
    const csl_term *node = &t->node[i];
    if (node->e->op == CSL_OP_AND) {
        for (unsigned k = 0; k < node->e->nkids; k++)
            collect(t, room, pool, node->kid[k]);
        return;
    }
    if (t->nconjuncts == *room) {
        uint32_t *old = t->conjunct;
        *room = old ? *room * 2 : 16;
        t->conjunct = CSL_POOL_ARRAY(pool, uint32_t, *room);
        if (old)
            memcpy(t->conjunct, old, t->nconjuncts * sizeof *old);
    }
    t->conjunct[t->nconjuncts++] = i;
}

csl_tape *csl_tape_new(csl_pool *pool, const csl_query *q, bool narrow) {
    csl_tape *t = CSL_POOL_ARRAY(pool, csl_tape, 1);
    builder b = {.pool = pool, .tape = t};
    map_grow(pool, &b.map);
    t->q = q;
    t->var = CSL_POOL_ARRAY(pool, uint32_t, q->nvars);
    t->var_range = CSL_POOL_ARRAY(pool, csl_range, q->nvars);
    for (uint32_t v = 0; v < q->nvars; v++) {
        t->var[v] = CSL_NO_NODE;
        t->var_range[v] = range_of_var(q, v);
        t->contradiction |= t->var_range[v].lo > t->var_range[v].hi;
    }
    t->fact = number(&b, q->fact);
    for (unsigned s = 0; s < 2; s++) {
        t->guard[s] = number(&b, q->guard[s]);
        t->offset[s] = q->offset[s] ? number(&b, q->offset[s]) : CSL_NO_NODE;
    }
    uint32_t room = 0;
    collect(t, &room, pool, t->fact);
    collect(t, &room, pool, t->guard[0]);
    collect(t, &room, pool, t->guard[1]);
    if (!q->wraps)
        find_indices(t);
    reset_leaves(t);
    const strictness first = find_strict(pool, t);
    for (uint32_t i = 0; i < t->n; i++)
        t->node[i].range = first.full[i];
    /* The conditions narrow the ranges; what fits then decides more about overflow. That is part of
     * the meaning of the query, so it is done even when the narrow ranges are not wanted. */
    if (!t->contradiction) {
        narrow_ranges(pool, t);
        if (first.open && find_strict(pool, t).news && narrow && !t->contradiction)
            narrow_ranges(pool, t);
    }
    if (!narrow) {
        reset_leaves(t);
        csl_tape_widen(t);
    }
    return t;
}

bool csl_term_exact(const csl_tape *t, uint32_t i) {
    const csl_term *node = &t->node[i];
    csl_type type = (csl_type)node->e->type;
    if (!csl_type_integer(type))
        return false;
    if (node->strict)
        return true;
    csl_range kid[2] = {{0, 0}, {0, 0}};
    if (node->e->nkids == 0 || node->e->nkids > 2)
        return false;
    for (unsigned k = 0; k < node->e->nkids; k++) {
        if (!csl_type_integer((csl_type)node->e->kids[k]->type))
            return false;
        kid[k] = csl_kid_range(t, i, k);
    }
    return csl_range_inside(csl_range_of_op(node->e, kid), csl_range_of_type(type));
}

csl_range csl_kid_range(const csl_tape *t, uint32_t node, unsigned kid) {
    return t->node[t->node[node].kid[kid]].range;
}
