/* One finding of the HTML report: what, where, how it comes about, what to do. */
#include "html.h"

#include <inttypes.h>
#include <string.h>

static void put_head(GString *out, csl_sources *sources, const csl_finding *f, uint32_t number) {
    const char *severity = csl_severity_name(f->severity);
    csl_html_put(out,
                 "<article id=\"f%u\" class=\"finding %s\" aria-labelledby=\"t%u\" "
                 "data-severity=\"%s\" data-rule=\"%s\">\n"
                 "<h3 id=\"t%u\"><a class=\"self\" href=\"#f%u\">%u</a> "
                 "<span class=\"badge %s\">%s</span> %m</h3>\n"
                 "<p class=\"meta\"><code>%s:%u:%u</code>",
                 number, severity, number, severity, f->rule, number, number, number, severity,
                 severity, f->message, csl_sources_path(sources, f->region.file), f->region.line,
                 f->region.column);
    if (f->function)
        csl_html_put(out, " in kernel <code>%s%s</code>", f->function, f->instance);
    if (csl_rule_find(f->rule))
        csl_html_put(out, ", rule <a href=\"#rule-%s\"><code>%s</code></a>", f->rule, f->rule);
    else
        csl_html_put(out, ", rule <code>%s</code>", f->rule);
    csl_html_put(out, ", confidence %s</p>\n", csl_confidence_name(f->confidence));
    if (f->suppressed)
        csl_html_put(out, "<p class=\"suppressed\">Suppressed, does not count: %s</p>\n",
                     f->suppressed);
}

/* The chain behind the finding, from the barrier or access back to what decides. */
static void put_provenance(GString *out, csl_sources *sources, const csl_finding *f) {
    if (!f->nrelated)
        return;
    g_string_append(out, "<h4>How it comes about</h4>\n<ol class=\"provenance\">\n");
    for (uint32_t i = 0; i < f->nrelated; i++)
        csl_html_put(out, "<li>%m <small class=\"place\">%s:%u</small></li>\n",
                     f->related[i].message, csl_sources_path(sources, f->related[i].region.file),
                     f->related[i].region.line);
    g_string_append(out, "</ol>\n");
}

static void put_assumptions(GString *out, const csl_finding *f) {
    if (!f->nassumptions)
        return;
    g_string_append(out, "<h4>Assuming</h4>\n<ul>\n");
    for (uint32_t i = 0; i < f->nassumptions; i++)
        csl_html_put(out, "<li>%m</li>\n", f->assumptions[i]);
    g_string_append(out, "</ul>\n");
}

void csl_html_finding(GString *out, csl_sources *sources, const csl_finding *f, uint32_t number) {
    put_head(out, sources, f, number);
    if (f->fix)
        csl_html_put(out, "<p class=\"fix\"><strong>Fix:</strong> %m</p>\n", f->fix);
    csl_html_excerpt(out, sources, f);
    put_provenance(out, sources, f);
    if (f->witness)
        csl_html_witness(out, f);
    put_assumptions(out, f);
    csl_html_put(out, "<p class=\"fingerprint\">Fingerprint <code>%s</code></p>\n</article>\n",
                 f->fingerprint);
}
