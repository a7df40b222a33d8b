/* Statements and declarations. */
#include "lower_impl.h"

#include <string.h>

void csl_emit_errors(csl_lower_state *L, unsigned offset)
{
    csl_activation *act = L->act;
    while (act->next_error < act->nerrors && act->errors[act->next_error]->offset < offset) {
        const csl_source_error *e = act->errors[act->next_error++];
        const csl_place *place = csl_place_at(L->places, e->file, e->line, e->col, act->chain);
        csl_stmt *s = csl_stmt_new(L->ctx, CSL_STMT_OPAQUE, place);
        s->call.what = csl_intern(L->ctx, csl_format(L->ctx, "error: %s", e->message));
        s->call.result = CSL_NO_VAR;
        csl_seq_add(L->seq, s);
        L->nstmts++;
    }
}

static unsigned start_offset(CXCursor c)
{
    unsigned offset = 0;
    clang_getFileLocation(clang_getRangeStart(clang_getCursorExtent(c)), NULL, NULL, NULL, &offset);
    return offset;
}

static unsigned end_offset(CXCursor c)
{
    unsigned offset = 0;
    clang_getFileLocation(clang_getRangeEnd(clang_getCursorExtent(c)), NULL, NULL, NULL, &offset);
    return offset;
}

/* Lowers into a sequence of its own. */
static csl_stmt *sub_statement(csl_lower_state *L, CXCursor s)
{
    csl_seq *outer = L->seq, inner = {0};
    L->seq = &inner;
    csl_lower_stmt(L, s);
    L->seq = outer;
    return inner.first;
}

static void one_statement(csl_lower_state *L, CXCursor s)
{
    csl_emit_errors(L, start_offset(s));
    csl_lower_stmt(L, s);
}

static void splice(csl_seq *seq, csl_stmt *first)
{
    for (csl_stmt *s = first, *next; s; s = next) {
        next = s->next;
        s->next = NULL;
        csl_seq_add(seq, s);
    }
}

static bool is_null_cursor(CXCursor c)
{
    return clang_Cursor_isNull(c) || clang_isInvalid(clang_getCursorKind(c));
}

/* ---- declarations --------------------------------------------------------------------------- */

/* "name = initialiser", as the text of what a declaration does. */
static const char *init_text(csl_lower_state *L, const char *name, CXCursor init)
{
    const char *text = csl_text_here(L, init);
    return text ? csl_intern(L->ctx, csl_format(L->ctx, "%s = %s", name, text)) : NULL;
}

static void local_scalar(csl_lower_state *L, CXCursor decl, CXType type, CXCursor init)
{
    const char *name = csl_spelling(L->ctx, decl);
    csl_expr *value = NULL;
    bool is_const = clang_isConstQualifiedType(clang_getCanonicalType(type));
    bool in_memory = csl_listed(L->in_memory, L->nin_memory, decl);
    if (!is_null_cursor(init) && is_const && !in_memory && csl_evaluate(L, init, &value)) {
        csl_lval lval = csl_lval_none(type);
        lval.kind = CSL_LV_VALUE;
        lval.value = csl_cast(L->ctx, csl_scalar_type(type), value);
        lval.decl = decl;
        csl_bind(L, L->act, decl, lval);
        return;
    }
    if (!is_null_cursor(init))
        value = csl_rvalue_as(L, init, csl_scalar_type(type));
    csl_lval local = csl_new_local(L, decl, type, name);
    local.is_volatile = clang_isVolatileQualifiedType(clang_getCanonicalType(type));
    csl_bind(L, L->act, decl, local);
    if (!value && local.kind == CSL_LV_VAR) {
        csl_stmt *s = csl_emit(L, CSL_STMT_HAVOC, decl);
        s->havoc.var = local.var;
        s->havoc.scope = CSL_SCOPE_THREAD;
        s->havoc.why = "uninitialised";
        return;
    }
    if (!value)
        return;
    if (local.kind == CSL_LV_VAR)
        csl_emit_let(L, local.var, value, decl, init_text(L, name, init));
    else
        csl_store(L, local, value, decl, decl);
}

