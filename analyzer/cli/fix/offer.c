#include "offer.h"

#include <jansson.h>
#include <string.h>

#include "../../files/record.h"
#include "../../report/report.h"
#include "../../report/comments/comments.h"
#include "../../report/comments/suppress.h"
#include "../confine/confine.h"
#include "insertions.h"
#include "mend.h"

/* Files to look at, and what is asked of each: the cache knows it by that. */
typedef struct offer {
    uint32_t file;
    char *asked;
} offer;

typedef struct offers {
    const csl_pass *pass;
    const csl_input *inputs;
    csl_result *const *results;
    GArray *jobs; /* offer */
} offers;

static const offer *job_at(const offers *o, uint32_t index) {
    return &g_array_index(o->jobs, offer, index);
}

/* The findings that something is tried for, as lines; NULL: none. The caller frees it. */
static char *asked_of(const csl_result *result) {
    GString *text = g_string_new(NULL);
    for (uint32_t i = 0; i < result->nfindings; i++) {
        const csl_finding *f = &result->findings[i];
        if (csl_has_edit(f, result))
            g_string_append_printf(text, "%s\t%s\t%u-%u\t%s\t%x\n", f->rule,
                                   f->identity ? f->identity : "", f->edit->after.line,
                                   f->edit->after.end_line, f->edit->statement, f->edit->lanes);
    }
    return g_string_free(text, text->len == 0);
}

/* ---- trials ---------------------------------------------------------------------------------- */

static void confine(uint32_t index, void *user) {
    const offers *o = user;
    const uint32_t file = job_at(o, index)->file;
    csl_confine(&o->inputs[file], o->results[file]->linked);
}

/* In the child: one list of insertions per finding that has an edit, on one line; then the record.
 */
static const char *mend_each(uint32_t index, void *user) {
    const offers *o = user;
    const uint32_t file = job_at(o, index)->file;
    const csl_result *result = o->results[file];
    json_t *lists = json_array();
    csl_record_start();
    csl_mend *m = csl_mend_open(&o->inputs[file]);
    GPtrArray *each = csl_mend_each(m, result);
    for (guint i = 0; i < each->len; i++)
        json_array_append_new(lists, csl_insertions_json(each->pdata[i]));
    g_ptr_array_unref(each);
    csl_mend_free(m);
    csl_record_pause();
    return g_strdup_printf("%s\n%s", json_dumps(lists, JSON_COMPACT), csl_record_text());
}

static void set_mends(csl_ctx *ctx, csl_result *result, const char *document, size_t bytes) {
    json_t *lists = json_loadb(document, bytes, 0, NULL);
    size_t next = 0;
    for (uint32_t i = 0; i < result->nfindings && lists; i++) {
        csl_finding *f = &result->findings[i];
        if (csl_has_edit(f, result))
            f->mends = csl_insertions_read(ctx, json_array_get(lists, next++), &f->nmends);
    }
    json_decref(lists);
}

static void take(uint32_t index, const csl_outcome *outcome, void *user) {
    const offers *o = user;
    const csl_pass *r = o->pass;
    const offer *job = job_at(o, index);
    const char *end = outcome->failure ? NULL : memchr(outcome->document, '\n', outcome->bytes);
    if (!end)
        return;
    const size_t bytes = (size_t)(end - outcome->document);
    set_mends(r->ctx, o->results[job->file], outcome->document, bytes);
    csl_depends *depends =
        r->cache ? csl_depends_of(r->digests, end + 1, outcome->bytes - bytes - 1) : NULL;
    if (depends) {
        csl_cache_put_trials(r->cache, &o->inputs[job->file], job->asked, depends,
                             outcome->document, bytes);
        g_ptr_array_unref(depends);
    }
}

/* Takes from the cache what it knows; true if it does. */
static bool look_up(const offers *o, const offer *job) {
    char *known = o->pass->cache
                      ? csl_cache_get_trials(o->pass->cache, &o->inputs[job->file], job->asked)
                      : NULL;
    if (known)
        set_mends(o->pass->ctx, o->results[job->file], known, strlen(known));
    g_free(known);
    return known != NULL;
}

