/* Bits of a number of which it is known what they are, whatever the rest is: the fields of a
 * descriptor beside the address in it. */
#include "../../../limits/limits.h"
#include "terms.h"

typedef struct bits {
    uint64_t known, value; /* value: no bits that are not known */
} bits;

static const bits none = {0, 0};

static uint64_t low(unsigned n) {
    return n >= 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
}

static uint64_t of_type(csl_type t) {
    return low(8 * csl_type_bytes(t));
}

/* Both are the same number apart from bits that are not known, or the one is 0 where the other is
 * not: no bit is carried beyond one that is 0 in both. */
static bits sum(bits x, bits y) {
    const uint64_t zero = x.known & ~x.value & y.known & ~y.value; /* a carry ends there */
    bits out = none;
    bool carries = false; /* or may, into this bit */
    for (unsigned i = 0; i < 64; i++) {
        const uint64_t bit = UINT64_C(1) << i;
        const bool one = x.known & ~x.value & bit, other = y.known & ~y.value & bit;
        const bool sure = x.known & y.known & bit;
        if (sure && !carries && (one || other)) {
            out.known |= bit;
            out.value |= (x.value | y.value) & bit;
        } else {
            carries = !(zero & bit);
        }
    }
    return out;
}

static bits known(csl_analysis *a, const csl_expr *e, unsigned depth);

static bits of_shift(csl_analysis *a, const csl_expr *e, unsigned depth) {
    if (e->kids[1]->op != CSL_OP_CONST || e->kids[1]->value < 0 || e->kids[1]->value >= 64)
        return none;
    const unsigned by = (unsigned)e->kids[1]->value;
    const bits x = known(a, e->kids[0], depth + 1);
    if (e->op == CSL_OP_SHL)
        return (bits){x.known << by | low(by), x.value << by};
    if (csl_type_signed((csl_type)e->type))
        return none;
    return (bits){x.known >> by | ~(UINT64_MAX >> by), x.value >> by};
}

static bits of_cast(csl_analysis *a, const csl_expr *e, unsigned depth) {
    const csl_type from = (csl_type)e->kids[0]->type;
    if (!csl_type_integer(from) || from == CSL_BOOL)
        return none;
    const bits x = known(a, e->kids[0], depth + 1);
    const uint64_t top = (of_type(from) >> 1) + 1;
    if (csl_type_signed(from) && !(x.known & ~x.value & top))
        return (bits){x.known & of_type(from) & ~top, x.value & of_type(from) & ~top};
    return x;
}

/* Bits above those of the type are 0: also of a signed one, whose sign of_cast() looks at. */
static bits known(csl_analysis *a, const csl_expr *e, unsigned depth) {
    enum { DEEP = 32 };
    const csl_type t = (csl_type)e->type;
    if (depth > DEEP || !csl_type_integer(t) || t == CSL_BOOL)
        return none;
    bits x = none, y = none;
    if (e->nkids == 2 && e->op != CSL_OP_SHL && e->op != CSL_OP_SHR) {
        x = known(a, e->kids[0], depth + 1);
        y = known(a, e->kids[1], depth + 1);
    }
    bits out = none;
    switch (e->op) {
    case CSL_OP_CONST: out = (bits){UINT64_MAX, (uint64_t)e->value}; break;
    case CSL_OP_BAND:
        out = (bits){(x.known & y.known) | (x.known & ~x.value) | (y.known & ~y.value),
                     x.value & y.value};
        break;
    case CSL_OP_BOR:
        out = (bits){(x.known & y.known) | x.value | y.value, x.value | y.value};
        break;
    case CSL_OP_ADD: out = sum(x, y); break;
    case CSL_OP_SHL:
    case CSL_OP_SHR: out = of_shift(a, e, depth); break;
    case CSL_OP_CAST: out = of_cast(a, e, depth); break;
    default: break;
    }
    const csl_range r = csl_range_of(a, (csl_expr *)e);
    for (unsigned n = 0; r.lo >= 0 && n < 63; n++)
        if (r.hi <= (csl_wide)low(n)) {
            out.known |= ~low(n);
            out.value &= low(n);
            break;
        }
    return (bits){out.known | ~of_type(t), out.value & of_type(t)};
}

bool csl_known_bits(csl_analysis *a, csl_expr *e, unsigned from, unsigned n, uint64_t *value) {
    csl_expr *term = csl_expand(a, e);
    const bits b = csl_is_small(term, CSL_LIMIT(shifted_term)) ? known(a, term, 0) : none;
    *value = b.value >> from & low(n);
    return (b.known >> from & low(n)) == low(n);
}
