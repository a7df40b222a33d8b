/* What an expression denotes: variables, memory, members, elements; loads and stores. */
#include "lower_impl.h"

#include <string.h>

csl_lval csl_lval_none(CXType type)
{
    return (csl_lval){.kind = CSL_LV_NONE, .type = csl_plain(type), .decl = clang_getNullCursor()};
}

csl_lval csl_lval_var(csl_lower_state *L, uint32_t var, CXType type)
{
    return (csl_lval){.kind = CSL_LV_VAR, .type = csl_plain(type), .var = var,
                      .decl = L->info[var].decl};
}

csl_lval csl_lval_memory(csl_expr *address, CXType type)
{
    return (csl_lval){.kind = CSL_LV_MEMORY, .type = csl_plain(type), .address = address,
                      .decl = clang_getNullCursor()};
}

static csl_lval value_of(csl_expr *value, CXType type, CXCursor decl)
{
    return (csl_lval){.kind = CSL_LV_VALUE, .type = csl_plain(type), .value = value, .decl = decl};
}

/* ---- bindings ------------------------------------------------------------------------------ */

static csl_binding *slot(csl_activation *act, CXCursor decl)
{
    unsigned i = clang_hashCursor(decl) & (act->cap - 1);
    while (!clang_Cursor_isNull(act->bindings[i].decl) &&
           !clang_equalCursors(act->bindings[i].decl, decl))
        i = (i + 1) & (act->cap - 1);
    return &act->bindings[i];
}

static void grow_bindings(csl_lower_state *L, csl_activation *act)
{
    csl_binding *old = act->bindings;
    unsigned n = act->cap;
    act->cap = n ? 2 * n : 16;
    act->bindings = csl_alloc(L->ctx, act->cap * sizeof *act->bindings);
    for (unsigned i = 0; i < act->cap; i++)
        act->bindings[i].decl = clang_getNullCursor();
    for (unsigned i = 0; i < n; i++)
        if (!clang_Cursor_isNull(old[i].decl))
            *slot(act, old[i].decl) = old[i];
}

void csl_bind(csl_lower_state *L, csl_activation *act, CXCursor decl, csl_lval lval)
{
    if (2 * (act->nbindings + 1) > act->cap)
        grow_bindings(L, act);
    csl_binding *b = slot(act, decl);
    if (clang_Cursor_isNull(b->decl))
        act->nbindings++;
    b->decl = decl;
    b->lval = lval;
}

csl_lval *csl_lookup(csl_activation *act, CXCursor decl)
{
    for (; act; act = act->lexical) {
        if (act->cap) {
            csl_binding *b = slot(act, decl);
            if (!clang_Cursor_isNull(b->decl))
                return &b->lval;
        }
        for (unsigned i = 0; act->closure && i < act->closure->ncopies; i++)
            if (clang_equalCursors(act->closure->copies[i].decl, decl))
                return &act->closure->copies[i].lval;
    }
    return NULL;
}

csl_lval csl_new_local(csl_lower_state *L, CXCursor decl, CXType type, const char *name)
{
    csl_type scalar = csl_scalar_type(type);
    if (scalar != CSL_VOID && !csl_listed(L->in_memory, L->nin_memory, decl))
        return csl_lval_var(L, csl_new_var(L, name, scalar, decl), type);
    uint32_t object = csl_new_object(L, CSL_OBJ_LOCAL, L->act->shim ? clang_getNullCursor() : decl,
                                     type, name);
    return csl_lval_memory(csl_object_address(L, object), type);
}

csl_lval csl_new_parameter(csl_lower_state *L, CXCursor decl, CXType type, const char *name)
{
    if (!csl_is_array(type))
        return csl_new_local(L, decl, type, name);
    csl_lval lval = csl_lval_var(L, csl_new_var(L, name, CSL_PTR, decl), type);
    return lval;
}

/* ---- names --------------------------------------------------------------------------------- */

static int32_t find_object(csl_lower_state *L, CXCursor decl)
{
    for (unsigned i = 0; i < L->nobjects; i++)
        if (clang_equalCursors(L->object_decl[i], decl))
            return (int32_t)i;
    return -1;
}

/* Every extern __shared__ name denotes the one dynamic array. With several names each gets a
 * pointer variable, so that an address still tells through which name it was formed. */
