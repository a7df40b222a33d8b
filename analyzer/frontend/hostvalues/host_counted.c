/* The variable of `for (int n = 32; n <= 1024; n *= 2)`, or of `int n; for (n = 32; ...)`: one
 * number after the other. */
#include "host_found.h"
#include "host_uses.h"
#include "../parse/parse.h"
#include "../../limits/limits.h"

static bool is_variable(CXCursor variable, CXCursor e) {
    e = csl_host_bare(e);
    return clang_getCursorKind(e) == CXCursor_DeclRefExpr &&
           clang_equalCursors(clang_getCursorReferenced(e), variable);
}

/* What the first part of a loop gives the variable; null: it declares and assigns another. */
static CXCursor first_value(csl_ctx *ctx, CXCursor variable, CXCursor part) {
    const struct csl_host_kids kids = csl_host_kids_of(csl_host_bare(part));
    if (clang_getCursorBinaryOperatorKind(csl_host_bare(part)) == CXBinaryOperator_Assign &&
        kids.n == 2 && is_variable(variable, kids.v[0]))
        return kids.v[1];
    const bool declares = clang_getCursorKind(part) == CXCursor_DeclStmt;
    const csl_cursors declared = declares ? csl_children(ctx, part) : (csl_cursors){0};
    for (unsigned i = 0; i < declared.n; i++)
        if (clang_equalCursors(declared.v[i], variable))
            return clang_Cursor_getVarDeclInitializer(variable);
    return clang_getNullCursor();
}

/* The innermost loop with four parts around the point that begins with a value for the variable,
 * *first; null: there is none. */
static CXCursor loop_of(csl_host_point point, CXCursor variable, CXCursor *first) {
    csl_ctx *ctx = point.function->unit->ctx;
    const struct csl_host_found *found = csl_host_found_in(point.function);
    for (unsigned l = found->nloops; l-- > 0;) {
        const csl_cursors parts = csl_children(ctx, found->loops[l]);
        if (parts.n != 4 || point.offset < csl_host_offset(parts.v[3]) ||
            point.offset > csl_host_end(parts.v[3]))
            continue;
        *first = first_value(ctx, variable, parts.v[0]);
        if (!clang_Cursor_isNull(*first))
            return found->loops[l];
    }
    return clang_getNullCursor();
}

/* What a part of the loop before its body is worth: in a macro, where all stand at one place, a
 * constant. */
static bool part_is(csl_host_point point, CXCursor e, CXCursor body, int64_t *value) {
    if (csl_integer_constant(e, value))
        return true;
    point.offset = csl_host_offset(e);
    return point.offset < csl_host_offset(body) && csl_host_integer(point, e, value);
}

/* `n <= 1024`: the 1024. */
static bool bound_of(csl_host_point point, CXCursor variable, const CXCursor parts[],
                     int64_t *bound) {
    const struct csl_host_kids kids = csl_host_kids_of(csl_host_bare(parts[1]));
    return kids.n == 2 && is_variable(variable, kids.v[0]) &&
           part_is(point, kids.v[1], parts[3], bound);
}

/* False: the condition is no comparison. */
static bool goes_on(CXCursor cond, int64_t n, int64_t bound, bool *is) {
    switch (clang_getCursorBinaryOperatorKind(csl_host_bare(cond))) {
    case CXBinaryOperator_LT: *is = n < bound; return true;
    case CXBinaryOperator_LE: *is = n <= bound; return true;
    case CXBinaryOperator_GT: *is = n > bound; return true;
    case CXBinaryOperator_GE: *is = n >= bound; return true;
    case CXBinaryOperator_NE: *is = n != bound; return true;
    default: return false;
    }
}

