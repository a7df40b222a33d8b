/* Tables of constants: what is loaded from one is no less than its least number, and no more than
 * its largest.
 *
 * Needs: csl_execute().
 */
#include "symbolic.h"

/* All that is stored to the object of the thread's own is constant; widens [*lo, *hi] to it. */
static bool holds_constants(csl_analysis *a, const csl_expr *root, csl_type type, int64_t *lo,
                            int64_t *hi) {
    bool any = false;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        const csl_access *acc = n->stmt->kind == CSL_STMT_ACCESS ? n->stmt->access : NULL;
        for (uint32_t t = 0; acc && acc->mode != CSL_MODE_READ && t < n->ntargets; t++) {
            if (n->targets[t].root != root)
                continue;
            csl_expr *value = acc->type == type && n->value ? csl_expand(a, n->value) : NULL;
            if (!value || value->op != CSL_OP_CONST || acc->mode != CSL_MODE_WRITE)
                return false;
            *lo = !any || value->value < *lo ? value->value : *lo;
            *hi = !any || value->value > *hi ? value->value : *hi;
            any = true;
        }
    }
    return any;
}

void csl_bound_tables(csl_analysis *a) {
    for (uint32_t i = 0; i < a->syms.n && !a->writes_unknown; i++) {
        csl_sym *s = a->syms.v[i];
        const csl_node *n = s->kind == CSL_SYM_LOAD ? s->node : NULL;
        if (!n || n->stmt->kind != CSL_STMT_ACCESS || n->ntargets != 1 ||
            !csl_type_integer(s->type) || s->type == CSL_PTR)
            continue;
        const csl_expr *root = n->targets[0].root;
        const csl_object *o = csl_object_of_root(a, root);
        int64_t lo = 0, hi = 0;
        if (o && o->kind == CSL_OBJ_LOCAL && !a->given[root->index] &&
            holds_constants(a, root, s->type, &lo, &hi)) {
            s->lo = lo > s->lo ? lo : s->lo;
            s->hi = hi < s->hi ? hi : s->hi;
        }
    }
}
