/* Pointers in host code (host_pointer.h). A variable that is assigned `d + 4` once is followed to
 * `d`; what an allocation gave is known by the variable that holds it. */
#include "host_pointer.h"

#include <string.h>

#include "../parse/parse.h"
#include "../../limits/limits.h"

/* ---- the same expression --------------------------------------------------------------------- */

static bool same_expression(csl_host_point point, CXCursor a, CXCursor b, unsigned left);

/* A function that gives the pointer a container holds: `v.data()`, `raw_pointer_cast(...)`, a
 * conversion, any method without arguments that leaves its object as it is. */
static bool only_asks(csl_ctx *ctx, CXCursor call) {
    static const char *const names[] = {"data", "get", "raw_pointer_cast"};
    const char *name = csl_spelling(ctx, call);
    if (clang_CXXMethod_isConst(clang_getCursorReferenced(call)) &&
        clang_Cursor_getNumArguments(call) == 0)
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return true;
    return !strncmp(name, "operator ", 9) && clang_Cursor_getNumArguments(call) <= 0;
}

static bool same_kids(csl_host_point point, CXCursor a, CXCursor b, unsigned left) {
    csl_ctx *ctx = point.function->unit->ctx;
    const csl_cursors x = csl_expr_children(ctx, a), y = csl_expr_children(ctx, b);
    for (unsigned i = 0; i < x.n && i < y.n; i++)
        if (!same_expression(point, x.v[i], y.v[i], left - 1))
            return false;
    return x.n == y.n;
}

/* `h.get()` of a method that does nothing but give a member: the member, and `h` (null: `this`). */
static bool is_getter(csl_ctx *ctx, CXCursor call, CXCursor *member, CXCursor *object) {
    const CXCursor method = clang_getCursorDefinition(clang_getCursorReferenced(call));
    if (clang_getCursorKind(call) != CXCursor_CallExpr ||
        clang_getCursorKind(method) != CXCursor_CXXMethod || clang_Cursor_getNumArguments(call) > 0)
        return false;
    CXCursor at = method;
    const enum CXCursorKind way[] = {CXCursor_CompoundStmt, CXCursor_ReturnStmt};
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        const csl_cursors kids = csl_children(ctx, at);
        if (!kids.n || (i && kids.n > 1))
            return false;
        at = kids.v[kids.n - 1];
        if (clang_getCursorKind(at) != way[i])
            return false;
    }
    const csl_cursors given = csl_expr_children(ctx, at), callee = csl_expr_children(ctx, call);
    const CXCursor e = given.n == 1 ? csl_host_bare(given.v[0]) : clang_getNullCursor();
    if (!csl_host_is_own_member(e) || callee.n != 1 ||
        clang_getCursorKind(callee.v[0]) != CXCursor_MemberRefExpr)
        return false;
    const csl_cursors of = csl_expr_children(ctx, callee.v[0]);
    *member = clang_getCursorReferenced(e);
    *object = of.n && !csl_host_is_own_member(callee.v[0]) ? of.v[0] : clang_getNullCursor();
    return true;
}

/* `h.member` or `h.get()`, as a member of an object. */
static bool as_member(csl_ctx *ctx, CXCursor e, CXCursor *member, CXCursor *object) {
    if (clang_getCursorKind(e) != CXCursor_MemberRefExpr)
        return is_getter(ctx, e, member, object);
    const csl_cursors of = csl_expr_children(ctx, e);
    *member = clang_getCursorReferenced(e);
    *object = of.n && !csl_host_is_own_member(e) ? of.v[0] : clang_getNullCursor();
    return true;
}

/* One of them calls a getter, and both are one member of one object. */
static bool same_gotten(csl_host_point point, CXCursor a, CXCursor b, unsigned left) {
    csl_ctx *ctx = point.function->unit->ctx;
    CXCursor m, n, x, y;
    return (clang_getCursorKind(a) == CXCursor_CallExpr ||
            clang_getCursorKind(b) == CXCursor_CallExpr) &&
           as_member(ctx, a, &m, &x) && as_member(ctx, b, &n, &y) && clang_equalCursors(m, n) &&
           clang_Cursor_isNull(x) == clang_Cursor_isNull(y) &&
           (clang_Cursor_isNull(x) || same_expression(point, x, y, left - 1));
}

