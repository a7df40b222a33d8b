/* One finding of the HTML report: what, where, how it comes about, what to do. */
#include "html.h"

#include <inttypes.h>
#include <string.h>

static void put_head(GString *out, const csl_html_page *page, const csl_finding *f,
                     uint32_t number) {
    const char *severity = csl_severity_name(f->severity), *id = csl_html_id(page, f);
    const char *since = csl_html_since(page, f);
    csl_html_put(out,
                 "<article id=\"%s\" class=\"finding %s\" aria-labelledby=\"t%u\" "
                 "data-severity=\"%s\" data-rule=\"%s\" data-confidence=\"%s\" "
                 "data-concern=\"%s\" data-since=\"%s\">\n"
                 "<h3 id=\"t%u\"><a class=\"self\" href=\"#%s\">%u</a> "
                 "<span class=\"badge %s\">%s</span> %m",
                 id, severity, number, severity, f->rule, csl_confidence_name(f->confidence),
                 csl_concern_name(f->concern), since, number, id, number, severity, severity,
                 f->message);
    if (strcmp(since, "new") == 0)
        g_string_append(out, " <span class=\"badge new\">new</span>");
    g_string_append(out, "</h3>\n<p class=\"meta\">");
    csl_html_place(out, page, f->region.file, f->region.line);
    if (f->function)
        csl_html_put(out, " in kernel <code>%s%s</code>", f->function, f->instance);
    if (csl_rule_find(f->rule))
        csl_html_put(out, ", rule <a href=\"#rule-%s\"><code>%s</code></a>", f->rule, f->rule);
    else
        csl_html_put(out, ", rule <code>%s</code>", f->rule);
    csl_html_put(out, ", confidence %s", csl_confidence_name(f->confidence));
    if (f->needs)
        csl_html_put(out, " (%m)", f->needs);
    g_string_append(out, "</p>\n");
    if (f->suppressed)
        csl_html_put(out, "<p class=\"suppressed\">Suppressed, does not count: %s</p>\n",
                     f->suppressed);
}

/* The places that the excerpt does not show. */
static void put_provenance(GString *out, const csl_html_page *page, const csl_finding *f,
                           const bool *shown) {
    uint32_t hidden = 0;
    for (uint32_t i = 0; i < f->nrelated; i++)
        hidden += !shown[i];
    if (!hidden)
        return;
    g_string_append(out, "<h4>How it comes about</h4>\n<ol class=\"provenance\">\n");
    for (uint32_t i = 0; i < f->nrelated; i++) {
        if (shown[i])
            continue;
        csl_html_put(out, "<li>%m <small class=\"place\">", f->related[i].message);
        csl_html_place(out, page, f->related[i].region.file, f->related[i].region.line);
        g_string_append(out, "</small></li>\n");
    }
    g_string_append(out, "</ol>\n");
}

/* The others of the same cause, each with its permalink. */
static void put_also(GString *out, const csl_html_page *page, const csl_finding *f) {
    char *words = csl_also_words(f, page->sources);
    if (!words)
        return;
    csl_html_put(out, "<details class=\"also\"><summary>%m</summary>\n<ul>\n", words);
    g_free(words);
    for (uint32_t i = 0; i < f->nalso; i++) {
        const csl_finding *other = &f->also[i];
        csl_html_put(out, "<li id=\"%s\">", csl_html_id(page, other));
        csl_html_place(out, page, other->region.file, other->region.line);
        csl_html_put(out, " in kernel <code>%s%s</code>: %m", other->function, other->instance,
                     other->message);
        if (other->needs)
            csl_html_put(out, " (%m)", other->needs);
        csl_html_line(out, page, other->region.file, other->region.line);
        g_string_append(out, "</li>\n");
    }
    g_string_append(out, "</ul></details>\n");
}

static void put_assumptions(GString *out, const csl_finding *f) {
    if (!f->nassumptions)
        return;
    g_string_append(out, "<h4>Assuming</h4>\n<ul>\n");
    for (uint32_t i = 0; i < f->nassumptions; i++)
        csl_html_put(out, "<li>%m</li>\n", f->assumptions[i]);
    g_string_append(out, "</ul>\n");
}

void csl_html_finding(GString *out, const csl_html_page *page, const csl_finding *f,
                      uint32_t number) {
    put_head(out, page, f, number);
    put_also(out, page, f);
    if (f->fix)
        csl_html_put(out, "<p class=\"fix\"><strong>Fix:</strong> %m</p>\n", f->fix);
    g_string_append(out, page->folded ? "<details class=\"body\">"
                                      : "<details class=\"body\" open=\"open\">");
    g_string_append(out, "<summary>How it happens</summary>\n");
    bool *shown = g_new0(bool, f->nrelated + 1);
    csl_html_excerpt(out, page->sources, f, shown);
    put_provenance(out, page, f, shown);
    g_free(shown);
    if (f->witness)
        csl_html_witness(out, page->sources, f);
    put_assumptions(out, f);
    csl_html_put(out,
                 "<p class=\"fingerprint\">Fingerprint <code>%s</code> "
                 "<button type=\"button\" class=\"copy\" hidden=\"hidden\" "
                 "data-copy=\"// cudasynclint: ignore[%s] \">Copy a suppression</button></p>\n"
                 "</details>\n</article>\n",
                 f->fingerprint, f->rule);
}
