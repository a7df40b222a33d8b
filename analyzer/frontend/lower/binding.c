/* Structured bindings: names for the elements of an array, for the fields of a class, and for the
 * elements of a tuple.
 *
 * Of a tuple libclang does not show the calls of `get` that the names stand for. Where the class
 * is a template of just the types of the elements, and keeps one part of such a type, that part is
 * the element; an empty one need not be kept. Several elements of one type are told apart by what
 * the class that holds each is a template of: `leaf<2, int>` holds the third one, and so does
 * `rest<int, int>` of a tuple of four. */
#include "lifetime.h"

/* A part of a tuple that may be an element. */
typedef struct part {
    const struct part *next;
    csl_lval at;
    CXType holder; /* the class that holds it */
} part;

typedef struct search {
    csl_lower_state *L;
    CXCursor decl;
    const CXType *of; /* of the elements */
    unsigned n;
    const part *parts;
    bool refers; /* what a part refers to may be an element */
} search;

static bool is_of_element(const search *s, CXType type) {
    for (unsigned i = 0; i < s->n; i++)
        if (clang_equalTypes(type, s->of[i]))
            return true;
    return false;
}

static void look_in(search *s, csl_lval whole);

static void look_at(search *s, csl_lval at, CXType holder) {
    if (is_of_element(s, csl_plain(at.type))) {
        part *p = CSL_NEW(s->L->scratch, part);
        *p = (part){s->parts, at, holder};
        s->parts = p;
    } else if (csl_is_class(at.type) && csl_has_layout(at.type)) {
        look_in(s, at);
    }
}

static void look_in(search *s, csl_lval whole) {
    const csl_cursors bases = csl_bases_of(s->L->scratch, whole.type);
    const csl_cursors fields = csl_fields_of(s->L->scratch, whole.type);
    for (unsigned i = 0; i < bases.n; i++)
        look_at(s, csl_base_of(s->L, whole, clang_getCursorType(bases.v[i]), s->decl), whole.type);
    for (unsigned i = 0; i < fields.n; i++)
        if (csl_is_reference(clang_getCursorType(fields.v[i])))
            s->refers = true;
        else
            look_at(s, csl_member(s->L, whole, fields.v[i], s->decl), whole.type);
}

/* The parameter of the class template for that argument. */
static CXCursor parameter_of(csl_lower_state *L, CXCursor decl, unsigned at) {
    CXCursor from = decl, up = clang_getSpecializedCursorTemplate(decl), last = decl;
    while (!clang_Cursor_isNull(up) && !clang_equalCursors(up, from)) {
        from = up; /* of a partial specialisation there is another */
        up = clang_getSpecializedCursorTemplate(from);
    }
    const csl_cursors kids = csl_children(L->scratch, from);
    for (unsigned i = 0, n = 0; i < kids.n && n <= at; i++) {
        const enum CXCursorKind kind = clang_getCursorKind(kids.v[i]);
        if (kind == CXCursor_NonTypeTemplateParameter || kind == CXCursor_TemplateTypeParameter ||
            kind == CXCursor_TemplateTemplateParameter) {
            last = kids.v[i]; /* the last one may be a pack */
            n++;
        }
    }
    return last;
}

/* Which of the elements the class holds, or -1: it is a template of the number of the element and
 * of its type, or of the types of this one and all behind it. */
static int held_by(const search *s, CXType holder) {
    const CXType plain = csl_plain(holder);
    const CXCursor decl = clang_getTypeDeclaration(plain);
    const int n = clang_Type_getNumTemplateArguments(plain);
    int place = -1, types = 0, numbers = 0;
    for (unsigned i = 0; (int)i < n; i++) {
        if (clang_Type_getTemplateArgumentAsType(plain, i).kind != CXType_Invalid) {
            types++;
            continue;
        }
        if (clang_Cursor_getTemplateArgumentKind(decl, i) != CXTemplateArgumentKind_Integral)
            return -1;
        const CXType of = clang_getCursorType(parameter_of(s->L, decl, i));
        if (clang_getCanonicalType(of).kind == CXType_Bool)
            continue;
        const long long value = clang_Cursor_getTemplateArgumentValue(decl, i);
        numbers++;
        place = value >= 0 && value < (long long)s->n ? (int)value : (int)s->n;
    }
    if (numbers > 1 || types < 1 || types > (int)s->n || (numbers && types != 1))
        return -1;
    place = numbers ? place : (int)s->n - types;
    for (unsigned i = 0, at = (unsigned)place; (int)i < n; i++) {
        const CXType type = clang_Type_getTemplateArgumentAsType(plain, i);
        if (type.kind != CXType_Invalid &&
            (at >= s->n || !clang_equalTypes(csl_plain(type), s->of[at++])))
            return -1;
    }
    return place;
}

/* The part of the tuple that is this element; NULL: that is not known. */
static const part *element_at(const search *s, unsigned at) {
    const part *found = NULL;
    unsigned alike = 0, parts = 0, here = 0;
    for (unsigned i = 0; i < s->n; i++)
        alike += clang_equalTypes(s->of[i], s->of[at]) != 0;
    for (const part *p = s->parts; p; p = p->next) {
        if (!clang_equalTypes(csl_plain(p->at.type), s->of[at]))
            continue;
        parts++;
        if (alike > 1 && held_by(s, p->holder) != (int)at)
            continue;
        here++;
        found = p;
    }
    return parts == alike && here == 1 ? found : NULL;
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
    if (!csl_is_class(whole.type) || !csl_has_layout(whole.type) ||
        !is_tuple_of(csl_plain(whole.type), names, n))
        return false;
    CXType *of = csl_alloc(L->scratch, n * sizeof *of);
    csl_lval *to = csl_alloc(L->scratch, n * sizeof *to);
    for (unsigned i = 0; i < n; i++)
        of[i] = csl_plain(clang_getCursorType(names[i]));
    search s = {.L = L, .decl = names[0], .of = of, .n = n};
    look_in(&s, whole);
    for (unsigned i = 0; i < n; i++) {
        const bool empty = csl_is_empty(L, of[i]);
        const part *p = empty ? NULL : element_at(&s, i);
        if (!empty && (!p || s.refers))
            return false;
        to[i] = p ? p->at : csl_new_local(L, names[i], of[i], csl_spelling(L->ctx, names[i]));
    }
    for (unsigned i = 0; i < n; i++)
        csl_bind(L, L->act, names[i], to[i]);
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