static csl_lval dynamic_shared(csl_lower_state *L, CXCursor decl, CXType type)
{
    const char *name = csl_spelling(L->ctx, decl);
    if (L->dynamic_object < 0) {
        L->dynamic_object = (int32_t)csl_new_object(L, CSL_OBJ_DYNAMIC, decl, type, name);
        L->dynamic_name = name;
    } else if (L->dynamic_name != name && !L->many_dynamic) {
        L->many_dynamic = true;
        L->retry = true;
    }
    csl_expr *base = csl_object_address(L, (uint32_t)L->dynamic_object);
    if (!L->many_dynamic)
        return csl_lval_memory(base, type);
    uint32_t var = csl_new_var(L, "", CSL_PTR, clang_getNullCursor());
    csl_emit_let(L, var, base, decl, NULL);
    L->info[var].through = name;
    csl_lval lval = csl_lval_memory(csl_var_value(L, var), type);
    lval.through = name;
    return lval;
}

static const struct {
    const char *name;
    csl_op op;
} builtins[] = {{"threadIdx", CSL_OP_TID}, {"blockIdx", CSL_OP_BID}, {"blockDim", CSL_OP_BDIM},
                {"gridDim", CSL_OP_GDIM}};

static bool builtin_name(const char *name, csl_op *op)
{
    for (size_t i = 0; i < sizeof builtins / sizeof builtins[0]; i++) {
        if (strcmp(builtins[i].name, name) == 0) {
            *op = builtins[i].op;
            return true;
        }
    }
    return false;
}

/* A variable that is not local to a function activation. */
static csl_lval global_variable(csl_lower_state *L, CXCursor decl, CXCursor use)
{
    CXType type = clang_getCursorType(decl);
    const char *name = csl_spelling(L->ctx, decl);
    csl_op op;
    if (builtin_name(name, &op) && csl_in_shim(L->places, decl)) {
        csl_lval lval = csl_lval_none(type);
        lval.kind = CSL_LV_BUILTIN;
        lval.builtin = op;
        lval.component = 3;
        return lval;
    }
    CXCursor canonical = clang_getCanonicalCursor(decl);
    csl_object_kind kind = CSL_OBJ_GLOBAL;
    if (csl_has_attribute(decl, CXCursor_CUDASharedAttr)) {
        kind = CSL_OBJ_SHARED;
        if (clang_Cursor_getStorageClass(decl) == CX_SC_Extern)
            return dynamic_shared(L, decl, type);
    } else if (csl_has_attribute(decl, CXCursor_CUDAConstantAttr)) {
        kind = CSL_OBJ_CONSTANT;
    } else if (clang_isConstQualifiedType(clang_getCanonicalType(type))) {
        csl_expr *value;
        if (csl_evaluate(L, use, &value))
            return value_of(value, type, decl);
        kind = CSL_OBJ_CONSTANT;
    } else if (csl_is_array(type) &&
               clang_isConstQualifiedType(
                   clang_getCanonicalType(clang_getArrayElementType(clang_getCanonicalType(type))))) {
        kind = CSL_OBJ_CONSTANT;
    }
    int32_t object = find_object(L, canonical);
    if (object < 0) {
        object = (int32_t)csl_new_object(L, kind, canonical, type, name);
        L->objects[object].is_const = clang_isConstQualifiedType(clang_getCanonicalType(type));
    }
    csl_lval lval = csl_lval_memory(csl_object_address(L, (uint32_t)object), type);
    lval.is_volatile = clang_isVolatileQualifiedType(clang_getCanonicalType(type));
    return lval;
}

static bool is_local_variable(CXCursor decl)
{
    enum CXCursorKind k = clang_getCursorKind(clang_getCursorSemanticParent(decl));
    return clang_getCursorKind(decl) == CXCursor_ParmDecl || k == CXCursor_FunctionDecl ||
           k == CXCursor_CXXMethod || k == CXCursor_Constructor || k == CXCursor_FunctionTemplate ||
           k == CXCursor_ConversionFunction || k == CXCursor_Destructor;
}

