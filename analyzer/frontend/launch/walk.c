/* Walks host functions: launches, calls of other functions, where addresses of kernels go. */
#include "search.h"

#include "../parse/parse.h"
#include "../../limits/limits.h"

typedef struct frame {
    CXCursor cursor;
    const csl_host_guard *guards; /* known where it is executed; of a block, so far */
    csl_host_section section;     /* of the body of a switch, so far */
    struct frame *outer;
} frame;

typedef struct walk {
    csl_launch_search *s;
    csl_host_function *function;
    frame *top;
    unsigned depth, patterns; /* generic lambdas around */
} walk;

/* ---- functions ------------------------------------------------------------------------------- */

static bool in_project(CXCursor c) {
    return !clang_Location_isInSystemHeader(clang_getCursorLocation(c));
}

/* The function that a lambda is written in, if it is searched as well. */
static csl_host_function *function_around(csl_launch_search *s, CXCursor f) {
    CXCursor around = clang_getCursorSemanticParent(clang_getCursorSemanticParent(f));
    return csl_host_spelled(f, "operator()")
               ? csl_cursor_map_get(&s->known, csl_cursor_as_met(around))
               : NULL;
}

static void add_function(csl_launch_search *s, CXCursor f) {
    if (csl_cursor_map_get(&s->known, csl_cursor_as_met(f)))
        return;
    if (csl_limit_reached(CSL_LIMIT_host_functions, s->nfunctions)) {
        s->overflow = true;
        return;
    }
    csl_host_function *function = CSL_NEW(s->unit->ctx, csl_host_function);
    *function = (csl_host_function){.unit = s->unit, .cursor = f, .outer = function_around(s, f)};
    CSL_GROW(s->unit->ctx, s->functions, s->nfunctions, s->cap_functions);
    s->functions[s->nfunctions++] = function;
    csl_cursor_map_set(s->unit->ctx, &s->known, csl_cursor_as_met(f), function);
}

void csl_walk_also(csl_launch_search *s, CXCursor f) {
    if (csl_has_body(f) && in_project(f) && !csl_is_cluster_launcher(f))
        add_function(s, f);
}

