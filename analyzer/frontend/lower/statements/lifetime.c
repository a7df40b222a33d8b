/* Objects that end (lifetime.h). */
#include "lifetime.h"
#include "../../recover/recover.h"
#include "../../../limits/limits.h"

/* ---- destructors ----------------------------------------------------------------------------- */

static CXCursor destructor_of(csl_lower_state *L, CXType type) {
    csl_cursors methods = csl_methods_of(L->ctx, type);
    for (unsigned i = 0; i < methods.n; i++)
        if (clang_getCursorKind(methods.v[i]) == CXCursor_Destructor &&
            !csl_is_provided(L->ctx, methods.v[i]))
            return methods.v[i];
    return clang_getNullCursor();
}

static bool has_statements(csl_lower_state *L, CXCursor destructor) {
    CXCursor def = csl_definition_of(L, destructor);
    if (clang_Cursor_isNull(def))
        return true; /* somewhere else */
    CXCursor body = csl_body_of(L->ctx, def);
    return csl_children(L->ctx, body).n > 0;
}

static bool parts_need(csl_lower_state *L, CXType type) {
    CXCursor decl = clang_getTypeDeclaration(clang_getCanonicalType(type));
    if (clang_getCursorKind(decl) == CXCursor_UnionDecl)
        return false;
    csl_cursors fields = csl_fields_of(L->ctx, type), bases = csl_bases_of(L->ctx, type);
    for (unsigned i = 0; i < fields.n; i++)
        if (csl_needs_destructor(L, clang_getCursorType(fields.v[i])))
            return true;
    for (unsigned i = 0; i < bases.n; i++)
        if (csl_needs_destructor(L, clang_getCursorType(bases.v[i])))
            return true;
    return false;
}

/* Nothing declares the class: what happens where its objects begin and end is not known. */
static bool is_recovered_class(csl_lower_state *L, CXType type) {
    return L->unit->recovered && csl_is_recovered(clang_getTypeDeclaration(type));
}

csl_class_facts *csl_facts_of_class(csl_lower_state *L, CXType type) {
    CXCursor decl = clang_getTypeDeclaration(type);
    csl_class_facts *known = csl_cursor_map_get(&L->classes, decl);
    if (!known) {
        known = CSL_NEW(L->ctx, csl_class_facts);
        csl_cursor_map_set(L->ctx, &L->classes, decl, known);
    }
    return known;
}

bool csl_needs_destructor(csl_lower_state *L, CXType type) {
    type = clang_getCanonicalType(type);
    while (csl_is_array(type))
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    if (!csl_is_class(type))
        return false;
    csl_class_facts *facts = csl_facts_of_class(L, type);
    if (!facts->asked[0]) {
        facts->asked[0] = true;
        CXCursor destructor = destructor_of(L, type);
        facts->yes[0] = is_recovered_class(L, type) ||
                        (!clang_Cursor_isNull(destructor) && has_statements(L, destructor)) ||
                        parts_need(L, type);
    }
    return facts->yes[0];
}

static void run_destructor(csl_lower_state *L, CXCursor destructor, csl_lval object, CXCursor at) {
    CXCursor def = csl_definition_of(L, destructor);
    if (clang_Cursor_isNull(def) || csl_is_recursive(L, def) ||
        csl_limit_reached(CSL_LIMIT_inlined_calls, L->inline_depth) ||
        csl_limit_reached(CSL_LIMIT_statements, L->nstmts)) {
        csl_emit_opaque(L, at, "the destructor of this object is not followed");
        return;
    }
    csl_activation *act = csl_new_activation(L, def, at);
    act->has_this = true;
    act->self = object;
    csl_lower_body(L, def, act);
}

static void destroy_elements(csl_lower_state *L, csl_lval array, CXCursor at) {
    CXType type = clang_getCanonicalType(array.type), elem = clang_getArrayElementType(type);
    long long n = clang_getArraySize(type);
    if (n < 0 || csl_limit_exceeded(CSL_LIMIT_elements, n)) {
        csl_emit_opaque(L, at, "the destructors of a large array are not followed");
        return;
    }
    for (long long i = n; i-- > 0;) {
        csl_lval one = csl_lval_memory(
            csl_offset_address(L, array.address, csl_const(L->ctx, CSL_I64, i), csl_sizeof(elem)),
            elem);
        csl_destroy(L, one, at);
    }
}

