/* Classes and their bases: one object seen as the other, pointers converted between them. */
#include "emit.h"
#include "../../../limits/limits.h"

/* Where the direct base lies in the class, in bytes; -1: not known, or it is virtual. */
static int64_t direct_offset(csl_lower_state *L, CXCursor cls, CXCursor specifier) {
    if (clang_isVirtualBase(specifier) || !csl_has_layout(clang_getCursorType(cls)))
        return -1;
#ifdef CSL_HAVE_BASES_API
    (void)L;
    long long bits = clang_getOffsetOfBase(cls, specifier);
    return bits < 0 ? -1 : bits / 8;
#else
    csl_cursors bases = csl_bases_of(L->scratch, clang_getCursorType(cls));
    int64_t offset = 0;
    for (unsigned i = 0; i < bases.n; i++) {
        CXType t = csl_plain(clang_getCursorType(bases.v[i]));
        int64_t align = csl_has_layout(t) ? clang_Type_getAlignOf(t) : 0,
                bytes = (int64_t)csl_sizeof(t);
        /* A pointer to virtual functions comes first, or a base that overlaps the one before. */
        if (align <= 0 || bytes <= 1 || clang_isVirtualBase(bases.v[i]) ||
            csl_is_polymorphic(L->ctx, t))
            return -1;
        offset = (offset + align - 1) / align * align;
        if (clang_equalCursors(bases.v[i], specifier))
            return offset;
        offset += bytes;
    }
    return -1;
#endif
}

static csl_relation find_base(csl_lower_state *L, CXType derived, CXType base, unsigned depth,
                              int64_t *offset) {
    CXCursor cls = clang_getTypeDeclaration(derived), def = clang_getCursorDefinition(cls);
    cls = clang_Cursor_isNull(def) ? cls : def;
    csl_cursors bases = csl_bases_of(L->scratch, derived);
    if (csl_limit_exceeded(CSL_LIMIT_bases, depth))
        return CSL_RELATION_UNCLEAR;
    for (unsigned i = 0; i < bases.n; i++) {
        CXType t = csl_plain(clang_getCursorType(bases.v[i]));
        int64_t inner = 0;
        csl_relation r =
            clang_equalTypes(t, base) ? CSL_RELATED : find_base(L, t, base, depth + 1, &inner);
        if (r == CSL_UNRELATED)
            continue;
        int64_t at = direct_offset(L, cls, bases.v[i]);
        *offset = at + inner;
        return at < 0 ? CSL_RELATION_UNCLEAR : r;
    }
    return CSL_UNRELATED;
}

csl_relation csl_offset_of_base(csl_lower_state *L, CXType derived, CXType base, int64_t *offset) {
    *offset = 0;
    derived = csl_plain(derived);
    base = csl_plain(base);
    if (clang_equalTypes(derived, base))
        return CSL_RELATED;
    if (!csl_is_class(derived) || !csl_is_class(base))
        return CSL_UNRELATED;
    return find_base(L, derived, base, 0, offset);
}

/* What to add to the address of a `from` to have that of the `to` it is or lies in; NULL: nothing.
 */
static csl_expr *step_between(csl_lower_state *L, CXType from, CXType to, CXCursor at) {
    int64_t offset;
    csl_relation r = csl_offset_of_base(L, from, to, &offset);
    if (r == CSL_UNRELATED) {
        r = csl_offset_of_base(L, to, from, &offset);
        offset = -offset;
    }
    if (r == CSL_RELATION_UNCLEAR)
        return csl_emit_havoc(L, CSL_I64, CSL_SCOPE_THREAD, at, "place of a base class");
    return r == CSL_UNRELATED || !offset ? NULL : csl_const(L->ctx, CSL_I64, offset);
}

csl_lval csl_base_of(csl_lower_state *L, csl_lval object, CXType base, CXCursor at) {
    csl_expr *address = csl_address_of(L, object, at),
             *step = step_between(L, object.type, base, at);
    csl_lval out =
        csl_lval_memory(step ? csl_binary(L->ctx, CSL_OP_ADD, address, step) : address, base);
    out.bounds = object.bounds;
    out.through = object.through;
    out.is_volatile = object.is_volatile;
    return out;
}

csl_expr *csl_convert_pointer(csl_lower_state *L, csl_expr *pointer, CXType from, CXType to,
                              CXCursor at) {
    csl_expr *step = step_between(L, from, to, at);
    if (!step)
        return pointer;
    csl_expr *moved = csl_binary(L->ctx, CSL_OP_ADD, pointer, step);
    if (csl_root_object(L, pointer) >= 0)
        return moved;
    csl_expr *null = csl_const(L->ctx, CSL_PTR, 0); /* stays what it is */
    return csl_ite(L->ctx, csl_binary(L->ctx, CSL_OP_EQ, pointer, null), null, moved);
}

/* ---- other views of one object --------------------------------------------------------------- */

/* Values of the two types have the same bits and differ in how they are read. */
static bool is_same_bits(csl_type a, csl_type b) {
    return csl_type_integer(a) && csl_type_integer(b) && a != CSL_BOOL && b != CSL_BOOL &&
           csl_type_bytes(a) == csl_type_bytes(b);
}

csl_lval csl_view(csl_lower_state *L, csl_lval lval, CXType to, bool reinterprets, CXCursor at) {
    CXType from = csl_plain(lval.type);
    to = csl_plain(to);
    if (clang_equalTypes(from, to) || lval.kind == CSL_LV_NONE) {
        lval.type = to;
        return lval;
    }
    if (csl_is_class(from) && csl_is_class(to) && !reinterprets)
        return csl_base_of(L, lval, to, at);
    csl_type a = csl_scalar_type(from), b = csl_scalar_type(to);
    bool scalar = lval.kind == CSL_LV_VAR || lval.kind == CSL_LV_VALUE;
    if (scalar && (a == b || is_same_bits(a, b))) {
        lval.type = to;
        lval.viewed = b;
        return lval;
    }
    csl_lval out = csl_lval_memory(csl_address_of(L, lval, at), to);
    out.bounds = lval.bounds;
    out.through = lval.through;
    out.is_volatile = lval.is_volatile;
    out.is_part = lval.is_part;
    return out;
}
