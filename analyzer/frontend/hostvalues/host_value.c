/* Evaluates host expressions: constants, arithmetic, and variables as host_writes.c finds them. */
#include <string.h>

#include "host_impl.h"
#include "../parse/parse.h"
#include "../recover/recover.h"
#include "../../limits/limits.h"

csl_host_point csl_host_point_of(csl_host_function *function, CXCursor e) {
    return (csl_host_point){.function = function, .offset = csl_host_offset(e)};
}

static bool is_dim3(CXType type) {
    CXCursor decl = clang_getTypeDeclaration(clang_getCanonicalType(type));
    return csl_host_spelled(decl, "dim3");
}

/* `properties.warpSize`: 32 on every device there is. */
static bool is_size_of_warp(CXCursor member, CXCursor object) {
    return csl_host_spelled(member, "warpSize") && !clang_Cursor_isNull(object) &&
           csl_host_spelled(
               clang_getTypeDeclaration(clang_getCanonicalType(clang_getCursorType(object))),
               "cudaDeviceProp");
}

/* Before C++17 an argument is moved or copied to its place. No call: that has a callee as well. */
static bool is_copy(CXCursor e, const struct csl_host_kids *kids) {
    return clang_getCursorKind(e) == CXCursor_CallExpr && kids->n == 1 &&
           clang_Cursor_getNumArguments(e) == 1;
}

/* Removes what merely wraps a dim3: parentheses, casts, copies and implicit nodes. */
static CXCursor strip(CXCursor e) {
    for (int i = 0; !csl_limit_reached(CSL_LIMIT_host_wrappers, i); i++) {
        enum CXCursorKind kind = clang_getCursorKind(e);
        struct csl_host_kids kids = csl_host_kids_of(e);
        if ((kind != CXCursor_ParenExpr && !clang_isUnexposed(kind) &&
             kind != CXCursor_CStyleCastExpr && kind != CXCursor_CXXFunctionalCastExpr &&
             kind != CXCursor_CXXStaticCastExpr && !is_copy(e, &kids)) ||
            kids.n != 1 || !is_dim3(clang_getCursorType(kids.v[0])))
            break;
        e = kids.v[0];
    }
    return e;
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* What a call gives, where the function has one return, its last statement:
 * `int threads() { return 256; }`, `cudaLaunchConfig_t of(dim3 b) { ...; return c; }`. */
static enum CXChildVisitResult count_returns(CXCursor c, CXCursor parent, CXClientData n) {
    (void)parent;
    *(unsigned *)n += clang_getCursorKind(c) == CXCursor_ReturnStmt;
    /* those of a lambda give its caller something */
    return clang_getCursorKind(c) == CXCursor_LambdaExpr ? CXChildVisit_Continue
                                                         : CXChildVisit_Recurse;
}

/* The body reads otherwise for the host, perhaps: it is parsed as for a device. */
static bool is_conditional(const csl_unit *unit, CXCursor body) {
    CXFile file;
    unsigned from, to;
    size_t size;
    CXSourceRange range = clang_getCursorExtent(body);
    clang_getExpansionLocation(clang_getRangeStart(range), &file, NULL, NULL, &from);
    clang_getExpansionLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &to);
    const char *text = file ? clang_getFileContents(unit->tu, file, &size) : NULL;
    return !text || from > to || to > size || memchr(text + from, '#', to - from);
}

/* No other body can be meant, and the call changes no object it is made for. */
static bool is_plain_function(CXCursor f) {
    return clang_getCursorKind(f) == CXCursor_FunctionDecl ||
           (clang_getCursorKind(f) == CXCursor_CXXMethod && !clang_CXXMethod_isVirtual(f) &&
            (clang_CXXMethod_isConst(f) || clang_CXXMethod_isStatic(f)));
}

