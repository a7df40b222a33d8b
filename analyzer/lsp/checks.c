/* Which document is checked when, and what becomes of the result. */
#include "server.h"

#include <string.h>

/* ---- requests that wait ----------------------------------------------------------------------- */

static void take_waiting(csl_server *s, guint at) {
    json_decref(g_array_index(s->waiting, csl_waiting, at).id);
    g_array_remove_index(s->waiting, at);
}

void csl_drop_waiting(csl_server *s, const csl_document *d, const json_t *id, int code) {
    for (guint i = s->waiting->len; i-- > 0;) {
        const csl_waiting *w = &g_array_index(s->waiting, csl_waiting, i);
        if (d ? w->document != d : !json_equal(w->id, id))
            continue;
        csl_send_error(w->id, code, code == CSL_LSP_CANCELLED ? "cancelled" : "the text changed");
        take_waiting(s, i);
    }
}

/* True if it was answered; else a check is due that will make an answer possible. */
static bool answer(csl_document *d, const csl_waiting *w) {
    if (!d->view)
        return false;
    if (!d->view->tried && csl_could_try(d->view, w->first, w->last)) {
        d->to_try = true;
        return false;
    }
    csl_send_result(w->id, csl_code_actions(d->view, d->uri, w->first, w->last));
    return true;
}

void csl_ask_actions(csl_server *s, const csl_waiting *request) {
    csl_document *d = request->document;
    if ((!d->view && !d->due && s->checking != d) || !d->path) { /* it cannot be checked */
        csl_send_result(request->id, json_array());
    } else if (!answer(d, request)) {
        csl_waiting kept = *request;
        kept.id = json_deep_copy(request->id);
        g_array_append_val(s->waiting, kept);
    }
}

/* After a check of `d`, which may have failed: then there is nothing to offer. */
static void answer_waiting(csl_server *s, csl_document *d) {
    for (guint i = 0; i < s->waiting->len;) {
        const csl_waiting *w = &g_array_index(s->waiting, csl_waiting, i);
        bool done = false;
        if (w->document == d) {
            done = answer(d, w);
            if (!done && !d->view) {
                csl_send_result(w->id, json_array());
                done = true;
            }
        }
        if (done)
            take_waiting(s, i);
        else
            i++;
    }
}

/* ---- results ---------------------------------------------------------------------------------- */

static void publish(const csl_document *d) {
    csl_send_notification(
        "textDocument/publishDiagnostics",
        json_pack("{so so}", "uri", csl_lsp_text(d->uri), "diagnostics", csl_diagnostics(d->view)));
    json_t *status = csl_status(d->view);
    json_object_set_new(status, "uri", csl_lsp_text(d->uri));
    csl_send_notification("cudasynclint/status", status);
}

/* A check without a result: a configuration that cannot be read, no process. Told once, not with
 * every check that follows. */
static void complain(csl_server *s, const csl_document *d, const char *what) {
    if (g_strcmp0(s->complaint, what) == 0)
        return;
    g_free(s->complaint);
    s->complaint = g_strdup(what);
    char *message = g_strdup_printf("cudasynclint: %s: %s", d->path, what);
    csl_send_notification("window/showMessage",
                          json_pack("{si so}", "type", 1, "message", csl_lsp_text(message)));
    g_free(message);
}

static void conclude(csl_server *s) {
    csl_document *d = s->checking;
    csl_job_end(&s->job);
    s->checking = NULL;
    char *error = NULL;
    csl_view *view =
        csl_view_read(d->path, d->text, s->job.document->str, s->job.document->len, &error);
    if (view) {
        view->utf8 = s->utf8;
        view->tried = s->trying;
        csl_view_free(d->view);
        d->view = view;
        g_clear_pointer(&s->complaint, g_free);
        if (!s->trying)
            publish(d);
    } else {
        const char *said = g_strstrip(s->job.complaints->str);
        complain(s, d, *said ? said : error);
        if (s->trying && d->view)
            d->view->tried = true; /* there is nothing to offer */
    }
    g_free(error);
    answer_waiting(s, d);
}

/* ---- checks ----------------------------------------------------------------------------------- */

static void start(csl_server *s, csl_document *d, bool trying) {
    d->due = trying ? d->due : 0;
    d->to_try = false;
    s->trying = trying;
    if (csl_job_start(&s->job, d->path, d->text, d->bytes, trying, s->check, s->user)) {
        s->checking = d;
    } else {
        complain(s, d, "no process could be started");
        if (trying && d->view)
            d->view->tried = true;
        answer_waiting(s, d);
    }
}

/* The document that is due first, or one whose fixes are to be tried. */
static csl_document *next_document(const csl_server *s, bool trying) {
    csl_document *best = NULL;
    for (guint i = 0; i < s->documents->len; i++) {
        csl_document *d = s->documents->pdata[i];
        if (trying ? d->to_try && !best : d->due && (!best || d->due < best->due))
            best = d;
    }
    return best;
}

int csl_checks_start(csl_server *s) {
    csl_document *d = next_document(s, false);
    const gint64 now = g_get_monotonic_time();
    const bool due = d && d->due <= now;
    if (due && s->checking && s->trying) { /* a check goes before trying fixes */
        csl_document *tried = s->checking;
        csl_checks_cancel(s, tried);
        tried->to_try = true;
    }
    if (s->checking)
        return -1;
    if (due) {
        start(s, d, false);
        return s->checking ? -1 : 0;
    }
    csl_document *to_try = next_document(s, true);
    if (to_try) {
        start(s, to_try, true);
        return s->checking ? -1 : 0;
    }
    return d ? (int)((d->due - now) / 1000 + 1) : -1;
}

void csl_checks_receive(csl_server *s, int fd) {
    if (csl_job_receive(&s->job, fd))
        conclude(s);
}

void csl_checks_cancel(csl_server *s, const csl_document *d) {
    if (s->checking != d)
        return;
    csl_job_cancel(&s->job);
    s->checking = NULL;
}
