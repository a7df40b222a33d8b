/* What a thread has itself written where it now reads.
 *
 * Needs: csl_execute(), csl_find_aliases().
 */
#include "symbolic.h"

enum { MOST_CONSTANT = 1 << 30 }; /* larger ones stay in the sum */

static bool is_moderate(const csl_expr *e) {
    return e->op == CSL_OP_CONST && e->value > -MOST_CONSTANT && e->value < MOST_CONSTANT;
}

/* The term is *rest and the constant that is returned, in exact integers: no sum wraps round. */
static int64_t take_constant(csl_analysis *a, csl_expr *e, csl_expr **rest) {
    const csl_type type = e->type;
    csl_expr *inner = e, *last = e->nkids == 2 ? e->kids[1] : e;
    int64_t by = 0;
    if (is_moderate(e)) {
        by = e->value;
        e = csl_const(a->ctx, type, 0);
    } else if (e->op == CSL_OP_ADD && is_moderate(last)) {
        const csl_range sum =
            csl_range_add(csl_range_of(a, e->kids[0]), (csl_range){last->value, last->value});
        if (csl_is_strict(e) || csl_range_inside(sum, csl_range_of_type(type))) {
            by = take_constant(a, e->kids[0], &inner) + last->value;
            e = inner;
        }
    } else if (e->op == CSL_OP_MUL && type == CSL_I64 && is_moderate(last)) {
        by = take_constant(a, e->kids[0], &inner);
        e = by ? csl_binary(a->ctx, CSL_OP_MUL, inner, last) : e;
        by *= last->value;
    } else if (csl_widened(e)) {
        by = take_constant(a, e->kids[0], &inner);
        e = by ? csl_cast(a->ctx, type, inner) : e;
    }
    *rest = e;
    return by;
}

/* Their offsets differ by a constant, and the bytes do not meet. */
static bool beside(csl_analysis *a, const csl_target *t, uint32_t bytes, const csl_target *u,
                   uint32_t other) {
    csl_expr *at, *beyond;
    const int64_t by = take_constant(a, csl_expand(a, u->offset), &beyond) -
                       take_constant(a, csl_expand(a, t->offset), &at);
    return at == beyond && (by >= (int64_t)bytes || by <= -(int64_t)other);
}

/* Only `write` writes what the other one reads between the two. */
static bool only_write_between(csl_analysis *a, const csl_node *write, const csl_node *read) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (n == write || n->order < write->order || n->order > read->order)
            continue;
        if (csl_may_do_anything(n->stmt))
            return false;
        if (n->stmt->kind != CSL_STMT_ACCESS || n->stmt->access->mode == CSL_MODE_READ)
            continue;
        for (uint32_t t = 0; t < n->ntargets; t++)
            if (n->targets[t].root == read->targets[0].root &&
                !beside(a, &read->targets[0], read->stmt->access->bytes, &n->targets[t],
                        n->stmt->access->bytes))
                return false;
    }
    return true;
}

static bool plain_write(const csl_node *n) {
    const csl_access *acc = n->stmt->kind == CSL_STMT_ACCESS ? n->stmt->access : NULL;
    return acc && acc->mode == CSL_MODE_WRITE && acc->atomic == CSL_ATOMIC_NONE && !acc->is_async &&
           n->value && n->ntargets == 1;
}

const csl_node *csl_own_store(csl_analysis *a, const csl_node *read) {
    const csl_access *acc = read->stmt->access;
    if (read->stmt->kind != CSL_STMT_ACCESS || acc->mode != CSL_MODE_READ || read->ntargets != 1)
        return NULL;
    for (uint32_t i = a->nodes.n; i-- > 0;) {
        const csl_node *w = a->nodes.v[i];
        if (w->order >= read->order || !plain_write(w) ||
            w->targets[0].root != read->targets[0].root || w->stmt->access->bytes != acc->bytes ||
            csl_expand(a, w->targets[0].offset) != csl_expand(a, read->targets[0].offset))
            continue;
        csl_expr *skips = csl_not(a->ctx, csl_expand(a, w->reach));
        bool always = csl_is_false(csl_and(a->ctx, csl_expand(a, read->reach), skips));
        return always && only_write_between(a, w, read) ? w : NULL;
    }
    return NULL;
}

const csl_node *csl_last_store(const csl_analysis *a, const csl_node *load) {
    const csl_expr *root = load && load->ntargets == 1 ? load->targets[0].root : NULL;
    const csl_node *last = NULL;
    if (!root || root->op != CSL_OP_BASE || a->kernel->objects[root->index].kind != CSL_OBJ_LOCAL)
        return NULL;
    for (uint32_t i = 0; i < a->nodes.n && a->nodes.v[i]->order < load->order; i++) {
        const csl_node *n = a->nodes.v[i];
        if (n->ntargets == 1 && n->targets[0].root == root && n->value &&
            n->stmt->kind == CSL_STMT_ACCESS && n->stmt->access->mode == CSL_MODE_WRITE)
            last = n;
    }
    return last;
}
