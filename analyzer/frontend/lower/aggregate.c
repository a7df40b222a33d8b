/* Values of class and array type: initialisation, copies, temporaries. */
#include "lifetime.h"
#include "../../limits/limits.h"

typedef struct fields {
    CXCursor *v;
    unsigned n;
} fields;

csl_lval csl_temporary(csl_lower_state *L, CXCursor e) {
    CXType type = csl_plain(clang_getCursorType(e));
    csl_type scalar = csl_scalar_type(type);
    if (scalar != CSL_VOID) {
        csl_expr *value = csl_rvalue_as(L, e, scalar);
        uint32_t var = csl_new_var(L, "", scalar, clang_getNullCursor());
        csl_emit_let(L, var, value, e, csl_text_here(L, e));
        return csl_lval_var(L, var, type);
    }
    if (!csl_is_class(type) && !csl_is_array(type) && !csl_sizeof(type)) {
        csl_discard(L, e);
        return csl_lval_none(type);
    }
    csl_lval dest = csl_new_local(L, clang_getNullCursor(), type, "");
    csl_lower_aggregate(L, e, dest);
    csl_begin_temporary(L, dest, e);
    return dest;
}

/* Zero or the default member initialisers for what an initialiser list leaves out. */
static void fill(csl_lower_state *L, csl_lval dest, CXCursor at) {
    csl_type scalar = csl_scalar_type(dest.type);
    if (L->full)
        return;
    if (scalar != CSL_VOID) {
        csl_store(L, dest, csl_const(L->ctx, scalar, 0), at, at);
    } else if (csl_is_array(dest.type)) {
        long long n = clang_getArraySize(clang_getCanonicalType(dest.type));
        if (csl_is_long(n))
            csl_whole_access(L, CSL_MODE_WRITE, dest, at);
        for (long long i = 0; i < n && !csl_is_long(n); i++)
            fill(L, csl_element(L, dest, (uint64_t)i), at);
    } else if (csl_is_class(dest.type)) {
        csl_cursors f = csl_fields_of(L->scratch, dest.type);
        for (unsigned i = 0; i < f.n; i++) {
            CXCursor init = csl_field_initialiser(L, f.v[i]);
            if (!clang_Cursor_isNull(init))
                csl_initialise_member(L, dest, f.v[i], init);
            else
                fill(L, csl_member_slot(L, dest, f.v[i], at), at);
        }
    }
}

static bool is_designated(csl_lower_state *L, CXCursor e) {
    const csl_cursors parts = csl_children(L->scratch, e);
    return parts.n && clang_getCursorKind(parts.v[0]) == CXCursor_MemberRef;
}

/* What `{.field = value}` gives the field; null: nothing. */
static CXCursor designated(csl_lower_state *L, csl_cursors list, CXCursor field) {
    for (unsigned i = 0; i < list.n; i++) {
        const csl_cursors parts = csl_children(L->scratch, list.v[i]);
        if (parts.n == 2 && clang_equalCursors(clang_getCursorReferenced(parts.v[0]), field))
            return parts.v[1];
    }
    return clang_getNullCursor();
}

/* The fields are initialised in their order, whatever the order of the list. `.a.b = value`, lists
 * that name some fields only by their places and fields of unnamed members are not modelled. */
static void designated_list(csl_lower_state *L, CXCursor e, csl_cursors list, csl_lval dest) {
    const csl_cursors f = csl_fields_of(L->scratch, dest.type);
    const bool is_union =
        clang_getCursorKind(clang_getTypeDeclaration(dest.type)) == CXCursor_UnionDecl;
    unsigned found = 0, plain = 0;
    for (unsigned i = 0; i < f.n; i++)
        found += !clang_Cursor_isNull(designated(L, list, f.v[i]));
    for (unsigned i = 0; i < list.n; i++)
        plain += is_designated(L, list.v[i]) && csl_children(L->scratch, list.v[i]).n == 2;
    if (found != list.n || plain != list.n || (is_union && found != 1)) {
        csl_emit_opaque(L, e, "designated initialiser");
        csl_forget(L, dest, CSL_SCOPE_THREAD, e, "designated initialiser");
        return;
    }
    for (unsigned i = 0; i < f.n; i++) {
        CXCursor init = designated(L, list, f.v[i]);
        if (clang_Cursor_isNull(init) && !is_union)
            init = csl_field_initialiser(L, f.v[i]);
        if (!clang_Cursor_isNull(init))
            csl_initialise_member(L, dest, f.v[i], init);
        else if (!is_union)
            fill(L, csl_member_slot(L, dest, f.v[i], e), e);
    }
}

