/* What expressions of host code give and do, as far as pointers go (state.h). */
#include "state.h"

#include <string.h>

bool csl_run_is_pointer(CXType type) {
    return csl_plain(type).kind == CXType_Pointer;
}

bool csl_run_is_kernel(CXType type) {
    const CXType plain = csl_plain(type);
    return plain.kind == CXType_FunctionProto ||
           csl_plain(clang_getPointeeType(plain)).kind == CXType_FunctionProto;
}

bool csl_run_is_function(CXCursor c) {
    return clang_getCursorKind(c) == CXCursor_FunctionDecl;
}

/* ---- places ---------------------------------------------------------------------------------- */

/* `h.member`, `p->member`, `member` */
static bool member_of(csl_run *r, CXCursor e, csl_run_place *place) {
    const csl_cursors object = csl_expr_children(r->ctx, e);
    *place = r->frame->object;
    if (object.n) {
        const CXCursor of = csl_host_bare(object.v[0]);
        const bool arrow = csl_run_is_pointer(clang_getCursorType(of));
        if (clang_getCursorKind(of) != CXCursor_CXXThisExpr && !csl_run_lvalue(r, of, place))
            return false;
        if (arrow && clang_getCursorKind(of) != CXCursor_CXXThisExpr) {
            const csl_run_value p = csl_run_read(r, *place);
            if (p.kind == CSL_RUN_ADDRESS)
                *place = p.of;
            else if (p.kind == CSL_RUN_MEMORY && !p.turn && !p.bytes)
                *place = p.of;
            else if (!csl_run_is_object(place)) /* `h.p->member` */
                return false;
        }
    }
    *place = csl_run_member(csl_run_object(r, *place), clang_getCursorReferenced(e));
    return clang_getCursorKind(place->field) == CXCursor_FieldDecl;
}

bool csl_run_lvalue(csl_run *r, CXCursor e, csl_run_place *place) {
    e = csl_host_bare(e);
    const struct csl_host_kids kids = csl_host_kids_of(e);
    csl_run_value v;
    int64_t i;
    switch (clang_getCursorKind(e)) {
    case CXCursor_DeclRefExpr:
        *place = csl_run_variable(clang_getCursorReferenced(e));
        if (csl_is_reference(clang_getCursorType(place->var))) {
            v = csl_run_read(r, *place);
            if (v.kind == CSL_RUN_ADDRESS)
                *place = v.of;
        }
        return true;
    case CXCursor_MemberRefExpr: return member_of(r, e, place);
    case CXCursor_ArraySubscriptExpr:
        if (kids.n != 2 || !csl_integer_constant(kids.v[1], &i) || i < 0 ||
            !csl_is_array(clang_getCursorType(csl_host_bare(kids.v[0]))) ||
            !csl_run_lvalue(r, kids.v[0], place) || place->index >= 0)
            return false;
        place->index = i;
        return true;
    case CXCursor_UnaryOperator:
        if (clang_getCursorUnaryOperatorKind(e) != CXUnaryOperator_Deref || kids.n != 1)
            return false;
        if (clang_getCursorKind(csl_host_bare(kids.v[0])) == CXCursor_CXXThisExpr) {
            *place = r->frame->object;
            return true;
        }
        v = csl_run_eval(r, kids.v[0]);
        *place = v.of;
        return v.kind == CSL_RUN_ADDRESS;
    case CXCursor_CallExpr:
        return csl_run_hands_on(e) ? csl_run_lvalue(r, clang_Cursor_getArgument(e, 0), place)
                                   : csl_run_referred(r, e, place);
    default: return false;
    }
}

/* The pointers among the members, also of base classes: those of `source`, those that are listed,
 * or others. */
