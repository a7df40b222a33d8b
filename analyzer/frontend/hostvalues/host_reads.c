/* Uses of a variable of host code that do not change it. */
#include "host_found.h"
#include "host_uses.h"

#include "../parse/parse.h"
#include "../recover/recover.h"

static bool is_pointer_to_const(CXType type) {
    type = clang_getCanonicalType(type);
    return type.kind == CXType_Pointer && clang_isConstQualifiedType(clang_getPointeeType(type));
}

bool csl_host_makes_references(csl_ctx *ctx, CXCursor list) {
    const CXType type = csl_plain(clang_getCursorType(list));
    const csl_cursors fields = csl_fields_of(ctx, type);
    for (unsigned i = 0; i < fields.n; i++)
        if (csl_is_reference(clang_getCursorType(fields.v[i])))
            return true;
    return !csl_is_class(type) && !csl_is_array(type);
}

bool csl_host_is_listed_address(const csl_host_frame *f) {
    while (f && (clang_getCursorKind(f->cursor) == CXCursor_UnexposedExpr ||
                 clang_getCursorKind(f->cursor) == CXCursor_ParenExpr ||
                 clang_getCursorKind(f->cursor) == CXCursor_CStyleCastExpr))
        f = f->outer;
    if (!f)
        return false;
    const enum CXCursorKind kind = clang_getCursorKind(f->cursor);
    CXType type = clang_getCanonicalType(clang_getCursorType(f->cursor));
    if (kind == CXCursor_InitListExpr)
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    else if (kind != CXCursor_BinaryOperator ||
             clang_getCursorBinaryOperatorKind(f->cursor) != CXBinaryOperator_Assign ||
             clang_getCursorKind(csl_host_bare(csl_host_kids_of(f->cursor).v[0])) !=
                 CXCursor_ArraySubscriptExpr)
        return false;
    return type.kind == CXType_Pointer && clang_getPointeeType(type).kind == CXType_Void;
}

bool csl_host_assigns_as_is(CXCursor call) {
    return csl_host_spelled(call, "operator=") && clang_Cursor_getNumArguments(call) == 2 &&
           clang_CXXMethod_isDefaulted(clang_getCursorReferenced(call));
}

bool csl_host_is_read(CXCursor user, CXCursor member) {
    const CXType type = clang_getCursorType(user);
    const csl_type scalar = csl_scalar_type(type);
    if (clang_getCursorKind(user) != CXCursor_UnexposedExpr ||
        clang_isVolatileQualifiedType(type)) /* a reference is bound to it */
        return false;
    if (csl_is_class(type))
        return clang_isConstQualifiedType(type);
    return scalar == CSL_PTR /* an array becomes one, too */
               ? clang_getCanonicalType(clang_getCursorType(member)).kind == CXType_Pointer
               : scalar != CSL_VOID;
}

bool csl_host_becomes_const(const csl_host_frame *f) {
    return clang_getCursorKind(f->cursor) == CXCursor_UnaryOperator &&
           clang_getCursorUnaryOperatorKind(f->cursor) == CXUnaryOperator_AddrOf &&
           (is_pointer_to_const(clang_getCursorType(f->cursor)) ||
            (f->outer && is_pointer_to_const(clang_getCursorType(f->outer->cursor))));
}

bool csl_host_calls_const(CXCursor user, CXCursor member) {
    const CXCursor method = clang_getCursorReferenced(member);
    return clang_getCursorKind(user) == CXCursor_CallExpr &&
           clang_getCursorKind(method) == CXCursor_CXXMethod && !csl_is_recovered(method) &&
           !clang_Location_isInSystemHeader(clang_getCursorLocation(method)) &&
           (clang_CXXMethod_isConst(method) || clang_CXXMethod_isStatic(method));
}

bool csl_host_hands_out_elements(CXCursor member) {
    static const char *const names[] = {"data", "begin", "end",  "rbegin",
                                        "rend", "front", "back", "at"};
    const CXCursor method = clang_getCursorReferenced(member);
    const CXCursor class = clang_getCursorSemanticParent(method);
    bool named = false;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        named |= csl_host_spelled(method, names[i]);
    return named && clang_getCursorKind(method) == CXCursor_CXXMethod &&
           csl_host_spelled(clang_getCursorSemanticParent(class), "std");
}

bool csl_host_grows(const csl_host_frame *f, CXCursor var, CXCursor *value) {
    static const struct {
        const char *name;
        bool adds;
    } methods[] = {{"push_back", true},
                   {"reserve", false},
                   {"clear", false},
                   {"pop_back", false},
                   {"shrink_to_fit", false}};
    const CXCursor class = clang_getTypeDeclaration(csl_plain(clang_getCursorType(var)));
    while (f && clang_getCursorKind(f->cursor) == CXCursor_UnexposedExpr)
        f = f->outer; /* for the methods of a base */
    if (!f || clang_getCursorKind(f->cursor) != CXCursor_MemberRefExpr || !f->outer ||
        clang_getCursorKind(f->outer->cursor) != CXCursor_CallExpr ||
        !csl_host_spelled(class, "vector") ||
        !csl_host_spelled(clang_getCursorSemanticParent(class), "std"))
        return false;
    for (unsigned i = 0; i < sizeof methods / sizeof *methods; i++)
        if (csl_host_spelled(f->cursor, methods[i].name)) {
            const bool one = clang_Cursor_getNumArguments(f->outer->cursor) == 1;
            *value = methods[i].adds && one ? clang_Cursor_getArgument(f->outer->cursor, 0)
                                            : clang_getNullCursor();
            return one || !methods[i].adds;
        }
    return false;
}

/* A loop that does not begin the variable anew holds both. */
static bool in_one_loop(const struct csl_host_uses *w, CXCursor var, unsigned a, unsigned b) {
    for (unsigned i = 0; i < w->nspans; i++) {
        const struct span *s = &w->spans[i];
        if (s->loop && s->body > csl_host_offset(var) && a >= s->start && a < s->end &&
            b >= s->start && b < s->end)
            return true;
    }
    return w->jumps;
}

bool csl_host_only_grows(csl_host_function *function, CXCursor var, unsigned at,
                         csl_cursors *added) {
    const struct csl_host_uses *w = csl_host_uses_of(function);
    int64_t constant;
    if (!csl_host_is_own(function, var) || w->scattered)
        return false;
    for (unsigned i = 0; i < w->nuses; i++) {
        const csl_host_use *u = &w->uses[i];
        if (!clang_equalCursors(u->var, var))
            continue;
        if (!u->grows || in_one_loop(w, var, u->offset, at))
            return false;
        if (clang_Cursor_isNull(u->value))
            continue;
        /* two elements that one loop adds are of different passes, which no choice tells apart */
        if (in_one_loop(w, var, u->offset, u->offset) && !csl_integer_constant(u->value, &constant))
            return false;
        added->v = csl_host_with_room(w->ctx, added->v, added->n, sizeof *added->v);
        added->v[added->n++] = u->value;
    }
    return true;
}
