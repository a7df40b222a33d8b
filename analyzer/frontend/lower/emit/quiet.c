/* Calls and constructs that are not followed, and whether anything about them suggests that threads
 * wait for each other in them. */
#include "../../../files/words.h"
#include "emit.h"
#include "../../recover/recover.h"
#include "../../../limits/limits.h"

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

static bool names_waiting(const char *text) {
    return csl_has_word(text, CSL_NAMES_TOGETHER) || csl_has_word(text, CSL_NAMES_ORDERS);
}

static bool names_order(const char *text) {
    return names_waiting(text) || csl_has_word(text, CSL_NAMES_COMBINES);
}

/* What it is about is a warp, and no more than a value of it. */
static bool names_only_warp(const char *text) {
    return csl_has_word(text, CSL_NAMES_WARP) && !names_waiting(text) &&
           !csl_has_word(text, CSL_NAMES_BLOCK) && !csl_has_word(text, CSL_NAMES_ACROSS);
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

/* The source of a declaration; NULL: it is not in one piece, or long. */
static const char *source_of(csl_lower_state *L, CXCursor decl) {
    CXSourceRange extent = clang_getCursorExtent(decl);
    CXFile file, end_file;
    unsigned from, to;
    size_t size;
    clang_getFileLocation(clang_getRangeStart(extent), &file, NULL, NULL, &from);
    clang_getFileLocation(clang_getRangeEnd(extent), &end_file, NULL, NULL, &to);
    const char *text = file ? clang_getFileContents(L->unit->tu, file, &size) : NULL;
    if (!text || file != end_file || to <= from || to > size ||
        csl_limit_exceeded(CSL_LIMIT_quiet_body, to - from))
        return NULL;
    return csl_strndup(L->scratch, text + from, to - from);
}

/* Neither the body, which nothing follows, nor what it names speaks of order; a comment in it may,
 * which makes it speak. Where there is no body but of other arguments: the function computes a
 * constant. */
static bool has_quiet_body(csl_lower_state *L, CXCursor decl) {
    CXCursor body = clang_getCursorDefinition(decl);
    const bool none = csl_is_null(body);
    const char *text = source_of(L, none ? decl : body);
    if (!text || names_order(text) || names_group(text) || strstr(text, "asm"))
        return false;
    return strstr(text, none ? "constexpr" : "{") != NULL;
}

/* The functions that the call may mean all have such bodies: overloads of which an instance takes
 * one, a lambda. */
static bool calls_quiet_bodies(csl_lower_state *L, const csl_call *c) {
    csl_cursors kids = csl_operands(L, c->cursor);
    if (!kids.n)
        return false;
    CXCursor called = clang_getCursorReferenced(csl_strip_parens(L, kids.v[0]));
    if (!clang_Cursor_isNull(c->callee))
        called = c->callee;
    if (clang_getCursorKind(called) == CXCursor_VarDecl) {
        CXCursor from = clang_Cursor_getVarDeclInitializer(called);
        return !csl_is_null(from) &&
               clang_getCursorKind(csl_strip_parens(L, from)) == CXCursor_LambdaExpr &&
               has_quiet_body(L, called);
    }
    if (clang_getCursorKind(called) != CXCursor_OverloadedDeclRef)
        return !csl_is_null(called) && has_quiet_body(L, called);
    unsigned n = clang_getNumOverloadedDecls(called);
    for (unsigned i = 0; i < n; i++)
        if (!has_quiet_body(L, clang_getOverloadedDecl(called, i)))
            return false;
    return n > 0;
}

/* It asks an object for a vote or for a value of another lane: of the groups of CUDA only those
 * inside a warp have such members. */
static bool asks_lanes(const char *name) {
    static const char *const members[] = {"all",  "any",     "ballot",    "match_all", "match_any",
                                          "shfl", "shfl_up", "shfl_down", "shfl_xor"};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof members / sizeof *members; i++)
        if (strcmp(dot + 1, members[i]) == 0)
            return true;
    return false;
}

/* `NAME;` for something that nothing declares: it stands for its effect. */
static bool is_bare_name(csl_lower_state *L, const csl_call *c) {
    return L->unit->recovered && c->args.n == 0 && csl_is_recovered(c->callee) &&
           clang_equalCursors(L->discarded, c->cursor);
}

void csl_judge_call(csl_lower_state *L, const csl_call *c, csl_stmt *s) {
    const char *name = s->call.what;
    CXCursor object = csl_asked_object(L, c);
    bool rest_is_mild = !is_bare_name(L, c) && !type_orders(clang_getCursorType(c->cursor)) &&
                        !gets_shared(L, c, s->call.args, s->call.nargs) &&
                        (csl_is_null(object) || !type_orders(clang_getCursorType(object)));
    s->call.mild = rest_is_mild && !names_order(name) && !names_group(name);
    s->call.of_warp = (rest_is_mild && names_only_warp(name)) || asks_lanes(name);
    s->call.quiet = s->call.mild && (is_of_object(L, c, name) || calls_quiet_bodies(L, c));
}

/* `.name` or `->name` at the place of an error: no call, and no word that speaks of order. */
static bool is_quiet_member(const char *text) {
    text += strspn(text, ".->");
    size_t length = 0;
    while (csl_is_word_char(text[length]))
        length++;
    char name[CSL_ROOM_word_bytes * 2];
    if (!length || length >= sizeof name || text[length] == '(' || text[length] == '<')
        return false;
    memcpy(name, text, length);
    name[length] = '\0';
    return !names_order(name) && !names_group(name);
}

bool csl_is_quiet_error(const char *message, const char *text) {
    if (strncmp(message, "no member named ", 16) == 0)
        return !names_order(message) && !names_group(message);
    if (strncmp(message, "member reference base type ", 27) == 0)
        return text && is_quiet_member(text);
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

bool csl_is_mild_text(const char *text) {
    return !strstr(text, "...") && !names_order(text) && !names_group(text);
}

bool csl_is_quiet_text(const char *text) {
    bool assembly = strncmp(text, "asm", 3) == 0 && strchr(text, '"');
    if (strstr(text, "...") || names_order(text) || (assembly && names_group(text)) ||
        !(assembly || strchr(text, '=') || is_of_names(text)))
        return false;
    for (const char *s = assembly ? strchr(text, '"') : text; (s = strchr(s, '(')); s++)
        if (s > text && (csl_is_word_char(s[-1]) || s[-1] == '>'))
            return false; /* a call, perhaps of a macro */
    return true;
}

bool csl_is_quiet_class(CXType type) {
    return !type_orders(type);
}
