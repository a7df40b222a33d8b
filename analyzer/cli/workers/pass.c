#include "pass.h"

#include "../../files/record.h"
#include "../output/messages.h"
#include "analyze.h"
#include "../confine/confine.h"
#include "../confine/memory.h"
#include "../output/progress.h"
#include "shard.h"

#include <string.h>
#include <sys/stat.h>

/* ---- workers --------------------------------------------------------------------------------- */

static const char *describe_refused(csl_ctx *ctx, const char *path) {
    struct stat status;
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
        return csl_format(ctx,
                          "it reads %s, which lies outside of the project, its include paths and "
                          "the toolkit, or is hidden, or cannot be read",
                          path);
    return csl_format(ctx, "it reads %s, which is no regular file", path);
}

/* The n-th input of a job; NULL: there are no more. */
static const csl_input *input_of(const csl_pass *r, uint32_t job, uint32_t n) {
    const uint32_t first = r->jobs[job];
    const uint32_t end = job + 1 < r->njobs ? r->jobs[job + 1] : r->nmissing;
    return first + n < end ? &r->inputs[r->missing[first + n]] : NULL;
}

static void confine(uint32_t job, void *user) {
    const csl_pass *r = user;
    csl_confine(input_of(r, job, 0), r->links);
}

/* What a worker says instead of a result: the path that it may not read. */
#define REFUSED "refused "

/* In the child: the result of each input on a line, then the record. The context dies with the
 * process. */
static const char *analyse(uint32_t job, void *user) {
    csl_pass *r = user;
    csl_ctx *ctx = csl_ctx_new();
    const csl_input *first = input_of(r, job, 0);
    if (first->error)
        return csl_write_result(ctx, csl_failed_result(ctx, first->path, first->error));
    GPtrArray *inputs = g_ptr_array_new();
    for (const csl_input *next = first; next; next = input_of(r, job, inputs->len))
        g_ptr_array_add(inputs, (gpointer)next);
    csl_result **results = csl_alloc(ctx, inputs->len * sizeof *results);
    csl_record_start();
    csl_analyse_parts(ctx, (const csl_input *const *)inputs->pdata, inputs->len, results);
    csl_record_pause();
    if (!results[0]->error && csl_record_refused())
        return csl_format(ctx, REFUSED "%s", csl_record_refused());
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < inputs->len; i++) {
        results[i]->linked = r->links;
        g_string_append_printf(text, "%s\n", csl_write_result(ctx, results[i]));
    }
    g_string_append(text, csl_record_text());
    return text->str;
}

/* Keeps what the result depends on, and in the cache the result, which is `bytes` of `document`. */
static void keep(csl_pass *r, const csl_input *input, csl_result *result,
                 const csl_depends *depends, const char *document, size_t bytes) {
    csl_depends_tell(r->ctx, result, depends);
    csl_texts_add(r->texts, result, depends);
    if (r->cache && !result->error)
        csl_cache_put(r->cache, input, depends, document, bytes);
}

/* The results in the document of a worker: one line for each input of the job, then the record.
 * Returns what is wrong with it, or NULL. */
static const char *read_results(csl_pass *r, uint32_t job, const csl_outcome *outcome) {
    const char *wrong = NULL, *at = outcome->document, *end = at + outcome->bytes;
    uint32_t n = 0;
    for (; input_of(r, job, n) && !wrong; n++) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        const size_t bytes = (size_t)((line_end ? line_end : end) - at);
        r->results[r->missing[r->jobs[job] + n]] = csl_read_result(r->ctx, at, bytes, &wrong);
        at = line_end ? line_end + 1 : end;
    }
    csl_depends *depends =
        wrong || at == end ? NULL : csl_depends_of(r->digests, at, (size_t)(end - at));
    at = outcome->document;
    for (uint32_t i = 0; i < n && depends; i++) {
        const size_t bytes = strcspn(at, "\n");
        const uint32_t index = r->missing[r->jobs[job] + i];
        keep(r, &r->inputs[index], r->results[index], depends, at, bytes);
        at += bytes + 1;
    }
    if (depends)
        g_ptr_array_unref(depends);
    return wrong;
}

static void take(uint32_t job, const csl_outcome *outcome, void *user) {
    csl_pass *r = user;
    const uint32_t first = r->jobs[job];
    const char *failure = outcome->failure;
    if (!failure && g_str_has_prefix(outcome->document, REFUSED)) {
        if (!r->links) { /* it may be a link to a header */
            for (uint32_t n = 0; input_of(r, job, n); n++)
                g_array_append_val(r->again, r->missing[first + n]);
            return;
        }
        failure = describe_refused(r->ctx, outcome->document + strlen(REFUSED));
    }
    if (!failure)
        failure = read_results(r, job, outcome);
    for (uint32_t n = 0; input_of(r, job, n) && failure; n++)
        r->results[r->missing[first + n]] =
            csl_failed_result(r->ctx, input_of(r, job, n)->path, failure);
    csl_progress_clear();
    fwrite(outcome->printed, 1, outcome->nprinted, stdout);
    if (r->results[r->missing[first]]->error)
        csl_print_failure(r->results[r->missing[first]]);
    csl_progress_show(job + 1, r->njobs);
}

/* Takes from the cache what it knows; the rest is missing. */
static void look_up(csl_pass *r, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (!csl_shard_has(r->o, i))
            continue;
        if (r->cache && !r->inputs[i].error)
            r->results[i] = csl_cache_get(r->cache, r->ctx, &r->inputs[i], r->texts);
        if (!r->results[i])
            r->missing[r->nmissing++] = i;
    }
}

/* One for each file of what is missing. */
static void run_jobs(csl_pass *r, const csl_limits *limits) {
    static const csl_work work = {confine, analyse, take, -1};
    r->njobs = 0;
    for (uint32_t i = 0; i < r->nmissing; i++) {
        const char *path = r->inputs[r->missing[i]].path;
        if (!r->in_parts || i == 0 || strcmp(r->inputs[r->missing[i - 1]].path, path) != 0)
            r->jobs[r->njobs++] = i;
    }
    csl_run_jobs(r->njobs, (uint32_t)r->o->jobs, limits, &work, r);
}

csl_limits csl_limits_of(const csl_options *o) {
    csl_limits limits = {.cpu_seconds = o->timeout,
                         .idle_seconds = MIN(o->timeout, 10),
                         .wall_seconds = 10 * o->timeout};
    csl_divide_memory(&limits, (uint32_t)o->jobs);
    return limits;
}

void csl_pass_all(csl_pass *r, uint32_t n) {
    const csl_limits limits = csl_limits_of(r->o);
    r->missing = g_new(uint32_t, n + 1);
    r->jobs = g_new(uint32_t, n + 1);
    look_up(r, n);
    csl_record_start();
    for (uint32_t i = 0; i < r->nmissing; i++) {
        const csl_input *input = &r->inputs[r->missing[i]];
        if (!input->error)
            csl_analyse_prepare(r->ctx, input, input->options);
    }
    csl_record_pause();
    csl_progress_start(!r->o->quiet);
    r->again = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    run_jobs(r, &limits);
    r->links = true;
    r->nmissing = r->again->len;
    for (guint i = 0; i < r->again->len; i++)
        r->missing[i] = g_array_index(r->again, uint32_t, i);
    run_jobs(r, &limits);
    r->links = false;
    csl_progress_clear();
    g_array_unref(r->again);
    g_free(r->missing);
    g_free(r->jobs);
}
