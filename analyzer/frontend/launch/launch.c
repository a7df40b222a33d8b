/* Finds the launches of the kernels of a file.
 *
 * k<<<grid, block, bytes, stream>>>(...) is a call whose second child is a call of the embedded
 * cudaConfigureCall (or __cudaPushCallConfiguration). cudaLaunchKernel and
 * cudaLaunchCooperativeKernel take the kernel's address and the same values. */
#include "launch.h"

#include <string.h>

#include "bounds.h"
#include "host_impl.h"

#define MAX_FUNCTIONS 8192 /* host functions searched */
#define MAX_DEPTH 2000     /* nested cursors */
#define MAX_LAUNCHES 256   /* of one kernel */

struct search {
    const csl_unit *unit;
    csl_lowered *lowered;
    CXCursor functions[MAX_FUNCTIONS]; /* definitions to search: plain ones, then specialisations */
    unsigned nfunctions;
    CXCursor patterns[MAX_FUNCTIONS]; /* templates and members of class templates */
    unsigned npatterns;
    bool overflow;              /* more functions than that */
    bool *settled;              /* by kernel: templates have nothing to add; or NULL */
    bool *escaped;              /* by kernel: there may be other launches */
    csl_host_function function; /* the one searched now */
    CXCursor callee;            /* DeclRefExpr of the call seen last: not an escape */
    unsigned depth;
};

/* ---- kernels --------------------------------------------------------------------------------- */

static bool same_text(CXString s, const char *text) {
    const char *c = clang_getCString(s);
    bool same = c && text && strcmp(c, text) == 0;
    clang_disposeString(s);
    return same;
}

static bool spelled(CXCursor c, const char *name) {
    return same_text(clang_getCursorSpelling(c), name);
}

/* The kernel of the module that this cursor of a function means, or NULL. */
static csl_kernel *kernel_of(struct search *s, CXCursor function) {
    if (clang_Cursor_isNull(function))
        return NULL;
    CXString usr = clang_getCursorUSR(function);
    const char *text = clang_getCString(usr);
    csl_kernel *found = NULL;
    for (uint32_t i = 0; text && !found && i < s->lowered->module->nkernels; i++)
        if (strcmp(text, s->lowered->usr[i]) == 0 && !(s->settled && s->settled[i]))
            found = &s->lowered->module->kernels[i];
    clang_disposeString(usr);
    return found;
}

/* The kernel may be launched in a way that is not known. */
static void note_escape(struct search *s, csl_kernel *k) {
    k->launch_unknown = k->used = true;
    s->escaped[k - s->lowered->module->kernels] = true;
}

/* The kernel that a reference means. In a template it may be one of several functions of the name:
 * those that are kernels of the module are then launched in a way that is not known. */
static csl_kernel *kernel_meant(struct search *s, CXCursor reference) {
    CXCursor f = clang_getCursorReferenced(reference);
    if (clang_getCursorKind(reference) == CXCursor_OverloadedDeclRef)
        f = reference;
    if (clang_getCursorKind(f) != CXCursor_OverloadedDeclRef)
        return kernel_of(s, f);
    unsigned n = clang_getNumOverloadedDecls(f);
    if (n == 1)
        return kernel_of(s, clang_getOverloadedDecl(f, 0));
    for (unsigned i = 0; i < n; i++) {
        csl_kernel *k = kernel_of(s, clang_getOverloadedDecl(f, i));
        if (k)
            note_escape(s, k);
    }
    return NULL;
}

