/* Operators: arithmetic, short circuits, assignments, increments. */
#include "lifetime.h"

#include <string.h>

static uint64_t pointee_bytes(CXType pointer) {
    if (csl_is_dependent(pointer)) /* x.data + i in a template: by elements */
        return csl_sizeof(pointer);
    CXType pointee = csl_element_type(pointer);
    uint64_t bytes = pointee.kind == CXType_Invalid ? 0 : csl_sizeof(pointee);
    return bytes ? bytes : 1; /* void* arithmetic is an extension with step 1 */
}

static csl_expr *pointer_arith(csl_lower_state *L, enum CXBinaryOperatorKind op, csl_expr *a,
                               csl_expr *b, CXType a_type, CXType b_type) {
    csl_ctx *ctx = L->ctx;
    if (a->type == CSL_PTR && b->type == CSL_PTR) {
        csl_expr *bytes =
            csl_binary(ctx, CSL_OP_SUB, csl_cast(ctx, CSL_I64, a), csl_cast(ctx, CSL_I64, b));
        return csl_binary(ctx, CSL_OP_DIV, bytes,
                          csl_const(ctx, CSL_I64, (int64_t)pointee_bytes(a_type)));
    }
    if (a->type == CSL_PTR) {
        csl_expr *i = csl_cast(ctx, CSL_I64, b);
        if (op == CXBinaryOperator_Sub || op == CXBinaryOperator_SubAssign)
            i = csl_unary(ctx, CSL_OP_NEG, CSL_I64, i);
        return csl_offset_address(L, a, i, pointee_bytes(a_type));
    }
    return csl_offset_address(L, b, a, pointee_bytes(b_type));
}

static bool is_shift(enum CXBinaryOperatorKind op) {
    return op == CXBinaryOperator_Shl || op == CXBinaryOperator_Shr ||
           op == CXBinaryOperator_ShlAssign || op == CXBinaryOperator_ShrAssign;
}

csl_expr *csl_arith(csl_lower_state *L, enum CXBinaryOperatorKind op, csl_expr *a, csl_expr *b,
                    CXType a_type, CXType b_type, CXCursor at) {
    csl_ctx *ctx = L->ctx;
    bool additive = op == CXBinaryOperator_Add || op == CXBinaryOperator_Sub ||
                    op == CXBinaryOperator_AddAssign || op == CXBinaryOperator_SubAssign;
    if (additive && (a->type == CSL_PTR || b->type == CSL_PTR))
        return pointer_arith(L, op, a, b, a_type, b_type);
    csl_type type = is_shift(op) ? csl_promoted((csl_type)a->type)
                                 : csl_common((csl_type)a->type, (csl_type)b->type);
    a = csl_convert(L, type, a);
    b = csl_convert(L, type, b);
    bool integer = csl_type_integer(type);
    switch (op) {
    case CXBinaryOperator_Mul:
    case CXBinaryOperator_MulAssign: return csl_binary(ctx, CSL_OP_MUL, a, b);
    case CXBinaryOperator_Div:
    case CXBinaryOperator_DivAssign: return csl_binary(ctx, CSL_OP_DIV, a, b);
    case CXBinaryOperator_Add:
    case CXBinaryOperator_AddAssign: return csl_binary(ctx, CSL_OP_ADD, a, b);
    case CXBinaryOperator_Sub:
    case CXBinaryOperator_SubAssign: return csl_binary(ctx, CSL_OP_SUB, a, b);
    case CXBinaryOperator_LT: return csl_binary(ctx, CSL_OP_LT, a, b);
    case CXBinaryOperator_GT: return csl_binary(ctx, CSL_OP_LT, b, a);
    case CXBinaryOperator_LE: return csl_binary(ctx, CSL_OP_LE, a, b);
    case CXBinaryOperator_GE: return csl_binary(ctx, CSL_OP_LE, b, a);
    case CXBinaryOperator_EQ: return csl_binary(ctx, CSL_OP_EQ, a, b);
    case CXBinaryOperator_NE: return csl_binary(ctx, CSL_OP_NE, a, b);
    default: break;
    }
    if (integer) {
        switch (op) {
        case CXBinaryOperator_Rem:
        case CXBinaryOperator_RemAssign: return csl_binary(ctx, CSL_OP_REM, a, b);
        case CXBinaryOperator_Shl:
        case CXBinaryOperator_ShlAssign: return csl_binary(ctx, CSL_OP_SHL, a, b);
        case CXBinaryOperator_Shr:
        case CXBinaryOperator_ShrAssign: return csl_binary(ctx, CSL_OP_SHR, a, b);
        case CXBinaryOperator_And:
        case CXBinaryOperator_AndAssign: return csl_binary(ctx, CSL_OP_BAND, a, b);
        case CXBinaryOperator_Or:
        case CXBinaryOperator_OrAssign: return csl_binary(ctx, CSL_OP_BOR, a, b);
        case CXBinaryOperator_Xor:
        case CXBinaryOperator_XorAssign: return csl_binary(ctx, CSL_OP_BXOR, a, b);
        default: break;
        }
    }
    /* Integer operators on a template parameter of unknown type: same operands, same result. */
    csl_expr *kids[2] = {a, b};
    const char *name = csl_format(ctx, "operator %d", (int)op);
    (void)at;
    return csl_pure(ctx, type, csl_intern(ctx, name), 2, kids);
}

