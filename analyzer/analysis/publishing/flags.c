/* Flags and locks inside a block: what one thread has done before it sets a flag comes before what
 * another does that has waited for the flag, and what stands between taking and giving back one and
 * the same lock is done by one thread at a time.
 *
 * Source of the semantics: PTX ISA, "Memory Consistency Model" (release and acquire patterns);
 * volatile accesses count as relaxed ones there. A flag is proved to be one: it has a value that it
 * is given before a barrier of the block, one thread changes it once, and a loop is left only with
 * another value. So a thread that has left the loop has read what that thread wrote, or what atomic
 * operations have made of it since.
 *
 * Needs: csl_find_uniform().
 */
#include "gates.h"

/* ---- how a flag begins -------------------------------------------------------------------------- */

/* The barrier behind the writes that give the place its first value, which is *value. NULL: they
 * are not such. */
static const csl_node *find_begin(csl_analysis *a, const csl_spot *p, int64_t *value) {
    const csl_node *barrier = NULL;
    bool given = false;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (csl_may_do_anything(n->stmt))
            return NULL;
        if (given && !barrier && csl_all_pass(n))
            barrier = n;
        if (barrier || !csl_is_data_access(n) || csl_relate(a, n, p) == CSL_APART)
            continue;
        csl_expr *v = n->value ? csl_expand(a, n->value) : NULL;
        if (csl_relate(a, n, p) != CSL_SAME_SPOT || n->stmt->access->mode != CSL_MODE_WRITE || !v ||
            v->op != CSL_OP_CONST || n->loop || (given && v->value != *value) ||
            !csl_is_true(csl_map(a->ctx, csl_expand(a, n->reach), csl_first_thread, a)))
            return NULL;
        given = true;
        *value = v->value;
    }
    return barrier;
}

/* ---- flags -------------------------------------------------------------------------------------- */

typedef struct flag {
    csl_spot at;
    int64_t first;
    const csl_node *begin;
    csl_node *signal; /* the one that changes it */
} flag;

static bool excludes(csl_analysis *a, csl_expr *reach, const csl_node *load, int64_t value) {
    csl_expr *is = csl_const(a->ctx, a->syms.v[load->sym]->type, value);
    return csl_is_false(csl_replace_sym(a, csl_expand(a, reach), load->sym, is));
}

/* It is done only by who has found the flag changed. */
static bool comes_later(csl_analysis *a, const flag *f, const csl_node *n) {
    for (uint32_t i = f->begin->order; i < n->order; i++) {
        const csl_node *load = a->nodes.v[i];
        if (csl_is_data_access(load) && csl_relate(a, load, &f->at) == CSL_SAME_SPOT &&
            load->sym != CSL_NO_VAR && !csl_changes(load) && excludes(a, n->reach, load, f->first))
            return true;
    }
    return false;
}

/* No other block has it. */
static bool is_shared(const csl_analysis *a, const csl_spot *p) {
    const csl_object *o = csl_object_of_root(a, p->root);
    return o->kind == CSL_OBJ_SHARED || o->kind == CSL_OBJ_DYNAMIC;
}

static bool find_flag(csl_analysis *a, const csl_node *gate, flag *f) {
    *f = (flag){0};
    if (!csl_spot_of(a, gate, &f->at) || !is_shared(a, &f->at) ||
        !(f->begin = find_begin(a, &f->at, &f->first)))
        return false;
    for (uint32_t i = f->begin->order; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        const csl_overlap r = csl_is_data_access(n) ? csl_relate(a, n, &f->at) : CSL_APART;
        if (r == CSL_APART)
            continue;
        if (r == CSL_MAY_OVERLAP || !csl_is_strong(n, CSL_SCOPE_BLOCK))
            return false;
        if (!csl_changes(n) || (n->stmt->access->mode == CSL_MODE_RMW && comes_later(a, f, n)))
            continue;
        if (f->signal)
            return false;
        f->signal = n;
    }
    return f->signal && !f->signal->loop && csl_by_one_thread(a, f->signal);
}

/* The loop is left with another value than the one the flag begins with. */
static bool waits(csl_analysis *a, const flag *f, const csl_node *gate) {
    const csl_loop *loop = gate->loop;
    if (!loop || loop->parent || gate->sym == CSL_NO_VAR)
        return false;
    for (uint32_t i = 0; i < loop->leaves.n; i++)
        if (!excludes(a, loop->leaves.v[i]->reach, gate, f->first))
            return false;
    return loop->leaves.n > 0;
}

