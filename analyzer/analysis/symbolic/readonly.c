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
