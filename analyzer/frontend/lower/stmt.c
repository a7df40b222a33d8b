/* Statements: sequences, errors among them, and which kind goes where. */
#include "lifetime.h"
#include "../recover/recover.h"
#include "../../limits/limits.h"

/* The source from the place of the error on; NULL: none. */
static const char *text_at(csl_lower_state *L, const csl_source_error *e) {
    size_t size = 0;
    const char *text = e->file ? clang_getFileContents(L->unit->tu, e->file, &size) : NULL;
    return text && e->offset < size ? text + e->offset : NULL;
}

void csl_emit_errors(csl_lower_state *L, unsigned offset) {
    csl_activation *act = L->act;
    while (act->next_error < act->nerrors && act->errors[act->next_error]->offset < offset) {
        const csl_source_error *e = act->errors[act->next_error++];
        const csl_place *place = csl_place_at(L->places, e->file, e->line, e->col, act->chain);
        csl_stmt *s = csl_stmt_new(L->ctx, CSL_STMT_OPAQUE, place);
        s->call.what =
            csl_intern(L->ctx, csl_format(L->ctx, "%s%s", e->open ? "" : "error: ", e->message));
        s->call.result = CSL_NO_VAR;
        s->call.quiet = csl_is_quiet_error(e->message, text_at(L, e));
        csl_seq_add(L->seq, s);
        L->nstmts++;
    }
}

static unsigned start_offset(CXCursor c) {
    unsigned offset = 0;
    clang_getFileLocation(clang_getRangeStart(clang_getCursorExtent(c)), NULL, NULL, NULL, &offset);
    return offset;
}

static unsigned end_offset(CXCursor c) {
    unsigned offset = 0;
    clang_getFileLocation(clang_getRangeEnd(clang_getCursorExtent(c)), NULL, NULL, NULL, &offset);
    return offset;
}

csl_stmt *csl_sub_statement(csl_lower_state *L, CXCursor s) {
    csl_seq *outer = L->seq, inner = {0};
    csl_block block;
    L->seq = &inner;
    csl_open_block(L, &block);
    csl_lower_stmt(L, s);
    csl_close_block(L, &block);
    L->seq = outer;
    return inner.first;
}

void csl_one_statement(csl_lower_state *L, CXCursor s) {
    csl_emit_errors(L, start_offset(s));
    csl_lower_stmt(L, s);
}

/* What a statement declares in its parentheses lives as long as the statement. */
static void in_block(csl_lower_state *L, CXCursor s, void (*lower)(csl_lower_state *, CXCursor)) {
    csl_block block;
    csl_open_block(L, &block);
    lower(L, s);
    csl_close_block(L, &block);
}

static void compound(csl_lower_state *L, CXCursor s) {
    csl_cursors kids = csl_children(L->scratch, s);
    csl_block block;
    csl_open_block(L, &block);
    csl_lower_sequence(L, kids.v, kids.n);
    if (L->act->nerrors)
        csl_emit_errors(L, end_offset(s));
    csl_close_block(L, &block);
}

static enum CXChildVisitResult find_type(CXCursor c, CXCursor parent, CXClientData data) {
    enum CXCursorKind kind = clang_getCursorKind(parent);
    bool makes = kind == CXCursor_CXXFunctionalCastExpr || kind == CXCursor_InitListExpr ||
                 kind == CXCursor_CallExpr || kind == CXCursor_UnexposedExpr;
    if (!makes)
        return CXChildVisit_Continue;
    if (clang_getCursorKind(c) == CXCursor_TypeRef &&
        csl_is_recovered(clang_getCursorReferenced(c)))
        *(bool *)data = true;
    return CXChildVisit_Recurse;
}

/* `Guard{};` of a type that nothing declares. */
static bool makes_recovered(CXCursor s) {
    bool found = false;
    clang_visitChildren(s, find_type, &found);
    return found;
}

/* `out << x;` with an object of a type that nothing declares: the operator does something, or it
 * would not stand there. */
