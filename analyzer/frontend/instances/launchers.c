/* Host templates that launch kernels and that nothing in the file instantiates. An archetype of the
 * launcher gives its kernels the template arguments it computes for them, and the block it launches
 * them with, which fit together.
 */
#include <glib.h>
#include <string.h>

#include "../launch/launch.h"
#include "instances.h"

/* ---- which there are ------------------------------------------------------------------------- */

typedef struct finder {
    const csl_unit *unit;
    csl_places *places;
    CXFile main_file;
    csl_launchers found;
    unsigned cap;
} finder;

/* What stands behind its name holds a launch. */
static bool says_launch(const finder *s, CXCursor f) {
    unsigned name, to;
    const char *end, *text = csl_raw_text(s->places, f, &end);
    clang_getSpellingLocation(clang_getCursorLocation(f), NULL, NULL, NULL, &name);
    clang_getSpellingLocation(clang_getRangeEnd(clang_getCursorExtent(f)), NULL, NULL, NULL, &to);
    if (!text || to <= name || (size_t)(end - text) < to - name)
        return false;
    return g_strstr_len(text, to - name, "<<<") || g_strstr_len(text, to - name, "aunchKernel");
}

static void add(finder *s, CXCursor f) {
    if (csl_has_attribute(f, CXCursor_CUDAGlobalAttr) ||
        csl_has_attribute(f, CXCursor_CUDADeviceAttr) || !csl_stands_in_file(s->main_file, f) ||
        !says_launch(s, f))
        return;
    CSL_GROW(s->unit->ctx, s->found.v, s->found.n, s->cap);
    s->found.v[s->found.n++] = f;
}

static enum CXChildVisitResult visit_member(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    switch (clang_getCursorKind(c)) {
    case CXCursor_FunctionTemplate:
    case CXCursor_CXXMethod: add(data, c); return CXChildVisit_Continue;
    case CXCursor_StructDecl:
    case CXCursor_ClassDecl:
    case CXCursor_ClassTemplate: return CXChildVisit_Recurse;
    default: return CXChildVisit_Continue;
    }
}

static enum CXChildVisitResult visit_declaration(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    switch (clang_getCursorKind(c)) {
    case CXCursor_FunctionTemplate: add(data, c); return CXChildVisit_Continue;
    case CXCursor_ClassTemplate:
        clang_visitChildren(c, visit_member, data);
        return CXChildVisit_Continue;
    case CXCursor_StructDecl:
    case CXCursor_ClassDecl:
    case CXCursor_Namespace:
    case CXCursor_LinkageSpec:
    case CXCursor_UnexposedDecl: return CXChildVisit_Recurse;
    default: return CXChildVisit_Continue;
    }
}

/* A kernel template of which no instance is known. Its USR says what it is. */
static bool lacks_instances(const csl_module *m) {
    for (uint32_t i = 0; i < m->nkernels; i++) {
        const csl_kernel *k = &m->kernels[i];
        bool is_template = strstr(k->pattern, "@FT@") || strstr(k->pattern, "@ST>");
        if (is_template && !k->instance && !k->helper && !csl_has_instance(m, k->pattern))
            return true;
    }
    return false;
}

csl_launchers csl_find_launchers(const csl_unit *unit, const csl_lowered *lowered) {
    finder s = {
        .unit = unit, .places = lowered->places, .main_file = clang_getFile(unit->tu, unit->path)};
    if (lacks_instances(lowered->module))
        csl_visit_declarations(unit, visit_declaration, &s);
    return s.found;
}

/* ---- the kernels they launch ----------------------------------------------------------------- */

/* The text uses kernels as well. Where a launcher says what they are launched with, an instance
 * that it does not launch says less. */
static void leave_out_unlaunched(csl_module *m) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->nkernels; i++) {
        const csl_kernel *k = &m->kernels[i];
        if (k->nlaunches || k->used || !csl_has_launched_instance(m, k->pattern))
            m->kernels[n++] = *k;
    }
    m->nkernels = n;
}

void csl_lower_launched(const csl_unit *unit, const csl_unit *known, csl_lowered *lowered) {
    csl_ctx *ctx = unit->ctx;
    csl_module *m = lowered->module, part = *m; /* with the instances only */
    csl_lowered made = {.module = &part, .places = csl_places_new(unit, &part)};
    csl_lower_targets targets = csl_find_targets(unit, made.places);
    csl_lower_state *L = csl_lower_state_new(unit, made.places, &part);
    part.kernels = csl_alloc(ctx, (targets.n + 1) * sizeof *part.kernels);
    made.of = csl_alloc(ctx, (targets.n + 1) * sizeof *made.of);
    part.nkernels = 0;
    for (unsigned i = 0; i < targets.n; i++) {
        const csl_lower_target *t = &targets.v[i];
        if (!t->instance || csl_has_instance(m, csl_usr(ctx, t->pattern)) ||
            csl_errors_in(unit, made.places, t->pattern) >
                csl_errors_in(known, lowered->places, t->pattern))
            continue;
        csl_lower_kernel(L, t, &part.kernels[part.nkernels]);
        made.of[part.nkernels++] = t->function;
    }
    csl_parse_log log = {0}; /* `known` has told */
    csl_find_launches(unit, &made, &log);
    leave_out_unlaunched(&part);
    csl_add_instances(lowered, &part, "nothing uses the template that launches it");
}
