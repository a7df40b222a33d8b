/* The variable of `for (int n = 32; n <= 1024; n *= 2)`: one number after the other. */
#include "host_found.h"
#include "host_uses.h"
#include "../parse/parse.h"
#include "../../limits/limits.h"

/* The loop whose first part declares the variable; null: there is none. */
static CXCursor loop_of(csl_host_function *function, CXCursor variable) {
    csl_ctx *ctx = function->unit->ctx;
    const struct csl_host_found *found = csl_host_found_in(function);
    for (unsigned l = 0; l < found->nloops; l++) {
        if (!csl_host_inside(variable, found->loops[l]))
            continue;
        const csl_cursors parts = csl_children(ctx, found->loops[l]);
        const csl_cursors declared =
            parts.n == 4 && clang_getCursorKind(parts.v[0]) == CXCursor_DeclStmt
                ? csl_children(ctx, parts.v[0])
                : (csl_cursors){0};
        for (unsigned i = 0; i < declared.n; i++)
            if (clang_equalCursors(declared.v[i], variable))
                return found->loops[l];
    }
    return clang_getNullCursor();
}

static bool is_variable(CXCursor variable, CXCursor e) {
    e = csl_host_bare(e);
    return clang_getCursorKind(e) == CXCursor_DeclRefExpr &&
           clang_equalCursors(clang_getCursorReferenced(e), variable);
}

/* `n <= 1024`; false: the condition is another. */
static bool goes_on(CXCursor variable, CXCursor cond, int64_t n, bool *is) {
    const struct csl_host_kids kids = csl_host_kids_of(csl_host_bare(cond));
    int64_t bound;
    if (kids.n != 2 || !is_variable(variable, kids.v[0]) ||
        !csl_integer_constant(kids.v[1], &bound))
        return false;
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

/* Nothing but its third part changes the variable. */
static bool only_counts(csl_host_function *function, CXCursor variable, CXCursor step) {
    const struct csl_host_uses *w = csl_host_uses_of(function);
    for (unsigned i = 0; i < w->nuses; i++) {
        const csl_host_use *u = &w->uses[i];
        if (clang_equalCursors(u->var, variable) &&
            (u->escapes || u->offset < csl_host_offset(step) || u->offset > csl_host_end(step)))
            return false;
    }
    return true;
}

bool csl_host_counted(csl_host_point point, CXCursor variable, int64_t *value) {
    csl_host_function *function = point.function;
    csl_ctx *ctx = function->unit->ctx;
    int64_t n;
    unsigned passes = 0;
    bool is = true;
    if (clang_getCursorKind(variable) != CXCursor_VarDecl)
        return false;
    const CXCursor counts = loop_of(function, variable);
    if (clang_Cursor_isNull(counts))
        return false;
    const csl_host_choice *chosen = point.choices;
    csl_host_ask_all_choices(function->unit);
    while (chosen && !clang_equalCursors(chosen->of, variable))
        chosen = chosen->outer;
    if (!chosen && !function->counts)
        return false;
    const csl_cursors parts = csl_children(ctx, counts);
    const CXCursor first = clang_Cursor_getVarDeclInitializer(variable);
    if (!parts.n || clang_Cursor_isNull(first) || !csl_integer_constant(first, &n) ||
        point.offset < csl_host_offset(parts.v[3]) || point.offset > csl_host_end(parts.v[3]) ||
        !only_counts(function, variable, parts.v[2]))
        return false;
    for (;; passes++) {
        if (n < 0 || n > INT32_MAX || !goes_on(variable, parts.v[1], n, &is) ||
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
    function->wanted = (csl_host_choice){.of = variable, .n = chosen ? 0 : passes};
    return false;
}
