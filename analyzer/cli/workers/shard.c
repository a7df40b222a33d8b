#include "shard.h"

#include "../../child/foreign.h"
#include "../../files/text.h"
#include "../../limits/limits.h"
#include "../../report/source/escape.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 2, MAX_ARCH = 100000 };

/* ---- writing --------------------------------------------------------------------------------- */

bool csl_shard_has(const csl_options *o, uint32_t index) {
    return !o->shards || index % o->shards == o->shard - 1;
}

/* The document of the worker, and what the plan knows of the input. */
static json_t *input_json(csl_ctx *ctx, const csl_input *input, const csl_result *result,
                          uint32_t index) {
    json_t *document = json_loads(csl_write_result(ctx, result), 0, NULL);
    json_t *flags = json_array();
    for (guint i = 0; i < input->flags->args->len; i++) {
        char *text = csl_bytes_to_utf8(input->flags->args->pdata[i]);
        json_array_append_new(flags, json_string(text));
        g_free(text);
    }
    return json_pack("{s:I, s:b, s:b, s:o, s:i, s:o}", "index", (json_int_t)index, "named",
                     input->named, "emptyDir", input->empty_dir, "flags", flags, "arch",
                     (int)input->flags->arch, "result", document);
}

char *csl_shard_write(const csl_options *o, const csl_input *inputs, csl_result *const *results,
                      uint32_t n) {
    csl_ctx *ctx = csl_ctx_new();
    json_t *share = json_array();
    for (uint32_t i = 0; i < n; i++)
        if (csl_shard_has(o, i))
            json_array_append_new(share, input_json(ctx, &inputs[i], results[i], i));
    csl_ctx_free(ctx);
    json_t *top = json_pack("{s:i, s:s, s:i, s:i, s:I, s:o}", "version", VERSION, "tool",
                            CSL_VERSION, "shard", (int)o->shard, "shards", (int)o->shards, "files",
                            (json_int_t)n, "results", share);
    char *text = json_dumps(top, JSON_COMPACT);
    json_decref(top);
    GString *line = g_string_new(text);
    g_string_append_c(line, '\n');
    free(text);
    char *error = NULL;
    if (o->shard_file)
        error = csl_write_file(o->shard_file, line->str, line->len);
    else if (fwrite(line->str, 1, line->len, stdout) != line->len || fflush(stdout) != 0)
        error = g_strdup_printf("standard output: %s", g_strerror(errno));
    g_string_free(line, TRUE);
    return error;
}

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct reader {
    csl_ctx *ctx;
    uint32_t shards, files; /* 0: no file read so far */
    bool *seen;             /* per shard */
    GArray *plan;
    csl_result **results;
} reader;

/* A whole number from `least` to `most`, or -1. */
static json_int_t number(json_t *from, const char *key, json_int_t least, json_int_t most) {
    json_t *value = json_object_get(from, key);
    json_int_t n = json_integer_value(value);
    return json_is_integer(value) && n >= least && n <= most ? n : -1;
}

/* Read as those of a command line are: who wrote the file may not pass others. */
static csl_nvcc_args *read_flags(json_t *from, uint32_t arch) {
    json_t *flags = json_object_get(from, "flags");
    GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
    for (size_t i = 0; i < json_array_size(flags); i++) {
        const char *word = json_string_value(json_array_get(flags, i));
        g_ptr_array_add(words, csl_bytes_from_utf8(word ? word : ""));
    }
    csl_nvcc_args *args = csl_nvcc_args_read((const char *const *)words->pdata, words->len, NULL);
    args->arch = arch;
    g_ptr_array_unref(words);
    return args;
}

static const char *read_input(reader *r, json_t *from) {
    json_int_t index = number(from, "index", 0, (json_int_t)r->files - 1);
    json_t *document = json_object_get(from, "result");
    json_int_t arch = number(from, "arch", 0, MAX_ARCH);
    if (index < 0 || r->results[index] || !json_is_object(document) || arch < 0 ||
        !json_is_array(json_object_get(from, "flags")))
        return "a result without its place";
    char *text = json_dumps(document, JSON_COMPACT);
    const char *error = NULL;
    csl_result *result = csl_read_result(r->ctx, text, strlen(text), &error);
    free(text);
    if (!result)
        return error;
    r->results[index] = result;
    csl_input *input = &g_array_index(r->plan, csl_input, index);
    input->path = g_strdup(result->file);
    input->own_flags = read_flags(from, (uint32_t)arch);
    input->named = json_is_true(json_object_get(from, "named"));
    input->empty_dir = json_is_true(json_object_get(from, "emptyDir"));
    return NULL;
}

/* The first file says how many there are; the others must agree. */
static const char *read_header(reader *r, json_t *top) {
    const char *tool = json_string_value(json_object_get(top, "tool"));
    json_int_t version = number(top, "version", 1, CSL_LIMIT(shard_files));
    if (version < 0 || !tool)
        return "not written by --shard";
    if (version != VERSION || strcmp(tool, CSL_VERSION) != 0)
        return "written by another version of the tool";
    json_int_t shards = number(top, "shards", 1, CSL_LIMIT(shard_files));
    json_int_t shard = number(top, "shard", 1, shards),
               files = number(top, "files", 0, CSL_LIMIT(shard_files));
    if (shards < 0 || shard < 0 || files < 0)
        return "not written by --shard";
    if (!r->shards) {
        r->shards = (uint32_t)shards;
        r->files = (uint32_t)files;
        r->seen = g_new0(bool, r->shards + 1);
        r->results = g_new0(csl_result *, r->files + 1);
        g_array_set_size(r->plan, r->files);
    }
    if (r->shards != shards || r->files != files)
        return "part of another run";
    if (r->seen[shard])
        return "a part that another file holds too";
    r->seen[shard] = true;
    return NULL;
}

static char *read_file(reader *r, const char *path) {
    char *why = NULL;
    json_t *top =
        g_file_test(path, G_FILE_TEST_IS_REGULAR)
            ? csl_foreign_file(path, CSL_LIMIT(shard_bytes), csl_foreign_json, NULL, NULL, &why)
            : NULL;
    g_free(why);
    if (!top)
        return g_strdup_printf("%s: not written by --shard, or cannot be read", path);
    const char *error = read_header(r, top);
    json_t *share = json_object_get(top, "results");
    for (size_t i = 0; i < json_array_size(share) && !error; i++)
        error = read_input(r, json_array_get(share, i));
    json_decref(top);
    return error ? g_strdup_printf("%s: %s", path, error) : NULL;
}

static char *find_gap(const reader *r) {
    for (uint32_t k = 1; k <= r->shards; k++)
        if (!r->seen[k])
            return g_strdup_printf("part %u of %u is missing", k, r->shards);
    for (uint32_t i = 0; i < r->files; i++)
        if (!r->results[i])
            return g_strdup_printf("the result of file %u of %u is missing", i + 1, r->files);
    return NULL;
}

char *csl_shards_read(csl_ctx *ctx, const csl_options *o, GArray **plan, csl_result ***results) {
    reader r = {.ctx = ctx, .plan = csl_plan_new()};
    char *error = NULL;
    for (guint i = 0; i < o->paths->len && !error; i++)
        error = read_file(&r, o->paths->pdata[i]);
    if (!error)
        error = find_gap(&r);
    g_free(r.seen);
    *plan = r.plan;
    *results = r.results;
    return error;
}
