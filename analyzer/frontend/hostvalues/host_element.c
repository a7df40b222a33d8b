/* Elements of local arrays of integers, `int block[2]` or `std::array<int, 2> block`: each is a
 * part of the variable. */
#include "host_impl.h"
#include "../parse/parse.h"

/* The type of the elements; void: it is no such array. */
static CXType element_type(CXType type) {
    type = csl_plain(type);
    if (csl_is_array(type))
        return clang_getCanonicalType(clang_getArrayElementType(type));
    const CXCursor class = clang_getTypeDeclaration(type);
    if (csl_is_class(type) && csl_host_spelled(class, "array") &&
        csl_host_spelled(clang_getCursorSemanticParent(class), "std"))
        return clang_getCanonicalType(clang_Type_getTemplateArgumentAsType(type, 0));
    return (CXType){.kind = CXType_Invalid};
}

bool csl_host_has_elements(CXCursor var) {
    const csl_type element = csl_scalar_type(element_type(clang_getCursorType(var)));
    return csl_type_integer(element) && element != CSL_PTR;
}

/* `array[index]`, of either kind. */
static bool is_subscript(CXCursor e, CXCursor *array, CXCursor *index) {
    const struct csl_host_kids kids = csl_host_kids_of(e);
    if (clang_getCursorKind(e) == CXCursor_ArraySubscriptExpr && kids.n == 2) {
        *array = csl_host_bare(kids.v[0]);
        *index = kids.v[1];
        return true;
    }
    if (clang_getCursorKind(e) != CXCursor_CallExpr || !csl_host_spelled(e, "operator[]") ||
        clang_Cursor_getNumArguments(e) != 2)
        return false;
    *array = csl_host_bare(clang_Cursor_getArgument(e, 0));
    *index = clang_Cursor_getArgument(e, 1);
    return true;
}

/* Which part of the variable the subscript names, a constant; -1: not one of the first. */
static int part_of(CXCursor index) {
    int64_t k;
    return csl_integer_constant(index, &k) && k >= 0 && k < CSL_HOST_ELEMENTS
               ? CSL_HOST_ELEMENT((int)k)
               : -1;
}

bool csl_host_subscript(CXCursor var, const csl_host_frame **f, CXCursor *use, int *part) {
    const csl_host_frame *at = *f;
    CXCursor array, index;
    while (at && clang_getCursorKind(at->cursor) == CXCursor_UnexposedExpr)
        at = at->outer; /* an array becomes a pointer */
    if (!at || !is_subscript(at->cursor, &array, &index) ||
        clang_getCursorKind(array) != CXCursor_DeclRefExpr ||
        !clang_equalCursors(clang_getCursorReferenced(array), var) || csl_host_inside(*use, index))
        return false;
    *part = part_of(index);
    *use = at->cursor;
    *f = at->outer;
    return true;
}

/* The initialiser of one element in the list: `{{16, 8}}` has one list in the other. */
static bool listed(csl_ctx *ctx, CXCursor list, int k, CXCursor *value) {
    for (int depth = 0; depth < 2; depth++) {
        list = csl_host_bare(list);
        if (clang_getCursorKind(list) != CXCursor_InitListExpr)
            return false;
        const csl_cursors elements = csl_expr_children(ctx, list);
        const bool nested = elements.n == 1 && clang_getCursorKind(csl_host_bare(elements.v[0])) ==
                                                   CXCursor_InitListExpr;
        if (!nested && (unsigned)k < elements.n)
            *value = elements.v[k];
        if (!nested)
            return (unsigned)k < elements.n;
        list = elements.v[0];
    }
    return false;
}

bool csl_host_element(csl_host_point point, CXCursor e, csl_host_part *part) {
    CXCursor array, index;
    if (!is_subscript(e, &array, &index) || clang_getCursorKind(array) != CXCursor_DeclRefExpr)
        return false;
    const CXCursor var = clang_getCursorReferenced(array);
    const int component = part_of(index);
    int of;
    if (component < 0 || !csl_host_has_elements(var) ||
        !csl_host_definition(point, var, component, &part->value, &of, &part->where))
        return false;
    return of == component || listed(point.function->unit->ctx, part->value,
                                     component - CSL_HOST_ELEMENT(0), &part->value);
}