/* Or a kernel or another function, whose address goes into the variable. */
static enum CXChildVisitResult find_call(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    const enum CXCursorKind kind = clang_getCursorKind(c);
    const CXCursor of = clang_getCursorReferenced(c);
    bool found = kind == CXCursor_CallExpr || kind == CXCursor_LambdaExpr ||
                 (kind == CXCursor_DeclRefExpr &&
                  (csl_is_kernel(of) || clang_getCursorKind(of) == CXCursor_FunctionDecl ||
                   clang_getCursorKind(of) == CXCursor_CXXMethod));
    for (unsigned i = 0; kind == CXCursor_OverloadedDeclRef && !found; i++) {
        if (i == clang_getNumOverloadedDecls(c))
            break;
        found = csl_is_kernel(clang_getOverloadedDecl(c, i));
    }
    *(bool *)data |= found;
    return found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

void csl_walk_initialiser(csl_launch_search *s, CXCursor declaration) {
    bool found = false;
    clang_visitChildren(declaration, find_call, &found);
    if (found && in_project(declaration))
        add_function(s, declaration);
}

/* ---- launches -------------------------------------------------------------------------------- */

static void note_launch(walk *w, CXCursor call, const csl_host_guard *guards) {
    csl_launch_search *s = w->s;
    csl_launch_site site = {.call = call,
                            .config = clang_getNullCursor(),
                            .function = w->function,
                            .guards = guards,
                            .in_pattern = w->patterns > 0};
    if (csl_host_is_launch(call)) {
        struct csl_host_kids kids = csl_host_kids_of(call);
        site.form = CSL_LAUNCH_BRACKETS;
        site.callee = kids.v[0];
        site.config = kids.v[1];
    } else {
        int kernel = csl_launching(call, &site.form);
        if (kernel < 0)
            return;
        site.callee = clang_Cursor_getArgument(call, (unsigned)kernel);
    }
    CSL_GROW(s->unit->ctx, s->sites, s->nsites, s->cap_sites);
    s->sites[s->nsites++] = site;
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* `auto h = launch; h(a)`: what a variable that is never assigned holds. */
static CXCursor called(walk *w, CXCursor call) {
    const CXCursor f = clang_getCursorReferenced(call);
    if (clang_getCursorKind(f) != CXCursor_VarDecl)
        return f;
    const CXCursor held = csl_host_bare(clang_Cursor_getVarDeclInitializer(f));
    const struct csl_host_kids kids = csl_host_kids_of(held);
    const bool address = clang_getCursorKind(held) == CXCursor_UnaryOperator && kids.n == 1 &&
                         clang_getCursorUnaryOperatorKind(held) == CXUnaryOperator_AddrOf;
    const bool fixed = csl_host_unassigned(w->function, f, csl_host_end(f), csl_host_offset(call));
    return fixed ? clang_getCursorReferenced(address ? csl_host_bare(kids.v[0]) : held) : f;
}

static void note_call(walk *w, CXCursor call, const csl_host_guard *guards) {
    csl_launch_search *s = w->s;
    const CXCursor function = called(w, call);
    CXCursor definition = clang_getCursorDefinition(function);
    enum CXCursorKind kind = clang_getCursorKind(definition);
    if (clang_Cursor_isNull(definition) || !in_project(definition) ||
        (kind != CXCursor_FunctionDecl && kind != CXCursor_CXXMethod &&
         kind != CXCursor_Constructor && kind != CXCursor_ConversionFunction))
        return;
    CSL_GROW(s->unit->ctx, s->calls, s->ncalls, s->cap_calls);
    s->calls[s->ncalls++] = (csl_known_call){definition, call, w->function, guards};
}

/* ---- where addresses go ---------------------------------------------------------------------- */

static bool is_value(enum CXCursorKind kind) {
    return kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl;
}

/* The name of what is called. In a template the call may not be resolved: what it names is in its
 * first child then. */
static const char *name_of_called(csl_ctx *ctx, CXCursor call) {
    const char *name = csl_spelling(ctx, call);
    CXCursor c = call;
    while (!*name) {
        const csl_cursors kids = csl_children(ctx, c);
        if (!kids.n || (clang_getCursorKind(c) != CXCursor_CallExpr &&
                        !clang_isReference(clang_getCursorKind(kids.v[0]))))
            break;
        c = kids.v[0];
        name = csl_spelling(ctx, c);
    }
    return name;
}

/* Functions that take a kernel's address and do not launch it. */
static bool only_asks(csl_ctx *ctx, CXCursor call) {
    const char *name = name_of_called(ctx, call);
    return strncmp(name, "cudaFunc", 8) == 0 || strncmp(name, "cuFunc", 6) == 0 ||
           strstr(name, "Occupancy");
}

static void note_flow(walk *w, CXCursor what, csl_flow_to to, CXCursor variable) {
    csl_launch_search *s = w->s;
    CSL_GROW(s->unit->ctx, s->flows, s->nflows, s->cap_flows);
    s->flows[s->nflows++] = (csl_flow){what, to, variable};
}

/* The parameter of the called function that the argument `inner` becomes; null if none is known. */
static CXCursor parameter_for(CXCursor call, CXCursor inner) {
    CXCursor f = clang_getCursorDefinition(clang_getCursorReferenced(call));
    int n = clang_Cursor_isNull(f) ? 0 : clang_Cursor_getNumArguments(f);
    for (int i = 0; i < n; i++)
        if (csl_host_is_same(csl_host_argument(call, f, (unsigned)i), inner))
            return clang_Cursor_getArgument(f, (unsigned)i);
    return clang_getNullCursor();
}

/* The call uses what stands in its child `inner`. */
static void flow_into_call(walk *w, CXCursor what, CXCursor call, CXCursor inner) {
    csl_launch_form form;
    int kernel = csl_launching(call, &form);
    const CXCursor none = clang_getNullCursor();
    CXCursor parameter = parameter_for(call, inner);
    if ((csl_host_is_launch(call) && csl_host_is_same(csl_host_kids_of(call).v[0], inner)) ||
        (kernel >= 0 &&
         csl_host_is_same(clang_Cursor_getArgument(call, (unsigned)kernel), inner)) ||
        only_asks(w->s->unit->ctx, call))
        note_flow(w, what, CSL_FLOW_USED, none);
    else if (csl_looks_up_symbol(call) &&
             !clang_Cursor_isNull(csl_variable_in(clang_Cursor_getArgument(call, 0))))
        note_flow(w, what, CSL_FLOW_VARIABLE, csl_variable_in(clang_Cursor_getArgument(call, 0)));
    else if (!clang_Cursor_isNull(parameter) &&
             csl_has_body(clang_getCursorSemanticParent(parameter)))
        note_flow(w, what, CSL_FLOW_VARIABLE, parameter);
    else
        note_flow(w, what, CSL_FLOW_LOST, none);
}

/* The elements go to the variable of the loop. */
static void flow_into_loop(walk *w, CXCursor what, CXCursor loop) {
    const csl_cursors parts = csl_children(w->s->unit->ctx, loop);
    const bool variable = parts.n && clang_getCursorKind(parts.v[0]) == CXCursor_VarDecl;
    note_flow(w, what, variable ? CSL_FLOW_VARIABLE : CSL_FLOW_LOST,
              variable ? parts.v[0] : clang_getNullCursor());
}

/* A variable of the whole file that no other file can name. */
static bool is_own_table(CXCursor c) {
    const enum CXCursorKind around = clang_getCursorKind(clang_getCursorSemanticParent(c));
    const bool member = around == CXCursor_ClassDecl || around == CXCursor_StructDecl;
    return clang_getCursorKind(c) == CXCursor_VarDecl &&
           (member || clang_getCursorLinkage(c) != CXLinkage_External);
}

/* `use`, in that frame, refers to a kernel, or to a variable that may hold the address of one. */
static void follow(walk *w, const frame *f, CXCursor what, CXCursor use) {
    const CXCursor none = clang_getNullCursor();
    CXCursor inner = use, argument;
    for (; f; inner = f->cursor, f = f->outer) {
        CXCursor c = f->cursor;
        struct csl_host_kids kids;
        switch (clang_getCursorKind(c)) {
        case CXCursor_UnexposedExpr:
        case CXCursor_ParenExpr:
        case CXCursor_CStyleCastExpr:
        case CXCursor_CXXFunctionalCastExpr:
        case CXCursor_CXXStaticCastExpr:
        case CXCursor_CXXReinterpretCastExpr:
        case CXCursor_ConditionalOperator:
        case CXCursor_InitListExpr:
        case CXCursor_ArraySubscriptExpr:
        case CXCursor_OverloadedDeclRef:
        case CXCursor_UnaryOperator: continue;
        case CXCursor_DeclRefExpr: /* around the name, or around an argument of a template */
            if (clang_getCursorKind(inner) == CXCursor_OverloadedDeclRef)
                continue;
            note_flow(w, what, CSL_FLOW_USED, none);
            return;
        case CXCursor_CXXForRangeStmt: flow_into_loop(w, what, c); return;
        case CXCursor_VarDecl: note_flow(w, what, CSL_FLOW_VARIABLE, c); return;
        case CXCursor_CallExpr:
            if (csl_takes_address(c, &argument))
                continue;
            flow_into_call(w, what, c, inner);
            return;
        case CXCursor_BinaryOperator:
            kids = csl_host_kids_of(c);
            if (clang_getCursorBinaryOperatorKind(c) != CXBinaryOperator_Assign || kids.n != 2 ||
                clang_equalCursors(kids.v[0], inner)) {
                note_flow(w, what, CSL_FLOW_USED, none);
                return;
            }
            inner = csl_host_base_of(csl_host_bare(kids.v[0]));
            if (is_value(clang_getCursorKind(inner)))
                note_flow(w, what, CSL_FLOW_VARIABLE, inner);
            else
                note_flow(w, what, CSL_FLOW_LOST, none);
            return;
        case CXCursor_DeclStmt:
        case CXCursor_CompoundStmt: note_flow(w, what, CSL_FLOW_USED, none); return;
        case CXCursor_ReturnStmt:
            inner = csl_chooser_of(w->function->cursor);
            note_flow(w, what, clang_Cursor_isNull(inner) ? CSL_FLOW_LOST : CSL_FLOW_VARIABLE,
                      inner);
            return;
        default: note_flow(w, what, CSL_FLOW_LOST, none); return;
        }
    }
    if (is_own_table(w->function->cursor))
        note_flow(w, what, CSL_FLOW_VARIABLE, w->function->cursor);
    else
        note_flow(w, what, CSL_FLOW_LOST, none);
}

/* The call in whose parts the reference stands, which may be the call itself; null: there is none.
 */
static CXCursor call_around(const walk *w, CXCursor *use) {
    const frame *at = w->top;
    if (clang_getCursorKind(*use) == CXCursor_CallExpr)
        return *use;
    while (at && (clang_getCursorKind(at->cursor) == CXCursor_UnexposedExpr ||
                  clang_getCursorKind(at->cursor) == CXCursor_ParenExpr)) {
        *use = at->cursor;
        at = at->outer;
    }
    return at && clang_getCursorKind(at->cursor) == CXCursor_CallExpr ? at->cursor
                                                                      : clang_getNullCursor();
}

/* The reference is what a call calls, and no argument of it. */
static bool is_called(const walk *w, CXCursor f, CXCursor use) {
    const CXCursor call = call_around(w, &use);
    if (clang_Cursor_isNull(call) || clang_equalCursors(call, use))
        return !clang_Cursor_isNull(call);
    for (int i = 0; i < clang_Cursor_getNumArguments(call); i++)
        if (csl_host_is_same(clang_Cursor_getArgument(call, (unsigned)i), use))
            return false;
    return clang_equalCursors(clang_getCursorReferenced(call), f);
}

static void note_taken(walk *w, CXCursor f, CXCursor use) {
    const CXCursor definition = clang_getCursorDefinition(f);
    if (!clang_Cursor_isNull(definition) && !is_called(w, f, use))
        clang_CXCursorSet_insert(w->s->taken, definition);
}

/* A pointer to a function, or an array of such. */
static bool may_hold_kernel(CXCursor var) {
    CXType t = clang_getCanonicalType(clang_getNonReferenceType(clang_getCursorType(var)));
    if (t.kind == CXType_ConstantArray || t.kind == CXType_IncompleteArray)
        t = clang_getCanonicalType(clang_getArrayElementType(t));
    return csl_is_function_type(t.kind == CXType_Pointer ? clang_getPointeeType(t) : t);
}

/* What a chooser gives goes where its call stands. */
static void follow_chooser(walk *w, CXCursor f, CXCursor use) {
    const CXCursor chooser = csl_chooser_of(f), none = clang_getNullCursor();
    if (clang_Cursor_isNull(chooser))
        return;
    const frame *call = w->top;
    while (call && clang_getCursorKind(call->cursor) != CXCursor_CallExpr)
        call = call->outer;
    if (call && is_called(w, f, use))
        follow(w, call->outer, chooser, call->cursor);
    else
        note_flow(w, chooser, CSL_FLOW_LOST, none);
}

/* It is guessed if nothing names it but what is. */
static void note_instance(walk *w, CXCursor f, CXCursor use) {
    csl_host_function *function = csl_cursor_map_get(&w->s->known, csl_cursor_as_met(f));
    CXCursor part = use;
    const CXCursor from = is_called(w, f, use) ? call_around(w, &part) : use;
    if (!function || function->named)
        return;
    function->guessed =
        w->function->guessed || csl_is_guessed_instance(w->s->unit->recovered, from);
    function->named = !function->guessed;
}

static void note_reference(walk *w, CXCursor c) {
    CXCursor f = clang_getCursorReferenced(c);
    enum CXCursorKind kind = clang_getCursorKind(f);
    if (clang_getCursorKind(c) == CXCursor_OverloadedDeclRef) {
        for (unsigned i = 0; i < clang_getNumOverloadedDecls(c); i++) {
            const CXCursor decl = clang_getOverloadedDecl(c, i);
            if (csl_kernel_of(w->s, decl))
                follow(w, w->top, decl, c);
            else
                for (uint32_t at = 0; csl_instance_of(w->s, decl, &at);)
                    follow(w, w->top, w->s->lowered->of[at - 1], c);
        }
        return;
    }
    if (is_value(kind)) {
        if (may_hold_kernel(f))
            follow(w, w->top, f, c);
        return;
    }
    if (clang_Cursor_isNull(f) || kind == CXCursor_FieldDecl || kind == CXCursor_EnumConstantDecl)
        return;
    if (csl_kernel_of(w->s, f)) {
        follow(w, w->top, f, c);
        return;
    }
    note_taken(w, f, c);
    follow_chooser(w, f, c);
    CXCursor pattern = clang_getSpecializedCursorTemplate(f);
    /* an instance that is not analysed: there may be hundreds, each with device functions of its
     * own */
    if (clang_Cursor_isNull(pattern) || csl_is_kernel(pattern))
        return;
    csl_walk_also(w->s, f);
    note_instance(w, f, c);
}

/* ---- the walk -------------------------------------------------------------------------------- */

static enum CXChildVisitResult find_auto(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    if (clang_getCursorKind(c) == CXCursor_ParmDecl &&
        csl_is_dependent(clang_getCanonicalType(clang_getCursorType(c))))
        *(bool *)data = true;
    return CXChildVisit_Continue;
}

static bool is_generic_lambda(CXCursor c) {
    bool generic = false;
    if (clang_getCursorKind(c) == CXCursor_LambdaExpr)
        clang_visitChildren(c, find_auto, &generic);
    return generic;
}

static enum CXChildVisitResult visit_body(CXCursor c, CXCursor parent, CXClientData data) {
    walk *w = data;
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (csl_limit_reached(CSL_LIMIT_host_depth, w->depth))
        return CXChildVisit_Continue;
    const csl_host_guard *guards = w->top ? w->top->guards : NULL;
    if (clang_getCursorKind(parent) == CXCursor_IfStmt)
        guards = csl_host_guards_in(w->function, parent, c, guards);
    if (w->top && w->top->outer &&
        clang_getCursorKind(w->top->outer->cursor) == CXCursor_SwitchStmt)
        guards = csl_host_labels_of(w->function, w->top->outer->cursor, parent, c, &w->top->section,
                                    guards);
    if (kind == CXCursor_CallExpr) {
        note_launch(w, c, guards);
        csl_note_named(w->s, c);
        note_call(w, c, guards);
    }
    if (kind == CXCursor_DeclRefExpr || kind == CXCursor_OverloadedDeclRef ||
        kind == CXCursor_MemberRefExpr ||
        (kind == CXCursor_CallExpr && csl_host_spelled(c, "operator()")))
        note_reference(w, c);
    frame inner = {.cursor = c, .guards = guards, .outer = w->top};
    const bool generic = is_generic_lambda(c);
    w->top = &inner;
    w->depth++;
    w->patterns += generic;
    clang_visitChildren(c, visit_body, w);
    w->patterns -= generic;
    w->depth--;
    w->top = inner.outer;
    if (clang_getCursorKind(parent) == CXCursor_CompoundStmt)
        w->top->guards = csl_host_guards_behind(w->function, c, w->top->guards);
    return CXChildVisit_Continue;
}

void csl_walk_functions(csl_launch_search *s, unsigned from) {
    for (; from < s->nfunctions; from++) {
        walk w = {.s = s, .function = s->functions[from]};
        clang_visitChildren(w.function->cursor, visit_body, &w);
    }
}
