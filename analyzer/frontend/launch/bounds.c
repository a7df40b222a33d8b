/* Reads __launch_bounds__. libclang does not show the attribute's arguments, but prints them. */
#include "launch.h"

#include "../hostvalues/host_impl.h"
#include "../parse/parse.h"
#include "../recover/recover.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

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

/* The first argument after `name` in the text up to `end`, or NULL. */
static const char *argument_of(csl_ctx *ctx, const char *text, const char *end, const char *name) {
    const char *at = text ? strstr(text, name) : NULL;
    if (!at || at >= end)
        return NULL;
    at += strlen(name);
    if (at[-1] != '(')
        at += strspn(at, " \t\n");
    at += at[-1] != '(' && *at == '(';
    size_t n = 0;
    for (int depth = 0; at[n] && (depth > 0 || (at[n] != ',' && at[n] != ')')); n++)
        depth += (at[n] == '(') - (at[n] == ')');
    return csl_strndup(ctx, at, n);
}

const char *csl_bound_text(const csl_unit *unit, CXCursor function) {
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
    const char *name, *within; /* within: the namespace that it is written with, or NULL */
    CXCursor function;         /* that is bound */
    bool call;                 /* of a function without arguments that returns a constant */
    unsigned near;             /* how far in the one that was found stands around the function */
    long long value;           /* 0: not found */
};

static void evaluate(long long *value, CXCursor c) {
    int64_t constant;
    if (csl_integer_constant(c, &constant))
        *value = constant;
}

/* How many scopes are around the declaration, if all of them are around the function too; else 0.
 */
static unsigned nearness(CXCursor c, CXCursor function) {
    unsigned n = 1;
    const CXCursor scope = clang_getCursorSemanticParent(c);
    CXCursor around = clang_getCursorSemanticParent(function);
    while (!clang_Cursor_isNull(around) && !clang_equalCursors(around, scope))
        around = clang_getCursorSemanticParent(around);
    if (clang_Cursor_isNull(around))
        return 0;
    for (; !clang_isTranslationUnit(clang_getCursorKind(around)); n++)
        around = clang_getCursorSemanticParent(around);
    return n;
}

/* Of several of that name it is the one around the function, the innermost. Two others that differ
 * say nothing. */
static void take(struct lookup *l, CXCursor c, long long value) {
    const unsigned near = nearness(c, l->function);
    const bool named =
        !l->within ||
        same_text(clang_getCursorSpelling(clang_getCursorSemanticParent(c)), l->within);
    if (!named || (l->value && near < l->near))
        return;
    l->value = l->value && near == l->near && value != l->value ? -1 : value;
    l->near = near;
}

/* The first `return` of a function. */
static enum CXChildVisitResult find_return(CXCursor c, CXCursor parent, CXClientData data) {
    if (clang_getCursorKind(parent) != CXCursor_CompoundStmt)
        return CXChildVisit_Recurse;
    struct csl_host_kids kids = csl_host_kids_of(c);
    if (clang_getCursorKind(c) == CXCursor_ReturnStmt && kids.n == 1 &&
        csl_scalar_type(clang_getCursorType(kids.v[0])) != CSL_VOID)
        evaluate(data, kids.v[0]);
    return CXChildVisit_Break; /* anything before it may matter */
}

static enum CXChildVisitResult find_constant(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    struct lookup *l = data;
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_Namespace)
        return CXChildVisit_Recurse;
    if (kind == CXCursor_FunctionDecl && l->call && !csl_is_recovered(c) &&
        clang_Cursor_getNumArguments(c) == 0 && same_text(clang_getCursorSpelling(c), l->name)) {
        long long value = 0;
        clang_visitChildren(c, find_return, &value);
        if (value)
            take(l, c, value);
        return CXChildVisit_Continue;
    }
    if (l->call)
        return CXChildVisit_Continue;
    CXType type = clang_getCanonicalType(clang_getCursorType(c));
    if (kind != CXCursor_VarDecl || !clang_isConstQualifiedType(type) || type.kind < CXType_Bool ||
        type.kind > CXType_Int128 || !same_text(clang_getCursorSpelling(c), l->name))
        return CXChildVisit_Continue;
    long long value = 0;
    if (!csl_is_recovered(c))
        evaluate(&value, c);
    take(l, c, value ? value : -1);
    return CXChildVisit_Continue;
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

/* ---- members of template arguments ------------------------------------------------------------ */

struct member {
    const char *class_name, *name;
    long long found; /* 0: not found */
};

static enum CXChildVisitResult find_static(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    struct member *m = data;
    if (clang_getCursorKind(c) == CXCursor_VarDecl &&
        same_text(clang_getCursorSpelling(c), m->name))
        evaluate(&m->found, c);
    return m->found ? CXChildVisit_Break : CXChildVisit_Continue;
}

