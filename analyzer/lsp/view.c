#include "view.h"

#include "../report/source/source.h"
#include "channel.h"

#include <stdlib.h>
#include <string.h>

/* ---- in the child ---------------------------------------------------------------------------- */

/* The one result as workers write it. */
static void write_view(FILE *out, const csl_result *const *results, uint32_t n,
                       const csl_report_options *options) {
    (void)options;
    if (n != 1)
        return;
    csl_ctx *ctx = csl_ctx_new();
    fputs(csl_write_result(ctx, results[0]), out);
    csl_ctx_free(ctx);
}

const csl_report_format csl_lsp_format = {"lsp", "for the language server", write_view};

/* ---- in the server --------------------------------------------------------------------------- */

csl_view *csl_view_read(const char *path, const char *text, const char *document, size_t bytes,
                        char **error) {
    const char *why = "the check ended without a result";
    csl_view *v = g_new0(csl_view, 1);
    v->ctx = csl_ctx_new();
    v->path = csl_strdup(v->ctx, path);
    v->result = bytes ? csl_read_result(v->ctx, document, bytes, &why) : NULL;
    v->sources = csl_sources_new();
    csl_sources_put(v->sources, path, text);
    if (v->result)
        return v;
    *error = g_strdup(why);
    csl_view_free(v);
    return NULL;
}

void csl_view_free(csl_view *v) {
    if (!v)
        return;
    csl_sources_free(v->sources);
    csl_ctx_free(v->ctx);
    g_free(v);
}

/* ---- places ---------------------------------------------------------------------------------- */

/* A byte column (from 1) of a line in the characters of the protocol (from 0). */
static json_int_t character(const csl_view *v, const char *file, uint32_t line, uint32_t column) {
    size_t length;
    const char *text = csl_sources_line(v->sources, file, line, &length);
    if (column <= 1)
        return 0;
    if (!text || v->utf8)
        return column - 1;
    json_int_t units = 0;
    for (size_t i = 0; i < length && i < column - 1; i++) {
        const unsigned char c = (unsigned char)text[i];
        if ((c & 0xc0) != 0x80) /* the first byte of a character; four make two units */
            units += c >= 0xf0 ? 2 : 1;
    }
    return units;
}

typedef struct place {
    json_int_t line, character;
} place;

static void ends(const csl_view *v, const csl_region *r, place *start, place *end) {
    *start = *end = (place){0, 0};
    if (!r->line)
        return;
    *start = (place){r->line - 1, character(v, r->file, r->line, r->column)};
    *end = *start;
    if (r->end_line > r->line || (r->end_line == r->line && r->end_column > r->column))
        *end = (place){r->end_line - 1, character(v, r->file, r->end_line, r->end_column)};
}

json_t *csl_view_range(const csl_view *v, const csl_region *r) {
    place start, end;
    ends(v, r, &start, &end);
    return json_pack("{s{sI sI} s{sI sI}}", "start", "line", start.line, "character",
                     start.character, "end", "line", end.line, "character", end.character);
}

json_t *csl_view_location(const csl_view *v, const csl_region *r) {
    char *whole = g_canonicalize_filename(r->file ? r->file : v->path, NULL);
    char *uri = g_filename_to_uri(whole, NULL, NULL);
    json_t *location =
        json_pack("{so so}", "uri", csl_lsp_text(uri), "range", csl_view_range(v, r));
    g_free(uri);
    g_free(whole);
    return location;
}

bool csl_view_holds(const csl_view *v, const csl_region *r, json_int_t line, json_int_t at) {
    if (!r->line || !r->file || strcmp(r->file, v->path) != 0)
        return false;
    place start, end;
    ends(v, r, &start, &end);
    const bool after = line > start.line || (line == start.line && at >= start.character);
    return after && (line < end.line || (line == end.line && at <= end.character));
}
