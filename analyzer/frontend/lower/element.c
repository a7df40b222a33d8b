/* Elements of arrays and vectors, members of classes. */
#include "lower.h"

static csl_expr *in_bounds(csl_lower_state *L, csl_expr *index, csl_expr *extent) {
    csl_expr *i = csl_cast(L->ctx, CSL_I64, index);
    csl_expr *low = csl_binary(L->ctx, CSL_OP_LE, csl_const(L->ctx, CSL_I64, 0), i);
    csl_expr *high = csl_binary(L->ctx, CSL_OP_LT, i, extent);
    return csl_and(L->ctx, low, high);
}

static void add_bounds(csl_lower_state *L, csl_lval *to, csl_expr *ok) {
    ok = to->bounds ? csl_and(L->ctx, to->bounds, ok) : ok;
    to->bounds = csl_is_true(ok) ? to->bounds : ok;
}

/* x.m[i] and x.m[i][k] where the class of x depends on a template parameter: the cursor does not
 * say that m is an array, its declaration does. */
static csl_lval dependent_element(csl_lower_state *L, csl_lval whole, CXCursor index, CXCursor e) {
    CXType type = clang_getCanonicalType(whole.type), elem = clang_getArrayElementType(type);
    csl_expr *i = csl_rvalue(L, index);
    uint64_t bytes = csl_sizeof(elem);
    csl_lval out = whole;
    out.type = elem;
    out.address =
        bytes ? csl_offset_address(L, whole.address, i, bytes)
              : csl_binary(L->ctx, CSL_OP_ADD, whole.address,
                           csl_emit_havoc(L, CSL_I64, CSL_SCOPE_THREAD, e, "row of unknown size"));
    long long n = clang_getArraySize(type);
    if (n > 0)
        add_bounds(L, &out, in_bounds(L, i, csl_const(L->ctx, CSL_I64, n)));
    return out;
}

/* v[i] of a vector extension. */
static csl_lval vector_element(csl_lower_state *L, CXCursor vector, CXCursor index, CXCursor e) {
    csl_lval out = csl_bind_reference(L, vector);
    csl_mark mark = csl_set_mark(L);
    csl_expr *i = csl_rvalue(L, index);
    CXType elem = clang_getCursorType(e);
    csl_expr *address = csl_settle(L, mark, csl_address_of(L, out, vector), vector);
    out.kind = CSL_LV_MEMORY;
    out.address = csl_offset_address(L, address, i, csl_sizeof(elem));
    out.type = csl_plain(elem);
    return out;
}

/* v.y: one of its elements. v.xz: the vector as a whole, of which some is read or written. */
csl_lval csl_lower_vector_part(csl_lower_state *L, CXCursor e, CXType vector) {
    CXCursor base = csl_operands(L, e).v[0];
    CXType type = clang_getCursorType(e), elem = clang_getElementType(vector);
    csl_lval out;
    if (clang_getCanonicalType(clang_getCursorType(base)).kind == CXType_Pointer)
        out = csl_lval_memory(csl_rvalue_as(L, base, CSL_PTR), vector);
    else
        out = csl_bind_reference(L, base);
    const char *text = csl_text_of(L->places, e), *dot = text ? strrchr(text, '.') : NULL,
               *arrow = text ? strrchr(text, '>') : NULL;
    const char *name = dot > arrow ? dot : arrow;
    static const char letters[] = "xyzwrgba";
    const char *found = name && name[1] && !name[2] ? strchr(letters, name[1]) : NULL;
    csl_expr *address = csl_address_of(L, out, e);
    out.kind = CSL_LV_MEMORY;
    out.type = csl_plain(type);
    if (found && csl_scalar_type(type) != CSL_VOID) {
        out.address = csl_add_bytes(L, address, (found - letters) % 4 * (int64_t)csl_sizeof(elem));
        return out;
    }
    csl_emit_opaque(L, e, "part of a vector");
    out.address = csl_binary(L->ctx, CSL_OP_ADD, address,
                             csl_emit_havoc(L, CSL_I64, CSL_SCOPE_THREAD, e, "part of a vector"));
    out.is_part = true;
    return out;
}

/* How many subscripts of dependent type stand below this one. */
static unsigned subscripts_below(csl_lower_state *L, CXCursor inner) {
    unsigned n = 0;
    while (clang_getCursorKind(inner) == CXCursor_ArraySubscriptExpr &&
           csl_is_dependent(clang_getCursorType(inner))) {
        inner = csl_strip_parens(L, csl_operands(L, inner).v[0]);
        n++;
    }
    return n;
}

/* Where a pointer leads to an array that is a member, its subscripts are inside of that; or NULL.
 */