static csl_lval named(csl_lower_state *L, CXCursor decl, CXCursor use)
{
    CXType type = clang_getCursorType(use);
    csl_lval *bound = csl_lookup(L->act, decl);
    if (bound)
        return *bound;
    switch (clang_getCursorKind(decl)) {
    case CXCursor_EnumConstantDecl:
        return value_of(csl_const(L->ctx, csl_scalar_type(type),
                                  clang_getEnumConstantDeclValue(decl)),
                        type, decl);
    case CXCursor_FunctionDecl:
    case CXCursor_CXXMethod:
        return value_of(csl_pure(L->ctx, CSL_PTR, csl_usr(L->ctx, decl), 0, NULL), type, decl);
    case CXCursor_VarDecl:
        if (clang_Cursor_hasVarDeclGlobalStorage(decl) == 1 || !is_local_variable(decl))
            return global_variable(L, decl, use);
        /* Declared where libclang shows no statement (the initialiser of a switch). */
        csl_lower_declaration(L, decl);
        bound = csl_lookup(L->act, decl);
        return bound ? *bound : csl_lval_none(type);
    default:
        return csl_lval_none(type);
    }
}

static csl_lval decl_ref(csl_lower_state *L, CXCursor e)
{
    CXCursor decl = clang_getCursorReferenced(e);
    if (!clang_Cursor_isNull(decl) && clang_getCursorKind(decl) != CXCursor_OverloadedDeclRef)
        return named(L, decl, e);
    /* A template parameter replaced by its argument. */
    csl_cursors kids = csl_expr_children(L->ctx, e);
    if (kids.n == 1 && clang_getCursorKind(kids.v[0]) != CXCursor_OverloadedDeclRef)
        return value_of(csl_rvalue(L, kids.v[0]), clang_getCursorType(e), clang_getNullCursor());
    return csl_lval_none(clang_getCursorType(e));
}

/* ---- addresses ------------------------------------------------------------------------------ */

csl_expr *csl_offset_address(csl_lower_state *L, csl_expr *address, csl_expr *index,
                             uint64_t bytes)
{
    csl_expr *i = csl_cast(L->ctx, CSL_I64, index);
    csl_expr *offset =
        csl_binary(L->ctx, CSL_OP_MUL, i, csl_const(L->ctx, CSL_I64, (int64_t)bytes));
    if (csl_is_const(offset, 0))
        return address;
    return csl_binary(L->ctx, CSL_OP_ADD, address, offset);
}

static csl_expr *offset_bytes(csl_lower_state *L, csl_expr *address, int64_t bytes)
{
    if (bytes == 0)
        return address;
    return csl_binary(L->ctx, CSL_OP_ADD, address, csl_const(L->ctx, CSL_I64, bytes));
}

csl_expr *csl_decay(csl_lower_state *L, csl_lval lval, CXCursor at)
{
    bool pointer = lval.kind == CSL_LV_VAR || lval.kind == CSL_LV_VALUE;
    return pointer ? csl_load(L, lval, at) : csl_address_of(L, lval, at);
}

/* A variable whose address is needed moves to memory in the next attempt. What has no declaration
 * is a temporary: a copy will do. */
