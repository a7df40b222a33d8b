/* Declarations of local variables. */
#include "lifetime.h"
#include "../recover/recover.h"

/* ---- declarations ---------------------------------------------------------------------------- */

/* "name = initialiser", as the text of what a declaration does. */
static const char *init_text(csl_lower_state *L, const char *name, CXCursor init) {
    const char *text = csl_text_here(L, init);
    return text ? csl_intern(L->ctx, csl_format(L->ctx, "%s = %s", name, text)) : NULL;
}

static void local_scalar(csl_lower_state *L, CXCursor decl, CXType type, CXCursor init) {
    const char *name = csl_spelling(L->ctx, decl);
    csl_expr *value = NULL;
    bool is_const = clang_isConstQualifiedType(clang_getCanonicalType(type));
    bool in_memory = csl_cursor_set_has(&L->in_memory, decl);
    if (!csl_is_null(init) && is_const && !in_memory && csl_evaluate(L, init, &value)) {
        csl_lval lval = csl_lval_none(type);
        lval.kind = CSL_LV_VALUE;
        lval.value = csl_cast(L->ctx, csl_scalar_type(type), value);
        lval.decl = decl;
        csl_bind(L, L->act, decl, lval);
        return;
    }
    if (!csl_is_null(init))
        value = csl_rvalue_as(L, init, csl_scalar_type(type));
    csl_lval local = csl_new_local(L, decl, type, name);
    local.is_volatile = clang_isVolatileQualifiedType(clang_getCanonicalType(type));
    csl_bind(L, L->act, decl, local);
    if (!value && local.kind == CSL_LV_VAR) {
        csl_stmt *s = csl_emit(L, CSL_STMT_HAVOC, decl);
        s->havoc.var = local.var;
        s->havoc.scope = CSL_SCOPE_THREAD;
        s->havoc.why = "uninitialised";
        return;
    }
    if (!value)
        return;
    if (local.kind == CSL_LV_VAR)
        csl_emit_let(L, local.var, value, decl, init_text(L, name, init));
    else
        csl_store(L, local, value, decl, decl);
    csl_note_span(L, L->act, decl, init);
}

static enum CXChildVisitResult find_recovered(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    if (clang_getCursorKind(c) == CXCursor_TypeRef &&
        csl_is_recovered(clang_getCursorReferenced(c)))
        *(bool *)data = true;
    return CXChildVisit_Continue;
}

/* `name(x);` of a name that was taken for a type: a declaration of x, or a call. */
static bool may_be_call(csl_lower_state *L, CXCursor decl) {
    bool recovered = false;
    if (!L->unit->recovered)
        return false;
    clang_visitChildren(decl, find_recovered, &recovered);
    return recovered && csl_char_before_name(L->places, decl) == '(';
}

typedef struct used_names {
    csl_lower_state *L;
    csl_cursor_set names;
} used_names;

static enum CXChildVisitResult note_use(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    used_names *used = data;
    if (clang_getCursorKind(c) == CXCursor_DeclRefExpr)
        csl_cursor_set_add(used->L->ctx, &used->names, clang_getCursorReferenced(c));
    return CXChildVisit_Recurse;
}

static bool is_used_in(csl_lower_state *L, CXCursor function, CXCursor decl) {
    used_names *used = csl_cursor_map_get(&L->used, function);
    if (!used) {
        used = CSL_NEW(L->ctx, used_names);
        used->L = L;
        csl_cursor_map_set(L->ctx, &L->used, function, used);
        clang_visitChildren(function, note_use, used);
    }
    return csl_cursor_set_has(&used->names, decl);
}

/* `Guard g;`, of a type that nothing declares, and g is never used: what it does where it begins
 * and ends is all there is to it. */
static bool may_be_guard(csl_lower_state *L, CXCursor decl) {
    bool recovered = false;
    if (!L->unit->recovered)
        return false;
    clang_visitChildren(decl, find_recovered, &recovered);
    return recovered && !is_used_in(L, L->act->function, decl);
}

static void local_variable(csl_lower_state *L, CXCursor decl) {
    if (may_be_guard(L, decl))
        csl_begin_unknown(L, decl);
    if (may_be_call(L, decl))
        csl_emit_opaque(L, decl, "call of what nothing declares");
    CXType type = clang_getCanonicalType(clang_getCursorType(decl));
    CXCursor init = clang_Cursor_getVarDeclInitializer(decl);
    csl_block full;
    csl_open_full(L, &full);
    if (csl_is_reference(type)) {
        csl_bind(L, L->act, decl,
                 csl_is_null(init) ? csl_lval_none(type) : csl_bind_reference(L, init));
        csl_extend_full(L, &full);
        return;
    }
    if (csl_scalar_type(type) != CSL_VOID) {
        local_scalar(L, decl, type, init);
        csl_close_full(L, &full, NULL, decl);
        return;
    }
    csl_lval local = csl_new_local(L, decl, type, csl_spelling(L->ctx, decl));
    local.is_volatile = clang_isVolatileQualifiedType(type);
    csl_bind(L, L->act, decl, local);
    if (!csl_is_null(init))
        csl_initialise(L, local, init);
    csl_close_full(L, &full, NULL, decl);
    if (L->unit->recovered && csl_is_recovered(clang_getTypeDeclaration(type)))
        csl_emit_opaque(L, decl, "constructor of a class that nothing declares")->call.quiet =
            csl_is_quiet_class(type);
    csl_begin_object(L, local, decl);
}

