/* --trace in the text report: what a finding says beyond its places, as notes in the form of the
 * first line. */
#include "text.h"

#include "../source/source.h"
#include "../../limits/limits.h"

#include <glib.h>
#include <inttypes.h>

static bool is_zero(const int64_t v[3]) {
    return !v[0] && !v[1] && !v[2];
}

static char *triple(const int64_t v[3]) {
    return g_strdup_printf("(%" PRId64 ",%" PRId64 ",%" PRId64 ")", v[0], v[1], v[2]);
}

/* "thread 1", with its block when the block is not the first one. g_free. */
static char *thread_name(const csl_witness *w, const csl_trace *t) {
    char words[CSL_THREAD_WORDS], *block = triple(t->block);
    csl_thread_words(w->block, t->thread, words);
    char *name =
        is_zero(t->block) ? g_strdup(words) : g_strdup_printf("%s of block %s", words, block);
    g_free(block);
    return name;
}

static void print_trace(const csl_printer *p, const csl_region *at, const csl_witness *w,
                        const csl_trace *trace) {
    char *name = thread_name(w, trace);
    uint32_t first =
        trace->nsteps > CSL_LIMIT(trace_steps) ? trace->nsteps - CSL_LIMIT(trace_steps) : 0;
    if (first) {
        char *text = g_strdup_printf("%s: %u earlier steps are in the JSON report", name, first);
        csl_text_note(p, at, "note", text);
        g_free(text);
    }
    for (uint32_t i = first; i < trace->nsteps; i++) {
        const csl_step *step = &trace->steps[i];
        char *text = g_strdup_printf("%s: %s", name, step->text);
        csl_text_note(p, &step->region, "note", text);
        g_free(text);
    }
    g_free(name);
}

static void print_witness(const csl_printer *p, const csl_region *at, const csl_witness *w) {
    GString *text = g_string_new("witness: ");
    char *block = triple(w->block), *one = thread_name(w, &w->threads[0]),
         *two = thread_name(w, &w->threads[1]);
    g_string_append_printf(text, "%s and %s, blockDim %s", one, two, block);
    for (uint32_t i = 0; i < w->nvalues; i++)
        g_string_append_printf(text, ", %s = %" PRId64, w->values[i].name, w->values[i].value);
    csl_text_note(p, at, "note", text->str);
    g_string_free(text, TRUE);
    g_free(block);
    g_free(one);
    g_free(two);
    print_trace(p, at, w, &w->threads[0]);
    print_trace(p, at, w, &w->threads[1]);
}

/* The others of the same cause. */
static void print_also(const csl_printer *p, const csl_finding *f) {
    for (uint32_t i = 0; i < f->nalso; i++) {
        const csl_finding *other = &f->also[i];
        char *text = g_strdup_printf("also%s%s: %s%s%s%s", other->function ? " in " : "",
                                     other->function ? other->function : "", other->message,
                                     other->needs ? " (" : "", other->needs ? other->needs : "",
                                     other->needs ? ")" : "");
        csl_text_note(p, &other->region, "note", text);
        g_free(text);
    }
}

void csl_text_trace(const csl_printer *p, const csl_finding *f) {
    for (uint32_t i = f->nplaces; i < f->nrelated; i++)
        csl_text_note(p, &f->related[i].region, "note", f->related[i].message);
    if (f->witness)
        print_witness(p, &f->region, f->witness);
    if (f->instance) {
        char *text = g_strdup_printf("in the instance %s%s", f->function, f->instance);
        csl_text_note(p, &f->region, "note", text);
        g_free(text);
    }
    print_also(p, f);
    GString *assumed = g_string_new(NULL);
    for (uint32_t i = 0; i < f->nassumptions; i++)
        g_string_append_printf(assumed, "%s%s", i ? ", " : "assuming ", f->assumptions[i]);
    if (assumed->len)
        csl_text_note(p, &f->region, "note", assumed->str);
    g_string_free(assumed, TRUE);
}