csl_expr *csl_address_of(csl_lower_state *L, csl_lval lval, CXCursor at)
{
    switch (lval.kind) {
    case CSL_LV_MEMORY:
        return lval.address;
    case CSL_LV_NONE:
        return csl_emit_havoc(L, CSL_PTR, CSL_SCOPE_THREAD, at, "address of an unknown object");
    case CSL_LV_VALUE:
        if (lval.value->type == CSL_PTR && lval.value->op == CSL_OP_PURE)
            return lval.value; /* a function or a string */
        break;
    case CSL_LV_VAR:
    case CSL_LV_BUILTIN:
        break;
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

static CXCursor strip_parens(csl_lower_state *L, CXCursor e)
{
    for (;;) {
        enum CXCursorKind k = clang_getCursorKind(e);
        if (k != CXCursor_ParenExpr && k != CXCursor_UnexposedExpr)
            return e;
        csl_cursors kids = csl_expr_children(L->ctx, e);
        if (kids.n != 1)
            return e;
        e = kids.v[0];
    }
}

static csl_expr *in_bounds(csl_lower_state *L, csl_expr *index, long long extent)
{
    csl_expr *i = csl_cast(L->ctx, CSL_I64, index);
    csl_expr *low = csl_binary(L->ctx, CSL_OP_LE, csl_const(L->ctx, CSL_I64, 0), i);
    csl_expr *high = csl_binary(L->ctx, CSL_OP_LT, i, csl_const(L->ctx, CSL_I64, extent));
    return csl_and(L->ctx, low, high);
}

static csl_lval subscript(csl_lower_state *L, CXCursor e)
{
    csl_cursors kids = csl_expr_children(L->ctx, e);
    if (kids.n != 2)
        return csl_lval_none(clang_getCursorType(e));
    CXCursor base = kids.v[0], index = kids.v[1];
    CXType base_type = clang_getCanonicalType(clang_getCursorType(base));
    if (csl_scalar_type(base_type) != CSL_PTR && !csl_is_array(base_type) &&
        !csl_is_dependent(base_type)) { /* 3[a] */
        base = kids.v[1];
        index = kids.v[0];
    }
    CXCursor inner = strip_parens(L, base);
    CXType array = clang_getCanonicalType(clang_getCursorType(inner));
    csl_mark mark;
    csl_lval out;
    CXType elem;
    if (csl_is_array(array)) {
        csl_lval whole = csl_lower_lvalue(L, inner);
        elem = clang_getArrayElementType(array);
        mark = csl_set_mark(L);
        csl_expr *i = csl_rvalue(L, index);
        if (whole.kind == CSL_LV_NONE)
            return csl_lval_none(elem);
        bool parameter = whole.kind == CSL_LV_VAR || whole.kind == CSL_LV_VALUE;
        csl_expr *address = csl_settle(L, mark, csl_decay(L, whole, inner), base);
        out = csl_lval_memory(csl_offset_address(L, address, i, csl_sizeof(elem)), elem);
        out.bounds = whole.bounds;
        out.through = whole.through;
        out.is_volatile = whole.is_volatile;
        long long extent = clang_getArraySize(array);
        if (extent > 0 && !parameter) {
            csl_expr *ok = in_bounds(L, i, extent);
            ok = out.bounds ? csl_and(L->ctx, out.bounds, ok) : ok;
            out.bounds = csl_is_true(ok) ? out.bounds : ok;
        }
    } else {
        csl_expr *pointer = csl_rvalue_as(L, base, CSL_PTR);
        mark = csl_set_mark(L);
        csl_expr *i = csl_rvalue(L, index);
        pointer = csl_settle(L, mark, pointer, base);
        elem = clang_getPointeeType(array);
        if (elem.kind == CXType_Invalid)
            elem = clang_getCursorType(e);
        out = csl_lval_memory(csl_offset_address(L, pointer, i, csl_sizeof(elem)), elem);
    }
    if (clang_isVolatileQualifiedType(clang_getCanonicalType(elem)))
        out.is_volatile = true;
    return out;
}

static uint32_t component_of(const char *field)
{
    return field[0] >= 'x' && field[0] <= 'z' && !field[1] ? (uint32_t)(field[0] - 'x') : 3;
}

csl_lval csl_member(csl_lower_state *L, csl_lval base, CXCursor field, CXCursor at)
{
    CXType type = clang_getCursorType(field);
    if (base.kind == CSL_LV_BUILTIN) {
        base.component = component_of(csl_spelling(L->ctx, field));
        base.type = csl_plain(type);
        return base;
    }
    if (base.kind == CSL_LV_NONE)
        return csl_lval_none(type);
    long long bits = clang_Cursor_getOffsetOfField(field);
    csl_expr *address =
        offset_bytes(L, csl_address_of(L, base, at), bits > 0 ? bits / 8 : 0);
    csl_lval out = csl_lval_memory(address, type);
    out.bounds = base.bounds;
    out.through = base.through;
    out.is_volatile =
        base.is_volatile || clang_isVolatileQualifiedType(clang_getCanonicalType(type));
    if (clang_Cursor_isBitField(field))
        out.is_part = true;
    if (csl_is_reference(type)) { /* a member that refers to something else */
        out.type = clang_getCanonicalType(type);
        csl_lval target = csl_lval_memory(csl_load(L, out, at), type);
        return target;
    }
    return out;
}

static csl_lval member_ref(csl_lower_state *L, CXCursor e)
{
    CXCursor field = clang_getCursorReferenced(e);
    enum CXCursorKind kind = clang_getCursorKind(field);
    csl_cursors kids = csl_expr_children(L->ctx, e);
    if (kind == CXCursor_VarDecl || kind == CXCursor_EnumConstantDecl) {
        if (kids.n)
            csl_discard(L, kids.v[0]);
        return named(L, field, e);
    }
    csl_lval base;
    if (!kids.n) {
        csl_activation *act = L->act;
        while (act && !act->has_this)
            act = act->lexical;
        if (!act)
            return csl_lval_none(clang_getCursorType(e));
        base = act->self;
    } else {
        CXType t = clang_getCanonicalType(clang_getCursorType(kids.v[0]));
        if (t.kind == CXType_Pointer)
            base = csl_lval_memory(csl_rvalue(L, kids.v[0]), clang_getPointeeType(t));
        else
            base = csl_is_lvalue(L, kids.v[0]) ? csl_lower_lvalue(L, kids.v[0])
                                               : csl_temporary(L, kids.v[0]);
    }
    if (kind == CXCursor_FieldDecl)
        return csl_member(L, base, field, e);
    /* A member of a dependent class: somewhere in the object, value unknown. */
    if (base.kind == CSL_LV_NONE || base.kind == CSL_LV_BUILTIN ||
        !csl_is_dependent(clang_getCursorType(e)))
        return csl_lval_none(clang_getCursorType(e));
    csl_lval part = csl_lval_memory(csl_address_of(L, base, e), clang_getCursorType(e));
    part.bounds = base.bounds;
    part.through = base.through;
    part.is_part = true;
    return part;
}

/* Where a base class subobject starts, for plain (not virtual) inheritance. */
static int64_t base_offset(csl_lower_state *L, CXType derived, CXType base)
{
    CXCursor decl = clang_getTypeDeclaration(clang_getCanonicalType(derived));
    csl_cursors kids = csl_children(L->ctx, decl);
    int64_t offset = 0;
    for (unsigned i = 0; i < kids.n; i++) {
        if (clang_getCursorKind(kids.v[i]) != CXCursor_CXXBaseSpecifier)
            continue;
        CXType t = csl_plain(clang_getCursorType(kids.v[i]));
        int64_t align = clang_Type_getAlignOf(t), bytes = (int64_t)csl_sizeof(t);
        if (align > 0)
            offset = (offset + align - 1) / align * align;
        if (clang_equalTypes(t, csl_plain(base)))
            return offset;
        offset += bytes > 1 ? bytes : 0;
    }
    return 0;
}

csl_lval csl_base_of(csl_lower_state *L, csl_lval object, CXType base, CXCursor at)
{
    csl_lval out = csl_lval_memory(
        offset_bytes(L, csl_address_of(L, object, at), base_offset(L, object.type, base)), base);
    out.bounds = object.bounds;
    out.through = object.through;
    out.is_volatile = object.is_volatile;
    return out;
}

/* ---- lvalue expressions ----------------------------------------------------------------------- */

bool csl_is_lvalue(csl_lower_state *L, CXCursor e)
{
    switch (clang_getCursorKind(e)) {
    case CXCursor_DeclRefExpr: {
        enum CXCursorKind k = clang_getCursorKind(clang_getCursorReferenced(e));
        return k != CXCursor_EnumConstantDecl && k != CXCursor_NonTypeTemplateParameter;
    }
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_StringLiteral:
    case CXCursor_CompoundAssignOperator:
        return true;
    case CXCursor_UnaryOperator: {
        enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(e);
        return op == CXUnaryOperator_Deref || op == CXUnaryOperator_PreInc ||
               op == CXUnaryOperator_PreDec;
    }
    case CXCursor_BinaryOperator: {
        csl_cursors kids = csl_expr_children(L->ctx, e);
        enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(e);
        return op == CXBinaryOperator_Assign ||
               (op == CXBinaryOperator_Comma && kids.n == 2 && csl_is_lvalue(L, kids.v[1]));
    }
    case CXCursor_CallExpr:
        return csl_returns_reference(e);
    case CXCursor_ConditionalOperator: {
        csl_cursors kids = csl_expr_children(L->ctx, e);
        return kids.n == 3 && csl_is_lvalue(L, kids.v[1]) && csl_is_lvalue(L, kids.v[2]);
    }
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXConstCastExpr:
    case CXCursor_CXXReinterpretCastExpr: {
        csl_cursors kids = csl_expr_children(L->ctx, e);
        if (kids.n == 0)
            return false;
        CXCursor inner = kids.v[kids.n - 1];
        CXType to = csl_plain(clang_getCursorType(e));
        CXType from = csl_plain(clang_getCursorType(inner));
        if (clang_getCursorKind(e) == CXCursor_CXXReinterpretCastExpr)
            return to.kind != CXType_Pointer && from.kind != CXType_Pointer &&
                   csl_is_lvalue(L, inner);
        return (clang_equalTypes(to, from) || (csl_is_class(to) && csl_is_class(from))) &&
               csl_is_lvalue(L, inner);
    }
    default:
        return false;
    }
}

/* c ? a : b as an lvalue: the address is chosen. */
static csl_lval conditional_lvalue(csl_lower_state *L, CXCursor e, csl_cursors kids)
{
    csl_expr *cond = csl_condition(L, kids.v[0]);
    csl_expr *a = csl_address_of(L, csl_lower_lvalue(L, kids.v[1]), kids.v[1]);
    csl_expr *b = csl_address_of(L, csl_lower_lvalue(L, kids.v[2]), kids.v[2]);
    return csl_lval_memory(csl_ite(L->ctx, cond, a, b), clang_getCursorType(e));
}

csl_lval csl_lower_lvalue(csl_lower_state *L, CXCursor e)
{
    csl_lval out;
    CXType type = clang_getCursorType(e);
    csl_cursors kids;
    if (++L->depth > CSL_MAX_NEST) {
        L->depth--;
        csl_emit_opaque(L, e, "expression nested too deep");
        return csl_lval_none(type);
    }
    switch (clang_getCursorKind(e)) {
    case CXCursor_DeclRefExpr:
        out = decl_ref(L, e);
        break;
    case CXCursor_MemberRefExpr:
        out = member_ref(L, e);
        break;
    case CXCursor_ArraySubscriptExpr:
        out = subscript(L, e);
        break;
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXConstCastExpr:
    case CXCursor_CXXReinterpretCastExpr:
        kids = csl_expr_children(L->ctx, e);
        if (csl_is_lvalue(L, e)) {
            CXCursor inner = kids.v[kids.n - 1];
            out = csl_lower_lvalue(L, inner);
            CXType from = csl_plain(clang_getCursorType(inner)), to = csl_plain(type);
            if (!clang_equalTypes(from, to) && out.kind != CSL_LV_NONE) {
                out.type = from;
                out = csl_base_of(L, out, to, e);
            }
        } else {
            out = csl_temporary(L, e);
        }
        break;
    case CXCursor_UnaryOperator:
        kids = csl_expr_children(L->ctx, e);
        if (clang_getCursorUnaryOperatorKind(e) == CXUnaryOperator_Deref && kids.n == 1) {
            CXType pointee = csl_element_type(clang_getCursorType(kids.v[0]));
            out = csl_lval_memory(csl_rvalue_as(L, kids.v[0], CSL_PTR),
                                  pointee.kind == CXType_Invalid ? type : pointee);
            out.is_volatile = clang_isVolatileQualifiedType(clang_getCanonicalType(pointee));
            break;
        }
        if (csl_is_lvalue(L, e) && kids.n == 1) { /* ++x */
            csl_discard(L, e);
            out = csl_lower_lvalue(L, kids.v[0]);
            break;
        }
        out = csl_temporary(L, e);
        break;
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        kids = csl_expr_children(L->ctx, e);
        if (clang_getCursorBinaryOperatorKind(e) == CXBinaryOperator_Comma && kids.n == 2) {
            csl_discard(L, kids.v[0]);
            out = csl_bind_reference(L, kids.v[1], type);
        } else if (csl_is_lvalue(L, e) && kids.n == 2) { /* (x = 3), (x += 3) */
            csl_discard(L, e);
            out = csl_lower_lvalue(L, kids.v[0]);
        } else {
            out = csl_temporary(L, e);
        }
        break;
    case CXCursor_ConditionalOperator:
        kids = csl_expr_children(L->ctx, e);
        out = csl_is_lvalue(L, e) ? conditional_lvalue(L, e, kids) : csl_temporary(L, e);
        break;
    case CXCursor_CallExpr:
        if (csl_returns_reference(e)) {
            out = csl_lval_none(type);
            csl_lower_call(L, e, NULL, &out);
        } else {
            out = csl_temporary(L, e);
        }
        break;
    case CXCursor_StringLiteral:
        out = csl_lval_memory(csl_pure(L->ctx, CSL_PTR, "string", 0, NULL), type);
        break;
    default:
        out = csl_temporary(L, e);
        break;
    }
    L->depth--;
    return out;
}

csl_lval csl_bind_reference(csl_lower_state *L, CXCursor e, CXType referred)
{
    csl_lval lval = csl_is_lvalue(L, e) ? csl_lower_lvalue(L, e) : csl_temporary(L, e);
    if (lval.kind == CSL_LV_MEMORY)
        lval.address = csl_freeze(L, lval.address, e);
    (void)referred;
    return lval;
}

/* ---- loads and stores ------------------------------------------------------------------------- */

static csl_access *emit_access(csl_lower_state *L, csl_mode mode, const csl_lval *lval, CXCursor at)
{
    csl_stmt *s = csl_emit(L, CSL_STMT_ACCESS, at);
    csl_access *a = CSL_NEW(L->ctx, csl_access);
    s->text = csl_text_here(L, at);
    s->access = a;
    a->mode = mode;
    a->address = lval->address;
    a->bounds = lval->bounds;
    a->type = csl_scalar_type(lval->type);
    a->bytes = (uint32_t)csl_sizeof(lval->type);
    a->result = CSL_NO_VAR;
    a->is_volatile = lval->is_volatile;
    a->through = lval->through ? lval->through : csl_root_name(L, lval->address);
    return a;
}

csl_expr *csl_load(csl_lower_state *L, csl_lval lval, CXCursor at)
{
    csl_type type = csl_scalar_type(lval.type);
    switch (lval.kind) {
    case CSL_LV_VAR:
        return csl_var_value(L, lval.var);
    case CSL_LV_VALUE:
        return lval.value;
    case CSL_LV_BUILTIN:
        if (lval.component < 3)
            return csl_leaf(L->ctx, lval.builtin, CSL_U32, lval.component);
        break;
    case CSL_LV_NONE:
        break;
    case CSL_LV_MEMORY: {
        if (csl_is_array(lval.type))
            return lval.address;
        if (type == CSL_VOID)
            break;
        csl_access *a = emit_access(L, CSL_MODE_READ, &lval, at);
        if (lval.is_part)
            return csl_emit_havoc(L, type, CSL_SCOPE_THREAD, at, "part of a stored value");
        a->result = csl_new_var(L, "", type, clang_getNullCursor());
        return csl_var_value(L, a->result);
    }
    }
    return csl_emit_havoc(L, type, CSL_SCOPE_THREAD, at, "value is not modelled");
}

void csl_store(csl_lower_state *L, csl_lval lval, csl_expr *value, CXCursor at, CXCursor target)
{
    csl_type type = csl_scalar_type(lval.type);
    switch (lval.kind) {
    case CSL_LV_VAR:
        csl_emit_let(L, lval.var, value, at, csl_text_here(L, at));
        return;
    case CSL_LV_VALUE:
        if (!clang_Cursor_isNull(lval.decl))
            csl_need_variable(L, lval.decl); /* an assigned parameter: lower again */
        return;
    case CSL_LV_MEMORY: {
        int32_t root = csl_root_object(L, lval.address);
        if (root >= 0 && L->objects[root].kind == CSL_OBJ_ARGUMENT)
            csl_need_variable(L, L->object_decl[root]);
        csl_access *a = emit_access(L, CSL_MODE_WRITE, &lval, target);
        if (root >= 0 && L->objects[root].kind == CSL_OBJ_LOCAL) /* "x = y", as of a variable */
            L->seq->last->text = csl_text_here(L, at);
        a->value = lval.is_part || type == CSL_VOID || !value
                       ? NULL
                       : csl_convert(L, type, value);
        return;
    }
    case CSL_LV_BUILTIN:
    case CSL_LV_NONE:
        csl_emit_opaque(L, at, "write to an object that is not modelled");
        return;
    }
}
