/* Calls in host code: launches, functions that are followed, and others (state.h). */
#include "state.h"

#include <string.h>

/* ---- the launch ------------------------------------------------------------------------------ */

/* Cursors of one expression are not always equal: they depend on how the walk got there. */
static bool is_launch_at(const csl_run *r, CXCursor call, CXSourceRange extent) {
    return clang_equalRanges(extent, r->launch) &&
           clang_getCursorKind(call) == clang_getCursorKind(r->query->launch);
}

bool csl_run_is_launch(const csl_run *r, const csl_run_item *call) {
    return is_launch_at(r, call->cursor, call->extent);
}

static csl_run_value passed(csl_run *r, const csl_run_slot *slot) {
    csl_run_place place;
    if (clang_Cursor_isNull(slot->field))
        return csl_run_eval(r, slot->argument);
    if (!csl_run_lvalue(r, csl_host_copied(slot->argument), &place))
        return csl_run_unknown();
    return csl_run_read(r, csl_run_member(csl_run_object(r, place), slot->field));
}

typedef struct object_in {
    CXCursor object; /* null: none was found */
    bool bound;      /* a name of a structured binding is used */
} object_in;

static enum CXChildVisitResult find_object(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    object_in *found = data;
    const CXCursor of = clang_getCursorReferenced(c);
    const enum CXCursorKind kind = clang_getCursorKind(of);
    if (clang_getCursorKind(c) != CXCursor_DeclRefExpr)
        return CXChildVisit_Recurse;
    if ((kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl) &&
        (csl_is_class(csl_plain(clang_getCursorType(of))) ||
         csl_is_array(csl_plain(clang_getCursorType(of)))))
        found->object = of;
    found->bound |= kind == CXCursor_UnexposedDecl;
    return CXChildVisit_Recurse;
}

static object_in object_of_argument(CXCursor argument) {
    object_in found = {clang_getNullCursor(), false};
    find_object(argument, argument, &found);
    clang_visitChildren(argument, find_object, &found);
    return found;
}

/* Both come out of one object: `v[0]` and `v[i]`. */
static bool of_one_object(const csl_run *r, unsigned i, unsigned j) {
    const csl_run_query *q = r->query;
    if (!clang_Cursor_isNull(q->slots[i].field) || !clang_Cursor_isNull(q->slots[j].field))
        return false;
    const object_in a = object_of_argument(q->slots[i].argument);
    const object_in b = object_of_argument(q->slots[j].argument);
    return (a.bound && b.bound) ||
           (!clang_Cursor_isNull(a.object) && clang_equalCursors(a.object, b.object));
}

static bool is_given(const csl_run_slot *slot) {
    const CXCursor call = csl_host_copied(slot->argument);
    return clang_Cursor_isNull(slot->field) && clang_getCursorKind(call) == CXCursor_CallExpr &&
           clang_Cursor_getNumArguments(call) > 0 && !clang_Cursor_isNull(csl_host_called(call));
}

bool csl_run_passes_given(const csl_run *r) {
    for (unsigned i = 0; i < r->query->nslots; i++)
        if (is_given(&r->query->slots[i]))
            return true;
    return false;
}

bool csl_run_passes_parts(const csl_run *r) {
    for (unsigned i = 0; i < r->query->nslots; i++)
        for (unsigned j = 0; j < i; j++)
            if (of_one_object(r, i, j))
                return true;
    return false;
}

/* It is not known which part of it each is. */
static bool may_be_one(const csl_run *r, unsigned i, unsigned j, const csl_run_value *v) {
    const bool unknown = v[i].kind == CSL_RUN_UNKNOWN && v[j].kind == CSL_RUN_UNKNOWN;
    return (unknown || object_of_argument(r->query->slots[i].argument).bound) &&
           of_one_object(r, i, j);
}

