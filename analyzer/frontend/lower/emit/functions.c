/* Functions: their bodies, and functions as values. */
#include "emit.h"

/* A copy or assignment that the compiler provides stands where its class does; libclang shows the
 * body it made up, in a form that cannot be lowered. */
bool csl_is_provided(csl_ctx *ctx, CXCursor f) {
    enum CXCursorKind k = clang_getCursorKind(f);
    bool assignment = k == CXCursor_CXXMethod && strcmp(csl_spelling(ctx, f), "operator=") == 0;
    if (!assignment && k != CXCursor_Constructor && k != CXCursor_Destructor)
        return false;
    return clang_CXXMethod_isDefaulted(f) ||
           clang_equalLocations(clang_getCursorLocation(f),
                                clang_getCursorLocation(clang_getCursorSemanticParent(f)));
}

/* The body to inline: of the specialisation, or if that has none, of its template. */
CXCursor csl_definition_of(csl_lower_state *L, CXCursor callee) {
    if (csl_is_provided(L->ctx, callee))
        return clang_getNullCursor();
    CXCursor def = clang_getCursorDefinition(callee);
    if (!clang_Cursor_isNull(def) && !clang_Cursor_isNull(csl_body_of(L->scratch, def)))
        return def;
    CXCursor pattern = clang_getSpecializedCursorTemplate(callee);
    if (!clang_Cursor_isNull(pattern)) {
        CXCursor d = clang_getCursorDefinition(pattern);
        pattern = clang_Cursor_isNull(d) ? pattern : d;
        if (!clang_Cursor_isNull(csl_body_of(L->scratch, pattern)))
            return pattern;
    }
    return clang_getNullCursor();
}

/* ---- functions as values --------------------------------------------------------------------- */

/* A function without an object, but for what makes a lambda a pointer: libclang shows a body of it
 * that is none. */
static bool is_free(csl_lower_state *L, CXCursor decl) {
    const enum CXCursorKind kind = clang_getCursorKind(decl);
    return kind == CXCursor_FunctionDecl ||
           (kind == CXCursor_CXXMethod && clang_CXXMethod_isStatic(decl) &&
            strcmp(csl_spelling(L->ctx, decl), "__invoke") != 0);
}

csl_expr *csl_name_function(csl_lower_state *L, CXCursor decl) {
    csl_expr *value = csl_pure(L->ctx, CSL_PTR, csl_usr(L->ctx, decl), 0, NULL);
    if (!is_free(L, decl))
        return value;
    for (unsigned i = 0; i < L->nfunctions; i++)
        if (L->functions[i].usr == value->name)
            return value;
    CSL_GROW(L->ctx, L->functions, L->nfunctions, L->cap_functions);
    L->functions[L->nfunctions++] = (struct csl_named_function){value->name, decl};
    return value;
}

CXCursor csl_function_of(csl_lower_state *L, const csl_expr *value) {
    for (unsigned i = 0; i < L->nfunctions; i++)
        if (value->op == CSL_OP_PURE && L->functions[i].usr == value->name)
            return L->functions[i].decl;
    return clang_getNullCursor();
}

const csl_expr *csl_function_value(csl_lower_state *L, const csl_expr *value) {
    if (value->op == CSL_OP_VAR) {
        L->info[value->index].relied = true;
        return L->info[value->index].function;
    }
    return clang_Cursor_isNull(csl_function_of(L, value)) ? NULL : value;
}
