/* The second look at kernels that other files launch. */
#include "../output/messages.h"
#include "launches.h"
#include "pass.h"
#include "project.h"

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

/* What `elsewhere` says of the kernels of each name, an input each: a kernel is judged again, and
 * not recalled, where a launch of its own has changed. */
static GArray *kernels_to_judge(const csl_pass *r, uint32_t n, GArray *of) {
    GArray *inputs = g_array_new(FALSE, FALSE, sizeof(csl_input));
    for (uint32_t i = 0; i < n; i++)
        for (guint k = 0; r->known[i].launches && k < r->elsewhere[i]->kernels->len; k++) {
            csl_input input = r->known[i];
            GPtrArray *name = g_ptr_array_new();
            g_ptr_array_add(name, r->elsewhere[i]->kernels->pdata[k]);
            input.kernels = name;
            input.launches = csl_launches_of(r->results[i], r->elsewhere[i], name->pdata[0]);
            g_array_append_val(inputs, input);
            g_array_append_val(of, i);
        }
    return inputs;
}

/* The kernels that `elsewhere` names, with what it says. */
static void look_again(const csl_pass *r, uint32_t n) {
    GArray *of = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    GArray *inputs = kernels_to_judge(r, n, of);
    csl_pass again = {.o = r->o,
                      .ctx = r->ctx,
                      .inputs = (const csl_input *)(void *)inputs->data,
                      .in_parts = true,
                      .digests = r->digests,
                      .texts = r->texts,
                      .cache = r->cache};
    again.results = g_new0(csl_result *, inputs->len + 1);
    if (inputs->len)
        csl_pass_all(&again, inputs->len);
    for (guint i = 0; i < inputs->len; i++) {
        csl_result *to = r->results[g_array_index(of, uint32_t, i)];
        forget_trials(to);
        if (!again.results[i]->error)
            csl_replace_kernels(r->ctx, to, again.results[i], again.inputs[i].kernels);
        g_ptr_array_unref((GPtrArray *)again.inputs[i].kernels);
        g_ptr_array_unref((GPtrArray *)again.inputs[i].launches);
    }
    g_free(again.results);
    g_array_unref(inputs);
    g_array_unref(of);
}

void csl_judge_again(csl_pass *r, uint32_t n) {
    csl_result **all = look_around(r, n, &r->nelsewhere);
    r->elsewhere = csl_join_launches(all, r->nelsewhere);
    g_free(all);
    r->known = g_new0(csl_input, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        r->known[i] = r->inputs[i];
        if (r->elsewhere[i] && !r->results[i]->error)
            r->known[i].launches = r->elsewhere[i]->launches;
    }
    look_again(r, n);
}

void csl_forget_launches(csl_pass *r) {
    if (r->elsewhere)
        csl_elsewhere_free(r->elsewhere, r->nelsewhere);
    g_free(r->known);
}
