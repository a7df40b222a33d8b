/* Findings as diagnostics. */
#include "answers.h"
#include "channel.h"

#include <glib.h>
#include <string.h>

static void add_related(const csl_view *v, json_t *list, const csl_region *at, const char *what) {
    json_array_append_new(list, json_pack("{so so}", "location", csl_view_location(v, at),
                                          "message", csl_lsp_text(what)));
}

/* "thread 3: ", or with its block in front where the two are of different ones. */
static char *who(const csl_witness *w, const csl_trace *t) {
    char thread[CSL_THREAD_WORDS];
    csl_thread_words(w->block, t->thread, thread);
    if (memcmp(w->threads[0].block, w->threads[1].block, sizeof t->block) == 0)
        return g_strdup(thread);
    return g_strdup_printf("block (%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT
                           "), %s",
                           t->block[0], t->block[1], t->block[2], thread);
}

static json_t *related(const csl_view *v, const csl_finding *f) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < f->nrelated; i++)
        add_related(v, list, &f->related[i].region, f->related[i].message);
    for (int i = 0; f->witness && i < 2; i++) {
        const csl_trace *t = &f->witness->threads[i];
        char *name = who(f->witness, t);
        for (uint32_t k = 0; k < t->nsteps; k++) {
            char *what = g_strdup_printf("%s: %s", name, t->steps[k].text);
            add_related(v, list, &t->steps[k].region, what);
            g_free(what);
        }
        g_free(name);
    }
    return list;
}

/* A finding in a header is told at the head of the document, with the place in what it is related
 * to: diagnostics of a document lie in it. */
static json_t *of_finding(const csl_view *v, const csl_finding *f) {
    static const int severities[] = {
        [CSL_NOTE] = 3 /* information */, [CSL_WARNING] = 2, [CSL_ERROR] = 1};
    const csl_region head = {.file = v->path};
    const bool here = f->region.file && strcmp(f->region.file, v->path) == 0;
    GString *message = g_string_new(f->message);
    if (f->needs)
        g_string_append_printf(message, " (%s)", f->needs);
    if (f->fix)
        g_string_append_printf(message, "\nhelp: %s", f->fix);
    json_t *places = related(v, f);
    if (!here)
        add_related(v, places, &f->region, f->message);
    json_t *d = json_pack(
        "{so si ss so so so}", "range", csl_view_range(v, here ? &f->region : &head), "severity",
        severities[f->severity], "source", "cudasynclint", "code", csl_lsp_text(f->rule), "message",
        csl_lsp_text(message->str), "relatedInformation", places);
    g_string_free(message, TRUE);
    return d;
}

static json_t *of_failure(const csl_view *v, const char *why) {
    const csl_region head = {.file = v->path};
    char *message = g_strdup_printf("not analysed: %s", why);
    json_t *d =
        json_pack("{so si ss ss so}", "range", csl_view_range(v, &head), "severity", 2, "source",
                  "cudasynclint", "code", "not-analysed", "message", csl_lsp_text(message));
    g_free(message);
    return d;
}

json_t *csl_diagnostics(const csl_view *v) {
    json_t *list = json_array();
    const csl_result *r = v->result;
    if (r->error || r->broken)
        json_array_append_new(list, of_failure(v, r->error ? r->error : r->broken));
    for (uint32_t i = 0; i < r->nfindings; i++)
        if (!r->findings[i].suppressed)
            json_array_append_new(list, of_finding(v, &r->findings[i]));
    return list;
}