static void add_launch(struct search *s, csl_kernel *k, csl_launch launch) {
    bool known = k->nlaunches < MAX_LAUNCHES;
    for (int i = 0; i < 3; i++) {
        known = known && (launch.block[i] || launch.says[i]);
        k->flat[i] = launch.block[i] == 1 && (!k->used || k->flat[i]);
    }
    k->used = true;
    if (!known) {
        k->launch_unknown = true;
        return;
    }
    /* Doubles on powers of two. */
    if ((k->nlaunches & (k->nlaunches - 1)) == 0) {
        csl_launch *more = csl_alloc(s->unit->ctx, (k->nlaunches * 2 + 1) * sizeof *more);
        if (k->nlaunches)
            memcpy(more, k->launches, k->nlaunches * sizeof *more);
        k->launches = more;
    }
    k->launches[k->nlaunches++] = launch;
}

static csl_launch read_launch(struct search *s, const csl_kernel *k, CXCursor call, CXCursor grid,
                              CXCursor block, CXCursor bytes) {
    csl_launch launch = {.place = csl_place_of(s->lowered->places, call, NULL)};
    csl_host_point point = csl_host_point_of(&s->function, call, s->unit->guessed);
    CXCursor passes = csl_host_is_launch(call) ? call : clang_getNullCursor();
    csl_host_launch host = {point, passes, s->callee, k};
    int64_t g[3], b[3], n;
    csl_host_dim3(point, grid, g);
    csl_host_dim3(point, block, b);
    for (int i = 0; i < 3; i++) {
        launch.grid[i] = (uint32_t)g[i];
        launch.block[i] = (uint32_t)b[i];
        if (!launch.block[i])
            launch.says[i] = csl_host_term(&host, block, i);
    }
    launch.given = csl_host_given(&host);
    unsigned line;
    clang_getExpansionLocation(clang_getCursorLocation(bytes), NULL, &line, NULL, NULL);
    if (line == 0) /* left out */
        launch.dynamic_bytes = 0;
    else
        launch.dynamic_bytes = csl_host_integer(point, bytes, &n) && n >= 0 ? n : -1;
    return launch;
}

/* ---- calls ----------------------------------------------------------------------------------- */

static bool is_reference(CXCursor c) {
    return clang_getCursorKind(c) == CXCursor_DeclRefExpr ||
           clang_getCursorKind(c) == CXCursor_OverloadedDeclRef;
}

static enum CXChildVisitResult find_reference(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    if (!is_reference(c))
        return CXChildVisit_Recurse;
    *(CXCursor *)data = c;
    return CXChildVisit_Break;
}

/* The reference inside an expression such as (void *)kernel. */
static CXCursor reference_in(CXCursor e) {
    CXCursor found = clang_getNullCursor();
    if (is_reference(e))
        return e;
    clang_visitChildren(e, find_reference, &found);
    return found;
}

/* True if the call is k<<<...>>>(...). */
static bool is_launch(CXCursor call, CXCursor *callee, CXCursor *config) {
    if (!csl_host_is_launch(call))
        return false;
    struct csl_host_kids kids = csl_host_kids_of(call);
    *callee = reference_in(kids.v[0]);
    *config = kids.v[1];
    return true;
}

/* Functions that take a kernel's address and do not launch it. */
static bool only_asks(CXCursor call) {
    CXString s = clang_getCursorSpelling(call);
    const char *name = clang_getCString(s);
    bool asks = strncmp(name, "cudaFunc", 8) == 0 || strstr(name, "Occupancy");
    clang_disposeString(s);
    return asks;
}

static void note_call(struct search *s, CXCursor call) {
    CXCursor callee, config;
    if (is_launch(call, &callee, &config)) {
        csl_kernel *k = kernel_meant(s, callee);
        s->callee = callee;
        if (k)
            add_launch(s, k,
                       read_launch(s, k, call, clang_Cursor_getArgument(config, 0),
                                   clang_Cursor_getArgument(config, 1),
                                   clang_Cursor_getArgument(config, 2)));
        return;
    }
    bool cooperative = spelled(call, "cudaLaunchCooperativeKernel");
    if (clang_Cursor_getNumArguments(call) < 1)
        return;
    CXCursor address = reference_in(clang_Cursor_getArgument(call, 0));
    if (only_asks(call))
        s->callee = address;
    if ((!cooperative && !spelled(call, "cudaLaunchKernel")) ||
        clang_Cursor_getNumArguments(call) < 5)
        return;
    csl_kernel *k = kernel_meant(s, address);
    s->callee = address;
    if (!k)
        return;
    csl_launch launch =
        read_launch(s, k, call, clang_Cursor_getArgument(call, 1),
                    clang_Cursor_getArgument(call, 2), clang_Cursor_getArgument(call, 4));
    launch.cooperative = cooperative;
    add_launch(s, k, launch);
}

