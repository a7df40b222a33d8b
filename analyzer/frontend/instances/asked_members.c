/* Templates that no argument which is made up suits, as they ask it for members (instances.h). Only
 * what is surely instantiated counts: not what stands below `if constexpr` or in `requires`, and no
 * default argument. */
#include "instances.h"

#include <ctype.h>
#include <string.h>

#include "../parse/parse.h"

typedef struct asks {
    csl_places *places;
    CXCursor parameter;
    bool found;
} asks;

/* The text of the cursor begins with these words. */
static bool begins(csl_places *places, CXCursor c, const char *first, const char *second) {
    const char *end, *s = csl_raw_text(places, c, &end);
    const size_t n = strlen(first), m = strlen(second);
    if (!s || (size_t)(end - s) < n || strncmp(s, first, n) != 0)
        return false;
    for (s += n; s < end && isspace((unsigned char)*s); s++)
        ;
    return (size_t)(end - s) >= m && strncmp(s, second, m) == 0;
}

static enum CXChildVisitResult find_member(CXCursor c, CXCursor parent, CXClientData data) {
    asks *a = data;
    const enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_TypeRef) {
        CXString name = clang_getCursorSpelling(a->parameter);
        a->found |= clang_equalCursors(clang_getCursorReferenced(c), a->parameter) &&
                    begins(a->places, c, clang_getCString(name), "::");
        clang_disposeString(name);
    }
    if (a->found)
        return CXChildVisit_Break;
    const bool is_default = clang_getCursorKind(parent) == CXCursor_ParmDecl;
    if (kind == CXCursor_TypeRef || is_default || begins(a->places, c, "if", "constexpr") ||
        begins(a->places, c, "requires", ""))
        return CXChildVisit_Continue;
    return CXChildVisit_Recurse;
}

bool csl_asks_for_members(csl_places *places, CXCursor pattern, CXCursor parameter) {
    asks a = {.places = places, .parameter = parameter};
    const char *end, *s = csl_raw_text(places, parameter, &end); /* behind its keyword */
    while (s && isspace((unsigned char)s[-1]))
        s--;
    if (s && s[-1] != '.') /* no pack: that may be empty */
        clang_visitChildren(pattern, find_member, &a);
    return a.found;
}
