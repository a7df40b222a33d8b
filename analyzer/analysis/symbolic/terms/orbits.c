/* Variables that are back at their start value after a few passes, or stay as they are then,
 * whatever the update looks like: `p = p == s0 ? s1 : s0`, `p = s + (64 - (p - s))`, `v = 6 / v`.
 * The update is done to the start value until a value comes again. */
#include "loops.h"
#include "../../../limits/limits.h"

/* The first of them for 0, and so on; the last for what is left. */
static csl_expr *numbered(csl_analysis *a, csl_expr *number, csl_expr *const of[], uint32_t n) {
    csl_ctx *ctx = a->ctx;
    csl_expr *out = of[n - 1];
    for (uint32_t i = n - 1; i-- > 0;)
        out = csl_ite(ctx, csl_binary(ctx, CSL_OP_EQ, number, csl_const(ctx, CSL_I32, i)), of[i],
                      out);
    return out;
}

csl_expr *csl_in_turn(csl_analysis *a, const csl_loop *loop, csl_expr *const start[], uint32_t n) {
    csl_expr *turn =
        csl_binary(a->ctx, CSL_OP_REM, csl_sym_expr(a, loop->iter), csl_const(a->ctx, CSL_I32, n));
    return numbered(a, turn, start, n);
}

/* The array of the block that an address lies in, a constant inside it; NULL: none is known.
 * Memory whose size the launch tells is one for all its names. */
static const csl_object *array_of(const csl_analysis *a, const csl_expr *address, int64_t *offset) {
    *offset = 0;
    if (address->op == CSL_OP_ADD && address->kids[1]->op == CSL_OP_CONST) {
        *offset = address->kids[1]->value;
        address = address->kids[0];
    }
    const csl_object *o = csl_object_of_root(a, address);
    const bool inside = o && *offset >= 0 && (uint64_t)*offset < o->bytes;
    return inside && o->kind == CSL_OBJ_SHARED ? o : NULL;
}

/* Whether two addresses are equal, each perhaps one of a few; NULL: not known. */
static csl_expr *equal(csl_analysis *a, csl_expr *x, csl_expr *y) {
    if (x->op != CSL_OP_ITE && y->op == CSL_OP_ITE)
        return equal(a, y, x);
    if (x->op == CSL_OP_ITE) {
        csl_expr *then = equal(a, x->kids[1], y), *other = equal(a, x->kids[2], y);
        return then && other ? csl_ite(a->ctx, x->kids[0], then, other) : NULL;
    }
    int64_t at_x, at_y;
    const csl_object *in = array_of(a, x, &at_x), *of = array_of(a, y, &at_y);
    if (!in || !of)
        return NULL;
    return in == of && at_x == at_y ? csl_true(a->ctx) : csl_false(a->ctx);
}

static bool compares_arrays(void *user, csl_expr *e) {
    return (e->op == CSL_OP_EQ || e->op == CSL_OP_NE) && e->kids[0]->type == CSL_PTR &&
           csl_is_small(e, CSL_LIMIT(checked_term)) && equal(user, e->kids[0], e->kids[1]);
}

/* How far apart two addresses in one array are: `p - s`. */
static bool is_distance(void *user, csl_expr *e) {
    const csl_expr *const *of = (const csl_expr *const *)e->kids;
    int64_t at[2];
    if (e->op != CSL_OP_SUB || of[0]->op != CSL_OP_CAST || of[1]->op != CSL_OP_CAST ||
        of[0]->kids[0]->type != CSL_PTR || of[1]->kids[0]->type != CSL_PTR ||
        csl_type_bytes((csl_type)e->type) != 8)
        return false;
    const csl_object *in = array_of(user, of[0]->kids[0], &at[0]);
    return in && in == array_of(user, of[1]->kids[0], &at[1]);
}

static csl_expr *without_distances(csl_analysis *a, csl_expr *e) {
    csl_expr *part;
    while ((part = csl_find_part(a->ctx, e, is_distance, a)) != NULL) {
        int64_t at[2];
        array_of(a, part->kids[0]->kids[0], &at[0]);
        array_of(a, part->kids[1]->kids[0], &at[1]);
        e = csl_with_part(a->ctx, e, part, csl_const(a->ctx, (csl_type)part->type, at[0] - at[1]));
    }
    return e;
}

csl_expr *csl_without_comparisons(csl_analysis *a, csl_expr *e) {
    csl_expr *part;
    while ((part = csl_find_part(a->ctx, e, compares_arrays, a)) != NULL) {
        csl_expr *is = equal(a, part->kids[0], part->kids[1]);
        e = csl_with_part(a->ctx, e, part, part->op == CSL_OP_EQ ? is : csl_not(a->ctx, is));
        a->compares_arrays = true;
    }
    return e;
}

csl_expr *csl_orbit_form(csl_analysis *a, const csl_loop *loop, const csl_expr *self,
                         csl_expr *next) {
    csl_expr *init = csl_expand(a, csl_sym_of(a, self)->init), *value = init;
    csl_expr *start[CSL_ROOM_exchanged_values];
    uint32_t n = 0, again;
    if (!csl_is_small(next, CSL_LIMIT(checked_term)))
        return NULL;
    do {
        if (csl_limit_reached(CSL_LIMIT_exchanged_values, n) || !csl_invariant(a, loop, value))
            return NULL;
        start[n++] = value;
        value = csl_without_comparisons(a, csl_replace_sym(a, next, self->index, value));
        value = without_distances(a, value);
        for (again = 0; again < n && start[again] != value;)
            again++;
    } while (again == n);
    return again == 0       ? csl_in_turn(a, loop, start, n)
           : again == n - 1 ? numbered(a, csl_sym_expr(a, loop->iter), start, n) /* it stays */
                            : NULL;
}
