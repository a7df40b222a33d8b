#include "baseline.h"
#include "../../child/foreign.h"
#include "../../files/text.h"
#include "../source/escape.h"
#include "../../limits/limits.h"

#include <glib.h>
#include <jansson.h>
#include <string.h>

enum { BASELINE_VERSION = 1 };

typedef struct entry {
    char *path, *rule, *function, *message, *fingerprint;
    char *renamed; /* the path of the findings it matched, if its own file is gone */
    bool used;
} entry;

struct csl_baseline {
    GPtrArray *entries;      /* entry */
    GHashTable *by_identity; /* fingerprint -> GPtrArray of entry */
    GHashTable *read;        /* key_of: the entries that the file had when it was read */
};

static void entry_free(gpointer data) {
    entry *e = data;
    g_free(e->path);
    g_free(e->rule);
    g_free(e->function);
    g_free(e->message);
    g_free(e->fingerprint);
    g_free(e->renamed);
    g_free(e);
}

static void free_list(gpointer list) {
    g_ptr_array_unref(list);
}

csl_baseline *csl_baseline_new(void) {
    csl_baseline *b = g_new0(csl_baseline, 1);
    b->entries = g_ptr_array_new_with_free_func(entry_free);
    b->by_identity = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_list);
    b->read = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return b;
}

void csl_baseline_free(csl_baseline *baseline) {
    if (!baseline)
        return;
    g_hash_table_destroy(baseline->by_identity);
    g_hash_table_destroy(baseline->read);
    g_ptr_array_unref(baseline->entries);
    g_free(baseline);
}

uint32_t csl_baseline_size(const csl_baseline *baseline) {
    return baseline->entries->len;
}

/* Caller frees. */
static char *key_of(const entry *e) {
    return g_strdup_printf("%s\n%s", e->path, e->fingerprint);
}

/* Takes the entry. */
static void add_entry(csl_baseline *b, entry *e) {
    g_ptr_array_add(b->entries, e);
    GPtrArray *list = g_hash_table_lookup(b->by_identity, e->fingerprint);
    if (!list) {
        list = g_ptr_array_new();
        g_hash_table_insert(b->by_identity, e->fingerprint, list);
    }
    g_ptr_array_add(list, e);
}

/* ---- reading ------------------------------------------------------------------------------- */

static entry *read_entry(json_t *json) {
    const char *path, *rule, *function, *message, *fingerprint;
    if (json_unpack(json, "{ssssssssss}", "path", &path, "rule", &rule, "function", &function,
                    "message", &message, "fingerprint", &fingerprint) != 0)
        return NULL;
    entry *e = g_new0(entry, 1);
    e->path = g_strdup(path);
    e->rule = g_strdup(rule);
    e->function = g_strdup(function);
    e->message = g_strdup(message);
    e->fingerprint = g_strdup(fingerprint);
    return e;
}

/* What a document says, or NULL and what is wrong. */
static csl_baseline *read_document(const char *file, const json_t *top, char **error) {
    csl_baseline *b = csl_baseline_new();
    json_t *findings = json_object_get(top, "findings"), *item;
    bool good = json_integer_value(json_object_get(top, "version")) == BASELINE_VERSION &&
                json_is_array(findings);
    if (!good)
        *error =
            g_strdup_printf("%s: no cudasynclint baseline of version %d", file, BASELINE_VERSION);
    size_t i;
    json_array_foreach(findings, i, item) {
        entry *e = good ? read_entry(item) : NULL;
        if (e) {
            add_entry(b, e);
            g_hash_table_add(b->read, key_of(e));
        } else if (good) {
            *error = g_strdup_printf("%s: entry %zu is no finding", file, i + 1);
            good = false;
        }
    }
    if (good)
        return b;
    csl_baseline_free(b);
    return NULL;
}

