/* One source, several analyses of it: instances of a template and architectures become one. */
#include "analyze.h"

#include "../../limits/limits.h"

#include <string.h>

/* ---- kernels --------------------------------------------------------------------------------- */

static bool same_kernel(const csl_instance *a, const csl_instance *b) {
    return strcmp(a->pattern ? a->pattern : a->result.name,
                  b->pattern ? b->pattern : b->result.name) == 0 &&
           strcmp(a->result.region.file, b->result.region.file) == 0 &&
           a->result.region.line == b->result.region.line &&
           a->result.region.column == b->result.region.column;
}

bool csl_is_beyond(const GArray *instances, const csl_instance *instance, const char *arch) {
    uint64_t of_file = 0, of_template = 0;
    for (guint i = 0; i < instances->len && instance->instance; i++) {
        const csl_instance *other = &g_array_index(instances, csl_instance, i);
        const bool same =
            !strcmp(other->pattern, instance->pattern) && !strcmp(other->result.archs[0], arch);
        of_file += other->operators;
        of_template += same ? other->operators : 0;
    }
    return csl_limit_exceeded(CSL_LIMIT_template_operators, of_template) &&
           csl_limit_exceeded(CSL_LIMIT_file_operators, of_file);
}

void csl_merge_kernels(csl_ctx *ctx, csl_result *to, const csl_instance *from, uint32_t n) {
    to->kernels = csl_alloc(ctx, (n + 1) * sizeof *to->kernels);
    const csl_instance **heads = csl_alloc(ctx, (n + 1) * sizeof *heads);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = 0;
        while (k < to->nkernels && !same_kernel(heads[k], &from[i]))
            k++;
        if (k < to->nkernels) {
            csl_join_kernel(ctx, &to->kernels[k], &from[i].result, from[i].instance);
            continue;
        }
        heads[to->nkernels] = &from[i];
        to->kernels[to->nkernels] = from[i].result;
        to->kernels[to->nkernels++].instances = from[i].instance;
    }
}

/* ---- kernels of included files --------------------------------------------------------------- */

void csl_merge_header_kernels(csl_ctx *ctx, csl_result *const *results, uint32_t n,
                              csl_sources *sources) {
    GHashTable *heads = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (uint32_t i = 0; i < n; i++) {
        csl_result *r = results[i];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < r->nkernels; k++) {
            const csl_kernel_result kernel = r->kernels[k];
            char *key = csl_kernel_place(sources, &kernel);
            csl_kernel_result *head = g_hash_table_lookup(heads, key);
            if (head) {
                csl_join_kernel(ctx, head, &kernel, kernel.instances);
                g_free(key);
            } else {
                r->kernels[kept] = kernel;
                g_hash_table_insert(heads, key, &r->kernels[kept++]);
            }
        }
        r->nkernels = kept;
    }
    g_hash_table_unref(heads);
}

/* ---- findings -------------------------------------------------------------------------------- */

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_finding(const csl_finding *a, const csl_finding *b) {
    return strcmp(a->rule, b->rule) == 0 && same_text(a->kind, b->kind) &&
           same_text(a->function, b->function) && strcmp(a->region.file, b->region.file) == 0 &&
           a->region.line == b->region.line && a->region.column == b->region.column &&
           same_text(a->identity, b->identity);
}

/* "only when compiled for sm_70", if the finding does not hold for all architectures. */
static void note_archs(csl_ctx *ctx, csl_finding *f, uint64_t archs, const char *const *names,
                       uint32_t nnames) {
    GString *text = g_string_new("compiled for ");
    uint32_t found = 0;
    for (uint32_t i = 0; i < nnames; i++)
        if (archs >> i & 1)
            g_string_append_printf(text, "%s%s", found++ ? ", " : "", names[i]);
    if (found < nnames) {
        const char **all = csl_alloc(ctx, (f->nassumptions + 1) * sizeof *all);
        if (f->nassumptions)
            memcpy(all, f->assumptions, f->nassumptions * sizeof *all);
        all[f->nassumptions++] = csl_strdup(ctx, text->str);
        f->assumptions = all;
    }
    g_string_free(text, TRUE);
}

void csl_merge_findings(csl_ctx *ctx, csl_result *result, const uint32_t *archs,
                        const char *const *names, uint32_t nnames) {
    uint64_t *seen = csl_alloc(ctx, (result->nfindings + 1) * sizeof *seen);
    uint32_t n = 0;
    for (uint32_t i = 0; i < result->nfindings; i++) {
        const csl_finding f = result->findings[i];
        uint32_t k = 0;
        while (k < n && !same_finding(&result->findings[k], &f))
            k++;
        if (k == n) {
            result->findings[n++] = f;
        } else {
            csl_finding *first = &result->findings[k];
            const char *instances = csl_with_instance(ctx, first->instance, f.instance);
            if (f.confidence > first->confidence)
                *first = f; /* the clearer of the two speaks for both */
            first->instance = instances;
        }
        seen[k] |= (uint64_t)1 << MIN(archs[i], 63);
    }
    result->nfindings = n;
    for (uint32_t k = 0; k < n; k++)
        note_archs(ctx, &result->findings[k], seen[k], names, nnames);
}
