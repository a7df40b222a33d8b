/* Objects that end (lifetime.h). */
#include "lifetime.h"
#include "../recover/recover.h"
#include "../../limits/limits.h"

/* ---- destructors ----------------------------------------------------------------------------- */

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
    long long n = clang_getArraySize(clang_getCanonicalType(array.type));
    if (n < 0 || csl_limit_exceeded(CSL_LIMIT_elements, n)) {
        csl_emit_opaque(L, at, "the destructors of a large array are not followed");
        return;
    }
    for (long long i = n; i-- > 0;)
        csl_destroy(L, csl_element(L, array, (uint64_t)i), at);
}

void csl_destroy(csl_lower_state *L, csl_lval object, CXCursor at) {
    if (L->full)
        return;
    if (object.type.kind == CXType_Invalid) {
        csl_emit_opaque(L, at, "object of a type that nothing declares");
        return;
    }
    if (!csl_class_acts(L, object.type, CSL_WHEN_DESTROYED))
        return;
    if (object.kind != CSL_LV_MEMORY || csl_is_recovered_class(L, object.type) ||
        csl_find_closure(L, clang_getTypeDeclaration(clang_getCanonicalType(object.type)))) {
        csl_emit_opaque(L, at, "the destructor of this object is not followed")->call.quiet =
            csl_is_quiet_class(object.type);
        return;
    }
    if (csl_is_array(object.type)) {
        destroy_elements(L, object, at);
        return;
    }
    CXCursor destructor = csl_destructor_of(L, object.type);
    if (!clang_Cursor_isNull(destructor))
        run_destructor(L, destructor, object, at);
    CXCursor decl = clang_getTypeDeclaration(clang_getCanonicalType(object.type));
    if (clang_getCursorKind(decl) == CXCursor_UnionDecl)
        return;
    csl_cursors fields = csl_fields_of(L->scratch, object.type),
                bases = csl_bases_of(L->scratch, object.type);
    for (unsigned i = fields.n; i-- > 0;)
        if (csl_class_acts(L, clang_getCursorType(fields.v[i]), CSL_WHEN_DESTROYED))
            csl_destroy(L, csl_member_slot(L, object, fields.v[i], at), at);
    for (unsigned i = bases.n; i-- > 0;) {
        CXType base = csl_plain(clang_getCursorType(bases.v[i]));
        if (csl_class_acts(L, base, CSL_WHEN_DESTROYED))
            csl_destroy(L, csl_base_of(L, object, base, at), at);
    }
}

/* ---- scopes ---------------------------------------------------------------------------------- */

static void begin(csl_lower_state *L, csl_block *block, csl_lval object, CXCursor at) {
    csl_lifetime *l = CSL_NEW(L->scratch, csl_lifetime);
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
    if (!csl_class_acts(L, object.type, CSL_WHEN_DESTROYED))
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
    if (!csl_class_acts(L, object.type, CSL_WHEN_DESTROYED))
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
