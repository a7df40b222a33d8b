/* Instances of templates that were made up (instances.h) become kernels of the module. */
#include "../launch/launch.h"
#include "instances.h"

typedef struct search {
    const csl_unit *unit;
    csl_lower_targets found;
} search;

static enum CXChildVisitResult find_use(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    search *s = data;
    if (clang_getCursorKind(c) != CXCursor_DeclRefExpr)
        return CXChildVisit_Recurse;
    CXCursor f = clang_getCursorDefinition(clang_getCursorReferenced(c));
    CXCursor pattern = clang_getCursorDefinition(clang_getSpecializedCursorTemplate(f));
    if (clang_Cursor_isNull(f) || clang_Cursor_isNull(pattern))
        return CXChildVisit_Recurse;
    CSL_GROW(s->unit->ctx, s->found.v, s->found.n, s->found.cap);
    s->found.v[s->found.n++] = (csl_lower_target){
        .function = f,
        .pattern = pattern,
        .instance = csl_instance_text(s->unit->ctx, f, pattern),
        .helper = !csl_has_attribute(pattern, CXCursor_CUDAGlobalAttr),
    };
    return CXChildVisit_Continue;
}

/* The functions that hold the uses are the last declarations of the file. */
static enum CXChildVisitResult find_function(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    search *s = data;
    if (clang_getCursorKind(c) == CXCursor_FunctionDecl &&
        !strncmp(csl_spelling(s->unit->ctx, c), CSL_ARCHETYPE_USES, strlen(CSL_ARCHETYPE_USES)))
        clang_visitChildren(c, find_use, s);
    return CXChildVisit_Continue;
}

unsigned csl_errors_in(const csl_unit *unit, csl_places *places, CXCursor f) {
    csl_lower_state L = {.unit = unit, .ctx = unit->ctx, .scratch = unit->ctx, .places = places};
    csl_activation act = {.function = f};
    csl_find_errors(&L, &act);
    return act.nerrors;
}

/* The arguments do not suit the template: it has errors that the template itself has not. */
static bool does_not_suit(const csl_unit *unit, csl_places *places, const csl_lower_target *target,
                          const csl_unit *known, const csl_lowered *lowered) {
    const char *usr = csl_usr(unit->ctx, target->pattern);
    for (unsigned i = 0; i < lowered->nunresolved; i++)
        if (csl_usr(unit->ctx, lowered->unresolved[i]) == usr)
            return csl_errors_in(unit, places, target->pattern) >
                   csl_errors_in(known, lowered->places, lowered->unresolved[i]);
    return true;
}

/* The name of its parameter says that the argument is another number than the size of the block. */
static bool is_other_number(csl_ctx *ctx, CXCursor pattern, int argument) {
    csl_cursors kids = csl_children(ctx, pattern);
    for (unsigned i = 0; i < kids.n; i++) {
        enum CXCursorKind kind = clang_getCursorKind(kids.v[i]);
        if (kind != CXCursor_TemplateTypeParameter && kind != CXCursor_NonTypeTemplateParameter &&
            kind != CXCursor_TemplateTemplateParameter)
            continue;
        if (argument-- == 0)
            return csl_number_by_name(csl_spelling(ctx, kids.v[i])) != 0;
    }
    return false;
}

/* The numbers among its arguments, truth values and those left out that are something else by their
 * names; where a name says which of them is the size of the block, that one alone. */
static void note_numbers(csl_ctx *ctx, csl_kernel *k, CXCursor f, CXCursor pattern) {
    if (csl_names_block(ctx, pattern)) {
        k->numbers[0] = CSL_MADE_UP_BLOCK;
        k->names_block = true;
        return;
    }
    int n = clang_Cursor_getNumTemplateArguments(f), found = 0;
    for (int i = 0; i < n; i++) {
        long long value =
            clang_Cursor_getTemplateArgumentKind(f, (unsigned)i) == CXTemplateArgumentKind_Integral
                ? clang_Cursor_getTemplateArgumentValue(f, (unsigned)i)
                : 0;
        if (value > 1 && value <= 1024 && !is_other_number(ctx, pattern, i))
            k->numbers[found++ > 0] = (uint32_t)value;
    }
}

