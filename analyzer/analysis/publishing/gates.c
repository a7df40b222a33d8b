/* Gates: accesses of global memory whose result lets a thread go on because another block has
 * signalled. A counter that says "you are the last", a flag that a thread spins on, a lock.
 *
 * Needs: csl_execute().
 */
#include "gates.h"
#include "../../limits/limits.h"

/* ---- sets of symbols ------------------------------------------------------------------------- */

static bool is_in_set(void *set, csl_expr *e) {
    return e->op == CSL_OP_SYM && ((const csl_sym_set *)set)->has[e->index];
}

/* The expanded term is made with a symbol of the set. */
static bool has_symbol(csl_analysis *a, const csl_sym_set *set, csl_expr *e) {
    return e->syms & set->bits && csl_find_part(a->ctx, e, is_in_set, (void *)set);
}

static bool mentions(csl_analysis *a, const csl_sym_set *set, csl_expr *e) {
    return e && has_symbol(a, set, csl_expand(a, e));
}

bool csl_is_handed_out(csl_analysis *a, const csl_node *n) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *from = a->nodes.v[i];
        if (!csl_is_access(from) || from->sym == CSL_NO_VAR ||
            from->stmt->access->atomic == CSL_ATOMIC_NONE ||
            from->stmt->access->mode != CSL_MODE_RMW)
            continue;
        csl_sym_set made, holds;
        csl_follow_result(a, from, &made, &holds);
        if (mentions(a, &made, n->address))
            return true;
    }
    return false;
}

/* ---- how it is tested ------------------------------------------------------------------------ */

typedef struct tests {
    csl_analysis *a;
    const csl_sym_set *set;
    bool zero;  /* is it 0? */
    bool equal; /* is it some other number? */
    unsigned left;
} tests;

static void find_tests(tests *t, csl_expr *e) {
    if (!(e->syms & t->set->bits) || t->left == 0)
        return;
    t->left--;
    bool compares = e->op == CSL_OP_EQ || e->op == CSL_OP_NE;
    if (compares || e->op == CSL_OP_LT || e->op == CSL_OP_LE) {
        csl_expr *x = e->kids[0], *y = e->kids[1];
        bool left = has_symbol(t->a, t->set, x), right = has_symbol(t->a, t->set, y);
        bool zero = (left && csl_is_const(y, 0) && x->op != CSL_OP_REM) ||
                    (right && csl_is_const(x, 0) && y->op != CSL_OP_REM);
        t->zero |= (left || right) && compares && zero;
        t->equal |= (left || right) && compares && !zero;
        return;
    }
    for (unsigned i = 0; i < e->nkids; i++)
        find_tests(t, e->kids[i]);
}

static tests tests_of(csl_analysis *a, const csl_gate *g) {
    tests t = {.a = a, .set = &g->holds};
    for (uint32_t i = g->node->order + 1; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        csl_expr *e[] = {n->cond, n->value, n->offered};
        for (uint32_t k = 0; k < 3; k++) {
            t.left = CSL_LIMIT(gate_term);
            if (e[k])
                find_tests(&t, csl_expand(a, e[k]));
        }
    }
    return t;
}

static bool is_global(const csl_analysis *a, const csl_node *n) {
    for (uint32_t i = 0; i < n->ntargets; i++) {
        const csl_object *o = csl_object_of_root(a, n->targets[i].root);
        if (o && o->kind != CSL_OBJ_GLOBAL)
            return false;
    }
    return n->ntargets > 0;
}

/* It hands out places: then it is a queue, and a thread that gets one waits for no other. */
static bool is_index(csl_analysis *a, const csl_gate *g) {
    for (uint32_t i = 0; i < a->nodes.n; i++)
        for (uint32_t t = 0; t < a->nodes.v[i]->ntargets; t++)
            if (mentions(a, &g->holds, a->nodes.v[i]->targets[t].offset))
                return true;
    return false;
}

/* ---- loops that wait ------------------------------------------------------------------------- */

/* The innermost loop around the node if it is left or not by symbols of the set. */
static const csl_loop *loop_left_by(csl_analysis *a, const csl_gate *g, const csl_sym_set *by) {
    const csl_loop *l = g->node->loop;
    for (uint32_t i = 0; l && i < l->leaves.n; i++)
        if (mentions(a, by, l->leaves.v[i]->reach))
            return l;
    return NULL;
}

static bool same_place_always(csl_analysis *a, const csl_node *n) {
    for (uint32_t t = 0; t < n->ntargets; t++)
        if (csl_mentions_loop(a, n->targets[t].root, n->loop) ||
            csl_mentions_loop(a, csl_expand(a, n->targets[t].offset), n->loop))
            return false;
    return true;
}

