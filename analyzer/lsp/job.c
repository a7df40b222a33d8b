#define _GNU_SOURCE /* memfd_create, pipe2 */
#include "job.h"

#include "view.h"
#include "../limits/limits.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* The text as a file without a name, to be read from its start; -1 if there can be none. */
static int file_of(const char *text, size_t bytes) {
    int fd = memfd_create("document", MFD_CLOEXEC);
    while (fd >= 0 && bytes > 0) {
        ssize_t n = write(fd, text, bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            close(fd);
            return -1;
        }
        text += n;
        bytes -= (size_t)n;
    }
    if (fd >= 0)
        lseek(fd, 0, SEEK_SET);
    return fd;
}

/* A group of its own, so that its workers end with it. */
static void become(int in, int out, int err) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_DFL);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
}

bool csl_job_start(csl_job *job, const char *path, const char *text, size_t bytes, bool hints,
                   csl_lsp_check_fn *check, void *user) {
    csl_job_clear(job);
    int in = file_of(text, bytes), out[2] = {-1, -1}, err[2] = {-1, -1};
    if (in >= 0 && pipe2(out, O_CLOEXEC) == 0 && pipe2(err, O_CLOEXEC) == 0)
        job->pid = fork();
    else
        job->pid = -1;
    if (job->pid == 0) {
        become(in, out[1], err[1]);
        close(out[0]);
        close(err[0]);
        int code = check(path, hints, &csl_lsp_format, user);
        fflush(NULL);
        _exit(code);
    }
    const int child_ends[] = {in, out[1], err[1]}, own[] = {out[0], err[0]};
    for (size_t i = 0; i < G_N_ELEMENTS(child_ends); i++)
        if (child_ends[i] >= 0)
            close(child_ends[i]);
    if (job->pid < 0) {
        for (size_t i = 0; i < G_N_ELEMENTS(own); i++)
            if (own[i] >= 0)
                close(own[i]);
        job->pid = 0;
        return false;
    }
    setpgid(job->pid, job->pid); /* the child does it too: either may come first */
    job->out = out[0];
    job->err = err[0];
    job->document = g_string_new(NULL);
    job->complaints = g_string_new(NULL);
    return true;
}

bool csl_job_receive(csl_job *job, int fd) {
    char buffer[65536];
    ssize_t n = read(fd, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR)
        return false;
    if (n > 0 && fd == job->out) {
        g_string_append_len(job->document, buffer, n);
    } else if (n > 0) {
        size_t room = CSL_LIMIT(complaint_bytes) - job->complaints->len;
        g_string_append_len(job->complaints, buffer, (gssize)MIN((size_t)n, room));
    } else {
        close(fd);
        *(fd == job->out ? &job->out : &job->err) = -1;
    }
    return job->out < 0 && job->err < 0;
}

void csl_job_end(csl_job *job) {
    while (job->pid && waitpid(job->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    job->pid = 0;
}

void csl_job_cancel(csl_job *job) {
    if (!job->pid)
        return;
    kill(-job->pid, SIGKILL);
    kill(job->pid, SIGKILL);
    csl_job_end(job);
    csl_job_clear(job);
}

void csl_job_clear(csl_job *job) {
    if (job->out >= 0)
        close(job->out);
    if (job->err >= 0)
        close(job->err);
    if (job->document)
        g_string_free(job->document, TRUE);
    if (job->complaints)
        g_string_free(job->complaints, TRUE);
    *job = (csl_job){.out = -1, .err = -1};
}
