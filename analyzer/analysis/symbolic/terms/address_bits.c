/* The low bits of addresses in dynamic shared memory.
 *
 * A swizzled tile is addressed by `address ^ (address % 1024 >> 7 << 4)`, and allocators step to
 * the next multiple of a tile's alignment. Such arithmetic sees where the memory begins. It begins
 * at a multiple of CSL_SHARED_ALIGNMENT, which is assumed and listed: bits below that are those of
 * the offset, and what changes only these bits moves the address by as much as the offset.
 */
#include "../../../limits/limits.h"
#include "terms.h"

/* What the driver gives a kernel without static shared memory, and what tiles of 128 bytes a row
 * are aligned to (PTX ISA, swizzling modes). */
#define CSL_SHARED_ALIGNMENT 1024

static bool is_base(void *user, csl_expr *e) {
    (void)user;
    return e->op == CSL_OP_BASE;
}

/* Of another object than dynamic shared memory. */
static bool is_other_base(void *user, csl_expr *e) {
    const csl_analysis *a = user;
    return e->op == CSL_OP_BASE && a->kernel->objects[e->index].kind != CSL_OBJ_DYNAMIC;
}

static bool has_no_base(csl_analysis *a, csl_expr *e) {
    return !csl_find_part(a->ctx, e, is_base, NULL);
}

/* The term is made of addresses in dynamic shared memory, and of no others. */
static bool has_base(csl_analysis *a, csl_expr *e) {
    return !has_no_base(a, e) && !csl_find_part(a->ctx, e, is_other_base, a);
}

static csl_expr *zero_leaf(void *user, csl_expr *leaf) {
    csl_ctx *ctx = user;
    return leaf->op == CSL_OP_BASE ? csl_const(ctx, CSL_PTR, 0) : leaf;
}

/* The number with addresses counted from where dynamic shared memory begins. */
static csl_expr *from_start(csl_analysis *a, csl_expr *e) {
    return csl_map(a->ctx, e, zero_leaf, a->ctx);
}

/* Adding a multiple of the alignment to every base adds such a multiple to the term. */
static bool moves_along(csl_analysis *a, csl_expr *e) {
    if (e->op == CSL_OP_BASE || has_no_base(a, e))
        return true;
    switch (e->op) {
    case CSL_OP_CAST:
        return (e->type == CSL_PTR || csl_type_integer((csl_type)e->type)) &&
               csl_type_bytes((csl_type)e->type) >= 4 && moves_along(a, e->kids[0]);
    case CSL_OP_NEG: return moves_along(a, e->kids[0]);
    case CSL_OP_ADD:
    case CSL_OP_SUB:
    case CSL_OP_MUL: return moves_along(a, e->kids[0]) && moves_along(a, e->kids[1]);
    default: return false;
    }
}

/* The only base, if the term is it and what was added to it. */
static csl_expr *lone_base(csl_analysis *a, csl_expr *e) {
    switch (e->op) {
    case CSL_OP_BASE: return e;
    case CSL_OP_CAST: return lone_base(a, e->kids[0]);
    case CSL_OP_SUB: return has_no_base(a, e->kids[1]) ? lone_base(a, e->kids[0]) : NULL;
    case CSL_OP_ADD:
        if (has_no_base(a, e->kids[1]))
            return lone_base(a, e->kids[0]);
        return has_no_base(a, e->kids[0]) ? lone_base(a, e->kids[1]) : NULL;
    default: return NULL;
    }
}

static bool is_low(int64_t value) {
    return value >= 0 && value < CSL_SHARED_ALIGNMENT;
}

/* A constant that divides the alignment. */
static bool divides(const csl_expr *e) {
    return e->op == CSL_OP_CONST && e->value > 0 && CSL_SHARED_ALIGNMENT % e->value == 0;
}

/* `x` masked by the constant, which takes bits of the offset only, or clears some of them. */
static csl_expr *masked(csl_analysis *a, csl_expr *x, csl_expr *mask) {
    csl_ctx *ctx = a->ctx;
    const csl_type t = (csl_type)x->type;
    const int64_t cleared = csl_normalise(t, ~mask->value);
    if (is_low(mask->value) && moves_along(a, x))
        return csl_binary(ctx, CSL_OP_BAND, from_start(a, x), mask);
    if (is_low(cleared) && moves_along(a, x))
        return csl_binary(
            ctx, CSL_OP_SUB, x,
            csl_binary(ctx, CSL_OP_BAND, from_start(a, x), csl_const(ctx, t, cleared)));
    const bool shifted = x->op == CSL_OP_SHR && x->kids[1]->op == CSL_OP_CONST;
    const int64_t by = shifted ? x->kids[1]->value : 0;
    if (shifted && by >= 0 && by < 32 && is_low(mask->value) && is_low(mask->value << by) &&
        moves_along(a, x->kids[0]))
        return csl_binary(ctx, CSL_OP_BAND,
                          csl_binary(ctx, CSL_OP_SHR, from_start(a, x->kids[0]), x->kids[1]), mask);
    return NULL;
}

/* An address of which low bits are flipped, or set. */
static csl_expr *flipped(csl_analysis *a, csl_op op, csl_expr *address, csl_expr *bits) {
    csl_expr *base = lone_base(a, address);
    const csl_range r = csl_range_of(a, bits);
    if (!base || !moves_along(a, address) || r.lo < 0 || r.hi >= CSL_SHARED_ALIGNMENT)
        return NULL;
    return csl_binary(a->ctx, CSL_OP_ADD, csl_cast(a->ctx, (csl_type)address->type, base),
                      csl_binary(a->ctx, op, from_start(a, address), bits));
}

static csl_expr *without_start(csl_analysis *a, csl_expr *e) {
    csl_expr *one = e->kids[0], *other = e->kids[1];
    switch (e->op) {
    case CSL_OP_REM:
        if (csl_type_signed((csl_type)e->type) || !divides(other) || !moves_along(a, one))
            return NULL;
        return csl_binary(a->ctx, CSL_OP_REM, from_start(a, one), other);
    case CSL_OP_BAND:
        if (other->op == CSL_OP_CONST)
            return masked(a, one, other);
        return one->op == CSL_OP_CONST ? masked(a, other, one) : NULL;
    case CSL_OP_BXOR:
    case CSL_OP_BOR:
        if (has_no_base(a, other))
            return flipped(a, (csl_op)e->op, one, other);
        return has_no_base(a, one) ? flipped(a, (csl_op)e->op, other, one) : NULL;
    default: return NULL;
    }
}

/* Such memory lies before the dynamic one, which then begins where its own alignment says. */
static bool has_static(const csl_kernel *k) {
    bool any = false;
    for (uint32_t i = 0; i < k->nobjects; i++)
        any |= k->objects[i].kind == CSL_OBJ_SHARED;
    return any;
}

csl_expr *csl_without_start(csl_analysis *a, csl_expr *e) {
    if (e->nkids != 2 || !csl_is_small(e, CSL_LIMIT(shifted_term)) || !has_base(a, e))
        return e;
    csl_expr *plain = without_start(a, e);
    if (plain)
        csl_assume_that(a, CSL_ASSUMED_START, NULL, NULL,
                        has_static(a->kernel)
                            ? "dynamic shared memory begins at a multiple of 1024 bytes although "
                              "static shared memory lies before it"
                            : "dynamic shared memory begins at a multiple of 1024 bytes");
    return plain ? plain : e;
}
