#include "cache.h"

#include "../../analysis/facts.h"
#include "../../decide/z3/solver.h"
#include "../../files/text.h"
#include "../../frontend/frontend.h"
#include "../plan/headers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What no run has used for so long is removed. */
static const time_t max_age = 90 * 24 * 3600;

/* Changes whenever entries of older tools cannot be read. */
#define FORMAT "cudasynclint cache 2"

enum { MAX_ENTRY_BYTES = 256 << 20, MAX_SOURCE_BYTES = 64 << 20 };

struct csl_cache {
    char *folder;
    char *tool;          /* stands for this very tool and the libraries that decide */
    GHashTable *digests; /* path -> digest of the file's text, or "" */
    GHashTable *exists;  /* path -> whether there is such a file */
    struct timespec began;
};

/* ---- digests --------------------------------------------------------------------------------- */

/* Strings are told apart by their ends: "a","bc" is not "ab","c". */
static void feed(GChecksum *sum, const char *text) {
    g_checksum_update(sum, (const guchar *)(text ? text : "\n"),
                      (gssize)strlen(text ? text : "\n"));
    g_checksum_update(sum, (const guchar *)"", 1);
}

static void feed_number(GChecksum *sum, uint64_t number) {
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)number);
    feed(sum, text);
}

static void feed_strings(GChecksum *sum, const GPtrArray *strings) {
    feed_number(sum, strings->len);
    for (guint i = 0; i < strings->len; i++)
        feed(sum, strings->pdata[i]);
}

static char *finish(GChecksum *sum) {
    char *digest = g_strdup(g_checksum_get_string(sum));
    g_checksum_free(sum);
    return digest;
}

/* Digest of a file's text; "" if it cannot be read or is too large for a source. */
static const char *digest_of(csl_cache *cache, const char *path) {
    const char *known = g_hash_table_lookup(cache->digests, path);
    if (known)
        return known;
    char *text = NULL, *digest = NULL;
    gsize length;
    struct stat status;
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= MAX_SOURCE_BYTES &&
        g_file_get_contents(path, &text, &length, NULL))
        digest = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, length);
    g_free(text);
    if (!digest)
        digest = g_strdup("");
    g_hash_table_insert(cache->digests, g_strdup(path), digest);
    return digest;
}

static bool file_exists(csl_cache *cache, const char *path) {
    void *known;
    if (g_hash_table_lookup_extended(cache->exists, path, NULL, &known))
        return known != NULL;
    bool found = access(path, F_OK) == 0;
    g_hash_table_insert(cache->exists, g_strdup(path), found ? cache : NULL);
    return found;
}

/* ---- keys ------------------------------------------------------------------------------------ */

/* Every option that csl_analyse_file looks at. */
static void feed_options(GChecksum *sum, const csl_options *o) {
    feed(sum, o->checks);
    feed(sum, o->header_filter);
    feed_number(sum, o->min_confidence);
    feed_number(sum, o->concerns);
    for (int i = 0; i < 3; i++) {
        feed_number(sum, o->block_dim[i]);
        feed_number(sum, o->grid_dim[i]);
    }
    feed_number(sum, o->archs->len);
    for (guint i = 0; i < o->archs->len; i++)
        feed_number(sum, g_array_index(o->archs, uint32_t, i));
    feed(sum, o->cuda_path);
    feed_strings(sum, o->barriers);
    feed_strings(sum, o->config_args);
    feed_number(sum, o->assumed->len);
    for (guint i = 0; i < o->assumed->len; i++) {
        const csl_assumed_block *a = &g_array_index(o->assumed, csl_assumed_block, i);
        feed(sum, a->kernel);
        for (int k = 0; k < 3; k++)
            feed_number(sum, a->block_dim[k]);
    }
}

