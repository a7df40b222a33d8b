/* Which expression gives a member of a structure, or an element of an array of arguments, its value
 * (host_pointer.h). The last assignment in the text counts, then what the object was made from. */
#include "host_found.h"
#include "host_pointer.h"

#include <string.h>

#include "../parse/parse.h"
#include "../../limits/limits.h"

/* ---- assignments ----------------------------------------------------------------------------- */

/* `var.path[0].path[1] = value`, the last before an offset; of a shorter path, too. */
typedef struct assignment {
    CXCursor var; /* or a pointer to the object; null: the object of a constructor */
    const csl_host_field *path;
    unsigned npath;
    unsigned before;
    CXCursor value;
    unsigned at, taken; /* offset of the last one, 0: none; members it spells */
} assignment;

/* How many members of the path `member` spells, from its beginning; 0: it is another one. */
static unsigned spelled(const assignment *a, CXCursor member) {
    CXCursor fields[CSL_ROOM_host_member_depth];
    unsigned n = 0;
    while (clang_getCursorKind(member) == CXCursor_MemberRefExpr &&
           n < CSL_ROOM_host_member_depth) {
        const struct csl_host_kids object = csl_host_kids_of(member);
        fields[n++] = clang_getCursorReferenced(member);
        if (object.n == 0 && clang_Cursor_isNull(a->var))
            break;
        if (object.n != 1)
            return 0;
        member = csl_host_bare(object.v[0]);
        if (clang_getCursorKind(member) == CXCursor_CXXThisExpr && clang_Cursor_isNull(a->var))
            break;
        if (clang_getCursorKind(member) == CXCursor_DeclRefExpr &&
            clang_equalCursors(clang_getCursorReferenced(member), a->var))
            break;
        if (clang_getCursorKind(member) != CXCursor_MemberRefExpr)
            return 0;
    }
    for (unsigned i = 0; i < n; i++)
        if (n > a->npath || !clang_equalCursors(fields[n - 1 - i], a->path[i].field))
            return 0;
    return n;
}

static void take(assignment *last, const csl_host_assigned *next) {
    const unsigned taken = spelled(last, next->to);
    if (taken && next->at < last->before && next->at >= last->at) {
        last->at = next->at;
        last->taken = taken;
        last->value = next->value;
    }
}

/* ... of a constructor, which is no function that launches are looked for in. */
static enum CXChildVisitResult visit_assignment(CXCursor c, CXCursor parent, CXClientData last) {
    (void)parent;
    csl_host_assigned next;
    if (csl_host_is_assignment(c, &next))
        take(last, &next);
    return CXChildVisit_Recurse;
}

/* ---- lists and constructors ------------------------------------------------------------------ */

/* A class object, or a list that makes one. */
static bool is_whole(CXCursor e) {
    e = csl_host_bare(e);
    return clang_getCursorKind(e) == CXCursor_InitListExpr || csl_is_class(clang_getCursorType(e));
}

/* The element of `{...}` for the field. */
static bool element(csl_ctx *ctx, CXCursor list, const csl_host_field *of, CXCursor *value) {
    const CXType type = csl_plain(clang_getCursorType(list));
    const csl_cursors elements = csl_expr_children(ctx, list), fields = csl_fields_of(ctx, type);
    if (csl_bases_of(ctx, type).n)
        return false;
    for (unsigned i = 0, field = 0; i < elements.n; i++) {
        csl_cursors parts = csl_children(ctx, elements.v[i]);
        const bool named = parts.n == 2 && clang_getCursorKind(parts.v[0]) == CXCursor_MemberRef;
        if (named ? clang_equalCursors(clang_getCursorReferenced(parts.v[0]), of->field)
                  : i == of->place) {
            *value = named ? parts.v[1] : elements.v[i];
            return true;
        }
        while (field < fields.n && clang_getCursorKind(fields.v[field]) != CXCursor_FieldDecl)
            field++;
        if (!named && field < fields.n && csl_is_class(clang_getCursorType(fields.v[field])) &&
            !is_whole(elements.v[i]))
            return false; /* its braces are left out */
        field++;
    }
    return false;
}

