#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../../frontend/parse/nvcc_args.h"
#include "../../report/source/glob.h"

struct csl_configs {
    const csl_options *o;
    GHashTable *read;     /* path -> csl_config */
    GHashTable *nearest;  /* directory -> csl_config in it or above, or NULL */
    GPtrArray *effective; /* csl_options of single files */
    GPtrArray *texts;     /* char * that those point to */
    const char *baseline; /* the first that a configuration named */
    const char *named_by; /* ... and which one */
};

static void free_effective(void *data) {
    csl_options *o = data;
    g_array_unref(o->assumed);
    g_ptr_array_unref(o->barriers);
    g_ptr_array_unref(o->config_args);
    g_ptr_array_unref(o->config_files);
    g_free(o);
}

csl_configs *csl_configs_new(const csl_options *o) {
    csl_configs *c = g_new0(csl_configs, 1);
    c->o = o;
    c->read =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)csl_config_free);
    c->nearest = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    c->effective = g_ptr_array_new_with_free_func(free_effective);
    c->texts = g_ptr_array_new_with_free_func(g_free);
    return c;
}

void csl_configs_free(csl_configs *c) {
    g_ptr_array_unref(c->effective);
    g_ptr_array_unref(c->texts);
    g_hash_table_unref(c->nearest);
    g_hash_table_unref(c->read);
    g_free(c);
}

/* ---- finding --------------------------------------------------------------------------------- */

static const csl_config *read_once(csl_configs *c, const char *path, char **error) {
    csl_config *config = g_hash_table_lookup(c->read, path);
    if (!config) {
        config = csl_config_read(path, error);
        if (config)
            g_hash_table_insert(c->read, g_strdup(path), config);
    }
    return config;
}

/* The configuration in a directory or the nearest one above it; NULL if there is none. */
static const csl_config *above(csl_configs *c, const char *directory, char **error) {
    void *known;
    if (g_hash_table_lookup_extended(c->nearest, directory, NULL, &known))
        return known;
    const csl_config *config = NULL;
    char *path = g_build_filename(directory, CSL_CONFIG_NAME, NULL);
    if (g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
        config = read_once(c, path, error);
    } else if (strcmp(directory, "/") != 0) {
        char *parent = g_path_get_dirname(directory);
        config = above(c, parent, error);
        g_free(parent);
    }
    g_free(path);
    if (!*error)
        g_hash_table_insert(c->nearest, g_strdup(directory), (void *)config);
    return config;
}

/* The configurations that count for a file, the farthest first. */
static GPtrArray *chain_for(csl_configs *c, const char *file, char **error) {
    GPtrArray *chain = g_ptr_array_new();
    if (c->o->isolated)
        return chain;
    if (c->o->config) {
        const csl_config *config = read_once(c, c->o->config, error);
        if (config)
            g_ptr_array_add(chain, (void *)config);
        return chain;
    }
    char *directory = g_path_get_dirname(file);
    const csl_config *config = above(c, directory, error);
    g_free(directory);
    while (config) {
        g_ptr_array_insert(chain, 0, (void *)config);
        const bool more = config->inherit && strcmp(config->directory, "/") != 0;
        directory = g_path_get_dirname(config->directory);
        config = more ? above(c, directory, error) : NULL;
        g_free(directory);
    }
    return chain;
}

/* ---- merging --------------------------------------------------------------------------------- */

/* Two lists of globs, of which the second has the last word. */
static const char *joined_checks(csl_configs *c, const char *first, const char *second) {
    if (!first || !second)
        return first ? first : second;
    char *both = g_strdup_printf("%s,%s", first, second);
    g_ptr_array_add(c->texts, both);
    return both;
}

static void add_args(csl_options *to, const GPtrArray *words, const char *directory) {
    csl_nvcc_args *args =
        csl_nvcc_args_read((const char *const *)words->pdata, words->len, directory);
    for (guint i = 0; i < args->args->len; i++)
        g_ptr_array_add(to->config_args, g_strdup(args->args->pdata[i]));
    csl_nvcc_args_free(args);
}

