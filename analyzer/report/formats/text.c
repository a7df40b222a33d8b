/* The text report: `file:line:col: severity: message [rule]`, then notes in the same form, which
 * editors and problem matchers understand. On a terminal with colours and the source line. */
#include "../source/escape.h"
#include "../report.h"
#include "../source/source.h"

#include <inttypes.h>

/* Of a long trace the last steps say most; the JSON report has them all. */
enum { MAX_STEPS = 12 };

typedef struct printer {
    FILE *out;
    const csl_report_options *options;
} printer;

static void visible(const printer *p, const char *s) {
    char *clean = csl_visible(s);
    fputs(clean, p->out);
    g_free(clean);
}

static const char *colour_of(const char *word) {
    switch (word[0]) {
    case 'e': return "\033[1;31m"; /* error */
    case 'w': return "\033[1;35m"; /* warning */
    case 'h': return "\033[1;32m"; /* help */
    default: return "\033[1;36m";  /* note */
    }
}

/* "file:line:col: word: ", the start of every line. */
static void start_line(const printer *p, const csl_region *at, const char *word) {
    const bool colour = p->options->colour;
    fputs(colour ? "\033[1m" : "", p->out);
    visible(p, at->file);
    fprintf(p->out, ":%u:%u:%s ", at->line, at->column, colour ? "\033[0m" : "");
    if (colour)
        fprintf(p->out, "%s%s:\033[0m ", colour_of(word), word);
    else
        fprintf(p->out, "%s: ", word);
}

static void note(const printer *p, const csl_region *at, const char *word, const char *message) {
    start_line(p, at, word);
    visible(p, message);
    fputc('\n', p->out);
}

/* The source line with a caret line under it. Tabs are copied, so the carets stay in place. */
static void excerpt(const printer *p, const csl_region *at) {
    size_t length;
    const char *line = csl_sources_line(p->options->sources, at->file, at->line, &length);
    if (!line || at->column < 1 || at->column > length)
        return;
    char *clean = csl_visible_n(line, length);
    fprintf(p->out, "%6u | %s\n       | ", at->line, clean);
    g_free(clean);
    uint32_t from = csl_sources_column(p->options->sources, at->file, at->line, at->column);
    uint32_t to = at->end_line == at->line && at->end_column > at->column
                      ? csl_sources_column(p->options->sources, at->file, at->line, at->end_column)
                      : from + 1;
    const char *byte = line;
    for (uint32_t i = 1; i < from; i++) {
        fputc(*byte == '\t' ? '\t' : ' ', p->out);
        do
            byte++;
        while (byte < line + length && (*byte & 0xC0) == 0x80);
    }
    fputs("\033[1;32m^", p->out);
    for (uint32_t i = from + 1; i < to; i++)
        fputc('~', p->out);
    fputs("\033[0m\n", p->out);
}

static bool is_zero(const int64_t v[3]) {
    return !v[0] && !v[1] && !v[2];
}

static char *triple(const int64_t v[3]) {
    return g_strdup_printf("(%" PRId64 ",%" PRId64 ",%" PRId64 ")", v[0], v[1], v[2]);
}

/* "thread (1,0,0)", with its block when the block is not the first one. */
static char *thread_name(const csl_trace *t) {
    char *thread = triple(t->thread), *block = triple(t->block);
    char *name = is_zero(t->block) ? g_strdup_printf("thread %s", thread)
                                   : g_strdup_printf("thread %s of block %s", thread, block);
    g_free(thread);
    g_free(block);
    return name;
}

static void print_trace(const printer *p, const csl_region *at, const csl_trace *trace) {
    char *name = thread_name(trace);
    uint32_t first = trace->nsteps > MAX_STEPS ? trace->nsteps - MAX_STEPS : 0;
    if (first) {
        char *text = g_strdup_printf("%s: %u earlier steps are in the JSON report", name, first);
        note(p, at, "note", text);
        g_free(text);
    }
    for (uint32_t i = first; i < trace->nsteps; i++) {
        const csl_step *step = &trace->steps[i];
        char *text = g_strdup_printf("%s: %s", name, step->text);
        note(p, &step->region, "note", text);
        g_free(text);
    }
    g_free(name);
}

