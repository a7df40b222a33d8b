/* Sizes that are positive: no user runs a kernel on nothing.
 *
 * What happens only where a number that the kernel counts up to is 0 or less is told with low
 * confidence. Where nothing else happens there, that the number is positive is an assumption of the
 * proof instead: `last = s[32 * warp + k - 1]` with `k <= 32`.
 */
#include "confidence.h"

/* The parameter is a size: something counted is compared with it. */
bool csl_counts_up_to(csl_builder *b, const csl_query *q, uint32_t var) {
    for (int s = 0; s < 2; s++) {
        uint32_t n;
        csl_expr *const *part = csl_conjuncts(&q->guard[s], &n);
        for (uint32_t i = 0; i < n; i++) {
            if ((part[i]->op != CSL_OP_LT && part[i]->op != CSL_OP_LE) ||
                !csl_term_has(b, part[i], var))
                continue;
            for (uint32_t j = 0; j < q->nvars; j++)
                if ((j < CSL_DV_BDIM || q->vars[j].role == CSL_ROLE_ITER) &&
                    csl_term_has(b, part[i], j))
                    return true;
        }
    }
    return false;
}

static bool is_size(csl_builder *b, const csl_query *q, uint32_t var) {
    return csl_is_open_number(q, var) && csl_counts_up_to(b, q, var);
}

static csl_expr *is_positive(csl_analysis *a, const csl_query *q, uint32_t var) {
    csl_type t = q->vars[var].type;
    return csl_binary(a->ctx, CSL_OP_LE, csl_const(a->ctx, t, 1),
                      csl_leaf(a->ctx, CSL_OP_SYM, t, var));
}

const char *csl_with_positive_sizes(csl_analysis *a, csl_builder *b, csl_query *q) {
    const csl_query all = *q;
    const char *name = NULL;
    for (uint32_t i = CSL_DV_FREE; i < all.nvars; i++)
        if (is_size(b, &all, i)) {
            name = all.vars[i].name;
            q->fact = csl_and(a->ctx, q->fact, is_positive(a, &all, i));
        }
    return name;
}

/* A launch passes a number that is not positive. */
static bool is_refuted(csl_analysis *a, const char *name) {
    int64_t value;
    for (uint32_t i = 0; i < a->kernel->nlaunches; i++)
        if (csl_launch_gives(a, a->kernel->launches[i].given, name, &value) && value <= 0)
            return true;
    return false;
}

static void assume(csl_analysis *a, const char *name) {
    csl_assume_that(a, CSL_ASSUMED_VALUE, name, NULL, csl_format(a->ctx, "%s is positive", name));
}

/* What the program does for such numbers alone (`if (n < 0)`) is meant for them. */
static bool never_happens(csl_analysis *a, const csl_query *q) {
    return csl_ask(a, q, CSL_USE_PROOF).verdict == CSL_SAFE && csl_both_get_there(a, q);
}

bool csl_apart_if_positive(csl_analysis *a, csl_builder *b, const csl_query *q) {
    csl_query with = *q;
    if (!csl_with_positive_sizes(a, b, &with) || !never_happens(a, &with))
        return false;
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++)
        if (is_size(b, q, i) && (!q->vars[i].name || is_refuted(a, q->vars[i].name)))
            return false;
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++) { /* one of them alone may do */
        csl_query one = *q;
        if (!is_size(b, q, i))
            continue;
        one.fact = csl_and(a->ctx, q->fact, is_positive(a, q, i));
        if (never_happens(a, &one)) {
            assume(a, q->vars[i].name);
            return true;
        }
    }
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++)
        if (is_size(b, q, i))
            assume(a, q->vars[i].name);
    return true;
}
