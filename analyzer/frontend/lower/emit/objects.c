/* Objects part by part: elements and members, copies, values that are forgotten. */
#include "emit.h"
#include "../../../limits/limits.h"

enum { MOST_PARTS = 16 }; /* of what is copied in one access */
typedef struct parts {
    csl_expr *v[MOST_PARTS];
    unsigned n;
} parts;

static uint32_t component_of(const char *field) {
    return field[0] >= 'x' && field[0] <= 'z' && !field[1] ? (uint32_t)(field[0] - 'x') : 3;
}

/* The member of `outer` that has no name and is of this class; null: there is none. */
static CXCursor unnamed_member(csl_lower_state *L, CXCursor outer, CXCursor cls) {
    const csl_cursors f = csl_fields_of(L->scratch, clang_getCursorType(outer));
    for (unsigned i = 0; i < f.n; i++)
        if (clang_equalCursors(
                clang_getCanonicalCursor(clang_getTypeDeclaration(clang_getCursorType(f.v[i]))),
                clang_getCanonicalCursor(cls)))
            return f.v[i];
    return clang_getNullCursor();
}

/* Where the field begins in the object, in bytes, I64: structs and unions without a name around it
 * are no step of their own, `x.m`, unless the object is one of them. Of a bit-field it is the unit
 * that holds it, which is read and written as a whole. */
static csl_expr *place_of_field(csl_lower_state *L, CXType object, CXCursor field, CXCursor at) {
    const CXCursor whole =
        clang_getCanonicalCursor(clang_getTypeDeclaration(clang_getCanonicalType(object)));
    CXCursor cls = clang_getCursorSemanticParent(field), step = field;
    long long bits = 0;
    for (;;) {
        if (!csl_has_layout(clang_getCursorType(cls)))
            return csl_emit_havoc(L, CSL_I64, CSL_SCOPE_GRID, at, "member of a class with errors");
        const long long more = clang_Cursor_getOffsetOfField(step);
        bits += more > 0 ? more : 0;
        if (!clang_Cursor_isAnonymousRecordDecl(cls) ||
            clang_equalCursors(clang_getCanonicalCursor(cls), whole))
            break;
        const CXCursor outer = clang_getCursorSemanticParent(cls);
        step = unnamed_member(L, outer, cls);
        if (csl_is_null(step))
            break; /* a variable without a name */
        cls = outer;
    }
    long long bytes = bits / 8;
    uint64_t unit = csl_sizeof(clang_getCursorType(field));
    if (clang_Cursor_isBitField(field) && unit)
        bytes -= bytes % (long long)unit;
    return csl_const(L->ctx, CSL_I64, bytes);
}

csl_lval csl_member_slot(csl_lower_state *L, csl_lval base, CXCursor field, CXCursor at) {
    CXType type = clang_getCursorType(field);
    if (base.kind == CSL_LV_BUILTIN) {
        base.component = component_of(csl_spelling(L->ctx, field));
        base.type = csl_plain(type);
        return base;
    }
    if (base.kind == CSL_LV_NONE)
        return csl_lval_none(type);
    const CXType parent = clang_getCursorType(clang_getCursorSemanticParent(field));
    csl_expr *address = csl_binary(L->ctx, CSL_OP_ADD, csl_address_of(L, base, at),
                                   place_of_field(L, base.type, field, at));
    csl_lval out = csl_lval_memory(address, type);
    out.bounds = base.bounds;
    out.through = base.through;
    out.is_volatile =
        base.is_volatile || clang_isVolatileQualifiedType(clang_getCanonicalType(type));
    if (clang_Cursor_isBitField(field))
        csl_set_bits(L, &out, parent, field);
    if (csl_is_reference(type))
        out.type = clang_getCanonicalType(type);
    return out;
}

csl_lval csl_element(csl_lower_state *L, csl_lval array, uint64_t i) {
    CXType elem = clang_getArrayElementType(clang_getCanonicalType(array.type));
    if (array.kind != CSL_LV_MEMORY)
        return csl_lval_none(elem);
    csl_lval out =
        csl_lval_memory(csl_offset_address(L, array.address, csl_const(L->ctx, CSL_I64, (int64_t)i),
                                           csl_sizeof(elem)),
                        elem);
    out.bounds = array.bounds;
    out.through = array.through;
    out.is_volatile = array.is_volatile;
    return out;
}

