/* A header that several inputs include gives each of them its findings: reports show each once. And
 * what one cause makes at the same places of one function is one finding: the instances of a
 * template for other types, lanes of a warp beside the rest of the block, equal values beside
 * others, a copy that is not waited for beside the barrier behind that wait.
 */
#include "../report.h"
#include "../source/source.h"

#include <glib.h>

/* What makes two findings the same one; the caller frees it. */
static char *key_of(csl_sources *sources, const csl_finding *f) {
    return g_strdup_printf("%s\n%s\n%u:%u\n%s", csl_sources_path(sources, f->region.file), f->rule,
                           f->region.line, f->region.column, f->fingerprint);
}

static bool same_text(const char *x, const char *y) {
    return g_strcmp0(x, y) == 0;
}

static bool same_start(const csl_region *x, const csl_region *y) {
    return x->line == y->line && x->column == y->column && same_text(x->file, y->file);
}

/* All places that tell `f` are among those of `by`. */
static bool tells_places(const csl_finding *by, const csl_finding *f) {
    for (uint32_t i = 0; i < f->nplaces; i++) {
        bool told = false;
        for (uint32_t k = 0; k < by->nplaces && !told; k++)
            told = same_start(&by->related[k].region, &f->related[i].region);
        if (!told)
            return false;
    }
    return f->nplaces > 0;
}

static bool is_race(const csl_finding *f) {
    return same_text(f->kind, "RAW") || same_text(f->kind, "WAR") || same_text(f->kind, "WAW");
}

/* A barrier of the block is missing, and so is one of the warp. Who waits for a copy and then for
 * the threads that have made it, as `async-copy-unsynced` asks for, needs no other barrier. */
static bool same_rule(const csl_finding *by, const csl_finding *f) {
    const bool of_warp = same_text(f->rule, "warp-sync-missing");
    return same_text(by->rule, f->rule) || (same_text(by->rule, "shared-race") && of_warp) ||
           (same_text(by->rule, "async-copy-unsynced") &&
            (same_text(f->rule, "shared-race") || of_warp));
}

/* `by` tells all that `f` does. */
static bool covers(const csl_finding *by, const csl_finding *f) {
    if (!is_race(by) || !is_race(f) || !f->function || !same_text(by->function, f->function) ||
        by->suppressed || f->suppressed || by->severity < f->severity ||
        by->confidence < f->confidence || !same_rule(by, f) || !tells_places(by, f))
        return false;
    return f->severity == CSL_NOTE || (same_start(&by->region, &f->region) && tells_places(f, by));
}

/* Of two that cover each other the first is kept. */
static void drop_covered(csl_result *r) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < r->nfindings; i++) {
        bool covered = false;
        for (uint32_t k = 0; k < r->nfindings && !covered; k++)
            covered = k != i && covers(&r->findings[k], &r->findings[i]) &&
                      (k < i || !covers(&r->findings[i], &r->findings[k]));
        if (!covered)
            r->findings[kept++] = r->findings[i];
    }
    r->nfindings = kept;
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
    for (uint32_t i = 0; i < n; i++)
        drop_covered(results[i]);
}
