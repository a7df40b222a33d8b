#include "comments.h"

#include "../../child/foreign.h"
#include "../source/escape.h"
#include "../../limits/limits.h"

#include <string.h>

struct csl_comments {
    csl_sources *sources;
    GHashTable *files;   /* path -> GArray of csl_remark */
    GPtrArray *problems; /* char * */
};

/* ---- in the child ---------------------------------------------------------------------------- */

/* What is read at a time. */
typedef struct batch {
    csl_sources *sources;
    const GPtrArray *paths;
} batch;

static json_t *text_json(const char *bytes) {
    char *utf8 = csl_bytes_to_utf8(bytes);
    json_t *text = json_string(utf8);
    g_free(utf8);
    return text;
}

static json_t *rules_json(char *const *rules) {
    if (!rules)
        return json_null();
    json_t *all = json_array();
    for (; *rules; rules++)
        json_array_append_new(all, text_json(*rules));
    return all;
}

static json_t *remark_json(const csl_directive *d, uint32_t next_code) {
    return json_pack("[i, b, b, I, I, I, I, o, o, o]", (int)d->kind, d->ours, d->alone,
                     (json_int_t)d->line, (json_int_t)d->column, (json_int_t)d->end_column,
                     (json_int_t)next_code, text_json(d->text), rules_json(d->rules),
                     text_json(d->reason));
}

/* Comments come in the order of lines: what was found for one holds for those up to there. */
static uint32_t next_code_line(const csl_scan *scan, uint32_t line, uint32_t before) {
    if (line < before)
        return before;
    uint32_t next = line + 1;
    while (next < scan->code->len && !csl_scan_has_code(scan, next))
        next++;
    return next;
}

static json_t *read_file(csl_sources *sources, const char *path) {
    json_t *remarks = json_array();
    csl_scan *scan = csl_scan_file(sources, path);
    uint32_t next_code = 0;
    for (guint i = 0; i < scan->comments->len && json_array_size(remarks) < CSL_LIMIT(remarks);
         i++) {
        csl_directive d;
        if (!csl_parse_directive(&g_array_index(scan->comments, csl_comment, i), &d))
            continue;
        next_code = next_code_line(scan, d.line, next_code);
        json_array_append_new(remarks, remark_json(&d, next_code));
        csl_directive_clear(&d);
    }
    csl_scan_free(scan);
    return remarks;
}

static json_t *read_batch(const csl_text *text, const void *user, char **error) {
    (void)text;
    (void)error;
    const batch *b = user;
    json_t *files = json_array();
    for (guint i = 0; i < b->paths->len; i++)
        json_array_append_new(files, read_file(b->sources, b->paths->pdata[i]));
    return files;
}

/* ---- in the parent --------------------------------------------------------------------------- */

static char *text_of(const json_t *value) {
    const char *text = json_string_value(value);
    return text ? csl_bytes_from_utf8(text) : g_strdup("");
}

static char **rules_of(const json_t *list) {
    if (!json_is_array(list))
        return NULL;
    const size_t n = json_array_size(list);
    char **rules = g_new0(char *, n + 1);
    for (size_t i = 0; i < n; i++)
        rules[i] = text_of(json_array_get(list, i));
    return rules;
}

static uint32_t number_of(const json_t *from, size_t i) {
    return (uint32_t)json_integer_value(json_array_get(from, i));
}

static csl_remark remark_of(const json_t *from) {
    return (csl_remark){
        .d = {.kind = (csl_directive_kind)MIN(number_of(from, 0), CSL_DIRECTIVE_UNKNOWN),
              .ours = json_is_true(json_array_get(from, 1)),
              .alone = json_is_true(json_array_get(from, 2)),
              .line = number_of(from, 3),
              .column = number_of(from, 4),
              .end_column = number_of(from, 5),
              .text = text_of(json_array_get(from, 7)),
              .rules = rules_of(json_array_get(from, 8)),
              .reason = text_of(json_array_get(from, 9))},
        .next_code = number_of(from, 6)};
}

static void clear_remark(void *data) {
    csl_directive_clear(&((csl_remark *)data)->d);
}

static void free_remarks(void *data) {
    g_array_unref(data);
}

static void take_file(csl_comments *c, const char *path, const json_t *list) {
    GArray *remarks = g_array_new(FALSE, FALSE, sizeof(csl_remark));
    g_array_set_clear_func(remarks, clear_remark);
    for (size_t i = 0; i < json_array_size(list) && i < CSL_LIMIT(remarks); i++) {
        const csl_remark remark = remark_of(json_array_get(list, i));
        g_array_append_val(remarks, remark);
    }
    g_hash_table_insert(c->files, g_strdup(path), remarks);
}

/* One file may be what breaks the reader: then each is read by itself. */
static void read_all(csl_comments *c, const GPtrArray *paths) {
    const batch b = {c->sources, paths};
    char *error = NULL;
    json_t *files = csl_foreign_text(NULL, read_batch, &b, &error);
    for (guint i = 0; i < paths->len; i++) {
        char *path = paths->pdata[i];
        GPtrArray one = {(gpointer *)&path, 1};
        if (files)
            take_file(c, path, json_array_get(files, i));
        else if (paths->len > 1)
            read_all(c, &one);
        else
            g_ptr_array_add(
                c->problems,
                g_strdup_printf("%s: suppression comments do not count: %s", path, error));
    }
    json_decref(files);
    g_free(error);
}

/* Most files hold none. */
static bool mentions_directive(csl_sources *sources, const char *path) {
    size_t n;
    const char *text = csl_sources_text(sources, path, &n);
    return text && (g_strstr_len(text, (gssize)n, "NOLINT") ||
                    g_strstr_len(text, (gssize)n, "cudasynclint:"));
}

static void want(csl_comments *c, GHashTable *seen, GPtrArray *paths, const char *path) {
    if (g_hash_table_add(seen, (gpointer)path) && mentions_directive(c->sources, path))
        g_ptr_array_add(paths, (gpointer)path);
}

csl_comments *csl_comments_read(csl_result *const *results, uint32_t n, csl_sources *sources) {
    csl_comments *c = g_new0(csl_comments, 1);
    c->sources = sources;
    c->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_remarks);
    c->problems = g_ptr_array_new_with_free_func(g_free);
    GHashTable *seen = g_hash_table_new(g_str_hash, g_str_equal);
    GPtrArray *paths = g_ptr_array_new();
    for (uint32_t i = 0; i < n; i++) {
        if (!results[i] || results[i]->error) /* its text may be anything */
            continue;
        want(c, seen, paths, results[i]->file);
        for (uint32_t k = 0; k < results[i]->nfindings; k++)
            want(c, seen, paths, results[i]->findings[k].region.file);
    }
    if (paths->len)
        read_all(c, paths);
    g_ptr_array_unref(paths);
    g_hash_table_unref(seen);
    return c;
}

void csl_comments_free(csl_comments *comments) {
    if (!comments)
        return;
    g_hash_table_unref(comments->files);
    g_ptr_array_unref(comments->problems);
    g_free(comments);
}

const GArray *csl_comments_of(const csl_comments *comments, const char *path) {
    return g_hash_table_lookup(comments->files, path);
}

const GPtrArray *csl_comments_problems(const csl_comments *comments) {
    return comments->problems;
}
