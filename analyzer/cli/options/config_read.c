/* From YAML to csl_config. Whatever is not understood is an error with its line: a misspelt key
 * must not pass in silence. */
#include "config.h"

#include "../../files/text.h"
#include "../../report/source/escape.h"

#include <string.h>
#include <yaml.h>

#include "values.h"
#include "../../limits/limits.h"

/* People write configurations; none is as large. */

/* Of one configuration. */
enum { MAX_ITEMS = 50000, MAX_BRACKETS = 5000 };

typedef struct reader {
    const char *path;
    yaml_document_t document;
    csl_config *config;
    unsigned items; /* of all lists so far */
    char *error;    /* the first one */
} reader;

/* Keeps the first error; takes `what`. */
static void wrong(reader *r, const yaml_node_t *at, char *what) {
    if (!r->error)
        r->error = g_strdup_printf("%s:%zu: %s", r->path, at->start_mark.line + 1, what);
    g_free(what);
}

/* ---- values ---------------------------------------------------------------------------------- */

static const char *text(reader *r, const yaml_node_t *node, const char *key) {
    if (node->type == YAML_SCALAR_NODE) {
        const char *value = (const char *)node->data.scalar.value;
        if (strlen(value) == node->data.scalar.length && *value)
            return value;
    }
    wrong(r, node, g_strdup_printf("`%s` is not text", key));
    return "";
}

/* One text, or a list of texts, appended to a list. */
/* True if a list may have another item: an alias stands for a long list many times. */
static bool count_item(reader *r, const yaml_node_t *node) {
    if (r->items++ < MAX_ITEMS)
        return true;
    wrong(r, node, g_strdup_printf("more than %d items of lists", MAX_ITEMS));
    return false;
}

static void texts(reader *r, const yaml_node_t *node, const char *key, GPtrArray *to) {
    if (node->type != YAML_SEQUENCE_NODE) {
        g_ptr_array_add(to, g_strdup(text(r, node, key)));
        return;
    }
    const yaml_node_item_t *item = node->data.sequence.items.start;
    for (; item < node->data.sequence.items.top && count_item(r, node); item++)
        g_ptr_array_add(to, g_strdup(text(r, yaml_document_get_node(&r->document, *item), key)));
}

static GPtrArray *new_texts(void) {
    return g_ptr_array_new_with_free_func(g_free);
}

/* As text "a,b,c". */
static char *joined(reader *r, const yaml_node_t *node, const char *key) {
    GPtrArray *list = new_texts();
    texts(r, node, key, list);
    g_ptr_array_add(list, NULL);
    char *line = g_strjoinv(",", (char **)list->pdata);
    g_ptr_array_unref(list);
    return line;
}

/* The value goes through the option of the same name, so that both accept the same. */
static void through_option(reader *r, const yaml_node_t *node, const char *key, const char *value,
                           csl_options *to) {
    char *what = csl_option_set(to, key, value);
    if (what)
        wrong(r, node, what);
}

/* Calls `entry` for every key of a mapping, each of which may be there once. */
typedef void entry_fn(reader *r, const char *key, const yaml_node_t *at, const yaml_node_t *value,
                      void *to);
static void each_entry(reader *r, const yaml_node_t *node, const char *what, entry_fn *entry,
                       void *to) {
    if (node->type != YAML_MAPPING_NODE) {
        wrong(r, node, g_strdup_printf("%s is not a list of `key: value`", what));
        return;
    }
    GHashTable *seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const yaml_node_pair_t *pair = node->data.mapping.pairs.start;
    for (; pair < node->data.mapping.pairs.top; pair++) {
        const yaml_node_t *at = yaml_document_get_node(&r->document, pair->key);
        const char *key = text(r, at, "key");
        if (!g_hash_table_add(seen, g_strdup(key)))
            wrong(r, at, g_strdup_printf("`%s` is given twice", key));
        entry(r, key, at, yaml_document_get_node(&r->document, pair->value), to);
    }
    g_hash_table_unref(seen);
}

static void unknown(reader *r, const yaml_node_t *at, const char *key) {
    static const char *const keys[] = {"inherit",    "baseline", "overrides",      "paths",
                                       "checks",     "fail-on",  "min-confidence", "header-filter",
                                       "extra-args", "barriers", "assume",         "kernel",
                                       "block-dim",  NULL};
    char *suggestion = csl_did_you_mean(key, keys);
    wrong(r, at, g_strdup_printf("unknown key `%s`%s", key, suggestion));
    g_free(suggestion);
}

