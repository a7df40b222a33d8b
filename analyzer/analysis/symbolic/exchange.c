/* What a lane receives from a shuffle whose source is plain: `__shfl_sync(full, threadIdx.x / 32,
 * 0)` is the number of the warp, and any shuffle of a value that all lanes have is that value. A
 * lane that reads from one that does not take part gets an undefined value, so the source is taken
 * to be there.
 *
 * Holds where lanes of a warp are threads in a row: blocks of one dimension, or rows of whole
 * warps.
 */
#include "exec.h"
#include "../../limits/limits.h"

typedef struct source {
    csl_ctx *ctx;
    uint32_t width; /* of the tiles lanes exchange in */
    int64_t lane;   /* of the tile the value comes from, or -1: from any lane of the warp */
    bool any_block; /* rows of the block need not be whole warps */
    bool failed;
} source;

bool csl_single_in(const csl_shapes *shapes, uint32_t d) {
    bool single = shapes->n > 0;
    for (uint32_t i = 0; i < shapes->n; i++)
        single &= shapes->shape[i][d] == 1;
    return single || (shapes->n == 0 && shapes->fixed[d] == 1);
}

static bool warps_are_rows(const csl_analysis *a) {
    bool rows = a->shapes.n > 0 || (a->shapes.fixed[0] && a->shapes.fixed[0] % 32 == 0);
    for (uint32_t i = 0; i < a->shapes.n; i++)
        rows &= a->shapes.shape[i][0] % 32 == 0;
    return rows || (csl_single_in(&a->shapes, 1) && csl_single_in(&a->shapes, 2));
}

/* threadIdx.x, which is below 1024: in any type of 16 bits and more it is the same number. */
static bool is_thread(const csl_expr *e) {
    while (e->op == CSL_OP_CAST && csl_type_integer((csl_type)e->type) &&
           csl_type_bytes((csl_type)e->type) > 1)
        e = e->kids[0];
    return e->op == CSL_OP_TID && e->index == 0;
}

bool csl_is_lane_number(const csl_analysis *a, const csl_expr *e) {
    bool rows_of_lanes = a->shapes.n > 0 || a->shapes.fixed[0] == 32;
    for (uint32_t i = 0; i < a->shapes.n; i++)
        rows_of_lanes &= a->shapes.shape[i][0] == 32;
    if (is_thread(e))
        return rows_of_lanes;
    while (e->op == CSL_OP_CAST && csl_type_integer((csl_type)e->type))
        e = e->kids[0];
    return ((e->op == CSL_OP_REM && csl_is_const(e->kids[1], 32)) ||
            (e->op == CSL_OP_BAND && csl_is_const(e->kids[1], 31))) &&
           (e->kids[0] == csl_linear_thread(a->ctx) ||
            (warps_are_rows(a) && is_thread(e->kids[0])));
}

/* threadIdx.x / 32 and the like: the same for all threads of a tile. */
static bool is_of_tile(const csl_expr *e, uint32_t width) {
    if (e->nkids != 2 || !is_thread(e->kids[0]) || e->kids[1]->op != CSL_OP_CONST)
        return false;
    int64_t n = e->kids[1]->value;
    return (e->op == CSL_OP_DIV && n > 0 && n % width == 0) ||
           (e->op == CSL_OP_SHR && n >= 0 && n < 31 && (INT64_C(1) << n) % width == 0) ||
           (e->op == CSL_OP_BAND && (n & (width - 1)) == 0);
}

/* threadIdx.x of the source lane. */
static csl_expr *place_of_source(const source *s, csl_expr *own) {
    csl_ctx *ctx = s->ctx;
    csl_expr *number = s->any_block ? csl_linear_thread(ctx) : own;
    csl_expr *first =
        csl_binary(ctx, CSL_OP_BAND, number, csl_const(ctx, CSL_U32, ~(int64_t)(s->width - 1)));
    csl_expr *place = csl_binary(ctx, CSL_OP_ADD, first, csl_const(ctx, CSL_U32, s->lane));
    return s->any_block ? csl_binary(ctx, CSL_OP_REM, place, csl_leaf(ctx, CSL_OP_BDIM, CSL_U32, 0))
                        : place;
}

/* The term as the source lane sees it. */
static csl_expr *seen_by_source(source *s, csl_expr *e) {
    if (s->failed || (!s->any_block && is_of_tile(e, s->width)))
        return e;
    if (e->op == CSL_OP_TID && e->index == 0 && s->lane >= 0)
        return place_of_source(s, e);
    /* What a symbol stands for in another thread is not known yet. */
    s->failed |= e->op == CSL_OP_SYM || e->op == CSL_OP_VAR || e->op == CSL_OP_PURE ||
                 (e->op == CSL_OP_TID && (e->index == 0 || s->any_block)) || e->nkids > 8;
    if (s->failed || !e->nkids)
        return e;
    csl_expr *kids[8];
    for (uint32_t i = 0; i < e->nkids; i++)
        kids[i] = seen_by_source(s, e->kids[i]);
    return s->failed ? e : csl_rebuild(s->ctx, e, kids);
}

/* How many threads of the block offer true, if all come there and each shape has as many. */
static csl_expr *counted(csl_exec *x, const csl_node *n) {
    csl_analysis *a = x->a;
    csl_expr *own = n->offered ? csl_expand(a, n->offered) : NULL;
    if (!own || own->type != CSL_BOOL || !csl_is_of_thread(x->ctx, own) || !csl_is_true(n->reach) ||
        n->loop || !a->shapes.n || !csl_is_small(own, CSL_LIMIT(exchanged_term)))
        return NULL;
    const uint32_t all = csl_count_coming(a, own, a->shapes.shape[0], 1);
    for (uint32_t s = 1; s < a->shapes.n; s++)
        if (csl_count_coming(a, own, a->shapes.shape[s], 1) != all)
            return NULL;
    return csl_const(x->ctx, CSL_I32, all);
}

/* A shuffle of a number, told by a term that is worth while. */
static bool gives_number(const csl_node *n) {
    const csl_sync *y = n->stmt->kind == CSL_STMT_SYNC ? n->stmt->sync : NULL;
    return y && y->kind == CSL_SYNC_SHUFFLE && !y->counts && !y->ranked && n->offered &&
           y->width >= 2 && csl_is_small(n->offered, CSL_LIMIT(exchanged_term)) &&
           csl_type_integer((csl_type)n->offered->type);
}

/* What the one lane offers from which all receive. */
static csl_expr *from_one_lane(csl_ctx *ctx, const csl_node *n, bool any_block) {
    const uint32_t width = n->stmt->sync->width;
    if (!n->lane || n->lane->op != CSL_OP_CONST)
        return NULL;
    source one = {
        .ctx = ctx, .width = width, .lane = n->lane->value & (width - 1), .any_block = any_block};
    csl_expr *value = seen_by_source(&one, n->offered);
    return one.failed ? NULL : value;
}

csl_expr *csl_exchanged(csl_exec *x, const csl_node *n) {
    if (n->stmt->sync->counts)
        return counted(x, n);
    if (!gives_number(n) || !warps_are_rows(x->a))
        return NULL;
    source any = {.ctx = x->ctx, .width = 32, .lane = -1};
    csl_expr *same = seen_by_source(&any, n->offered);
    return any.failed ? from_one_lane(x->ctx, n, false) : same;
}

csl_expr *csl_offered_by_source(csl_analysis *a, const csl_node *n) {
    return gives_number(n) ? from_one_lane(a->ctx, n, true) : NULL;
}