static void print_witness(const printer *p, const csl_region *at, const csl_witness *w) {
    GString *text = g_string_new("witness: ");
    char *block = triple(w->block), *one = thread_name(&w->threads[0]),
         *two = thread_name(&w->threads[1]);
    g_string_append_printf(text, "%s and %s, blockDim %s", one, two, block);
    for (uint32_t i = 0; i < w->nvalues; i++)
        g_string_append_printf(text, ", %s = %" PRId64, w->values[i].name, w->values[i].value);
    note(p, at, "note", text->str);
    g_string_free(text, TRUE);
    g_free(block);
    g_free(one);
    g_free(two);
    print_trace(p, at, &w->threads[0]);
    print_trace(p, at, &w->threads[1]);
}

static void print_finding(const printer *p, const csl_finding *f) {
    start_line(p, &f->region, csl_severity_name(f->severity));
    visible(p, f->message);
    fputs(" [", p->out);
    visible(p, f->rule);
    fputc(']', p->out);
    if (f->confidence == CSL_LOW)
        fputs(" (low confidence)", p->out);
    if (f->suppressed) {
        fputs(" (suppressed, ", p->out);
        visible(p, f->suppressed);
        fputc(')', p->out);
    }
    fputc('\n', p->out);
    if (p->options->colour)
        excerpt(p, &f->region);
    for (uint32_t i = 0; i < f->nrelated; i++)
        note(p, &f->related[i].region, "note", f->related[i].message);
    if (f->witness)
        print_witness(p, &f->region, f->witness);
    if (f->instance) {
        char *text = g_strdup_printf("in the instance %s%s", f->function, f->instance);
        note(p, &f->region, "note", text);
        g_free(text);
    }
    if (f->nassumptions) {
        start_line(p, &f->region, "note");
        for (uint32_t i = 0; i < f->nassumptions; i++) {
            fputs(i ? ", " : "assuming ", p->out);
            visible(p, f->assumptions[i]);
        }
        fputc('\n', p->out);
    }
    if (f->fix)
        note(p, &f->region, "help", f->fix);
}

/* -v: "a.cu:3:1: kernel: reduce: proved for every block shape; assuming ..." */
static void print_kernel(const printer *p, const csl_kernel_result *k) {
    start_line(p, &k->region, "kernel");
    visible(p, k->name);
    if (k->instances) {
        fputc(' ', p->out);
        visible(p, k->instances);
    }
    char words[CSL_VERDICT_WORDS];
    fprintf(p->out, ": %s", csl_verdict_words(k, words));
    if (k->verdict == CSL_PROVED && k->blocks) {
        fputs(" for ", p->out);
        visible(p, k->blocks);
    }
    if (k->why) {
        fputs(": ", p->out);
        visible(p, k->why);
    }
    for (uint32_t i = 0; i < k->narchs; i++) {
        fputs(i ? ", " : "; for ", p->out);
        visible(p, k->archs[i]);
    }
    for (uint32_t i = 0; i < k->nassumptions; i++) {
        fputs(i ? ", " : "; assuming ", p->out);
        visible(p, k->assumptions[i].text);
    }
    fprintf(p->out, " (queries: %u safe, %u undecided, %u racing)\n", k->safe, k->undecided,
            k->racing);
}

void csl_report_text(FILE *out, const csl_result *const *results, uint32_t n,
                     const csl_report_options *options) {
    printer p = {out, options};
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < results[i]->nfindings; k++)
            print_finding(&p, &results[i]->findings[k]);
        for (uint32_t k = 0; options->verbose && k < results[i]->nkernels; k++)
            print_kernel(&p, &results[i]->kernels[k]);
    }
}
