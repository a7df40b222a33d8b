/* `while (!try_wait(object, phase)) {}` waits: the loop is left only when the look has succeeded,
 * and nothing else happens in it. The look becomes a wait that succeeds in the first pass. */
#include "kernels.h"

/* What variables hold behind the look if it has not succeeded. */
typedef struct known_vars {
    csl_ctx *ctx;
    csl_expr **value; /* by variable; NULL: itself */
} known_vars;

static csl_expr *known_leaf(void *user, csl_expr *leaf) {
    const known_vars *k = user;
    return leaf->op == CSL_OP_VAR && k->value[leaf->index] ? k->value[leaf->index] : leaf;
}

static csl_expr *as_known(known_vars *k, csl_expr *e) {
    return csl_map(k->ctx, e, known_leaf, k);
}

static bool is_look(const csl_stmt *s) {
    return s->kind == CSL_STMT_SYNC && s->sync->kind == CSL_SYNC_WAIT && s->sync->object &&
           s->sync->result != CSL_NO_VAR;
}

/* Does nothing that another thread could see, nor leaves the loop. */
static bool is_quiet(const csl_stmt *s) {
    return s->kind == CSL_STMT_LET || s->kind == CSL_STMT_HAVOC ||
           (s->kind == CSL_STMT_ACCESS && s->access->is_state && s->access->mode == CSL_MODE_READ);
}

/* Only jumps, under a condition that does not hold while the look fails. */
static bool leaves_on_success(known_vars *k, const csl_stmt *s) {
    return s->kind == CSL_STMT_IF && !s->branch.other && s->branch.body &&
           s->branch.body->kind == CSL_STMT_BR && !s->branch.body->next &&
           csl_is_false(as_known(k, s->branch.cond));
}

/* The look that decides whether the loop goes round again, or NULL. */
static csl_stmt *deciding_look(csl_ctx *ctx, const csl_kernel *kernel, const csl_stmt *loop) {
    known_vars k = {ctx, csl_alloc(ctx, (kernel->nvars + 1) * sizeof *k.value)};
    csl_stmt *look = NULL;
    bool leaves = false;
    for (csl_stmt *s = loop->block.body; s; s = s->next) {
        if (is_look(s) && !look) {
            look = s;
            k.value[s->sync->result] =
                csl_cast(ctx, kernel->vars[s->sync->result].type, csl_false(ctx));
        } else if (look && leaves_on_success(&k, s)) {
            leaves = true;
        } else if (!is_quiet(s)) {
            return NULL;
        } else if (look && s->kind == CSL_STMT_LET) {
            k.value[s->let.var] =
                csl_cast(ctx, kernel->vars[s->let.var].type, as_known(&k, s->let.value));
        } else if (look && s->kind == CSL_STMT_HAVOC) {
            k.value[s->havoc.var] = NULL;
        }
    }
    return leaves ? look : NULL;
}

/* The loop makes one pass: what leaves it is taken in the first. */
static void wait_instead(csl_ctx *ctx, csl_kernel *kernel, csl_stmt *loop, csl_stmt *look) {
    csl_stmt *let = csl_stmt_new(ctx, CSL_STMT_LET, look->place);
    const uint32_t var = look->sync->result;
    let->let.var = var;
    let->let.value = csl_cast(ctx, kernel->vars[var].type, csl_true(ctx));
    let->next = look->next;
    look->next = let;
    look->sync->result = CSL_NO_VAR;
    loop->kind = CSL_STMT_BLOCK;
    loop->block.label = kernel->nlabels++;
}

static void look_through(csl_ctx *ctx, csl_kernel *kernel, csl_stmt *s) {
    for (; s; s = s->next) {
        if (s->kind == CSL_STMT_IF) {
            look_through(ctx, kernel, s->branch.body);
            look_through(ctx, kernel, s->branch.other);
        } else if (s->kind == CSL_STMT_BLOCK || s->kind == CSL_STMT_LOOP) {
            look_through(ctx, kernel, s->block.body);
            csl_stmt *look = s->kind == CSL_STMT_LOOP ? deciding_look(ctx, kernel, s) : NULL;
            if (look)
                wait_instead(ctx, kernel, s, look);
        }
    }
}

void csl_lower_wait_loops(csl_ctx *ctx, csl_kernel *kernel) {
    look_through(ctx, kernel, kernel->body);
}
