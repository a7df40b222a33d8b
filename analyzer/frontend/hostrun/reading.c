/* What stands in host code, read from libclang once for a file (state.h): queries about hundreds of
 * launches look through the same functions. */
#include "state.h"

/* ---- lists ------------------------------------------------------------------------------------ */

const csl_cursors *csl_run_children(csl_run *r, CXCursor s) {
    csl_run_kept *kept = r->query->kept;
    csl_ctx *ctx = r->query->unit->ctx;
    csl_cursors *known = csl_cursor_map_get(&kept->children, s);
    if (!known) {
        known = CSL_NEW(ctx, csl_cursors);
        *known = csl_children(ctx, s);
        csl_cursor_map_set(ctx, &kept->children, s, known);
    }
    return known;
}

CXCursor csl_run_body_of(csl_run *r, CXCursor function) {
    csl_run_kept *kept = r->query->kept;
    csl_ctx *ctx = r->query->unit->ctx;
    CXCursor *known = csl_cursor_map_get(&kept->bodies, function);
    if (!known) {
        known = CSL_NEW(ctx, CXCursor);
        *known = csl_body_of(ctx, function);
        csl_cursor_map_set(ctx, &kept->bodies, function, known);
    }
    return *known;
}

static enum CXChildVisitResult take_reference(CXCursor c, CXCursor parent, CXClientData data) {
    csl_run *r = ((void **)data)[0];
    csl_cursor_set *to = ((void **)data)[1];
    (void)parent;
    csl_cursor_set_add(r->query->unit->ctx, to, clang_getCursorReferenced(c));
    return CXChildVisit_Recurse;
}

const csl_cursor_set *csl_run_references(csl_run *r, CXCursor e) {
    csl_run_kept *kept = r->query->kept;
    csl_ctx *ctx = r->query->unit->ctx;
    csl_cursor_set *known = csl_cursor_map_get(&kept->references, e);
    if (!known) {
        known = CSL_NEW(ctx, csl_cursor_set);
        csl_cursor_set_add(ctx, known, clang_getCursorReferenced(e));
        clang_visitChildren(e, take_reference, (void *[]){r, known});
        csl_cursor_map_set(ctx, &kept->references, e, known);
    }
    return known;
}

/* ---- what stands in what ---------------------------------------------------------------------- */

/* A walk that lists some of the cursors, and knows for each where its own text ends. */
typedef struct walk {
    csl_ctx *ctx;
    csl_run_list *to;
    bool (*wanted)(csl_run_item *item);
    struct around {
        CXCursor cursor;
        unsigned item; /* one more than its place in the list; 0: not listed */
    } * around;        /* the cursor that is visited stands in these */
    unsigned n, cap;
} walk;

static void leave(walk *w, unsigned n) {
    for (; w->n > n; w->n--)
        if (w->around[w->n - 1].item)
            w->to->v[w->around[w->n - 1].item - 1].behind = w->to->n;
}

static void enter(walk *w, CXCursor c) {
    csl_run_item item = {.cursor = c, .kind = clang_getCursorKind(c)};
    CSL_GROW(w->ctx, w->around, w->n, w->cap);
    w->around[w->n] = (struct around){c, 0};
    if (w->wanted(&item)) {
        CSL_GROW(w->ctx, w->to->v, w->to->n, w->to->cap);
        w->to->v[w->to->n++] = item;
        w->around[w->n].item = w->to->n;
    }
    w->n++;
}

static enum CXChildVisitResult meet(CXCursor c, CXCursor parent, CXClientData data) {
    walk *w = data;
    unsigned n = w->n;
    while (n > 1 && !csl_cursor_identical(w->around[n - 1].cursor, parent))
        n--;
    leave(w, n);
    enter(w, c);
    return CXChildVisit_Recurse;
}

static const csl_run_list *list_of(csl_run *r, csl_cursor_map *map, CXCursor in,
                                   bool (*wanted)(csl_run_item *item)) {
    csl_ctx *ctx = r->query->unit->ctx;
    csl_run_list *known = csl_cursor_map_get(map, in);
    if (known)
        return known;
    csl_run_list listed = {0};
    walk w = {.ctx = r->ctx, .to = &listed, .wanted = wanted};
    enter(&w, in);
    clang_visitChildren(in, meet, &w);
    leave(&w, 0);
    known = CSL_NEW(ctx, csl_run_list);
    *known = listed;
    known->v = csl_alloc(ctx, (listed.n + 1) * sizeof *known->v);
    if (listed.n)
        memcpy(known->v, listed.v, listed.n * sizeof *known->v);
    csl_cursor_map_set(ctx, map, in, known);
    return known;
}

/* ---- what is done ----------------------------------------------------------------------------- */

static void read_call(csl_run_item *item) {
    const CXCursor call = item->cursor, f = clang_getCursorReferenced(call);
    const int n = clang_Cursor_getNumArguments(call);
    item->definition = clang_getCursorDefinition(f);
    item->extent = clang_getCursorExtent(call);
    item->launches = csl_host_is_launch(call);
    item->exchanges = csl_run_exchanges(call);
    item->assigns = n == 2 && csl_host_spelled(call, "operator=");
    item->settled = item->launches || csl_run_is_known(f);
}

static bool does_something(csl_run_item *item) {
    enum CXUnaryOperatorKind op;
    switch (item->kind) {
    case CXCursor_BinaryOperator:
        return clang_getCursorBinaryOperatorKind(item->cursor) == CXBinaryOperator_Assign;
    case CXCursor_UnaryOperator:
        op = clang_getCursorUnaryOperatorKind(item->cursor);
        return op >= CXUnaryOperator_PostInc && op <= CXUnaryOperator_PreDec;
    case CXCursor_CallExpr: read_call(item); return true;
    case CXCursor_ReturnStmt:
    case CXCursor_BreakStmt:
    case CXCursor_ContinueStmt:
    case CXCursor_CompoundAssignOperator:
    case CXCursor_VarDecl:
    case CXCursor_ConditionalOperator: return true;
    default: return false;
    }
}

const csl_run_list *csl_run_deeds_in(csl_run *r, CXCursor in) {
    return list_of(r, &r->query->kept->deeds, in, does_something);
}

/* ---- names ------------------------------------------------------------------------------------ */

static bool is_name(csl_run_item *item) {
    const bool member = item->kind == CXCursor_MemberRefExpr;
    if (!member && item->kind != CXCursor_DeclRefExpr)
        return false;
    const struct csl_host_kids object =
        member ? csl_host_kids_of(item->cursor) : (struct csl_host_kids){.n = 0};
    const CXCursor of = object.n ? csl_host_bare(object.v[0]) : clang_getNullCursor();
    item->name = clang_getCursorReferenced(item->cursor);
    item->object = clang_getCursorKind(of) == CXCursor_DeclRefExpr ? clang_getCursorReferenced(of)
                                                                   : clang_getNullCursor();
    return true;
}

const csl_run_list *csl_run_names_in(csl_run *r, CXCursor e) {
    return list_of(r, &r->query->kept->names, e, is_name);
}
