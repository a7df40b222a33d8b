/* Conditions that held on the way to a launch: `case 512:`, `if (n == 1)`, `if (n > 64) return;`.
 *
 * They are known where control flow alone makes them so; csl_host_unchanged says whether what they
 * are about is still the same at a later point. */
#include "host_impl.h"
#include "../parse/parse.h"
#include "../../limits/limits.h"

/* ---- on the way ------------------------------------------------------------------------------ */

static const csl_host_guard *push(csl_ctx *ctx, csl_host_guard guard) {
    csl_host_guard *g = CSL_NEW(ctx, csl_host_guard);
    *g = guard;
    return g;
}

/* A conversion in the expression leaves bits of the number out: `(unsigned char)n`. */
static bool narrows(CXCursor e, bool to_bool) {
    for (unsigned i = 0; !csl_limit_reached(CSL_LIMIT_host_members, i); i++) {
        const struct csl_host_kids kids = csl_host_kids_of(e);
        const CXCursor inner = kids.n ? kids.v[kids.n - 1] : clang_getNullCursor();
        const CXType type = clang_getCanonicalType(clang_getCursorType(e));
        switch (clang_getCursorKind(e)) {
        case CXCursor_UnexposedExpr:
        case CXCursor_ParenExpr:
        case CXCursor_CStyleCastExpr:
        case CXCursor_CXXStaticCastExpr:
        case CXCursor_CXXFunctionalCastExpr: break;
        default: return false;
        }
        if (clang_Cursor_isNull(inner) || !clang_isExpression(clang_getCursorKind(inner)))
            return false;
        if (clang_Type_getSizeOf(type) < clang_Type_getSizeOf(clang_getCursorType(inner)) &&
            (to_bool || type.kind != CXType_Bool))
            return true;
        e = inner;
    }
    return true;
}

/* `cond` is true, or false if `how` is negated. */
static const csl_host_guard *push_condition_as(csl_ctx *ctx, CXCursor cond, csl_host_guard how,
                                               const csl_host_guard *known) {
    const bool negated = how.negated;
    cond = narrows(cond, false) ? cond : csl_host_bare(cond);
    struct csl_host_kids kids = csl_host_kids_of(cond);
    enum CXCursorKind kind = clang_getCursorKind(cond);
    if (kind == CXCursor_UnaryOperator && kids.n == 1 &&
        clang_getCursorUnaryOperatorKind(cond) == CXUnaryOperator_LNot) {
        how.negated = !negated;
        return push_condition_as(ctx, kids.v[0], how, known);
    }
    if (kind == CXCursor_BinaryOperator && kids.n == 2 &&
        clang_getCursorBinaryOperatorKind(cond) ==
            (negated ? CXBinaryOperator_LOr : CXBinaryOperator_LAnd))
        return push_condition_as(ctx, kids.v[1], how,
                                 push_condition_as(ctx, kids.v[0], how, known));
    how.cond = cond;
    how.offset = csl_host_offset(cond);
    how.outer = known;
    return push(ctx, how);
}

static const csl_host_guard *push_condition(csl_ctx *ctx, CXCursor cond, bool negated,
                                            const csl_host_guard *known) {
    return push_condition_as(ctx, cond, (csl_host_guard){.negated = negated}, known);
}

/* A call of a function of the library that does not return; a method, or a function of the project,
 * may have such a name and return. */
static bool ends_program(CXCursor call) {
    static const char *const names[] = {"exit", "abort", "_Exit", "quick_exit", "terminate"};
    const CXCursor f = clang_getCursorReferenced(call);
    bool ends = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !ends; i++)
        ends = csl_host_spelled(call, names[i]);
    return ends && (clang_Cursor_isNull(f) ||
                    (clang_getCursorKind(f) == CXCursor_FunctionDecl && !csl_has_body(f) &&
                     clang_Cursor_isNull(clang_getCursorDefinition(f))));
}

bool csl_host_leaves(csl_ctx *ctx, CXCursor statement) {
    csl_cursors kids;
    switch (clang_getCursorKind(statement)) {
    case CXCursor_ReturnStmt:
    case CXCursor_BreakStmt:
    case CXCursor_ContinueStmt:
    case CXCursor_GotoStmt:
    case CXCursor_CXXThrowExpr: return true;
    case CXCursor_CompoundStmt:
        kids = csl_children(ctx, statement);
        return kids.n > 0 && csl_host_leaves(ctx, kids.v[kids.n - 1]);
    case CXCursor_UnexposedExpr:
        kids = csl_children(ctx, statement);
        return kids.n == 1 && csl_host_leaves(ctx, kids.v[0]);
    case CXCursor_CallExpr: return ends_program(statement);
    default: return false;
    }
}

