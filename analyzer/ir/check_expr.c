/* Which expression nodes may exist: number and types of kids. */
#include "internal.h"

static bool is_arithmetic(csl_type t) {
    return t == CSL_I32 || t == CSL_U32 || t == CSL_I64 || t == CSL_U64;
}

static bool is_number(csl_type t) {
    return is_arithmetic(t) || csl_type_float(t);
}

static const char *check_leaf(csl_op op, csl_type type, csl_payload payload) {
    switch (op) {
    case CSL_OP_CONST:
        return csl_normalise(type, payload.value) == payload.value
                   ? NULL
                   : "constant that is outside its type";
    case CSL_OP_TID:
    case CSL_OP_BID:
    case CSL_OP_BDIM:
    case CSL_OP_GDIM:
        return type == CSL_U32 && payload.index < 3 ? NULL
                                                    : "builtin that is not a u32 with index 0 to 2";
    case CSL_OP_BASE: return type == CSL_PTR ? NULL : "base that is not a pointer";
    default: return NULL;
    }
}

static const char *check_unary(csl_op op, csl_type type, csl_type kid) {
    bool ok = false;
    switch (op) {
    case CSL_OP_NEG: ok = is_number(type) && kid == type; break;
    case CSL_OP_BNOT: ok = is_arithmetic(type) && kid == type; break;
    case CSL_OP_NOT: ok = type == CSL_BOOL && kid == type; break;
    case CSL_OP_CAST:
        ok = !(type == CSL_PTR && csl_type_float(kid)) && !(kid == CSL_PTR && csl_type_float(type));
        break;
    case CSL_OP_BREV: ok = is_arithmetic(type) && is_arithmetic(kid); break;
    default: ok = (type == CSL_I32 || type == CSL_U32) && is_arithmetic(kid); break;
    }
    return ok ? NULL : "operand type that does not fit the operator";
}

static const char *check_binary(csl_op op, csl_type type, csl_type a, csl_type b) {
    bool same = a == b && a == type;
    bool ok = false;
    switch (op) {
    case CSL_OP_ADD:
        ok = (same && is_number(type)) || (type == CSL_PTR && a == CSL_PTR && b == CSL_I64);
        break;
    case CSL_OP_SUB:
        ok = (same && is_number(type)) || (type == CSL_I64 && a == CSL_PTR && b == CSL_PTR);
        break;
    case CSL_OP_MUL:
    case CSL_OP_DIV:
    case CSL_OP_MIN:
    case CSL_OP_MAX: ok = same && is_number(type); break;
    case CSL_OP_REM: ok = same && is_arithmetic(type); break;
    case CSL_OP_BAND:
    case CSL_OP_BOR:
    case CSL_OP_BXOR: ok = same && (is_arithmetic(type) || type == CSL_BOOL); break;
    case CSL_OP_SHL:
    case CSL_OP_SHR: ok = a == type && is_arithmetic(type) && csl_type_integer(b); break;
    case CSL_OP_EQ:
    case CSL_OP_NE:
    case CSL_OP_LT:
    case CSL_OP_LE: ok = type == CSL_BOOL && a == b; break;
    default: break;
    }
    return ok ? NULL : "operand types that do not fit the operator";
}

/* Number of kids, or -1 for operators that take any number. */
static int arity(csl_op op) {
    switch (op) {
    case CSL_OP_PURE:
    case CSL_OP_AND:
    case CSL_OP_OR: return -1;
    case CSL_OP_ITE: return 3;
    case CSL_OP_NEG:
    case CSL_OP_BNOT:
    case CSL_OP_NOT:
    case CSL_OP_CAST:
    case CSL_OP_POPC:
    case CSL_OP_CLZ:
    case CSL_OP_FFS:
    case CSL_OP_BREV: return 1;
    default: return op < CSL_OP_PURE ? 0 : 2;
    }
}

const char *csl_check_node(csl_op op, csl_type type, csl_payload payload, unsigned nkids,
                           csl_expr *const *kids) {
    int wanted = arity(op);
    if (type == CSL_VOID)
        return "expression of type void";
    if (wanted >= 0 && nkids != (unsigned)wanted)
        return "wrong number of operands";
    if (wanted == 0)
        return check_leaf(op, type, payload);
    if (wanted == 1)
        return check_unary(op, type, kids[0]->type);
    if (wanted == 2)
        return check_binary(op, type, kids[0]->type, kids[1]->type);
    if (op == CSL_OP_ITE)
        return kids[0]->type == CSL_BOOL && kids[1]->type == type && kids[2]->type == type
                   ? NULL
                   : "ite whose condition is not a bool or whose arms differ in type";
    if (op == CSL_OP_PURE)
        return payload.name ? NULL : "pure function without a name";
    for (unsigned i = 0; i < nkids; i++)
        if (type != CSL_BOOL || kids[i]->type != CSL_BOOL)
            return "operand of a logical operator that is not a bool";
    return nkids >= 2 ? NULL : "logical operator with less than two operands";
}
