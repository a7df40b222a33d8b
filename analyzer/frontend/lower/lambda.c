/* Lambda objects. They hold nothing in memory: the body finds by-reference captures where they
 * are and by-value captures in copies made when the lambda expression is evaluated. */
#include "../../files/words.h"
#include "lifetime.h"
#include "../../limits/limits.h"

#include <ctype.h>
#include <string.h>

struct capture_search {
    csl_lower_state *L;
    csl_closure *closure;
    const char *intro, *end; /* text between the brackets */
    bool copy_default;       /* [=] */
};

/* True if the capture list names the variable; *by_reference tells how. */
static bool listed_capture(const struct capture_search *s, const char *name, bool *by_reference) {
    size_t n = strlen(name);
    for (const char *p = s->intro; p + n <= s->end; p++) {
        if (strncmp(p, name, n) != 0 || csl_is_word_char(p[n]))
            continue;
        if (p > s->intro && csl_is_word_char(p[-1]))
            continue;
        const char *q = p;
        while (q > s->intro && isspace((unsigned char)q[-1]))
            q--;
        *by_reference = q > s->intro && q[-1] == '&';
        return true;
    }
    return false;
}

static enum CXChildVisitResult find_captures(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    struct capture_search *s = data;
    if (clang_getCursorKind(c) != CXCursor_DeclRefExpr)
        return CXChildVisit_Recurse;
    csl_lower_state *L = s->L;
    CXCursor decl = clang_getCursorReferenced(c);
    csl_lval *bound = csl_lookup(L->act, decl);
    csl_closure *closure = s->closure;
    if (!bound || bound->kind == CSL_LV_VALUE ||
        csl_limit_reached(CSL_LIMIT_captures, closure->ncopies))
        return CXChildVisit_Continue;
    for (unsigned i = 0; i < closure->ncopies; i++)
        if (clang_equalCursors(closure->copies[i].decl, decl))
            return CXChildVisit_Continue;
    const char *name = csl_spelling(L->ctx, decl);
    bool by_reference = !s->copy_default;
    listed_capture(s, name, &by_reference);
    if (by_reference)
        return CXChildVisit_Continue;
    csl_lval copy = csl_new_local(L, decl, bound->type, name);
    csl_copy_object(L, copy, *bound, false, false, c);
    if (csl_class_acts(L, bound->type, CSL_WHEN_DESTROYED))
        csl_emit_opaque(L, c, "the destructor of a captured object is not followed");
    closure->copies[closure->ncopies].decl = decl;
    closure->copies[closure->ncopies++].lval = copy;
    return CXChildVisit_Continue;
}

/* [x = f()]: a variable of its own, which libclang shows where the lambda refers to it. */
static void init_captures(csl_lower_state *L, CXCursor lambda) {
    csl_cursors kids = csl_children(L->scratch, lambda);
    for (unsigned i = 0; i < kids.n; i++) {
        CXCursor decl = clang_getCursorReferenced(kids.v[i]);
        if (clang_getCursorKind(kids.v[i]) == CXCursor_VariableRef &&
            clang_getCursorKind(decl) == CXCursor_VarDecl &&
            clang_equalLocations(clang_getCursorLocation(kids.v[i]), clang_getCursorLocation(decl)))
            csl_lower_declaration(L, decl);
    }
}

void csl_make_closure(csl_lower_state *L, CXCursor lambda) {
    csl_closure *c = CSL_NEW(L->scratch, csl_closure);
    c->type = clang_getTypeDeclaration(csl_plain(clang_getCursorType(lambda)));
    c->home = L->act;
    c->copies = csl_alloc(L->scratch, CSL_LIMIT(captures) * sizeof *c->copies);
    struct capture_search s = {.L = L, .closure = c};
    const char *end, *text = csl_raw_text(L->places, lambda, &end);
    if (text && text < end && *text == '[') {
        s.intro = text + 1;
        s.end = memchr(text, ']', (size_t)(end - text));
        if (!s.end)
            s.end = s.intro;
        const char *p = s.intro;
        while (p < s.end && isspace((unsigned char)*p))
            p++;
        s.copy_default = p < s.end && *p == '=';
        init_captures(L, lambda);
        if (p < s.end && (p + 1 != s.end || *p != '&')) /* nothing to copy for [] and [&] */
            clang_visitChildren(lambda, find_captures, &s);
    }
    csl_cursor_map_set(L->ctx, &L->closures, csl_cursor_as_met(c->type), c);
}
