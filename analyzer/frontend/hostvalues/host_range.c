/* Variables that are elements or members of something: of `for (n : {16, 32})`, which is one after
 * the other, and the names of `auto [grid, block] = shape(n)`; and elements of local arrays of
 * integers or dim3, `int block[2]`, `std::array<int, 2> block` or `std::vector<dim3> blocks`, of
 * which each of the first ones is a part of the variable. */
#include "host_found.h"
#include "../parse/parse.h"
#include "../../limits/limits.h"

/* ---- loops over lists ------------------------------------------------------------------------ */

/* The statement or declaration that holds a declaration directly. */
typedef struct holding {
    CXCursor holder, around; /* null: there is none */
    unsigned place;          /* among the children of the holder */
} holding;

typedef struct child {
    CXCursor what;
    unsigned n, at;
    bool found;
} child;

static enum CXChildVisitResult visit_child(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    child *of = data;
    if (!of->found && clang_equalCursors(c, of->what)) {
        of->at = of->n;
        of->found = true;
    }
    of->n++;
    return CXChildVisit_Continue;
}

static holding holder_of(csl_host_function *function, CXCursor declaration) {
    const struct csl_host_found *found = csl_host_found_in(function);
    for (unsigned i = 0; i < found->nholders; i++) {
        child of = {.what = declaration};
        clang_visitChildren(found->holders[i].holder, visit_child, &of);
        if (of.found)
            return (holding){found->holders[i].holder, found->holders[i].around, of.at};
    }
    return (holding){clang_getNullCursor(), clang_getNullCursor(), 0};
}

static bool is_const_array(CXCursor var) {
    CXType type = clang_getCanonicalType(clang_getCursorType(var));
    if (csl_is_array(type))
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    return clang_isConstQualifiedType(type) && clang_getCursorKind(var) == CXCursor_VarDecl;
}

/* `vector<int>{16, 32}`: the list. */
static bool of_constructor(CXCursor *e) {
    const struct csl_host_kids kids = csl_host_kids_of(*e);
    if (clang_getCursorKind(*e) != CXCursor_CallExpr || kids.n == 0 || kids.n > 2 ||
        clang_getCursorKind(clang_getCursorReferenced(*e)) != CXCursor_Constructor ||
        !csl_host_spelled(clang_getTypeDeclaration(csl_plain(clang_getCursorType(kids.v[0]))),
                          "initializer_list"))
        return false;
    *e = kids.v[0];
    return true;
}

bool csl_host_list(csl_host_point *point, CXCursor e, CXCursor *list) {
    for (int i = 0; !csl_limit_reached(CSL_LIMIT_host_config_copies, i); i++) {
        e = csl_host_bare(e);
        const CXCursor var = clang_getCursorReferenced(e);
        int of;
        if (clang_getCursorKind(e) == CXCursor_InitListExpr) {
            const struct csl_host_kids kids = csl_host_kids_of(e);
            const bool nested = kids.n == 1 && clang_getCursorKind(csl_host_bare(kids.v[0])) ==
                                                   CXCursor_InitListExpr;
            *list = nested ? csl_host_bare(kids.v[0]) : e;
            return true;
        }
        if (clang_getCursorKind(e) == CXCursor_DeclRefExpr && is_const_array(var))
            e = clang_Cursor_getVarDeclInitializer(var);
        else if (clang_getCursorKind(e) == CXCursor_DeclRefExpr
                     ? !csl_host_definition(*point, var, CSL_HOST_WHOLE, &e, &of, point) ||
                           of != CSL_HOST_WHOLE
                     : !of_constructor(&e))
            return false;
        if (clang_Cursor_isNull(e))
            return false;
    }
    return false;
}

/* Methods of it that change nothing hand out its elements: `v[0] = 64`. */
static bool is_container(CXType type) {
    const CXCursor class = clang_getTypeDeclaration(csl_plain(type));
    return csl_host_spelled(clang_getCursorSemanticParent(class), "std") &&
           !csl_host_spelled(class, "pair") && !csl_host_spelled(class, "tuple");
}

bool csl_host_lists_all(CXCursor e, unsigned n) {
    const CXType type = csl_plain(clang_getCursorType(e));
    const CXCursor class = clang_getTypeDeclaration(type);
    if (csl_host_spelled(class, "array"))
        return clang_Type_getNumTemplateArguments(type) == 2 &&
               clang_Cursor_getTemplateArgumentUnsignedValue(class, 1) == n;
    return !csl_is_array(type) || clang_getArraySize(type) == (long long)n;
}

/* What a variable that only grows begins with: nothing, or a list. */
static bool begins_with(csl_host_point point, CXCursor var, csl_cursors *elements) {
    csl_ctx *ctx = point.function->unit->ctx;
    const CXCursor made = clang_Cursor_getVarDeclInitializer(var);
    CXCursor list;
    if (clang_Cursor_isNull(made) ||
        (clang_getCursorKind(made) == CXCursor_CallExpr && clang_Cursor_getNumArguments(made) == 0))
        return true;
    point.offset = csl_host_offset(var);
    if (!csl_host_list(&point, made, &list) || !csl_host_inside(list, var))
        return false;
    *elements = csl_expr_children(ctx, list);
    return true;
}

