/* Rows of the block as long as the kernel says: in `threadIdx.y * 16 + threadIdx.x` they have 16
 * threads, in `blockIdx.x * 256 + threadIdx.x` the block has 256. */
#include <string.h>

#include "caveats.h"
#include "../../limits/limits.h"

/* The row of a thread, converted or not. */
static bool is_row(const csl_expr *e) {
    e = csl_without_casts(e);
    return e->op == CSL_OP_SYM && (e->index == CSL_DV_TID1 + 1 || e->index == CSL_DV_TID2 + 1);
}

static bool is_first_axis(const csl_expr *e) {
    return e->op == CSL_OP_SYM && (e->index == CSL_DV_TID1 || e->index == CSL_DV_TID2);
}

/* The parts of a sum, converted or not: the thread's place in its row is one, and the constant that
 * the row is multiplied with, or 0. */
static int64_t take_sum(const csl_expr *e, bool *first) {
    e = csl_without_casts(e);
    if (e->op == CSL_OP_ADD && e->nkids == 2) {
        const int64_t one = take_sum(e->kids[0], first), other = take_sum(e->kids[1], first);
        return one ? one : other;
    }
    *first |= is_first_axis(e);
    for (int i = 0; i < 2 && e->op == CSL_OP_MUL && e->nkids == 2; i++)
        if (is_row(e->kids[i]) && e->kids[!i]->op == CSL_OP_CONST)
            return e->kids[!i]->value;
    return 0;
}

/* The C of `C * threadIdx.y + threadIdx.x` in the term, or 0. Bytes of a row of an array are none:
 * `s[threadIdx.y][threadIdx.x]` may leave a part of its rows to other passes. */
static int64_t length_in(const csl_expr *e) {
    bool first = false;
    int64_t length = e->op == CSL_OP_ADD ? take_sum(e, &first) : 0;
    length = first ? length : 0;
    for (uint32_t i = 0; i < e->nkids && !length; i++)
        length = length_in(e->kids[i]);
    return length;
}

uint32_t csl_blocks_of_rows(csl_analysis *a, const csl_query *q,
                            uint32_t list[CSL_BLOCKS_OF_ROWS][3]) {
    csl_expr *const terms[] = {q->offset[0], q->offset[1], q->guard[0], q->guard[1]};
    int64_t length = a->row_of_numbers;
    for (size_t i = 0; i < sizeof terms / sizeof *terms && !length; i++)
        if (terms[i] && csl_is_small(terms[i], CSL_LIMIT(brief_term)))
            length = length_in(terms[i]);
    uint32_t n = 0;
    const uint32_t least = length * 4 > a->shapes.max_threads ? 2 : 4;
    for (uint32_t y = least; y <= 4 * least && length > 1 && length * y <= 1024; y *= 2) {
        list[n][0] = (uint32_t)length;
        list[n][1] = y;
        list[n++][2] = 1;
    }
    return n;
}

/* What blockIdx.x is multiplied with; 0: the term is something else. */
static int64_t between_blocks(const csl_query *q, const csl_expr *e) {
    if (e->op != CSL_OP_MUL || e->nkids != 2 || e->kids[1]->op != CSL_OP_CONST)
        return 0;
    const csl_expr *number = csl_without_casts(e->kids[0]);
    const csl_dvar *v = number->op == CSL_OP_SYM ? &q->vars[number->index] : NULL;
    return v && v->role == CSL_ROLE_BID && v->name && strcmp(v->name, "blockIdx.x") == 0
               ? e->kids[1]->value
               : 0;
}

/* The constant C of `blockIdx.x * C + threadIdx.x` in the term, or 0. */
static int64_t threads_in(const csl_query *q, const csl_expr *e) {
    for (int i = 0; i < 2 && e->op == CSL_OP_ADD && e->nkids == 2; i++)
        if (is_first_axis(csl_without_casts(e->kids[i])) &&
            between_blocks(q, csl_without_casts(e->kids[!i])))
            return between_blocks(q, csl_without_casts(e->kids[!i]));
    int64_t threads = 0;
    for (uint32_t i = 0; i < e->nkids && !threads; i++)
        threads = threads_in(q, e->kids[i]);
    return threads;
}

uint32_t csl_threads_between_blocks(const csl_query *q) {
    csl_expr *const terms[] = {q->offset[0], q->offset[1], q->guard[0], q->guard[1]};
    int64_t threads = 0;
    for (size_t i = 0; i < sizeof terms / sizeof *terms && !threads; i++)
        if (terms[i] && csl_is_small(terms[i], CSL_LIMIT(brief_term)))
            threads = threads_in(q, terms[i]);
    return threads > 1 && threads <= 1024 ? (uint32_t)threads : 0;
}