static bool is_ordered(csl_analysis *a, csl_node *before, csl_node *after) {
    for (uint32_t i = 0; i < after->order; i++) {
        csl_node *gate = a->nodes.v[i];
        flag f;
        if (!csl_is_data_access(gate) || csl_changes(gate) || !gate->loop ||
            !csl_is_strong(gate, CSL_SCOPE_BLOCK) || !csl_is_behind(after, gate->loop) ||
            !find_flag(a, gate, &f) || !waits(a, &f, gate))
            continue;
        if (csl_always_follows(f.signal, before) && before->order > f.begin->order &&
            csl_is_released(a, before, f.signal, CSL_SCOPE_BLOCK) &&
            csl_is_acquired(a, gate, after, CSL_SCOPE_BLOCK))
            return true;
    }
    return false;
}

/* Both are of one and the same flag. */
static bool is_of_flag(csl_analysis *a, const csl_node *x, const csl_node *y) {
    csl_spot p, q;
    flag f;
    return csl_is_strong(x, CSL_SCOPE_BLOCK) && csl_is_strong(y, CSL_SCOPE_BLOCK) &&
           csl_spot_of(a, x, &p) && csl_spot_of(a, y, &q) && p.root == q.root &&
           p.offset == q.offset && p.bytes == q.bytes && find_flag(a, x, &f) &&
           x->order > f.begin->order && y->order > f.begin->order;
}

/* ---- locks -------------------------------------------------------------------------------------- */

typedef struct lock {
    csl_spot at;
    csl_node *take, *back;
    const csl_loop *loop;
} lock;

/* What is written there, a constant. */
static bool gives(csl_analysis *a, const csl_node *n, int64_t *value) {
    csl_expr *v = n->value ? csl_expand(a, n->value) : NULL;
    if (!v || v->op != CSL_OP_CONST ||
        (n->stmt->access->mode == CSL_MODE_RMW && n->stmt->access->atomic != CSL_ATOMIC_EXCH))
        return false;
    *value = v->value;
    return true;
}

/* An operation that takes a lock if it finds *is_free there, and else leaves it taken. */
static bool may_take(csl_analysis *a, const csl_node *n, int64_t *is_free) {
    const csl_access *x = n->stmt->access;
    const csl_expr *value = n->value ? csl_expand(a, n->value) : NULL;
    if (!value || value->op != CSL_OP_CONST)
        return false;
    *is_free = value->value == 0; /* of an exchange: the other one of 0 and 1 */
    if (x->atomic == CSL_ATOMIC_CAS && x->compare && x->compare->op == CSL_OP_CONST)
        *is_free = x->compare->value;
    else if (x->atomic != CSL_ATOMIC_EXCH)
        return false;
    return value->value != *is_free;
}

/* `while (atomicCAS(&lock, FREE, TAKEN) != FREE)`, `while (atomicExch(&lock, TAKEN) != FREE)`: the
 * loop is left with that result alone. */
static bool takes(csl_analysis *a, csl_node *n, int64_t *is_free) {
    if (!may_take(a, n, is_free) || !n->loop || n->sym == CSL_NO_VAR)
        return false;
    csl_expr *sym = csl_sym_expr(a, n->sym);
    csl_expr *other =
        csl_not(a->ctx, csl_binary(a->ctx, CSL_OP_EQ, sym, csl_const(a->ctx, sym->type, *is_free)));
    for (uint32_t i = 0; i < n->loop->leaves.n; i++)
        if (!csl_is_false(csl_and(a->ctx, csl_expand(a, n->loop->leaves.v[i]->reach), other)))
            return false;
    return n->loop->leaves.n > 0;
}

/* Only this operation takes the lock, and only one gives it back, behind it. */
static bool find_lock(csl_analysis *a, csl_node *take, csl_scope scope, lock *l) {
    int64_t is_free, value, begins;
    *l = (lock){.take = take, .loop = take->loop};
    if (!csl_is_strong(take, scope) || !takes(a, take, &is_free) || !csl_spot_of(a, take, &l->at))
        return false;
    const csl_node *begin = is_shared(a, &l->at) ? find_begin(a, &l->at, &begins) : NULL;
    for (uint32_t i = begin ? begin->order : 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        const csl_overlap r = csl_is_data_access(n) ? csl_relate(a, n, &l->at) : CSL_APART;
        if (csl_may_do_anything(n->stmt) || r == CSL_MAY_OVERLAP)
            return false;
        if (r == CSL_APART || n == take || !csl_changes(n))
            continue;
        if (l->back || !csl_is_strong(n, scope) || !gives(a, n, &value) || value != is_free ||
            !csl_is_behind(n, take->loop) || n->loop != take->loop->parent)
            return false;
        l->back = n;
    }
    return l->back != NULL;
}

