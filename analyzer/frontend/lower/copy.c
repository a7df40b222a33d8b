/* Copies of class objects by what their classes say. */
#include "lifetime.h"
#include "../../limits/limits.h"

static void copy_elements(csl_lower_state *L, csl_lval dest, csl_lval src, bool assigns, bool moves,
                          CXCursor at) {
    long long n = clang_getArraySize(clang_getCanonicalType(dest.type));
    if (n < 0 || csl_limit_exceeded(CSL_LIMIT_elements, n))
        csl_emit_opaque(L, at, "the copy of a large array is not followed");
    for (long long i = 0; i < n && !csl_limit_exceeded(CSL_LIMIT_elements, n); i++)
        csl_copy_object(L, csl_element(L, dest, (uint64_t)i), csl_element(L, src, (uint64_t)i),
                        assigns, moves, at);
}

void csl_copy_object(csl_lower_state *L, csl_lval dest, csl_lval src, bool assigns, bool moves,
                     CXCursor at) {
    if (L->full)
        return;
    if (csl_is_reference(dest.type) ||
        !csl_class_acts(L, dest.type, assigns ? CSL_WHEN_ASSIGNED : CSL_WHEN_COPIED)) {
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
    CXCursor written = csl_written_copy(L, dest.type, assigns, moves);
    if (!clang_Cursor_isNull(written)) {
        csl_run_with(L, written, dest, &src, at, NULL);
        return;
    }
    csl_cursors fields = csl_fields_of(L->scratch, dest.type),
                bases = csl_bases_of(L->scratch, dest.type);
    for (unsigned i = 0; i < bases.n; i++) {
        CXType base = csl_plain(clang_getCursorType(bases.v[i]));
        csl_copy_object(L, csl_base_of(L, dest, base, at), csl_base_of(L, src, base, at), assigns,
                        moves, at);
    }
    for (unsigned i = 0; i < fields.n; i++)
        csl_copy_object(L, csl_member_slot(L, dest, fields.v[i], at),
                        csl_member_slot(L, src, fields.v[i], at), assigns, moves, at);
}
