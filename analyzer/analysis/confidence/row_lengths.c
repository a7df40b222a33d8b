/* Rows of the block as long as the kernel says: in `threadIdx.y * 16 + threadIdx.x` they have 16
 * threads. */
#include "caveats.h"
#include "../../limits/limits.h"

/* The row of a thread, converted or not. */
static bool is_row(const csl_expr *e) {
    while (e->op == CSL_OP_CAST)
        e = e->kids[0];
    return e->op == CSL_OP_SYM && (e->index == CSL_DV_TID1 + 1 || e->index == CSL_DV_TID2 + 1);
}

/* The constant that a row is multiplied with in the term, or 0. */
static int64_t length_in(const csl_expr *e) {
    if (e->op == CSL_OP_MUL && e->nkids == 2)
        for (int i = 0; i < 2; i++)
            if (is_row(e->kids[i]) && e->kids[!i]->op == CSL_OP_CONST)
                return e->kids[!i]->value;
    int64_t length = 0;
    for (uint32_t i = 0; i < e->nkids && !length; i++)
        length = length_in(e->kids[i]);
    return length;
}

uint32_t csl_blocks_of_rows(const csl_query *q, uint32_t list[CSL_BLOCKS_OF_ROWS][3]) {
    csl_expr *const terms[] = {q->offset[0], q->offset[1], q->guard[0], q->guard[1]};
    int64_t length = 0;
    for (size_t i = 0; i < sizeof terms / sizeof *terms && !length; i++)
        if (terms[i] && csl_is_small(terms[i], CSL_LIMIT(brief_term)))
            length = length_in(terms[i]);
    uint32_t n = 0;
    for (uint32_t y = 4; y <= 16 && length > 1 && length * y <= 1024; y *= 2) {
        list[n][0] = (uint32_t)length;
        list[n][1] = y;
        list[n++][2] = 1;
    }
    return n;
}
