/* Variables of which a fact says what they are in terms of others, `rest == n - first`: a search
 * that chooses values for all of them hardly ever meets the fact. So it chooses for the others, and
 * the terms say the rest.
 */
#include "search.h"

enum { MOST_DEFINED = 8 };

typedef struct defined {
    uint32_t var;
    csl_expr *term; /* without the variable */
} defined;

static bool is_variable(void *user, csl_expr *e) {
    const uint32_t *var = user;
    return e->op == CSL_OP_SYM && e->index == *var;
}

/* The fact says of a variable what it is; a number is no news to the search (given.c). Of one that
 * is cast, only that it may be that. */
static bool defines(csl_ctx *ctx, csl_expr *fact, defined *out) {
    for (int k = 0; k < 2 && fact->op == CSL_OP_EQ; k++) {
        csl_expr *var = fact->kids[k], *term = fact->kids[!k];
        if (var->op == CSL_OP_CAST && csl_type_integer((csl_type)var->kids[0]->type)) {
            var = var->kids[0];
            term = csl_cast(ctx, (csl_type)var->type, term);
        }
        if (var->op != CSL_OP_SYM || var->index < CSL_DV_FREE || term->op == CSL_OP_CONST ||
            var->type != term->type || csl_find_part(ctx, term, is_variable, &var->index))
            continue;
        *out = (defined){var->index, term};
        return true;
    }
    return false;
}

static csl_expr *replaced(void *user, csl_expr *leaf) {
    defined *d = user;
    return is_variable(&d->var, leaf) ? d->term : leaf;
}

/* The query without a variable that it defines. False if there is none. */
static bool take_out(csl_query *q, defined *d) {
    uint32_t n;
    csl_expr *fact = q->fact, *const *part = csl_conjuncts(&fact, &n);
    bool found = false;
    for (uint32_t i = 0; i < n && !found; i++)
        found = defines(q->ctx, part[i], d);
    if (found)
        *q = csl_map_query(q, replaced, d);
    return found;
}

csl_answer csl_enumerate_defined(csl_pool *pool, const csl_query *q, uint64_t budget,
                                 bool first_witness) {
    defined d[MOST_DEFINED];
    csl_query without = *q;
    uint32_t n = 0;
    while (n < MOST_DEFINED && take_out(&without, &d[n]))
        n++;
    csl_answer a = {.verdict = CSL_UNDECIDED, .by = "defined values"};
    if (n == 0)
        return a;
    const csl_tape *t = csl_tape_new(pool, &without, true);
    if (csl_trivially_safe(t))
        return a;
    csl_answer found = csl_enumerate_samples(pool, t, NULL, budget, first_witness);
    if (found.verdict != CSL_POSSIBLE)
        return a;
    for (uint32_t i = n; i-- > 0;) /* what was taken out later may be part of an earlier term */
        found.value[d[i].var] = csl_query_eval(q, d[i].term, found.value);
    return csl_query_holds(q, found.value) ? found : a;
}