/* The expression of the one return, or the null cursor. */
static CXCursor find_returned(const csl_unit *unit, CXCursor f) {
    CXCursor body = csl_host_last_child(f), last = csl_host_last_child(body);
    unsigned returns = 0;
    clang_visitChildren(body, count_returns, &returns);
    struct csl_host_kids kids = csl_host_kids_of(last);
    const bool one = clang_getCursorKind(body) == CXCursor_CompoundStmt && returns == 1 &&
                     clang_getCursorKind(last) == CXCursor_ReturnStmt && kids.n == 1;
    return one && !is_conditional(unit, body) ? kids.v[0] : clang_getNullCursor();
}

bool csl_host_returned(csl_host_point point, CXCursor call, csl_host_part *part) {
    const csl_unit *unit = point.function->unit;
    CXCursor f = clang_getCursorDefinition(clang_getCursorReferenced(call));
    if (clang_getCursorKind(call) != CXCursor_CallExpr || !is_plain_function(f))
        return false;
    const CXCursor value = csl_host_memo_returned(unit, f, find_returned);
    if (clang_Cursor_isNull(value))
        return false;
    csl_host_function *callee = CSL_NEW(unit->ctx, csl_host_function);
    csl_host_call *of = CSL_NEW(unit->ctx, csl_host_call);
    *callee = (csl_host_function){.unit = unit, .cursor = f};
    *of = (csl_host_call){call, point};
    *part = (csl_host_part){value, {callee, csl_host_offset(value), NULL, of, point.choices}};
    return true;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

/* Counts one step; false when too many were taken. */
static bool spend(unsigned *steps) {
    return csl_limit_spend(CSL_LIMIT_host_value_steps, steps);
}

static bool integer(csl_host_point point, CXCursor e, int64_t *value, unsigned *steps);
static bool component(csl_host_point point, CXCursor e, int which, int64_t *value, unsigned *steps);

/* The value after conversion to an integer type. */
static int64_t convert(CXType type, int64_t v) {
    CXType t = clang_getCanonicalType(type);
    bool is_signed = t.kind >= CXType_Char_S && t.kind <= CXType_Int128;
    switch (t.kind == CXType_Bool ? 0 : clang_Type_getSizeOf(t)) {
    case 0: return v != 0;
    case 1: return is_signed ? (int8_t)v : (uint8_t)v;
    case 2: return is_signed ? (int16_t)v : (uint16_t)v;
    case 4: return is_signed ? (int32_t)v : (int64_t)(uint32_t)v;
    default: return v;
    }
}

/* A number for which one was made up: in an instance for it libclang has put that in. */
static bool is_made_up(csl_host_point point, CXCursor e) {
    for (const csl_host_function *f = point.function; f; f = f->outer)
        if (f->guessed)
            return true;
    return csl_rests_on_recovered(point.function->unit->recovered, e);
}

static bool arithmetic(enum CXBinaryOperatorKind op, int64_t a, int64_t b, int64_t *value) {
    switch (op) {
    case CXBinaryOperator_Add: return !__builtin_add_overflow(a, b, value);
    case CXBinaryOperator_Sub: return !__builtin_sub_overflow(a, b, value);
    case CXBinaryOperator_Mul: return !__builtin_mul_overflow(a, b, value);
    case CXBinaryOperator_Div:
        *value = b ? a / (b == -1 ? 1 : b) * (b == -1 ? -1 : 1) : 0;
        return b != 0;
    case CXBinaryOperator_Rem: *value = b && b != -1 ? a % b : 0; return b != 0;
    case CXBinaryOperator_Shl:
        *value = b >= 0 && b < 32 ? a * ((int64_t)1 << b) : 0;
        return b >= 0 && b < 32 && a >= 0 && a <= INT32_MAX;
    case CXBinaryOperator_Shr: *value = b >= 0 && b < 63 ? a >> b : 0; return b >= 0 && b < 63;
    case CXBinaryOperator_And: *value = a & b; return true;
    case CXBinaryOperator_Or: *value = a | b; return true;
    case CXBinaryOperator_LT: *value = a < b; return true;
    case CXBinaryOperator_GT: *value = a > b; return true;
    case CXBinaryOperator_LE: *value = a <= b; return true;
    case CXBinaryOperator_GE: *value = a >= b; return true;
    case CXBinaryOperator_EQ: *value = a == b; return true;
    case CXBinaryOperator_NE: *value = a != b; return true;
    default: return false;
    }
}

static bool unary(CXCursor e, int64_t a, int64_t *value) {
    switch (clang_getCursorUnaryOperatorKind(e)) {
    case CXUnaryOperator_Plus: *value = a; return true;
    case CXUnaryOperator_Minus: return !__builtin_sub_overflow((int64_t)0, a, value);
    case CXUnaryOperator_LNot: *value = !a; return true;
    case CXUnaryOperator_Not: *value = convert(clang_getCursorType(e), ~a); return true;
    default: return false;
    }
}

/* What is stored in the variable or member `e`. */
static bool stored(csl_host_point point, CXCursor e, int64_t *value, unsigned *steps) {
    csl_host_part part;
    if (!csl_host_stored(point, e, &part) || !integer(part.where, part.value, value, steps))
        return false;
    *value = convert(clang_getCursorType(e), *value);
    return true;
}

static bool variable(csl_host_point point, CXCursor use, int64_t *value, unsigned *steps) {
    const CXCursor var = clang_getCursorReferenced(use);
    CXCursor e;
    int part;
    csl_host_point where;
    if (!csl_host_definition(point, var, CSL_HOST_WHOLE, &e, &part, &where) ||
        !integer(where, e, value, steps))
        return stored(point, use, value, steps) || csl_host_counted(point, var, value);
    *value = convert(clang_getCursorType(var), *value);
    return true;
}

static bool computed(csl_host_point point, CXCursor e, int64_t *value, unsigned *steps) {
    struct csl_host_kids kids = csl_host_kids_of(e);
    csl_host_part given;
    CXCursor base;
    int64_t a, b;
    bool holds;
    switch (clang_getCursorKind(e)) {
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXFunctionalCastExpr:
    case CXCursor_CXXStaticCastExpr:
        if (kids.n != 1 || !integer(point, kids.v[0], &a, steps))
            return false;
        *value = convert(clang_getCursorType(e), a);
        return true;
    case CXCursor_BinaryOperator:
        if (kids.n != 2 || !integer(point, kids.v[0], &a, steps) ||
            !integer(point, kids.v[1], &b, steps) ||
            !arithmetic(clang_getCursorBinaryOperatorKind(e), a, b, value))
            return false;
        *value = convert(clang_getCursorType(e), *value);
        return true;
    case CXCursor_UnaryOperator:
        return kids.n == 1 && integer(point, kids.v[0], &a, steps) && unary(e, a, value);
    case CXCursor_ConditionalOperator:
        return kids.n == 3 && csl_host_holds(point, kids.v[0], &holds) &&
               integer(point, kids.v[holds ? 1 : 2], value, steps);
    case CXCursor_DeclRefExpr: return variable(point, e, value, steps);
    case CXCursor_MemberRefExpr:
        base = kids.n == 1 ? strip(kids.v[0]) : clang_getNullCursor();
        if (!clang_Cursor_isNull(base) && is_dim3(clang_getCursorType(base)))
            return csl_host_component(e) >= 0 &&
                   component(point, base, csl_host_component(e), value, steps);
        if (is_size_of_warp(e, base)) {
            *value = 32;
            return true;
        }
        if (!csl_host_find_field(point, e, &given) || !integer(given.where, given.value, &a, steps))
            return stored(point, e, value, steps);
        *value = convert(clang_getCursorType(e), a);
        return true;
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_CallExpr:
        if (!(csl_host_element(point, e, &given) || csl_host_returned(point, e, &given)) ||
            !integer(given.where, given.value, &a, steps))
            return false;
        *value = convert(clang_getCursorType(e), a);
        return true;
    default: return false;
    }
}

static bool integer(csl_host_point point, CXCursor e, int64_t *value, unsigned *steps) {
    bool known;
    csl_host_asking before;
    if (!spend(steps) || !csl_is_integer(clang_getCursorType(e)))
        return false;
    if (csl_host_recall(point, e, &known, value))
        return known;
    csl_host_begin(point, &before);
    const bool made_up = is_made_up(point, e);
    const bool name = clang_getCursorKind(e) == CXCursor_DeclRefExpr;
    known = (!made_up && csl_integer_constant(e, value)) ||
            (!(made_up && name) && computed(point, e, value, steps)) ||
            csl_host_guarded(point, e, value);
    csl_host_end_asking(point, e, before, *steps > 0, known, known ? *value : 0);
    return known;
}

/* The expression that gives one component its value, and where; a null cursor: the component is 1.
 */
static bool find_part(csl_host_point point, CXCursor e, int which, csl_host_part *part,
                      unsigned *steps) {
    if (!spend(steps))
        return false;
    e = strip(e);
    struct csl_host_kids kids = csl_host_kids_of(e);
    bool holds;
    int of;
    *part = (csl_host_part){e, point};
    if (!is_dim3(clang_getCursorType(e))) {
        if (which != 0)
            part->value = clang_getNullCursor();
        return csl_is_integer(clang_getCursorType(e));
    }
    switch (clang_getCursorKind(e)) {
    case CXCursor_DeclRefExpr:
        if (!csl_host_definition(point, clang_getCursorReferenced(e), which, &part->value, &of,
                                 &part->where))
            return false;
        return of != CSL_HOST_WHOLE || find_part(part->where, part->value, which, part, steps);
    case CXCursor_MemberRefExpr:
        if (!csl_host_spelled(e, "gridDim") && !csl_host_spelled(e, "blockDim"))
            return csl_host_find_field(point, e, part) &&
                   find_part(part->where, part->value, which, part, steps);
        return kids.n == 1 &&
               csl_host_config(point, kids.v[0],
                               csl_host_spelled(e, "gridDim") ? CSL_CONFIG_GRID : CSL_CONFIG_BLOCK,
                               which, part);
    case CXCursor_ConditionalOperator:
        return kids.n == 3 && csl_host_holds(point, kids.v[0], &holds) &&
               find_part(point, kids.v[holds ? 1 : 2], which, part, steps);
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_CallExpr: break;
    default: return false;
    }
    if (!csl_host_spelled(e, "dim3"))
        return (csl_host_element(point, e, part) || csl_host_returned(point, e, part)) &&
               find_part(part->where, part->value, which, part, steps);
    int n = clang_Cursor_getNumArguments(e);
    if (n == 1 && !csl_is_integer(clang_getCursorType(clang_Cursor_getArgument(e, 0))))
        return false;
    part->value = which < n ? clang_Cursor_getArgument(e, (unsigned)which) : clang_getNullCursor();
    if (which >= n || !csl_host_is_written(part->value))
        part->value = clang_getNullCursor();
    return true;
}

static bool component(csl_host_point point, CXCursor e, int which, int64_t *value,
                      unsigned *steps) {
    csl_host_part part;
    if (!find_part(point, e, which, &part, steps))
        return false;
    *value = 1;
    return clang_Cursor_isNull(part.value) || integer(part.where, part.value, value, steps);
}

bool csl_host_find_part(csl_host_point point, CXCursor e, int which, csl_host_part *part) {
    unsigned steps = CSL_LIMIT(host_value_steps);
    return find_part(point, e, which, part, &steps);
}

bool csl_host_integer(csl_host_point point, CXCursor e, int64_t *value) {
    unsigned steps = CSL_LIMIT(host_value_steps);
    return integer(point, e, value, &steps);
}

void csl_host_dim3(csl_host_point point, CXCursor e, int64_t value[3]) {
    for (int i = 0; i < 3; i++) {
        unsigned steps = CSL_LIMIT(host_value_steps);
        if (!component(point, e, i, &value[i], &steps) || value[i] < 0 || value[i] > UINT32_MAX)
            value[i] = 0;
    }
}