/* Calls `item` for every item of a list. */
typedef void item_fn(reader *r, const yaml_node_t *item, void *to);
static void each_item(reader *r, const yaml_node_t *node, const char *key, item_fn *fn, void *to) {
    if (node->type != YAML_SEQUENCE_NODE) {
        wrong(r, node, g_strdup_printf("`%s` is not a list", key));
        return;
    }
    const yaml_node_item_t *item = node->data.sequence.items.start;
    for (; item < node->data.sequence.items.top && count_item(r, node); item++)
        fn(r, yaml_document_get_node(&r->document, *item), to);
}

/* ---- assume ---------------------------------------------------------------------------------- */

static void assume_entry(reader *r, const char *key, const yaml_node_t *at,
                         const yaml_node_t *value, void *to) {
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

static void assume(reader *r, const yaml_node_t *item, void *to) {
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
        if (!g_ascii_isalnum(*name) && *name != '_')
            return false;
    return true;
}

static void barriers(reader *r, const yaml_node_t *value, GPtrArray *to) {
    texts(r, value, "barriers", to);
    for (guint i = 0; i < to->len; i++)
        if (!is_identifier(to->pdata[i]))
            wrong(r, value,
                  g_strdup_printf("`%s` is not the name of a function", (char *)to->pdata[i]));
}

static void setting(reader *r, const char *key, const yaml_node_t *at, const yaml_node_t *value,
                    void *to) {
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

static void override_entry(reader *r, const char *key, const yaml_node_t *at,
                           const yaml_node_t *value, void *to) {
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

static void override_item(reader *r, const yaml_node_t *item, void *to) {
    csl_override override = {new_texts(), new_settings()};
    each_entry(r, item, "an item of `overrides`", override_entry, &override);
    if (!override.paths->len)
        wrong(r, item, g_strdup("an item of `overrides` needs `paths`"));
    g_array_append_val((GArray *)to, override);
}

/* ---- the file -------------------------------------------------------------------------------- */

static void top_entry(reader *r, const char *key, const yaml_node_t *at, const yaml_node_t *value,
                      void *to) {
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

static void read_document(reader *r, yaml_parser_t *parser) {
    const yaml_node_t *root = yaml_document_get_root_node(&r->document);
    bool nothing = !root || (root->type == YAML_SCALAR_NODE && root->data.scalar.length == 0);
    if (!nothing)
        each_entry(r, root, "the configuration", top_entry, r->config);
    yaml_document_delete(&r->document);
    if (nothing || r->error)
        return;
    if (!yaml_parser_load(parser, &r->document))
        return; /* what follows "---" and is no YAML is reported by the caller */
    root = yaml_document_get_root_node(&r->document);
    if (root)
        wrong(r, root, g_strdup("more than one document"));
    yaml_document_delete(&r->document);
}

static void read_text(reader *r, const char *content, gsize bytes) {
    yaml_parser_t parser;
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_string(&parser, (const unsigned char *)content, bytes);
    if (yaml_parser_load(&parser, &r->document))
        read_document(r, &parser);
    if (parser.error != YAML_NO_ERROR && !r->error)
        r->error = g_strdup_printf("%s:%zu: not YAML: %s", r->path, parser.problem_mark.line + 1,
                                   parser.problem ? parser.problem : "not text");
    yaml_parser_delete(&parser);
}

/* The parser takes the square of their depth. */
static size_t brackets_in(const csl_text *text) {
    size_t n = 0;
    for (size_t i = 0; i < text->n; i++)
        n += text->bytes[i] == '[' || text->bytes[i] == '{';
    return n;
}

csl_config *csl_config_read(const char *path, char **error) {
    csl_text content;
    *error = csl_read_file(path, CSL_LIMIT(config_bytes), &content);
    if (*error)
        return NULL;
    csl_config *config = g_new0(csl_config, 1);
    config->path = g_strdup(path);
    char *full = g_canonicalize_filename(path, NULL);
    config->directory = g_path_get_dirname(full);
    g_free(full);
    config->settings = new_settings();
    config->overrides = g_array_new(FALSE, TRUE, sizeof(csl_override));
    g_array_set_clear_func(config->overrides, clear_override);
    reader r = {.path = path, .config = config};
    if (brackets_in(&content) > MAX_BRACKETS)
        r.error = g_strdup_printf("%s: more than %d brackets", path, MAX_BRACKETS);
    else
        read_text(&r, content.bytes, content.n);
    g_free(content.bytes);
    if (r.error) {
        csl_config_free(config);
        *error = csl_visible(r.error); /* it may quote the file */
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
