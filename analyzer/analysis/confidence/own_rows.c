/* Each thread stores to an element of its own, and reads no other: these collide in every block of
 * some kind, so such blocks were not meant. A missing barrier is another matter: it lies between
 * elements of several threads. */
#include <string.h>

#include "caveats.h"

enum { LEAST_ROW = 8, LONGEST_ROW = 512, MOST_PARTS = 8 };

/* What an offset in bytes is the sum of: of `p[32 * m + threadIdx.x]` 4 times the thread's place in
 * its row, and 128 times m. */
typedef struct layout {
    csl_builder *b;
    int64_t of_thread, of_block_row;
    struct {
        csl_expr *e;
        int64_t times;
    } part[MOST_PARTS]; /* that threads of one row have in common */
    uint32_t n;
    bool mixed; /* threads of a row are told apart in other ways as well, or there are more parts */
} layout;

static bool is_axis(const csl_expr *e, uint32_t d) {
    return e->op == CSL_OP_SYM && (e->index == CSL_DV_TID1 + d || e->index == CSL_DV_TID2 + d);
}

static void take_part(void *user, csl_expr *e, int64_t times) {
    layout *l = user;
    if (e->op == CSL_OP_CONST)
        return;
    if (is_axis(e, 0)) {
        l->of_thread += times;
        return;
    }
    l->of_block_row += is_axis(e, 1) ? times : 0;
    l->mixed |= l->n == MOST_PARTS || csl_term_has(l->b, e, CSL_DV_TID1) ||
                csl_term_has(l->b, e, CSL_DV_TID2);
    if (l->mixed)
        return;
    l->part[l->n].e = e;
    l->part[l->n++].times = times;
}

/* False: the two places are not one term, or threads of a row do not store side by side. */
static bool find_layout(csl_analysis *a, csl_builder *b, const csl_pair_query *p,
                        const csl_query *q, layout *l) {
    *l = (layout){.b = b};
    if (a->shapes.n ||
        csl_expand(a, p->side[0].node->address) != csl_expand(a, p->side[1].node->address))
        return false;
    csl_take_parts(q->offset[0], 1, take_part, l);
    return !l->mixed && l->of_thread > 0 && l->of_thread <= INT32_MAX;
}

/* The smallest part of at least so many bytes; n: there is none. */
static uint32_t next_part(const layout *l, int64_t least) {
    uint32_t found = l->n;
    for (uint32_t i = 0; i < l->n; i++)
        if (l->part[i].times >= least && (found == l->n || l->part[i].times < l->part[found].times))
            found = i;
    return found;
}

/* The passes of a loop fill what the next part leaves, with no gap: `p[(16 * m + i) * 32 +
 * threadIdx.x]` for 16 values of i. */
static bool fills(const layout *l, const csl_query *q, uint32_t part) {
    const csl_expr *e = l->part[part].e;
    const int64_t times = l->part[part].times;
    const uint32_t next = next_part(l, times + 1);
    if (e->op != CSL_OP_SYM || q->vars[e->index].role != CSL_ROLE_ITER || next == l->n)
        return false;
    const csl_dvar *pass = &q->vars[e->index]; /* up to where the last test fails, or before */
    const int64_t fitting = l->part[next].times / times;
    return l->part[next].times % times == 0 && pass->lo == 0 &&
           (fitting == pass->hi || fitting == pass->hi + 1);
}

/* How many threads there are in a row until the next one begins; 0: the term does not say. A row of
 * the block says so, or a loop whose passes would leave gaps if there were more. */
static int64_t row_of(const layout *l, const csl_query *q) {
    const uint32_t rows = next_part(l, LEAST_ROW * l->of_thread);
    if (rows == l->n || l->part[rows].times % l->of_thread ||
        (!csl_term_has(l->b, l->part[rows].e, CSL_DV_TID1 + 1) && !fills(l, q, rows)))
        return 0;
    return l->part[rows].times / l->of_thread;
}

/* It does not happen where the block is like that, or with unusual parameters only; two threads get
 * there, though. */
static bool is_unlikely_if(csl_analysis *a, csl_builder *b, const csl_query *q, csl_expr *block) {
    csl_query with = *q;
    with.fact = csl_and(a->ctx, with.fact, block);
    const csl_verdict v = csl_ask(a, &with, CSL_USE_RATING).verdict;
    const bool safe = csl_is_safe(v);
    if (!safe && !csl_needs_overlapping_parts(a, b, &with) &&
        !csl_needs_unusual_parameter(a, b, &with, false))
        return false;
    with.pair = CSL_PAIR_BLOCK; /* the block may be one warp */
    return csl_both_get_there(a, &with);
}

static csl_expr *width(csl_analysis *a, uint32_t d) {
    return csl_leaf(a->ctx, CSL_OP_SYM, CSL_U32, CSL_DV_BDIM + d);
}

/* `z = blockIdx.z`, with no `threadIdx.z`: the kernel places its elements as if blocks had one
 * layer. */
static bool is_of_block_layer(csl_builder *b, const csl_query *q) {
    bool numbered = false;
    for (int s = 0; s < 2 && q->offset[s]; s++) {
        if (csl_term_has(b, q->offset[s], CSL_DV_TID1 + 2) ||
            csl_term_has(b, q->offset[s], CSL_DV_TID2 + 2))
            return false;
        for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++)
            numbered |= q->vars[i].role == CSL_ROLE_BID && !strcmp(q->vars[i].name, "blockIdx.z") &&
                        csl_term_has(b, q->offset[s], i);
    }
    return numbered;
}

static bool needs_layers(csl_analysis *a, csl_builder *b, const csl_query *q) {
    csl_expr *one = csl_const(a->ctx, CSL_U32, 1);
    return !a->shapes.n && !a->shapes.fixed[2] && !a->idle[2] && is_of_block_layer(b, q) &&
           is_unlikely_if(a, b, q, csl_binary(a->ctx, CSL_OP_EQ, width(a, 2), one));
}

bool csl_needs_rows(csl_analysis *a, csl_builder *b, const csl_pair_query *p, const csl_query *q) {
    layout l;
    if (needs_layers(a, b, q))
        return true;
    if (a->shapes.fixed[1] || a->idle[1] || !find_layout(a, b, p, q, &l) ||
        l.of_thread != l.of_block_row)
        return false;
    csl_ctx *ctx = a->ctx;
    csl_expr *one = csl_const(ctx, CSL_U32, 1);
    return is_unlikely_if(a, b, q,
                          csl_and(ctx, csl_binary(ctx, CSL_OP_EQ, width(a, 1), one),
                                  csl_binary(ctx, CSL_OP_EQ, width(a, 2), one)));
}

int64_t csl_threads_in_row(csl_analysis *a, csl_builder *b, const csl_pair_query *p,
                           const csl_query *q) {
    layout l;
    const int64_t row = find_layout(a, b, p, q, &l) ? row_of(&l, q) : 0;
    return row <= LONGEST_ROW ? row : 0;
}

bool csl_needs_longer_block(csl_analysis *a, csl_builder *b, const csl_pair_query *p,
                            const csl_query *q) {
    const int64_t row = csl_threads_in_row(a, b, p, q);
    csl_expr *most = csl_const(a->ctx, CSL_U32, row);
    return row > 0 && is_unlikely_if(a, b, q, csl_binary(a->ctx, CSL_OP_LE, width(a, 0), most));
}
