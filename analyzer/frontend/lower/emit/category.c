/* Which expressions denote an object, which are values, and of which this is not known.
 *
 * libclang does not tell. It does show implicit casts, though: where the value of an object is read
 * there is one, of kind UnexposedExpr. So the operand of an explicit cast that names an object with
 * no such cast around it is cast as that object: (unsigned &)x, not (unsigned)x. Dependent code has
 * no implicit casts; there the text of the cast decides.
 */
#include "emit.h"

#include <ctype.h>

static bool is_cast_expression(enum CXCursorKind k) {
    return k == CXCursor_CStyleCastExpr || k == CXCursor_CXXStaticCastExpr ||
           k == CXCursor_CXXConstCastExpr || k == CXCursor_CXXReinterpretCastExpr ||
           k == CXCursor_CXXFunctionalCastExpr || k == CXCursor_CXXDynamicCastExpr;
}

/* The type that the text of the cast names ends in `&`. */
static bool is_written_reference(csl_lower_state *L, CXCursor e) {
    csl_cursors kids = csl_children(L->scratch, e);
    for (unsigned i = 0; i < kids.n; i++)
        if (clang_getCursorKind(kids.v[i]) == CXCursor_TypeRef &&
            csl_is_reference(clang_getCursorType(clang_getCursorReferenced(kids.v[i]))))
            return true;
    const char *end, *s = csl_raw_text(L->places, e, &end);
    bool named = clang_getCursorKind(e) != CXCursor_CStyleCastExpr;
    int depth = 0;
    for (; s && s < end; s++)
        if (*s == (named ? '<' : '('))
            depth++;
        else if (*s == (named ? '>' : ')') && --depth == 0)
            break;
        else if (!depth && named && *s == '(')
            return false; /* T(x) */
    if (!s || s >= end)
        return false;
    do
        s--;
    while (isspace((unsigned char)*s));
    return *s == '&';
}

/* Two types of one kind of object: as a base class or derived class of it, or the same. */
static bool is_same_object(CXType a, CXType b) {
    return clang_equalTypes(a, b) || (csl_is_class(a) && csl_is_class(b));
}

static bool is_qualified(CXType type) {
    CXType t = clang_getCanonicalType(type);
    return clang_isConstQualifiedType(t) || clang_isVolatileQualifiedType(t);
}

static bool is_conversion(csl_lower_state *L, CXCursor e) {
    csl_cursors kids = csl_operands(L, e);
    return kids.n == 1 && clang_getCursorKind(kids.v[0]) == CXCursor_CallExpr &&
           clang_getCursorKind(clang_getCursorReferenced(kids.v[0])) == CXCursor_ConversionFunction;
}

static csl_category category_of_cast(csl_lower_state *L, CXCursor e, csl_cursors kids) {
    CXCursor inner = kids.v[kids.n - 1];
    CXType to = csl_plain(clang_getCursorType(e)), from = csl_plain(clang_getCursorType(inner));
    csl_category of = csl_category_of(L, inner);
    enum CXCursorKind kind = clang_getCursorKind(e);
    if (of == CSL_IS_VALUE || to.kind == CXType_Void)
        return CSL_IS_VALUE;
    if (kind == CXCursor_CXXDynamicCastExpr)
        return csl_is_class(to) ? CSL_IS_UNCLEAR : CSL_IS_VALUE;
    if (csl_is_dependent(to) || csl_is_dependent(from))
        return is_written_reference(L, e) ? of : CSL_IS_VALUE;
    if (csl_is_class(to) && csl_is_class(from))
        return of;
    /* A qualifier that is added to the object, the reference a class converts to, or else the
     * object is read. */
    if (clang_getCursorKind(inner) == CXCursor_UnexposedExpr)
        return is_qualified(clang_getCursorType(inner)) || is_conversion(L, inner) ? of
                                                                                   : CSL_IS_VALUE;
    return of;
}

