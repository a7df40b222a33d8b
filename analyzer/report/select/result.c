/* Sorting, counting and filtering of results. */
#include "../report.h"

#include <stdlib.h>
#include <string.h>

csl_counts csl_count(const csl_result *const *results, uint32_t n) {
    csl_counts c = {.files = n};
    for (uint32_t i = 0; i < n; i++) {
        const csl_result *r = results[i];
        c.failed += r->error != NULL;
        c.broken += r->broken != NULL;
        c.incomplete += r->incomplete;
        c.more += csl_more_findings(r, CSL_LOW);
        c.kernels += r->nkernels;
        for (uint32_t k = 0; k < r->nkernels; k++)
            c.by_verdict[r->kernels[k].verdict]++;
        for (uint32_t k = 0; k < r->nfindings; k++) {
            if (r->findings[k].suppressed)
                continue;
            c.findings++;
            c.by_severity[r->findings[k].severity]++;
        }
    }
    return c;
}

static int compare_numbers(uint32_t a, uint32_t b) {
    return a < b ? -1 : a > b;
}

/* A finding may stand in a header: findings of the named file and of each header stay together. */
static int compare_regions(const csl_region *a, const csl_region *b) {
    int order = strcmp(a->file, b->file);
    if (!order)
        order = compare_numbers(a->line, b->line);
    return order ? order : compare_numbers(a->column, b->column);
}

static int compare_findings(const void *x, const void *y) {
    const csl_finding *a = x, *b = y;
    int order = compare_regions(&a->region, &b->region);
    if (!order)
        order = strcmp(a->rule, b->rule);
    return order ? order : strcmp(a->message, b->message);
}

static int compare_kernels(const void *x, const void *y) {
    const csl_kernel_result *a = x, *b = y;
    int order = compare_regions(&a->region, &b->region);
    return order ? order : strcmp(a->name, b->name);
}

void csl_sort_result(csl_result *result) {
    if (result->nfindings)
        qsort(result->findings, result->nfindings, sizeof *result->findings, compare_findings);
    if (result->nkernels)
        qsort(result->kernels, result->nkernels, sizeof *result->kernels, compare_kernels);
}

unsigned csl_finding_weight(const csl_finding *f) {
    return (unsigned)f->confidence * (CSL_ERROR + 1) + (unsigned)f->severity;
}

void csl_keep_findings(csl_result *result, uint32_t most) {
    enum { WEIGHTS = (CSL_HIGH + 1) * (CSL_ERROR + 1) };
    uint32_t room[WEIGHTS] = {0}, left = most, kept = 0;
    for (uint32_t i = 0; i < result->nfindings; i++)
        room[csl_finding_weight(&result->findings[i])]++;
    for (unsigned w = WEIGHTS; w-- > 0;) {
        room[w] = room[w] < left ? room[w] : left;
        left -= room[w];
    }
    for (uint32_t i = 0; i < result->nfindings; i++) {
        const csl_finding *f = &result->findings[i];
        if (room[csl_finding_weight(f)]) {
            room[csl_finding_weight(f)]--;
            result->findings[kept++] = *f;
        } else {
            result->more[f->confidence]++;
        }
    }
    result->nfindings = kept;
}

uint32_t csl_more_findings(const csl_result *result, csl_confidence least) {
    uint32_t n = 0;
    for (unsigned c = least; c <= CSL_HIGH; c++)
        n += result->more[c];
    return n;
}

uint32_t csl_drop_low(csl_result *result, csl_confidence least) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < result->nfindings; i++)
        if (result->findings[i].confidence >= least)
            result->findings[kept++] = result->findings[i];
    uint32_t dropped = result->nfindings - kept;
    result->nfindings = kept;
    return dropped;
}

csl_result *csl_failed_result(csl_ctx *ctx, const char *file, const char *error) {
    csl_result *r = CSL_NEW(ctx, csl_result);
    r->file = csl_strdup(ctx, file);
    r->error = csl_strdup(ctx, error);
    return r;
}
