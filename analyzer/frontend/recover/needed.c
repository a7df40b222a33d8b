#define _GNU_SOURCE /* memmem */
/* Whether recovered declarations can help: another parse costs as much as the first one, and most
 * of what a file misses without its headers is in the bodies of host functions, of which only
 * launches matter. */
#include "recover.h"

#include <string.h>

#include "../parse/parse.h"

/* The body of a function that is not marked as one of the device. */
typedef struct body {
    CXFile file;
    unsigned begin, end; /* offsets */
} body;

typedef struct search {
    const csl_unit *unit;
    GArray *bodies; /* of body */
} search;

static bool holds(const char *text, size_t n, const char *word) {
    return memmem(text, n, word, strlen(word)) != NULL;
}

/* Words of device code: behind a macro that nothing declares, a kernel looks like a host function.
 */
static bool is_device_text(const char *text, size_t n) {
    static const char *const words[] = {"threadIdx", "blockIdx", "blockDim", "__shared__",
                                        "__sync",    "__shfl",   "atomic"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (holds(text, n, words[i]))
            return true;
    return false;
}

static enum CXChildVisitResult visit_body(CXCursor c, CXCursor parent, CXClientData data) {
    search *s = data;
    body b;
    CXFile end_file;
    (void)parent;
    if (clang_getCursorKind(c) != CXCursor_CompoundStmt)
        return CXChildVisit_Continue;
    CXSourceRange range = clang_getCursorExtent(c);
    clang_getExpansionLocation(clang_getRangeStart(range), &b.file, NULL, NULL, &b.begin);
    clang_getExpansionLocation(clang_getRangeEnd(range), &end_file, NULL, NULL, &b.end);
    if (b.file && csl_same_file(b.file, end_file) && b.begin < b.end)
        g_array_append_val(s->bodies, b);
    return CXChildVisit_Break;
}

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    if (clang_Location_isInSystemHeader(clang_getCursorLocation(c)))
        return CXChildVisit_Continue;
    switch (clang_getCursorKind(c)) {
    case CXCursor_Namespace:
    case CXCursor_LinkageSpec:
    case CXCursor_UnexposedDecl:
    case CXCursor_StructDecl:
    case CXCursor_ClassDecl:
    case CXCursor_ClassTemplate: return CXChildVisit_Recurse;
    case CXCursor_FunctionDecl:
    case CXCursor_FunctionTemplate:
    case CXCursor_CXXMethod:
    case CXCursor_Constructor:
    case CXCursor_Destructor:
        if (!csl_has_attribute(c, CXCursor_CUDAGlobalAttr) &&
            !csl_has_attribute(c, CXCursor_CUDADeviceAttr))
            clang_visitChildren(c, visit_body, data);
        return CXChildVisit_Continue;
    default: return CXChildVisit_Continue;
    }
}

/* Where the statement begins that ends behind `at`. */
static unsigned statement_before(const char *text, unsigned at) {
    while (at > 0 && !strchr(";{}", text[at - 1]))
        at--;
    return at;
}

/* The statement at the offset launches a kernel, or makes the size of a launch or a constant or a
 * type, which may be an argument of a kernel's template. */
static bool is_about_launch(const char *text, const body *b, unsigned at) {
    static const char *const words[] = {"<<<", "dim3", "constexpr", "using"};
    const unsigned from = statement_before(text, at);
    unsigned to = at;
    while (to < b->end && text[to] != ';')
        to++;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (holds(text + from, to - from, words[i]))
            return true;
    const unsigned list = from > 0 ? statement_before(text, from - 1) : from;
    const unsigned head = statement_before(text, b->begin);
    return holds(text + list, from - list, "enum") ||
           holds(text + head, b->begin - head, "constexpr");
}

/* The error is in a host header, and is none about a name that the main file uses. */
static bool is_far_away(const search *s, const csl_source_error *e, const char *text, size_t n) {
    CXFile main_file = clang_getFile(s->unit->tu, s->unit->path);
    size_t size = 0;
    const char *source = clang_getFileContents(s->unit->tu, main_file, &size);
    const char *quote = strchr(e->message, '\''), *end = quote ? strchr(quote + 1, '\'') : NULL;
    if (!source || csl_same_file(e->file, main_file) || is_device_text(text, n) ||
        holds(text, n, "__device__") || holds(text, n, "__global__"))
        return false;
    if (!end)
        return true; /* #error */
    char *name = g_strndup(quote + 1, (gsize)(end - quote - 1));
    bool used = holds(source, size, name);
    g_free(name);
    return !used;
}

static bool matters(const search *s, const csl_source_error *e) {
    size_t size = 0;
    const char *text = e->file ? clang_getFileContents(s->unit->tu, e->file, &size) : NULL;
    if (text && is_far_away(s, e, text, size))
        return false;
    for (guint i = 0; text && i < s->bodies->len; i++) {
        const body *b = &g_array_index(s->bodies, body, i);
        if (e->offset >= b->begin && e->offset < b->end && b->end <= size &&
            csl_same_file(b->file, e->file) && !is_device_text(text + b->begin, b->end - b->begin))
            return is_about_launch(text, b, e->offset);
    }
    return csl_may_teach(e->message);
}

bool csl_recovery_needed(const csl_unit *unit) {
    search s = {unit, g_array_new(FALSE, FALSE, sizeof(body))};
    bool needed = false;
    if (unit->nerrors)
        csl_visit_declarations(unit, visit, &s);
    for (uint32_t i = 0; i < unit->nerrors && !needed; i++)
        needed =
            !strstr(unit->errors[i].message, "' file not found") && matters(&s, &unit->errors[i]);
    g_array_unref(s.bodies);
    return needed;
}