static bool is_held(const csl_analysis *a, const lock *l, const csl_node *n, csl_scope scope) {
    return csl_is_behind(n, l->loop) && csl_always_follows(l->back, n) &&
           csl_is_acquired(a, l->take, n, scope) && csl_is_released(a, n, l->back, scope);
}

static bool is_excluded(csl_analysis *a, csl_node *x, csl_node *y, csl_scope scope) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        lock l;
        csl_node *n = a->nodes.v[i];
        if (csl_is_data_access(n) && find_lock(a, n, scope, &l) && is_held(a, &l, x, scope) &&
            is_held(a, &l, y, scope))
            return true;
    }
    return false;
}

/* ---- flags that are counted up, or set several times -------------------------------------------- */

/* A loop looks there again and again, and is left by what it finds. */
static bool is_spin(csl_analysis *a, csl_node *n, csl_spot *p) {
    if (!csl_is_data_access(n) || csl_changes(n) || !n->loop || n->sym == CSL_NO_VAR ||
        !csl_is_strong(n, CSL_SCOPE_BLOCK) || !csl_spot_of(a, n, p))
        return false;
    for (uint32_t i = 0; i < n->loop->leaves.n; i++)
        if (csl_mentions_sym(a, csl_expand(a, n->loop->leaves.v[i]->reach), n->sym))
            return true;
    return false;
}

/* One thread signals behind `before`, fenced, and another one has looked for a signal, and fenced,
 * when it comes to `after`. Whether it has waited for this one is not asked. */
static bool signals(csl_analysis *a, csl_node *gate, const csl_spot *p, const csl_node *before,
                    const csl_node *after) {
    if (!csl_is_behind(after, gate->loop) || !csl_is_acquired(a, gate, after, CSL_SCOPE_BLOCK))
        return false;
    for (uint32_t i = before->order + 1; i < a->nodes.n; i++) {
        const csl_node *s = a->nodes.v[i];
        if (csl_is_data_access(s) && csl_changes(s) && csl_relate(a, s, p) == CSL_SAME_SPOT &&
            csl_is_strong(s, CSL_SCOPE_BLOCK) && csl_is_released(a, before, s, CSL_SCOPE_BLOCK))
            return true;
    }
    return false;
}

/* Both are of the flag, when all threads have met since it was given its first value. */
static bool are_of_spot(csl_analysis *a, const csl_spot *p, const csl_node *x, const csl_node *y) {
    const csl_node *pair[2] = {x, y};
    for (int s = 0; s < 2; s++) {
        bool met = false;
        for (uint32_t i = 0; i < pair[s]->order && !met; i++)
            met = csl_all_pass(a->nodes.v[i]);
        if (!met || csl_relate(a, pair[s], p) != CSL_SAME_SPOT ||
            !csl_is_strong(pair[s], CSL_SCOPE_BLOCK))
            return false;
    }
    return true;
}

bool csl_may_wait_by_flag(csl_analysis *a, const csl_pair_query *q) {
    csl_node *x = q->side[0].node, *y = q->side[1].node;
    if (q->in_flight || q->fencing || !csl_is_data_access(x) || !csl_is_data_access(y))
        return false;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_spot p;
        csl_node *gate = a->nodes.v[i];
        if (is_spin(a, gate, &p) &&
            (are_of_spot(a, &p, x, y) || signals(a, gate, &p, x, y) || signals(a, gate, &p, y, x)))
            return true;
    }
    return false;
}

/* ---- both --------------------------------------------------------------------------------------- */

bool csl_is_excluded_by_lock(csl_analysis *a, csl_node *x, csl_node *y) {
    return is_excluded(a, x, y, CSL_SCOPE_GRID);
}

bool csl_wait_for_each_other(csl_analysis *a, const csl_pair_query *q) {
    csl_node *x = q->side[0].node, *y = q->side[1].node;
    if (x->stmt->access->is_async || y->stmt->access->is_async || q->in_flight || q->fencing ||
        !csl_is_data_access(x) || !csl_is_data_access(y) || q->scope > CSL_SCOPE_BLOCK)
        return false;
    return is_of_flag(a, x, y) || is_ordered(a, x, y) || is_ordered(a, y, x) ||
           is_excluded(a, x, y, CSL_SCOPE_BLOCK);
}
