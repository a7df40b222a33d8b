/* The table of kernels of the HTML report. */
#include "html.h"

#include "../select/deciding.h"

#include <string.h>

static void put_link(GString *out, const csl_html_page *page, const csl_finding *f,
                     const csl_kernel_result *k) {
    if (f->function && strcmp(f->function, k->name) == 0)
        csl_html_put(out, " <a href=\"#%s\">line %u: %m</a><br/>", csl_html_id(page, f),
                     f->region.line, f->message);
}

/* Links to the findings of one kernel. */
static void put_kernel_findings(GString *out, const csl_html_page *page, const csl_result *r,
                                const csl_kernel_result *k) {
    for (uint32_t i = 0; i < r->nfindings; i++) {
        put_link(out, page, &r->findings[i], k);
        for (uint32_t a = 0; a < r->findings[i].nalso; a++)
            put_link(out, page, &r->findings[i].also[a], k);
    }
}

/* What stands against a proof, by concern, with the source and what would decide it. */
static void put_obstacles(GString *out, const csl_html_page *page, const csl_kernel_result *k) {
    bool any = false;
    for (int c = 0; c < CSL_CONCERN_COUNT; c++)
        for (uint32_t i = 0; i < k->concern[c].nobstacles; i++) {
            const csl_obstacle *o = &k->concern[c].obstacles[i];
            if (!any)
                g_string_append(out, "<details class=\"obstacles\"><summary>obstacles</summary>"
                                     "<ul>\n");
            csl_html_put(out, "<li>%s: ", csl_concern_name((csl_concern)c));
            if (o->at.line) {
                csl_html_place(out, page, o->at.file, o->at.line);
                g_string_append(out, ": ");
            }
            csl_html_put(out, "%m", o->why);
            if (o->at.line)
                csl_html_line(out, page, o->at.file, o->at.line);
            csl_html_put(out, "<small>would decide it: %m</small></li>\n", csl_deciding(o->why));
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

static void put_kernel(GString *out, const csl_html_page *page, const csl_result *r,
                       const csl_kernel_result *k) {
    const char *class = csl_html_verdict_class[k->verdict];
    char words[CSL_VERDICT_WORDS];
    csl_html_put(out, "<tr class=\"kernel\" data-verdict=\"%s\"><th scope=\"row\"><code>%s</code>",
                 class, k->name);
    if (k->instances)
        csl_html_put(out, " <small>for <code>%s</code></small>", k->instances);
    g_string_append(out, "<small class=\"place\">");
    csl_html_place(out, page, k->region.file, k->region.line);
    csl_html_put(out, "</small></th>\n<td class=\"%s\">%s</td>\n<td>", class,
                 csl_verdict_words(k, words));
    if (k->verdict == CSL_PROVED)
        csl_html_put(out, "for %s", k->blocks);
    else if (k->verdict != CSL_FINDINGS)
        csl_html_put(out, "%m", k->why);
    put_kernel_findings(out, page, r, k);
    put_obstacles(out, page, k);
    put_small(out, "on ", k->archs, k->narchs);
    const char **assumed = g_new(const char *, k->nassumptions + 1);
    for (uint32_t i = 0; i < k->nassumptions; i++)
        assumed[i] = k->assumptions[i].text;
    put_small(out, "assuming ", assumed, k->nassumptions);
    g_free(assumed);
    csl_html_put(out, "<small>questions: %u safe, %u undecided, %u racing</small></td></tr>\n",
                 k->safe, k->undecided, k->racing);
}

void csl_html_kernels(GString *out, const csl_html_page *page, const csl_result *const *results,
                      uint32_t n) {
    g_string_append(out,
                    "<section aria-labelledby=\"kernels\">\n<h2 id=\"kernels\">Kernels</h2>\n");
    csl_html_open_form(out, "kernel", "Verdict");
    for (int v = 0; v < CSL_VERDICT_COUNT; v++)
        csl_html_checkbox(out, "verdict", csl_html_verdict_class[v], csl_html_verdict_label[v]);
    g_string_append(out, "</fieldset>\n");
    csl_html_close_form(out);
    g_string_append(out,
                    "<table class=\"kernels\">\n"
                    "<thead><tr><th scope=\"col\">Kernel</th><th scope=\"col\">Verdict</th>"
                    "<th scope=\"col\">Why, and for which blocks</th></tr></thead>\n<tbody>\n");
    uint32_t rows = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < results[i]->nkernels; k++, rows++)
            put_kernel(out, page, results[i], &results[i]->kernels[k]);
    if (!rows)
        g_string_append(out, "<tr><td colspan=\"3\">No kernel was found.</td></tr>\n");
    g_string_append(out, "</tbody></table>\n</section>\n");
}
