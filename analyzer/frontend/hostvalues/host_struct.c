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

/* The object that the call of a method has; null: it is the caller's own, or there is none. */
static CXCursor object_in(CXCursor call, CXCursor method, bool *own) {
    struct csl_host_kids kids = csl_host_kids_of(call);
    const CXCursor callee = kids.n ? csl_host_bare(kids.v[0]) : clang_getNullCursor();
    *own = csl_host_is_own_member(callee);
    if (clang_getCursorKind(callee) == CXCursor_MemberRefExpr) {
        kids = csl_host_kids_of(callee);
        return kids.n == 1 && !*own ? kids.v[0] : clang_getNullCursor();
    }
    return csl_host_spelled(method, "operator()") ? clang_Cursor_getArgument(call, 0)
                                                  : clang_getNullCursor();
}

/* The object whose member `e` is, and where: for a member of *this the one that the call of the
 * method has. False if that is not clear. */
static bool object_of(csl_host_point *point, CXCursor e, CXCursor *object) {
    const bool constant = is_constant(e);
    struct csl_host_kids kids = csl_host_kids_of(e);
    bool own = csl_host_is_own_member(e);
    *object = kids.n == 1 ? kids.v[0] : clang_getNullCursor();
    for (int i = 0; own && !csl_limit_reached(CSL_LIMIT_host_config_copies, i); i++) {
        const CXCursor method = point->function->cursor;
        const csl_host_call *call = point->call;
        if (clang_getCursorKind(method) != CXCursor_CXXMethod ||
            (!clang_CXXMethod_isConst(method) && !constant))
            return false;
        if (!call) {
            csl_host_ask_call(point->function);
            return false;
        }
        *object = object_in(call->call, method, &own);
        *point = call->at;
    }
    return !own && !clang_Cursor_isNull(*object);
}

bool csl_host_is_copied(CXCursor call, CXCursor object) {
    const CXType function =
        clang_getCanonicalType(clang_getCursorType(clang_getCursorReferenced(call)));
    const int n = clang_Cursor_getNumArguments(call), params = clang_getNumArgTypes(function);
    if (clang_getCursorKind(call) != CXCursor_CallExpr ||
        !csl_is_class(clang_getCursorType(object)))
        return false;
    const int first = n == params + 1; /* before it: the object of an operator */
    for (int i = first; i < n && i - first < params; i++) {
        const CXType type = clang_getArgType(function, (unsigned)(i - first));
        const CXCursor argument = clang_Cursor_getArgument(call, (unsigned)i);
        if (csl_host_offset(argument) == csl_host_offset(object) &&
            csl_host_end(argument) == csl_host_end(object))
            return type.kind == CXType_LValueReference &&
                   clang_isConstQualifiedType(clang_getPointeeType(type));
    }
    return false;
}

bool csl_host_makes_values(CXCursor call) {
    const CXCursor f = clang_getCursorReferenced(call);
    const CXType type = csl_plain(clang_getCursorType(call));
    const int n = clang_Type_getNumTemplateArguments(type);
    bool references = !csl_is_class(type);
    for (int i = 0; i < n; i++)
        references |= csl_is_reference(clang_Type_getTemplateArgumentAsType(type, (unsigned)i));
    return !references && clang_Location_isInSystemHeader(clang_getCursorLocation(f)) &&
           (csl_host_spelled(f, "pair") || csl_host_spelled(f, "tuple") ||
            csl_host_spelled(f, "make_pair") || csl_host_spelled(f, "make_tuple"));
}

