/* Which kernels a file holds, and which specialisations of its kernel templates are in reach. */
#include "kernels.h"
#include "../../files/link.h"
#include "../recover/recover.h"
#include "../../limits/limits.h"

typedef struct search {
    const csl_unit *unit;
    CXFile main_file;
    CXFile *included; /* other source files of kernels, whose functions are as its own */
    unsigned nincluded, cap_included;
    csl_places *places;
    csl_lower_targets *targets;
    csl_cursor_set work;    /* functions whose bodies are searched for uses */
    csl_cursor_set guessed; /* those whose template arguments rest on names that nothing declares */
    bool in_guessed;        /* the one that is searched now is of them */
    csl_lower_target *uses; /* specialisations found */
    unsigned nuses, cap_uses;
    csl_hidden_uses hidden; /* specialisations that cannot be looked at */
} search;

static void add_target(search *s, CXCursor function, CXCursor pattern, const char *instance) {
    csl_lower_targets *t = s->targets;
    CSL_GROW(s->unit->ctx, t->v, t->n, t->cap);
    t->v[t->n] = (csl_lower_target){.function = function, .pattern = pattern, .instance = instance};
    t->n++;
}

static void add_work(search *s, CXCursor function) {
    csl_cursor_set_add(s->unit->ctx, &s->work, function);
}

/* `#include "kernels.cu"`: the file is no unit of its own, or one without what stands before it. */
static void visit_file(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data) {
    (void)stack;
    search *s = data;
    CXString name = clang_getFileName(file);
    const char *path = clang_getCString(name);
    if (depth && path && csl_names_cuda_unit(path)) {
        CSL_GROW(s->unit->ctx, s->included, s->nincluded, s->cap_included);
        s->included[s->nincluded++] = file;
    }
    clang_disposeString(name);
}

static bool stands_in_included(const search *s, CXCursor c) {
    for (unsigned i = 0; i < s->nincluded; i++)
        if (csl_stands_in_file(s->included[i], c))
            return true;
    return false;
}

/* A kernel of an included file is analysed with this one: only here are its launches and the
 * specialisations in reach known. */
static void add_included(search *s, CXCursor kernel) {
    for (unsigned i = 0; i < s->targets->n; i++)
        if (clang_equalCursors(s->targets->v[i].function, kernel))
            return;
    if (csl_has_body(kernel))
        add_target(s, kernel, kernel, NULL);
}

/* Functions of the main file: kernels, templates of kernels, helpers, and bodies to search. */
static enum CXChildVisitResult visit_declaration(CXCursor c, CXCursor parent, CXClientData data) {
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
        if (kind != CXCursor_Namespace && !csl_stands_in_file(s->main_file, c) &&
            !stands_in_included(s, c))
            return CXChildVisit_Continue;
        return CXChildVisit_Recurse;
    case CXCursor_FunctionDecl:
    case CXCursor_CXXMethod:
    case CXCursor_FunctionTemplate:
    case CXCursor_Constructor: break;
    case CXCursor_FriendDecl: add_work(s, c); return CXChildVisit_Continue;
    case CXCursor_VarDecl:
        if (!clang_Location_isInSystemHeader(clang_getCursorLocation(c)))
            csl_find_hidden_uses(s->unit->ctx, s->places, c, &s->hidden);
        return CXChildVisit_Continue;
    default: return CXChildVisit_Continue;
    }
    const bool own = csl_stands_in_file(s->main_file, c);
    if (!csl_has_body(c) || (!own && !stands_in_included(s, c)))
        return CXChildVisit_Continue;
    add_work(s, c);
    if (!own) {
        if (csl_is_kernel(c))
            add_included(s, c);
        return CXChildVisit_Continue;
    }
    if (csl_has_attribute(c, CXCursor_CUDAGlobalAttr)) {
        add_target(s, c, c, NULL);
    } else if (csl_has_attribute(c, CXCursor_CUDADeviceAttr)) {
        csl_lower_targets *t = s->targets;
        CSL_GROW(s->unit->ctx, t->helpers, t->nhelpers, t->cap_helpers);
        t->helpers[t->nhelpers++] = c;
    }
    return CXChildVisit_Continue;
}