static bool operates_on_recovered(csl_lower_state *L, CXCursor s) {
    const CXCursor e = csl_strip_parens(L, s);
    const enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(e);
    const csl_cursors kids = csl_expr_children(L->ctx, e);
    if (op == CXBinaryOperator_Invalid || op >= CXBinaryOperator_LAnd)
        return false;
    for (unsigned i = 0; i < kids.n; i++) {
        CXCursor kid = csl_strip_parens(L, kids.v[i]);
        while (clang_getCursorKind(kid) == CXCursor_UnexposedExpr) {
            const csl_cursors inner = csl_expr_children(L->ctx, kid);
            if (inner.n != 1)
                break;
            kid = inner.v[0];
        }
        if (csl_is_recovered(clang_getTypeDeclaration(clang_getCursorType(kid))))
            return true;
    }
    return false;
}

static void statement(csl_lower_state *L, CXCursor s) {
    enum CXCursorKind kind = clang_getCursorKind(s);
    csl_cursors kids;
    switch (kind) {
    case CXCursor_CompoundStmt: compound(L, s); return;
    case CXCursor_DeclStmt:
        kids = csl_children(L->scratch, s);
        for (unsigned i = 0; i < kids.n; i++)
            csl_lower_declaration(L, kids.v[i]);
        return;
    case CXCursor_NullStmt: return;
    case CXCursor_IfStmt: in_block(L, s, csl_lower_if); return;
    case CXCursor_ForStmt: in_block(L, s, csl_lower_for); return;
    case CXCursor_WhileStmt: in_block(L, s, csl_lower_while); return;
    case CXCursor_DoStmt: in_block(L, s, csl_lower_do); return;
    case CXCursor_CXXForRangeStmt: in_block(L, s, csl_lower_range_for); return;
    case CXCursor_SwitchStmt: in_block(L, s, csl_lower_switch); return;
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        csl_emit_opaque(L, s, "case label inside a nested statement");
        return;
    case CXCursor_BreakStmt: csl_lower_break(L, s, true); return;
    case CXCursor_ContinueStmt: csl_lower_break(L, s, false); return;
    case CXCursor_ReturnStmt: csl_lower_return(L, s); return;
    case CXCursor_GotoStmt: csl_lower_goto(L, s); return;
    case CXCursor_LabelStmt: /* no jump from here goes to it */
        kids = csl_children(L->scratch, s);
        if (kids.n)
            csl_lower_stmt(L, kids.v[kids.n - 1]);
        return;
    case CXCursor_GCCAsmStmt: L->extensions.assembly(L, s); return;
    case CXCursor_MSAsmStmt: csl_emit_opaque(L, s, "inline assembly"); return;
    case CXCursor_UnexposedStmt: /* pragma unroll, attributes */
        kids = csl_children(L->scratch, s);
        for (unsigned i = 0; i < kids.n; i++)
            if (!clang_isAttribute(clang_getCursorKind(kids.v[i])))
                csl_lower_stmt(L, kids.v[i]);
        return;
    default: break;
    }
    if (clang_isExpression(kind)) {
        csl_block full;
        csl_open_full(L, &full);
        if (L->unit->recovered && (makes_recovered(s) || operates_on_recovered(L, s)))
            csl_emit_opaque(L, s, "object of a type that nothing declares");
        csl_discard(L, s);
        csl_close_full(L, &full, NULL, s);
        return;
    }
    if (clang_isDeclaration(kind)) {
        csl_lower_declaration(L, s);
        return;
    }
    CXString name = clang_getCursorKindSpelling(kind);
    csl_emit_opaque(L, s, csl_format(L->ctx, "%s is not modelled", clang_getCString(name)));
    clang_disposeString(name);
}

void csl_lower_stmt(csl_lower_state *L, CXCursor s) {
    if (L->full)
        return;
    if (csl_limit_exceeded(CSL_LIMIT_nesting, ++L->depth))
        csl_emit_opaque(L, s, "statement nested too deep");
    else
        statement(L, s);
    csl_audit_statement(L, s);
    L->depth--;
}
