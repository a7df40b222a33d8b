/* `int *bad = 0; *bad = 23;` ends the kernel where it must not go on, as __trap() does: a store
 * through a pointer that the source never sets to anything but null. */
#include "kernels.h"

/* Pointers may be null and no further: those in the first page belong to a member or an element. */
enum { FIRST_PAGE = 4096 };

typedef struct null_vars {
    bool *other; /* by variable: it may hold something else */
    bool *null;  /* ... it is set to null */
} null_vars;

static bool is_null(const csl_expr *e) {
    return e->type == CSL_PTR && e->op == CSL_OP_CONST && e->value == 0;
}

static void note_value(void *user, uint32_t var, csl_expr *value) {
    null_vars *v = user;
    (value && is_null(value) ? v->null : v->other)[var] = true;
}

/* What inline PTX stores at 0 is the first byte of shared memory; such an access has no text. */
static bool stores_at_null(const null_vars *v, const csl_stmt *s) {
    const csl_access *acc = s->access;
    if (acc->mode != CSL_MODE_WRITE || acc->is_async || acc->atomic != CSL_ATOMIC_NONE || !s->text)
        return false;
    const csl_expr *e = acc->address;
    if (e->op == CSL_OP_ADD && e->nkids == 2 && e->kids[1]->op == CSL_OP_CONST &&
        e->kids[1]->value >= 0 && e->kids[1]->value < FIRST_PAGE)
        e = e->kids[0];
    return is_null(e) || (e->op == CSL_OP_VAR && v->null[e->index] && !v->other[e->index]);
}

static void end_there(csl_ctx *ctx, const null_vars *v, csl_stmt *s) {
    for (; s; s = s->next)
        if (s->kind == CSL_STMT_IF) {
            end_there(ctx, v, s->branch.body);
            end_there(ctx, v, s->branch.other);
        } else if (s->kind == CSL_STMT_LOOP || s->kind == CSL_STMT_BLOCK) {
            end_there(ctx, v, s->block.body);
        } else if (s->kind == CSL_STMT_ACCESS && stores_at_null(v, s)) {
            s->kind = CSL_STMT_ASSUME;
            s->cond = csl_false(ctx);
        }
}

void csl_lower_null_stores(csl_ctx *ctx, csl_kernel *kernel) {
    const size_t bytes = (kernel->nvars + 1) * sizeof(bool);
    null_vars v = {csl_alloc(ctx, bytes), csl_alloc(ctx, bytes)};
    csl_visit_assigned(kernel->body, note_value, &v);
    end_there(ctx, &v, kernel->body);
}
