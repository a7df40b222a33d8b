#include "compdb.h"

#include "../../child/foreign.h"
#include "../../frontend/parse/nvcc_args.h"
#include "../../limits/limits.h"
#include "../../report/source/escape.h"

#include <stdbool.h>
#include <string.h>

typedef struct entry {
    char *directory, *file;
    const json_t *words; /* of the database */
} entry;

struct csl_compdb {
    json_t *json;
    GArray *entries;
};

static void clear_entry(void *data) {
    entry *e = data;
    g_free(e->directory);
    g_free(e->file);
}

/* The bytes that the file has there; NULL if the value is no string. The caller frees them. */
static char *bytes_of(const json_t *value) {
    const char *text = json_string_value(value);
    return text ? csl_bytes_from_utf8(text) : NULL;
}

/* ---- in the child ---------------------------------------------------------------------------- */

static json_t *words_of(const json_t *from) {
    char *command = bytes_of(json_object_get(from, "command"));
    if (!command) {
        json_t *list = json_object_get(from, "arguments");
        return json_is_array(list) ? json_incref(list) : json_array();
    }
    GPtrArray *split = csl_split_command(command);
    json_t *words = json_array();
    for (guint i = 0; i < split->len; i++) {
        char *word = csl_bytes_to_utf8(split->pdata[i]);
        json_array_append_new(words, json_string(word));
        g_free(word);
    }
    g_ptr_array_unref(split);
    g_free(command);
    return words;
}

/* A list of what names a file: {"file", "directory", "words"}. */
static json_t *read_entries(const csl_text *text, const void *user, char **error) {
    (void)user;
    char *utf8 = csl_bytes_to_utf8(text->bytes);
    const csl_text whole = {utf8, strlen(utf8)};
    json_t *json = csl_foreign_json(&whole, NULL, error), *entries = json_array(), *from;
    g_free(utf8);
    size_t i;
    if (json && !json_is_array(json))
        *error = g_strdup("is not a list of commands");
    json_array_foreach(json, i, from) {
        json_t *file = json_object_get(from, "file"),
               *directory = json_object_get(from, "directory");
        if (json_is_string(file))
            json_array_append_new(
                entries,
                json_pack("{s:O, s:o, s:o}", "file", file, "directory",
                          json_is_string(directory) ? json_incref(directory) : json_string("."),
                          "words", words_of(from)));
    }
    json_decref(json);
    if (!*error)
        return entries;
    json_decref(entries);
    return NULL;
}

/* ---- in the parent --------------------------------------------------------------------------- */

csl_compdb *csl_compdb_read(const char *path, char **error) {
    bool wrong = false;
    json_t *json =
        csl_foreign_file(path, CSL_LIMIT(database_bytes), read_entries, NULL, &wrong, error);
    if (!json) {
        char *reason = csl_visible(*error); /* it may quote the file */
        g_free(*error);
        *error = wrong ? g_strdup_printf("%s: %s", path, reason) : g_strdup(reason);
        g_free(reason);
        return NULL;
    }
    csl_compdb *d = g_new0(csl_compdb, 1);
    d->json = json;
    d->entries = g_array_new(FALSE, FALSE, sizeof(entry));
    g_array_set_clear_func(d->entries, clear_entry);
    for (size_t i = 0; i < json_array_size(json); i++) {
        const json_t *from = json_array_get(json, i);
        const entry e = {.file = bytes_of(json_object_get(from, "file")),
                         .directory = bytes_of(json_object_get(from, "directory")),
                         .words = json_object_get(from, "words")};
        g_array_append_val(d->entries, e);
    }
    return d;
}

void csl_compdb_free(csl_compdb *d) {
    if (!d)
        return;
    g_array_unref(d->entries);
    json_decref(d->json);
    g_free(d);
}

uint32_t csl_compdb_size(const csl_compdb *d) {
    return d->entries->len;
}

const char *csl_compdb_directory(const csl_compdb *d, uint32_t i) {
    return g_array_index(d->entries, entry, i).directory;
}

const char *csl_compdb_file(const csl_compdb *d, uint32_t i) {
    return g_array_index(d->entries, entry, i).file;
}

GPtrArray *csl_compdb_words(const csl_compdb *d, uint32_t i) {
    GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
    const json_t *list = g_array_index(d->entries, entry, i).words;
    for (size_t k = 0; k < json_array_size(list); k++) {
        char *word = bytes_of(json_array_get(list, k));
        if (word)
            g_ptr_array_add(words, word);
    }
    return words;
}