/* ---- uses ------------------------------------------------------------------------------------ */

static const char *type_text(csl_ctx *ctx, CXType type) {
    CXString s = clang_getTypeSpelling(type);
    const char *text = csl_intern(ctx, clang_getCString(s));
    clang_disposeString(s);
    return text;
}

/* The i-th parameter of a template is a bool. */
static bool is_bool_parameter(csl_ctx *ctx, CXCursor pattern, int i) {
    csl_cursors kids = csl_children(ctx, pattern);
    for (unsigned k = 0; k < kids.n; k++) {
        enum CXCursorKind kind = clang_getCursorKind(kids.v[k]);
        bool parameter = kind == CXCursor_NonTypeTemplateParameter ||
                         kind == CXCursor_TemplateTypeParameter ||
                         kind == CXCursor_TemplateTemplateParameter;
        if (parameter && i-- == 0)
            return clang_getCanonicalType(clang_getCursorType(kids.v[k])).kind == CXType_Bool;
    }
    return false;
}

const char *csl_instance_text(csl_ctx *ctx, CXCursor f, CXCursor pattern) {
    int n = clang_Cursor_getNumTemplateArguments(f);
    if (n <= 0) /* a method: its class has the arguments */
        return type_text(ctx, clang_getCursorType(clang_getCursorSemanticParent(f)));
    long long value;
    const char *text = "<";
    for (int i = 0; i < n; i++) {
        const char *one;
        switch (clang_Cursor_getTemplateArgumentKind(f, (unsigned)i)) {
        case CXTemplateArgumentKind_Type:
            one = type_text(ctx, clang_Cursor_getTemplateArgumentType(f, (unsigned)i));
            break;
        case CXTemplateArgumentKind_Integral:
            value = clang_Cursor_getTemplateArgumentValue(f, (unsigned)i);
            if (is_bool_parameter(ctx, pattern, i))
                one = value ? "true" : "false";
            else
                one = csl_format(ctx, "%lld", value);
            break;
        default: one = "..."; break;
        }
        text = csl_format(ctx, "%s%s%s", text, i ? ", " : "", one);
    }
    return csl_intern(ctx, csl_format(ctx, "%s>", text));
}

/* What the reference, or the function that is called, gives the template is guessed. */
static bool is_guessed(const search *s, CXCursor reference) {
    return s->in_guessed || csl_is_guessed_instance(s->unit->recovered, reference);
}

static void add_use(search *s, CXCursor f, CXCursor pattern, bool guessed) {
    for (unsigned i = 0; i < s->nuses; i++)
        if (clang_equalCursors(s->uses[i].function, f)) {
            s->uses[i].guessed &= guessed;
            return;
        }
    CSL_GROW(s->unit->ctx, s->uses, s->nuses, s->cap_uses);
    s->uses[s->nuses++] =
        (csl_lower_target){.function = f,
                           .pattern = pattern,
                           .instance = csl_instance_text(s->unit->ctx, f, pattern),
                           .guessed = guessed};
}

static CXCursor definition(CXCursor f) {
    CXCursor def = clang_getCursorDefinition(f);
    return clang_Cursor_isNull(def) ? f : def;
}

