/* From what yaml_nodes.c makes of the file to csl_config. Whatever is not understood is an error
 * with its line: a misspelt key must not pass in silence. */
#include "../../files/words.h"
#include "config.h"

#include "../../child/foreign.h"
#include "../../files/link.h"
#include "../../report/source/escape.h"

#include <string.h>

#include "values.h"
#include "yaml_nodes.h"
#include "../../limits/limits.h"

typedef struct reader {
    const char *path;
    csl_config *config;
    char *error; /* the first one */
} reader;

/* Keeps the first error; takes `what`. */
static void wrong(reader *r, const json_t *at, char *what) {
    if (!r->error)
        r->error = g_strdup_printf("%s:%u: %s", r->path, csl_yaml_line(at), what);
    g_free(what);
}

/* ---- values ---------------------------------------------------------------------------------- */

static const char *text(reader *r, const json_t *node, const char *key) {
    const char *value = csl_yaml_text(node);
    if (value && *value)
        return value;
    wrong(r, node, g_strdup_printf("`%s` is not text", key));
    return "";
}

/* One text, or a list of texts, appended to a list. */
static void texts(reader *r, const json_t *node, const char *key, GPtrArray *to) {
    const json_t *items = csl_yaml_items(node), *item;
    size_t i;
    if (!items)
        g_ptr_array_add(to, g_strdup(text(r, node, key)));
    json_array_foreach(items, i, item) g_ptr_array_add(to, g_strdup(text(r, item, key)));
}

static GPtrArray *new_texts(void) {
    return g_ptr_array_new_with_free_func(g_free);
}

/* As text "a,b,c". */
static char *joined(reader *r, const json_t *node, const char *key) {
    GPtrArray *list = new_texts();
    texts(r, node, key, list);
    g_ptr_array_add(list, NULL);
    char *line = g_strjoinv(",", (char **)list->pdata);
    g_ptr_array_unref(list);
    return line;
}

/* The value goes through the option of the same name, so that both accept the same. */
static void through_option(reader *r, const json_t *node, const char *key, const char *value,
                           csl_options *to) {
    char *what = csl_option_set(to, key, value);
    if (what)
        wrong(r, node, what);
}

/* Calls `entry` for every key of a mapping, each of which may be there once. */
typedef void entry_fn(reader *r, const char *key, const json_t *at, const json_t *value, void *to);
static void each_entry(reader *r, const json_t *node, const char *what, entry_fn *entry, void *to) {
    const json_t *pairs = csl_yaml_pairs(node);
    if (!pairs) {
        wrong(r, node, g_strdup_printf("%s is not a list of `key: value`", what));
        return;
    }
    GHashTable *seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (size_t i = 0; i + 1 < json_array_size(pairs); i += 2) {
        const json_t *at = json_array_get(pairs, i);
        const char *key = text(r, at, "key");
        if (!g_hash_table_add(seen, g_strdup(key)))
            wrong(r, at, g_strdup_printf("`%s` is given twice", key));
        entry(r, key, at, json_array_get(pairs, i + 1), to);
    }
    g_hash_table_unref(seen);
}

static void unknown(reader *r, const json_t *at, const char *key) {
    static const char *const keys[] = {"inherit",    "baseline", "overrides",      "paths",
                                       "checks",     "fail-on",  "min-confidence", "header-filter",
                                       "extra-args", "barriers", "assume",         "kernel",
                                       "block-dim",  NULL};
    char *suggestion = csl_did_you_mean(key, keys);
    wrong(r, at, g_strdup_printf("unknown key `%s`%s", key, suggestion));
    g_free(suggestion);
}

/* Calls `item` for every item of a list. */
typedef void item_fn(reader *r, const json_t *item, void *to);
static void each_item(reader *r, const json_t *node, const char *key, item_fn *fn, void *to) {
    const json_t *items = csl_yaml_items(node), *item;
    size_t i;
    if (!items)
        wrong(r, node, g_strdup_printf("`%s` is not a list", key));
    json_array_foreach(items, i, item) fn(r, item, to);
}

/* ---- assume ---------------------------------------------------------------------------------- */

static void assume_entry(reader *r, const char *key, const json_t *at, const json_t *value,
                         void *to) {
    csl_assumed_block *assumed = to;
    if (strcmp(key, "kernel") == 0) {
        g_free(assumed->kernel);
        assumed->kernel = g_strdup(text(r, value, key));
    } else if (strcmp(key, "block-dim") == 0) {
        csl_options scratch = {0};
        char *dim = joined(r, value, key);
        through_option(r, value, key, dim, &scratch);
        memcpy(assumed->block_dim, scratch.block_dim, sizeof assumed->block_dim);
        g_free(dim);
    } else {
        unknown(r, at, key);
    }
}

static void assume(reader *r, const json_t *item, void *to) {
    csl_assumed_block assumed = {0};
    each_entry(r, item, "an item of `assume`", assume_entry, &assumed);
    if (!assumed.kernel || !assumed.block_dim[0])
        wrong(r, item, g_strdup("an item of `assume` needs `kernel` and `block-dim`"));
    g_array_append_val((GArray *)to, assumed);
}

/* ---- settings -------------------------------------------------------------------------------- */

static bool is_identifier(const char *name) {
    if (g_ascii_isdigit(name[0]))
        return false;
    for (; *name; name++)
        if (!csl_is_word_char(*name))
            return false;
    return true;
}

