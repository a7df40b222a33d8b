/* Calls: every function body is lowered afresh where it is called. What cannot be (recursion,
 * function pointers, unknown functions, over the counted size) stays a CALL. */
#include "lower_impl.h"

#include <stdlib.h>
#include <string.h>

typedef struct call {
    CXCursor cursor, callee, definition;
    csl_cursors args;
    bool has_object;
    CXCursor object; /* null: implicit this */
} call;

/* ---- activations ---------------------------------------------------------------------------- */

static int by_offset(const void *a, const void *b)
{
    const csl_source_error *const *x = a, *const *y = b;
    return (*x)->offset < (*y)->offset ? -1 : (*x)->offset > (*y)->offset;
}

void csl_find_errors(csl_lower_state *L, csl_activation *act)
{
    const csl_unit *unit = L->unit;
    if (act->shim || !unit->nerrors)
        return;
    CXSourceRange range = clang_getCursorExtent(act->function);
    CXFile file, end_file;
    unsigned from, to;
    clang_getFileLocation(clang_getRangeStart(range), &file, NULL, NULL, &from);
    clang_getFileLocation(clang_getRangeEnd(range), &end_file, NULL, NULL, &to);
    if (!file || file != end_file)
        return;
    for (uint32_t i = 0; i < unit->nerrors; i++) {
        const csl_source_error *e = &unit->errors[i];
        if (!e->file || !clang_File_isEqual(e->file, file) || e->offset < from || e->offset >= to)
            continue;
        if (!act->errors)
            act->errors = csl_alloc(L->ctx, unit->nerrors * sizeof(csl_source_error *));
        act->errors[act->nerrors++] = e;
    }
    if (act->nerrors > 1)
        qsort(act->errors, act->nerrors, sizeof(csl_source_error *), by_offset);
}

static csl_activation *new_activation(csl_lower_state *L, CXCursor function, CXCursor at)
{
    csl_activation *act = CSL_NEW(L->ctx, csl_activation), *caller = L->act;
    act->function = function;
    act->caller = caller;
    act->user_call = clang_getNullCursor();
    act->result = csl_lval_none(clang_getCursorResultType(function));
    act->return_label = csl_new_label(L);
    act->shim = csl_in_shim(L->places, function);
    if (act->shim) {
        act->chain = caller->chain;
        act->user_call = caller->shim ? caller->user_call : at;
        act->user_place = csl_here(L, at);
        act->user_text = caller->shim ? caller->user_text : csl_text_of(L->places, at);
    } else {
        csl_frame *frame = CSL_NEW(L->ctx, csl_frame);
        frame->function = csl_spelling(L->ctx, function);
        frame->site = csl_here(L, at);
        frame->parent = caller->chain;
        act->chain = frame;
    }
    csl_find_errors(L, act);
    csl_note_inlined(L, function);
    return act;
}

static CXCursor body_of(csl_ctx *ctx, CXCursor function)
{
    csl_cursors kids = csl_children(ctx, function);
    for (unsigned i = kids.n; i-- > 0;) {
        enum CXCursorKind k = clang_getCursorKind(kids.v[i]);
        if (k == CXCursor_CompoundStmt || k == CXCursor_CXXTryStmt)
            return kids.v[i];
    }
    return clang_getNullCursor();
}

/* A return at the very end jumps nowhere. */
static void drop_last_return(csl_activation *act, csl_seq *body)
{
    if (!body->last || body->last->kind != CSL_STMT_BR || body->last->label != act->return_label ||
        !act->returns)
        return;
    csl_stmt *before = NULL;
    for (csl_stmt *s = body->first; s != body->last; s = s->next)
        before = s;
    if (before)
        before->next = NULL;
    else
        body->first = NULL;
    body->last = before;
    act->returns--;
}

void csl_lower_body(csl_lower_state *L, CXCursor function, csl_activation *act)
{
    csl_activation *outer = L->act;
    csl_seq *seq = L->seq, inner = {0};
    CXCursor body = body_of(L->ctx, function);
    L->act = act;
    L->seq = &inner;
    L->inline_depth++;
    if (!clang_Cursor_isNull(body))
        csl_lower_stmt(L, body);
    csl_emit_errors(L, UINT32_MAX);
    L->inline_depth--;
    L->act = outer;
    L->seq = seq;
    drop_last_return(act, &inner);
    if (act->returns) {
        csl_stmt *block = csl_stmt_new(
            L->ctx, CSL_STMT_BLOCK,
            act->shim ? act->user_place : csl_place_of(L->places, function, act->chain));
        block->block.label = act->return_label;
        block->block.body = inner.first;
        csl_seq_add(seq, block);
    } else if (inner.first) {
        if (seq->last)
            seq->last->next = inner.first;
        else
            seq->first = inner.first;
        seq->last = inner.last;
    }
}

