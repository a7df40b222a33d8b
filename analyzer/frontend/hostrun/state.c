/* Variables and conditions of one run (state.h). */
#include "state.h"

bool csl_run_same_place(const csl_run_place *a, const csl_run_place *b) {
    return clang_equalCursors(a->var, b->var) && a->part == b->part &&
           clang_equalCursors(a->field, b->field) && a->index == b->index;
}

csl_run_place csl_run_variable(CXCursor var) {
    return (csl_run_place){var, 0, clang_getNullCursor(), -1};
}

bool csl_run_is_object(const csl_run_place *place) {
    return clang_Cursor_isNull(place->field) && place->index < 0;
}

csl_run_place csl_run_member(csl_run_place object, CXCursor field) {
    return (csl_run_place){object.var, object.part, field, -1};
}

csl_run_place csl_run_object(csl_run *r, csl_run_place place) {
    unsigned i = 0;
    if (csl_run_is_object(&place))
        return place;
    while (i < r->nparts && !csl_run_same_place(&r->parts[i], &place))
        i++;
    if (i == CSL_ROOM_host_run_parts) {
        csl_limit_hit(CSL_LIMIT_host_run_parts);
        r->gave_up = true;
        return place;
    }
    r->parts[i] = place;
    r->nparts += i == r->nparts;
    return (csl_run_place){place.var, i + 1, clang_getNullCursor(), -1};
}

bool csl_run_is_within(const csl_run *r, csl_run_place place, const csl_run_place *object) {
    while (place.part && place.part != object->part)
        place = r->parts[place.part - 1];
    return clang_equalCursors(place.var, object->var) && place.part == object->part;
}

csl_run_value csl_run_unknown(void) {
    return (csl_run_value){.kind = CSL_RUN_UNKNOWN};
}

csl_run_value csl_run_new(csl_run *r, csl_run_place place) {
    return (csl_run_value){CSL_RUN_MEMORY, place, ++r->turns, 0};
}

static const csl_run_cell *cell_at(const csl_run *r, const csl_run_place *place) {
    for (unsigned i = 0; i < r->ncells; i++)
        if (csl_run_same_place(&r->cells[i].at, place))
            return &r->cells[i];
    return NULL;
}

/* What was not written holds what it held at first, or when the object around it was made anew. */
csl_run_value csl_run_read(csl_run *r, csl_run_place place) {
    const csl_run_cell *cell = cell_at(r, &place);
    csl_run_place around = place;
    if (cell)
        return cell->holds;
    while (!csl_run_is_object(&around) || around.part) {
        around = csl_run_is_object(&around)
                     ? r->parts[around.part - 1]
                     : (csl_run_place){around.var, around.part, clang_getNullCursor(), -1};
        cell = cell_at(r, &around);
        if (cell && cell->holds.kind == CSL_RUN_MEMORY && cell->holds.turn)
            return (csl_run_value){CSL_RUN_MEMORY, place, cell->holds.turn, 0};
    }
    return (csl_run_value){CSL_RUN_MEMORY, place, 0, 0};
}

static void put(csl_run *r, csl_run_place place, csl_run_value value) {
    unsigned i = 0;
    while (i < r->ncells && !csl_run_same_place(&r->cells[i].at, &place))
        i++;
    if (i == CSL_ROOM_host_run_cells) {
        csl_limit_hit(CSL_LIMIT_host_run_cells);
        r->gave_up = true;
        return;
    }
    r->cells[i].at = place;
    r->cells[i].holds = value;
    r->ncells += i == r->ncells;
}

void csl_run_write(csl_run *r, csl_run_place place, csl_run_value value) {
    if (csl_run_follows(r, clang_Cursor_isNull(place.field) ? place.var : place.field))
        put(r, place, value);
}

void csl_run_renew(csl_run *r, csl_run_place object) {
    unsigned n = 0;
    for (unsigned i = 0; i < r->ncells; i++)
        if (!csl_run_is_within(r, r->cells[i].at, &object))
            r->cells[n++] = r->cells[i];
    r->ncells = n;
    put(r, object, csl_run_new(r, object));
}

bool csl_run_same(const csl_run_value *a, const csl_run_value *b) {
    return a->kind == CSL_RUN_MEMORY && b->kind == CSL_RUN_MEMORY && a->turn == b->turn &&
           csl_run_same_place(&a->of, &b->of);
}

/* Memory that was there at first has to be the same; what came later may have other names. */
static bool alike(const csl_run_value *a, const csl_run_value *b) {
    return a->kind == b->kind && a->bytes == b->bytes && (a->turn > 0) == (b->turn > 0) &&
           (a->turn > 0 || csl_run_same_place(&a->of, &b->of));
}

