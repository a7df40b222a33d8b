/* The first look at all files: in waves, so that most kernels are judged with their launches. */
#include "looks.h"
#include "parts.h"
#include "../workers/strings.h"

#include <string.h>

/* The lines of the files that mention the kernel which may be about it: a mangled name holds the
 * length of each name in it before it. */
static GPtrArray *lines_about(const csl_pass *r, const GArray *mentions, const char *kernel) {
    GPtrArray *lines = g_ptr_array_new();
    char *part = g_strdup_printf("%zu%s", strlen(kernel), kernel);
    for (guint i = 0; i < mentions->len; i++) {
        const csl_mention m = g_array_index(mentions, csl_mention, i);
        const csl_result *by = strcmp(m.name, kernel) == 0 ? r->results[m.by] : NULL;
        for (uint32_t k = 0; by && k < by->nlaunches; k++) {
            const size_t n = strcspn(by->launches[k], "\t@");
            char *key = g_strndup(by->launches[k], n);
            if (strcmp(key, kernel) == 0 || strstr(key, part))
                csl_add_each(lines, &by->launches[k], 1);
            g_free(key);
        }
    }
    g_free(part);
    return lines;
}

/* What is known of the launches of a file's kernels by files that come before it; NULL: nothing. */
static csl_elsewhere *known_launches(const csl_pass *r, const csl_waves *waves, uint32_t file) {
    csl_elsewhere *known = NULL;
    const GArray *mentions = waves->mentions[file];
    for (guint i = 0; mentions && i < mentions->len; i++) {
        const char *kernel = g_array_index(mentions, csl_mention, i).name;
        if (!csl_waves_knows(waves, file, kernel) ||
            (known && csl_holds_string(known->kernels, kernel)))
            continue;
        GPtrArray *lines = lines_about(r, mentions, kernel);
        if (lines->len && !known)
            known = csl_elsewhere_new();
        if (lines->len)
            g_ptr_array_add(known->kernels, (gpointer)kernel);
        for (guint k = 0; k < lines->len; k++)
            g_ptr_array_add(known->launches, lines->pdata[k]);
        g_ptr_array_unref(lines);
    }
    return known;
}

/* A file whose kernels have no known launches is one part. Of others the kernels with known
 * launches are parts of their own, so that each result depends on its own launches only. */
static void add_parts(const csl_pass *r, const csl_looks *looks, uint32_t file, csl_parts *parts) {
    const csl_elsewhere *known = looks->told[file];
    csl_input input = r->inputs[file];
    input.left_out = known ? known->kernels : NULL;
    csl_parts_add(parts, file, input);
    for (guint i = 0; known && i < known->kernels->len; i++) {
        const char *kernel = known->kernels->pdata[i];
        csl_parts_add_kernel(parts, file, r->inputs[file], kernel,
                             lines_about(r, looks->waves->mentions[file], kernel));
    }
}

/* The results of the parts of a file become one. */
static void join(csl_pass *r, const csl_parts *parts) {
    for (guint i = 0; i < parts->len; i++) {
        const csl_part *part = &g_array_index(parts, csl_part, i);
        csl_result **to = &r->results[part->file];
        if (!part->input.kernels || (!(*to)->error && part->result->error))
            *to = part->result;
        else if (!(*to)->error)
            csl_replace_kernels(r->ctx, *to, part->result, part->input.kernels);
    }
}

static void look_at_wave(csl_pass *r, csl_looks *looks, uint32_t wave) {
    csl_parts *parts = csl_parts_new();
    for (uint32_t i = 0; i < looks->waves->n; i++)
        if (looks->waves->wave[i] == wave) {
            looks->told[i] = known_launches(r, looks->waves, i);
            add_parts(r, looks, i, parts);
        }
    csl_parts_look(r, parts);
    join(r, parts);
    csl_parts_free(parts);
}

void csl_look_first(csl_pass *r, uint32_t n, csl_looks *looks) {
    if (r->o->shards || r->o->dump) { /* a shard has not all files, and a dump is in their order */
        csl_pass_all(r, n);
        return;
    }
    looks->waves = csl_waves_new(r->inputs, n);
    looks->told = g_new0(csl_elsewhere *, n + 1);
    looks->ntold = n;
    for (uint32_t wave = 0; wave < looks->waves->waves; wave++)
        look_at_wave(r, looks, wave);
}
