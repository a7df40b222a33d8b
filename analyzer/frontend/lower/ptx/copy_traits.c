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

static int64_t bits_of(csl_ctx *ctx, CXType parameter) {
    const CXType type =
        csl_plain(csl_is_reference(parameter) ? clang_getPointeeType(parameter) : parameter);
    if (!csl_is_class(type) || clang_Type_getNumTemplateArguments(type) < 2 ||
        strcmp(csl_spelling(ctx, clang_getTypeDeclaration(type)), "Copy_Traits") != 0)
        return 0;
    return number_in(clang_Type_getTemplateArgumentAsType(type, 1));
}

uint32_t csl_asm_tile_bytes(csl_asm *a) {
    for (const csl_activation *act = a->L->act; act; act = act->caller) {
        const csl_cursors parameters = csl_parameters_of(a->L->scratch, act->function);
        for (unsigned i = 0; i < parameters.n; i++) {
            const int64_t bits =
                bits_of(a->L->ctx, clang_getCanonicalType(clang_getCursorType(parameters.v[i])));
            if (bits > 0 && bits % (8 * CSL_LEAST_TILE) == 0 && bits < INT32_MAX)
                return (uint32_t)(bits / 8);
        }
    }
    return 0;
}
