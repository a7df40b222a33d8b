/* Which way host code goes where a condition is not known: `c ? 64 : 32`, `if (c) block = 64;`.
 *
 * What a launch says is found once for each way: the point carries the choices made so far
 * (csl_host_choice), and where one is missing it is asked for. One condition is one choice,
 * wherever it stands, as long as nothing changes what it is about: the two numbers of a block that
 * stand in two branches of one `if` belong together. */
#include "host_uses.h"

#include "../parse/parse.h"
#include "../../limits/limits.h"

/* ---- conditions ------------------------------------------------------------------------------ */

static bool leads_there(const csl_host_call *a, const csl_host_call **b) {
    for (; a && *b; a = a->at.call, *b = (*b)->at.call)
        if (!clang_equalCursors(a->call, (*b)->call))
            return false;
    return !a;
}

bool csl_host_is_choice_in(const csl_host_choice *choice, const csl_host_call *call) {
    return leads_there(choice->call, &call) &&
           (!choice->beyond || leads_there(*choice->beyond, &call)) && !call;
}

/* Two places in the text of one function. */
typedef struct places {
    csl_host_function *function;
    unsigned a, b;
} places;

/* A variable, or a member of one: what a pointer leads to may change by other names. */
static bool is_own(CXCursor e) {
    for (int i = 0; !csl_limit_reached(CSL_LIMIT_host_members, i); i++) {
        const struct csl_host_kids object = csl_host_kids_of(e);
        if (clang_getCursorKind(e) == CXCursor_DeclRefExpr)
            return true;
        if (clang_getCursorKind(e) != CXCursor_MemberRefExpr || object.n != 1)
            return false;
        e = csl_host_bare(object.v[0]);
        if (clang_getCanonicalType(clang_getCursorType(e)).kind == CXType_Pointer)
            return false;
    }
    return false;
}

/* Both expressions have one value, each at its place. */
static bool same_value(const places *at, CXCursor a, CXCursor b, unsigned left) {
    a = csl_host_bare(a);
    b = csl_host_bare(b);
    const struct csl_host_kids x = csl_host_kids_of(a), y = csl_host_kids_of(b);
    const enum CXCursorKind kind = clang_getCursorKind(a);
    int64_t p, q;
    if (clang_equalCursors(a, b) && at->a == at->b)
        return true;
    if (!left || kind != clang_getCursorKind(b) || x.n != y.n)
        return false;
    switch (kind) {
    case CXCursor_IntegerLiteral:
    case CXCursor_CXXBoolLiteralExpr:
        return csl_integer_constant(a, &p) && csl_integer_constant(b, &q) && p == q;
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
        return csl_host_same(a, b) && is_own(a) &&
               csl_host_unchanged(at->function, csl_host_base_of(a), at->a, at->b);
    case CXCursor_UnaryOperator:
        return clang_getCursorUnaryOperatorKind(a) == clang_getCursorUnaryOperatorKind(b) &&
               clang_getCursorUnaryOperatorKind(a) >= CXUnaryOperator_Plus && x.n == 1 &&
               same_value(at, x.v[0], y.v[0], left - 1);
    case CXCursor_BinaryOperator:
        return clang_getCursorBinaryOperatorKind(a) == clang_getCursorBinaryOperatorKind(b) &&
               clang_getCursorBinaryOperatorKind(a) < CXBinaryOperator_Assign && x.n == 2 &&
               same_value(at, x.v[0], y.v[0], left - 1) && same_value(at, x.v[1], y.v[1], left - 1);
    default: return false;
    }
}

bool csl_host_choose(csl_host_point point, CXCursor of, unsigned n, unsigned *element) {
    unsigned made = 0;
    for (const csl_host_choice *c = point.choices; c; c = c->outer) {
        const places at = {point.function, c->offset, point.offset};
        made++;
        if (c->n == n && csl_host_is_choice_in(c, point.call) &&
            same_value(&at, c->of, of, CSL_LIMIT(host_compared_depth))) {
            csl_host_ask_choice(point.function->unit, c);
            *element = c->element;
            return true;
        }
    }
    csl_host_ask_all_choices(point.function->unit);
    if (!csl_limit_reached(CSL_LIMIT_host_choices, made))
        csl_host_ask_way(
            point, (csl_host_choice){.of = of, .offset = point.offset, .call = point.call, .n = n});
    return false;
}

