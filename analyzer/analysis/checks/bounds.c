/* Subscripts: that they stay inside what the declaration says is taken for granted when pairs of
 * accesses are compared (csl_stays_inside). Here it is found out where it does not follow from the
 * kernel. It is an assumption then; where the launches that are known break it, nothing is proved.
 *
 * Needs: csl_find_races(). */
#include "checks.h"
#include "../../limits/limits.h"

#include <string.h>

/* Nothing but threads, blocks and passes of loops decides: the launches that are known have them.
 */
static bool is_known(const csl_analysis *a, const csl_query *q) {
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++)
        if (q->vars[i].role != CSL_ROLE_BID && q->vars[i].role != CSL_ROLE_ITER)
            return false;
    return a->shapes.n > 0 && !a->kernel->launch_unknown;
}

/* Can a thread get here with a place outside? *known: the answer is about launches that are known.
 */
static csl_verdict leaves(csl_analysis *a, csl_node *n, const csl_target *t, bool *known) {
    csl_ctx *ctx = a->ctx;
    const csl_relation one = {.pair = CSL_PAIR_ANY, .share = CSL_SCOPE_GRID};
    csl_builder *b = csl_builder_new(a, &one);
    csl_expr *here = csl_and(ctx, n->reach, t->when);
    csl_expr *outside = csl_not(ctx, csl_stays_inside(a, n, t));
    csl_expr *guard = csl_side(b, 0, csl_and(ctx, here, outside));
    csl_query q = csl_builder_query(b, guard, csl_true(ctx));
    const csl_verdict v = csl_ask(a, &q, CSL_USE_PROOF).verdict;
    *known = is_known(a, &q);
    csl_builder_done(b);
    return v;
}

static bool is_listed(const csl_analysis *a, const char *name) {
    for (uint32_t i = 0; i < a->assumptions.n; i++)
        for (uint32_t k = 0; k < a->assumptions.v[i].nnames; k++)
            if (a->assumptions.v[i].kind == CSL_ASSUMED_BOUNDS &&
                !strcmp(a->assumptions.v[i].names[k], name))
                return true;
    return false;
}

/* What else stands in the object is known only as long as the subscript stays inside. */
static bool is_parted(const csl_analysis *a, const csl_target *t) {
    const csl_object *o = csl_object_of_root(a, t->root);
    return o && o->parted;
}

static void check(csl_analysis *a, csl_node *n, const csl_target *t, uint32_t *asked) {
    const csl_object *o = csl_object_of_root(a, t->root);
    const csl_concerns about = is_parted(a, t) ? CSL_ABOUT_ALL : csl_about_root(a, t->root);
    if (csl_is_true(csl_expand(a, csl_stays_inside(a, n, t))) || !csl_use_of_proof(a, about))
        return;
    const char *name = o ? o->name : "";
    bool known = false;
    csl_verdict v = CSL_UNDECIDED;
    if (!csl_limit_reached(CSL_LIMIT_subscripts, *asked)) {
        ++*asked;
        v = leaves(a, n, t, &known);
    }
    if (v == CSL_SAFE)
        return;
    if (n->stmt->access->is_lanes) {
        csl_obstruct(a, about, n, "lanes of tensor memory that may be those of another warp");
        return;
    }
    if (v == CSL_POSSIBLE && known)
        csl_obstruct(a, about, n,
                     csl_format(a->ctx, "a subscript leaves the bounds of `%s`", name));
    else if (!is_listed(a, name))
        csl_assume_that(a, CSL_ASSUMED_BOUNDS, name, n->stmt->place,
                        csl_format(a->ctx, "subscripts of `%s` stay inside its bounds", name));
}

void csl_check_bounds(csl_analysis *a) {
    uint32_t asked = 0;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        const bool races = n->stmt->kind == CSL_STMT_ACCESS && csl_races_at_all(a, n);
        for (uint32_t t = 0; n->stmt->kind == CSL_STMT_ACCESS && t < n->ntargets; t++)
            if (races || is_parted(a, &n->targets[t]))
                check(a, n, &n->targets[t], &asked);
    }
}
