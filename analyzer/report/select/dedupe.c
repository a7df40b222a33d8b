/* A header that several inputs include gives each of them its findings: reports show each once. */
#include "../report.h"
#include "../source/source.h"

#include <glib.h>

/* What makes two findings the same one; the caller frees it. */
static char *key_of(csl_sources *sources, const csl_finding *f) {
    return g_strdup_printf("%s\n%s\n%u:%u\n%s", csl_sources_path(sources, f->region.file), f->rule,
                           f->region.line, f->region.column, f->fingerprint);
}

void csl_dedupe(csl_result *const *results, uint32_t n, csl_sources *sources) {
    GHashTable *seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (uint32_t i = 0; i < n; i++) {
        csl_result *r = results[i];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < r->nfindings; k++) {
            csl_finding *f = &r->findings[k];
            char *key = key_of(sources, f);
            csl_finding *first = g_hash_table_lookup(seen, key);
            if (!first) {
                r->findings[kept] = *f;
                g_hash_table_insert(seen, key, &r->findings[kept++]);
                continue;
            }
            g_free(key);
            if (f->severity > first->severity ||
                (f->severity == first->severity && f->confidence > first->confidence))
                *first = *f;
        }
        r->nfindings = kept;
    }
    g_hash_table_destroy(seen);
}