static enum CXChildVisitResult find_uses(CXCursor c, CXCursor parent, CXClientData data) {
    search *s = data;
    bool befriended = clang_getCursorKind(parent) == CXCursor_FriendDecl;
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_OverloadedDeclRef) { /* in a template: which one depends */
        for (unsigned i = 0; i < clang_getNumOverloadedDecls(c); i++) {
            CXCursor d = definition(clang_getOverloadedDecl(c, i));
            if (csl_is_kernel(d) && !csl_stands_in_file(s->main_file, d) &&
                !csl_in_library(s->places, d))
                add_included(s, d);
        }
        return CXChildVisit_Recurse;
    }
    if (!befriended && kind != CXCursor_DeclRefExpr && kind != CXCursor_MemberRefExpr &&
        kind != CXCursor_CallExpr)
        return CXChildVisit_Recurse;
    CXCursor f = befriended ? c : clang_getCursorReferenced(c);
    enum CXCursorKind fk = clang_getCursorKind(f);
    if (fk != CXCursor_FunctionDecl && fk != CXCursor_CXXMethod && fk != CXCursor_Constructor)
        return CXChildVisit_Recurse;
    CXCursor pattern = definition(clang_getSpecializedCursorTemplate(f));
    bool specialised = !clang_Cursor_isNull(pattern);
    f = definition(f);
    if (!specialised && csl_stands_in_file(s->main_file, f)) /* known already */
        return CXChildVisit_Recurse;
    if (csl_in_library(s->places, f) || csl_is_of_system(f))
        return CXChildVisit_Recurse;
    if (csl_is_kernel(specialised ? pattern : f)) {
        if (specialised)
            add_use(s, f, pattern, is_guessed(s, c));
        if (!csl_stands_in_file(s->main_file, f))
            add_included(s, specialised ? pattern : f);
    } else if (csl_has_body(f)) {
        if (!csl_cursor_set_has(&s->work, f) && specialised && is_guessed(s, c))
            csl_cursor_set_add(s->unit->ctx, &s->guessed, f);
        add_work(s, f); /* may launch more of them */
    }
    return CXChildVisit_Recurse;
}

/* A specialisation of the kernel template that is lowered; its definition. */
static bool is_instance(const search *s, unsigned use, CXCursor template_, CXCursor *def) {
    *def = clang_getCursorDefinition(s->uses[use].function);
    return clang_equalCursors(s->uses[use].pattern, template_) && !clang_Cursor_isNull(*def) &&
           csl_has_body(*def);
}

static unsigned instances_of(const search *s, CXCursor template_) {
    CXCursor def;
    unsigned n = 0;
    for (unsigned u = 0; u < s->nuses; u++)
        n += is_instance(s, u, template_, &def);
    return n;
}

/* How many instances a file has if each of its templates has at most `limit`. */
static unsigned lowered_at(unsigned limit, const unsigned *wanted, unsigned templates) {
    unsigned n = 0;
    for (unsigned i = 0; i < templates; i++)
        n += wanted[i] < limit ? wanted[i] : limit;
    return n;
}

/* How many instances of one template are lowered: what templates with fewer leave of their share
 * goes to the others. */
typedef struct share {
    unsigned always, cheap; /* the second as long as they are cheap */
} share;

static share share_of(const search *s, const csl_lower_targets *found) {
    unsigned *wanted = csl_alloc(s->unit->ctx, (found->n + 1) * sizeof *wanted);
    unsigned templates = 0, most = 0, limit = 2;
    for (unsigned i = 0; i < found->n; i++) {
        if (clang_getCursorKind(found->v[i].function) != CXCursor_FunctionTemplate)
            continue;
        wanted[templates] = instances_of(s, found->v[i].function);
        most = wanted[templates] > most ? wanted[templates] : most;
        templates++;
    }
    share of = {0, 0};
    while (limit < most && !csl_limit_reached(CSL_LIMIT_cheap_instances, limit) &&
           !csl_limit_exceeded(CSL_LIMIT_file_instances, lowered_at(limit + 1, wanted, templates)))
        limit++;
    of.cheap = limit;
    of.always = csl_limit_exceeded(CSL_LIMIT_instances, limit) ? CSL_LIMIT(instances) : limit;
    return of;
}

