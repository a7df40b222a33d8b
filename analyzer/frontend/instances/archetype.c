/* The uses of templates that are made up: which arguments, and how they are written (instances.h).
 */
#include "instances.h"

#include <ctype.h>
#include <glib.h>
#include <string.h>

#include "../parse/parse.h"
#include "../../limits/limits.h"

/* A function object that does nothing but compute. */
static const char prologue[] =
    "\nstruct __csl_operation {\n"
    "template <class A, class... B> __attribute__((const)) __host__ __device__\n"
    "A operator()(A, B...) const;\n};\n";

/* ---- arguments ------------------------------------------------------------------------------- */

/* The numbers among the arguments, but for those whose names say what they are: one is the size of
 * the block as a rule, the first or the last, and the others are small. */
typedef struct choice {
    const csl_unit *unit;
    csl_places *places;
    CXCursor pattern;
    bool second; /* the last number is the large one, booleans are false */
    unsigned numbers, given;
    bool named;  /* the name of another number says that it is the size of the block */
    bool varies; /* the second choice is another one */
    bool whole;  /* types are integers */
    bool real;   /* some would be floating-point otherwise */
    bool lacks;  /* the template asks a type for members: what is made up has none */
} choice;

static bool mentions(const char *name, const char *word) {
    char *lower = g_ascii_strdown(name, -1);
    bool found = strstr(lower, word) != NULL;
    g_free(lower);
    return found;
}

typedef struct called {
    const csl_unit *unit;
    const char *name; /* of the type */
    bool found;
} called;

/* `x(...)` or `Op()(...)`, where the type is that of x or Op. */
static enum CXChildVisitResult find_call(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    called *k = data;
    if (clang_getCursorKind(c) != CXCursor_CallExpr)
        return CXChildVisit_Recurse;
    csl_cursors kids = csl_expr_children(k->unit->ctx, c);
    enum CXCursorKind kind = kids.n ? clang_getCursorKind(kids.v[0]) : CXCursor_InvalidFile;
    if (kind != CXCursor_DeclRefExpr && kind != CXCursor_CallExpr)
        return CXChildVisit_Recurse;
    CXType type = clang_getCursorType(kids.v[0]);
    CXCursor decl = clang_getCursorReferenced(kids.v[0]);
    if (kind == CXCursor_DeclRefExpr && !clang_Cursor_isNull(decl))
        type = clang_getCursorType(decl);
    if (csl_is_reference(type))
        type = clang_getPointeeType(type);
    if (type.kind == CXType_Invalid) /* libclang would crash on it */
        return CXChildVisit_Recurse;
    CXString spelling = clang_getTypeSpelling(clang_getUnqualifiedType(type));
    k->found |= strcmp(clang_getCString(spelling), k->name) == 0;
    clang_disposeString(spelling);
    return CXChildVisit_Recurse;
}

static const char *type_for(choice *c, const char *name) {
    called k = {c->unit, name, false};
    clang_visitChildren(c->pattern, find_call, &k);
    static const char *const operations[] = {"op", "func", "fn", "lambda", "pred", "compar"};
    static const char *const integers[] = {"idx", "index", "int", "size", "offset", "count"};
    for (size_t i = 0; i < sizeof operations / sizeof *operations && !k.found; i++)
        k.found = mentions(name, operations[i]);
    if (k.found)
        return "__csl_operation";
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
        if (mentions(name, integers[i]))
            return "int";
    if (csl_counts(c->unit->ctx, c->pattern, name))
        return "int";
    c->real = true;
    return c->whole ? "int" : "float";
}

unsigned csl_number_by_name(const char *name) {
    static const struct {
        unsigned value;
        const char *ending;
    } roles[] = {
#define CSL_ROLE(value, ending) {value, ending},
#include "roles.def"
#undef CSL_ROLE
    };
    GString *plain = g_string_new(NULL);
    for (const char *s = name; *s; s++)
        if (*s != '_')
            g_string_append_c(plain, g_ascii_tolower(*s));
    unsigned value = 0;
    for (size_t i = 0; i < sizeof roles / sizeof *roles && !value; i++)
        value = g_str_has_suffix(plain->str, roles[i].ending) ? roles[i].value : 0;
    g_string_free(plain, TRUE);
    return value;
}

static void append_number(GString *out, choice *c, CXCursor parameter) {
    const unsigned known = csl_number_by_name(csl_spelling(c->unit->ctx, parameter));
    if (known) {
        g_string_append_printf(out, "%u", known);
        return;
    }
    unsigned place = (c->second ? c->numbers - 1 - c->given : c->given) + c->named;
    c->given++;
    g_string_append(out, place == 0 ? "128" : place == 1 ? "4" : "2");
}