/* It is another kernel that comes here, by a variable that holds it. */
static bool is_other_kernel(csl_run *r) {
    const csl_run_query *q = r->query;
    const csl_run_value v =
        clang_Cursor_isNull(q->callee) ? csl_run_unknown() : csl_run_eval(r, q->callee);
    if (v.kind == CSL_RUN_UNKNOWN || !csl_run_is_function(v.of.var))
        return false;
    const CXCursor of = clang_getSpecializedCursorTemplate(v.of.var);
    const char *usr = csl_usr(q->unit->ctx, clang_Cursor_isNull(of) ? v.of.var : of);
    return usr && q->pattern && strcmp(usr, q->pattern) != 0;
}

static void meet(csl_run *r) {
    const csl_run_query *q = r->query;
    csl_run_value *v = csl_alloc(r->ctx, (q->nslots + 1) * sizeof *v);
    csl_run_pair *pairs = csl_alloc(r->ctx, (q->nslots + 1) * sizeof *pairs);
    unsigned n = 0;
    if (is_other_kernel(r))
        return;
    r->at_launch = true;
    for (unsigned i = 0; i < q->nslots; i++) {
        v[i] = passed(r, &q->slots[i]);
        for (unsigned j = 0; j < i; j++)
            if (csl_run_same(&v[i], &v[j])) {
                pairs[n++] = (csl_run_pair){i, j, v[i].bytes - v[j].bytes};
                break;
            } else {
                r->cut |= may_be_one(r, i, j, v);
            }
    }
    r->at_launch = false;
    if (n && !r->gave_up)
        q->found(q->user, pairs, n, r->open <= 1 && !r->again);
}

/* ---- functions that are followed --------------------------------------------------------------- */

/* What the function returns if it does nothing else; or null. */
static CXCursor only_returned(csl_run *r, CXCursor f) {
    csl_cursors kids = *csl_run_children(r, csl_run_body_of(r, f));
    if (kids.n != 1 || clang_getCursorKind(kids.v[0]) != CXCursor_ReturnStmt)
        return clang_getNullCursor();
    kids = csl_expr_children(r->ctx, kids.v[0]);
    return kids.n == 1 ? kids.v[0] : clang_getNullCursor();
}

/* The method does nothing but `return *this`. */
static bool gives_itself(csl_run *r, CXCursor call) {
    const CXCursor f = clang_getCursorDefinition(clang_getCursorReferenced(call));
    if (clang_getCursorKind(f) != CXCursor_CXXMethod)
        return false;
    const CXCursor given = csl_host_bare(only_returned(r, f));
    const struct csl_host_kids of = csl_host_kids_of(given);
    return clang_getCursorKind(given) == CXCursor_UnaryOperator && of.n == 1 &&
           clang_getCursorKind(csl_host_bare(of.v[0])) == CXCursor_CXXThisExpr;
}

/* The object that a pointer points to, or stands for if it points to none that is known. */
static csl_run_place pointed_object(csl_run *r, csl_run_value p, csl_run_place otherwise) {
    const bool first = p.kind == CSL_RUN_MEMORY && !p.turn && !p.bytes;
    return csl_run_object(r, first || p.kind == CSL_RUN_ADDRESS ? p.of : otherwise);
}

/* What is not known of the object but where it is written: in a function that is followed each call
 * has its own. */
static csl_run_place own_object(csl_run *r, CXCursor written) {
    csl_run_place own = csl_run_variable(written);
    r->cut |= r->frame->outer != NULL;
    if (r->frame->outer)
        own.index = (int64_t)r->nparts; /* no element: the next part */
    return csl_run_object(r, own);
}

