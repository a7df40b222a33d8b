/* What an expression denotes: variables, memory, members, elements. */
#include "lower.h"

/* (float4 &)x[4 * i]: a cast to a class with no constructor below it, of something in memory that
 * is no class, can only be one to a reference. */
static bool is_other_view(CXCursor e, CXType from, CXType to) {
    return clang_getCursorKind(e) == CXCursor_CStyleCastExpr && csl_is_class(to) &&
           !csl_is_class(from) && !csl_is_array(from) && from.kind != CXType_Pointer &&
           !csl_is_dependent(from) && !csl_is_dependent(to);
}

bool csl_is_lvalue(csl_lower_state *L, CXCursor e) {
    switch (clang_getCursorKind(e)) {
    case CXCursor_DeclRefExpr: {
        enum CXCursorKind k = clang_getCursorKind(clang_getCursorReferenced(e));
        return k != CXCursor_EnumConstantDecl && k != CXCursor_NonTypeTemplateParameter;
    }
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_StringLiteral:
    case CXCursor_CompoundAssignOperator: return true;
    case CXCursor_UnaryOperator: {
        enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(e);
        return op == CXUnaryOperator_Deref || op == CXUnaryOperator_PreInc ||
               op == CXUnaryOperator_PreDec;
    }
    case CXCursor_BinaryOperator: {
        csl_cursors kids = csl_operands(L, e);
        enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(e);
        return op == CXBinaryOperator_Assign ||
               (op == CXBinaryOperator_Comma && kids.n == 2 && csl_is_lvalue(L, kids.v[1]));
    }
    case CXCursor_CallExpr: {
        CXCursor pointer;
        return csl_returns_reference(e) || csl_is_dependent_deref(L, e, &pointer);
    }
    case CXCursor_ConditionalOperator: {
        csl_cursors kids = csl_operands(L, e);
        return kids.n == 3 && csl_is_lvalue(L, kids.v[1]) && csl_is_lvalue(L, kids.v[2]);
    }
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXConstCastExpr:
    case CXCursor_CXXReinterpretCastExpr: {
        csl_cursors kids = csl_operands(L, e);
        if (kids.n == 0)
            return false;
        CXCursor inner = kids.v[kids.n - 1];
        CXType to = csl_plain(clang_getCursorType(e));
        CXType from = csl_plain(clang_getCursorType(inner));
        if (clang_getCursorKind(e) == CXCursor_CXXReinterpretCastExpr)
            return to.kind != CXType_Pointer && from.kind != CXType_Pointer &&
                   csl_is_lvalue(L, inner);
        return (clang_equalTypes(to, from) || (csl_is_class(to) && csl_is_class(from)) ||
                is_other_view(e, from, to)) &&
               csl_is_lvalue(L, inner);
    }
    default: return false;
    }
}

/* c ? a : b as an lvalue: the address is chosen. */
static csl_lval conditional_lvalue(csl_lower_state *L, CXCursor e, csl_cursors kids) {
    csl_expr *cond = csl_condition(L, kids.v[0]);
    csl_expr *a = csl_address_of(L, csl_lower_lvalue(L, kids.v[1]), kids.v[1]);
    csl_expr *b = csl_address_of(L, csl_lower_lvalue(L, kids.v[2]), kids.v[2]);
    return csl_lval_memory(csl_ite(L->ctx, cond, a, b), clang_getCursorType(e));
}

csl_lval csl_lower_lvalue(csl_lower_state *L, CXCursor e) {
    csl_lval out;
    CXType type = clang_getCursorType(e);
    CXCursor pointer;
    csl_cursors kids;
    if (++L->depth > CSL_MAX_NEST) {
        L->depth--;
        csl_emit_opaque(L, e, "expression nested too deep");
        return csl_lval_none(type);
    }
    switch (clang_getCursorKind(e)) {
    case CXCursor_DeclRefExpr: out = csl_lower_name(L, e); break;
    case CXCursor_MemberRefExpr: out = csl_lower_member(L, e); break;
    case CXCursor_ArraySubscriptExpr: out = csl_lower_subscript(L, e); break;
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXConstCastExpr:
    case CXCursor_CXXReinterpretCastExpr:
        kids = csl_operands(L, e);
        if (csl_is_lvalue(L, e)) {
            CXCursor inner = kids.v[kids.n - 1];
            out = csl_lower_lvalue(L, inner);
            CXType from = csl_plain(clang_getCursorType(inner)), to = csl_plain(type);
            if (!clang_equalTypes(from, to) && out.kind != CSL_LV_NONE) {
                out.type = from;
                out = csl_base_of(L, out, to, e);
            }
        } else {
            out = csl_temporary(L, e);
        }
        break;
    case CXCursor_UnaryOperator:
        kids = csl_operands(L, e);
        if (clang_getCursorUnaryOperatorKind(e) == CXUnaryOperator_Deref && kids.n == 1) {
            CXType pointee = csl_element_type(clang_getCursorType(kids.v[0]));
            out = csl_lval_memory(csl_rvalue_as(L, kids.v[0], CSL_PTR),
                                  pointee.kind == CXType_Invalid ? type : pointee);
            out.is_volatile = clang_isVolatileQualifiedType(clang_getCanonicalType(pointee));
            break;
        }
        if (csl_is_lvalue(L, e) && kids.n == 1) { /* ++x */
            csl_discard(L, e);
            out = L->written;
            break;
        }
        out = csl_temporary(L, e);
        break;
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        kids = csl_operands(L, e);
        if (clang_getCursorBinaryOperatorKind(e) == CXBinaryOperator_Comma && kids.n == 2) {
            csl_discard(L, kids.v[0]);
            out = csl_bind_reference(L, kids.v[1], type);
        } else if (csl_is_lvalue(L, e) && kids.n == 2) { /* (x = 3), (x += 3) */
            csl_discard(L, e);
            out = L->written;
        } else {
            out = csl_temporary(L, e);
        }
        break;
    case CXCursor_ConditionalOperator:
        kids = csl_operands(L, e);
        out = csl_is_lvalue(L, e) ? conditional_lvalue(L, e, kids) : csl_temporary(L, e);
        break;
    case CXCursor_CallExpr:
        if (csl_is_dependent_deref(L, e, &pointer)) {
            out = csl_lval_memory(csl_rvalue_as(L, pointer, CSL_PTR), type);
        } else if (csl_returns_reference(e)) {
            out = csl_lval_none(type);
            csl_lower_call(L, e, NULL, &out);
        } else {
            out = csl_temporary(L, e);
        }
        break;
    case CXCursor_StringLiteral:
        out = csl_lval_memory(csl_pure(L->ctx, CSL_PTR, "string", 0, NULL), type);
        break;
    default: out = csl_temporary(L, e); break;
    }
    L->depth--;
    return out;
}

csl_lval csl_bind_reference(csl_lower_state *L, CXCursor e, CXType referred) {
    csl_lval lval = csl_is_lvalue(L, e) ? csl_lower_lvalue(L, e) : csl_temporary(L, e);
    if (lval.kind == CSL_LV_MEMORY)
        lval.address = csl_freeze(L, lval.address, e);
    (void)referred;
    return lval;
}
