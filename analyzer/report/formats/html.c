/* The HTML report: one file that opens offline, readable without JavaScript, by keyboard and by
 * screen reader, in light and dark. Summary, kernels with their verdicts, findings, rule pages. */
#include "html.h"
#include "../select/deciding.h"
#include "../source/escape.h"

#include <string.h>

static void put_code(GString *out, const char *text) {
    g_string_append(out, "<code>");
    csl_escape_markup(out, text);
    g_string_append(out, "</code>");
}

void csl_html_put(GString *out, const char *format, ...) {
    va_list args;
    va_start(args, format);
    for (const char *p = format; *p; p++) {
        if (*p != '%') {
            g_string_append_c(out, *p);
            continue;
        }
        p++;
        if (*p == 'u') {
            g_string_append_printf(out, "%u", va_arg(args, uint32_t));
            continue;
        }
        const char *text = va_arg(args, const char *);
        if (text && *p == 'm')
            csl_escape_message(out, text, csl_escape_markup, put_code);
        else if (text)
            csl_escape_markup(out, text);
    }
    va_end(args);
}

/* ---- summary ------------------------------------------------------------------------------- */

static const char *const verdict_label[] = {"proved", "findings", "undecided", "not analysed",
                                            "nothing to check"};
static const char *const verdict_class[] = {"proved", "findings", "undecided", "skipped",
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
                     verdict_class[v], c->by_verdict[v], verdict_label[v], verdict_meaning[v]);
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

/* ---- filters ------------------------------------------------------------------------------- */

/* Forms are hidden until the script runs: without it they would do nothing. It shows the elements
 * `what` whose data match. */
static void open_form(GString *out, const char *what, const char *legend) {
    csl_html_put(out,
                 "<form class=\"filters\" hidden=\"hidden\" data-filters=\"%s\" "
                 "aria-label=\"Filter %ss\">\n<fieldset><legend>%s</legend>\n",
                 what, what, legend);
}

static void put_checkbox(GString *out, const char *name, const char *value, const char *label) {
    csl_html_put(out,
                 "<label><input type=\"checkbox\" name=\"%s\" value=\"%s\" "
                 "checked=\"checked\"/> %s</label>\n",
                 name, value, label);
}

static void close_form(GString *out) {
    g_string_append(out, "<label>Text <input type=\"search\" name=\"text\"/></label>\n"
                         "<output name=\"count\" aria-live=\"polite\"></output>\n</form>\n");
}

static void put_filters(GString *out, const csl_result *const *results, uint32_t n) {
    open_form(out, "finding", "Severity");
    for (int s = CSL_ERROR; s >= CSL_NOTE; s--)
        put_checkbox(out, "severity", csl_severity_name((csl_severity)s),
                     csl_severity_name((csl_severity)s));
    g_string_append(out, "</fieldset>\n<label>Rule <select name=\"rule\">"
                         "<option value=\"\">all</option>");
    GHashTable *seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t f = 0; f < results[i]->nfindings; f++) {
            const char *rule = results[i]->findings[f].rule;
            if (g_hash_table_add(seen, (gpointer)rule))
                csl_html_put(out, "<option value=\"%s\">%s</option>", rule, rule);
        }
    }
    g_hash_table_destroy(seen);
    g_string_append(out, "</select></label>\n");
    close_form(out);
}

/* ---- kernels ------------------------------------------------------------------------------- */

/* Links to the findings of one kernel, which start at number `first`. */
static void put_kernel_findings(GString *out, const csl_result *r, const csl_kernel_result *k,
                                uint32_t first) {
    for (uint32_t i = 0; i < r->nfindings; i++)
        if (r->findings[i].function && strcmp(r->findings[i].function, k->name) == 0)
            csl_html_put(out, " <a href=\"#f%u\">finding %u</a>", first + i, first + i);
}

/* What stands against a proof, by concern, folded. */
static void put_obstacles(GString *out, csl_sources *sources, const csl_kernel_result *k) {
    bool any = false;
    for (int c = 0; c < CSL_CONCERN_COUNT; c++)
        for (uint32_t i = 0; i < k->concern[c].nobstacles; i++) {
            const csl_obstacle *o = &k->concern[c].obstacles[i];
            if (!any)
                g_string_append(out, "<details class=\"obstacles\"><summary>obstacles</summary>"
                                     "<ul>\n");
            csl_html_put(out, "<li>%s: ", csl_concern_name((csl_concern)c));
            if (o->at.line)
                csl_html_put(out, "%s:%u: ", csl_sources_path(sources, o->at.file), o->at.line);
            csl_html_put(out, "%m; would decide it: %m</li>\n", o->why, csl_deciding(o->why));
            any = true;
        }
    if (any)
        g_string_append(out, "</ul></details>");
}

static void put_small(GString *out, const char *start, const char *const *items, uint32_t n) {
    if (n) {
        g_string_append(out, "<small>");
        g_string_append(out, start);
    }
    for (uint32_t i = 0; i < n; i++)
        csl_html_put(out, i ? "; %m" : "%m", items[i]);
    if (n)
        g_string_append(out, "</small>");
}