/* The object that a method is called for: `h` of `h.f()`, or that of the caller. */
static csl_run_place object_of(csl_run *r, CXCursor call) {
    const csl_cursors kids = csl_expr_children(r->ctx, call);
    csl_run_place place;
    if (!kids.n || clang_getCursorKind(kids.v[0]) != CXCursor_MemberRefExpr)
        return r->frame->object;
    const csl_cursors of = csl_expr_children(r->ctx, kids.v[0]);
    const CXCursor object = of.n ? csl_host_bare(of.v[0]) : clang_getNullCursor();
    if (!of.n || clang_getCursorKind(object) == CXCursor_CXXThisExpr)
        return r->frame->object;
    if (clang_getCursorKind(object) == CXCursor_CallExpr && gives_itself(r, object))
        return object_of(r, object);
    if (csl_run_lvalue(r, object, &place))
        return pointed_object(r, csl_run_read(r, place), place);
    const struct csl_host_kids pointer = csl_host_kids_of(object);
    if (clang_getCursorKind(object) == CXCursor_UnaryOperator && pointer.n == 1 &&
        clang_getCursorUnaryOperatorKind(object) == CXUnaryOperator_Deref)
        return pointed_object(r, csl_run_eval(r, pointer.v[0]), own_object(r, kids.v[0]));
    return own_object(r, kids.v[0]);
}

static bool is_active(const csl_run *r, CXCursor function) {
    for (const csl_run_frame *f = r->frame; f; f = f->outer)
        if (clang_equalCursors(f->function, function))
            return true;
    return false;
}

/* A reference to what the argument gives, which no variable holds: each call has its own. */
static void bind_value(csl_run *r, csl_run_place at, CXType type, CXCursor argument) {
    if (csl_is_class(type)) {
        csl_run_copy(r, at, type, argument);
        return;
    }
    const csl_run_value v = csl_run_eval(r, argument);
    if (csl_run_is_pointer(type))
        csl_run_write(r, at, v.kind == CSL_RUN_ADDRESS ? csl_run_unknown() : v);
}

/* The parameters get their values. */
static void bind(csl_run *r, CXCursor call, CXCursor function) {
    const int n = clang_Cursor_getNumArguments(function);
    const int given = clang_Cursor_getNumArguments(call);
    const int skip = given == n + 1; /* the object of a lambda */
    for (int i = 0; i < n && i + skip < given; i++) {
        const CXCursor param = clang_Cursor_getArgument(function, (unsigned)i);
        const CXCursor argument = clang_Cursor_getArgument(call, (unsigned)(i + skip));
        const CXType type = clang_getCursorType(param);
        const csl_run_place at = csl_run_variable(param);
        csl_run_place of;
        csl_run_forget(r, param);
        if (csl_is_reference(type)) {
            if (csl_run_lvalue(r, argument, &of))
                csl_run_write(r, at, (csl_run_value){CSL_RUN_ADDRESS, of, 0, 0});
            else
                bind_value(r, at, csl_plain(type), argument);
        } else if (csl_is_class(type)) {
            csl_run_copy(r, at, type, argument);
        } else {
            const csl_run_value v = csl_run_eval(r, argument);
            if (csl_run_is_pointer(type))
                csl_run_write(r, at, v);
        }
    }
}

/* The call leads into the function, whose parameters get their values. */
static csl_run_frame frame_of(csl_run *r, CXCursor call, CXCursor f) {
    const enum CXCursorKind kind = clang_getCursorKind(f);
    const bool method = kind == CXCursor_ConversionFunction ||
                        (kind == CXCursor_CXXMethod && !csl_host_spelled(f, "operator()"));
    bind(r, call, f);
    return (csl_run_frame){f, method ? object_of(r, call) : r->frame->object, csl_run_unknown(),
                           r->frame};
}

static void enter(csl_run *r, csl_run_frame *frame) {
    r->frame = frame;
    r->depth++;
}

static void leave(csl_run *r) {
    r->depth--;
    r->frame = (csl_run_frame *)r->frame->outer;
}

static bool is_too_deep(const csl_run *r, CXCursor f) {
    return is_active(r, f) || csl_limit_reached(CSL_LIMIT_host_run_depth, r->depth);
}

