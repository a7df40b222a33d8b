/* Terms of host expressions over the parameters of a kernel (host_value.h). What a launch hands to
 * the kernel unchanged is the same number on both sides: it may tell how large the block is. */
#include "host_impl.h"
#include "../parse/parse.h"
#include "../../limits/limits.h"

typedef struct launching {
    const csl_host_launch *launch;
    csl_ctx *ctx;
    unsigned steps; /* left */
    bool narrow; /* a size of 64 bits that is passed in 32 fits: only where nothing else is done */
} launching;

/* The variable or member that an argument is: nothing but implicit conversions around it. */
static CXCursor place_of(CXCursor argument) {
    for (int i = 0; i < 8; i++) {
        enum CXCursorKind kind = clang_getCursorKind(argument);
        struct csl_host_kids kids = csl_host_kids_of(argument);
        if (kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr)
            return argument;
        if ((kind != CXCursor_UnexposedExpr && kind != CXCursor_ParenExpr) || kids.n != 1)
            break;
        argument = kids.v[0];
    }
    return clang_getNullCursor();
}

static csl_expr *param(csl_ctx *ctx, const csl_kernel *k, uint32_t i) {
    return csl_leaf(ctx, CSL_OP_PARAM, k->params[i].type, i);
}

/* A parameter of a type that holds every value of the other. */
static bool holds(const launching *l, const csl_param *p, csl_type t) {
    const uint32_t bytes = csl_type_bytes(t);
    return csl_type_integer(p->type) && p->type != CSL_PTR &&
           csl_type_bytes(p->type) >= (l->narrow && bytes > 4 ? 4 : bytes);
}

typedef bool is_same(const launching *l, CXCursor argument, CXCursor e);

/* The parameter whose argument is the same as the expression, or NULL. */
static csl_expr *parameter_with(const launching *l, CXCursor e, is_same *same) {
    const csl_kernel *k = l->launch->kernel;
    csl_type t = csl_scalar_type(clang_getCursorType(e));
    if (csl_host_may_be_changed(l->launch, e))
        return NULL;
    const csl_host_numbers numbers = csl_host_find_numbers(l->launch->callee);
    unsigned number = 0, arg = 0;
    for (uint32_t i = 0; i < k->nparams; i++) {
        CXCursor value = clang_getNullCursor();
        if (k->params[i].chosen && number < numbers.n)
            value = numbers.v[number++];
        else if (!k->params[i].chosen && !k->params[i].member &&
                 !csl_host_argument_at(l->launch, arg++, &value))
            value = clang_getNullCursor();
        if (!clang_Cursor_isNull(value) && holds(l, &k->params[i], t) && same(l, value, e))
            return csl_cast(l->ctx, t, param(l->ctx, k, i));
    }
    return NULL;
}

static bool is_place(const launching *l, CXCursor argument, CXCursor e) {
    (void)l;
    return csl_host_same(place_of(argument), e);
}

/* A function that calls itself has its variables again. */
static bool are_of_one_call(csl_host_point a, csl_host_point b) {
    return a.function == b.function && a.call == b.call;
}

/* It is passed in a struct, or by a call that leads to the launch. */
static csl_expr *passed_elsewhere(const launching *l, csl_host_point point, CXCursor e) {
    const csl_kernel *k = l->launch->kernel;
    const csl_host_point launch = l->launch->point;
    const csl_type t = csl_scalar_type(clang_getCursorType(e));
    const bool here = are_of_one_call(point, launch);
    for (uint32_t i = 0; i < k->nparams; i++) {
        const csl_param *p = &k->params[i];
        CXCursor argument;
        csl_host_part part;
        if (!holds(l, p, t) || (here && !p->member))
            continue;
        bool is = here && csl_host_argument_of(l->launch, p->of, &argument) &&
                  csl_host_is_member(launch.function->unit, argument, p, e);
        if (!is && csl_host_passed(l->launch, i, &part)) {
            while (!are_of_one_call(part.where, point) && csl_host_go_out(&part))
                ;
            is = are_of_one_call(part.where, point) && csl_host_same(place_of(part.value), e) &&
                 csl_host_is_same_between(point, part.where, csl_host_base_of(e));
        }
        if (is)
            return csl_cast(l->ctx, t, param(l->ctx, k, i));
    }
    return NULL;
}

