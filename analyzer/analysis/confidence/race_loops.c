/* Does a race need what the loops rule out: how many threads there are, and
 * that they have something to do?
 *
 * Needs: csl_execute(), closed forms.
 */
#include "caveats.h"

/* ---- loops that make no pass ----------------------------------------------------------------- */

/* ---- loops that say how large the block is ---------------------------------------------------- */

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

bool csl_needs_other_stride(csl_analysis *a, const csl_pair_query *p, const csl_query *q) {
    int64_t stride = stride_around(a, p->side[0].node);
    if (!stride)
        stride = stride_around(a, p->side[1].node);
    bool flat = a->shapes.fixed[1] == 1 && a->shapes.fixed[2] == 1;
    if (!stride || a->shapes.n || !(flat || a->idle[1]) || stride > a->shapes.max_threads)
        return false;
    uint32_t(*block)[3] = csl_alloc(a->ctx, sizeof *block);
    csl_shapes one = a->shapes;
    (*block)[0] = (uint32_t)stride, (*block)[1] = (*block)[2] = 1;
    one.shape = (const uint32_t(*)[3])block;
    one.n = 1;
    csl_query with = *q;
    with.shapes = &one;
    csl_verdict v = csl_ask(a, &with, CSL_USE_RATING).verdict;
    return csl_is_safe(v);
}