/* ---- arguments ------------------------------------------------------------------------------ */

static csl_cursors parameters_of(csl_ctx *ctx, CXCursor function)
{
    csl_cursors kids = csl_children(ctx, function);
    unsigned n = 0;
    for (unsigned i = 0; i < kids.n; i++)
        if (clang_getCursorKind(kids.v[i]) == CXCursor_ParmDecl)
            kids.v[n++] = kids.v[i];
    kids.n = n;
    return kids;
}

/* A value that needs no variable as long as the callee does not assign the parameter: a constant or
 * the address of an object; in embedded code, whose variables nobody reads about, any value that
 * cannot change. */
static bool stands_for_itself(csl_lower_state *L, const csl_activation *act, const csl_expr *value)
{
    const csl_expr *base = value;
    if (value->op == CSL_OP_ADD && value->nkids == 2 && value->type == CSL_PTR &&
        value->kids[1]->op == CSL_OP_CONST)
        base = value->kids[0];
    return base->op == CSL_OP_CONST || base->op == CSL_OP_BASE ||
           (act->shim && !csl_mentions_variable(L, value));
}

/* Evaluates the argument in the caller and binds the parameter in the callee. */
static void bind_argument(csl_lower_state *L, csl_activation *act, CXCursor param, CXCursor arg)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(param));
    if (csl_is_reference(type)) {
        CXType referred = clang_getPointeeType(type);
        csl_bind(L, act, param, csl_bind_reference(L, arg, referred));
        return;
    }
    const char *name = csl_spelling(L->ctx, param);
    if (csl_is_array(type)) /* T a[] is a pointer */
        type = clang_getCanonicalType(clang_getCursorType(arg));
    if (csl_value_type(type) == CSL_VOID) {
        csl_lval local = csl_new_local(L, param, type, name);
        csl_lower_aggregate(L, arg, local);
        csl_bind(L, act, param, local);
        return;
    }
    csl_expr *value = csl_rvalue_as(L, arg, csl_value_type(type));
    if (stands_for_itself(L, act, value) && !csl_listed(L->in_memory, L->nin_memory, param) &&
        !csl_listed(L->assigned, L->nassigned, param)) {
        csl_lval lval = csl_lval_none(type);
        lval.kind = CSL_LV_VALUE;
        lval.value = value;
        lval.decl = param;
        csl_bind(L, act, param, lval);
        return;
    }
    csl_lval local = csl_new_parameter(L, param, type, name);
    const char *arg_text = act->shim ? NULL : csl_text_here(L, arg);
    const char *text =
        arg_text && name[0] ? csl_intern(L->ctx, csl_format(L->ctx, "%s = %s", name, arg_text))
                            : NULL;
    if (local.kind == CSL_LV_VAR)
        csl_emit_let(L, local.var, value, arg, text);
    else
        csl_store(L, local, value, arg, arg);
    csl_bind(L, act, param, local);
}

static void bind_arguments(csl_lower_state *L, csl_activation *act, CXCursor function,
                           csl_cursors args)
{
    csl_cursors params = parameters_of(L->ctx, function);
    for (unsigned i = 0; i < args.n; i++) {
        if (i < params.n)
            bind_argument(L, act, params.v[i], args.v[i]);
        else
            csl_discard(L, args.v[i]);
    }
}

static csl_cursors arguments_of(csl_lower_state *L, CXCursor e)
{
    int n = clang_Cursor_getNumArguments(e);
    csl_cursors args = {NULL, 0};
    if (n <= 0)
        return args;
    args.v = csl_alloc(L->ctx, (size_t)n * sizeof(CXCursor));
    for (int i = 0; i < n; i++) {
        CXCursor arg = clang_Cursor_getArgument(e, (unsigned)i);
        if (!clang_Cursor_isNull(arg))
            args.v[args.n++] = arg;
    }
    return args;
}

/* ---- what is called --------------------------------------------------------------------------- */

