/* Which kernels a file holds, and which specialisations of its kernel templates are in reach. */
#include "lower_impl.h"

typedef struct search {
    const csl_unit *unit;
    csl_places *places;
    csl_targets *targets;
    CXCursor *patterns; /* kernel templates, in source order */
    unsigned npatterns, cap_patterns;
    CXCursor *work; /* functions whose bodies are searched for uses */
    unsigned nwork, cap_work;
    csl_target *uses; /* specialisations found */
    unsigned nuses, cap_uses;
} search;

static bool in_main_file(CXCursor c)
{
    return clang_Location_isFromMainFile(clang_getCursorLocation(c));
}

static bool has_body(CXCursor f);

static enum CXChildVisitResult find_body(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_getCursorKind(c) != CXCursor_CompoundStmt)
        return CXChildVisit_Continue;
    *(bool *)data = true;
    return CXChildVisit_Break;
}

static bool has_body(CXCursor f)
{
    bool found = false;
    clang_visitChildren(f, find_body, &found);
    return found;
}

static void add_target(search *s, CXCursor function, CXCursor pattern, const char *instance)
{
    csl_targets *t = s->targets;
    CSL_GROW(s->unit->ctx, t->v, t->n, t->cap);
    t->v[t->n] = (csl_target){.function = function, .pattern = pattern, .instance = instance};
    t->n++;
}

static void add_work(search *s, CXCursor function)
{
    if (csl_listed(s->work, s->nwork, function))
        return;
    CSL_GROW(s->unit->ctx, s->work, s->nwork, s->cap_work);
    s->work[s->nwork++] = function;
}

/* Functions of the main file: kernels, templates of kernels, helpers, and bodies to search. */
static enum CXChildVisitResult visit_declaration(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    search *s = data;
    enum CXCursorKind kind = clang_getCursorKind(c);
    switch (kind) {
    case CXCursor_Namespace:
    case CXCursor_LinkageSpec:
    case CXCursor_UnexposedDecl:
    case CXCursor_StructDecl:
    case CXCursor_ClassDecl:
    case CXCursor_ClassTemplate:
        if (kind != CXCursor_Namespace && !in_main_file(c))
            return CXChildVisit_Continue;
        return CXChildVisit_Recurse;
    case CXCursor_FunctionDecl:
    case CXCursor_CXXMethod:
    case CXCursor_FunctionTemplate:
    case CXCursor_Constructor:
        break;
    default:
        return CXChildVisit_Continue;
    }
    if (!in_main_file(c) || !has_body(c))
        return CXChildVisit_Continue;
    bool is_template = kind == CXCursor_FunctionTemplate;
    if (!is_template)
        add_work(s, c);
    if (csl_has_attribute(c, CXCursor_CUDAGlobalAttr)) {
        if (is_template) {
            CSL_GROW(s->unit->ctx, s->patterns, s->npatterns, s->cap_patterns);
            s->patterns[s->npatterns++] = c;
        }
        add_target(s, c, c, NULL);
    } else if (csl_has_attribute(c, CXCursor_CUDADeviceAttr)) {
        csl_targets *t = s->targets;
        CSL_GROW(s->unit->ctx, t->helpers, t->nhelpers, t->cap_helpers);
        t->helpers[t->nhelpers++] = c;
    }
    return CXChildVisit_Continue;
}

/* ---- uses --------------------------------------------------------------------------------------- */

static const char *type_text(csl_ctx *ctx, CXType type)
{
    CXString s = clang_getTypeSpelling(type);
    const char *text = csl_intern(ctx, clang_getCString(s));
    clang_disposeString(s);
    return text;
}

/* "<float, 64>" */
static const char *instance_text(csl_ctx *ctx, CXCursor f)
{
    int n = clang_Cursor_getNumTemplateArguments(f);
    const char *text = "<";
    for (int i = 0; i < n; i++) {
        const char *one;
        switch (clang_Cursor_getTemplateArgumentKind(f, (unsigned)i)) {
        case CXTemplateArgumentKind_Type:
            one = type_text(ctx, clang_Cursor_getTemplateArgumentType(f, (unsigned)i));
            break;
        case CXTemplateArgumentKind_Integral:
            one = csl_format(ctx, "%lld", clang_Cursor_getTemplateArgumentValue(f, (unsigned)i));
            break;
        default:
            one = "...";
            break;
        }
        text = csl_format(ctx, "%s%s%s", text, i ? ", " : "", one);
    }
    return csl_intern(ctx, csl_format(ctx, "%s>", text));
}

static void add_use(search *s, CXCursor f, CXCursor pattern)
{
    for (unsigned i = 0; i < s->nuses; i++)
        if (clang_equalCursors(s->uses[i].function, f))
            return;
    CSL_GROW(s->unit->ctx, s->uses, s->nuses, s->cap_uses);
    s->uses[s->nuses++] = (csl_target){.function = f, .pattern = pattern,
                                       .instance = instance_text(s->unit->ctx, f)};
}

static enum CXChildVisitResult find_uses(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    search *s = data;
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind != CXCursor_DeclRefExpr && kind != CXCursor_MemberRefExpr &&
        kind != CXCursor_CallExpr)
        return CXChildVisit_Recurse;
    CXCursor f = clang_getCursorReferenced(c);
    CXCursor pattern = clang_getSpecializedCursorTemplate(f);
    enum CXCursorKind fk = clang_getCursorKind(f);
    if (clang_Cursor_isNull(pattern) ||
        (fk != CXCursor_FunctionDecl && fk != CXCursor_CXXMethod && fk != CXCursor_Constructor))
        return CXChildVisit_Recurse;
    CXCursor def = clang_getCursorDefinition(pattern);
    if (!clang_Cursor_isNull(def))
        pattern = def;
    if (csl_has_attribute(pattern, CXCursor_CUDAGlobalAttr))
        add_use(s, f, pattern);
    else if (!csl_in_shim(s->places, f) && has_body(f))
        add_work(s, f); /* may launch more specialisations */
    return CXChildVisit_Recurse;
}

csl_targets csl_find_targets(const csl_unit *unit, csl_places *places)
{
    csl_targets found = {0}, out = {0};
    search s = {.unit = unit, .places = places, .targets = &found};
    clang_visitChildren(clang_getTranslationUnitCursor(unit->tu), visit_declaration, &s);
    if (s.npatterns)
        for (unsigned i = 0; i < s.nwork; i++) /* grows on the way */
            clang_visitChildren(s.work[i], find_uses, &s);

    s.targets = &out;
    for (unsigned i = 0; i < found.n; i++) {
        csl_target *t = &found.v[i];
        unsigned instances = 0;
        bool is_template = clang_getCursorKind(t->function) == CXCursor_FunctionTemplate;
        for (unsigned u = 0; is_template && u < s.nuses; u++) {
            CXCursor f = s.uses[u].function;
            CXCursor def = clang_getCursorDefinition(f);
            if (!clang_equalCursors(s.uses[u].pattern, t->function) ||
                clang_Cursor_isNull(def) || !has_body(def))
                continue;
            if (instances++ < CSL_MAX_INSTANCES)
                add_target(&s, def, t->function, s.uses[u].instance);
        }
        if (!instances)
            add_target(&s, t->function, t->pattern, NULL);
        else if (instances > CSL_MAX_INSTANCES)
            out.v[out.n - 1].capped = true;
    }
    out.helpers = found.helpers;
    out.nhelpers = found.nhelpers;
    return out;
}
