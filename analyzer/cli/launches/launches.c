#include "launches.h"

#include "../../report/report.h"
#include "../../report/select/fingerprint.h"
#include "../workers/analyze.h"
#include "../workers/strings.h"

#include <string.h>

/* ---- who defines what ------------------------------------------------------------------------ */

/* Up to the first tab; the caller frees it. */
static char *key_of(const char *line) {
    return g_strndup(line, strcspn(line, "\t"));
}

static const char *behind_key(const char *line) {
    const char *tab = strchr(line, '\t');
    return tab ? tab + 1 : "";
}

/* Key -> GArray of uint32_t: the results that define it. */
static GHashTable *definitions(csl_result *const *results, uint32_t n) {
    GHashTable *all =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; results[i] && k < results[i]->nkeys; k++) {
            char *key = key_of(results[i]->keys[k]);
            GArray *in = g_hash_table_lookup(all, key);
            if (!in) {
                in = g_array_new(FALSE, FALSE, sizeof(uint32_t));
                g_hash_table_insert(all, key, in);
            } else {
                g_free(key);
            }
            if (!in->len || g_array_index(in, uint32_t, in->len - 1) != i)
                g_array_append_val(in, i);
        }
    return all;
}

size_t csl_common_folder(const char *a, const char *b) {
    size_t last = 0;
    for (size_t i = 0; a[i] && a[i] == b[i]; i++)
        if (a[i] == '/')
            last = i + 1;
    return last;
}

/* ---- joining --------------------------------------------------------------------------------- */

static void add_once(GPtrArray *to, const char *text) {
    if (!csl_holds_string(to, text))
        g_ptr_array_add(to, (gpointer)text);
}

csl_elsewhere *csl_elsewhere_new(void) {
    csl_elsewhere *new = g_new(csl_elsewhere, 1);
    new->launches = g_ptr_array_new();
    new->kernels = g_ptr_array_new();
    return new;
}

static void add(csl_elsewhere **to, const csl_result *definer, const char *key, const char *line) {
    if (!*to)
        *to = csl_elsewhere_new();
    add_once((*to)->launches, line);
    size_t n = strlen(key);
    for (uint32_t k = 0; k < definer->nkeys; k++)
        if (strncmp(definer->keys[k], key, n) == 0 && definer->keys[k][n] == '\t')
            add_once((*to)->kernels, behind_key(definer->keys[k]));
}

csl_elsewhere **csl_join_launches(csl_result *const *results, uint32_t n) {
    csl_elsewhere **elsewhere = g_new0(csl_elsewhere *, n + 1);
    GHashTable *defined = definitions(results, n);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; results[i] && k < results[i]->nlaunches; k++) {
            const char *line = results[i]->launches[k];
            char *key = key_of(line);
            const GArray *in = g_hash_table_lookup(defined, key);
            size_t nearest = 0;
            for (guint d = 0; in && d < in->len; d++) {
                const csl_result *definer = results[g_array_index(in, uint32_t, d)];
                nearest = MAX(nearest, csl_common_folder(definer->file, results[i]->file));
            }
            for (guint d = 0; in && d < in->len; d++) {
                uint32_t to = g_array_index(in, uint32_t, d);
                if (to != i && csl_common_folder(results[to]->file, results[i]->file) == nearest)
                    add(&elsewhere[to], results[to], key, line);
            }
            g_free(key);
        }
    g_hash_table_unref(defined);
    return elsewhere;
}

static bool defines(const csl_result *result, const char *key, const char *kernel) {
    for (uint32_t i = 0; i < result->nkeys; i++)
        if (g_str_has_prefix(result->keys[i], key) && result->keys[i][strlen(key)] == '\t' &&
            strcmp(behind_key(result->keys[i]), kernel) == 0)
            return true;
    return false;
}

GPtrArray *csl_launches_of(const csl_result *result, const csl_elsewhere *elsewhere,
                           const char *kernel) {
    GPtrArray *launches = g_ptr_array_new();
    for (guint i = 0; i < elsewhere->launches->len; i++) {
        char *key = key_of(elsewhere->launches->pdata[i]);
        if (defines(result, key, kernel))
            g_ptr_array_add(launches, elsewhere->launches->pdata[i]);
        g_free(key);
    }
    return launches;
}

void csl_elsewhere_free(csl_elsewhere **elsewhere, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (elsewhere[i]) {
            g_ptr_array_unref(elsewhere[i]->launches);
            g_ptr_array_unref(elsewhere[i]->kernels);
            g_free(elsewhere[i]);
        }
    g_free(elsewhere);
}

/* ---- results --------------------------------------------------------------------------------- */

