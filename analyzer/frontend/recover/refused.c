/* What the source itself says against being compiled as it is read: a `#error` in a file that
 * misses a header, or a static_assert that fails. The kernels of such a file are undecided. */
#include <glib.h>
#include <string.h>

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

static bool is_assertion(const char *message) {
    return strstr(message, "static assertion failed") || strstr(message, "static_assert failed");
}

void csl_note_refusal(const csl_unit *unit, csl_parse_log *log) {
    for (uint32_t i = 0; i < unit->nerrors && !log->refused; i++) {
        const csl_source_error *e = &unit->errors[i];
        if (e->file && !e->asked && (e->user || is_assertion(e->message) || is_pragma(unit, e)) &&
            !is_explained(unit, e))
            log->refused = csl_error_text(unit->ctx, e);
    }
}
