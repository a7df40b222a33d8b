/* Calls: every function body is lowered afresh where it is called. What cannot be (recursion,
 * function pointers, unknown functions, over the counted size) stays a CALL. */
#include "lifetime.h"
#include "../recover/recover.h"
#include "../../limits/limits.h"

#include <string.h>

/* ---- calls that stay calls ------------------------------------------------------------------- */

/* `by_value`: a class goes as a copy. */
static csl_expr *argument_value(csl_lower_state *L, CXCursor arg, bool by_value) {
    if (csl_scalar_type(clang_getCursorType(arg)) != CSL_VOID)
        return csl_rvalue(L, arg);
    CXType type = clang_getCursorType(arg);
    csl_lval lval =
        by_value && csl_is_class(type) ? csl_temporary(L, arg) : csl_bind_reference(L, arg);
    return lval.kind == CSL_LV_NONE ? NULL : csl_address_of(L, lval, arg);
}

/* A parameter `T &x`: what the argument denotes may have another value after the call. */
static bool writes_argument(CXType signature, unsigned i) {
    CXType type = clang_getCanonicalType(clang_getArgType(signature, i));
    return csl_is_reference(type) && !clang_isConstQualifiedType(clang_getPointeeType(type));
}

static csl_expr *argument_address(csl_lower_state *L, CXCursor arg) {
    csl_lval lval = csl_bind_reference(L, arg);
    return lval.kind == CSL_LV_NONE ? NULL : csl_address_of(L, lval, arg);
}

csl_expr *csl_keep_call(csl_lower_state *L, const csl_call *c, const char *name, csl_lval *dest,
                        csl_lval *out) {
    csl_expr **args = csl_alloc(L->ctx, (c->args.n + 1) * sizeof *args);
    uint32_t n = 0;
    bool recovered =
        L->unit->recovered && !clang_Cursor_isNull(c->callee) && csl_is_recovered(c->callee);
    if (c->has_object) {
        csl_lval self = csl_object_of(L, c);
        if (self.kind != CSL_LV_NONE)
            args[n++] = csl_address_of(L, self, c->cursor);
    }
    CXType signature = clang_Cursor_isNull(c->callee) ? (CXType){.kind = CXType_Invalid}
                                                      : clang_getCursorType(c->callee);
    for (unsigned i = 0; i < c->args.n; i++) {
        csl_expr *v = writes_argument(signature, i) ? argument_address(L, c->args.v[i])
                                                    : argument_value(L, c->args.v[i], recovered);
        if (v)
            args[n++] = v;
    }
    CXType type = clang_getCursorType(c->cursor);
    csl_type scalar = csl_scalar_type(type);
    L->unresolved |= clang_Cursor_isNull(c->callee) || csl_is_dependent(type) ||
                     clang_getCursorKind(c->callee) == CXCursor_NonTypeTemplateParameter;
    bool reference = csl_returns_reference(L, c->cursor);
    csl_stmt *s = csl_emit(L, CSL_STMT_CALL, c->cursor);
    s->text = L->act->shim ? L->act->user_text : csl_text_of(L->places, c->cursor);
    s->call.what = name;
    s->call.args = args;
    s->call.nargs = n;
    s->call.syncs = csl_synchronised_by(L, c, name, args, n);
    csl_judge_call(L, c, s);
    s->call.result = CSL_NO_VAR;
    if (reference || scalar != CSL_VOID) {
        s->call.result = csl_new_var(L, "", reference ? CSL_PTR : scalar, clang_getNullCursor());
        csl_expr *value = csl_var_value(L, s->call.result);
        if (reference && out)
            *out = csl_lval_memory(value, type);
        return value;
    }
    if (csl_is_class(type)) {
        csl_lval local = dest ? *dest : csl_new_local(L, clang_getNullCursor(), type, "");
        csl_forget(L, local, CSL_SCOPE_THREAD, c->cursor, "result of a call");
        if (out)
            *out = local;
    }
    return NULL;
}