bool csl_host_elements_of(csl_host_point point, CXCursor e, csl_host_elements *elements) {
    csl_ctx *ctx = point.function->unit->ctx;
    const CXCursor var = clang_getCursorReferenced(csl_host_bare(e));
    csl_cursors added = {0};
    CXCursor list;
    *elements = (csl_host_elements){.where = point};
    const CXType type = csl_plain(clang_getCursorType(e));
    if (csl_is_class(type) && !is_container(type))
        return false; /* it has a begin() and an end() of its own */
    if (csl_host_list(&elements->where, e, &list)) {
        elements->of = csl_expr_children(ctx, list);
        return true;
    }
    elements->where = point;
    elements->grown = true;
    if (!csl_host_only_grows(point.function, var, point.offset, &added) ||
        !begins_with(point, var, &elements->of))
        return false;
    const csl_cursors first = elements->of;
    elements->of.v = csl_alloc(ctx, (first.n + added.n + 1) * sizeof(CXCursor));
    for (unsigned i = 0; i < first.n; i++)
        elements->of.v[i] = first.v[i];
    for (unsigned i = 0; i < added.n; i++)
        elements->of.v[elements->of.n++] = added.v[i];
    return true;
}

csl_host_part csl_host_element_of(const csl_host_elements *elements, unsigned i) {
    csl_host_part part = {elements->of.v[i], elements->where};
    if (elements->grown)
        part.where.offset = csl_host_offset(part.value);
    return part;
}

bool csl_host_range_element(csl_host_point point, CXCursor var, csl_host_part *part) {
    const holding h = holder_of(point.function, var);
    csl_host_elements elements;
    if (clang_getCursorKind(h.holder) != CXCursor_CXXForRangeStmt || h.place != 0)
        return false;
    const csl_cursors range = csl_expr_children(point.function->unit->ctx, h.holder);
    csl_host_function *function = point.function;
    point.offset = csl_host_offset(h.holder);
    if (!range.n || !csl_host_elements_of(point, range.v[0], &elements) ||
        !csl_host_lists_all(range.v[0], elements.of.n))
        return false;
    csl_host_ask_all_choices(function->unit);
    for (const csl_host_choice *c = point.choices; c; c = c->outer)
        if (clang_equalCursors(c->of, var) && c->element < elements.of.n &&
            csl_host_is_choice_in(c, point.call)) {
            *part = csl_host_element_of(&elements, c->element);
            return true;
        }
    csl_host_ask_more(function->unit);
    function->wanted = (csl_host_choice){.of = var, .call = point.call, .n = elements.of.n};
    return false;
}

static enum CXChildVisitResult take_first(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    *(CXCursor *)data = c;
    return CXChildVisit_Break;
}

bool csl_host_reads_elements(CXCursor loop, CXCursor *element) {
    CXCursor var = clang_getNullCursor();
    clang_visitChildren(loop, take_first, &var);
    const CXType type = clang_getCursorType(var);
    *element =
        csl_is_reference(type) && !clang_isConstQualifiedType(clang_getNonReferenceType(type))
            ? var
            : clang_getNullCursor();
    return clang_getCursorKind(loop) == CXCursor_CXXForRangeStmt &&
           (clang_Cursor_isNull(*element) || clang_getCursorKind(var) == CXCursor_VarDecl);
}

bool csl_host_hands_out(CXCursor use, CXCursor var) {
    const CXType type = clang_getCanonicalType(clang_getCursorType(use));
    const CXType own = clang_getCursorType(var);
    return csl_is_class(type) &&
           (is_container(own) || (!clang_isConstQualifiedType(type) &&
                                  !clang_equalTypes(csl_plain(type), csl_plain(own))));
}

/* ---- structured bindings --------------------------------------------------------------------- */

bool csl_host_is_binding(CXCursor declaration) {
    return clang_getCursorKind(declaration) == CXCursor_UnexposedDecl &&
           clang_getCursorType(declaration).kind != CXType_Invalid;
}

/* A member of a std::tuple: of the first, or behind it. */
static bool tuple_element(csl_host_part *object, CXType type, unsigned i) {
    csl_ctx *ctx = object->where.function->unit->ctx;
    for (;; i--) {
        const csl_cursors fields = csl_fields_of(ctx, type);
        if (fields.n != 2 ||
            !csl_host_find_in(object->where, object->value, fields.v[i ? 1 : 0], object))
            return false;
        if (!i)
            return true;
        type = csl_plain(clang_getCursorType(fields.v[1]));
    }
}

bool csl_host_bound(csl_host_point point, CXCursor binding, csl_host_part *part) {
    const holding h = holder_of(point.function, binding);
    if (clang_Cursor_isNull(h.holder) || !csl_host_is_binding(h.holder) ||
        csl_is_reference(clang_getCursorType(h.holder)))
        return false;
    csl_ctx *ctx = point.function->unit->ctx;
    const csl_cursors value = csl_expr_children(ctx, h.holder);
    const CXType type = csl_plain(clang_getCursorType(h.holder));
    if (clang_getCursorKind(h.around) == CXCursor_CXXForRangeStmt) {
        if (!csl_host_range_element(point, h.holder, part))
            return false;
    } else if (value.n == 1) {
        *part = (csl_host_part){value.v[0], point};
    } else {
        return false;
    }
    if (!csl_is_class(type))
        return false;
    if (csl_host_spelled(clang_getTypeDeclaration(type), "tuple"))
        return tuple_element(part, type, h.place);
    const csl_cursors fields = csl_fields_of(ctx, type);
    return !csl_bases_of(ctx, type).n && h.place < fields.n &&
           csl_host_find_in(part->where, part->value, fields.v[h.place], part);
}

/* ---- elements of local arrays ---------------------------------------------------------------- */

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
