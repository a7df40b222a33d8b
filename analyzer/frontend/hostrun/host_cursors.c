/* Looking at cursors of host code (host_cursors.h). */
#include "host_cursors.h"

#include <string.h>

#include "../parse/parse.h"

/* Where the text of a cursor begins and ends. */
struct text {
    csl_asked last;
    unsigned from, to;
};

static const struct text *text_of(CXCursor c) {
    static struct text texts[CSL_ASKED];
    struct text *text = &texts[csl_asked_slot(c)];
    if (csl_is_asked_anew(&text->last, c)) {
        const CXSourceRange range = clang_getCursorExtent(c);
        clang_getExpansionLocation(clang_getRangeStart(range), NULL, NULL, NULL, &text->from);
        clang_getExpansionLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &text->to);
    }
    return text;
}

unsigned csl_host_offset(CXCursor c) {
    return text_of(c)->from;
}

unsigned csl_host_end(CXCursor c) {
    return text_of(c)->to;
}

static enum CXChildVisitResult take_last(CXCursor c, CXCursor parent, CXClientData last) {
    (void)parent;
    *(CXCursor *)last = c;
    return CXChildVisit_Continue;
}

CXCursor csl_host_last_child(CXCursor c) {
    CXCursor last = clang_getNullCursor();
    clang_visitChildren(c, take_last, &last);
    return last;
}

unsigned csl_host_body(CXCursor loop) {
    return csl_host_offset(
        clang_getCursorKind(loop) == CXCursor_DoStmt ? loop : csl_host_last_child(loop));
}

bool csl_host_is_beside(CXCursor c, CXCursor function) {
    CXFile a, b;
    clang_getExpansionLocation(clang_getCursorLocation(c), &a, NULL, NULL, NULL);
    clang_getExpansionLocation(clang_getCursorLocation(function), &b, NULL, NULL, NULL);
    return csl_same_file(a, b);
}

bool csl_host_is_unordered(CXCursor c) {
    const CXSourceLocation start = clang_getRangeStart(clang_getCursorExtent(c));
    CXFile spelled, expanded;
    unsigned a, b;
    clang_getSpellingLocation(start, &spelled, NULL, NULL, &a);
    clang_getExpansionLocation(start, &expanded, NULL, NULL, &b);
    return a != b || !csl_same_file(spelled, expanded);
}

bool csl_host_spelled(CXCursor c, const char *name) {
    CXString s = clang_getCursorSpelling(c);
    const char *text = clang_getCString(s);
    bool same = text && strcmp(text, name) == 0;
    clang_disposeString(s);
    return same;
}

static enum CXChildVisitResult take_kid(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    struct csl_host_kids *kids = data;
    if (clang_isExpression(clang_getCursorKind(c))) {
        if (kids->n < 3)
            kids->v[kids->n] = c;
        kids->n++;
    }
    return CXChildVisit_Continue;
}

struct csl_host_kids csl_host_kids_of(CXCursor c) {
    static struct {
        csl_asked last;
        struct csl_host_kids kids;
    } given[CSL_ASKED];
    const uint32_t at = csl_asked_slot(c);
    if (csl_is_asked_anew(&given[at].last, c)) {
        given[at].kids = (struct csl_host_kids){.n = 0};
        clang_visitChildren(c, take_kid, &given[at].kids);
    }
    return given[at].kids;
}

bool csl_host_is_launch(CXCursor call) {
    struct csl_host_kids kids = csl_host_kids_of(call);
    return kids.n >= 2 && clang_getCursorKind(kids.v[1]) == CXCursor_CallExpr &&
           (csl_host_spelled(kids.v[1], "cudaConfigureCall") ||
            csl_host_spelled(kids.v[1], "cudaLaunchDevice") ||
            csl_host_spelled(kids.v[1], "__cudaPushCallConfiguration"));
}