static void local_variable(csl_lower_state *L, CXCursor decl)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(decl));
    CXCursor init = clang_Cursor_getVarDeclInitializer(decl);
    if (csl_is_reference(type)) {
        if (is_null_cursor(init))
            csl_bind(L, L->act, decl, csl_lval_none(type));
        else
            csl_bind(L, L->act, decl,
                     csl_bind_reference(L, init, clang_getPointeeType(type)));
        return;
    }
    if (csl_scalar_type(type) != CSL_VOID) {
        local_scalar(L, decl, type, init);
        return;
    }
    csl_lval local = csl_new_local(L, decl, type, csl_spelling(L->ctx, decl));
    local.is_volatile = clang_isVolatileQualifiedType(type);
    csl_bind(L, L->act, decl, local);
    if (!is_null_cursor(init))
        csl_initialise(L, local, init);
    if (csl_has_destructor(L, type)) /* libclang shows no call of it */
        csl_emit_opaque(L, decl, "the destructor of this object is not modelled");
}

void csl_lower_declaration(csl_lower_state *L, CXCursor decl)
{
    switch (clang_getCursorKind(decl)) {
    case CXCursor_VarDecl: {
        enum CX_StorageClass storage = clang_Cursor_getStorageClass(decl);
        if (storage == CX_SC_Static || storage == CX_SC_Extern ||
            csl_has_attribute(decl, CXCursor_CUDASharedAttr))
            return; /* exists once; found by its uses */
        local_variable(L, decl);
        return;
    }
    case CXCursor_UnexposedDecl:
        csl_lower_structured_binding(L, decl);
        return;
    default:
        return; /* types, using declarations, static_assert: nothing happens */
    }
}

/* ---- loops ------------------------------------------------------------------------------------- */

/* Which of init, cond and inc are present in "for (init; cond; inc)", as bits 0..2; -1 if the text
 * is not understood. `s` stands on the keyword. */
