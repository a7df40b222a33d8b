/* Loops: every one is block { loop { if (!cond) br out; body; increment } }. */
#include "lifetime.h"

/* ---- loops ----------------------------------------------------------------------------------- */

/* Which of init, cond and inc are present in "for (init; cond; inc)", as bits 0..2; -1 if the text
 * is not understood. `s` stands on the keyword. */
static int for_mask(const char *s, const char *end) {
    int depth = 0, part = 0, mask = 0;
    for (s += 3; s < end && *s; s++) {
        if (s + 1 < end && s[0] == '/' && s[1] == '*') {
            for (s += 2; s + 1 < end && (s[0] != '*' || s[1] != '/'); s++)
                ;
            s++;
            continue;
        }
        if (s + 1 < end && s[0] == '/' && s[1] == '/') {
            while (s < end && *s != '\n')
                s++;
            continue;
        }
        if (*s == '"' || *s == '\'') {
            char quote = *s;
            mask |= 1 << part;
            for (s++; s < end && *s != quote && *s != '\n'; s++)
                if (*s == '\\')
                    s++;
            continue;
        }
        if (strchr("([{", *s)) {
            if (!depth++)
                continue;
        } else if (strchr(")]}", *s) && !--depth) {
            return part == 2 ? mask : -1;
        }
        if (depth == 1 && *s == ';') {
            if (++part > 2)
                return -1;
        } else if (depth && !strchr(" \t\r\n\v\f\\", *s)) {
            mask |= 1 << part;
        }
    }
    return -1;
}

static int popcount3(int mask) {
    return (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1);
}

typedef struct for_parts {
    CXCursor init, variable, cond, inc, body;
    bool understood;
} for_parts;

/* libclang shows the parts that are there, in order, but not which are missing. */
static for_parts split_for(csl_lower_state *L, CXCursor s) {
    CXCursor none = clang_getNullCursor();
    for_parts p = {none, none, none, none, none, true};
    csl_cursors kids = csl_children(L->scratch, s);
    CXCursor parts[4];
    unsigned n = 0;
    for (unsigned i = 0; i < kids.n; i++)
        if (clang_getCursorKind(kids.v[i]) == CXCursor_VarDecl)
            p.variable = kids.v[i];
        else if (n < 4)
            parts[n++] = kids.v[i];
    if (!n) {
        p.understood = false;
        return p;
    }
    p.body = parts[--n];
    int mask = 7;
    if (n < 3) {
        const char *end, *text = csl_raw_text(L->places, s, &end);
        mask = text && strncmp(text, "for", 3) == 0 ? for_mask(text, end) : -1;
        if (mask >= 0 && !csl_is_null(p.variable))
            mask &= ~2; /* the condition is the variable's declaration */
        if (mask < 0 || popcount3(mask) != (int)n) {
            /* Unclear text (a macro): judge by what the parts are. */
            mask = 0;
            for (unsigned i = 0; i < n; i++)
                if (clang_getCursorKind(parts[i]) == CXCursor_DeclStmt)
                    mask |= 1;
                else if (clang_getCanonicalType(clang_getCursorType(parts[i])).kind == CXType_Bool)
                    mask |= 2;
                else
                    mask |= 4;
            if (popcount3(mask) != (int)n) {
                p.understood = false;
                return p;
            }
        }
    }
    unsigned i = 0;
    if (mask & 1)
        p.init = parts[i++];
    if (mask & 2)
        p.cond = parts[i++];
    if (mask & 4)
        p.inc = parts[i++];
    return p;
}

void csl_loop_test(csl_lower_state *L, CXCursor at, csl_expr *cond, uint32_t out) {
    if (csl_is_true(cond))
        return;
    csl_stmt *s = csl_emit(L, CSL_STMT_IF, at);
    s->origin = CSL_FROM_LOOP;
    s->text = csl_text_here(L, at);
    s->branch.cond = csl_not(L->ctx, cond);
    csl_seq *outer = L->seq, inner = {0};
    L->seq = &inner;
    csl_emit_br(L, out, CSL_FROM_LOOP, at);
    L->seq = outer;
    s->branch.body = inner.first;
}

void csl_start_loop(csl_lower_state *L, csl_loop *l, CXCursor at) {
    memset(l, 0, sizeof *l);
    l->jump.stmt = clang_getNullCursor();
    l->jump.has_break = l->jump.has_continue = true;
    l->jump.break_label = csl_new_label(L);
    l->jump.continue_label = csl_new_label(L);
    l->jump.outer = L->act->jumps;
    l->jump.block = L->act->block;
    l->block = csl_emit(L, CSL_STMT_BLOCK, at);
    l->block->block.label = l->jump.break_label;
    l->statement = csl_stmt_new(L->ctx, CSL_STMT_LOOP, l->block->place);
    l->block->block.body = l->statement;
    l->outer = L->seq;
    L->seq = &l->body;
}

