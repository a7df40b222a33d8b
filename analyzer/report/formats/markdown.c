/* A Markdown summary, for GITHUB_STEP_SUMMARY and merge request comments: one table of findings,
 * one of kernels, details folded. GitHub refuses summaries over 1 MiB, so findings beyond a size
 * are counted, not listed. */
#include "../source/escape.h"
#include "../report.h"
#include "../source/source.h"
#include "../../limits/limits.h"

#include <inttypes.h>

static void put_message(GString *out, const char *message) {
    csl_escape_message(out, message, csl_escape_markdown, csl_escape_markdown_code);
}

static void put_place(GString *out, csl_sources *sources, const csl_region *r) {
    char *place = g_strdup_printf("%s:%u", csl_sources_path(sources, r->file), r->line);
    csl_escape_markdown_code(out, place);
    g_free(place);
}

static void put_summary(GString *out, const csl_counts *c, const csl_report_options *options) {
    g_string_append_printf(out,
                           "## cudasynclint\n\n"
                           "Errors: %u, warnings: %u, notes: %u; files: %u. "
                           "Kernels: %u, of them %u proved, %u with findings, %u undecided, "
                           "%u with nothing to check, %u not analysed.\n\n",
                           c->by_severity[CSL_ERROR], c->by_severity[CSL_WARNING],
                           c->by_severity[CSL_NOTE], c->files, c->kernels,
                           c->by_verdict[CSL_PROVED], c->by_verdict[CSL_FINDINGS],
                           c->by_verdict[CSL_NOT_DECIDED], c->by_verdict[CSL_NOTHING_TO_CHECK],
                           c->by_verdict[CSL_NOT_ANALYSED]);
    if (options->hidden || options->suppressed || options->unchanged)
        g_string_append_printf(out,
                               "Left out: %u of low confidence, %u suppressed, %u not of this "
                               "change.\n\n",
                               options->hidden, options->suppressed, options->unchanged);
}

static void put_finding_row(GString *out, csl_sources *sources, const csl_finding *f) {
    g_string_append_printf(out, "| %s | ", csl_severity_name(f->severity));
    put_place(out, sources, &f->region);
    g_string_append(out, " | ");
    put_message(out, f->message);
    char *also = csl_also_words(f, sources);
    if (also) {
        g_string_append(out, ", ");
        put_message(out, also);
    }
    g_free(also);
    if (f->suppressed) {
        g_string_append(out, " *(suppressed: ");
        csl_escape_markdown(out, f->suppressed);
        g_string_append(out, ")*");
    }
    g_string_append(out, " | ");
    csl_escape_markdown_code(out, f->rule);
    g_string_append(out, " |\n");
}

static void put_findings(GString *out, csl_sources *sources, const csl_result *const *results,
                         uint32_t n) {
    uint32_t shown = 0, left_out = 0;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < results[i]->nfindings; k++) {
            if (out->len > CSL_LIMIT(summary_bytes) / 2) {
                left_out++;
                continue;
            }
            if (shown++ == 0)
                g_string_append(out, "| severity | place | finding | rule |\n|---|---|---|---|\n");
            put_finding_row(out, sources, &results[i]->findings[k]);
        }
    }
    g_string_append(out, shown ? "\n" : "No findings.\n\n");
    if (left_out)
        g_string_append_printf(out, "%u more findings are left out.\n\n", left_out);
}

static void put_trace(GString *out, csl_sources *sources, const csl_trace *t) {
    g_string_append_printf(out, "Thread \\(%" PRId64 ",%" PRId64 ",%" PRId64 "\\):\n\n",
                           t->thread[0], t->thread[1], t->thread[2]);
    for (uint32_t i = 0; i < t->nsteps; i++) {
        g_string_append_printf(out, "%u. ", i + 1);
        put_place(out, sources, &t->steps[i].region);
        g_string_append_c(out, ' ');
        put_message(out, t->steps[i].text);
        g_string_append_printf(out, " \\(interval %u\\)\n", t->steps[i].interval);
    }
    g_string_append_c(out, '\n');
}