static csl_expr *bounds_behind(csl_lower_state *L, CXCursor pointer, csl_expr *i, uint64_t bytes) {
    const uint64_t n = csl_elements_behind(L, pointer, bytes);
    csl_expr *ok = n ? in_bounds(L, i, csl_const(L->ctx, CSL_I64, (int64_t)n)) : NULL;
    return ok && !csl_is_true(ok) ? ok : NULL;
}

static bool is_pointer_cast(CXCursor e) {
    const enum CXCursorKind kind = clang_getCursorKind(e);
    return (kind == CXCursor_CStyleCastExpr || kind == CXCursor_CXXReinterpretCastExpr) &&
           csl_scalar_type(clang_getCursorType(e)) == CSL_PTR;
}

static bool is_zero(csl_lower_state *L, CXCursor e) {
    return clang_getCursorKind(e) == CXCursor_IntegerLiteral && csl_is_const(csl_constant(L, e), 0);
}

/* *(float4 *)&a[i][k]: the element, whose subscripts are inside of the array; null: another form.
 */
static CXCursor element_behind(csl_lower_state *L, CXCursor pointer) {
    pointer = csl_strip_parens(L, pointer);
    while (is_pointer_cast(pointer)) {
        const csl_cursors kids = csl_operands(L, pointer);
        pointer = csl_strip_parens(L, kids.v[kids.n - 1]);
    }
    if (clang_getCursorKind(pointer) != CXCursor_UnaryOperator ||
        clang_getCursorUnaryOperatorKind(pointer) != CXUnaryOperator_AddrOf)
        return clang_getNullCursor();
    const CXCursor element = csl_strip_parens(L, csl_operands(L, pointer).v[0]);
    return clang_getCursorKind(element) == CXCursor_ArraySubscriptExpr ? element
                                                                       : clang_getNullCursor();
}

csl_lval csl_lower_pointee(csl_lower_state *L, CXCursor pointer, CXType type) {
    const CXCursor element = element_behind(L, pointer);
    csl_lval out;
    if (clang_Cursor_isNull(element)) {
        out = csl_lval_memory(csl_rvalue_as(L, pointer, CSL_PTR), type);
    } else {
        const csl_lval part = csl_lower_subscript(L, element, csl_sizeof(type));
        out = csl_lval_memory(csl_address_of(L, part, element), type);
        out.bounds = part.kind == CSL_LV_MEMORY ? part.bounds : NULL;
    }
    out.is_volatile = clang_isVolatileQualifiedType(clang_getCanonicalType(type));
    return out;
}

/* The last of the elements from number i on that an access of so many bytes takes. */
static csl_expr *last_of(csl_lower_state *L, csl_expr *i, CXType elem, uint64_t bytes) {
    const uint64_t one = csl_sizeof(elem);
    return one && bytes > one ? csl_binary(L->ctx, CSL_OP_ADD, csl_cast(L->ctx, CSL_I64, i),
                                           csl_const(L->ctx, CSL_I64, (int64_t)(bytes / one - 1)))
                              : i;
}