static void copy_fields(csl_run *r, csl_run_place to, CXType type, const csl_run_place *source,
                        csl_cursors list) {
    const csl_cursors fields = csl_fields_of(r->ctx, csl_plain(type));
    const csl_cursors bases = csl_bases_of(r->ctx, csl_plain(type));
    for (unsigned i = 0; i < bases.n; i++)
        copy_fields(r, to, clang_getCursorType(bases.v[i]), source, (csl_cursors){0});
    unsigned n = 0;
    for (unsigned i = 0; i < fields.n; i++) {
        if (clang_getCursorKind(fields.v[i]) != CXCursor_FieldDecl)
            continue;
        const unsigned at = n++ + bases.n;
        const csl_run_place field = csl_run_member(to, fields.v[i]);
        if (source && csl_is_class(clang_getCursorType(fields.v[i])) &&
            csl_run_follows(r, fields.v[i])) {
            const csl_run_place of = csl_run_object(r, csl_run_member(*source, fields.v[i]));
            copy_fields(r, csl_run_object(r, field), clang_getCursorType(fields.v[i]), &of, list);
        }
        if (!csl_run_is_pointer(clang_getCursorType(fields.v[i])))
            continue;
        if (source)
            csl_run_write(r, field, csl_run_read(r, csl_run_member(*source, fields.v[i])));
        else
            csl_run_write(r, field,
                          at < list.n ? csl_run_eval(r, list.v[at]) : csl_run_new(r, field));
    }
}

/* What is copied or moved, or the call that makes the object. */
static CXCursor made_from(CXCursor e) {
    for (;;) {
        e = csl_host_bare(e);
        const CXCursor f = clang_getCursorReferenced(e);
        if (clang_getCursorKind(e) != CXCursor_CallExpr || clang_Cursor_getNumArguments(e) != 1 ||
            (!clang_CXXConstructor_isCopyConstructor(f) &&
             !clang_CXXConstructor_isMoveConstructor(f)))
            return e;
        e = clang_Cursor_getArgument(e, 0);
    }
}

void csl_run_copy(csl_run *r, csl_run_place to, CXType type, CXCursor from) {
    csl_cursors list = {0};
    csl_run_place source;
    from = made_from(from);
    if (clang_getCursorKind(clang_getCursorReferenced(from)) == CXCursor_Constructor &&
        clang_getCursorKind(from) == CXCursor_CallExpr) {
        copy_fields(r, csl_run_object(r, to), type, NULL, list);
        csl_run_construct(r, csl_run_object(r, to), from);
        return;
    }
    from = csl_host_copied(from);
    const bool listed = clang_getCursorKind(from) == CXCursor_InitListExpr;
    if (listed)
        list = csl_expr_children(r->ctx, from);
    const bool known = !listed && csl_run_lvalue(r, from, &source);
    if (known)
        source = csl_run_object(r, source);
    if (!known && !listed) { /* `Pair p = both(d)` */
        csl_run_eval(r, from);
        r->cut |= csl_run_mentions(r, from);
    }
    copy_fields(r, csl_run_object(r, to), type, known ? &source : NULL, list);
}

/* ---- expressions ----------------------------------------------------------------------------- */

/* pointer + n */
static csl_run_value moved_by(CXCursor pointer, csl_run_value v, int64_t n) {
    const int64_t size =
        (int64_t)csl_sizeof(csl_element_type(csl_plain(clang_getCursorType(pointer))));
    int64_t bytes;
    if (v.kind != CSL_RUN_MEMORY || size <= 0 || __builtin_mul_overflow(n, size, &bytes) ||
        __builtin_add_overflow(v.bytes, bytes, &v.bytes))
        return csl_run_unknown();
    return v;
}

/* pointer + sign * number */
static csl_run_value moved(CXCursor pointer, csl_run_value v, CXCursor number, int sign) {
    int64_t n;
    if (!csl_integer_constant(number, &n) || __builtin_mul_overflow(n, sign, &n))
        return csl_run_unknown();
    return moved_by(pointer, v, n);
}

static void eval_all(csl_run *r, CXCursor e) {
    const csl_cursors kids = csl_expr_children(r->ctx, e);
    for (unsigned i = 0; i < kids.n; i++)
        csl_run_eval(r, kids.v[i]);
}