static void barriers(reader *r, const json_t *value, GPtrArray *to) {
    texts(r, value, "barriers", to);
    for (guint i = 0; i < to->len; i++)
        if (!is_identifier(to->pdata[i]))
            wrong(r, value,
                  g_strdup_printf("`%s` is not the name of a function", (char *)to->pdata[i]));
}

static void setting(reader *r, const char *key, const json_t *at, const json_t *value, void *to) {
    csl_settings *s = to;
    csl_options scratch = {0};
    if (strcmp(key, "checks") == 0) {
        g_free(s->checks);
        s->checks = joined(r, value, key);
        through_option(r, value, key, s->checks, &scratch);
    } else if (strcmp(key, "fail-on") == 0) {
        through_option(r, value, key, text(r, value, key), &scratch);
        s->fail_on = scratch.fail_on;
    } else if (strcmp(key, "min-confidence") == 0) {
        through_option(r, value, key, text(r, value, key), &scratch);
        s->min_confidence = (int)scratch.min_confidence;
    } else if (strcmp(key, "header-filter") == 0) {
        g_free(s->header_filter);
        s->header_filter = g_strdup(text(r, value, key));
        through_option(r, value, key, s->header_filter, &scratch);
    } else if (strcmp(key, "extra-args") == 0) {
        texts(r, value, key, s->extra_args);
    } else if (strcmp(key, "barriers") == 0) {
        barriers(r, value, s->barriers);
    } else if (strcmp(key, "assume") == 0) {
        each_item(r, value, key, assume, s->assumed);
    } else {
        unknown(r, at, key);
    }
}

static void override_entry(reader *r, const char *key, const json_t *at, const json_t *value,
                           void *to) {
    csl_override *override = to;
    if (strcmp(key, "paths") == 0)
        texts(r, value, key, override->paths);
    else
        setting(r, key, at, value, &override->settings);
}

static void clear_assumed(void *data) {
    g_free(((csl_assumed_block *)data)->kernel);
}

static csl_settings new_settings(void) {
    csl_settings s = {.fail_on = -1,
                      .min_confidence = -1,
                      .extra_args = new_texts(),
                      .barriers = new_texts(),
                      .assumed = g_array_new(FALSE, TRUE, sizeof(csl_assumed_block))};
    g_array_set_clear_func(s.assumed, clear_assumed);
    return s;
}

static void clear_settings(csl_settings *s) {
    g_free(s->checks);
    g_free(s->header_filter);
    g_ptr_array_unref(s->extra_args);
    g_ptr_array_unref(s->barriers);
    g_array_unref(s->assumed);
}

static void clear_override(void *data) {
    csl_override *override = data;
    g_ptr_array_unref(override->paths);
    clear_settings(&override->settings);
}

static void override_item(reader *r, const json_t *item, void *to) {
    csl_override override = {new_texts(), new_settings()};
    each_entry(r, item, "an item of `overrides`", override_entry, &override);
    if (!override.paths->len)
        wrong(r, item, g_strdup("an item of `overrides` needs `paths`"));
    g_array_append_val((GArray *)to, override);
}

/* ---- the file -------------------------------------------------------------------------------- */

static void top_entry(reader *r, const char *key, const json_t *at, const json_t *value, void *to) {
    csl_config *config = to;
    if (strcmp(key, "inherit") == 0) {
        const char *word = text(r, value, key);
        config->inherit = strcmp(word, "true") == 0;
        if (!config->inherit && strcmp(word, "false") != 0)
            wrong(r, value, g_strdup("`inherit` is true or false"));
    } else if (strcmp(key, "baseline") == 0) {
        g_free(config->baseline);
        config->baseline = g_canonicalize_filename(text(r, value, key), config->directory);
    } else if (strcmp(key, "overrides") == 0) {
        each_item(r, value, key, override_item, config->overrides);
    } else {
        setting(r, key, at, value, &config->settings);
    }
}

csl_config *csl_config_read(const char *path, char **error) {
    static const char *const endings[] = {".yaml", ".yml", NULL};
    char *other = csl_link_to_other(path, endings);
    if (other) { /* messages quote what a configuration says */
        *error = g_strdup_printf("%s is a link to %s, which is no configuration", path, other);
        g_free(other);
        return NULL;
    }
    json_t *document =
        csl_foreign_file(path, CSL_LIMIT(config_bytes), csl_yaml_read, path, NULL, error);
    if (!document) {
        char *said = *error;
        *error = csl_visible(said); /* it may quote the file */
        g_free(said);
        return NULL;
    }
    csl_config *config = g_new0(csl_config, 1);
    config->path = g_strdup(path);
    char *full = g_canonicalize_filename(path, NULL);
    config->directory = g_path_get_dirname(full);
    g_free(full);
    config->settings = new_settings();
    config->overrides = g_array_new(FALSE, TRUE, sizeof(csl_override));
    g_array_set_clear_func(config->overrides, clear_override);
    reader r = {.path = path, .config = config};
    const json_t *root = json_object_get(document, "root");
    if (root)
        each_entry(&r, root, "the configuration", top_entry, config);
    if (!r.error)
        r.error = g_strdup(json_string_value(json_object_get(document, "problem")));
    json_decref(document);
    if (r.error) {
        csl_config_free(config);
        *error = csl_visible(r.error);
        g_free(r.error);
        return NULL;
    }
    return config;
}

void csl_config_free(csl_config *config) {
    g_free(config->path);
    g_free(config->directory);
    g_free(config->baseline);
    clear_settings(&config->settings);
    g_array_unref(config->overrides);
    g_free(config);
}
