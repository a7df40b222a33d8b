/* Finds the launches of the kernels of a file.
 *
 *   walk.c     launches in the text of host functions, and calls of these
 *   forms.c    which calls are launches
 *   callee.c   which kernels a launch means
 *   record.c   the launches of the kernels
 *   clusters.c how many blocks a cluster has in them
 *
 * k<<<grid, block, bytes, stream>>>(...) is a call whose second child is a call of the embedded
 * cudaConfigureCall, or, in a lambda or in device code, of cudaLaunchDevice. */
#include "launch.h"

#include "../parse/parse.h"
#include "foreign.h"
#include "sharing.h"
#include "../../limits/limits.h"

typedef csl_launch_search search;

static enum CXChildVisitResult find_device(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    if (clang_getCursorKind(c) != CXCursor_CUDAGlobalAttr &&
        clang_getCursorKind(c) != CXCursor_CUDADeviceAttr)
        return CXChildVisit_Continue;
    *(bool *)data = true;
    return CXChildVisit_Break;
}

static void add_pattern(search *s, CXCursor f) {
    bool device = false;
    clang_visitChildren(f, find_device, &device);
    if (device || csl_limit_reached(CSL_LIMIT_host_functions, s->npatterns))
        return;
    CSL_GROW(s->unit->ctx, s->patterns, s->npatterns, s->cap_patterns);
    s->patterns[s->npatterns++] = f;
}

static enum CXChildVisitResult visit_parameter(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    if (clang_getCursorKind(c) == CXCursor_ParmDecl)
        csl_walk_initialiser(data, c);
    return CXChildVisit_Continue;
}

/* Default arguments of a function whose body stands elsewhere, or nowhere. */
static void add_defaults(search *s, CXCursor f) {
    if (!csl_has_body(f) || clang_getCursorKind(f) == CXCursor_FunctionTemplate)
        clang_visitChildren(f, visit_parameter, s);
}

/* A function that is defined in a class, or an instance that is named and defined elsewhere. */
static enum CXChildVisitResult visit_friend(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    const CXCursor definition = clang_getCursorDefinition(c);
    if (clang_getCursorKind(definition) == CXCursor_FunctionDecl)
        csl_walk_also(data, definition);
    else if (clang_getCursorKind(c) == CXCursor_FunctionTemplate)
        add_pattern(data, c);
    add_defaults(data, c);
    return CXChildVisit_Continue;
}

/* Inside a class template. */
static enum CXChildVisitResult visit_member(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    switch (clang_getCursorKind(c)) {
    case CXCursor_FunctionTemplate:
    case CXCursor_CXXMethod:
    case CXCursor_ConversionFunction:
    case CXCursor_Constructor:
    case CXCursor_Destructor:
        add_pattern(data, c);
        add_defaults(data, c);
        return CXChildVisit_Continue;
    case CXCursor_FieldDecl:
    case CXCursor_VarDecl: csl_walk_initialiser(data, c); return CXChildVisit_Continue;
    case CXCursor_FriendDecl:
        clang_visitChildren(c, visit_friend, data);
        return CXChildVisit_Continue;
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
    case CXCursor_ClassDecl:
    case CXCursor_ClassTemplate: return CXChildVisit_Recurse;
    default: return CXChildVisit_Continue;
    }
}

/* A member of a class template, or of a class in one, that is defined outside of it. */
static bool is_of_template(CXCursor method) {
    CXCursor class = clang_getCursorSemanticParent(method);
    while (clang_getCursorKind(class) == CXCursor_StructDecl ||
           clang_getCursorKind(class) == CXCursor_ClassDecl)
        class = clang_getCursorSemanticParent(class);
    return clang_getCursorKind(class) == CXCursor_ClassTemplate ||
           clang_getCursorKind(class) == CXCursor_ClassTemplatePartialSpecialization;
}

static enum CXChildVisitResult visit_declaration(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    if (clang_Location_isInSystemHeader(clang_getCursorLocation(c)))
        return CXChildVisit_Continue;
    switch (clang_getCursorKind(c)) {
    case CXCursor_FunctionTemplate:
        add_pattern(data, c);
        add_defaults(data, c);
        return CXChildVisit_Continue;
    case CXCursor_ClassTemplate:
    case CXCursor_ClassTemplatePartialSpecialization:
        clang_visitChildren(c, visit_member, data);
        return CXChildVisit_Continue;
    case CXCursor_FunctionDecl:
    case CXCursor_CXXMethod:
    case CXCursor_ConversionFunction:
    case CXCursor_Constructor:
    case CXCursor_Destructor:
        if (is_of_template(c))
            add_pattern(data, c);
        else
            csl_walk_also(data, c);
        add_defaults(data, c);
        return CXChildVisit_Continue;
    case CXCursor_VarDecl:
    case CXCursor_FieldDecl: csl_walk_initialiser(data, c); return CXChildVisit_Continue;
    case CXCursor_FriendDecl:
        clang_visitChildren(c, visit_friend, data);
        return CXChildVisit_Continue;
    case CXCursor_Namespace:
    case CXCursor_LinkageSpec:
    case CXCursor_UnexposedDecl:
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
    case CXCursor_ClassDecl: return CXChildVisit_Recurse;
    default: return CXChildVisit_Continue;
    }
}

