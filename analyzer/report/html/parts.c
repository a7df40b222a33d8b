/* What parts of the HTML report have in common: permalinks, places, the header of the run. */
#include "html.h"

#include "../source/escape.h"
#include "../../limits/limits.h"

#include <string.h>

const char *csl_html_id(const csl_html_page *page, const csl_finding *f) {
    return g_hash_table_lookup(page->ids, f);
}

const char *csl_html_since(const csl_html_page *page, const csl_finding *f) {
    if (!page->old)
        return "";
    bool old = g_hash_table_contains(page->old, f->fingerprint);
    for (uint32_t i = 0; i < f->nalso; i++)
        old &= g_hash_table_contains(page->old, f->also[i].fingerprint);
    return old ? "old" : "new";
}

/* The template with {path}, {line} and {commit} replaced. g_free. */
static char *link_to(const csl_html_page *page, const char *path, uint32_t line) {
    GString *url = g_string_new(NULL), *escaped = g_string_new(NULL);
    if (path[0] == '/') /* an editor opens /a/b.cu; a host has nothing outside the repository */
        g_string_append(escaped, path);
    else
        csl_escape_uri(escaped, path);
    for (const char *at = page->options->link; *at;) {
        if (g_str_has_prefix(at, "{path}")) {
            g_string_append(url, escaped->str);
            at += strlen("{path}");
        } else if (g_str_has_prefix(at, "{line}")) {
            g_string_append_printf(url, "%u", line);
            at += strlen("{line}");
        } else if (g_str_has_prefix(at, "{commit}")) {
            g_string_append(url, page->options->commit ? page->options->commit : "HEAD");
            at += strlen("{commit}");
        } else {
            g_string_append_c(url, *at++);
        }
    }
    g_string_free(escaped, TRUE);
    return g_string_free(url, FALSE);
}

void csl_html_place(GString *out, const csl_html_page *page, const char *file, uint32_t line) {
    const char *path = csl_sources_path(page->sources, file);
    char *url = page->options->link && line ? link_to(page, path, line) : NULL;
    if (url)
        csl_html_put(out, "<a href=\"%s\"><code>%s:%u</code></a>", url, path, line);
    else
        csl_html_put(out, "<code>%s:%u</code>", path, line);
    g_free(url);
}

void csl_html_line(GString *out, const csl_html_page *page, const char *file, uint32_t line) {
    size_t length;
    const char *text = csl_sources_line(page->sources, file, line, &length);
    if (!text)
        return;
    while (length && g_ascii_isspace(*text)) {
        text++;
        length--;
    }
    csl_html_put(out, "<code class=\"one-line\"><span class=\"no\">%u</span> ", line);
    csl_escape_markup_n(out, text, MIN(length, CSL_LIMIT(page_code_bytes)));
    g_string_append(out, "</code>");
}

static void put_row(GString *out, const char *name, const char *value) {
    if (value && *value)
        csl_html_put(out, "<dt>%s</dt><dd>%s</dd>\n", name, value);
}

void csl_html_run(GString *out, const csl_html_page *page) {
    const csl_report_options *o = page->options;
    g_string_append(out, "<dl class=\"run\">\n");
    put_row(out, "version", CSL_VERSION);
    put_row(out, "commit", o->commit);
    put_row(out, "date", o->date);
    put_row(out, "command", o->command);
    put_row(out, "configuration", o->configuration);
    g_string_append(out, "</dl>\n");
}