/* Both have one value, whatever it is: nothing in them does more than read. */
static bool same_expression(csl_host_point point, CXCursor a, CXCursor b, unsigned left) {
    int64_t x, y;
    a = csl_host_bare(a);
    b = csl_host_bare(b);
    enum CXCursorKind kind = clang_getCursorKind(a);
    if (left && same_gotten(point, a, b, left))
        return true;
    if (!left || kind != clang_getCursorKind(b))
        return false;
    if (csl_host_integer(point, a, &x) && csl_host_integer(point, b, &y))
        return x == y;
    const bool same_name =
        clang_equalCursors(clang_getCursorReferenced(a), clang_getCursorReferenced(b));
    switch (kind) {
    case CXCursor_DeclRefExpr: return same_name;
    case CXCursor_CXXThisExpr: return true;
    case CXCursor_MemberRefExpr:
        return same_name && ((csl_host_is_own_member(a) && csl_host_is_own_member(b)) ||
                             same_kids(point, a, b, left));
    case CXCursor_CallExpr:
        return same_name && only_asks(point.function->unit->ctx, a) && same_kids(point, a, b, left);
    case CXCursor_ArraySubscriptExpr: return same_kids(point, a, b, left);
    case CXCursor_BinaryOperator:
        return clang_getCursorBinaryOperatorKind(a) == clang_getCursorBinaryOperatorKind(b) &&
               clang_getCursorBinaryOperatorKind(a) < CXBinaryOperator_Assign &&
               same_kids(point, a, b, left);
    case CXCursor_UnaryOperator:
        return clang_getCursorUnaryOperatorKind(a) == CXUnaryOperator_Deref &&
               clang_getCursorUnaryOperatorKind(b) == CXUnaryOperator_Deref &&
               same_kids(point, a, b, left);
    default: return false;
    }
}

/* ---- pointers -------------------------------------------------------------------------------- */

/* Of the driver API, in which addresses of the device are numbers. */
static bool is_device_address(csl_ctx *ctx, CXCursor e) {
    CXCursor type = clang_getTypeDeclaration(clang_getCursorType(csl_host_bare(e)));
    return clang_getCursorKind(type) == CXCursor_TypedefDecl &&
           !strcmp(csl_spelling(ctx, type), "CUdeviceptr");
}

static bool is_pointer(csl_host_point point, CXCursor e) {
    const enum CXTypeKind kind = clang_getCanonicalType(clang_getCursorType(e)).kind;
    return kind == CXType_Pointer || kind == CXType_ConstantArray ||
           kind == CXType_IncompleteArray || is_device_address(point.function->unit->ctx, e);
}

static bool find(csl_host_point point, CXCursor e, unsigned left, csl_host_pointer *to);

/* pointer + sign * index */
static bool sum(csl_host_point point, CXCursor pointer, CXCursor index, int sign, unsigned left,
                csl_host_pointer *to) {
    CXType element = csl_element_type(clang_getCanonicalType(clang_getCursorType(pointer)));
    const bool number = is_device_address(point.function->unit->ctx, pointer);
    const int64_t size = number ? sign : (int64_t)csl_sizeof(element) * sign;
    int64_t n, bytes;
    if (!size || !find(point, pointer, left, to))
        return false;
    if (csl_host_integer(point, index, &n))
        return !__builtin_mul_overflow(n, size, &bytes) &&
               !__builtin_add_overflow(to->bytes, bytes, &to->bytes);
    if (!clang_Cursor_isNull(to->index))
        return false;
    to->index = index;
    to->scale = size;
    return true;
}

/* The pointer that the expression gave where it stands comes from a variable that has not changed
 * since. */
static bool taken_from(csl_host_point point, csl_host_part part, unsigned left,
                       csl_host_pointer *to) {
    if (!find(part.where, part.value, left, to) || !clang_Cursor_isNull(to->index) ||
        clang_getCursorKind(csl_host_bare(to->base)) != CXCursor_DeclRefExpr)
        return false;
    if (part.where.function != point.function || part.where.call != point.call)
        return true; /* an argument: the call has its value */
    return csl_host_unassigned(point.function, clang_getCursorReferenced(csl_host_bare(to->base)),
                               part.where.offset, point.offset);
}

static bool followed(csl_host_point point, CXCursor var, unsigned left, csl_host_pointer *to) {
    csl_host_part from;
    int part;
    return csl_host_definition(point, var, CSL_HOST_WHOLE, &from.value, &part, &from.where) &&
           part == CSL_HOST_WHOLE && taken_from(point, from, left, to);
}

/* `x.b` where `x.b = x.a` or `X x{d, d}` stands before. */
static bool followed_member(csl_host_point point, CXCursor e, unsigned left, csl_host_pointer *to) {
    csl_ctx *ctx = point.function->unit->ctx;
    const csl_cursors object = csl_expr_children(ctx, e);
    csl_host_part from;
    if (object.n != 1 || clang_getCursorKind(clang_getCursorReferenced(e)) != CXCursor_FieldDecl)
        return false;
    const csl_host_field field = csl_host_field_of(ctx, e, clang_getCursorType(object.v[0]));
    return csl_host_find_member(point, object.v[0], &field, 1, &from) &&
           taken_from(point, from, left, to);
}