/* In a template that is not instantiated: the only overload of that name with a body. */
static CXCursor dependent_callee(csl_lower_state *L, CXCursor e, unsigned nargs)
{
    csl_cursors kids = csl_expr_children(L->ctx, e);
    CXCursor found = clang_getNullCursor();
    if (!kids.n)
        return found;
    csl_cursors inner = csl_children(L->ctx, kids.v[0]);
    for (unsigned i = 0; i < inner.n; i++) {
        if (clang_getCursorKind(inner.v[i]) != CXCursor_OverloadedDeclRef)
            continue;
        unsigned n = clang_getNumOverloadedDecls(inner.v[i]);
        for (unsigned k = 0; k < n; k++) {
            CXCursor d = clang_getOverloadedDecl(inner.v[i], k);
            CXCursor def = clang_getCursorDefinition(d);
            if (clang_Cursor_isNull(def))
                def = d;
            csl_cursors params = parameters_of(L->ctx, def);
            if (params.n != nargs)
                continue;
            if (!clang_Cursor_isNull(found) && !clang_equalCursors(found, def))
                return clang_getNullCursor();
            found = def;
        }
    }
    return found;
}

static bool is_method(CXCursor f)
{
    enum CXCursorKind k = clang_getCursorKind(f);
    return (k == CXCursor_CXXMethod || k == CXCursor_ConversionFunction ||
            k == CXCursor_Destructor) &&
           !clang_CXXMethod_isStatic(f);
}

/* A copy or assignment that the compiler provides stands where its class does; libclang shows the
 * body it made up, in a form that cannot be lowered. */
static bool is_provided(csl_ctx *ctx, CXCursor f)
{
    enum CXCursorKind k = clang_getCursorKind(f);
    bool assignment =
        k == CXCursor_CXXMethod && strcmp(csl_spelling(ctx, f), "operator=") == 0;
    if (!assignment && k != CXCursor_Constructor && k != CXCursor_Destructor)
        return false;
    return clang_CXXMethod_isDefaulted(f) ||
           clang_equalLocations(clang_getCursorLocation(f),
                                clang_getCursorLocation(clang_getCursorSemanticParent(f)));
}

/* The body to inline: of the specialisation, or if that has none, of its template. */
static CXCursor definition_of(csl_lower_state *L, CXCursor callee)
{
    if (is_provided(L->ctx, callee))
        return clang_getNullCursor();
    CXCursor def = clang_getCursorDefinition(callee);
    if (!clang_Cursor_isNull(def) && !clang_Cursor_isNull(body_of(L->ctx, def)))
        return def;
    CXCursor pattern = clang_getSpecializedCursorTemplate(callee);
    if (!clang_Cursor_isNull(pattern)) {
        CXCursor d = clang_getCursorDefinition(pattern);
        pattern = clang_Cursor_isNull(d) ? pattern : d;
        if (!clang_Cursor_isNull(body_of(L->ctx, pattern)))
            return pattern;
    }
    return clang_getNullCursor();
}

static call resolve(csl_lower_state *L, CXCursor e)
{
    call c = {.cursor = e, .callee = clang_getCursorReferenced(e), .object = clang_getNullCursor(),
              .args = arguments_of(L, e)};
    enum CXCursorKind kind = clang_getCursorKind(c.callee);
    if (clang_Cursor_isNull(c.callee) || kind == CXCursor_OverloadedDeclRef)
        c.callee = dependent_callee(L, e, c.args.n);
    c.definition = clang_getNullCursor();
    if (clang_Cursor_isNull(c.callee))
        return c;
    kind = clang_getCursorKind(c.callee);
    if (kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod ||
        kind == CXCursor_Constructor || kind == CXCursor_ConversionFunction ||
        kind == CXCursor_FunctionTemplate)
        c.definition = definition_of(L, c.callee);
    if (!is_method(c.callee))
        return c;
    csl_cursors kids = csl_expr_children(L->ctx, e);
    c.has_object = true;
    /* x.f() starts with the member x.f; the operator call x.a = b with its operand x.a. */
    CXCursor member = kids.n ? clang_getCursorReferenced(kids.v[0]) : clang_getNullCursor();
    enum CXCursorKind member_kind = clang_getCursorKind(member);
    if (kids.n && clang_getCursorKind(kids.v[0]) == CXCursor_MemberRefExpr &&
        member_kind != CXCursor_FieldDecl && member_kind != CXCursor_VarDecl) {
        csl_cursors base = csl_expr_children(L->ctx, kids.v[0]);
        if (base.n)
            c.object = base.v[0];
    } else if (c.args.n) { /* a[b], a(b), a + b */
        c.object = c.args.v[0];
        c.args.v++;
        c.args.n--;
    } else if (kids.n) { /* conversion operator */
        csl_cursors base = csl_expr_children(L->ctx, kids.v[0]);
        c.object = base.n ? base.v[0] : kids.v[0];
    }
    return c;
}