/* Sets `mends` and `tried` of all results that a trial may say something of. */
static void try_all(offers *o, uint32_t n) {
    static const csl_work trials = {confine, mend_each, take, -1};
    o->jobs = g_array_new(FALSE, FALSE, sizeof(offer));
    for (uint32_t i = 0; i < n; i++) {
        offer job = {i, o->results[i]->tried ? NULL : asked_of(o->results[i])};
        o->results[i]->tried = true;
        if (job.asked && !look_up(o, &job))
            g_array_append_val(o->jobs, job);
        else
            g_free(job.asked);
    }
    const csl_limits limits = csl_limits_of(o->pass->o);
    csl_run_jobs(o->jobs->len, (uint32_t)o->pass->o->jobs, &limits, &trials, o);
    for (guint i = 0; i < o->jobs->len; i++)
        g_free(job_at(o, i)->asked);
    g_array_unref(o->jobs);
}

/* ---- words ----------------------------------------------------------------------------------- */

/* "add `__syncthreads()` after line 14 (tried: ends it, brings nothing new)". */
static const char *words_of(csl_ctx *ctx, const csl_insertion *mends, uint32_t n) {
    GString *text = g_string_new("add ");
    for (uint32_t i = 0; i < n; i++) {
        char *statement = g_strstrip(g_strdup(mends[i].line));
        bool again = i > 0 && strstr(mends[i - 1].line, statement);
        statement[strcspn(statement, ";")] = '\0';
        if (!again)
            g_string_append_printf(text, "%s`%s` after line", i ? " and " : "", statement);
        g_string_append_printf(text, "%s %u", again ? " and" : "", mends[i].after);
        g_free(statement);
    }
    g_string_append(text, " (tried: ends it, brings nothing new)");
    const char *words = csl_strdup(ctx, text->str);
    g_string_free(text, TRUE);
    return words;
}

void csl_offer_fixes(const csl_pass *r, const csl_input *inputs, csl_result *const *results,
                     uint32_t n) {
    offers o = {r, inputs, results, NULL};
    try_all(&o, n);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < results[i]->nfindings; k++) {
            csl_finding *f = &results[i]->findings[k];
            if (f->nmends)
                f->fix = words_of(r->ctx, f->mends, f->nmends);
        }
}

/* ---- shards ---------------------------------------------------------------------------------- */

static bool enabled(const csl_rule *rule, const void *user) {
    return csl_check_enabled(user, rule);
}

/* A copy of the result whose findings are those that a report would show. */
static csl_result *shown(csl_ctx *ctx, const csl_input *input, const csl_result *result,
                         csl_sources *sources, const csl_comments *comments) {
    csl_result *copy = CSL_NEW(ctx, csl_result);
    *copy = *result;
    copy->findings = csl_alloc(ctx, (copy->nfindings + 1) * sizeof *copy->findings);
    if (copy->nfindings)
        memcpy(copy->findings, result->findings, copy->nfindings * sizeof *copy->findings);
    const csl_suppress_options how = {
        .enabled = enabled, .user = input->options, .comments = comments};
    csl_suppress(ctx, copy, sources, &how);
    csl_drop_low(copy, input->options->min_confidence);
    return copy;
}

/* Findings of both are the same where their edit is. */
static void take_mends(csl_result *to, const csl_result *from) {
    for (uint32_t i = 0; i < from->nfindings; i++)
        for (uint32_t k = 0; k < to->nfindings && from->findings[i].nmends; k++)
            if (to->findings[k].edit == from->findings[i].edit) {
                to->findings[k].mends = from->findings[i].mends;
                to->findings[k].nmends = from->findings[i].nmends;
            }
    to->tried = true;
}

void csl_try_share(const csl_pass *r, uint32_t n) {
    csl_result **copies = g_new0(csl_result *, n + 1);
    csl_input *inputs = g_new0(csl_input, n + 1);
    uint32_t *of = g_new(uint32_t, n + 1), m = 0;
    csl_sources *sources = csl_sources_new();
    csl_comments *comments = csl_comments_read(r->results, n, sources);
    for (uint32_t i = 0; i < n; i++)
        if (r->results[i]) {
            copies[m] = shown(r->ctx, &r->inputs[i], r->results[i], sources, comments);
            inputs[m] = r->inputs[i];
            of[m++] = i;
        }
    offers o = {r, inputs, copies, NULL};
    try_all(&o, m);
    for (uint32_t i = 0; i < m; i++)
        take_mends(r->results[of[i]], copies[i]);
    csl_comments_free(comments);
    csl_sources_free(sources);
    g_free(of);
    g_free(inputs);
    g_free(copies);
}
