/* The index of the HTML report: filters, and a row for each finding. */
#include "html.h"

#include <string.h>

void csl_html_open_form(GString *out, const char *what, const char *legend) {
    csl_html_put(out,
                 "<form class=\"filters\" hidden=\"hidden\" data-filters=\"%s\" "
                 "aria-label=\"Filter %ss\">\n<fieldset><legend>%s</legend>\n",
                 what, what, legend);
}

void csl_html_checkbox(GString *out, const char *name, const char *value, const char *label) {
    csl_html_put(out,
                 "<label><input type=\"checkbox\" name=\"%s\" value=\"%s\" "
                 "checked=\"checked\"/> %s</label>\n",
                 name, value, label);
}

void csl_html_close_form(GString *out) {
    g_string_append(out, "<label>Text <input type=\"search\" name=\"text\"/></label>\n"
                         "<output name=\"count\" aria-live=\"polite\"></output>\n</form>\n");
}

static void open_select(GString *out, const char *label, const char *name) {
    csl_html_put(out, "<label>%s <select name=\"%s\"><option value=\"\">all</option>", label, name);
}

static void put_option(GString *out, const char *value) {
    csl_html_put(out, "<option value=\"%s\">%s</option>", value, value);
}

static void put_rules(GString *out, const csl_result *const *results, uint32_t n) {
    GHashTable *seen = g_hash_table_new(g_str_hash, g_str_equal);
    open_select(out, "Rule", "rule");
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t f = 0; f < results[i]->nfindings; f++)
            if (g_hash_table_add(seen, (gpointer)results[i]->findings[f].rule))
                put_option(out, results[i]->findings[f].rule);
    g_string_append(out, "</select></label>\n");
    g_hash_table_destroy(seen);
}

static void put_filters(GString *out, const csl_html_page *page, const csl_result *const *results,
                        uint32_t n) {
    csl_html_open_form(out, "finding", "Severity");
    for (int s = CSL_ERROR; s >= CSL_NOTE; s--)
        csl_html_checkbox(out, "severity", csl_severity_name((csl_severity)s),
                          csl_severity_name((csl_severity)s));
    g_string_append(out, "</fieldset>\n");
    put_rules(out, results, n);
    open_select(out, "Confidence", "confidence");
    for (int c = CSL_HIGH; c >= CSL_LOW; c--)
        put_option(out, csl_confidence_name((csl_confidence)c));
    g_string_append(out, "</select></label>\n");
    open_select(out, "Concern", "concern");
    for (int c = 0; c < CSL_CONCERN_COUNT; c++)
        put_option(out, csl_concern_name((csl_concern)c));
    g_string_append(out, "</select></label>\n");
    if (page->old) {
        open_select(out, "Since then", "since");
        put_option(out, "new");
        put_option(out, "old");
        g_string_append(out, "</select></label>\n");
    }
    csl_html_close_form(out);
}

static void put_row(GString *out, const csl_html_page *page, const csl_finding *f) {
    const char *severity = csl_severity_name(f->severity);
    csl_html_put(out,
                 "<tr data-for=\"%s\"><td class=\"badge %s\">%s</td>"
                 "<td><a href=\"#%s\">%m</a></td><td>",
                 csl_html_id(page, f), severity, severity, csl_html_id(page, f), f->message);
    csl_html_place(out, page, f->region.file, f->region.line);
    csl_html_put(out, "</td><td><code>%s</code></td><td><code>%s</code></td></tr>\n",
                 f->function ? f->function : "", f->rule);
}

void csl_html_index(GString *out, const csl_html_page *page, const csl_result *const *results,
                    uint32_t n) {
    static const char *const columns[] = {"Severity", "Finding", "Place", "Kernel", "Rule"};
    put_filters(out, page, results, n);
    g_string_append(out, "<details class=\"index\" open=\"open\"><summary>Index</summary>\n"
                         "<table class=\"index\">\n<thead><tr>");
    for (size_t i = 0; i < G_N_ELEMENTS(columns); i++)
        csl_html_put(out,
                     "<th scope=\"col\"><button type=\"button\" class=\"sort\" "
                     "data-column=\"%u\">%s</button></th>",
                     (uint32_t)i, columns[i]);
    g_string_append(out, "</tr></thead>\n<tbody>\n");
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t f = 0; f < results[i]->nfindings; f++)
            put_row(out, page, &results[i]->findings[f]);
    g_string_append(out, "</tbody></table></details>\n");
}