static bool is_local_memory(csl_lower_state *L, const csl_lval *lval) {
    if (lval->kind != CSL_LV_MEMORY)
        return true;
    int32_t root = csl_root_object(L, lval->address);
    return root >= 0 && L->objects[root].kind == CSL_OBJ_LOCAL;
}

csl_access *csl_whole_access(csl_lower_state *L, csl_mode mode, csl_lval lval, CXCursor at) {
    uint64_t bytes = csl_sizeof(lval.type);
    if (!bytes) {
        csl_emit_unsized(L, at);
        return NULL;
    }
    csl_stmt *s = csl_emit(L, CSL_STMT_ACCESS, at);
    csl_access *a = CSL_NEW(L->ctx, csl_access);
    s->text = csl_text_here(L, at);
    s->access = a;
    a->mode = mode;
    a->address = lval.address;
    a->bounds = lval.bounds;
    a->type = CSL_VOID;
    a->bytes = (uint32_t)bytes;
    a->result = CSL_NO_VAR;
    a->is_volatile = lval.is_volatile;
    a->through = lval.through ? lval.through : csl_root_name(L, lval.address);
    return a;
}

/* Too long to be taken element by element; a length that is not known is negative. */
bool csl_is_long(long long n) {
    return n > 0 && csl_limit_exceeded(CSL_LIMIT_elements, (uint64_t)n);
}

/* `of`: what the object is a copy of, or NULL. */
static void forget(csl_lower_state *L, csl_lval dest, csl_scope scope, CXCursor at, const char *why,
                   csl_expr *of) {
    if (L->full)
        return;
    if (csl_scalar_type(dest.type) != CSL_VOID) {
        csl_expr *any = csl_emit_havoc(L, csl_scalar_type(dest.type), scope, at, why);
        L->seq->last->havoc.of = of;
        csl_store(L, dest, any, at, at);
    } else if (csl_is_array(dest.type)) {
        long long n = clang_getArraySize(clang_getCanonicalType(dest.type));
        for (long long i = 0; i < n && !csl_limit_reached(CSL_LIMIT_elements, i); i++)
            forget(L, csl_element(L, dest, (uint64_t)i), scope, at, why, of);
    } else if (csl_is_class(dest.type)) {
        csl_cursors f = csl_fields_of(L->scratch, dest.type);
        for (unsigned i = 0; i < f.n; i++)
            forget(L, csl_member_slot(L, dest, f.v[i], at), scope, at, why, of);
    } else if (dest.kind == CSL_LV_MEMORY) {
        csl_whole_access(L, CSL_MODE_WRITE, dest, at);
    }
}

void csl_forget(csl_lower_state *L, csl_lval dest, csl_scope scope, CXCursor at, const char *why) {
    forget(L, dest, scope, at, why, NULL);
}

/* Puts the numbers that the object is made of into the list; false: not all of them are known by
 * name, or they are more than a vector has. */
static bool list_parts(csl_lower_state *L, csl_lval object, CXCursor at, parts *all) {
    const csl_type scalar = csl_scalar_type(object.type);
    if (scalar != CSL_VOID) {
        if (all->n == MOST_PARTS)
            return false;
        all->v[all->n++] = csl_load(L, object, at);
        return true;
    }
    if (!csl_is_class(object.type) ||
        clang_getCursorKind(clang_getTypeDeclaration(clang_getCanonicalType(object.type))) ==
            CXCursor_UnionDecl)
        return false;
    const csl_cursors f = csl_fields_of(L->scratch, object.type);
    bool known = f.n > 0 && !csl_bases_of(L->scratch, object.type).n;
    for (unsigned i = 0; known && i < f.n; i++)
        known = !clang_Cursor_isBitField(f.v[i]) &&
                list_parts(L, csl_member_slot(L, object, f.v[i], at), at, all);
    return known;
}

/* One term for what the object holds: equal parts, equal terms. NULL: it is not known. */
static csl_expr *all_parts(csl_lower_state *L, csl_lval object, CXCursor at) {
    parts all = {.n = 0};
    return list_parts(L, object, at, &all) ? csl_pure(L->ctx, CSL_U64, "parts", all.n, all.v)
                                           : NULL;
}

