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

static void note_var(null_vars *v, uint32_t var) {
    if (var != CSL_NO_VAR)
        v->other[var] = true;
}

static void note_values(null_vars *v, const csl_stmt *s) {
    for (; s; s = s->next)
        switch (s->kind) {
        case CSL_STMT_LET: (is_null(s->let.value) ? v->null : v->other)[s->let.var] = true; break;
        case CSL_STMT_ACCESS: note_var(v, s->access->result); break;
        case CSL_STMT_SYNC: note_var(v, s->sync->result); break;
        case CSL_STMT_HAVOC: note_var(v, s->havoc.var); break;
        case CSL_STMT_CALL:
        case CSL_STMT_OPAQUE: note_var(v, s->call.result); break;
        case CSL_STMT_IF:
            note_values(v, s->branch.body);
            note_values(v, s->branch.other);
            break;
        case CSL_STMT_LOOP:
        case CSL_STMT_BLOCK: note_values(v, s->block.body); break;
        default: break;
        }
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
    note_values(&v, kernel->body);
    end_there(ctx, &v, kernel->body);
}
