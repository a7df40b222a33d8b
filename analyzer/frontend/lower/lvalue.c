/* What an expression denotes: variables, memory, members, elements. */
#include "lifetime.h"
#include "../../limits/limits.h"

/* Names addresses, reads and fills what only this thread has: no harm where the other side is
 * chosen. */
static bool is_harmless(csl_lower_state *L, const csl_stmt *s) {
    for (; s; s = s->next) {
        bool quiet = s->kind == CSL_STMT_HAVOC ||
                     (s->kind == CSL_STMT_LET && csl_is_null(L->info[s->let.var].decl));
        if (s->kind == CSL_STMT_ACCESS) {
            int32_t root = csl_root_object(L, s->access->address);
            quiet = root >= 0 && L->objects[root].kind == CSL_OBJ_LOCAL &&
                    (s->access->mode == CSL_MODE_READ || csl_is_null(L->object_decl[root]));
        }
        if (!quiet)
            return false;
    }
    return true;
}

/* The address of either side; what a side does besides happens only if it is chosen. */
static csl_lval conditional_lvalue(csl_lower_state *L, CXCursor e, csl_cursors kids) {
    csl_expr *cond = csl_condition(L, kids.v[0]);
    if (csl_is_true(cond) || csl_is_false(cond)) {
        csl_account_whole(L, kids.v[csl_is_true(cond) ? 2 : 1]);
        return csl_lower_lvalue(L, kids.v[csl_is_true(cond) ? 1 : 2]);
    }
    csl_seq *outer = L->seq, side[2] = {{0}, {0}};
    csl_expr *address[2];
    const csl_lifetime *before = csl_temporaries(L);
    csl_mark mark = csl_set_mark(L);
    for (int k = 0; k < 2; k++) {
        L->seq = &side[k];
        csl_lval lval = csl_lower_lvalue(L, kids.v[1 + k]);
        address[k] = csl_address_of(L, lval, kids.v[1 + k]);
        csl_end_branch(L, before, kids.v[1 + k]);
    }
    L->seq = outer;
    CXType type = clang_getCursorType(e);
    if (is_harmless(L, side[0].first) && is_harmless(L, side[1].first)) {
        csl_splice(outer, side[0].first);
        csl_splice(outer, side[1].first);
        return csl_lval_memory(csl_ite(L->ctx, cond, address[0], address[1]), type);
    }
    cond = csl_settle(L, mark, cond, kids.v[0]);
    uint32_t var = csl_new_var(L, "", CSL_PTR, clang_getNullCursor());
    for (int k = 0; k < 2; k++) {
        L->seq = &side[k];
        csl_emit_let(L, var, address[k], kids.v[1 + k], NULL);
    }
    L->seq = outer;
    csl_stmt *s = csl_emit(L, CSL_STMT_IF, kids.v[0]);
    s->origin = CSL_FROM_CONDITIONAL;
    s->text = csl_text_here(L, kids.v[0]);
    s->branch.cond = cond;
    s->branch.body = side[0].first;
    s->branch.other = side[1].first;
    return csl_lval_memory(csl_var_value(L, var), type);
}

static csl_lval lvalue_of_cast(csl_lower_state *L, CXCursor e) {
    csl_cursors kids = csl_operands(L, e);
    CXCursor inner = kids.v[kids.n - 1];
    CXType vector;
    if (csl_is_vector_part(L, e, &vector))
        return csl_lower_vector_part(L, e, vector);
    csl_lval out = csl_lower_lvalue(L, inner);
    CXType type = clang_getCursorType(e), from = clang_getCursorType(inner);
    if (!csl_is_dependent(from))
        out.type = csl_plain(from);
    bool reinterprets = clang_getCursorKind(e) == CXCursor_CXXReinterpretCastExpr;
    out = csl_view(L, out, type, reinterprets, e);
    out.is_volatile |= clang_isVolatileQualifiedType(clang_getCanonicalType(type));
    return out;
}

/* x.*m and p->*m. A pointer to a member is its offset and 1, so that none is 0. */
static csl_lval pointed_member(csl_lower_state *L, CXCursor e, csl_cursors kids) {
    csl_lval object;
    if (clang_getCursorBinaryOperatorKind(e) == CXBinaryOperator_PtrMemI) {
        CXType t = clang_getCanonicalType(clang_getCursorType(kids.v[0]));
        object = csl_lval_memory(csl_freeze(L, csl_rvalue_as(L, kids.v[0], CSL_PTR), kids.v[0]),
                                 clang_getPointeeType(t));
    } else {
        object = csl_bind_reference(L, kids.v[0]);
    }
    csl_expr *place = csl_rvalue_as(L, kids.v[1], CSL_PTR);
    csl_expr *offset = csl_binary(L->ctx, CSL_OP_SUB, csl_cast(L->ctx, CSL_I64, place),
                                  csl_const(L->ctx, CSL_I64, 1));
    csl_expr *base = csl_address_of(L, object, kids.v[0]);
    csl_lval out =
        csl_lval_memory(csl_binary(L->ctx, CSL_OP_ADD, base, offset), clang_getCursorType(e));
    out.through = object.through;
    out.is_volatile = object.is_volatile;
    return out;
}

