/* Evaluates host expressions.
 *
 * A local variable has the value of its last assignment that stands before the point in the text,
 * provided (a) that assignment surely ran: the block it is a statement of also holds the point, and
 * (b) no later assignment can come back to the point: no loop holds both. Anything else that
 * touches the variable (its address, a reference to it) makes it unknown. */
#include "host_value.h"

#include <string.h>

#define MAX_DEPTH 40 /* nested expressions and variables */
#define WHOLE 3      /* component: all of a variable */

/* ---- cursors -------------------------------------------------------------------------------- */

static unsigned offset_of(CXCursor c)
{
    unsigned offset;
    clang_getExpansionLocation(clang_getRangeStart(clang_getCursorExtent(c)), NULL, NULL, NULL,
                               &offset);
    return offset;
}

static unsigned end_of(CXCursor c)
{
    unsigned offset;
    clang_getExpansionLocation(clang_getRangeEnd(clang_getCursorExtent(c)), NULL, NULL, NULL,
                               &offset);
    return offset;
}

csl_host_point csl_host_point_of(CXCursor function, CXCursor e)
{
    return (csl_host_point){function, offset_of(e)};
}

static bool spelled(CXCursor c, const char *name)
{
    CXString s = clang_getCursorSpelling(c);
    const char *text = clang_getCString(s);
    bool same = text && strcmp(text, name) == 0;
    clang_disposeString(s);
    return same;
}

struct kids {
    CXCursor v[3];
    unsigned n; /* all of them, more than 3 possible */
};

static enum CXChildVisitResult take_kid(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct kids *kids = data;
    if (clang_isExpression(clang_getCursorKind(c))) {
        if (kids->n < 3)
            kids->v[kids->n] = c;
        kids->n++;
    }
    return CXChildVisit_Continue;
}

static struct kids expressions_in(CXCursor c)
{
    struct kids kids = {.n = 0};
    clang_visitChildren(c, take_kid, &kids);
    return kids;
}

static bool is_integer(CXType type)
{
    enum CXTypeKind kind = clang_getCanonicalType(type).kind;
    return kind == CXType_Enum || (kind >= CXType_Bool && kind <= CXType_Int128);
}

static bool is_dim3(CXType type)
{
    CXCursor decl = clang_getTypeDeclaration(clang_getCanonicalType(type));
    return spelled(decl, "dim3");
}

/* Removes what merely wraps a dim3: parentheses, casts and implicit nodes. */
static CXCursor strip(CXCursor e)
{
    for (int i = 0; i < MAX_DEPTH; i++) {
        enum CXCursorKind kind = clang_getCursorKind(e);
        struct kids kids = expressions_in(e);
        if ((kind != CXCursor_ParenExpr && !clang_isUnexposed(kind) &&
             kind != CXCursor_CStyleCastExpr && kind != CXCursor_CXXFunctionalCastExpr &&
             kind != CXCursor_CXXStaticCastExpr) ||
            kids.n != 1 || !is_dim3(clang_getCursorType(kids.v[0])))
            break;
        e = kids.v[0];
    }
    return e;
}

static int component_of(CXCursor member)
{
    return spelled(member, "x") ? 0 : spelled(member, "y") ? 1 : spelled(member, "z") ? 2 : -1;
}

/* ---- assignments of a variable -------------------------------------------------------------- */

struct frame {
    CXCursor cursor;
    const struct frame *outer;
};

