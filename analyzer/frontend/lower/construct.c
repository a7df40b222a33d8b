/* Constructors: bases, members, bodies, default values. */
#include "lifetime.h"
#include "../../limits/limits.h"

/* What a constructor writes before its body: target and value in turns. */
typedef struct written {
    CXCursor target; /* a MemberRef or the name of a type */
    CXCursor value;
    bool done;
} written;

/* Not a number among the template arguments of a base class: `base<0, T>(x)`. */
static bool is_object(CXType type) {
    return csl_is_class(type) || csl_is_dependent(type);
}

/* An object of that class or of a base of it: in an instance of `struct A : T { A() : T(1) {} }`
 * nothing stands before `T(1)` that names the base. */
static bool is_of_class(csl_lower_state *L, CXType class, CXType type) {
    csl_cursors bases = csl_bases_of(L->scratch, class);
    bool is = clang_equalTypes(csl_plain(type), csl_plain(class));
    for (unsigned i = 0; i < bases.n && !is; i++)
        is = clang_equalTypes(csl_plain(type), csl_plain(clang_getCursorType(bases.v[i])));
    return is;
}

static unsigned read_initialisers(csl_lower_state *L, CXType class, CXCursor ctor, written **out) {
    csl_cursors kids = csl_children(L->scratch, ctor);
    CXCursor pending = clang_getNullCursor();
    unsigned n = 0;
    *out = csl_alloc(L->scratch, (kids.n + 1) * sizeof **out);
    for (unsigned i = 0; i < kids.n; i++) {
        const enum CXCursorKind k = clang_getCursorKind(kids.v[i]);
        const CXType type = clang_getCursorType(kids.v[i]);
        if (k == CXCursor_MemberRef || k == CXCursor_TypeRef || k == CXCursor_TemplateRef) {
            pending = kids.v[i];
        } else if (clang_isExpression(k) && clang_Cursor_isNull(pending)) {
            if (is_of_class(L, class, type))
                (*out)[n++] = (written){kids.v[i], kids.v[i], false};
        } else if (clang_isExpression(k) &&
                   (clang_getCursorKind(pending) == CXCursor_MemberRef || is_object(type))) {
            (*out)[n++] = (written){pending, kids.v[i], false};
            pending = clang_getNullCursor();
        }
    }
    return n;
}

static void initialise_base(csl_lower_state *L, csl_lval self, CXType base, CXCursor value) {
    csl_block full;
    csl_open_full(L, &full);
    csl_lower_aggregate(L, value, csl_base_of(L, self, base, value));
    csl_close_full(L, &full, NULL, value);
}

/* The value written for this base class or for the class itself; NULL: none. */
static written *find_base(written *w, unsigned n, CXType base) {
    for (unsigned i = 0; i < n; i++)
        if (clang_getCursorKind(w[i].target) != CXCursor_MemberRef && !w[i].done &&
            clang_equalTypes(csl_plain(clang_getCursorType(w[i].value)), csl_plain(base)))
            return &w[i];
    return NULL;
}

static void run_bases(csl_lower_state *L, csl_lval self, written *w, unsigned n, CXCursor at) {
    csl_cursors bases = csl_bases_of(L->scratch, self.type);
    for (unsigned i = 0; i < bases.n; i++) {
        CXType base = csl_plain(clang_getCursorType(bases.v[i]));
        written *given = find_base(w, n, base);
        if (given) {
            given->done = true;
            initialise_base(L, self, base, given->value);
        } else {
            csl_default_construct(L, csl_base_of(L, self, base, at), at);
        }
    }
}

static void run_member(csl_lower_state *L, csl_lval self, CXCursor field, CXCursor value) {
    csl_block full;
    csl_open_full(L, &full);
    csl_initialise_member(L, self, field, value);
    csl_close_full(L, &full, NULL, value);
}

