/* How many threads of a block satisfy a condition: counted by going through them, where it depends
 * on nothing but their coordinates. */
#include "symbolic.h"

typedef struct coordinates {
    csl_ctx *ctx;
    uint32_t thread[3], block[3];
} coordinates;

static csl_expr *put_in(void *user, csl_expr *leaf) {
    const coordinates *c = user;
    if (leaf->op == CSL_OP_TID)
        return csl_const(c->ctx, (csl_type)leaf->type, c->thread[leaf->index]);
    if (leaf->op == CSL_OP_BDIM)
        return csl_const(c->ctx, (csl_type)leaf->type, c->block[leaf->index]);
    return leaf;
}

static bool is_other(void *user, csl_expr *e) {
    (void)user;
    return e->op == CSL_OP_PURE ||
           (e->nkids == 0 && e->op != CSL_OP_CONST && e->op != CSL_OP_TID && e->op != CSL_OP_BDIM);
}

bool csl_is_of_thread(csl_ctx *ctx, csl_expr *e) {
    return !csl_find_part(ctx, e, is_other, NULL);
}

enum { WARP = 32 };

/* The lanes of every group of so many agree on the condition, which is about values that the block
 * agrees on, or warps that are the groups, and the coordinates of threads. */
static bool is_of_group(csl_analysis *a, csl_expr *c, uint32_t lanes) {
    const csl_scope scope = lanes > WARP ? CSL_SCOPE_BLOCK : CSL_SCOPE_WARP;
    for (uint32_t s = 0; s < a->shapes.n; s++) {
        const uint32_t *shape = a->shapes.shape[s];
        csl_expr *first = NULL;
        for (uint32_t t = 0; t < shape[0] * shape[1] * shape[2]; t++) {
            csl_expr *here = csl_of_thread(a, c, shape, t);
            if (t % lanes == 0 && csl_scope_of(a, here) < scope)
                return false;
            first = t % lanes == 0 ? here : first;
            if (here != first)
                return false;
        }
    }
    return a->shapes.n > 0;
}

static bool split(csl_analysis *a, csl_expr *reach, csl_scope agreed, uint32_t lanes,
                  csl_expr **own, csl_expr **shared) {
    *own = *shared = csl_true(a->ctx);
    reach = csl_expand(a, reach);
    uint32_t n;
    csl_expr *const *part = csl_conjuncts(&reach, &n);
    for (uint32_t i = 0; i < n; i++)
        if (csl_is_of_thread(a->ctx, part[i]))
            *own = csl_and(a->ctx, *own, part[i]);
        else if (csl_scope_of(a, part[i]) >= agreed || (lanes && is_of_group(a, part[i], lanes)))
            *shared = csl_and(a->ctx, *shared, part[i]);
        else
            return false;
    return true;
}

bool csl_split_by_thread(csl_analysis *a, csl_expr *reach, csl_scope agreed, csl_expr **own,
                         csl_expr **shared) {
    return split(a, reach, agreed, agreed == CSL_SCOPE_WARP ? WARP : 0, own, shared);
}

bool csl_split_by_group(csl_analysis *a, csl_expr *reach, uint32_t lanes, csl_expr **own,
                        csl_expr **shared) {
    return split(a, reach, CSL_SCOPE_BLOCK, lanes, own, shared);
}

static csl_expr *put_thread(void *user, csl_expr *leaf) {
    return leaf->op == CSL_OP_TID ? put_in(user, leaf) : leaf;
}

static csl_expr *put_shape(void *user, csl_expr *leaf) {
    return leaf->op == CSL_OP_BDIM ? put_in(user, leaf) : leaf;
}

csl_expr *csl_with_shape(csl_analysis *a, csl_expr *e, const uint32_t shape[3]) {
    coordinates c = {a->ctx, {0, 0, 0}, {shape[0], shape[1], shape[2]}};
    return csl_map(a->ctx, e, put_shape, &c);
}

csl_expr *csl_of_thread(csl_analysis *a, csl_expr *e, const uint32_t shape[3], uint32_t thread) {
    coordinates c = {.ctx = a->ctx};
    if (!shape)
        return csl_map(a->ctx, e, put_thread, &c);
    const uint32_t rows = thread / shape[0];
    c = (coordinates){a->ctx,
                      {thread % shape[0], rows % shape[1], rows / shape[1]},
                      {shape[0], shape[1], shape[2]}};
    return csl_map(a->ctx, e, put_in, &c);
}

uint32_t csl_count_coming(csl_analysis *a, csl_expr *own, const uint32_t shape[3],
                          uint32_t together) {
    uint32_t threads = shape[0] * shape[1] * shape[2], count = 0;
    for (uint32_t t = 0; t < threads; t++)
        if (csl_is_true(csl_of_thread(a, own, shape, t))) {
            count += together;
            t = t / together * together + together - 1; /* on to the next warp */
        }
    return count;
}

bool csl_come_together(csl_analysis *a, csl_expr *own, const uint32_t shape[3], uint32_t together) {
    return csl_count_coming(a, own, shape, 1) == csl_count_coming(a, own, shape, together);
}

/* ---- kernels that end in a trap ------------------------------------------------------------------ */

static csl_expr *first_leaf(void *user, csl_expr *leaf) {
    csl_ctx *ctx = user;
    return leaf->op == CSL_OP_TID || leaf->op == CSL_OP_BID
               ? csl_const(ctx, (csl_type)leaf->type, 0)
               : leaf;
}

/* The first thread of the first block comes there, or some thread of every block. */
static bool is_certain(csl_analysis *a, csl_expr *reach) {
    if (csl_is_true(csl_map(a->ctx, reach, first_leaf, a->ctx)))
        return true;
    bool certain = csl_is_of_thread(a->ctx, reach) && a->shapes.n > 0;
    for (uint32_t s = 0; s < a->shapes.n && certain; s++)
        certain = csl_count_coming(a, reach, a->shapes.shape[s], 1) > 0;
    return certain;
}

void csl_obstruct_traps(csl_analysis *a, csl_concerns about) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        if (n->stmt->kind == CSL_STMT_ASSUME && csl_is_false(n->stmt->cond) &&
            is_certain(a, csl_expand(a, n->reach)))
            csl_obstruct(a, about, n, "a trap that the program always comes to");
    }
}
