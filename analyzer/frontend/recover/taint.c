/* What of a kernel rests on a guess (recover.h). */
#include <stdio.h>

#include "recover.h"
#include "../lower/lower_impl.h"

#define MAX_DEPTH 8 /* constants defined by constants */
#define MAX_NAMED 3 /* names told in one sentence */

bool csl_is_guess(CXCursor decl) {
    CXFile file = NULL;
    clang_getFileLocation(clang_getCursorLocation(decl), &file, NULL, NULL, NULL);
    if (!file)
        return false;
    CXString name = clang_getFileName(file);
    const char *path = clang_getCString(name);
    bool guess = path && strcmp(path, CSL_GUESS_HEADER) == 0;
    clang_disposeString(name);
    return guess;
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
    if (csl_is_guess(decl))
        m->found |= !is_known(decl);
    else if (constant && m->depth < MAX_DEPTH) {
        m->depth++;
        clang_visitChildren(decl, find_mention, m);
        m->depth--;
    }
    return m->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

bool csl_mentions_guess(bool guessed, CXCursor e) {
    if (!guessed)
        return false;
    mention m = {0, false};
    find_mention(e, clang_getNullCursor(), &m);
    if (!m.found)
        clang_visitChildren(e, find_mention, &m);
    return m.found;
}

bool csl_is_guessed_value(const csl_unit *unit, CXCursor decl) {
    return unit->guessed && clang_getCursorKind(decl) == CXCursor_VarDecl &&
           clang_isConstQualifiedType(clang_getCanonicalType(clang_getCursorType(decl))) &&
           csl_is_guess(decl) && !is_known(decl);
}

/* A number of unknown value is one more parameter of the kernel. */
csl_expr *csl_guessed_value(csl_lower_state *L, CXCursor decl) {
    csl_kernel *k = L->kernel;
    for (unsigned i = 0; i < L->nguesses; i++)
        if (clang_equalCursors(L->guesses[i].decl, decl))
            return csl_leaf(L->ctx, CSL_OP_PARAM, CSL_I32, L->guesses[i].param);
    csl_param *params = csl_alloc(L->ctx, (k->nparams + 1) * sizeof *params);
    memcpy(params, k->params, k->nparams * sizeof *params);
    params[k->nparams] = (csl_param){
        .name = csl_spelling(L->ctx, decl), .type = CSL_I32, .object = UINT32_MAX, .guessed = true};
    k->params = params;
    CSL_GROW(L->ctx, L->guesses, L->nguesses, L->cap_guesses);
    L->guesses[L->nguesses].decl = decl;
    L->guesses[L->nguesses++].param = k->nparams;
    return csl_leaf(L->ctx, CSL_OP_PARAM, CSL_I32, k->nparams++);
}

/* ---- marks ----------------------------------------------------------------------------------- */

typedef struct walk {
    csl_lower_state *L;
    GHashTable *seen; /* CXCursor: definitions walked or waiting */
    GPtrArray *todo;  /* of them */
    GPtrArray *names; /* guesses, interned */
} walk;

static guint hash_cursor(gconstpointer c) {
    return clang_hashCursor(*(const CXCursor *)c);
}

static gboolean equal_cursors(gconstpointer a, gconstpointer b) {
    return (gboolean)clang_equalCursors(*(const CXCursor *)a, *(const CXCursor *)b);
}

static void add_definition(walk *w, CXCursor c) {
    CXCursor def = clang_getCursorDefinition(c);
    def = clang_Cursor_isNull(def) ? c : def;
    if (clang_Cursor_isNull(def) || g_hash_table_contains(w->seen, &def))
        return;
    CXCursor *kept = csl_alloc(w->L->ctx, sizeof *kept);
    *kept = def;
    g_hash_table_add(w->seen, kept);
    if (!csl_in_shim(w->L->places, def))
        g_ptr_array_add(w->todo, kept);
}

static enum CXChildVisitResult follow(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    walk *w = data;
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_NamespaceRef || clang_isDeclaration(kind) || clang_isStatement(kind))
        return CXChildVisit_Recurse;
    CXCursor decl = clang_getCursorReferenced(c);
    if (kind == CXCursor_OverloadedDeclRef && clang_getNumOverloadedDecls(c))
        decl = clang_getOverloadedDecl(c, 0);
    if (clang_Cursor_isNull(decl) || clang_isInvalid(clang_getCursorKind(decl)) ||
        clang_getCursorKind(decl) == CXCursor_Namespace)
        return CXChildVisit_Recurse;
    if (csl_is_guess(decl)) {
        const char *name = csl_spelling(w->L->ctx, decl);
        if (!g_ptr_array_find(w->names, name, NULL))
            g_ptr_array_add(w->names, (gpointer)name);
        return CXChildVisit_Recurse;
    }
    add_definition(w, decl);
    CXCursor pattern = clang_getSpecializedCursorTemplate(decl);
    if (!clang_Cursor_isNull(pattern))
        add_definition(w, pattern);
    return CXChildVisit_Recurse;
}

const char *csl_guessed_names(csl_lower_state *L, const csl_target *target) {
    if (!L->unit->guessed)
        return NULL;
    walk w = {L, g_hash_table_new(hash_cursor, equal_cursors), g_ptr_array_new(),
              g_ptr_array_new()};
    add_definition(&w, target->function);
    add_definition(&w, target->pattern);
    for (guint i = 0; i < w.todo->len; i++) /* grows on the way */
        clang_visitChildren(*(CXCursor *)w.todo->pdata[i], follow, &w);
    GString *text = g_string_new(NULL);
    guint n = w.names->len, told = n > MAX_NAMED ? MAX_NAMED : n;
    for (guint i = 0; i < told; i++)
        g_string_append_printf(text, "%s`%s`",
                               i == 0       ? ""
                               : i + 1 == n ? " and "
                                            : ", ",
                               (const char *)w.names->pdata[i]);
    if (n > told)
        g_string_append_printf(text, " and %u more", n - told);
    g_string_append(text, n > 1 ? ", which nothing declares, are what their use looks like"
                                : ", which nothing declares, is what its use looks like");
    const char *kept = n ? csl_intern(L->ctx, text->str) : NULL;
    g_string_free(text, TRUE);
    g_ptr_array_unref(w.names);
    g_ptr_array_unref(w.todo);
    g_hash_table_unref(w.seen);
    return kept;
}
