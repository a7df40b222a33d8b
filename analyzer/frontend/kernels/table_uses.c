/* Instances of kernel templates that only a list of initialisers names: of `{k<32>, k<64>}`
 * libclang shows the template, and not which instances its elements are. */
#include "kernels.h"

#include <ctype.h>
#include <string.h>

typedef struct finder {
    csl_ctx *ctx;
    csl_places *places;
    csl_hidden_uses *found;
} finder;

/* "<32, float>", as the source writes it, without blanks; NULL if no arguments are written. */
static const char *arguments_of(const finder *f, CXCursor reference) {
    const char *end, *s = csl_raw_text(f->places, reference, &end);
    while (s && s < end && (isalnum((unsigned char)*s) || strchr("_: \t", *s)))
        s++;
    if (!s || s == end || *s != '<')
        return NULL;
    const char *last = s;
    for (unsigned depth = 0; last < end; last++) {
        depth += *last == '<' ? 1u : 0u;
        depth -= *last == '>' ? 1u : 0u;
        if (depth == 0)
            break;
    }
    char *text = csl_alloc(f->ctx, (size_t)(last - s) + 2), *to = text;
    for (; s <= last && s < end; s++)
        if (!isspace((unsigned char)*s))
            *to++ = *s;
    return text;
}

static void add_use(finder *f, CXCursor pattern, const char *arguments) {
    CSL_GROW(f->ctx, f->found->v, f->found->n, f->found->cap);
    f->found->v[f->found->n++] = (csl_hidden_use){pattern, arguments};
}

static enum CXChildVisitResult find_element(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    finder *f = data;
    if (clang_getCursorKind(c) != CXCursor_OverloadedDeclRef)
        return CXChildVisit_Recurse;
    const char *arguments = arguments_of(f, c);
    for (unsigned i = 0; arguments && i < clang_getNumOverloadedDecls(c); i++) {
        CXCursor d = clang_getOverloadedDecl(c, i), definition = clang_getCursorDefinition(d);
        add_use(f, clang_Cursor_isNull(definition) ? d : definition, arguments);
    }
    return CXChildVisit_Continue;
}

static enum CXChildVisitResult find_list(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    if (clang_getCursorKind(c) != CXCursor_InitListExpr)
        return CXChildVisit_Recurse;
    clang_visitChildren(c, find_element, data);
    return CXChildVisit_Continue;
}

void csl_find_hidden_uses(csl_ctx *ctx, csl_places *places, CXCursor in, csl_hidden_uses *found) {
    finder f = {ctx, places, found};
    clang_visitChildren(in, find_list, &f);
}

/* The same arguments, but for blanks. */
static bool is_spelled(const char *instance, const char *arguments) {
    for (; *instance; instance++) {
        if (*instance == ' ')
            continue;
        if (*instance != *arguments++)
            return false;
    }
    return *arguments == '\0';
}

/* ---- host templates in such lists ----------------------------------------------------------- */

static enum CXChildVisitResult find_kernel(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    finder *f = data;
    if (clang_getCursorKind(c) != CXCursor_OverloadedDeclRef)
        return CXChildVisit_Recurse;
    for (unsigned i = 0; i < clang_getNumOverloadedDecls(c); i++) {
        CXCursor d = clang_getOverloadedDecl(c, i), definition = clang_getCursorDefinition(d);
        if (csl_has_attribute(d, CXCursor_CUDAGlobalAttr))
            add_use(f, clang_Cursor_isNull(definition) ? d : definition, "<?>");
    }
    return CXChildVisit_Continue;
}

void csl_follow_hidden_uses(csl_ctx *ctx, csl_places *places, csl_hidden_uses *hidden,
                            const CXCursor *shown, unsigned nshown) {
    finder f = {ctx, places, hidden};
    for (unsigned i = 0, n = hidden->n; i < n; i++) {
        const csl_hidden_use use = hidden->v[i];
        bool known = csl_has_attribute(use.pattern, CXCursor_CUDAGlobalAttr) ||
                     csl_has_attribute(use.pattern, CXCursor_CUDADeviceAttr);
        for (unsigned k = 0; k < nshown && !known; k++) {
            CXCursor of = clang_getSpecializedCursorTemplate(shown[k]);
            CXCursor definition = clang_getCursorDefinition(of);
            known = (clang_equalCursors(of, use.pattern) ||
                     clang_equalCursors(definition, use.pattern)) &&
                    is_spelled(csl_instance_text(ctx, shown[k], use.pattern), use.arguments);
        }
        if (!known)
            clang_visitChildren(use.pattern, find_kernel, &f);
    }
}

/* ---- what is not shown ----------------------------------------------------------------------- */

unsigned csl_hidden_instances(const csl_hidden_uses *hidden, CXCursor pattern,
                              const csl_lower_target *shown, unsigned nshown) {
    unsigned n = 0;
    for (unsigned i = 0; i < hidden->n; i++) {
        const csl_hidden_use *use = &hidden->v[i];
        bool known = !clang_equalCursors(use->pattern, pattern);
        for (unsigned k = 0; k < nshown && !known; k++)
            known = clang_equalCursors(shown[k].pattern, pattern) &&
                    is_spelled(shown[k].instance, use->arguments);
        for (unsigned k = 0; k < i && !known; k++)
            known = clang_equalCursors(hidden->v[k].pattern, pattern) &&
                    strcmp(hidden->v[k].arguments, use->arguments) == 0;
        n += !known;
    }
    return n;
}
