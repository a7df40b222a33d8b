/* pipe2 */
#define _GNU_SOURCE
#include "watchdog.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* How often a running program is looked at, and how long killed ones may take to go away. */
static const int tick_ms = 10;
static const double reap_seconds = 20;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- in the child ---------------------------------------------------------------------------- */

/* Never returns. A failure is written to `complaint` as an errno; a successful exec closes it. */
static void become(const char *const *argv, const char *const *environment, int output,
                   int complaint) {
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* we do not outlive the watchdog */
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    for (; environment && *environment; environment++)
        putenv((char *)*environment);
    execvp(argv[0], (char *const *)argv);
    int reason = errno;
    ssize_t n = write(complaint, &reason, sizeof reason);
    _exit(n == sizeof reason ? 127 : 126);
}

/* Starts the program. Returns its process id and the end of the pipe with its output, or -1 with
 * errno set. */
static pid_t start(const char *const *argv, const char *const *environment, int *output) {
    int out[2], complaint[2], reason;
    if (pipe2(out, O_CLOEXEC) != 0)
        return -1;
    if (pipe2(complaint, O_CLOEXEC) != 0) {
        close(out[0]);
        close(out[1]);
        return -1;
    }
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        become(argv, environment, out[1], complaint[1]);
    close(out[1]);
    close(complaint[1]);
    ssize_t n = pid < 0 ? 0 : read(complaint[0], &reason, sizeof reason);
    close(complaint[0]);
    if (pid < 0 || n == (ssize_t)sizeof reason) {
        if (pid > 0) {
            waitpid(pid, NULL, 0);
            errno = reason;
        }
        close(out[0]);
        return -1;
    }
    fcntl(out[0], F_SETFL, O_NONBLOCK);
    *output = out[0];
    return pid;
}

/* ---- output ---------------------------------------------------------------------------------- */

/* Takes what the pipe holds now. False once no process has it open any more. */
static bool drain(int fd, GString *kept, size_t limit, bool *truncated) {
    char buffer[16384];
    /* A program that floods fills the pipe as fast as we empty it: come back for the rest. */
    for (unsigned i = 0; i < 64; i++) {
        ssize_t n = read(fd, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0;
        size_t room = limit - kept->len, take = (size_t)n < room ? (size_t)n : room;
        g_string_append_len(kept, buffer, (gssize)take);
        *truncated |= take < (size_t)n;
    }
    return true;
}

/* ---- reaping --------------------------------------------------------------------------------- */

/* Calls kill(child, SIGKILL) for every child this process has, and returns how many it has. Those
 * whose parent has ended are ours, because we are a subreaper. */
static unsigned kill_children(void) {
    char path[64], line[64];
    unsigned count = 0;
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *list = fopen(path, "r");
    if (!list)
        return 0;
    while (fscanf(list, "%63s", line) == 1) {
        kill((pid_t)atol(line), SIGKILL);
        count++;
    }
    fclose(list);
    return count;
}

/* Waits for `pid` and everything it left behind, killing until nothing is left. Adds the left
 * behind to *absent_lanes. False if something stays in spite of it. */
static bool reap_all(pid_t pid, bool reaped, int *status, unsigned *absent_lanes) {
    double end = now() + reap_seconds;
    for (;;) {
        kill_children(); /* again and again: a child may have forked in the meantime */
        int s;
        pid_t gone = waitpid(-1, &s, WNOHANG);
        if (gone < 0 && errno == ECHILD)
            return true;
        if (gone == pid && !reaped) {
            *status = s;
            reaped = true;
        } else if (gone > 0) {
            (*absent_lanes)++;
        } else if (now() > end) {
            return false;
        } else {
            poll(NULL, 0, tick_ms);
        }
    }
}

/* ---- the watchdog ---------------------------------------------------------------------------- */

/* Reads output until the program ends or `deadline` (a time of now()) passes. True if it ended. */
static bool follow(pid_t pid, int fd, double deadline, const csl_watch_limits *limits,
                   GString *kept, bool *truncated, int *status) {
    bool open = true;
    while (now() < deadline) {
        /* A program that closed its output may still run: then only time passes here. */
        struct pollfd p = {.fd = open ? fd : -1, .events = POLLIN};
        poll(&p, 1, tick_ms);
        if (open)
            open = drain(fd, kept, limits->output, truncated);
        if (waitpid(pid, status, WNOHANG) == pid)
            return true;
    }
    return false;
}

void csl_watch(const char *const *argv, const char *const *environment,
               const csl_watch_limits *limits, csl_watched *result) {
    GString *kept = g_string_new(NULL);
    int fd = -1, status = 0;
    *result = (csl_watched){.ending = CSL_ENDING_NO_START};
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    double started = now();
    pid_t pid = start(argv, environment, &fd);
    if (pid < 0) {
        result->code = errno;
        result->output = g_string_free(kept, FALSE);
        return;
    }
    bool ended =
        follow(pid, fd, started + limits->deadline, limits, kept, &result->truncated, &status);
    bool late = !ended;
    result->seconds = now() - started;
    if (late) {
        kill(-pid, SIGTERM);
        ended = follow(pid, fd, now() + limits->grace, limits, kept, &result->truncated, &status);
    }
    kill(-pid, SIGKILL);
    bool gone = reap_all(pid, ended, &status, &result->absent_lanes);
    drain(fd, kept, limits->output, &result->truncated);
    close(fd);
    result->output = g_string_free(kept, FALSE);
    if (!gone) {
        result->ending = CSL_ENDING_STUCK;
    } else if (late) {
        result->ending = CSL_ENDING_DEADLINE;
    } else if (WIFSIGNALED(status)) {
        result->ending = CSL_ENDING_SIGNAL;
        result->code = WTERMSIG(status);
    } else {
        result->ending = CSL_ENDING_EXIT;
        result->code = WEXITSTATUS(status);
    }
}
