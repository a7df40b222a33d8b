/* Shared memory that the caller of a function lends it.
 *
 * A function that no kernel reaches is lowered as if a whole block called it. What it gets by
 * reference or in a member is a variable of one thread, unless a name says that the block shares
 * it: its own, or that of its class (`SharedStorage &storage`). Then it is an object of its own,
 * and a parameter of the function. Its class may be an argument of a template; then members of
 * different names lie apart, wherever they are.
 */
#include "emit.h"

#include <string.h>

#include "../../recover/recover.h"

/* The name of a class without its arguments and namespaces: "SharedStorage" of
 * `typename a::B<c::D>::SharedStorage`. */
static char *class_name(csl_lower_state *L, CXType type) {
    CXString spelling = clang_getTypeSpelling(csl_plain(type));
    char *name = csl_strdup(L->scratch, clang_getCString(spelling)), *out = name;
    clang_disposeString(spelling);
    unsigned depth = 0;
    for (const char *s = name; *s; s++) {
        depth += *s == '<';
        if (!depth && *s == ':')
            out = name;
        else if (!depth)
            *out++ = *s;
        depth -= *s == '>' && depth;
    }
    *out = '\0';
    return name;
}

/* What a reference or pointer leads to; otherwise the type itself. */
static CXType target_of(CXType type) {
    CXType t = clang_getCanonicalType(type);
    return csl_is_reference(t) || t.kind == CXType_Pointer ? clang_getPointeeType(t) : type;
}

bool csl_is_lent(csl_lower_state *L, const char *name, CXType type) {
    if (!L->kernel->helper)
        return false;
    const CXType target = target_of(type);
    const bool whole = csl_scalar_type(target) == CSL_VOID || csl_is_dependent(target);
    if (csl_has_word(name, CSL_NAMES_SHARED)) /* a number by reference may be any */
        return whole || clang_getCanonicalType(type).kind == CXType_Pointer;
    return whole && !csl_is_array(target) && csl_has_word(class_name(L, target), CSL_NAMES_SHARED);
}

uint32_t csl_lent_object(csl_lower_state *L, const char *name, CXCursor decl, CXType type) {
    csl_kernel *k = L->kernel;
    for (uint32_t i = 0; i < k->nparams; i++)
        if (k->params[i].object != UINT32_MAX && strcmp(k->params[i].name, name) == 0 &&
            L->objects[k->params[i].object].kind == CSL_OBJ_SHARED)
            return k->params[i].object;
    csl_param *params = csl_alloc(L->ctx, (k->nparams + 1) * sizeof *params);
    if (k->nparams)
        memcpy(params, k->params, k->nparams * sizeof *params);
    const CXType target = target_of(type);
    const uint32_t object = csl_new_object(L, CSL_OBJ_SHARED, decl, target, name);
    L->objects[object].param = k->nparams;
    if (csl_is_dependent(target) || clang_getCanonicalType(type).kind == CXType_Pointer)
        L->objects[object].bytes = L->objects[object].ndims = 0;
    params[k->nparams++] = (csl_param){.name = name, .type = CSL_PTR, .object = object};
    k->params = params;
    return object;
}

bool csl_is_lent_place(csl_lower_state *L, csl_lval lval) {
    const int32_t root = lval.kind == CSL_LV_MEMORY ? csl_root_object(L, lval.address) : -1;
    return root >= 0 && L->objects[root].kind == CSL_OBJ_SHARED &&
           L->objects[root].param != UINT32_MAX;
}

/* The same offset from the beginning of another object. */
static csl_expr *moved(csl_lower_state *L, csl_expr *address, uint32_t to) {
    csl_expr *base = csl_object_address(L, to);
    if (address->op == CSL_OP_BASE)
        return base;
    if (address->op != CSL_OP_ADD || address->nkids != 2)
        return NULL;
    const unsigned pointer = address->kids[0]->type == CSL_PTR ? 0 : 1;
    csl_expr *first = moved(L, address->kids[pointer], to);
    return first ? csl_binary(L->ctx, CSL_OP_ADD, first, address->kids[1 - pointer]) : NULL;
}

csl_lval csl_lent_part(csl_lower_state *L, csl_lval whole, const char *name, CXCursor e) {
    const CXType type = clang_getCursorType(e);
    const int32_t root = csl_root_object(L, whole.address);
    const char *path = csl_format(L->scratch, "%s.%s", L->objects[root].name, name);
    const uint32_t part = csl_lent_object(L, csl_intern(L->ctx, path), clang_getNullCursor(), type);
    csl_expr *address = moved(L, whole.address, part);
    csl_lval out = address ? csl_lval_memory(address, type) : csl_lval_none(type);
    out.viewed = CSL_I32; /* what matters of flags, counters and indices that are kept there */
    return out;
}

/* The last subscript is the one with the longest step, so that one level need not know of the next:
 * a row is ROW elements. */
enum { ROW = 1024, ELEMENT_BYTES = 4 };

csl_lval csl_lent_element(csl_lower_state *L, csl_lval whole, csl_expr *index, unsigned depth) {
    uint64_t step = ELEMENT_BYTES;
    while (depth-- > 0)
        step *= ROW;
    whole.address = csl_offset_address(L, whole.address, index, step);
    return whole;
}
