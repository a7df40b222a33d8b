/* Which declarations and values rest on a recovered declaration (recover.h). */
#include "recover.h"

#include "../parse/parse.h"
#include "../../limits/limits.h"

bool csl_is_recovered(CXCursor decl) {
    CXFile file = NULL;
    clang_getFileLocation(clang_getCursorLocation(decl), &file, NULL, NULL, NULL);
    if (!file)
        return false;
    CXString name = clang_getFileName(file);
    const char *path = clang_getCString(name);
    bool recovered = path && strcmp(path, CSL_RECOVERED_HEADER) == 0;
    clang_disposeString(name);
    return recovered;
}

/* A number whose value follows from its name (declarations.c). */
static bool is_known(CXCursor decl) {
    return clang_getCursorKind(decl) == CXCursor_VarDecl &&
           csl_has_attribute(decl, CXCursor_AnnotateAttr);
}

/* ---- values ---------------------------------------------------------------------------------- */

typedef struct mention {
    unsigned depth;
    bool found;
} mention;

static enum CXChildVisitResult find_mention(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    mention *m = data;
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind != CXCursor_DeclRefExpr && kind != CXCursor_MemberRefExpr)
        return CXChildVisit_Recurse;
    CXCursor decl = clang_getCursorReferenced(c);
    enum CXCursorKind declared = clang_getCursorKind(decl);
    bool constant = declared == CXCursor_EnumConstantDecl ||
                    (declared == CXCursor_VarDecl &&
                     clang_isConstQualifiedType(clang_getCanonicalType(clang_getCursorType(decl))));
    if (csl_is_recovered(decl))
        m->found |= !is_known(decl);
    else if (constant && !csl_limit_reached(CSL_LIMIT_constant_chain, m->depth)) {
        m->depth++;
        clang_visitChildren(decl, find_mention, m);
        m->depth--;
    }
    return m->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

bool csl_mentions_recovered(bool recovered, CXCursor e) {
    if (!recovered)
        return false;
    mention m = {0, false};
    find_mention(e, clang_getNullCursor(), &m);
    if (!m.found)
        clang_visitChildren(e, find_mention, &m);
    return m.found;
}

bool csl_is_recovered_value(const csl_unit *unit, CXCursor decl) {
    return unit->recovered && clang_getCursorKind(decl) == CXCursor_VarDecl &&
           clang_isConstQualifiedType(clang_getCanonicalType(clang_getCursorType(decl))) &&
           csl_is_recovered(decl) && !is_known(decl);
}
