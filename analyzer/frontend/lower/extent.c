/* Dimensions of arrays, also of those whose size a template parameter decides: in a template that
 * nothing instantiates, `T tile[N][N + 1]` has rows of N + 1 elements, whatever N is. */
#include "lower.h"
#include "../recover/recover.h"

static unsigned rank_of(CXType t) {
    unsigned n = 0;
    for (t = clang_getCanonicalType(t); csl_is_array(t); n++)
        t = clang_getCanonicalType(clang_getArrayElementType(t));
    return n;
}

static csl_expr *as_size(csl_lower_state *L, csl_expr *e) {
    return csl_cast(L->ctx, CSL_I64, e);
}

/* The extent of that dimension of the declared array, NULL if it is not known. */
static csl_expr *extent_of(csl_lower_state *L, CXCursor decl, CXType type, unsigned from_inner) {
    long long n = clang_getArraySize(type);
    if (n > 0 && !csl_extent_is_recovered(L, decl, from_inner))
        return csl_const(L->ctx, CSL_I64, n);
    CXCursor e = csl_written_extent(L, decl, from_inner);
    return clang_Cursor_isNull(e) ? NULL : as_size(L, csl_rvalue(L, e));
}

/* The field of a class, and not of a union, where another member may be longer. */
static bool is_part_of_class(CXCursor field) {
    return clang_getCursorKind(field) == CXCursor_FieldDecl &&
           clang_getCursorKind(clang_getCursorSemanticParent(field)) != CXCursor_UnionDecl;
}

/* Bytes of the array that the pointer leads to the beginning of, if it is a member; 0: none known.
 * An array of one element may well stand for more. */
static uint64_t span_of(csl_lower_state *L, CXCursor e) {
    e = csl_strip_parens(L, e);
    const CXCursor decl = clang_getCursorReferenced(e);
    const CXType type = clang_getCanonicalType(clang_getCursorType(e));
    if (csl_is_array(type))
        return clang_getCursorKind(e) == CXCursor_MemberRefExpr && is_part_of_class(decl) &&
                       clang_getArraySize(type) > 1 && !csl_extent_is_recovered(L, decl, 0)
                   ? csl_sizeof(type)
                   : 0;
    const csl_lval *of =
        clang_getCursorKind(e) == CXCursor_DeclRefExpr ? csl_lookup(L->act, decl) : NULL;
    if (!of || (of->kind != CSL_LV_VAR && of->kind != CSL_LV_VALUE))
        return 0;
    if (of->kind == CSL_LV_VALUE)
        return of->span;
    L->info[of->var].bounded |= L->info[of->var].span > 0;
    return L->info[of->var].span;
}

void csl_note_span(csl_lower_state *L, csl_activation *act, CXCursor decl, CXCursor value) {
    csl_lval *to = csl_lookup(act, decl);
    if (!to || csl_value_type(to->type) != CSL_PTR || csl_cursor_set_has(&L->assigned, decl))
        return;
    if (to->kind == CSL_LV_VALUE)
        to->span = span_of(L, value);
    else if (to->kind == CSL_LV_VAR)
        L->info[to->var].span = span_of(L, value);
}

uint64_t csl_elements_behind(csl_lower_state *L, CXCursor pointer, uint64_t bytes) {
    const uint64_t span = bytes ? span_of(L, pointer) : 0;
    return span && span % bytes == 0 ? span / bytes : 0;
}

csl_dimension csl_dimension_of(csl_lower_state *L, CXCursor array) {
    CXType type = clang_getCanonicalType(clang_getCursorType(array));
    CXType elem = clang_getArrayElementType(type);
    long long n = clang_getArraySize(type);
    uint64_t bytes = csl_sizeof(elem);
    csl_dimension d = {n > 0 ? csl_const(L->ctx, CSL_I64, n) : NULL,
                       bytes ? csl_const(L->ctx, CSL_I64, (int64_t)bytes) : NULL};
    while (clang_getCursorKind(array) == CXCursor_ArraySubscriptExpr) {
        csl_cursors kids = csl_operands(L, array);
        if (kids.n == 0)
            return d;
        array = csl_strip_parens(L, kids.v[0]);
    }
    CXCursor decl = clang_getCursorReferenced(array);
    enum CXCursorKind kind = clang_getCursorKind(decl);
    if (kind != CXCursor_VarDecl && kind != CXCursor_FieldDecl)
        return d;
    unsigned from_inner = rank_of(type) - 1;
    for (unsigned i = 0; i <= from_inner; i++) {
        if (!csl_extent_is_recovered(L, decl, i))
            continue;
        if (i == from_inner)
            d.extent = NULL;
        else
            d.bytes = NULL;
    }
    if (d.extent && d.bytes)
        return d;
    if (!d.extent)
        d.extent = extent_of(L, decl, type, from_inner);
    csl_expr *product = csl_const(L->ctx, CSL_I64, 1);
    for (type = elem; from_inner-- > 0;
         type = clang_getCanonicalType(clang_getArrayElementType(type))) {
        csl_expr *e = extent_of(L, decl, clang_getCanonicalType(type), from_inner);
        if (!e)
            return d;
        product = csl_binary(L->ctx, CSL_OP_MUL, product, e);
    }
    if (!d.bytes && csl_sizeof(type))
        d.bytes = csl_binary(L->ctx, CSL_OP_MUL, product,
                             csl_const(L->ctx, CSL_I64, (int64_t)csl_sizeof(type)));
    return d;
}