/* Both have the same parameters: members of structs are listed in the order of their first use. */
static bool have_same_parameters(const csl_kernel *a, const csl_kernel *b) {
    bool same = a->nparams == b->nparams;
    for (uint32_t i = 0; same && i < a->nparams; i++)
        same = !strcmp(a->params[i].name, b->params[i].name) &&
               a->params[i].type == b->params[i].type && a->params[i].chosen == b->params[i].chosen;
    return same;
}

/* The launches of the template, as far as they say something of the instance. */
static csl_launch *launches_for(csl_ctx *ctx, const csl_kernel *k, const csl_kernel *template_) {
    csl_launch *launches = csl_new_launches(ctx, template_->nlaunches);
    const bool same = have_same_parameters(k, template_);
    for (uint32_t i = 0; i < template_->nlaunches; i++) {
        launches[i] = template_->launches[i];
        if (!same) {
            launches[i].given = NULL;
            memset(launches[i].spans, 0, sizeof launches[i].spans);
        }
    }
    return launches;
}

/* What the file says of the template goes for the instance; launches with numbers of their own do
 * not. */
static void take_launches(csl_kernel *k, const csl_module *m) {
    for (uint32_t i = 0; i < m->nkernels; i++) {
        const csl_kernel *of = &m->kernels[i];
        if (of->pattern != k->pattern)
            continue;
        k->used = of->used;
        k->unlaunched = of->unlaunched;
        for (int d = 0; d < 3; d++)
            k->same[d] = of->same[d];
        if (k->numbers[0])
            continue;
        k->launches = launches_for(m->ctx, k, of);
        k->nlaunches = of->nlaunches;
        k->launch_unknown = of->launch_unknown;
        for (uint32_t j = 0; j < of->nlaunches; j++) /* its parameters are others */
            k->launch_unknown |=
                of->launches[j].says[0] || of->launches[j].says[1] || of->launches[j].says[2];
    }
}

void csl_add_instances(csl_lowered *lowered, csl_module *part, const char *why) {
    csl_module *m = lowered->module;
    for (uint32_t i = 0; i < part->nkernels; i++) {
        csl_kernel *k = &part->kernels[i];
        k->made_up = !k->helper;
        if (!k->recovered)
            k->recovered =
                csl_intern(m->ctx, csl_format(m->ctx, "%s: `%s` was made up", why, k->instance));
    }
    csl_kernel *all = csl_alloc(m->ctx, (m->nkernels + part->nkernels + 1) * sizeof *all);
    memcpy(all, m->kernels, m->nkernels * sizeof *all);
    memcpy(all + m->nkernels, part->kernels, part->nkernels * sizeof *all);
    part->kernels = all;
    part->nkernels += m->nkernels;
    *m = *part;
}

void csl_lower_archetypes(const csl_unit *unit, const csl_unit *known, csl_lowered *lowered) {
    csl_ctx *ctx = unit->ctx;
    csl_module *m = lowered->module, part = *m; /* with the instances only */
    csl_places *places = csl_places_new(unit, &part);
    search s = {.unit = unit};
    csl_visit_declarations(unit, find_function, &s);
    csl_lowered made = {.module = &part, .places = places};
    csl_lower_state *L = csl_lower_state_new(unit, places, &part);
    part.kernels = csl_alloc(ctx, (s.found.n + 1) * sizeof *part.kernels);
    part.nkernels = 0;
    for (unsigned i = 0; i < s.found.n; i++) {
        const csl_lower_target *target = &s.found.v[i];
        csl_kernel *k = &part.kernels[part.nkernels];
        if (csl_has_launched_instance(m, csl_usr(ctx, target->pattern)) ||
            does_not_suit(unit, places, target, known, lowered))
            continue;
        csl_lower_kernel(L, target, k);
        if (k->skipped || !csl_works_together(k)) {
            memset(k, 0, sizeof *k);
            continue;
        }
        note_numbers(ctx, k, target->function, target->pattern);
        take_launches(k, m);
        part.nkernels++;
    }
    csl_find_bounds(unit, &made);
    csl_add_instances(lowered, &part, "nothing uses the template");
}
