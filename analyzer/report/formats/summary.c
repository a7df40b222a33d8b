/* The line that ends a run. */
#include "../report.h"
#include "../source/escape.h"

#include <glib.h>

/* ", 3 things" with the right start and number; nothing for 0. */
static void part(GString *line, bool *first, uint32_t count, const char *what) {
    if (!count)
        return;
    g_string_append_printf(line, "%s%u %s", *first ? ": " : ", ", count, what);
    *first = false;
}

void csl_print_summary(FILE *out, const csl_result *const *results, uint32_t n,
                       const csl_report_options *options) {
    csl_counts c = csl_count(results, n);
    GString *line = g_string_new(NULL);
    bool first = true;
    uint32_t unseen = 0;
    for (uint32_t i = 0; i < n; i++)
        unseen += results[i]->nunseen;
    g_string_append_printf(line, "%u kernel%s", c.kernels, c.kernels == 1 ? "" : "s");
    part(line, &first, c.by_verdict[CSL_FINDINGS],
         c.findings || !options->suppressed ? "with findings" : "with suppressed findings");
    part(line, &first, c.by_verdict[CSL_PROVED], "proved");
    part(line, &first, c.by_verdict[CSL_NOT_DECIDED],
         options->verbose || options->show_undecided ? "undecided"
                                                     : "undecided (--show-undecided says why)");
    part(line, &first, c.by_verdict[CSL_NOTHING_TO_CHECK], "with nothing to check");
    part(line, &first, c.by_verdict[CSL_NOT_ANALYSED], "not analysed");
    if (c.findings)
        g_string_append_printf(line, "; %u finding%s", c.findings, c.findings == 1 ? "" : "s");
    if (c.more)
        g_string_append_printf(line, "; %u more than are listed", c.more);
    if (options->hidden)
        g_string_append_printf(line, "; %u of low confidence hidden (--min-confidence=low)",
                               options->hidden);
    if (options->suppressed)
        g_string_append_printf(line, "; %u suppressed", options->suppressed);
    if (options->unchanged)
        g_string_append_printf(line, "; %u not of this change", options->unchanged);
    for (uint32_t i = 0; i < options->nchanged_gates; i++) {
        char *name = csl_visible(options->changed_gates[i]);
        g_string_append_printf(line, "%s%s",
                               i ? ", " : "; the change also decides what counts: ", name);
        g_free(name);
    }
    if (c.failed)
        g_string_append_printf(line, "; %u of %u file%s not analysed", c.failed, c.files,
                               c.files == 1 ? "" : "s");
    if (c.broken)
        g_string_append_printf(line, "; %u file%s not compile", c.broken,
                               c.broken == 1 ? " does" : "s do");
    if (unseen)
        g_string_append_printf(line, "; %u kernel%s in the text not seen%s", unseen,
                               unseen == 1 ? "" : "s", options->verbose ? "" : " (-v lists them)");
    if (c.incomplete)
        g_string_append_printf(line, "; %u file%s with missing includes or errors%s", c.incomplete,
                               c.incomplete == 1 ? "" : "s",
                               options->verbose ? "" : " (-v lists them)");
    fprintf(out, "%s\n", line->str);
    csl_print_missing_headers(out, results, n);
    g_string_free(line, TRUE);
}
