/* if and switch. */
#include "lifetime.h"

void csl_lower_if(csl_lower_state *L, CXCursor s) {
    csl_cursors kids = csl_children(L->scratch, s);
    unsigned i = 0;
    csl_expr *cond = NULL;
    CXCursor at = s;
    if (i < kids.n && clang_getCursorKind(kids.v[i]) == CXCursor_DeclStmt)
        csl_lower_stmt(L, kids.v[i++]); /* if (init; cond) */
    if (i < kids.n && clang_getCursorKind(kids.v[i]) == CXCursor_VarDecl) {
        cond = csl_condition_variable(L, kids.v[i]);
        at = kids.v[i++];
        if (i < kids.n && kids.n - i > 1 && clang_isExpression(clang_getCursorKind(kids.v[i])))
            i++; /* the use of that variable */
    } else if (i < kids.n && clang_isExpression(clang_getCursorKind(kids.v[i]))) {
        at = kids.v[i++];
        cond = csl_full_condition(L, at);
    }
    if (!cond || i >= kids.n) {
        csl_emit_opaque(L, s, "if statement whose parts are unclear");
        return;
    }
    CXCursor then = kids.v[i], other = i + 1 < kids.n ? kids.v[i + 1] : clang_getNullCursor();
    if (csl_is_true(cond) || csl_is_false(cond)) {
        CXCursor chosen = csl_is_true(cond) ? then : other;
        CXCursor left_out = csl_is_true(cond) ? other : then;
        csl_skip_discarded(L, s, left_out);
        if (!csl_is_null(left_out)) /* `if (WAITS) __syncthreads();` without braces */
            csl_account_whole(L, left_out);
        if (!csl_is_null(chosen))
            csl_lower_stmt(L, chosen);
        return;
    }
    csl_stmt *stmt = csl_emit(L, CSL_STMT_IF, at);
    stmt->origin = CSL_FROM_IF;
    stmt->text = csl_text_here(L, at);
    stmt->branch.cond = cond;
    L->act->conditions++;
    stmt->branch.body = csl_sub_statement(L, then);
    if (!csl_is_null(other))
        stmt->branch.other = csl_sub_statement(L, other);
    L->act->conditions--;
}

/* A run of statements of a switch body that is entered at its labels. */
typedef struct section {
    csl_expr *match; /* some case label of it matches; NULL: none */
    bool has_default;
    unsigned first, end; /* statements in `parts` */
} section;

static csl_expr *case_match(csl_lower_state *L, CXCursor label, csl_expr *selector,
                            csl_cursors kids) {
    csl_expr *low = csl_cast(L->ctx, (csl_type)selector->type, csl_rvalue(L, kids.v[0]));
    (void)label;
    if (kids.n == 3) { /* case a ... b */
        csl_expr *high = csl_cast(L->ctx, (csl_type)selector->type, csl_rvalue(L, kids.v[1]));
        return csl_and(L->ctx, csl_binary(L->ctx, CSL_OP_LE, low, selector),
                       csl_binary(L->ctx, CSL_OP_LE, selector, high));
    }
    return csl_binary(L->ctx, CSL_OP_EQ, selector, low);
}

/* The statement always leaves what comes after it. */
static bool never_falls_through(csl_lower_state *L, CXCursor s) {
    csl_cursors kids;
    switch (clang_getCursorKind(s)) {
    case CXCursor_BreakStmt:
    case CXCursor_ContinueStmt:
    case CXCursor_ReturnStmt:
    case CXCursor_GotoStmt: return true;
    case CXCursor_CompoundStmt:
        kids = csl_children(L->scratch, s);
        return kids.n && never_falls_through(L, kids.v[kids.n - 1]);
    default: return false;
    }
}

/* The statements of a section; a break at its end is left out, since what follows a section that
 * breaks does not run for the same value anyway. True if the end may be reached. */
static bool section_body(csl_lower_state *L, const CXCursor *parts, const section *sec) {
    unsigned end = sec->end;
    bool falls = end == sec->first || !never_falls_through(L, parts[end - 1]);
    if (!falls && clang_getCursorKind(parts[end - 1]) == CXCursor_BreakStmt)
        end--;
    csl_block block;
    csl_open_block(L, &block);
    for (unsigned i = sec->first; i < end; i++)
        csl_one_statement(L, parts[i]);
    csl_close_block(L, &block);
    return falls;
}

