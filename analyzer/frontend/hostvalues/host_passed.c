/* What a launch passes: numbers for the template, arguments, and members of structs that it passes
 * by value, `p.n = n; k<<<grid, block>>>(p);`, `k<<<grid, block>>>(shape(n, m))`. */
#include "host_found.h"
#include "host_stores.h"

#include "../parse/parse.h"

/* ---- arguments ------------------------------------------------------------------------------- */

static enum CXChildVisitResult take_number(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    csl_host_numbers *numbers = data;
    const enum CXCursorKind kind = clang_getCursorKind(c);
    numbers->nested |= kind == CXCursor_TemplateRef;
    if (clang_isExpression(kind) && kind != CXCursor_OverloadedDeclRef &&
        numbers->n < CSL_ROOM_host_numbers)
        numbers->v[numbers->n++] = c;
    return CXChildVisit_Continue;
}

csl_host_numbers csl_host_find_numbers(CXCursor reference) {
    csl_host_numbers numbers = {.n = 0};
    if (!clang_Cursor_isNull(reference))
        clang_visitChildren(reference, take_number, &numbers);
    return numbers;
}

/* ---- arguments by their addresses: `void *args[] = {&a, &b}` ---------------------------------- */

/* Where the array is named, and how much of that launches something. */
typedef struct naming {
    CXCursor variable;
    csl_host_is_call *launching;
    unsigned all, launches;
} naming;

static bool names(CXCursor e, CXCursor variable) {
    return clang_getCursorKind(e) == CXCursor_DeclRefExpr &&
           clang_equalCursors(clang_getCursorReferenced(e), variable);
}

/* From `&a` to a; null: it is something else. */
static CXCursor addressed(CXCursor e) {
    const struct csl_host_kids kids = csl_host_kids_of(e);
    return kids.n == 1 && clang_getCursorKind(e) == CXCursor_UnaryOperator &&
                   clang_getCursorUnaryOperatorKind(e) == CXUnaryOperator_AddrOf
               ? csl_host_bare(kids.v[0])
               : clang_getNullCursor();
}

static enum CXChildVisitResult count_names(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    naming *n = data;
    n->all += names(c, n->variable);
    if (clang_getCursorKind(c) == CXCursor_CallExpr && n->launching(c))
        for (int i = 0; i < clang_Cursor_getNumArguments(c); i++) {
            const CXCursor argument = csl_host_bare(clang_Cursor_getArgument(c, (unsigned)i));
            n->launches += names(argument, n->variable);
        }
    return CXChildVisit_Recurse;
}

/* What the one `array[i] = value` of the function assigns, null: none does; false: that is not
 * clear. *n: assignments to elements. */
static bool find_assigned(csl_host_point point, CXCursor array, unsigned i, CXCursor *value,
                          unsigned *n) {
    const struct csl_host_found *found = csl_host_found_in(point.function);
    *value = clang_getNullCursor();
    for (unsigned k = 0; k < found->nassigned; k++) {
        const csl_host_assigned *a = &found->assigned[k];
        const struct csl_host_kids parts = csl_host_kids_of(a->to);
        int64_t index;
        if (clang_getCursorKind(a->to) != CXCursor_ArraySubscriptExpr || parts.n != 2 ||
            !names(csl_host_bare(parts.v[0]), array))
            continue;
        ++*n;
        if (clang_getCursorKind(csl_host_bare(parts.v[1])) != CXCursor_IntegerLiteral ||
            !csl_host_integer(point, parts.v[1], &index) ||
            (index == i && !clang_Cursor_isNull(*value)))
            return false;
        *value = index == i ? a->value : *value;
    }
    return true;
}

/* The element of a list; null: it has none. */
static CXCursor listed(csl_ctx *ctx, CXCursor list, unsigned i) {
    list = csl_host_bare(list);
    if (clang_getCursorKind(list) != CXCursor_InitListExpr)
        return clang_getNullCursor();
    const csl_cursors elements = csl_expr_children(ctx, list);
    return i < elements.n ? csl_host_bare(elements.v[i]) : clang_getNullCursor();
}

/* The array, a variable of the function; null: it is none. */
static CXCursor list_of(CXCursor addresses) {
    const CXCursor array = csl_host_bare(addresses), var = clang_getCursorReferenced(array);
    return clang_getCursorKind(array) == CXCursor_DeclRefExpr &&
                   clang_getCursorKind(var) == CXCursor_VarDecl &&
                   clang_getCursorLinkage(var) == CXLinkage_NoLinkage
               ? var
               : clang_getNullCursor();
}

bool csl_host_only_lists(csl_host_point point, CXCursor addresses, csl_host_is_call *launching) {
    if (clang_Cursor_isNull(addresses))
        return false;
    naming n = {list_of(addresses), launching, 0, 0};
    CXCursor value;
    unsigned assigned = 0;
    if (clang_Cursor_isNull(n.variable) || !find_assigned(point, n.variable, 0, &value, &assigned))
        return false;
    clang_visitChildren(point.function->cursor, count_names, &n);
    return n.all == n.launches + assigned;
}

