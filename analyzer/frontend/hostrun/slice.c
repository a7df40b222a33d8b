/* Which variables the pointers of a launch may come from (state.h): what else a function does to
 * pointers is of no interest to a run of it. */
#include "state.h"

#include <string.h>

csl_run_seen *csl_run_seen_at(csl_run *r, CXCursor f) {
    csl_run_seen *seen = csl_cursor_map_get(&r->seen, f);
    if (!seen) {
        seen = CSL_NEW(r->ctx, csl_run_seen);
        csl_cursor_map_set(r->ctx, &r->seen, f, seen);
    }
    return seen;
}

typedef struct slicing {
    csl_run *r;
    bool grown;
    unsigned depth, pass;
} slicing;

static bool is_name(CXCursor c) {
    const enum CXCursorKind kind = clang_getCursorKind(c);
    return kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl || kind == CXCursor_FieldDecl;
}

bool csl_run_follows(const csl_run *r, CXCursor name) {
    return csl_cursor_map_get(&r->followed, csl_cursor_as_met(name)) != NULL;
}

static void add(slicing *s, CXCursor name) {
    const CXType type = csl_plain(clang_getCursorType(name));
    if (!is_name(name) || csl_run_follows(s->r, name) ||
        (type.kind != CXType_Pointer && type.kind != CXType_FunctionProto && !csl_is_class(type) &&
         !csl_is_array(type)))
        return;
    if (csl_limit_reached(CSL_LIMIT_host_run_names, s->r->nnames)) {
        s->r->gave_up = true;
        return;
    }
    s->r->names[s->r->nnames++] = name;
    csl_cursor_map_set(s->r->ctx, &s->r->followed, csl_cursor_as_met(name), s->r);
    s->grown = true;
}

static void add_names_in(slicing *s, CXCursor e) {
    const csl_run_list *names = csl_run_names_in(s->r, e);
    for (unsigned i = 0; i < names->n; i++)
        add(s, names->v[i].name);
}

/* One of them is named. What the object of a member is made of does not count, but where the whole
 * expression is that member. */
static bool any_in(csl_run *r, CXCursor e) {
    const csl_run_list *names = csl_run_names_in(r, e);
    for (unsigned i = 0; i < names->n;) {
        const csl_run_item *at = &names->v[i];
        const bool member = at->kind == CXCursor_MemberRefExpr;
        if (csl_run_follows(r, at->name) &&
            (!member || clang_Cursor_isNull(at->object) || csl_run_follows(r, at->object)))
            return true;
        i = member && !csl_cursor_identical(at->cursor, e) ? at->behind : i + 1;
    }
    return false;
}

bool csl_run_mentions(csl_run *r, CXCursor e) {
    return any_in(r, e);
}

/* What is written comes from what is read. */
static void flow(slicing *s, CXCursor to, CXCursor from) {
    if (any_in(s->r, to))
        add_names_in(s, from);
}

/* A class without a pointer in it (`half`): to assign one assigns no pointer. */
static bool is_plain_data(csl_run *r, CXType type) {
    const csl_cursors fields = csl_fields_of(r->ctx, type), bases = csl_bases_of(r->ctx, type);
    if (!csl_is_class(type) || bases.n || !fields.n)
        return false;
    for (unsigned i = 0; i < fields.n; i++) {
        const csl_type field = csl_scalar_type(clang_getCursorType(fields.v[i]));
        if (field == CSL_VOID || field == CSL_PTR)
            return false;
    }
    return true;
}

/* Pointers of the caller are changed through it. */
static bool is_way_to(csl_run *r, CXType type) {
    const CXType plain = csl_plain(type), to = clang_getPointeeType(plain);
    return csl_is_reference(type) ||
           (plain.kind == CXType_Pointer &&
            (csl_run_is_pointer(to) || (csl_is_class(to) && !is_plain_data(r, csl_plain(to)))));
}

static void bind(slicing *s, CXCursor to, CXCursor from) {
    if (csl_run_follows(s->r, to))
        add_names_in(s, from);
    if (any_in(s->r, from) && is_way_to(s->r, clang_getCursorType(to)))
        add(s, to);
}

