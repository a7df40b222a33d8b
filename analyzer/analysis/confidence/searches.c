/* Is one thread there because it has found what the threads look for? */
#include "caveats.h"

bool csl_loads_one_object(csl_builder *b, uint32_t x, uint32_t y) {
    const csl_node *p = csl_loaded_by(b, x), *r = csl_loaded_by(b, y);
    return p && r && p->ntargets == 1 && r->ntargets == 1 &&
           p->targets[0].root == r->targets[0].root;
}

/* What the threads look for: not a constant, and nothing that a thread has loaded for itself. Their
 * own numbers may be in there (`first[i] <= token && token < first[i + 1]` with a token for each
 * row of threads). */
static bool sought(csl_builder *b, const csl_query *q, csl_expr *e) {
    bool any = false;
    for (uint32_t i = 0; i < q->nvars; i++) {
        const csl_role role = q->vars[i].role;
        if (!csl_term_has(b, e, i))
            continue;
        if (i >= CSL_DV_FREE && q->vars[i].side != 0)
            return false;
        any |= role == CSL_ROLE_DATA || role == CSL_ROLE_PARAM || role == CSL_ROLE_BID;
    }
    return any;
}

/* `lane == winner`: a number of the thread, and one that it has worked out from data. */
static bool is_elected(csl_builder *b, const csl_query *q, csl_expr *number, csl_expr *winner) {
    bool own = false;
    for (uint32_t i = 0; i < CSL_DV_BDIM; i++)
        own |= csl_term_has(b, number, i);
    return own && csl_own_data(b, q, winner) && !csl_has_role(b, number, CSL_ROLE_DATA, NULL);
}

/* Both thresholds are one: `x <= k && k < y`. Of constants, that may be `x < 5 && 4 < y`. */
static bool is_one_threshold(const csl_expr *x, const csl_expr *y) {
    return x == y || (x->op == CSL_OP_CONST && y->op == CSL_OP_CONST &&
                      (x->value == y->value || (uint64_t)x->value == (uint64_t)y->value + 1));
}

/* Both terms were made of one thread's loads of one object: neighbours in a row of sums, or a sum
 * with and without what the thread adds to it. */
static bool is_of_one_row(csl_builder *b, const csl_query *q, csl_expr *x, csl_expr *y) {
    for (uint32_t i = CSL_DV_FREE; i < q->nvars; i++) {
        if (q->vars[i].role != CSL_ROLE_DATA || q->vars[i].side == 0 || !csl_term_has(b, x, i))
            continue;
        for (uint32_t j = CSL_DV_FREE; j < q->nvars; j++)
            if (q->vars[j].role == CSL_ROLE_DATA && csl_term_has(b, y, j) &&
                (i == j || csl_loads_one_object(b, i, j)))
                return true;
    }
    return false;
}

/* `below <= k && k < above` for what the thread has loaded: k, or NULL. */
static csl_expr *crosses(csl_builder *b, const csl_query *q, const csl_expr *lower,
                         const csl_expr *upper) {
    csl_expr *below = lower->kids[0], *k = lower->kids[1], *above = upper->kids[1];
    if ((upper->op != CSL_OP_LT && upper->op != CSL_OP_LE) || below == above ||
        !is_one_threshold(k, upper->kids[0]) || !csl_own_data(b, q, below) ||
        !csl_own_data(b, q, above))
        return NULL;
    const bool looks = k->op == CSL_OP_CONST ? is_of_one_row(b, q, below, above) : sought(b, q, k);
    return looks ? k : NULL;
}

/* What the one that is reached by this guard looks for, and finds: `keys[tid] == key`, or
 * `keys[tid] <= key && key < keys[tid + 1]`. NULL: it does not look for anything. *elected: what it
 * finds is itself. */
static csl_expr *searches(csl_builder *b, const csl_query *q, csl_expr *guard, bool *elected) {
    uint32_t n;
    csl_expr *const *part = csl_conjuncts(&guard, &n);
    for (uint32_t i = 0; i < n; i++) {
        if (part[i]->op != CSL_OP_EQ && part[i]->op != CSL_OP_LT && part[i]->op != CSL_OP_LE)
            continue;
        csl_expr *x = part[i]->kids[0], *y = part[i]->kids[1];
        if (part[i]->op == CSL_OP_EQ) {
            if (csl_own_data(b, q, x) && sought(b, q, y))
                return y;
            if (csl_own_data(b, q, y) && sought(b, q, x))
                return x;
            *elected = is_elected(b, q, x, y) || is_elected(b, q, y, x);
            if (*elected)
                return x;
            continue;
        }
        for (uint32_t j = 0; j < n; j++) {
            csl_expr *k = crosses(b, q, part[i], part[j]);
            if (k)
                return k;
        }
    }
    return NULL;
}

