#include "view.h"

#include "../report/source/source.h"
#include "channel.h"

#include <stdlib.h>
#include <string.h>

/* ---- in the child ---------------------------------------------------------------------------- */

static json_t *mends_json(const csl_finding *f) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < f->nmends; i++) {
        if (!g_utf8_validate(f->mends[i].line, -1, NULL)) {
            json_array_clear(list); /* an editor could not insert it */
            break;
        }
        json_array_append_new(list, json_pack("{sI ss}", "after", (json_int_t)f->mends[i].after,
                                              "line", f->mends[i].line));
    }
    return list;
}

/* The one result as workers write it, and beside it what they do not send. */
static void write_view(FILE *out, const csl_result *const *results, uint32_t n,
                       const csl_report_options *options) {
    (void)options;
    if (n != 1)
        return;
    csl_ctx *ctx = csl_ctx_new();
    json_t *mends = json_array();
    for (uint32_t i = 0; i < results[0]->nfindings; i++)
        json_array_append_new(mends, mends_json(&results[0]->findings[i]));
    json_t *whole =
        json_pack("{ss so}", "result", csl_write_result(ctx, results[0]), "mends", mends);
    json_dumpf(whole, out, JSON_COMPACT);
    json_decref(whole);
    csl_ctx_free(ctx);
}

const csl_report_format csl_lsp_format = {"lsp", "for the language server", write_view};

/* ---- in the server --------------------------------------------------------------------------- */

static void read_mends(csl_view *v, const json_t *mends) {
    for (uint32_t i = 0; i < v->result->nfindings; i++) {
        const json_t *list = json_array_get(mends, i);
        csl_finding *f = &v->result->findings[i];
        f->nmends = (uint32_t)json_array_size(list);
        f->mends = csl_alloc(v->ctx, (f->nmends + 1) * sizeof *f->mends);
        for (uint32_t k = 0; k < f->nmends; k++) {
            const json_t *mend = json_array_get(list, k);
            f->mends[k] = (csl_insertion){
                (uint32_t)json_integer_value(json_object_get(mend, "after")),
                csl_strdup(v->ctx, json_string_value(json_object_get(mend, "line")))};
        }
    }
}

csl_view *csl_view_read(const char *path, const char *text, const char *document, size_t bytes,
                        char **error) {
    json_error_t problem;
    json_t *whole = json_loadb(document, bytes, 0, &problem);
    const char *inner = json_string_value(json_object_get(whole, "result"));
    if (!inner) {
        *error = g_strdup("the check ended without a result");
        json_decref(whole);
        return NULL;
    }
    csl_view *v = g_new0(csl_view, 1);
    const char *why = NULL;
    v->ctx = csl_ctx_new();
    v->path = csl_strdup(v->ctx, path);
    v->result = csl_read_result(v->ctx, inner, strlen(inner), &why);
    v->sources = csl_sources_new();
    csl_sources_put(v->sources, path, text);
    if (v->result) {
        read_mends(v, json_object_get(whole, "mends"));
    } else {
        *error = g_strdup(why);
        csl_view_free(v);
        v = NULL;
    }
    json_decref(whole);
    return v;
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
