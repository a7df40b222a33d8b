/* The text report, a finding in about six lines, the same on a terminal and in a pipe:
 * `file:line:col: severity: message [rule]`, which editors and problem matchers understand; then
 * each place with its source line and what happens there; then what to do. */
#include "text.h"

#include "../source/escape.h"
#include "../source/source.h"

void csl_text_put(const csl_printer *p, const char *s) {
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

static void put_word(const csl_printer *p, const char *word) {
    if (p->options->colour)
        fprintf(p->out, "%s%s:\033[0m ", colour_of(word), word);
    else
        fprintf(p->out, "%s: ", word);
}

void csl_text_start(const csl_printer *p, const csl_region *at, const char *word) {
    const bool colour = p->options->colour;
    fputs(colour ? "\033[1m" : "", p->out);
    csl_text_put(p, csl_sources_path(p->options->sources, at->file));
    fprintf(p->out, ":%u:%u:%s ", at->line, at->column, colour ? "\033[0m" : "");
    put_word(p, word);
}

void csl_text_note(const csl_printer *p, const csl_region *at, const char *word,
                   const char *message) {
    csl_text_start(p, at, word);
    csl_text_put(p, message);
    fputc('\n', p->out);
}

static void print_headline(const csl_printer *p, const csl_finding *f) {
    csl_text_start(p, &f->region, csl_severity_name(f->severity));
    csl_text_put(p, f->message);
    fputs(" [", p->out);
    csl_text_put(p, f->rule);
    fputc(']', p->out);
    if (f->confidence == CSL_LOW)
        fputs(" (low confidence)", p->out);
    if (f->suppressed) {
        fputs(" (suppressed, ", p->out);
        csl_text_put(p, f->suppressed);
        fputc(')', p->out);
    }
    fputc('\n', p->out);
}

static void print_finding(const csl_printer *p, const csl_finding *f) {
    const csl_related itself = {f->region, ""};
    print_headline(p, f);
    if (f->nplaces)
        csl_text_excerpt(p, &f->region, f->related, f->nplaces);
    else
        csl_text_excerpt(p, &f->region, &itself, 1);
    char *also = csl_also_words(f, p->options->sources);
    if (also) {
        fputs("  ", p->out);
        put_word(p, "note");
        csl_text_put(p, also);
        fputc('\n', p->out);
    }
    g_free(also);
    if (p->options->trace)
        csl_text_trace(p, f);
    if (f->fix) {
        fputs("  ", p->out);
        put_word(p, "help");
        csl_text_put(p, f->fix);
        fputc('\n', p->out);
    }
}

/* -v: "a.cu:3:1: kernel: reduce: proved for every block shape; assuming ..." */
static void print_kernel(const csl_printer *p, const csl_kernel_result *k) {
    csl_text_start(p, &k->region, "kernel");
    csl_text_put(p, k->name);
    if (k->instances) {
        fputc(' ', p->out);
        csl_text_put(p, k->instances);
    }
    char words[CSL_VERDICT_WORDS];
    fprintf(p->out, ": %s", csl_verdict_words(k, words));
    if (k->verdict == CSL_PROVED && k->blocks) {
        fputs(" for ", p->out);
        csl_text_put(p, k->blocks);
    }
    if (k->why) {
        fputs(": ", p->out);
        csl_text_put(p, k->why);
    }
    for (uint32_t i = 0; i < k->narchs; i++) {
        fputs(i ? ", " : "; for ", p->out);
        csl_text_put(p, k->archs[i]);
    }
    for (uint32_t i = 0; i < k->nassumptions; i++) {
        fputs(i ? ", " : "; assuming ", p->out);
        csl_text_put(p, k->assumptions[i].text);
    }
    fputc('\n', p->out);
}

void csl_report_text(FILE *out, const csl_result *const *results, uint32_t n,
                     const csl_report_options *options) {
    csl_printer p = {out, options};
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < results[i]->nfindings; k++)
            print_finding(&p, &results[i]->findings[k]);
        for (uint32_t k = 0; k < results[i]->nkernels; k++) {
            const csl_kernel_result *kernel = &results[i]->kernels[k];
            if (options->show_undecided && kernel->verdict == CSL_NOT_DECIDED)
                csl_text_undecided(&p, kernel);
            else if (options->verbose)
                print_kernel(&p, kernel);
        }
    }
}
