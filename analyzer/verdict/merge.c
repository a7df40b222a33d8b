/* Several analyses of one kernel become one: instances of a template, architectures, files. */
#include "../ir.h"
#include "../verdict.h"

#include <string.h>

/* From best to worst. */
static int badness(csl_kernel_verdict v) {
    switch (v) {
    case CSL_NOTHING_TO_CHECK: return 0;
    case CSL_PROVED: return 1;
    case CSL_NOT_DECIDED: return 2;
    case CSL_NOT_ANALYSED: return 3;
    default: return 4;
    }
}

csl_kernel_verdict csl_verdict_of_concerns(const csl_kernel_result *k) {
    csl_kernel_verdict v = CSL_NOTHING_TO_CHECK;
    for (int c = 0; c < CSL_CONCERN_COUNT; c++) {
        csl_concern_state s = k->concern[c].state;
        csl_kernel_verdict one = s == CSL_CONCERN_FINDINGS    ? CSL_FINDINGS
                                 : s == CSL_CONCERN_UNDECIDED ? CSL_NOT_DECIDED
                                 : s == CSL_CONCERN_PROVED    ? CSL_PROVED
                                                              : CSL_NOTHING_TO_CHECK;
        if (badness(one) > badness(v))
            v = one;
    }
    return v;
}

/* ---- lists ----------------------------------------------------------------------------------- */

/* True if `item` is one of the comma-separated instances in `list`. */
static bool lists(const char *list, const char *item) {
    size_t n = strlen(item);
    for (const char *at = list; (at = strstr(at, item)); at++)
        if ((at == list || at[-1] == ' ') && (at[n] == 0 || at[n] == ','))
            return true;
    return false;
}

const char *csl_with_instance(csl_ctx *ctx, const char *list, const char *item) {
    if (!list || !item)
        return list ? list : item;
    return lists(list, item) ? list : csl_format(ctx, "%s, %s", list, item);
}

static bool same_assumption(const csl_assumption *x, const csl_assumption *y) {
    return x->kind == y->kind && strcmp(x->text, y->text) == 0;
}

static void add_assumptions(csl_ctx *ctx, csl_kernel_result *to, const csl_kernel_result *from) {
    csl_assumption *all = csl_alloc(ctx, (to->nassumptions + from->nassumptions + 1) * sizeof *all);
    uint32_t n = to->nassumptions;
    if (n)
        memcpy(all, to->assumptions, n * sizeof *all);
    for (uint32_t i = 0; i < from->nassumptions; i++) {
        uint32_t k = 0;
        while (k < n && !same_assumption(&all[k], &from->assumptions[i]))
            k++;
        if (k == n)
            all[n++] = from->assumptions[i];
    }
    to->assumptions = all;
    to->nassumptions = n;
}

static void add_archs(csl_ctx *ctx, csl_kernel_result *to, const csl_kernel_result *from) {
    const char **all = csl_alloc(ctx, (to->narchs + from->narchs + 1) * sizeof *all);
    uint32_t n = to->narchs;
    if (n)
        memcpy(all, to->archs, n * sizeof *all);
    for (uint32_t i = 0; i < from->narchs; i++) {
        uint32_t k = 0;
        while (k < n && strcmp(all[k], from->archs[i]) != 0)
            k++;
        if (k == n)
            all[n++] = from->archs[i];
    }
    to->archs = all;
    to->narchs = n;
}

/* ---- kernels --------------------------------------------------------------------------------- */

/* The worse state, with its obstacles. */
static void join_concern(csl_concern_verdict *to, const csl_concern_verdict *from) {
    if (from->state > to->state) {
        to->state = from->state;
        to->obstacles = from->obstacles;
        to->nobstacles = from->nobstacles;
    }
    to->safe += from->safe;
    to->undecided += from->undecided;
    to->racing += from->racing;
}

void csl_join_kernel(csl_ctx *ctx, csl_kernel_result *to, const csl_kernel_result *from,
                     const char *instance) {
    const char *instances = csl_with_instance(ctx, to->instances, instance);
    if (to->emptied != from->emptied) {
        const bool used = to->used || from->used;
        if (to->emptied)
            *to = *from;
        to->instances = instances;
        to->used = used;
        return;
    }
    to->instances = instances;
    if (badness(from->verdict) > badness(to->verdict)) {
        to->verdict = from->verdict;
        to->why = instance && from->why ? csl_format(ctx, "instance %s: %s", instance, from->why)
                                        : from->why;
    }
    for (int c = 0; c < CSL_CONCERN_COUNT; c++)
        join_concern(&to->concern[c], &from->concern[c]);
    /* Proved for several sets of shapes: each instance for its own. */
    if (to->blocks && from->blocks && strcmp(to->blocks, from->blocks) != 0)
        to->blocks = csl_format(ctx, "%s; %s: %s", to->blocks,
                                instance ? instance : "other architecture", from->blocks);
    else if (!to->blocks)
        to->blocks = from->blocks;
    if (to->verdict != CSL_PROVED)
        to->blocks = NULL;
    add_assumptions(ctx, to, from);
    add_archs(ctx, to, from);
    to->safe += from->safe;
    to->undecided += from->undecided;
    to->racing += from->racing;
    to->used |= from->used;
    to->made_up &= from->made_up;
    to->helper &= from->helper;
}
