#include "changed.h"
#include "called.h"
#include "diff.h"
#include "../../child/foreign.h"
#include "../source/escape.h"
#include "../source/scan.h"

#include <string.h>

/* The changes of one file. */
typedef struct file_changes {
    bool all;        /* every line is new */
    GArray *changed; /* csl_lines of the new file */
    GArray *deleted; /* csl_lines: something was deleted right before each of them */
} file_changes;

struct csl_changed_lines {
    GHashTable *files;        /* path -> file_changes */
    GHashTable *scans;        /* file -> csl_scan, of files that were asked about */
    const csl_result *result; /* the last that was asked about, */
    GHashTable *names;        /* and the names in it whose definition the change touches */
};

static void free_file(gpointer data) {
    file_changes *f = data;
    g_array_unref(f->changed);
    g_array_unref(f->deleted);
    g_free(f);
}

static void free_scan(gpointer data) {
    csl_scan_free(data);
}

csl_changed_lines *csl_changes_new(void) {
    csl_changed_lines *changes = g_new0(csl_changed_lines, 1);
    changes->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_file);
    changes->scans = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_scan);
    return changes;
}

void csl_changes_free(csl_changed_lines *changes) {
    if (!changes)
        return;
    g_hash_table_destroy(changes->files);
    g_hash_table_destroy(changes->scans);
    if (changes->names)
        g_hash_table_destroy(changes->names);
    g_free(changes);
}

static file_changes *file_of(csl_changed_lines *changes, const char *path) {
    file_changes *f = g_hash_table_lookup(changes->files, path);
    if (!f) {
        f = g_new0(file_changes, 1);
        f->changed = g_array_new(FALSE, FALSE, sizeof(csl_lines));
        f->deleted = g_array_new(FALSE, FALSE, sizeof(csl_lines));
        g_hash_table_insert(changes->files, g_strdup(path), f);
    }
    return f;
}

/* Most lines follow the one before. */
static void append(GArray *to, uint32_t first, uint32_t last) {
    csl_lines *before = to->len ? &g_array_index(to, csl_lines, to->len - 1) : NULL;
    if (before && before->last + 1 == first) {
        before->last = last;
    } else if (!before || first < before->first || last > before->last) {
        const csl_lines lines = {first, last};
        g_array_append_val(to, lines);
    }
}

void csl_changes_add_lines(csl_changed_lines *changes, const char *path, uint32_t first,
                           uint32_t last) {
    append(file_of(changes, path)->changed, first, last);
}

void csl_changes_add_deletion(csl_changed_lines *changes, const char *path, uint32_t line) {
    append(file_of(changes, path)->deleted, line, line);
}

void csl_changes_add_file(csl_changed_lines *changes, const char *path) {
    file_of(changes, path)->all = true;
}

static void add_changed(void *user, const char *path, uint32_t line) {
    csl_changes_add_lines(user, path, line, line);
}

static void add_deleted(void *user, const char *path, uint32_t line) {
    csl_changes_add_deletion(user, path, line);
}

static void add_whole(void *user, const char *path) {
    csl_changes_add_file(user, path);
}

char *csl_changes_add_diff(csl_changed_lines *changes, const char *diff, size_t bytes) {
    csl_diff_sink sink = {add_changed, add_deleted, add_whole, changes};
    return csl_read_diff(diff, bytes, &sink);
}

/* ---- diffs that strangers wrote ----------------------------------------------------------------- */

static json_t *lines_json(const GArray *lines) {
    json_t *numbers = json_array();
    for (guint i = 0; i < lines->len; i++) {
        const csl_lines *l = &g_array_index(lines, csl_lines, i);
        json_array_append_new(numbers, json_integer(l->first));
        json_array_append_new(numbers, json_integer(l->last));
    }
    return numbers;
}

/* In the child: what csl_changes_add_diff finds, by path. */
static json_t *read_changes(const csl_text *diff, const void *user, char **error) {
    (void)user;
    csl_changed_lines *changes = csl_changes_new();
    *error = csl_changes_add_diff(changes, diff->bytes, diff->n);
    json_t *files = *error ? NULL : json_object();
    GHashTableIter at;
    void *path, *value;
    g_hash_table_iter_init(&at, changes->files);
    while (files && g_hash_table_iter_next(&at, &path, &value)) {
        const file_changes *f = value;
        char *name = csl_bytes_to_utf8(path);
        json_object_set_new(files, name,
                            json_pack("{s:b, s:o, s:o}", "all", f->all, "changed",
                                      lines_json(f->changed), "deleted", lines_json(f->deleted)));
        g_free(name);
    }
    csl_changes_free(changes);
    return files;
}

static void add_lines(GArray *to, const json_t *numbers) {
    for (size_t i = 0; i + 1 < json_array_size(numbers); i += 2)
        append(to, (uint32_t)json_integer_value(json_array_get(numbers, i)),
               (uint32_t)json_integer_value(json_array_get(numbers, i + 1)));
}

