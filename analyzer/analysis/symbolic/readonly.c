/* Memory that no thread writes while the kernel runs: struct parameters, constants, arrays that are
 * only read; and shared memory that gets one value for good:
 *
 *     __shared__ float *row;
 *     if (threadIdx.x == 0) row = a + blockIdx.x * pitch;
 *     __syncthreads();
 *     row[threadIdx.x] = 0;
 *
 */
#include "exec.h"

/* ---- which objects a variable may point to --------------------------------------------------- */

typedef struct collect {
    csl_exec *x;
    uint64_t *set;
    bool grew;
} collect;

static csl_expr *collect_leaf(void *user, csl_expr *leaf) {
    collect *c = user;
    if (leaf->op == CSL_OP_BASE) {
        uint64_t bit = 1ull << (leaf->index % 64);
        c->grew |= !(c->set[leaf->index / 64] & bit);
        c->set[leaf->index / 64] |= bit;
    } else if (leaf->op == CSL_OP_VAR) {
        const uint64_t *from = c->x->points_to + (size_t)leaf->index * c->x->words;
        for (uint32_t i = 0; i < c->x->words; i++) {
            c->grew |= (from[i] & ~c->set[i]) != 0;
            c->set[i] |= from[i];
        }
    }
    return leaf;
}

bool csl_add_pointed_to(csl_exec *x, csl_expr *e, uint64_t *set) {
    collect c = {x, set, false};
    if (e)
        csl_map(x->ctx, e, collect_leaf, &c);
    return c.grew;
}

void csl_each_statement(const csl_stmt *s, void (*fn)(void *, const csl_stmt *), void *user) {
    for (; s; s = s->next) {
        fn(user, s);
        if (s->kind == CSL_STMT_IF) {
            csl_each_statement(s->branch.body, fn, user);
            csl_each_statement(s->branch.other, fn, user);
        } else if (s->kind == CSL_STMT_LOOP || s->kind == CSL_STMT_BLOCK) {
            csl_each_statement(s->block.body, fn, user);
        }
    }
}

typedef struct scan {
    csl_exec *x;
    bool grew;
    uint64_t *stored; /* objects whose address is stored in memory: any loaded pointer may be one */
    uint64_t *numbers; /* ... as an integer */
} scan;

static void add_objects(scan *p, const uint64_t *from, uint32_t var) {
    uint64_t *to = p->x->points_to + (size_t)var * p->x->words;
    for (uint32_t i = 0; i < p->x->words; i++) {
        p->grew |= (from[i] & ~to[i]) != 0;
        to[i] |= from[i];
    }
}

/* A pointer may be loaded as an integer of its size; one of 32 bits is an address only if it was
 * stored as an integer (__cvta_generic_to_shared). */
static void flow_access(scan *p, const csl_access *access) {
    const csl_expr *value = access->value;
    p->grew |= csl_add_pointed_to(p->x, access->value, p->stored);
    if (value && csl_type_integer((csl_type)value->type))
        p->grew |= csl_add_pointed_to(p->x, access->value, p->numbers);
    if (access->result == CSL_NO_VAR)
        return;
    const csl_type type = p->x->a->kernel->vars[access->result].type;
    const uint32_t bytes = type == CSL_PTR || csl_type_integer(type) ? csl_type_bytes(type) : 0;
    if (bytes >= 8)
        add_objects(p, p->stored, access->result);
    else if (bytes >= 4)
        add_objects(p, p->numbers, access->result);
}

static void flow_stmt(void *user, const csl_stmt *s) {
    scan *p = user;
    csl_exec *x = p->x;
    if (s->kind == CSL_STMT_LET)
        p->grew |=
            csl_add_pointed_to(x, s->let.value, x->points_to + (size_t)s->let.var * x->words);
    if (s->kind == CSL_STMT_ACCESS)
        flow_access(p, s->access);
    if (s->kind == CSL_STMT_SYNC && s->sync->result != CSL_NO_VAR)
        p->grew |= csl_add_pointed_to(x, s->sync->value,
                                      x->points_to + (size_t)s->sync->result * x->words);
}

