/* Bounds that only a compiler can tell, `__launch_bounds__(int(Policy::Active::THREADS))` of an
 * instance: libclang shows no argument of an attribute. The file is parsed once more with classes
 * behind its last line that have the parameters of the template and its bound as a constant, and
 * are used with the arguments of each instance. What does not compile tells nothing. */
#include "launch.h"

#include <ctype.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "../parse/parse.h"
#include "../../limits/limits.h"

#define CLASS "__csl_bound_of_"
#define CONSTANT "__csl_bound_in_"

typedef struct probes {
    const csl_unit *unit;
    const csl_module *m;
    GString *out;
    unsigned nclasses, n;
} probes;

static bool is_unread(const csl_kernel *k) {
    return k->bound_unknown && !k->max_threads && k->instance && !k->made_up && !k->skipped;
}

/* The namespaces around the function, and what names in them begin with; false if it stands in a
 * class. */
static bool open_namespaces(GString *out, csl_ctx *ctx, CXCursor c, unsigned *n, GString *prefix) {
    CXCursor around = clang_getCursorSemanticParent(c);
    if (clang_isTranslationUnit(clang_getCursorKind(around)))
        return true;
    if (clang_getCursorKind(around) != CXCursor_Namespace ||
        !open_namespaces(out, ctx, around, n, prefix))
        return false;
    const bool named = !clang_Cursor_isAnonymous(around);
    ++*n;
    g_string_append_printf(out, "namespace %s {\n", named ? csl_spelling(ctx, around) : "");
    g_string_append_printf(prefix, "%s%s", named ? csl_spelling(ctx, around) : "",
                           named ? "::" : "");
    return true;
}

/* "typename T, int N": the parameters as they stand in the source; false if a macro makes them. */
static bool add_parameters(GString *out, const csl_unit *unit, CXCursor template_) {
    const csl_cursors kids = csl_children(unit->ctx, template_);
    const size_t before = out->len;
    for (unsigned i = 0; i < kids.n; i++) {
        const enum CXCursorKind kind = clang_getCursorKind(kids.v[i]);
        if (kind != CXCursor_TemplateTypeParameter && kind != CXCursor_NonTypeTemplateParameter &&
            kind != CXCursor_TemplateTemplateParameter)
            continue;
        CXFile file[2];
        unsigned at[2];
        size_t size = 0;
        const CXSourceRange range = clang_getCursorExtent(kids.v[i]);
        clang_getFileLocation(clang_getRangeStart(range), &file[0], NULL, NULL, &at[0]);
        clang_getFileLocation(clang_getRangeEnd(range), &file[1], NULL, NULL, &at[1]);
        const char *text = file[0] && clang_File_isEqual(file[0], file[1])
                               ? clang_getFileContents(unit->tu, file[0], &size)
                               : NULL;
        if (!text || at[1] > size || at[0] >= at[1])
            return false;
        g_string_append_printf(out, "%s%.*s", out->len > before ? ", " : "", (int)(at[1] - at[0]),
                               text + at[0]);
    }
    return out->len > before;
}

static bool is_parameter(const csl_cursors *kids, csl_ctx *ctx, const char *name) {
    for (unsigned i = 0; i < kids->n; i++) {
        const enum CXCursorKind kind = clang_getCursorKind(kids->v[i]);
        if ((kind == CXCursor_TemplateTypeParameter || kind == CXCursor_NonTypeTemplateParameter ||
             kind == CXCursor_TemplateTemplateParameter) &&
            strcmp(csl_spelling(ctx, kids->v[i]), name) == 0)
            return true;
    }
    return false;
}

/* Every name in the bound is a parameter of the template, a part of a qualified name or a word of
 * the language: another one may be a macro, which may stand for something else behind the last
 * line. */
static bool means_the_same_later(csl_ctx *ctx, CXCursor template_, const char *bound) {
    static const char *const words[] = {"int",  "unsigned", "sizeof",
                                        "true", "false",    "static_cast"};
    const csl_cursors kids = csl_children(ctx, template_);
    for (const char *at = bound; *at;) {
        if (isdigit((unsigned char)*at)) {
            at += strspn(at, "0123456789abcdefABCDEFxXuUlL'");
            continue;
        }
        if (!isalpha((unsigned char)*at) && *at != '_') {
            at++;
            continue;
        }
        const char *end = at;
        while (isalnum((unsigned char)*end) || *end == '_')
            end++;
        const char *name = csl_strndup(ctx, at, (size_t)(end - at));
        bool known = strncmp(end + strspn(end, " \t\n"), "::", 2) == 0 ||
                     (at - bound >= 2 && strncmp(at - 2, "::", 2) == 0) ||
                     is_parameter(&kids, ctx, name);
        for (size_t i = 0; i < sizeof words / sizeof *words && !known; i++)
            known = strcmp(words[i], name) == 0;
        if (!known)
            return false;
        at = end;
    }
    return true;
}