/* `p[1]` where `int *p[] = {d, d}` or `p[1] = d` stands before. */
static bool followed_element(csl_host_point point, CXCursor array, CXCursor index, unsigned left,
                             csl_host_pointer *to) {
    int64_t i;
    csl_host_part from = {clang_getNullCursor(), point};
    if (clang_getCursorKind(csl_host_bare(array)) != CXCursor_DeclRefExpr ||
        !csl_host_integer(point, index, &i) || i < 0 || i > UINT32_MAX ||
        !csl_host_find_element(point, array, (unsigned)i, &from.value))
        return false;
    from.where.offset = csl_host_offset(from.value);
    return csl_host_unassigned(point.function, clang_getCursorReferenced(csl_host_bare(array)),
                               csl_host_end(from.value), point.offset) &&
           taken_from(point, from, left, to);
}

static bool find(csl_host_point point, CXCursor e, unsigned left, csl_host_pointer *to) {
    if (!left--)
        return false;
    e = csl_host_bare(e);
    const csl_host_pointer plain = {e, clang_getNullCursor(), 0, 0, point.function, point.call};
    struct csl_host_kids kids = csl_host_kids_of(e);
    CXCursor object, member;
    *to = plain;
    switch (clang_getCursorKind(e)) {
    case CXCursor_DeclRefExpr:
        if (!followed(point, clang_getCursorReferenced(e), left, to))
            *to = plain;
        return is_pointer(point, e);
    case CXCursor_BinaryOperator: {
        const enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(e);
        if (kids.n != 2 || (op != CXBinaryOperator_Add && op != CXBinaryOperator_Sub))
            return false;
        if (is_pointer(point, kids.v[0]))
            return !is_pointer(point, kids.v[1]) &&
                   sum(point, kids.v[0], kids.v[1], op == CXBinaryOperator_Add ? 1 : -1, left, to);
        return op == CXBinaryOperator_Add && is_pointer(point, kids.v[1]) &&
               sum(point, kids.v[1], kids.v[0], 1, left, to);
    }
    case CXCursor_UnaryOperator:
        if (clang_getCursorUnaryOperatorKind(e) != CXUnaryOperator_AddrOf || kids.n != 1)
            return clang_getCursorUnaryOperatorKind(e) == CXUnaryOperator_Deref &&
                   is_pointer(point, e);
        object = csl_host_bare(kids.v[0]);
        kids = csl_host_kids_of(object);
        return clang_getCursorKind(object) == CXCursor_ArraySubscriptExpr && kids.n == 2 &&
               is_pointer(point, kids.v[0]) && sum(point, kids.v[0], kids.v[1], 1, left, to);
    case CXCursor_MemberRefExpr:
        if (!followed_member(point, e, left, to))
            *to = plain;
        return is_pointer(point, e);
    case CXCursor_ArraySubscriptExpr:
        if (kids.n != 2 || !followed_element(point, kids.v[0], kids.v[1], left, to))
            *to = plain;
        return is_pointer(point, e);
    case CXCursor_CallExpr:
        return is_pointer(point, e) && (only_asks(point.function->unit->ctx, e) ||
                                        is_getter(point.function->unit->ctx, e, &member, &object));
    default: return false;
    }
}

bool csl_host_find_pointer(csl_host_point point, CXCursor e, csl_host_pointer *to) {
    return find(point, e, CSL_LIMIT(host_pointer_chain), to);
}

/* A variable that the calls of a function have one each of. */
static bool is_of_call(CXCursor e) {
    const CXCursor var = clang_getCursorReferenced(csl_host_bare(e));
    const enum CXCursorKind kind = clang_getCursorKind(var);
    return kind == CXCursor_ParmDecl ||
           (kind == CXCursor_VarDecl && clang_Cursor_hasVarDeclGlobalStorage(var) != 1);
}

static bool of_other_calls(const csl_host_pointer *p, const csl_host_pointer *other) {
    return p->function == other->function && p->call != other->call && is_of_call(p->base);
}

bool csl_host_same_pointer(csl_host_point point, const csl_host_pointer *p,
                           const csl_host_pointer *other, int64_t *shift) {
    const bool p_open = !clang_Cursor_isNull(p->index), q_open = !clang_Cursor_isNull(other->index);
    if (p_open != q_open || p->scale != other->scale || of_other_calls(p, other) ||
        !same_expression(point, p->base, other->base, CSL_LIMIT(host_compared_depth)) ||
        (p_open && !same_expression(point, p->index, other->index, CSL_LIMIT(host_compared_depth))))
        return false;
    return !__builtin_sub_overflow(p->bytes, other->bytes, shift);
}