/* The parameter that gets the value which the variable or member has at the point, or NULL. */
static csl_expr *passed_on(const launching *l, csl_host_point point, CXCursor e) {
    const CXCursor var = csl_host_base_of(e);
    csl_expr *plain = NULL;
    if (clang_Cursor_isNull(var) || !csl_host_is_followed(e))
        return NULL;
    if (are_of_one_call(point, l->launch->point)) {
        if (!csl_host_is_same_between(point, l->launch->point, var))
            return NULL;
        plain = parameter_with(l, e, is_place);
    }
    return plain ? plain : passed_elsewhere(l, point, e);
}

/* The same sum, but for how the argument becomes the parameter. */
static bool is_sum(const launching *l, CXCursor argument, CXCursor e) {
    while (clang_getCursorKind(argument) == CXCursor_UnexposedExpr ||
           clang_getCursorKind(argument) == CXCursor_ParenExpr) {
        const struct csl_host_kids kids = csl_host_kids_of(argument);
        if (kids.n != 1)
            break;
        argument = kids.v[0];
    }
    return csl_host_same_sum(l->launch->point, argument, e);
}

static bool is_question(const launching *l, CXCursor argument, CXCursor e) {
    return csl_host_same_size(l->launch->point, argument, e);
}

/* The parameter that gets what this part of the launch itself is worth, `k<<<1, n / 2>>>(n / 2)`.
 */
static csl_expr *passed_as_well(const launching *l, csl_host_point point, CXCursor e,
                                is_same *same) {
    const csl_host_point launch = l->launch->point;
    return point.function == launch.function && point.offset == launch.offset &&
                   point.call == launch.call
               ? parameter_with(l, e, same)
               : NULL;
}

static csl_expr *term(launching *l, csl_host_point point, CXCursor e);

static csl_expr *variable(launching *l, csl_host_point point, CXCursor e) {
    const CXCursor var = clang_getCursorReferenced(e);
    CXCursor value;
    int part;
    csl_host_point where;
    csl_expr *known = passed_on(l, point, e);
    if (known || !csl_host_definition(point, var, CSL_HOST_WHOLE, &value, &part, &where))
        return known;
    csl_expr *t = term(l, where, value);
    return t ? csl_cast(l->ctx, csl_scalar_type(clang_getCursorType(var)), t) : NULL;
}

static csl_expr *binary(launching *l, csl_host_point point, CXCursor e,
                        const struct csl_host_kids *kids) {
    csl_expr *a = kids->n == 2 ? term(l, point, kids->v[0]) : NULL;
    csl_expr *b = a ? term(l, point, kids->v[1]) : NULL;
    if (!b || (a->type != b->type && clang_getCursorBinaryOperatorKind(e) != CXBinaryOperator_Shl &&
               clang_getCursorBinaryOperatorKind(e) != CXBinaryOperator_Shr))
        return NULL;
    switch (clang_getCursorBinaryOperatorKind(e)) {
    case CXBinaryOperator_Add: return csl_binary(l->ctx, CSL_OP_ADD, a, b);
    case CXBinaryOperator_Sub: return csl_binary(l->ctx, CSL_OP_SUB, a, b);
    case CXBinaryOperator_Mul: return csl_binary(l->ctx, CSL_OP_MUL, a, b);
    case CXBinaryOperator_Div: return csl_binary(l->ctx, CSL_OP_DIV, a, b);
    case CXBinaryOperator_Rem: return csl_binary(l->ctx, CSL_OP_REM, a, b);
    case CXBinaryOperator_Shl: return csl_binary(l->ctx, CSL_OP_SHL, a, b);
    case CXBinaryOperator_Shr: return csl_binary(l->ctx, CSL_OP_SHR, a, b);
    case CXBinaryOperator_And: return csl_binary(l->ctx, CSL_OP_BAND, a, b);
    case CXBinaryOperator_Or: return csl_binary(l->ctx, CSL_OP_BOR, a, b);
    case CXBinaryOperator_LT: return csl_binary(l->ctx, CSL_OP_LT, a, b);
    case CXBinaryOperator_LE: return csl_binary(l->ctx, CSL_OP_LE, a, b);
    case CXBinaryOperator_GT: return csl_binary(l->ctx, CSL_OP_LT, b, a);
    case CXBinaryOperator_GE: return csl_binary(l->ctx, CSL_OP_LE, b, a);
    case CXBinaryOperator_EQ: return csl_binary(l->ctx, CSL_OP_EQ, a, b);
    case CXBinaryOperator_NE: return csl_binary(l->ctx, CSL_OP_NE, a, b);
    default: return NULL;
    }
}