/* The i-th argument by its address. */
static bool find_addressed(const csl_host_launch *l, unsigned i, CXCursor *argument) {
    const CXCursor var = list_of(l->addresses);
    CXCursor value;
    unsigned assigned = 0;
    if (!l->only_listed || !find_assigned(l->point, var, i, &value, &assigned))
        return false;
    const CXCursor first =
        listed(l->point.function->unit->ctx, clang_Cursor_getVarDeclInitializer(var), i);
    if (clang_Cursor_isNull(first) == clang_Cursor_isNull(value))
        return false;
    *argument = addressed(csl_host_bare(clang_Cursor_isNull(first) ? value : first));
    return !clang_Cursor_isNull(*argument);
}

/* ---- what a launch changes itself ------------------------------------------------------------- */

static bool takes_to_change(CXType parameter) {
    return parameter.kind == CXType_LValueReference &&
           !clang_isConstQualifiedType(clang_getPointeeType(parameter));
}

/* T(T &) is all that is called. */
static bool is_copy_of_own(CXCursor constructor, CXType callee) {
    return clang_getCursorKind(constructor) == CXCursor_Constructor &&
           clang_getNumArgTypes(callee) == 1 &&
           clang_equalTypes(
               clang_getCanonicalType(clang_getPointeeType(clang_getArgType(callee, 0))),
               clang_getCanonicalType(
                   clang_getCursorType(clang_getCursorSemanticParent(constructor))));
}

