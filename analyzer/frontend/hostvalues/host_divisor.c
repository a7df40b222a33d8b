/* What surely divides a host expression: `n * 32`, `(n + 31) & ~31`, `round_up(n, 32)`. */
#include "host_impl.h"

#include "../parse/parse.h"
#include "../../limits/limits.h"

#define MOST_ZEROS 20 /* at the end of a number; more is taken for so many */

static unsigned fewer(unsigned a, unsigned b) {
    return a < b ? a : b;
}

static unsigned zeros_of(int64_t value) {
    unsigned n = 0;
    while (n < MOST_ZEROS && !(value >> n & 1))
        n++;
    return n;
}

static unsigned zeros(csl_host_point point, CXCursor e, unsigned *steps);

/* `x - x % n` */
static bool is_rounded_down(const struct csl_host_kids *kids, CXCursor *to) {
    const CXCursor rest = csl_host_bare(kids->v[1]);
    const struct csl_host_kids parts = csl_host_kids_of(rest);
    if (clang_getCursorKind(rest) != CXCursor_BinaryOperator || parts.n != 2 ||
        clang_getCursorBinaryOperatorKind(rest) != CXBinaryOperator_Rem ||
        !csl_host_same(kids->v[0], parts.v[0]))
        return false;
    *to = parts.v[1];
    return true;
}

static unsigned of_binary(csl_host_point point, CXCursor e, const struct csl_host_kids *kids,
                          unsigned *steps) {
    if (kids->n != 2)
        return 0;
    unsigned a = zeros(point, kids->v[0], steps);
    int64_t by;
    CXCursor to;
    switch (clang_getCursorBinaryOperatorKind(e)) {
    case CXBinaryOperator_Mul: return fewer(a + zeros(point, kids->v[1], steps), MOST_ZEROS);
    case CXBinaryOperator_Sub:
        if (is_rounded_down(kids, &to))
            return zeros(point, to, steps);
        return fewer(a, zeros(point, kids->v[1], steps));
    case CXBinaryOperator_Add: return fewer(a, zeros(point, kids->v[1], steps));
    case CXBinaryOperator_And: {
        unsigned b = zeros(point, kids->v[1], steps);
        return a > b ? a : b;
    }
    case CXBinaryOperator_Shl:
        return csl_host_integer(point, kids->v[1], &by) && by >= 0
                   ? fewer(a + (unsigned)(by < MOST_ZEROS ? by : MOST_ZEROS), MOST_ZEROS)
                   : a;
    default: return 0;
    }
}

/* ---- shapes ---------------------------------------------------------------------------------- */

static bool is_one_of(CXCursor method, const char *const *names) {
    while (*names && !csl_host_spelled(method, *names))
        names++;
    return *names && clang_getCursorKind(method) == CXCursor_CXXMethod &&
           clang_CXXMethod_isConst(method) && !csl_is_recovered(method);
}

/* A const method that tells of its object. */
static bool asks(CXCursor call) {
    static const char *const names[] = {"size", "numel", "length", "dim", "stride", "nbytes", NULL};
    return clang_getCursorKind(call) == CXCursor_CallExpr &&
           is_one_of(clang_getCursorReferenced(call), names);
}

bool csl_host_is_asked(const csl_host_frame *f) {
    return f && f->outer && clang_getCursorKind(f->cursor) == CXCursor_MemberRefExpr &&
           asks(f->outer->cursor);
}

bool csl_host_is_reshaped(const csl_host_frame *f) {
    static const char *const names[] = {"resize_",  "resize_as_",  "set_",
                                        "squeeze_", "unsqueeze_",  "transpose_",
                                        "t_",       "as_strided_", NULL};
    return f && clang_getCursorKind(f->cursor) == CXCursor_MemberRefExpr &&
           is_one_of(clang_getCursorReferenced(f->cursor), names);
}