static void mark_written(void *user, const csl_stmt *s) {
    csl_exec *x = user;
    csl_analysis *a = x->a;
    uint64_t *set = csl_alloc(x->ctx, x->words * sizeof *set);
    x->copies |= s->kind == CSL_STMT_ACCESS && s->access->is_async;
    x->own_copies |= s->kind == CSL_STMT_ACCESS && s->access->is_async && !s->access->is_bulk &&
                     !s->access->is_lanes && !s->access->is_tracked;
    if (s->kind == CSL_STMT_ACCESS && s->access->mode != CSL_MODE_READ) {
        csl_add_pointed_to(x, s->access->address, set);
        bool any = false;
        for (uint32_t i = 0; i < a->kernel->nobjects; i++)
            if (set[i / 64] >> (i % 64) & 1) {
                any = a->written[i] = true;
                a->writers[i]++;
            }
        a->writes_unknown |= !any;
    } else if (csl_may_do_anything(s)) {
        for (uint32_t i = 0; i < s->call.nargs; i++)
            csl_add_pointed_to(x, s->call.args[i], set);
        for (uint32_t i = 0; i < a->kernel->nobjects; i++)
            if (set[i / 64] >> (i % 64) & 1)
                a->written[i] = a->given[i] = true;
    }
}

void csl_find_written(csl_exec *x) {
    const csl_kernel *k = x->a->kernel;
    x->a->given = csl_alloc(x->ctx, k->nobjects + 1);
    scan p = {.x = x,
              .stored = csl_alloc(x->ctx, x->words * sizeof(uint64_t)),
              .numbers = csl_alloc(x->ctx, x->words * sizeof(uint64_t))};
    do {
        p.grew = false;
        csl_each_statement(k->body, flow_stmt, &p);
    } while (p.grew);
    csl_each_statement(k->body, mark_written, x);
}

/* ---- what is never written ---------------------------------------------------------------------- */

bool csl_never_written(const csl_analysis *a, uint32_t object) {
    csl_object_kind kind = a->kernel->objects[object].kind;
    return kind == CSL_OBJ_ARGUMENT || kind == CSL_OBJ_CONSTANT ||
           (kind == CSL_OBJ_GLOBAL && !a->written[object]);
}

const csl_node *csl_steady_load(const csl_analysis *a, const csl_expr *e) {
    const csl_sym *s = e->op == CSL_OP_SYM ? csl_sym_of(a, e) : NULL;
    if (!s || s->kind != CSL_SYM_LOAD || !s->node || s->node->ntargets != 1)
        return NULL;
    const csl_expr *from = s->node->targets[0].root;
    return from->op == CSL_OP_BASE && csl_never_written(a, from->index) ? s->node : NULL;
}

static bool same_load(const csl_sym *s, const csl_node *n, csl_type type) {
    return s->kind == CSL_SYM_LOAD && s->type == type && s->node &&
           s->node->stmt->kind == CSL_STMT_ACCESS && s->node->address == n->address &&
           s->node->stmt->access->mode == CSL_MODE_READ &&
           s->node->stmt->access->type == n->stmt->access->type &&
           s->node->stmt->access->bytes == n->stmt->access->bytes;
}

/* What is read there behind the node of that order, as long as the passes of the loop `varies` and
 * of those in it read elsewhere. */
static csl_expr *steady(csl_exec *x, csl_node *n, csl_type type, csl_loop *varies,
                        uint32_t behind) {
    csl_analysis *a = x->a;
    for (uint32_t i = 0; i < a->syms.n; i++)
        if (same_load(a->syms.v[i], n, type) && a->syms.v[i]->node->order >= behind &&
            (!a->syms.v[i]->loop || csl_loop_inside(x->loop, a->syms.v[i]->loop)))
            return csl_sym_expr(a, i);
    n->sym = csl_sym_new(a, CSL_SYM_LOAD, type, n->stmt->text, varies);
    a->syms.v[n->sym]->node = n;
    return csl_sym_expr(a, n->sym);
}

csl_expr *csl_load_unwritten(csl_exec *x, csl_node *n, csl_type type) {
    csl_analysis *a = x->a;
    const csl_access *acc = n->stmt->access;
    uint32_t object;
    int64_t offset;
    csl_simple_address(n->address, &object, &offset);
    if (object == UINT32_MAX || !csl_never_written(a, object) || acc->mode != CSL_MODE_READ ||
        !csl_is_plain(acc) || acc->is_async)
        return NULL;
    csl_loop *varies = x->loop; /* the innermost loop whose passes read elsewhere */
    while (varies && !csl_mentions_loop(a, n->address, varies))
        varies = varies->parent;
    return steady(x, n, type, varies, 0);
}

/* ---- shared memory with one store ------------------------------------------------------------ */

typedef struct of_block {
    csl_analysis *a;
    bool agreed, by_number; /* the same for all threads of the block; made of their numbers */
    bool loaded;            /* made of what is loaded */
} of_block;

