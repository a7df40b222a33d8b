/* Reads __launch_bounds__. libclang does not show the attribute's arguments, but prints them. */
#include "bounds.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MOST_THREADS 1024 /* of a block */

static bool same_text(CXString s, const char *text) {
    const char *c = clang_getCString(s);
    bool same = c && text && strcmp(c, text) == 0;
    clang_disposeString(s);
    return same;
}

static enum CXChildVisitResult find_attribute(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    if (clang_getCursorKind(c) != CXCursor_UnexposedAttr)
        return CXChildVisit_Continue;
    *(bool *)data = true;
    return CXChildVisit_Break;
}

/* The first argument after `name` in the text up to `end`, trimmed, or NULL. */
static const char *argument_of(csl_ctx *ctx, const char *text, const char *end, const char *name) {
    const char *at = text ? strstr(text, name) : NULL;
    if (!at || at >= end)
        return NULL;
    at += strlen(name);
    at += strspn(at, " \t\n(");
    size_t n = strcspn(at, ",)");
    while (n > 0 && isspace((unsigned char)at[n - 1]))
        n--;
    return csl_strndup(ctx, at, n);
}

/* The first argument of __launch_bounds__(N, ...) as text, or NULL. */
static const char *bound_text(const csl_unit *unit, CXCursor function) {
    bool has_attribute = false;
    clang_visitChildren(function, find_attribute, &has_attribute);
    if (!has_attribute)
        return NULL;
    if (clang_getCursorKind(function) == CXCursor_FunctionTemplate) {
        /* Attributes of templates are not printed: look at the source, as far as the body. */
        CXFile file;
        unsigned offset;
        size_t size = 0;
        CXSourceLocation start = clang_getRangeStart(clang_getCursorExtent(function));
        clang_getSpellingLocation(start, &file, NULL, NULL, &offset);
        const char *raw = file ? clang_getFileContents(unit->tu, file, &size) : NULL;
        const char *body = offset < size ? memchr(raw + offset, '{', size - offset) : NULL;
        const char *bound =
            body ? argument_of(unit->ctx, raw + offset, body, "__launch_bounds__") : NULL;
        return bound ? bound : ""; /* behind a macro */
    }
    CXPrintingPolicy policy = clang_getCursorPrintingPolicy(function);
    clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
    CXString s = clang_getCursorPrettyPrinted(function, policy);
    const char *text = clang_getCString(s);
    const char *bound =
        text ? argument_of(unit->ctx, text, text + strlen(text), "launch_bounds(") : NULL;
    clang_disposeString(s);
    clang_PrintingPolicy_dispose(policy);
    return bound;
}

/* ---- names in bounds ------------------------------------------------------------------------- */

struct lookup {
    const char *name;
    long long value; /* 0: not found */
};

static enum CXChildVisitResult find_constant(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    struct lookup *l = data;
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_Namespace)
        return CXChildVisit_Recurse;
    CXType type = clang_getCanonicalType(clang_getCursorType(c));
    if (kind != CXCursor_VarDecl || !clang_isConstQualifiedType(type) || type.kind < CXType_Bool ||
        type.kind > CXType_Int128 || !same_text(clang_getCursorSpelling(c), l->name))
        return CXChildVisit_Continue;
    CXEvalResult r = csl_is_guess(c) ? NULL : clang_Cursor_Evaluate(c);
    if (r && clang_EvalResult_getKind(r) == CXEval_Int)
        l->value = clang_EvalResult_getAsLongLong(r);
    if (r)
        clang_EvalResult_dispose(r);
    return CXChildVisit_Break;
}

struct parameter {
    const char *name;
    int index, found; /* -1: not found */
};

static enum CXChildVisitResult find_parameter(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    struct parameter *p = data;
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind != CXCursor_TemplateTypeParameter && kind != CXCursor_NonTypeTemplateParameter &&
        kind != CXCursor_TemplateTemplateParameter)
        return CXChildVisit_Continue;
    if (same_text(clang_getCursorSpelling(c), p->name))
        p->found = p->index;
    p->index++;
    return CXChildVisit_Continue;
}

/* The nth argument of "<float, 256>", 0 if it is not a number. */
static long long nth_argument(const char *instance, int n) {
    int depth = 0;
    const char *s = instance;
    for (; *s && (n > 0 || depth == 0); s++) {
        depth += *s == '<' || *s == '(';
        depth -= *s == '>' || *s == ')';
        n -= *s == ',' && depth == 1;
    }
    return strtoll(s, NULL, 10);
}

static long long bound_value(const csl_unit *unit, CXCursor function, const char *text,
                             const char *instance) {
    char *end;
    long long n = strtoll(text, &end, 10);
    while (isalpha((unsigned char)*end)) /* 256U */
        end++;
    if (end > text && *end == '\0' && isdigit((unsigned char)text[0]))
        return n;
    struct parameter p = {text, 0, -1};
    clang_visitChildren(function, find_parameter, &p);
    if (p.found >= 0)
        return instance ? nth_argument(instance, p.found) : 0;
    const char *last = strrchr(text, ':');
    struct lookup l = {last ? last + 1 : text, 0};
    csl_visit_declarations(unit, find_constant, &l);
    if (!l.value && strcmp(l.name, "warpSize") == 0) /* embedded: perhaps not visited */
        l.value = 32;
    return l.value;
}

/* ---- kernels --------------------------------------------------------------------------------- */

struct search {
    const csl_unit *unit;
    csl_lowered *lowered;
};

static enum CXChildVisitResult visit_declaration(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    struct search *s = data;
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (clang_Location_isInSystemHeader(clang_getCursorLocation(c)))
        return CXChildVisit_Continue;
    if (kind != CXCursor_FunctionDecl && kind != CXCursor_FunctionTemplate &&
        kind != CXCursor_CXXMethod)
        return clang_isDeclaration(kind) ? CXChildVisit_Recurse : CXChildVisit_Continue;
    const char *text = bound_text(s->unit, c);
    csl_module *m = s->lowered->module;
    for (uint32_t i = 0; text && i < m->nkernels; i++) {
        csl_kernel *k = &m->kernels[i];
        if (!same_text(clang_getCursorUSR(c), k->pattern))
            continue;
        long long n = bound_value(s->unit, c, text, k->instance);
        if (n > 0 && n <= MOST_THREADS)
            k->max_threads = (uint32_t)n;
        else
            k->bound_unknown = n <= 0;
    }
    return CXChildVisit_Continue;
}

void csl_find_bounds(const csl_unit *unit, csl_lowered *lowered) {
    struct search s = {unit, lowered};
    csl_visit_declarations(unit, visit_declaration, &s);
}