bool csl_run_same_cells(const csl_run_cell *a, const csl_run_cell *b, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        if (!csl_run_same_place(&a[i].at, &b[i].at) || !alike(&a[i].holds, &b[i].holds))
            return false;
        for (unsigned j = 0; j < i; j++)
            if (csl_run_same(&a[i].holds, &a[j].holds) != csl_run_same(&b[i].holds, &b[j].holds))
                return false;
    }
    return true;
}

/* ---- conditions ------------------------------------------------------------------------------ */

void csl_run_forget(csl_run *r, CXCursor var) {
    unsigned n = 0;
    for (unsigned i = 0; i < r->ndecided; i++)
        if (!csl_cursor_set_has(csl_run_references(r, r->decided[i].cond), var))
            r->decided[n++] = r->decided[i];
    r->ndecided = n;
}

static bool same_text(csl_run *r, CXCursor a, CXCursor b, unsigned left) {
    a = csl_host_bare(a);
    b = csl_host_bare(b);
    const enum CXCursorKind kind = clang_getCursorKind(a);
    if (!left || kind != clang_getCursorKind(b) || kind == CXCursor_CallExpr ||
        strcmp(csl_spelling(r->ctx, a), csl_spelling(r->ctx, b)) != 0 ||
        !clang_equalCursors(clang_getCursorReferenced(a), clang_getCursorReferenced(b)))
        return false;
    int64_t x = 0, y = 0;
    if (csl_integer_constant(a, &x) != csl_integer_constant(b, &y) || x != y ||
        clang_getCursorBinaryOperatorKind(a) != clang_getCursorBinaryOperatorKind(b) ||
        clang_getCursorUnaryOperatorKind(a) != clang_getCursorUnaryOperatorKind(b))
        return false;
    const csl_cursors p = csl_expr_children(r->ctx, a), q = csl_expr_children(r->ctx, b);
    for (unsigned i = 0; i < p.n && i < q.n; i++)
        if (!same_text(r, p.v[i], q.v[i], left - 1))
            return false;
    return p.n == q.n;
}

bool csl_run_choose(csl_run *r) {
    if (r->chosen < r->nchoices)
        return r->choices[r->chosen++];
    if (r->nchoices == CSL_ROOM_host_run_choices) {
        csl_limit_hit(CSL_LIMIT_host_run_choices);
        r->gave_up = true;
        return false;
    }
    r->choices[r->nchoices++] = false;
    r->chosen++;
    return false;
}

/* `p == q` of pointers that are known. */
static bool compares(csl_run *r, CXCursor e, bool *is) {
    const struct csl_host_kids kids = csl_host_kids_of(e);
    const enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(e);
    if (clang_getCursorKind(e) != CXCursor_BinaryOperator || kids.n != 2 ||
        (op != CXBinaryOperator_EQ && op != CXBinaryOperator_NE) ||
        !csl_run_is_pointer(clang_getCursorType(csl_host_bare(kids.v[0]))) ||
        !csl_run_is_pointer(clang_getCursorType(csl_host_bare(kids.v[1]))))
        return false;
    const csl_run_value a = csl_run_eval(r, kids.v[0]), b = csl_run_eval(r, kids.v[1]);
    if (a.kind != CSL_RUN_MEMORY || b.kind != CSL_RUN_MEMORY)
        return false;
    *is = (csl_run_same(&a, &b) && a.bytes == b.bytes) == (op == CXBinaryOperator_EQ);
    return true;
}

bool csl_run_holds(csl_run *r, CXCursor cond, bool counts) {
    bool is;
    cond = csl_host_bare(cond);
    const struct csl_host_kids kids = csl_host_kids_of(cond);
    const enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(cond);
    if (clang_getCursorKind(cond) == CXCursor_UnaryOperator && kids.n == 1 &&
        clang_getCursorUnaryOperatorKind(cond) == CXUnaryOperator_LNot)
        return !csl_run_holds(r, kids.v[0], counts);
    if (op == CXBinaryOperator_LAnd && kids.n == 2)
        return csl_run_holds(r, kids.v[0], counts) && csl_run_holds(r, kids.v[1], counts);
    if (op == CXBinaryOperator_LOr && kids.n == 2)
        return csl_run_holds(r, kids.v[0], counts) || csl_run_holds(r, kids.v[1], counts);
    int64_t n;
    if (compares(r, cond, &is))
        return is;
    if (csl_integer_constant(cond, &n))
        return n != 0;
    for (unsigned i = 0; i < r->ndecided; i++)
        if (same_text(r, r->decided[i].cond, cond, CSL_LIMIT(host_compared_depth)))
            return r->decided[i].is;
    csl_run_eval(r, cond);
    is = csl_run_choose(r);
    r->open += counts;
    if (r->ndecided < CSL_ROOM_host_run_choices) {
        r->decided[r->ndecided].cond = cond;
        r->decided[r->ndecided++].is = is;
    }
    return is;
}
