/* One function body at a time: what belongs to it, its arguments, its returns. */
#include "lifetime.h"

#include <stdlib.h>

static int by_offset(const void *a, const void *b) {
    const csl_source_error *const *x = a, *const *y = b;
    return (*x)->offset < (*y)->offset ? -1 : (*x)->offset > (*y)->offset;
}

void csl_find_errors(csl_lower_state *L, csl_activation *act) {
    const csl_unit *unit = L->unit;
    if (!unit->nerrors || csl_in_shim(L->places, act->function))
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
        if (!e->file || !csl_same_file(e->file, file) || e->offset < from || e->offset >= to)
            continue;
        if (!act->errors)
            act->errors = csl_alloc(L->scratch, unit->nerrors * sizeof(csl_source_error *));
        act->errors[act->nerrors++] = e;
    }
    if (act->nerrors > 1)
        qsort(act->errors, act->nerrors, sizeof(csl_source_error *), by_offset);
}

csl_activation *csl_new_activation(csl_lower_state *L, CXCursor function, CXCursor at) {
    csl_activation *act = CSL_NEW(L->scratch, csl_activation), *caller = L->act;
    act->function = function;
    act->caller = caller;
    act->user_call = clang_getNullCursor();
    act->result = csl_lval_none(clang_getCursorResultType(function));
    act->return_label = csl_new_label(L);
    act->shim = csl_in_library(L->places, function);
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

/* A return at the very end jumps nowhere. */
static void drop_last_return(csl_activation *act, csl_seq *body) {
    if (!body->last || body->last->kind != CSL_STMT_BR || body->last->label != act->return_label ||
        !act->returns)
        return;
    csl_seq_drop_last(body);
    act->returns--;
}

void csl_lower_body(csl_lower_state *L, CXCursor function, csl_activation *act) {
    csl_activation *outer = L->act;
    csl_seq *seq = L->seq, inner = {.around = seq};
    CXCursor body = csl_body_of(L->scratch, function);
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
        csl_stmt *block = csl_stmt_new(L->ctx, CSL_STMT_BLOCK,
                                       act->shim ? act->user_place
                                                 : csl_place_of(L->places, function, act->chain));
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

static enum CXChildVisitResult count_returns(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    enum CXCursorKind k = clang_getCursorKind(c);
    *(unsigned *)data += k == CXCursor_ReturnStmt;
    return k == CXCursor_LambdaExpr ? CXChildVisit_Continue : CXChildVisit_Recurse;
}

/* The only return is the last statement of the body. */
static bool returns_once(csl_ctx *ctx, CXCursor function) {
    CXCursor body = csl_body_of(ctx, function);
    csl_cursors kids = csl_children(ctx, body);
    unsigned returns = 0;
    clang_visitChildren(body, count_returns, &returns);
    return returns == 1 && clang_getCursorKind(kids.v[kids.n - 1]) == CXCursor_ReturnStmt;
}

csl_expr *csl_run_body(csl_lower_state *L, csl_activation *act, CXType type, csl_lval *dest,
                       csl_lval *out) {
    const CXCursor def = act->function;
    const csl_type scalar = csl_scalar_type(type);
    act->result_reference = csl_is_reference(clang_getCursorResultType(def));
    act->returns_once = act->result_reference && returns_once(L->ctx, def);
    act->target = csl_lval_none(type);
    if (act->returns_once) {
        csl_lower_body(L, def, act);
        if (out)
            *out = act->target;
        return NULL;
    }
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

/* ---- arguments ------------------------------------------------------------------------------- */

csl_cursors csl_parameters_of(csl_ctx *ctx, CXCursor function) {
    csl_cursors kids = csl_children(ctx, function);
    unsigned n = 0;
    for (unsigned i = 0; i < kids.n; i++)
        if (clang_getCursorKind(kids.v[i]) == CXCursor_ParmDecl)
            kids.v[n++] = kids.v[i];
    kids.n = n;
    return kids;
}

/* A value that needs no variable as long as the callee does not assign the parameter: a constant or
 * the address of an object; in embedded code, whose variables no message names, any value that
 * cannot change. */
static bool stands_for_itself(csl_lower_state *L, const csl_activation *act,
                              const csl_expr *value) {
    const csl_expr *base = value;
    if (value->op == CSL_OP_ADD && value->nkids == 2 && value->type == CSL_PTR &&
        value->kids[1]->op == CSL_OP_CONST)
        base = value->kids[0];
    return base->op == CSL_OP_CONST || base->op == CSL_OP_BASE ||
           (act->shim && !csl_mentions_variable(L, value));
}

/* Evaluates the argument in the caller and binds the parameter in the callee. */
static void bind_argument(csl_lower_state *L, csl_activation *act, CXCursor param, CXCursor arg) {
    CXType type = clang_getCanonicalType(clang_getCursorType(param));
    if (csl_is_reference(type)) {
        csl_bind(L, act, param, csl_bind_reference(L, arg));
        return;
    }
    if (csl_pass_unread(L, act, param, arg))
        return;
    const char *name = csl_spelling(L->ctx, param);
    CXType given = clang_getCanonicalType(clang_getCursorType(arg));
    if (csl_is_array(type) && csl_value_type(given) == CSL_PTR) /* T a[] is a pointer */
        type = given;
    if (csl_value_type(type) == CSL_VOID) {
        csl_lval local = csl_new_local(L, param, type, name);
        csl_lower_aggregate(L, arg, local);
        csl_begin_temporary(L, local, arg);
        csl_bind(L, act, param, local);
        return;
    }
    csl_expr *value = csl_rvalue_as(L, arg, csl_value_type(type));
    if (stands_for_itself(L, act, value) && !csl_cursor_set_has(&L->in_memory, param) &&
        !csl_cursor_set_has(&L->assigned, param)) {
        csl_lval lval = csl_lval_none(type);
        lval.kind = CSL_LV_VALUE;
        lval.value = value;
        lval.decl = param;
        csl_bind(L, act, param, lval);
        csl_note_span(L, act, param, arg);
        return;
    }
    csl_lval local = csl_new_parameter(L, param, type, name);
    const char *arg_text = act->shim ? NULL : csl_text_here(L, arg);
    const char *text = arg_text && name[0]
                           ? csl_intern(L->ctx, csl_format(L->ctx, "%s = %s", name, arg_text))
                           : NULL;
    if (local.kind == CSL_LV_VAR)
        csl_emit_let(L, local.var, value, arg, text);
    else
        csl_store(L, local, value, arg, arg);
    csl_bind(L, act, param, local);
    csl_note_span(L, act, param, arg);
}

static CXCursor default_of(csl_ctx *ctx, CXCursor function, unsigned i) {
    csl_cursors params = csl_parameters_of(ctx, function);
    return i < params.n ? clang_Cursor_getVarDeclInitializer(params.v[i]) : clang_getNullCursor();
}

CXCursor csl_default_argument(csl_lower_state *L, CXCursor function, unsigned i) {
    CXCursor pattern = clang_getSpecializedCursorTemplate(function);
    CXCursor declared[] = {function, clang_getCanonicalCursor(function), pattern,
                           clang_getCanonicalCursor(pattern), clang_getCursorDefinition(pattern)};
    CXCursor value = clang_getNullCursor();
    for (size_t k = 0; k < sizeof declared / sizeof *declared && csl_is_null(value); k++)
        if (!csl_is_null(declared[k]))
            value = default_of(L->ctx, declared[k], i);
    return csl_is_null(value) ? clang_getNullCursor() : value;
}

bool csl_is_left_out(CXCursor arg) {
    CXFile file = NULL;
    if (clang_getCursorKind(arg) != CXCursor_UnexposedExpr)
        return false;
    clang_getFileLocation(clang_getRangeStart(clang_getCursorExtent(arg)), &file, NULL, NULL, NULL);
    return !file;
}

void csl_bind_defaults(csl_lower_state *L, csl_activation *act, CXCursor function, unsigned from) {
    csl_cursors params = csl_parameters_of(L->scratch, function);
    for (unsigned i = from; i < params.n; i++) {
        CXCursor value = csl_default_argument(L, function, i);
        if (!clang_Cursor_isNull(value))
            bind_argument(L, act, params.v[i], value);
    }
}

void csl_bind_arguments(csl_lower_state *L, csl_activation *act, CXCursor function,
                        csl_cursors args) {
    csl_cursors params = csl_parameters_of(L->scratch, function);
    for (unsigned i = 0; i < args.n; i++)
        if (i < params.n)
            bind_argument(L, act, params.v[i], args.v[i]);
        else
            csl_discard(L, args.v[i]);
    /* A call in a template that is not instantiated does not show what it leaves out. */
    csl_bind_defaults(L, act, function, args.n);
}

static bool is_value_parameter(CXCursor c) {
    return clang_getCursorKind(c) == CXCursor_NonTypeTemplateParameter &&
           csl_scalar_type(clang_getCursorType(c)) != CSL_VOID;
}

/* The values between the brackets of f<8, T, true>(x) in a template that is not instantiated. */
static csl_cursors written_template_values(csl_lower_state *L, CXCursor call) {
    csl_cursors kids = csl_operands(L, call), none = {NULL, 0};
    if (!kids.n)
        return none;
    csl_cursors parts = csl_children(L->scratch, kids.v[0]);
    unsigned from = 0, n = 0;
    while (from < parts.n && clang_getCursorKind(parts.v[from]) != CXCursor_OverloadedDeclRef)
        from++;
    for (unsigned i = from + 1; i < parts.n; i++)
        if (clang_isExpression(clang_getCursorKind(parts.v[i])))
            parts.v[n++] = parts.v[i];
    parts.n = n;
    return parts;
}

void csl_bind_template_values(csl_lower_state *L, csl_activation *act, CXCursor function,
                              CXCursor call) {
    if (clang_getCursorKind(function) != CXCursor_FunctionTemplate)
        return;
    csl_cursors params = csl_children(L->scratch, function);
    csl_cursors written = written_template_values(L, call);
    unsigned next = 0;
    for (unsigned i = 0; i < params.n; i++) {
        if (!is_value_parameter(params.v[i]))
            continue;
        CXType type = clang_getCanonicalType(clang_getCursorType(params.v[i]));
        csl_cursors otherwise = csl_operands(L, params.v[i]);
        csl_expr *value = NULL;
        if (next < written.n)
            value = csl_rvalue_as(L, written.v[next++], csl_scalar_type(type));
        else if (otherwise.n)
            value = csl_rvalue_as(L, otherwise.v[0], csl_scalar_type(type));
        if (value)
            csl_bind(L, act, params.v[i], csl_lval_value(value, type, params.v[i]));
    }
}

bool csl_is_recursive(csl_lower_state *L, CXCursor function) {
    for (csl_activation *a = L->act; a; a = a->caller)
        if (clang_equalCursors(a->function, function))
            return true;
    return false;
}
