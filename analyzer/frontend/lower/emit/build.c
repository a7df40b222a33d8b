/* Building blocks of lowering: statements, variables, objects, values kept for later. */
#include "emit.h"
#include "../../../limits/limits.h"

#include <string.h>

typedef struct operands {
    csl_cursors list;
    enum CXCursorKind first;
} operands;

static const operands *operands_of(csl_lower_state *L, CXCursor cursor) {
    operands *known = csl_cursor_map_get(&L->operands, cursor);
    if (!known) {
        known = CSL_NEW(L->scratch, operands);
        known->list = csl_expr_children_and(L->scratch, cursor, &known->first);
        csl_cursor_map_add(L->scratch, &L->operands, cursor, known);
    }
    return known;
}

csl_cursors csl_operands(csl_lower_state *L, CXCursor cursor) {
    return operands_of(L, cursor)->list;
}

enum CXCursorKind csl_first_kind(csl_lower_state *L, CXCursor cursor) {
    return operands_of(L, cursor)->first;
}

/* ---- statements ------------------------------------------------------------------------------ */

const csl_place *csl_here(csl_lower_state *L, CXCursor at) {
    if (L->act->shim)
        return L->act->user_place;
    return csl_place_of(L->places, at, L->act->chain);
}

const char *csl_text_here(csl_lower_state *L, CXCursor at) {
    return L->act->shim || clang_getCursorKind(at) == CXCursor_GCCAsmStmt
               ? NULL
               : csl_text_of(L->places, at);
}

csl_stmt *csl_emit(csl_lower_state *L, csl_stmt_kind kind, CXCursor at) {
    csl_stmt *s = csl_stmt_new(L->ctx, kind, csl_here(L, at));
    csl_seq_add(L->seq, s);
    L->full = csl_limit_exceeded(CSL_LIMIT_all_statements, ++L->nstmts);
    if (L->full)
        L->skipped = "too large: it has more statements than are analysed";
    return s;
}

void csl_emit_br(csl_lower_state *L, uint32_t label, csl_origin origin, CXCursor at) {
    csl_stmt *s = csl_emit(L, CSL_STMT_BR, at);
    s->label = label;
    s->origin = origin;
}

csl_stmt *csl_emit_opaque(csl_lower_state *L, CXCursor at, const char *reason) {
    csl_stmt *s = csl_emit(L, CSL_STMT_OPAQUE, at);
    s->text = L->act->shim ? NULL : csl_text_of(L->places, at);
    s->call.what = reason;
    s->call.result = CSL_NO_VAR;
    s->call.mild = s->text && csl_is_mild_text(s->text) && csl_is_mild_text(reason);
    s->call.quiet = s->text && csl_is_quiet_text(s->text);
    return s;
}

void csl_emit_unsized(csl_lower_state *L, CXCursor at) {
    csl_stmt *s = csl_emit_opaque(L, at, "object of unknown size");
    const enum CXCursorKind kind = clang_getCursorKind(clang_getCursorReferenced(at));
    if (clang_getCursorKind(at) == CXCursor_DeclRefExpr &&
        (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl))
        s->call.mild = s->call.quiet = true;
}

uint32_t csl_new_label(csl_lower_state *L) {
    return L->kernel->nlabels++;
}

