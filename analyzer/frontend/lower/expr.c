/* Values of scalar expressions. */
#include "lifetime.h"
#include "../../limits/limits.h"

#include <ctype.h>
#include <string.h>

/* ---- conversions ----------------------------------------------------------------------------- */

csl_expr *csl_rvalue_as(csl_lower_state *L, CXCursor e, csl_type type) {
    return csl_convert(L, type, csl_rvalue(L, e));
}

csl_expr *csl_condition(csl_lower_state *L, CXCursor e) {
    return csl_truth(L->ctx, csl_rvalue(L, e));
}

csl_expr *csl_full_condition(csl_lower_state *L, CXCursor e) {
    csl_block full;
    csl_open_full(L, &full);
    return csl_close_full(L, &full, csl_condition(L, e), e);
}

/* Implicit and explicit casts: the operand is the last expression child; before it may come the
 * bounds of an array type. */
static csl_expr *cast(csl_lower_state *L, CXCursor e) {
    csl_type to = csl_value_type(clang_getCursorType(e));
    csl_cursors kids = csl_operands(L, e);
    if (kids.n == 0)
        return csl_constant(L, e);
    CXCursor inner = kids.v[kids.n - 1];
    if (to == CSL_VOID) { /* (void)x */
        csl_discard(L, inner);
        return csl_const(L->ctx, CSL_I32, 0);
    }
    CXType from = clang_getCursorType(inner);
    if (csl_is_array(from) && to == CSL_PTR)
        return csl_decay(L, csl_lower_lvalue(L, inner), inner);
    if (clang_getCursorKind(e) != CXCursor_ParenExpr &&
        clang_getCursorKind(e) != CXCursor_UnexposedExpr && csl_is_lvalue(L, e))
        return csl_load(L, csl_lower_lvalue(L, e), e);
    CXType vector;
    if (csl_is_vector_part(L, e, &vector))
        return csl_load(L, csl_lower_vector_part(L, e, vector), e);
    if (csl_is_class(from)) {
        /* A class read as a scalar through its address (reinterpret_cast<int &>(x)). */
        csl_lval lval = csl_bind_reference(L, inner);
        lval = csl_lval_memory(csl_address_of(L, lval, inner), clang_getCursorType(e));
        return csl_load(L, lval, e);
    }
    csl_expr *value = csl_rvalue(L, inner);
    if (to != CSL_PTR)
        return csl_convert(L, to, value);
    CXType t = clang_getCanonicalType(clang_getCursorType(e)), f = clang_getCanonicalType(from);
    if (t.kind == CXType_MemberPointer && f.kind == CXType_MemberPointer && !clang_equalTypes(t, f))
        return csl_emit_havoc(L, CSL_PTR, CSL_SCOPE_THREAD, e, "place of a member");
    if (value->type == CSL_PTR && t.kind == CXType_Pointer && f.kind == CXType_Pointer &&
        clang_getCursorKind(e) != CXCursor_CXXReinterpretCastExpr)
        return csl_convert_pointer(L, value, clang_getPointeeType(f), clang_getPointeeType(t), e);
    return csl_convert(L, to, value);
}

/* ---- the rest -------------------------------------------------------------------------------- */

/* ({ ...; value; }) */
static csl_expr *statement_expression(csl_lower_state *L, CXCursor e) {
    csl_cursors body = csl_children(L->scratch, e);
    csl_type type = csl_scalar_type(clang_getCursorType(e));
    csl_expr *value = csl_const(L->ctx, type == CSL_VOID ? CSL_I32 : type, 0);
    if (!body.n)
        return value;
    csl_cursors kids = csl_children(L->scratch, body.v[0]);
    csl_block block;
    csl_open_block(L, &block);
    for (unsigned i = 0; i < kids.n; i++)
        if (i + 1 == kids.n && clang_isExpression(clang_getCursorKind(kids.v[i])) &&
            type != CSL_VOID)
            value = csl_rvalue_as(L, kids.v[i], type);
        else
            csl_lower_stmt(L, kids.v[i]);
    if (block.last)
        value = csl_freeze(L, value, e);
    csl_close_block(L, &block);
    return value;
}