static void add_settings(csl_configs *c, csl_options *to, const csl_settings *s,
                         const char *directory) {
    to->checks = joined_checks(c, to->checks, s->checks);
    if (s->fail_on >= 0)
        to->fail_on = s->fail_on;
    if (s->min_confidence >= 0)
        to->min_confidence = (csl_confidence)s->min_confidence;
    if (s->header_filter)
        to->header_filter = s->header_filter;
    for (guint i = 0; i < s->barriers->len; i++)
        if (!g_ptr_array_find_with_equal_func(to->barriers, s->barriers->pdata[i], g_str_equal,
                                              NULL))
            g_ptr_array_add(to->barriers, s->barriers->pdata[i]);
    g_array_append_vals(to->assumed, s->assumed->data, s->assumed->len);
    add_args(to, s->extra_args, directory);
}

static bool matches(const GPtrArray *globs, const char *file, const char *directory) {
    size_t n = strlen(directory);
    bool below = strncmp(file, directory, n) == 0 && (file[n] == '/' || n == 1);
    for (guint i = 0; below && i < globs->len; i++)
        if (csl_glob_matches(globs->pdata[i], file + (n == 1 ? 1 : n + 1)))
            return true;
    return false;
}

static void add_config(csl_configs *c, csl_options *to, const csl_config *config,
                       const char *file) {
    g_ptr_array_add(to->config_files, config->path);
    if (config->baseline)
        to->baseline = config->baseline;
    add_settings(c, to, &config->settings, config->directory);
    for (guint i = 0; i < config->overrides->len; i++) {
        const csl_override *o = &g_array_index(config->overrides, csl_override, i);
        if (matches(o->paths, file, config->directory))
            add_settings(c, to, &o->settings, config->directory);
    }
}

/* What the command line says beats what the configuration said. */
static void add_command_line(csl_configs *c, csl_options *to) {
    const csl_options *o = c->o;
    to->checks = joined_checks(c, to->checks, o->checks);
    if (o->fail_on_given)
        to->fail_on = o->fail_on;
    if (o->min_confidence_given)
        to->min_confidence = o->min_confidence;
    if (o->header_filter)
        to->header_filter = o->header_filter;
    if (o->baseline)
        to->baseline = o->baseline;
    if (o->block_dim[0])
        g_array_set_size(to->assumed, 0);
    if (to->config_args->len)
        add_args(to, o->extra_args, NULL);
}

/* One run has one baseline. */
static char *check_baseline(csl_configs *c, const csl_options *to, const char *file) {
    if (!to->baseline)
        return NULL;
    if (c->baseline && strcmp(c->baseline, to->baseline) != 0)
        return g_strdup_printf("%s and %s have different baselines, %s and %s: check them in two "
                               "runs, or name one with --baseline=FILE",
                               c->named_by, file, c->baseline, to->baseline);
    if (!c->baseline) {
        c->baseline = to->baseline;
        c->named_by = file;
    }
    return NULL;
}

const csl_options *csl_configs_for(csl_configs *c, const char *source, char **error) {
    char *real = realpath(source, NULL);
    char *file = real ? g_strdup(real) : g_canonicalize_filename(source, NULL);
    free(real);
    g_ptr_array_add(c->texts, file);
    *error = NULL;
    GPtrArray *chain = chain_for(c, file, error);
    csl_options *to = g_memdup2(c->o, sizeof *c->o);
    to->checks = to->header_filter = to->baseline = NULL;
    to->assumed = g_array_new(FALSE, FALSE, sizeof(csl_assumed_block));
    to->barriers = g_ptr_array_new();
    to->config_args = g_ptr_array_new_with_free_func(g_free);
    to->config_files = g_ptr_array_new();
    g_ptr_array_add(c->effective, to);
    for (guint i = 0; i < chain->len; i++)
        add_config(c, to, chain->pdata[i], file);
    g_ptr_array_unref(chain);
    add_command_line(c, to);
    if (!*error)
        *error = check_baseline(c, to, file);
    return *error ? NULL : to;
}