/* v.x of a vector extension: its operand is the vector itself, or a pointer to it. */
bool csl_is_vector_part(csl_lower_state *L, CXCursor e, CXType *vector) {
    if (clang_getCursorKind(e) != CXCursor_UnexposedExpr)
        return false;
    csl_cursors kids = csl_operands(L, e);
    if (kids.n != 1)
        return false;
    CXType type = clang_getCanonicalType(clang_getCursorType(kids.v[0]));
    bool arrow = type.kind == CXType_Pointer;
    type = arrow ? clang_getCanonicalType(clang_getPointeeType(type)) : type;
    if (type.kind != CXType_ExtVector && type.kind != CXType_Vector)
        return false;
    CXType own = clang_getCanonicalType(clang_getCursorType(e));
    if (own.kind == CXType_Pointer || clang_equalTypes(csl_plain(own), csl_plain(type)))
        return false;
    *vector = csl_plain(type);
    return arrow || clang_getCursorKind(kids.v[0]) != CXCursor_UnexposedExpr;
}

static csl_category category_of_unexposed(csl_lower_state *L, CXCursor e, csl_cursors kids) {
    CXType vector;
    if (kids.n == 0)
        return CSL_IS_VALUE;
    if (kids.n == 4) /* a ?: b */
        return csl_category_of(L, kids.v[0]) == CSL_IS_VALUE ||
                       csl_category_of(L, kids.v[3]) == CSL_IS_VALUE
                   ? CSL_IS_VALUE
                   : CSL_IS_UNCLEAR;
    if (kids.n > 1)
        return CSL_IS_UNCLEAR;
    if (csl_is_vector_part(L, e, &vector))
        return CSL_IS_LVALUE;
    CXType to = csl_plain(clang_getCursorType(e)), from = csl_plain(clang_getCursorType(kids.v[0]));
    return is_same_object(to, from) ? csl_category_of(L, kids.v[0]) : CSL_IS_VALUE;
}

static csl_category category_of_unary(csl_lower_state *L, CXCursor e) {
    csl_cursors kids = csl_operands(L, e);
    switch (clang_getCursorUnaryOperatorKind(e)) {
    case CXUnaryOperator_Deref:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec: return CSL_IS_LVALUE;
    case CXUnaryOperator_Real:
    case CXUnaryOperator_Imag:
    case CXUnaryOperator_Extension:
        return kids.n == 1 ? csl_category_of(L, kids.v[0]) : CSL_IS_UNCLEAR;
    default: return CSL_IS_VALUE;
    }
}

static csl_category category_of_binary(csl_lower_state *L, CXCursor e) {
    csl_cursors kids = csl_operands(L, e);
    switch (clang_getCursorBinaryOperatorKind(e)) {
    case CXBinaryOperator_Assign:
    case CXBinaryOperator_PtrMemD:
    case CXBinaryOperator_PtrMemI: return CSL_IS_LVALUE;
    case CXBinaryOperator_Comma:
        return kids.n == 2 ? csl_category_of(L, kids.v[1]) : CSL_IS_UNCLEAR;
    default: return CSL_IS_VALUE;
    }
}

static csl_category category_of_choice(csl_lower_state *L, CXCursor e) {
    csl_cursors kids = csl_operands(L, e);
    if (kids.n != 3)
        return CSL_IS_UNCLEAR;
    csl_category a = csl_category_of(L, kids.v[1]), b = csl_category_of(L, kids.v[2]);
    if (a == CSL_IS_VALUE || b == CSL_IS_VALUE)
        return CSL_IS_VALUE;
    return a == CSL_IS_UNCLEAR ? a : b;
}

static csl_category category_of_name(CXCursor e) {
    switch (clang_getCursorKind(clang_getCursorReferenced(e))) {
    case CXCursor_EnumConstantDecl:
    case CXCursor_NonTypeTemplateParameter: return CSL_IS_VALUE;
    default: return CSL_IS_LVALUE;
    }
}

