/* Calls and constructs that are not followed, and whether anything about them suggests that threads
 * wait for each other in them. */
#include "emit.h"
#include "../../recover/recover.h"

#include <ctype.h>

/* x of x.f() where x depends on the template, as a parameter of the kernel does; null: none. */
static CXCursor dependent_object(csl_lower_state *L, const csl_call *c) {
    csl_cursors kids = csl_expr_children(L->scratch, c->cursor);
    if (!kids.n || clang_getCursorKind(kids.v[0]) != CXCursor_MemberRefExpr)
        return clang_getNullCursor();
    csl_cursors base = csl_expr_children(L->scratch, kids.v[0]);
    return base.n ? base.v[0] : clang_getNullCursor();
}

/* x of x.f(); null: none. */
CXCursor csl_asked_object(csl_lower_state *L, const csl_call *c) {
    if (clang_Cursor_isNull(c->callee))
        return dependent_object(L, c);
    return c->has_object ? c->object : clang_getNullCursor();
}

static bool names_order(const char *text) {
    return csl_has_word(text, CSL_NAMES_TOGETHER) || csl_has_word(text, CSL_NAMES_ORDERS);
}

static bool names_group(const char *text) {
    return csl_has_word(text, CSL_NAMES_BLOCK) || csl_has_word(text, CSL_NAMES_WARP);
}

static bool type_orders(CXType type) {
    CXString text = clang_getTypeSpelling(clang_getUnqualifiedType(type));
    bool orders = names_order(clang_getCString(text)) || names_group(clang_getCString(text));
    clang_disposeString(text);
    return orders;
}

/* It makes an object, is an operator of one (`v[i]`, `a == b`; not `f(x)`, which may be any
 * function unless it denotes an element), or asks an object for a value that is used. A function of
 * numbers alone may well be a collective. */
static bool is_of_object(csl_lower_state *L, const csl_call *c, const char *name) {
    if (clang_getCursorKind(c->callee) == CXCursor_Constructor)
        return true;
    if (strcmp(name, "operator()") == 0)
        return csl_returns_reference(L, c->cursor);
    if (strncmp(name, "operator", 8) == 0)
        return true;
    bool written = clang_Cursor_isNull(c->callee) && (strchr(name, '.') || strstr(name, "->"));
    return (written || !csl_is_null(csl_asked_object(L, c))) &&
           clang_getCursorType(c->cursor).kind != CXType_Void &&
           !clang_equalCursors(L->discarded, c->cursor);
}

/* The function works with memory that the block shares. */
static bool gets_shared(csl_lower_state *L, const csl_call *c, csl_expr *const *args, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        int32_t root = args[i]->type == CSL_PTR ? csl_root_object(L, args[i]) : -1;
        if (root >= 0 &&
            (L->objects[root].kind == CSL_OBJ_SHARED || L->objects[root].kind == CSL_OBJ_DYNAMIC))
            return true;
    }
    for (unsigned i = 0; i < c->args.n; i++) {
        const char *text = csl_text_of(L->places, c->args.v[i]);
        if (text && csl_has_word(text, CSL_NAMES_SHARED))
            return true;
    }
    return false;
}

bool csl_is_quiet(csl_lower_state *L, const csl_call *c, const char *name, csl_expr *const *args,
                  uint32_t n) {
    if (!is_of_object(L, c, name) || names_order(name) || names_group(name) ||
        type_orders(clang_getCursorType(c->cursor)) || gets_shared(L, c, args, n))
        return false;
    CXCursor object = csl_asked_object(L, c);
    return csl_is_null(object) || !type_orders(clang_getCursorType(object));
}

bool csl_is_quiet_error(const char *message) {
    if (strncmp(message, "no member named ", 16) == 0)
        return !names_order(message) && !names_group(message);
    return strncmp(message, "use of overloaded operator ", 27) == 0 ||
           strncmp(message, "invalid operands to binary expression", 37) == 0;
}

/* `x`, `p[i]`, `q->next`: an object, neither the name of a macro nor a declaration. */
static bool is_of_names(const char *text) {
    bool small = false;
    for (const char *s = text; *s; s++) {
        small |= islower((unsigned char)*s) != 0;
        if (!isalnum((unsigned char)*s) && !strchr("_[].:->", *s))
            return false;
    }
    return small && !names_group(text);
}

bool csl_is_quiet_text(const char *text) {
    if (strstr(text, "...") || names_order(text) || !(strchr(text, '=') || is_of_names(text)))
        return false;
    for (const char *s = text; (s = strchr(s, '(')); s++)
        if (s > text && (isalnum((unsigned char)s[-1]) || s[-1] == '_' || s[-1] == '>'))
            return false; /* a call, perhaps of a macro */
    return true;
}

bool csl_is_quiet_class(CXType type) {
    return !type_orders(type);
}
