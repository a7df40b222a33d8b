/* What the run knows of functions that stand in files which others include. */
#include "analyze.h"

#include <string.h>

char *csl_kernel_place(csl_sources *sources, const csl_kernel_result *k) {
    return g_strdup_printf("%s\n%u:%u\n%s", csl_sources_path(sources, k->region.file),
                           k->region.line, k->region.column, k->name);
}

/* ---- what a result loses --------------------------------------------------------------------- */

static bool has_kernel(const csl_result *r, const char *name) {
    for (uint32_t i = 0; i < r->nkernels; i++)
        if (strcmp(r->kernels[i].name, name) == 0)
            return true;
    return false;
}

/* The findings of kernels that the result no longer has; not those that are of no function. */
static void drop_orphans(csl_result *r) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < r->nfindings; i++)
        if (!r->findings[i].function || has_kernel(r, r->findings[i].function))
            r->findings[kept++] = r->findings[i];
    r->nfindings = kept;
}

static bool has_finding(const csl_result *r, const char *function) {
    for (uint32_t i = 0; i < r->nfindings; i++)
        if (r->findings[i].function && strcmp(r->findings[i].function, function) == 0)
            return true;
    return false;
}

/* Who includes the file is analysed with the calls it makes of its functions: what another call
 * might do is not told. */
static void drop_second_calls(csl_result *r) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < r->nfindings; i++)
        if (!r->findings[i].second_call)
            r->findings[kept++] = r->findings[i];
    if (kept == r->nfindings)
        return;
    r->nfindings = kept;
    for (uint32_t k = 0; k < r->nkernels; k++)
        if (r->kernels[k].verdict == CSL_FINDINGS && !has_finding(r, r->kernels[k].name)) {
            r->kernels[k].verdict = CSL_NOT_ANALYSED;
            r->kernels[k].why = "no kernel calls it";
        }
}

/* Where the kernel stands, without its name: that may lack the class around it. */
static char *place_of(csl_sources *sources, const csl_kernel_result *k) {
    char *place = csl_kernel_place(sources, k);
    *strrchr(place, '\n') = '\0';
    return place;
}

/* The places of the kernels in files that clang takes. */
static GHashTable *read_kernels(csl_result *const *results, uint32_t n, csl_sources *sources) {
    GHashTable *places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < results[i]->nkernels && !results[i]->broken; k++)
            g_hash_table_add(places, place_of(sources, &results[i]->kernels[k]));
    return places;
}

/* Files that clang takes, but for what they include, have the error, too. */
static bool is_error_for_others(const csl_result *r, csl_result *const *results, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < results[i]->nnotes && !results[i]->broken; k++)
            if (strcmp(results[i]->notes[k], r->broken) == 0)
                return true;
    return false;
}

/* A part of a class or of a function, which another file includes in its middle, is nothing that
 * clang takes alone: it is read there, with all of its kernels. */
static void drop_parse_error(csl_result *r, GHashTable *read, csl_sources *sources) {
    bool *known = g_new0(bool, r->nkernels + 1), all = true;
    for (uint32_t k = 0; k < r->nkernels; k++) {
        char *place = place_of(sources, &r->kernels[k]);
        known[k] = g_hash_table_contains(read, place);
        all &= known[k] || r->kernels[k].helper;
        g_free(place);
    }
    uint32_t kept = 0;
    for (uint32_t k = 0; k < r->nkernels && all; k++)
        if (!known[k])
            r->kernels[kept++] = r->kernels[k];
    g_free(known);
    if (!all)
        return;
    r->nkernels = kept;
    drop_orphans(r);
    kept = 0;
    for (uint32_t i = 0; i < r->nfindings; i++)
        if (strcmp(r->findings[i].rule, "parse-error") != 0)
            r->findings[kept++] = r->findings[i];
    r->nfindings = kept;
    r->broken = NULL;
}

/* The files that others of the run include; `taken`: others that clang takes. */
static GHashTable *included_files(csl_result *const *results, uint32_t n, csl_sources *sources,
                                  bool taken) {
    GHashTable *files = g_hash_table_new(g_str_hash, g_str_equal);
    for (uint32_t i = 0; i < n; i++) {
        if (results[i]->broken && taken)
            continue;
        const char *own = csl_sources_path(sources, results[i]->file);
        for (uint32_t k = 0; k < results[i]->nincludes; k++) {
            const char *path = csl_sources_path(sources, results[i]->includes[k]);
            if (strcmp(path, own) != 0)
                g_hash_table_add(files, (gpointer)path);
        }
    }
    return files;
}