/* min(a, b) and max(a, b), of whatever namespace; one of the project is read as any function is. */
static csl_expr *smaller_or_larger(launching *l, csl_host_point point, CXCursor call) {
    const CXCursor f = clang_getCursorDefinition(clang_getCursorReferenced(call));
    bool smaller = csl_host_spelled(call, "min");
    if (csl_has_body(f) && !clang_Location_isInSystemHeader(clang_getCursorLocation(f)))
        return NULL;
    if ((!smaller && !csl_host_spelled(call, "max")) || clang_Cursor_getNumArguments(call) != 2)
        return NULL;
    csl_expr *a = term(l, point, clang_Cursor_getArgument(call, 0));
    csl_expr *b = a ? term(l, point, clang_Cursor_getArgument(call, 1)) : NULL;
    if (!b || a->type != b->type)
        return NULL;
    return csl_binary(l->ctx, smaller ? CSL_OP_MIN : CSL_OP_MAX, a, b);
}

/* Of the type of the expression; NULL: not known. */
static csl_expr *term(launching *l, csl_host_point point, CXCursor e) {
    csl_type t = csl_scalar_type(clang_getCursorType(e));
    int64_t value;
    if (!csl_type_integer(t) || t == CSL_PTR ||
        !csl_limit_spend(CSL_LIMIT_host_term_steps, &l->steps))
        return NULL;
    if (csl_host_integer(point, e, &value))
        return csl_const(l->ctx, t, csl_normalise(t, value));
    struct csl_host_kids kids = csl_host_kids_of(e);
    csl_expr *part[3] = {NULL};
    csl_host_part given;
    switch (clang_getCursorKind(e)) {
    case CXCursor_DeclRefExpr: return variable(l, point, e);
    case CXCursor_MemberRefExpr: return passed_on(l, point, e);
    case CXCursor_BinaryOperator:
        part[0] = passed_as_well(l, point, e, is_sum);
        return part[0] ? part[0] : binary(l, point, e, &kids);
    case CXCursor_ConditionalOperator:
        for (unsigned i = 0; i < 3 && kids.n == 3 && (i == 0 || part[i - 1]); i++)
            part[i] = term(l, point, kids.v[i]);
        if (!part[2] || part[1]->type != part[2]->type)
            return NULL;
        return csl_ite(l->ctx, csl_truth(l->ctx, part[0]), part[1], part[2]);
    case CXCursor_CallExpr:
        part[0] = smaller_or_larger(l, point, e);
        if (!part[0] && csl_host_returned(point, e, &given))
            part[0] = term(l, given.where, given.value);
        return part[0] ? csl_cast(l->ctx, t, part[0]) : NULL;
    case CXCursor_UnexposedExpr:
        part[0] = passed_as_well(l, point, e, is_question);
        if (part[0])
            return part[0];
        /* fallthrough */
    case CXCursor_ParenExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXFunctionalCastExpr:
    case CXCursor_CXXStaticCastExpr:
        part[0] = kids.n == 1 ? term(l, point, kids.v[0]) : NULL;
        return part[0] ? csl_cast(l->ctx, t, part[0]) : NULL;
    default: return NULL;
    }
}

static bool is_parameter(const csl_expr *e) {
    while (e->op == CSL_OP_CAST && csl_type_bytes((csl_type)e->type) >= 4)
        e = e->kids[0];
    return e->op == CSL_OP_PARAM;
}

csl_expr *csl_host_term(const csl_host_launch *launch, CXCursor block, int which) {
    csl_ctx *ctx = launch->point.function->unit->ctx;
    launching l = {launch, ctx, CSL_LIMIT(host_term_steps), false};
    csl_host_part part;
    if (!csl_host_find_part(launch->point, block, which, &part))
        return NULL;
    if (clang_Cursor_isNull(part.value))
        return csl_const(ctx, CSL_U32, 1);
    csl_expr *t = term(&l, part.where, part.value);
    if (!t) {
        l.narrow = true;
        t = term(&l, part.where, part.value);
        t = t && is_parameter(t) ? t : NULL;
    }
    return t ? csl_cast(ctx, CSL_U32, t) : NULL;
}

/* ---- multiples of the block ------------------------------------------------------------------ */