/* The point's guards say so. */
static bool is_guarded(csl_host_point point, CXCursor cond, bool *holds) {
    for (const csl_host_guard *g = point.guards; g; g = g->outer) {
        const places at = {point.function, g->offset, point.offset};
        if (g->nis || !same_value(&at, g->cond, cond, CSL_LIMIT(host_compared_depth)))
            continue;
        csl_host_ask_guard(point.function, g);
        *holds = !g->negated;
        return true;
    }
    return false;
}

bool csl_host_holds(csl_host_point point, CXCursor cond, bool *holds) {
    bool negated = false;
    unsigned other;
    int64_t value;
    cond = csl_host_bare(cond);
    while (clang_getCursorKind(cond) == CXCursor_UnaryOperator &&
           clang_getCursorUnaryOperatorKind(cond) == CXUnaryOperator_LNot) {
        negated = !negated;
        cond = csl_host_bare(csl_host_kids_of(cond).v[0]);
    }
    if (csl_host_integer(point, cond, &value))
        *holds = value != 0;
    else if (!is_guarded(point, cond, holds)) {
        if (!csl_host_choose(point, cond, 2, &other))
            return false;
        *holds = !other;
    }
    *holds ^= negated;
    return true;
}

bool csl_host_is_one_way(csl_host_point point) {
    for (const csl_host_choice *c = point.choices; c; c = c->outer)
        if (!clang_isDeclaration(clang_getCursorKind(c->of)))
            return true;
    return false;
}

/* ---- assignments ----------------------------------------------------------------------------- */

/* A way through the text of a function, up to an offset. */
typedef struct way {
    csl_host_point at;
    unsigned before;
    CXCursor var;
    int component;
    const struct csl_host_uses *uses;
    csl_host_use *last;
    bool open; /* it is not known which assignment is the last */
} way;

static bool holds_point(const way *w, CXCursor s) {
    return csl_host_offset(s) <= w->before && csl_host_end(s) > w->before;
}

/* The last assignment in the statement; NULL: there is none. */
static const csl_host_use *use_in(const way *w, CXCursor s) {
    const csl_host_use *found = NULL;
    const unsigned from = csl_host_offset(s), to = csl_host_end(s);
    for (unsigned i = 0; i < w->uses->nuses; i++) {
        const csl_host_use *u = &w->uses->uses[i];
        if (clang_equalCursors(u->var, w->var) && u->offset >= from && u->offset < to &&
            u->offset < w->before && csl_host_touches(u->component, w->component))
            found = u;
    }
    return found;
}

static void follow(way *w, CXCursor s);

static void follow_if(way *w, CXCursor s) {
    CXCursor part[3];
    bool holds;
    if (!csl_host_parts_of_if(w->uses->ctx, s, part) || use_in(w, part[0])) {
        w->open = true;
        return;
    }
    csl_host_point at = w->at;
    at.offset = csl_host_offset(part[0]);
    const bool other = !clang_Cursor_isNull(part[2]);
    if (holds_point(w, part[1]))
        holds = true;
    else if (other && holds_point(w, part[2]))
        holds = false;
    else if (csl_host_leaves(w->uses->ctx, part[1]))
        holds = false;
    else if (other && csl_host_leaves(w->uses->ctx, part[2]))
        holds = true;
    else if (!csl_host_holds(at, part[0], &holds)) {
        w->open = true;
        return;
    }
    if (holds || other)
        follow(w, holds ? part[1] : part[2]);
}

/* From the label on, or from the n-th one, to the end of the switch or the first `break`. */
static void follow_section(way *w, csl_cursors body, unsigned n) {
    unsigned labels = 0;
    for (unsigned i = 0; i < body.n; i++) {
        CXCursor s = body.v[i];
        const bool first = csl_host_is_label(s);
        while (csl_host_is_label(s)) {
            const csl_cursors kids = csl_children(w->uses->ctx, s);
            s = kids.v[kids.n - 1];
        }
        labels += first;
        if (labels <= n)
            continue;
        follow(w, s);
        if (csl_host_leaves(w->uses->ctx, s))
            return;
    }
}