/* An embedded function with the attribute `const` and no body: an uninterpreted function. */
static csl_expr *pure_call(csl_lower_state *L, const csl_call *c) {
    csl_expr **args = csl_alloc(L->ctx, (c->args.n + 1) * sizeof *args);
    uint32_t n = 0;
    for (unsigned i = 0; i < c->args.n; i++) {
        csl_expr *v = argument_value(L, c->args.v[i], false);
        if (v)
            args[n++] = v;
    }
    return csl_pure(L->ctx, csl_scalar_type(clang_getCursorType(c->cursor)),
                    csl_spelling(L->ctx, c->callee), n, args);
}

static bool is_pure(csl_lower_state *L, const csl_call *c) {
    if (clang_Cursor_isNull(c->callee) || !clang_Cursor_isNull(c->definition) ||
        csl_scalar_type(clang_getCursorType(c->cursor)) == CSL_VOID)
        return false;
    if (csl_has_attribute(c->callee, CXCursor_ConstAttr))
        return true;
    CXCursor pattern = clang_getSpecializedCursorTemplate(c->callee);
    return !clang_Cursor_isNull(pattern) && csl_in_shim(L->places, pattern) &&
           csl_has_attribute(pattern, CXCursor_ConstAttr);
}

/* ---- inlining -------------------------------------------------------------------------------- */

/* The type of the call, or, where that depends on a template's arguments, what the function says
 * it returns. */
static CXType type_of_call(const csl_call *c) {
    CXType type = clang_getCursorType(c->cursor);
    CXType declared = clang_getCursorResultType(c->callee);
    bool plain = csl_type_integer(csl_scalar_type(declared)) && !csl_is_reference(declared);
    return clang_getCanonicalType(type).kind == CXType_Dependent && plain ? declared : type;
}

static csl_expr *inline_call(csl_lower_state *L, const csl_call *c, csl_lval *dest, csl_lval *out) {
    CXCursor def = c->definition;
    csl_activation *act = csl_new_activation(L, def, c->cursor);
    if (c->has_object) {
        CXCursor cls = clang_getCursorSemanticParent(c->callee);
        CXCursor object = csl_strip_parens(L, c->object);
        if (clang_getCursorKind(object) == CXCursor_LambdaExpr) /* called where it is written */
            csl_make_closure(L, object);
        csl_closure *closure = csl_find_closure(L, cls);
        if (!closure && !clang_Cursor_isNull(c->object) &&
            clang_getCursorKind(csl_strip_parens(L, c->object)) == CXCursor_LambdaExpr) {
            csl_discard(L, c->object); /* [&] { ... }() */
            closure = csl_find_closure(L, cls);
        }
        if (closure) { /* a lambda body sees what surrounds it */
            act->closure = closure;
            act->lexical = closure->home;
        } else {
            act->has_this = true;
            act->self = csl_object_of(L, c);
        }
    }
    csl_bind_template_values(L, act, def, c->cursor);
    csl_bind_arguments(L, act, def, c->args);

    return csl_run_body(L, act, type_of_call(c), dest, out);
}

/* The result is an empty object: what does no more than compute it is left out, and a function
 * that is known not to do more is not entered again. */
static void inline_empty(csl_lower_state *L, const csl_call *c, csl_lval *dest, csl_lval *out) {
    const csl_since since = csl_since_here(L);
    const bool alike = csl_gets_nothing(L, c);
    const bool known = alike && csl_cursor_set_has(&L->idle, c->definition);
    const CXType type = csl_plain(clang_getCursorType(c->cursor));
    csl_lval made = csl_lval_none(type);
    if (known) {
        if (c->has_object)
            csl_discard(L, c->object);
        for (unsigned i = 0; i < c->args.n; i++)
            csl_discard(L, c->args.v[i]);
    } else {
        inline_call(L, c, dest, &made);
    }
    const bool idle = csl_drop_idle(L, &since);
    if (idle && alike && !known)
        csl_cursor_set_add(L->ctx, &L->idle, c->definition);
    if (dest && !csl_is_reference(clang_getCursorResultType(c->callee)))
        made = *dest;
    else if (known || idle)
        made = csl_new_local(L, clang_getNullCursor(), type, "");
    if (out)
        *out = made;
}

