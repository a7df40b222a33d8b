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

/* min(a, b) and max(a, b) of whatever namespace are one of the two; of other functions what they
 * give is looked at. */
static unsigned of_call(csl_host_point point, CXCursor call, unsigned *steps) {
    csl_host_part returned;
    if ((csl_host_spelled(call, "min") || csl_host_spelled(call, "max")) &&
        clang_Cursor_getNumArguments(call) == 2)
        return fewer(zeros(point, clang_Cursor_getArgument(call, 0), steps),
                     zeros(point, clang_Cursor_getArgument(call, 1), steps));
    return csl_host_returned(point, call, &returned) ? zeros(returned.where, returned.value, steps)
                                                     : 0;
}

/* How many bits at the end of the value are 0, whatever the rest is. A product that wraps and a
 * conversion to a narrower type keep them. */
static unsigned zeros(csl_host_point point, CXCursor e, unsigned *steps) {
    csl_type t = csl_scalar_type(clang_getCursorType(e));
    int64_t value;
    CXCursor from;
    int part;
    csl_host_point where;
    if (!csl_type_integer(t) || t == CSL_PTR || t == CSL_BOOL ||
        !csl_limit_spend(CSL_LIMIT_host_divisor_steps, steps))
        return 0;
    if (csl_host_integer(point, e, &value))
        return zeros_of(value);
    struct csl_host_kids kids = csl_host_kids_of(e);
    switch (clang_getCursorKind(e)) {
    case CXCursor_DeclRefExpr:
        return csl_host_definition(point, clang_getCursorReferenced(e), CSL_HOST_WHOLE, &from,
                                   &part, &where)
                   ? zeros(where, from, steps)
                   : 0;
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