static void set(csl_run *r, CXCursor to, csl_run_value v) {
    csl_run_place place;
    const bool known = csl_run_lvalue(r, to, &place);
    if (!known) { /* `f(p) = q`, `p[i] = q` */
        r->cut |= csl_run_is_pointer(clang_getCursorType(to)) && csl_run_mentions(r, to);
        return;
    }
    csl_run_forget(r, clang_Cursor_isNull(place.field) ? place.var : place.field);
    /* Which of several kernels a variable is assigned is not followed (csl_run_changes). */
    if (csl_run_is_pointer(clang_getCursorType(to)))
        csl_run_write(r, place, csl_run_is_kernel(clang_getCursorType(to)) ? csl_run_unknown() : v);
}

static csl_run_value binary(csl_run *r, CXCursor e) {
    const struct csl_host_kids kids = csl_host_kids_of(e);
    const enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(e);
    if (kids.n != 2)
        return csl_run_unknown();
    const csl_run_value right = csl_run_eval(r, kids.v[1]);
    if (op == CXBinaryOperator_Assign) {
        csl_run_eval(r, kids.v[0]);
        set(r, kids.v[0], right);
        return right;
    }
    const csl_run_value left = csl_run_eval(r, kids.v[0]);
    if (op == CXBinaryOperator_Comma)
        return right;
    const bool first = csl_run_is_pointer(clang_getCursorType(kids.v[0]));
    const bool second = csl_run_is_pointer(clang_getCursorType(kids.v[1]));
    if (first == second || (op != CXBinaryOperator_Add && op != CXBinaryOperator_Sub))
        return csl_run_unknown();
    return first ? moved(kids.v[0], left, kids.v[1], op == CXBinaryOperator_Add ? 1 : -1)
                 : moved(kids.v[1], right, kids.v[0], 1);
}

/* `p++` and the like. */
static csl_run_value stepped(csl_run *r, CXCursor e, enum CXUnaryOperatorKind op) {
    const bool before = op == CXUnaryOperator_PreInc || op == CXUnaryOperator_PreDec;
    const bool up = op == CXUnaryOperator_PreInc || op == CXUnaryOperator_PostInc;
    const csl_run_value v = csl_run_eval(r, e);
    csl_run_value next = csl_run_unknown();
    if (csl_run_is_pointer(clang_getCursorType(e)))
        next = moved_by(e, v, up ? 1 : -1);
    set(r, e, next);
    return before ? next : v;
}

static csl_run_value unary(csl_run *r, CXCursor e) {
    const struct csl_host_kids kids = csl_host_kids_of(e);
    const enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(e);
    if (kids.n != 1)
        return csl_run_unknown();
    const CXCursor inner = csl_host_bare(kids.v[0]);
    const struct csl_host_kids of = csl_host_kids_of(inner);
    csl_run_place place;
    switch (op) {
    case CXUnaryOperator_AddrOf:
        if (clang_getCursorKind(inner) == CXCursor_ArraySubscriptExpr && of.n == 2 &&
            !csl_run_is_pointer(clang_getCursorType(inner)))
            return moved(of.v[0], csl_run_eval(r, of.v[0]), of.v[1], 1);
        if (!csl_run_lvalue(r, inner, &place))
            return csl_run_unknown();
        return (csl_run_value){CSL_RUN_ADDRESS, place, 0, 0};
    case CXUnaryOperator_Deref:
        return csl_run_lvalue(r, e, &place) ? csl_run_read(r, place) : csl_run_unknown();
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec:
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec: return stepped(r, inner, op);
    default: csl_run_eval(r, inner); return csl_run_unknown();
    }
}

static csl_run_value compound(csl_run *r, CXCursor e) {
    const struct csl_host_kids kids = csl_host_kids_of(e);
    const enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(e);
    csl_run_value v = csl_run_unknown();
    if (kids.n != 2)
        return v;
    csl_run_eval(r, kids.v[1]);
    if (op == CXBinaryOperator_AddAssign || op == CXBinaryOperator_SubAssign)
        v = moved(kids.v[0], csl_run_eval(r, kids.v[0]), kids.v[1],
                  op == CXBinaryOperator_AddAssign ? 1 : -1);
    set(r, kids.v[0], v);
    return v;
}

