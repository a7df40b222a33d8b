/* The audit: after a statement is lowered, its cursors are walked once more, by themselves, and
 * every call, store, allocation and throw that lowering never came to becomes an opaque statement
 * there.
 *
 * Lowering notes each expression it comes to (csl_account), and those of which only the value
 * counts (csl_account_whole: folded, or on a branch that is not taken). A form that loses an
 * operand is thus found whatever it is. Bodies are audited once, embedded ones not at all.
 */
#include "emit.h"

static const char part[] = "part", whole[] = "whole";

/* The same for one expression on whichever way libclang led to it: its cursor also says in which
 * declaration that began. */
static CXCursor key_of(CXCursor e) {
    e.data[0] = NULL;
    return e;
}

void csl_account(csl_lower_state *L, CXCursor e) {
    csl_cursor_map_add(L->scratch, &L->accounted, key_of(e), (void *)part);
}

void csl_account_whole(csl_lower_state *L, CXCursor e) {
    csl_cursor_map_set(L->scratch, &L->accounted, key_of(e), (void *)whole);
}

/* What the expression itself does, besides its operands. */
typedef enum { NOTHING, CALL, STORE, OTHER } effect;

static effect effect_of(CXCursor e) {
    switch (clang_getCursorKind(e)) {
    case CXCursor_CallExpr: return CALL;
    case CXCursor_CompoundAssignOperator: return STORE;
    case CXCursor_BinaryOperator:
        return clang_getCursorBinaryOperatorKind(e) == CXBinaryOperator_Assign ? STORE : NOTHING;
    case CXCursor_UnaryOperator: {
        enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(e);
        return op >= CXUnaryOperator_PostInc && op <= CXUnaryOperator_PreDec ? STORE : NOTHING;
    }
    case CXCursor_CXXNewExpr:
    case CXCursor_CXXDeleteExpr:
    case CXCursor_CXXThrowExpr: return OTHER;
    default: return NOTHING;
    }
}

/* True: what it is made of is audited, too. */
static bool audit(csl_lower_state *L, CXCursor c) {
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_LambdaExpr || kind == CXCursor_UnaryExpr || clang_isStatement(kind) ||
        kind == CXCursor_DeclRefExpr || /* holds template arguments at most */
        (clang_isDeclaration(kind) && kind != CXCursor_VarDecl))
        return false; /* runs elsewhere, or never; or is audited by itself */
    if (csl_cursor_map_get(&L->audited, key_of(c)))
        return false; /* as a statement of its own */
    effect does = effect_of(c);
    const char *known = csl_cursor_map_get(&L->accounted, key_of(c));
    csl_audit *counts = &L->kernel->audit;
    counts->calls += does == CALL;
    counts->stores += does == STORE;
    counts->others += does == OTHER;
    csl_expr *constant;
    if (does == CALL && !known && csl_evaluate(L, c, &constant))
        return false; /* of a template argument in a type */
    if (does != NOTHING && !known) {
        counts->missed++;
        csl_emit_opaque(L, c, "a part of the source that lowering did not come to");
        return false;
    }
    return known != whole;
}

/* Only expressions stand in an expression that is no statement and no lambda, but for names, in
 * which nothing does. */
static void audit_expression(csl_lower_state *L, CXCursor e) {
    const csl_cursors inner = audit(L, e) ? csl_operands(L, e) : (csl_cursors){0};
    for (unsigned i = 0; i < inner.n; i++)
        audit_expression(L, inner.v[i]);
}

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData L) {
    (void)parent;
    const enum CXCursorKind kind = clang_getCursorKind(c);
    if (!clang_isExpression(kind) || kind == CXCursor_StmtExpr)
        return audit(L, c) ? CXChildVisit_Recurse : CXChildVisit_Continue;
    audit_expression(L, c);
    return CXChildVisit_Continue;
}

void csl_audit_statement(csl_lower_state *L, CXCursor s) {
    enum CXCursorKind kind = clang_getCursorKind(s);
    if (L->act->shim || kind == CXCursor_CompoundStmt || csl_cursor_map_get(&L->audited, key_of(s)))
        return;
    if (clang_isExpression(kind))
        audit(L, s);
    if (kind != CXCursor_StmtExpr && kind != CXCursor_LambdaExpr)
        clang_visitChildren(s, visit, L);
    csl_cursor_map_set(L->ctx, &L->audited, key_of(s), (void *)whole);
}
