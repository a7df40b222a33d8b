/* Memory that no thread writes while the kernel runs: struct parameters, constants, arrays that are
 * only read. */
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

csl_expr *csl_load_unwritten(csl_exec *x, csl_node *n, csl_type type) {
    csl_analysis *a = x->a;
    const csl_access *acc = n->stmt->access;
    uint32_t object;
    int64_t offset;
    csl_simple_address(n->address, &object, &offset);
    if (object == UINT32_MAX || !csl_never_written(a, object) || acc->mode != CSL_MODE_READ ||
        !csl_is_plain(acc) || acc->is_async)
        return NULL;
    for (uint32_t i = 0; i < a->syms.n; i++)
        if (same_load(a->syms.v[i], n, type) &&
            (!a->syms.v[i]->loop || csl_loop_inside(x->loop, a->syms.v[i]->loop)))
            return csl_sym_expr(a, i);
    csl_loop *varies = x->loop; /* the innermost loop whose passes read elsewhere */
    while (varies && !csl_mentions_loop(a, n->address, varies))
        varies = varies->parent;
    n->sym = csl_sym_new(a, CSL_SYM_LOAD, type, n->stmt->text, varies);
    a->syms.v[n->sym]->node = n;
    return csl_sym_expr(a, n->sym);
}
