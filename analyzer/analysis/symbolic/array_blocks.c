/* Blocks as large as arrays of which each thread uses the element with its number. */
#include "symbolic.h"

/* threadIdx of the axis plus the constant that is taken from *rest. */
static bool is_thread_plus(const csl_expr *e, uint32_t axis, int64_t *rest) {
    while (e->op == CSL_OP_CAST)
        e = e->kids[0];
    if (e->op == CSL_OP_ADD && e->nkids == 2 && e->kids[1]->op == CSL_OP_CONST &&
        e->kids[1]->value >= 0 && e->kids[1]->value < *rest) {
        *rest -= e->kids[1]->value;
        e = e->kids[0];
    }
    while (e->op == CSL_OP_CAST)
        e = e->kids[0];
    return e->op == CSL_OP_TID && e->index == axis;
}

/* The constant that threadIdx of the axis is below by this condition, 0: it says nothing of the
 * kind. */
static int64_t bound_of_thread(const csl_expr *e, uint32_t axis) {
    if (e->op == CSL_OP_AND) {
        for (unsigned i = 0; i < e->nkids; i++)
            if (bound_of_thread(e->kids[i], axis))
                return bound_of_thread(e->kids[i], axis);
        return 0;
    }
    const bool below = e->op == CSL_OP_LT, only = e->op == CSL_OP_EQ; /* < 1 is == 0 */
    if ((!below && !only) || e->kids[1]->op != CSL_OP_CONST)
        return 0;
    int64_t bound = e->kids[1]->value + only;
    return is_thread_plus(e->kids[0], axis, &bound) ? bound : 0;
}

enum { MOST_FACTOR = 1 << 20 }; /* larger ones are no sizes of pieces of shared memory */

/* The term, times `factor`, adds to `*first` a constant and to `*stride` one times threadIdx.x. */
static bool is_strided(const csl_expr *e, int64_t factor, int64_t *first, int64_t *stride) {
    while (e->op == CSL_OP_CAST)
        e = e->kids[0];
    if (e->op == CSL_OP_CONST) {
        *first += factor * e->value;
        return e->value >= 0 && e->value <= MOST_FACTOR;
    }
    if (e->op == CSL_OP_TID && e->index == 0) {
        *stride += factor;
        return true;
    }
    if (e->op == CSL_OP_MUL && e->nkids == 2 && e->kids[1]->op == CSL_OP_CONST &&
        e->kids[1]->value > 0 && e->kids[1]->value <= MOST_FACTOR / factor)
        return is_strided(e->kids[0], factor * e->kids[1]->value, first, stride);
    if (e->op != CSL_OP_ADD)
        return false;
    for (unsigned i = 0; i < e->nkids; i++)
        if (!is_strided(e->kids[i], factor, first, stride))
            return false;
    return true;
}

/* The threads for which what the node touches of an array of shared memory lies in it, where that
 * is a piece for each; 0: it says nothing of the kind. */
static int64_t bound_by_object(csl_analysis *a, const csl_node *n) {
    const csl_object *o = n->stmt->kind == CSL_STMT_ACCESS && n->ntargets == 1
                              ? csl_object_of_root(a, n->targets[0].root)
                              : NULL;
    if (!o || o->kind != CSL_OBJ_SHARED || !o->bytes || n->stmt->access->bytes <= 0)
        return 0;
    int64_t first = 0, stride = 0;
    if (!is_strided(csl_expand(a, n->targets[0].offset), 1, &first, &stride) || first < 0 ||
        stride < n->stmt->access->bytes)
        return 0;
    return ((int64_t)o->bytes - first - n->stmt->access->bytes) / stride + 1;
}

uint32_t csl_threads_for_arrays(csl_analysis *a) {
    int64_t least = 0;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        const bool all = csl_scope_of(a, csl_expand(a, n->reach)) >= CSL_SCOPE_BLOCK;
        int64_t bound = n->bounds && all ? bound_of_thread(csl_expand(a, n->bounds), 0) : 0;
        if (!bound && all)
            bound = bound_by_object(a, n);
        if (bound >= 2 && (!least || bound < least))
            least = bound;
    }
    return (uint32_t)(least < a->shapes.max_threads ? least : 0);
}

/* It has one value in all threads that differ in threadIdx.y only. */
static bool is_same_in_column(csl_analysis *a, csl_expr *e) {
    if (csl_scope_of(a, e) >= CSL_SCOPE_BLOCK || (e->op == CSL_OP_TID && e->index == 0))
        return true;
    bool same = e->nkids > 0;
    for (uint32_t i = 0; i < e->nkids; i++)
        same = same && is_same_in_column(a, e->kids[i]);
    return same;
}

uint32_t csl_rows_for_arrays(csl_analysis *a) {
    int64_t least = 0;
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        const int64_t bound = n->bounds ? bound_of_thread(csl_expand(a, n->bounds), 1) : 0;
        if (bound && (!least || bound < least) && is_same_in_column(a, csl_expand(a, n->reach)))
            least = bound;
    }
    return (uint32_t)(least < a->shapes.max_threads ? least : 0);
}

/* What the source asserts where all threads come. */
typedef struct asserted {
    const csl_expr **v;
    uint32_t n, cap;
} asserted;

static void add_asserted(csl_analysis *a, asserted *to, const csl_expr *e) {
    for (uint32_t i = 0; e->op == CSL_OP_AND && i < e->nkids; i++)
        add_asserted(a, to, e->kids[i]);
    CSL_PUSH(a->ctx, to, e);
}

static bool is_asserted(const asserted *in, const csl_expr *e) {
    for (uint32_t i = 0; i < in->n; i++)
        if (in->v[i] == e)
            return true;
    return false;
}

/* Nothing but what is asserted before keeps a thread away. */
static bool is_reached_by_all(csl_analysis *a, const csl_node *n, const asserted *before) {
    const csl_expr *reach = csl_expand(a, n->reach);
    if (reach->op != CSL_OP_AND)
        return csl_is_true(reach) || is_asserted(before, reach);
    for (uint32_t i = 0; i < reach->nkids; i++)
        if (!is_asserted(before, reach->kids[i]))
            return false;
    return true;
}

void csl_bound_by_arrays(csl_analysis *a) {
    asserted before = {0};
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        const csl_node *n = a->nodes.v[i];
        int64_t bound = n->bounds ? bound_of_thread(n->bounds, 0) : 0;
        if (n->stmt->kind == CSL_STMT_ASSUME && is_reached_by_all(a, n, &before))
            add_asserted(a, &before, csl_expand(a, n->cond));
        if (bound < 2 || bound >= a->shapes.max_threads || !is_reached_by_all(a, n, &before))
            continue;
        a->shapes.max_threads = (uint32_t)bound;
        a->shape_words = csl_format(a->ctx, "every block of at most %u threads", (uint32_t)bound);
        csl_assume_that(a, CSL_ASSUMED_BLOCK, NULL, n->stmt->place,
                        csl_format(a->ctx,
                                   "the block is no larger than an array whose elements all "
                                   "its threads use: %u",
                                   (uint32_t)bound));
    }
}
