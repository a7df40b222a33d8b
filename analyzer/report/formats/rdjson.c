/* Reviewdog Diagnostic Format (rdjson). Its columns count bytes of UTF-8, as ours do. */
#include "json_util.h"
#include "../report.h"
#include "../source/source.h"

#include <glib.h>

static const char *severity_of(csl_severity s) {
    static const char *const names[] = {"INFO", "WARNING", "ERROR"};
    return names[s];
}

static json_t *position(uint32_t line, uint32_t column) {
    json_t *o = json_pack("{so}", "line", csl_json_number(line));
    if (column >= 1)
        json_object_set_new(o, "column", csl_json_number(column));
    return o;
}

static json_t *location(csl_sources *sources, const csl_region *r) {
    json_t *o = json_pack("{so}", "path", csl_json_text(csl_sources_path(sources, r->file)));
    if (r->line < 1)
        return o;
    json_t *range = json_pack("{so}", "start", position(r->line, r->column));
    if (r->column >= 1 && r->end_column >= 1 &&
        (r->end_line > r->line || (r->end_line == r->line && r->end_column >= r->column)))
        json_object_set_new(range, "end", position(r->end_line, r->end_column));
    json_object_set_new(o, "range", range);
    return o;
}

/* The new lines as one replacement: nothing by one line, or the lines from the first place to the
 * last by the same with the new ones between. NULL if those are not known or no UTF-8. */
static json_t *suggestions(csl_sources *sources, const csl_finding *f) {
    const char *file = f->edit->after.file;
    const uint32_t first = f->mends[0].after + 1, last = f->mends[f->nmends - 1].after + 1;
    if (first < last && last - 1 > csl_sources_lines(sources, file))
        return NULL;
    GString *text = g_string_new(NULL);
    uint32_t line = first;
    for (uint32_t i = 0; i < f->nmends; i++) {
        for (; line <= f->mends[i].after; line++) {
            size_t length;
            const char *bytes = csl_sources_line(sources, file, line, &length);
            g_string_append_len(text, bytes, (gssize)length);
            g_string_append(text, g_str_has_suffix(f->mends[i].line, "\r\n") ? "\r\n" : "\n");
        }
        g_string_append(text, f->mends[i].line);
    }
    json_t *o = NULL;
    if (g_utf8_validate(text->str, (gssize)text->len, NULL))
        o = json_pack("[{s{soso}ss}]", "range", "start", position(first, 1), "end",
                      position(last, 1), "text", text->str);
    g_string_free(text, TRUE);
    return o;
}

static json_t *diagnostic(csl_sources *sources, const csl_finding *f) {
    char *also = csl_also_words(f, sources);
    char *message = g_strdup_printf("%s%s%s%s%s", f->message, also ? "; " : "", also ? also : "",
                                    f->fix ? ". Fix: " : "", f->fix ? f->fix : "");
    g_free(also);
    json_t *related = json_array();
    for (uint32_t i = 0; i < f->nrelated; i++)
        json_array_append_new(related,
                              json_pack("{soso}", "message", csl_json_text(f->related[i].message),
                                        "location", location(sources, &f->related[i].region)));
    for (uint32_t i = 0; i < f->nalso; i++)
        json_array_append_new(related,
                              json_pack("{soso}", "message", csl_json_text(f->also[i].message),
                                        "location", location(sources, &f->also[i].region)));
    json_t *o = json_pack("{so so ss s{so} so}", "message", csl_json_text(message), "location",
                          location(sources, &f->region), "severity", severity_of(f->severity),
                          "code", "value", csl_json_text(f->rule), "related_locations", related);
    json_t *suggested = f->nmends ? suggestions(sources, f) : NULL;
    if (suggested)
        json_object_set_new(o, "suggestions", suggested);
    g_free(message);
    return o;
}

static json_t *failure(csl_sources *sources, const csl_result *r) {
    csl_region whole = {.file = r->file};
    return json_pack("{so so ss s{ss}}", "message", csl_json_text(r->error), "location",
                     location(sources, &whole), "severity", "ERROR", "code", "value",
                     "not-analysed");
}

void csl_report_rdjson(FILE *out, const csl_result *const *results, uint32_t n,
                       const csl_report_options *options) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < n; i++) {
        if (results[i]->error)
            json_array_append_new(list, failure(options->sources, results[i]));
        for (uint32_t k = 0; k < results[i]->nfindings; k++)
            if (!results[i]->findings[k].suppressed) /* the format cannot say it does not count */
                json_array_append_new(list, diagnostic(options->sources, &results[i]->findings[k]));
    }
    csl_json_dump(out,
                  json_pack("{s{ss} so}", "source", "name", "cudasynclint", "diagnostics", list));
}
