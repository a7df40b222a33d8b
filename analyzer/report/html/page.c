/* The HTML report: one file that opens offline, readable without JavaScript, by keyboard and by
 * screen reader, in light and dark. Summary, kernels with their verdicts, findings, rule pages. */
#include "html.h"
#include "../select/report_file.h"
#include "../source/escape.h"
#include "../../limits/limits.h"

#include <string.h>

/* ---- summary ------------------------------------------------------------------------------- */

const char *const csl_html_verdict_label[] = {"proved", "findings", "undecided", "not analysed",
                                              "nothing to check"};
const char *const csl_html_verdict_class[] = {"proved", "findings", "undecided", "skipped",
                                              "nothing"};
/* What a count of them means, for readers who see the words for the first time. */
static const char *const verdict_meaning[] = {
    "no divergence and no race, for the block shapes named",
    "two threads show each of them",
    "neither a proof nor a witness",
    "not looked at: see why",
    "nothing in it that threads could do wrong together",
};

static const char *plural(uint32_t count) {
    return count == 1 ? "" : "s";
}

static void put_severity(GString *out, const csl_counts *c, csl_severity s) {
    const char *name = csl_severity_name(s);
    csl_html_put(out, "<li class=\"tile %s\"><strong>%u</strong> %s%s</li>\n", name,
                 c->by_severity[s], name, plural(c->by_severity[s]));
}

static void put_left_out(GString *out, uint32_t count, const char *why) {
    if (count)
        csl_html_put(out, "<p>%u finding%s %s.</p>\n", count, plural(count), why);
}

static void put_summary(GString *out, const csl_counts *c, const csl_report_options *options) {
    g_string_append(out, "<section aria-labelledby=\"summary\">\n<h2 id=\"summary\">Summary</h2>\n"
                         "<ul class=\"tiles\">\n");
    for (int s = CSL_ERROR; s >= CSL_NOTE; s--)
        put_severity(out, c, (csl_severity)s);
    g_string_append(out, "</ul>\n");
    csl_html_put(out, "<p>%u file%s, %u kernel%s:</p>\n<ul class=\"tiles\">\n", c->files,
                 plural(c->files), c->kernels, plural(c->kernels));
    for (int v = 0; v < CSL_VERDICT_COUNT; v++)
        csl_html_put(out, "<li class=\"tile %s\"><strong>%u</strong> %s<small>%s</small></li>\n",
                     csl_html_verdict_class[v], c->by_verdict[v], csl_html_verdict_label[v],
                     verdict_meaning[v]);
    g_string_append(out, "</ul>\n");
    put_left_out(out, options->hidden, "of low confidence left out");
    put_left_out(out, options->suppressed, "suppressed by a comment or the baseline");
    put_left_out(out, options->unchanged, "not of the change that was asked about");
    g_string_append(out, "</section>\n");
}

/* What happened to files, if anything did. */
static void put_trouble(GString *out, const csl_result *const *results, uint32_t n,
                        const csl_counts *c, csl_sources *sources) {
    GString *failed = g_string_new(NULL), *incomplete = g_string_new(NULL);
    for (uint32_t i = 0; i < n; i++) {
        const csl_result *r = results[i];
        const char *path = csl_sources_path(sources, r->file);
        if (r->error)
            csl_html_put(failed, "<li><code>%s</code>: %s</li>\n", path, r->error);
        if (r->incomplete && r->nnotes)
            csl_html_put(incomplete, "<li>%s%s</li>\n", r->notes[0],
                         r->nnotes > 1 ? ", and more" : "");
    }
    if (failed->len)
        csl_html_put(out, "<section aria-labelledby=\"failed\" class=\"failed\">\n"
                          "<h2 id=\"failed\">Files that were not analysed</h2>\n<ul>\n");
    g_string_append(out, failed->str);
    if (failed->len)
        g_string_append(out, "</ul>\n</section>\n");
    if (incomplete->len) /* often many, and seldom the reader's concern: closed */
        csl_html_put(out,
                     "<details class=\"incomplete\"><summary>%u file%s with missing includes or "
                     "errors, in which something may have been missed</summary>\n<ul>\n",
                     c->incomplete, plural(c->incomplete));
    g_string_append(out, incomplete->str);
    if (incomplete->len)
        g_string_append(out, "</ul>\n</details>\n");
    g_string_free(failed, TRUE);
    g_string_free(incomplete, TRUE);
}

/* ---- rules --------------------------------------------------------------------------------- */

