/* All values that an argument has, one launch after the other: `for (n = 32; n <= 100; n += 4)
 * k<<<1, 256>>>(n)`; and what an operator leaves it, `k<<<1, 256>>>(n & 3)`. */
#include "host_impl.h"

#include <string.h>

#include "../../ir/range.h"
#include "../../limits/limits.h"

typedef struct several {
    csl_type type; /* they are converted to */
    int64_t value[CSL_ROOM_host_values];
    unsigned n, trials; /* left */
} several;

/* What a function on the way to the point was asked for before. */
typedef struct asked {
    csl_host_function *function;
    csl_host_choice wanted, way;
    bool counts;
} asked;

/* The point with the choice in it and in the calls that lead there; `made` is room for them. */
static csl_host_point chosen_at(csl_host_point point, const csl_host_choice *choice,
                                csl_host_call made[CSL_ROOM_host_call_depth]) {
    const csl_host_call *call = point.call;
    point.choices = choice;
    for (unsigned i = 0; call && i < CSL_ROOM_host_call_depth; i++) {
        made[i] = *call;
        made[i].at.choices = choice;
        if (i)
            made[i - 1].at.call = &made[i];
        call = call->at.call;
    }
    if (point.call)
        point.call = &made[0];
    return point;
}

static bool add(several *s, int64_t value) {
    unsigned at = 0;
    value = csl_normalise(s->type, value);
    while (at < s->n && s->value[at] < value)
        at++;
    if (at < s->n && s->value[at] == value)
        return true;
    if (s->n == CSL_ROOM_host_values)
        return false;
    memmove(&s->value[at + 1], &s->value[at], (s->n++ - at) * sizeof *s->value);
    s->value[at] = value;
    return true;
}

/* The functions on the way to the point have not been asked for a choice. */
static void ask_anew(csl_host_point point) {
    for (;; point = point.call->at) {
        point.function->wanted.n = point.function->way.n = 0;
        if (!point.call)
            return;
    }
}

static csl_host_choice choice_asked_for(csl_host_point point) {
    for (;; point = point.call->at) {
        if (point.function->wanted.n)
            return point.function->wanted;
        if (!point.call)
            return point.function->way;
    }
}

static bool find_all(several *s, csl_host_point point, CXCursor e) {
    csl_host_call made[CSL_ROOM_host_call_depth];
    int64_t value;
    if (!csl_limit_spend(CSL_LIMIT_host_value_trials, &s->trials))
        return false;
    if (point.choices && csl_host_is_dead(point))
        return true;
    ask_anew(point);
    if (csl_host_integer(point, e, &value))
        return add(s, value);
    csl_host_choice choice = choice_asked_for(point);
    choice.outer = point.choices;
    for (choice.element = 0; choice.element < choice.n; choice.element++)
        if (!find_all(s, chosen_at(point, &choice, made), e))
            return false;
    return choice.n > 0;
}

csl_expr *csl_host_one_of(csl_host_point point, CXCursor e, csl_expr *x) {
    several s = {.type = (csl_type)x->type, .trials = CSL_LIMIT(host_value_trials)};
    asked before[CSL_ROOM_host_call_depth + 1];
    unsigned n = 0;
    for (csl_host_point at = point; n <= CSL_ROOM_host_call_depth; at = at.call->at) {
        csl_host_function *f = at.function;
        before[n++] = (asked){f, f->wanted, f->way, f->counts};
        f->counts = true;
        if (!at.call)
            break;
    }
    const bool known = find_all(&s, point, e) && s.n;
    while (n-- > 0) {
        before[n].function->wanted = before[n].wanted;
        before[n].function->way = before[n].way;
        before[n].function->counts = before[n].counts;
    }
    return known ? csl_one_of(point.function->unit->ctx, x, s.value, s.n) : NULL;
}

/* ---- what an operator leaves --------------------------------------------------------------------- */

typedef struct bounding {
    unsigned steps; /* left */
} bounding;

/* What is known of a value beside its type. */
static csl_range range_of(bounding *b, csl_host_point point, CXCursor e);

static csl_range of_variable(bounding *b, csl_host_point point, CXCursor e, csl_range all) {
    const CXCursor var = clang_getCursorReferenced(e);
    CXCursor value;
    int part;
    csl_host_point where;
    if (!csl_host_definition(point, var, CSL_HOST_WHOLE, &value, &part, &where))
        return all;
    const csl_range r = range_of(b, where, value);
    return csl_range_inside(r, all) ? r : all;
}

