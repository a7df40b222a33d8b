/* Statements of host code, one way after the other (hostrun.h). */
#include "state.h"

/* ---- what matters ---------------------------------------------------------------------------- */

typedef struct looking {
    csl_run *r;
    bool moves, launches, leaves;
    unsigned depth;
} looking;

static bool look(looking *l, const csl_run_item *done);

static looking look_at(csl_run *r, CXCursor in, unsigned depth) {
    looking l = {r, false, false, false, depth};
    const csl_run_list *deeds = csl_run_deeds_in(r, in);
    for (unsigned i = 0; i < deeds->n && csl_run_may_read(r);) {
        const bool within = look(&l, &deeds->v[i]);
        i = within ? i + 1 : deeds->v[i].behind;
        if (l.moves && l.launches && l.leaves)
            break;
    }
    return l;
}

/* ... which the many ways through a function ask of the same statements again and again. */
static looking look_once(csl_run *r, CXCursor in) {
    looking *known = csl_cursor_map_get(&r->looked, in);
    if (!known) {
        known = CSL_NEW(r->ctx, looking);
        *known = look_at(r, in, 0);
        csl_cursor_map_set(r->ctx, &r->looked, in, known);
    }
    return *known;
}

static void look_at_call(looking *l, const csl_run_item *call) {
    const CXCursor f = call->definition;
    l->launches |= csl_run_is_launch(l->r, call);
    l->moves |= csl_run_changes(l->r, call) || csl_run_initialises(l->r, f);
    if (call->launches || /* no run goes into a kernel */
        clang_Cursor_isNull(f) || clang_Location_isInSystemHeader(clang_getCursorLocation(f)) ||
        l->depth == CSL_LIMIT(host_run_depth))
        return;
    csl_run_seen *seen = csl_run_seen_at(l->r, f);
    const unsigned left = CSL_LIMIT(host_run_depth) - l->depth;
    if (seen->looked < left) {
        const CXCursor body = csl_run_body_of(l->r, f);
        seen->looked = left; /* also for calls of the function in itself */
        if (!clang_Cursor_isNull(body)) {
            const looking inner = look_at(l->r, body, l->depth + 1);
            seen->moves |= inner.moves;
            seen->launches |= inner.launches;
        }
    }
    /* The arguments of a function that launches are followed elsewhere; not those of a lambda. */
    l->moves |= seen->moves || (seen->launches && csl_host_spelled(f, "operator()"));
    l->launches |= seen->launches;
}

/* `Buffer c = h.x`, `float *p = h.x.get()`: what it holds comes from an object; `T *&p = q`: it is
 * another one. */
static bool takes_from_object(CXCursor var) {
    const CXCursor init = clang_Cursor_getVarDeclInitializer(var);
    return !clang_Cursor_isNull(init) &&
           (csl_is_class(clang_getCursorType(var)) ||
            (csl_is_reference(clang_getCursorType(var)) &&
             !csl_run_is_kernel(clang_getCursorType(var))) ||
            clang_getCursorKind(csl_host_bare(init)) == CXCursor_CallExpr);
}

/* False: what stands in it does not count. */
static bool look(looking *l, const csl_run_item *done) {
    const CXCursor c = done->cursor;
    switch (done->kind) {
    case CXCursor_ReturnStmt:
    case CXCursor_BreakStmt:
    case CXCursor_ContinueStmt: l->leaves = true; break;
    case CXCursor_VarDecl:
        if (csl_run_is_idle(l->r, c))
            return false;
        l->moves |= csl_run_follows(l->r, c) &&
                    (clang_Cursor_getStorageClass(c) == CX_SC_Static || takes_from_object(c));
        break;
    case CXCursor_CallExpr:
        look_at_call(l, done);
        return !done->launches || csl_run_is_launch(l->r, done);
    default: l->moves |= csl_run_changes(l->r, done);
    }
    return true;
}

bool csl_run_moves(csl_run *r, CXCursor in) {
    const looking l = look_once(r, in);
    return l.moves || l.launches;
}