bool csl_returns_reference(CXCursor e)
{
    CXCursor callee = clang_getCursorReferenced(e);
    if (clang_Cursor_isNull(callee))
        return false;
    enum CXCursorKind k = clang_getCursorKind(callee);
    if (k == CXCursor_Constructor)
        return false;
    return csl_is_reference(clang_getCursorResultType(callee));
}

static csl_lval object_of(csl_lower_state *L, const call *c)
{
    if (clang_Cursor_isNull(c->object)) {
        csl_activation *act = L->act;
        while (act && !act->has_this)
            act = act->lexical;
        return act ? act->self : csl_lval_none(clang_getCursorType(c->cursor));
    }
    CXType t = clang_getCanonicalType(clang_getCursorType(c->object));
    if (t.kind == CXType_Pointer) {
        csl_expr *p = csl_freeze(L, csl_rvalue(L, c->object), c->object);
        return csl_lval_memory(p, clang_getPointeeType(t));
    }
    return csl_bind_reference(L, c->object, t);
}

/* ---- calls that stay calls ---------------------------------------------------------------------- */

static csl_expr *argument_value(csl_lower_state *L, CXCursor arg)
{
    if (csl_scalar_type(clang_getCursorType(arg)) != CSL_VOID)
        return csl_rvalue(L, arg);
    csl_lval lval = csl_bind_reference(L, arg, clang_getCursorType(arg));
    return lval.kind == CSL_LV_NONE ? NULL : csl_address_of(L, lval, arg);
}