bool csl_host_parts_of_if(csl_ctx *ctx, CXCursor statement, CXCursor part[3]) {
    csl_cursors kids = csl_children(ctx, statement);
    unsigned first = 0;
    while (first < kids.n && clang_getCursorKind(kids.v[first]) == CXCursor_DeclStmt)
        first++;
    for (unsigned i = 0; i < 3; i++)
        part[i] = first + i < kids.n ? kids.v[first + i] : clang_getNullCursor();
    return kids.n - first >= 2 && kids.n - first <= 3;
}

bool csl_host_is_label(CXCursor statement) {
    const enum CXCursorKind kind = clang_getCursorKind(statement);
    return kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt;
}

bool csl_host_take_labels(csl_ctx *ctx, CXCursor statement, int64_t *labels, unsigned *n,
                          CXCursor *inner) {
    for (;;) {
        csl_cursors kids = csl_children(ctx, statement);
        *inner = kids.n ? kids.v[kids.n - 1] : statement;
        if (clang_getCursorKind(statement) == CXCursor_DefaultStmt)
            return false;
        if (clang_getCursorKind(statement) != CXCursor_CaseStmt)
            return true;
        if (kids.n != 2 || *n == CSL_ROOM_host_labels ||
            !csl_integer_constant(kids.v[0], &labels[*n]))
            return false;
        ++*n;
        statement = kids.v[1];
    }
}

/* The labels that lead to the next child of a switch's body. */
static const csl_host_guard *in_section(csl_ctx *ctx, CXCursor value, CXCursor child,
                                        csl_host_section *section, const csl_host_guard *known) {
    CXCursor last = child;
    if (section->ended)
        *section = (csl_host_section){.n = 0};
    if (csl_host_is_label(child))
        section->open |= !csl_host_take_labels(ctx, child, section->labels, &section->n, &last);
    section->ended = csl_host_leaves(ctx, last);
    const unsigned n = section->n;
    if (section->open || !n)
        return known;
    int64_t *is = csl_alloc(ctx, n * sizeof *is);
    memcpy(is, section->labels, n * sizeof *is);
    return push(ctx, (csl_host_guard){.cond = narrows(value, true) ? value : csl_host_bare(value),
                                      .is = is,
                                      .nis = n,
                                      .offset = csl_host_offset(value),
                                      .outer = known});
}

typedef struct entries {
    CXCursorSet bodies; /* of switches */
    bool found;
} entries;

