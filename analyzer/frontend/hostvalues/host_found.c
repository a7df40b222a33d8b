/* Loops, bindings and assignments of a host function (host_found.h). */
#include "host_found.h"

#include <string.h>

#include "../parse/parse.h"

void *csl_host_with_room(csl_ctx *ctx, void *items, unsigned n, size_t size) {
    if ((n & (n - 1)) != 0)
        return items;
    void *more = csl_alloc(ctx, (n * 2 + 1) * size);
    if (n)
        memcpy(more, items, n * size);
    return more;
}

/* The two sides of `a = b`, of classes, too. */
static bool sides_of(CXCursor c, CXCursor *to, CXCursor *value) {
    if (clang_getCursorKind(c) == CXCursor_CallExpr) {
        if (clang_Cursor_getNumArguments(c) != 2 || !csl_host_spelled(c, "operator="))
            return false;
        *to = csl_host_bare(clang_Cursor_getArgument(c, 0));
        *value = clang_Cursor_getArgument(c, 1);
        return true;
    }
    if (clang_getCursorKind(c) != CXCursor_BinaryOperator ||
        clang_getCursorBinaryOperatorKind(c) != CXBinaryOperator_Assign)
        return false;
    const struct csl_host_kids kids = csl_host_kids_of(c);
    if (kids.n != 2)
        return false;
    *to = csl_host_bare(kids.v[0]);
    *value = kids.v[1];
    return true;
}

bool csl_host_is_assignment(CXCursor c, csl_host_assigned *a) {
    if (!sides_of(c, &a->to, &a->value) ||
        (clang_getCursorKind(a->to) != CXCursor_MemberRefExpr &&
         clang_getCursorKind(a->to) != CXCursor_ArraySubscriptExpr))
        return false;
    a->at = csl_host_offset(c);
    return true;
}

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data) {
    struct csl_host_found *f = data;
    const enum CXCursorKind kind = clang_getCursorKind(c);
    csl_host_assigned assigned;
    if (kind == CXCursor_ForStmt) {
        f->loops = csl_host_with_room(f->ctx, f->loops, f->nloops, sizeof *f->loops);
        f->loops[f->nloops++] = c;
    } else if (kind == CXCursor_CXXForRangeStmt || csl_host_is_binding(c)) {
        f->holders = csl_host_with_room(f->ctx, f->holders, f->nholders, sizeof *f->holders);
        f->holders[f->nholders++] = (csl_host_holder){c, parent};
    } else if (csl_host_is_assignment(c, &assigned)) {
        f->assigned = csl_host_with_room(f->ctx, f->assigned, f->nassigned, sizeof *f->assigned);
        f->assigned[f->nassigned++] = assigned;
    }
    return CXChildVisit_Recurse;
}

const struct csl_host_found *csl_host_found_in(csl_host_function *function) {
    if (!function->found) {
        function->found = CSL_NEW(function->unit->ctx, struct csl_host_found);
        function->found->ctx = function->unit->ctx;
        clang_visitChildren(function->cursor, visit, function->found);
    }
    return function->found;
}