/* `H(T *d) : x(d)` */
static void slice_initialisers(slicing *s, CXCursor constructor) {
    const csl_cursors kids = csl_children(s->r->ctx, constructor);
    for (unsigned i = 0; i + 1 < kids.n; i++)
        if (clang_getCursorKind(kids.v[i]) == CXCursor_MemberRef &&
            csl_run_follows(s->r, clang_getCursorReferenced(kids.v[i])))
            add_names_in(s, kids.v[i + 1]);
}

bool csl_run_initialises(csl_run *r, CXCursor f) {
    const csl_cursors kids =
        clang_getCursorKind(f) == CXCursor_Constructor ? csl_children(r->ctx, f) : (csl_cursors){0};
    for (unsigned i = 0; i < kids.n; i++)
        if (clang_getCursorKind(kids.v[i]) == CXCursor_MemberRef &&
            csl_run_follows(r, clang_getCursorReferenced(kids.v[i])))
            return true;
    return false;
}

static void slice(slicing *s, CXCursor in);

static void slice_call(slicing *s, const csl_run_item *done) {
    const CXCursor call = done->cursor, f = csl_host_called(call);
    const int n = clang_Cursor_getNumArguments(call);
    if (done->exchanges) {
        if (any_in(s->r, call))
            add_names_in(s, call);
        return;
    }
    if (done->launches || csl_run_is_launch(s->r, done) || clang_Cursor_isNull(f) ||
        s->depth == CSL_LIMIT(host_run_depth))
        return;
    const CXCursor body = csl_run_body_of(s->r, f);
    const int params = clang_Cursor_getNumArguments(f), skip = n == params + 1;
    if (clang_Cursor_isNull(body))
        return;
    for (int i = 0; i < params && i + skip < n; i++)
        bind(s, clang_Cursor_getArgument(f, (unsigned)i),
             clang_Cursor_getArgument(call, (unsigned)(i + skip)));
    if (clang_getCursorKind(f) == CXCursor_Constructor)
        slice_initialisers(s, f);
    csl_run_seen *seen = csl_run_seen_at(s->r, f);
    const unsigned left = CSL_LIMIT(host_run_depth) - s->depth;
    if (seen->pass == s->pass && seen->sliced >= left)
        return;
    seen->pass = s->pass;
    seen->sliced = left;
    s->depth++;
    slice(s, body);
    s->depth--;
}

bool csl_run_may_read(csl_run *r) {
    unsigned *reads = r->query->reads;
    if (reads && !csl_limit_spend(CSL_LIMIT_host_run_reads, reads))
        r->gave_up = true;
    return !r->gave_up;
}

static void slice_one(slicing *s, const csl_run_item *done) {
    const CXCursor c = done->cursor;
    switch (done->kind) {
    case CXCursor_VarDecl: {
        const CXCursor init = clang_Cursor_getVarDeclInitializer(c);
        if (!clang_Cursor_isNull(init))
            bind(s, c, init);
        break;
    }
    case CXCursor_BinaryOperator: {
        const struct csl_host_kids kids = csl_host_kids_of(c);
        if (kids.n == 2)
            flow(s, kids.v[0], kids.v[1]);
        break;
    }
    case CXCursor_CallExpr:
        if (done->assigns)
            flow(s, clang_Cursor_getArgument(c, 0), clang_Cursor_getArgument(c, 1));
        else
            slice_call(s, done);
        break;
    case CXCursor_ReturnStmt: /* of a function that is followed, perhaps */
        if (s->depth) {
            const struct csl_host_kids kids = csl_host_kids_of(c);
            if (kids.n == 1 && csl_run_is_pointer(clang_getCursorType(kids.v[0])))
                add_names_in(s, kids.v[0]);
        }
        break;
    default: break;
    }
}

static void slice(slicing *s, CXCursor in) {
    const csl_run_list *deeds = csl_run_deeds_in(s->r, in);
    for (unsigned i = 0; i < deeds->n && csl_run_may_read(s->r); i++)
        slice_one(s, &deeds->v[i]);
}

static bool same_names(const csl_run *r, const csl_cursors *names) {
    unsigned i = 0;
    while (i < names->n && i < r->nnames && clang_equalCursors(names->v[i], r->names[i]))
        i++;
    return i == names->n && i == r->nnames;
}

static csl_cursors names_so_far(const csl_run *r) {
    csl_cursors names = {csl_alloc(r->query->unit->ctx, (r->nnames + 1) * sizeof *names.v),
                         r->nnames};
    memcpy(names.v, r->names, r->nnames * sizeof *names.v);
    return names;
}