/* The condition says that the parameter is at most so much. */
static bool is_at_most(csl_expr *said, const csl_expr *parameter, int64_t most) {
    uint32_t n;
    csl_expr *const *parts = csl_conjuncts(&said, &n);
    for (uint32_t i = 0; i < n; i++)
        if ((parts[i]->op == CSL_OP_LT || parts[i]->op == CSL_OP_LE) &&
            parts[i]->kids[0] == parameter && parts[i]->kids[1]->op == CSL_OP_CONST &&
            parts[i]->kids[1]->value - (parts[i]->op == CSL_OP_LT) <= most)
            return true;
    return false;
}

/* The parameter that a dimension of the block is: as it stands, or if it is no larger than a
 * number, `n > 512 ? 512 : n`, which `known` has to say. */
static const csl_expr *size_in(csl_expr *says, csl_expr *known) {
    while (says && says->op == CSL_OP_CAST)
        says = says->kids[0];
    const csl_expr *more = says && says->op == CSL_OP_ITE ? says->kids[0] : NULL;
    if (more && more->op == CSL_OP_LT && more->kids[0]->op == CSL_OP_CONST &&
        more->kids[1] == says->kids[2] && is_at_most(known, says->kids[2], more->kids[0]->value))
        says = says->kids[2];
    return says && says->op == CSL_OP_PARAM ? says : NULL;
}

static bool is_signed_type(csl_type t) {
    return csl_type_integer(t) && t != CSL_PTR && t != CSL_BOOL && csl_type_signed(t);
}

/* The expression is a product of signed numbers, which does not wrap, and one of them is the
 * parameter. */
static bool has_factor(launching *l, csl_host_point point, CXCursor e, const csl_expr *size) {
    const csl_type t = csl_scalar_type(clang_getCursorType(e));
    const struct csl_host_kids kids = csl_host_kids_of(e);
    CXCursor from;
    int part;
    csl_host_point where;
    if (!is_signed_type(t) || !csl_limit_spend(CSL_LIMIT_host_term_steps, &l->steps))
        return false;
    switch (clang_getCursorKind(e)) {
    case CXCursor_DeclRefExpr:
        return passed_on(l, point, e) == size ||
               (csl_host_definition(point, clang_getCursorReferenced(e), CSL_HOST_WHOLE, &from,
                                    &part, &where) &&
                has_factor(l, where, from, size));
    case CXCursor_BinaryOperator:
        return clang_getCursorBinaryOperatorKind(e) == CXBinaryOperator_Mul && kids.n == 2 &&
               (has_factor(l, point, kids.v[0], size) || has_factor(l, point, kids.v[1], size));
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
        return kids.n == 1 &&
               csl_type_bytes(csl_scalar_type(clang_getCursorType(kids.v[0]))) <=
                   csl_type_bytes(t) &&
               has_factor(l, point, kids.v[0], size);
    default: return false;
    }
}

/* Parameters that are multiples of what the launch makes a dimension of the block from: it passes a
 * product with that as a factor. */
static csl_expr *multiples(const csl_host_launch *launch, csl_expr *const says[3],
                           csl_expr *known) {
    csl_ctx *ctx = launch->point.function->unit->ctx;
    const csl_kernel *k = launch->kernel;
    launching l = {launch, ctx, CSL_LIMIT(host_term_steps), false};
    csl_expr *all = csl_true(ctx);
    CXCursor given;
    for (uint32_t i = 0, arg = 0; i < k->nparams; i++) {
        const csl_type t = k->params[i].type;
        if (k->params[i].chosen || k->params[i].member ||
            !csl_host_argument_at(launch, arg++, &given))
            continue;
        for (int d = 0; d < 3; d++) {
            const csl_expr *size = size_in(says[d], known);
            if (!size || size->index == i || !is_signed_type(t) || csl_type_bytes(t) < 4 ||
                csl_type_bytes(t) < csl_type_bytes((csl_type)size->type) ||
                csl_host_may_be_changed(launch, given) ||
                !has_factor(&l, launch->point, given, size))
                continue;
            csl_expr *rest = csl_binary(ctx, CSL_OP_REM, param(ctx, k, i),
                                        csl_cast(ctx, t, param(ctx, k, size->index)));
            all = csl_and(ctx, all, csl_binary(ctx, CSL_OP_EQ, rest, csl_const(ctx, t, 0)));
        }
    }
    return all;
}

/* ---- what is known of the parameters --------------------------------------------------------- */

