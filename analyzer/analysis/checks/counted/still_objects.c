/* Memory of a barrier object that is read or written as data while it is one.
 *
 * Source of the semantics: PTX ISA, mbarrier: on a place that holds a valid object anything but the
 * operations of mbarrier is undefined; mbarrier.inval has to come before the memory is used for
 * something else. That the threads are in order there is asked like any race on the object.
 *
 * Needs: csl_find_uniform().
 */
#include "../checks.h"
#include "../../../limits/limits.h"

static bool is_init(const csl_analysis *a, const csl_node *n) {
    if (!csl_begins_object(n) || n->ntargets != 1)
        return false;
    const csl_object *o = csl_object_of_root(a, n->targets[0].root);
    return o && (o->kind == CSL_OBJ_SHARED || o->kind == CSL_OBJ_DYNAMIC);
}

static bool gives_up(const csl_node *n) {
    return n->stmt->kind == CSL_STMT_ACCESS && n->stmt->access->is_state &&
           n->stmt->access->mode == CSL_MODE_WRITE && !n->value && n->ntargets == 1;
}

/* Copies are left out: how large they are is assumed (boxes.c). */
static bool is_data(const csl_node *n) {
    return n->stmt->kind == CSL_STMT_ACCESS && !n->stmt->access->is_state &&
           !n->stmt->access->is_async;
}

static bool same_object(csl_analysis *a, const csl_node *x, const csl_node *y) {
    return x->targets[0].root == y->targets[0].root &&
           csl_expand(a, x->targets[0].offset) == csl_expand(a, y->targets[0].offset);
}

/* On the way from where the object begins to the use of its memory it is given up. */
static bool given_up_between(csl_analysis *a, const csl_node *init, const csl_node *use) {
    const bool next_pass = use->order < init->order;
    const csl_loop *common = csl_common_loop(init->loop, use->loop);
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        if (!gives_up(n) || !same_object(a, n, init) ||
            csl_expand(a, n->reach) != csl_expand(a, init->reach))
            continue;
        if (n->order > init->order && n->order < use->order)
            return true;
        if (next_pass && csl_common_loop(n->loop, common) == common &&
            (n->order > init->order || n->order < use->order))
            return true;
    }
    return false;
}

/* The bytes of the two are the same ones, in part. */
static csl_expr *overlap(csl_analysis *a, const csl_node *init, const csl_node *use,
                         const csl_target *t) {
    csl_ctx *ctx = a->ctx;
    csl_expr *object = csl_expand(a, init->targets[0].offset), *place = csl_expand(a, t->offset);
    csl_expr *end = csl_const(ctx, CSL_I64, init->stmt->access->bytes);
    csl_expr *behind = csl_const(ctx, CSL_I64, use->stmt->access->bytes);
    return csl_and(ctx, csl_binary(ctx, CSL_OP_LT, place, csl_binary(ctx, CSL_OP_ADD, object, end)),
                   csl_binary(ctx, CSL_OP_LT, object, csl_binary(ctx, CSL_OP_ADD, place, behind)));
}

/* Tells it with a thread that comes to `other`. */
static bool tell(csl_analysis *a, csl_node *use, csl_expr *wrong, csl_node *other) {
    /* no barrier between the two makes it right */
    csl_relation r = {.pair = csl_pair_of_block(a), .share = CSL_SCOPE_BLOCK, .unfenced = true};
    csl_builder *b = csl_builder_new(a, &r);
    const bool writes = use->stmt->access->mode != CSL_MODE_READ;
    const csl_misuse m = {.concern = CSL_CONCERN_SHARED,
                          .kind = CSL_MISUSE_PHASE,
                          .phase = CSL_PHASE_DATA,
                          .sync = use->stmt};
    const csl_ending end[2] = {
        {use, writes ? "writes what is a barrier object" : "reads what is a barrier object"},
        {other, "uses the object"}};
    return csl_tell_misuse(b, &r, wrong, end, m);
}

static void tell_of(csl_analysis *a, const csl_node *init, csl_node *use, csl_expr *wrong) {
    for (uint32_t i = a->nodes.n; i-- > 0;) {
        csl_node *n = a->nodes.v[i];
        if (n->stmt->kind == CSL_STMT_ACCESS && n->stmt->access->is_state && n->ntargets == 1 &&
            n->targets[0].root == init->targets[0].root && n->order < use->order &&
            tell(a, use, wrong, n))
            return;
    }
}

/* False: no more is asked. */
static bool check(csl_analysis *a, const csl_node *init, csl_node *use, const csl_target *t,
                  uint32_t *asked) {
    if (t->root != init->targets[0].root || csl_are_apart(a, init, init->targets, use, t) ||
        given_up_between(a, init, use))
        return true;
    const csl_relation one = {.pair = CSL_PAIR_ANY, .share = CSL_SCOPE_GRID};
    csl_builder *b = csl_builder_new(a, &one);
    csl_expr *wrong = csl_and(a->ctx, t->when, overlap(a, init, use, t));
    const csl_query q =
        csl_builder_query(b, csl_side(b, 0, csl_and(a->ctx, use->reach, wrong)), csl_true(a->ctx));
    csl_verdict v = CSL_UNDECIDED;
    if (!csl_limit_reached(CSL_LIMIT_objects_as_data, *asked)) {
        ++*asked;
        v = csl_ask(a, &q, CSL_USE_PROOF).verdict;
    }
    csl_builder_done(b);
    if (v == CSL_SAFE)
        return true;
    csl_obstruct(a, CSL_ABOUT(SHARED), use, "memory of a barrier object that may be used as data");
    if (csl_is_of_thread(a->ctx, csl_expand(a, t->offset)) &&
        csl_is_of_thread(a->ctx, csl_expand(a, init->targets[0].offset)))
        tell_of(a, init, use, wrong); /* else a tile may be smaller than the access says */
    return false;
}

void csl_find_still_objects(csl_analysis *a) {
    uint32_t asked = 0;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *init = a->nodes.v[i];
        bool more = is_init(a, init);
        for (uint32_t k = 0; k < a->nodes.n && more; k++) {
            csl_node *use = a->nodes.v[k];
            if (!is_data(use) ||
                (use->order < init->order && !csl_common_loop(use->loop, init->loop)))
                continue;
            for (uint32_t t = 0; t < use->ntargets && more; t++)
                more = check(a, init, use, &use->targets[t], &asked);
        }
    }
}