/* `n *= 2`, `n++`; likewise. */
static bool next(CXCursor variable, CXCursor step, int64_t *n) {
    step = csl_host_bare(step);
    const struct csl_host_kids kids = csl_host_kids_of(step);
    int64_t by = 1;
    if (kids.n == 0 || !is_variable(variable, kids.v[0]) ||
        (kids.n == 2 && !csl_integer_constant(kids.v[1], &by)) || by <= 0 || by > INT32_MAX)
        return false;
    if (clang_getCursorKind(step) == CXCursor_UnaryOperator)
        switch (clang_getCursorUnaryOperatorKind(step)) {
        case CXUnaryOperator_PostInc:
        case CXUnaryOperator_PreInc: ++*n; return true;
        case CXUnaryOperator_PostDec:
        case CXUnaryOperator_PreDec: --*n; return true;
        default: return false;
        }
    if (clang_getCursorKind(step) != CXCursor_CompoundAssignOperator)
        return false;
    switch (clang_getCursorBinaryOperatorKind(step)) {
    case CXBinaryOperator_AddAssign: *n += by; return true;
    case CXBinaryOperator_SubAssign: *n -= by; return true;
    case CXBinaryOperator_MulAssign: *n *= by; return true;
    case CXBinaryOperator_DivAssign: *n /= by; return true;
    case CXBinaryOperator_ShlAssign: *n = by < 31 ? *n << by : -1; return by < 31;
    case CXBinaryOperator_ShrAssign: *n = by < 31 ? *n >> by : 0; return true;
    default: return false;
    }
}

static bool is_within(const csl_host_use *u, CXCursor c) {
    return u->offset >= csl_host_offset(c) && u->offset <= csl_host_end(c);
}

/* Nothing in the loop but its first and its third part changes the variable. */
static bool only_counts(csl_host_function *function, CXCursor variable, CXCursor loop,
                        const CXCursor parts[]) {
    const struct csl_host_uses *w = csl_host_uses_of(function);
    for (unsigned i = 0; i < w->nuses; i++) {
        const csl_host_use *u = &w->uses[i];
        if (clang_equalCursors(u->var, variable) &&
            (u->escapes ||
             (is_within(u, loop) && !is_within(u, parts[0]) && !is_within(u, parts[2]))))
            return false;
    }
    return !w->jumps;
}

bool csl_host_is_own(const csl_host_function *function, CXCursor variable) {
    const CXType type = clang_getCursorType(variable);
    return clang_getCursorKind(variable) == CXCursor_VarDecl &&
           csl_host_inside(variable, function->cursor) && !csl_is_reference(type) &&
           clang_Cursor_getStorageClass(variable) != CX_SC_Static &&
           !clang_isVolatileQualifiedType(type);
}

bool csl_host_counted(csl_host_point point, CXCursor variable, int64_t *value) {
    csl_host_function *function = point.function;
    csl_ctx *ctx = function->unit->ctx;
    int64_t n, bound;
    unsigned passes = 0;
    bool is = true;
    CXCursor first;
    if (!csl_host_is_own(function, variable) || !csl_host_is_ordered(function))
        return false;
    const CXCursor counts = loop_of(point, variable, &first);
    if (clang_Cursor_isNull(counts))
        return false;
    const csl_host_choice *chosen = point.choices;
    csl_host_ask_all_choices(function->unit);
    while (chosen && (!clang_equalCursors(chosen->of, variable) ||
                      chosen->offset != csl_host_offset(counts) ||
                      !csl_host_is_choice_in(chosen, point.call)))
        chosen = chosen->outer;
    if (!chosen && !function->counts)
        return false;
    const csl_cursors parts = csl_children(ctx, counts);
    if (!only_counts(function, variable, counts, parts.v) ||
        !part_is(point, first, parts.v[3], &n) || !bound_of(point, variable, parts.v, &bound))
        return false;
    for (;; passes++) {
        if (n < 0 || n > INT32_MAX || !goes_on(parts.v[1], n, bound, &is) ||
            csl_limit_exceeded(CSL_LIMIT_host_calls, passes))
            return false;
        if (!is)
            break;
        if (chosen && chosen->element == passes) {
            *value = n;
            return true;
        }
        if (!next(variable, parts.v[2], &n))
            return false;
    }
    csl_host_ask_more(function->unit);
    function->wanted = (csl_host_choice){.of = variable,
                                         .offset = csl_host_offset(counts),
                                         .call = point.call,
                                         .n = chosen ? 0 : passes};
    return false;
}
