/* Calls of functions that nothing declares, or that depend on the template, to which only numbers
 * go: what comes out is taken to be the same for the same numbers. Not so if the call stands for
 * its effects (the result is not used), if an argument is an address or may be for the result, or
 * if the name says that threads work together there (`blockSum`, `warp.any`). Whatever the name,
 * the function may wait for other threads, unless it is mathematics (names.def).
 */
#include "lower.h"
#include "../recover/recover.h"
#include "../../limits/limits.h"

/* The threads that the result of a function of that name may depend on, as far as it says. */
static csl_scope scope_of_name(const char *name) {
    if (csl_has_word(name, CSL_NAMES_BLOCK))
        return CSL_SCOPE_GRID;
    if (csl_has_word(name, CSL_NAMES_WARP))
        return CSL_SCOPE_WARP;
    bool together =
        csl_has_word(name, CSL_NAMES_TOGETHER) || csl_has_word(name, CSL_NAMES_COMBINES);
    return together ? CSL_SCOPE_GRID : CSL_SCOPE_THREAD;
}

/* ---- what goes in ---------------------------------------------------------------------------- */

typedef struct parts {
    csl_lower_state *L;
    CXType type; /* of the class, for its members */
    unsigned n;
    bool failed; /* something else than numbers is in it */
    csl_lval object;
    csl_expr **values; /* NULL: only count */
    CXCursor at;
} parts;

static void take_apart(parts *p, CXType type, csl_lval lval);

static enum CXVisitorResult take_member(CXCursor field, CXClientData data) {
    parts *p = data;
    csl_lval object = p->object;
    csl_lval member = csl_lval_none(clang_getCursorType(field));
    if (p->values)
        member = csl_member_slot(p->L, object, field, p->at);
    take_apart(p, clang_getCursorType(field), member);
    p->object = object;
    return p->failed ? CXVisit_Break : CXVisit_Continue;
}

/* Counts the numbers in a value of that type, or appends them. */
static void take_apart(parts *p, CXType type, csl_lval lval) {
    csl_type scalar = csl_scalar_type(type);
    if (scalar == CSL_VOID && csl_is_class(type) && !csl_is_dependent(type)) {
        p->object = lval;
        clang_Type_visitFields(clang_getCanonicalType(type), take_member, p);
        return;
    }
    p->failed |= scalar == CSL_VOID || scalar == CSL_PTR || csl_is_reference(type) ||
                 csl_limit_reached(CSL_LIMIT_call_values, p->n);
    if (p->failed)
        return;
    if (p->values)
        p->values[p->n] = csl_load(p->L, lval, p->at);
    p->n++;
}

static bool takes_numbers(csl_lower_state *L, CXCursor arg, bool direct) {
    CXType type = clang_getCursorType(arg);
    csl_type scalar = csl_scalar_type(type);
    if (direct && scalar != CSL_VOID)
        return scalar != CSL_PTR;
    parts p = {.L = L};
    take_apart(&p, type, csl_lval_none(type));
    return !p.failed;
}

static void add_values(csl_lower_state *L, CXCursor arg, csl_expr **values, uint32_t *n) {
    CXType type = clang_getCursorType(arg);
    if (csl_scalar_type(type) != CSL_VOID) {
        if (!csl_limit_reached(CSL_LIMIT_call_values, *n))
            values[(*n)++] = csl_rvalue(L, arg);
        return;
    }
    parts p = {.L = L, .n = *n, .values = values, .at = arg};
    take_apart(&p, type, csl_bind_reference(L, arg));
    *n = p.n;
}

/* ---- the call -------------------------------------------------------------------------------- */

typedef struct first_field {
    CXCursor field;
} first_field;

static enum CXVisitorResult take_first(CXCursor field, CXClientData data) {
    ((first_field *)data)->field = field;
    return CXVisit_Break;
}

static bool is_unknown_class(CXType type) {
    CXString name = clang_getTypeSpelling(clang_getUnqualifiedType(clang_getCanonicalType(type)));
    bool unknown = strcmp(clang_getCString(name), "__csl_unknown") == 0;
    clang_disposeString(name);
    return unknown;
}

/* The function is undeclared, or the template does not say which it is, and the call is there for
 * what it gives. */