char *csl_changes_add_diff_file(csl_changed_lines *changes, const char *path, size_t most) {
    char *error = NULL;
    json_t *files = csl_foreign_file(path, most, read_changes, NULL, NULL, &error), *file;
    const char *name;
    json_object_foreach(files, name, file) {
        char *bytes = csl_bytes_from_utf8(name);
        file_changes *f = file_of(changes, bytes);
        f->all |= json_is_true(json_object_get(file, "all"));
        add_lines(f->changed, json_object_get(file, "changed"));
        add_lines(f->deleted, json_object_get(file, "deleted"));
        g_free(bytes);
    }
    json_decref(files);
    return error;
}

/* ---- questions ----------------------------------------------------------------------------- */

static bool any_in(const GArray *lines, uint32_t first, uint32_t last) {
    for (guint i = 0; i < lines->len; i++) {
        const csl_lines *l = &g_array_index(lines, csl_lines, i);
        if (l->first <= last && first <= l->last)
            return true;
    }
    return false;
}

/* Of the file, or of a folder around it that changed as a whole. */
static const file_changes *changes_of(const csl_changed_lines *changes, csl_sources *sources,
                                      const char *file) {
    const char *path = csl_sources_path(sources, file);
    const file_changes *found = g_hash_table_lookup(changes->files, path);
    char *folder = g_strdup(path);
    for (char *slash; !found && (slash = strrchr(folder, '/'));) {
        *slash = '\0';
        found = g_hash_table_lookup(changes->files, folder);
        if (found && !found->all)
            found = NULL;
    }
    g_free(folder);
    return found;
}

const csl_scan *csl_changes_scan(csl_changed_lines *changes, csl_sources *sources,
                                 const char *file) {
    csl_scan *scan = g_hash_table_lookup(changes->scans, file);
    if (!scan) {
        scan = csl_scan_file(sources, file);
        g_hash_table_insert(changes->scans, g_strdup(file), scan);
    }
    return scan;
}

static bool lines_changed(const file_changes *f, uint32_t first, uint32_t last) {
    return f->all || any_in(f->changed, first, last);
}

/* Changed, or something deleted between two of these lines. */
static bool touched(const file_changes *f, csl_lines r) {
    return lines_changed(f, r.first, r.last) || any_in(f->deleted, r.first + 1, r.last);
}

bool csl_changes_touch(csl_changed_lines *changes, csl_sources *sources, const char *file,
                       csl_lines lines) {
    const file_changes *f = changes_of(changes, sources, file);
    return f && touched(f, lines);
}

bool csl_changes_has(const csl_changed_lines *changes, csl_sources *sources, const char *file) {
    return changes_of(changes, sources, file) != NULL;
}