static enum CXChildVisitResult find_entry(CXCursor c, CXCursor parent, CXClientData data) {
    entries *e = data;
    const enum CXCursorKind around = clang_getCursorKind(parent);
    if (around == CXCursor_SwitchStmt)
        clang_CXCursorSet_insert(e->bodies, c);
    e->found |= clang_getCursorKind(c) == CXCursor_LabelStmt ||
                (csl_host_is_label(c) && around != CXCursor_SwitchStmt &&
                 !csl_host_is_label(parent) && !clang_CXCursorSet_contains(e->bodies, parent));
    return e->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* A jump leads into the middle of a statement, past the conditions before it: `goto`, or a label
 * of a switch inside of another statement. */
static bool has_entries(csl_host_function *function) {
    if (!function->asked_entries) {
        entries e = {clang_createCXCursorSet(), false};
        clang_visitChildren(function->cursor, find_entry, &e);
        clang_disposeCXCursorSet(e.bodies);
        function->asked_entries = true;
        function->has_entries = e.found;
    }
    return function->has_entries;
}

const csl_host_guard *csl_host_guards_in(csl_host_function *function, CXCursor statement,
                                         CXCursor inner, const csl_host_guard *known) {
    csl_ctx *ctx = function->unit->ctx;
    CXCursor part[3];
    if (has_entries(function))
        return known;
    if (csl_host_parts_of_if(ctx, statement, part))
        for (int i = 1; i < 3; i++)
            if (clang_equalCursors(inner, part[i]))
                known = push_condition(ctx, part[0], i == 2, known);
    return known;
}

static enum CXChildVisitResult find_jump(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    const enum CXCursorKind kind = clang_getCursorKind(c);
    *(bool *)data = kind == CXCursor_BreakStmt || kind == CXCursor_ContinueStmt;
    return *(bool *)data ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* `do { if (!c) throw ...; } while (0)`, which is what a macro that checks comes to. */
static const csl_host_guard *behind_once(csl_host_function *function, CXCursor statement,
                                         const csl_host_guard *known) {
    csl_ctx *ctx = function->unit->ctx;
    const csl_cursors kids = csl_children(ctx, statement);
    int64_t again;
    bool jumps = false;
    if (kids.n != 2 || clang_getCursorKind(kids.v[0]) != CXCursor_CompoundStmt ||
        !csl_host_integer(csl_host_point_of(function, kids.v[1]), kids.v[1], &again) || again)
        return known;
    clang_visitChildren(statement, find_jump, &jumps);
    const csl_cursors body = csl_children(ctx, kids.v[0]);
    for (unsigned i = 0; i < body.n && !jumps; i++)
        known = csl_host_guards_behind(function, body.v[i], known);
    return known;
}

const csl_host_guard *csl_host_guards_behind(csl_host_function *function, CXCursor statement,
                                             const csl_host_guard *known) {
    csl_ctx *ctx = function->unit->ctx;
    CXCursor part[3];
    if (has_entries(function))
        return known;
    if (clang_getCursorKind(statement) == CXCursor_DoStmt)
        return behind_once(function, statement, known);
    if (clang_getCursorKind(statement) == CXCursor_CallExpr &&
        csl_host_spelled(statement, "__csl_assume") && /* assert() */
        clang_Cursor_getNumArguments(statement) == 1)
        return push_condition_as(ctx, clang_Cursor_getArgument(statement, 0),
                                 (csl_host_guard){.asserted = true}, known);
    if (clang_getCursorKind(statement) != CXCursor_IfStmt)
        return known;
    if (!csl_host_parts_of_if(ctx, statement, part))
        return known;
    if (csl_host_leaves(ctx, part[1]))
        return push_condition(ctx, part[0], true, known);
    if (!clang_Cursor_isNull(part[2]) && csl_host_leaves(ctx, part[2]))
        return push_condition(ctx, part[0], false, known);
    return known;
}

const csl_host_guard *csl_host_labels_of(csl_host_function *function, CXCursor statement,
                                         CXCursor body, CXCursor child, csl_host_section *section,
                                         const csl_host_guard *known) {
    csl_cursors kids = csl_children(function->unit->ctx, statement);
    if (clang_getCursorKind(body) != CXCursor_CompoundStmt || kids.n != 2 || has_entries(function))
        return known;
    return in_section(function->unit->ctx, kids.v[0], child, section, known);
}

/* ---- at the point ---------------------------------------------------------------------------- */

CXCursor csl_host_base_of(CXCursor e) {
    for (int i = 0; !csl_limit_reached(CSL_LIMIT_host_members, i); i++) {
        e = csl_host_bare(e);
        if (clang_getCursorKind(e) == CXCursor_DeclRefExpr)
            return clang_getCursorReferenced(e);
        struct csl_host_kids kids = csl_host_kids_of(e);
        if (clang_getCursorKind(e) != CXCursor_MemberRefExpr || kids.n != 1)
            break;
        e = kids.v[0];
    }
    return clang_getNullCursor();
}

bool csl_host_same(CXCursor a, CXCursor b) {
    if (narrows(a, true) || narrows(b, true))
        return false;
    for (int i = 0; !csl_limit_reached(CSL_LIMIT_host_members, i); i++) {
        a = csl_host_bare(a);
        b = csl_host_bare(b);
        enum CXCursorKind kind = clang_getCursorKind(a);
        CXCursor what = clang_getCursorReferenced(a);
        if (kind != clang_getCursorKind(b) || clang_Cursor_isNull(what) ||
            !clang_equalCursors(what, clang_getCursorReferenced(b)))
            return false;
        if (kind == CXCursor_DeclRefExpr)
            return true;
        struct csl_host_kids in_a = csl_host_kids_of(a), in_b = csl_host_kids_of(b);
        if (kind != CXCursor_MemberRefExpr || in_a.n != 1 || in_b.n != 1)
            return false;
        a = in_a.v[0];
        b = in_b.v[0];
    }
    return false;
}

static bool same_type(CXCursor a, CXCursor b) {
    return clang_equalTypes(
        clang_getUnqualifiedType(clang_getCanonicalType(clang_getCursorType(a))),
        clang_getUnqualifiedType(clang_getCanonicalType(clang_getCursorType(b))));
}

static bool same_sum(csl_host_point point, CXCursor a, CXCursor b, unsigned left) {
    int64_t p, q;
    const enum CXCursorKind kind = clang_getCursorKind(a);
    const struct csl_host_kids x = csl_host_kids_of(a), y = csl_host_kids_of(b);
    if (!left || kind != clang_getCursorKind(b) || !same_type(a, b) || x.n != y.n)
        return false;
    switch (kind) {
    case CXCursor_IntegerLiteral:
        return csl_host_integer(point, a, &p) && csl_host_integer(point, b, &q) && p == q;
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr: return csl_host_same(a, b);
    case CXCursor_BinaryOperator:
        return clang_getCursorBinaryOperatorKind(a) == clang_getCursorBinaryOperatorKind(b) &&
               clang_getCursorBinaryOperatorKind(a) < CXBinaryOperator_Assign && x.n == 2 &&
               same_sum(point, x.v[0], y.v[0], left - 1) &&
               same_sum(point, x.v[1], y.v[1], left - 1);
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr: return x.n == 1 && same_sum(point, x.v[0], y.v[0], left - 1);
    default: return false;
    }
}

bool csl_host_same_sum(csl_host_point point, CXCursor a, CXCursor b) {
    return same_sum(point, a, b, CSL_LIMIT(host_compared_depth));
}

csl_host_point csl_host_point_of_guard(csl_host_point point, const csl_host_guard *g) {
    return (csl_host_point){point.function, g->offset, g->outer, point.call, point.choices};
}

bool csl_host_is_behind_pointer(CXCursor e) {
    e = csl_host_bare(e);
    for (unsigned i = 0; clang_getCursorKind(e) == CXCursor_MemberRefExpr; i++) {
        const struct csl_host_kids object = csl_host_kids_of(e);
        if (object.n != 1)
            return false;
        e = csl_host_bare(object.v[0]);
        if (clang_getCanonicalType(clang_getCursorType(e)).kind == CXType_Pointer ||
            csl_limit_reached(CSL_LIMIT_host_members, i))
            return true;
    }
    return false;
}

bool csl_host_guarded(csl_host_point point, CXCursor e, int64_t *value) {
    CXCursor var = point.guards ? csl_host_base_of(e) : clang_getNullCursor();
    if (clang_Cursor_isNull(var) || csl_host_is_behind_pointer(e))
        return false;
    for (const csl_host_guard *g = point.guards; g; g = g->outer) {
        struct csl_host_kids kids = csl_host_kids_of(g->cond);
        bool found = false;
        if (g->nis) {
            found = g->nis == 1 && csl_host_same(g->cond, e);
            *value = g->is[0];
        } else if (clang_getCursorKind(g->cond) == CXCursor_BinaryOperator && kids.n == 2 &&
                   clang_getCursorBinaryOperatorKind(g->cond) ==
                       (g->negated ? CXBinaryOperator_NE : CXBinaryOperator_EQ)) {
            const csl_host_point at = csl_host_point_of_guard(point, g);
            found = (csl_host_same(kids.v[0], e) && csl_host_integer(at, kids.v[1], value)) ||
                    (csl_host_same(kids.v[1], e) && csl_host_integer(at, kids.v[0], value));
        }
        if (!found || !csl_host_unchanged(point.function, var, g->offset, point.offset))
            continue;
        csl_host_ask_guard(point.function, g);
        return true;
    }
    return false;
}

static bool is_dead_here(csl_host_point point) {
    for (const csl_host_guard *g = point.guards; g; g = g->outer) {
        int64_t value;
        bool holds = !g->nis;
        if (!csl_host_integer(csl_host_point_of_guard(point, g), g->cond, &value))
            continue;
        for (unsigned i = 0; i < g->nis; i++)
            holds |= g->is[i] == value;
        if (!g->nis)
            holds = (value != 0) != g->negated;
        if (!holds)
            return true;
    }
    return false;
}

bool csl_host_is_dead(csl_host_point point) {
    while (!is_dead_here(point)) {
        if (!point.call)
            return false;
        point = point.call->at;
    }
    return true;
}

/* ---- how far a statement surely ran ----------------------------------------------------------------- */

/* What runs whenever what it stands in does: cleanups of temporaries around the statement, `a, b`,
 * and the first one behind a label. */
static bool is_run_with(CXCursor outer) {
    const enum CXCursorKind kind = clang_getCursorKind(outer);
    return kind == CXCursor_UnexposedExpr || csl_host_is_label(outer) || csl_host_is_comma(outer);
}

static bool is_in_switch(const csl_host_frame *f) {
    while (f && clang_getCursorKind(f->cursor) != CXCursor_SwitchStmt)
        f = f->outer;
    return f;
}

typedef struct next_label {
    unsigned behind, at; /* UINT32_MAX: none found */
} next_label;

static enum CXChildVisitResult find_label(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    next_label *next = data;
    const enum CXCursorKind kind = clang_getCursorKind(c);
    if (csl_host_is_label(c) && csl_host_offset(c) > next->behind && csl_host_offset(c) < next->at)
        next->at = csl_host_offset(c);
    return kind == CXCursor_SwitchStmt || kind == CXCursor_LambdaExpr ? CXChildVisit_Continue
                                                                      : CXChildVisit_Recurse;
}

unsigned csl_host_end_of_block(const csl_host_frame *around, CXCursor statement) {
    while (around && is_run_with(around->cursor))
        around = around->outer;
    if (!around || clang_getCursorKind(around->cursor) != CXCursor_CompoundStmt)
        return 0;
    next_label next = {csl_host_offset(statement), UINT32_MAX};
    if (is_in_switch(around))
        clang_visitChildren(around->cursor, find_label, &next);
    const unsigned end = csl_host_end(around->cursor);
    return next.at < end ? next.at : end;
}