/* Appends the templates of which no instance has been searched. */
static void add_uninstantiated(search *s) {
    CXCursorSet instantiated = clang_createCXCursorSet();
    for (unsigned i = 0; i < s->nfunctions; i++)
        clang_CXCursorSet_insert(instantiated,
                                 clang_getSpecializedCursorTemplate(s->functions[i]->cursor));
    for (unsigned i = 0; i < s->npatterns; i++)
        if (!clang_CXCursorSet_contains(instantiated, s->patterns[i]))
            csl_walk_also(s, s->patterns[i]);
    clang_disposeCXCursorSet(instantiated);
}

static bool is_shared(const search *s, const csl_kernel *k) {
    for (unsigned i = 0; i < s->nsharing; i++)
        if (s->sharing[i].kernel == k)
            return true;
    return false;
}

/* A kernel that nothing else launches or passes on may be launched by a template that nothing
 * instantiates here. */
static bool find_unsettled(search *s) {
    const csl_module *m = s->lowered->module;
    bool any = false;
    s->settled = csl_alloc(s->unit->ctx, m->nkernels + 1);
    for (uint32_t i = 0; i < m->nkernels; i++) {
        s->settled[i] = m->kernels[i].nlaunches > 0 || m->kernels[i].launch_unknown ||
                        is_shared(s, &m->kernels[i]);
        any |= !s->settled[i];
    }
    return any && !s->overflow;
}

/* The launches that the functions hold, from the given one on. Instances of generic lambdas say
 * more than the lambdas. */
static void record(search *s, unsigned first_site) {
    for (unsigned i = first_site; i < s->nsites; i++) {
        bool instance = false;
        for (unsigned k = 0; k < s->nsites && s->sites[i].in_pattern; k++)
            instance |= s->sites[k].function->outer &&
                        csl_host_offset(s->sites[k].call) == csl_host_offset(s->sites[i].call);
        if (!instance)
            csl_record_site(s, &s->sites[i]);
    }
    csl_note_escapes(s);
}

csl_launch *csl_new_launches(csl_ctx *ctx, uint32_t n) {
    return csl_alloc(ctx, (2 * (size_t)n + 1) * sizeof(csl_launch));
}

void csl_find_launches(const csl_unit *unit, csl_lowered *lowered, csl_parse_log *log) {
    search *s = CSL_NEW(unit->ctx, search);
    s->reads = CSL_LIMIT(host_run_reads);
    s->taken = clang_createCXCursorSet();
    csl_module *m = lowered->module;
    s->unit = unit;
    s->lowered = lowered;
    s->escaped = csl_alloc(unit->ctx, m->nkernels + 1);
    s->dead = csl_alloc(unit->ctx, m->nkernels + 1);
    for (uint32_t i = 0; i < m->nkernels; i++)
        m->kernels[i].launch_unknown = false;
    csl_find_bounds(unit, lowered);
    csl_visit_declarations(unit, visit_declaration, s);
    csl_walk_functions(s, 0);
    record(s, 0);
    bool overflow = s->overflow;
    if (find_unsettled(s)) {
        unsigned functions = s->nfunctions, sites = s->nsites;
        add_uninstantiated(s);
        csl_walk_functions(s, functions);
        record(s, sites);
    }
    csl_take_foreign(s);
    csl_note_foreign(s, log);
    for (uint32_t i = 0; i < m->nkernels; i++) {
        csl_kernel *k = &m->kernels[i];
        bool lost = overflow || (s->overflow && !s->settled[i]);
        k->launch_unknown |= (k->nlaunches == 0 && !is_shared(s, k)) || lost;
        k->elsewhere |= lost;
        k->used |= lost;
        for (int d = 0; d < 3; d++)
            k->same[d] = lost || s->escaped[i] ? 0 : k->same[d];
        k->unlaunched = s->dead[i] && k->instance && !k->used && !s->escaped[i];
    }
    csl_add_sharing_kernels(s);
    clang_disposeCXCursorSet(s->taken);
}
