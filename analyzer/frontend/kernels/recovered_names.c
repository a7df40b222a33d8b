/* Which of the names that nothing declares a kernel uses. */
#include <glib.h>

#include "../recover/recover.h"
#include "kernels.h"
#include "../../limits/limits.h"

typedef struct walk {
    csl_lower_state *L;
    GHashTable *seen; /* CXCursor: definitions walked or waiting */
    GPtrArray *todo;  /* of them */
    GPtrArray *names; /* recovered declarations, interned */
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
    if (csl_is_recovered(decl)) {
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

const char *csl_recovered_names(csl_lower_state *L, const csl_lower_target *target) {
    if (!L->unit->recovered)
        return NULL;
    walk w = {L, g_hash_table_new(hash_cursor, equal_cursors), g_ptr_array_new(),
              g_ptr_array_new()};
    add_definition(&w, target->function);
    add_definition(&w, target->pattern);
    for (guint i = 0; i < w.todo->len; i++) /* grows on the way */
        clang_visitChildren(*(CXCursor *)w.todo->pdata[i], follow, &w);
    GString *text = g_string_new(NULL);
    guint n = w.names->len, told = n > CSL_LIMIT(told_names) ? CSL_LIMIT(told_names) : n;
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