csl_category csl_category_of(csl_lower_state *L, CXCursor e) {
    CXCursor pointer;
    csl_cursors kids;
    enum CXCursorKind kind = clang_getCursorKind(e);
    switch (kind) {
    case CXCursor_DeclRefExpr: return category_of_name(e);
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_StringLiteral:
    case CXCursor_CompoundAssignOperator: return CSL_IS_LVALUE;
    case CXCursor_UnaryOperator: return category_of_unary(L, e);
    case CXCursor_BinaryOperator: return category_of_binary(L, e);
    case CXCursor_ConditionalOperator: return category_of_choice(L, e);
    case CXCursor_CallExpr:
        return csl_returns_reference(L, e) || csl_is_dependent_deref(L, e, &pointer) ? CSL_IS_LVALUE
                                                                                     : CSL_IS_VALUE;
    case CXCursor_ParenExpr:
        kids = csl_operands(L, e);
        return kids.n == 1 ? csl_category_of(L, kids.v[0]) : CSL_IS_UNCLEAR;
    case CXCursor_InitListExpr: /* int &r{x} */
        kids = csl_operands(L, e);
        return kids.n == 1 && clang_equalTypes(csl_plain(clang_getCursorType(e)),
                                               csl_plain(clang_getCursorType(kids.v[0])))
                   ? csl_category_of(L, kids.v[0])
                   : CSL_IS_VALUE;
    case CXCursor_UnexposedExpr: return category_of_unexposed(L, e, csl_operands(L, e));
    case CXCursor_IntegerLiteral:
    case CXCursor_FloatingLiteral:
    case CXCursor_ImaginaryLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_CXXBoolLiteralExpr:
    case CXCursor_CXXNullPtrLiteralExpr:
    case CXCursor_GNUNullExpr:
    case CXCursor_CXXThisExpr:
    case CXCursor_CXXNewExpr:
    case CXCursor_CXXDeleteExpr:
    case CXCursor_CXXThrowExpr:
    case CXCursor_UnaryExpr:
    case CXCursor_SizeOfPackExpr:
    case CXCursor_AddrLabelExpr:
    case CXCursor_CompoundLiteralExpr:
    case CXCursor_LambdaExpr:
    case CXCursor_StmtExpr: return CSL_IS_VALUE;
    default: break;
    }
    if (!is_cast_expression(kind))
        return CSL_IS_UNCLEAR;
    kids = csl_operands(L, e);
    return kids.n ? category_of_cast(L, e, kids) : CSL_IS_VALUE;
}

bool csl_is_lvalue(csl_lower_state *L, CXCursor e) {
    return csl_category_of(L, e) == CSL_IS_LVALUE;
}

/* The operator of which a template does not say which overload it is: "+="; NULL if it is no
 * operator.
 */
const char *csl_overloaded_operator(csl_lower_state *L, CXCursor call) {
    csl_cursors kids = csl_children(L->scratch, call);
    for (unsigned i = 0; i < kids.n; i++) {
        csl_cursors inner = csl_children(L->scratch, kids.v[i]);
        if (clang_getCursorKind(kids.v[i]) != CXCursor_DeclRefExpr || inner.n != 1 ||
            clang_getCursorKind(inner.v[0]) != CXCursor_OverloadedDeclRef)
            continue;
        const char *name = csl_spelling(L->ctx, inner.v[0]);
        return strncmp(name, "operator", 8) == 0 ? name + 8 : NULL;
    }
    return NULL;
}

bool csl_is_dependent_deref(csl_lower_state *L, CXCursor e, CXCursor *pointer) {
    if (!clang_Cursor_isNull(clang_getCursorReferenced(e)) &&
        clang_getCursorKind(clang_getCursorReferenced(e)) != CXCursor_OverloadedDeclRef)
        return false;
    const char *name = csl_overloaded_operator(L, e);
    if (!name || strcmp(name, "*") != 0 || clang_Cursor_getNumArguments(e) != 1)
        return false;
    *pointer = clang_Cursor_getArgument(e, 0);
    return true;
}

bool csl_returns_reference(csl_lower_state *L, CXCursor e) {
    CXCursor callee = clang_getCursorReferenced(e);
    enum CXCursorKind k = clang_getCursorKind(callee);
    if (k == CXCursor_Constructor)
        return false;
    CXType result = clang_getCursorResultType(callee);
    if (!clang_Cursor_isNull(callee) && result.kind != CXType_Invalid)
        return csl_is_reference(result);
    csl_cursors kids = csl_operands(L, e); /* through a pointer to a function */
    if (!kids.n)
        return false;
    CXType type = csl_plain(clang_getCursorType(kids.v[0]));
    if (type.kind == CXType_Pointer)
        type = clang_getCanonicalType(clang_getPointeeType(type));
    return csl_is_reference(clang_getResultType(type));
}