void csl_emit_range(csl_lower_state *L, CXCursor at, csl_expr *end, int64_t step,
                    void (*body)(void *user, csl_expr *i), void *user) {
    csl_ctx *ctx = L->ctx;
    const uint32_t index = csl_new_var(L, "", CSL_I64, clang_getNullCursor());
    csl_expr *i = csl_var_value(L, index);
    csl_expr *limit = csl_cast(ctx, CSL_I64, end);
    csl_emit_let(L, index, csl_const(ctx, CSL_I64, 0), at, NULL);
    csl_stmt *block = csl_emit(L, CSL_STMT_BLOCK, at);
    block->block.label = csl_new_label(L);
    csl_stmt *loop = csl_stmt_new(ctx, CSL_STMT_LOOP, block->place);
    block->block.body = loop;
    csl_seq *outer = L->seq, pass = {0}, leave = {0};
    L->seq = &pass;
    csl_stmt *test = csl_emit(L, CSL_STMT_IF, at);
    test->origin = CSL_FROM_LOOP;
    test->branch.cond = csl_binary(ctx, CSL_OP_LE, limit, i);
    L->seq = &leave;
    csl_emit_br(L, block->block.label, CSL_FROM_LOOP, at);
    test->branch.body = leave.first;
    L->seq = &pass;
    body(user, i);
    csl_emit_let(L, index, csl_binary(ctx, CSL_OP_ADD, i, csl_const(ctx, CSL_I64, step)), at, NULL);
    L->seq = outer;
    loop->block.body = pass.first;
}

/* ---- variables ------------------------------------------------------------------------------- */

uint32_t csl_new_var(csl_lower_state *L, const char *name, csl_type type, CXCursor decl) {
    unsigned info_cap = L->cap_vars;
    CSL_GROW(L->scratch, L->info, L->nvars, info_cap);
    CSL_GROW(L->scratch, L->vars, L->nvars, L->cap_vars);
    L->vars[L->nvars].name = name;
    L->vars[L->nvars].type = type;
    if (!clang_Cursor_isNull(decl) && !csl_in_shim(L->places, decl))
        L->vars[L->nvars].place = csl_here(L, decl);
    L->info[L->nvars].decl = decl;
    L->info[L->nvars].stamp = 0;
    L->info[L->nvars].through = NULL;
    L->info[L->nvars].root = -2;
    L->info[L->nvars].function = NULL;
    L->info[L->nvars].varies = csl_cursor_set_has(&L->assigned, decl);
    L->info[L->nvars].relied = false;
    L->info[L->nvars].span = 0;
    L->info[L->nvars].bounded = false;
    return L->nvars++;
}

csl_expr *csl_var_value(csl_lower_state *L, uint32_t var) {
    return csl_leaf(L->ctx, CSL_OP_VAR, L->vars[var].type, var);
}

/* Nothing reaches the end of the sequence: it jumps away before. */
static bool is_unreached(const csl_seq *seq) {
    for (const csl_stmt *s = seq->first; s; s = s->next)
        if (s->kind == CSL_STMT_BR || s->kind == CSL_STMT_EXIT)
            return true;
    return false;
}

/* Remembers which function a pointer stands for; null, which cannot be called, is none. If one was
 * relied on and is not the only one after all, the kernel is lowered again. */
static void note_function(csl_lower_state *L, uint32_t var, const csl_expr *value) {
    struct csl_var_info *info = &L->info[var];
    if (info->varies || (value && csl_is_const(value, 0)) || is_unreached(L->seq))
        return;
    const csl_expr *function = value ? csl_function_value(L, value) : NULL;
    info->varies = !function || (info->function && info->function->name != function->name);
    info->function = info->varies ? NULL : function;
    if (info->varies && info->relied && !clang_Cursor_isNull(info->decl))
        csl_need_variable(L, info->decl);
}

/* Remembers that the variable changed and, for pointers, where it may point. */
static void note_assignment(csl_lower_state *L, uint32_t var, const csl_expr *value) {
    struct csl_var_info *info = &L->info[var];
    info->stamp = ++L->assignments;
    if (L->vars[var].type != CSL_PTR)
        return;
    note_function(L, var, value);
    int32_t root = value ? csl_root_object(L, value) : -1;
    const char *through = value ? csl_root_name(L, value) : NULL;
    if (info->root == -2) {
        info->root = root;
        info->through = through;
    } else {
        if (info->bounded && !clang_Cursor_isNull(info->decl))
            csl_need_variable(L, info->decl);
        info->span = 0;
        if (info->root != root)
            info->root = -1;
        if (info->through != through)
            info->through = NULL;
    }
}

