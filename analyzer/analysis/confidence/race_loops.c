/* Loops say how large the block is: does a race need another one?
 *
 * Needs: csl_execute(), closed forms.
 */
#include "caveats.h"
#include "../../limits/limits.h"

/* ---- the step of a loop that begins with a thread's number ------------------------------------- */

/* How many threads in a row have one value of it: 1 of threadIdx.x or the number of the thread in
 * its block, 32 of `threadIdx.x / 32`; 0: it is none of these. */
static int64_t threads_of_one(csl_analysis *a, csl_expr *e) {
    while (e->op == CSL_OP_CAST)
        e = e->kids[0];
    if ((e->op == CSL_OP_TID && e->index == 0) || e == csl_linear_thread(a->ctx))
        return 1;
    if ((e->op != CSL_OP_DIV && e->op != CSL_OP_SHR) || e->kids[1]->op != CSL_OP_CONST ||
        threads_of_one(a, e->kids[0]) != 1)
        return 0;
    const int64_t by = e->kids[1]->value;
    if (e->op == CSL_OP_SHR)
        return by >= 0 && by < 10 ? INT64_C(1) << by : 0;
    return by > 0 && by < 1024 ? by : 0;
}

/* `for (i = threadIdx.x; ...; i += 64)` around the access, or `for (i = threadIdx.x / 32; ...; i +=
 * 2)`: 64 threads; 0: no such loop. */
static int64_t stride_around(csl_analysis *a, const csl_node *n) {
    csl_ctx *ctx = a->ctx;
    for (const csl_loop *l = n->loop; l; l = l->parent)
        for (uint32_t i = 0; i < l->phis.n; i++) {
            const csl_sym *phi = a->syms.v[l->phis.v[i]];
            const int64_t each = phi->def ? threads_of_one(a, csl_expand(a, phi->init)) : 0;
            if (!each)
                continue;
            csl_expr *at[2];
            for (int pass = 0; pass < 2; pass++)
                at[pass] = csl_replace_sym(a, csl_expand(a, phi->def), l->iter,
                                           csl_const(ctx, CSL_I32, pass));
            csl_expr *step = csl_binary(ctx, CSL_OP_SUB, at[1], at[0]);
            if (step->op == CSL_OP_CONST && step->value > 1 && step->value <= 1024 / each)
                return step->value * each;
        }
    return 0;
}

/* Not where the block is one row of so many threads as the step of such a loop. */
static bool needs_other_row(csl_analysis *a, const csl_pair_query *p, const csl_query *q) {
    int64_t stride = stride_around(a, p->side[0].node);
    if (!stride)
        stride = stride_around(a, p->side[1].node);
    bool flat = a->shapes.fixed[1] == 1 && a->shapes.fixed[2] == 1;
    if (!stride || !(flat || a->idle[1]) || stride > a->shapes.max_threads)
        return false;
    csl_query with = *q;
    csl_ask_of_block(a, &with, (const uint32_t[]){(uint32_t)stride, 1, 1});
    return csl_is_safe(csl_ask(a, &with, CSL_USE_RATING).verdict);
}

/* ---- the step of a loop whose passes share out rows -------------------------------------- */

enum { MOST_STEPS = 8 };

/* The parts of a sum: how often the thread's row is in there, and the steps of passes. */
typedef struct steps {
    const csl_query *q;
    int64_t of_row, of_pass[MOST_STEPS];
    uint32_t n;
} steps;

static void take_step(void *user, csl_expr *e, int64_t times) {
    steps *s = user;
    if (e->op != CSL_OP_SYM)
        return;
    if (e->index == CSL_DV_TID1 + 1 || e->index == CSL_DV_TID2 + 1)
        s->of_row += times;
    else if (s->q->vars[e->index].role == CSL_ROLE_ITER && s->n < MOST_STEPS)
        s->of_pass[s->n++] = times;
}

/* In `4 * pass + threadIdx.y`, or a multiple of it, 4 rows: in some part of the term; 0: none is
 * like that. */
static int64_t rows_in(const csl_query *q, csl_expr *e) {
    int64_t least = 0;
    if (e->op == CSL_OP_ADD) {
        steps s = {.q = q};
        csl_take_parts(e, 1, take_step, &s);
        for (uint32_t i = 0; i < s.n && s.of_row > 0; i++) {
            const int64_t rows = s.of_pass[i] % s.of_row ? 0 : s.of_pass[i] / s.of_row;
            if (rows > 1 && rows <= 1024 && (!least || rows < least))
                least = rows;
        }
    }
    for (uint32_t i = 0; i < e->nkids && !least; i++)
        least = rows_in(q, e->kids[i]);
    return least;
}

bool csl_mean_block(csl_analysis *a, csl_builder *b, const csl_pair_query *p, csl_query *q) {
    int64_t rows = 0, x = 32;
    for (int s = 0; s < 2 && !rows && !a->shapes.n && !a->shapes.fixed[1] && !a->idle[1]; s++)
        if (q->offset[s] && csl_is_small(q->offset[s], CSL_LIMIT(row_term)))
            rows = rows_in(q, q->offset[s]);
    const int64_t row = rows ? csl_threads_in_row(a, b, p, q) : 0;
    while (row && (2 * x <= row || x > row))
        x = x > row ? x / 2 : x * 2;
    if (a->shapes.fixed[0])
        x = a->shapes.fixed[0];
    if (!rows || x * rows > a->shapes.max_threads)
        return false;
    csl_ask_of_block(a, q, (const uint32_t[]){(uint32_t)x, (uint32_t)rows, 1});
    return true;
}

/* Not in the block that the places are laid out for. */
static bool needs_other_rows(csl_analysis *a, csl_builder *b, const csl_pair_query *p,
                             const csl_query *q) {
    csl_query with = *q;
    return csl_mean_block(a, b, p, &with) && csl_is_safe(csl_ask(a, &with, CSL_USE_RATING).verdict);
}

bool csl_needs_other_stride(csl_analysis *a, csl_builder *b, const csl_pair_query *p,
                            const csl_query *q) {
    return !a->shapes.n && (needs_other_row(a, p, q) || needs_other_rows(a, b, p, q));
}
