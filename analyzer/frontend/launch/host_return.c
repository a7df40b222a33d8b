/* What a call of a host function gives, where the function has one return, its last statement:
 * `int threads() { return 256; }`, `cudaLaunchConfig_t of(dim3 b) { ...; return c; }`. */
#include <string.h>

#include "host_impl.h"

static enum CXChildVisitResult count_returns(CXCursor c, CXCursor parent, CXClientData n) {
    (void)parent;
    *(unsigned *)n += clang_getCursorKind(c) == CXCursor_ReturnStmt;
    /* those of a lambda give its caller something */
    return clang_getCursorKind(c) == CXCursor_LambdaExpr ? CXChildVisit_Continue
                                                         : CXChildVisit_Recurse;
}

static enum CXChildVisitResult take_last(CXCursor c, CXCursor parent, CXClientData last) {
    (void)parent;
    *(CXCursor *)last = c;
    return CXChildVisit_Continue;
}

static CXCursor last_child(CXCursor c) {
    CXCursor last = clang_getNullCursor();
    clang_visitChildren(c, take_last, &last);
    return last;
}

/* The body reads otherwise for the host, perhaps: it is parsed as for a device. */
static bool is_conditional(const csl_unit *unit, CXCursor body) {
    CXFile file;
    unsigned from, to;
    size_t size;
    CXSourceRange range = clang_getCursorExtent(body);
    clang_getExpansionLocation(clang_getRangeStart(range), &file, NULL, NULL, &from);
    clang_getExpansionLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &to);
    const char *text = file ? clang_getFileContents(unit->tu, file, &size) : NULL;
    return !text || from > to || to > size || memchr(text + from, '#', to - from);
}

bool csl_host_returned(csl_host_point point, CXCursor call, csl_host_part *part) {
    const csl_unit *unit = point.function->unit;
    CXCursor f = clang_getCursorDefinition(clang_getCursorReferenced(call));
    if (clang_getCursorKind(call) != CXCursor_CallExpr ||
        clang_getCursorKind(f) != CXCursor_FunctionDecl)
        return false;
    CXCursor body = last_child(f), last = last_child(body);
    unsigned returns = 0;
    clang_visitChildren(body, count_returns, &returns);
    struct csl_host_kids kids = csl_host_kids_of(last);
    if (clang_getCursorKind(body) != CXCursor_CompoundStmt || is_conditional(unit, body) ||
        returns != 1 || clang_getCursorKind(last) != CXCursor_ReturnStmt || kids.n != 1)
        return false;
    csl_host_function *callee = CSL_NEW(unit->ctx, csl_host_function);
    csl_host_call *of = CSL_NEW(unit->ctx, csl_host_call);
    *callee = (csl_host_function){.unit = unit, .cursor = f};
    *of = (csl_host_call){call, point};
    *part = (csl_host_part){kids.v[0], {callee, csl_host_offset(kids.v[0]), NULL, of}};
    return true;
}