static enum CXChildVisitResult find_class(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    struct member *m = data;
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_Namespace)
        return CXChildVisit_Recurse;
    if (kind != CXCursor_StructDecl && kind != CXCursor_ClassDecl)
        return CXChildVisit_Continue;
    if (clang_isCursorDefinition(c) &&
        same_text(clang_getTypeSpelling(clang_getCursorType(c)), m->class_name))
        clang_visitChildren(c, find_static, m);
    return m->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* The nth argument of "<gemm::config, 256>" as text, trimmed; NULL: there is none. */
static const char *argument_text(csl_ctx *ctx, const char *instance, int n) {
    const char *s = *instance == '<' ? instance + 1 : instance;
    for (int depth = 0; *s && n > 0; s++) {
        depth += *s == '<' || *s == '(';
        depth -= *s == '>' || *s == ')';
        n -= *s == ',' && depth == 0;
    }
    s += strspn(s, " ");
    const size_t length = strcspn(s, ",<>()");
    return n == 0 && length && s[length] != '<' && s[length] != '(' ? csl_strndup(ctx, s, length)
                                                                    : NULL;
}

/* `Config::threads`, of a class that is an argument of the template; 0: not known. */
static long long member_of_argument(const csl_unit *unit, CXCursor function, const char *text,
                                    const char *instance) {
    const char *colons = strstr(text, "::");
    if (!instance || !colons || strstr(colons + 2, "::"))
        return 0;
    struct parameter p = {csl_strndup(unit->ctx, text, (size_t)(colons - text)), 0, -1};
    clang_visitChildren(function, find_parameter, &p);
    struct member m = {p.found < 0 ? NULL : argument_text(unit->ctx, instance, p.found), colons + 2,
                       0};
    if (m.class_name)
        csl_visit_declarations(unit, find_class, &m);
    return m.found;
}

static long long bound_value(const csl_unit *unit, CXCursor function, const char *text,
                             const char *instance);

/* Without spaces around it, and without parentheses around all of it. */
static const char *bare(csl_ctx *ctx, const char *text) {
    for (;;) {
        text += strspn(text, " \t\n");
        size_t n = strlen(text), i = 0;
        while (n > 0 && isspace((unsigned char)text[n - 1]))
            n--;
        int depth = 0;
        do
            depth += (text[i] == '(') - (text[i] == ')');
        while (depth > 0 && ++i < n);
        if (n < 2 || text[0] != '(' || i != n - 1)
            return csl_strndup(ctx, text, n);
        text = csl_strndup(ctx, text + 1, n - 2);
    }
}

/* Where the operator stands that is done last, outside of parentheses and brackets; -1: none. */
static long operator_in(const char *text) {
    long sum = -1, product = -1;
    int depth = 0, angles = 0; /* in parentheses `<` compares */
    for (long i = 0; text[i]; i++) {
        depth += (strchr("([", text[i]) != NULL) - (strchr(")]", text[i]) != NULL);
        angles += depth ? 0 : (text[i] == '<') - (text[i] == '>');
        if (depth || angles || i == 0)
            continue;
        if (strchr("+-", text[i]))
            sum = i;
        else if (strchr("*/", text[i]))
            product = i;
    }
    return sum >= 0 ? sum : product;
}

static long long bound_value(const csl_unit *unit, CXCursor function, const char *text,
                             const char *instance);

/* `WARPS * 32`; 0: not known. */
static long long computed(const csl_unit *unit, CXCursor function, const char *text, size_t at,
                          const char *instance) {
    long long a = bound_value(unit, function, csl_strndup(unit->ctx, text, at), instance);
    long long b = bound_value(unit, function, text + at + 1, instance);
    if (a <= 0 || b <= 0 || a > INT32_MAX || b > INT32_MAX)
        return 0;
    switch (text[at]) {
    case '*': return a * b;
    case '/': return a / b;
    case '+': return a + b;
    default: return a - b;
    }
}

/* The first of these characters outside of parentheses and brackets, or NULL. */
static const char *first_outside(const char *text, const char *of) {
    int depth = 0;
    for (; *text; text++) {
        depth += (strchr("([", *text) != NULL) - (strchr(")]", *text) != NULL);
        if (!depth && strchr(of, *text))
            return text;
    }
    return NULL;
}

/* Whether a condition holds: a comparison, or a truth value that the template takes. -1: not known.
 */
