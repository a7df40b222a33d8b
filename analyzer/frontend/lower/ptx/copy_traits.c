/* How large the tile of a copy by a tensor map is. No instruction says it, but CuTe does, in the
 * type of what it copies with (cute/atom/copy_traits_sm90_tma.hpp, NumBitsPerTMA):
 *
 *     copy_unpack(Copy_Traits<SM90_TMA_LOAD_OP, C<32768>> const &traits, ...)
 */
#include <string.h>

#include "asm.h"

/* The first number among the template arguments of the type; 0: there is none. */
static int64_t number_in(CXType type) {
    const CXCursor decl = clang_getTypeDeclaration(csl_plain(type));
    const int n = clang_Cursor_getNumTemplateArguments(decl);
    for (int i = 0; i < n; i++)
        if (clang_Cursor_getTemplateArgumentKind(decl, (unsigned)i) ==
            CXTemplateArgumentKind_Integral)
            return clang_Cursor_getTemplateArgumentValue(decl, (unsigned)i);
    return 0;
}

/* The parameter as what a copy is made with; an invalid type: it is no such. */
static CXType traits_of(csl_ctx *ctx, CXCursor parameter) {
    CXType type = clang_getCanonicalType(clang_getCursorType(parameter));
    type = csl_plain(clang_getNonReferenceType(type));
    const bool is = csl_is_class(type) && clang_Type_getNumTemplateArguments(type) >= 2 &&
                    strcmp(csl_spelling(ctx, clang_getTypeDeclaration(type)), "Copy_Traits") == 0;
    return is ? type : (CXType){.kind = CXType_Invalid};
}

/* The function is a method of the operation, or of what it is made of:
 * `struct SM90_TMA_LOAD_OP : SM90_TMA_LOAD {}`. */
static bool is_of_operation(csl_lower_state *L, CXType operation, CXCursor function) {
    const CXCursor class = clang_getCursorSemanticParent(function);
    if (clang_equalCursors(class, clang_getTypeDeclaration(operation)))
        return true;
    const csl_cursors bases = csl_bases_of(L->scratch, operation);
    for (unsigned i = 0; i < bases.n; i++)
        if (clang_equalCursors(
                class, clang_getTypeDeclaration(csl_plain(clang_getCursorType(bases.v[i])))))
            return true;
    return false;
}

/* How many such parameters the function has. */
static unsigned count_traits(csl_lower_state *L, CXCursor function, CXType *last) {
    const csl_cursors parameters = csl_parameters_of(L->scratch, function);
    unsigned n = 0;
    for (unsigned i = 0; i < parameters.n; i++) {
        const CXType type = traits_of(L->ctx, parameters.v[i]);
        *last = type.kind != CXType_Invalid ? type : *last;
        n += type.kind != CXType_Invalid;
    }
    return n;
}

/* The one operation of which the call is given, up to the copy a method of it is entered. */
uint32_t csl_asm_tile_bytes(csl_asm *a) {
    csl_lower_state *L = a->L;
    CXType traits = {.kind = CXType_Invalid};
    unsigned n = 0;
    const csl_activation *act = L->act;
    while (act && (n = count_traits(L, act->function, &traits)) == 0)
        act = act->caller;
    if (n != 1)
        return 0;
    const CXType operation = csl_plain(clang_Type_getTemplateArgumentAsType(traits, 0));
    bool entered = false;
    for (const csl_activation *inner = L->act; inner != act && !entered; inner = inner->caller)
        entered = is_of_operation(L, operation, inner->function);
    const int64_t bits = number_in(clang_Type_getTemplateArgumentAsType(traits, 1));
    const bool counts = entered && bits > 0 && bits % (8 * CSL_LEAST_TILE) == 0 && bits < INT32_MAX;
    return counts ? (uint32_t)(bits / 8) : 0;
}
