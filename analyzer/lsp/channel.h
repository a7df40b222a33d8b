/* Messages of JSON-RPC with their headers, from and to the client. */
#ifndef CSL_LSP_CHANNEL_H
#define CSL_LSP_CHANNEL_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

typedef struct csl_channel {
    GString *waiting; /* what has arrived and is not taken */
} csl_channel;

/* Takes what has arrived on standard input; waits for some if there is none. False at its end. */
bool csl_channel_fill(csl_channel *c);
/* The next message that is complete, which the caller releases; NULL if there is none. Text that is
 * no message is dropped and answered with a parse error. */
json_t *csl_channel_next(csl_channel *c);

/* These write to standard output at once and release what they are given. */
void csl_send_result(const json_t *id, json_t *result);
void csl_send_error(const json_t *id, int code, const char *message); /* id NULL: null */
void csl_send_notification(const char *method, json_t *params);
void csl_send_request(int id, const char *method, json_t *params);

/* Error codes of JSON-RPC and of the protocol. */
enum {
    CSL_LSP_PARSE_ERROR = -32700,
    CSL_LSP_INVALID_REQUEST = -32600,
    CSL_LSP_NO_METHOD = -32601,
    CSL_LSP_INVALID_PARAMS = -32602,
    CSL_LSP_NOT_INITIALIZED = -32002,
    CSL_LSP_CANCELLED = -32800,
    CSL_LSP_MODIFIED = -32801
};

/* A member of a member ...: csl_at(message, "params", "textDocument", "uri", NULL). NULL, which is
 * no object, if one of them is missing. */
const json_t *csl_at(const json_t *value, ...) G_GNUC_NULL_TERMINATED;
/* JSON of any bytes: what is not UTF-8 is replaced. */
json_t *csl_lsp_text(const char *text);

#endif