static bool is_copy(CXCursor e, const struct csl_host_kids *kids) {
    return clang_getCursorKind(e) == CXCursor_CallExpr && kids->n == 1 &&
           clang_equalTypes(csl_plain(clang_getCursorType(e)),
                            csl_plain(clang_getCursorType(kids->v[0])));
}

CXCursor csl_host_initialiser(csl_ctx *ctx, CXCursor constructor, CXCursor field) {
    const csl_cursors parts = csl_children(ctx, constructor);
    const struct csl_host_kids own = csl_host_kids_of(field);
    for (unsigned i = 0; i + 1 < parts.n; i++)
        if (clang_getCursorKind(parts.v[i]) == CXCursor_MemberRef &&
            clang_equalCursors(clang_getCursorReferenced(parts.v[i]), field))
            return parts.v[i + 1];
    return own.n == 1 && csl_is_class(clang_getCursorType(field)) ? own.v[0]
                                                                  : clang_getNullCursor();
}

static enum CXChildVisitResult find_name(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    const enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind != CXCursor_DeclRefExpr && kind != CXCursor_MemberRefExpr &&
        kind != CXCursor_CXXThisExpr && kind != CXCursor_LambdaExpr)
        return CXChildVisit_Recurse;
    *(bool *)data = true;
    return CXChildVisit_Break;
}

/* It means the same wherever it stands: numbers, and what is made of them. */
static bool names_nothing(CXCursor e) {
    bool names = false;
    const CXCursor in = e;
    find_name(in, in, &names);
    clang_visitChildren(e, find_name, &names);
    return !names;
}

static enum CXChildVisitResult find_type(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    *(bool *)data |= clang_getCursorKind(c) == CXCursor_TypeRef;
    return CXChildVisit_Continue;
}

/* A member that never changes, of the class of the constructor itself. */
static bool is_fixed(CXCursor constructor, CXCursor field) {
    return clang_isConstQualifiedType(clang_getCursorType(field)) &&
           clang_equalCursors(clang_getCursorSemanticParent(constructor),
                              clang_getCursorSemanticParent(field));
}

bool csl_host_declared_with(CXCursor made, CXCursor field, CXCursor *value) {
    const struct csl_host_kids own = csl_host_kids_of(field);
    bool hands_on = false;
    int64_t number;
    clang_visitChildren(made, find_type, &hands_on);
    if (own.n != 1 || hands_on || clang_Cursor_isBitField(field) ||
        csl_is_array(clang_getCursorType(field)) || clang_CXXConstructor_isCopyConstructor(made) ||
        clang_CXXConstructor_isMoveConstructor(made))
        return false;
    *value = own.v[0];
    return names_nothing(*value) || csl_integer_constant(*value, &number);
}

/* The argument that a constructor puts into the field. */
static bool constructed(csl_ctx *ctx, CXCursor call, const csl_host_field *of, CXCursor *value) {
    const CXCursor declared = clang_getCursorReferenced(call);
    CXCursor made = clang_getCursorDefinition(declared);
    if (clang_getCursorKind(declared) == CXCursor_Constructor && clang_Cursor_isNull(made) &&
        clang_CXXMethod_isDefaulted(declared))
        made = declared;
    if (clang_Cursor_isNull(made) || clang_getCursorKind(made) != CXCursor_Constructor)
        return false;
    CXCursor given = csl_host_initialiser(ctx, made, of->field);
    assignment body = {clang_getNullCursor(), of, 1, UINT32_MAX, given, 0, 0};
    clang_visitChildren(made, visit_assignment, &body);
    if (clang_Cursor_isNull(body.value))
        return is_fixed(declared, of->field) && csl_host_declared_with(made, of->field, value);
    *value = given = csl_host_bare(body.value);
    if (names_nothing(given) && is_fixed(declared, of->field))
        return true;
    for (struct csl_host_kids kids = csl_host_kids_of(given); is_copy(given, &kids);
         kids = csl_host_kids_of(given))
        given = csl_host_bare(kids.v[0]);
    for (int i = 0; i < clang_Cursor_getNumArguments(made); i++)
        if (clang_equalCursors(clang_getCursorReferenced(given),
                               clang_Cursor_getArgument(made, (unsigned)i))) {
            *value = csl_host_argument(call, made, (unsigned)i);
            return !clang_Cursor_isNull(*value);
        }
    return false;
}