static void put_kernel(GString *out, csl_sources *sources, const csl_result *r,
                       const csl_kernel_result *k, uint32_t first) {
    char words[CSL_VERDICT_WORDS];
    csl_html_put(out, "<tr class=\"kernel\" data-verdict=\"%s\"><th scope=\"row\"><code>%s</code>",
                 verdict_class[k->verdict], k->name);
    if (k->instances)
        csl_html_put(out, " <small>for <code>%s</code></small>", k->instances);
    csl_html_put(out, "<small class=\"place\">%s:%u</small></th>\n<td class=\"%s\">%s</td>\n<td>",
                 csl_sources_path(sources, k->region.file), k->region.line,
                 verdict_class[k->verdict], csl_verdict_words(k, words));
    if (k->verdict == CSL_PROVED)
        csl_html_put(out, "for %s", k->blocks);
    else if (k->verdict != CSL_FINDINGS)
        csl_html_put(out, "%m", k->why);
    put_kernel_findings(out, r, k, first);
    put_obstacles(out, sources, k);
    put_small(out, "on ", k->archs, k->narchs);
    const char **assumed = g_new(const char *, k->nassumptions + 1);
    for (uint32_t i = 0; i < k->nassumptions; i++)
        assumed[i] = k->assumptions[i].text;
    put_small(out, "assuming ", assumed, k->nassumptions);
    g_free(assumed);
    csl_html_put(out,
                 "</td>\n<td class=\"number\">%u</td><td class=\"number\">%u</td>"
                 "<td class=\"number\">%u</td></tr>\n",
                 k->safe, k->undecided, k->racing);
}

static void put_kernels(GString *out, csl_sources *sources, const csl_result *const *results,
                        uint32_t n) {
    g_string_append(out,
                    "<section aria-labelledby=\"kernels\">\n<h2 id=\"kernels\">Kernels</h2>\n");
    open_form(out, "kernel", "Verdict");
    for (int v = 0; v < CSL_VERDICT_COUNT; v++)
        put_checkbox(out, "verdict", verdict_class[v], verdict_label[v]);
    g_string_append(out, "</fieldset>\n");
    close_form(out);
    g_string_append(out, "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
                         "aria-label=\"Table of kernels\"><table class=\"kernels\">\n"
                         "<thead><tr><th scope=\"col\">Kernel</th><th scope=\"col\">Verdict</th>"
                         "<th scope=\"col\">Why, and for which blocks</th>"
                         "<th scope=\"col\">Queries: safe</th><th scope=\"col\">undecided</th>"
                         "<th scope=\"col\">racing</th></tr></thead>\n<tbody>\n");
    uint32_t first = 1, rows = 0;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < results[i]->nkernels; k++, rows++)
            put_kernel(out, sources, results[i], &results[i]->kernels[k], first);
        first += results[i]->nfindings;
    }
    if (!rows)
        g_string_append(out, "<tr><td colspan=\"6\">No kernel was found.</td></tr>\n");
    g_string_append(out, "</tbody></table></div>\n</section>\n");
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

static void put_findings(GString *out, csl_sources *sources, const csl_result *const *results,
                         uint32_t n) {
    g_string_append(out, "<section aria-labelledby=\"findings\">\n"
                         "<h2 id=\"findings\">Findings</h2>\n");
    uint32_t total = 0;
    for (uint32_t i = 0; i < n; i++)
        total += results[i]->nfindings;
    if (total)
        put_filters(out, results, n);
    else
        g_string_append(out, "<p>No findings. See the kernels for what was proved and what was "
                             "not.</p>\n");
    uint32_t number = 1;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t f = 0; f < results[i]->nfindings; f++)
            csl_html_finding(out, sources, &results[i]->findings[f], number++);
    g_string_append(out, "</section>\n");
}

void csl_report_html(FILE *out, const csl_result *const *results, uint32_t n,
                     const csl_report_options *options) {
    GString *page = g_string_new(NULL);
    csl_counts counts = csl_count(results, n);
    g_string_append(page,
                    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                    "style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n"
                    "<title>cudasynclint report</title>\n<style>\n");
    g_string_append(page, csl_html_style);
    g_string_append(page, "</style>\n</head>\n<body>\n"
                          "<a class=\"skip\" href=\"#findings\">Skip to the findings</a>\n"
                          "<header><h1>cudasynclint report</h1>\n<nav aria-label=\"Sections\">"
                          "<a href=\"#findings\">Findings</a> <a href=\"#kernels\">Kernels</a> "
                          "<a href=\"#rules\">Rules</a></nav></header>\n<main>\n");
    put_summary(page, &counts, options);
    put_trouble(page, results, n, &counts, options->sources);
    put_findings(page, options->sources, results, n);
    put_kernels(page, options->sources, results, n);
    put_rules(page);
    g_string_append(page, "</main>\n<footer>Written by cudasynclint " CSL_VERSION
                          ".</footer>\n<script>\n");
    g_string_append(page, csl_html_script);
    g_string_append(page, "</script>\n</body>\n</html>\n");
    fputs(page->str, out);
    g_string_free(page, TRUE);
}