/* ---- statements ------------------------------------------------------------------------------ */

static csl_run_way all_of(csl_run *r, CXCursor s) {
    const csl_cursors kids = *csl_run_children(r, s);
    for (unsigned i = 0; i < kids.n; i++) {
        const csl_run_way way = csl_run_statement(r, kids.v[i]);
        if (way != CSL_RUN_ON)
            return way;
    }
    return CSL_RUN_ON;
}

/* Nothing in it moves pointers or leaves it: all of it, once, for the variables it changes. */
static csl_run_way over(csl_run *r, CXCursor s) {
    const csl_cursors kids = *csl_run_children(r, s);
    r->over++;
    for (unsigned i = 0; i < kids.n; i++)
        csl_run_statement(r, kids.v[i]);
    r->over--;
    return CSL_RUN_ON;
}

static bool is_statement(CXCursor c) {
    return clang_isStatement(clang_getCursorKind(c));
}

static csl_run_way either(csl_run *r, CXCursor s) {
    const csl_cursors kids = *csl_run_children(r, s);
    unsigned cond = 0;
    const looking l = look_once(r, s);
    if (!l.moves && !l.launches && (!l.leaves || r->over))
        return over(r, s);
    while (cond < kids.n && !clang_isExpression(clang_getCursorKind(kids.v[cond])))
        csl_run_statement(r, kids.v[cond++]); /* a declaration before the condition */
    if (cond + 1 >= kids.n)
        return CSL_RUN_ON;
    const bool is = csl_run_holds(r, kids.v[cond], l.moves || l.launches);
    const unsigned arm = cond + (is ? 1 : 2);
    return arm < kids.n ? csl_run_statement(r, kids.v[arm]) : CSL_RUN_ON;
}

/* The passes of one loop that is run. */
typedef struct passes {
    csl_run *r;
    unsigned made;                                    /* choices before it */
    csl_run_cell *before[CSL_ROOM_host_run_straight]; /* what pointers held, by pass */
    unsigned ncells[CSL_ROOM_host_run_straight];
} passes;

/* Pointers hold what they held before an earlier pass: nothing new follows. */
static bool comes_back(const passes *p, unsigned pass) {
    for (unsigned i = 0; i < pass; i++)
        if (p->ncells[i] == p->r->ncells &&
            csl_run_same_cells(p->before[i], p->r->cells, p->r->ncells))
            return true;
    return false;
}

/* The loop is left by choice for so many passes. More are run if none of these had a choice in it,
 * until they move no pointers any more. */
static bool another_pass(passes *p, unsigned pass) {
    csl_run *r = p->r;
    const unsigned most = CSL_LIMIT(host_run_passes);
    if (r->gave_up || (pass >= most && comes_back(p, pass)))
        return false;
    const bool straight = r->chosen <= p->made + most;
    if ((pass >= most && !straight) || pass == CSL_ROOM_host_run_straight) {
        csl_limit_hit(straight ? CSL_LIMIT_host_run_straight : CSL_LIMIT_host_run_passes);
        r->cut = true;
        return false;
    }
    p->ncells[pass] = r->ncells;
    p->before[pass] = csl_alloc(r->ctx, (r->ncells + 1) * sizeof *p->before[pass]);
    memcpy(p->before[pass], r->cells, r->ncells * sizeof *r->cells);
    return true;
}

