/* break, continue, return, goto and labels. */
#include "lifetime.h"

/* ---- jumps ----------------------------------------------------------------------------------- */

void csl_lower_break(csl_lower_state *L, CXCursor s, bool is_break) {
    for (csl_jump *j = L->act->jumps; j; j = j->outer) {
        if (is_break && j->has_break) {
            j->break_used = true;
            csl_leave_blocks(L, j->block, false, NULL, s);
            csl_emit_br(L, j->break_label, CSL_FROM_BREAK, s);
            return;
        }
        if (!is_break && j->has_continue) {
            j->continue_used = true;
            csl_leave_blocks(L, j->block, false, NULL, s);
            csl_emit_br(L, j->continue_label, CSL_FROM_CONTINUE, s);
            return;
        }
    }
    csl_emit_opaque(L, s, is_break ? "break outside a loop" : "continue outside a loop");
}

/* `return x;` of a local object: it may be made in place of the result, or copied and destroyed. */
static void refuse_named_result(csl_lower_state *L, CXCursor value) {
    CXType type = clang_getCursorType(value);
    csl_cursors kids = csl_operands(L, value);
    if (csl_is_class(type) && clang_getCursorKind(value) == CXCursor_CallExpr && kids.n == 1 &&
        csl_is_lvalue(L, kids.v[0]) && csl_class_acts(L, type, CSL_WHEN_DESTROYED))
        csl_emit_opaque(L, value, "the copy of a returned object may be left out");
}

/* Puts the value where the caller finds it. */
static void give_result(csl_lower_state *L, CXCursor s, CXCursor value) {
    csl_activation *act = L->act;
    if (act->result_reference) {
        csl_lval target = csl_bind_reference(L, value);
        csl_emit_let(L, act->result.var, csl_address_of(L, target, value), s,
                     csl_text_here(L, value));
    } else if (act->result.kind == CSL_LV_NONE) {
        csl_discard(L, value);
    } else if (act->result.kind == CSL_LV_VAR) {
        csl_expr *v = csl_rvalue_as(L, value, csl_scalar_type(act->result.type));
        csl_emit_let(L, act->result.var, v, s, csl_text_here(L, value));
    } else {
        refuse_named_result(L, value);
        csl_lower_aggregate(L, value, act->result);
    }
}

void csl_lower_return(csl_lower_state *L, CXCursor s) {
    csl_activation *act = L->act;
    csl_cursors kids = csl_operands(L, s);
    CXCursor value = kids.n ? kids.v[kids.n - 1] : clang_getNullCursor();
    csl_block full;
    csl_open_full(L, &full);
    if (!act->caller && kids.n) {
        bool by_value = !csl_is_reference(clang_getCursorResultType(act->function));
        if (by_value && csl_scalar_type(act->result.type) != CSL_VOID)
            csl_rvalue(L, value);
        else
            csl_discard(L, value);
    } else if (kids.n && act->returns_once) {
        act->target = csl_lower_lvalue(L, value);
        csl_close_full(L, &full, NULL, s);
        return;
    } else if (kids.n) {
        give_result(L, s, value);
    }
    csl_close_full(L, &full, NULL, s);
    csl_leave_blocks(L, NULL, false, NULL, s);
    if (!act->caller) {
        csl_emit(L, CSL_STMT_EXIT, s)->origin = CSL_FROM_RETURN;
        return;
    }
    act->returns++;
    csl_emit_br(L, act->return_label, CSL_FROM_RETURN, s);
}

/* ---- goto ------------------------------------------------------------------------------------ */

/* The label a reference leads to is not the same cursor as the statement met on the way. */
static bool same_label(CXCursor a, CXCursor b) {
    return !csl_is_null(a) && !csl_is_null(b) &&
           clang_equalLocations(clang_getCursorLocation(a), clang_getCursorLocation(b));
}

struct goto_search {
    CXCursor label;
    bool found;
};

static enum CXChildVisitResult find_goto(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    struct goto_search *s = data;
    enum CXCursorKind k = clang_getCursorKind(c);
    if (k == CXCursor_LambdaExpr)
        return CXChildVisit_Continue;
    if (k == CXCursor_LabelRef && same_label(clang_getCursorReferenced(c), s->label)) {
        s->found = true;
        return CXChildVisit_Break;
    }
    return CXChildVisit_Recurse;
}

static bool jumps_to(CXCursor s, CXCursor label) {
    struct goto_search search = {.label = label};
    clang_visitChildren(s, find_goto, &search);
    return search.found;
}