/* One step from an object to what it was made from; `constant`: for a member that never changes. */
static bool made_from(csl_host_point *point, CXCursor *object, bool constant) {
    const CXCursor e = *object, var = clang_getCursorReferenced(e);
    const struct csl_host_kids kids = csl_host_kids_of(e);
    csl_host_part part;
    bool holds;
    int of;
    if (clang_getCursorKind(e) == CXCursor_ConditionalOperator && kids.n == 3) {
        *object = csl_host_holds(*point, kids.v[0], &holds) ? kids.v[holds ? 1 : 2] : e;
        return !clang_equalCursors(*object, e);
    }
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

/* The compiler makes the constructor: it stands where its class does. */
static bool is_implicit(CXCursor constructor) {
    return clang_equalLocations(
               clang_getCursorLocation(constructor),
               clang_getCursorLocation(clang_getCursorSemanticParent(constructor))) != 0;
}

/* The object is made by a constructor: the point goes to the end of that, where the members are
 * variables. False if no constructor with a body makes it. */
static bool into_constructor(csl_host_point *point, CXCursor object) {
    const csl_unit *unit = point->function->unit;
    const CXCursor made = clang_getCursorDefinition(clang_getCursorReferenced(object));
    if (clang_getCursorKind(object) != CXCursor_CallExpr ||
        clang_getCursorKind(made) != CXCursor_Constructor || is_implicit(made))
        return false;
    csl_host_function *constructor = CSL_NEW(unit->ctx, csl_host_function);
    csl_host_call *call = CSL_NEW(unit->ctx, csl_host_call);
    *constructor = (csl_host_function){.unit = unit, .cursor = made};
    *call = (csl_host_call){object, *point};
    *point = (csl_host_point){constructor, csl_host_end(made) - 1, NULL, call, NULL};
    return true;
}

/* `struct shape { int block = 256; }`, made by the constructor that the compiler makes, or of `{}`.
 */
static bool by_default(csl_ctx *ctx, CXCursor object, CXCursor field, CXCursor *value) {
    const CXCursor class = clang_getCursorSemanticParent(field);
    const bool made = clang_getCursorKind(object) == CXCursor_CallExpr;
    const CXCursor by = made ? clang_getCursorReferenced(object) : clang_getNullCursor();
    if (made ? clang_getCursorKind(by) != CXCursor_Constructor || !is_implicit(by) ||
                   !clang_CXXConstructor_isDefaultConstructor(by) ||
                   !clang_equalCursors(clang_getCursorSemanticParent(by), class)
             : clang_getCursorKind(object) != CXCursor_InitListExpr ||
                   csl_expr_children(ctx, object).n > 0 ||
                   !clang_equalCursors(
                       clang_getTypeDeclaration(csl_plain(clang_getCursorType(object))), class))
        return false;
    return csl_host_declared_with(by, field, value);
}

/* A method that changes nothing of its object may still change what this member is. */
static bool may_change(CXCursor field) {
    return clang_CXXField_isMutable(field) || csl_is_reference(clang_getCursorType(field));
}

/* A field of the object, and where its value stands; `constant`: it never changes. */
static bool field_of(csl_host_point point, CXCursor object, csl_host_field of, bool constant,
                     csl_host_part *part) {
    csl_ctx *ctx = point.function->unit->ctx;
    int of_part;
    for (int i = 0; !csl_limit_reached(CSL_LIMIT_host_config_copies, i); i++) {
        object = csl_host_bare(object);
        part->where = point;
        if (!constant && into_constructor(&point, object))
            return csl_host_definition(point, of.field, CSL_HOST_WHOLE, &part->value, &of_part,
                                       &part->where) &&
                   of_part == CSL_HOST_WHOLE;
        if (csl_host_made_with(ctx, object, &of, &part->value) ||
            by_default(ctx, object, of.field, &part->value))
            return true;
        if (!made_from(&point, &object, constant))
            return false;
    }
    return false;
}

bool csl_host_find_field(csl_host_point point, CXCursor e, csl_host_part *part) {
    CXCursor object;
    if (clang_getCursorKind(clang_getCursorReferenced(e)) != CXCursor_FieldDecl ||
        may_change(clang_getCursorReferenced(e)) || !object_of(&point, e, &object))
        return false;
    const csl_host_field of =
        csl_host_field_of(point.function->unit->ctx, e, clang_getCursorType(object));
    return field_of(point, object, of, is_constant(e), part);
}

bool csl_host_find_in(csl_host_point point, CXCursor object, CXCursor field, csl_host_part *part) {
    csl_host_field of = {field, 0};
    const csl_cursors all =
        csl_fields_of(point.function->unit->ctx, csl_plain(clang_getCursorType(object)));
    for (unsigned i = 0; i < all.n && !clang_equalCursors(all.v[i], field); i++)
        of.place += clang_getCursorKind(all.v[i]) == CXCursor_FieldDecl;
    return !may_change(field) && field_of(point, object, of, false, part);
}

bool csl_host_enter_constructor(csl_host_point *point, CXCursor member) {
    CXCursor object;
    if (clang_getCursorKind(clang_getCursorReferenced(member)) != CXCursor_FieldDecl ||
        !object_of(point, member, &object))
        return false;
    for (int i = 0; !csl_limit_reached(CSL_LIMIT_host_config_copies, i); i++) {
        object = csl_host_bare(object);
        if (into_constructor(point, object))
            return true;
        if (!made_from(point, &object, false))
            return false;
    }
    return false;
}