/* ---- static_assert --------------------------------------------------------------------------- */

/* Numbers of the template and constants of the function, with operators: to lower it does nothing,
 * and nothing of it is unknown. */
static bool is_arithmetic(csl_lower_state *L, CXCursor e) {
    e = csl_strip_parens(L, e);
    const CXCursor named = clang_getCursorReferenced(e);
    switch (clang_getCursorKind(e)) {
    case CXCursor_IntegerLiteral:
    case CXCursor_CXXBoolLiteralExpr: return true;
    case CXCursor_DeclRefExpr:
        return clang_getCursorKind(named) == CXCursor_NonTypeTemplateParameter ||
               (clang_getCursorKind(named) == CXCursor_VarDecl && csl_lookup(L->act, named));
    case CXCursor_UnaryOperator:
    case CXCursor_BinaryOperator: {
        const csl_cursors kids = csl_operands(L, e);
        for (unsigned i = 0; i < kids.n; i++)
            if (!is_arithmetic(L, kids.v[i]))
                return false;
        return kids.n > 0;
    }
    default: return false;
    }
}

static void hold(csl_lower_state *L, CXCursor e, CXCursor at) {
    e = csl_strip_parens(L, e);
    if (clang_getCursorKind(e) == CXCursor_BinaryOperator &&
        clang_getCursorBinaryOperatorKind(e) == CXBinaryOperator_LAnd) {
        const csl_cursors kids = csl_operands(L, e);
        for (unsigned i = 0; i < kids.n; i++)
            hold(L, kids.v[i], at);
        return;
    }
    if (!is_arithmetic(L, e))
        return;
    csl_expr *holds = csl_condition(L, e);
    if (holds->op != CSL_OP_CONST)
        csl_emit(L, CSL_STMT_ASSUME, at)->cond = holds;
}

/* In a template that nothing instantiates: what it says of the template's arguments holds in every
 * instance that compiles. */
static void lower_static_assert(csl_lower_state *L, CXCursor decl) {
    const csl_cursors kids = csl_operands(L, decl);
    if (kids.n > 0)
        hold(L, kids.v[0], decl);
}

/* ---- anonymous unions ------------------------------------------------------------------------- */

struct object_search {
    CXCursor type;
    CXCursor object;
};

static enum CXChildVisitResult find_object(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    struct object_search *s = data;
    const CXCursor named = clang_getCursorReferenced(c);
    if (clang_getCursorKind(c) != CXCursor_DeclRefExpr ||
        clang_getCursorKind(named) != CXCursor_VarDecl ||
        !clang_equalCursors(clang_getTypeDeclaration(clang_getCursorType(named)), s->type))
        return CXChildVisit_Recurse;
    s->object = named;
    return CXChildVisit_Break;
}

/* `union { float f; int i; };` declares an object without a name, which no cursor of the
 * declaration shows: the uses of its members do. */
static void lower_anonymous(csl_lower_state *L, CXCursor type) {
    struct object_search s = {type, clang_getNullCursor()};
    clang_visitChildren(L->act->function, find_object, &s);
    if (!csl_is_null(s.object) && !*csl_spelling(L->ctx, s.object))
        local_variable(L, s.object);
}

/* ---- all of them ------------------------------------------------------------------------------ */

void csl_lower_declaration(csl_lower_state *L, CXCursor decl) {
    switch (clang_getCursorKind(decl)) {
    case CXCursor_VarDecl: {
        enum CX_StorageClass storage = clang_Cursor_getStorageClass(decl);
        if (storage == CX_SC_Static || storage == CX_SC_Extern ||
            csl_has_attribute(decl, CXCursor_CUDASharedAttr)) {
            csl_account_whole(L, clang_Cursor_getVarDeclInitializer(decl));
            return; /* exists once; found by its uses */
        }
        local_variable(L, decl);
        return;
    }
    case CXCursor_UnexposedDecl: {
        csl_block full;
        csl_open_full(L, &full);
        csl_lower_structured_binding(L, decl);
        csl_extend_full(L, &full);
        return;
    }
    case CXCursor_StaticAssert: lower_static_assert(L, decl); return;
    case CXCursor_UnionDecl:
    case CXCursor_StructDecl:
        if (clang_Cursor_isAnonymous(decl))
            lower_anonymous(L, decl);
        return;
    default: return; /* types, using declarations: nothing happens */
    }
}
