/* The messages of the client, one by one. */
#include "server.h"

#include "../files/text.h"

#include <string.h>
#include <unistd.h>

#define PAUSE (400 * 1000) /* microseconds without a change before a check */

/* ---- life ------------------------------------------------------------------------------------- */

/* Paths in reports and the baseline are relative to the project. */
static void go_to_root(const json_t *params) {
    const json_t *folders = csl_at(params, "workspaceFolders", NULL);
    const char *uri = json_string_value(csl_at(json_array_get(folders, 0), "uri", NULL));
    if (!uri)
        uri = json_string_value(csl_at(params, "rootUri", NULL));
    char *path = uri ? g_filename_from_uri(uri, NULL, NULL) : NULL;
    if (path && chdir(path) != 0)
        fprintf(stderr, "cudasynclint: %s: cannot be entered\n", path);
    g_free(path);
}

static void initialize(csl_server *s, const json_t *id, const json_t *params) {
    const json_t *encodings = csl_at(params, "capabilities", "general", "positionEncodings", NULL);
    for (size_t i = 0; i < json_array_size(encodings); i++)
        s->utf8 |= g_strcmp0(json_string_value(json_array_get(encodings, i)), "utf-8") == 0;
    s->shows_documents =
        json_is_true(csl_at(params, "capabilities", "window", "showDocument", "support", NULL));
    s->initialized = true;
    go_to_root(params);
    csl_send_result(id,
                    json_pack("{s{ss s{sb si s{sb}} sb s{s[s]} s{s[s]}} s{ss ss}}", "capabilities",
                              "positionEncoding", s->utf8 ? "utf-8" : "utf-16", "textDocumentSync",
                              "openClose", 1, "change", 1 /* whole texts */, "save", "includeText",
                              0, "hoverProvider", 1, "codeActionProvider", "codeActionKinds",
                              "quickfix", "executeCommandProvider", "commands", CSL_LSP_EXPLAIN,
                              "serverInfo", "name", "cudasynclint", "version", CSL_VERSION));
}

static void shut_down(csl_server *s, const json_t *id, const json_t *params) {
    (void)params;
    s->shut_down = true;
    csl_send_result(id, json_null());
}

/* ---- requests --------------------------------------------------------------------------------- */

static void hover(csl_server *s, const json_t *id, const json_t *params) {
    const csl_document *d = csl_document_of(s, params);
    const json_t *line = csl_at(params, "position", "line", NULL),
                 *character = csl_at(params, "position", "character", NULL);
    csl_send_result(id, d && d->view ? csl_hover(d->view, json_integer_value(line),
                                                 json_integer_value(character))
                                     : json_null());
}

/* True if the client wants quick fixes, among others or because it names no kind. */
static bool wants_quick_fixes(const json_t *params) {
    const json_t *only = csl_at(params, "context", "only", NULL);
    bool wanted = json_array_size(only) == 0;
    for (size_t i = 0; i < json_array_size(only); i++) {
        const char *kind = json_string_value(json_array_get(only, i));
        wanted |= kind && (!*kind || strcmp(kind, "quickfix") == 0);
    }
    return wanted;
}

static void code_actions(csl_server *s, const json_t *id, const json_t *params) {
    csl_document *d = csl_document_of(s, params);
    const json_t *first = csl_at(params, "range", "start", "line", NULL),
                 *last = csl_at(params, "range", "end", "line", NULL);
    if (!d || !wants_quick_fixes(params)) {
        csl_send_result(id, json_array());
        return;
    }
    const csl_waiting request = {(json_t *)id, d, json_integer_value(first),
                                 json_integer_value(last)};
    csl_ask_actions(s, &request);
}

/* The page of a rule, as a file that the client shows if it can show files. */
static void show_page(csl_server *s, const csl_rule *rule) {
    char *folder = g_build_filename(g_get_user_cache_dir(), "cudasynclint", "pages", NULL);
    char *name = g_strconcat(rule->name, ".md", NULL);
    char *path = g_build_filename(folder, name, NULL);
    char *uri = g_filename_to_uri(path, NULL, NULL);
    char *error = uri && g_mkdir_with_parents(folder, 0700) == 0
                      ? csl_write_file(path, rule->page, strlen(rule->page))
                      : NULL;
    if (uri && !error)
        csl_send_request(++s->requests, "window/showDocument",
                         json_pack("{ss sb}", "uri", uri, "takeFocus", 1));
    g_free(error);
    g_free(uri);
    g_free(path);
    g_free(name);
    g_free(folder);
}

