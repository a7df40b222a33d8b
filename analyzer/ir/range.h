/* Integer intervals, wide enough for every 64-bit C type and the product of two. What they hold are
 * numbers, never bits: an unsigned 64-bit value of 2^63 and above is one. The only arithmetic on
 * intervals there is: analysis and decide() share it. */
#ifndef CSL_IR_RANGE_H
#define CSL_IR_RANGE_H

#include "../ir.h"

__extension__ typedef __int128 csl_wide;

/* Inclusive. Empty when lo > hi. */
typedef struct csl_range {
    csl_wide lo, hi;
} csl_range;

/* All values of an integer type; for float and VOID a range wider than any type's. */
csl_range csl_range_of_type(csl_type t);
/* The number that the bits of a csl_expr.value of this type stand for. */
static inline csl_wide csl_number(csl_type t, int64_t bits) {
    return t == CSL_U64 || t == CSL_PTR ? (csl_wide)(uint64_t)bits : (csl_wide)bits;
}
/* The bits of a number that is one of a 64-bit type or less. */
static inline int64_t csl_bits(csl_wide number) {
    return (int64_t)(uint64_t)number;
}
static inline bool csl_range_inside(csl_range a, csl_range b) {
    return a.lo >= b.lo && a.hi <= b.hi;
}
static inline bool csl_range_holds(csl_range a, csl_wide v) {
    return a.lo <= v && v <= a.hi;
}
static inline csl_range csl_range_meet(csl_range a, csl_range b) {
    return (csl_range){a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
}
static inline csl_range csl_range_join(csl_range a, csl_range b) {
    return (csl_range){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}
csl_range csl_range_add(csl_range a, csl_range b);
bool csl_range_unbounded(csl_range a); /* on either side */
csl_range csl_range_mul(csl_range a, csl_range b);

/* A result that does not fit the type is undefined: of + - * and negation of a signed type, as C
 * says, and of an exact cast. */
static inline bool csl_is_strict(const csl_expr *e) {
    if (e->op == CSL_OP_CAST)
        return csl_is_exact(e);
    return csl_type_signed((csl_type)e->type) && (e->op == CSL_OP_ADD || e->op == CSL_OP_SUB ||
                                                  e->op == CSL_OP_MUL || e->op == CSL_OP_NEG);
}
/* Where a result lies after it is reduced to the type, if it lies in `exact` before. `undefined`:
 * one that does not fit does not occur. */
csl_range csl_range_reduce(csl_type t, csl_range exact, bool undefined);

/* What the operator of `e` gives in exact integers, before it is reduced to the type, when its
 * operands lie in `kid`. A division by zero is left out: it has no value. Not for SYM, CONST. */
csl_range csl_range_of_op(const csl_expr *e, const csl_range *kid);

/* The greatest common divisor, not negative; that of 0 and b is |b|. */
int64_t csl_gcd(int64_t a, int64_t b);

#endif