/* ---- host functions -------------------------------------------------------------------------- */

static bool in_project(CXCursor c) {
    return !clang_Location_isInSystemHeader(clang_getCursorLocation(c));
}

static enum CXChildVisitResult find_body(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    if (clang_getCursorKind(c) != CXCursor_CompoundStmt)
        return CXChildVisit_Continue;
    *(bool *)data = true;
    return CXChildVisit_Break;
}

static void add_function(struct search *s, CXCursor f) {
    bool body = false;
    clang_visitChildren(f, find_body, &body);
    for (unsigned i = 0; i < s->nfunctions; i++)
        if (clang_equalCursors(s->functions[i], f))
            return;
    if (!body || !in_project(f))
        return;
    if (s->nfunctions == MAX_FUNCTIONS)
        s->overflow = true;
    else
        s->functions[s->nfunctions++] = f;
}

static enum CXChildVisitResult find_device(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    if (clang_getCursorKind(c) != CXCursor_CUDAGlobalAttr &&
        clang_getCursorKind(c) != CXCursor_CUDADeviceAttr)
        return CXChildVisit_Continue;
    *(bool *)data = true;
    return CXChildVisit_Break;
}

static void add_pattern(struct search *s, CXCursor f) {
    bool device = false;
    clang_visitChildren(f, find_device, &device);
    if (!device && s->npatterns < MAX_FUNCTIONS)
        s->patterns[s->npatterns++] = f;
}

/* Inside a class template. */
static enum CXChildVisitResult visit_member(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    switch (clang_getCursorKind(c)) {
    case CXCursor_FunctionTemplate:
    case CXCursor_CXXMethod:
    case CXCursor_Constructor:
    case CXCursor_Destructor: add_pattern(data, c); return CXChildVisit_Continue;
    case CXCursor_StructDecl:
    case CXCursor_ClassDecl:
    case CXCursor_ClassTemplate: return CXChildVisit_Recurse;
    default: return CXChildVisit_Continue;
    }
}

static enum CXChildVisitResult visit_declaration(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    if (!in_project(c))
        return CXChildVisit_Continue;
    switch (clang_getCursorKind(c)) {
    case CXCursor_FunctionTemplate: add_pattern(data, c); return CXChildVisit_Continue;
    case CXCursor_ClassTemplate:
        clang_visitChildren(c, visit_member, data);
        return CXChildVisit_Continue;
    case CXCursor_FunctionDecl:
    case CXCursor_CXXMethod:
    case CXCursor_Constructor:
    case CXCursor_Destructor: add_function(data, c); return CXChildVisit_Continue;
    case CXCursor_Namespace:
    case CXCursor_LinkageSpec:
    case CXCursor_UnexposedDecl:
    case CXCursor_StructDecl:
    case CXCursor_ClassDecl: return CXChildVisit_Recurse;
    default: return CXChildVisit_Continue;
    }
}

static bool is_value(enum CXCursorKind kind) {
    return kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl || kind == CXCursor_FieldDecl ||
           kind == CXCursor_EnumConstantDecl;
}

static enum CXChildVisitResult find_global(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    if (clang_getCursorKind(c) != CXCursor_CUDAGlobalAttr)
        return CXChildVisit_Continue;
    *(bool *)data = true;
    return CXChildVisit_Break;
}

