/* The state of the server: documents, the one check that runs, requests that wait for it. */
#ifndef CSL_LSP_SERVER_H
#define CSL_LSP_SERVER_H

#include "answers.h"
#include "channel.h"
#include "job.h"

typedef struct csl_document {
    char *uri, *path; /* path NULL: no file, never checked */
    char *text;
    size_t bytes;
    gint64 due;     /* when to check it, in monotonic microseconds; 0: it is checked */
    bool to_try;    /* fixes are to be tried */
    csl_view *view; /* of this text; NULL: none yet, or the text has changed */
} csl_document;

/* A request for code actions that waits for a check. */
typedef struct csl_waiting {
    json_t *id;
    csl_document *document;
    json_int_t first, last;
} csl_waiting;

typedef struct csl_server {
    csl_lsp_check_fn *check;
    void *user;
    csl_channel channel;
    GPtrArray *documents; /* csl_document *, in the order they were opened */
    GArray *waiting;      /* csl_waiting */
    csl_job job;
    csl_document *checking; /* what the job is about; NULL: nothing runs */
    bool trying;            /* ... with fixes */
    bool initialized, shut_down, ended;
    bool utf8;            /* csl_view.utf8 */
    bool shows_documents; /* the client can open a file that the server names */
    int requests;         /* sent to the client so far */
    char *complaint;      /* what the user was told last of checks that fail; NULL: they do not */
} csl_server;

void csl_server_open(csl_server *s, csl_lsp_check_fn *check, void *user);
/* Ends what runs, and releases everything. */
void csl_server_close(csl_server *s);

/* One message of the client (requests.c). */
void csl_handle(csl_server *s, const json_t *message);

/* ---- documents (documents.c) ------------------------------------------------------------------ */

csl_document *csl_document_of(const csl_server *s, const json_t *params); /* NULL: not open */
void csl_document_open(csl_server *s, const char *uri, const json_t *text);
/* Another text; the document is due after `pause` microseconds. */
void csl_document_change(csl_server *s, csl_document *d, const json_t *text, gint64 pause);
/* Its file was written: it is due, and what includes it. */
void csl_document_saved(csl_server *s, csl_document *d);
void csl_document_close(csl_server *s, csl_document *d);
void csl_documents_free(csl_server *s);

/* ---- checks (checks.c) ------------------------------------------------------------------------ */

/* Starts what is due, if nothing runs. Returns milliseconds until something is due; -1: nothing. */
int csl_checks_start(csl_server *s);
/* The check that runs has sent something on `fd`. */
void csl_checks_receive(csl_server *s, int fd);
/* Ends the check that runs, if it is about `d`. */
void csl_checks_cancel(csl_server *s, const csl_document *d);

/* Answers a request for code actions, or keeps it until the answer is known. */
void csl_ask_actions(csl_server *s, const csl_waiting *request);
/* Ends the requests about `d` with an error; with d NULL that of this id. */
void csl_drop_waiting(csl_server *s, const csl_document *d, const json_t *id, int code);

#endif
