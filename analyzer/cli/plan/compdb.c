#include "compdb.h"

#include "../../frontend/parse/nvcc_args.h"
#include "../../report/source/escape.h"

#include <jansson.h>

typedef struct entry {
    char *directory, *file;
    json_t *json; /* of the database */
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

static void add_entry(csl_compdb *d, json_t *json) {
    entry e = {.file = bytes_of(json_object_get(json, "file")), .json = json};
    if (!e.file)
        return;
    e.directory = bytes_of(json_object_get(json, "directory"));
    if (!e.directory)
        e.directory = g_strdup(".");
    g_array_append_val(d->entries, e);
}

csl_compdb *csl_compdb_read(const char *text, size_t bytes, char **error) {
    char *copy = g_strndup(text, bytes), *utf8 = csl_bytes_to_utf8(copy);
    json_error_t where;
    json_t *json = json_loads(utf8, 0, &where);
    g_free(utf8);
    g_free(copy);
    if (!json || !json_is_array(json)) {
        char *reason = csl_visible(where.text); /* it may quote the file */
        *error = json ? g_strdup("is not a list of commands")
                      : g_strdup_printf("line %d: %s", where.line, reason);
        g_free(reason);
        json_decref(json);
        return NULL;
    }
    csl_compdb *d = g_new0(csl_compdb, 1);
    d->json = json;
    d->entries = g_array_new(FALSE, FALSE, sizeof(entry));
    g_array_set_clear_func(d->entries, clear_entry);
    for (size_t i = 0; i < json_array_size(json); i++)
        add_entry(d, json_array_get(json, i));
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
    const json_t *json = g_array_index(d->entries, entry, i).json;
    char *command = bytes_of(json_object_get(json, "command"));
    if (command) {
        GPtrArray *words = csl_split_command(command);
        g_free(command);
        return words;
    }
    GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
    const json_t *list = json_object_get(json, "arguments");
    for (size_t k = 0; k < json_array_size(list); k++) {
        char *word = bytes_of(json_array_get(list, k));
        if (word)
            g_ptr_array_add(words, word);
    }
    return words;
}