/* An instance that is not analysed: there may be hundreds, each with device functions of its own.
 */
static bool is_kernel(CXCursor pattern) {
    bool global = false;
    clang_visitChildren(pattern, find_global, &global);
    return global;
}

static enum CXChildVisitResult visit_body(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    struct search *s = data;
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (s->depth == MAX_DEPTH)
        return CXChildVisit_Continue;
    if (kind == CXCursor_CallExpr)
        note_call(s, c);
    if (clang_equalCursors(c, s->callee))
        return CXChildVisit_Continue;
    if (is_reference(c) || kind == CXCursor_MemberRefExpr) {
        CXCursor f = clang_getCursorReferenced(c);
        bool value = is_value(clang_getCursorKind(f));
        csl_kernel *k = value ? NULL : kernel_meant(s, c);
        if (k)
            note_escape(s, k);
        CXCursor pattern = value ? clang_getNullCursor() : clang_getSpecializedCursorTemplate(f);
        if (!k && !clang_Cursor_isNull(pattern) && !is_kernel(pattern))
            add_function(s, f);
    }
    s->depth++;
    clang_visitChildren(c, visit_body, s);
    s->depth--;
    return CXChildVisit_Continue;
}

/* The functions not searched yet, those found on the way included. */
static void search_functions(struct search *s, unsigned *next) {
    for (; *next < s->nfunctions; ++*next) {
        s->function = (csl_host_function){s->unit->ctx, s->functions[*next], NULL};
        clang_visitChildren(s->functions[*next], visit_body, s);
    }
}

/* Appends the templates of which no instance has been searched. */
static void add_uninstantiated(struct search *s) {
    CXCursorSet instantiated = clang_createCXCursorSet();
    for (unsigned i = 0; i < s->nfunctions; i++)
        clang_CXCursorSet_insert(instantiated, clang_getSpecializedCursorTemplate(s->functions[i]));
    for (unsigned i = 0; i < s->npatterns; i++)
        if (!clang_CXCursorSet_contains(instantiated, s->patterns[i]))
            add_function(s, s->patterns[i]);
    clang_disposeCXCursorSet(instantiated);
}

/* A kernel that nothing else launches or passes on may be launched by a template that nobody
 * instantiates here. */
static bool find_unsettled(struct search *s) {
    const csl_module *m = s->lowered->module;
    bool any = false;
    s->settled = csl_alloc(s->unit->ctx, m->nkernels + 1);
    for (uint32_t i = 0; i < m->nkernels; i++) {
        s->settled[i] = m->kernels[i].nlaunches > 0 || m->kernels[i].launch_unknown;
        any |= !s->settled[i];
    }
    return any && !s->overflow;
}

void csl_find_launches(const csl_unit *unit, csl_lowered *lowered) {
    struct search *s = csl_alloc(unit->ctx, sizeof *s);
    csl_module *m = lowered->module;
    unsigned next = 0;
    s->unit = unit;
    s->lowered = lowered;
    s->callee = clang_getNullCursor();
    s->escaped = csl_alloc(unit->ctx, m->nkernels + 1);
    for (uint32_t i = 0; i < m->nkernels; i++)
        m->kernels[i].launch_unknown = false;
    csl_find_bounds(unit, lowered);
    csl_visit_declarations(unit, visit_declaration, s);
    search_functions(s, &next);
    bool overflow = s->overflow;
    if (find_unsettled(s)) {
        add_uninstantiated(s);
        search_functions(s, &next);
    }
    for (uint32_t i = 0; i < m->nkernels; i++) {
        csl_kernel *k = &m->kernels[i];
        bool lost = overflow || (s->overflow && !s->settled[i]);
        k->launch_unknown |= k->nlaunches == 0 || lost;
        k->used |= lost;
        for (int d = 0; d < 3; d++)
            k->flat[d] &= !lost && !s->escaped[i];
    }
}
