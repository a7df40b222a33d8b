/* Bindings: what a declaration stands for while a body is lowered. */
#include "emit.h"

csl_lval csl_lval_none(CXType type) {
    return (csl_lval){.kind = CSL_LV_NONE, .type = csl_plain(type), .decl = clang_getNullCursor()};
}

csl_lval csl_lval_var(csl_lower_state *L, uint32_t var, CXType type) {
    return (csl_lval){
        .kind = CSL_LV_VAR, .type = csl_plain(type), .var = var, .decl = L->info[var].decl};
}

csl_lval csl_lval_memory(csl_expr *address, CXType type) {
    return (csl_lval){.kind = CSL_LV_MEMORY,
                      .type = csl_plain(type),
                      .address = address,
                      .decl = clang_getNullCursor()};
}

csl_lval csl_lval_value(csl_expr *value, CXType type, CXCursor decl) {
    return (csl_lval){.kind = CSL_LV_VALUE, .type = csl_plain(type), .value = value, .decl = decl};
}

/* ---- bindings -------------------------------------------------------------------------------- */

static csl_binding *slot(csl_activation *act, CXCursor decl) {
    unsigned i = clang_hashCursor(decl) & (act->cap - 1);
    while (!clang_Cursor_isNull(act->bindings[i].decl) &&
           !clang_equalCursors(act->bindings[i].decl, decl))
        i = (i + 1) & (act->cap - 1);
    return &act->bindings[i];
}

static void grow_bindings(csl_lower_state *L, csl_activation *act) {
    csl_binding *old = act->bindings;
    unsigned n = act->cap;
    act->cap = n ? 2 * n : 4; /* many functions have one parameter or two */
    act->bindings = csl_alloc(L->scratch, act->cap * sizeof *act->bindings);
    const CXCursor none = clang_getNullCursor();
    for (unsigned i = 0; i < act->cap; i++)
        act->bindings[i].decl = none;
    for (unsigned i = 0; i < n; i++)
        if (!clang_Cursor_isNull(old[i].decl))
            *slot(act, old[i].decl) = old[i];
}

void csl_bind(csl_lower_state *L, csl_activation *act, CXCursor decl, csl_lval lval) {
    if (2 * (act->nbindings + 1) > act->cap)
        grow_bindings(L, act);
    csl_binding *b = slot(act, decl);
    if (clang_Cursor_isNull(b->decl))
        act->nbindings++;
    b->decl = decl;
    b->lval = lval;
}

csl_lval *csl_lookup(csl_activation *act, CXCursor decl) {
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

csl_lval csl_new_local(csl_lower_state *L, CXCursor decl, CXType type, const char *name) {
    csl_type scalar = csl_scalar_type(type);
    if (scalar != CSL_VOID && !csl_cursor_set_has(&L->in_memory, decl))
        return csl_lval_var(L, csl_new_var(L, name, scalar, decl), type);
    uint32_t object =
        csl_new_object(L, CSL_OBJ_LOCAL, L->act->shim ? clang_getNullCursor() : decl, type, name);
    return csl_lval_memory(csl_object_address(L, object), type);
}

csl_lval csl_new_parameter(csl_lower_state *L, CXCursor decl, CXType type, const char *name) {
    if (!csl_is_array(type))
        return csl_new_local(L, decl, type, name);
    csl_lval lval = csl_lval_var(L, csl_new_var(L, name, CSL_PTR, decl), type);
    return lval;
}

csl_closure *csl_find_closure(csl_lower_state *L, CXCursor type) {
    return csl_cursor_map_get(&L->closures, csl_cursor_as_met(type));
}