static csl_expr *keep_call(csl_lower_state *L, const call *c, const char *name, csl_lval *dest,
                           csl_lval *out)
{
    csl_expr **args = csl_alloc(L->ctx, (c->args.n + 1) * sizeof *args);
    uint32_t n = 0;
    if (c->has_object) {
        csl_lval self = object_of(L, c);
        if (self.kind != CSL_LV_NONE)
            args[n++] = csl_address_of(L, self, c->cursor);
    }
    for (unsigned i = 0; i < c->args.n; i++) {
        csl_expr *v = argument_value(L, c->args.v[i]);
        if (v)
            args[n++] = v;
    }
    CXType type = clang_getCursorType(c->cursor);
    csl_type scalar = csl_scalar_type(type);
    bool reference = csl_returns_reference(c->cursor);
    csl_stmt *s = csl_emit(L, CSL_STMT_CALL, c->cursor);
    s->text = L->act->shim ? L->act->user_text : csl_text_of(L->places, c->cursor);
    s->call.what = name;
    s->call.args = args;
    s->call.nargs = n;
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

static bool recursive(csl_lower_state *L, CXCursor function)
{
    for (csl_activation *a = L->act; a; a = a->caller)
        if (clang_equalCursors(a->function, function))
            return true;
    return false;
}

static const char *name_of(csl_lower_state *L, const call *c)
{
    if (!clang_Cursor_isNull(c->callee)) {
        enum CXCursorKind k = clang_getCursorKind(c->callee);
        const char *name = csl_spelling(L->ctx, c->callee);
        if (k == CXCursor_VarDecl || k == CXCursor_ParmDecl || k == CXCursor_FieldDecl)
            return csl_intern(L->ctx, csl_format(L->ctx, "function pointer %s", name));
        return name;
    }
    csl_cursors kids = csl_expr_children(L->ctx, c->cursor);
    const char *text = kids.n ? csl_text_of(L->places, kids.v[0]) : NULL;
    return text ? text : "unknown function";
}

/* An embedded function with the attribute `const` and no body: an uninterpreted function. */
static csl_expr *pure_call(csl_lower_state *L, const call *c)
{
    csl_expr **args = csl_alloc(L->ctx, (c->args.n + 1) * sizeof *args);
    uint32_t n = 0;
    for (unsigned i = 0; i < c->args.n; i++) {
        csl_expr *v = argument_value(L, c->args.v[i]);
        if (v)
            args[n++] = v;
    }
    return csl_pure(L->ctx, csl_scalar_type(clang_getCursorType(c->cursor)),
                    csl_spelling(L->ctx, c->callee), n, args);
}

static bool is_pure(csl_lower_state *L, const call *c)
{
    if (clang_Cursor_isNull(c->callee) || !clang_Cursor_isNull(c->definition) ||
        csl_scalar_type(clang_getCursorType(c->cursor)) == CSL_VOID)
        return false;
    if (csl_has_attribute(c->callee, CXCursor_ConstAttr))
        return true;
    CXCursor pattern = clang_getSpecializedCursorTemplate(c->callee);
    return !clang_Cursor_isNull(pattern) && csl_in_shim(L->places, pattern) &&
           csl_has_attribute(pattern, CXCursor_ConstAttr);
}

/* ---- inlining ----------------------------------------------------------------------------------- */

static csl_expr *inline_call(csl_lower_state *L, const call *c, csl_lval *dest, csl_lval *out)
{
    CXCursor def = c->definition;
    csl_activation *act = new_activation(L, def, c->cursor);
    if (c->has_object) {
        CXCursor cls = clang_getCursorSemanticParent(c->callee);
        csl_closure *closure = csl_find_closure(L, cls);
        if (closure) { /* a lambda body sees what surrounds it */
            act->closure = closure;
            act->lexical = closure->home;
        } else {
            act->has_this = true;
            act->self = object_of(L, c);
        }
    }
    bind_arguments(L, act, def, c->args);

    CXType type = clang_getCursorType(c->cursor);
    csl_type scalar = csl_scalar_type(type);
    act->result_reference = csl_is_reference(clang_getCursorResultType(c->callee));
    if (act->result_reference || scalar != CSL_VOID) {
        csl_type t = act->result_reference ? CSL_PTR : scalar;
        uint32_t var = csl_new_var(L, "", t, clang_getNullCursor());
        act->result = csl_lval_var(L, var, type);
    } else if (csl_is_class(type)) {
        act->result = dest ? *dest : csl_new_local(L, clang_getNullCursor(), type, "");
    }
    csl_lower_body(L, def, act);
    if (act->result_reference) {
        csl_lval target = csl_lval_memory(csl_var_value(L, act->result.var), type);
        if (out)
            *out = target;
        return NULL;
    }
    if (out)
        *out = act->result;
    return scalar != CSL_VOID ? csl_var_value(L, act->result.var) : NULL;
}

/* x = y of a class whose assignment the compiler provides. */
static bool implicit_assignment(csl_lower_state *L, const call *c, csl_lval *out)
{
    if (!clang_Cursor_isNull(c->definition) || c->args.n != 1 || !c->has_object ||
        strcmp(csl_spelling(L->ctx, c->callee), "operator=") != 0)
        return false;
    csl_lval src = csl_bind_reference(L, c->args.v[0], clang_getCursorType(c->args.v[0]));
    csl_lval dest = object_of(L, c);
    src.type = dest.type;
    csl_copy(L, dest, src, c->cursor);
    if (out)
        *out = dest;
    return true;
}

static bool inlinable(csl_lower_state *L, const call *c)
{
    return !clang_Cursor_isNull(c->definition) && L->nstmts < CSL_MAX_STMTS &&
           L->inline_depth < CSL_MAX_INLINE && !recursive(L, c->definition) &&
           !(is_method(c->callee) && clang_CXXMethod_isVirtual(c->callee) &&
             clang_getCanonicalType(clang_getCursorType(c->object)).kind == CXType_Pointer);
}

csl_expr *csl_lower_call(csl_lower_state *L, CXCursor e, csl_lval *dest, csl_lval *out)
{
    call c = resolve(L, e);
    csl_type scalar = csl_scalar_type(clang_getCursorType(e));
    enum CXCursorKind kind = clang_getCursorKind(c.callee);
    if (kind == CXCursor_Constructor) {
        csl_lval object =
            dest ? *dest
                 : csl_new_local(L, clang_getNullCursor(), clang_getCursorType(e), "");
        csl_construct(L, e, object);
        if (out)
            *out = object;
        return NULL;
    }
    if (kind == CXCursor_FunctionDecl && clang_Cursor_isNull(c.definition)) {
        csl_expr *result = NULL;
        csl_lval made = csl_lval_none(clang_getCursorType(e));
        if (!dest && csl_is_class(made.type)) {
            made = csl_new_local(L, clang_getNullCursor(), made.type, "");
            dest = &made;
        }
        if (csl_lower_intrinsic(L, e, csl_spelling(L->ctx, c.callee), dest, &result)) {
            if (out && dest)
                *out = *dest;
            return result;
        }
    }
    if (is_pure(L, &c))
        return pure_call(L, &c);
    if (implicit_assignment(L, &c, out))
        return NULL;
    if (clang_Cursor_isNull(c.callee) && c.args.n == 1 && scalar != CSL_VOID &&
        csl_is_dependent(clang_getCursorType(e))) {
        csl_cursors kids = csl_children(L->ctx, e);
        if (kids.n && clang_getCursorKind(kids.v[0]) == CXCursor_TypeRef) /* T(x) */
            return csl_rvalue_as(L, c.args.v[0], scalar);
    }
    csl_expr *folded;
    if (!clang_Cursor_isNull(c.definition) && csl_type_integer(scalar) && scalar != CSL_PTR &&
        !csl_in_shim(L->places, c.definition) && csl_evaluate(L, e, &folded))
        return folded; /* a constexpr function of constants */
    if (!inlinable(L, &c))
        return keep_call(L, &c, name_of(L, &c), dest, out);
    return inline_call(L, &c, dest, out);
}

/* ---- constructors --------------------------------------------------------------------------------- */

/* Member and base initialisers as written, then the body. Members that are not mentioned get
 * their default initialisers. */
static void run_initialisers(csl_lower_state *L, csl_activation *act, CXCursor ctor)
{
    csl_activation *outer = L->act;
    csl_lval self = act->self;
    csl_cursors kids = csl_children(L->ctx, ctor);
    CXCursor pending = clang_getNullCursor();
    CXCursor cls = clang_getTypeDeclaration(clang_getCanonicalType(self.type));
    csl_cursors members = csl_children(L->ctx, cls);
    L->act = act;
    for (unsigned m = 0; m < members.n; m++) {
        if (clang_getCursorKind(members.v[m]) != CXCursor_FieldDecl)
            continue;
        bool mentioned = false;
        for (unsigned i = 0; i < kids.n && !mentioned; i++)
            mentioned = clang_getCursorKind(kids.v[i]) == CXCursor_MemberRef &&
                        clang_equalCursors(clang_getCursorReferenced(kids.v[i]), members.v[m]);
        csl_cursors init = csl_expr_children(L->ctx, members.v[m]);
        csl_lval member = mentioned ? self : csl_member(L, self, members.v[m], ctor);
        if (!mentioned && init.n && !clang_Cursor_isBitField(members.v[m]))
            csl_initialise(L, member, init.v[init.n - 1]);
        else if (!mentioned)
            csl_default_construct(L, member, ctor);
    }
    for (unsigned i = 0; i < kids.n; i++) {
        enum CXCursorKind k = clang_getCursorKind(kids.v[i]);
        if (k == CXCursor_MemberRef || k == CXCursor_TypeRef) {
            pending = kids.v[i];
        } else if (clang_isExpression(k) && !clang_Cursor_isNull(pending)) {
            CXCursor target = clang_getCursorReferenced(pending);
            if (clang_getCursorKind(target) == CXCursor_FieldDecl) {
                CXType type = clang_getCursorType(target);
                csl_lval member = csl_lval_memory(NULL, type);
                if (csl_is_reference(type)) { /* holds an address */
                    long long bits = clang_Cursor_getOffsetOfField(target);
                    csl_expr *to =
                        csl_address_of(L, csl_bind_reference(L, kids.v[i], type), kids.v[i]);
                    member = csl_lval_memory(
                        csl_offset_address(L, csl_address_of(L, self, ctor),
                                           csl_const(L->ctx, CSL_I64, bits / 8), 1),
                        type);
                    member.type = clang_getCanonicalType(type);
                    csl_store(L, member, to, kids.v[i], kids.v[i]);
                } else {
                    member = csl_member(L, self, target, ctor);
                    csl_initialise(L, member, kids.v[i]);
                }
            } else {
                CXType base = csl_plain(clang_getCursorType(kids.v[i]));
                csl_lower_aggregate(L, kids.v[i], csl_base_of(L, self, base, kids.v[i]));
            }
            pending = clang_getNullCursor();
        }
    }
    L->act = outer;
}

static void run_constructor(csl_lower_state *L, CXCursor at, CXCursor def, csl_cursors args,
                            csl_lval dest)
{
    csl_activation *act = new_activation(L, def, at);
    act->has_this = true;
    act->self = dest;
    bind_arguments(L, act, def, args);
    run_initialisers(L, act, def);
    csl_lower_body(L, def, act);
}

void csl_default_construct(csl_lower_state *L, csl_lval dest, CXCursor at)
{
    if (!csl_is_class(dest.type) || dest.kind != CSL_LV_MEMORY)
        return;
    CXCursor cls = clang_getTypeDeclaration(clang_getCanonicalType(dest.type));
    csl_cursors kids = csl_children(L->ctx, cls);
    bool any = false;
    for (unsigned i = 0; i < kids.n; i++) {
        if (clang_getCursorKind(kids.v[i]) != CXCursor_Constructor)
            continue;
        CXCursor def = definition_of(L, kids.v[i]);
        if (!clang_CXXConstructor_isDefaultConstructor(kids.v[i]) || clang_Cursor_isNull(def))
            continue;
        if (!recursive(L, def) && L->inline_depth < CSL_MAX_INLINE && L->nstmts < CSL_MAX_STMTS)
            run_constructor(L, at, def, (csl_cursors){NULL, 0}, dest);
        return;
    }
    for (unsigned i = 0; i < kids.n && !any; i++) {
        if (clang_getCursorKind(kids.v[i]) != CXCursor_FieldDecl)
            continue;
        csl_cursors init = csl_expr_children(L->ctx, kids.v[i]);
        if (csl_is_array(clang_getCursorType(kids.v[i])))
            continue;
        csl_lval member = csl_member(L, dest, kids.v[i], at);
        if (init.n && !clang_Cursor_isBitField(kids.v[i]))
            csl_initialise(L, member, init.v[init.n - 1]);
        else
            csl_default_construct(L, member, at);
    }
}

bool csl_has_destructor(csl_lower_state *L, CXType type)
{
    csl_cursors kids =
        csl_children(L->ctx, clang_getTypeDeclaration(clang_getCanonicalType(type)));
    for (unsigned i = 0; i < kids.n; i++) {
        if (clang_getCursorKind(kids.v[i]) != CXCursor_Destructor)
            continue;
        CXCursor def = clang_getCursorDefinition(kids.v[i]);
        if (clang_Cursor_isNull(def))
            return !clang_CXXMethod_isDefaulted(kids.v[i]);
        CXCursor body = body_of(L->ctx, def);
        return !clang_Cursor_isNull(body) && csl_children(L->ctx, body).n > 0;
    }
    return false;
}

void csl_construct(csl_lower_state *L, CXCursor e, csl_lval dest)
{
    call c = resolve(L, e);
    if (csl_is_array(dest.type)) {
        CXType elem = clang_getArrayElementType(clang_getCanonicalType(dest.type));
        long long n = clang_getArraySize(clang_getCanonicalType(dest.type));
        for (long long i = 0; i < n && i < 16; i++) {
            csl_lval one = csl_lval_memory(
                csl_offset_address(L, dest.address, csl_const(L->ctx, CSL_I64, i),
                                   csl_sizeof(elem)),
                elem);
            csl_construct(L, e, one);
        }
        return;
    }
    bool copies = clang_CXXConstructor_isCopyConstructor(c.callee) ||
                  clang_CXXConstructor_isMoveConstructor(c.callee);
    if (!clang_Cursor_isNull(c.definition) && !recursive(L, c.definition) &&
        L->inline_depth < CSL_MAX_INLINE && L->nstmts < CSL_MAX_STMTS) {
        run_constructor(L, e, c.definition, c.args, dest);
    } else if (copies && c.args.n >= 1) {
        if (csl_is_lvalue(L, c.args.v[0])) {
            csl_lval src = csl_bind_reference(L, c.args.v[0], dest.type);
            src.type = dest.type;
            csl_copy(L, dest, src, e);
        } else {
            csl_lower_aggregate(L, c.args.v[0], dest);
        }
    } else if (c.args.n == 0) {
        csl_default_construct(L, dest, e);
    } else {
        keep_call(L, &c, name_of(L, &c), NULL, NULL);
        csl_forget(L, dest, CSL_SCOPE_THREAD, e, "constructor that is not known");
    }
}