static void execute(csl_server *s, const json_t *id, const json_t *params) {
    const char *command = json_string_value(csl_at(params, "command", NULL));
    const char *name = json_string_value(json_array_get(csl_at(params, "arguments", NULL), 0));
    const csl_rule *rule = name ? csl_rule_find(name) : NULL;
    if (g_strcmp0(command, CSL_LSP_EXPLAIN) != 0 || !rule) {
        csl_send_error(id, CSL_LSP_INVALID_PARAMS, "no such command, or no such rule");
        return;
    }
    if (s->shows_documents)
        show_page(s, rule);
    csl_send_result(id, csl_lsp_text(rule->page));
}

/* ---- notifications ---------------------------------------------------------------------------- */

static void did_open(csl_server *s, const json_t *id, const json_t *params) {
    (void)id;
    const char *uri = json_string_value(csl_at(params, "textDocument", "uri", NULL));
    const json_t *text = csl_at(params, "textDocument", "text", NULL);
    csl_document *known = csl_document_of(s, params);
    if (known)
        csl_document_change(s, known, text, 0);
    else if (uri)
        csl_document_open(s, uri, text);
}

static void did_change(csl_server *s, const json_t *id, const json_t *params) {
    (void)id;
    csl_document *d = csl_document_of(s, params);
    const json_t *changes = csl_at(params, "contentChanges", NULL);
    const json_t *text =
        csl_at(json_array_get(changes, json_array_size(changes) - 1), "text", NULL);
    if (d && json_is_string(text))
        csl_document_change(s, d, text, PAUSE);
}

static void did_save(csl_server *s, const json_t *id, const json_t *params) {
    (void)id;
    csl_document *d = csl_document_of(s, params);
    if (d)
        csl_document_saved(s, d);
}

static void did_close(csl_server *s, const json_t *id, const json_t *params) {
    (void)id;
    csl_document *d = csl_document_of(s, params);
    if (d)
        csl_document_close(s, d);
}

static void cancel(csl_server *s, const json_t *id, const json_t *params) {
    (void)id;
    csl_drop_waiting(s, NULL, csl_at(params, "id", NULL), CSL_LSP_CANCELLED);
}

static void leave(csl_server *s, const json_t *id, const json_t *params) {
    (void)id;
    (void)params;
    s->ended = true;
}

/* ---- the table -------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    bool request;
    void (*handle)(csl_server *s, const json_t *id, const json_t *params);
} methods[] = {
    {"initialize", true, initialize},
    {"shutdown", true, shut_down},
    {"exit", false, leave},
    {"$/cancelRequest", false, cancel},
    {"textDocument/didOpen", false, did_open},
    {"textDocument/didChange", false, did_change},
    {"textDocument/didSave", false, did_save},
    {"textDocument/didClose", false, did_close},
    {"textDocument/hover", true, hover},
    {"textDocument/codeAction", true, code_actions},
    {"workspace/executeCommand", true, execute},
};

/* Requests that come at the wrong time. */
static bool out_of_order(const csl_server *s, const json_t *id, const char *method) {
    const bool starts = strcmp(method, "initialize") == 0;
    if (s->shut_down || (starts && s->initialized)) {
        csl_send_error(id, CSL_LSP_INVALID_REQUEST, "not any more");
        return true;
    }
    if (!starts && !s->initialized) {
        csl_send_error(id, CSL_LSP_NOT_INITIALIZED, "`initialize` comes first");
        return true;
    }
    return false;
}

void csl_handle(csl_server *s, const json_t *message) {
    const json_t *id = csl_at(message, "id", NULL), *params = csl_at(message, "params", NULL);
    const char *method = json_string_value(csl_at(message, "method", NULL));
    if (id && !json_is_string(id) && !json_is_integer(id))
        id = NULL;
    if (!method) { /* an answer to a request of ours, or no message at all */
        if (!id || !(csl_at(message, "result", NULL) || csl_at(message, "error", NULL)))
            csl_send_error(id, CSL_LSP_INVALID_REQUEST, "no method");
        return;
    }
    if (id && out_of_order(s, id, method))
        return;
    for (size_t i = 0; i < G_N_ELEMENTS(methods); i++) {
        if (strcmp(methods[i].name, method) != 0)
            continue;
        if (methods[i].request == (id != NULL) &&
            (id || s->initialized || s->ended || strcmp(method, "exit") == 0))
            methods[i].handle(s, id, params);
        else if (id)
            csl_send_error(id, CSL_LSP_INVALID_REQUEST, "a notification has no id");
        return;
    }
    if (id)
        csl_send_error(id, CSL_LSP_NO_METHOD, method);
}