/* Bases and members in the order of the class, as written, or by their default initialisers. */
static void run_initialisers(csl_lower_state *L, csl_activation *act, CXCursor ctor) {
    csl_activation *outer = L->act;
    csl_lval self = act->self;
    written *w;
    unsigned n = read_initialisers(L, self.type, ctor, &w);
    L->act = act;
    written *delegated = find_base(w, n, self.type);
    if (delegated) {
        initialise_base(L, self, self.type, delegated->value);
        L->act = outer;
        return;
    }
    run_bases(L, self, w, n, ctor);
    csl_cursors fields = csl_fields_of(L->scratch, self.type);
    for (unsigned m = 0; m < fields.n; m++) {
        written *given = NULL;
        for (unsigned i = 0; i < n && !given; i++)
            if (clang_equalCursors(clang_getCursorReferenced(w[i].target), fields.v[m]))
                given = &w[i];
        CXCursor value = given ? given->value : csl_field_initialiser(L, fields.v[m]);
        if (given)
            given->done = true;
        if (!clang_Cursor_isNull(value))
            run_member(L, self, fields.v[m], value);
        else
            csl_default_construct(L, csl_member_slot(L, self, fields.v[m], ctor), ctor);
    }
    for (unsigned i = 0; i < n; i++) { /* members of unions without a name */
        CXCursor target = clang_getCursorReferenced(w[i].target);
        if (w[i].done)
            continue;
        if (clang_getCursorKind(target) == CXCursor_FieldDecl)
            run_member(L, self, target, w[i].value);
        else
            initialise_base(L, self, csl_plain(clang_getCursorType(w[i].value)), w[i].value);
    }
    L->act = outer;
}

static bool can_run(csl_lower_state *L, CXCursor def) {
    return !clang_Cursor_isNull(def) && !csl_is_recursive(L, def) &&
           !csl_limit_reached(CSL_LIMIT_inlined_calls, L->inline_depth) &&
           !csl_limit_reached(CSL_LIMIT_statements, L->nstmts);
}

static void run_constructor(csl_lower_state *L, CXCursor at, CXCursor def, csl_cursors args,
                            csl_lval dest) {
    const csl_since since = csl_since_here(L);
    csl_activation *act = csl_new_activation(L, def, at);
    act->has_this = true;
    act->self = dest;
    csl_bind_arguments(L, act, def, args);
    run_initialisers(L, act, def);
    csl_lower_body(L, def, act);
    if (csl_is_empty(L, dest.type))
        csl_drop_idle(L, &since);
}

csl_expr *csl_run_with(csl_lower_state *L, CXCursor function, csl_lval self,
                       const csl_lval *argument, CXCursor at, csl_lval *out) {
    CXCursor def = csl_definition_of(L, function);
    const CXType type = clang_getCursorResultType(function);
    if (!can_run(L, def)) {
        csl_emit_opaque(L, at, "a method of this object is not followed");
        if (out && csl_is_class(type))
            *out = csl_new_local(L, clang_getNullCursor(), type, "");
        return csl_emit_havoc(L, csl_scalar_type(type), CSL_SCOPE_THREAD, at, NULL);
    }
    csl_activation *act = csl_new_activation(L, def, at);
    csl_cursors params = csl_parameters_of(L->scratch, def);
    act->has_this = true;
    act->self = self;
    if (params.n && argument)
        csl_bind(L, act, params.v[0], *argument);
    csl_bind_defaults(L, act, def, 1);
    if (clang_getCursorKind(def) == CXCursor_Constructor)
        run_initialisers(L, act, def);
    return csl_run_body(L, act, type, NULL, out);
}

static void construct_elements(csl_lower_state *L, csl_lval array, CXCursor call, CXCursor at) {
    long long n = clang_getArraySize(clang_getCanonicalType(array.type));
    if (n < 0 || csl_limit_exceeded(CSL_LIMIT_elements, n)) {
        csl_emit_opaque(L, at, "the constructors of a large array are not followed");
        return;
    }
    for (long long i = 0; i < n; i++) {
        csl_lval one = csl_element(L, array, (uint64_t)i);
        if (clang_Cursor_isNull(call))
            csl_default_construct(L, one, at);
        else
            csl_construct(L, call, one);
    }
}

/* Members that no constructor names. */
static void default_members(csl_lower_state *L, csl_lval dest, CXCursor at) {
    csl_cursors fields = csl_fields_of(L->scratch, dest.type);
    for (unsigned i = 0; i < fields.n; i++) {
        CXCursor init = csl_field_initialiser(L, fields.v[i]);
        if (!clang_Cursor_isNull(init))
            run_member(L, dest, fields.v[i], init);
        else
            csl_default_construct(L, csl_member_slot(L, dest, fields.v[i], at), at);
    }
}