static void init_list(csl_lower_state *L, CXCursor e, csl_lval dest) {
    csl_cursors kids = csl_operands(L, e);
    if (csl_is_array(dest.type)) {
        long long n = clang_getArraySize(clang_getCanonicalType(dest.type));
        if (csl_limit_exceeded(CSL_LIMIT_elements, kids.n)) {
            for (unsigned i = 0; i < kids.n; i++)
                csl_discard(L, kids.v[i]);
            csl_whole_access(L, CSL_MODE_WRITE, dest, e);
            return;
        }
        unsigned i = 0;
        for (; i < kids.n; i++)
            csl_initialise(L, csl_element(L, dest, i), kids.v[i]);
        if (csl_is_long(n))
            csl_whole_access(L, CSL_MODE_WRITE, dest, e);
        for (; i < n && !csl_is_long(n); i++)
            fill(L, csl_element(L, dest, i), e);
        return;
    }
    if (!csl_is_class(dest.type)) {
        for (unsigned i = 0; i < kids.n; i++)
            csl_discard(L, kids.v[i]);
        csl_forget(L, dest, CSL_SCOPE_THREAD, e, "value read as a whole");
        return;
    }
    if (kids.n == 1 &&
        clang_equalTypes(csl_plain(clang_getCursorType(kids.v[0])), csl_plain(dest.type))) {
        csl_initialise(L, dest, kids.v[0]);
        return;
    }
    for (unsigned i = 0; i < kids.n; i++)
        if (is_designated(L, kids.v[i])) {
            designated_list(L, e, kids, dest);
            return;
        }
    csl_cursors f = csl_fields_of(L->scratch, dest.type);
    csl_cursors bases = csl_bases_of(L->scratch, dest.type);
    unsigned used = 0;
    for (unsigned i = 0; i < bases.n && used < kids.n; i++, used++) {
        CXType base = csl_plain(clang_getCursorType(bases.v[i]));
        csl_initialise(L, csl_base_of(L, dest, base, e), kids.v[used]);
    }
    for (unsigned i = 0; i < f.n; i++) {
        CXCursor init = used < kids.n ? kids.v[used++] : csl_field_initialiser(L, f.v[i]);
        if (!clang_Cursor_isNull(init))
            csl_initialise_member(L, dest, f.v[i], init);
        else
            fill(L, csl_member_slot(L, dest, f.v[i], e), e);
    }
}

void csl_initialise_member(csl_lower_state *L, csl_lval object, CXCursor field, CXCursor init) {
    csl_lval slot = csl_member_slot(L, object, field, init);
    if (!csl_is_reference(slot.type)) {
        csl_initialise(L, slot, init);
        return;
    }
    csl_lval target = csl_bind_reference(L, init);
    csl_store(L, slot, csl_address_of(L, target, init), init, init);
}

void csl_initialise(csl_lower_state *L, csl_lval dest, CXCursor init) {
    csl_type scalar = csl_scalar_type(dest.type);
    if (scalar == CSL_VOID) {
        csl_lower_aggregate(L, init, dest);
        return;
    }
    csl_expr *value = csl_rvalue_as(L, init, scalar);
    csl_store(L, dest, value, init, init);
}

static void conditional(csl_lower_state *L, CXCursor e, csl_cursors kids, csl_lval dest) {
    csl_expr *cond = csl_condition(L, kids.v[0]);
    csl_seq *outer = L->seq, yes = {0}, no = {0};
    csl_stmt *s = csl_emit(L, CSL_STMT_IF, kids.v[0]);
    s->origin = CSL_FROM_CONDITIONAL;
    s->text = csl_text_here(L, kids.v[0]);
    s->branch.cond = cond;
    const csl_lifetime *before = csl_temporaries(L);
    L->seq = &yes;
    csl_lower_aggregate(L, kids.v[1], dest);
    csl_end_branch(L, before, kids.v[1]);
    L->seq = &no;
    csl_lower_aggregate(L, kids.v[2], dest);
    csl_end_branch(L, before, kids.v[2]);
    L->seq = outer;
    s->branch.body = yes.first;
    s->branch.other = no.first;
    (void)e;
}

static void through_cast(csl_lower_state *L, CXCursor e, csl_cursors kids, csl_lval dest) {
    CXCursor inner = kids.v[kids.n - 1];
    CXType from = csl_plain(clang_getCursorType(inner)), to = csl_plain(clang_getCursorType(e));
    if (clang_equalTypes(from, to) || from.kind == CXType_Void) {
        csl_lower_aggregate(L, inner, dest);
    } else if (csl_is_class(from)) { /* derived to base */
        csl_lval whole = csl_bind_reference(L, inner);
        whole.type = from;
        csl_copy(L, dest, csl_base_of(L, whole, to, e), e);
    } else {
        csl_discard(L, inner);
        if (csl_scalar_type(from) == CSL_VOID)
            csl_emit_opaque(L, e, "conversion to a class");
        csl_forget(L, dest, CSL_SCOPE_THREAD, e, "conversion to a class");
    }
}