/* x = y of a class whose assignment the compiler provides. */
static bool implicit_assignment(csl_lower_state *L, const csl_call *c, csl_lval *out) {
    if (!clang_Cursor_isNull(c->definition) || c->args.n != 1 || !c->has_object ||
        strcmp(csl_spelling(L->ctx, c->callee), "operator=") != 0)
        return false;
    csl_lval src = csl_bind_reference(L, c->args.v[0]);
    csl_lval dest = csl_object_of(L, c);
    src.type = dest.type;
    CXType param = clang_getArgType(clang_getCursorType(c->callee), 0);
    bool moves = clang_getCanonicalType(param).kind == CXType_RValueReference;
    csl_copy_object(L, dest, src, true, moves, c->cursor);
    if (out)
        *out = dest;
    return true;
}

/* A function of csl_parse_options.barriers: its arguments, then the barrier. */
static bool lower_known_barrier(csl_lower_state *L, const csl_call *c) {
    if (clang_Cursor_isNull(c->callee) || !clang_Cursor_isNull(c->definition) ||
        clang_getCursorType(c->cursor).kind != CXType_Void ||
        !csl_is_barrier_name(L->unit->options, csl_spelling(L->ctx, c->callee)))
        return false;
    for (unsigned i = 0; i < c->args.n; i++)
        csl_discard(L, c->args.v[i]);
    L->extensions.block_barrier(L, c->cursor);
    return true;
}

static bool inlinable(csl_lower_state *L, const csl_call *c) {
    return !clang_Cursor_isNull(c->definition) &&
           !csl_limit_reached(CSL_LIMIT_statements, L->nstmts) &&
           !csl_limit_reached(CSL_LIMIT_inlined_calls, L->inline_depth) &&
           !csl_is_recursive(L, c->definition) &&
           (!csl_is_method(c->callee) || !clang_CXXMethod_isVirtual(c->callee) ||
            csl_calls_itself(L, c));
}

/* ---- launches -------------------------------------------------------------------------------- */

/* The call that clang makes of what stands between the brackets, and its first argument. */
static CXCursor brackets_of(csl_lower_state *L, CXCursor launch, unsigned *first) {
    const csl_cursors kids = csl_children(L->scratch, launch);
    if (kids.n < 2 || clang_getCursorKind(kids.v[1]) != CXCursor_CallExpr)
        return clang_getNullCursor();
    const char *name = csl_spelling(L->ctx, kids.v[1]);
    *first = strcmp(name, "cudaLaunchDevice") == 0 ? 2 : 0;
    return *first || strcmp(name, "cudaConfigureCall") == 0 ||
                   strcmp(name, "__cudaPushCallConfiguration") == 0
               ? kids.v[1]
               : clang_getNullCursor();
}

/* The three sizes of a dim3. */
static bool sizes_of(csl_lower_state *L, CXCursor e, csl_expr *size[3]) {
    const csl_lval whole = csl_temporary(L, e);
    const csl_cursors f =
        csl_is_class(whole.type) ? csl_fields_of(L->scratch, whole.type) : (csl_cursors){NULL, 0};
    for (unsigned d = 0; f.n == 3 && d < 3; d++)
        size[d] = csl_convert(L, CSL_U32, csl_load(L, csl_member(L, whole, f.v[d], e), e));
    return f.n == 3;
}

/* When what is launched into a stream runs; NOT: that is not followed. */
static csl_launched order_in(csl_lower_state *L, CXCursor stream) {
    enum { NULL_STREAM = 0, TAIL_LAUNCH = 3 };
    if (csl_is_left_out(stream) || clang_Cursor_isNull(stream))
        return CSL_LAUNCHED_BESIDE;
    const csl_expr *value = csl_rvalue(L, stream);
    return csl_is_const(value, NULL_STREAM)   ? CSL_LAUNCHED_BESIDE
           : csl_is_const(value, TAIL_LAUNCH) ? CSL_LAUNCHED_BEHIND
                                              : CSL_LAUNCHED_NOT;
}