static bool follow(csl_run *r, CXCursor call, csl_run_value *result) {
    const CXCursor f = csl_host_called(call);
    if (clang_Cursor_isNull(f))
        return false;
    const CXCursor body = csl_run_body_of(r, f);
    if (clang_Cursor_isNull(body) || is_too_deep(r, f) ||
        (!csl_run_moves(r, body) && !csl_run_is_pointer(clang_getCursorType(call))))
        return false;
    csl_run_frame frame = frame_of(r, call, f);
    enter(r, &frame);
    csl_run_statement(r, body);
    leave(r);
    *result = frame.result;
    return true;
}

bool csl_run_referred(csl_run *r, CXCursor call, csl_run_place *place) {
    const CXCursor f = csl_host_called(call);
    if (clang_Cursor_isNull(f) || !csl_is_reference(clang_getCursorResultType(f)) ||
        is_too_deep(r, f))
        return false;
    const CXCursor given = only_returned(r, f);
    if (clang_Cursor_isNull(given))
        return false;
    csl_run_frame frame = frame_of(r, call, f);
    enter(r, &frame);
    const bool known = csl_run_lvalue(r, given, place);
    leave(r);
    return known;
}

/* `std::unique_ptr<T> u(d)`: where it keeps it is not known. A lambda is kept to be called. */
static void make_unseen(csl_run *r, CXCursor call) {
    for (int i = 0; i < clang_Cursor_getNumArguments(call); i++) {
        const CXCursor argument = csl_host_copied(clang_Cursor_getArgument(call, (unsigned)i));
        r->cut |=
            clang_getCursorKind(argument) != CXCursor_LambdaExpr && csl_run_mentions(r, argument);
        csl_run_eval(r, argument);
    }
}

void csl_run_construct(csl_run *r, csl_run_place object, CXCursor call) {
    const CXCursor f = csl_host_called(call);
    if (clang_Cursor_isNull(f) || is_too_deep(r, f)) {
        make_unseen(r, call);
        return;
    }
    bind(r, call, f);
    csl_run_frame frame = {f, object, csl_run_unknown(), r->frame};
    const csl_cursors kids = *csl_run_children(r, f);
    enter(r, &frame);
    for (unsigned i = 0; i + 1 < kids.n; i++) {
        const CXCursor field = clang_getCursorReferenced(kids.v[i]);
        if (clang_getCursorKind(kids.v[i]) != CXCursor_MemberRef)
            continue;
        const csl_run_place at = csl_run_member(object, field);
        if (csl_is_class(clang_getCursorType(field)))
            csl_run_copy(r, at, clang_getCursorType(field), kids.v[i + 1]);
        else if (csl_run_is_pointer(clang_getCursorType(field)))
            csl_run_write(r, at, csl_run_eval(r, kids.v[i + 1]));
    }
    csl_run_statement(r, csl_run_body_of(r, f));
    leave(r);
}

/* ---- others ---------------------------------------------------------------------------------- */

static void swap(csl_run *r, csl_run_place a, csl_run_place b) {
    const csl_run_value was = csl_run_read(r, a);
    csl_run_write(r, a, csl_run_read(r, b));
    csl_run_write(r, b, was);
}

bool csl_run_hands_on(CXCursor call) {
    return clang_Cursor_getNumArguments(call) == 1 &&
           (csl_host_spelled(call, "move") || csl_host_spelled(call, "forward"));
}

bool csl_run_exchanges(CXCursor call) {
    return clang_getCursorKind(call) == CXCursor_CallExpr &&
           clang_Cursor_getNumArguments(call) == 2 &&
           (csl_host_spelled(call, "swap") || csl_host_spelled(call, "exchange"));
}

