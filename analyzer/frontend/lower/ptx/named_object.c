/* The object whose address is an operand of inline assembly: `&tile`, converted, or a variable that
 * begins with that. */
#include "asm.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 16 };

static bool converts(enum CXCursorKind kind) {
    return kind == CXCursor_UnexposedExpr || kind == CXCursor_ParenExpr ||
           kind == CXCursor_CStyleCastExpr || kind == CXCursor_CXXStaticCastExpr ||
           kind == CXCursor_CXXReinterpretCastExpr || kind == CXCursor_CXXFunctionalCastExpr;
}

/* What the expression has its value from; itself, if it is computed. */
static CXCursor source_of(csl_ctx *ctx, CXCursor e) {
    const enum CXCursorKind kind = clang_getCursorKind(e);
    if (kind == CXCursor_CallExpr && strcmp(csl_spelling(ctx, e), "__cvta_generic_to_shared") == 0)
        return clang_Cursor_getArgument(e, 0);
    if (kind == CXCursor_DeclRefExpr) {
        const CXCursor var = clang_getCursorReferenced(e);
        const CXCursor init = clang_getCursorKind(var) == CXCursor_VarDecl
                                  ? clang_Cursor_getVarDeclInitializer(var)
                                  : clang_getNullCursor();
        return clang_Cursor_isNull(init) ? e : init;
    }
    const csl_cursors kids = csl_expr_children(ctx, e);
    return converts(kind) && kids.n == 1 ? kids.v[0] : e;
}

uint32_t csl_asm_size_of_named(csl_asm *a, const char *text) {
    csl_ctx *ctx = a->L->scratch;
    char *end;
    const unsigned long index = strncmp(text, "[$", 2) == 0 ? strtoul(text + 2, &end, 10) : 0;
    if (strncmp(text, "[$", 2) != 0 || strcmp(end, "]") != 0 || index >= a->noperands)
        return 0;
    CXCursor e = a->operand[index];
    for (unsigned step = 0; step < MOST_STEPS; step++)
        e = source_of(ctx, e);
    const csl_cursors kids = csl_expr_children(ctx, e);
    if (clang_getCursorKind(e) != CXCursor_UnaryOperator || kids.n != 1 ||
        clang_getCursorUnaryOperatorKind(e) != CXUnaryOperator_AddrOf)
        return 0;
    const CXType type = csl_plain(clang_getCursorType(kids.v[0]));
    if (csl_is_dependent(type) || !csl_is_class(type))
        return 0;
    const uint64_t bytes = csl_sizeof(type);
    return bytes <= UINT32_MAX ? (uint32_t)bytes : 0;
}