static void follow_switch(way *w, CXCursor s) {
    const csl_cursors kids = csl_children(w->uses->ctx, s);
    unsigned sections = 0, n = 0, at_value = 0, at_default = UINT32_MAX;
    bool found = false;
    int64_t value;
    csl_host_point at = w->at;
    if (kids.n != 2 || clang_getCursorKind(kids.v[1]) != CXCursor_CompoundStmt ||
        holds_point(w, s) || use_in(w, kids.v[0])) {
        w->open = true;
        return;
    }
    const csl_cursors body = csl_children(w->uses->ctx, kids.v[1]);
    at.offset = csl_host_offset(kids.v[0]);
    const bool known = csl_host_integer(at, kids.v[0], &value);
    for (unsigned i = 0; i < body.n; i++) {
        if (!csl_host_is_label(body.v[i]))
            continue;
        csl_host_section labels = {.n = 0};
        CXCursor inner;
        if (!csl_host_take_labels(w->uses->ctx, body.v[i], labels.labels, &labels.n, &inner))
            at_default = sections;
        for (unsigned k = 0; known && !found && k < labels.n; k++)
            if (labels.labels[k] == value) {
                found = true;
                at_value = sections;
            }
        sections++;
    }
    /* one way more where no label need fit */
    const unsigned ways = sections + (at_default == UINT32_MAX);
    if (known)
        n = found ? at_value : at_default == UINT32_MAX ? sections : at_default;
    else if (!csl_host_choose(at, kids.v[0], ways, &n))
        w->open = true;
    if (!w->open)
        follow_section(w, body, n);
}

/* What is assigned inside may come from another pass, but for what surely is assigned before. */
static void follow_loop(way *w, CXCursor s) {
    const csl_cursors kids = csl_children(w->uses->ctx, s);
    const CXCursor body = kids.n ? kids.v[kids.n - 1] : s;
    const csl_host_use *in = use_in(w, s);
    const csl_host_use none = {.offset = UINT32_MAX};
    if (!in || !holds_point(w, body)) {
        w->open |= in != NULL;
        if (holds_point(w, body))
            follow(w, body);
        return;
    }
    *w->last = none;
    follow(w, body);
    w->open |= w->last->offset == none.offset;
}

/* A handler begins behind any part of what is tried. */
static void follow_try(way *w, CXCursor s) {
    const csl_cursors kids = csl_children(w->uses->ctx, s);
    w->open |=
        !kids.n || !holds_point(w, s) || (!holds_point(w, kids.v[0]) && use_in(w, kids.v[0]));
    for (unsigned i = 0; i < kids.n; i++)
        if (holds_point(w, kids.v[i]))
            follow(w, kids.v[i]);
}

static void follow(way *w, CXCursor s) {
    if (w->open || csl_host_offset(s) >= w->before)
        return;
    const csl_host_use *use = use_in(w, s);
    if (!use)
        return;
    const enum CXCursorKind kind = clang_getCursorKind(s);
    csl_cursors kids;
    if (kind == CXCursor_CompoundStmt || csl_host_is_comma(s)) {
        kids = csl_children(w->uses->ctx, s);
        for (unsigned i = 0; i < kids.n; i++)
            follow(w, kids.v[i]);
    } else if (kind == CXCursor_CXXTryStmt) {
        follow_try(w, s);
    } else if (kind == CXCursor_IfStmt) {
        follow_if(w, s);
    } else if (kind == CXCursor_SwitchStmt) {
        follow_switch(w, s);
    } else if (csl_host_is_loop(kind)) {
        follow_loop(w, s);
    } else if (use->offset == csl_host_offset(s) && use->end == csl_host_end(s)) {
        *w->last = *use;
    } else {
        w->open = true;
    }
}

bool csl_host_last_on_way(csl_host_point at, unsigned before, CXCursor var, int component,
                          csl_host_use *last) {
    const struct csl_host_uses *uses = csl_host_uses_of(at.function);
    way w = {at, before, var, component, uses, last, false};
    const csl_cursors parts = csl_children(uses->ctx, at.function->cursor);
    w.open = uses->jumps || uses->constructor || !parts.n ||
             clang_getCursorKind(parts.v[parts.n - 1]) != CXCursor_CompoundStmt;
    if (!w.open)
        follow(&w, parts.v[parts.n - 1]);
    return !w.open;
}