/* The line to unfold, which is HTML: what forges make links of is no such text there. */
static void put_title(GString *out, csl_sources *sources, const csl_finding *f) {
    GString *title = g_string_new(NULL);
    csl_html_put(title, "<details><summary><code>%s:%u</code>: %m</summary>\n\n",
                 csl_sources_path(sources, f->region.file), f->region.line, f->message);
    for (gsize i = 0; i < title->len; i++)
        if (title->str[i] == '@')
            g_string_append(out, "&#64;");
        else if (title->str[i] == '#' && title->str[i - 1] != '&')
            g_string_append(out, "&#35;");
        else
            g_string_append_c(out, title->str[i]);
    g_string_free(title, TRUE);
}

/* Fix, related places and witness of one finding, folded. */
static void put_details(GString *out, csl_sources *sources, const csl_finding *f) {
    put_title(out, sources, f);
    if (f->fix) {
        g_string_append(out, "Fix: ");
        put_message(out, f->fix);
        g_string_append(out, "\n\n");
    }
    for (uint32_t i = 0; i < f->nrelated; i++) {
        g_string_append(out, "- ");
        put_place(out, sources, &f->related[i].region);
        g_string_append_c(out, ' ');
        put_message(out, f->related[i].message);
        g_string_append_c(out, '\n');
    }
    for (uint32_t i = 0; i < f->nalso; i++) {
        g_string_append(out, "- ");
        put_place(out, sources, &f->also[i].region);
        g_string_append(out, " also: ");
        put_message(out, f->also[i].message);
        g_string_append_c(out, '\n');
    }
    g_string_append(out, f->nrelated || f->nalso ? "\n" : "");
    for (int t = 0; f->witness && t < 2; t++)
        put_trace(out, sources, &f->witness->threads[t]);
    g_string_append(out, "</details>\n\n");
}

static void put_kernels(GString *out, csl_sources *sources, const csl_result *const *results,
                        uint32_t n) {
    g_string_append(out, "<details><summary>Kernels</summary>\n\n"
                         "| kernel | place | verdict | why, and for which blocks |\n"
                         "|---|---|---|---|\n");
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < results[i]->nkernels && out->len < CSL_LIMIT(summary_bytes); k++) {
            const csl_kernel_result *kernel = &results[i]->kernels[k];
            g_string_append(out, "| ");
            csl_escape_markdown_code(out, kernel->name);
            g_string_append(out, " | ");
            put_place(out, sources, &kernel->region);
            char words[CSL_VERDICT_WORDS];
            g_string_append_printf(out, " | %s | ", csl_verdict_words(kernel, words));
            const char *why = kernel->verdict == CSL_PROVED ? kernel->blocks : kernel->why;
            put_message(out, why ? why : "");
            g_string_append(out, " |\n");
        }
    }
    g_string_append(out, "\n</details>\n");
}

void csl_report_markdown(FILE *out, const csl_result *const *results, uint32_t n,
                         const csl_report_options *options) {
    GString *text = g_string_new(NULL);
    csl_counts counts = csl_count(results, n);
    put_summary(text, &counts, options);
    for (uint32_t i = 0; i < n; i++) {
        if (!results[i]->error)
            continue;
        g_string_append(text, "**Not analysed:** ");
        csl_escape_markdown_code(text, csl_sources_path(options->sources, results[i]->file));
        g_string_append(text, ": ");
        put_message(text, results[i]->error);
        g_string_append(text, "\n\n");
    }
    put_findings(text, options->sources, results, n);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0;
             k < results[i]->nfindings && text->len < CSL_LIMIT(summary_bytes) * 3 / 4; k++)
            put_details(text, options->sources, &results[i]->findings[k]);
    put_kernels(text, options->sources, results, n);
    fputs(text->str, out);
    g_string_free(text, TRUE);
}