/* A loop that changes nothing in global memory but by atomics. */
static bool only_looks(const csl_analysis *a, const csl_loop *loop, bool *reloads) {
    *reloads = false;
    for (uint32_t i = loop->node->order; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (!csl_loop_inside(n->loop, loop))
            continue;
        if (csl_is_access(n) && n->stmt->access->mode == CSL_MODE_WRITE && is_global(a, n))
            return false;
        *reloads |= n->stmt->kind == CSL_STMT_FENCE || n->stmt->kind == CSL_STMT_SYNC ||
                    n->stmt->kind == CSL_STMT_CALL || n->stmt->kind == CSL_STMT_OPAQUE ||
                    (csl_is_access(n) && !csl_is_plain(n->stmt->access));
    }
    return true;
}

/* ---- kinds of gates -------------------------------------------------------------------------- */

bool csl_adds_nothing(const csl_node *n) {
    const csl_access *x = n->stmt->access;
    if (!n->value)
        return false;
    switch (x->atomic) {
    case CSL_ATOMIC_ADD:
    case CSL_ATOMIC_SUB:
    case CSL_ATOMIC_OR:
    case CSL_ATOMIC_XOR: return csl_is_const(n->value, 0);
    case CSL_ATOMIC_AND:
        return csl_is_const(n->value, -1) || (x->bytes == 4 && csl_is_const(n->value, UINT32_MAX));
    case CSL_ATOMIC_CAS: return n->value->op == CSL_OP_CONST && n->value == x->compare;
    default: return false;
    }
}

static bool counts(csl_atomic op) {
    return op == CSL_ATOMIC_ADD || op == CSL_ATOMIC_SUB || op == CSL_ATOMIC_INC ||
           op == CSL_ATOMIC_DEC;
}

/* Only the first finds 0 there: it counts up. */
static bool grows(csl_analysis *a, const csl_node *n) {
    csl_range by;
    switch (n->stmt->access->atomic) {
    case CSL_ATOMIC_INC:
    case CSL_ATOMIC_OR: return true;
    case CSL_ATOMIC_ADD:
        if (!n->value)
            return false;
        by = csl_range_of(a, csl_expand(a, n->value));
        return by.lo > 0 && by.hi < UINT32_MAX; /* else it may be -1 */
    default: return false;
    }
}

/* The loop around a plain load is left by what it loads, and nothing that changes in the loop has a
 * part in that. */
static bool leaves_by_load(csl_analysis *a, const csl_node *n) {
    csl_expr *some = csl_const(a->ctx, CSL_BOOL, 0);
    for (uint32_t i = 0; i < n->loop->leaves.n; i++) {
        const csl_node *leaf = n->loop->leaves.v[i];
        csl_expr *by = leaf->arms ? csl_expand(a, leaf->arms->node->cond) : some;
        csl_expr *zero = csl_const(a->ctx, a->syms.v[n->sym]->type, 0);
        if (csl_mentions_sym(a, by, n->sym))
            return !csl_mentions_loop(a, csl_replace_sym(a, by, n->sym, zero), n->loop);
    }
    return false;
}

static bool is_spin(csl_analysis *a, csl_gate *g) {
    const csl_access *x = g->node->stmt->access;
    bool plain = csl_is_plain(x), reloads;
    g->kind = CSL_GATE_SPIN;
    if (!g->node->loop || !same_place_always(a, g->node) ||
        !only_looks(a, g->node->loop, &reloads) || (plain && !leaves_by_load(a, g->node)))
        return false;
    csl_follow_result(a, g->node, &g->made, &g->holds);
    g->once = plain && !reloads;
    g->zero = tests_of(a, g).zero;
    g->loop = loop_left_by(a, g, &g->holds);
    return g->loop != NULL;
}

/* Judges the result of one access. False: it lets no thread through. */
static bool is_gate(csl_analysis *a, csl_gate *g) {
    const csl_access *x = g->node->stmt->access;
    if (x->mode == CSL_MODE_READ || csl_adds_nothing(g->node))
        return is_spin(a, g);
    if (x->atomic == CSL_ATOMIC_MIN || x->atomic == CSL_ATOMIC_MAX)
        return false; /* it improves something, and waits for nothing */
    csl_follow_result(a, g->node, &g->made, &g->holds);
    g->kind = counts(x->atomic) ? CSL_GATE_COUNT : CSL_GATE_FLAG;
    g->loop = loop_left_by(a, g, &g->made);
    tests t = tests_of(a, g);
    g->only_zero = t.zero && !t.equal;
    return (t.equal || t.zero) && !(g->kind == CSL_GATE_COUNT && is_index(a, g));
}

