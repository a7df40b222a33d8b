#include "server.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

/* Waits for a message, for the check that runs, or until a document is due. */
static void wait_for_events(csl_server *s, int milliseconds) {
    struct pollfd fds[] = {{STDIN_FILENO, POLLIN, 0},
                           {s->checking ? s->job.out : -1, POLLIN, 0},
                           {s->checking ? s->job.err : -1, POLLIN, 0}};
    if (poll(fds, G_N_ELEMENTS(fds), milliseconds) <= 0)
        return;
    for (int i = 1; i <= 2; i++)
        if (fds[i].revents && s->checking)
            csl_checks_receive(s, fds[i].fd);
    if (fds[0].revents && !csl_channel_fill(&s->channel))
        s->ended = true;
}

void csl_server_open(csl_server *s, csl_lsp_check_fn *check, void *user) {
    *s = (csl_server){.check = check,
                      .user = user,
                      .channel = {g_string_new(NULL)},
                      .documents = g_ptr_array_new(),
                      .waiting = g_array_new(FALSE, FALSE, sizeof(csl_waiting)),
                      .job = {.out = -1, .err = -1}};
}

void csl_server_close(csl_server *s) {
    csl_checks_cancel(s, s->checking);
    for (guint i = 0; i < s->waiting->len; i++)
        json_decref(g_array_index(s->waiting, csl_waiting, i).id);
    g_array_unref(s->waiting);
    csl_documents_free(s);
    csl_job_clear(&s->job);
    g_string_free(s->channel.waiting, TRUE);
    g_free(s->complaint);
}

int csl_lsp_serve(csl_lsp_check_fn *check, void *user) {
    csl_server s;
    csl_server_open(&s, check, user);
    signal(SIGPIPE, SIG_IGN); /* a client that is gone has closed the input as well */
    while (!s.ended) {
        json_t *message;
        while (!s.ended && (message = csl_channel_next(&s.channel))) {
            csl_handle(&s, message);
            json_decref(message);
        }
        if (!s.ended)
            wait_for_events(&s, csl_checks_start(&s));
    }
    const bool in_order = s.shut_down;
    csl_server_close(&s);
    return in_order ? 0 : 1;
}