/* Of the text, or of the file if there is none. */
static csl_baseline *read_baseline(const char *file, const csl_text *text, char **error) {
    bool wrong = text != NULL;
    json_t *top = text ? csl_foreign_text(text, csl_foreign_json, NULL, error)
                       : csl_foreign_file(file, CSL_LIMIT(baseline_bytes), csl_foreign_json, NULL,
                                          &wrong, error);
    if (!top) {
        char *reason = csl_visible(*error); /* it may quote the file */
        g_free(*error);
        *error = wrong ? g_strdup_printf("%s: %s", file, reason) : g_strdup(reason);
        g_free(reason);
        return NULL;
    }
    csl_baseline *b = read_document(file, top, error);
    json_decref(top);
    return b;
}

csl_baseline *csl_baseline_read(const char *file, char **error) {
    return read_baseline(file, NULL, error);
}

/* ---- matching ------------------------------------------------------------------------------ */

/* As paths stand in the file. Caller frees. */
static char *path_of(csl_sources *sources, const char *file) {
    return csl_utf8(csl_sources_path(sources, file));
}

static entry *find(const csl_baseline *b, const char *path, const char *fingerprint) {
    GPtrArray *list = g_hash_table_lookup(b->by_identity, fingerprint);
    for (guint i = 0; list && i < list->len; i++) {
        entry *e = list->pdata[i];
        if (strcmp(e->path, path) == 0)
            return e;
    }
    return NULL;
}

/* An entry whose file is gone and that no file of another name matched. */
static entry *find_renamed(const csl_baseline *b, csl_sources *sources, const char *path,
                           const char *fingerprint) {
    GPtrArray *list = g_hash_table_lookup(b->by_identity, fingerprint);
    for (guint i = 0; list && i < list->len; i++) {
        entry *e = list->pdata[i];
        if (e->renamed ? strcmp(e->renamed, path) == 0
                       : !e->used && !csl_sources_exists(sources, e->path))
            return e;
    }
    return NULL;
}

static bool matches(csl_baseline *b, csl_sources *sources, const csl_finding *f) {
    char *path = path_of(sources, f->region.file);
    entry *e = find(b, path, f->fingerprint);
    if (!e && (e = find_renamed(b, sources, path, f->fingerprint)) && !e->renamed)
        e->renamed = g_strdup(path);
    if (e)
        e->used = true;
    g_free(path);
    return e != NULL;
}

uint32_t csl_baseline_apply(csl_baseline *baseline, csl_result *const *results, uint32_t n,
                            csl_sources *sources, bool show) {
    uint32_t matched = 0;
    for (uint32_t i = 0; i < n; i++) {
        csl_result *r = results[i];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < r->nfindings; k++) {
            csl_finding *f = &r->findings[k];
            bool known = !f->suppressed && matches(baseline, sources, f);
            matched += known;
            if (known)
                f->suppressed = "baseline";
            if (!known || show)
                r->findings[kept++] = *f;
        }
        r->nfindings = kept;
    }
    return matched;
}

/* ---- stale entries ------------------------------------------------------------------------- */

static bool settled(const csl_result *r, const char *function) {
    if (r->error)
        return false;
    for (uint32_t i = 0; i < r->nkernels; i++) {
        const csl_kernel_result *k = &r->kernels[i];
        if (strcmp(k->name, function) == 0 &&
            (k->undecided || k->verdict == CSL_NOT_DECIDED || k->verdict == CSL_NOT_ANALYSED))
            return false;
    }
    return true;
}

static bool is_stale(const entry *e, const csl_looked_at *run) {
    if (e->used)
        return false;
    for (uint32_t i = 0; i < run->n; i++) {
        char *path = path_of(run->sources, run->results[i]->file);
        bool same = strcmp(path, e->path) == 0;
        g_free(path);
        if (same)
            return (!run->took_part || run->took_part(e->rule, i, run->user)) &&
                   settled(run->results[i], e->function);
    }
    return !csl_sources_exists(run->sources, e->path);
}

uint32_t csl_baseline_stale(const csl_baseline *baseline, const csl_looked_at *run,
                            void (*say)(const char *line)) {
    uint32_t stale = 0;
    for (guint i = 0; i < baseline->entries->len; i++) {
        const entry *e = baseline->entries->pdata[i];
        if (!is_stale(e, run))
            continue;
        stale++;
        if (say) {
            char *line =
                g_strdup_printf("%s: %s in %s: %s", e->path, e->rule, e->function, e->message);
            say(line);
            g_free(line);
        }
    }
    return stale;
}

