/* The comparison of two runs as a page of its own. */
#include "compare.h"

#include "../html/html.h"

static void put_findings(GString *to, const char *title, const csl_finding_pair *pairs,
                         uint32_t n) {
    if (!n)
        return;
    csl_html_put(to, "<section><h2>%s (%u)</h2>\n<ul>\n", title, n);
    for (uint32_t i = 0; i < n; i++) {
        const csl_past_finding *f = pairs[i].after ? pairs[i].after : pairs[i].before;
        csl_html_put(to,
                     "<li><span class=\"badge %s\">%s</span> <code>%s:%u</code> %m "
                     "<small>%s",
                     csl_severity_name(f->severity), csl_severity_name(f->severity), f->file,
                     f->line, f->message, f->rule);
        if (pairs[i].before && pairs[i].after)
            csl_html_put(to, ", was at %s:%u", pairs[i].before->file, pairs[i].before->line);
        g_string_append(to, "</small></li>\n");
    }
    g_string_append(to, "</ul></section>\n");
}

static void put_verdicts(GString *to, csl_ctx *ctx, const csl_comparison *c) {
    if (!c->nkernels)
        return;
    g_string_append(to, "<section><h2>Verdicts</h2>\n<ul>\n");
    for (uint32_t i = 0; i < c->nkernels; i++) {
        const csl_kernel_pair *p = &c->kernels[i];
        csl_html_put(to, "<li><strong>%s</strong>: <code>%s</code> <code>%s:%u</code>: %s, now %s",
                     p->worse ? "worse" : "better", p->after->name, p->after->file, p->after->line,
                     csl_kernel_verdict_name(p->before->verdict),
                     csl_kernel_verdict_name(p->after->verdict));
        csl_html_put(to, " <small>%s %m</small></li>\n", csl_changed_concerns(ctx, p),
                     p->after->why);
    }
    g_string_append(to, "</ul></section>\n");
}

void csl_compare_html(FILE *out, csl_ctx *ctx, const csl_comparison *c) {
    GString *to = g_string_new(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'\"/>\n<title>cudasynclint: two runs</title>\n<style>\n");
    g_string_append(to, csl_html_style);
    csl_html_put(to,
                 "</style>\n</head>\n<body>\n<header><h1>cudasynclint: two runs</h1></header>\n"
                 "<main>\n<p>From <code>%s</code> to <code>%s</code>.</p>\n",
                 c->before->path, c->after->path);
    csl_html_put(to,
                 "<ul class=\"tiles\"><li class=\"tile error\"><strong>%u</strong> new</li>"
                 "<li class=\"tile proved\"><strong>%u</strong> gone</li>"
                 "<li class=\"tile note\"><strong>%u</strong> moved</li>"
                 "<li class=\"tile note\"><strong>%u</strong> as before</li>"
                 "<li class=\"tile undecided\"><strong>%u</strong> verdicts worse</li>"
                 "<li class=\"tile proved\"><strong>%u</strong> better</li></ul>\n",
                 c->nfresh, c->ngone, c->nmoved, c->nsame, c->nworse, c->nkernels - c->nworse);
    put_findings(to, "New findings", c->fresh, c->nfresh);
    put_verdicts(to, ctx, c);
    put_findings(to, "Gone", c->gone, c->ngone);
    put_findings(to, "Moved", c->moved, c->nmoved);
    g_string_append(to, "</main>\n</body>\n</html>\n");
    fputs(to->str, out);
    g_string_free(to, TRUE);
}
