/* Addresses, loads and stores. */
#include "emit.h"

csl_expr *csl_offset_address(csl_lower_state *L, csl_expr *address, csl_expr *index,
                             uint64_t bytes) {
    csl_expr *i = csl_cast(L->ctx, CSL_I64, index);
    csl_expr *offset =
        csl_binary(L->ctx, CSL_OP_MUL, i, csl_const(L->ctx, CSL_I64, (int64_t)bytes));
    if (csl_is_const(offset, 0))
        return address;
    return csl_binary(L->ctx, CSL_OP_ADD, address, offset);
}

csl_expr *csl_add_bytes(csl_lower_state *L, csl_expr *address, int64_t bytes) {
    if (bytes == 0)
        return address;
    return csl_binary(L->ctx, CSL_OP_ADD, address, csl_const(L->ctx, CSL_I64, bytes));
}

csl_expr *csl_decay(csl_lower_state *L, csl_lval lval, CXCursor at) {
    bool pointer = lval.kind == CSL_LV_VAR || lval.kind == CSL_LV_VALUE;
    return pointer ? csl_convert(L, CSL_PTR, csl_load(L, lval, at)) : csl_address_of(L, lval, at);
}

/* A variable whose address is needed moves to memory in the next attempt. What has no declaration
 * is a temporary: a copy will do. */
csl_expr *csl_address_of(csl_lower_state *L, csl_lval lval, CXCursor at) {
    switch (lval.kind) {
    case CSL_LV_MEMORY: return lval.address;
    case CSL_LV_NONE:
        return csl_emit_havoc(L, CSL_PTR, CSL_SCOPE_THREAD, at, "address of an unknown object");
    case CSL_LV_VALUE:
        if (lval.value->type == CSL_PTR && lval.value->op == CSL_OP_PURE)
            return lval.value; /* a function or a string */
        break;
    case CSL_LV_VAR:
    case CSL_LV_BUILTIN: break;
    }
    if (!clang_Cursor_isNull(lval.decl))
        csl_need_memory(L, lval.decl);
    uint32_t object = csl_new_object(L, CSL_OBJ_LOCAL, clang_getNullCursor(), lval.type, "");
    csl_lval copy = csl_lval_memory(csl_object_address(L, object), lval.type);
    bool scalar = lval.kind == CSL_LV_VAR || lval.kind == CSL_LV_VALUE;
    if (!scalar || csl_scalar_type(lval.type) != CSL_VOID) /* a class in dependent code has none */
        csl_copy(L, copy, lval, at);
    return copy.address;
}

/* ---- loads and stores ------------------------------------------------------------------------ */

static csl_type stored_type(const csl_lval *lval) {
    return lval->viewed != CSL_VOID ? lval->viewed : csl_scalar_type(lval->type);
}

static csl_access *emit_access(csl_lower_state *L, csl_mode mode, const csl_lval *lval,
                               CXCursor at) {
    uint64_t bytes = csl_sizeof(lval->type);
    if (!bytes) /* a class with errors in it */
        csl_emit_unsized(L, at);
    csl_stmt *s = csl_emit(L, CSL_STMT_ACCESS, at);
    csl_access *a = CSL_NEW(L->ctx, csl_access);
    s->text = csl_text_here(L, at);
    s->access = a;
    a->mode = mode;
    a->address = lval->address;
    a->bounds = lval->bounds;
    a->type = stored_type(lval);
    a->bytes = bytes ? (uint32_t)bytes : 1;
    a->result = CSL_NO_VAR;
    a->is_volatile = lval->is_volatile;
    a->through = lval->through ? lval->through : csl_root_name(L, lval->address);
    return a;
}

csl_expr *csl_load(csl_lower_state *L, csl_lval lval, CXCursor at) {
    csl_type type = stored_type(&lval);
    switch (lval.kind) {
    case CSL_LV_VAR: return csl_convert(L, lval.viewed, csl_var_value(L, lval.var));
    case CSL_LV_VALUE: return csl_convert(L, lval.viewed, lval.value);
    case CSL_LV_BUILTIN:
        if (lval.component < 3)
            return csl_leaf(L->ctx, lval.builtin, CSL_U32, lval.component);
        break;
    case CSL_LV_NONE: break;
    case CSL_LV_MEMORY: {
        if (csl_is_array(lval.type))
            return lval.address;
        if (type == CSL_VOID && csl_is_class(lval.type))
            break;
        csl_access *a = emit_access(L, CSL_MODE_READ, &lval, at);
        if ((lval.is_part && !lval.bits) || type == CSL_VOID)
            return csl_emit_havoc(L, type, CSL_SCOPE_THREAD, at, "part of a stored value");
        a->result = csl_new_var(L, "", type, clang_getNullCursor());
        csl_expr *unit = csl_var_value(L, a->result);
        return lval.bits ? csl_bits_read(L, &lval, unit) : unit;
    }
    }
    L->unresolved |= csl_is_dependent(lval.type);
    return csl_emit_havoc(L, type, CSL_SCOPE_THREAD, at, "value is not modelled");
}

void csl_store(csl_lower_state *L, csl_lval lval, csl_expr *value, CXCursor at, CXCursor target) {
    csl_type type = stored_type(&lval);
    switch (lval.kind) {
    case CSL_LV_VAR:
        csl_emit_let(L, lval.var, csl_convert(L, lval.viewed, value), at, csl_text_here(L, at));
        return;
    case CSL_LV_VALUE:
        if (!clang_Cursor_isNull(lval.decl))
            csl_need_variable(L, lval.decl); /* an assigned parameter: lower again */
        return;
    case CSL_LV_MEMORY: {
        int32_t root = csl_root_object(L, lval.address);
        if (root >= 0 && L->objects[root].kind == CSL_OBJ_ARGUMENT)
            csl_need_variable(L, L->object_decl[root]);
        const bool is_local = root >= 0 && L->objects[root].kind == CSL_OBJ_LOCAL;
        bool known = value && type != CSL_VOID && !lval.is_part;
        if (value && lval.bits && is_local) { /* the bits beside the field stay */
            csl_access *before = emit_access(L, CSL_MODE_READ, &lval, target);
            before->result = csl_new_var(L, "", type, clang_getNullCursor());
            value = csl_bits_written(L, &lval, csl_var_value(L, before->result), value);
            known = true;
        }
        csl_access *a = emit_access(L, CSL_MODE_WRITE, &lval, target);
        if (is_local) /* "x = y", as of a variable */
            L->seq->last->text = csl_text_here(L, at);
        a->value = known ? csl_convert(L, type, value) : NULL;
        return;
    }
    case CSL_LV_BUILTIN:
    case CSL_LV_NONE: csl_emit_opaque(L, at, "write to an object that is not modelled"); return;
    }
}