csl_lval csl_lower_subscript(csl_lower_state *L, CXCursor e, uint64_t bytes) {
    csl_cursors kids = csl_operands(L, e);
    if (kids.n != 2)
        return csl_lval_none(clang_getCursorType(e));
    CXCursor base = kids.v[0], index = kids.v[1];
    CXType base_type = clang_getCanonicalType(clang_getCursorType(base));
    if (csl_is_vector(base_type))
        return vector_element(L, base, index, e);
    if (csl_scalar_type(base_type) != CSL_PTR && !csl_is_array(base_type) &&
        !csl_is_dependent(base_type)) { /* 3[a] */
        base = kids.v[1];
        index = kids.v[0];
    }
    CXCursor inner = csl_strip_parens(L, base);
    CXType array = clang_getCanonicalType(clang_getCursorType(inner));
    if (is_pointer_cast(inner) && is_zero(L, index))
        return csl_lower_pointee(L, inner, clang_getPointeeType(array));
    csl_mark mark;
    csl_lval out;
    CXType elem;
    if (csl_is_array(array)) {
        csl_lval whole = csl_lower_lvalue(L, inner);
        elem = clang_getArrayElementType(array);
        mark = csl_set_mark(L);
        csl_expr *i = csl_rvalue(L, index);
        if (whole.kind == CSL_LV_NONE)
            return csl_lval_none(elem);
        bool parameter = whole.kind == CSL_LV_VAR || whole.kind == CSL_LV_VALUE;
        csl_expr *address = csl_settle(L, mark, csl_decay(L, whole, inner), base);
        csl_dimension d = csl_dimension_of(L, inner);
        csl_expr *offset =
            d.bytes ? csl_binary(L->ctx, CSL_OP_MUL, csl_cast(L->ctx, CSL_I64, i), d.bytes)
                    : csl_emit_havoc(L, CSL_I64, CSL_SCOPE_THREAD, e, "row of unknown size");
        out = csl_lval_memory(
            csl_is_const(offset, 0) ? address : csl_binary(L->ctx, CSL_OP_ADD, address, offset),
            elem);
        out.bounds = whole.bounds;
        out.through = whole.through;
        out.is_volatile = whole.is_volatile;
        if (d.extent && !parameter) {
            add_bounds(L, &out, in_bounds(L, i, d.extent));
            add_bounds(L, &out, in_bounds(L, last_of(L, i, elem, bytes), d.extent));
        }
    } else {
        enum CXCursorKind kind = clang_getCursorKind(inner);
        csl_expr *pointer;
        if (csl_is_dependent(array) &&
            (kind == CXCursor_MemberRefExpr || kind == CXCursor_ArraySubscriptExpr)) {
            csl_lval whole = csl_lower_lvalue(L, inner);
            if (whole.kind == CSL_LV_MEMORY && csl_is_array(whole.type))
                return dependent_element(L, whole, index, e);
            if (csl_is_lent_place(L, whole))
                return csl_lent_element(L, whole, csl_rvalue(L, index), subscripts_below(L, inner));
            pointer = csl_convert(L, CSL_PTR, csl_load(L, whole, inner));
        } else {
            pointer = csl_rvalue_as(L, base, CSL_PTR);
        }
        mark = csl_set_mark(L);
        csl_expr *i = csl_rvalue(L, index);
        pointer = csl_settle(L, mark, pointer, base);
        elem = clang_getPointeeType(array);
        if (elem.kind == CXType_Invalid)
            elem = clang_getCursorType(e);
        out = csl_lval_memory(csl_offset_address(L, pointer, i, csl_sizeof(elem)), elem);
        out.bounds = bounds_behind(L, inner, i, csl_sizeof(elem));
    }
    if (clang_isVolatileQualifiedType(clang_getCanonicalType(elem)))
        out.is_volatile = true;
    return out;
}

csl_lval csl_member(csl_lower_state *L, csl_lval base, CXCursor field, CXCursor at) {
    csl_lval slot = csl_member_slot(L, base, field, at);
    if (slot.kind != CSL_LV_MEMORY || !csl_is_reference(slot.type))
        return slot;
    return csl_lval_memory(csl_load(L, slot, at), slot.type);
}

/* The last word of `x.name`; NULL: not to be seen. */
static const char *member_name(csl_lower_state *L, CXCursor e) {
    const char *text = csl_text_of(L->places, e), *dot = text ? strrchr(text, '.') : NULL,
               *arrow = text ? strrchr(text, '>') : NULL;
    const char *name = dot > arrow ? dot : arrow;
    return name ? name + 1 : NULL;
}

/* The field that `x.name` of a dependent class names: the last word of its text among the fields of
 * the template. A specialisation may have others; hence the mark on the kernel. */
static CXCursor dependent_field(csl_lower_state *L, CXType type, CXCursor e, int64_t *offset) {
    CXCursor cls = clang_getTypeDeclaration(clang_getCanonicalType(type));
    CXCursor def = clang_getCursorDefinition(cls), none = clang_getNullCursor();
    cls = clang_Cursor_isNull(def) ? cls : def;
    const char *name = member_name(L, e);
    if (!name || clang_isInvalid(clang_getCursorKind(cls)))
        return none;
    csl_cursors kids = csl_children(L->scratch, cls);
    for (unsigned i = 0; i < kids.n; i++) {
        enum CXCursorKind kind = clang_getCursorKind(kids.v[i]);
        if (kind == CXCursor_CXXBaseSpecifier || clang_Cursor_isBitField(kids.v[i]))
            return none; /* where the rest lies is not known */
        if (kind != CXCursor_FieldDecl)
            continue;
        if (strcmp(csl_spelling(L->ctx, kids.v[i]), name) == 0)
            return kids.v[i];
        uint64_t bytes = csl_sizeof(clang_getCursorType(kids.v[i]));
        if (clang_getCursorKind(cls) == CXCursor_UnionDecl)
            continue;
        if (!bytes)
            return none;
        *offset += (int64_t)((bytes + 7) / 8 * 8);
    }
    return none;
}