static csl_lval lvalue_of_unary(csl_lower_state *L, CXCursor e) {
    csl_cursors kids = csl_operands(L, e);
    CXType type = clang_getCursorType(e);
    enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(e);
    if (kids.n != 1)
        return csl_lower_place(L, e);
    if (op == CXUnaryOperator_Deref) {
        CXType pointee = csl_element_type(clang_getCursorType(kids.v[0]));
        return csl_lower_pointee(L, kids.v[0], pointee.kind == CXType_Invalid ? type : pointee);
    }
    if (op == CXUnaryOperator_PreInc || op == CXUnaryOperator_PreDec) {
        csl_discard(L, e);
        return L->written;
    }
    csl_lval out = csl_lower_lvalue(L, kids.v[0]);
    CXType whole = clang_getCanonicalType(clang_getCursorType(kids.v[0]));
    if (whole.kind != CXType_Complex)
        return out;
    csl_expr *address = csl_address_of(L, out, e);
    int64_t at = op == CXUnaryOperator_Imag ? (int64_t)csl_sizeof(clang_getElementType(whole)) : 0;
    out.kind = CSL_LV_MEMORY;
    out.address = csl_add_bytes(L, address, at);
    out.type = csl_plain(type);
    return out;
}

static csl_lval lvalue_of_binary(csl_lower_state *L, CXCursor e) {
    csl_cursors kids = csl_operands(L, e);
    if (kids.n != 2)
        return csl_lower_place(L, e);
    switch (clang_getCursorBinaryOperatorKind(e)) {
    case CXBinaryOperator_Comma: csl_discard(L, kids.v[0]); return csl_bind_reference(L, kids.v[1]);
    case CXBinaryOperator_PtrMemD:
    case CXBinaryOperator_PtrMemI: return pointed_member(L, e, kids);
    default: /* (x = 3), (x += 3) */ csl_discard(L, e); return L->written;
    }
}

static csl_lval lvalue_of_call(csl_lower_state *L, CXCursor e) {
    CXCursor pointer;
    CXType type = clang_getCursorType(e);
    if (csl_is_dependent_deref(L, e, &pointer))
        return csl_lval_memory(csl_rvalue_as(L, pointer, CSL_PTR), type);
    csl_lval out = csl_lval_none(type);
    csl_lower_call(L, e, NULL, &out);
    return out;
}

static csl_lval known_lvalue(csl_lower_state *L, CXCursor e) {
    csl_cursors kids;
    switch (clang_getCursorKind(e)) {
    case CXCursor_DeclRefExpr: return csl_lower_name(L, e);
    case CXCursor_MemberRefExpr: return csl_lower_member(L, e);
    case CXCursor_ArraySubscriptExpr: return csl_lower_subscript(L, e, 0);
    case CXCursor_UnaryOperator: return lvalue_of_unary(L, e);
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator: return lvalue_of_binary(L, e);
    case CXCursor_ConditionalOperator: return conditional_lvalue(L, e, csl_operands(L, e));
    case CXCursor_CallExpr: return lvalue_of_call(L, e);
    case CXCursor_StringLiteral:
        return csl_lval_memory(csl_pure(L->ctx, CSL_PTR, CSL_STRING_LITERAL, 0, NULL),
                               clang_getCursorType(e));
    case CXCursor_ParenExpr:
    case CXCursor_InitListExpr: kids = csl_operands(L, e); return csl_lower_lvalue(L, kids.v[0]);
    default: return lvalue_of_cast(L, e);
    }
}

/* An object of a form that is not known: its parts are evaluated, and it may be anything. */
static csl_lval unknown_lvalue(csl_lower_state *L, CXCursor e) {
    csl_cursors kids = csl_operands(L, e);
    for (unsigned i = 0; i < kids.n; i++)
        csl_discard(L, kids.v[i]);
    csl_emit_opaque(L, e, "object that is not modelled");
    return csl_lval_none(clang_getCursorType(e));
}

csl_lval csl_lower_lvalue(csl_lower_state *L, CXCursor e) {
    csl_lval out;
    csl_account(L, e);
    if (csl_limit_exceeded(CSL_LIMIT_nesting, ++L->depth)) {
        L->depth--;
        csl_emit_opaque(L, e, "expression nested too deep");
        return csl_lval_none(clang_getCursorType(e));
    }
    switch (csl_category_of(L, e)) {
    case CSL_IS_LVALUE: out = known_lvalue(L, e); break;
    case CSL_IS_VALUE: /* a name stands for its value itself */
        out = clang_getCursorKind(e) == CXCursor_DeclRefExpr ? csl_lower_name(L, e)
                                                             : csl_temporary(L, e);
        break;
    default: out = unknown_lvalue(L, e); break;
    }
    L->depth--;
    return out;
}

csl_lval csl_lower_place(csl_lower_state *L, CXCursor e) {
    bool temporary = csl_is_class(clang_getCursorType(e)); /* it may be one, and is written to */
    csl_category category = csl_category_of(L, e);
    return category == CSL_IS_LVALUE || (temporary && category == CSL_IS_VALUE)
               ? csl_lower_lvalue(L, e)
               : unknown_lvalue(L, e);
}

csl_lval csl_bind_reference(csl_lower_state *L, CXCursor e) {
    csl_lval lval = csl_lower_lvalue(L, e);
    if (lval.kind == CSL_LV_MEMORY) {
        lval.address = csl_freeze(L, lval.address, e);
        lval.bounds = lval.bounds ? csl_freeze(L, lval.bounds, e) : NULL; /* of this subscript */
    }
    return lval;
}