/* a && b, a || b. Only when b has statements of its own does it become an IF. */
static csl_expr *short_circuit(csl_lower_state *L, CXCursor e, csl_cursors kids, bool is_and) {
    csl_expr *a = csl_condition(L, kids.v[0]);
    csl_seq rest = {0}, *outer = L->seq;
    csl_mark mark = csl_set_mark(L);
    L->seq = &rest;
    const csl_lifetime *before = csl_temporaries(L);
    csl_expr *b = csl_condition(L, kids.v[1]);
    csl_end_branch(L, before, kids.v[1]);
    if (!rest.first) {
        L->seq = outer;
        return is_and ? csl_and(L->ctx, a, b) : csl_or(L->ctx, a, b);
    }
    uint32_t var = csl_new_var(L, "", CSL_BOOL, clang_getNullCursor());
    csl_emit_let(L, var, b, kids.v[1], csl_text_here(L, kids.v[1]));
    L->seq = outer;
    a = csl_settle(L, mark, a, kids.v[0]);
    csl_emit_let(L, var, is_and ? csl_false(L->ctx) : csl_true(L->ctx), e, NULL);
    csl_stmt *s = csl_emit(L, CSL_STMT_IF, kids.v[0]);
    s->origin = is_and ? CSL_FROM_AND : CSL_FROM_OR;
    s->text = csl_text_here(L, kids.v[0]);
    s->branch.cond = is_and ? a : csl_not(L->ctx, a);
    s->branch.body = rest.first;
    return csl_var_value(L, var);
}

