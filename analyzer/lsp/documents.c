/* What the client has open. */
#include "server.h"

#include <string.h>

csl_document *csl_document_of(const csl_server *s, const json_t *params) {
    const char *uri = json_string_value(csl_at(params, "textDocument", "uri", NULL));
    for (guint i = 0; uri && i < s->documents->len; i++) {
        csl_document *d = s->documents->pdata[i];
        if (strcmp(d->uri, uri) == 0)
            return d;
    }
    return NULL;
}

static void set_text(csl_document *d, const json_t *text) {
    g_free(d->text);
    d->bytes = json_string_length(text);
    d->text = g_malloc(d->bytes + 1);
    if (d->bytes)
        memcpy(d->text, json_string_value(text), d->bytes);
    d->text[d->bytes] = '\0';
}

void csl_document_open(csl_server *s, const char *uri, const json_t *text) {
    csl_document *d = g_new0(csl_document, 1);
    d->uri = g_strdup(uri);
    d->path = g_filename_from_uri(uri, NULL, NULL);
    set_text(d, text);
    d->due = d->path ? g_get_monotonic_time() : 0;
    g_ptr_array_add(s->documents, d);
}

/* What was said of it, or is about to be, is not of its text any more. */
static void forget(csl_server *s, csl_document *d) {
    csl_checks_cancel(s, d);
    csl_drop_waiting(s, d, NULL, CSL_LSP_MODIFIED);
    csl_view_free(d->view);
    d->view = NULL;
    d->to_try = false;
}

void csl_document_change(csl_server *s, csl_document *d, const json_t *text, gint64 pause) {
    forget(s, d);
    set_text(d, text);
    d->due = d->path ? g_get_monotonic_time() + pause : 0;
}

static bool includes(const csl_document *d, const char *path) {
    for (uint32_t i = 0; d->view && i < d->view->result->nincludes; i++) {
        char *whole = g_canonicalize_filename(d->view->result->includes[i], NULL);
        const bool same = strcmp(whole, path) == 0;
        g_free(whole);
        if (same)
            return true;
    }
    return false;
}

void csl_document_saved(csl_server *s, csl_document *d) {
    for (guint i = 0; d->path && i < s->documents->len; i++) {
        csl_document *other = s->documents->pdata[i];
        /* A check of this text that runs already is as good. */
        if (other == d ? s->checking != d : other->path && includes(other, d->path))
            other->due = g_get_monotonic_time();
    }
}

static void release(csl_document *d) {
    csl_view_free(d->view);
    g_free(d->uri);
    g_free(d->path);
    g_free(d->text);
    g_free(d);
}

void csl_document_close(csl_server *s, csl_document *d) {
    forget(s, d);
    csl_send_notification("textDocument/publishDiagnostics",
                          json_pack("{so s[]}", "uri", csl_lsp_text(d->uri), "diagnostics"));
    g_ptr_array_remove(s->documents, d);
    release(d);
}

void csl_documents_free(csl_server *s) {
    for (guint i = 0; i < s->documents->len; i++)
        release(s->documents->pdata[i]);
    g_ptr_array_unref(s->documents);
}