static enum CXChildVisitResult find_effect(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    csl_host_effects *found = data;
    const enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(c);
    const CXCursor called = clang_getCursorReferenced(c);
    const CXType callee = clang_getCanonicalType(clang_getCursorType(called));
    bool effect = false;
    switch (clang_getCursorKind(c)) {
    case CXCursor_LambdaExpr: return CXChildVisit_Continue;
    case CXCursor_CompoundAssignOperator: effect = true; break;
    case CXCursor_UnaryOperator:
        effect = op >= CXUnaryOperator_PostInc && op <= CXUnaryOperator_PreDec;
        break;
    case CXCursor_BinaryOperator:
        effect = clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign;
        break;
    case CXCursor_CallExpr:
        for (int i = 0; i < clang_getNumArgTypes(callee); i++)
            effect |= takes_to_change(clang_getArgType(callee, (unsigned)i));
        if (effect && is_copy_of_own(called, callee)) {
            found->copied = true;
            effect = false;
        }
        break;
    default: break;
    }
    found->any |= effect;
    return effect ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* Other than a number, an operator and a variable that is no object and no reference. */
static enum CXChildVisitResult find_object(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    const enum CXCursorKind kind = clang_getCursorKind(c);
    const CXType type = clang_getCanonicalType(clang_getCursorType(clang_getCursorReferenced(c)));
    *(bool *)data |= kind == CXCursor_MemberRefExpr || kind == CXCursor_CallExpr ||
                     (kind == CXCursor_DeclRefExpr &&
                      (csl_is_reference(type) || csl_scalar_type(type) == CSL_VOID));
    return *(bool *)data ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static bool is_of_object(CXCursor e) {
    bool found = false;
    find_object(e, e, &found);
    if (!found)
        clang_visitChildren(e, find_object, &found);
    return found;
}

static csl_host_effects effects_of(CXCursor call) {
    csl_host_effects found = {false, false};
    clang_visitChildren(call, find_effect, &found);
    return found;
}

/* Something in the launch changes a variable, `k<<<1, n / 2>>>(n++, n / 2)`: whether `e`, in one of
 * its arguments, is worth what it was before is open. */
bool csl_host_may_be_changed(const csl_host_launch *l, CXCursor e) {
    if (clang_Cursor_isNull(l->call))
        return false;
    const csl_host_effects found =
        csl_host_memo_effects(l->point.function->unit, l->call, effects_of);
    return found.any || (found.copied && is_of_object(e));
}

bool csl_host_is_followed(CXCursor e) {
    return clang_getCursorKind(e) == CXCursor_DeclRefExpr ||
           (clang_getCursorLinkage(csl_host_base_of(e)) == CXLinkage_NoLinkage &&
            !csl_host_is_behind_pointer(e));
}

bool csl_host_argument_at(const csl_host_launch *l, unsigned i, CXCursor *argument) {
    if (clang_Cursor_isNull(l->call))
        return !clang_Cursor_isNull(l->addresses) && find_addressed(l, i, argument);
    if ((int)(l->skip + i) >= clang_Cursor_getNumArguments(l->call))
        return false;
    *argument = clang_Cursor_getArgument(l->call, l->skip + i);
    return true;
}

bool csl_host_argument_of(const csl_host_launch *l, uint32_t param, CXCursor *argument) {
    unsigned arg = 0;
    for (uint32_t i = 0; i < param; i++)
        arg += !l->kernel->params[i].chosen;
    return !l->kernel->params[param].chosen && csl_host_argument_at(l, arg, argument) &&
           !csl_host_may_be_changed(l, *argument);
}

bool csl_host_is_same_between(csl_host_point a, csl_host_point b, CXCursor var) {
    return clang_getCursorKind(var) == CXCursor_NonTypeTemplateParameter ||
           csl_host_unchanged(a.function, var, a.offset < b.offset ? a.offset : b.offset,
                              a.offset < b.offset ? b.offset : a.offset);
}

/* ---- members of structs ---------------------------------------------------------------------- */

/* The expression without the copies of the object that it is. */
static CXCursor copied(CXCursor e) {
    e = csl_host_bare(e);
    for (struct csl_host_kids kids = csl_host_kids_of(e);
         clang_getCursorKind(e) == CXCursor_CallExpr && kids.n == 1 &&
         clang_equalTypes(csl_plain(clang_getCursorType(e)),
                          csl_plain(clang_getCursorType(kids.v[0])));
         kids = csl_host_kids_of(e))
        e = csl_host_bare(kids.v[0]);
    return e;
}

static bool path_of(const csl_unit *unit, CXCursor argument, const csl_param *member,
                    CXCursor path[CSL_ROOM_host_member_depth], unsigned *n) {
    *n = 0;
    return csl_find_member_path(unit->ctx, csl_plain(clang_getCursorType(argument)), member->at,
                                member->type, path, n) &&
           *n;
}

bool csl_host_is_member(const csl_unit *unit, CXCursor argument, const csl_param *member,
                        CXCursor e) {
    CXCursor path[CSL_ROOM_host_member_depth];
    unsigned n;
    argument = copied(argument);
    if (!path_of(unit, argument, member, path, &n))
        return false;
    for (e = csl_host_bare(e); n; e = csl_host_bare(e)) {
        const struct csl_host_kids object = csl_host_kids_of(e);
        if (clang_getCursorKind(e) != CXCursor_MemberRefExpr || object.n != 1 ||
            !clang_equalCursors(clang_getCursorReferenced(e), path[--n]))
            return false;
        e = object.v[0];
    }
    return csl_host_same(argument, e);
}

bool csl_host_go_out(csl_host_part *part) {
    const CXCursor e = copied(part->value), param = clang_getCursorReferenced(e);
    csl_host_part outer;
    int component;
    if (clang_getCursorKind(e) != CXCursor_DeclRefExpr ||
        clang_getCursorKind(param) != CXCursor_ParmDecl ||
        !csl_host_definition(part->where, param, CSL_HOST_WHOLE, &outer.value, &component,
                             &outer.where) ||
        component != CSL_HOST_WHOLE || outer.where.function == part->where.function)
        return false;
    *part = outer;
    return true;
}

/* From `*p` of a parameter `const T *p` to `x`, whose address is the argument. */
static bool go_out_by_address(csl_host_part *part) {
    const CXCursor e = copied(part->value);
    struct csl_host_kids kids = csl_host_kids_of(e);
    if (clang_getCursorKind(e) != CXCursor_UnaryOperator || kids.n != 1 ||
        clang_getCursorUnaryOperatorKind(e) != CXUnaryOperator_Deref)
        return false;
    csl_host_part address = {kids.v[0], part->where};
    if (!csl_host_go_out(&address))
        return false;
    const CXCursor of = csl_host_bare(address.value);
    kids = csl_host_kids_of(of);
    if (clang_getCursorKind(of) != CXCursor_UnaryOperator || kids.n != 1 ||
        clang_getCursorUnaryOperatorKind(of) != CXUnaryOperator_AddrOf)
        return false;
    *part = (csl_host_part){kids.v[0], address.where};
    return true;
}

static bool passed_member(csl_host_point point, CXCursor argument, const csl_param *member,
                          csl_host_part *part) {
    CXCursor path[CSL_ROOM_host_member_depth];
    csl_host_part object = {argument, point};
    unsigned n;
    if (!path_of(point.function->unit, copied(argument), member, path, &n))
        return false;
    for (unsigned i = 0; i < CSL_ROOM_host_call_depth; i++)
        if (!csl_host_go_out(&object) && !go_out_by_address(&object))
            break;
    object.value = copied(object.value);
    if (clang_getCursorKind(object.value) == CXCursor_DeclRefExpr &&
        csl_host_stored_member(object.where, clang_getCursorReferenced(object.value), path, n,
                               part))
        return true;
    *part = object;
    for (unsigned i = 0; i < n; i++)
        if (!csl_host_find_in(part->where, copied(part->value), path[i], part))
            return false;
    for (unsigned i = 0; i < CSL_ROOM_host_call_depth; i++) /* from a constructor */
        if (part->where.function == object.where.function || !csl_host_go_out(part))
            break;
    return true;
}

bool csl_host_passed(const csl_host_launch *l, uint32_t param, csl_host_part *part) {
    const csl_param *p = &l->kernel->params[param];
    part->where = l->point;
    return csl_host_argument_of(l, p->member ? p->of : param, &part->value) &&
           (!p->member || passed_member(l->point, part->value, p, part));
}
