/* What a call calls: its function, its object, the body to inline. */
#include "lower.h"

/* Of two overloads of one embedded function (min, abs) the one for float, which is what a template
 * parameter counts as; null if they are not both embedded. */
static CXCursor embedded_overload(csl_lower_state *L, CXCursor a, CXCursor b) {
    if (!csl_in_shim(L->places, a) || !csl_in_shim(L->places, b))
        return clang_getNullCursor();
    csl_cursors params = csl_parameters_of(L->scratch, b);
    bool is_float = params.n && csl_scalar_type(clang_getCursorType(params.v[0])) == CSL_F32;
    return is_float ? b : a;
}

/* In a template that is not instantiated: the only overload of that name with a body. */
static CXCursor dependent_callee(csl_lower_state *L, CXCursor e, unsigned nargs) {
    csl_cursors kids = csl_operands(L, e);
    CXCursor found = clang_getNullCursor();
    if (!kids.n)
        return found;
    csl_cursors inner = csl_children(L->scratch, kids.v[0]);
    for (unsigned i = 0; i < inner.n; i++) {
        if (clang_getCursorKind(inner.v[i]) != CXCursor_OverloadedDeclRef)
            continue;
        unsigned n = clang_getNumOverloadedDecls(inner.v[i]);
        for (unsigned k = 0; k < n; k++) {
            CXCursor d = clang_getOverloadedDecl(inner.v[i], k);
            CXCursor def = clang_getCursorDefinition(d);
            if (clang_Cursor_isNull(def))
                def = d;
            csl_cursors params = csl_parameters_of(L->scratch, def);
            bool variadic = clang_isFunctionTypeVariadic(clang_getCursorType(def)) > 0;
            if ((params.n < nargs && !variadic) ||
                (params.n > nargs && clang_Cursor_isNull(csl_default_argument(L, def, nargs))))
                continue;
            if (!clang_Cursor_isNull(found) && !clang_equalCursors(found, def)) {
                found = embedded_overload(L, found, def);
                if (clang_Cursor_isNull(found))
                    return found;
            } else {
                found = def;
            }
        }
    }
    return found;
}

/* In an instance of template <float (*f)(float)>: the function that f stands for. libclang shows
 * the parameter as an expression without a name, with `&function` in it. */
static CXCursor bound_function(csl_lower_state *L, CXCursor call) {
    csl_cursors kids = csl_operands(L, call);
    while (kids.n) {
        CXCursor e = kids.v[0], decl = clang_getCursorReferenced(e);
        enum CXCursorKind kind = clang_getCursorKind(e);
        if (clang_getCursorKind(decl) == CXCursor_FunctionDecl)
            return decl;
        kids = csl_children(L->scratch, e); /* a name with template arguments has more of them */
        if (kids.n != 1 || !clang_isInvalid(clang_getCursorKind(decl)) ||
            (kind != CXCursor_DeclRefExpr && kind != CXCursor_UnaryOperator &&
             kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr))
            break;
    }
    return clang_getNullCursor();
}

/* f(x), (*f)(x) where f is a variable or parameter that points to one function. */
static CXCursor pointed_function(csl_lower_state *L, CXCursor call) {
    csl_cursors kids = csl_operands(L, call);
    CXCursor e = kids.n ? csl_strip_parens(L, kids.v[0]) : clang_getNullCursor();
    if (clang_getCursorKind(e) == CXCursor_UnaryOperator) {
        kids = csl_operands(L, e);
        e = kids.n == 1 ? csl_strip_parens(L, kids.v[0]) : e;
    }
    enum CXCursorKind kind = clang_getCursorKind(clang_getCursorReferenced(e));
    if (clang_getCursorKind(e) != CXCursor_DeclRefExpr ||
        (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl) ||
        !csl_points_to_function(clang_getCursorType(e)))
        return clang_getNullCursor();
    csl_lval lval = csl_lower_name(L, e);
    const csl_expr *value = lval.kind == CSL_LV_VAR     ? csl_var_value(L, lval.var)
                            : lval.kind == CSL_LV_VALUE ? lval.value
                                                        : NULL;
    value = value ? csl_function_value(L, value) : NULL;
    return value ? csl_function_of(L, value) : clang_getNullCursor();
}

bool csl_is_method(CXCursor f) {
    enum CXCursorKind k = clang_getCursorKind(f);
    return (k == CXCursor_CXXMethod || k == CXCursor_ConversionFunction ||
            k == CXCursor_Destructor) &&
           !clang_CXXMethod_isStatic(f);
}

static csl_cursors arguments_of(csl_lower_state *L, CXCursor e) {
    int n = clang_Cursor_getNumArguments(e);
    csl_cursors args = {NULL, 0};
    if (n <= 0)
        return args;
    args.v = csl_alloc(L->scratch, (size_t)n * sizeof(CXCursor));
    for (int i = 0; i < n; i++) {
        CXCursor arg = clang_Cursor_getArgument(e, (unsigned)i);
        if (!clang_Cursor_isNull(arg))
            args.v[args.n++] = arg;
    }
    return args;
}