void csl_refuse_destructor(csl_lower_state *L, CXCursor variable) {
    if (csl_class_acts(L, clang_getCursorType(variable), CSL_WHEN_DESTROYED))
        csl_emit_opaque(L, variable, "the destructor of this object is not followed");
}

void csl_loop_body(csl_lower_state *L, csl_loop *l, CXCursor body) {
    L->act->jumps = &l->jump;
    csl_stmt *first = csl_sub_statement(L, body);
    L->act->jumps = l->jump.outer;
    if (l->jump.continue_used) {
        csl_stmt *block = csl_emit(L, CSL_STMT_BLOCK, body);
        block->block.label = l->jump.continue_label;
        block->block.body = first;
        return;
    }
    csl_splice(L->seq, first);
}

void csl_finish_loop(csl_lower_state *L, csl_loop *l) {
    l->statement->block.body = l->body.first;
    L->seq = l->outer;
}

csl_expr *csl_condition_variable(csl_lower_state *L, CXCursor decl) {
    csl_lower_declaration(L, decl);
    csl_lval *bound = csl_lookup(L->act, decl);
    return bound ? csl_truth(L->ctx, csl_load(L, *bound, decl)) : csl_true(L->ctx);
}

void csl_lower_for(csl_lower_state *L, CXCursor s) {
    for_parts p = split_for(L, s);
    if (!p.understood) {
        csl_emit_opaque(L, s, "for statement whose parts are unclear");
        return;
    }
    if (!csl_is_null(p.init))
        csl_lower_stmt(L, p.init);
    csl_loop l;
    csl_start_loop(L, &l, s);
    if (!csl_is_null(p.variable)) {
        csl_refuse_destructor(L, p.variable);
        csl_loop_test(L, p.variable, csl_condition_variable(L, p.variable), l.jump.break_label);
    } else if (!csl_is_null(p.cond))
        csl_loop_test(L, p.cond, csl_full_condition(L, p.cond), l.jump.break_label);
    csl_loop_body(L, &l, p.body);
    if (!csl_is_null(p.inc)) {
        csl_block full;
        csl_open_full(L, &full);
        csl_discard(L, p.inc);
        csl_close_full(L, &full, NULL, p.inc);
    }
    csl_finish_loop(L, &l);
}

void csl_lower_while(csl_lower_state *L, CXCursor s) {
    csl_cursors kids = csl_children(L->scratch, s);
    if (kids.n < 2) {
        csl_emit_opaque(L, s, "while statement whose parts are unclear");
        return;
    }
    csl_loop l;
    csl_start_loop(L, &l, s);
    if (clang_getCursorKind(kids.v[0]) == CXCursor_VarDecl) {
        csl_refuse_destructor(L, kids.v[0]);
        csl_loop_test(L, kids.v[0], csl_condition_variable(L, kids.v[0]), l.jump.break_label);
    } else
        csl_loop_test(L, kids.v[kids.n - 2], csl_full_condition(L, kids.v[kids.n - 2]),
                      l.jump.break_label);
    csl_loop_body(L, &l, kids.v[kids.n - 1]);
    csl_finish_loop(L, &l);
}

void csl_lower_do(csl_lower_state *L, CXCursor s) {
    csl_cursors kids = csl_children(L->scratch, s);
    if (kids.n != 2) {
        csl_emit_opaque(L, s, "do statement whose parts are unclear");
        return;
    }
    csl_expr *once = NULL; /* do { } while (0) is no loop */
    if (csl_evaluate(L, kids.v[1], &once) && csl_is_const(once, 0)) {
        csl_jump jump = {.stmt = clang_getNullCursor(),
                         .has_break = true,
                         .has_continue = true,
                         .block = L->act->block,
                         .outer = L->act->jumps};
        jump.break_label = jump.continue_label = csl_new_label(L);
        L->act->jumps = &jump;
        csl_stmt *first = csl_sub_statement(L, kids.v[0]);
        L->act->jumps = jump.outer;
        if (jump.break_used || jump.continue_used) {
            csl_stmt *block = csl_emit(L, CSL_STMT_BLOCK, s);
            block->block.label = jump.break_label;
            block->block.body = first;
            return;
        }
        csl_splice(L->seq, first);
        return;
    }
    csl_loop l;
    csl_start_loop(L, &l, s);
    csl_loop_body(L, &l, kids.v[0]);
    csl_loop_test(L, kids.v[1], csl_full_condition(L, kids.v[1]), l.jump.break_label);
    csl_finish_loop(L, &l);
}
