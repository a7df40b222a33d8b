/* Names: what a declaration is bound to, and the objects that are not local. */
#include "lower.h"
#include "../recover/recover.h"

#include <string.h>

/* ---- names ----------------------------------------------------------------------------------- */

static int32_t find_object(csl_lower_state *L, CXCursor decl) {
    for (unsigned i = 0; i < L->nobjects; i++)
        if (clang_equalCursors(L->object_decl[i], decl))
            return (int32_t)i;
    return -1;
}

/* Every extern __shared__ name denotes the one dynamic array. With several names each gets a
 * pointer variable, so that an address still tells through which name it was formed. */
static csl_lval dynamic_shared(csl_lower_state *L, CXCursor decl, CXType type) {
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
} builtins[] = {{"threadIdx", CSL_OP_TID},
                {"blockIdx", CSL_OP_BID},
                {"blockDim", CSL_OP_BDIM},
                {"gridDim", CSL_OP_GDIM}};

/* The one that a declaration is, which hundreds of expressions of a kernel name; false: none. */
static bool is_builtin(csl_lower_state *L, CXCursor decl, csl_op *op) {
    const csl_op *known = csl_cursor_map_get(&L->builtins, decl);
    const char *name = known ? "" : csl_spelling(L->ctx, decl);
    for (size_t i = 0; i < sizeof builtins / sizeof builtins[0] && !known; i++)
        if (strcmp(builtins[i].name, name) == 0 && csl_in_shim(L->places, decl))
            known = csl_cursor_map_add(L->ctx, &L->builtins, decl, (void *)&builtins[i].op);
    if (known)
        *op = *known;
    return known != NULL;
}

bool csl_points_to_function(CXType type) {
    CXType pointee = clang_getPointeeType(clang_getCanonicalType(type));
    return clang_getCanonicalType(pointee).kind == CXType_FunctionProto;
}

/* A variable that is not local to a function activation. */
static csl_lval global_variable(csl_lower_state *L, CXCursor decl, CXCursor use) {
    CXType type = clang_getCursorType(decl);
    csl_op op;
    if (is_builtin(L, decl, &op)) {
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
            return csl_lval_value(value, type, decl);
        CXCursor init = clang_Cursor_getVarDeclInitializer(decl);
        if (csl_scalar_type(type) != CSL_VOID && !csl_is_null(init) &&
            (csl_points_to_function(type) || csl_mentions_recovered(L->unit->recovered, init)))
            return csl_lval_value(csl_rvalue_as(L, init, csl_scalar_type(type)), type, decl);
        kind = CSL_OBJ_CONSTANT;
    } else if (csl_is_array(type) &&
               clang_isConstQualifiedType(clang_getCanonicalType(
                   clang_getArrayElementType(clang_getCanonicalType(type))))) {
        kind = CSL_OBJ_CONSTANT;
    }
    int32_t object = find_object(L, canonical);
    if (object < 0) {
        object = (int32_t)csl_new_object(L, kind, canonical, type, csl_spelling(L->ctx, decl));
        L->objects[object].is_const = clang_isConstQualifiedType(clang_getCanonicalType(type));
    }
    csl_lval lval = csl_lval_memory(csl_object_address(L, (uint32_t)object), type);
    lval.is_volatile = clang_isVolatileQualifiedType(clang_getCanonicalType(type));
    return lval;
}

static bool is_local_variable(CXCursor decl) {
    enum CXCursorKind k = clang_getCursorKind(clang_getCursorSemanticParent(decl));
    return clang_getCursorKind(decl) == CXCursor_ParmDecl || k == CXCursor_FunctionDecl ||
           k == CXCursor_CXXMethod || k == CXCursor_Constructor || k == CXCursor_FunctionTemplate ||
           k == CXCursor_ConversionFunction || k == CXCursor_Destructor;
}

/* What libclang has no kind of declaration for: of a template of variables a constant is known. */
static csl_lval other_constant(csl_lower_state *L, CXCursor decl, CXCursor use) {
    CXType type = clang_getCursorType(use);
    csl_expr *value;
    if (clang_isConstQualifiedType(clang_getCanonicalType(type)) && csl_evaluate(L, use, &value))
        return csl_lval_value(value, type, decl);
    return csl_lval_none(type);
}

/* A template parameter whose argument does not show: some constant. */
static csl_lval unknown_constant(csl_lower_state *L, CXCursor decl, CXCursor use) {
    CXType type = clang_getCanonicalType(clang_getCursorType(decl));
    csl_type scalar = csl_scalar_type(type);
    if (scalar == CSL_VOID)
        return csl_lval_none(type);
    csl_expr *value = csl_emit_havoc(L, scalar, CSL_SCOPE_GRID, use, "template parameter");
    return csl_lval_value(value, type, decl);
}