static int condition_value(const csl_unit *unit, CXCursor function, const char *text,
                           const char *instance) {
    const char *at = first_outside(text, "<>=!");
    if (!at) {
        struct parameter p = {bare(unit->ctx, text), 0, -1};
        clang_visitChildren(function, find_parameter, &p);
        const char *is =
            p.found >= 0 && instance ? argument_text(unit->ctx, instance, p.found) : NULL;
        return !is ? -1 : strcmp(is, "true") == 0 ? 1 : strcmp(is, "false") == 0 ? 0 : -1;
    }
    const bool equal = at[1] == '=';
    const char *left = csl_strndup(unit->ctx, text, (size_t)(at - text));
    const long long a = bound_value(unit, function, left, instance);
    const long long b = bound_value(unit, function, at + 1 + equal, instance);
    if (a <= 0 || b <= 0)
        return -1;
    switch (*at) {
    case '<': return equal ? a <= b : a < b;
    case '>': return equal ? a >= b : a > b;
    case '=': return equal ? a == b : -1;
    default: return equal ? a != b : -1;
    }
}

/* `WARP < N ? WARP : N`, split where the question mark is; 0: not known. */
static long long chosen(const csl_unit *unit, CXCursor function, const char *text,
                        const char *question, const char *instance) {
    const char *colon = first_outside(question + 1, "?:");
    while (colon && colon[0] == ':' && colon[1] == ':')
        colon = first_outside(colon + 2, "?:");
    if (!colon || *colon == '?')
        return 0;
    const char *condition = csl_strndup(unit->ctx, text, (size_t)(question - text));
    const int holds = condition_value(unit, function, bare(unit->ctx, condition), instance);
    if (holds < 0)
        return 0;
    const char *first = csl_strndup(unit->ctx, question + 1, (size_t)(colon - question - 1));
    return bound_value(unit, function, holds ? first : colon + 1, instance);
}

/* What the text stands for: a choice, a sum, a product, a number or a name. 0: not known. */
static long long bound_value(const csl_unit *unit, CXCursor function, const char *text,
                             const char *instance) {
    char *end;
    text = bare(unit->ctx, text);
    const char *question = first_outside(text, "?");
    if (question)
        return chosen(unit, function, text, question, instance);
    const long at = operator_in(text);
    if (at > 0)
        return computed(unit, function, text, (size_t)at, instance);
    if (!*text || strchr("(+-*/!~", *text) || strpbrk(text, "?&|=%"))
        return 0;
    long long n = strtoll(text, &end, 10);
    while (isalpha((unsigned char)*end)) /* 256U */
        end++;
    if (end > text && *end == '\0' && isdigit((unsigned char)text[0]))
        return n;
    struct parameter p = {text, 0, -1};
    clang_visitChildren(function, find_parameter, &p);
    if (p.found >= 0)
        return instance ? nth_argument(instance, p.found) : 0;
    const long long member = member_of_argument(unit, function, text, instance);
    if (member || strchr(text, '<'))
        return member;
    const char *last = strrchr(text, ':');
    struct lookup l = {.name = last ? last + 1 : text, .function = function};
    if (last && last - text > 1) {
        char *scope = csl_strndup(unit->ctx, text, (size_t)(last - 1 - text));
        const char *inner = strrchr(scope, ':');
        l.within = inner ? inner + 1 : scope;
    }
    size_t length = strlen(l.name);
    if (length > 2 && strcmp(l.name + length - 2, "()") == 0) {
        l.name = csl_strndup(unit->ctx, l.name, length - 2);
        l.call = true;
    }
    csl_visit_declarations(unit, find_constant, &l);
    if (!l.value && strcmp(l.name, "warpSize") == 0) /* embedded: perhaps not visited */
        l.value = 32;
    return l.value > 0 ? l.value : 0;
}

/* ---- kernels --------------------------------------------------------------------------------- */

struct search {
    const csl_unit *unit;
    csl_lowered *lowered;
};

/* The name stands in the pattern of one. */
static bool may_be_kernel(const csl_module *m, CXCursor function) {
    CXString spelling = clang_getCursorSpelling(function);
    const char *name = clang_getCString(spelling);
    bool may = false;
    for (uint32_t i = 0; i < m->nkernels && !may; i++)
        may = m->kernels[i].pattern && strstr(m->kernels[i].pattern, name);
    clang_disposeString(spelling);
    return may;
}

static enum CXChildVisitResult visit_declaration(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    struct search *s = data;
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (clang_Location_isInSystemHeader(clang_getCursorLocation(c)))
        return CXChildVisit_Continue;
    if (kind != CXCursor_FunctionDecl && kind != CXCursor_FunctionTemplate &&
        kind != CXCursor_CXXMethod)
        return clang_isDeclaration(kind) ? CXChildVisit_Recurse : CXChildVisit_Continue;
    csl_module *m = s->lowered->module;
    const char *text = may_be_kernel(m, c) ? csl_bound_text(s->unit, c) : NULL;
    for (uint32_t i = 0; text && i < m->nkernels; i++) {
        csl_kernel *k = &m->kernels[i];
        if (!same_text(clang_getCursorUSR(c), k->pattern))
            continue;
        long long n = bound_value(s->unit, c, text, k->instance);
        if (n > 0 && n <= CSL_MOST_THREADS)
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