static bool gives_value(csl_lower_state *L, const csl_call *c) {
    CXType type = clang_getCursorType(c->cursor);
    bool undeclared = clang_Cursor_isNull(c->callee)
                          ? csl_is_dependent(type) || type.kind == CXType_Invalid
                          : L->unit->recovered && csl_is_recovered(c->callee) &&
                                clang_Cursor_isNull(c->definition);
    return undeclared && !L->act->shim && !clang_equalCursors(L->discarded, c->cursor);
}

csl_scope csl_synchronised_by(csl_lower_state *L, const csl_call *c, const char *name,
                              csl_expr *const *args, uint32_t n) {
    bool numbers = true;
    for (uint32_t i = 0; i < n; i++)
        numbers &= args[i]->type != CSL_PTR;
    return gives_value(L, c) && numbers && csl_only_computes(name) ? CSL_SCOPE_THREAD
                                                                   : CSL_SCOPE_GRID;
}

/* int x; f(x): the function may well set it. */
static bool is_unset(csl_lower_state *L, CXCursor arg) {
    CXCursor decl = clang_getCursorReferenced(csl_strip_parens(L, arg));
    return clang_getCursorKind(decl) == CXCursor_VarDecl &&
           clang_Cursor_hasVarDeclGlobalStorage(decl) != 1 &&
           csl_is_null(clang_Cursor_getVarDeclInitializer(decl));
}

static bool is_plain(csl_lower_state *L, const csl_call *c, CXCursor object, const char *name) {
    CXType type = clang_getCursorType(c->cursor);
    csl_type scalar = csl_scalar_type(type);
    if (!gives_value(L, c) || csl_is_reference(type) || scalar == CSL_PTR ||
        (scalar == CSL_VOID && !is_unknown_class(type)) || scope_of_name(name) > CSL_SCOPE_WARP)
        return false;
    for (unsigned i = 0; i < c->args.n; i++)
        if (!takes_numbers(L, c->args.v[i], true) || is_unset(L, c->args.v[i]))
            return false;
    return csl_is_null(object) || takes_numbers(L, object, true);
}

bool csl_lower_plain_call(csl_lower_state *L, const csl_call *c, csl_lval *dest, csl_lval *out,
                          csl_expr **value) {
    const char *name = csl_callee_name(L, c);
    CXCursor object = csl_asked_object(L, c);
    if (!is_plain(L, c, object, name))
        return false;
    csl_expr **values = csl_alloc(L->ctx, CSL_LIMIT(call_values) * sizeof *values);
    uint32_t n = 0;
    if (!csl_is_null(object))
        add_values(L, object, values, &n);
    for (unsigned i = 0; i < c->args.n; i++)
        add_values(L, c->args.v[i], values, &n);
    if (csl_has_word(name, CSL_NAMES_THREAD) || scope_of_name(name) > CSL_SCOPE_THREAD)
        n = 0; /* it depends on the thread, whatever goes in */
    L->taken = name;
    L->unresolved |= clang_Cursor_isNull(c->callee);
    CXType type = clang_getCursorType(c->cursor);
    csl_type scalar = csl_scalar_type(type);
    csl_stmt *s = csl_emit(L, CSL_STMT_CALL, c->cursor);
    s->text = L->act->shim ? L->act->user_text : csl_text_of(L->places, c->cursor);
    s->call.what = name;
    s->call.plain = true;
    s->call.syncs = csl_synchronised_by(L, c, name, values, n);
    s->call.args = values;
    s->call.nargs = n;
    csl_judge_call(L, c, s);
    s->call.result =
        csl_new_var(L, "", scalar == CSL_VOID ? CSL_I32 : scalar, clang_getNullCursor());
    *value = csl_var_value(L, s->call.result);
    if (scalar != CSL_VOID)
        return true;
    csl_lval local = dest ? *dest : csl_new_local(L, clang_getNullCursor(), type, "");
    first_field first = {clang_getNullCursor()};
    clang_Type_visitFields(clang_getCanonicalType(type), take_first, &first);
    csl_store(L, csl_member_slot(L, local, first.field, c->cursor), *value, c->cursor, c->cursor);
    if (out)
        *out = local;
    *value = NULL;
    return true;
}