static void add_proofs(csl_ctx *ctx, csl_result *to, const csl_result *from) {
    const char **all = csl_alloc(ctx, (to->nproofs + from->nproofs + 1) * sizeof *all);
    for (uint32_t i = 0; i < to->nproofs + from->nproofs; i++)
        all[i] = i < to->nproofs ? to->proofs[i] : from->proofs[i - to->nproofs];
    to->proofs = all;
    to->nproofs += from->nproofs;
}

void csl_replace_kernels(csl_ctx *ctx, csl_result *to, const csl_result *from,
                         const GPtrArray *names) {
    csl_kernel_result *kernels =
        csl_alloc(ctx, (to->nkernels + from->nkernels + 1) * sizeof *kernels);
    csl_finding *findings =
        csl_alloc(ctx, (to->nfindings + from->nfindings + 1) * sizeof *findings);
    uint32_t nkernels = 0, nfindings = 0;
    for (uint32_t i = 0; i < to->nkernels; i++)
        if (!csl_holds_string(names, to->kernels[i].name))
            kernels[nkernels++] = to->kernels[i];
    for (uint32_t i = 0; i < to->nfindings; i++)
        if (!csl_holds_string(names, to->findings[i].function))
            findings[nfindings++] = to->findings[i];
    for (uint32_t i = 0; i < from->nkernels; i++)
        kernels[nkernels++] = from->kernels[i];
    for (uint32_t i = 0; i < from->nfindings; i++)
        findings[nfindings++] = from->findings[i];
    add_proofs(ctx, to, from);
    to->kernels = kernels;
    to->nkernels = nkernels;
    to->findings = findings;
    to->nfindings = nfindings;
    csl_sort_result(to);
    csl_fingerprint(ctx, to);
}

GPtrArray *csl_unlaunched(const csl_result *result, const csl_elsewhere *elsewhere) {
    GPtrArray *names = g_ptr_array_new();
    for (uint32_t i = 0; i < result->nkernels; i++) {
        const char *name = result->kernels[i].name;
        bool defined = false;
        for (uint32_t k = 0; k < result->nkeys; k++)
            defined |= strcmp(behind_key(result->keys[k]), name) == 0;
        if (defined && !result->kernels[i].used &&
            !(elsewhere && csl_holds_string(elsewhere->kernels, name)))
            add_once(names, name);
    }
    return names;
}

/* What the result says of kernels of the file that is named `as`, of those that it launches. */
static csl_result *part_about(csl_ctx *ctx, const csl_result *from, const char *as,
                              csl_sources *sources, GPtrArray *names) {
    const char *file = csl_sources_path(sources, as);
    csl_result *part = CSL_NEW(ctx, csl_result);
    part->file = from->file;
    part->kernels = csl_alloc(ctx, (from->nkernels + 1) * sizeof *part->kernels);
    part->findings = csl_alloc(ctx, (from->nfindings + 1) * sizeof *part->findings);
    for (uint32_t i = 0; i < from->nkernels; i++) {
        const csl_kernel_result *k = &from->kernels[i];
        if (!k->used || strcmp(csl_sources_path(sources, k->region.file), file) != 0)
            continue;
        part->kernels[part->nkernels] = *k;
        part->kernels[part->nkernels++].region.file = as;
        add_once(names, k->name);
    }
    for (uint32_t i = 0; i < from->nfindings; i++)
        if (csl_holds_string(names, from->findings[i].function)) {
            csl_finding *f = &part->findings[part->nfindings++];
            *f = from->findings[i];
            if (strcmp(csl_sources_path(sources, f->region.file), file) == 0)
                f->region.file = as;
        }
    return part;
}

void csl_take_kernels(csl_ctx *ctx, csl_result *to, csl_result *const *from, uint32_t n) {
    csl_sources *sources = csl_sources_new();
    GPtrArray *names = g_ptr_array_new(), *parts = g_ptr_array_new();
    for (uint32_t i = 0; i < n; i++)
        if (!from[i]->error)
            g_ptr_array_add(parts, part_about(ctx, from[i], to->file, sources, names));
    csl_result **part = (csl_result **)parts->pdata;
    csl_dedupe(part, parts->len, sources);
    csl_merge_header_kernels(ctx, part, parts->len, sources);
    if (names->len) {
        csl_result nothing = {.file = to->file};
        csl_replace_kernels(ctx, to, &nothing, names);
        g_ptr_array_set_size(names, 0);
        for (guint i = 0; i < parts->len; i++)
            csl_replace_kernels(ctx, to, part[i], names);
    }
    g_ptr_array_unref(parts);
    g_ptr_array_unref(names);
    csl_sources_free(sources);
}