/* A lambda that goes where it is called in an order that is not known. */
static void passed_on(csl_run *r, CXCursor lambda) {
    const CXCursor body = csl_run_body_of(r, lambda);
    for (unsigned i = 0; i < CSL_LIMIT(host_run_passes) && !clang_Cursor_isNull(body); i++) {
        if (!csl_run_moves(r, body) || csl_run_choose(r))
            return;
        csl_run_statement(r, body);
    }
}

static bool is_null_pointer(CXCursor e) {
    const enum CXCursorKind kind = clang_getCursorKind(csl_host_bare(e));
    int64_t n;
    return kind == CXCursor_CXXNullPtrLiteralExpr || kind == CXCursor_GNUNullExpr ||
           (csl_integer_constant(csl_host_bare(e), &n) && n == 0);
}

/* `x ? x.value().data() : nullptr`: whichever it is, no memory that is known is passed. */
static bool is_unknown_or_null(csl_run *r, CXCursor e) {
    const struct csl_host_kids kids = csl_host_kids_of(csl_host_bare(e));
    if (clang_getCursorKind(csl_host_bare(e)) == CXCursor_ConditionalOperator)
        return kids.n == 3 && is_unknown_or_null(r, kids.v[1]) && is_unknown_or_null(r, kids.v[2]);
    return is_null_pointer(e) ||
           (!csl_run_moves(r, e) && csl_run_eval(r, e).kind == CSL_RUN_UNKNOWN);
}

/* The same of a whole choice, and making it changes no pointer either. */
static bool chooses_nothing(csl_run *r, CXCursor e) {
    const unsigned n = r->ncells;
    csl_run_cell *before = csl_alloc(r->ctx, (n + 1) * sizeof *before);
    memcpy(before, r->cells, n * sizeof *before);
    const bool unknown = is_unknown_or_null(r, e);
    if (r->ncells == n && memcmp(before, r->cells, n * sizeof *before) == 0)
        return unknown;
    memcpy(r->cells, before, n * sizeof *before);
    r->ncells = n;
    return false;
}

csl_run_value csl_run_eval(csl_run *r, CXCursor e) {
    e = csl_host_bare(e);
    csl_run_place place;
    if (r->gave_up || !csl_limit_spend(CSL_LIMIT_host_run_steps, &r->steps)) {
        r->gave_up = true;
        return csl_run_unknown();
    }
    const CXType type = clang_getCursorType(e);
    const struct csl_host_kids kids = csl_host_kids_of(e);
    switch (clang_getCursorKind(e)) {
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
        if (clang_getCursorKind(e) == CXCursor_ArraySubscriptExpr)
            eval_all(r, e);
        if (!csl_run_lvalue(r, e, &place))
            return csl_run_unknown();
        if (csl_run_is_function(place.var) ||
            (csl_is_array(type) && clang_getCursorKind(place.var) != CXCursor_ParmDecl))
            return (csl_run_value){CSL_RUN_MEMORY, place, 0, 0};
        return csl_run_is_pointer(type) || csl_is_array(type) ? csl_run_read(r, place)
                                                              : csl_run_unknown();
    case CXCursor_BinaryOperator: return binary(r, e);
    case CXCursor_CompoundAssignOperator: return compound(r, e);
    case CXCursor_UnaryOperator: return unary(r, e);
    case CXCursor_ConditionalOperator:
        if (csl_run_is_pointer(type) && chooses_nothing(r, e))
            return csl_run_unknown();
        if (kids.n == 3 && csl_run_is_pointer(type))
            return csl_run_eval(r, kids.v[csl_run_holds(r, kids.v[0], !r->at_launch) ? 1 : 2]);
        break;
    case CXCursor_CallExpr: return csl_run_call(r, e);
    case CXCursor_LambdaExpr: passed_on(r, e); return csl_run_unknown();
    case CXCursor_CXXThisExpr: return (csl_run_value){CSL_RUN_ADDRESS, r->frame->object, 0, 0};
    default: break;
    }
    eval_all(r, e);
    return csl_run_unknown();
}
