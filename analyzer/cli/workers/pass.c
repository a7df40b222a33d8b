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

static void confine(uint32_t job, void *user) {
    const csl_pass *r = user;
    csl_confine(&r->inputs[r->jobs[job]], r->links);
}

/* What a worker says instead of a result: the path that it may not read. */
#define REFUSED "refused "

/* In the child: the result on the first line, then the record. The context dies with the process.
 */
static const char *analyse(uint32_t job, void *user) {
    csl_pass *r = user;
    csl_ctx *ctx = csl_ctx_new();
    const csl_input *input = &r->inputs[r->jobs[job]];
    if (input->error)
        return csl_write_result(ctx, csl_failed_result(ctx, input->path, input->error));
    csl_record_start();
    csl_result *result = csl_analyse_file(ctx, input, input->options);
    result->linked = r->links;
    csl_record_pause();
    if (!result->error && csl_record_refused())
        return csl_format(ctx, REFUSED "%s", csl_record_refused());
    return csl_format(ctx, "%s\n%s", csl_write_result(ctx, result), csl_record_text());
}

/* Keeps what the result depends on, and in the cache the result. `record` lies in the document of
 * the worker, behind the `bytes` of the result. */
static void keep(csl_pass *r, uint32_t index, csl_result *result, size_t bytes, const char *record,
                 const csl_outcome *outcome) {
    csl_depends *depends =
        csl_depends_of(r->digests, record, outcome->bytes - (size_t)(record - outcome->document));
    if (!depends)
        return;
    csl_depends_tell(r->ctx, result, depends);
    csl_texts_add(r->texts, result, depends);
    if (r->cache && !result->error)
        csl_cache_put(r->cache, &r->inputs[index], depends, outcome->document, bytes);
    g_ptr_array_unref(depends);
}

static void take(uint32_t job, const csl_outcome *outcome, void *user) {
    csl_pass *r = user;
    const uint32_t index = r->jobs[job];
    const char *failure = outcome->failure;
    csl_result *result = NULL;
    if (!failure && g_str_has_prefix(outcome->document, REFUSED)) {
        if (!r->links) { /* it may be a link to a header */
            g_array_append_val(r->again, index);
            return;
        }
        failure = describe_refused(r->ctx, outcome->document + strlen(REFUSED));
    }
    const char *end = failure ? NULL : memchr(outcome->document, '\n', outcome->bytes);
    const size_t bytes = end ? (size_t)(end - outcome->document) : outcome->bytes;
    if (!failure)
        result = csl_read_result(r->ctx, outcome->document, bytes, &failure);
    if (!result)
        result = csl_failed_result(r->ctx, r->inputs[index].path, failure);
    else if (end)
        keep(r, index, result, bytes, end + 1, outcome);
    r->results[index] = result;
    csl_progress_clear();
    fwrite(outcome->printed, 1, outcome->nprinted, stdout);
    if (result->error)
        csl_print_failure(result);
    csl_progress_show(job + 1, r->njobs);
}

/* Takes from the cache what it knows; the rest are jobs. */
static void look_up(csl_pass *r, uint32_t n) {
    r->jobs = g_new(uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        if (!csl_shard_has(r->o, i))
            continue;
        if (r->cache && !r->inputs[i].error)
            r->results[i] = csl_cache_get(r->cache, r->ctx, &r->inputs[i], r->texts);
        if (!r->results[i])
            r->jobs[r->njobs++] = i;
    }
}

csl_limits csl_limits_of(const csl_options *o) {
    csl_limits limits = {.cpu_seconds = o->timeout,
                         .idle_seconds = MIN(o->timeout, 10),
                         .wall_seconds = 10 * o->timeout};
    csl_divide_memory(&limits, (uint32_t)o->jobs);
    return limits;
}

void csl_pass_all(csl_pass *r, uint32_t n) {
    csl_limits limits = csl_limits_of(r->o);
    look_up(r, n);
    csl_record_start();
    for (uint32_t i = 0; i < r->njobs; i++) {
        const csl_input *input = &r->inputs[r->jobs[i]];
        if (!input->error)
            csl_analyse_prepare(r->ctx, input, input->options);
    }
    csl_record_pause();
    csl_progress_start(!r->o->quiet);
    static const csl_work work = {confine, analyse, take, -1};
    r->again = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    csl_run_jobs(r->njobs, (uint32_t)r->o->jobs, &limits, &work, r);
    g_free(r->jobs);
    r->links = true;
    r->njobs = r->again->len;
    r->jobs = (uint32_t *)(void *)r->again->data;
    csl_run_jobs(r->njobs, (uint32_t)r->o->jobs, &limits, &work, r);
    r->links = false;
    csl_progress_clear();
    g_array_unref(r->again);
}
