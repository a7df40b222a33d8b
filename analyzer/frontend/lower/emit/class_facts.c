/* What happens when an object of a class begins, is copied or ends. */
#include "emit.h"
#include "../../recover/recover.h"

CXCursor csl_destructor_of(csl_lower_state *L, CXType type) {
    csl_cursors methods = csl_methods_of(L->scratch, type);
    for (unsigned i = 0; i < methods.n; i++)
        if (clang_getCursorKind(methods.v[i]) == CXCursor_Destructor &&
            !csl_is_provided(L->ctx, methods.v[i]))
            return methods.v[i];
    return clang_getNullCursor();
}

static bool has_statements(csl_lower_state *L, CXCursor destructor) {
    CXCursor def = csl_definition_of(L, destructor);
    if (clang_Cursor_isNull(def))
        return true; /* somewhere else */
    CXCursor body = csl_body_of(L->scratch, def);
    return csl_children(L->scratch, body).n > 0;
}

static CXCursor written_initialiser(csl_lower_state *L, CXCursor field) {
    csl_cursors kids = csl_operands(L, field);
    if (!kids.n)
        return clang_getNullCursor();
    CXCursor last = kids.v[kids.n - 1];
    if (clang_getCursorKind(last) == CXCursor_InitListExpr ||
        csl_char_before(L->places, last) == '=')
        return last;
    return clang_getNullCursor();
}

/* The default initialiser of a field. Its other expression children are the bounds of an array
 * type and the width of a bit-field, which stand behind `[` and `:`. The field of a specialisation
 * may have it only in the template. */
CXCursor csl_field_initialiser(csl_lower_state *L, CXCursor field) {
    CXCursor own = written_initialiser(L, field);
    CXCursor pattern = clang_getSpecializedCursorTemplate(clang_getCursorSemanticParent(field));
    if (!clang_Cursor_isNull(own) || clang_Cursor_isNull(pattern))
        return own;
    csl_cursors members = csl_children(L->scratch, pattern);
    const char *name = csl_spelling(L->ctx, field);
    for (unsigned i = 0; i < members.n; i++)
        if (clang_getCursorKind(members.v[i]) == CXCursor_FieldDecl &&
            csl_spelling(L->ctx, members.v[i]) == name)
            return written_initialiser(L, members.v[i]);
    return own;
}

/* A constructor of the source that is called without arguments; null: the compiler provides it. */
CXCursor csl_default_constructor(csl_lower_state *L, CXType type) {
    csl_cursors methods = csl_methods_of(L->scratch, type);
    for (unsigned i = 0; i < methods.n; i++)
        if (clang_getCursorKind(methods.v[i]) == CXCursor_Constructor &&
            clang_CXXConstructor_isDefaultConstructor(methods.v[i]) &&
            !csl_is_provided(L->ctx, methods.v[i]))
            return methods.v[i];
    return clang_getNullCursor();
}

/* The method takes one object of its own class, by reference. */
static bool takes_own_class(CXCursor f, CXType type, bool moves) {
    CXType param = clang_getCanonicalType(clang_getArgType(clang_getCursorType(f), 0));
    enum CXTypeKind wanted = moves ? CXType_RValueReference : CXType_LValueReference;
    return param.kind == wanted && clang_equalTypes(csl_plain(param), csl_plain(type));
}

/* The constructor or assignment that the source has for it; null: the compiler provides it. */
CXCursor csl_written_copy(csl_lower_state *L, CXType type, bool assigns, bool moves) {
    csl_cursors methods = csl_methods_of(L->scratch, type);
    CXCursor found = clang_getNullCursor();
    for (unsigned i = 0; i < methods.n; i++) {
        CXCursor f = methods.v[i];
        enum CXCursorKind kind = clang_getCursorKind(f);
        bool candidate = assigns ? kind == CXCursor_CXXMethod &&
                                       strcmp(csl_spelling(L->ctx, f), "operator=") == 0
                                 : kind == CXCursor_Constructor;
        if (!candidate || csl_is_provided(L->ctx, f))
            continue;
        if (takes_own_class(f, type, false) && clang_Cursor_isNull(found))
            found = f;
        if (moves && takes_own_class(f, type, true))
            found = f;
    }
    return found;
}

/* Nothing declares the class: what happens where its objects begin and end is not known. */
bool csl_is_recovered_class(csl_lower_state *L, CXType type) {
    return L->unit->recovered && csl_is_recovered(clang_getTypeDeclaration(type));
}

/* ---- each class is asked once ---------------------------------------------------------------- */

typedef struct facts {
    bool asked[CSL_CLASS_FACTS], yes[CSL_CLASS_FACTS];
} facts;

static facts *facts_of(csl_lower_state *L, CXType type) {
    CXCursor decl = clang_getTypeDeclaration(type);
    facts *known = csl_cursor_map_get(&L->classes, decl);
    if (!known) {
        known = CSL_NEW(L->ctx, facts);
        csl_cursor_map_set(L->ctx, &L->classes, decl, known);
    }
    return known;
}

/* What the class says itself, apart from its parts. */
static bool says(csl_lower_state *L, CXType type, csl_class_fact fact) {
    switch (fact) {
    case CSL_WHEN_DESTROYED: {
        CXCursor destructor = csl_destructor_of(L, type);
        return csl_is_recovered_class(L, type) ||
               (!clang_Cursor_isNull(destructor) && has_statements(L, destructor));
    }
    case CSL_WHEN_CONSTRUCTED: return !clang_Cursor_isNull(csl_default_constructor(L, type));
    case CSL_WHEN_COPIED: return !clang_Cursor_isNull(csl_written_copy(L, type, false, true));
    case CSL_WHEN_ASSIGNED: return !clang_Cursor_isNull(csl_written_copy(L, type, true, true));
    case CSL_CLASS_FACTS: break;
    }
    return false;
}

static bool parts_say(csl_lower_state *L, CXType type, csl_class_fact fact) {
    CXCursor decl = clang_getTypeDeclaration(clang_getCanonicalType(type));
    if (fact == CSL_WHEN_DESTROYED && clang_getCursorKind(decl) == CXCursor_UnionDecl)
        return false;
    csl_cursors fields = csl_fields_of(L->scratch, type), bases = csl_bases_of(L->scratch, type);
    for (unsigned i = 0; i < fields.n; i++)
        if ((fact == CSL_WHEN_CONSTRUCTED &&
             !clang_Cursor_isNull(csl_field_initialiser(L, fields.v[i]))) ||
            csl_class_acts(L, clang_getCursorType(fields.v[i]), fact))
            return true;
    for (unsigned i = 0; i < bases.n; i++)
        if (csl_class_acts(L, clang_getCursorType(bases.v[i]), fact))
            return true;
    return false;
}

bool csl_class_acts(csl_lower_state *L, CXType type, csl_class_fact fact) {
    type = clang_getCanonicalType(type);
    while (csl_is_array(type))
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    if (!csl_is_class(type))
        return false;
    facts *known = facts_of(L, type);
    if (!known->asked[fact]) {
        known->asked[fact] = true;
        known->yes[fact] = says(L, type, fact) || parts_say(L, type, fact);
    }
    return known->yes[fact];
}