/* What is known of an input before it is parsed. */
static char *key_of(csl_cache *cache, const csl_input *input) {
    GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
    feed(sum, FORMAT);
    feed(sum, cache->tool);
    feed_options(sum, input->options);
    feed(sum, input->path);
    feed(sum, input->contents);
    feed(sum, input->contents ? "" : digest_of(cache, input->path));
    feed_strings(sum, input->flags->args);
    feed_number(sum, input->flags->arch);
    if (input->launches) /* what other files say of its kernels */
        feed_strings(sum, input->launches);
    if (input->kernels)
        feed_strings(sum, input->kernels);
    return finish(sum);
}

/* Takes the name of a folder. */
static void add_dir(GPtrArray *dirs, char *dir) {
    if (g_ptr_array_find_with_equal_func(dirs, dir, g_str_equal, NULL))
        g_free(dir);
    else
        g_ptr_array_add(dirs, dir);
}

/* Where headers are looked for: along the include path and beside the files that include them. */
static GPtrArray *include_dirs(const csl_input *input, const csl_result *result) {
    static const char *const pairs[] = {"-isystem", "-iquote", "-idirafter"};
    GPtrArray *dirs = g_ptr_array_new_with_free_func(g_free);
    const GPtrArray *sources[] = {input->flags->args, input->options->config_args};
    for (size_t s = 0; s < G_N_ELEMENTS(sources); s++)
        for (guint i = 0; i < sources[s]->len; i++) {
            const char *word = sources[s]->pdata[i];
            if (g_str_has_prefix(word, "-I"))
                add_dir(dirs, g_strdup(word + 2));
            for (size_t k = 0; k < G_N_ELEMENTS(pairs) && i + 1 < sources[s]->len; k++)
                if (strcmp(word, pairs[k]) == 0)
                    add_dir(dirs, g_strdup(sources[s]->pdata[i + 1]));
        }
    add_dir(dirs, g_path_get_dirname(input->path));
    for (uint32_t i = 0; i < result->nincludes; i++)
        add_dir(dirs, g_path_get_dirname(result->includes[i]));
    if (result->incomplete) { /* a missing one may turn up anywhere in the project */
        GPtrArray *around = csl_header_folders(input->path);
        for (guint i = 0; i < around->len; i++)
            add_dir(dirs, g_strdup(around->pdata[i]));
        g_ptr_array_unref(around);
    }
    return dirs;
}

/* In which folders there is a file of this name: a new one may take the place of the old one. */
static void feed_places(GChecksum *sum, csl_cache *cache, const GPtrArray *dirs, const char *name) {
    for (guint i = 0; i < dirs->len; i++) {
        char *path = g_build_filename(dirs->pdata[i], name, NULL);
        if (file_exists(cache, path))
            feed(sum, path);
        g_free(path);
    }
}

/* What the result depends on besides the key, as it is now. */
static char *state_of(csl_cache *cache, const csl_input *input, const csl_result *result) {
    GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
    GPtrArray *dirs = include_dirs(input, result);
    for (uint32_t i = 0; i < result->nincludes; i++) {
        const char *path = result->includes[i];
        feed(sum, path);
        feed(sum, digest_of(cache, path));
        for (guint k = 0; k < dirs->len; k++) {
            const char *dir = dirs->pdata[k];
            size_t n = strlen(dir);
            if (n && strncmp(path, dir, n) == 0 && path[n] == '/')
                feed_places(sum, cache, dirs, path + n + 1);
        }
    }
    for (uint32_t i = 0; i < result->nnames; i++) {
        feed(sum, result->names[i]);
        feed_places(sum, cache, dirs, result->names[i]);
    }
    g_ptr_array_unref(dirs);
    return finish(sum);
}

/* ---- the folder ------------------------------------------------------------------------------ */