void csl_destroy(csl_lower_state *L, csl_lval object, CXCursor at) {
    if (object.type.kind == CXType_Invalid) {
        csl_emit_opaque(L, at, "object of a type that nothing declares");
        return;
    }
    if (!csl_needs_destructor(L, object.type))
        return;
    if (object.kind != CSL_LV_MEMORY || is_recovered_class(L, object.type) ||
        csl_find_closure(L, clang_getTypeDeclaration(clang_getCanonicalType(object.type)))) {
        csl_emit_opaque(L, at, "the destructor of this object is not followed")->call.quiet =
            csl_is_quiet_class(object.type);
        return;
    }
    if (csl_is_array(object.type)) {
        destroy_elements(L, object, at);
        return;
    }
    CXCursor destructor = destructor_of(L, object.type);
    if (!clang_Cursor_isNull(destructor))
        run_destructor(L, destructor, object, at);
    CXCursor decl = clang_getTypeDeclaration(clang_getCanonicalType(object.type));
    if (clang_getCursorKind(decl) == CXCursor_UnionDecl)
        return;
    csl_cursors fields = csl_fields_of(L->ctx, object.type),
                bases = csl_bases_of(L->ctx, object.type);
    for (unsigned i = fields.n; i-- > 0;)
        if (csl_needs_destructor(L, clang_getCursorType(fields.v[i])))
            csl_destroy(L, csl_member_slot(L, object, fields.v[i], at), at);
    for (unsigned i = bases.n; i-- > 0;) {
        CXType base = csl_plain(clang_getCursorType(bases.v[i]));
        if (csl_needs_destructor(L, base))
            csl_destroy(L, csl_base_of(L, object, base, at), at);
    }
}

/* ---- scopes ---------------------------------------------------------------------------------- */

static void begin(csl_lower_state *L, csl_block *block, csl_lval object, CXCursor at) {
    csl_lifetime *l = CSL_NEW(L->ctx, csl_lifetime);
    *l = (csl_lifetime){.object = object, .at = at, .before = block->last};
    block->last = l;
}

/* Ends what began after `kept`. */
static void end_after(csl_lower_state *L, const csl_block *block, const csl_lifetime *kept) {
    for (const csl_lifetime *l = block->last; l && l != kept; l = l->before)
        csl_destroy(L, l->object, l->at);
}

void csl_open_block(csl_lower_state *L, csl_block *block) {
    *block = (csl_block){.outer = L->act->block};
    L->act->block = block;
}

void csl_close_block(csl_lower_state *L, csl_block *block) {
    const csl_stmt *last = L->seq->last;
    bool left = last && (last->kind == CSL_STMT_BR || last->kind == CSL_STMT_EXIT);
    L->act->block = block->outer;
    if (!left)
        end_after(L, block, NULL);
}

void csl_begin_object(csl_lower_state *L, csl_lval object, CXCursor at) {
    if (!csl_needs_destructor(L, object.type))
        return;
    if (L->act->block)
        begin(L, L->act->block, object, at);
    else
        csl_emit_opaque(L, at, "the destructor of this object is not followed");
}

void csl_begin_unknown(csl_lower_state *L, CXCursor at) {
    csl_emit_opaque(L, at, "object of a type that nothing declares");
    if (L->act->block)
        begin(L, L->act->block, (csl_lval){.type = {.kind = CXType_Invalid}}, at);
}

void csl_leave_blocks(csl_lower_state *L, csl_block *to, bool back, const csl_lifetime *kept,
                      CXCursor at) {
    if (L->act->full && L->act->full->last)
        csl_emit_opaque(L, at, "jump out of an expression with temporaries");
    csl_block *open = L->act->block; /* a destructor has none of these around it */
    for (csl_block *b = open; b && b != to; b = b->outer) {
        L->act->block = b->outer;
        end_after(L, b, NULL);
    }
    if (to && back)
        end_after(L, to, kept);
    L->act->block = open;
}

/* ---- temporaries ----------------------------------------------------------------------------- */

void csl_open_full(csl_lower_state *L, csl_block *full) {
    *full = (csl_block){.outer = L->act->full};
    L->act->full = full;
}

csl_expr *csl_close_full(csl_lower_state *L, csl_block *full, csl_expr *value, CXCursor at) {
    L->act->full = full->outer;
    if (full->last && value)
        value = csl_freeze(L, value, at);
    end_after(L, full, NULL);
    return value;
}

void csl_extend_full(csl_lower_state *L, csl_block *full) {
    L->act->full = full->outer;
    csl_lifetime **end = &full->last;
    while (*end)
        end = &(*end)->before;
    if (!full->last)
        return;
    if (L->act->block) {
        *end = L->act->block->last;
        L->act->block->last = full->last;
    } else {
        csl_emit_opaque(L, full->last->at, "the destructor of this object is not followed");
    }
}

void csl_begin_temporary(csl_lower_state *L, csl_lval object, CXCursor at) {
    if (!csl_needs_destructor(L, object.type))
        return;
    if (L->act->full)
        begin(L, L->act->full, object, at);
    else
        csl_emit_opaque(L, at, "the destructor of this object is not followed");
}

const csl_lifetime *csl_temporaries(const csl_lower_state *L) {
    return L->act->full ? L->act->full->last : NULL;
}

void csl_end_branch(csl_lower_state *L, const csl_lifetime *before, CXCursor at) {
    csl_block *full = L->act->full;
    if (!full || full->last == before)
        return;
    csl_emit_opaque(L, at, "a temporary with a destructor in a part of an expression");
    while (full->last && full->last != before)
        full->last = full->last->before;
}