/* a ?: b shows its first operand three times. */
static csl_expr *binary_conditional(csl_lower_state *L, csl_cursors kids, csl_type type) {
    csl_expr *first = csl_freeze(L, csl_rvalue_as(L, kids.v[0], type), kids.v[0]);
    csl_expr *cond = csl_truth(L->ctx, first);
    csl_seq *outer = L->seq, other = {0};
    L->seq = &other;
    const csl_lifetime *before = csl_temporaries(L);
    csl_expr *second = csl_rvalue_as(L, kids.v[3], type);
    csl_end_branch(L, before, kids.v[3]);
    L->seq = outer;
    if (!other.first)
        return csl_ite(L->ctx, cond, first, second);
    uint32_t var = csl_new_var(L, "", type, clang_getNullCursor());
    csl_emit_let(L, var, first, kids.v[0], NULL);
    L->seq = &other;
    csl_emit_let(L, var, second, kids.v[3], NULL);
    L->seq = outer;
    csl_stmt *s = csl_emit(L, CSL_STMT_IF, kids.v[0]);
    s->origin = CSL_FROM_CONDITIONAL;
    s->text = csl_text_here(L, kids.v[0]);
    s->branch.cond = csl_not(L->ctx, cond);
    s->branch.body = other.first;
    return csl_var_value(L, var);
}

/* What libclang shows without a kind of its own: implicit casts with one child, value
 * initialisation with none, broken code and rarities with several. */
static csl_expr *unexposed(csl_lower_state *L, CXCursor e) {
    csl_cursors kids = csl_operands(L, e);
    if (kids.n && csl_first_kind(L, e) == CXCursor_MemberRef)
        return NULL; /* `.field = value` */
    if (kids.n == 1)
        return cast(L, e);
    csl_type type = csl_scalar_type(clang_getCursorType(e));
    csl_expr *value;
    if (csl_evaluate(L, e, &value))
        return value;
    if (kids.n == 4 && type != CSL_VOID)
        return binary_conditional(L, kids, type);
    for (unsigned i = 0; i < kids.n; i++)
        csl_discard(L, kids.v[i]);
    if (kids.n || csl_is_left_out(e))
        csl_emit_opaque(L, e, "expression is not modelled");
    return csl_emit_havoc(L, type, CSL_SCOPE_THREAD, e, "expression is not modelled");
}

static csl_expr *call_value(csl_lower_state *L, CXCursor e) {
    csl_lval out = csl_lval_none(clang_getCursorType(e));
    if (csl_returns_reference(L, e)) {
        csl_lower_call(L, e, NULL, &out);
        if (out.kind == CSL_LV_MEMORY && csl_is_dependent(out.type) &&
            !csl_is_dependent(clang_getCursorType(e))) /* std::move() has no instance */
            out.type = clang_getCursorType(e);
        return csl_load(L, out, e);
    }
    csl_expr *value = csl_lower_call(L, e, NULL, &out);
    csl_type type = csl_scalar_type(clang_getCursorType(e));
    if (value || type == CSL_VOID)
        return value ? value : csl_const(L->ctx, CSL_I32, 0);
    return csl_load(L, out, e); /* the template does not show that it returns a reference */
}

/* The value of an lvalue; a part of a constant object may be known to libclang. */
static csl_expr *load_or_fold(csl_lower_state *L, csl_lval lval, CXCursor e) {
    int32_t root = lval.kind == CSL_LV_MEMORY ? csl_root_object(L, lval.address) : -1;
    csl_expr *value;
    if (root >= 0 && L->objects[root].kind == CSL_OBJ_CONSTANT &&
        !csl_has_attribute(L->object_decl[root], CXCursor_CUDAConstantAttr) &&
        csl_evaluate(L, e, &value))
        return value;
    return csl_load(L, lval, e);
}

/* What follows `new` in the text, after blanks: a parenthesis if it is given a place. NULL: a
 * macro, so that it is not to be seen. */
static const char *after_new(csl_lower_state *L, CXCursor e) {
    const char *end, *s = csl_raw_text(L->places, e, &end);
    while (s && s < end && (*s == ':' || *s == ' '))
        s++;
    if (!s || end - s < 4 || strncmp(s, "new", 3) != 0)
        return NULL;
    for (s += 3; s < end && isspace((unsigned char)*s);)
        s++;
    return s < end ? s : NULL;
}