csl_lval csl_lower_named(csl_lower_state *L, CXCursor decl, CXCursor use) {
    CXType type = clang_getCursorType(use);
    csl_lval *bound = csl_lookup(L->act, decl);
    if (bound)
        return *bound;
    switch (clang_getCursorKind(decl)) {
    case CXCursor_EnumConstantDecl:
        if (csl_mentions_recovered(L->unit->recovered, decl)) {
            csl_cursors kids = csl_operands(L, decl);
            if (kids.n)
                return csl_lval_value(csl_rvalue_as(L, kids.v[0], csl_scalar_type(type)), type,
                                      decl);
        }
        return csl_lval_value(
            csl_const(L->ctx, csl_scalar_type(type), clang_getEnumConstantDeclValue(decl)), type,
            decl);
    case CXCursor_FunctionDecl:
    case CXCursor_CXXMethod: return csl_lval_value(csl_name_function(L, decl), type, decl);
    case CXCursor_VarDecl:
        if (csl_is_recovered_value(L->unit, decl))
            return csl_lval_value(csl_recovered_value(L, decl), type, decl);
        if (clang_Cursor_hasVarDeclGlobalStorage(decl) == 1 || !is_local_variable(decl))
            return global_variable(L, decl, use);
        csl_emit_opaque(L, use, "variable of another scope");
        return csl_lval_none(type);
    case CXCursor_NonTypeTemplateParameter: return unknown_constant(L, decl, use);
    default: return other_constant(L, decl, use);
    }
}

/* `T::name`, `space::trait<T>::name` where a template does not say what T is. */
static bool is_member_constant(csl_lower_state *L, CXCursor e) {
    csl_cursors kids = csl_children(L->scratch, e);
    bool of_type = false, only_names = true;
    for (unsigned i = 0; i < kids.n; i++) {
        const enum CXCursorKind kind = clang_getCursorKind(kids.v[i]);
        of_type |= kind == CXCursor_TypeRef || kind == CXCursor_TemplateRef;
        only_names &= kind == CXCursor_TypeRef || kind == CXCursor_TemplateRef ||
                      kind == CXCursor_NamespaceRef;
    }
    return clang_getCursorKind(e) == CXCursor_DeclRefExpr &&
           csl_is_dependent(clang_getCursorType(e)) && of_type && only_names;
}

/* It is a constant, hardly ever anything but an integer, and like a parameter of the template. */
static csl_lval member_constant(csl_lower_state *L, CXCursor e) {
    csl_kernel *k = L->kernel;
    const char *text = csl_text_of(L->places, e);
    if (!text) /* in the embedded headers: two types may have the same words there */
        return csl_lval_none(clang_getCursorType(e));
    const char *name = csl_intern(L->ctx, text);
    uint32_t i = 0;
    while (i < k->nparams && (k->params[i].name != name || k->params[i].type != CSL_I32))
        i++;
    if (i == k->nparams) {
        csl_param *more = csl_alloc(L->ctx, (k->nparams + 1) * sizeof *more);
        if (k->nparams)
            memcpy(more, k->params, k->nparams * sizeof *more);
        more[k->nparams++] =
            (csl_param){.name = name, .type = CSL_I32, .object = UINT32_MAX, .chosen = true};
        k->params = more;
    }
    return csl_lval_value(csl_leaf(L->ctx, CSL_OP_PARAM, CSL_I32, i), clang_getCursorType(e),
                          clang_getNullCursor());
}

csl_lval csl_lower_name(csl_lower_state *L, CXCursor e) {
    CXCursor decl = clang_getCursorReferenced(e);
    if (clang_Cursor_isNull(decl) && is_member_constant(L, e))
        return member_constant(L, e);
    if (!clang_Cursor_isNull(decl) && clang_getCursorKind(decl) != CXCursor_OverloadedDeclRef)
        return csl_lower_named(L, decl, e);
    /* A template parameter replaced by its argument. */
    csl_cursors kids = csl_operands(L, e);
    if (kids.n == 1 && clang_getCursorKind(kids.v[0]) != CXCursor_OverloadedDeclRef)
        return csl_lval_value(csl_rvalue(L, kids.v[0]), clang_getCursorType(e),
                              clang_getNullCursor());
    return csl_lval_none(clang_getCursorType(e));
}