static bool configure(csl_lower_state *L, const csl_call *c, csl_child *child) {
    unsigned first = 0;
    const CXCursor brackets = brackets_of(L, c->cursor, &first);
    if (clang_Cursor_isNull(brackets))
        return false;
    csl_account_whole(L, brackets);
    if (!sizes_of(L, clang_Cursor_getArgument(brackets, first), child->grid) ||
        !sizes_of(L, clang_Cursor_getArgument(brackets, first + 1), child->block))
        return false;
    const CXCursor bytes = clang_Cursor_getArgument(brackets, first + 2);
    if (!csl_is_left_out(bytes))
        csl_discard(L, bytes);
    child->order = order_in(L, clang_Cursor_getArgument(brackets, first + 3));
    return child->order != CSL_LAUNCHED_NOT;
}

/* A kernel that is launched from the device: it runs beside what comes next, in threads of its own.
 */
static bool lower_launch(csl_lower_state *L, const csl_call *c) {
    if (clang_Cursor_isNull(c->callee) || !csl_has_attribute(c->callee, CXCursor_CUDAGlobalAttr))
        return false;
    csl_child child = {.order = CSL_LAUNCHED_NOT};
    if (!configure(L, c, &child) || !inlinable(L, c)) {
        for (unsigned i = 0; i < c->args.n; i++)
            csl_discard(L, c->args.v[i]);
        csl_emit_opaque(L, c->cursor, "launches a kernel, whose accesses are not followed");
        return true;
    }
    csl_seq *outer = L->seq, body = {0};
    const csl_kernel kept = *L->kernel;
    child.first_local = L->nobjects;
    csl_activation *act = csl_new_activation(L, c->definition, c->cursor);
    csl_bind_template_values(L, act, c->definition, c->cursor);
    csl_bind_arguments(L, act, c->definition, c->args);
    csl_begin_child(L, &child);
    L->seq = &body;
    csl_lower_body(L, c->definition, act);
    L->seq = outer;
    memcpy(L->kernel->made_for, kept.made_for, sizeof kept.made_for);
    L->kernel->made_for_several = kept.made_for_several;
    L->kernel->maps_blocks = kept.maps_blocks;
    csl_emit_child(L, &child, body.first, c->cursor);
    return true;
}

/* x in x.f(), where f is static: only evaluated. */
static void discard_static_object(csl_lower_state *L, const csl_call *c) {
    if (clang_getCursorKind(c->callee) != CXCursor_CXXMethod ||
        !clang_CXXMethod_isStatic(c->callee))
        return;
    csl_cursors kids = csl_operands(L, c->cursor);
    CXCursor member = kids.n ? csl_strip_parens(L, kids.v[0]) : clang_getNullCursor();
    if (clang_getCursorKind(member) != CXCursor_MemberRefExpr)
        return;
    csl_cursors base = csl_operands(L, member);
    if (base.n)
        csl_discard(L, base.v[0]);
}

/* T(x), T{x}, T() and `x += y` where a template does not say what T is: what they are for a number,
 * which is what a template parameter counts as. */
static bool lower_dependent(csl_lower_state *L, const csl_call *c, csl_type scalar,
                            csl_expr **value) {
    if (!clang_Cursor_isNull(c->callee) || scalar == CSL_VOID ||
        !csl_is_dependent(clang_getCursorType(c->cursor)))
        return false;
    csl_cursors kids = csl_children(L->scratch, c->cursor);
    if (kids.n && clang_getCursorKind(kids.v[0]) == CXCursor_TypeRef) {
        csl_cursors x = csl_operands(L, c->cursor);
        if (x.n == 1 && clang_getCursorKind(x.v[0]) == CXCursor_InitListExpr)
            x = csl_operands(L, x.v[0]);
        if (x.n > 1)
            return false;
        *value = x.n ? csl_rvalue_as(L, x.v[0], scalar)
                     : csl_convert(L, scalar, csl_const(L->ctx, CSL_I32, 0));
        return true;
    }
    const char *name = csl_overloaded_operator(L, c->cursor);
    return name && csl_lower_named_operator(L, c->cursor, name, c->args, value);
}