/* At all times the same: numbers of the launch, addresses, and what is loaded at such a place from
 * memory that nothing writes. */
static csl_expr *look_at_leaf(void *user, csl_expr *leaf) {
    of_block *of = user;
    const csl_sym *s = leaf->op == CSL_OP_SYM ? csl_sym_of(of->a, leaf) : NULL;
    uint32_t object;
    int64_t offset;
    of->agreed &= leaf->op != CSL_OP_TID;
    of->by_number &= leaf->op == CSL_OP_TID || leaf->op == CSL_OP_BDIM || leaf->op == CSL_OP_CONST;
    if (!s)
        return leaf;
    of->loaded = true;
    if (s->kind == CSL_SYM_LOAD && s->node && !s->loop)
        csl_simple_address(s->node->address, &object, &offset);
    else
        object = UINT32_MAX;
    if (object != UINT32_MAX && csl_never_written(of->a, object))
        csl_map(of->a->ctx, s->node->address, look_at_leaf, of);
    else
        of->agreed = of->by_number = false;
    return leaf;
}

static of_block look_at(csl_analysis *a, csl_expr *e) {
    of_block of = {a, true, true, false};
    csl_map(a->ctx, e, look_at_leaf, &of);
    return of;
}

/* A thread that comes here has come there. */
static bool was_at(const csl_exec *x, csl_expr *reach) {
    uint32_t n;
    csl_expr *const *parts = csl_conjuncts(&reach, &n);
    for (uint32_t i = 0; i < n; i++)
        if (!csl_is_true(parts[i]) && !csl_has_conjunct(x->pc, parts[i]))
            return false;
    return true;
}

/* Only which thread it is decides about the store, besides what also decides about the load. */
static bool is_by_number(csl_exec *x, const csl_node *store) {
    csl_expr *reach = store->reach;
    uint32_t n;
    csl_expr *const *parts = csl_conjuncts(&reach, &n);
    for (uint32_t i = 0; i < n; i++)
        if (!csl_has_conjunct(x->pc, parts[i]) && !look_at(x->a, parts[i]).by_number)
            return false;
    return true;
}

/* The order of the first barrier of the block behind the store that the thread has come through;
 * UINT32_MAX: there is none. */
static uint32_t barrier_behind(const csl_exec *x, const csl_node *store) {
    for (uint32_t i = store->order + 1; i < x->a->nodes.n; i++) {
        const csl_node *n = x->a->nodes.v[i];
        if (csl_sync_counts(n->stmt, CSL_SCOPE_BLOCK) && n->reach && was_at(x, n->reach))
            return i;
    }
    return UINT32_MAX;
}

csl_expr *csl_load_agreed(csl_exec *x, csl_node *n, csl_type type) {
    const csl_analysis *a = x->a;
    const csl_access *acc = n->stmt->access;
    const csl_node *store = NULL;
    uint32_t object, stores = 0;
    int64_t offset;
    if (!csl_simple_address(n->address, &object, &offset) ||
        a->kernel->objects[object].kind != CSL_OBJ_SHARED || a->given[object] ||
        acc->mode != CSL_MODE_READ || !csl_is_plain(acc) || acc->is_async)
        return NULL;
    for (uint32_t i = 0; i < a->nodes.n && stores < a->writers[object]; i++) {
        const csl_node *w = a->nodes.v[i];
        uint32_t to = UINT32_MAX;
        int64_t at;
        if (w->stmt->kind != CSL_STMT_ACCESS || w->stmt->access->mode == CSL_MODE_READ ||
            !w->address || !csl_simple_address(w->address, &to, &at) || to != object)
            continue;
        stores++;
        const csl_access *by = w->stmt->access;
        if (at + by->bytes <= offset || offset + acc->bytes <= at)
            continue;
        if (store || at != offset || by->bytes != acc->bytes || by->mode != CSL_MODE_WRITE ||
            !csl_is_plain(by) || by->is_async || !w->value || w->value->type != type)
            return NULL;
        store = w;
    }
    if (!store || stores < a->writers[object])
        return NULL;
    const uint32_t barrier = barrier_behind(x, store);
    /* a number that is loaded says no more than the word that holds it */
    const of_block of = look_at(x->a, store->value);
    if (of.agreed && (type == CSL_PTR || !of.loaded) &&
        (was_at(x, store->reach) || (barrier < UINT32_MAX && is_by_number(x, store))))
        return store->value;
    return barrier < UINT32_MAX && !store->loop ? steady(x, n, type, NULL, barrier) : NULL;
}
