/* What the variables of a host function hold at a point.
 *
 * A local variable has the value of its last assignment that stands before the point in the text,
 * provided (a) that assignment surely ran: the block it is a statement of also holds the point, and
 * (b) no later assignment can come back to the point: no loop holds both. Anything else that
 * touches the variable (its address, a reference to it) makes it unknown. In a constructor the
 * members of its object are variables as well. */
#include "host_found.h"
#include "host_uses.h"

#include <string.h>

#include "../parse/parse.h"
#include "../recover/recover.h"

/* The part of the variable that the member of a part of it is; -1: of no interest. */
static int member_of(CXCursor var, int part, CXCursor member) {
    int component = csl_host_component(member);
    if (part >= CSL_HOST_ELEMENT(0)) /* of an element */
        return -1;
    if (!csl_host_is_config(clang_getCursorType(var)))
        return component;
    if (part == CSL_HOST_WHOLE)
        return csl_host_config_part(member);
    return part >= 4 && component >= 0 ? part / 4 * 4 + component : part;
}

/* ---- assignments of a variable -------------------------------------------------------------- */

static void add_use(struct csl_host_uses *w, csl_host_use use) {
    w->uses = csl_host_with_room(w->ctx, w->uses, w->nuses, sizeof *w->uses);
    w->uses[w->nuses++] = use;
}

/* In a lambda behind the variable, which runs whenever it is called. */
static bool is_in_lambda(const struct csl_host_uses *w, CXCursor var) {
    for (const csl_host_frame *f = w->top; f; f = f->outer)
        if (clang_getCursorKind(f->cursor) == CXCursor_LambdaExpr &&
            (clang_getCursorKind(var) == CXCursor_FieldDecl ||
             csl_host_offset(f->cursor) > csl_host_offset(var)))
            return true;
    return false;
}

static void note_write(struct csl_host_uses *w, CXCursor var, CXCursor statement,
                       const csl_host_frame *block, int component, CXCursor value) {
    if (is_in_lambda(w, var)) {
        add_use(w, (csl_host_use){.var = var, .escapes = true});
        return;
    }
    add_use(w, (csl_host_use){.var = var,
                              .offset = csl_host_offset(statement),
                              .end = csl_host_end(statement),
                              .component = component,
                              .value = value,
                              .unordered = csl_host_is_unordered(statement),
                              .block_end = csl_host_end_of_block(block, statement)});
}

/* The call takes a copy of that part of a variable. */
static bool copies_part(CXCursor call, int component) {
    /* divUp(n, block.x), which nothing declares: it looks as if it took any reference, but
     * no program passes a single component to be changed. */
    return csl_host_spelled(call, "dim3") || csl_host_makes_values(call) ||
           (clang_getCursorKind(clang_getCursorReferenced(call)) == CXCursor_Constructor &&
            csl_host_is_config(clang_getCursorType(call))) ||
           csl_host_is_launch(call) ||
           (component != CSL_HOST_WHOLE && component < CSL_HOST_ELEMENT(0) &&
            csl_is_recovered(clang_getCursorReferenced(call)));
}

/* The object is `a` or `b` of `c ? a : b`. */
static bool is_arm(const csl_host_frame *f, CXCursor object) {
    const struct csl_host_kids kids = csl_host_kids_of(f->cursor);
    return clang_getCursorKind(f->cursor) == CXCursor_ConditionalOperator && kids.n == 3 &&
           !csl_host_inside(object, kids.v[0]);
}

/* A constructor copies it, or the value of a number is read. */
static bool is_copied(const csl_host_frame *f) {
    while (f && clang_getCursorKind(f->cursor) == CXCursor_UnexposedExpr) {
        const CXType type = clang_getCursorType(f->cursor);
        if (!csl_is_class(type))
            return csl_scalar_type(type) != CSL_VOID;
        if (!clang_isConstQualifiedType(type))
            return false;
        f = f->outer;
    }
    return f && clang_CXXConstructor_isCopyConstructor(clang_getCursorReferenced(f->cursor));
}