/* Types of a namespace without a name are found without it. */
static char *spelled_arguments(const char *instance) {
    char **parts = g_strsplit(instance, "(anonymous namespace)::", -1);
    char *arguments = g_strjoinv("", parts);
    g_strfreev(parts);
    return arguments;
}

/* Outside of all namespaces, as the arguments of an instance are spelled. */
static void add_instances(probes *p, const char *pattern, const char *prefix) {
    for (uint32_t i = 0; i < p->m->nkernels; i++) {
        const csl_kernel *k = &p->m->kernels[i];
        if (strcmp(k->pattern, pattern) != 0 || !is_unread(k) ||
            csl_limit_reached(CSL_LIMIT_bound_probes, p->n))
            continue;
        char *arguments = spelled_arguments(k->instance);
        g_string_append_printf(p->out, "enum { " CONSTANT "%u = %s" CLASS "%u%s::threads };\n", i,
                               prefix, p->nclasses, arguments);
        g_free(arguments);
        p->n++;
    }
}

static enum CXChildVisitResult find_template(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    probes *p = data;
    const enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_Namespace)
        return CXChildVisit_Recurse;
    if (kind != CXCursor_FunctionTemplate || !clang_isCursorDefinition(c))
        return CXChildVisit_Continue;
    const char *pattern = csl_usr(p->unit->ctx, c);
    bool unread = false;
    for (uint32_t i = 0; i < p->m->nkernels && !unread; i++)
        unread = is_unread(&p->m->kernels[i]) && strcmp(p->m->kernels[i].pattern, pattern) == 0;
    const char *bound = unread ? csl_bound_text(p->unit, c) : NULL;
    if (!bound || !*bound || !means_the_same_later(p->unit->ctx, c, bound))
        return CXChildVisit_Continue;
    const size_t before = p->out->len;
    unsigned spaces = 0;
    GString *prefix = g_string_new(NULL);
    bool known = open_namespaces(p->out, p->unit->ctx, c, &spaces, prefix);
    g_string_append(p->out, "template <");
    known = known && add_parameters(p->out, p->unit, c);
    if (known) {
        g_string_append_printf(p->out, "> struct " CLASS "%u { enum { threads = int(%s) }; };\n",
                               p->nclasses, bound);
        for (unsigned i = 0; i < spaces; i++)
            g_string_append(p->out, "}\n");
        add_instances(p, pattern, prefix->str);
        p->nclasses++;
    } else {
        g_string_truncate(p->out, before);
    }
    g_string_free(prefix, TRUE);
    return CXChildVisit_Continue;
}

const char *csl_bound_probes(const csl_unit *unit, const csl_lowered *lowered) {
    const csl_module *m = lowered->module;
    bool any = false;
    for (uint32_t i = 0; i < m->nkernels && !any; i++)
        any = is_unread(&m->kernels[i]);
    if (!any)
        return NULL;
    probes p = {unit, m, g_string_new(NULL), 0, 0};
    csl_visit_declarations(unit, find_template, &p);
    const char *text = p.n ? csl_format(unit->ctx, "%s%s",
                                        unit->options->uses ? unit->options->uses : "", p.out->str)
                           : NULL;
    g_string_free(p.out, TRUE);
    return text;
}

typedef struct reader {
    csl_ctx *ctx;
    csl_module *m;
} reader;

static enum CXChildVisitResult read_bound(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    const reader *r = data;
    const enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_Namespace || kind == CXCursor_EnumDecl)
        return CXChildVisit_Recurse;
    const char *name = kind == CXCursor_EnumConstantDecl ? csl_spelling(r->ctx, c) : "";
    if (strncmp(name, CONSTANT, strlen(CONSTANT)) != 0)
        return CXChildVisit_Continue;
    const unsigned long i = strtoul(name + strlen(CONSTANT), NULL, 10);
    const long long threads = clang_getEnumConstantDeclValue(c);
    if (i < r->m->nkernels && threads > 0 && threads <= CSL_MOST_THREADS) {
        r->m->kernels[i].max_threads = (uint32_t)threads;
        r->m->kernels[i].bound_unknown = false;
    }
    return CXChildVisit_Continue;
}

void csl_take_bounds(const csl_unit *probed, csl_lowered *lowered) {
    reader r = {probed->ctx, lowered->module};
    csl_visit_declarations(probed, read_bound, &r);
}