static csl_run_way loop(csl_run *r, CXCursor s) {
    const csl_cursors kids = *csl_run_children(r, s);
    const bool until = clang_getCursorKind(s) == CXCursor_DoStmt;
    const bool counts = clang_getCursorKind(s) == CXCursor_ForStmt;
    if (!kids.n || !csl_run_moves(r, s))
        return over(r, s);
    const unsigned body = until ? 0 : kids.n - 1;
    const bool first = counts && (kids.n == 4 || is_statement(kids.v[0])) && body > 0;
    if (first)
        csl_run_statement(r, kids.v[0]);
    passes p = {r, .made = r->chosen};
    for (unsigned pass = 0; another_pass(&p, pass); pass++) {
        if (pass < CSL_LIMIT(host_run_passes) && (pass || !until) && csl_run_choose(r))
            break;
        const csl_run_way way = csl_run_statement(r, kids.v[body]);
        if (way == CSL_RUN_RETURN)
            return way;
        if (way == CSL_RUN_BREAK)
            break;
        for (unsigned i = first ? 1 : 0; i < kids.n; i++)
            if (i != body)
                csl_run_statement(r, kids.v[i]);
    }
    return CSL_RUN_ON;
}

/* It is entered at one of the labels, or passed by. */
static csl_run_way switched(csl_run *r, CXCursor s) {
    const csl_cursors kids = *csl_run_children(r, s);
    if (!kids.n || !csl_run_moves(r, s))
        return over(r, s);
    for (unsigned i = 0; i + 1 < kids.n; i++)
        csl_run_statement(r, kids.v[i]);
    const csl_cursors in = *csl_run_children(r, kids.v[kids.n - 1]);
    bool inside = false;
    for (unsigned i = 0; i < in.n; i++) {
        const enum CXCursorKind kind = clang_getCursorKind(in.v[i]);
        if (!inside && (kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt)) {
            inside = !csl_run_choose(r);
            r->open++;
        }
        const csl_run_way way = inside ? csl_run_statement(r, in.v[i]) : CSL_RUN_ON;
        if (way == CSL_RUN_BREAK)
            break;
        if (way != CSL_RUN_ON)
            return way;
    }
    return CSL_RUN_ON;
}

/* `auto f = [&] { ... };`: it is followed where it is called. */
static bool is_lambda(CXCursor var, CXCursor init) {
    const CXCursor e = csl_host_copied(init);
    return clang_getCursorKind(e) == CXCursor_LambdaExpr &&
           clang_equalTypes(csl_plain(clang_getCursorType(var)), csl_plain(clang_getCursorType(e)));
}

static void declare(csl_run *r, CXCursor var) {
    const CXType type = clang_getCursorType(var);
    const CXCursor init = clang_Cursor_getVarDeclInitializer(var);
    const csl_run_place at = csl_run_variable(var);
    csl_run_place of;
    if (clang_getCursorKind(var) != CXCursor_VarDecl ||
        (clang_Cursor_getStorageClass(var) == CX_SC_Static &&
         (r->again || clang_Cursor_isNull(init)))) /* it keeps what it holds */
        return;
    csl_run_forget(r, var);
    if (clang_Cursor_isNull(init)) {
        if (csl_run_is_pointer(type))
            csl_run_write(r, at, csl_run_new(r, at));
        return;
    }
    if (is_lambda(var, init) || csl_run_is_idle(r, var))
        return;
    if (csl_is_reference(type)) {
        if (csl_run_lvalue(r, init, &of))
            csl_run_write(r, at, (csl_run_value){CSL_RUN_ADDRESS, of, 0, 0});
    } else if (csl_is_class(type)) {
        csl_run_copy(r, at, type, init);
    } else if (csl_is_array(type) && csl_run_is_pointer(csl_element_type(csl_plain(type)))) {
        const csl_cursors list = csl_expr_children(r->ctx, csl_host_bare(init));
        for (unsigned i = 0; i < list.n; i++)
            csl_run_write(r, (csl_run_place){var, 0, at.field, i}, csl_run_eval(r, list.v[i]));
    } else {
        const csl_run_value v = csl_run_eval(r, init);
        if (csl_run_is_pointer(type))
            csl_run_write(r, at, v);
    }
}