/* Goes from a use of the variable to what stands around the part of it that is meant; true: it may
 * be another object as well. */
static bool find_part(CXCursor var, const csl_host_frame **f, CXCursor *outermost, int *component) {
    bool either = false;
    if (csl_host_has_elements(var))
        csl_host_subscript(var, f, outermost, component);
    while (*f) {
        const enum CXCursorKind kind = clang_getCursorKind((*f)->cursor);
        if (kind == CXCursor_MemberRefExpr)
            *component = member_of(var, *component, (*f)->cursor);
        else if (is_arm(*f, *outermost))
            either = true;
        else if (kind != CXCursor_ParenExpr)
            break;
        *outermost = (*f)->cursor;
        *f = (*f)->outer;
    }
    return either;
}

/* It is a loop over what escapes, which ends there unless the loop's variable says more. */
static bool note_loop(struct csl_host_uses *w, CXCursor loop, csl_host_use escape) {
    if (!csl_host_reads_elements(loop, &escape.element))
        return false;
    escape.loop = !clang_Cursor_isNull(escape.element);
    if (escape.loop)
        add_use(w, escape);
    return true;
}

/* Something is done with the variable, perhaps by its member, that leaves only a part as it was. */
static void add_escape(struct csl_host_uses *w, csl_host_use escape, CXCursor member) {
    escape.grows =
        !is_in_lambda(w, escape.var) && csl_host_grows(w->top, escape.var, &escape.value);
    escape.keeps_size = csl_host_hands_out_elements(member);
    add_use(w, escape);
}

