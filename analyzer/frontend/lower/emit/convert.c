/* Constants as libclang evaluates them, and conversions of values. */
#include "emit.h"
#include "../../recover/recover.h"

/* clang_Cursor_Evaluate crashes on some class-typed initialisers and reads the initialiser of
 * mutable variables: only for scalar cursors, and the caller must know that it is a constant. */
typedef struct effects {
    bool stores, calls, skips;
} effects;

static enum CXChildVisitResult find_effects(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    effects *f = data;
    switch (clang_getCursorKind(c)) {
    case CXCursor_CallExpr: f->calls = true; break;
    case CXCursor_CompoundAssignOperator:
    case CXCursor_CXXNewExpr:
    case CXCursor_CXXDeleteExpr:
    case CXCursor_CXXThrowExpr: f->stores = true; break;
    case CXCursor_ConditionalOperator:
    case CXCursor_StmtExpr: f->skips = true; break;
    case CXCursor_UnaryExpr: /* sizeof evaluates nothing */
    case CXCursor_LambdaExpr: return CXChildVisit_Continue;
    case CXCursor_UnaryOperator: {
        enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(c);
        f->stores |= op >= CXUnaryOperator_PostInc && op <= CXUnaryOperator_PreDec;
        break;
    }
    case CXCursor_BinaryOperator: {
        enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(c);
        f->stores |= op == CXBinaryOperator_Assign;
        f->skips |= op == CXBinaryOperator_Comma || op == CXBinaryOperator_LAnd ||
                    op == CXBinaryOperator_LOr;
        break;
    }
    default: break;
    }
    return CXChildVisit_Recurse;
}

/* libclang's value of an expression leaves out what a part of it does besides that does not change
 * the value: (f(), 3), f() && false. Where it evaluates all parts, none does anything. */
static bool has_effects(CXCursor e) {
    effects f = {false, false, false};
    find_effects(e, clang_getNullCursor(), &f);
    clang_visitChildren(e, find_effects, &f);
    return f.stores || (f.calls && f.skips);
}

bool csl_evaluate(csl_lower_state *L, CXCursor e, csl_expr **value) {
    csl_type type = csl_scalar_type(clang_getCursorType(e));
    if (type == CSL_VOID || csl_is_dependent(clang_getCursorType(e)) ||
        csl_mentions_recovered(L->unit->recovered, e))
        return false;
    if (clang_isExpression(clang_getCursorKind(e)) && has_effects(e))
        return false;
    CXEvalResult r = clang_Cursor_Evaluate(e);
    if (!r)
        return false;
    bool ok = true;
    switch (clang_EvalResult_getKind(r)) {
    case CXEval_Int:
        if (csl_type_float(type))
            *value = csl_float(L->ctx, type, (double)clang_EvalResult_getAsLongLong(r));
        else if (clang_EvalResult_isUnsignedInt(r))
            *value = csl_const(L->ctx, type,
                               csl_normalise(type, (int64_t)clang_EvalResult_getAsUnsigned(r)));
        else
            *value =
                csl_const(L->ctx, type, csl_normalise(type, clang_EvalResult_getAsLongLong(r)));
        break;
    case CXEval_Float:
        ok = csl_type_float(type);
        if (ok)
            *value = csl_float(L->ctx, type, clang_EvalResult_getAsDouble(r));
        break;
    default: ok = false; break;
    }
    clang_EvalResult_dispose(r);
    if (ok)
        csl_account_whole(L, e);
    return ok;
}

csl_expr *csl_constant(csl_lower_state *L, CXCursor e) {
    csl_expr *value;
    if (csl_evaluate(L, e, &value))
        return value;
    return csl_emit_havoc(L, csl_scalar_type(clang_getCursorType(e)), CSL_SCOPE_GRID, e,
                          "constant of unknown value");
}

csl_expr *csl_convert(csl_lower_state *L, csl_type type, csl_expr *e) {
    csl_type from = (csl_type)e->type;
    if (type == CSL_VOID || from == type)
        return e;
    if ((type == CSL_PTR && csl_type_float(from)) || (from == CSL_PTR && csl_type_float(type))) {
        L->unresolved = true;
        return csl_pure(L->ctx, type, "conversion", 1, &e);
    }
    if (L->open_types && csl_type_float(type) && csl_type_integer(from) && e->op != CSL_OP_CONST)
        return csl_pure(L->ctx, type, "conversion", 1,
                        &e); /* it may stand for a byte, which wraps */
    return type == CSL_BOOL ? csl_truth(L->ctx, e) : csl_cast(L->ctx, type, e);
}