static void copy_vector(csl_lower_state *L, csl_lval dest, csl_lval src, CXCursor at) {
    csl_expr *whole = NULL;
    if (is_local_memory(L, &src)) {
        whole = all_parts(L, src, at);
    } else {
        csl_access *read = csl_whole_access(L, CSL_MODE_READ, src, at);
        if (read) {
            read->result = csl_new_var(L, "", CSL_U64, clang_getNullCursor());
            whole = csl_var_value(L, read->result);
        }
    }
    if (is_local_memory(L, &dest)) {
        forget(L, dest, CSL_SCOPE_THREAD, at, "value read as a whole", whole);
        return;
    }
    csl_access *stored = csl_whole_access(L, CSL_MODE_WRITE, dest, at);
    if (stored)
        stored->value = whole;
}

/* A vector of numbers that may well decide where threads go: its parts are worth knowing, so it is
 * copied field by field. Pixels and floating-point vectors are not. */
static bool holds_integers(csl_cursors f) {
    csl_type type = csl_scalar_type(clang_getCursorType(f.v[0]));
    return csl_type_integer(type) && csl_type_bytes(type) >= 4;
}

/* The unsigned number of so many bytes; VOID: there is none. */
static csl_type number_of(uint64_t bytes) {
    switch (bytes) {
    case 1: return CSL_U8;
    case 2: return CSL_U16;
    case 4: return CSL_U32;
    case 8: return CSL_U64;
    default: return CSL_VOID;
    }
}

void csl_copy(csl_lower_state *L, csl_lval dest, csl_lval src, CXCursor at) {
    CXType type = dest.type;
    if (L->full)
        return;
    if (csl_is_class(type) && csl_find_closure(L, clang_getTypeDeclaration(type)))
        return; /* a lambda object holds nothing in memory */
    if (csl_scalar_type(type) != CSL_VOID) {
        csl_store(L, dest, csl_load(L, src, at), at, at);
        return;
    }
    if (src.kind == CSL_LV_NONE) {
        csl_forget(L, dest, CSL_SCOPE_THREAD, at, "value read as a whole");
        return;
    }
    if (dest.kind == CSL_LV_NONE) {
        csl_emit_opaque(L, at, "write to an object that is not modelled");
        return;
    }
    bool alike =
        dest.kind == CSL_LV_MEMORY &&
        (src.kind == CSL_LV_MEMORY || (src.kind == CSL_LV_BUILTIN && csl_is_class(type))) &&
        csl_is_array(type) == csl_is_array(src.type);
    if (!alike) {
        csl_emit_opaque(L, at, "copy between objects of different kinds");
        return;
    }
    if (csl_is_array(type)) {
        long long n = clang_getArraySize(clang_getCanonicalType(type));
        if (n >= 0 && !csl_is_long(n)) {
            for (long long i = 0; i < n; i++)
                csl_copy(L, csl_element(L, dest, (uint64_t)i), csl_element(L, src, (uint64_t)i),
                         at);
            return;
        }
    } else if (csl_is_class(type)) {
        csl_cursors f = csl_fields_of(L->scratch, type);
        bool both_local = is_local_memory(L, &dest) && is_local_memory(L, &src);
        if (csl_is_vector_class(type) && f.n > 1 && !both_local && !holds_integers(f)) {
            copy_vector(L, dest, src, at);
            return;
        }
        CXCursor decl = clang_getTypeDeclaration(clang_getCanonicalType(type));
        if (clang_getCursorKind(decl) != CXCursor_UnionDecl) {
            csl_cursors bases = csl_bases_of(L->scratch, type);
            for (unsigned i = 0; i < bases.n; i++) {
                CXType base = csl_plain(clang_getCursorType(bases.v[i]));
                csl_copy(L, csl_base_of(L, dest, base, at), csl_base_of(L, src, base, at), at);
            }
            for (unsigned i = 0; i < f.n; i++)
                csl_copy(L, csl_member_slot(L, dest, f.v[i], at),
                         csl_member_slot(L, src, f.v[i], at), at);
            return;
        }
        const csl_type number = number_of(csl_sizeof(type)); /* a union that is one number */
        const bool sized = csl_sizeof(src.type) == csl_sizeof(type); /* not of an open type */
        if (number != CSL_VOID && both_local && src.kind == CSL_LV_MEMORY && sized) {
            dest.viewed = src.viewed = number;
            csl_store(L, dest, csl_load(L, src, at), at, at);
            return;
        }
    }
    if (src.kind == CSL_LV_MEMORY)
        csl_whole_access(L, CSL_MODE_READ, src, at);
    if (dest.kind == CSL_LV_MEMORY)
        csl_whole_access(L, CSL_MODE_WRITE, dest, at);
}
