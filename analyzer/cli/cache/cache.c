#include "cache.h"

#include "../../analysis/facts.h"
#include "../../decide/z3/solver.h"
#include "../../files/text.h"
#include "../../frontend/frontend.h"
#include "../output/messages.h"
#include "entry.h"
#include "../../limits/limits.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What no run has used for so long is removed. */
static const time_t max_age = 90 * 24 * 3600;

/* Changes whenever entries of older tools cannot be read. */
#define FORMAT "cudasynclint cache 3"

struct csl_cache {
    char *folder;
    char *tool; /* stands for this very tool and the libraries that decide */
    csl_digests *digests;
    time_t began;
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

/* ---- keys ------------------------------------------------------------------------------------ */

/* Every option that csl_analyse_file looks at. */
static void feed_options(GChecksum *sum, const csl_options *o) {
    feed(sum, o->checks);
    feed(sum, o->header_filter);
    feed_number(sum, o->min_confidence);
    feed_number(sum, csl_told_from(o));
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

/* What is known of an input before it is parsed. `asked`: of trials of fixes, or NULL. */
static char *key_of(csl_cache *cache, const csl_input *input, const char *asked) {
    GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
    feed(sum, FORMAT);
    feed(sum, cache->tool);
    feed_options(sum, input->options);
    feed(sum, input->path);
    feed(sum, input->contents);
    feed(sum, input->contents ? "" : csl_digest_of(cache->digests, input->path));
    feed_strings(sum, input->flags->args);
    feed_number(sum, input->flags->arch);
    if (input->launches) /* what other files say of its kernels */
        feed_strings(sum, input->launches);
    if (input->kernels)
        feed_strings(sum, input->kernels);
    if (input->left_out) {
        feed(sum, "without");
        feed_strings(sum, input->left_out);
    }
    if (asked) {
        feed(sum, "trials");
        feed(sum, asked);
    }
    return finish(sum);
}

/* ---- the folder ------------------------------------------------------------------------------ */

/* What others can write to says nothing about this user's sources. */
static bool is_ours(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && status.st_uid == geteuid() &&
           !(status.st_mode & (S_IWGRP | S_IWOTH));
}

char *csl_cache_open(csl_cache **to, const csl_options *o, csl_digests *digests) {
    *to = NULL;
    if (o->no_cache || o->dump || o->proof)
        return NULL;
    char *folder = o->cache_dir ? g_strdup(o->cache_dir)
                                : g_build_filename(g_get_user_cache_dir(), "cudasynclint", NULL);
    if (g_mkdir_with_parents(folder, 0700) != 0) {
        char *error = o->cache_dir ? g_strdup_printf("%s: %s", folder, g_strerror(errno)) : NULL;
        g_free(folder);
        return error;
    }
    if (!is_ours(folder)) {
        csl_complain(folder, "no cache: other users own it or can write to it");
        g_free(folder);
        return NULL;
    }
    csl_cache *cache = g_new0(csl_cache, 1);
    cache->folder = folder;
    cache->digests = digests;
    cache->began = time(NULL);
    cache->tool = g_strdup_printf("%s %s %s", csl_libclang_version(), csl_solver_version(),
                                  csl_digest_of(digests, "/proc/self/exe"));
    *to = cache;
    return NULL;
}

void csl_cache_free(csl_cache *cache) {
    if (!cache)
        return;
    g_free(cache->tool);
    g_free(cache->folder);
    g_free(cache);
}

static char *entry_path(const csl_cache *cache, const char *key) {
    char shelf[3] = {key[0], key[1], 0};
    return g_build_filename(cache->folder, shelf, key + 2, NULL);
}

static bool ours_with_folder(const char *path) {
    char *folder = g_path_get_dirname(path);
    const bool ours = is_ours(folder) && is_ours(path);
    g_free(folder);
    return ours;
}

/* The document of the entry of this key, if it is whole and what it depends on, added to `depends`,
 * is as it was. It lies in `text`, which the caller frees. Takes the key. */
static const char *look_up(csl_cache *cache, char *key, csl_depends *depends, csl_text *text) {
    char *path = entry_path(cache, key);
    char *error = ours_with_folder(path) ? csl_read_file(path, CSL_LIMIT(cache_bytes), text) : NULL;
    const char *document = text->bytes ? csl_entry_read(text, depends) : NULL;
    if (document && !csl_depends_hold(cache->digests, depends))
        document = NULL;
    if (document)
        utimensat(AT_FDCWD, path, NULL, 0); /* in use */
    g_free(error);
    g_free(path);
    g_free(key);
    return document;
}

csl_result *csl_cache_get(csl_cache *cache, csl_ctx *ctx, const csl_input *input,
                          csl_texts *texts) {
    csl_text text = {NULL, 0};
    csl_depends *depends = g_ptr_array_new_with_free_func(g_free);
    const char *wrong, *document = look_up(cache, key_of(cache, input, NULL), depends, &text);
    csl_result *result = document ? csl_read_result(ctx, document, strlen(document), &wrong) : NULL;
    if (result) {
        csl_depends_tell(ctx, result, depends);
        csl_texts_add(texts, result, depends);
    }
    g_ptr_array_unref(depends);
    g_free(text.bytes);
    return result;
}

char *csl_cache_get_trials(csl_cache *cache, const csl_input *input, const char *asked) {
    csl_text text = {NULL, 0};
    csl_depends *depends = g_ptr_array_new_with_free_func(g_free);
    char *document = g_strdup(look_up(cache, key_of(cache, input, asked), depends, &text));
    g_ptr_array_unref(depends);
    g_free(text.bytes);
    return document;
}

/* One of the 256 folders at a time: those that are written to. */
static void remove_old(const csl_cache *cache, const char *folder) {
    GDir *dir = g_dir_open(folder, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        struct stat status;
        char *path = g_build_filename(folder, name, NULL);
        if (stat(path, &status) == 0 && status.st_mtime < cache->began - max_age)
            unlink(path);
        g_free(path);
    }
    if (dir)
        g_dir_close(dir);
}

/* A cache that cannot be written costs time, nothing else. */
static void write_entry(const csl_cache *cache, const char *path, const GString *entry) {
    char *folder = g_path_get_dirname(path);
    if (g_mkdir_with_parents(folder, 0700) == 0) {
        const mode_t mask = umask(077);
        g_free(csl_write_file(path, entry->str, entry->len));
        umask(mask);
        remove_old(cache, folder);
    }
    g_free(folder);
}

/* Takes the key. */
static void put(const csl_cache *cache, char *key, const csl_depends *depends, const char *document,
                size_t bytes) {
    GString *body = csl_entry_write(depends, document, bytes);
    char *path = entry_path(cache, key);
    write_entry(cache, path, body);
    g_free(path);
    g_free(key);
    g_string_free(body, TRUE);
}

void csl_cache_put(csl_cache *cache, const csl_input *input, const csl_depends *depends,
                   const char *document, size_t bytes) {
    put(cache, key_of(cache, input, NULL), depends, document, bytes);
}

void csl_cache_put_trials(csl_cache *cache, const csl_input *input, const char *asked,
                          const csl_depends *depends, const char *document, size_t bytes) {
    put(cache, key_of(cache, input, asked), depends, document, bytes);
}
