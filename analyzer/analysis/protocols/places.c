/* Where barrier objects are. */
#include "protocols.h"
#include "../../limits/limits.h"

/* What the offset, which follows from the number of the thread, is for those that come to the node;
 * false: that is not known. */
static bool range_of_threads(csl_analysis *a, const csl_node *n, csl_expr *offset, csl_range *all) {
    csl_expr *own;
    bool any = false;
    offset = csl_as_elected(a, offset);
    if (offset->op == CSL_OP_CONST || !csl_is_of_thread(a->ctx, offset) ||
        !csl_own_condition(a, n, &own))
        return false;
    for (uint32_t s = 0; s < a->shapes.n; s++) {
        const uint32_t *shape = a->shapes.shape[s];
        for (uint32_t t = 0; t < shape[0] * shape[1] * shape[2]; t++) {
            if (csl_is_false(csl_of_thread(a, own, shape, t)))
                continue;
            const csl_range one = csl_range_of(a, csl_of_thread(a, offset, shape, t));
            *all = any ? csl_range_join(*all, one) : one;
            any = true;
        }
    }
    return any;
}

csl_range csl_offsets_at(csl_analysis *a, const csl_node *n, csl_expr *offset) {
    const int64_t passes = csl_most_passes(a, n->loop);
    csl_range all = csl_range_of(a, offset);
    if (range_of_threads(a, n, offset, &all))
        return all;
    if (all.lo < 0)
        all = csl_range_of(a, csl_not_negative(a, offset, csl_expand(a, n->reach)));
    for (int64_t pass = 0; pass < passes; pass++) {
        const csl_range r = csl_range_of(a, csl_in_pass(a, n->loop, offset, pass));
        all = pass ? csl_range_join(all, r) : r;
    }
    return all;
}

bool csl_find_places(csl_analysis *a, const csl_node *at, const csl_target *t, uint32_t n,
                     csl_places *out) {
    const csl_object *o = n == 1 ? csl_object_of_root(a, t->root) : NULL;
    if (!o || (o->kind != CSL_OBJ_SHARED && o->kind != CSL_OBJ_DYNAMIC))
        return false;
    csl_expr *place = NULL, *offset = csl_expand(a, t->offset);
    if (csl_whose_memory(a, t) == CSL_OTHER_BLOCK)
        offset = csl_offset_in_block(a, offset, &place);
    const csl_range r = at ? csl_offsets_at(a, at, offset) : csl_range_of(a, offset);
    if (r.hi >= INT64_C(1) << CSL_CLUSTER_SHIFT) /* it may be that of another block */
        return false;
    *out = (csl_places){t->root, (int64_t)r.lo, CSL_OBJECT_BYTES, 1, place != NULL};
    if (offset->op == CSL_OP_CONST)
        return true;
    const csl_wide most = (csl_wide)CSL_LIMIT(ring_stages);
    out->stride = csl_step_of(offset);
    if (out->stride < CSL_OBJECT_BYTES || r.lo < 0 || r.hi - r.lo > most * out->stride ||
        (r.hi - r.lo) % out->stride)
        return false;
    out->stages = (int64_t)(r.hi - r.lo) / out->stride + 1;
    return out->stages <= most;
}