/* What the call leaves out, as the function says it. */
static void fill_in_arguments(csl_lower_state *L, csl_call *c) {
    for (unsigned i = 0; i < c->args.n; i++) {
        if (!csl_is_left_out(c->args.v[i]))
            continue;
        CXCursor value = csl_default_argument(L, c->callee, i);
        if (!clang_Cursor_isNull(value))
            c->args.v[i] = value;
    }
}

csl_call csl_resolve_call(csl_lower_state *L, CXCursor e) {
    csl_call c = {.cursor = e,
                  .callee = clang_getCursorReferenced(e),
                  .object = clang_getNullCursor(),
                  .args = arguments_of(L, e)};
    enum CXCursorKind kind = clang_getCursorKind(c.callee);
    if (clang_Cursor_isNull(c.callee) || kind == CXCursor_OverloadedDeclRef)
        c.callee = dependent_callee(L, e, c.args.n);
    if (clang_Cursor_isNull(c.callee))
        c.callee = bound_function(L, e);
    kind = clang_getCursorKind(c.callee);
    if (clang_Cursor_isNull(c.callee) || kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl) {
        CXCursor pointed = pointed_function(L, e);
        c.callee = clang_Cursor_isNull(pointed) ? c.callee : pointed;
    }
    c.definition = clang_getNullCursor();
    if (clang_Cursor_isNull(c.callee))
        return c;
    kind = clang_getCursorKind(c.callee);
    if (kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod ||
        kind == CXCursor_Constructor || kind == CXCursor_ConversionFunction ||
        kind == CXCursor_FunctionTemplate)
        c.definition = csl_definition_of(L, c.callee);
    if (!csl_is_method(c.callee)) {
        fill_in_arguments(L, &c);
        return c;
    }
    csl_cursors kids = csl_operands(L, e);
    c.has_object = true;
    /* x.f() starts with the member x.f; the operator call x.a = b with its operand x.a. */
    CXCursor member = kids.n ? clang_getCursorReferenced(kids.v[0]) : clang_getNullCursor();
    enum CXCursorKind member_kind = clang_getCursorKind(member);
    if (kids.n && clang_getCursorKind(kids.v[0]) == CXCursor_MemberRefExpr &&
        member_kind != CXCursor_FieldDecl && member_kind != CXCursor_VarDecl) {
        csl_cursors base = csl_operands(L, kids.v[0]);
        if (base.n)
            c.object = base.v[0];
    } else if (c.args.n) { /* a[b], a(b), a + b */
        c.object = c.args.v[0];
        c.args.v++;
        c.args.n--;
    } else if (kids.n) { /* conversion operator */
        csl_cursors base = csl_operands(L, kids.v[0]);
        c.object = base.n ? base.v[0] : kids.v[0];
    }
    fill_in_arguments(L, &c);
    return c;
}

csl_lval csl_object_of(csl_lower_state *L, const csl_call *c) {
    if (clang_Cursor_isNull(c->object)) {
        csl_activation *act = L->act;
        while (act && !act->has_this)
            act = act->lexical;
        return act ? act->self : csl_lval_none(clang_getCursorType(c->cursor));
    }
    CXType t = clang_getCanonicalType(clang_getCursorType(c->object));
    if (t.kind == CXType_Pointer) {
        csl_expr *p = csl_freeze(L, csl_rvalue_as(L, c->object, CSL_PTR), c->object);
        return csl_lval_memory(p, clang_getPointeeType(t));
    }
    return csl_bind_reference(L, c->object);
}

bool csl_calls_itself(csl_lower_state *L, const csl_call *c) {
    CXCursor cls = clang_getCursorSemanticParent(c->callee);
    if (csl_has_attribute(c->callee, CXCursor_CXXFinalAttr) ||
        csl_has_attribute(cls, CXCursor_CXXFinalAttr))
        return true;
    csl_cursors kids = csl_operands(L, c->cursor);
    const char *text = kids.n ? csl_text_of(L->places, kids.v[0]) : NULL;
    if (text && clang_getCursorKind(kids.v[0]) == CXCursor_MemberRefExpr && strstr(text, "::"))
        return true; /* x.C::f() */
    CXCursor object = c->object;
    if (clang_Cursor_isNull(object))
        return false;
    object = csl_strip_parens(L, object);
    CXCursor decl = clang_getCursorReferenced(object);
    enum CXCursorKind kind = clang_getCursorKind(object), declared = clang_getCursorKind(decl);
    return (kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr) &&
           (declared == CXCursor_VarDecl || declared == CXCursor_ParmDecl ||
            declared == CXCursor_FieldDecl) &&
           csl_is_class(clang_getCursorType(decl));
}

const char *csl_callee_name(csl_lower_state *L, const csl_call *c) {
    if (!clang_Cursor_isNull(c->callee)) {
        enum CXCursorKind k = clang_getCursorKind(c->callee);
        const char *name = csl_spelling(L->ctx, c->callee);
        if (k == CXCursor_VarDecl || k == CXCursor_ParmDecl || k == CXCursor_FieldDecl)
            return csl_intern(L->ctx, csl_format(L->ctx, "function pointer %s", name));
        return name;
    }
    csl_cursors kids = csl_operands(L, c->cursor);
    const char *text = kids.n ? csl_text_of(L->places, kids.v[0]) : NULL;
    return text ? text : "unknown function";
}
