/* Which parameters of a template stand for integers: the pattern alone would take them for floats,
 * as all types that it leaves open.
 */
#include <string.h>

#include "kernels.h"

typedef struct role {
    csl_ctx *ctx;
    const char *name; /* of the type */
    bool found;
} role;

/* The type, or what it refers, points or has elements of, is the parameter. */
static bool is_of(const role *r, CXType type, bool element) {
    CXType t = csl_is_reference(type) ? clang_getPointeeType(type) : type;
    if (element) /* as it is written: the canonical type has no names of parameters */
        t = csl_is_array(t) ? clang_getArrayElementType(t) : clang_getPointeeType(t);
    if (t.kind == CXType_Invalid)
        return false;
    CXString spelling = clang_getTypeSpelling(clang_getUnqualifiedType(t));
    const bool same = strcmp(clang_getCString(spelling), r->name) == 0;
    clang_disposeString(spelling);
    return same;
}

/* A name or an element in what is computed; what a call or a conversion makes of it is another
 * type. */
static enum CXChildVisitResult find_operand(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    role *r = data;
    switch (clang_getCursorKind(c)) {
    case CXCursor_CallExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXFunctionalCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_LambdaExpr: return CXChildVisit_Continue;
    case CXCursor_ArraySubscriptExpr: {
        csl_cursors kids = csl_expr_children(r->ctx, c);
        CXCursor array = kids.n ? clang_getCursorReferenced(kids.v[0]) : clang_getNullCursor();
        r->found |= !clang_Cursor_isNull(array) && is_of(r, clang_getCursorType(array), true);
        return CXChildVisit_Continue; /* its subscript is looked at by itself */
    }
    case CXCursor_DeclRefExpr: {
        CXCursor decl = clang_getCursorReferenced(c);
        r->found |= !clang_Cursor_isNull(decl) && is_of(r, clang_getCursorType(decl), false);
        return CXChildVisit_Continue;
    }
    default: return CXChildVisit_Recurse;
    }
}

static void look_at(role *r, CXCursor operand) {
    if (find_operand(operand, clang_getNullCursor(), r) == CXChildVisit_Recurse)
        clang_visitChildren(operand, find_operand, r);
}

static bool is_for_integers(enum CXBinaryOperatorKind op) {
    switch (op) {
    case CXBinaryOperator_Rem:
    case CXBinaryOperator_Shl:
    case CXBinaryOperator_Shr:
    case CXBinaryOperator_And:
    case CXBinaryOperator_Or:
    case CXBinaryOperator_Xor:
    case CXBinaryOperator_RemAssign:
    case CXBinaryOperator_ShlAssign:
    case CXBinaryOperator_ShrAssign:
    case CXBinaryOperator_AndAssign:
    case CXBinaryOperator_OrAssign:
    case CXBinaryOperator_XorAssign: return true;
    default: return false;
    }
}

static enum CXChildVisitResult find_use(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    role *r = data;
    const enum CXCursorKind kind = clang_getCursorKind(c);
    csl_cursors kids = {0};
    if (kind == CXCursor_ArraySubscriptExpr || kind == CXCursor_BinaryOperator ||
        kind == CXCursor_CompoundAssignOperator)
        kids = csl_expr_children(r->ctx, c);
    if (kids.n == 2 && kind == CXCursor_ArraySubscriptExpr) {
        look_at(r, kids.v[1]);
    } else if (kids.n == 2 && is_for_integers(clang_getCursorBinaryOperatorKind(c))) {
        look_at(r, kids.v[0]);
        look_at(r, kids.v[1]);
    } else if (kind == CXCursor_VarDecl && csl_is_integer(clang_getCursorType(c))) {
        CXCursor value = clang_Cursor_getVarDeclInitializer(c); /* int i = t; */
        if (!clang_Cursor_isNull(value))
            look_at(r, value);
    }
    return r->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

bool csl_counts(csl_ctx *ctx, CXCursor pattern, const char *name) {
    role r = {ctx, name, false};
    clang_visitChildren(pattern, find_use, &r);
    return r.found;
}

bool csl_has_counting_type(csl_ctx *ctx, CXCursor pattern) {
    csl_cursors kids = csl_children(ctx, pattern);
    for (unsigned i = 0; i < kids.n; i++)
        if (clang_getCursorKind(kids.v[i]) == CXCursor_TemplateTypeParameter &&
            csl_counts(ctx, pattern, csl_spelling(ctx, kids.v[i])))
            return true;
    return false;
}