/* Both calls ask one variable the same, `x.size(0)`. */
static bool same_question(csl_host_point point, CXCursor a, CXCursor b, CXCursor *var) {
    int64_t in_a, in_b;
    a = csl_host_bare(a);
    const int n = clang_Cursor_getNumArguments(a);
    if (!asks(a) || n != clang_Cursor_getNumArguments(b) ||
        !clang_equalCursors(clang_getCursorReferenced(a), clang_getCursorReferenced(b)))
        return false;
    for (int i = 0; i < n; i++)
        if (!csl_host_integer(point, clang_Cursor_getArgument(a, (unsigned)i), &in_a) ||
            !csl_host_integer(point, clang_Cursor_getArgument(b, (unsigned)i), &in_b) ||
            in_a != in_b)
            return false;
    const struct csl_host_kids of_a = csl_host_kids_of(a), of_b = csl_host_kids_of(b);
    *var = of_a.n && of_b.n ? csl_host_base_of(of_a.v[0]) : clang_getNullCursor();
    return !clang_Cursor_isNull(*var) && csl_host_same(of_a.v[0], of_b.v[0]);
}

/* Without implicit conversions to whole numbers of so many bytes or more, which keep the last. */
static CXCursor without_widths(CXCursor e, unsigned bytes) {
    struct csl_host_kids kids = csl_host_kids_of(e);
    while (clang_getCursorKind(e) == CXCursor_UnexposedExpr && kids.n == 1 &&
           csl_type_integer(csl_scalar_type(clang_getCursorType(kids.v[0]))) &&
           csl_type_bytes(csl_scalar_type(clang_getCursorType(kids.v[0]))) >= bytes) {
        e = kids.v[0];
        kids = csl_host_kids_of(e);
    }
    return e;
}

bool csl_host_same_size(csl_host_point point, CXCursor a, CXCursor b) {
    const unsigned bytes = csl_type_bytes(csl_scalar_type(clang_getCursorType(b)));
    CXCursor var;
    a = without_widths(a, bytes);
    b = without_widths(b, bytes);
    return clang_getCursorKind(a) == CXCursor_CallExpr &&
           clang_getCursorKind(b) == CXCursor_CallExpr && same_question(point, a, b, &var) &&
           csl_host_keeps_size(point.function, var, csl_host_offset(a), csl_host_offset(b));
}

/* What the condition says has no rest, and by what: `x % n == 0`, `(x & n - 1) == 0`. */
static bool has_no_rest(csl_host_point point, const csl_host_guard *g, CXCursor *what,
                        int64_t *by) {
    CXCursor c = csl_host_bare(g->cond);
    struct csl_host_kids kids = csl_host_kids_of(c);
    bool is_zero = g->negated;
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(c);
    if ((op == CXBinaryOperator_EQ || op == CXBinaryOperator_NE) && kids.n == 2 &&
        csl_host_integer(point, kids.v[1], by) && *by == 0) {
        is_zero = (op == CXBinaryOperator_EQ) != g->negated;
        c = csl_host_bare(kids.v[0]);
        kids = csl_host_kids_of(c);
        op = clang_getCursorBinaryOperatorKind(c);
    }
    if (g->nis || !is_zero || kids.n != 2 ||
        (op != CXBinaryOperator_Rem && op != CXBinaryOperator_And) ||
        !csl_host_integer(point, kids.v[1], by))
        return false;
    *what = kids.v[0];
    *by += op == CXBinaryOperator_And;
    return op == CXBinaryOperator_Rem || (*by > 0 && (*by & (*by - 1)) == 0);
}

/* `what` in a condition that stands at `at`, and `e` are worth the same, which is so from one
 * offset to the other. */
typedef bool is_worth(csl_host_point point, csl_host_point at, CXCursor what, CXCursor e,
                      unsigned from, unsigned to);

static bool is_same_call(csl_host_point point, csl_host_point at, CXCursor what, CXCursor call,
                         unsigned from, unsigned to) {
    CXCursor var;
    return from != to && /* in one macro: which is first? */
           same_question(at, what, call, &var) &&
           csl_host_keeps_size(point.function, var, from, to);
}