/* The move of a value to its place that C++11 and C++14 show and then leave out; libclang names no
 * constructor for it. */
static bool is_elided(CXCursor e, csl_cursors kids) {
    return clang_Cursor_isNull(clang_getCursorReferenced(e)) && kids.n == 1 &&
           clang_Cursor_getNumArguments(e) == 1 &&
           clang_equalTypes(csl_plain(clang_getCursorType(kids.v[0])),
                            csl_plain(clang_getCursorType(e)));
}

static void call(csl_lower_state *L, CXCursor e, csl_lval dest) {
    csl_cursors kids = csl_operands(L, e);
    if (is_elided(e, kids)) {
        csl_lower_aggregate(L, kids.v[0], dest);
    } else if (clang_getCursorKind(clang_getCursorReferenced(e)) == CXCursor_Constructor) {
        csl_construct(L, e, dest);
    } else {
        csl_lval out = csl_lval_none(dest.type);
        csl_lower_call(L, e, &dest, &out);
    }
}

static void statement_expression(csl_lower_state *L, CXCursor e, csl_lval dest) {
    csl_cursors body = csl_children(L->scratch, e);
    if (!body.n)
        return;
    csl_cursors kids = csl_children(L->scratch, body.v[0]);
    csl_block block;
    csl_open_block(L, &block);
    for (unsigned i = 0; i < kids.n; i++)
        if (i + 1 == kids.n && clang_isExpression(clang_getCursorKind(kids.v[i])))
            csl_lower_aggregate(L, kids.v[i], dest);
        else
            csl_lower_stmt(L, kids.v[i]);
    csl_close_block(L, &block);
}

/* One that is no lvalue. */
static void aggregate_value(csl_lower_state *L, CXCursor e, csl_lval dest) {
    csl_cursors kids;
    switch (clang_getCursorKind(e)) {
    case CXCursor_CallExpr: call(L, e, dest); break;
    case CXCursor_InitListExpr: init_list(L, e, dest); break;
    case CXCursor_LambdaExpr: csl_make_closure(L, e); break;
    case CXCursor_ConditionalOperator:
        kids = csl_operands(L, e);
        if (kids.n == 3)
            conditional(L, e, kids, dest);
        else
            csl_emit_opaque(L, e, "conditional with unknown operands");
        break;
    case CXCursor_BinaryOperator:
        kids = csl_operands(L, e);
        if (kids.n == 2 && clang_getCursorBinaryOperatorKind(e) == CXBinaryOperator_Comma) {
            csl_discard(L, kids.v[0]);
            csl_lower_aggregate(L, kids.v[1], dest);
            break;
        }
        csl_rvalue(L, e);
        csl_forget(L, dest, CSL_SCOPE_THREAD, e, "value read as a whole");
        break;
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXFunctionalCastExpr:
    case CXCursor_CompoundLiteralExpr:
        kids = csl_operands(L, e);
        if (kids.n == 2 && csl_is_array(clang_getCursorType(kids.v[0]))) /* copy of an array */
            csl_copy(L, dest, csl_bind_reference(L, kids.v[0]), e);
        else if (kids.n)
            through_cast(L, e, kids, dest);
        else
            fill(L, dest, e);
        break;
    case CXCursor_StmtExpr: statement_expression(L, e, dest); break;
    case CXCursor_StringLiteral: csl_whole_access(L, CSL_MODE_WRITE, dest, e); break;
    default:
        if (csl_scalar_type(clang_getCursorType(e)) == CSL_VOID)
            csl_emit_opaque(L, e, "class value is not modelled");
        else /* what a constructor that is not shown makes of a number */
            csl_discard(L, e);
        csl_forget(L, dest, CSL_SCOPE_THREAD, e, "value read as a whole");
        break;
    }
}

void csl_lower_aggregate(csl_lower_state *L, CXCursor e, csl_lval dest) {
    if (L->full)
        return;
    csl_account(L, e);
    if (csl_limit_exceeded(CSL_LIMIT_nesting, ++L->depth)) {
        L->depth--;
        csl_emit_opaque(L, e, "expression nested too deep");
        return;
    }
    if (csl_is_lvalue(L, e))
        csl_copy(L, dest, csl_bind_reference(L, e), e);
    else
        aggregate_value(L, e, dest);
    L->depth--;
}