csl_expr *csl_lower_conditional(csl_lower_state *L, CXCursor e, CXCursor c, CXCursor x,
                                CXCursor y) {
    csl_type type = csl_value_type(clang_getCursorType(e));
    csl_expr *cond = csl_condition(L, c);
    if (csl_is_true(cond) || csl_is_false(cond)) {
        CXCursor chosen = csl_is_true(cond) ? x : y;
        csl_account_whole(L, csl_is_true(cond) ? y : x);
        if (type != CSL_VOID)
            return csl_convert(L, type, csl_rvalue(L, chosen));
        csl_discard(L, chosen);
        return csl_const(L->ctx, CSL_I32, 0);
    }
    csl_seq *outer = L->seq, yes = {0}, no = {0};
    csl_mark mark = csl_set_mark(L);
    csl_expr *a = NULL, *b = NULL;
    uint32_t var = CSL_NO_VAR;
    const csl_lifetime *before = csl_temporaries(L);
    L->seq = &yes;
    if (type != CSL_VOID)
        a = csl_convert(L, type, csl_rvalue(L, x));
    else
        csl_discard(L, x);
    csl_end_branch(L, before, x);
    L->seq = &no;
    if (type != CSL_VOID)
        b = csl_convert(L, type, csl_rvalue(L, y));
    else
        csl_discard(L, y);
    csl_end_branch(L, before, y);
    L->seq = outer;
    if (!yes.first && !no.first)
        return a ? csl_ite(L->ctx, cond, a, b) : csl_const(L->ctx, CSL_I32, 0);
    cond = csl_settle(L, mark, cond, c);
    if (a) {
        var = csl_new_var(L, "", type, clang_getNullCursor());
        L->seq = &yes;
        csl_emit_let(L, var, a, x, csl_text_here(L, x));
        L->seq = &no;
        csl_emit_let(L, var, b, y, csl_text_here(L, y));
        L->seq = outer;
    }
    csl_stmt *s = csl_emit(L, CSL_STMT_IF, c);
    s->origin = CSL_FROM_CONDITIONAL;
    s->text = csl_text_here(L, c);
    s->branch.cond = cond;
    s->branch.body = yes.first;
    s->branch.other = no.first;
    return a ? csl_var_value(L, var) : csl_const(L->ctx, CSL_I32, 0);
}

static csl_expr *assign(csl_lower_state *L, CXCursor e, csl_cursors kids) {
    csl_type type = csl_value_type(clang_getCursorType(kids.v[0]));
    if (type == CSL_VOID) { /* class type in dependent code */
        csl_lval dest = csl_lower_place(L, kids.v[0]);
        csl_lower_aggregate(L, kids.v[1], dest);
        L->written = dest;
        return csl_const(L->ctx, CSL_I32, 0);
    }
    csl_expr *value = csl_rvalue_as(L, kids.v[1], type);
    csl_mark mark = csl_set_mark(L);
    csl_lval dest = csl_lower_place(L, kids.v[0]);
    value = csl_settle(L, mark, value, kids.v[1]);
    csl_store(L, dest, value, e, kids.v[0]);
    L->written = dest;
    return dest.kind == CSL_LV_VAR || dest.bits ? csl_load(L, dest, e) : value;
}

/* x op= y and the increments: `value` was evaluated before x is read. */
static csl_expr *update(csl_lower_state *L, CXCursor e, CXCursor target,
                        enum CXBinaryOperatorKind op, csl_expr *value, CXType value_type,
                        bool want_old) {
    csl_mark mark = csl_set_mark(L);
    csl_lval dest = csl_lower_place(L, target);
    value = csl_settle(L, mark, value, e);
    csl_expr *old = csl_load(L, dest, target);
    if (want_old && dest.kind == CSL_LV_VAR)
        old = csl_freeze(L, old, target);
    csl_type type = (csl_type)old->type;
    csl_expr *now = csl_convert(
        L, type, csl_arith(L, op, old, value, clang_getCursorType(target), value_type, e));
    csl_store(L, dest, now, e, target);
    L->written = dest;
    if (want_old)
        return old;
    return dest.kind == CSL_LV_VAR || dest.bits ? csl_load(L, dest, e) : now;
}

/* x op y; with `updates` x op= y. */
static csl_expr *operate(csl_lower_state *L, CXCursor e, enum CXBinaryOperatorKind op, bool updates,
                         csl_cursors kids) {
    CXType a_type = clang_getCursorType(kids.v[0]), b_type = clang_getCursorType(kids.v[1]);
    switch (op) {
    case CXBinaryOperator_LAnd:
    case CXBinaryOperator_LOr: return short_circuit(L, e, kids, op == CXBinaryOperator_LAnd);
    case CXBinaryOperator_Comma: csl_discard(L, kids.v[0]); return csl_rvalue(L, kids.v[1]);
    case CXBinaryOperator_Assign: return assign(L, e, kids);
    default: break;
    }
    if (updates) {
        csl_expr *value = csl_rvalue(L, kids.v[1]);
        return update(L, e, kids.v[0], op, value, b_type, false);
    }
    csl_expr *a = csl_rvalue(L, kids.v[0]);
    csl_mark mark = csl_set_mark(L);
    csl_expr *b = csl_rvalue(L, kids.v[1]);
    a = csl_settle(L, mark, a, kids.v[0]);
    return csl_arith(L, op, a, b, a_type, b_type, e);
}

