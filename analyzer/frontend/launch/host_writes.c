/* What the variables of a host function hold at a point.
 *
 * A local variable has the value of its last assignment that stands before the point in the text,
 * provided (a) that assignment surely ran: the block it is a statement of also holds the point, and
 * (b) no later assignment can come back to the point: no loop holds both. Anything else that
 * touches the variable (its address, a reference to it) makes it unknown. */
#include "host_impl.h"

#include <string.h>

#include "../parse/parse.h"
#include "../recover/recover.h"

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

csl_host_point csl_host_point_of(csl_host_function *function, CXCursor e, bool guessed) {
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

bool csl_host_is_launch(CXCursor call) {
    struct csl_host_kids kids = csl_host_kids_of(call);
    return kids.n >= 2 && clang_getCursorKind(kids.v[1]) == CXCursor_CallExpr &&
           (csl_host_spelled(kids.v[1], "cudaConfigureCall") ||
            csl_host_spelled(kids.v[1], "__cudaPushCallConfiguration"));
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

/* A variable is assigned, or touched in a way that is not understood. */
struct use {
    CXCursor var;
    bool escapes;
    unsigned offset;
    int component;      /* assigned: 0..2, or CSL_HOST_WHOLE */
    CXCursor value;     /* null: not known */
    unsigned block_end; /* of the block that the assignment is a statement of; 0: of none */
};

/* A loop or a lambda. */
struct span {
    unsigned start, end;
    bool loop;
};

struct csl_host_uses {
    csl_ctx *ctx;
    struct use *uses; /* in the order of the text */
    unsigned nuses;
    struct span *spans;
    unsigned nspans;
    bool jumps; /* there is a goto */
    const struct frame *top;
};

static bool is_loop(enum CXCursorKind kind) {
    return kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt || kind == CXCursor_DoStmt ||
           kind == CXCursor_CXXForRangeStmt;
}

/* Doubles on powers of two. */
static void *with_room(csl_ctx *ctx, void *items, unsigned n, size_t size) {
    if ((n & (n - 1)) != 0)
        return items;
    void *more = csl_alloc(ctx, (n * 2 + 1) * size);
    if (n)
        memcpy(more, items, n * size);
    return more;
}

static void add_use(struct csl_host_uses *w, struct use use) {
    w->uses = with_room(w->ctx, w->uses, w->nuses, sizeof *w->uses);
    w->uses[w->nuses++] = use;
}

static void note_write(struct csl_host_uses *w, CXCursor var, CXCursor statement,
                       const struct frame *block, int component, CXCursor value) {
    bool in_block = block && clang_getCursorKind(block->cursor) == CXCursor_CompoundStmt;
    add_use(w, (struct use){.var = var,
                            .offset = offset_of(statement),
                            .component = component,
                            .value = value,
                            .block_end = in_block ? end_of(block->cursor) : 0});
}

/* `use` is a DeclRefExpr of the variable; w->top is what it stands in. */
static void note_use(struct csl_host_uses *w, CXCursor var, CXCursor use) {
    const struct use escape = {.var = var, .escapes = true};
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
        add_use(w, escape);
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
            note_write(w, var, user, block, component, kids.v[1]);
            return;
        }
        break;
    case CXCursor_CompoundAssignOperator:
    case CXCursor_UnaryOperator:
        if (clang_getCursorUnaryOperatorKind(user) == CXUnaryOperator_AddrOf)
            break;
        note_write(w, var, user, NULL, component, clang_getNullCursor());
        return;
    case CXCursor_CallExpr:
        if (csl_host_spelled(user, "dim3") || csl_host_is_launch(user)) /* copy */
            return;
        /* divUp(n, block.x), which nothing declares: it looks as if it took any reference, but
         * nobody passes a single component to be changed. */
        if (component != CSL_HOST_WHOLE && csl_is_guess(clang_getCursorReferenced(user)))
            return;
        if (csl_host_spelled(user, "operator=") && clang_Cursor_getNumArguments(user) == 2 &&
            clang_equalCursors(clang_Cursor_getArgument(user, 0), outermost)) {
            note_write(w, var, user, block, component, clang_Cursor_getArgument(user, 1));
            return;
        }
        break;
    default: break;
    }
    add_use(w, escape);
}

static bool is_variable(CXCursor decl) {
    enum CXCursorKind kind = clang_getCursorKind(decl);
    return kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl;
}

