/* What can be done about a finding. */
#include "../report/source/source.h"
#include "answers.h"
#include "channel.h"

#include <glib.h>
#include <string.h>

static bool concerns(const csl_view *v, const csl_finding *f, json_int_t first, json_int_t last) {
    const json_int_t line = (json_int_t)f->region.line - 1;
    return !f->suppressed && f->region.file && strcmp(f->region.file, v->path) == 0 &&
           line >= first && line <= last;
}

bool csl_could_try(const csl_view *v, json_int_t first, json_int_t last) {
    for (uint32_t i = 0; i < v->result->nfindings; i++)
        if (v->result->findings[i].edit && concerns(v, &v->result->findings[i], first, last))
            return true;
    return false;
}

/* New lines in front of a line (from 0). */
static json_t *insertion(json_int_t line, const char *text) {
    return json_pack("{s{s{sI si} s{sI si}} so}", "range", "start", "line", line, "character", 0,
                     "end", "line", line, "character", 0, "newText", csl_lsp_text(text));
}

static json_t *quick_fix(const char *title, const char *uri, json_t *edits, bool preferred) {
    return json_pack("{so ss sb s{s{so}}}", "title", csl_lsp_text(title), "kind", "quickfix",
                     "isPreferred", preferred, "edit", "changes", uri, edits);
}

/* The lines that were tried and end the finding. */
static void add_fix(json_t *list, const csl_finding *f, const char *uri) {
    for (uint32_t i = 0; i < f->nmends; i++)
        if (!g_utf8_validate(f->mends[i].line, -1, NULL))
            return; /* an editor could not insert it */
    if (!f->nmends)
        return;
    json_t *edits = json_array();
    for (uint32_t i = 0; i < f->nmends; i++)
        json_array_append_new(edits, insertion(f->mends[i].after, f->mends[i].line));
    char *statement = g_strstrip(g_strdup(f->mends[0].line));
    char *title = g_strdup_printf("Insert `%s` behind line %u%s (tried: ends this finding)",
                                  statement, f->mends[0].after, f->nmends > 1 ? ", and more" : "");
    json_array_append_new(list, quick_fix(title, uri, edits, true));
    g_free(title);
    g_free(statement);
}

/* A comment above the line. None can stand in the middle of a macro. */
static void add_suppression(const csl_view *v, json_t *list, const csl_finding *f,
                            const char *uri) {
    size_t n, above;
    const char *text = csl_sources_line(v->sources, v->path, f->region.line, &n);
    const char *before =
        f->region.line > 1 ? csl_sources_line(v->sources, v->path, f->region.line - 1, &above) : "";
    if (!text || !before || (f->region.line > 1 && above && before[above - 1] == '\\'))
        return;
    size_t indent = 0;
    while (indent < n && (text[indent] == ' ' || text[indent] == '\t'))
        indent++;
    char *comment = g_strdup_printf("%.*s// cudasynclint: ignore[%s] TODO: why this is right\n",
                                    (int)indent, text, f->rule);
    char *title = g_strdup_printf("Suppress %s here", f->rule);
    json_t *edits = json_pack("[o]", insertion((json_int_t)f->region.line - 1, comment));
    json_array_append_new(list, quick_fix(title, uri, edits, false));
    g_free(title);
    g_free(comment);
}

static void add_explanation(json_t *list, const csl_finding *f) {
    char *title = g_strdup_printf("Explain %s", f->rule);
    json_array_append_new(list, json_pack("{so s{so ss s[s]}}", "title", csl_lsp_text(title),
                                          "command", "title", csl_lsp_text(title), "command",
                                          CSL_LSP_EXPLAIN, "arguments", f->rule));
    g_free(title);
}

json_t *csl_code_actions(const csl_view *v, const char *uri, json_int_t first, json_int_t last) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < v->result->nfindings; i++) {
        const csl_finding *f = &v->result->findings[i];
        if (!concerns(v, f, first, last))
            continue;
        add_fix(list, f, uri);
        add_suppression(v, list, f, uri);
        if (csl_rule_find(f->rule))
            add_explanation(list, f);
    }
    return list;
}