/* Each section runs if one of its labels matches, or if the section before it runs to its end.
 * What comes after a section that never does is its `else`. Conditions are exact, so a uniform
 * selector gives uniform conditions. */
static void switch_sections(csl_lower_state *L, CXCursor cond, const CXCursor *parts,
                            const section *sections, unsigned n) {
    csl_ctx *ctx = L->ctx;
    csl_expr *any = csl_false(ctx); /* some label matches */
    for (unsigned k = 0; k < n; k++)
        if (sections[k].match)
            any = csl_or(ctx, any, sections[k].match);
    csl_expr *entered = csl_false(ctx);
    csl_expr *done = csl_false(ctx); /* false wherever the chain of else has led to */
    csl_seq *outer = L->seq, *rest = csl_alloc(ctx, (n + 1) * sizeof *rest);
    csl_stmt **chain = csl_alloc(ctx, (n + 1) * sizeof *chain);
    unsigned depth = 0;
    for (unsigned k = 0; k < n; k++) {
        if (sections[k].match)
            entered = csl_or(ctx, entered, sections[k].match);
        if (sections[k].has_default)
            entered = csl_or(ctx, entered, csl_not(ctx, any));
        if (csl_is_false(entered))
            continue;
        /* The default at the end of an else chain needs no test of its own. */
        bool last = csl_is_true(csl_or(ctx, entered, done));
        if (csl_is_true(entered) || last) {
            if (!section_body(L, parts, &sections[k]))
                break;
            continue;
        }
        csl_stmt *stmt = csl_emit(L, CSL_STMT_IF, cond);
        stmt->origin = CSL_FROM_SWITCH;
        stmt->text = csl_text_here(L, cond);
        stmt->branch.cond = entered;
        csl_seq *here = L->seq, inner = {0};
        L->seq = &inner;
        bool falls = section_body(L, parts, &sections[k]);
        stmt->branch.body = inner.first;
        L->seq = here;
        if (!falls) {
            done = csl_or(ctx, done, entered);
            entered = csl_false(ctx);
            chain[depth] = stmt;
            L->seq = &rest[depth++];
        }
    }
    while (depth-- > 0)
        chain[depth]->branch.other = rest[depth].first;
    L->seq = outer;
}

struct declared_search {
    unsigned from, to; /* offsets */
    CXFile file;
    csl_lower_state *L;
};

static enum CXChildVisitResult find_declared(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    struct declared_search *s = data;
    CXCursor decl = clang_getCursorReferenced(c);
    if (clang_getCursorKind(c) != CXCursor_DeclRefExpr ||
        clang_getCursorKind(decl) != CXCursor_VarDecl || csl_lookup(s->L->act, decl))
        return CXChildVisit_Recurse;
    CXFile file;
    unsigned at;
    clang_getFileLocation(clang_getCursorLocation(decl), &file, NULL, NULL, &at);
    if (file && clang_File_isEqual(file, s->file) && at > s->from && at < s->to)
        csl_lower_declaration(s->L, decl);
    return CXChildVisit_Recurse;
}

void csl_hidden_initialiser(csl_lower_state *L, CXCursor s) {
    const char *end, *text = csl_raw_text(L->places, s, &end), *t = text, *semicolon = NULL;
    if (!text)
        return;
    int depth = 0, declared = 0;
    bool calls = false, lists = false;
    for (; t < end; t++) {
        if (strchr("([{", *t))
            depth++;
        else if (strchr(")]}", *t) && --depth == 0)
            break;
        if (*t == ';' && depth == 1)
            semicolon = semicolon ? semicolon : t;
        calls |= !semicolon && (depth > 1 || *t == '+' || *t == '-');
        lists |= !semicolon && *t == ',' && depth == 1;
    }
    if (!semicolon)
        return;
    struct declared_search search = {.L = L};
    clang_getFileLocation(clang_getRangeStart(clang_getCursorExtent(s)), &search.file, NULL, NULL,
                          &search.from);
    search.to = search.from + (unsigned)(semicolon - text);
    unsigned before = L->act->nbindings;
    clang_visitChildren(s, find_declared, &search);
    declared = (int)(L->act->nbindings - before);
    if (declared != 1 ? calls : lists)
        csl_emit_opaque(L, s, "initialiser of a statement");
}