static bool is_same_variable(csl_host_point point, csl_host_point at, CXCursor what, CXCursor e,
                             unsigned from, unsigned to) {
    (void)at;
    const CXCursor var = csl_host_base_of(e);
    return !clang_Cursor_isNull(var) && csl_host_same(csl_host_bare(what), e) &&
           csl_host_unchanged(point.function, var, from, to);
}

/* Conditions on the way say so of the same, which the expression gives at that offset. */
static unsigned by_guards(csl_host_point point, CXCursor e, unsigned here, is_worth *same) {
    unsigned most = 0;
    for (const csl_host_guard *g = point.guards; g; g = g->outer) {
        const csl_host_point at = csl_host_point_of_guard(point, g);
        CXCursor what;
        int64_t by;
        if (!has_no_rest(at, g, &what, &by) ||
            !same(point, at, what, e, g->offset < here ? g->offset : here,
                  g->offset < here ? here : g->offset))
            continue;
        csl_host_ask_guard(point.function, g);
        most = zeros_of(by) > most ? zeros_of(by) : most;
    }
    return most;
}

/* What the variable was given, or a condition says of it. */
static unsigned of_variable(csl_host_point point, CXCursor e, unsigned *steps) {
    CXCursor from;
    int part;
    csl_host_point where;
    const unsigned guarded = by_guards(point, e, point.offset, is_same_variable);
    const unsigned given = csl_host_definition(point, clang_getCursorReferenced(e), CSL_HOST_WHOLE,
                                               &from, &part, &where)
                               ? zeros(where, from, steps)
                               : 0;
    return guarded > given ? guarded : given;
}

/* min(a, b) and max(a, b) of whatever namespace are one of the two; of other functions what they
 * give is looked at. */
static unsigned of_call(csl_host_point point, CXCursor call, unsigned *steps) {
    csl_host_part returned;
    if ((csl_host_spelled(call, "min") || csl_host_spelled(call, "max")) &&
        clang_Cursor_getNumArguments(call) == 2)
        return fewer(zeros(point, clang_Cursor_getArgument(call, 0), steps),
                     zeros(point, clang_Cursor_getArgument(call, 1), steps));
    const unsigned guarded = by_guards(point, call, csl_host_offset(call), is_same_call);
    if (guarded || !csl_host_returned(point, call, &returned))
        return guarded;
    return zeros(returned.where, returned.value, steps);
}

/* How many bits at the end of the value are 0, whatever the rest is. A product that wraps and a
 * conversion to a narrower type keep them. */
static unsigned zeros(csl_host_point point, CXCursor e, unsigned *steps) {
    csl_type t = csl_scalar_type(clang_getCursorType(e));
    int64_t value;
    if (!csl_type_integer(t) || t == CSL_PTR || t == CSL_BOOL ||
        !csl_limit_spend(CSL_LIMIT_host_divisor_steps, steps))
        return 0;
    if (csl_host_integer(point, e, &value))
        return zeros_of(value);
    struct csl_host_kids kids = csl_host_kids_of(e);
    switch (clang_getCursorKind(e)) {
    case CXCursor_DeclRefExpr: return of_variable(point, e, steps);
    case CXCursor_CallExpr: return of_call(point, e, steps);
    case CXCursor_BinaryOperator: return of_binary(point, e, &kids, steps);
    case CXCursor_ConditionalOperator:
        return kids.n == 3 ? fewer(zeros(point, kids.v[1], steps), zeros(point, kids.v[2], steps))
                           : 0;
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXFunctionalCastExpr:
    case CXCursor_CXXStaticCastExpr: return kids.n == 1 ? zeros(point, kids.v[0], steps) : 0;
    default: return 0;
    }
}

int64_t csl_host_divisor(csl_host_point point, CXCursor e) {
    unsigned steps = CSL_LIMIT(host_divisor_steps);
    return INT64_C(1) << zeros(point, e, &steps);
}
