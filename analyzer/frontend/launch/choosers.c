/* Functions that choose a kernel and give its address:
 *
 *     kernel_t pick(int n) { if (n > 64) return k<2>; return k<1>; }
 */
#include "search.h"

#include "../parse/parse.h"

bool csl_is_function_type(CXType type) {
    type = clang_getCanonicalType(type);
    return type.kind == CXType_FunctionProto || type.kind == CXType_FunctionNoProto;
}

static bool is_address(CXType type) {
    type = clang_getCanonicalType(type);
    return type.kind == CXType_Pointer && csl_is_function_type(clang_getPointeeType(type));
}

CXCursor csl_chooser_of(CXCursor function) {
    const CXCursor none = clang_getNullCursor();
    if (clang_Cursor_isNull(function) || !is_address(clang_getCursorResultType(function)))
        return none;
    const CXCursor definition = clang_getCursorDefinition(function);
    /* what is declared apart from its definition, other files may call as well */
    const bool own = !clang_Cursor_isNull(definition) &&
                     (clang_getCursorLinkage(definition) == CXLinkage_Internal ||
                      clang_equalCursors(clang_getCanonicalCursor(definition), definition));
    return own ? definition : none;
}

typedef struct choices {
    csl_ctx *ctx;
    csl_cursors found;
    unsigned cap;
} choices;

static enum CXChildVisitResult find_return(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    choices *of = data;
    const enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_LambdaExpr || clang_isDeclaration(kind))
        return CXChildVisit_Continue;
    if (kind != CXCursor_ReturnStmt)
        return CXChildVisit_Recurse;
    const csl_cursors given = csl_expr_children(of->ctx, c);
    if (given.n == 1) {
        CSL_GROW(of->ctx, of->found.v, of->found.n, of->cap);
        of->found.v[of->found.n++] = given.v[0];
    }
    return CXChildVisit_Continue;
}

csl_cursors csl_choices_of(csl_ctx *ctx, CXCursor chooser) {
    choices of = {.ctx = ctx};
    clang_visitChildren(chooser, find_return, &of);
    return of.found;
}