/* x.m where the class of x depends on a template parameter. */
static csl_lval dependent_member(csl_lower_state *L, csl_lval base, CXCursor e) {
    int64_t offset = 0;
    CXCursor field = dependent_field(L, base.type, e, &offset);
    if (clang_Cursor_isNull(field) || csl_is_reference(clang_getCursorType(field)))
        return csl_lval_none(clang_getCursorType(e));
    csl_lval out = csl_lval_memory(csl_add_bytes(L, csl_address_of(L, base, e), offset),
                                   clang_getCursorType(field));
    out.bounds = base.bounds;
    out.through = base.through;
    out.is_volatile = base.is_volatile;
    if (!L->kernel->recovered)
        L->kernel->recovered = csl_intern(
            L->ctx, csl_format(L->ctx, "the layout of the class of `%s` is that of its template",
                               csl_text_of(L->places, e)));
    return out;
}

/* The same where nothing is known of the class, in shared memory that the caller lends. */
static csl_lval lent_member(csl_lower_state *L, csl_lval base, CXCursor e) {
    CXType type = clang_getCursorType(e);
    const char *name = member_name(L, e);
    if (!name)
        return csl_lval_none(type);
    if (csl_is_lent_place(L, base))
        return csl_lent_part(L, base, name, e);
    if (!csl_is_lent(L, name, type))
        return csl_lval_none(type);
    uint32_t object = csl_lent_object(L, csl_intern(L->ctx, name), clang_getNullCursor(), type);
    return csl_lval_memory(csl_object_address(L, object), type);
}

/* A member of the object that a function which no kernel reaches is called on. Nothing is known of
 * that object, but what a reference or pointer in it leads to may be the block's. */
static csl_lval caller_member(csl_lower_state *L, CXCursor field, CXCursor e) {
    CXType type = clang_getCanonicalType(clang_getCursorType(field));
    const bool pointer = type.kind == CXType_Pointer;
    const char *name = csl_spelling(L->ctx, field);
    if (clang_getCursorKind(field) != CXCursor_FieldDecl || (!pointer && !csl_is_reference(type)) ||
        csl_cursor_set_has(&L->assigned, field) || !csl_is_lent(L, name, type))
        return csl_lval_none(clang_getCursorType(e));
    csl_expr *address = csl_object_address(L, csl_lent_object(L, name, field, type));
    return pointer ? csl_lval_value(address, type, field)
                   : csl_lval_memory(address, clang_getPointeeType(type));
}

/* The object that the code belongs to; NULL: one of which nothing is known. */
static const csl_lval *own_object(csl_lower_state *L) {
    csl_activation *act = L->act;
    while (act && !act->has_this)
        act = act->lexical;
    return act ? &act->self : NULL;
}

csl_lval csl_lower_member(csl_lower_state *L, CXCursor e) {
    CXCursor field = clang_getCursorReferenced(e);
    enum CXCursorKind kind = clang_getCursorKind(field);
    csl_cursors kids = csl_operands(L, e);
    if (kind == CXCursor_VarDecl || kind == CXCursor_EnumConstantDecl) {
        if (kids.n)
            csl_discard(L, kids.v[0]);
        return csl_lower_named(L, field, e);
    }
    csl_lval base;
    const csl_lval *own = own_object(L);
    const bool of_own = !kids.n || clang_getCursorKind(kids.v[0]) == CXCursor_CXXThisExpr;
    if (of_own && (!own || own->kind == CSL_LV_NONE))
        return caller_member(L, field, e);
    if (!kids.n) {
        base = *own;
    } else {
        CXType t = clang_getCanonicalType(clang_getCursorType(kids.v[0]));
        if (t.kind == CXType_Pointer)
            base = csl_lval_memory(csl_rvalue_as(L, kids.v[0], CSL_PTR), clang_getPointeeType(t));
        else
            base = csl_lower_lvalue(L, kids.v[0]);
    }
    if (kind == CXCursor_FieldDecl)
        return csl_member(L, base, field, e);
    /* A member of a dependent class: somewhere in the object, value unknown. */
    if (base.kind == CSL_LV_NONE || base.kind == CSL_LV_BUILTIN ||
        !csl_is_dependent(clang_getCursorType(e)))
        return csl_lval_none(clang_getCursorType(e));
    L->unresolved = true;
    csl_lval known = dependent_member(L, base, e);
    if (known.kind == CSL_LV_NONE)
        known = lent_member(L, base, e);
    if (known.kind != CSL_LV_NONE)
        return known;
    csl_expr *where =
        csl_emit_havoc(L, CSL_I64, CSL_SCOPE_THREAD, e, "member of a dependent class");
    csl_expr *address = csl_binary(L->ctx, CSL_OP_ADD, csl_address_of(L, base, e), where);
    csl_lval part = csl_lval_memory(address, clang_getCursorType(e));
    part.bounds = base.bounds;
    part.through = base.through;
    part.is_part = true;
    return part;
}
