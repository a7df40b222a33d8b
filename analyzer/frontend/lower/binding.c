/* Structured bindings: names for the elements of an array, for the fields of a class, and for the
 * elements of a tuple.
 *
 * Of a tuple libclang does not show the calls of `get` that the names stand for. Where the class
 * is a template of just the types of the elements, and keeps one part of such a type, that part is
 * the element; an empty one need not be kept. Two elements of one type are not told apart. */
#include "lifetime.h"

typedef struct search {
    csl_lower_state *L;
    CXCursor at;
    CXType wanted;
    unsigned found;
    csl_lval part; /* the last one */
} search;

static void look_in(search *s, csl_lval whole);

static void look_at(search *s, csl_lval part) {
    if (clang_equalTypes(csl_plain(part.type), s->wanted)) {
        s->found++;
        s->part = part;
    } else if (csl_is_class(part.type) && csl_has_layout(part.type)) {
        look_in(s, part);
    }
}

static void look_in(search *s, csl_lval whole) {
    const csl_cursors bases = csl_bases_of(s->L->scratch, whole.type);
    const csl_cursors fields = csl_fields_of(s->L->scratch, whole.type);
    for (unsigned i = 0; i < bases.n; i++)
        look_at(s, csl_base_of(s->L, whole, clang_getCursorType(bases.v[i]), s->at));
    for (unsigned i = 0; i < fields.n; i++)
        if (csl_is_reference(clang_getCursorType(fields.v[i])))
            s->found += 2; /* what it refers to may be the element */
        else
            look_at(s, csl_member(s->L, whole, fields.v[i], s->at));
}

/* The part of the tuple that the name stands for; false: that is not known. */
static bool element_of_tuple(csl_lower_state *L, csl_lval whole, CXCursor name, csl_lval *to) {
    search s = {.L = L, .at = name, .wanted = csl_plain(clang_getCursorType(name))};
    look_in(&s, whole);
    if (s.found == 0 && csl_is_class(s.wanted) && csl_has_layout(s.wanted) &&
        !csl_fields_of(L->scratch, s.wanted).n && !csl_bases_of(L->scratch, s.wanted).n)
        s.part = csl_new_local(L, name, s.wanted, csl_spelling(L->ctx, name));
    else if (s.found != 1)
        return false;
    *to = s.part;
    return true;
}

/* The class is a template of the types of these names, one after the other. */
static bool is_tuple_of(CXType type, const CXCursor *names, unsigned n) {
    if (clang_Type_getNumTemplateArguments(type) != (int)n)
        return false;
    for (unsigned i = 0; i < n; i++) {
        const CXType of = clang_Type_getTemplateArgumentAsType(type, i);
        if (of.kind == CXType_Invalid ||
            !clang_equalTypes(csl_plain(of), csl_plain(clang_getCursorType(names[i]))))
            return false;
    }
    return true;
}

static bool bind_tuple(csl_lower_state *L, csl_lval whole, const CXCursor *names, unsigned n) {
    csl_lval *parts = csl_alloc(L->scratch, n * sizeof *parts);
    if (!csl_is_class(whole.type) || !csl_has_layout(whole.type) ||
        !is_tuple_of(csl_plain(whole.type), names, n))
        return false;
    for (unsigned i = 0; i < n; i++)
        if (!element_of_tuple(L, whole, names[i], &parts[i]))
            return false;
    for (unsigned i = 0; i < n; i++)
        csl_bind(L, L->act, names[i], parts[i]);
    return true;
}

/* The names are those of the fields: as many, and of their types. */
static bool are_fields(csl_cursors fields, const CXCursor *names, unsigned n) {
    for (unsigned i = 0; fields.n == n && i < n; i++) {
        const CXType type = clang_getCursorType(names[i]);
        if (!csl_is_dependent(type) &&
            !clang_equalTypes(csl_plain(type), csl_plain(clang_getCursorType(fields.v[i]))))
            return false;
    }
    return fields.n == n;
}

void csl_lower_structured_binding(csl_lower_state *L, CXCursor decl) {
    csl_cursors kids = csl_children(L->scratch, decl);
    CXType type = clang_getCanonicalType(clang_getCursorType(decl));
    CXCursor init = clang_getNullCursor();
    unsigned names = 0;
    for (unsigned i = 0; i < kids.n; i++)
        if (clang_isExpression(clang_getCursorKind(kids.v[i])))
            init = kids.v[i];
        else if (clang_getCursorKind(kids.v[i]) == CXCursor_UnexposedDecl)
            kids.v[names++] = kids.v[i];
    if (!names || clang_Cursor_isNull(init))
        return; /* some other declaration */
    csl_lval whole;
    if (csl_is_reference(type)) {
        whole = csl_bind_reference(L, init);
    } else {
        whole = csl_new_local(L, decl, type, csl_spelling(L->ctx, decl));
        csl_initialise(L, whole, init);
        csl_begin_object(L, whole, decl);
    }
    const bool array = csl_is_array(whole.type);
    const csl_cursors f =
        csl_is_class(whole.type) ? csl_fields_of(L->scratch, whole.type) : (csl_cursors){NULL, 0};
    const bool plain = array || are_fields(f, kids.v, names);
    if (whole.kind != CSL_LV_MEMORY || (!plain && !bind_tuple(L, whole, kids.v, names))) {
        csl_emit_opaque(L, decl, "structured binding");
        return;
    }
    for (unsigned i = 0; plain && i < names; i++)
        csl_bind(L, L->act, kids.v[i],
                 array ? csl_element(L, whole, i) : csl_member(L, whole, f.v[i], decl));
}
