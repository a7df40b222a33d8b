/* Copies of class objects by what their classes say. */
#include "statements/lifetime.h"
#include "../../limits/limits.h"

/* The method takes one object of its own class, by reference. */
static bool takes_own_class(CXCursor f, CXType type, bool moves) {
    CXType param = clang_getCanonicalType(clang_getArgType(clang_getCursorType(f), 0));
    enum CXTypeKind wanted = moves ? CXType_RValueReference : CXType_LValueReference;
    return param.kind == wanted && clang_equalTypes(csl_plain(param), csl_plain(type));
}

/* The constructor or assignment that the source has for it; null: the compiler provides it. */
static CXCursor written_copy(csl_lower_state *L, CXType type, bool assigns, bool moves) {
    csl_cursors methods = csl_methods_of(L->ctx, type);
    CXCursor found = clang_getNullCursor();
    for (unsigned i = 0; i < methods.n; i++) {
        CXCursor f = methods.v[i];
        enum CXCursorKind kind = clang_getCursorKind(f);
        bool candidate = assigns ? kind == CXCursor_CXXMethod &&
                                       strcmp(csl_spelling(L->ctx, f), "operator=") == 0
                                 : kind == CXCursor_Constructor;
        if (!candidate || csl_is_provided(L->ctx, f))
            continue;
        if (takes_own_class(f, type, false) && clang_Cursor_isNull(found))
            found = f;
        if (moves && takes_own_class(f, type, true))
            found = f;
    }
    return found;
}

static bool needs_copying(csl_lower_state *L, CXType type, bool assigns);

static bool parts_need(csl_lower_state *L, CXType type, bool assigns) {
    csl_cursors fields = csl_fields_of(L->ctx, type), bases = csl_bases_of(L->ctx, type);
    for (unsigned i = 0; i < fields.n; i++)
        if (needs_copying(L, clang_getCursorType(fields.v[i]), assigns))
            return true;
    for (unsigned i = 0; i < bases.n; i++)
        if (needs_copying(L, clang_getCursorType(bases.v[i]), assigns))
            return true;
    return false;
}

static bool needs_copying(csl_lower_state *L, CXType type, bool assigns) {
    type = clang_getCanonicalType(type);
    while (csl_is_array(type))
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    if (!csl_is_class(type))
        return false;
    csl_class_facts *facts = csl_facts_of_class(L, type);
    unsigned k = assigns ? 3 : 2;
    if (!facts->asked[k]) {
        facts->asked[k] = true;
        facts->yes[k] = !clang_Cursor_isNull(written_copy(L, type, assigns, true)) ||
                        parts_need(L, type, assigns);
    }
    return facts->yes[k];
}

static csl_lval element(csl_lower_state *L, csl_lval array, long long i) {
    CXType elem = clang_getArrayElementType(clang_getCanonicalType(array.type));
    if (array.kind != CSL_LV_MEMORY)
        return csl_lval_none(elem);
    return csl_lval_memory(
        csl_offset_address(L, array.address, csl_const(L->ctx, CSL_I64, i), csl_sizeof(elem)),
        elem);
}

static void copy_elements(csl_lower_state *L, csl_lval dest, csl_lval src, bool assigns, bool moves,
                          CXCursor at) {
    long long n = clang_getArraySize(clang_getCanonicalType(dest.type));
    if (n < 0 || csl_limit_exceeded(CSL_LIMIT_elements, n))
        csl_emit_opaque(L, at, "the copy of a large array is not followed");
    for (long long i = 0; i < n && !csl_limit_exceeded(CSL_LIMIT_elements, n); i++)
        csl_copy_object(L, element(L, dest, i), element(L, src, i), assigns, moves, at);
}

void csl_copy_object(csl_lower_state *L, csl_lval dest, csl_lval src, bool assigns, bool moves,
                     CXCursor at) {
    if (csl_is_reference(dest.type) || !needs_copying(L, dest.type, assigns)) {
        csl_copy(L, dest, src, at);
        return;
    }
    if (dest.kind != CSL_LV_MEMORY || src.kind != CSL_LV_MEMORY) {
        csl_emit_opaque(L, at, "the copy of this object is not followed");
        return;
    }
    if (csl_is_array(dest.type)) {
        copy_elements(L, dest, src, assigns, moves, at);
        return;
    }
    CXCursor written = written_copy(L, dest.type, assigns, moves);
    if (!clang_Cursor_isNull(written)) {
        csl_run_with(L, written, dest, src, at);
        return;
    }
    csl_cursors fields = csl_fields_of(L->ctx, dest.type), bases = csl_bases_of(L->ctx, dest.type);
    for (unsigned i = 0; i < bases.n; i++) {
        CXType base = csl_plain(clang_getCursorType(bases.v[i]));
        csl_copy_object(L, csl_base_of(L, dest, base, at), csl_base_of(L, src, base, at), assigns,
                        moves, at);
    }
    for (unsigned i = 0; i < fields.n; i++)
        csl_copy_object(L, csl_member_slot(L, dest, fields.v[i], at),
                        csl_member_slot(L, src, fields.v[i], at), assigns, moves, at);
}