csl_host_field csl_host_field_of(csl_ctx *ctx, CXCursor member, CXType object) {
    csl_host_field of = {clang_getCursorReferenced(member), 0};
    const csl_cursors all = csl_fields_of(ctx, csl_plain(object));
    for (unsigned i = 0; i < all.n && !clang_equalCursors(all.v[i], of.field); i++)
        of.place += clang_getCursorKind(all.v[i]) == CXCursor_FieldDecl;
    return of;
}

bool csl_host_made_with(csl_ctx *ctx, CXCursor e, const csl_host_field *of, CXCursor *value) {
    return clang_getCursorKind(e) == CXCursor_InitListExpr ? element(ctx, e, of, value)
           : clang_getCursorKind(e) == CXCursor_CallExpr   ? constructed(ctx, e, of, value)
                                                           : false;
}

/* ---- members --------------------------------------------------------------------------------- */

/* A member on the way from an object to the value that is looked for. */
typedef struct way {
    csl_host_point point;
    CXCursor e;
    csl_host_field path[CSL_ROOM_host_member_depth];
    unsigned n;
} way;

static void took(way *w, unsigned n) {
    w->n -= n;
    memmove(w->path, w->path + n, w->n * sizeof *w->path);
}

/* `object.field` is the object with one member more to go. */
static bool into_object(way *w, CXCursor object) {
    csl_ctx *ctx = w->point.function->unit->ctx;
    csl_host_field of = {clang_getCursorReferenced(w->e), 0};
    const csl_cursors fields = csl_fields_of(ctx, csl_plain(clang_getCursorType(object)));
    if (w->n == CSL_ROOM_host_member_depth)
        return false;
    for (unsigned i = 0; i < fields.n && !clang_equalCursors(fields.v[i], of.field); i++)
        of.place += clang_getCursorKind(fields.v[i]) == CXCursor_FieldDecl;
    memmove(w->path + 1, w->path, w->n * sizeof *w->path);
    w->path[0] = of;
    w->n++;
    w->e = object;
    return true;
}

/* An object that a variable holds, or points to. */
static bool into_variable(way *w, CXCursor var, bool points) {
    const struct csl_host_found *found = csl_host_found_in(w->point.function);
    assignment last = {var, w->path, w->n, w->point.offset, clang_getNullCursor(), 0, 0};
    CXCursor value;
    int of;
    if (!csl_host_is_ordered(w->point.function))
        return false;
    for (unsigned i = 0; i < found->nassigned; i++)
        take(&last, &found->assigned[i]);
    if (last.at) {
        w->e = last.value;
        w->point.offset = last.at;
        took(w, last.taken);
        return true;
    }
    if (csl_host_definition(w->point, var, CSL_HOST_WHOLE, &value, &of, &w->point))
        w->e = value;
    else if (clang_getCursorKind(var) == CXCursor_VarDecl)
        w->e = clang_Cursor_getVarDeclInitializer(var);
    else
        return false;
    if (clang_Cursor_isNull(w->e) || !points)
        return !clang_Cursor_isNull(w->e);
    const CXCursor address = csl_host_bare(w->e);
    const struct csl_host_kids kids = csl_host_kids_of(address);
    w->e = kids.v[0];
    return clang_getCursorKind(address) == CXCursor_UnaryOperator && kids.n == 1 &&
           clang_getCursorUnaryOperatorKind(address) == CXUnaryOperator_AddrOf;
}