/* ---- what others know better ----------------------------------------------------------------- */

static bool lacks_names(const csl_kernel_result *k) {
    bool lacks = false;
    for (uint32_t i = 0; i < k->nassumptions; i++)
        lacks |= k->assumptions[i].kind == CSL_ASSUMED_DECLARATION;
    return lacks;
}

/* Places, of all results. */
typedef struct known {
    GHashTable *whole;   /* of kernels whose names are all declared */
    GHashTable *used;    /* of kernels that the file launches */
    GHashTable *given;   /* of kernels that it gives template arguments, or that have none */
    GHashTable *reached; /* of functions that a kernel calls, without their names */
} known;

static void add_reached(known *all, const char *line, csl_sources *sources) {
    const char *tab = strchr(line, '\t');
    if (tab)
        g_hash_table_add(all->reached,
                         g_strdup_printf("%s\n%.*s", csl_sources_path(sources, tab + 1),
                                         (int)(tab - line), line));
}

static known find_known(csl_result *const *results, uint32_t n, csl_sources *sources) {
    known all = {g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                 g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                 g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                 g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < results[i]->nkernels; k++) {
            const csl_kernel_result *kernel = &results[i]->kernels[k];
            if (kernel->verdict != CSL_NOT_ANALYSED && !lacks_names(kernel))
                g_hash_table_add(all.whole, csl_kernel_place(sources, kernel));
            if (kernel->used && kernel->verdict != CSL_NOT_ANALYSED)
                g_hash_table_add(all.used, csl_kernel_place(sources, kernel));
            if (!kernel->made_up && kernel->verdict != CSL_NOT_ANALYSED)
                g_hash_table_add(all.given, csl_kernel_place(sources, kernel));
        }
        for (uint32_t k = 0; k < results[i]->nreached; k++)
            add_reached(&all, results[i]->reached[k], sources);
    }
    return all;
}

/* Others launch it, give it arguments, include its file behind what declares the names in it, or
 * call it from a kernel. `file`: the unit's. */
static bool is_known_better(const known *all, const csl_kernel_result *k, const char *file,
                            csl_sources *sources) {
    char *place = csl_kernel_place(sources, k);
    const bool part =
        strcmp(csl_sources_path(sources, k->region.file), csl_sources_path(sources, file)) == 0 &&
        lacks_names(k);
    bool better = (!k->used && g_hash_table_contains(all->used, place)) ||
                  (k->made_up && g_hash_table_contains(all->given, place)) ||
                  (part && g_hash_table_contains(all->whole, place));
    *strrchr(place, '\n') = '\0';
    better |= g_hash_table_contains(all->reached, place);
    g_free(place);
    return better;
}

void csl_supersede_unused(csl_result *const *results, uint32_t n, csl_sources *sources) {
    known all = find_known(results, n, sources);
    for (uint32_t i = 0; i < n; i++) {
        csl_result *r = results[i];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < r->nkernels; k++)
            if (!is_known_better(&all, &r->kernels[k], r->file, sources))
                r->kernels[kept++] = r->kernels[k];
        if (kept < r->nkernels) {
            r->nkernels = kept;
            drop_orphans(r);
        }
    }
    g_hash_table_unref(all.whole);
    g_hash_table_unref(all.used);
    g_hash_table_unref(all.given);
    g_hash_table_unref(all.reached);
    GHashTable *included = included_files(results, n, sources, false),
               *parts = included_files(results, n, sources, true),
               *read = read_kernels(results, n, sources);
    for (uint32_t i = 0; i < n; i++) {
        const char *path = csl_sources_path(sources, results[i]->file);
        if (g_hash_table_contains(included, path))
            drop_second_calls(results[i]);
        if (results[i]->broken && g_hash_table_contains(parts, path) &&
            !is_error_for_others(results[i], results, n))
            drop_parse_error(results[i], read, sources);
    }
    g_hash_table_unref(included);
    g_hash_table_unref(parts);
    g_hash_table_unref(read);
}
