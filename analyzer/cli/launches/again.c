/* The second look at kernels that other files launch. */
#include "../output/messages.h"
#include "looks.h"
#include "parts.h"
#include "project.h"
#include "../workers/strings.h"

#include <string.h>

static bool is_known(const csl_pass *r, uint32_t n, const GArray *found, const char *path) {
    bool known = false;
    for (uint32_t i = 0; i < n + found->len && !known; i++) {
        const char *other = i < n ? r->inputs[i].path : g_array_index(found, csl_input, i - n).path;
        char *full = g_canonicalize_filename(other, NULL);
        known = strcmp(full, path) == 0;
        g_free(full);
    }
    return known;
}

/* For files that were named, and whose kernels no file of the run launches: sources of the project
 * that may, each with the kernels in question. */
static GArray *sources_around(const csl_pass *r, uint32_t n, csl_elsewhere *const *elsewhere) {
    GArray *found = csl_plan_new();
    for (uint32_t i = 0; i < n && r->commands; i++) {
        const csl_input *input = &r->inputs[i];
        if (!input->named || r->results[i]->error)
            continue;
        GPtrArray *kernels = csl_unlaunched(r->results[i], elsewhere[i]);
        bool all = true;
        GPtrArray *paths =
            kernels->len ? csl_project_launchers(input->path, kernels, &all) : g_ptr_array_new();
        for (guint k = 0; k < paths->len; k++) {
            csl_input source = {.options = input->options, .kernels = g_ptr_array_ref(kernels)};
            if (is_known(r, n, found, paths->pdata[k]))
                continue;
            source.path = g_strdup(paths->pdata[k]);
            source.flags = csl_commands_for(r->commands, source.path, &source.listed);
            g_array_append_val(found, source);
        }
        if (!all && !r->o->quiet)
            csl_complain(input->path,
                         "launches of its kernels were not looked for in all of the project");
        g_ptr_array_unref(paths);
        g_ptr_array_unref(kernels);
    }
    return found;
}

/* Looks for launches in the project around files that were named. Returns the results of all files,
 * those of other files of the project behind the n of the run; *total: how many. */
static csl_result **look_around(const csl_pass *r, uint32_t n, uint32_t *total) {
    csl_elsewhere **elsewhere = csl_join_launches(r->results, n);
    GArray *sources = sources_around(r, n, elsewhere);
    csl_result **all = g_new0(csl_result *, n + sources->len + 1);
    memcpy(all, r->results, n * sizeof *all);
    csl_pass around = {.o = r->o,
                       .ctx = r->ctx,
                       .inputs = (const csl_input *)(void *)sources->data,
                       .results = all + n,
                       .digests = r->digests,
                       .texts = r->texts,
                       .cache = r->cache};
    if (sources->len)
        csl_pass_all(&around, sources->len);
    for (uint32_t i = 0; i < n && sources->len; i++)
        if (r->inputs[i].named && !r->results[i]->error)
            csl_take_kernels(r->ctx, r->results[i], all + n, sources->len);
    *total = n + sources->len;
    for (guint i = 0; i < sources->len; i++)
        g_ptr_array_unref((GPtrArray *)g_array_index(sources, csl_input, i).kernels);
    g_array_unref(sources);
    csl_elsewhere_free(elsewhere, n);
    return all;
}

/* What trials said without the launches counts no more. */
static void forget_trials(csl_result *result) {
    result->tried = false;
    for (uint32_t i = 0; i < result->nfindings; i++)
        result->findings[i].nmends = 0;
}

/* The first look knew of these launches of the kernel, and of no others. */
static bool was_told(const csl_result *result, const csl_elsewhere *told, const char *kernel,
                     const GPtrArray *launches) {
    if (!told)
        return false;
    GPtrArray *lines = csl_launches_of(result, told, kernel);
    bool same = lines->len == launches->len;
    for (guint i = 0; i < lines->len && same; i++)
        same = strcmp(lines->pdata[i], launches->pdata[i]) == 0;
    g_ptr_array_unref(lines);
    return same;
}

/* A kernel with its own launches, so that it is judged again, and not recalled, where one of them
 * has changed. */
static void add_kernel(const csl_pass *r, const csl_looks *looks, uint32_t file, const char *kernel,
                       csl_parts *parts) {
    const csl_elsewhere *elsewhere = looks->elsewhere[file];
    GPtrArray *launches =
        elsewhere ? csl_launches_of(r->results[file], elsewhere, kernel) : g_ptr_array_new();
    if (was_told(r->results[file], looks->told ? looks->told[file] : NULL, kernel, launches))
        g_ptr_array_unref(launches);
    else
        csl_parts_add_kernel(parts, file, looks->known[file], kernel, launches);
}

/* The kernels that other files launch, and those that the first look took for such. */
static csl_parts *kernels_to_judge(const csl_pass *r, const csl_looks *looks, uint32_t n) {
    csl_parts *parts = csl_parts_new();
    for (uint32_t i = 0; i < n; i++) {
        const csl_elsewhere *elsewhere = looks->elsewhere[i];
        const csl_elsewhere *told = looks->told ? looks->told[i] : NULL;
        if (r->results[i]->error)
            continue;
        for (guint k = 0; elsewhere && k < elsewhere->kernels->len; k++)
            add_kernel(r, looks, i, elsewhere->kernels->pdata[k], parts);
        for (guint k = 0; told && k < told->kernels->len; k++)
            if (!elsewhere || !csl_holds_string(elsewhere->kernels, told->kernels->pdata[k]))
                add_kernel(r, looks, i, told->kernels->pdata[k], parts);
    }
    return parts;
}

/* A kernel that the first look judged for some of its launches only has no result where the second
 * fails. */
static void take(csl_pass *r, const csl_looks *looks, const csl_part *part) {
    csl_result **to = &r->results[part->file];
    forget_trials(*to);
    if (!part->result->error)
        csl_replace_kernels(r->ctx, *to, part->result, part->input.kernels);
    else if (looks->told && looks->told[part->file])
        *to = part->result;
}

void csl_look_again(csl_pass *r, uint32_t n, csl_looks *looks) {
    csl_result **all = look_around(r, n, &looks->nelsewhere);
    looks->elsewhere = csl_join_launches(all, looks->nelsewhere);
    g_free(all);
    looks->known = g_new0(csl_input, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        looks->known[i] = r->inputs[i];
        if (looks->elsewhere[i] && !r->results[i]->error)
            looks->known[i].launches = looks->elsewhere[i]->launches;
    }
    csl_parts *parts = kernels_to_judge(r, looks, n);
    csl_parts_look(r, parts);
    for (guint i = 0; i < parts->len; i++)
        take(r, looks, &g_array_index(parts, csl_part, i));
    csl_parts_free(parts);
}

void csl_looks_free(csl_looks *looks) {
    if (looks->elsewhere)
        csl_elsewhere_free(looks->elsewhere, looks->nelsewhere);
    if (looks->told)
        csl_elsewhere_free(looks->told, looks->ntold);
    if (looks->waves)
        csl_waves_free(looks->waves);
    g_free(looks->known);
}
