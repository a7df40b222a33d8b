/* What the variables of a host function hold at a point.
 *
 * A local variable has the value of its last assignment that stands before the point in the text,
 * provided (a) that assignment surely ran: the block it is a statement of also holds the point, and
 * (b) no later assignment can come back to the point: no loop holds both. Anything else that
 * touches the variable (its address, a reference to it) makes it unknown. */
#include "host_impl.h"

#include <string.h>

/* ---- cursors -------------------------------------------------------------------------------- */

static unsigned offset_of(CXCursor c) {
    unsigned offset;
    clang_getExpansionLocation(clang_getRangeStart(clang_getCursorExtent(c)), NULL, NULL, NULL,
                               &offset);
    return offset;
}

static unsigned end_of(CXCursor c) {
    unsigned offset;
    clang_getExpansionLocation(clang_getRangeEnd(clang_getCursorExtent(c)), NULL, NULL, NULL,
                               &offset);
    return offset;
}

csl_host_point csl_host_point_of(CXCursor function, CXCursor e, bool guessed) {
    return (csl_host_point){function, offset_of(e), guessed};
}

bool csl_host_spelled(CXCursor c, const char *name) {
    CXString s = clang_getCursorSpelling(c);
    const char *text = clang_getCString(s);
    bool same = text && strcmp(text, name) == 0;
    clang_disposeString(s);
    return same;
}

static enum CXChildVisitResult take_kid(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    struct csl_host_kids *kids = data;
    if (clang_isExpression(clang_getCursorKind(c))) {
        if (kids->n < 3)
            kids->v[kids->n] = c;
        kids->n++;
    }
    return CXChildVisit_Continue;
}

struct csl_host_kids csl_host_kids_of(CXCursor c) {
    struct csl_host_kids kids = {.n = 0};
    clang_visitChildren(c, take_kid, &kids);
    return kids;
}

int csl_host_component(CXCursor member) {
    return csl_host_spelled(member, "x")   ? 0
           : csl_host_spelled(member, "y") ? 1
           : csl_host_spelled(member, "z") ? 2
                                           : -1;
}

/* ---- assignments of a variable -------------------------------------------------------------- */

struct frame {
    CXCursor cursor;
    const struct frame *outer;
};

struct writes {
    CXCursor var;
    int component;      /* wanted: 0..2, or CSL_HOST_WHOLE */
    unsigned at;        /* the point */
    unsigned loop_end;  /* end of the outermost loop that holds the point but not the variable */
    bool escapes;       /* touched in a way that is not understood */
    bool goes_back;     /* assigned after the point where a loop leads back to it */
    bool sure;          /* the assignment below surely ran */
    CXCursor last;      /* value of the last assignment before the point; null: not known */
    int last_component; /* which part it assigned */
    unsigned last_offset;
    const struct frame *top;
};

static bool is_loop(enum CXCursorKind kind) {
    return kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt || kind == CXCursor_DoStmt ||
           kind == CXCursor_CXXForRangeStmt;
}

static void note_write(struct writes *w, CXCursor statement, const struct frame *block,
                       int component, CXCursor value) {
    if (w->component != CSL_HOST_WHOLE && component != CSL_HOST_WHOLE && component != w->component)
        return;
    unsigned offset = offset_of(statement);
    if (offset >= w->at) {
        w->goes_back |= offset < w->loop_end;
        return;
    }
    w->last = value;
    w->last_component = component;
    w->last_offset = offset;
    w->sure = block && clang_getCursorKind(block->cursor) == CXCursor_CompoundStmt &&
              end_of(block->cursor) > w->at;
}

