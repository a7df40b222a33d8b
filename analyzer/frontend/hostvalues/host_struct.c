/* Members of structures that hand a launch on: `launch(k, params, ...)` with `p.grid` and `p.block`
 * inside, or with a configuration that its constructor fills. Unlike in host_member.c, nothing may
 * have written to the structure since it was made. */
#include "host_pointer.h"

#include "../parse/parse.h"
#include "../../limits/limits.h"

/* Nothing but the constructor of its object sets the member. */
static bool is_constant(CXCursor e) {
    return clang_isConstQualifiedType(clang_getCursorType(clang_getCursorReferenced(e))) != 0;
}

/* The object whose member `e` is, and where: for a member of *this the one that the call of the
 * method has. False if that is not clear. */
static bool object_of(csl_host_point *point, CXCursor e, CXCursor *object) {
    struct csl_host_kids kids = csl_host_kids_of(e);
    if (kids.n == 1 && clang_getCursorKind(csl_host_bare(kids.v[0])) != CXCursor_CXXThisExpr) {
        *object = kids.v[0];
        return true;
    }
    const CXCursor method = point->function->cursor;
    const csl_host_call *call = point->call;
    if (kids.n > 1 || clang_getCursorKind(method) != CXCursor_CXXMethod ||
        (!clang_CXXMethod_isConst(method) && !is_constant(e)))
        return false;
    point->function->wants_call |= !call;
    if (!call)
        return false;
    kids = csl_host_kids_of(call->call);
    *object = clang_Cursor_getArgument(call->call, 0); /* of `object(...)` */
    if (kids.n && clang_getCursorKind(csl_host_bare(kids.v[0])) == CXCursor_MemberRefExpr) {
        kids = csl_host_kids_of(csl_host_bare(kids.v[0]));
        *object = kids.n == 1 ? kids.v[0] : clang_getNullCursor();
    } else if (!csl_host_spelled(method, "operator()")) {
        return false;
    }
    *point = call->at;
    return !clang_Cursor_isNull(*object);
}

/* One step from an object to what it was made from; `constant`: for a member that never changes. */
static bool made_from(csl_host_point *point, CXCursor *object, bool constant) {
    const CXCursor e = *object, var = clang_getCursorReferenced(e);
    const struct csl_host_kids kids = csl_host_kids_of(e);
    csl_host_part part;
    int of;
    if (clang_getCursorKind(e) == CXCursor_DeclRefExpr && constant &&
        clang_getCursorKind(var) == CXCursor_VarDecl &&
        csl_is_class(clang_getCanonicalType(clang_getCursorType(var)))) {
        *object = clang_Cursor_getVarDeclInitializer(var);
        return !clang_Cursor_isNull(*object);
    }
    if (clang_getCursorKind(e) == CXCursor_DeclRefExpr)
        return csl_host_definition(*point, var, CSL_HOST_WHOLE, object, &of, point) &&
               of == CSL_HOST_WHOLE;
    if (clang_getCursorKind(e) != CXCursor_CallExpr)
        return false;
    if (kids.n == 1 && clang_equalTypes(csl_plain(clang_getCursorType(e)),
                                        csl_plain(clang_getCursorType(kids.v[0])))) {
        *object = kids.v[0]; /* a copy */
        return true;
    }
    if (!csl_host_returned(*point, e, &part))
        return false;
    *object = part.value;
    *point = part.where;
    return true;
}

bool csl_host_find_field(csl_host_point point, CXCursor e, csl_host_part *part) {
    csl_ctx *ctx = point.function->unit->ctx;
    CXCursor object;
    if (clang_getCursorKind(clang_getCursorReferenced(e)) != CXCursor_FieldDecl ||
        !object_of(&point, e, &object))
        return false;
    const csl_host_field of = csl_host_field_of(ctx, e, clang_getCursorType(object));
    for (int i = 0; !csl_limit_reached(CSL_LIMIT_host_config_copies, i); i++) {
        object = csl_host_bare(object);
        part->where = point;
        if (csl_host_made_with(ctx, object, &of, &part->value))
            return true;
        if (!made_from(&point, &object, is_constant(e)))
            return false;
    }
    return false;
}

bool csl_host_enter_constructor(csl_host_point *point, CXCursor member) {
    const csl_unit *unit = point->function->unit;
    CXCursor object;
    if (clang_getCursorKind(clang_getCursorReferenced(member)) != CXCursor_FieldDecl ||
        !object_of(point, member, &object))
        return false;
    for (int i = 0; !csl_limit_reached(CSL_LIMIT_host_config_copies, i); i++) {
        object = csl_host_bare(object);
        const CXCursor made = clang_getCursorDefinition(clang_getCursorReferenced(object));
        if (clang_getCursorKind(object) == CXCursor_CallExpr &&
            clang_getCursorKind(made) == CXCursor_Constructor) {
            csl_host_function *constructor = CSL_NEW(unit->ctx, csl_host_function);
            csl_host_call *call = CSL_NEW(unit->ctx, csl_host_call);
            *constructor = (csl_host_function){.unit = unit, .cursor = made};
            *call = (csl_host_call){object, *point};
            *point = (csl_host_point){constructor, csl_host_end(made) - 1, NULL, call};
            return true;
        }
        if (!made_from(point, &object, false))
            return false;
    }
    return false;
}