csl_gates *csl_find_gates(csl_analysis *a, uint32_t last) {
    csl_gates *all = CSL_NEW(a->pairs, csl_gates);
    for (uint32_t i = 0; i < last && !csl_limit_reached(CSL_LIMIT_gates, all->list.n); i++) {
        csl_node *n = a->nodes.v[i];
        const csl_access *x = csl_is_access(n) ? n->stmt->access : NULL;
        if (!x || n->sym == CSL_NO_VAR || x->mode == CSL_MODE_WRITE || x->is_state ||
            (x->mode == CSL_MODE_READ && !n->loop) ||
            (x->mode == CSL_MODE_RMW && x->atomic == CSL_ATOMIC_NONE) || !is_global(a, n))
            continue;
        if (n->targets[0].root->op == CSL_OP_BASE && !a->written[n->targets[0].root->index])
            continue; /* nothing signals */
        csl_gate g = {.node = n};
        if (is_gate(a, &g))
            CSL_PUSH(a->pairs, &all->list, g);
    }
    return all;
}

/* ---- what is behind it, and what opens it ---------------------------------------------------- */

typedef struct put {
    csl_analysis *a;
    const csl_sym_set *set;
    int64_t value;
} put;

static csl_expr *put_leaf(void *user, csl_expr *leaf) {
    put *p = user;
    if (leaf->op != CSL_OP_SYM || !p->set->has[leaf->index] || !csl_type_integer(leaf->type))
        return leaf;
    return csl_const(p->a->ctx, (csl_type)leaf->type, p->value);
}

/* The condition cannot hold if the result of the gate is that number. */
static bool excludes(csl_analysis *a, const csl_gate *g, csl_expr *e, int64_t value) {
    put p = {a, &g->holds, value};
    return csl_is_false(csl_map(a->ctx, csl_expand(a, e), put_leaf, &p));
}

/* What the signal leaves there, if that is one number. */
static bool sets(csl_analysis *a, const csl_node *signal, int64_t *value) {
    const csl_access *x = signal->stmt->access;
    csl_expr *v = signal->value ? csl_expand(a, signal->value) : NULL;
    if ((x->mode != CSL_MODE_WRITE && x->atomic != CSL_ATOMIC_EXCH &&
         x->atomic != CSL_ATOMIC_CAS) ||
        !v || v->op != CSL_OP_CONST)
        return false;
    *value = v->value;
    return true;
}

bool csl_decides(csl_analysis *a, const csl_gate *g, const csl_node *n) {
    return mentions(a, &g->made, n->reach);
}

bool csl_is_gated(csl_analysis *a, const csl_gate *g, const csl_node *signal, const csl_node *n) {
    int64_t value;
    if (n->order <= g->node->order || !mentions(a, &g->made, n->reach))
        return false;
    bool direct = mentions(a, &g->holds, n->reach);
    if (g->only_zero && signal == g->node && !direct)
        return false; /* the first or the others? */
    if (sets(a, signal, &value))
        return !direct || !excludes(a, g, n->reach, value);
    return !g->only_zero || !grows(a, signal) || (direct && !excludes(a, g, n->reach, 1));
}

/* Whatever leaves the loop does not do so with that value. */
static bool keeps_waiting(csl_analysis *a, const csl_gate *g, int64_t value) {
    for (uint32_t i = 0; i < g->loop->leaves.n; i++)
        if (mentions(a, &g->holds, g->loop->leaves.v[i]->reach) &&
            !excludes(a, g, g->loop->leaves.v[i]->reach, value))
            return false;
    return true;
}

/* The loop waits for others to count up, and not for 0: a store of 0 sets the counter back. */
static bool is_set_back(csl_analysis *a, const csl_gate *g, const csl_node *signal, int64_t value) {
    bool counted = false;
    for (uint32_t i = 0; i < a->nodes.n && !counted; i++) {
        const csl_node *n = a->nodes.v[i];
        counted = csl_is_access(n) && csl_share_memory(a, n, g->node) && grows(a, n);
    }
    return counted && g->kind == CSL_GATE_SPIN && !g->zero && value == 0 &&
           signal->stmt->access->mode == CSL_MODE_WRITE;
}

bool csl_may_open(csl_analysis *a, const csl_gate *g, const csl_node *signal) {
    const csl_access *x = csl_is_access(signal) ? signal->stmt->access : NULL;
    if (!x || x->mode == CSL_MODE_READ || x->is_state || csl_adds_nothing(signal))
        return false;
    if (g->kind == CSL_GATE_COUNT && !counts(x->atomic))
        return false; /* it is set back */
    if (g->kind == CSL_GATE_FLAG && signal != g->node &&
        (!g->loop || !same_place_always(a, g->node)))
        return false; /* it takes what no other thread has taken, and does not wait for it */
    int64_t value;
    bool known = sets(a, signal, &value);
    if (g->kind == CSL_GATE_FLAG && signal == g->node && !known)
        return false; /* a claim of something that is free: it lets no other thread through */
    return !known || !(is_set_back(a, g, signal, value) || (g->loop && keeps_waiting(a, g, value)));
}
