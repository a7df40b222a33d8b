/* Whether a copy to a __constant__ variable comes before the launches of a kernel (launch.h): as
 * the text of each function has it that leads to both, by calls or itself. */
#include "launch.h"

#include "../hostrun/host_cursors.h"
#include "../parse/parse.h"
#include "../../limits/limits.h"

/* Where a function first leads to a launch and to the copy: offsets; UINT32_MAX: nowhere. */
typedef struct leading {
    CXCursor function;
    unsigned launch, last, copy; /* last: launch */
    unsigned until; /* the end of the branch that holds the copy itself; UINT32_MAX: of none */
} leading;

typedef struct ordering {
    const csl_unit *unit;
    const char *kernel;
    CXCursor wanted; /* the call that copies */
    leading *v;
    unsigned n, cap, in; /* in: the function that is walked */
    unsigned until;      /* the end of the branch that is walked */
    bool grown, more;    /* more: functions than are looked at, or text of other files in one */
} ordering;

static void launches_at(ordering *o, unsigned offset) {
    leading *l = &o->v[o->in];
    o->grown |= offset < l->launch || offset > l->last;
    l->launch = offset < l->launch ? offset : l->launch;
    l->last = offset > l->last ? offset : l->last;
}

static void copies_at(ordering *o, unsigned offset, unsigned until) {
    leading *l = &o->v[o->in];
    if (offset >= l->copy)
        return;
    o->grown = true;
    l->copy = offset;
    l->until = until;
}

static const leading *found_at(const ordering *o, CXCursor function) {
    for (unsigned i = 0; i < o->n; i++)
        if (clang_equalCursors(o->v[i].function, function))
            return &o->v[i];
    return NULL;
}

static enum CXChildVisitResult walk(CXCursor c, CXCursor parent, CXClientData data);

/* The branches of an if, behind its condition, run or not. */
static void walk_if(ordering *o, CXCursor s) {
    const csl_cursors kids = csl_children(o->unit->ctx, s);
    const unsigned before = o->until;
    bool behind = false;
    for (unsigned i = 0; i < kids.n; i++) {
        o->until = behind ? csl_host_end(kids.v[i]) : before;
        behind |= clang_isExpression(clang_getCursorKind(kids.v[i]));
        if (walk(kids.v[i], s, o) == CXChildVisit_Recurse)
            clang_visitChildren(kids.v[i], walk, o);
    }
    o->until = before;
}

static enum CXChildVisitResult walk(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    ordering *o = data;
    const enum CXCursorKind kind = clang_getCursorKind(c);
    const unsigned at = csl_host_offset(c);
    if (kind == CXCursor_IfStmt) {
        walk_if(o, c);
        return CXChildVisit_Continue;
    }
    o->more |= (kind == CXCursor_CallExpr || clang_isStatement(kind)) &&
               !csl_host_is_beside(c, o->v[o->in].function);
    if ((kind == CXCursor_DeclRefExpr || kind == CXCursor_OverloadedDeclRef) &&
        csl_host_spelled(c, o->kernel))
        launches_at(o, at);
    if (kind != CXCursor_CallExpr)
        return CXChildVisit_Recurse;
    if (clang_equalRanges(clang_getCursorExtent(c), clang_getCursorExtent(o->wanted)))
        copies_at(o, at, o->until);
    const leading *called = found_at(o, clang_getCursorDefinition(clang_getCursorReferenced(c)));
    if (called && called->launch != UINT32_MAX)
        launches_at(o, at);
    if (called && called->copy != UINT32_MAX)
        copies_at(o, at, UINT32_MAX);
    return CXChildVisit_Recurse;
}

static enum CXChildVisitResult gather(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    ordering *o = data;
    const enum CXCursorKind kind = clang_getCursorKind(c);
    if (clang_Location_isInSystemHeader(clang_getCursorLocation(c)))
        return CXChildVisit_Continue;
    if (kind == CXCursor_Namespace || kind == CXCursor_ClassDecl || kind == CXCursor_StructDecl ||
        kind == CXCursor_ClassTemplate || kind == CXCursor_LinkageSpec)
        return CXChildVisit_Recurse;
    if (!clang_isCursorDefinition(c) ||
        (kind != CXCursor_FunctionDecl && kind != CXCursor_FunctionTemplate &&
         kind != CXCursor_CXXMethod && kind != CXCursor_Constructor))
        return CXChildVisit_Continue;
    o->more |= csl_limit_reached(CSL_LIMIT_host_functions, o->n);
    if (o->more)
        return CXChildVisit_Break;
    CSL_GROW(o->unit->ctx, o->v, o->n, o->cap);
    o->v[o->n++] = (leading){c, UINT32_MAX, 0, UINT32_MAX, UINT32_MAX};
    return CXChildVisit_Continue;
}

bool csl_is_copied_late(const csl_unit *unit, CXCursor copy, CXCursor kernel) {
    ordering o = {.unit = unit,
                  .kernel = csl_spelling(unit->ctx, kernel),
                  .wanted = copy,
                  .until = UINT32_MAX,
                  .grown = true};
    csl_visit_declarations(unit, gather, &o);
    for (unsigned pass = 0; o.grown; pass++) {
        if (o.more || csl_limit_reached(CSL_LIMIT_host_run_depth, pass))
            return true; /* who knows */
        o.grown = false;
        for (o.in = 0; o.in < o.n; o.in++)
            clang_visitChildren(o.v[o.in].function, walk, &o);
    }
    if (o.more)
        return true;
    for (unsigned i = 0; i < o.n; i++)
        if (o.v[i].copy != UINT32_MAX &&
            (o.v[i].launch < o.v[i].copy || o.v[i].last > o.v[i].until))
            return true;
    return false;
}
