/* What the source itself says against being compiled as it is read: a `#error` in a file that
 * misses a header, or a static_assert that fails. The kernels of such a file are undecided. */
#include <glib.h>
#include <string.h>

#include "define_text.h"
#include "recover.h"

#include "../parse/parse.h"

typedef struct search {
    const csl_unit *unit;
    const csl_source_error *error;
    bool explained;
} search;

static bool is_around(CXCursor c, const csl_source_error *e) {
    CXFile file, end_file;
    unsigned begin, end;
    const CXSourceRange range = clang_getCursorExtent(c);
    clang_getExpansionLocation(clang_getRangeStart(range), &file, NULL, NULL, &begin);
    clang_getExpansionLocation(clang_getRangeEnd(range), &end_file, NULL, NULL, &end);
    return file && end_file && csl_same_file(file, e->file) && csl_same_file(end_file, e->file) &&
           begin <= e->offset && e->offset <= end;
}

static enum CXChildVisitResult find_type(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    bool *found = data;
    const enum CXCursorKind kind = clang_getCursorKind(c);
    *found |= (kind == CXCursor_TypeRef || kind == CXCursor_TemplateRef) &&
              csl_is_recovered(clang_getCursorReferenced(c));
    return *found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* The assertion is about what nothing declares; or it is one of device code, where lowering puts a
 * statement of unknown effect in its place. */
static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    search *s = data;
    if (!is_around(c, s->error))
        return CXChildVisit_Continue;
    if (clang_getCursorKind(c) == CXCursor_StaticAssert) {
        s->explained = csl_mentions_recovered(s->unit->recovered, c);
        if (!s->explained)
            clang_visitChildren(c, find_type, &s->explained);
    } else if (csl_has_attribute(c, CXCursor_CUDAGlobalAttr) ||
               csl_has_attribute(c, CXCursor_CUDADeviceAttr)) {
        s->explained = true;
    } else {
        return CXChildVisit_Recurse;
    }
    return CXChildVisit_Break;
}

static bool is_explained(const csl_unit *unit, const csl_source_error *e) {
    search s = {unit, e, false};
    csl_visit_declarations(unit, visit, &s);
    return s.explained;
}

/* `#pragma GCC error "no"`, which libclang counts among the errors of the preprocessor. */
static bool is_pragma(const csl_unit *unit, const csl_source_error *e) {
    size_t size = 0;
    const char *text = clang_getFileContents(unit->tu, e->file, &size);
    unsigned from = e->offset;
    if (!text || from > size)
        return false;
    while (from > 0 && text[from - 1] != '\n')
        from--;
    return g_strstr_len(text + from, e->offset - from, "#pragma") &&
           g_str_has_prefix(text + e->offset, "error");
}

/* ---- headers of the host ----------------------------------------------------------------------- */

/* Whether any file but one uses a name that the one defines. */
typedef struct use {
    const csl_unit *unit;
    CXFile header;
    const char *name;
    size_t length;
    bool found;
} use;

static void find_use(CXFile file, CXSourceLocation *stack, unsigned n, CXClientData data) {
    use *u = data;
    CXString path = clang_getFileName(file);
    size_t size = 0;
    const char *text =
        u->found || csl_same_file(file, u->header) || csl_is_shim_path(clang_getCString(path))
            ? NULL
            : clang_getFileContents(u->unit->tu, file, &size);
    (void)stack;
    (void)n;
    clang_disposeString(path);
    u->found |= text && csl_text_names(text, size, u->name, u->length);
}

/* It holds no device code, and what its macros say is used nowhere else: what it refuses is about
 * the host (`#error No timer`). */
static bool is_of_host(const csl_unit *unit, CXFile header) {
    static const char *const device[] = {"__global__", "__device__", "__shared__", "__constant__"};
    size_t size = 0;
    const char *text = clang_getFileContents(unit->tu, header, &size);
    if (!text || csl_same_file(header, clang_getFile(unit->tu, unit->path)))
        return false;
    for (size_t i = 0; i < sizeof device / sizeof *device; i++)
        if (g_strstr_len(text, (gssize)size, device[i]))
            return false;
    use u = {.unit = unit, .header = header};
    for (const char *at = text; !u.found && (at = csl_next_define(at, text + size, &u.length));) {
        u.name = at;
        clang_getInclusions(unit->tu, find_use, &u);
        at += u.length;
    }
    return !u.found;
}

static bool is_assertion(const char *message) {
    return strstr(message, "static assertion failed") || strstr(message, "static_assert failed");
}

void csl_note_refusal(const csl_unit *unit, csl_parse_log *log) {
    for (uint32_t i = 0; i < unit->nerrors && !log->refused; i++) {
        const csl_source_error *e = &unit->errors[i];
        if (e->file && !e->asked && (e->user || is_assertion(e->message) || is_pragma(unit, e)) &&
            !is_explained(unit, e) && !(e->user && is_of_host(unit, e->file)))
            log->refused = csl_error_text(unit->ctx, e);
    }
}