/* The pages are Markdown, which reads well as it is. */
static void put_rules(GString *out) {
    g_string_append(out, "<section aria-labelledby=\"rules\">\n<h2 id=\"rules\">Rules</h2>\n");
    for (uint32_t i = 0; i < csl_nrules; i++) {
        const csl_rule *rule = &csl_rules[i];
        csl_html_put(out, "<details id=\"rule-%s\"><summary><code>%s</code>: %m</summary>\n<pre>",
                     rule->name, rule->name, rule->summary);
        char **line = g_strsplit(rule->page, "\n", -1);
        for (char **l = line; *l; l++)
            csl_html_put(out, "%s\n", *l);
        g_strfreev(line);
        g_string_append(out, "</pre></details>\n");
    }
    g_string_append(out, "</section>\n");
}

/* ---- page ---------------------------------------------------------------------------------- */

/* Two findings of one fingerprint, in two files, get a number. */
static void make_id(GHashTable *ids, GHashTable *used, const csl_finding *f) {
    const char *print = f->fingerprint ? f->fingerprint : "";
    guint count = GPOINTER_TO_UINT(g_hash_table_lookup(used, print)) + 1;
    g_hash_table_insert(used, (gpointer)print, GUINT_TO_POINTER(count));
    GString *id = g_string_new("f-");
    for (const char *c = print; *c; c++) /* hex digits, if all is as it should be */
        g_string_append_c(id, g_ascii_isxdigit(*c) ? *c : '-');
    if (count > 1)
        g_string_append_printf(id, "-%u", count);
    g_hash_table_insert(ids, (gpointer)f, g_string_free(id, FALSE));
}

static GHashTable *make_ids(const csl_result *const *results, uint32_t n) {
    GHashTable *ids = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    GHashTable *used = g_hash_table_new(g_str_hash, g_str_equal);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < results[i]->nfindings; k++) {
            const csl_finding *f = &results[i]->findings[k];
            make_id(ids, used, f);
            for (uint32_t a = 0; a < f->nalso; a++)
                make_id(ids, used, &f->also[a]);
        }
    g_hash_table_destroy(used);
    return ids;
}

static GHashTable *old_fingerprints(const csl_past_report *since) {
    GHashTable *old = g_hash_table_new(g_str_hash, g_str_equal);
    for (uint32_t i = 0; i < since->nfindings; i++)
        g_hash_table_add(old, (gpointer)since->findings[i].fingerprint);
    return old;
}

static uint32_t count_findings(const csl_result *const *results, uint32_t n) {
    uint32_t total = 0;
    for (uint32_t i = 0; i < n; i++)
        total += results[i]->nfindings;
    return total;
}

static void put_findings(GString *out, const csl_html_page *page, const csl_result *const *results,
                         uint32_t n) {
    g_string_append(out, "<section aria-labelledby=\"findings\">\n"
                         "<h2 id=\"findings\">Findings</h2>\n");
    if (count_findings(results, n))
        csl_html_index(out, page, results, n);
    else
        g_string_append(out, "<p>No findings. See the kernels for what was proved and what was "
                             "not.</p>\n");
    uint32_t number = 1;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t f = 0; f < results[i]->nfindings; f++)
            csl_html_finding(out, page, &results[i]->findings[f], number++);
    g_string_append(out, "</section>\n");
}

static void put_head(GString *out) {
    g_string_append(out,
                    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                    "style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n"
                    "<title>cudasynclint report</title>\n<style>\n");
    g_string_append(out, csl_html_style);
    g_string_append(out, "</style>\n</head>\n<body>\n"
                         "<a class=\"skip\" href=\"#findings\">Skip to the findings</a>\n"
                         "<header><h1>cudasynclint report</h1>\n<nav aria-label=\"Sections\">"
                         "<a href=\"#findings\">Findings</a> <a href=\"#kernels\">Kernels</a> "
                         "<a href=\"#rules\">Rules</a></nav></header>\n<main>\n");
}

void csl_report_html(FILE *out, const csl_result *const *results, uint32_t n,
                     const csl_report_options *options) {
    GString *text = g_string_new(NULL);
    csl_counts counts = csl_count(results, n);
    csl_html_page page = {.options = options,
                          .sources = options->sources,
                          .ids = make_ids(results, n),
                          .old = options->since ? old_fingerprints(options->since) : NULL,
                          .folded = count_findings(results, n) > CSL_LIMIT(open_findings)};
    put_head(text);
    csl_html_run(text, &page);
    put_summary(text, &counts, options);
    put_trouble(text, results, n, &counts, options->sources);
    put_findings(text, &page, results, n);
    csl_html_kernels(text, &page, results, n);
    put_rules(text);
    g_string_append(text, "</main>\n<footer>Written by cudasynclint " CSL_VERSION
                          ".</footer>\n<script>\n");
    g_string_append(text, csl_html_script);
    g_string_append(text, "</script>\n</body>\n</html>\n");
    fputs(text->str, out);
    g_string_free(text, TRUE);
    g_hash_table_destroy(page.ids);
    if (page.old)
        g_hash_table_destroy(page.old);
}