/* `{}`, `{x}`: a scalar, or a class of which the template does not say so. NULL: something else. */
static csl_expr *init_list(csl_lower_state *L, CXCursor e, CXType type) {
    csl_cursors kids = csl_operands(L, e);
    if (kids.n == 1)
        return csl_rvalue_as(L, kids.v[0], csl_scalar_type(type));
    if (kids.n == 0 && csl_scalar_type(type) != CSL_VOID)
        return csl_const(L->ctx, csl_scalar_type(type), 0);
    if (csl_scalar_type(type) == CSL_VOID && !csl_is_dependent(type))
        return NULL;
    for (unsigned i = 0; i < kids.n; i++) /* a class, if the template were instantiated */
        csl_discard(L, kids.v[i]);
    return csl_emit_havoc(L, csl_scalar_type(type), CSL_SCOPE_THREAD, e, "template parameter");
}

static csl_expr *this_pointer(csl_lower_state *L, CXCursor e) {
    csl_activation *act = L->act;
    while (act && !act->has_this)
        act = act->lexical;
    return act ? csl_address_of(L, act->self, e) : NULL;
}

/* It is an argument of a template, by the text before it. */
static bool is_template_argument(csl_lower_state *L, const char *from, CXCursor e) {
    const char *end, *at = csl_raw_text(L->places, e, &end);
    while (at && at > from &&
           (isspace((unsigned char)at[-1]) || isalnum((unsigned char)at[-1]) || at[-1] == '_' ||
            at[-1] == ':')) /* and its qualifiers */
        at--;
    return at && at > from && (at[-1] == '<' || at[-1] == ',');
}

/* `new (place) T(x)` for one object of a class: it is constructed there, and nothing destroys it.
 * NULL: another form. The operator that is declared for this takes `void *`. */
static csl_expr *new_at_place(csl_lower_state *L, CXCursor e, CXType type, const char *text) {
    const csl_cursors kids = csl_operands(L, e);
    if (kids.n < 2)
        return NULL;
    const CXCursor last = kids.v[kids.n - 1];
    for (unsigned i = 1; i + 1 < kids.n; i++) /* what T is made of */
        if (!is_template_argument(L, text, kids.v[i]))
            return NULL;
    const char *end, *place = csl_raw_text(L->places, kids.v[0], &end);
    const CXType given = clang_getCanonicalType(clang_getCursorType(kids.v[0]));
    for (text++; text < place && isspace((unsigned char)*text);)
        text++;
    if (place != text || given.kind != CXType_Pointer ||
        clang_getPointeeType(given).kind != CXType_Void ||
        !clang_equalTypes(csl_plain(clang_getCursorType(last)), csl_plain(type)))
        return NULL;
    const uint32_t var = csl_new_var(L, "", CSL_PTR, clang_getNullCursor());
    csl_emit_let(L, var, csl_rvalue_as(L, kids.v[0], CSL_PTR), e, csl_text_here(L, kids.v[0]));
    csl_expr *address = csl_leaf(L->ctx, CSL_OP_VAR, CSL_PTR, var);
    csl_initialise(L, csl_lval_memory(address, csl_plain(type)), last);
    return address;
}

/* NULL: a form that is not modelled. */
static csl_expr *new_memory(csl_lower_state *L, CXCursor e) {
    const CXType type = clang_getPointeeType(clang_getCanonicalType(clang_getCursorType(e)));
    const char *text = after_new(L, e);
    if (text && *text == '(' && csl_is_class(type))
        return new_at_place(L, e, type, text);
    if (!text || *text == '(' || csl_is_class(type))
        return NULL;
    csl_cursors kids = csl_operands(L, e);
    for (unsigned i = 0; i < kids.n; i++)
        csl_discard(L, kids.v[i]);
    return csl_emit_havoc(L, CSL_PTR, CSL_SCOPE_THREAD, e, "address of new memory");
}

/* NULL: it runs a destructor. */
static csl_expr *deleted(csl_lower_state *L, CXCursor e) {
    csl_cursors kids = csl_operands(L, e);
    if (kids.n != 1 || csl_is_class(csl_element_type(clang_getCursorType(kids.v[0]))))
        return NULL;
    csl_discard(L, kids.v[0]);
    return csl_const(L->ctx, CSL_I32, 0);
}

