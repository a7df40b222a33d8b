/* `while (!try_wait(object, phase)) {}` waits: the loop is left only when the look has succeeded,
 * and nothing else happens in it that others see (it may count, print and trap). The look becomes a
 * wait that succeeds in the first pass. So does that of `ok = false; while (!ok) ok =
 * try_wait(object, phase);`, where the test comes first. */
#include "kernels.h"

/* What variables hold behind the look if it has not succeeded, or if it has. */
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

static known_vars known_vars_new(csl_ctx *ctx, csl_ctx *scratch, const csl_kernel *kernel) {
    return (known_vars){ctx, csl_alloc(scratch, (kernel->nvars + 1) * sizeof(csl_expr *))};
}

static bool are_quiet(const csl_stmt *s);

/* Does nothing that another thread could see, nor leaves the loop, unless by a trap. */
static bool is_quiet(const csl_stmt *s) {
    switch (s->kind) {
    case CSL_STMT_LET:
    case CSL_STMT_HAVOC:
    case CSL_STMT_ASSUME: return true;
    case CSL_STMT_IF: return are_quiet(s->branch.body) && are_quiet(s->branch.other);
    case CSL_STMT_ACCESS: return s->access->is_state && s->access->mode == CSL_MODE_READ;
    default: return false;
    }
}

static bool are_quiet(const csl_stmt *s) {
    while (s && is_quiet(s))
        s = s->next;
    return !s;
}

/* The variables that these may set may hold anything behind them. */
static void forget(known_vars *k, const csl_stmt *s) {
    for (; s; s = s->next) {
        if (s->kind == CSL_STMT_LET) {
            k->value[s->let.var] = NULL;
        } else if (s->kind == CSL_STMT_HAVOC) {
            k->value[s->havoc.var] = NULL;
        } else if (s->kind == CSL_STMT_IF) {
            forget(k, s->branch.body);
            forget(k, s->branch.other);
        }
    }
}

static bool only_jumps(const csl_stmt *s) {
    return s->kind == CSL_STMT_IF && !s->branch.other && s->branch.body &&
           s->branch.body->kind == CSL_STMT_BR && !s->branch.body->next;
}

/* Only jumps, under a condition that does not hold while the look fails. */
static bool leaves_on_success(known_vars *k, const csl_stmt *s) {
    return only_jumps(s) && csl_is_false(as_known(k, s->branch.cond));
}

/* The look that decides whether the loop goes round again, or NULL. */
static csl_stmt *deciding_look(csl_ctx *ctx, csl_ctx *scratch, const csl_kernel *kernel,
                               const csl_stmt *loop) {
    known_vars k = known_vars_new(ctx, scratch, kernel);
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
        } else if (look && s->kind == CSL_STMT_IF) {
            forget(&k, s->branch.body);
            forget(&k, s->branch.other);
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

/* A loop that begins with the test and in which nothing but the look decides it: the test, or NULL.
 */
static csl_stmt *tests_look(csl_ctx *ctx, csl_ctx *scratch, const csl_kernel *kernel,
                            csl_stmt *loop, csl_stmt **look) {
    known_vars fails = known_vars_new(ctx, scratch, kernel);
    known_vars succeeds = known_vars_new(ctx, scratch, kernel);
    csl_stmt *test = loop->block.body;
    *look = NULL;
    if (!test || !only_jumps(test))
        return NULL;
    for (csl_stmt *s = test->next; s; s = s->next) {
        if (is_look(s) && !*look) {
            const csl_type type = kernel->vars[s->sync->result].type;
            *look = s;
            fails.value[s->sync->result] = csl_cast(ctx, type, csl_false(ctx));
            succeeds.value[s->sync->result] = csl_cast(ctx, type, csl_true(ctx));
        } else if (!is_quiet(s)) {
            return NULL;
        } else if (*look && s->kind == CSL_STMT_LET) {
            const csl_type type = kernel->vars[s->let.var].type;
            csl_expr *failed = as_known(&fails, s->let.value);
            fails.value[s->let.var] = csl_cast(ctx, type, failed);
            csl_expr *succeeded = as_known(&succeeds, s->let.value);
            succeeds.value[s->let.var] = csl_cast(ctx, type, succeeded);
        } else if (*look && (s->kind == CSL_STMT_HAVOC || s->kind == CSL_STMT_IF)) {
            return NULL;
        }
    }
    return *look && csl_is_false(as_known(&fails, test->branch.cond)) &&
                   csl_is_true(as_known(&succeeds, test->branch.cond))
               ? test
               : NULL;
}

/* Behind the wait the loop is left as by the test. */
static void leave_behind(csl_ctx *ctx, csl_stmt *loop, const csl_stmt *test) {
    csl_stmt *last = loop->block.body;
    while (last->next)
        last = last->next;
    last->next = csl_stmt_new(ctx, CSL_STMT_BR, test->branch.body->place);
    last->next->origin = test->branch.body->origin;
    last->next->label = test->branch.body->label;
}

static bool has_look(const csl_stmt *loop) {
    const csl_stmt *s = loop->block.body;
    while (s && !is_look(s))
        s = s->next;
    return s;
}

static void look_through(csl_ctx *ctx, csl_kernel *kernel, csl_stmt *s) {
    for (; s; s = s->next) {
        if (s->kind == CSL_STMT_IF) {
            look_through(ctx, kernel, s->branch.body);
            look_through(ctx, kernel, s->branch.other);
        } else if (s->kind == CSL_STMT_BLOCK || s->kind == CSL_STMT_LOOP) {
            look_through(ctx, kernel, s->block.body);
            if (s->kind != CSL_STMT_LOOP || !has_look(s))
                continue;
            csl_ctx *scratch = csl_ctx_new();
            csl_stmt *first, *look = deciding_look(ctx, scratch, kernel, s);
            csl_stmt *test = look ? NULL : tests_look(ctx, scratch, kernel, s, &first);
            csl_ctx_free(scratch);
            if (test) {
                leave_behind(ctx, s, test);
                look = first;
            }
            if (look)
                wait_instead(ctx, kernel, s, look);
        }
    }
}

void csl_lower_wait_loops(csl_ctx *ctx, csl_kernel *kernel) {
    look_through(ctx, kernel, kernel->body);
}
