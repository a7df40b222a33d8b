/* What a function names, and what that names in turn. */
#include <glib.h>

#include "../recover/recover.h"
#include "kernels.h"

typedef struct walk {
    csl_ctx *ctx;
    csl_places *places;
    GHashTable *seen; /* CXCursor: definitions walked or waiting */
    GPtrArray *todo;  /* of them */
    GPtrArray *names; /* recovered declarations, interned; or NULL */
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
    CXCursor *kept = csl_alloc(w->ctx, sizeof *kept);
    *kept = def;
    g_hash_table_add(w->seen, kept);
    if (!csl_in_shim(w->places, def))
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
        const char *name = csl_spelling(w->ctx, decl);
        if (w->names && !g_ptr_array_find(w->names, name, NULL))
            g_ptr_array_add(w->names, (gpointer)name);
        return CXChildVisit_Recurse;
    }
    add_definition(w, decl);
    CXCursor pattern = clang_getSpecializedCursorTemplate(decl);
    if (!clang_Cursor_isNull(pattern))
        add_definition(w, pattern);
    return CXChildVisit_Recurse;
}

csl_cursors csl_reached(csl_ctx *ctx, csl_places *places, const CXCursor *from, unsigned n,
                        GPtrArray *names) {
    walk w = {ctx, places, g_hash_table_new(hash_cursor, equal_cursors), g_ptr_array_new(), names};
    for (unsigned i = 0; i < n; i++)
        add_definition(&w, from[i]);
    for (guint i = 0; i < w.todo->len; i++) /* grows on the way */
        clang_visitChildren(*(CXCursor *)w.todo->pdata[i], follow, &w);
    csl_cursors reached = {csl_alloc(ctx, (w.todo->len + 1) * sizeof *reached.v), w.todo->len};
    for (unsigned i = 0; i < reached.n; i++)
        reached.v[i] = *(CXCursor *)w.todo->pdata[i];
    g_ptr_array_unref(w.todo);
    g_hash_table_unref(w.seen);
    return reached;
}