static enum CXChildVisitResult visit_writes(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    struct csl_host_uses *w = data;
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_DeclRefExpr || kind == CXCursor_VariableRef) {
        CXCursor var = clang_getCursorReferenced(c);
        if (is_variable(var) && kind == CXCursor_DeclRefExpr)
            note_use(w, var, c);
        else if (is_variable(var)) /* captured by a lambda */
            add_use(w, (struct use){.var = var, .escapes = true});
    } else if (kind == CXCursor_GotoStmt || kind == CXCursor_IndirectGotoStmt) {
        w->jumps = true;
    } else if (is_loop(kind) || kind == CXCursor_LambdaExpr) {
        w->spans = with_room(w->ctx, w->spans, w->nspans, sizeof *w->spans);
        w->spans[w->nspans++] = (struct span){offset_of(c), end_of(c), is_loop(kind)};
    }
    struct frame frame = {c, w->top};
    w->top = &frame;
    clang_visitChildren(c, visit_writes, w);
    w->top = frame.outer;
    return CXChildVisit_Continue;
}

static const struct csl_host_uses *uses_in(csl_host_function *f) {
    if (!f->uses) {
        f->uses = CSL_NEW(f->ctx, struct csl_host_uses);
        f->uses->ctx = f->ctx;
        clang_visitChildren(f->cursor, visit_writes, f->uses);
    }
    return f->uses;
}

/* The end of the outermost loop that holds the point but not the variable; 0: there is none. */
static unsigned end_of_loop(const struct csl_host_uses *w, CXCursor var, unsigned at) {
    unsigned last = w->jumps ? UINT32_MAX : 0;
    for (unsigned i = 0; i < w->nspans; i++) {
        const struct span *s = &w->spans[i];
        unsigned end = s->loop ? s->end : UINT32_MAX; /* a lambda runs whenever called */
        if (s->start > offset_of(var) && s->start <= at && s->end > at && end > last)
            last = end;
    }
    return last;
}

bool csl_host_definition(csl_host_point point, CXCursor var, int component, CXCursor *value,
                         int *value_component, csl_host_point *where) {
    CXType type = clang_getCursorType(var);
    if (clang_getCursorKind(var) != CXCursor_VarDecl ||
        !clang_equalCursors(clang_getCursorSemanticParent(var), point.function->cursor) ||
        clang_Cursor_getStorageClass(var) == CX_SC_Static || clang_isVolatileQualifiedType(type))
        return false;
    const struct csl_host_uses *w = uses_in(point.function);
    unsigned loop_end = end_of_loop(w, var, point.offset);
    struct use last = {.offset = offset_of(var),
                       .component = CSL_HOST_WHOLE,
                       .value = clang_Cursor_getVarDeclInitializer(var),
                       .block_end = UINT32_MAX};
    for (unsigned i = 0; i < w->nuses; i++) {
        const struct use *u = &w->uses[i];
        if (!clang_equalCursors(u->var, var))
            continue;
        if (u->escapes)
            return false;
        if (component != CSL_HOST_WHOLE && u->component != CSL_HOST_WHOLE &&
            u->component != component)
            continue;
        if (u->offset < point.offset)
            last = *u;
        else if (u->offset < loop_end) /* comes back to the point */
            return false;
    }
    if (last.block_end <= point.offset || clang_Cursor_isNull(last.value))
        return false;
    *value = last.value;
    *value_component = last.component;
    *where = (csl_host_point){point.function, last.offset, point.guessed};
    return true;
}

bool csl_host_unchanged(csl_host_function *function, CXCursor var, unsigned from, unsigned to) {
    CXType type = clang_getCursorType(var);
    if (!is_variable(var) ||
        !clang_equalCursors(clang_getCursorSemanticParent(var), function->cursor) ||
        clang_Cursor_getStorageClass(var) == CX_SC_Static || clang_isVolatileQualifiedType(type) ||
        type.kind == CXType_LValueReference)
        return false;
    const struct csl_host_uses *w = uses_in(function);
    unsigned end = end_of_loop(w, var, from), end_to = end_of_loop(w, var, to);
    end = end_to > end ? end_to : end;
    end = to > end ? to : end;
    for (unsigned i = 0; i < w->nuses; i++) {
        const struct use *u = &w->uses[i];
        if (clang_equalCursors(u->var, var) &&
            (u->escapes || (u->offset >= from && u->offset < end)))
            return false;
    }
    return true;
}