/* `use` names the variable; w->top is what it stands in. */
static void note_use(struct csl_host_uses *w, CXCursor var, CXCursor use) {
    csl_host_use escape = {.var = var, .escapes = true, .offset = csl_host_offset(use)};
    const csl_host_frame *f = w->top;
    CXCursor outermost = use;
    int component = CSL_HOST_WHOLE;
    const bool elements = csl_host_has_elements(var);
    const bool either = find_part(var, &f, &outermost, &component);
    if (f && note_loop(w, f->cursor, escape))
        return;
    if (f &&
        (csl_host_is_copied(f->cursor, outermost) || csl_host_calls_const(f->cursor, outermost) ||
         (component < 0 && (csl_host_is_read(f->cursor, outermost) || csl_host_becomes_const(f)))))
        return;
    if (!f || component < 0 || (either && !is_copied(f))) {
        add_escape(w, escape, outermost);
        return;
    }
    CXCursor user = f->cursor;
    const csl_host_frame *block = f->outer;
    const struct csl_host_kids kids = csl_host_kids_of(user);
    switch (clang_getCursorKind(user)) {
    case CXCursor_UnexposedExpr: /* the implicit read of a value */
        if (csl_host_is_asked(f->outer))
            return;
        if ((elements && component == CSL_HOST_WHOLE) || csl_host_hands_out(user, var) ||
            csl_host_is_reshaped(f->outer)) /* a pointer to the first, or what may change it */
            add_escape(w, escape, f->outer ? f->outer->cursor : clang_getNullCursor());
        return;
    case CXCursor_LambdaExpr: /* captured: what the lambda does with it is looked at */
    case CXCursor_UnaryExpr: /* sizeof */ return;
    case CXCursor_InitListExpr:
        if (!csl_host_makes_references(w->ctx, user))
            return;
        break;
    case CXCursor_BinaryOperator:
        if (clang_getCursorBinaryOperatorKind(user) == CXBinaryOperator_Assign && kids.n == 2 &&
            clang_equalCursors(kids.v[0], outermost)) {
            note_write(w, var, user, block, component, kids.v[1]);
            return;
        }
        break;
    case CXCursor_CompoundAssignOperator:
    case CXCursor_UnaryOperator:
        if (clang_getCursorUnaryOperatorKind(user) == CXUnaryOperator_AddrOf) {
            if (csl_host_is_listed_address(f->outer) || csl_host_becomes_const(f) ||
                csl_host_is_config_argument(f->outer) || csl_host_is_copied_from(f->outer, user))
                return;
            if (!csl_host_is_filled(&block, user))
                break;
            note_write(w, var, block->cursor, block->outer, component, clang_getNullCursor());
            return;
        }
        note_write(w, var, user, NULL, component, clang_getNullCursor());
        return;
    case CXCursor_CallExpr:
        if (copies_part(user, component))
            return;
        if (csl_host_assigns_as_is(user) &&
            csl_host_is_same(clang_Cursor_getArgument(user, 0), outermost)) {
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
    return kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl || csl_host_is_binding(decl);
}

/* What a constructor does with its object. */
static void note_own(struct csl_host_uses *w, CXCursor c, CXCursor parent) {
    const enum CXCursorKind kind = clang_getCursorKind(c);
    const CXCursor member = clang_getCursorReferenced(c);
    if (csl_host_is_own_member(c) && clang_getCursorKind(member) == CXCursor_FieldDecl)
        note_use(w, member, c);
    else if (csl_host_is_own_member(c) || kind == CXCursor_ReturnStmt ||
             (kind == CXCursor_CXXThisExpr && !csl_host_is_own_member(parent)))
        w->lost = true;
}

static enum CXChildVisitResult visit_writes(CXCursor c, CXCursor parent, CXClientData data) {
    struct csl_host_uses *w = data;
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (w->constructor)
        note_own(w, c, parent);
    if (kind == CXCursor_DeclRefExpr) {
        CXCursor var = clang_getCursorReferenced(c);
        if (is_variable(var))
            note_use(w, var, c);
        w->scattered |= !csl_host_is_beside(c, w->function);
    } else if (kind == CXCursor_GotoStmt || kind == CXCursor_IndirectGotoStmt) {
        w->jumps = true;
    } else if (kind == CXCursor_LabelStmt && (!w->label || csl_host_offset(c) < w->label)) {
        w->label = csl_host_offset(c);
    } else if (csl_host_is_loop(kind) || kind == CXCursor_LambdaExpr) {
        w->spans = csl_host_with_room(w->ctx, w->spans, w->nspans, sizeof *w->spans);
        w->spans[w->nspans++] = (struct span){csl_host_offset(c), csl_host_end(c), csl_host_body(c),
                                              csl_host_is_loop(kind)};
    }
    csl_host_frame frame = {c, w->top};
    w->top = &frame;
    clang_visitChildren(c, visit_writes, w);
    w->top = frame.outer;
    return CXChildVisit_Continue;
}

static bool is_touched(const struct csl_host_uses *w, CXCursor var) {
    for (unsigned i = 0; i < w->nuses; i++)
        if (clang_equalCursors(w->uses[i].var, var))
            return true;
    return false;
}

/* Loops whose variable could change elements and does not; inner ones stand behind outer ones. */
static void drop_readers(struct csl_host_uses *w) {
    for (unsigned i = w->nuses; i-- > 0;)
        if (w->uses[i].loop && !is_touched(w, w->uses[i].element))
            memmove(&w->uses[i], &w->uses[i + 1], (--w->nuses - i) * sizeof *w->uses);
}

static struct csl_host_uses *find_uses(const csl_unit *unit, CXCursor f) {
    struct csl_host_uses *uses = CSL_NEW(unit->ctx, struct csl_host_uses);
    uses->ctx = unit->ctx;
    uses->function = f;
    uses->constructor = clang_getCursorKind(f) == CXCursor_Constructor;
    clang_visitChildren(f, visit_writes, uses);
    drop_readers(uses);
    return uses;
}

const struct csl_host_uses *csl_host_uses_of(csl_host_function *f) {
    if (!f->uses)
        f->uses = csl_host_memo_uses(f->unit, f->cursor, find_uses);
    return f->uses;
}

bool csl_host_is_ordered(csl_host_function *function) {
    return !csl_host_uses_of(function)->scattered;
}

/* The end of the outermost loop that holds the point but not the variable; 0: there is none. */
static unsigned end_of_loop(const struct csl_host_uses *w, CXCursor var, unsigned at) {
    const unsigned declared = csl_host_offset(var);
    unsigned last = w->jumps ? UINT32_MAX : 0;
    for (unsigned i = 0; i < w->nspans; i++) {
        const struct span *s = &w->spans[i];
        unsigned end = s->loop ? s->end : UINT32_MAX; /* a lambda runs whenever called */
        if (s->body > declared && s->start <= at && s->end > at && end > last)
            last = end;
    }
    return last;
}

/* ---- values at a point ---------------------------------------------------------------------- */

/* The function, or the one around it, that the variable is local to; NULL: none, or it may change
 * at any time. Variables of lambdas belong to the function they are written in, a member to the
 * constructor of its class. */
static csl_host_function *owner_of(csl_host_function *function, CXCursor var) {
    CXCursor parent = clang_getCursorSemanticParent(var);
    if (clang_getCursorKind(var) == CXCursor_FieldDecl)
        return csl_host_uses_of(function)->constructor && !csl_host_uses_of(function)->lost &&
                       !clang_isVolatileQualifiedType(clang_getCursorType(var)) &&
                       clang_equalCursors(parent, clang_getCursorSemanticParent(function->cursor))
                   ? function
                   : NULL;
    if (!is_variable(var) || clang_Cursor_getStorageClass(var) == CX_SC_Static ||
        clang_isVolatileQualifiedType(clang_getCursorType(var)))
        return NULL;
    while (function && !clang_equalCursors(parent, function->cursor) &&
           !(csl_host_spelled(parent, "operator()") && csl_host_inside(parent, function->cursor)))
        function = function->outer;
    const bool known =
        function && (csl_host_is_ordered(function) || !is_touched(csl_host_uses_of(function), var));
    return known ? function : NULL;
}

/* The argument for a parameter of the function; null if the call is not known. */
static CXCursor argument_of(csl_host_function *function, const csl_host_call *call, CXCursor var) {
    int n = clang_Cursor_getNumArguments(function->cursor);
    if (!call)
        csl_host_ask_call(function);
    for (int i = 0; call && i < n; i++)
        if (clang_equalCursors(clang_Cursor_getArgument(function->cursor, (unsigned)i), var))
            return csl_host_argument(call->call, function->cursor, (unsigned)i);
    return clang_getNullCursor();
}

bool csl_host_has_error(const csl_unit *unit, CXCursor in, unsigned from, unsigned to) {
    CXFile file = NULL;
    if (unit->nerrors)
        clang_getExpansionLocation(clang_getCursorLocation(in), &file, NULL, NULL, NULL);
    for (uint32_t i = 0; i < unit->nerrors; i++)
        if (unit->errors[i].offset >= from && unit->errors[i].offset < to &&
            csl_same_file(unit->errors[i].file, file))
            return true;
    return false;
}

bool csl_host_definition(csl_host_point point, CXCursor var, int component, CXCursor *value,
                         int *value_component, csl_host_point *where) {
    csl_host_function *function = owner_of(point.function, var);
    if (!function)
        return false;
    const csl_host_call *call = function == point.function ? point.call : NULL;
    const struct csl_host_uses *w = csl_host_uses_of(function);
    unsigned loop_end = end_of_loop(w, var, point.offset);
    bool argument = clang_getCursorKind(var) == CXCursor_ParmDecl;
    const CXCursor made = clang_getCursorKind(var) == CXCursor_FieldDecl ? function->cursor : var;
    const csl_host_use first = {.offset = csl_host_offset(made),
                                .end = csl_host_end(made),
                                .component = CSL_HOST_WHOLE,
                                .block_end = UINT32_MAX};
    csl_host_use last = first;
    for (unsigned i = 0; i < w->nuses; i++) {
        const csl_host_use *u = &w->uses[i];
        if (!clang_equalCursors(u->var, var))
            continue;
        if (u->escapes || (u->unordered &&
                           clang_getCanonicalType(clang_getCursorType(var)).kind != CXType_Pointer))
            return false;
        if (!csl_host_touches(u->component, component))
            continue;
        if (u->offset < point.offset) {
            last = *u;
            argument = false;
        } else if (u->offset < loop_end) /* comes back to the point */
            return false;
    }
    csl_host_point from = {function, csl_host_offset(var), point.guards, call, point.choices};
    csl_host_part part;
    if (w->jumps && w->label && w->label < point.offset && last.offset != first.offset)
        return false; /* a jump may go past the assignment */
    if (last.block_end <= point.offset) {
        last = first;
        if (!csl_host_last_on_way(from, point.offset, var, component, &last))
            return false;
        argument = clang_getCursorKind(var) == CXCursor_ParmDecl && last.offset == first.offset;
    }
    if (last.offset == first.offset && !argument &&
        (csl_host_is_binding(var) ? csl_host_bound(from, var, &part)
                                  : csl_host_range_element(from, var, &part))) {
        *value = part.value;
        *value_component = CSL_HOST_WHOLE;
        *where = part.where;
        return true;
    }
    if (last.offset == first.offset)
        last.value = argument ? argument_of(function, call, var)
                     : clang_equalCursors(made, var)
                         ? clang_Cursor_getVarDeclInitializer(var)
                         : csl_host_initialiser(function->unit->ctx, made, var);
    if (clang_Cursor_isNull(last.value) ||
        csl_host_has_error(function->unit, function->cursor, last.offset, last.end))
        return false;
    *value = last.value;
    *value_component = last.component;
    *where = (csl_host_point){function, last.offset, point.guards, call, point.choices};
    if (argument)
        *where = call->at;
    return true;
}

/* No use of the variable between the two places, or in the macro that is the second, nor on a way
 * back to them, changes it; `size`: its size, if it is a container. */
static bool is_kept(csl_host_function *function, CXCursor var, unsigned from, unsigned to,
                    bool size) {
    const struct csl_host_uses *w = csl_host_uses_of(function);
    unsigned first = from < to ? from : to, last = from < to ? to : from;
    unsigned end = end_of_loop(w, var, first), end_last = end_of_loop(w, var, last);
    end = end_last > end ? end_last : end;
    end = last > end ? last : end;
    for (unsigned i = 0; i < w->nuses; i++) {
        const csl_host_use *u = &w->uses[i];
        if (clang_equalCursors(u->var, var) && !(size && u->keeps_size) &&
            (u->escapes || (u->offset >= first && u->offset < end) ||
             (u->unordered && u->offset == end)))
            return false;
    }
    return true;
}

static bool is_open_reference(CXCursor var) {
    const CXType type = clang_getCursorType(var);
    return type.kind == CXType_LValueReference &&
           !clang_isConstQualifiedType(clang_getPointeeType(type));
}

bool csl_host_unchanged(csl_host_function *function, CXCursor var, unsigned from, unsigned to) {
    function = owner_of(function, var);
    return function && !is_open_reference(var) && is_kept(function, var, from, to, false);
}

/* An argument that is handed over by reference is changed by that name, as one that is constant. */
bool csl_host_keeps_size(csl_host_function *function, CXCursor var, unsigned from, unsigned to) {
    function = owner_of(function, var);
    return function &&
           (!is_open_reference(var) || (clang_getCursorKind(var) == CXCursor_ParmDecl &&
                                        csl_is_class(csl_plain(clang_getCursorType(var))))) &&
           is_kept(function, var, from, to, true);
}

bool csl_host_unassigned(csl_host_function *function, CXCursor var, unsigned from, unsigned to) {
    function = owner_of(function, var);
    if (!function)
        return false;
    const struct csl_host_uses *w = csl_host_uses_of(function);
    const unsigned loop_end = end_of_loop(w, var, to), end = loop_end > to ? loop_end : to;
    for (unsigned i = 0; i < w->nuses; i++) {
        const csl_host_use *u = &w->uses[i];
        if (clang_equalCursors(u->var, var) &&
            (!u->offset || (u->offset >= from && u->offset < end)))
            return false;
    }
    return true;
}