int csl_host_component(CXCursor member) {
    return csl_host_spelled(member, "x")   ? 0
           : csl_host_spelled(member, "y") ? 1
           : csl_host_spelled(member, "z") ? 2
                                           : -1;
}

bool csl_host_is_written(CXCursor e) {
    unsigned line;
    clang_getExpansionLocation(clang_getCursorLocation(e), NULL, &line, NULL, NULL);
    return line != 0;
}

static bool is_bracket_or_cast(enum CXCursorKind kind) {
    return kind == CXCursor_UnexposedExpr || kind == CXCursor_ParenExpr ||
           kind == CXCursor_CStyleCastExpr || kind == CXCursor_CXXFunctionalCastExpr ||
           kind == CXCursor_CXXStaticCastExpr || kind == CXCursor_CXXReinterpretCastExpr;
}

CXCursor csl_host_bare(CXCursor e) {
    for (int i = 0; i < 40 && is_bracket_or_cast(clang_getCursorKind(e)); i++) {
        const struct csl_host_kids kids = csl_host_kids_of(e);
        if (kids.n != 1)
            break;
        e = kids.v[0];
    }
    return e;
}

bool csl_host_is_same(CXCursor a, CXCursor b) {
    return clang_equalCursors(a, b) || (a.kind == b.kind && clang_isExpression(a.kind) &&
                                        a.data[1] == b.data[1] && a.data[2] == b.data[2]);
}

CXCursor csl_host_called(CXCursor call) {
    static struct {
        csl_asked last;
        CXCursor function;
    } given[CSL_ASKED];
    const uint32_t at = csl_asked_slot(call);
    if (csl_is_asked_anew(&given[at].last, call)) {
        const CXCursor f = clang_getCursorDefinition(clang_getCursorReferenced(call));
        const bool of_system =
            !clang_Cursor_isNull(f) && clang_Location_isInSystemHeader(clang_getCursorLocation(f));
        given[at].function = of_system ? clang_getNullCursor() : f;
    }
    return given[at].function;
}

CXCursor csl_host_copied(CXCursor e) {
    e = csl_host_bare(e);
    while (clang_getCursorKind(e) == CXCursor_CallExpr && clang_Cursor_getNumArguments(e) == 1 &&
           csl_host_kids_of(e).n == 1)
        e = csl_host_bare(clang_Cursor_getArgument(e, 0));
    return e;
}

bool csl_host_is_own_member(CXCursor e) {
    const struct csl_host_kids object = csl_host_kids_of(e);
    return clang_getCursorKind(e) == CXCursor_MemberRefExpr &&
           (!object.n || clang_getCursorKind(csl_host_bare(object.v[0])) == CXCursor_CXXThisExpr);
}

bool csl_host_inside(CXCursor inner, CXCursor outer) {
    CXFile a, b;
    clang_getExpansionLocation(clang_getCursorLocation(inner), &a, NULL, NULL, NULL);
    clang_getExpansionLocation(clang_getCursorLocation(outer), &b, NULL, NULL, NULL);
    return csl_same_file(a, b) && csl_host_offset(inner) >= csl_host_offset(outer) &&
           csl_host_end(inner) <= csl_host_end(outer);
}

CXCursor csl_host_argument(CXCursor call, CXCursor function, unsigned i) {
    int n = clang_Cursor_getNumArguments(call), params = clang_Cursor_getNumArguments(function);
    CXCursor argument = clang_getNullCursor();
    bool object = clang_getCursorKind(function) == CXCursor_CXXMethod && n == params + 1;
    if (n >= 0 && i + object < (unsigned)n)
        argument = clang_Cursor_getArgument(call, i + object);
    if (!clang_Cursor_isNull(argument) && csl_host_is_written(argument))
        return argument;
    struct csl_host_kids kids = csl_host_kids_of(clang_Cursor_getArgument(function, i));
    return kids.n == 1 ? kids.v[0] : clang_getNullCursor();
}
