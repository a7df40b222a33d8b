/* Groups of asynchronous copies, counted while a thread is executed symbolically.
 *
 * Copies complete in the order of the groups they were committed in. Four numbers say where a
 * thread is: how many groups it has committed, how many of the first of them it has waited for, and
 * how many of those it had waited for at its last barrier of the warp, and of the block. They are
 * kept like variables, so loops give them closed forms. Kernels without such copies have none of
 * this.
 *
 * Copies in bulk out of shared memory have groups of their own, and two ends: first the source has
 * been read, then the destination written. For the first there are three numbers more. What the
 * tensor core does is in groups of a third kind, what a warp loads from tensor memory and stores
 * there in two more.
 */
#include "exec.h"

void csl_groups_init(csl_exec *x) {
    static const char *const names[] = {"groups committed",
                                        "groups waited for",
                                        "groups the warp has waited for",
                                        "groups the block has waited for",
                                        "groups read",
                                        "groups the warp knows to be read",
                                        "groups the block knows to be read"};
    x->groups = x->slots.n;
    for (uint32_t i = 0; x->copies && i < CSL_GROUPS; i++) {
        csl_slot s = {.name = names[i % CSL_GROUPS_OF_KIND],
                      .object = UINT32_MAX,
                      .value = csl_const(x->ctx, CSL_I32, 0)};
        CSL_PUSH(x->ctx, &x->slots, s);
    }
}

static void set(csl_exec *x, uint32_t which, csl_expr *value) {
    csl_slot_set(x, x->groups + which, value, NULL);
}

static csl_expr *get(const csl_exec *x, uint32_t which) {
    return csl_chosen(x->a, x->slots.v[x->groups + which].value, x->pc);
}

/* Of the groups that are counted there, all but `open` have ended. */
static void end_groups(csl_exec *x, uint32_t kind, uint32_t which, csl_expr *open) {
    csl_ctx *ctx = x->ctx;
    csl_expr *now = csl_binary(ctx, CSL_OP_SUB, get(x, kind + CSL_GROUPS_COMMITTED), open);
    which += kind;
    csl_expr *gain = csl_binary(ctx, CSL_OP_SUB, now, get(x, which));
    if (gain->op == CSL_OP_CONST && gain->value <= 0)
        return;
    set(x, which, gain->op == CSL_OP_CONST ? now : csl_binary(ctx, CSL_OP_MAX, get(x, which), now));
}

static void wait_for_groups(csl_exec *x, const csl_stmt *s) {
    csl_ctx *ctx = x->ctx;
    if (!s->async.pending) {
        x->a->vague_waits = true;
        return;
    }
    csl_expr *open = csl_cast(ctx, CSL_I32, csl_term_of(x, s->async.pending));
    if (open->op != CSL_OP_CONST) /* no wait is for more than there are */
        open = csl_binary(ctx, CSL_OP_MAX, open, csl_const(ctx, CSL_I32, 0));
    if (!s->async.reads || s->async.lanes)
        end_groups(x, csl_groups_of_wait(s), CSL_GROUPS_DONE, open);
    if (s->async.bulk)
        end_groups(x, csl_groups_of_wait(s), CSL_GROUPS_READ, open);
}

static bool of_all_lanes(const csl_sync *s, const csl_node *n) {
    if (s->scope > CSL_SCOPE_WARP)
        return true;
    return s->tile == 32 ||
           (n->mask && (csl_is_const(n->mask, UINT32_MAX) || csl_is_const(n->mask, -1)));
}

/* What has ended is known to the warp from here on, or to the block. */
static void tell_groups(csl_exec *x, bool block) {
    for (uint32_t kind = 0; kind < CSL_GROUPS; kind += CSL_GROUPS_OF_KIND) {
        set(x, kind + CSL_GROUPS_WARP, get(x, kind + CSL_GROUPS_DONE));
        set(x, kind + CSL_GROUPS_READ_WARP, get(x, kind + CSL_GROUPS_READ));
        if (block) {
            set(x, kind + CSL_GROUPS_BLOCK, get(x, kind + CSL_GROUPS_DONE));
            set(x, kind + CSL_GROUPS_READ_BLOCK, get(x, kind + CSL_GROUPS_READ));
        }
    }
}

void csl_groups_step(csl_exec *x, const csl_node *n) {
    const csl_stmt *s = n->stmt;
    csl_ctx *ctx = x->ctx;
    if (!x->copies)
        return;
    if (s->kind == CSL_STMT_ASYNC && !s->async.wait) {
        const uint32_t which = csl_groups_of_wait(s) + CSL_GROUPS_COMMITTED;
        set(x, which, csl_binary(ctx, CSL_OP_ADD, get(x, which), csl_const(ctx, CSL_I32, 1)));
    } else if (s->kind == CSL_STMT_ASYNC) {
        wait_for_groups(x, s);
    } else if (s->kind == CSL_STMT_SYNC && s->sync->tracks && x->own_copies) {
        x->a->vague_waits = true; /* of copies that do not all belong to the object */
    } else if (csl_sync_counts(s, CSL_SCOPE_WARP) && of_all_lanes(s->sync, n)) {
        tell_groups(x, csl_sync_counts(s, CSL_SCOPE_BLOCK));
    }
}

void csl_groups_note(csl_exec *x, csl_node *n) {
    if (!x->copies)
        return;
    n->groups = csl_alloc(x->ctx, CSL_GROUPS * sizeof(csl_expr *));
    for (uint32_t i = 0; i < CSL_GROUPS; i++) /* others ask for these, too: no condition on being
                                                 here is one on them */
        n->groups[i] = x->slots.v[x->groups + i].value;
}

/* A wait may change the second, a barrier the last two; that they often change together does no
 * harm. */
bool csl_groups_change(const csl_stmt *s) {
    return s->kind == CSL_STMT_ASYNC || csl_sync_counts(s, CSL_SCOPE_WARP);
}