struct writes {
    CXCursor var;
    int component;      /* wanted: 0..2, or WHOLE */
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

static bool is_loop(enum CXCursorKind kind)
{
    return kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt || kind == CXCursor_DoStmt ||
           kind == CXCursor_CXXForRangeStmt;
}

static void note_write(struct writes *w, CXCursor statement, const struct frame *block,
                       int component, CXCursor value)
{
    if (w->component != WHOLE && component != WHOLE && component != w->component)
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
static void note_use(struct writes *w, CXCursor use)
{
    const struct frame *f = w->top;
    CXCursor outermost = use;
    int component = WHOLE;
    while (f && (clang_getCursorKind(f->cursor) == CXCursor_ParenExpr ||
                 clang_getCursorKind(f->cursor) == CXCursor_MemberRefExpr)) {
        if (clang_getCursorKind(f->cursor) == CXCursor_MemberRefExpr)
            component = component_of(f->cursor);
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
    struct kids kids;
    switch (clang_getCursorKind(user)) {
    case CXCursor_UnexposedExpr: /* the implicit read of a value */
    case CXCursor_UnaryExpr:     /* sizeof */
        return;
    case CXCursor_BinaryOperator:
        kids = expressions_in(user);
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
        if (spelled(user, "dim3")) /* copy */
            return;
        if (spelled(user, "operator=") && clang_Cursor_getNumArguments(user) == 2 &&
            clang_equalCursors(clang_Cursor_getArgument(user, 0), outermost)) {
            note_write(w, user, block, component, clang_Cursor_getArgument(user, 1));
            return;
        }
        break;
    default:
        break;
    }
    w->escapes = true;
}

static enum CXChildVisitResult visit_writes(CXCursor c, CXCursor parent, CXClientData data)
{
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

static struct writes scan(csl_host_point point, CXCursor var, int component, unsigned loop_end)
{
    struct writes w = {.var = var,
                       .component = component,
                       .at = point.offset,
                       .loop_end = loop_end,
                       .sure = true,
                       .last = clang_Cursor_getVarDeclInitializer(var),
                       .last_component = WHOLE,
                       .last_offset = offset_of(var)};
    clang_visitChildren(point.function, visit_writes, &w);
    return w;
}

/* The expression that gives the variable (or its component) its value at the point, and where it
 * is evaluated; false if that is not clear. */
static bool defining_value(csl_host_point point, CXCursor var, int component, CXCursor *value,
                           int *value_component, csl_host_point *where)
{
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
    *where = (csl_host_point){point.function, w.last_offset};
    return true;
}

/* ---- evaluation ------------------------------------------------------------------------------- */

static bool integer(csl_host_point point, CXCursor e, int64_t *value, unsigned depth);
static bool component(csl_host_point point, CXCursor e, int which, int64_t *value, unsigned depth);

/* The value after conversion to an integer type. */
static int64_t convert(CXType type, int64_t v)
{
    CXType t = clang_getCanonicalType(type);
    bool is_signed = t.kind >= CXType_Char_S && t.kind <= CXType_Int128;
    switch (t.kind == CXType_Bool ? 0 : clang_Type_getSizeOf(t)) {
    case 0:
        return v != 0;
    case 1:
        return is_signed ? (int8_t)v : (uint8_t)v;
    case 2:
        return is_signed ? (int16_t)v : (uint16_t)v;
    case 4:
        return is_signed ? (int32_t)v : (int64_t)(uint32_t)v;
    default:
        return v;
    }
}

static bool constant(CXCursor e, int64_t *value)
{
    /* Only scalars: the evaluation of some initialiser lists crashes libclang. */
    CXEvalResult r = is_integer(clang_getCursorType(e)) ? clang_Cursor_Evaluate(e) : NULL;
    if (!r)
        return false;
    bool known = clang_EvalResult_getKind(r) == CXEval_Int;
    if (known)
        *value = clang_EvalResult_isUnsignedInt(r) ? (int64_t)clang_EvalResult_getAsUnsigned(r)
                                                   : clang_EvalResult_getAsLongLong(r);
    clang_EvalResult_dispose(r);
    return known;
}

static bool arithmetic(enum CXBinaryOperatorKind op, int64_t a, int64_t b, int64_t *value)
{
    switch (op) {
    case CXBinaryOperator_Add:
        return !__builtin_add_overflow(a, b, value);
    case CXBinaryOperator_Sub:
        return !__builtin_sub_overflow(a, b, value);
    case CXBinaryOperator_Mul:
        return !__builtin_mul_overflow(a, b, value);
    case CXBinaryOperator_Div:
        *value = b ? a / (b == -1 ? 1 : b) * (b == -1 ? -1 : 1) : 0;
        return b != 0;
    case CXBinaryOperator_Rem:
        *value = b && b != -1 ? a % b : 0;
        return b != 0;
    case CXBinaryOperator_Shl:
        *value = b >= 0 && b < 32 ? a * ((int64_t)1 << b) : 0;
        return b >= 0 && b < 32 && a >= 0 && a <= INT32_MAX;
    case CXBinaryOperator_Shr:
        *value = b >= 0 && b < 63 ? a >> b : 0;
        return b >= 0 && b < 63;
    case CXBinaryOperator_And:
        *value = a & b;
        return true;
    case CXBinaryOperator_Or:
        *value = a | b;
        return true;
    case CXBinaryOperator_LT:
        *value = a < b;
        return true;
    case CXBinaryOperator_GT:
        *value = a > b;
        return true;
    case CXBinaryOperator_LE:
        *value = a <= b;
        return true;
    case CXBinaryOperator_GE:
        *value = a >= b;
        return true;
    case CXBinaryOperator_EQ:
        *value = a == b;
        return true;
    case CXBinaryOperator_NE:
        *value = a != b;
        return true;
    default:
        return false;
    }
}

static bool unary(CXCursor e, int64_t a, int64_t *value)
{
    switch (clang_getCursorUnaryOperatorKind(e)) {
    case CXUnaryOperator_Plus:
        *value = a;
        return true;
    case CXUnaryOperator_Minus:
        return !__builtin_sub_overflow((int64_t)0, a, value);
    case CXUnaryOperator_LNot:
        *value = !a;
        return true;
    default:
        return false;
    }
}

/* A plain integer variable, or a component of a dim3 variable. */
static bool variable(csl_host_point point, CXCursor var, int which, int64_t *value, unsigned depth)
{
    CXCursor e;
    int part;
    csl_host_point where;
    if (!defining_value(point, var, which, &e, &part, &where))
        return false;
    if (which == WHOLE || part != WHOLE) {
        if (!integer(where, e, value, depth + 1))
            return false;
        if (which == WHOLE)
            *value = convert(clang_getCursorType(var), *value);
        return true;
    }
    return component(where, e, which, value, depth + 1);
}

static bool integer(csl_host_point point, CXCursor e, int64_t *value, unsigned depth)
{
    if (depth > MAX_DEPTH || !is_integer(clang_getCursorType(e)))
        return false;
    if (constant(e, value))
        return true;
    struct kids kids = expressions_in(e);
    CXCursor base;
    int64_t a, b;
    switch (clang_getCursorKind(e)) {
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXFunctionalCastExpr:
    case CXCursor_CXXStaticCastExpr:
        if (kids.n != 1 || !integer(point, kids.v[0], &a, depth + 1))
            return false;
        *value = convert(clang_getCursorType(e), a);
        return true;
    case CXCursor_BinaryOperator:
        if (kids.n != 2 || !integer(point, kids.v[0], &a, depth + 1) ||
            !integer(point, kids.v[1], &b, depth + 1) ||
            !arithmetic(clang_getCursorBinaryOperatorKind(e), a, b, value))
            return false;
        *value = convert(clang_getCursorType(e), *value);
        return true;
    case CXCursor_UnaryOperator:
        return kids.n == 1 && integer(point, kids.v[0], &a, depth + 1) && unary(e, a, value);
    case CXCursor_ConditionalOperator:
        return kids.n == 3 && integer(point, kids.v[0], &a, depth + 1) &&
               integer(point, kids.v[a ? 1 : 2], value, depth + 1);
    case CXCursor_DeclRefExpr:
        return variable(point, clang_getCursorReferenced(e), WHOLE, value, depth);
    case CXCursor_MemberRefExpr:
        base = kids.n == 1 ? strip(kids.v[0]) : clang_getNullCursor();
        return is_dim3(clang_getCursorType(base)) && component_of(e) >= 0 &&
               component(point, base, component_of(e), value, depth + 1);
    default:
        return false;
    }
}

/* An argument the source left out: its default is 1. */
static bool is_default(CXCursor argument)
{
    unsigned line;
    clang_getExpansionLocation(clang_getCursorLocation(argument), NULL, &line, NULL, NULL);
    return line == 0;
}

static bool component(csl_host_point point, CXCursor e, int which, int64_t *value, unsigned depth)
{
    if (depth > MAX_DEPTH)
        return false;
    e = strip(e);
    struct kids kids = expressions_in(e);
    int64_t cond;
    if (!is_dim3(clang_getCursorType(e))) {
        if (which == 0)
            return integer(point, e, value, depth + 1);
        *value = 1;
        return is_integer(clang_getCursorType(e));
    }
    switch (clang_getCursorKind(e)) {
    case CXCursor_DeclRefExpr:
        return variable(point, clang_getCursorReferenced(e), which, value, depth);
    case CXCursor_ConditionalOperator:
        return kids.n == 3 && integer(point, kids.v[0], &cond, depth + 1) &&
               component(point, kids.v[cond ? 1 : 2], which, value, depth + 1);
    case CXCursor_CallExpr:
        break;
    default:
        return false;
    }
    if (!spelled(e, "dim3"))
        return false;
    int n = clang_Cursor_getNumArguments(e);
    if (n == 1 && !is_integer(clang_getCursorType(clang_Cursor_getArgument(e, 0))))
        return is_dim3(clang_getCursorType(clang_Cursor_getArgument(e, 0))) &&
               component(point, clang_Cursor_getArgument(e, 0), which, value, depth + 1);
    CXCursor argument = which < n ? clang_Cursor_getArgument(e, (unsigned)which)
                                  : clang_getNullCursor();
    if (which >= n || is_default(argument)) {
        *value = 1;
        return true;
    }
    return integer(point, argument, value, depth + 1);
}

bool csl_host_integer(csl_host_point point, CXCursor e, int64_t *value)
{
    return integer(point, e, value, 0);
}

void csl_host_dim3(csl_host_point point, CXCursor e, int64_t value[3])
{
    for (int i = 0; i < 3; i++)
        if (!component(point, e, i, &value[i], 0) || value[i] < 0 || value[i] > UINT32_MAX)
            value[i] = 0;
}