/* The words of a parameter, up to its default. */
static char *words_of(const choice *c, CXCursor parameter) {
    const char *end, *s = csl_raw_text(c->places, parameter, &end);
    unsigned from, to;
    CXSourceRange range = clang_getCursorExtent(parameter);
    clang_getSpellingLocation(clang_getRangeStart(range), NULL, NULL, NULL, &from);
    clang_getSpellingLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &to);
    if (!s || to < from || (size_t)(end - s) < to - from)
        return g_strdup("");
    return g_strndup(s, to - from);
}

static bool is_parameter(CXCursor c) {
    enum CXCursorKind kind = clang_getCursorKind(c);
    return kind == CXCursor_TemplateTypeParameter || kind == CXCursor_NonTypeTemplateParameter ||
           kind == CXCursor_TemplateTemplateParameter;
}

static bool is_number(CXCursor parameter) {
    CXType type = clang_getCanonicalType(clang_getCursorType(parameter));
    return clang_getCursorKind(parameter) == CXCursor_NonTypeTemplateParameter &&
           type.kind != CXType_Bool && type.kind != CXType_Enum && !csl_is_dependent(type) &&
           csl_type_integer(csl_scalar_type(type)) && csl_scalar_type(type) != CSL_PTR;
}

/* A value that has a name: a branch for it exists. */
static void append_enumerator(GString *out, choice *c, CXType type) {
    csl_cursors kids = csl_children(c->unit->ctx, clang_getTypeDeclaration(type));
    unsigned wanted = c->second, seen = 0;
    long long value = 0;
    for (unsigned i = 0; i < kids.n; i++)
        if (clang_getCursorKind(kids.v[i]) == CXCursor_EnumConstantDecl && seen++ <= wanted)
            value = clang_getEnumConstantDeclValue(kids.v[i]);
    c->varies |= seen > 1;
    CXString name = clang_getTypeSpelling(type);
    g_string_append_printf(out, "(%s)%lld", clang_getCString(name), value);
    clang_disposeString(name);
}

/* False if no argument can be made up for it. */
static bool append_argument(GString *out, choice *c, CXCursor parameter) {
    CXType type = clang_getCanonicalType(clang_getCursorType(parameter));
    if (clang_getCursorKind(parameter) == CXCursor_TemplateTypeParameter) {
        g_string_append(out, type_for(c, csl_spelling(c->unit->ctx, parameter)));
        c->lacks = c->lacks || csl_asks_for_members(c->places, c->pattern, parameter);
    } else if (is_number(parameter)) {
        append_number(out, c, parameter);
    } else if (type.kind == CXType_Bool) {
        c->varies = true;
        g_string_append(out, c->second ? "false" : "true");
    } else if (type.kind == CXType_Enum) {
        append_enumerator(out, c, type);
    } else {
        return false;
    }
    return true;
}

