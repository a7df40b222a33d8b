/* Arguments that the callee never names: `zero(s[i])` with `float zero(float)`. No value depends on
 * what such an argument holds, and no compiler loads it; only its address is evaluated. */
#include "lower.h"

/* A copy of an object changes nothing else, nor does the end of the copy. */
static bool copies_quietly(csl_lower_state *L, CXType type) {
    return csl_is_class(type) && !csl_class_acts(L, type, CSL_WHEN_COPIED) &&
           !csl_class_acts(L, type, CSL_WHEN_DESTROYED);
}

/* The expression only converts what it holds, or copies it. */
static bool converts(csl_lower_state *L, CXCursor e) {
    switch (clang_getCursorKind(e)) {
    case CXCursor_UnexposedExpr:
    case CXCursor_ParenExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXFunctionalCastExpr: return true;
    case CXCursor_CallExpr:
        return clang_CXXConstructor_isCopyConstructor(clang_getCursorReferenced(e)) &&
               copies_quietly(L, csl_plain(clang_getCursorType(e)));
    default: return false;
    }
}

/* What is passed as it stands, or null: the element, member or object behind conversions. */
static CXCursor place_passed(csl_lower_state *L, CXCursor arg) {
    for (;;) {
        const enum CXCursorKind kind = clang_getCursorKind(arg);
        const CXType type = clang_getCanonicalType(clang_getCursorType(arg));
        if ((csl_scalar_type(type) == CSL_VOID && !copies_quietly(L, type)) ||
            clang_isVolatileQualifiedType(type))
            return clang_getNullCursor();
        if (!converts(L, arg))
            return kind == CXCursor_ArraySubscriptExpr || kind == CXCursor_MemberRefExpr ||
                           (kind == CXCursor_UnaryOperator && csl_is_lvalue(L, arg))
                       ? arg
                       : clang_getNullCursor();
        const csl_cursors kids = csl_operands(L, arg);
        if (kids.n != 1)
            return clang_getNullCursor();
        arg = kids.v[0];
    }
}

typedef struct mention {
    csl_ctx *scratch;
    const char *name;
    bool found;
} mention;

/* Anything of that name counts, and each asm statement, whose operands have no cursors of their own
 * in every version of libclang. */
static enum CXChildVisitResult find_mention(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    mention *m = data;
    const enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_ParmDecl)
        return CXChildVisit_Continue;
    m->found = kind == CXCursor_GCCAsmStmt || kind == CXCursor_MSAsmStmt ||
               strcmp(csl_spelling(m->scratch, c), m->name) == 0;
    return m->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static bool is_mentioned(csl_lower_state *L, CXCursor function, CXCursor param) {
    mention m = {L->scratch, csl_spelling(L->scratch, param), false};
    if (m.name[0])
        clang_visitChildren(function, find_mention, &m);
    return m.found;
}

bool csl_pass_unread(csl_lower_state *L, const csl_activation *act, CXCursor param, CXCursor arg) {
    const CXCursor place = place_passed(L, arg);
    if (clang_Cursor_isNull(place) || act->shim || act->nerrors ||
        is_mentioned(L, act->function, param))
        return false;
    csl_account(L, arg);
    csl_lower_lvalue(L, place);
    return true;
}
