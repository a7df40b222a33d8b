/* Launches whose sizes are terms: what they say of the block and of the parameters. */
#include "asker.h"
#include "../../limits/limits.h"

/* Nothing can be concluded from launches that seem to contradict themselves. */
static bool happens(csl_analysis *a, csl_expr *launched) {
    csl_relation grid = {.pair = CSL_PAIR_ANY, .share = CSL_SCOPE_GRID};
    csl_builder *b = csl_builder_new(a, &grid);
    csl_builder_fact(b, csl_side(b, 0, launched));
    csl_query q = csl_builder_query(b, csl_true(a->ctx), csl_true(a->ctx));
    bool possible = csl_ask(a, &q, 0).verdict == CSL_POSSIBLE;
    csl_builder_done(b);
    return possible;
}

/* The condition leaves the variable one value, or one for each of several launches. */
static bool is_given(const csl_expr *e, uint32_t var) {
    if (e->op == CSL_OP_EQ)
        for (int i = 0; i < 2; i++)
            if (e->kids[i]->op == CSL_OP_SYM && e->kids[i]->index == var)
                return e->kids[!i]->op == CSL_OP_CONST;
    if (e->op != CSL_OP_AND && e->op != CSL_OP_OR)
        return false;
    bool all = e->op == CSL_OP_OR;
    for (uint32_t i = 0; i < e->nkids; i++)
        if (is_given(e->kids[i], var) != all)
            return !all;
    return all;
}

bool csl_is_open_number(const csl_query *q, uint32_t var) {
    const csl_dvar *v = &q->vars[var];
    return v->role == CSL_ROLE_PARAM && csl_type_integer(v->type) && v->type != CSL_PTR &&
           v->type != CSL_BOOL && !is_given(q->fact, var);
}

void csl_find_launch_terms(csl_analysis *a) {
    csl_ctx *ctx = a->ctx;
    const csl_kernel *k = a->kernel;
    csl_expr *any = csl_false(ctx);
    bool more = false, made = (k->made_for[0] && !k->made_for_several) || k->numbers[0];
    if (k->launch_unknown || !k->nlaunches ||
        csl_limit_exceeded(CSL_LIMIT_launches, k->nlaunches) || a->options->block[0] || made)
        return;
    for (uint32_t i = 0; i < k->nlaunches; i++) {
        const csl_launch *l = &k->launches[i];
        csl_expr *one = l->given ? l->given : csl_true(ctx);
        for (uint32_t d = 0; d < 3; d++) {
            csl_expr *is = l->block[d] ? csl_const(ctx, CSL_U32, l->block[d]) : l->says[d];
            if (is)
                one =
                    csl_and(ctx, one,
                            csl_binary(ctx, CSL_OP_EQ, csl_leaf(ctx, CSL_OP_BDIM, CSL_U32, d), is));
            more |= l->says[d] != NULL;
        }
        more |= l->given != NULL;
        any = csl_or(ctx, any, one);
    }
    for (uint32_t d = 1; d < 3 && more && !a->shapes.n; d++) /* another block than was assumed */
        for (uint32_t i = 0; i < k->nlaunches; i++)
            if (k->launches[i].block[d] != 1)
                a->shapes.unused[d] = false;
    a->launched = more && happens(a, any) ? any : NULL;
}