csl_stmt *csl_emit_let(csl_lower_state *L, uint32_t var, csl_expr *value, CXCursor at,
                       const char *text) {
    csl_stmt *s = csl_emit(L, CSL_STMT_LET, at);
    s->text = text;
    s->let.var = var;
    s->let.value = csl_convert(L, L->vars[var].type, value);
    note_assignment(L, var, s->let.value);
    return s;
}

csl_expr *csl_emit_havoc(csl_lower_state *L, csl_type type, csl_scope scope, CXCursor at,
                         const char *why) {
    if (type == CSL_VOID)
        type = CSL_I32;
    csl_stmt *s = csl_emit(L, CSL_STMT_HAVOC, at);
    s->havoc.var = csl_new_var(L, "", type, clang_getNullCursor());
    s->havoc.scope = scope;
    s->havoc.why = why;
    s->text = csl_text_here(L, at);
    note_assignment(L, s->havoc.var, NULL);
    return csl_var_value(L, s->havoc.var);
}

static bool mentions_since(csl_lower_state *L, const csl_expr *e, unsigned stamp) {
    if (e->op == CSL_OP_VAR)
        return L->info[e->index].stamp > stamp;
    for (unsigned i = 0; i < e->nkids; i++)
        if (mentions_since(L, e->kids[i], stamp))
            return true;
    return false;
}

bool csl_mentions_variable(csl_lower_state *L, const csl_expr *e) {
    if (e->op == CSL_OP_VAR) /* temporaries are assigned once */
        return !clang_Cursor_isNull(L->info[e->index].decl) || L->vars[e->index].name[0];
    for (unsigned i = 0; i < e->nkids; i++)
        if (csl_mentions_variable(L, e->kids[i]))
            return true;
    return false;
}

csl_expr *csl_freeze(csl_lower_state *L, csl_expr *value, CXCursor at) {
    if (!csl_mentions_variable(L, value))
        return value;
    uint32_t var = csl_new_var(L, "", value->type, clang_getNullCursor());
    csl_emit_let(L, var, value, at, csl_text_here(L, at));
    return csl_var_value(L, var);
}

csl_mark csl_set_mark(csl_lower_state *L) {
    return (csl_mark){.last = L->seq->last, .seq = L->seq, .assignments = L->assignments};
}

csl_expr *csl_settle(csl_lower_state *L, csl_mark mark, csl_expr *value, CXCursor at) {
    if (L->assignments == mark.assignments || !mentions_since(L, value, mark.assignments))
        return value;
    uint32_t var = csl_new_var(L, "", value->type, clang_getNullCursor());
    csl_stmt *let = csl_stmt_new(L->ctx, CSL_STMT_LET, csl_here(L, at));
    let->let.var = var;
    let->let.value = value;
    note_assignment(L, var, value);
    L->info[var].stamp = mark.assignments;
    if (mark.last) {
        let->next = mark.last->next;
        mark.last->next = let;
    } else {
        let->next = mark.seq->first;
        mark.seq->first = let;
    }
    if (mark.seq->last == mark.last)
        mark.seq->last = let;
    return csl_var_value(L, var);
}

/* ---- objects --------------------------------------------------------------------------------- */

/* Fills in the declared dimensions and the scalar element type. */
static void describe(csl_object *o, CXType type) {
    CXType t = csl_plain(type);
    o->bytes = csl_sizeof(t);
    while (csl_is_array(t) && o->ndims < CSL_MAX_DIMS) {
        long long n = clang_getArraySize(t);
        o->dims[o->ndims++] = n > 0 ? (uint64_t)n : 0;
        t = csl_plain(clang_getArrayElementType(t));
    }
    o->elem = csl_scalar_type(t);
    o->elem_bytes = (uint32_t)csl_sizeof(t);
}