/* NULL: a form that is not modelled. */
static csl_expr *modelled_value(csl_lower_state *L, CXCursor e, bool discarded) {
    csl_cursors kids;
    switch (clang_getCursorKind(e)) {
    case CXCursor_IntegerLiteral:
    case CXCursor_FloatingLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_CXXBoolLiteralExpr:
    case CXCursor_SizeOfPackExpr:
    case CXCursor_ConceptSpecializationExpr:
    case CXCursor_RequiresExpr: return csl_constant(L, e);
    case CXCursor_CXXNullPtrLiteralExpr:
    case CXCursor_GNUNullExpr: return csl_const(L->ctx, CSL_PTR, 0);
    case CXCursor_ParenExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXReinterpretCastExpr:
    case CXCursor_CXXConstCastExpr:
    case CXCursor_CXXDynamicCastExpr:
    case CXCursor_CXXFunctionalCastExpr: return cast(L, e);
    case CXCursor_UnexposedExpr: return unexposed(L, e);
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr: return load_or_fold(L, csl_lower_lvalue(L, e), e);
    case CXCursor_StringLiteral: return csl_pure(L->ctx, CSL_PTR, CSL_STRING_LITERAL, 0, NULL);
    case CXCursor_UnaryOperator: return csl_lower_unary(L, e, discarded);
    case CXCursor_UnaryExpr: /* sizeof, alignof */ return csl_constant(L, e);
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator: return csl_lower_binary(L, e);
    case CXCursor_ConditionalOperator:
        kids = csl_operands(L, e);
        return kids.n == 3 ? csl_lower_conditional(L, e, kids.v[0], kids.v[1], kids.v[2]) : NULL;
    case CXCursor_CallExpr: return call_value(L, e);
    case CXCursor_InitListExpr: return init_list(L, e, clang_getCursorType(e));
    case CXCursor_StmtExpr: return statement_expression(L, e);
    case CXCursor_CXXThisExpr: return this_pointer(L, e);
    case CXCursor_LambdaExpr: csl_temporary(L, e); return csl_const(L->ctx, CSL_I32, 0);
    case CXCursor_CXXNewExpr: return new_memory(L, e);
    case CXCursor_CXXDeleteExpr: return deleted(L, e);
    default: return NULL;
    }
}

static csl_expr *rvalue(csl_lower_state *L, CXCursor e, bool discarded) {
    csl_expr *value = modelled_value(L, e, discarded);
    if (value)
        return value;
    csl_cursors kids = csl_operands(L, e);
    for (unsigned i = 0; i < kids.n; i++)
        csl_discard(L, kids.v[i]);
    CXString kind = clang_getCursorKindSpelling(clang_getCursorKind(e));
    csl_emit_opaque(L, e, csl_format(L->ctx, "%s is not modelled", clang_getCString(kind)));
    clang_disposeString(kind);
    return csl_emit_havoc(L, csl_scalar_type(clang_getCursorType(e)), CSL_SCOPE_THREAD, e,
                          "not modelled");
}

static csl_expr *guarded(csl_lower_state *L, CXCursor e, bool discarded) {
    if (csl_limit_exceeded(CSL_LIMIT_nesting, ++L->depth)) {
        L->depth--;
        csl_emit_opaque(L, e, "expression nested too deep");
        return csl_emit_havoc(L, csl_scalar_type(clang_getCursorType(e)), CSL_SCOPE_THREAD, e,
                              "expression nested too deep");
    }
    csl_account(L, e);
    csl_expr *value = rvalue(L, e, discarded);
    L->depth--;
    return value;
}

csl_expr *csl_rvalue(csl_lower_state *L, CXCursor e) {
    return guarded(L, e, false);
}

void csl_discard(csl_lower_state *L, CXCursor e) {
    csl_account(L, e);
    switch (clang_getCursorKind(e)) {
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr: {
        csl_cursors kids = csl_operands(L, e);
        if (kids.n == 1 && !csl_limit_reached(CSL_LIMIT_nesting, ++L->depth)) {
            csl_discard(L, kids.v[0]);
            L->depth--;
            return;
        }
        break;
    }
    case CXCursor_DeclRefExpr:
        /* Naming a variable is not reading it, unless it is volatile. */
        if (!clang_isVolatileQualifiedType(clang_getCanonicalType(clang_getCursorType(e))))
            return;
        break;
    default: break;
    }
    L->discarded = e;
    CXType type = clang_getCursorType(e);
    if (csl_is_class(type) && clang_getCursorKind(e) == CXCursor_CallExpr) {
        csl_lval out = csl_lval_none(type);
        csl_lower_call(L, e, NULL, &out);
        return;
    }
    if (csl_is_class(type)) {
        if (!csl_is_lvalue(L, e))
            csl_temporary(L, e);
        else
            csl_lower_lvalue(L, e);
        return;
    }
    guarded(L, e, true);
}