/* "<float, 128>". What has a default at the end, and a pack there, is left out. */
static bool append_arguments(GString *out, choice *c, CXCursor template_) {
    csl_cursors kids = csl_children(c->unit->ctx, template_);
    unsigned n = 0, needed = 0;
    for (unsigned i = 0; i < kids.n; i++) {
        if (!is_parameter(kids.v[i]))
            continue;
        char *words = words_of(c, kids.v[i]);
        kids.v[n++] = kids.v[i];
        if (!strchr(words, '=') && !strstr(words, "..."))
            needed = n;
        g_free(words);
    }
    g_string_append_c(out, '<');
    for (unsigned i = 0; i < needed; i++) {
        g_string_append(out, i ? ", " : "");
        if (!append_argument(out, c, kids.v[i]))
            return false;
    }
    g_string_append_c(out, '>');
    return true;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Those of which the names do not say enough. */
static unsigned count_numbers(csl_ctx *ctx, CXCursor c, bool *named) {
    unsigned n = 0;
    for (; !clang_Cursor_isNull(c) && clang_getCursorKind(c) != CXCursor_TranslationUnit;
         c = clang_getCursorSemanticParent(c)) {
        csl_cursors kids = csl_children(ctx, c);
        enum CXCursorKind kind = clang_getCursorKind(c);
        for (unsigned i = 0; kind != CXCursor_Namespace && i < kids.n; i++) {
            if (!is_parameter(kids.v[i]) || !is_number(kids.v[i]))
                continue;
            const unsigned known = csl_number_by_name(csl_spelling(ctx, kids.v[i]));
            n += !known;
            *named |= known == CSL_MADE_UP_BLOCK;
        }
    }
    return n;
}

bool csl_names_block(csl_ctx *ctx, CXCursor pattern) {
    bool named = false;
    count_numbers(ctx, pattern, &named);
    return named;
}

/* "::a::Block<float, 128>::reduce"; false if it cannot be named. */
static bool append_name(GString *out, choice *c, CXCursor decl) {
    enum CXCursorKind kind = clang_getCursorKind(decl);
    if (kind == CXCursor_TranslationUnit)
        return true;
    if (!append_name(out, c, clang_getCursorSemanticParent(decl)))
        return false;
    const char *name = csl_spelling(c->unit->ctx, decl);
    if (kind == CXCursor_Namespace && (!name[0] || name[0] == '('))
        return true; /* without a name */
    if (!name[0] || name[0] == '(')
        return false;
    g_string_append_printf(out, "::%s", name);
    switch (kind) {
    case CXCursor_Namespace:
    case CXCursor_StructDecl:
    case CXCursor_ClassDecl:
    case CXCursor_FunctionDecl:
    case CXCursor_CXXMethod: return true;
    case CXCursor_ClassTemplate:
    case CXCursor_FunctionTemplate: return append_arguments(out, c, decl);
    default: return false;
    }
}

bool csl_has_instance(const csl_module *m, const char *pattern) {
    for (uint32_t i = 0; i < m->nkernels; i++)
        if (m->kernels[i].pattern == pattern && m->kernels[i].instance)
            return true;
    return false;
}

bool csl_has_launched_instance(const csl_module *m, const char *pattern) {
    for (uint32_t i = 0; i < m->nkernels; i++)
        if (m->kernels[i].pattern == pattern && m->kernels[i].instance && m->kernels[i].nlaunches)
            return true;
    return false;
}

/* Appends the uses of one template, one for each choice. An instance of device code is of no use if
 * there are errors in it (archetype_instances.c). */
static unsigned append_choices(GString *out, choice *c, const csl_unit *unit, bool of_device) {
    unsigned n = 0;
    c->named = false;
    c->numbers = count_numbers(unit->ctx, c->pattern, &c->named);
    c->varies = c->numbers > 1 && !c->named;
    for (int second = 0; second <= c->varies; second++) {
        GString *name = g_string_new(NULL);
        c->second = second;
        c->given = 0;
        c->lacks = false;
        if (append_name(name, c, c->pattern) && (c->real || !c->whole) &&
            (!of_device || !c->lacks)) {
            g_string_append_printf(out, "(void)&%s;\n", name->str);
            n++;
        }
        g_string_free(name, TRUE);
    }
    return n;
}

/* Appends the uses of the kernels, or of the device functions. */
static unsigned append_uses(GString *out, const csl_unit *unit, const csl_lowered *lowered,
                            bool kernels, bool whole) {
    unsigned n = 0;
    for (unsigned i = 0; i < lowered->nunresolved && !csl_limit_reached(CSL_LIMIT_archetypes, i);
         i++) {
        CXCursor f = lowered->unresolved[i];
        choice c = {.unit = unit, .places = lowered->places, .pattern = f, .whole = whole};
        if (csl_is_kernel(f) == kernels &&
            !(whole && csl_has_instance(lowered->module, csl_usr(unit->ctx, f))))
            n += append_choices(out, &c, unit, true);
    }
    return n;
}

static unsigned append_launchers(GString *out, const csl_unit *unit, const csl_lowered *lowered,
                                 csl_launchers launchers) {
    unsigned n = 0;
    for (unsigned i = 0; i < launchers.n && !csl_limit_reached(CSL_LIMIT_archetypes, i); i++) {
        choice c = {.unit = unit, .places = lowered->places, .pattern = launchers.v[i]};
        n += append_choices(out, &c, unit, false);
    }
    return n;
}

char *csl_archetype_text(const csl_unit *unit, const csl_lowered *lowered, csl_launchers launchers,
                         bool whole) {
    if (!lowered->nunresolved && !launchers.n)
        return NULL;
    gchar *own = NULL;
    if (!unit->options->contents && !g_file_get_contents(unit->path, &own, NULL, NULL))
        return NULL;
    GString *out = g_string_new(own ? own : unit->options->contents);
    g_free(own);
    g_string_append(out, prologue);
    g_string_append(out, "static void " CSL_ARCHETYPE_USES "_kernels()\n{\n");
    unsigned n = append_uses(out, unit, lowered, true, whole);
    g_string_append(out, "}\nstatic __device__ void " CSL_ARCHETYPE_USES "_functions()\n{\n");
    n += append_uses(out, unit, lowered, false, whole);
    g_string_append(out, "}\nstatic void __csl_launchers()\n{\n");
    n += whole ? 0 : append_launchers(out, unit, lowered, launchers);
    g_string_append(out, "}\n");
    return g_string_free(out, n == 0);
}