void csl_run_slice(csl_run *r, CXCursor body) {
    csl_run_sliced *last = r->query->sliced;
    slicing s = {.r = r, .grown = true};
    for (unsigned i = 0; i < r->query->nslots; i++) {
        add_names_in(&s, r->query->slots[i].argument);
        if (!clang_Cursor_isNull(r->query->slots[i].field))
            add(&s, r->query->slots[i].field);
    }
    if (!clang_Cursor_isNull(r->query->callee))
        add_names_in(&s, r->query->callee);
    if (clang_equalCursors(last->root, r->query->root) && same_names(r, &last->from)) {
        for (unsigned i = 0; i < last->names.n; i++)
            add(&s, last->names.v[i]);
        return;
    }
    const csl_cursors from = names_so_far(r);
    while (s.grown && !r->gave_up) {
        s.grown = false;
        s.pass++;
        slice(&s, body);
    }
    if (!r->gave_up)
        *last = (csl_run_sliced){r->query->root, from, names_so_far(r)};
}

static bool assigns_some(csl_run *r, const csl_run_item *call) {
    if (!call->assigns)
        return false;
    const CXCursor to = clang_Cursor_getArgument(call->cursor, 0);
    return any_in(r, to) && !is_plain_data(r, csl_plain(clang_getCursorType(csl_host_bare(to))));
}

/* `std::tie(p, q)` hands its pointers on, to be assigned. */
bool csl_run_is_known(CXCursor function) {
    return !clang_Cursor_isNull(function) && !csl_host_spelled(function, "tie") &&
           (clang_Location_isInSystemHeader(clang_getCursorLocation(function)) ||
            !clang_Cursor_isNull(clang_getCursorDefinition(function)));
}

/* A pointer of interest can be changed by a function that is not followed. */
static bool gives_some(csl_run *r, const csl_run_item *done) {
    if (done->settled)
        return false;
    const CXCursor call = done->cursor;
    const CXType type =
        clang_getCanonicalType(clang_getCursorType(clang_getCursorReferenced(call)));
    const int n = clang_Cursor_getNumArguments(call), params = clang_getNumArgTypes(type);
    for (int i = 0; i < n; i++) {
        const CXCursor e = csl_host_bare(clang_Cursor_getArgument(call, (unsigned)i));
        const bool address = clang_getCursorUnaryOperatorKind(e) == CXUnaryOperator_AddrOf;
        const bool refers = i < params && csl_is_reference(clang_getArgType(type, (unsigned)i)) &&
                            csl_run_is_pointer(clang_getCursorType(e));
        if ((address || refers) && any_in(r, e))
            return true;
    }
    return false;
}

bool csl_run_is_idle(csl_run *r, CXCursor var) {
    const CXCursor init = clang_Cursor_getVarDeclInitializer(var);
    if (!csl_run_is_pointer(clang_getCursorType(var)) || csl_run_follows(r, var) ||
        clang_getCursorKind(csl_host_bare(init)) != CXCursor_ConditionalOperator)
        return false;
    const csl_run_list *deeds = csl_run_deeds_in(r, init);
    for (unsigned i = 0; i < deeds->n; i++)
        if (deeds->v[i].kind == CXCursor_CallExpr && gives_some(r, &deeds->v[i]))
            return false;
    return true;
}

bool csl_run_changes(csl_run *r, const csl_run_item *done) {
    const CXCursor e = done->cursor;
    if (done->kind == CXCursor_ConditionalOperator)
        return csl_run_is_pointer(clang_getCursorType(e)) && any_in(r, e);
    if (done->kind == CXCursor_CallExpr)
        return done->exchanges ? any_in(r, e) : assigns_some(r, done) || gives_some(r, done);
    if (!csl_run_is_pointer(clang_getCursorType(e)) || csl_run_is_kernel(clang_getCursorType(e)))
        return false;
    const struct csl_host_kids kids = csl_host_kids_of(e);
    return kids.n && any_in(r, kids.v[0]);
}

bool csl_run_from_outside(const csl_run *r) {
    for (unsigned i = 0; i < r->nnames; i++) {
        const CXCursor name = r->names[i];
        if (clang_getCursorKind(name) != CXCursor_VarDecl ||
            clang_Cursor_hasVarDeclGlobalStorage(name) == 1)
            return true;
    }
    return false;
}
