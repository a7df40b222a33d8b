#include "fix.h"

#include <jansson.h>
#include <string.h>

#include "../../files/text.h"
#include "../confine/confine.h"
#include "../output/messages.h"
#include "../output/targets.h"
#include "insertions.h"
#include "mend.h"

/* A file has the time of so many analyses. */
enum { ANALYSES = 20 };

typedef struct job {
    const csl_options *o;
    const csl_input *inputs;
    csl_result *const *results;
    GArray *files; /* uint32_t: the inputs that have something to mend, one job each */
    csl_sources *sources;
    uint32_t fixed;
    bool failed;
} job;

static void confine(uint32_t index, void *user) {
    const job *j = user;
    const uint32_t file = g_array_index(j->files, uint32_t, index);
    csl_confine(&j->inputs[file], j->results[file]->linked);
}

static const char *mend_all(uint32_t index, void *user) {
    const job *j = user;
    const uint32_t file = g_array_index(j->files, uint32_t, index);
    csl_mend *m = csl_mend_open(&j->inputs[file]);
    uint32_t fixed = csl_mend_all(m, j->results[file]);
    char *digest = csl_digest(csl_mend_text(m), strlen(csl_mend_text(m)));
    json_t *top = json_pack("{s:I, s:s, s:o}", "fixed", (json_int_t)fixed, "digest", digest,
                            "insertions", csl_insertions_json(csl_mend_kept(m)));
    g_free(digest);
    csl_mend_free(m);
    return json_dumps(top, JSON_COMPACT);
}

/* The mended text of one file. */
typedef struct mended {
    const char *path, *digest; /* of the text that was analysed */
    const csl_insertion *insertions;
    uint32_t n;
} mended;

static csl_text mend_text(const csl_text *was, void *user, char **error) {
    const mended *m = user;
    char *digest = csl_digest(was->bytes ? was->bytes : "", was->n);
    const bool same = was->bytes && g_strcmp0(digest, m->digest) == 0;
    g_free(digest);
    if (!same) {
        *error = g_strdup_printf("%s: not changed: it is another text than was analysed", m->path);
        return (csl_text){NULL, 0};
    }
    char *text = csl_insert_lines(was->bytes, m->insertions, m->n);
    return (csl_text){text, strlen(text)};
}

/* Returns whether the file holds the mended text, having said why not. */
static bool write_mended(const job *j, const mended *m) {
    char *error = csl_targets_refuse_edit(j->o, j->sources, m->path);
    if (!error)
        error = csl_change_file(m->path, mend_text, (void *)m);
    if (error)
        csl_say(error);
    g_free(error);
    return !error;
}

static void apply(uint32_t index, const csl_outcome *outcome, void *user) {
    job *j = user;
    const csl_input *input = &j->inputs[g_array_index(j->files, uint32_t, index)];
    json_t *top = outcome->failure ? NULL : json_loadb(outcome->document, outcome->bytes, 0, NULL);
    csl_ctx *ctx = csl_ctx_new();
    mended m = {input->path, json_string_value(json_object_get(top, "digest")), NULL, 0};
    m.insertions = csl_insertions_read(ctx, json_object_get(top, "insertions"), &m.n);
    char *text = j->o->diff && m.n ? csl_source_text(input) : NULL;
    bool done = m.n > 0;
    if (text)
        csl_print_insertions(stdout, csl_sources_path(j->sources, input->path), text, m.insertions,
                             m.n);
    else if (m.n)
        done = write_mended(j, &m);
    j->failed |= m.n && !done;
    if (done || !m.n)
        j->fixed += (uint32_t)json_integer_value(json_object_get(top, "fixed"));
    g_free(text);
    csl_ctx_free(ctx);
    json_decref(top);
}

/* A job for each file that has something to mend, with the time of so many analyses. */
static void run_jobs(job *j, uint32_t n, const csl_limits *limits) {
    static const csl_work mending = {confine, mend_all, apply, -1};
    j->files = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    for (uint32_t i = 0; i < n; i++)
        if (csl_any_edit(j->results[i]))
            g_array_append_val(j->files, i);
    csl_limits more = *limits;
    more.cpu_seconds *= ANALYSES;
    more.wall_seconds *= ANALYSES;
    csl_run_jobs(j->files->len, (uint32_t)j->o->jobs, &more, &mending, j);
    g_array_unref(j->files);
}

/* Files that are left alone because a trial could not be trusted. */
static void say_refused(const job *j, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        const csl_result *r = j->results[i];
        bool any = false;
        for (uint32_t k = 0; k < r->nfindings; k++)
            any |= r->findings[k].edit && !r->findings[k].suppressed;
        if (!any || (!r->incomplete && !r->broken))
            continue;
        char *why = g_strdup_printf("not changed, declarations are missing: %s",
                                    r->broken   ? r->broken
                                    : r->nnotes ? r->notes[0]
                                                : "errors in it");
        csl_complain(csl_sources_path(j->sources, r->file), why);
        g_free(why);
    }
}

uint32_t csl_fix(const csl_options *o, const csl_input *inputs, csl_result *const *results,
                 uint32_t n, const csl_limits *limits, csl_sources *sources, bool *failed) {
    job j = {.o = o, .inputs = inputs, .results = results, .sources = sources};
    uint32_t findings = 0;
    for (uint32_t i = 0; i < n; i++)
        findings += results[i]->nfindings;
    run_jobs(&j, n, limits);
    if (!j.fixed || o->diff)
        say_refused(&j, n);
    *failed |= j.failed;
    findings += o->fixed;
    if (!o->quiet && (o->diff || j.failed || !j.fixed)) /* else another round follows */
        fprintf(stderr, "%u of %u finding%s %s\n", o->fixed + j.fixed, findings,
                findings == 1 ? "" : "s", o->diff ? "can be fixed" : "fixed");
    return j.fixed;
}
