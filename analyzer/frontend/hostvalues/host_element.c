/* Elements of local arrays of integers or dim3, `int block[2]`, `std::array<int, 2> block` or
 * `std::vector<dim3> blocks`: each of the first ones is a part of the variable. */
#include "host_impl.h"
#include "../parse/parse.h"

/* The type of the elements; void: it is no such array. */
static CXType element_type(CXType type) {
    type = csl_plain(type);
    if (csl_is_array(type))
        return clang_getCanonicalType(clang_getArrayElementType(type));
    const CXCursor class = clang_getTypeDeclaration(type);
    if (csl_is_class(type) &&
        (csl_host_spelled(class, "array") || csl_host_spelled(class, "vector")) &&
        csl_host_spelled(clang_getCursorSemanticParent(class), "std"))
        return clang_getCanonicalType(clang_Type_getTemplateArgumentAsType(type, 0));
    return (CXType){.kind = CXType_Invalid};
}

bool csl_host_has_elements(CXCursor var) {
    const CXType type = element_type(clang_getCursorType(var));
    const csl_type element = csl_scalar_type(type);
    return csl_host_spelled(clang_getTypeDeclaration(type), "dim3") ||
           (csl_type_integer(element) && element != CSL_PTR);
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

/* The initialiser of one element in the list that the array is made of: `{{16, 8}}` has one list in
 * the other. Of an element that the index does not tell, the one that the point chooses. */
static bool listed(csl_host_point point, CXCursor array, CXCursor index, csl_host_part *part) {
    const CXCursor var = clang_getCursorReferenced(array);
    const int component = part_of(index);
    csl_host_part made = {array, point}; /* or what it is made of, whatever is done to others */
    csl_host_elements elements;
    int64_t k;
    unsigned chosen;
    int of;
    if (component >= 0 &&
        !csl_host_definition(point, var, component, &made.value, &of, &made.where))
        made = (csl_host_part){array, point};
    if (!csl_host_elements_of(made.where, made.value, &elements) ||
        (elements.grown && component >= 0)) /* which of them is not known */
        return false;
    if (elements.grown || !csl_host_integer(point, index, &k)) {
        if (!csl_host_lists_all(array, elements.of.n) ||
            !csl_host_choose(point, index, elements.of.n, &chosen))
            return false;
        k = chosen;
    }
    if (k < 0 || k >= elements.of.n)
        return false;
    *part = csl_host_element_of(&elements, (unsigned)k);
    return true;
}

bool csl_host_element(csl_host_point point, CXCursor e, csl_host_part *part) {
    CXCursor array, index;
    if (!is_subscript(e, &array, &index) || clang_getCursorKind(array) != CXCursor_DeclRefExpr)
        return false;
    const CXCursor var = clang_getCursorReferenced(array);
    const int component = part_of(index);
    int of;
    if (!csl_host_has_elements(var))
        return false;
    return (component >= 0 &&
            csl_host_definition(point, var, component, &part->value, &of, &part->where) &&
            of == component) ||
           listed(point, array, index, part);
}