/* The specialisations of a kernel template with a body, or the pattern if there is none. */
static void add_instances(search *s, const csl_lower_target *template_, share of) {
    const unsigned instances = instances_of(s, template_->function);
    const char **text = csl_alloc(s->unit->ctx, (instances + 1) * sizeof *text);
    CXCursor def;
    for (unsigned u = 0, i = 0; u < s->nuses; u++)
        if (is_instance(s, u, template_->function, &def))
            text[i++] = s->uses[u].instance;
    const bool *first = csl_most_different(s->unit->ctx, text, instances, of.always);
    const bool *all = of.cheap > of.always && instances > of.always
                          ? csl_most_different(s->unit->ctx, text, instances, of.cheap)
                          : first;
    for (unsigned cheap = 0; cheap < 2; cheap++)
        for (unsigned u = 0, i = 0; u < s->nuses; u++)
            if (is_instance(s, u, template_->function, &def) && all[i++] &&
                first[i - 1] == !cheap) {
                add_target(s, def, template_->function, s->uses[u].instance);
                s->targets->v[s->targets->n - 1].guessed = s->uses[u].guessed;
            }
    unsigned hidden = csl_hidden_instances(&s->hidden, template_->function, s->uses, s->nuses);
    unsigned left_out = instances > of.cheap ? instances - of.cheap : 0;
    left_out += instances ? hidden : 0; /* else the template speaks for them */
    if (!instances || left_out)
        add_target(s, template_->function, template_->pattern, NULL);
    if (left_out)
        s->targets->v[s->targets->n - 1].left_out = left_out;
}

/* A file without functions of its own, `template void run<half>(params);` say, is there for the
 * kernels of its headers, whether or not what launches them could be instantiated. */
static enum CXChildVisitResult visit_header(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    search *s = data;
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_Namespace)
        return CXChildVisit_Recurse;
    if ((kind == CXCursor_FunctionDecl || kind == CXCursor_FunctionTemplate) && csl_is_kernel(c) &&
        !csl_in_library(s->places, c) && !csl_is_of_system(c))
        add_included(s, c);
    return CXChildVisit_Continue;
}

/* Of the file itself; what prepare.c appends does not count. */
static bool has_functions(const search *s) {
    for (unsigned i = 0; i < s->work.n; i++)
        if (clang_getCursorKind(s->work.v[i]) != CXCursor_FriendDecl &&
            csl_stands_in_file(s->main_file, s->work.v[i]) &&
            strncmp(csl_spelling(s->unit->ctx, s->work.v[i]), "__csl_uses", 10) != 0)
            return true;
    return false;
}

csl_lower_targets csl_find_targets(const csl_unit *unit, csl_places *places) {
    csl_lower_targets found = {0}, out = {0};
    search s = {.main_file = clang_getFile(unit->tu, unit->path),
                .unit = unit,
                .places = places,
                .targets = &found};
    clang_getInclusions(unit->tu, visit_file, &s);
    csl_visit_declarations(unit, visit_declaration, &s);
    for (unsigned i = 0; i < s.work.n; i++) { /* grows on the way */
        s.in_guessed = csl_cursor_set_has(&s.guessed, s.work.v[i]);
        clang_visitChildren(s.work.v[i], find_uses, &s);
        csl_find_hidden_uses(unit->ctx, places, s.work.v[i], &s.hidden);
    }
    csl_follow_hidden_uses(unit->ctx, places, &s.hidden, s.work.v, s.work.n);
    if (!found.n && !has_functions(&s))
        csl_visit_declarations(unit, visit_header, &s);

    const share limit = share_of(&s, &found);
    s.targets = &out;
    for (unsigned i = 0; i < found.n; i++)
        if (clang_getCursorKind(found.v[i].function) == CXCursor_FunctionTemplate)
            add_instances(&s, &found.v[i], limit);
        else
            add_target(&s, found.v[i].function, found.v[i].pattern, NULL);
    out.helpers = found.helpers;
    out.nhelpers = found.nhelpers;
    return out;
}