static int for_mask(const char *s, const char *end)
{
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

static int popcount3(int mask)
{
    return (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1);
}

typedef struct for_parts {
    CXCursor init, variable, cond, inc, body;
    bool understood;
} for_parts;

/* libclang shows the parts that are there, in order, but not which are missing. */
static for_parts split_for(csl_lower_state *L, CXCursor s)
{
    CXCursor none = clang_getNullCursor();
    for_parts p = {none, none, none, none, none, true};
    csl_cursors kids = csl_children(L->ctx, s);
    CXCursor parts[4];
    unsigned n = 0;
    for (unsigned i = 0; i < kids.n; i++) {
        if (clang_getCursorKind(kids.v[i]) == CXCursor_VarDecl)
            p.variable = kids.v[i];
        else if (n < 4)
            parts[n++] = kids.v[i];
    }
    if (!n) {
        p.understood = false;
        return p;
    }
    p.body = parts[--n];
    int mask = 7;
    if (n < 3) {
        const char *end, *text = csl_raw_text(L->places, s, &end);
        mask = text && strncmp(text, "for", 3) == 0 ? for_mask(text, end) : -1;
        if (mask >= 0 && !is_null_cursor(p.variable))
            mask &= ~2; /* the condition is the variable's declaration */
        if (mask < 0 || popcount3(mask) != (int)n) {
            /* Unclear text (a macro): judge by what the parts are. */
            mask = 0;
            for (unsigned i = 0; i < n; i++) {
                if (clang_getCursorKind(parts[i]) == CXCursor_DeclStmt)
                    mask |= 1;
                else if (clang_getCanonicalType(clang_getCursorType(parts[i])).kind == CXType_Bool)
                    mask |= 2;
                else
                    mask |= 4;
            }
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

/* if (!cond) leave the loop */
static void loop_test(csl_lower_state *L, CXCursor at, csl_expr *cond, uint32_t out)
{
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

typedef struct loop {
    csl_jump jump;
    csl_seq *outer, body;
    csl_stmt *block, *statement;
} loop;

static void open_loop(csl_lower_state *L, loop *l, CXCursor at)
{
    memset(l, 0, sizeof *l);
    l->jump.stmt = clang_getNullCursor();
    l->jump.has_break = l->jump.has_continue = true;
    l->jump.break_label = csl_new_label(L);
    l->jump.continue_label = csl_new_label(L);
    l->jump.outer = L->act->jumps;
    l->block = csl_emit(L, CSL_STMT_BLOCK, at);
    l->block->block.label = l->jump.break_label;
    l->statement = csl_stmt_new(L->ctx, CSL_STMT_LOOP, l->block->place);
    l->block->block.body = l->statement;
    l->outer = L->seq;
    L->seq = &l->body;
}

/* The body, in a block of its own if it continues. */
static void loop_body(csl_lower_state *L, loop *l, CXCursor body)
{
    L->act->jumps = &l->jump;
    csl_stmt *first = sub_statement(L, body);
    L->act->jumps = l->jump.outer;
    if (l->jump.continue_used) {
        csl_stmt *block = csl_emit(L, CSL_STMT_BLOCK, body);
        block->block.label = l->jump.continue_label;
        block->block.body = first;
        return;
    }
    splice(L->seq, first);
}

static void close_loop(csl_lower_state *L, loop *l)
{
    l->statement->block.body = l->body.first;
    L->seq = l->outer;
}

static csl_expr *condition_variable(csl_lower_state *L, CXCursor decl)
{
    csl_lower_declaration(L, decl);
    csl_lval *bound = csl_lookup(L->act, decl);
    return bound ? csl_truth(L->ctx, csl_load(L, *bound, decl)) : csl_true(L->ctx);
}

static void for_loop(csl_lower_state *L, CXCursor s)
{
    for_parts p = split_for(L, s);
    if (!p.understood) {
        csl_emit_opaque(L, s, "for statement whose parts are unclear");
        return;
    }
    if (!is_null_cursor(p.init))
        csl_lower_stmt(L, p.init);
    loop l;
    open_loop(L, &l, s);
    if (!is_null_cursor(p.variable))
        loop_test(L, p.variable, condition_variable(L, p.variable), l.jump.break_label);
    else if (!is_null_cursor(p.cond))
        loop_test(L, p.cond, csl_condition(L, p.cond), l.jump.break_label);
    loop_body(L, &l, p.body);
    if (!is_null_cursor(p.inc))
        csl_discard(L, p.inc);
    close_loop(L, &l);
}

static void while_loop(csl_lower_state *L, CXCursor s)
{
    csl_cursors kids = csl_children(L->ctx, s);
    if (kids.n < 2) {
        csl_emit_opaque(L, s, "while statement whose parts are unclear");
        return;
    }
    loop l;
    open_loop(L, &l, s);
    if (clang_getCursorKind(kids.v[0]) == CXCursor_VarDecl)
        loop_test(L, kids.v[0], condition_variable(L, kids.v[0]), l.jump.break_label);
    else
        loop_test(L, kids.v[kids.n - 2], csl_condition(L, kids.v[kids.n - 2]),
                  l.jump.break_label);
    loop_body(L, &l, kids.v[kids.n - 1]);
    close_loop(L, &l);
}

static void do_loop(csl_lower_state *L, CXCursor s)
{
    csl_cursors kids = csl_children(L->ctx, s);
    if (kids.n != 2) {
        csl_emit_opaque(L, s, "do statement whose parts are unclear");
        return;
    }
    csl_expr *once = NULL; /* do { } while (0) is no loop */
    if (csl_evaluate(L, kids.v[1], &once) && csl_is_const(once, 0)) {
        csl_jump jump = {.stmt = clang_getNullCursor(), .has_break = true, .has_continue = true,
                         .outer = L->act->jumps};
        jump.break_label = jump.continue_label = csl_new_label(L);
        L->act->jumps = &jump;
        csl_stmt *first = sub_statement(L, kids.v[0]);
        L->act->jumps = jump.outer;
        if (jump.break_used || jump.continue_used) {
            csl_stmt *block = csl_emit(L, CSL_STMT_BLOCK, s);
            block->block.label = jump.break_label;
            block->block.body = first;
            return;
        }
        splice(L->seq, first);
        return;
    }
    loop l;
    open_loop(L, &l, s);
    loop_body(L, &l, kids.v[0]);
    loop_test(L, kids.v[1], csl_condition(L, kids.v[1]), l.jump.break_label);
    close_loop(L, &l);
}

/* for (T x : array) counts through the elements; other ranges are not modelled. */
static void range_for(csl_lower_state *L, CXCursor s)
{
    csl_cursors kids = csl_children(L->ctx, s);
    CXCursor variable = clang_getNullCursor(), range = clang_getNullCursor(),
             body = clang_getNullCursor();
    for (unsigned i = 0; i < kids.n; i++) {
        enum CXCursorKind k = clang_getCursorKind(kids.v[i]);
        if (k == CXCursor_VarDecl)
            variable = kids.v[i];
        else if (clang_isExpression(k) && i + 1 < kids.n)
            range = kids.v[i];
        else
            body = kids.v[i];
    }
    CXType type = clang_getCanonicalType(clang_getCursorType(range));
    long long n = clang_getArraySize(type);
    if (is_null_cursor(variable) || is_null_cursor(range) || is_null_cursor(body) ||
        !csl_is_array(type) || n < 0) {
        csl_emit_opaque(L, s, "range-based for over a class");
        return;
    }
    CXType elem = clang_getArrayElementType(type);
    csl_lval array = csl_lower_lvalue(L, range);
    csl_expr *base = csl_freeze(L, csl_address_of(L, array, range), range);
    uint32_t index = csl_new_var(L, "", CSL_I64, clang_getNullCursor());
    csl_emit_let(L, index, csl_const(L->ctx, CSL_I64, 0), range, NULL);
    loop l;
    open_loop(L, &l, s);
    csl_expr *i = csl_var_value(L, index);
    loop_test(L, range, csl_binary(L->ctx, CSL_OP_LT, i, csl_const(L->ctx, CSL_I64, n)),
              l.jump.break_label);
    csl_lval element = csl_lval_memory(csl_offset_address(L, base, i, csl_sizeof(elem)), elem);
    element.through = array.through;
    CXType declared = clang_getCanonicalType(clang_getCursorType(variable));
    if (csl_is_reference(declared)) {
        element.address = csl_freeze(L, element.address, variable);
        csl_bind(L, L->act, variable, element);
    } else {
        csl_lval local =
            csl_new_local(L, variable, declared, csl_spelling(L->ctx, variable));
        csl_bind(L, L->act, variable, local);
        csl_copy(L, local, element, variable);
    }
    loop_body(L, &l, body);
    csl_emit_let(L, index,
                 csl_binary(L->ctx, CSL_OP_ADD, csl_var_value(L, index),
                            csl_const(L->ctx, CSL_I64, 1)),
                 range, NULL);
    close_loop(L, &l);
}

/* ---- if and switch ------------------------------------------------------------------------------- */

static void if_statement(csl_lower_state *L, CXCursor s)
{
    csl_cursors kids = csl_children(L->ctx, s);
    unsigned i = 0;
    csl_expr *cond = NULL;
    CXCursor at = s;
    if (i < kids.n && clang_getCursorKind(kids.v[i]) == CXCursor_DeclStmt)
        csl_lower_stmt(L, kids.v[i++]); /* if (init; cond) */
    if (i < kids.n && clang_getCursorKind(kids.v[i]) == CXCursor_VarDecl) {
        cond = condition_variable(L, kids.v[i]);
        at = kids.v[i++];
        if (i < kids.n && kids.n - i > 1 && clang_isExpression(clang_getCursorKind(kids.v[i])))
            i++; /* the use of that variable */
    } else if (i < kids.n && clang_isExpression(clang_getCursorKind(kids.v[i]))) {
        at = kids.v[i++];
        cond = csl_condition(L, at);
    }
    if (!cond || i >= kids.n) {
        csl_emit_opaque(L, s, "if statement whose parts are unclear");
        return;
    }
    CXCursor then = kids.v[i], other = i + 1 < kids.n ? kids.v[i + 1] : clang_getNullCursor();
    if (csl_is_true(cond) || csl_is_false(cond)) {
        CXCursor chosen = csl_is_true(cond) ? then : other;
        if (!is_null_cursor(chosen))
            csl_lower_stmt(L, chosen);
        return;
    }
    csl_stmt *stmt = csl_emit(L, CSL_STMT_IF, at);
    stmt->origin = CSL_FROM_IF;
    stmt->text = csl_text_here(L, at);
    stmt->branch.cond = cond;
    stmt->branch.body = sub_statement(L, then);
    if (!is_null_cursor(other))
        stmt->branch.other = sub_statement(L, other);
}

/* A run of statements of a switch body that is entered at its labels. */
typedef struct section {
    csl_expr *match; /* some case label of it matches; NULL: none */
    bool has_default;
    unsigned first, end; /* statements in `parts` */
} section;

static csl_expr *case_match(csl_lower_state *L, CXCursor label, csl_expr *selector,
                            csl_cursors kids)
{
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
static bool never_falls_through(csl_lower_state *L, CXCursor s)
{
    csl_cursors kids;
    switch (clang_getCursorKind(s)) {
    case CXCursor_BreakStmt:
    case CXCursor_ContinueStmt:
    case CXCursor_ReturnStmt:
    case CXCursor_GotoStmt:
        return true;
    case CXCursor_CompoundStmt:
        kids = csl_children(L->ctx, s);
        return kids.n && never_falls_through(L, kids.v[kids.n - 1]);
    default:
        return false;
    }
}

/* The statements of a section; a break at its end is left out, since what follows a section that
 * breaks does not run for the same value anyway. True if the end may be reached. */
static bool section_body(csl_lower_state *L, const CXCursor *parts, const section *sec)
{
    unsigned end = sec->end;
    bool falls = end == sec->first || !never_falls_through(L, parts[end - 1]);
    if (!falls && clang_getCursorKind(parts[end - 1]) == CXCursor_BreakStmt)
        end--;
    for (unsigned i = sec->first; i < end; i++)
        one_statement(L, parts[i]);
    return falls;
}

/* Each section runs if one of its labels matches, or if the section before it runs to its end.
 * What comes after a section that never does is its `else`. Conditions are exact, so a uniform
 * selector gives uniform conditions. */
static void switch_sections(csl_lower_state *L, CXCursor cond, const CXCursor *parts,
                            const section *sections, unsigned n)
{
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

static void switch_statement(csl_lower_state *L, CXCursor s)
{
    csl_cursors kids = csl_children(L->ctx, s);
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
    csl_expr *value = csl_rvalue(L, cond);
    value = csl_cast(L->ctx, csl_promoted((csl_type)value->type), value);
    csl_expr *selector = csl_freeze(L, value, cond);
    csl_cursors items = clang_getCursorKind(body) == CXCursor_CompoundStmt
                            ? csl_children(L->ctx, body)
                            : (csl_cursors){&body, 1};
    CXCursor *parts = csl_alloc(L->ctx, (items.n + 1) * sizeof *parts);
    section *sections = csl_alloc(L->ctx, (items.n + 1) * sizeof *sections);
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
            csl_cursors c = csl_children(L->ctx, item);
            if (kind == CXCursor_DefaultStmt) {
                sec->has_default = true;
            } else if (c.n >= 2) {
                csl_expr *m = case_match(L, item, selector, c);
                sec->match = sec->match ? csl_or(L->ctx, sec->match, m) : m;
            }
            item = c.n ? c.v[c.n - 1] : clang_getNullCursor();
        }
        if (!is_null_cursor(item)) {
            if (!nsections) {
                /* Declarations before the first label are in scope but never run. */
                continue;
            }
            parts[nparts++] = item;
        }
        sections[nsections - 1].end = nparts;
    }
    csl_jump jump = {.stmt = clang_getNullCursor(), .has_break = true, .is_switch = true,
                     .break_label = csl_new_label(L), .outer = L->act->jumps};
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
        splice(L->seq, inner.first);
    }
}

/* ---- jumps --------------------------------------------------------------------------------------- */

static void break_or_continue(csl_lower_state *L, CXCursor s, bool is_break)
{
    for (csl_jump *j = L->act->jumps; j; j = j->outer) {
        if (is_break && j->has_break) {
            j->break_used = true;
            csl_emit_br(L, j->break_label, CSL_FROM_BREAK, s);
            return;
        }
        if (!is_break && j->has_continue) {
            j->continue_used = true;
            csl_emit_br(L, j->continue_label, CSL_FROM_CONTINUE, s);
            return;
        }
    }
    csl_emit_opaque(L, s, is_break ? "break outside a loop" : "continue outside a loop");
}

static void return_statement(csl_lower_state *L, CXCursor s)
{
    csl_activation *act = L->act;
    csl_cursors kids = csl_expr_children(L->ctx, s);
    if (!act->caller) {
        if (kids.n)
            csl_discard(L, kids.v[0]);
        csl_emit(L, CSL_STMT_EXIT, s)->origin = CSL_FROM_RETURN;
        return;
    }
    if (kids.n) {
        CXCursor value = kids.v[kids.n - 1];
        if (act->result_reference) {
            csl_lval target = csl_bind_reference(L, value, act->result.type);
            csl_emit_let(L, act->result.var, csl_address_of(L, target, value), s,
                         csl_text_here(L, value));
        } else if (act->result.kind == CSL_LV_NONE) {
            csl_discard(L, value);
        } else if (act->result.kind == CSL_LV_VAR) {
            csl_expr *v = csl_rvalue_as(L, value, csl_scalar_type(act->result.type));
            csl_emit_let(L, act->result.var, v, s, csl_text_here(L, value));
        } else {
            csl_lower_aggregate(L, value, act->result);
        }
    }
    act->returns++;
    csl_emit_br(L, act->return_label, CSL_FROM_RETURN, s);
}

/* ---- goto ---------------------------------------------------------------------------------------- */

/* The label a reference leads to is not the same cursor as the statement met on the way. */
static bool same_label(CXCursor a, CXCursor b)
{
    return !is_null_cursor(a) && !is_null_cursor(b) &&
           clang_equalLocations(clang_getCursorLocation(a), clang_getCursorLocation(b));
}

struct goto_search {
    CXCursor label;
    bool found;
};

static enum CXChildVisitResult find_goto(CXCursor c, CXCursor parent, CXClientData data)
{
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

static bool jumps_to(CXCursor s, CXCursor label)
{
    struct goto_search search = {.label = label};
    clang_visitChildren(s, find_goto, &search);
    return search.found;
}

/* Statements [first, n) of a compound. The first label of it that is a goto target splits it:
 *   block forward { ...before }  block out { loop { block again { label... ; br out } } }
 * a goto from before it leaves `forward`; one from behind it leaves `again`, and the loop runs
 * once more. */
static void statements(csl_lower_state *L, const CXCursor *s, unsigned n);

static void split_at_label(csl_lower_state *L, const CXCursor *s, unsigned n, unsigned at,
                           bool forward, bool backward)
{
    csl_jump jump = {.stmt = s[at], .outer = L->act->jumps};
    jump.continue_label = csl_new_label(L);
    csl_seq *outer = L->seq;
    if (forward) {
        csl_seq before = {0};
        L->act->jumps = &jump;
        L->seq = &before;
        statements(L, s, at);
        L->seq = outer;
        L->act->jumps = jump.outer;
        csl_stmt *block = csl_emit(L, CSL_STMT_BLOCK, s[at]);
        block->block.label = jump.continue_label;
        block->block.body = before.first;
    } else {
        statements(L, s, at);
    }
    CXCursor *rest = csl_alloc(L->ctx, (n - at) * sizeof *rest);
    memcpy(rest, s + at, (n - at) * sizeof *rest);
    csl_cursors kids = csl_children(L->ctx, s[at]);
    if (kids.n)
        rest[0] = kids.v[kids.n - 1];
    if (!backward) {
        statements(L, rest, n - at);
        return;
    }
    jump.continue_label = csl_new_label(L);
    uint32_t out = csl_new_label(L);
    csl_seq inner = {0}, body = {0};
    L->act->jumps = &jump;
    L->seq = &inner;
    statements(L, rest, n - at);
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

static void statements(csl_lower_state *L, const CXCursor *s, unsigned n)
{
    for (unsigned i = n; i-- > 0;) {
        if (clang_getCursorKind(s[i]) != CXCursor_LabelStmt)
            continue;
        bool forward = false, backward = false;
        for (unsigned k = 0; k < n; k++) {
            bool jumps = jumps_to(s[k], s[i]);
            forward = forward || (k < i && jumps);
            backward = backward || (k >= i && jumps);
        }
        if (forward || backward) {
            split_at_label(L, s, n, i, forward, backward);
            return;
        }
    }
    for (unsigned i = 0; i < n; i++)
        one_statement(L, s[i]);
}

static void goto_statement(csl_lower_state *L, CXCursor s)
{
    csl_cursors kids = csl_children(L->ctx, s);
    CXCursor label = kids.n ? clang_getCursorReferenced(kids.v[0]) : clang_getNullCursor();
    for (csl_jump *j = L->act->jumps; j; j = j->outer) {
        if (same_label(j->stmt, label)) {
            csl_emit_br(L, j->continue_label, CSL_FROM_GOTO, s);
            return;
        }
    }
    L->skipped = "goto into a nested statement";
    csl_emit_opaque(L, s, "goto into a nested statement");
}

/* ---- all of them ------------------------------------------------------------------------------------ */

static void statement(csl_lower_state *L, CXCursor s)
{
    enum CXCursorKind kind = clang_getCursorKind(s);
    csl_cursors kids;
    switch (kind) {
    case CXCursor_CompoundStmt:
        kids = csl_children(L->ctx, s);
        statements(L, kids.v, kids.n);
        if (L->act->nerrors)
            csl_emit_errors(L, end_offset(s));
        return;
    case CXCursor_DeclStmt:
        kids = csl_children(L->ctx, s);
        for (unsigned i = 0; i < kids.n; i++)
            csl_lower_declaration(L, kids.v[i]);
        return;
    case CXCursor_NullStmt:
        return;
    case CXCursor_IfStmt:
        if_statement(L, s);
        return;
    case CXCursor_ForStmt:
        for_loop(L, s);
        return;
    case CXCursor_WhileStmt:
        while_loop(L, s);
        return;
    case CXCursor_DoStmt:
        do_loop(L, s);
        return;
    case CXCursor_CXXForRangeStmt:
        range_for(L, s);
        return;
    case CXCursor_SwitchStmt:
        switch_statement(L, s);
        return;
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        csl_emit_opaque(L, s, "case label inside a nested statement");
        return;
    case CXCursor_BreakStmt:
        break_or_continue(L, s, true);
        return;
    case CXCursor_ContinueStmt:
        break_or_continue(L, s, false);
        return;
    case CXCursor_ReturnStmt:
        return_statement(L, s);
        return;
    case CXCursor_GotoStmt:
        goto_statement(L, s);
        return;
    case CXCursor_LabelStmt: /* nobody jumps to it from here */
        kids = csl_children(L->ctx, s);
        if (kids.n)
            csl_lower_stmt(L, kids.v[kids.n - 1]);
        return;
    case CXCursor_GCCAsmStmt:
        csl_lower_asm(L, s);
        return;
    case CXCursor_MSAsmStmt:
        csl_emit_opaque(L, s, "inline assembly");
        return;
    case CXCursor_UnexposedStmt: /* pragma unroll, attributes */
        kids = csl_children(L->ctx, s);
        for (unsigned i = 0; i < kids.n; i++)
            if (!clang_isAttribute(clang_getCursorKind(kids.v[i])))
                csl_lower_stmt(L, kids.v[i]);
        return;
    default:
        break;
    }
    if (clang_isExpression(kind)) {
        csl_discard(L, s);
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

void csl_lower_stmt(csl_lower_state *L, CXCursor s)
{
    if (++L->depth > CSL_MAX_NEST)
        csl_emit_opaque(L, s, "statement nested too deep");
    else
        statement(L, s);
    L->depth--;
}