/* The parameter is a multiple of what divides the expression. */
static csl_expr *is_multiple(const csl_host_launch *l, uint32_t i, csl_host_point point,
                             CXCursor e) {
    csl_ctx *ctx = l->point.function->unit->ctx;
    csl_type t = l->kernel->params[i].type;
    int64_t divisor = csl_host_divisor(point, e);
    if (divisor == 1 || csl_type_bytes(t) < 4)
        return csl_true(ctx);
    csl_expr *p = param(ctx, l->kernel, i);
    csl_expr *rest = csl_binary(ctx, CSL_OP_REM, p, csl_const(ctx, t, divisor));
    return csl_binary(ctx, CSL_OP_EQ, rest, csl_const(ctx, t, 0));
}

/* The parameter has the value that the expression has at the point, or what is known of it. */
static csl_expr *equals(const csl_host_launch *l, uint32_t i, csl_host_point point, CXCursor e) {
    csl_ctx *ctx = l->point.function->unit->ctx;
    csl_type t = l->kernel->params[i].type;
    csl_expr *p = param(ctx, l->kernel, i);
    int64_t value;
    if (!csl_type_integer(t) || t == CSL_PTR)
        return csl_true(ctx);
    if (csl_host_integer(point, e, &value))
        return csl_binary(ctx, CSL_OP_EQ, p, csl_const(ctx, t, csl_normalise(t, value)));
    csl_expr *known = csl_host_one_of(point, e, p);
    return known ? known : csl_and(ctx, is_multiple(l, i, point, e), csl_host_bounds(point, e, p));
}

/* The first parameter that gets what stands there has the same number. */
static csl_expr *equals_first(const launching *l, uint32_t i, CXCursor place) {
    const csl_type t = l->launch->kernel->params[i].type;
    csl_expr *first = clang_Cursor_isNull(place) ? NULL : parameter_with(l, place, is_place);
    return first && csl_type_integer(t) && t != CSL_PTR
               ? csl_binary(l->ctx, CSL_OP_EQ, param(l->ctx, l->launch->kernel, i),
                            csl_cast(l->ctx, t, first))
               : csl_true(l->ctx);
}

static csl_expr *guard(launching *l, csl_host_point point, const csl_host_guard *g) {
    const csl_host_point at = csl_host_point_of_guard(point, g);
    csl_expr *value = term(l, at, g->cond);
    if (!value)
        return csl_true(l->ctx);
    if (!g->nis)
        return g->negated ? csl_not(l->ctx, csl_truth(l->ctx, value)) : csl_truth(l->ctx, value);
    csl_expr *any = csl_false(l->ctx);
    for (unsigned i = 0; i < g->nis; i++)
        any = csl_or(
            l->ctx, any,
            csl_binary(l->ctx, CSL_OP_EQ, value,
                       csl_const(l->ctx, value->type, csl_normalise(value->type, g->is[i]))));
    return any;
}

csl_expr *csl_host_given(const csl_host_launch *launch, csl_expr *const says[3], bool *asserted) {
    csl_ctx *ctx = launch->point.function->unit->ctx;
    const csl_kernel *k = launch->kernel;
    launching l = {launch, ctx, CSL_LIMIT(host_term_steps), false};
    const csl_host_numbers numbers = csl_host_find_numbers(launch->callee);
    csl_expr *all = csl_true(ctx);
    csl_host_part part;
    CXCursor given;
    for (uint32_t i = 0, number = 0, arg = 0; i < k->nparams; i++)
        if (k->params[i].chosen && number < numbers.n)
            all = csl_and(ctx, all, equals(launch, i, launch->point, numbers.v[number++]));
        else if (k->params[i].member) {
            if (csl_host_passed(launch, i, &part))
                all = csl_and(ctx, all, equals(launch, i, part.where, part.value));
        } else if (!k->params[i].chosen && csl_host_argument_at(launch, arg++, &given) &&
                   !csl_host_may_be_changed(launch, given))
            all = csl_and(ctx, all,
                          csl_and(ctx, equals(launch, i, launch->point, given),
                                  equals_first(&l, i, place_of(given))));
    for (csl_host_point at = launch->point;; at = at.call->at) {
        for (const csl_host_guard *g = at.guards; g; g = g->outer) {
            csl_expr *holds = guard(&l, at, g);
            *asserted |= g->asserted && !csl_is_true(holds);
            all = csl_and(ctx, all, holds);
        }
        if (!at.call)
            break;
    }
    all = csl_and(ctx, all, multiples(launch, says, all));
    return csl_is_true(all) || csl_is_false(all) ? NULL : all;
}