void csl_baseline_prune(csl_baseline *baseline, const csl_looked_at *run) {
    csl_baseline *kept = csl_baseline_new();
    g_ptr_array_set_free_func(baseline->entries, NULL);
    for (guint i = 0; i < baseline->entries->len; i++) {
        entry *e = baseline->entries->pdata[i];
        if (is_stale(e, run))
            entry_free(e);
        else
            add_entry(kept, e);
    }
    g_ptr_array_unref(baseline->entries);
    g_hash_table_destroy(baseline->by_identity);
    g_hash_table_destroy(kept->read);
    kept->read = baseline->read;
    *baseline = *kept;
    g_free(kept);
}

/* ---- writing ------------------------------------------------------------------------------- */

void csl_baseline_add(csl_baseline *baseline, csl_result *const *results, uint32_t n,
                      csl_sources *sources) {
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < results[i]->nfindings; k++) {
            const csl_finding *f = &results[i]->findings[k];
            char *path = path_of(sources, f->region.file);
            if (f->suppressed || find(baseline, path, f->fingerprint)) {
                g_free(path);
                continue;
            }
            entry *e = g_new0(entry, 1);
            e->path = path;
            e->rule = csl_utf8(f->rule);
            e->function = csl_utf8(f->function ? f->function : "");
            e->message = csl_utf8(f->message);
            e->fingerprint = csl_utf8(f->fingerprint);
            e->used = true;
            add_entry(baseline, e);
        }
    }
}

static int by_path_rule_fingerprint(gconstpointer a, gconstpointer b) {
    const entry *e = *(entry *const *)a, *f = *(entry *const *)b;
    const char *p = e->renamed ? e->renamed : e->path, *q = f->renamed ? f->renamed : f->path;
    int order = strcmp(p, q);
    if (order == 0)
        order = strcmp(e->rule, f->rule);
    return order ? order : strcmp(e->fingerprint, f->fingerprint);
}

static void append_entry(GString *out, const entry *e, bool first) {
    json_t *o =
        json_pack("{ssssssssss}", "path", e->renamed ? e->renamed : e->path, "rule", e->rule,
                  "function", e->function, "message", e->message, "fingerprint", e->fingerprint);
    char *line = json_dumps(o, 0);
    g_string_append_printf(out, "%s%s", first ? "\n" : ",\n", line);
    free(line);
    json_decref(o);
}

/* Takes over what the file holds and did not hold when it was read: another run has added it. */
static void join(csl_baseline *b, csl_baseline *other) {
    g_ptr_array_set_free_func(other->entries, NULL);
    for (guint i = 0; i < other->entries->len; i++) {
        entry *e = other->entries->pdata[i];
        char *key = key_of(e);
        if (g_hash_table_contains(b->read, key) || find(b, e->path, e->fingerprint))
            entry_free(e);
        else
            add_entry(b, e);
        g_free(key);
    }
}

typedef struct writing {
    csl_baseline *baseline;
    const char *file;
} writing;

static csl_text new_text(const csl_text *was, void *user, char **error) {
    writing *w = user;
    csl_baseline *b = w->baseline,
                 *other = was->bytes ? read_baseline(w->file, was, error) : csl_baseline_new();
    if (!other)
        return (csl_text){NULL, 0};
    join(b, other);
    csl_baseline_free(other);
    GPtrArray *sorted = g_ptr_array_sized_new(b->entries->len);
    for (guint i = 0; i < b->entries->len; i++)
        g_ptr_array_add(sorted, b->entries->pdata[i]);
    g_ptr_array_sort(sorted, by_path_rule_fingerprint);
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "{\"version\": %d, \"findings\": [", BASELINE_VERSION);
    for (guint i = 0; i < sorted->len; i++)
        append_entry(text, sorted->pdata[i], i == 0);
    g_string_append(text, "\n]}\n");
    g_ptr_array_unref(sorted);
    const size_t n = text->len;
    return (csl_text){g_string_free(text, FALSE), n};
}

char *csl_baseline_write(csl_baseline *baseline, const char *file) {
    writing w = {baseline, file};
    return csl_change_file(file, new_text, &w);
}
