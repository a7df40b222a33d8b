/* The child process that checks a document. */
#ifndef CSL_LSP_JOB_H
#define CSL_LSP_JOB_H

#include "lsp.h"

#include <glib.h>
#include <sys/types.h>

typedef struct csl_job {
    pid_t pid;                      /* 0: none */
    int out, err;                   /* read ends; -1: closed */
    GString *document, *complaints; /* what came from them */
} csl_job;

/* Starts a check of `text`, with hints or without. Returns false, having nothing started, if there
 * is no process for it.
 */
bool csl_job_start(csl_job *job, const char *path, const char *text, size_t bytes, bool hints,
                   csl_lsp_check_fn *check, void *user);
/* Takes what has arrived on the end `fd`. True once both have ended: csl_job_end is due. */
bool csl_job_receive(csl_job *job, int fd);
/* Waits for the child. `document` and `complaints` stay until the next start. */
void csl_job_end(csl_job *job);
/* Ends it and its workers at once. Nothing happens if there is none. */
void csl_job_cancel(csl_job *job);
void csl_job_clear(csl_job *job);

#endif