static GHashTable *names_of(csl_changed_lines *changes, const csl_result *result,
                            csl_sources *sources) {
    if (changes->result != result) {
        if (changes->names)
            g_hash_table_destroy(changes->names);
        changes->result = result;
        changes->names = csl_changed_names(changes, result, sources);
    }
    return changes->names;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void csl_changes_name(const csl_changed_lines *changes, const char *name, GPtrArray *to) {
    GPtrArray *found = g_ptr_array_new();
    GHashTableIter at;
    void *path;
    g_hash_table_iter_init(&at, changes->files);
    while (g_hash_table_iter_next(&at, &path, NULL)) {
        const char *last = strrchr(path, '/');
        if (strcmp(last ? last + 1 : path, name) == 0)
            g_ptr_array_add(found, path);
    }
    g_ptr_array_sort(found, compare_names);
    for (guint i = 0; i < found->len; i++)
        g_ptr_array_add(to, found->pdata[i]);
    g_ptr_array_unref(found);
}

/* ---- what takes part in a finding ---------------------------------------------------------- */

/* Appends the regions (const csl_region *) that take part: its place, related places, and of each
 * witness thread the steps of its last interval. */
static GPtrArray *regions_of(const csl_finding *f) {
    GPtrArray *regions = g_ptr_array_new();
    g_ptr_array_add(regions, (gpointer)&f->region);
    for (uint32_t i = 0; i < f->nrelated; i++)
        g_ptr_array_add(regions, (gpointer)&f->related[i].region);
    for (int t = 0; f->witness && t < 2; t++) {
        const csl_trace *trace = &f->witness->threads[t];
        for (uint32_t i = trace->nsteps; i-- > 0;) {
            if (trace->steps[i].interval != trace->steps[trace->nsteps - 1].interval)
                break;
            g_ptr_array_add(regions, (gpointer)&trace->steps[i].region);
        }
    }
    return regions;
}

static uint32_t last_line(const csl_region *r) {
    return MAX(r->line, r->end_line);
}

/* From the first to the last line of the regions in one file, with every loop around one of them.
 */
static csl_lines between(const GPtrArray *regions, const char *file, const csl_scan *scan) {
    csl_lines all = {UINT32_MAX, 0};
    for (guint i = 0; i < regions->len; i++) {
        const csl_region *r = regions->pdata[i];
        if (strcmp(r->file, file) != 0)
            continue;
        all.first = MIN(all.first, r->line);
        all.last = MAX(all.last, last_line(r));
        for (guint k = 0; k < scan->loops->len; k++) {
            csl_lines loop = g_array_index(scan->loops, csl_lines, k);
            if (loop.first <= r->line && r->line <= loop.last) {
                all.first = MIN(all.first, loop.first);
                all.last = MAX(all.last, loop.last);
            }
        }
    }
    return all;
}

static const csl_kernel_result *kernel_of(const csl_result *result, const csl_finding *f) {
    for (uint32_t i = 0; f->function && i < result->nkernels; i++)
        if (strcmp(result->kernels[i].name, f->function) == 0)
            return &result->kernels[i];
    return NULL;
}

static bool inside(const csl_kernel_result *k, const csl_region *r) {
    return strcmp(k->region.file, r->file) == 0 && r->line >= k->region.line &&
           r->line <= last_line(&k->region);
}

/* The innermost body of a function or lambda around a region; NULL if there is none. */
static const csl_lines *body_of(const csl_scan *scan, const csl_region *r) {
    for (guint i = 0; i < scan->bodies->len; i++) {
        const csl_lines *body = &g_array_index(scan->bodies, csl_definition, i).lines;
        if (body->first <= r->line && last_line(r) <= body->last)
            return body;
    }
    return NULL;
}

static bool holds_all(const csl_lines *body, const char *file, const GPtrArray *regions) {
    for (guint i = 0; i < regions->len; i++) {
        const csl_region *r = regions->pdata[i];
        if (strcmp(r->file, file) != 0 || r->line < body->first || last_line(r) > body->last)
            return false;
    }
    return true;
}

/* True if the region stands in a function or lambda that is called on the way from one access to
 * the other, and that was changed: what was deleted may have stood before or behind the region. */
static bool callee_changed(const file_changes *f, const csl_scan *scan, const csl_region *r,
                           const GPtrArray *regions, const csl_kernel_result *kernel) {
    const csl_lines *body = body_of(scan, r);
    bool called = body && ((kernel && !inside(kernel, r)) || !holds_all(body, r->file, regions));
    return called && touched(f, *body);
}

/* True if something that changed is called or expanded between the regions. */
static bool calls_changed(csl_changed_lines *changes, const csl_result *result,
                          const GPtrArray *regions, csl_sources *sources) {
    GHashTable *names = names_of(changes, result, sources);
    for (guint i = 0; i < regions->len && g_hash_table_size(names); i++) {
        const csl_region *r = regions->pdata[i];
        const csl_scan *scan = csl_changes_scan(changes, sources, r->file);
        const csl_lines *body = body_of(scan, r);
        if (csl_mentions(names, sources, r->file, between(regions, r->file, scan)) ||
            (body && !holds_all(body, r->file, regions) &&
             csl_mentions(names, sources, r->file, *body)))
            return true;
    }
    /* nothing names the call operator of a class */
    return g_hash_table_contains(names, "operator");
}

bool csl_changes_concern(csl_changed_lines *changes, const csl_result *result,
                         const csl_finding *finding, csl_sources *sources) {
    GPtrArray *regions = regions_of(finding);
    const csl_kernel_result *kernel = kernel_of(result, finding);
    bool concerned = false, leaves_kernel = false;
    for (guint i = 0; i < regions->len && !concerned; i++) {
        const csl_region *r = regions->pdata[i];
        const file_changes *f = changes_of(changes, sources, r->file);
        const csl_scan *scan = f ? csl_changes_scan(changes, sources, r->file) : NULL;
        concerned = f && (lines_changed(f, r->line, last_line(r)) ||
                          touched(f, between(regions, r->file, scan)) ||
                          callee_changed(f, scan, r, regions, kernel));
        leaves_kernel |= kernel && !inside(kernel, r);
    }
    if (!concerned && leaves_kernel) {
        const file_changes *f = changes_of(changes, sources, kernel->region.file);
        concerned = f && touched(f, (csl_lines){kernel->region.line, last_line(&kernel->region)});
    }
    concerned = concerned || calls_changed(changes, result, regions, sources);
    g_ptr_array_unref(regions);
    return concerned;
}

uint32_t csl_drop_unchanged(csl_changed_lines *changes, csl_result *result, csl_sources *sources) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < result->nfindings; i++)
        if (csl_changes_concern(changes, result, &result->findings[i], sources))
            result->findings[kept++] = result->findings[i];
    uint32_t dropped = result->nfindings - kept;
    result->nfindings = kept;
    return dropped;
}
