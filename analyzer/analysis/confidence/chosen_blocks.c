/* Blocks of which it is known that there are several, or that were made up: what happens in some of
 * them only. */
#include <ctype.h>

#include "caveats.h"

/* A number of it that is a term may be any that the blocks have. */
static bool may_have(const csl_launch *l, const uint32_t shape[3]) {
    for (int d = 0; d < 3; d++)
        if (l->block[d] ? l->block[d] != shape[d] : !l->says[d])
            return false;
    return true;
}

/* Which block it has, a condition decides that is not followed, or of which nothing could be
 * concluded. */
static bool is_chosen(const csl_analysis *a, const csl_launch *l) {
    return l->one_way || (!a->launched && (l->says[0] || l->says[1] || l->says[2]));
}

static bool same_place(const csl_launch *x, const csl_launch *y) {
    return x->place->file == y->place->file && x->place->line == y->place->line &&
           x->place->col == y->place->col;
}

/* One of the launches at that place, or this one alone, has a block that is safe, or is not. */
static bool any_block(const csl_analysis *a, const csl_launch *l, bool alone, const bool *safe,
                      bool is) {
    const csl_kernel *k = a->kernel;
    for (uint32_t i = 0; i < k->nlaunches; i++)
        for (uint32_t s = 0; s < a->shapes.n; s++)
            if ((alone ? &k->launches[i] == l : same_place(&k->launches[i], l)) && safe[s] == is &&
                may_have(&k->launches[i], a->shapes.shape[s]))
                return true;
    return false;
}

/* One of its arguments is a number, which may go with the block: `tile<4, 32>`. */
static bool is_of_number(const char *instance) {
    for (const char *at = instance; at && *at; at++)
        if ((at[0] == '<' || at[0] == ' ') && isdigit((unsigned char)at[1]))
            return true;
    return false;
}

/* No launch that leaves the host no choice of the block has one in which it happens. */
static bool needs_choice(csl_analysis *a, const csl_query *q) {
    const csl_kernel *k = a->kernel;
    bool any = false;
    for (uint32_t i = 0; i < k->nlaunches; i++)
        any |= is_chosen(a, &k->launches[i]);
    if (!any || a->shapes.n < 2)
        return false;
    bool *safe = csl_alloc(a->ctx, a->shapes.n * sizeof *safe);
    for (uint32_t s = 0; s < a->shapes.n; s++)
        safe[s] = csl_is_safe(csl_verdict_in_block(a, q, &a->shapes.shape[s]));
    any = false;
    for (uint32_t i = 0; i < k->nlaunches; i++) {
        const csl_launch *l = &k->launches[i];
        const bool happens = any_block(a, l, true, safe, false);
        if (happens && !(is_chosen(a, l) && any_block(a, l, false, safe, true)))
            return false;
        any |= happens;
    }
    return any;
}

/* Each thread may be meant to handle two of as many things as the number says. */
static bool needs_guessed(csl_analysis *a, const csl_query *q) {
    const uint32_t *whole = a->shapes.shape[0], half[1][3] = {{whole[0] / 2, whole[1], whole[2]}};
    return a->block_guessed && a->shapes.n == 1 && whole[0] >= 64 &&
           csl_is_safe(csl_verdict_in_block(a, q, half));
}

void csl_hold_of_stated(csl_analysis *a, const csl_query *q, csl_rating *r) {
    if (needs_choice(a, q))
        csl_hold(a, r,
                 is_of_number(a->kernel->instance) ? CSL_CAVEAT_chosen_block
                                                   : CSL_CAVEAT_some_choices,
                 NULL);
    if (csl_worth_asking(a, r) && needs_guessed(a, q))
        csl_hold(a, r, CSL_CAVEAT_guessed_block, NULL);
}