csl_expr *csl_lower_binary(csl_lower_state *L, CXCursor e) {
    csl_cursors kids = csl_operands(L, e);
    if (kids.n != 2) {
        csl_emit_opaque(L, e, "operator with unknown operands");
        return csl_emit_havoc(L, csl_scalar_type(clang_getCursorType(e)), CSL_SCOPE_THREAD, e,
                              "unknown operands");
    }
    return operate(L, e, clang_getCursorBinaryOperatorKind(e),
                   clang_getCursorKind(e) == CXCursor_CompoundAssignOperator, kids);
}

static const struct {
    const char *name;
    enum CXBinaryOperatorKind kind, updating; /* Invalid: there is no such form */
} operators[] = {
    {"*", CXBinaryOperator_Mul, CXBinaryOperator_MulAssign},
    {"/", CXBinaryOperator_Div, CXBinaryOperator_DivAssign},
    {"%", CXBinaryOperator_Rem, CXBinaryOperator_RemAssign},
    {"+", CXBinaryOperator_Add, CXBinaryOperator_AddAssign},
    {"-", CXBinaryOperator_Sub, CXBinaryOperator_SubAssign},
    {"<<", CXBinaryOperator_Shl, CXBinaryOperator_ShlAssign},
    {">>", CXBinaryOperator_Shr, CXBinaryOperator_ShrAssign},
    {"&", CXBinaryOperator_And, CXBinaryOperator_AndAssign},
    {"|", CXBinaryOperator_Or, CXBinaryOperator_OrAssign},
    {"^", CXBinaryOperator_Xor, CXBinaryOperator_XorAssign},
    {"<", CXBinaryOperator_LT, CXBinaryOperator_Invalid},
    {">", CXBinaryOperator_GT, CXBinaryOperator_Invalid},
    {"<=", CXBinaryOperator_LE, CXBinaryOperator_Invalid},
    {">=", CXBinaryOperator_GE, CXBinaryOperator_Invalid},
    {"==", CXBinaryOperator_EQ, CXBinaryOperator_Invalid},
    {"!=", CXBinaryOperator_NE, CXBinaryOperator_Invalid},
    {"&&", CXBinaryOperator_LAnd, CXBinaryOperator_Invalid},
    {"||", CXBinaryOperator_LOr, CXBinaryOperator_Invalid},
};

bool csl_lower_named_operator(csl_lower_state *L, CXCursor e, const char *name, csl_cursors args,
                              csl_expr **value) {
    size_t n = strlen(name);
    bool updates = n > 1 && name[n - 1] == '=' && !strchr("<>=!", name[n - 2]);
    updates |= strcmp(name, "<<=") == 0 || strcmp(name, ">>=") == 0;
    for (size_t i = 0; i < sizeof operators / sizeof *operators && args.n == 2; i++) {
        const char *known = operators[i].name;
        if (strlen(known) != n - updates || strncmp(known, name, n - updates) != 0)
            continue;
        enum CXBinaryOperatorKind op = updates ? operators[i].updating : operators[i].kind;
        *value = operate(L, e, op, updates, args);
        return true;
    }
    if (args.n != 1)
        return false;
    if (strcmp(name, "-") == 0 || strcmp(name, "+") == 0) {
        csl_expr *a = csl_rvalue(L, args.v[0]);
        csl_type type = csl_promoted((csl_type)a->type);
        a = csl_cast(L->ctx, type, a);
        *value = *name == '-' ? csl_unary(L->ctx, CSL_OP_NEG, type, a) : a;
    } else if (strcmp(name, "&") == 0) {
        CXCursor x = args.v[0];
        *value = csl_address_of(L, csl_lower_place(L, x), e);
    } else if (strcmp(name, "*") == 0) {
        *value = csl_load(L, csl_lower_lvalue(L, e), e);
    } else if (strcmp(name, "!") == 0) {
        *value = csl_not(L->ctx, csl_condition(L, args.v[0]));
    } else {
        return false;
    }
    return true;
}

