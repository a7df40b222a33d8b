/* A device function that no kernel reaches, and that keeps values in a shared array of its own, is
 * read as if a block called it again and again: its caller does not see the array, so it is
 * up to the function that no thread still reads it when the next call writes it. */
#include "kernels.h"

static bool has_own_array(const csl_lower_state *L) {
    for (unsigned i = 0; i < L->nobjects; i++)
        if (L->objects[i].kind == CSL_OBJ_SHARED && L->objects[i].param == UINT32_MAX &&
            clang_equalCursors(clang_getCursorSemanticParent(L->object_decl[i]), L->act->function))
            return true;
    return false;
}

/* A return at the end goes back to the caller. */
static void drop_last_exit(csl_seq *body) {
    if (!body->last || body->last->kind != CSL_STMT_EXIT || body->last->origin != CSL_FROM_RETURN)
        return;
    csl_seq_drop_last(body);
}

static csl_stmt *new_stmt(csl_lower_state *L, csl_seq *seq, csl_stmt_kind kind) {
    csl_stmt *s = csl_stmt_new(L->ctx, kind, L->kernel->place);
    csl_seq_add(seq, s);
    return s;
}

/* A macro that nothing declares stands before it, and nothing is returned: it may be a kernel. */
static bool may_be_kernel(CXCursor function) {
    return csl_has_attribute(function, CXCursor_AnnotateAttr) &&
           clang_getCursorResultType(function).kind == CXType_Void;
}

/* block { loop { body; if (!again) br out; } } */
void csl_lower_again(csl_lower_state *L, csl_seq *body) {
    if (!has_own_array(L) || may_be_kernel(L->act->function))
        return;
    csl_seq calls = *body, out = {0};
    drop_last_exit(&calls);
    if (csl_has_statement(calls.first, CSL_STMT_EXIT)) /* a return in the middle */
        return;
    uint32_t again = csl_new_var(L, "", CSL_BOOL, clang_getNullCursor());
    csl_stmt *any = new_stmt(L, &calls, CSL_STMT_HAVOC);
    any->havoc.var = again;
    any->havoc.scope = CSL_SCOPE_GRID;
    csl_stmt *stop = new_stmt(L, &calls, CSL_STMT_IF);
    stop->origin = CSL_FROM_LOOP;
    stop->branch.cond = csl_not(L->ctx, csl_var_value(L, again));
    csl_seq leave = {0};
    csl_stmt *br = new_stmt(L, &leave, CSL_STMT_BR);
    br->origin = CSL_FROM_LOOP;
    stop->branch.body = br;
    csl_stmt *block = new_stmt(L, &out, CSL_STMT_BLOCK);
    block->block.label = br->label = csl_new_label(L);
    csl_seq whole = {0};
    csl_stmt *loop = new_stmt(L, &whole, CSL_STMT_LOOP);
    loop->block.body = calls.first;
    block->block.body = loop;
    *body = out;
}