/* Statements [first, n) of a compound. The first label of it that is a goto target splits it:
 *   block forward { ...before }  block out { loop { block again { label... ; br out } } }
 * a goto from before it leaves `forward`; one from behind it leaves `again`, and the loop runs
 * once more. */
static void split_at_label(csl_lower_state *L, const CXCursor *s, unsigned n, unsigned at,
                           bool forward, bool backward) {
    csl_jump jump = {.stmt = s[at], .block = L->act->block, .outer = L->act->jumps};
    jump.continue_label = csl_new_label(L);
    csl_seq *outer = L->seq;
    if (forward) {
        csl_seq before = {0};
        L->act->jumps = &jump;
        L->seq = &before;
        csl_lower_sequence(L, s, at);
        L->seq = outer;
        L->act->jumps = jump.outer;
        csl_stmt *block = csl_emit(L, CSL_STMT_BLOCK, s[at]);
        block->block.label = jump.continue_label;
        block->block.body = before.first;
    } else {
        csl_lower_sequence(L, s, at);
    }
    CXCursor *rest = csl_alloc(L->scratch, (n - at) * sizeof *rest);
    memcpy(rest, s + at, (n - at) * sizeof *rest);
    csl_cursors kids = csl_children(L->scratch, s[at]);
    if (kids.n)
        rest[0] = kids.v[kids.n - 1];
    if (!backward) {
        csl_lower_sequence(L, rest, n - at);
        return;
    }
    jump.continue_label = csl_new_label(L);
    jump.back = true;
    jump.kept = L->act->block ? L->act->block->last : NULL;
    uint32_t out = csl_new_label(L);
    csl_seq inner = {0}, body = {0};
    L->act->jumps = &jump;
    L->seq = &inner;
    csl_lower_sequence(L, rest, n - at);
    csl_emit_br(L, out, CSL_FROM_LOOP, s[at]);
    L->act->jumps = jump.outer;
    L->seq = &body;
    csl_stmt *again = csl_emit(L, CSL_STMT_BLOCK, s[at]);
    again->block.label = jump.continue_label;
    again->block.body = inner.first;
    L->seq = outer;
    csl_stmt *block = csl_emit(L, CSL_STMT_BLOCK, s[at]);
    csl_stmt *loop_stmt = csl_stmt_new(L->ctx, CSL_STMT_LOOP, block->place);
    block->block.label = out;
    block->block.body = loop_stmt;
    loop_stmt->block.body = body.first;
}

/* Who jumps to label s[at]: statements before it, or it and statements behind it. */
static void who_jumps(const CXCursor *s, unsigned n, unsigned at, bool *forward, bool *backward) {
    *forward = *backward = false;
    for (unsigned k = 0; k < n; k++) {
        if (!jumps_to(s[k], s[at]))
            continue;
        if (k < at)
            *forward = true;
        else
            *backward = true;
    }
}

void csl_lower_sequence(csl_lower_state *L, const CXCursor *s, unsigned n) {
    bool forward = false, backward = false;
    unsigned at = n;
    while (at > 0 && !forward && !backward)
        if (clang_getCursorKind(s[--at]) == CXCursor_LabelStmt)
            who_jumps(s, n, at, &forward, &backward);
    if (!forward && !backward) {
        for (unsigned i = 0; i < n; i++)
            csl_one_statement(L, s[i]);
        return;
    }
    /* The last label splits the sequence, unless a jump from behind it leads to one before it:
     * then that one's loop has to reach around both. */
    for (unsigned k = at; k-- > 0;) {
        bool around = false;
        if (clang_getCursorKind(s[k]) != CXCursor_LabelStmt)
            continue;
        for (unsigned i = at; i < n && !around; i++)
            around = jumps_to(s[i], s[k]);
        if (around)
            at = k;
    }
    who_jumps(s, n, at, &forward, &backward);
    split_at_label(L, s, n, at, forward, backward);
}

void csl_lower_goto(csl_lower_state *L, CXCursor s) {
    csl_cursors kids = csl_children(L->scratch, s);
    CXCursor label = kids.n ? clang_getCursorReferenced(kids.v[0]) : clang_getNullCursor();
    for (csl_jump *j = L->act->jumps; j; j = j->outer) {
        if (same_label(j->stmt, label)) {
            csl_leave_blocks(L, j->block, j->back, j->kept, s);
            csl_emit_br(L, j->continue_label, CSL_FROM_GOTO, s);
            return;
        }
    }
    L->skipped = "goto into a nested statement";
    csl_emit_opaque(L, s, "goto into a nested statement");
}
