#include "compare.h"

#include <glib.h>
#include <string.h>

/* ---- findings ------------------------------------------------------------------------------ */

static bool is_same(const csl_past_finding *a, const csl_past_finding *b, bool same_file) {
    return strcmp(a->fingerprint, b->fingerprint) == 0 &&
           (strcmp(a->file, b->file) == 0 || !same_file);
}

/* The first finding of `in` that is this one and not taken; NULL: none. */
static const csl_past_finding *partner(const csl_past_report *in, const csl_past_finding *f,
                                       const bool *taken, bool same_file) {
    for (uint32_t i = 0; i < in->nfindings; i++)
        if (!taken[i] && !in->findings[i].suppressed && is_same(&in->findings[i], f, same_file))
            return &in->findings[i];
    return NULL;
}

static void add_pair(csl_finding_pair *to, uint32_t *n, const csl_past_finding *before,
                     const csl_past_finding *after) {
    to[(*n)++] = (csl_finding_pair){before, after};
}

static void compare_findings(csl_ctx *ctx, csl_comparison *c) {
    const uint32_t n = c->before->nfindings, m = c->after->nfindings;
    bool *old_taken = csl_alloc(ctx, n + 1), *taken = csl_alloc(ctx, m + 1);
    c->fresh = csl_alloc(ctx, (m + 1) * sizeof *c->fresh);
    c->moved = csl_alloc(ctx, (m + 1) * sizeof *c->moved);
    c->gone = csl_alloc(ctx, (n + 1) * sizeof *c->gone);
    for (int same_file = 1; same_file >= 0; same_file--)
        for (uint32_t i = 0; i < m; i++) {
            const csl_past_finding *after = &c->after->findings[i];
            const csl_past_finding *before = taken[i] || after->suppressed
                                                 ? NULL
                                                 : partner(c->before, after, old_taken, same_file);
            if (!before)
                continue;
            taken[i] = old_taken[before - c->before->findings] = true;
            if (before->line == after->line && strcmp(before->file, after->file) == 0)
                c->nsame++;
            else
                add_pair(c->moved, &c->nmoved, before, after);
        }
    for (uint32_t i = 0; i < m; i++)
        if (!taken[i] && !c->after->findings[i].suppressed)
            add_pair(c->fresh, &c->nfresh, NULL, &c->after->findings[i]);
    for (uint32_t i = 0; i < n; i++)
        if (!old_taken[i] && !c->before->findings[i].suppressed)
            add_pair(c->gone, &c->ngone, &c->before->findings[i], NULL);
}

/* ---- kernels ------------------------------------------------------------------------------- */

static const csl_past_kernel *kernel_of(const csl_past_report *in, const csl_past_kernel *k) {
    const csl_past_kernel *found = NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; i < in->nkernels; i++) {
        if (strcmp(in->kernels[i].name, k->name) != 0)
            continue;
        if (strcmp(in->kernels[i].file, k->file) == 0)
            return &in->kernels[i];
        found = &in->kernels[i];
        n++;
    }
    return n == 1 ? found : NULL;
}

/* 0: nothing is wrong with it, 1: not known, 2: wrong. */
static int rank_of_verdict(csl_kernel_verdict v) {
    return v == CSL_PROVED || v == CSL_NOTHING_TO_CHECK ? 0 : v == CSL_FINDINGS ? 2 : 1;
}

static int rank_of_state(csl_concern_state s) {
    return s == CSL_CONCERN_FINDINGS ? 2 : s == CSL_CONCERN_UNDECIDED ? 1 : 0;
}

static void weigh(csl_kernel_pair *p) {
    int step = rank_of_verdict(p->after->verdict) - rank_of_verdict(p->before->verdict);
    p->worse = step > 0;
    p->better = step < 0;
    for (int k = 0; k < CSL_CONCERN_COUNT; k++) {
        /* what is not judged in one of the runs cannot have changed */
        if (p->before->state[k] == CSL_CONCERN_OFF || p->after->state[k] == CSL_CONCERN_OFF)
            continue;
        step = rank_of_state(p->after->state[k]) - rank_of_state(p->before->state[k]);
        p->worse |= step > 0;
        p->better |= step < 0;
    }
}

static void compare_kernels(csl_ctx *ctx, csl_comparison *c) {
    c->kernels = csl_alloc(ctx, (c->after->nkernels + 1) * sizeof *c->kernels);
    for (uint32_t i = 0; i < c->after->nkernels; i++) {
        csl_kernel_pair p = {.before = kernel_of(c->before, &c->after->kernels[i]),
                             .after = &c->after->kernels[i]};
        if (!p.before) {
            c->new_kernels++;
            continue;
        }
        weigh(&p);
        if (p.worse || p.better)
            c->kernels[c->nkernels++] = p;
        c->nworse += p.worse;
    }
    for (uint32_t i = 0; i < c->before->nkernels; i++)
        c->gone_kernels += !kernel_of(c->after, &c->before->kernels[i]);
}

const char *csl_changed_concerns(csl_ctx *ctx, const csl_kernel_pair *p) {
    const char *text = "";
    for (int k = 0; k < CSL_CONCERN_COUNT; k++)
        if (rank_of_state(p->before->state[k]) != rank_of_state(p->after->state[k]))
            text = csl_format(ctx, "%s%s%s: %s -> %s", text, *text ? ", " : "",
                              csl_concern_name((csl_concern)k),
                              csl_concern_state_name(p->before->state[k]),
                              csl_concern_state_name(p->after->state[k]));
    return text;
}

csl_comparison *csl_compare_runs(csl_ctx *ctx, const csl_past_report *before,
                                 const csl_past_report *after) {
    csl_comparison *c = CSL_NEW(ctx, csl_comparison);
    c->before = before;
    c->after = after;
    compare_findings(ctx, c);
    compare_kernels(ctx, c);
    return c;
}