uint32_t csl_new_object(csl_lower_state *L, csl_object_kind kind, CXCursor decl, CXType type,
                        const char *name) {
    unsigned decl_cap = L->cap_objects;
    CSL_GROW(L->scratch, L->object_decl, L->nobjects, decl_cap);
    CSL_GROW(L->scratch, L->objects, L->nobjects, L->cap_objects);
    csl_object *o = &L->objects[L->nobjects];
    memset(o, 0, sizeof *o);
    o->kind = kind;
    o->name = name;
    o->param = UINT32_MAX;
    if (type.kind != CXType_Invalid)
        describe(o, type);
    for (unsigned i = 0; i < o->ndims && !csl_is_null(decl); i++)
        if (csl_extent_is_recovered(L, decl, i))
            o->bytes = o->dims[o->ndims - 1 - i] = 0;
    if (!clang_Cursor_isNull(decl))
        o->place = csl_place_of(L->places, decl, NULL);
    L->object_decl[L->nobjects] = decl;
    return L->nobjects++;
}

csl_expr *csl_object_address(csl_lower_state *L, uint32_t object) {
    return csl_leaf(L->ctx, CSL_OP_BASE, CSL_PTR, object);
}

int32_t csl_root_object(csl_lower_state *L, const csl_expr *address) {
    switch (address->op) {
    case CSL_OP_BASE: return (int32_t)address->index;
    case CSL_OP_VAR: return L->info[address->index].root >= 0 ? L->info[address->index].root : -1;
    case CSL_OP_ADD:
        for (unsigned i = 0; i < address->nkids; i++)
            if (address->kids[i]->type == CSL_PTR)
                return csl_root_object(L, address->kids[i]);
        return -1;
    default: return -1;
    }
}

const char *csl_root_name(csl_lower_state *L, const csl_expr *address) {
    if (!L->many_dynamic) {
        int32_t root = csl_root_object(L, address);
        return root >= 0 && root == L->dynamic_object ? L->dynamic_name : NULL;
    }
    if (address->op == CSL_OP_VAR)
        return L->info[address->index].through;
    if (address->op == CSL_OP_ADD)
        for (unsigned i = 0; i < address->nkids; i++)
            if (address->kids[i]->type == CSL_PTR)
                return csl_root_name(L, address->kids[i]);
    return NULL;
}

/* ---- what a retry must know ------------------------------------------------------------------ */

void csl_need_memory(csl_lower_state *L, CXCursor decl) {
    L->retry |= csl_cursor_set_add(L->ctx, &L->in_memory, decl);
}

void csl_need_variable(csl_lower_state *L, CXCursor decl) {
    L->retry |= csl_cursor_set_add(L->ctx, &L->assigned, decl);
}

void csl_note_inlined(csl_lower_state *L, CXCursor function) {
    const bool reached = !L->kernel->helper && !L->kernel->made_up &&
                         csl_cursor_set_add(L->ctx, &L->reached, function);
    if (!csl_cursor_set_add(L->ctx, &L->inlined, function) && !reached)
        return;
    CXCursor pattern = clang_getSpecializedCursorTemplate(function);
    CXCursor definition = clang_getCursorDefinition(pattern);
    if (!clang_Cursor_isNull(pattern))
        csl_note_inlined(L, clang_Cursor_isNull(definition) ? pattern : definition);
}

CXCursor csl_strip_parens(csl_lower_state *L, CXCursor e) {
    for (;;) {
        enum CXCursorKind k = clang_getCursorKind(e);
        if (k != CXCursor_ParenExpr && k != CXCursor_UnexposedExpr)
            return e;
        csl_cursors kids = csl_operands(L, e);
        if (kids.n != 1)
            return e;
        e = kids.v[0];
    }
}

bool csl_is_null(CXCursor c) {
    return clang_Cursor_isNull(c) || clang_isInvalid(clang_getCursorKind(c));
}

void csl_splice(csl_seq *seq, csl_stmt *first) {
    for (csl_stmt *s = first, *next; s; s = next) {
        next = s->next;
        s->next = NULL;
        csl_seq_add(seq, s);
    }
}
