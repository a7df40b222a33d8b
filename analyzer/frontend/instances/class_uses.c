/* Explicit instantiations of class templates, `template class Solver<float>;`: libclang shows a
 * cursor for the class and none for its methods, and with it none for the kernels that they launch.
 * The file is parsed once more with functions behind its last line that take the address of each
 * method, in the namespace of the instantiation: its arguments are spelled as they stand there. A
 * method that cannot be named, as it is private or overloaded, say, is an error there, which does
 * not count (prepare.c). */
#include "instances.h"

#include <glib.h>
#include <string.h>

#include "../parse/parse.h"
#include "../../limits/limits.h"

typedef struct finder {
    const csl_unit *unit;
    CXFile main_file;
    GString *out;
    unsigned n, nclasses; /* methods, classes */
} finder;

/* "n::Solver<float>"; classes of a namespace without a name are found without it. */
static char *spelled(CXType type) {
    CXString spelling = clang_getTypeSpelling(clang_getCanonicalType(type));
    char **parts = g_strsplit(clang_getCString(spelling), "(anonymous namespace)::", -1);
    char *name = g_strjoinv("", parts);
    g_strfreev(parts);
    clang_disposeString(spelling);
    return name;
}

/* Functions with `::` before them and without are the same here: types may begin with a keyword. */
static void add_methods(finder *f, CXCursor template_, CXType type) {
    csl_cursors kids = csl_children(f->unit->ctx, template_);
    char *name = spelled(type);
    for (unsigned i = 0; i < kids.n && !strchr(name, '('); i++) {
        CXCursor method = clang_getCursorDefinition(kids.v[i]);
        if (clang_getCursorKind(kids.v[i]) != CXCursor_CXXMethod || clang_Cursor_isNull(method) ||
            !csl_has_body(method) || csl_limit_reached(CSL_LIMIT_macro_uses, f->n))
            continue;
        g_string_append_printf(f->out, "(void)&%s::%s;\n", name,
                               csl_spelling(f->unit->ctx, kids.v[i]));
        f->n++;
    }
    g_free(name);
}

/* Around a function: the namespaces that c is written in. Returns how many. */
static unsigned open_namespaces(GString *out, csl_ctx *ctx, CXCursor c) {
    CXCursor around = clang_getCursorLexicalParent(c);
    if (clang_getCursorKind(around) != CXCursor_Namespace)
        return 0;
    const unsigned n = open_namespaces(out, ctx, around);
    const char *name = clang_Cursor_isAnonymous(around) ? "" : csl_spelling(ctx, around);
    g_string_append_printf(out, "namespace %s {\n", name);
    return n + 1;
}

static void add_class(finder *f, CXCursor template_, CXCursor c) {
    const unsigned n = open_namespaces(f->out, f->unit->ctx, c);
    g_string_append_printf(f->out, "static void __csl_uses_of_class%u()\n{\n", f->nclasses++);
    add_methods(f, template_, clang_getCursorType(c));
    g_string_append(f->out, "}\n");
    for (unsigned i = 0; i < n; i++)
        g_string_append(f->out, "}\n");
}

static enum CXChildVisitResult find_class(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    finder *f = data;
    const enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_Namespace)
        return CXChildVisit_Recurse;
    if ((kind != CXCursor_ClassDecl && kind != CXCursor_StructDecl) ||
        !csl_stands_in_file(f->main_file, c))
        return CXChildVisit_Continue;
    CXCursor template_ = clang_getCursorDefinition(clang_getSpecializedCursorTemplate(c));
    if (clang_getCursorKind(template_) == CXCursor_ClassTemplate)
        add_class(f, template_, c);
    return CXChildVisit_Continue;
}

const char *csl_class_uses(const csl_unit *unit) {
    finder f = {unit, clang_getFile(unit->tu, unit->path), g_string_new(NULL), 0, 0};
    csl_visit_declarations(unit, find_class, &f);
    const char *uses = f.n ? csl_strdup(unit->ctx, f.out->str) : NULL;
    g_string_free(f.out, TRUE);
    return uses;
}