/* p->~T() */
static bool lower_destructor(csl_lower_state *L, const csl_call *c) {
    if (clang_getCursorKind(c->callee) != CXCursor_Destructor ||
        (clang_CXXMethod_isVirtual(c->callee) && !csl_calls_itself(L, c)))
        return false;
    csl_lval object = csl_object_of(L, c);
    object.type = csl_plain(clang_getCursorType(clang_getCursorSemanticParent(c->callee)));
    csl_destroy(L, object, c->cursor);
    return true;
}

/* It may be an intrinsic: they have no bodies, but for one that constant expressions need. */
static bool means_something(csl_lower_state *L, const csl_call *c) {
    const enum CXCursorKind kind = clang_getCursorKind(c->callee);
    return (kind == CXCursor_FunctionDecl || kind == CXCursor_FunctionTemplate) &&
           (clang_Cursor_isNull(c->definition) ||
            strcmp(csl_spelling(L->ctx, c->callee), "__csl_assume") == 0);
}

static csl_expr *lower_call(csl_lower_state *L, CXCursor e, csl_lval *dest, csl_lval *out) {
    csl_call c = csl_resolve_call(L, e);
    csl_type scalar = csl_scalar_type(clang_getCursorType(e));
    csl_expr *dependent;
    if (lower_dependent(L, &c, scalar, &dependent))
        return dependent;
    enum CXCursorKind kind = clang_getCursorKind(c.callee);
    discard_static_object(L, &c);
    csl_lval made =
        csl_lval_none(clang_getCursorType(e)); /* what comes back, if it needs a place */
    if (kind == CXCursor_Constructor) {
        csl_lval object =
            dest ? *dest : csl_new_local(L, clang_getNullCursor(), clang_getCursorType(e), "");
        csl_construct(L, e, object);
        if (out)
            *out = object;
        return NULL;
    }
    if (means_something(L, &c)) {
        csl_expr *result = NULL;
        if (!dest && csl_is_class(made.type)) {
            made = csl_new_local(L, clang_getNullCursor(), made.type, "");
            dest = &made;
        }
        if (L->extensions.intrinsic(L, e, csl_spelling(L->ctx, c.callee), dest, &result)) {
            if (out && dest)
                *out = *dest;
            return result;
        }
    }
    if (lower_launch(L, &c) || lower_known_barrier(L, &c) || lower_destructor(L, &c))
        return NULL;
    if (is_pure(L, &c))
        return pure_call(L, &c);
    if (implicit_assignment(L, &c, out))
        return NULL;
    csl_expr *folded;
    if (!clang_Cursor_isNull(c.definition) && csl_type_integer(scalar) && scalar != CSL_PTR &&
        !csl_in_shim(L->places, c.definition) && csl_evaluate(L, e, &folded))
        return folded; /* a constexpr function of constants */
    csl_expr *plain;
    if (csl_lower_plain_call(L, &c, dest, out, &plain))
        return plain;
    if (!inlinable(L, &c))
        return csl_keep_call(L, &c, csl_callee_name(L, &c), dest, out);
    if (!csl_is_empty(L, made.type))
        return inline_call(L, &c, dest, out);
    inline_empty(L, &c, dest, out);
    return NULL;
}

csl_expr *csl_lower_call(csl_lower_state *L, CXCursor e, csl_lval *dest, csl_lval *out) {
    CXType type = clang_getCursorType(e);
    csl_lval made = csl_lval_none(type);
    csl_account(L, e);
    csl_expr *value = lower_call(L, e, dest, out ? out : &made);
    const csl_lval *result = out ? out : &made;
    if (!dest && csl_is_class(type) && !csl_returns_reference(L, e) &&
        csl_class_acts(L, type, CSL_WHEN_DESTROYED))
        csl_begin_temporary(L, *result, e);
    return value;
}