static bool step(way *w) {
    csl_ctx *ctx = w->point.function->unit->ctx;
    w->e = csl_host_bare(w->e);
    const struct csl_host_kids kids = csl_host_kids_of(w->e);
    CXCursor pointer;
    if (is_copy(w->e, &kids)) {
        w->e = kids.v[0];
        return true;
    }
    switch (clang_getCursorKind(w->e)) {
    case CXCursor_InitListExpr:
    case CXCursor_CallExpr:
        if (!csl_host_made_with(ctx, w->e, &w->path[0], &w->e))
            return false;
        took(w, 1);
        return w->n == 0 || is_whole(w->e);
    case CXCursor_MemberRefExpr: return kids.n == 1 && into_object(w, kids.v[0]);
    case CXCursor_UnaryOperator:
        pointer = kids.n == 1 ? csl_host_bare(kids.v[0]) : w->e;
        return clang_getCursorUnaryOperatorKind(w->e) == CXUnaryOperator_Deref &&
               clang_getCursorKind(pointer) == CXCursor_DeclRefExpr &&
               into_variable(w, clang_getCursorReferenced(pointer), true);
    case CXCursor_DeclRefExpr: return into_variable(w, clang_getCursorReferenced(w->e), false);
    default: return false;
    }
}

bool csl_host_find_member(csl_host_point point, CXCursor e, const csl_host_field *path, unsigned n,
                          csl_host_part *part) {
    way w = {.point = point, .e = e, .n = n};
    memcpy(w.path, path, n * sizeof *path);
    for (int i = 0; w.n && !csl_limit_reached(CSL_LIMIT_host_pointer_chain, i); i++)
        if (!step(&w))
            return false;
    *part = (csl_host_part){w.e, w.point};
    return !w.n;
}

/* ---- arrays of arguments --------------------------------------------------------------------- */

/* What the last `array[i] = value` before the point assigns; null: there is none. */
static CXCursor assigned_element(csl_host_point point, CXCursor array, unsigned i) {
    const struct csl_host_found *found = csl_host_found_in(point.function);
    CXCursor value = clang_getNullCursor();
    unsigned last = 0;
    for (unsigned n = 0; n < found->nassigned; n++) {
        const csl_host_assigned *a = &found->assigned[n];
        const struct csl_host_kids parts = csl_host_kids_of(a->to);
        int64_t k;
        if (clang_getCursorKind(a->to) == CXCursor_ArraySubscriptExpr && parts.n == 2 &&
            clang_equalCursors(clang_getCursorReferenced(csl_host_bare(parts.v[0])), array) &&
            csl_host_integer(point, parts.v[1], &k) && k == i && a->at < point.offset &&
            a->at >= last) {
            last = a->at;
            value = a->value;
        }
    }
    return value;
}

bool csl_host_find_element(csl_host_point point, CXCursor array, unsigned i, CXCursor *found) {
    csl_ctx *ctx = point.function->unit->ctx;
    CXCursor list = csl_host_bare(array), value = clang_getNullCursor();
    if (clang_getCursorKind(list) == CXCursor_DeclRefExpr) {
        const CXCursor var = clang_getCursorReferenced(list);
        if (!csl_host_is_ordered(point.function))
            return false;
        value = assigned_element(point, var, i);
        list = clang_getCursorKind(var) == CXCursor_VarDecl
                   ? csl_host_bare(clang_Cursor_getVarDeclInitializer(var))
                   : clang_getNullCursor();
    }
    if (clang_getCursorKind(list) == CXCursor_CompoundLiteralExpr && csl_host_kids_of(list).n == 1)
        list = csl_host_kids_of(list).v[0];
    if (clang_Cursor_isNull(value) && clang_getCursorKind(list) == CXCursor_InitListExpr) {
        const csl_cursors elements = csl_expr_children(ctx, list);
        value = i < elements.n ? elements.v[i] : value;
    }
    *found = clang_Cursor_isNull(value) ? value : csl_host_bare(value);
    return !clang_Cursor_isNull(value);
}

bool csl_host_find_addressed(csl_host_point point, CXCursor array, unsigned i, CXCursor *argument) {
    CXCursor value;
    if (!csl_host_find_element(point, array, i, &value))
        return false;
    const struct csl_host_kids kids = csl_host_kids_of(value);
    if (kids.n != 1 || clang_getCursorKind(value) != CXCursor_UnaryOperator ||
        clang_getCursorUnaryOperatorKind(value) != CXUnaryOperator_AddrOf)
        return false;
    *argument = kids.v[0];
    return true;
}
