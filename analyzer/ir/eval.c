/* The meaning of the operators, and the small facts about types that go with it. */
#include "internal.h"

#include <string.h>

int64_t csl_type_min(csl_type t) {
    return csl_type_signed(t) ? INT64_MIN >> (64 - 8 * csl_type_bytes(t)) : 0;
}

int64_t csl_type_max(csl_type t) {
    if (t == CSL_BOOL)
        return 1;
    unsigned unused_bits = 64 - 8 * csl_type_bytes(t);
    if (csl_type_signed(t))
        return INT64_MAX >> unused_bits;
    return (int64_t)(UINT64_MAX >> unused_bits);
}

double csl_to_double(int64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

int64_t csl_from_double(double value) {
    int64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

int64_t csl_normalise(csl_type type, int64_t value) {
    switch (type) {
    case CSL_VOID: return 0;
    case CSL_BOOL: return value != 0;
    case CSL_I8: return (int8_t)value;
    case CSL_U8: return (uint8_t)value;
    case CSL_I16: return (int16_t)value;
    case CSL_U16: return (uint16_t)value;
    case CSL_I32: return (int32_t)value;
    case CSL_U32: return (uint32_t)value;
    case CSL_F32: return csl_from_double((float)csl_to_double(value));
    default: return value; /* the 64-bit types */
    }
}

bool csl_less(csl_type t, int64_t a, int64_t b) {
    if (csl_type_float(t))
        return csl_to_double(a) < csl_to_double(b);
    if (csl_type_signed(t))
        return a < b;
    return (uint64_t)a < (uint64_t)b;
}

static bool equal(csl_type t, int64_t a, int64_t b) {
    return csl_type_float(t) ? csl_to_double(a) == csl_to_double(b) : a == b;
}

/* Double precision, then one rounding to float, is exact for these four operations. */
static int64_t eval_float(csl_op op, csl_type type, double a, double b) {
    double result = 0;
    switch (op) {
    case CSL_OP_ADD: result = a + b; break;
    case CSL_OP_SUB: result = a - b; break;
    case CSL_OP_MUL: result = a * b; break;
    case CSL_OP_DIV: result = a / b; break; /* by zero: an infinity or NaN, as IEEE 754 has it */
    case CSL_OP_NEG: result = -a; break;
    /* A NaN operand loses, as in fminf and fmaxf. */
    case CSL_OP_MIN: result = a != a || b < a ? b : a; break;
    case CSL_OP_MAX: result = a != a || a < b ? b : a; break;
    default: break; /* C has no other arithmetic on floats */
    }
    return csl_normalise(type, csl_from_double(result));
}

static int64_t eval_division(csl_op op, csl_type type, int64_t a, int64_t b) {
    bool remainder = op == CSL_OP_REM;
    if (b == 0)
        return 0;
    if (!csl_type_signed(type))
        return (int64_t)(remainder ? (uint64_t)a % (uint64_t)b : (uint64_t)a / (uint64_t)b);
    if (b == -1) /* INT64_MIN / -1 would trap */
        return remainder ? 0 : (int64_t)(0 - (uint64_t)a);
    return remainder ? a % b : a / b;
}

/* PTX clamps the count to the width, which it takes to be unsigned. */
static int64_t eval_shift(csl_op op, csl_type type, int64_t a, uint64_t count) {
    if (count >= 8 * csl_type_bytes(type))
        return op == CSL_OP_SHR && csl_type_signed(type) && a < 0 ? -1 : 0;
    if (op == CSL_OP_SHL)
        return (int64_t)((uint64_t)a << count);
    return csl_type_signed(type) ? a >> count : (int64_t)((uint64_t)a >> count);
}

static int64_t eval_integer(csl_op op, csl_type type, int64_t a, int64_t b) {
    uint64_t ua = (uint64_t)a, ub = (uint64_t)b;
    int64_t result = 0;
    switch (op) {
    case CSL_OP_ADD: result = (int64_t)(ua + ub); break;
    case CSL_OP_SUB: result = (int64_t)(ua - ub); break;
    case CSL_OP_MUL: result = (int64_t)(ua * ub); break;
    case CSL_OP_DIV:
    case CSL_OP_REM: result = eval_division(op, type, a, b); break;
    case CSL_OP_NEG: result = (int64_t)(0 - ua); break;
    case CSL_OP_BAND: result = a & b; break;
    case CSL_OP_BOR: result = a | b; break;
    case CSL_OP_BXOR: result = a ^ b; break;
    case CSL_OP_BNOT: result = ~a; break;
    case CSL_OP_SHL:
    case CSL_OP_SHR: result = eval_shift(op, type, a, ub); break;
    case CSL_OP_MIN: result = csl_less(type, b, a) ? b : a; break;
    case CSL_OP_MAX: result = csl_less(type, a, b) ? b : a; break;
    default: break;
    }
    return csl_normalise(type, result);
}

/* CUDA's conversion: towards zero, saturating. A NaN gives 0, or the top bit alone if 64-bit types
 * take part (PTX ISA, cvt). */
static int64_t float_to_integer(csl_type to, csl_type from, double value) {
    int64_t low = csl_type_min(to), high = csl_type_max(to);
    if (value != value)
        return from == CSL_F32 && csl_type_bytes(to) < 8
                   ? 0
                   : csl_normalise(to, (int64_t)(UINT64_C(1) << (8 * csl_type_bytes(to) - 1)));
    if (csl_type_signed(to)) {
        if (value <= (double)low)
            return low;
        return value >= (double)high ? high : (int64_t)value;
    }
    if (value <= 0)
        return 0;
    return value >= (double)(uint64_t)high ? high : (int64_t)(uint64_t)value;
}

static int64_t eval_cast(csl_type to, csl_type from, int64_t value) {
    if (csl_type_float(from)) {
        double number = csl_to_double(value);
        if (csl_type_float(to))
            return csl_normalise(to, value);
        return to == CSL_BOOL ? number != 0 : float_to_integer(to, from, number);
    }
    if (to == CSL_F32) /* in one rounding; by way of double there would be two */
        return csl_from_double(csl_type_signed(from) ? (float)value : (float)(uint64_t)value);
    if (to == CSL_F64)
        return csl_from_double(csl_type_signed(from) ? (double)value : (double)(uint64_t)value);
    return csl_normalise(to, value);
}

static int64_t eval_bits(csl_op op, csl_type operand, csl_type result, int64_t value) {
    unsigned width = csl_type_bytes(operand) == 8 ? 64 : 32;
    uint64_t bits = width == 64 ? (uint64_t)value : (uint32_t)value;
    uint64_t answer = 0;
    switch (op) {
    case CSL_OP_POPC: answer = (uint64_t)__builtin_popcountll(bits); break;
    case CSL_OP_CLZ: answer = bits ? (uint64_t)__builtin_clzll(bits) - (64 - width) : width; break;
    case CSL_OP_FFS: answer = (uint64_t)__builtin_ffsll((long long)bits); break;
    case CSL_OP_BREV:
        for (unsigned i = 0; i < width; i++)
            answer |= (bits >> i & 1) << (width - 1 - i);
        break;
    default: break;
    }
    return csl_normalise(result, (int64_t)answer);
}

int64_t csl_eval_op(const csl_expr *e, const int64_t *kids) {
    csl_op op = e->op;
    csl_type type = e->type;
    csl_type operand = e->nkids ? e->kids[0]->type : CSL_VOID;
    switch (op) {
    case CSL_OP_EQ: return equal(operand, kids[0], kids[1]);
    case CSL_OP_NE: return !equal(operand, kids[0], kids[1]);
    case CSL_OP_LT: return csl_less(operand, kids[0], kids[1]);
    case CSL_OP_LE: return csl_less(operand, kids[0], kids[1]) || equal(operand, kids[0], kids[1]);
    case CSL_OP_AND:
    case CSL_OP_OR:
        for (unsigned i = 0; i < e->nkids; i++)
            if ((kids[i] != 0) == (op == CSL_OP_OR))
                return op == CSL_OP_OR;
        return op == CSL_OP_AND;
    case CSL_OP_NOT: return kids[0] == 0;
    case CSL_OP_ITE: return kids[0] ? kids[1] : kids[2];
    case CSL_OP_CAST: return eval_cast(type, operand, kids[0]);
    case CSL_OP_POPC:
    case CSL_OP_CLZ:
    case CSL_OP_FFS:
    case CSL_OP_BREV: return eval_bits(op, operand, type, kids[0]);
    default: break;
    }
    int64_t second = e->nkids > 1 ? kids[1] : 0;
    if (csl_type_float(type))
        return eval_float(op, type, csl_to_double(kids[0]), csl_to_double(second));
    return eval_integer(op, type, kids[0], second);
}