void csl_default_construct(csl_lower_state *L, csl_lval dest, CXCursor at) {
    if (L->full)
        return;
    if (dest.kind != CSL_LV_MEMORY || csl_is_reference(dest.type) ||
        !csl_class_acts(L, dest.type, CSL_WHEN_CONSTRUCTED))
        return;
    if (csl_is_array(dest.type)) {
        construct_elements(L, dest, clang_getNullCursor(), at);
        return;
    }
    CXCursor ctor = csl_default_constructor(L, dest.type);
    if (!clang_Cursor_isNull(ctor)) {
        CXCursor def = csl_definition_of(L, ctor);
        if (can_run(L, def))
            run_constructor(L, at, def, (csl_cursors){NULL, 0}, dest);
        else
            csl_emit_opaque(L, at, "constructor that is not known");
        return;
    }
    run_bases(L, dest, NULL, 0, at);
    default_members(L, dest, at);
}

/* A constructor taken over by `using Base::Base` has the name of the base. */
static bool is_inherited(csl_lower_state *L, CXCursor ctor) {
    const char *name = csl_spelling(L->ctx, ctor),
               *cls = csl_spelling(L->ctx, clang_getCursorSemanticParent(ctor));
    size_t n = strcspn(name, "<");
    return strncmp(name, cls, n) != 0 || (cls[n] && cls[n] != '<');
}

/* The constructor of the base that it stands for, or null. */
static CXCursor inherited_from(csl_lower_state *L, CXCursor ctor, CXType base) {
    csl_cursors methods = csl_methods_of(L->scratch, base);
    for (unsigned i = 0; i < methods.n; i++)
        if (clang_getCursorKind(methods.v[i]) == CXCursor_Constructor &&
            clang_equalTypes(clang_getCanonicalType(clang_getCursorType(methods.v[i])),
                             clang_getCanonicalType(clang_getCursorType(ctor))))
            return csl_definition_of(L, methods.v[i]);
    return clang_getNullCursor();
}

/* The base by its constructor, the members by their default initialisers. */
static void construct_inherited(csl_lower_state *L, const csl_call *c, csl_lval dest) {
    CXCursor e = c->cursor, def = clang_getNullCursor();
    csl_cursors bases = csl_bases_of(L->scratch, dest.type);
    CXType base = dest.type;
    if (bases.n == 1) {
        base = csl_plain(clang_getCursorType(bases.v[0]));
        def = inherited_from(L, c->callee, base);
    }
    if (can_run(L, def))
        run_constructor(L, e, def, c->args, csl_base_of(L, dest, base, e));
    else
        csl_emit_opaque(L, e, "constructor that is not known");
    default_members(L, dest, e);
}

void csl_construct(csl_lower_state *L, CXCursor e, csl_lval dest) {
    csl_call c = csl_resolve_call(L, e);
    if (csl_is_array(dest.type)) {
        bool needed = !clang_Cursor_isNull(c.definition) || c.args.n ||
                      csl_class_acts(L, dest.type, CSL_WHEN_CONSTRUCTED);
        if (needed)
            construct_elements(L, dest, e, e);
        return;
    }
    bool moves = clang_CXXConstructor_isMoveConstructor(c.callee);
    bool copies = moves || clang_CXXConstructor_isCopyConstructor(c.callee);
    if (csl_is_class(dest.type) && is_inherited(L, c.callee)) {
        construct_inherited(L, &c, dest);
    } else if (can_run(L, c.definition)) {
        run_constructor(L, e, c.definition, c.args, dest);
    } else if (copies && c.args.n >= 1) {
        if (csl_is_lvalue(L, c.args.v[0])) {
            csl_lval src = csl_bind_reference(L, c.args.v[0]);
            src.type = dest.type;
            csl_copy_object(L, dest, src, false, moves, e);
        } else {
            csl_lower_aggregate(L, c.args.v[0], dest);
        }
    } else if (c.args.n == 0) {
        csl_default_construct(L, dest, e);
    } else {
        csl_keep_call(L, &c, csl_callee_name(L, &c), NULL, NULL);
        csl_forget(L, dest, CSL_SCOPE_THREAD, e, "constructor that is not known");
    }
}