csl_run_way csl_run_statement(csl_run *r, CXCursor s) {
    const enum CXCursorKind kind = clang_getCursorKind(s);
    const csl_cursors kids = *csl_run_children(r, s);
    if (r->gave_up)
        return CSL_RUN_RETURN;
    if (clang_isExpression(kind)) {
        csl_run_eval(r, s);
        return CSL_RUN_ON;
    }
    switch (kind) {
    case CXCursor_DeclStmt:
        for (unsigned i = 0; i < kids.n; i++)
            declare(r, kids.v[i]);
        return CSL_RUN_ON;
    case CXCursor_VarDecl: declare(r, s); return CSL_RUN_ON;
    case CXCursor_IfStmt: return either(r, s);
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
    case CXCursor_CXXForRangeStmt: return loop(r, s);
    case CXCursor_SwitchStmt: return switched(r, s);
    case CXCursor_BreakStmt: return r->over ? CSL_RUN_ON : CSL_RUN_BREAK;
    case CXCursor_ContinueStmt: return r->over ? CSL_RUN_ON : CSL_RUN_CONTINUE;
    case CXCursor_ReturnStmt:
        if (kids.n)
            r->frame->result = csl_run_eval(r, kids.v[0]);
        return r->over ? CSL_RUN_ON : CSL_RUN_RETURN;
    case CXCursor_GotoStmt:
    case CXCursor_IndirectGotoStmt: r->gave_up = true; return CSL_RUN_RETURN;
    default: return clang_isStatement(kind) ? all_of(r, s) : CSL_RUN_ON;
    }
}

/* ---- ways ------------------------------------------------------------------------------------ */

/* Memory of the object or of the program is known by another name than when the function began. */
static bool leaves_moved(const csl_run *r) {
    for (unsigned i = 0; i < r->ncells; i++) {
        const csl_run_place *at = &r->cells[i].at;
        const csl_run_value *v = &r->cells[i].holds;
        if (v->kind == CSL_RUN_MEMORY && v->turn == 0 &&
            (clang_Cursor_isNull(at->var) || clang_Cursor_hasVarDeclGlobalStorage(at->var) == 1) &&
            !csl_run_same_place(&v->of, at))
            return true;
    }
    return false;
}

static void run_once(csl_run *r, CXCursor body) {
    csl_run_frame frame = {r->query->root, csl_run_variable(clang_getNullCursor()),
                           csl_run_unknown(), NULL};
    r->frame = &frame;
    r->ncells = r->ndecided = r->chosen = r->turns = r->open = 0;
    r->again = false;
    r->over = 0;
    csl_run_statement(r, body);
    r->ndecided = 0;
    r->again = leaves_moved(r);
    if (r->again && !r->gave_up)
        csl_run_statement(r, body);
}

static bool run_all(csl_run *r, CXCursor body) {
    unsigned ways = CSL_LIMIT(host_run_ways);
    for (;;) {
        run_once(r, body);
        if (r->gave_up || !csl_limit_spend(CSL_LIMIT_host_run_ways, &ways))
            return false;
        while (r->nchoices && r->choices[r->nchoices - 1])
            r->nchoices--;
        if (!r->nchoices)
            return true;
        r->choices[r->nchoices - 1] = true;
    }
}

static bool run_query(csl_run *r) {
    const csl_run_query *query = r->query;
    const CXCursor body = csl_run_body_of(r, query->root);
    if (clang_Cursor_isNull(body))
        return true;
    csl_run_slice(r, body);
    if (r->gave_up)
        return false;
    *query->outside |= csl_run_from_outside(r);
    const bool known =
        (!look_once(r, body).moves && !csl_run_passes_parts(r) && !csl_run_passes_given(r)) ||
        run_all(r, body);
    *query->steps = r->steps;
    *query->cut |= r->cut;
    return known;
}

/* A run looks at the same cursors many times: it has memory of its own. */
bool csl_run_host(const csl_run_query *query) {
    csl_ctx *ctx = csl_ctx_new();
    csl_run *r = CSL_NEW(ctx, csl_run);
    *r = (csl_run){.query = query,
                   .launch = clang_getCursorExtent(query->launch),
                   .ctx = ctx,
                   .steps = *query->steps};
    const bool known = run_query(r);
    csl_ctx_free(ctx);
    return known;
}