/* &C::member, as its offset and 1 (lvalue.c); NULL: it is none. */
static csl_expr *member_place(csl_lower_state *L, CXCursor e) {
    CXCursor field = clang_getCursorReferenced(e);
    if (clang_getCursorKind(e) != CXCursor_DeclRefExpr ||
        clang_getCursorKind(field) != CXCursor_FieldDecl)
        return NULL;
    CXCursor cls = clang_getCursorSemanticParent(field);
    long long bits = clang_Cursor_isAnonymous(cls) || !csl_has_layout(clang_getCursorType(cls))
                         ? -1
                         : clang_Cursor_getOffsetOfField(field);
    return bits < 0 ? csl_emit_havoc(L, CSL_PTR, CSL_SCOPE_THREAD, e, "place of a member")
                    : csl_const(L->ctx, CSL_PTR, bits / 8 + 1);
}

csl_expr *csl_lower_unary(csl_lower_state *L, CXCursor e, bool discarded) {
    csl_cursors kids = csl_operands(L, e);
    CXType type = clang_getCursorType(e);
    enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(e);
    csl_expr *one, *a;
    if (kids.n != 1)
        return csl_constant(L, e); /* sizeof and alignof have no operand here */
    switch (op) {
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec: {
        bool post = op == CXUnaryOperator_PostInc || op == CXUnaryOperator_PostDec;
        bool up = op == CXUnaryOperator_PostInc || op == CXUnaryOperator_PreInc;
        CXType int_type = clang_getCursorType(e);
        one = csl_const(L->ctx, CSL_I32, 1);
        return update(L, e, kids.v[0], up ? CXBinaryOperator_Add : CXBinaryOperator_Sub, one,
                      int_type, post && !discarded);
    }
    case CXUnaryOperator_AddrOf: {
        CXCursor inner = kids.v[0];
        csl_expr *place = member_place(L, csl_strip_parens(L, inner));
        return place ? place : csl_address_of(L, csl_lower_place(L, inner), inner);
    }
    case CXUnaryOperator_Deref: {
        csl_lval lval = csl_lower_lvalue(L, e);
        return csl_load(L, lval, e);
    }
    case CXUnaryOperator_Plus:
        a = csl_rvalue(L, kids.v[0]);
        return csl_cast(L->ctx, csl_promoted((csl_type)a->type), a);
    case CXUnaryOperator_Minus:
    case CXUnaryOperator_Not:
        a = csl_rvalue(L, kids.v[0]);
        a = csl_cast(L->ctx, csl_promoted((csl_type)a->type), a);
        if (op == CXUnaryOperator_Not && !csl_type_integer((csl_type)a->type))
            return csl_pure(L->ctx, (csl_type)a->type, "operator ~", 1, &a);
        return csl_unary(L->ctx, op == CXUnaryOperator_Minus ? CSL_OP_NEG : CSL_OP_BNOT,
                         (csl_type)a->type, a);
    case CXUnaryOperator_LNot: return csl_not(L->ctx, csl_condition(L, kids.v[0]));
    case CXUnaryOperator_Extension: return csl_rvalue(L, kids.v[0]);
    case CXUnaryOperator_Real:
    case CXUnaryOperator_Imag: return csl_load(L, csl_lower_lvalue(L, e), e);
    default:
        csl_discard(L, kids.v[0]);
        csl_emit_opaque(L, e, "unary operator");
        return csl_emit_havoc(L, csl_scalar_type(type), CSL_SCOPE_THREAD, e, "unary operator");
    }
}
