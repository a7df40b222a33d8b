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
    bool follows; /* types, and functions that are called, as well */
    bool found;
} mention;

static enum CXChildVisitResult find_mention(CXCursor c, CXCursor parent, CXClientData data);

/* What a class says of numbers: its constants, the types it names, and its bases. */
static enum CXChildVisitResult find_in_class(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    mention *m = data;
    switch (clang_getCursorKind(c)) {
    case CXCursor_VarDecl:
    case CXCursor_EnumDecl:
    case CXCursor_TypeAliasDecl:
    case CXCursor_TypedefDecl:
    case CXCursor_CXXBaseSpecifier:
    case CXCursor_NonTypeTemplateParameter:
    case CXCursor_TemplateTypeParameter: clang_visitChildren(c, find_mention, m); break;
    default: break;
    }
    return m->found ? CXChildVisit_Break : CXChildVisit_Continue;
}

static void find_in_declaration(mention *m, CXCursor decl) {
    if (csl_limit_reached(CSL_LIMIT_constant_chain, m->depth))
        return;
    m->depth++;
    switch (clang_getCursorKind(decl)) {
    case CXCursor_EnumConstantDecl:
    case CXCursor_TypeAliasDecl:
    case CXCursor_TypedefDecl: clang_visitChildren(decl, find_mention, m); break;
    case CXCursor_VarDecl:
        if (clang_isConstQualifiedType(clang_getCanonicalType(clang_getCursorType(decl))))
            clang_visitChildren(decl, find_mention, m);
        break;
    case CXCursor_ClassDecl:
    case CXCursor_StructDecl:
    case CXCursor_ClassTemplate: clang_visitChildren(decl, find_in_class, m); break;
    case CXCursor_FunctionDecl:
    case CXCursor_CXXMethod:
        if (m->follows && !csl_is_kernel(decl))
            clang_visitChildren(clang_getCursorDefinition(decl), find_mention, m);
        break;
    default: break;
    }
    m->depth--;
}

static enum CXChildVisitResult find_mention(CXCursor c, CXCursor parent, CXClientData data) {
    mention *m = data;
    const enum CXCursorKind kind = clang_getCursorKind(c);
    const bool value = kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr;
    const bool type = kind == CXCursor_TypeRef || kind == CXCursor_TemplateRef;
    const CXCursor decl = value || type ? clang_getCursorReferenced(c) : clang_getNullCursor();
    if (value && csl_is_recovered(decl))
        m->found |= !is_known(decl);
    else if (type && csl_is_recovered(decl)) /* sizeof(T) */
        m->found |= m->follows && clang_getCursorKind(parent) == CXCursor_UnaryExpr;
    else if (value || (type && m->follows))
        find_in_declaration(m, decl);
    return m->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static bool mentions(bool follows, CXCursor e) {
    mention m = {0, follows, false};
    find_mention(e, clang_getNullCursor(), &m);
    if (!m.found)
        clang_visitChildren(e, find_mention, &m);
    return m.found;
}

bool csl_mentions_recovered(bool recovered, CXCursor e) {
    return recovered && mentions(false, e);
}

bool csl_rests_on_recovered(bool recovered, CXCursor e) {
    return recovered && mentions(true, e);
}

/* ---- instances ------------------------------------------------------------------------------- */

/* The name in what is called: `f<n>` of `((f<n>))(x)`. */
static enum CXChildVisitResult find_name(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    *(CXCursor *)data = c;
    const enum CXCursorKind kind = clang_getCursorKind(c);
    return kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr ? CXChildVisit_Break
                                                                          : CXChildVisit_Recurse;
}

/* The type is of a class template with a number among its arguments. */
static bool has_number(CXType type) {
    const CXCursor decl = clang_getTypeDeclaration(clang_getCanonicalType(type));
    const int n = clang_Cursor_getNumTemplateArguments(decl);
    for (int i = 0; i < n; i++)
        if (clang_Cursor_getTemplateArgumentKind(decl, (unsigned)i) ==
            CXTemplateArgumentKind_Integral)
            return true;
    return false;
}

bool csl_is_guessed_instance(bool recovered, CXCursor reference) {
    if (!recovered)
        return false;
    const bool call = clang_getCursorKind(reference) == CXCursor_CallExpr;
    CXCursor name = reference;
    if (call)
        clang_visitChildren(reference, find_name, &name);
    mention m = {0, true, false};
    clang_visitChildren(name, find_mention, &m);
    const CXCursor template_ =
        clang_getSpecializedCursorTemplate(clang_getCursorReferenced(reference));
    if (!m.found && !clang_Cursor_isNull(template_))
        clang_visitChildren(template_, find_in_class, &m); /* defaults of its parameters */
    const int n = call ? clang_Cursor_getNumArguments(reference) : 0;
    for (int i = 0; i < n && !m.found; i++) {
        const CXCursor argument = clang_Cursor_getArgument(reference, (unsigned)i);
        m.found = has_number(clang_getCursorType(argument)) && mentions(true, argument);
    }
    return m.found;
}

bool csl_is_recovered_value(const csl_unit *unit, CXCursor decl) {
    return unit->recovered && clang_getCursorKind(decl) == CXCursor_VarDecl &&
           clang_isConstQualifiedType(clang_getCanonicalType(clang_getCursorType(decl))) &&
           csl_is_recovered(decl) && !is_known(decl);
}