bool csl_both_search(csl_analysis *a, csl_builder *b, const csl_query *q) {
    bool elected[2] = {false, false};
    csl_expr *x = searches(b, q, q->guard[0], &elected[0]);
    csl_expr *y = x ? searches(b, q, q->guard[1], &elected[1]) : NULL;
    if (!y || x == y || elected[0] || elected[1])
        return y != NULL;
    if (x->type != y->type)
        return false;
    csl_query with = *q; /* at one place both look for the same */
    with.guard[0] = csl_binary(a->ctx, CSL_OP_NE, x, y);
    with.guard[1] = csl_true(a->ctx);
    return csl_is_safe(csl_ask(a, &with, CSL_USE_RATING).verdict);
}

/* What both threads load there in one pass of the loops around it, before they come to the accesses
 * of the pair, or NULL. */
static const csl_node *loaded_by_both(csl_analysis *a, csl_builder *b, const csl_pair_query *p,
                                      uint32_t x, uint32_t y) {
    const csl_node *n = csl_loaded_by(b, x);
    const csl_relation r = csl_relation_of(p);
    if (!n || n != csl_loaded_by(b, y) || n->ntargets != 1 ||
        n->stmt->access->mode != CSL_MODE_READ || !csl_loop_inside(r.common, n->loop) ||
        (r.pivot && csl_loop_inside(n->loop, r.pivot)))
        return NULL;
    const csl_object *o = csl_object_of_root(a, n->targets[0].root);
    return o && (o->kind == CSL_OBJ_SHARED || o->kind == CSL_OBJ_DYNAMIC) ? n : NULL;
}

/* What the guard says of the variable. */
static csl_expr *said_of(csl_analysis *a, csl_builder *b, csl_expr *guard, uint32_t var) {
    csl_expr *all = csl_true(a->ctx);
    uint32_t n;
    csl_expr *const *part = csl_conjuncts(&guard, &n);
    for (uint32_t i = 0; i < n; i++)
        if (csl_term_has(b, part[i], var))
            all = csl_and(a->ctx, all, part[i]);
    return all;
}

/* Two threads that come there under these guards do not meet if the condition holds. */
static bool never_meet(csl_analysis *a, csl_builder *b, const csl_query *q, csl_expr *guard[2],
                       csl_expr *condition) {
    csl_query with = csl_builder_query(b, guard[0], guard[1]);
    for (int s = 0; s < 2; s++)
        with.offset[s] = q->offset[s], with.bytes[s] = q->bytes[s];
    with.fact = csl_and(a->ctx, csl_and(a->ctx, with.fact, q->fact), condition);
    return csl_is_safe(csl_ask(a, &with, CSL_USE_RATING).verdict);
}

bool csl_needs_two_numbers(csl_analysis *a, csl_builder *b, const csl_pair_query *p,
                           const csl_query *q) {
    csl_ctx *ctx = a->ctx;
    for (uint32_t x = CSL_DV_FREE; x < q->nvars; x++)
        for (uint32_t y = CSL_DV_FREE; y < q->nvars; y++) {
            const csl_node *n =
                q->vars[x].side == 1 && q->vars[y].side == 2 ? loaded_by_both(a, b, p, x, y) : NULL;
            if (!n || csl_overwritten(a, n, NULL) != CSL_SAFE)
                continue;
            csl_expr *place[2], *open[2] = {csl_true(ctx), csl_true(ctx)};
            csl_expr *said[2] = {said_of(a, b, q->guard[0], x), said_of(a, b, q->guard[1], y)};
            for (int s = 0; s < 2; s++)
                place[s] = csl_side(b, s, n->targets[0].offset);
            csl_expr *apart = csl_binary(ctx, CSL_OP_NE, place[0], place[1]);
            csl_expr *one =
                csl_binary(ctx, CSL_OP_EQ, csl_leaf(ctx, CSL_OP_SYM, q->vars[x].type, x),
                           csl_leaf(ctx, CSL_OP_SYM, q->vars[y].type, y));
            if (!csl_is_true(said[0]) && !csl_is_true(said[1]) &&
                never_meet(a, b, q, open, apart) && never_meet(a, b, q, said, one))
                return true;
        }
    return false;
}