/* `std::swap(a, b)` of pointers, or of objects that hold some. */
static bool swapped(csl_run *r, CXCursor call) {
    csl_run_place a, b;
    if (!csl_run_exchanges(call) || !csl_host_spelled(call, "swap"))
        return false;
    const CXCursor x = clang_Cursor_getArgument(call, 0), y = clang_Cursor_getArgument(call, 1);
    const CXType type = csl_plain(clang_getCursorType(x));
    if (!csl_run_lvalue(r, x, &a) || !csl_run_lvalue(r, y, &b))
        return false;
    if (csl_run_is_pointer(type))
        swap(r, a, b);
    const csl_cursors fields = csl_is_class(type) ? csl_fields_of(r->ctx, type) : (csl_cursors){0};
    for (unsigned i = 0; i < fields.n; i++)
        if (csl_run_is_pointer(clang_getCursorType(fields.v[i])))
            swap(r, csl_run_member(csl_run_object(r, a), fields.v[i]),
                 csl_run_member(csl_run_object(r, b), fields.v[i]));
    csl_run_forget(r, a.var);
    csl_run_forget(r, b.var);
    return true;
}

/* What may change there is new memory: the variable, and what is in it. Functions of CUDA and of
 * the system are known to allocate it; of others without a body that is not known. */
static void replace(csl_run *r, csl_run_place at, CXType type, bool known) {
    r->cut |= !known && csl_run_follows(r, at.var);
    csl_run_forget(r, at.var);
    if (csl_run_is_pointer(type))
        csl_run_write(r, at, csl_run_new(r, at));
    else if (csl_is_class(type) || csl_is_array(type))
        csl_run_renew(r, csl_run_object(r, at));
}

static bool is_const(CXType type) {
    return clang_isConstQualifiedType(clang_getPointeeType(type));
}

/* A function that is not followed: what it may change holds something else then. */
static void escape(csl_run *r, CXCursor call) {
    const CXCursor callee = clang_getCursorReferenced(call);
    const CXType function = clang_getCanonicalType(clang_getCursorType(callee));
    const bool known = csl_run_is_known(callee);
    const int n = clang_Cursor_getNumArguments(call), params = clang_getNumArgTypes(function);
    for (int i = 0; i < n; i++) {
        const CXCursor argument = clang_Cursor_getArgument(call, (unsigned)i);
        const CXType given = clang_getCursorType(csl_host_bare(argument));
        const CXType type = i < params ? clang_getArgType(function, (unsigned)i) : given;
        const csl_run_value v = csl_run_eval(r, argument);
        csl_run_place at;
        if (v.kind == CSL_RUN_ADDRESS && !is_const(type))
            replace(r, v.of, csl_element_type(given), known);
        if (type.kind == CXType_LValueReference && !is_const(type) &&
            csl_run_lvalue(r, argument, &at))
            replace(r, at, given, known);
    }
}

csl_run_value csl_run_call(csl_run *r, CXCursor call) {
    csl_run_value result = csl_run_unknown();
    csl_run_place place;
    const int n = clang_Cursor_getNumArguments(call);
    if (is_launch_at(r, call, clang_getCursorExtent(call))) {
        meet(r);
        return result;
    }
    if (csl_host_is_launch(call))
        return result;
    if (csl_run_hands_on(call))
        return csl_run_eval(r, clang_Cursor_getArgument(call, 0));
    if (csl_run_exchanges(call) && csl_host_spelled(call, "exchange") &&
        csl_run_lvalue(r, clang_Cursor_getArgument(call, 0), &place)) {
        result = csl_run_read(r, place);
        csl_run_write(r, place, csl_run_eval(r, clang_Cursor_getArgument(call, 1)));
        return result;
    }
    if (n == 2 && csl_host_spelled(call, "operator=") &&
        csl_run_lvalue(r, clang_Cursor_getArgument(call, 0), &place)) {
        csl_run_forget(r, place.var);
        csl_run_copy(r, place,
                     clang_getCursorType(csl_host_bare(clang_Cursor_getArgument(call, 0))),
                     clang_Cursor_getArgument(call, 1));
        return result;
    }
    if (!swapped(r, call) && !follow(r, call, &result))
        escape(r, call);
    return result;
}
