#define _GNU_SOURCE /* memmem */
#include "channel.h"
#include "../limits/limits.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char blank_line[] = "\r\n\r\n", length_name[] = "Content-Length:";

/* ---- from the client ------------------------------------------------------------------------- */

bool csl_channel_fill(csl_channel *c) {
    char buffer[65536];
    ssize_t n;
    do
        n = read(STDIN_FILENO, buffer, sizeof buffer);
    while (n < 0 && errno == EINTR);
    if (n > 0)
        g_string_append_len(c->waiting, buffer, n);
    return n > 0;
}

/* The value of Content-Length in a header that ends at `end`; -1 if there is no good one. */
static gint64 length_in(const char *header, const char *end) {
    for (const char *line = header; line < end;) {
        if (g_ascii_strncasecmp(line, length_name, strlen(length_name)) == 0) {
            const char *digits = line + strlen(length_name);
            while (*digits == ' ')
                digits++;
            char *after;
            guint64 n = g_ascii_strtoull(digits, &after, 10);
            return after == digits || !g_ascii_isdigit(*digits) || n > CSL_LIMIT(message_bytes)
                       ? -1
                       : (gint64)n;
        }
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        line = newline ? newline + 1 : end;
    }
    return -1;
}

/* Drops text that is no message, up to where the next header may begin. */
static void resynchronise(csl_channel *c) {
    const char *next = c->waiting->len ? g_strstr_len(c->waiting->str + 1, -1, length_name) : NULL;
    g_string_erase(c->waiting, 0, next ? next - c->waiting->str : -1);
    csl_send_error(NULL, CSL_LSP_PARSE_ERROR, "no header with a Content-Length");
}

/* One attempt. Sets *again if something was dropped, behind which a message may be. */
static json_t *take(csl_channel *c, bool *again) {
    *again = false;
    const char *text = c->waiting->str;
    const char *end = memmem(text, c->waiting->len, blank_line, strlen(blank_line));
    if (!end) {
        *again = c->waiting->len > CSL_LIMIT(header_bytes);
        if (*again)
            resynchronise(c);
        return NULL;
    }
    gint64 length = length_in(text, end);
    if (length < 0) {
        resynchronise(c);
        *again = true;
        return NULL;
    }
    size_t start = (size_t)(end - text) + strlen(blank_line);
    if (c->waiting->len - start < (size_t)length)
        return NULL;
    json_error_t error;
    json_t *message =
        json_loadb(text + start, (size_t)length, JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
    g_string_erase(c->waiting, 0, (gssize)(start + (size_t)length));
    if (!message) {
        csl_send_error(NULL, CSL_LSP_PARSE_ERROR, error.text);
        *again = true;
    }
    return message;
}

json_t *csl_channel_next(csl_channel *c) {
    bool again;
    json_t *message;
    do
        message = take(c, &again);
    while (!message && again);
    return message;
}

/* ---- to the client --------------------------------------------------------------------------- */

static void send(json_t *message) {
    char *text = json_dumps(message, JSON_COMPACT);
    printf("Content-Length: %zu\r\n\r\n%s", strlen(text), text);
    fflush(stdout);
    free(text);
    json_decref(message);
}

static json_t *identity(const json_t *id) {
    return id ? json_deep_copy(id) : json_null();
}

void csl_send_result(const json_t *id, json_t *result) {
    send(json_pack("{ss so so}", "jsonrpc", "2.0", "id", identity(id), "result", result));
}

void csl_send_error(const json_t *id, int code, const char *message) {
    send(json_pack("{ss so s{si so}}", "jsonrpc", "2.0", "id", identity(id), "error", "code", code,
                   "message", csl_lsp_text(message)));
}

void csl_send_notification(const char *method, json_t *params) {
    send(json_pack("{ss ss so}", "jsonrpc", "2.0", "method", method, "params", params));
}

void csl_send_request(int id, const char *method, json_t *params) {
    send(
        json_pack("{ss si ss so}", "jsonrpc", "2.0", "id", id, "method", method, "params", params));
}

/* ---- values ---------------------------------------------------------------------------------- */

const json_t *csl_at(const json_t *value, ...) {
    va_list names;
    va_start(names, value);
    for (const char *name; value && (name = va_arg(names, const char *));)
        value = json_object_get(value, name);
    va_end(names);
    return value;
}

json_t *csl_lsp_text(const char *text) {
    char *valid = g_utf8_make_valid(text ? text : "", -1);
    json_t *value = json_string(valid);
    g_free(valid);
    return value;
}