char *csl_cache_open(csl_cache **to, const csl_options *o) {
    *to = NULL;
    if (o->no_cache || o->dump)
        return NULL;
    char *folder = o->cache_dir ? g_strdup(o->cache_dir)
                                : g_build_filename(g_get_user_cache_dir(), "cudasynclint", NULL);
    if (g_mkdir_with_parents(folder, 0700) != 0) {
        char *error = o->cache_dir ? g_strdup_printf("%s: %s", folder, g_strerror(errno)) : NULL;
        g_free(folder);
        return error;
    }
    csl_cache *cache = g_new0(csl_cache, 1);
    cache->folder = folder;
    cache->digests = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    cache->exists = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    clock_gettime(CLOCK_REALTIME, &cache->began);
    cache->tool = g_strdup_printf("%s %s %s", csl_libclang_version(), csl_solver_version(),
                                  digest_of(cache, "/proc/self/exe"));
    *to = cache;
    return NULL;
}

void csl_cache_free(csl_cache *cache) {
    if (!cache)
        return;
    g_hash_table_unref(cache->digests);
    g_hash_table_unref(cache->exists);
    g_free(cache->tool);
    g_free(cache->folder);
    g_free(cache);
}

static char *entry_path(const csl_cache *cache, const char *key) {
    char shelf[3] = {key[0], key[1], 0};
    return g_build_filename(cache->folder, shelf, key + 2, NULL);
}

csl_result *csl_cache_get(csl_cache *cache, csl_ctx *ctx, const csl_input *input) {
    char *key = key_of(cache, input), *path = entry_path(cache, key);
    char *text = NULL;
    gsize length = 0;
    struct stat status;
    csl_result *result = NULL;
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= MAX_ENTRY_BYTES &&
        g_file_get_contents(path, &text, &length, NULL)) {
        /* The state, a newline, the document. */
        const char *end = memchr(text, '\n', length), *error;
        if (end)
            result = csl_read_result(ctx, end + 1, length - (size_t)(end + 1 - text), &error);
        if (result) {
            char *state = state_of(cache, input, result), *line = g_strdup_printf("%s\n", state);
            if (g_str_has_prefix(text, line))
                utimensat(AT_FDCWD, path, NULL, 0); /* in use */
            else
                result = NULL;
            g_free(line);
            g_free(state);
        }
    }
    g_free(text);
    g_free(path);
    g_free(key);
    return result;
}

/* True if the file may have been changed while it was analysed. */
static bool is_new(const csl_cache *cache, const char *path) {
    struct stat status;
    if (stat(path, &status) != 0)
        return true;
    const struct timespec t = status.st_mtim;
    return t.tv_sec > cache->began.tv_sec ||
           (t.tv_sec == cache->began.tv_sec && t.tv_nsec >= cache->began.tv_nsec);
}

/* One of the 256 folders at a time: those that are written to. */
static void remove_old(const csl_cache *cache, const char *folder) {
    GDir *dir = g_dir_open(folder, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        struct stat status;
        char *path = g_build_filename(folder, name, NULL);
        if (stat(path, &status) == 0 && status.st_mtime < cache->began.tv_sec - max_age)
            unlink(path);
        g_free(path);
    }
    if (dir)
        g_dir_close(dir);
}

/* A cache that cannot be written costs time, nothing else. */
static void write_entry(const csl_cache *cache, const char *path, const char *state,
                        const char *document, size_t bytes) {
    char *folder = g_path_get_dirname(path);
    if (g_mkdir_with_parents(folder, 0700) == 0) {
        GString *entry = g_string_new(state);
        g_string_append_c(entry, '\n');
        g_string_append_len(entry, document, (gssize)bytes);
        g_free(csl_write_file(path, entry->str, entry->len));
        g_string_free(entry, TRUE);
        remove_old(cache, folder);
    }
    g_free(folder);
}

void csl_cache_put(csl_cache *cache, const csl_input *input, const csl_result *result,
                   const char *document, size_t bytes) {
    bool changed = result->error || (!input->contents && is_new(cache, input->path));
    for (uint32_t i = 0; i < result->nincludes; i++)
        changed |= is_new(cache, result->includes[i]) || !*digest_of(cache, result->includes[i]);
    if (changed)
        return;
    char *key = key_of(cache, input), *path = entry_path(cache, key);
    char *state = state_of(cache, input, result);
    write_entry(cache, path, state, document, bytes);
    g_free(state);
    g_free(path);
    g_free(key);
}
