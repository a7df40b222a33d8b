/* Numbers of tickets that differ by thread, `group == 1 ? i + 1 : i`; and the lane that elections
 * choose. */
#include "symbolic.h"

csl_expr *csl_of_thread_alone(csl_analysis *a, csl_expr *reach) {
    uint32_t n;
    csl_expr *const *part = csl_conjuncts(&reach, &n), *own = csl_true(a->ctx);
    for (uint32_t i = 0; i < n; i++)
        if (csl_is_of_thread(a->ctx, part[i]))
            own = csl_and(a->ctx, own, part[i]);
    return own;
}

/* In no block that is launched both hold for a thread. */
static bool no_thread_has(csl_analysis *a, csl_expr *own, csl_expr *c) {
    bool none = a->shapes.n > 0;
    csl_expr *both = csl_and(a->ctx, own, c);
    for (uint32_t s = 0; s < a->shapes.n && none; s++)
        none = !csl_count_coming(a, both, a->shapes.shape[s], 1);
    return none;
}

/* The condition without its parts that hold for all these threads. */
static csl_expr *what_tells_apart(csl_analysis *a, csl_expr *own, csl_expr *c) {
    uint32_t n;
    csl_expr *const *part = csl_conjuncts(&c, &n), *all = csl_true(a->ctx);
    for (uint32_t i = 0; i < n; i++)
        if (!no_thread_has(a, own, csl_not(a->ctx, part[i])))
            all = csl_and(a->ctx, all, part[i]);
    return all;
}

/* What is computed with a choice is looked through. */
static bool computes(const csl_expr *e) {
    const bool sums =
        e->op == CSL_OP_ADD || e->op == CSL_OP_SUB || e->op == CSL_OP_MIN || e->op == CSL_OP_MAX;
    return (sums && e->nkids == 2) || e->op == CSL_OP_CAST;
}

static csl_expr *without_choices(csl_analysis *a, csl_expr *own, csl_expr *e) {
    if (computes(e)) {
        csl_expr *kids[2] = {NULL};
        for (uint32_t i = 0; i < e->nkids; i++)
            kids[i] = without_choices(a, own, e->kids[i]);
        return csl_rebuild(a->ctx, e, kids);
    }
    if (e->op != CSL_OP_ITE || !csl_is_of_thread(a->ctx, e->kids[0]))
        return e;
    csl_expr *c = e->kids[0], *not = csl_not(a->ctx, c);
    if (no_thread_has(a, own, c))
        return without_choices(a, own, e->kids[2]);
    if (no_thread_has(a, own, not ))
        return without_choices(a, own, e->kids[1]);
    return csl_ite(a->ctx, what_tells_apart(a, own, c),
                   without_choices(a, csl_and(a->ctx, own, c), e->kids[1]),
                   without_choices(a, csl_and(a->ctx, own, not ), e->kids[2]));
}

csl_expr *csl_chosen_by_threads(csl_analysis *a, csl_expr *e, csl_expr *reach) {
    return e->op == CSL_OP_ITE || computes(e) ? without_choices(a, csl_of_thread_alone(a, reach), e)
                                              : e;
}

bool csl_all_threads_have(csl_analysis *a, csl_expr *c, csl_expr *reach) {
    return csl_is_of_thread(a->ctx, c) &&
           no_thread_has(a, csl_of_thread_alone(a, reach), csl_not(a->ctx, c));
}

/* ---- elections ------------------------------------------------------------------------------- */

csl_expr *csl_lane_of_elected(csl_analysis *a, const csl_expr *leaf, bool *all) {
    if (leaf->op != CSL_OP_SYM || leaf->type != CSL_BOOL)
        return NULL;
    const csl_sym *s = csl_sym_of(a, leaf);
    if (s->kind != CSL_SYM_SYNC || s->node->stmt->sync->kind != CSL_SYNC_ELECT)
        return NULL;
    const csl_expr *mask = s->node->mask;
    *all = mask && (csl_is_const(mask, UINT32_MAX) || csl_is_const(mask, -1));
    csl_expr *lane =
        csl_binary(a->ctx, CSL_OP_BAND, csl_linear_thread(a->ctx), csl_const(a->ctx, CSL_U32, 31));
    return csl_binary(a->ctx, CSL_OP_EQ, lane, csl_const(a->ctx, CSL_U32, 0));
}

static csl_expr *elected_leaf(void *user, csl_expr *leaf) {
    bool all;
    csl_expr *lane = csl_lane_of_elected(user, leaf, &all);
    return lane ? lane : leaf;
}

csl_expr *csl_as_elected(csl_analysis *a, csl_expr *e) {
    return csl_map(a->ctx, e, elected_leaf, a);
}

void csl_assume_first_elected(csl_analysis *a) {
    a->first_elected = true;
    csl_assume_that(a, CSL_ASSUMED_ELECTED, NULL, NULL, "lane 0 of a warp is the one it elects");
}