/* `use` is a DeclRefExpr of the variable; w->top is what it stands in. */
static void note_use(struct writes *w, CXCursor use) {
    const struct frame *f = w->top;
    CXCursor outermost = use;
    int component = CSL_HOST_WHOLE;
    while (f && (clang_getCursorKind(f->cursor) == CXCursor_ParenExpr ||
                 clang_getCursorKind(f->cursor) == CXCursor_MemberRefExpr)) {
        if (clang_getCursorKind(f->cursor) == CXCursor_MemberRefExpr)
            component = csl_host_component(f->cursor);
        outermost = f->cursor;
        f = f->outer;
    }
    if (!f || component < 0) {
        w->escapes = true;
        return;
    }
    CXCursor user = f->cursor;
    const struct frame *block = f->outer;
    while (block && clang_getCursorKind(block->cursor) == CXCursor_UnexposedExpr)
        block = block->outer; /* cleanups of temporaries around the assignment */
    struct csl_host_kids kids;
    switch (clang_getCursorKind(user)) {
    case CXCursor_UnexposedExpr: /* the implicit read of a value */
    case CXCursor_UnaryExpr: /* sizeof */ return;
    case CXCursor_BinaryOperator:
        kids = csl_host_kids_of(user);
        if (clang_getCursorBinaryOperatorKind(user) == CXBinaryOperator_Assign && kids.n == 2 &&
            clang_equalCursors(kids.v[0], outermost)) {
            note_write(w, user, block, component, kids.v[1]);
            return;
        }
        break;
    case CXCursor_CompoundAssignOperator:
    case CXCursor_UnaryOperator:
        if (clang_getCursorUnaryOperatorKind(user) == CXUnaryOperator_AddrOf)
            break;
        note_write(w, user, NULL, component, clang_getNullCursor());
        return;
    case CXCursor_CallExpr:
        if (csl_host_spelled(user, "dim3")) /* copy */
            return;
        if (csl_host_spelled(user, "operator=") && clang_Cursor_getNumArguments(user) == 2 &&
            clang_equalCursors(clang_Cursor_getArgument(user, 0), outermost)) {
            note_write(w, user, block, component, clang_Cursor_getArgument(user, 1));
            return;
        }
        break;
    default: break;
    }
    w->escapes = true;
}

static enum CXChildVisitResult visit_writes(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    struct writes *w = data;
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_DeclRefExpr && clang_equalCursors(clang_getCursorReferenced(c), w->var))
        note_use(w, c);
    else if (kind == CXCursor_VariableRef &&
             clang_equalCursors(clang_getCursorReferenced(c), w->var))
        w->escapes = true; /* captured by a lambda */
    else if (kind == CXCursor_GotoStmt || kind == CXCursor_IndirectGotoStmt)
        w->loop_end = UINT32_MAX;
    else if ((is_loop(kind) || kind == CXCursor_LambdaExpr) && offset_of(c) > offset_of(w->var) &&
             offset_of(c) <= w->at && end_of(c) > w->at) {
        unsigned end = is_loop(kind) ? end_of(c) : UINT32_MAX; /* a lambda runs whenever called */
        if (end > w->loop_end)
            w->loop_end = end;
    }
    struct frame frame = {c, w->top};
    w->top = &frame;
    clang_visitChildren(c, visit_writes, w);
    w->top = frame.outer;
    return CXChildVisit_Continue;
}

static struct writes scan(csl_host_point point, CXCursor var, int component, unsigned loop_end) {
    struct writes w = {.var = var,
                       .component = component,
                       .at = point.offset,
                       .loop_end = loop_end,
                       .sure = true,
                       .last = clang_Cursor_getVarDeclInitializer(var),
                       .last_component = CSL_HOST_WHOLE,
                       .last_offset = offset_of(var)};
    clang_visitChildren(point.function, visit_writes, &w);
    return w;
}

bool csl_host_definition(csl_host_point point, CXCursor var, int component, CXCursor *value,
                         int *value_component, csl_host_point *where) {
    CXType type = clang_getCursorType(var);
    if (clang_getCursorKind(var) != CXCursor_VarDecl ||
        !clang_equalCursors(clang_getCursorSemanticParent(var), point.function) ||
        clang_Cursor_getStorageClass(var) == CX_SC_Static || clang_isVolatileQualifiedType(type))
        return false;
    /* The first scan finds the loops that the second one needs to know from the start. */
    struct writes w = scan(point, var, component, 0);
    w = scan(point, var, component, w.loop_end);
    if (w.escapes || w.goes_back || !w.sure || clang_Cursor_isNull(w.last))
        return false;
    *value = w.last;
    *value_component = w.last_component;
    *where = (csl_host_point){point.function, w.last_offset, point.guessed};
    return true;
}