static csl_range of_binary(bounding *b, csl_host_point point, CXCursor e, csl_range all) {
    const struct csl_host_kids kids = csl_host_kids_of(e);
    const enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(e);
    if (kids.n != 2)
        return all;
    if (op >= CXBinaryOperator_LT && op <= CXBinaryOperator_NE)
        return (csl_range){0, 1};
    if (op != CXBinaryOperator_And && op != CXBinaryOperator_Rem)
        return all;
    const csl_range l = range_of(b, point, kids.v[0]), r = range_of(b, point, kids.v[1]);
    if (op == CXBinaryOperator_Rem)
        return r.lo <= 0   ? all
               : l.lo >= 0 ? (csl_range){0, r.hi - 1}
                           : (csl_range){1 - r.hi, r.hi - 1};
    if (l.lo < 0 && r.lo < 0)
        return all;
    return (csl_range){0, l.lo < 0 ? r.hi : r.lo < 0 || l.hi < r.hi ? l.hi : r.hi};
}

static csl_range of_call(bounding *b, csl_host_point point, CXCursor e, csl_range all) {
    const bool smaller = csl_host_spelled(e, "min");
    if ((!smaller && !csl_host_spelled(e, "max")) || clang_Cursor_getNumArguments(e) != 2)
        return all;
    const csl_range x = range_of(b, point, clang_Cursor_getArgument(e, 0));
    const csl_range y = range_of(b, point, clang_Cursor_getArgument(e, 1));
    if (!csl_range_inside(x, all) || !csl_range_inside(y, all))
        return all;
    csl_range r = {x.lo > y.lo ? x.lo : y.lo, x.hi > y.hi ? x.hi : y.hi};
    if (smaller)
        r = (csl_range){x.lo < y.lo ? x.lo : y.lo, x.hi < y.hi ? x.hi : y.hi};
    return r;
}

static csl_range range_of(bounding *b, csl_host_point point, CXCursor e) {
    const csl_type t = csl_scalar_type(clang_getCursorType(e));
    const csl_range all = csl_range_of_type(t);
    int64_t value;
    if (!csl_type_integer(t) || t == CSL_PTR ||
        !csl_limit_spend(CSL_LIMIT_host_term_steps, &b->steps))
        return all;
    if (csl_host_integer(point, e, &value)) {
        const csl_wide number = csl_number(t, csl_normalise(t, value));
        return (csl_range){number, number};
    }
    const struct csl_host_kids kids = csl_host_kids_of(e);
    csl_range r;
    switch (clang_getCursorKind(e)) {
    case CXCursor_DeclRefExpr: return of_variable(b, point, e, all);
    case CXCursor_BinaryOperator: return of_binary(b, point, e, all);
    case CXCursor_CallExpr: return of_call(b, point, e, all);
    case CXCursor_ConditionalOperator:
        if (kids.n != 3)
            return all;
        r = csl_range_join(range_of(b, point, kids.v[1]), range_of(b, point, kids.v[2]));
        return csl_range_inside(r, all) ? r : all;
    case CXCursor_UnexposedExpr:
    case CXCursor_ParenExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXFunctionalCastExpr:
    case CXCursor_CXXStaticCastExpr:
        if (kids.n != 1 || !csl_type_integer(csl_scalar_type(clang_getCursorType(kids.v[0]))))
            return all;
        r = range_of(b, point, kids.v[0]);
        return csl_range_inside(r, all) ? r : all;
    default: return all;
    }
}

csl_expr *csl_host_bounds(csl_host_point point, CXCursor e, csl_expr *x) {
    csl_ctx *ctx = point.function->unit->ctx;
    const csl_type t = (csl_type)x->type;
    bounding b = {CSL_LIMIT(host_term_steps)};
    const csl_range all = csl_range_of_type(t), r = range_of(&b, point, e);
    csl_expr *bounds = csl_true(ctx);
    if (!csl_range_inside(r, all))
        return bounds;
    if (r.lo > all.lo)
        bounds = csl_binary(ctx, CSL_OP_LE, csl_const(ctx, t, csl_bits(r.lo)), x);
    if (r.hi < all.hi)
        bounds =
            csl_and(ctx, bounds, csl_binary(ctx, CSL_OP_LE, x, csl_const(ctx, t, csl_bits(r.hi))));
    return bounds;
}