/* Cuts the body of a switch into sections: the labels that stand together, and what follows them up
 * to the next label. Returns their number. */
static unsigned find_sections(csl_lower_state *L, csl_cursors items, csl_expr *selector,
                              CXCursor *parts, section *sections) {
    unsigned nparts = 0, nsections = 0;
    for (unsigned k = 0; k < items.n; k++) {
        CXCursor item = items.v[k];
        section *sec = NULL;
        for (;;) {
            enum CXCursorKind kind = clang_getCursorKind(item);
            if (kind != CXCursor_CaseStmt && kind != CXCursor_DefaultStmt)
                break;
            if (!sec) {
                sec = &sections[nsections++];
                sec->first = nparts;
            }
            csl_cursors c = csl_children(L->scratch, item);
            if (kind == CXCursor_DefaultStmt) {
                sec->has_default = true;
            } else if (c.n >= 2) {
                csl_expr *m = case_match(L, item, selector, c);
                sec->match = sec->match ? csl_or(L->ctx, sec->match, m) : m;
            }
            item = c.n ? c.v[c.n - 1] : clang_getNullCursor();
        }
        if (!csl_is_null(item)) {
            if (!nsections) {
                if (clang_getCursorKind(item) == CXCursor_DeclStmt)
                    csl_lower_stmt(L, item); /* in scope, and without an initialiser */
                continue;
            }
            parts[nparts++] = item;
        }
        sections[nsections - 1].end = nparts;
    }
    return nsections;
}

void csl_lower_switch(csl_lower_state *L, CXCursor s) {
    csl_cursors kids = csl_children(L->scratch, s);
    unsigned i = 0;
    if (i < kids.n && clang_getCursorKind(kids.v[i]) == CXCursor_DeclStmt)
        csl_lower_stmt(L, kids.v[i++]);
    if (i < kids.n && clang_getCursorKind(kids.v[i]) == CXCursor_VarDecl)
        csl_lower_declaration(L, kids.v[i++]);
    if (kids.n < i + 2) {
        csl_emit_opaque(L, s, "switch statement whose parts are unclear");
        return;
    }
    CXCursor cond = kids.v[kids.n - 2], body = kids.v[kids.n - 1];
    csl_hidden_initialiser(L, s);
    csl_block full;
    csl_open_full(L, &full);
    csl_expr *value = csl_close_full(L, &full, csl_rvalue(L, cond), cond);
    value = csl_cast(L->ctx, csl_promoted((csl_type)value->type), value);
    csl_expr *selector = csl_freeze(L, value, cond);
    csl_cursors items = clang_getCursorKind(body) == CXCursor_CompoundStmt
                            ? csl_children(L->scratch, body)
                            : (csl_cursors){&body, 1};
    CXCursor *parts = csl_alloc(L->scratch, (items.n + 1) * sizeof *parts);
    section *sections = csl_alloc(L->scratch, (items.n + 1) * sizeof *sections);
    unsigned nsections = find_sections(L, items, selector, parts, sections);
    csl_jump jump = {.stmt = clang_getNullCursor(),
                     .has_break = true,
                     .is_switch = true,
                     .break_label = csl_new_label(L),
                     .block = L->act->block,
                     .outer = L->act->jumps};
    csl_seq *outer = L->seq, inner = {0};
    L->act->jumps = &jump;
    L->seq = &inner;
    switch_sections(L, cond, parts, sections, nsections);
    L->seq = outer;
    L->act->jumps = jump.outer;
    if (jump.break_used) {
        csl_stmt *block = csl_emit(L, CSL_STMT_BLOCK, s);
        block->block.label = jump.break_label;
        block->block.body = inner.first;
    } else {
        csl_splice(L->seq, inner.first);
    }
}
