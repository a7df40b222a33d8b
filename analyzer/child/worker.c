#define _GNU_SOURCE /* F_GET_SEALS */
#include "worker.h"

#include "../files/sanitized.h"
#include "../limits/limits.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <limits.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What a child may send on each channel; more is dropped (of a document: a failure). */
enum { DOCUMENT, PRINTED, COMPLAINTS, CHANNELS };
#define CHECK "CSL_CHECK_REPLAY"

static const csl_limit most_bytes[CHANNELS] = {CSL_LIMIT_sent_bytes, CSL_LIMIT_sent_bytes,
                                               CSL_LIMIT_complaint_bytes};

typedef struct child {
    uint32_t index;
    pid_t pid;        /* 0: not started or reaped */
    int fd[CHANNELS]; /* -1: closed */
    GString *data[CHANNELS];
    gint64 started, active; /* monotonic microseconds; active: when last seen using the CPU */
    gint64 cpu;             /* processor time used so far, microseconds */
    char *killed;           /* why we ended it, or NULL */
    char *failure;
    bool alone; /* its second try, with all memory */
    bool finished;
} child;

/* ---- in the child ---------------------------------------------------------------------------- */

static void limit(int what, uint64_t soft, uint64_t hard) {
    struct rlimit value = {soft, hard};
    setrlimit(what, &value);
}

static void apply_limits(const csl_limits *limits, uint64_t memory) {
    if (!CSL_SANITIZED)
        limit(RLIMIT_AS, memory, memory);
    limit(RLIMIT_CPU, limits->cpu_seconds, limits->cpu_seconds + 1);
    limit(RLIMIT_CORE, 0, 0);
    limit(RLIMIT_NOFILE, CSL_ROOM_descriptors, CSL_ROOM_descriptors);
    limit(RLIMIT_FSIZE, 0, 0);
    signal(SIGXFSZ, SIG_IGN); /* the write fails instead */
}

/* A worker does not live long: memory it gave back is kept for its next allocation, since asking
 * the system for pages again and again costs more than the work that is done in them. What the
 * thread of the front end gave back serves the others, too: one works at a time. */
static void keep_memory(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    mallopt(M_ARENA_MAX, 1);
#endif
}

typedef struct start {
    const csl_work *work;
    uint32_t index;
    void *user;
    const char *document;
    uint64_t memory;
} start;

static void *run_job(void *argument) {
    start *s = argument;
    s->document = s->work->job(s->index, s->user);
    return NULL;
}

static void write_all(int fd, const char *data, size_t n) {
    while (n > 0) {
        ssize_t written = write(fd, data, n);
        if (written < 0 && errno != EINTR)
            _exit(1);
        if (written > 0) {
            data += written;
            n -= (size_t)written;
        }
    }
}

/* Memory that was sealed is our own and cannot be written: declarations that libclang reads. */
static bool is_sealed(int fd) {
    const int seals = fcntl(fd, F_GET_SEALS);
    return seals >= 0 && seals & F_SEAL_WRITE;
}

/* Those of other children, of the parent and of who started it: sockets, files that are open for
 * writing. Who holds an end of a channel keeps it open, too. */
static void close_inherited(const int own[CHANNELS]) {
    GDir *list = g_dir_open("/proc/self/fd", 0, NULL);
    GArray *open = g_array_new(FALSE, FALSE, sizeof(int));
    for (int fd = STDERR_FILENO + 1; !list && fd < CSL_ROOM_listed_descriptors; fd++)
        g_array_append_val(open, fd);
    for (const char *name; list && (name = g_dir_read_name(list));) {
        const int fd = atoi(name);
        g_array_append_val(open, fd);
    }
    if (list)
        g_dir_close(list);
    for (guint i = 0; i < open->len; i++) {
        const int fd = g_array_index(open, int, i);
        bool wanted = fd <= STDERR_FILENO || is_sealed(fd);
        for (int k = 0; k < CHANNELS; k++)
            wanted |= fd == own[k];
        if (!wanted)
            close(fd);
    }
    g_array_free(open, TRUE);
}

/* Never returns. */
static void be_child(const csl_limits *limits, start *s, const int fd[CHANNELS]) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int input = s->work->input > 0 ? s->work->input : open("/dev/null", O_RDONLY);
    dup2(input, STDIN_FILENO);
    dup2(fd[PRINTED], STDOUT_FILENO);
    dup2(fd[COMPLAINTS], STDERR_FILENO);
    /* CPATH and friends would add include paths; nothing of the user's environment is wanted, but
     * that the analysis is to check itself. */
    const char *check = getenv(CHECK);
    clearenv();
    if (check)
        setenv(CHECK, "1", 1);
    setenv("LIBCLANG_NOTHREADS", "1", 1);
    setenv("LIBCLANG_DISABLE_CRASH_RECOVERY", "1",
           1); /* or little memory would give other results */
    apply_limits(limits, s->memory);
    keep_memory();
    close_inherited(fd);
    if (s->work->confine)
        s->work->confine(s->index, s->user);
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, CSL_STACK_BYTES);
    if (pthread_create(&thread, &attributes, run_job, s) != 0)
        run_job(s);
    else
        pthread_join(thread, NULL);
    fflush(stdout);
    write_all(fd[DOCUMENT], s->document, strlen(s->document));
    _exit(0);
}

/* ---- in the parent --------------------------------------------------------------------------- */

static void close_channels(child *c) {
    for (int i = 0; i < CHANNELS; i++) {
        if (c->fd[i] >= 0)
            close(c->fd[i]);
        c->fd[i] = -1;
    }
}

/* Opens the channels of a child: its ends go to `to`. Returns false if there are no descriptors. */
static bool open_channels(child *c, int to[CHANNELS]) {
    for (int i = 0; i < CHANNELS; i++)
        c->fd[i] = to[i] = -1;
    for (int i = 0; i < CHANNELS; i++) {
        int ends[2];
        if (pipe(ends) != 0)
            return false;
        c->fd[i] = ends[0];
        to[i] = ends[1];
        fcntl(ends[0], F_SETFL, O_NONBLOCK);
    }
    return true;
}

/* Returns false, with errno set, if the system has no descriptors or no process left. */
static bool start_child(child *c, const csl_limits *limits, const csl_work *work, void *user) {
    int to[CHANNELS];
    const bool open = open_channels(c, to);
    fflush(NULL);
    c->pid = open ? fork() : -1;
    if (c->pid == 0) {
        start s = {work, c->index, user, NULL, c->alone ? limits->memory_alone : limits->memory};
        be_child(limits, &s, to);
    }
    const int error = errno;
    for (int i = 0; i < CHANNELS; i++)
        if (to[i] >= 0)
            close(to[i]);
    if (c->pid < 0) {
        close_channels(c);
        c->pid = 0;
        errno = error;
        return false;
    }
    for (int i = 0; i < CHANNELS; i++)
        c->data[i] = g_string_new(NULL);
    c->started = c->active = g_get_monotonic_time();
    c->cpu = 0;
    return true;
}

/* What other programs hold may be free again soon. After many attempts the child has failed. */
static bool start_retrying(child *c, const csl_limits *limits, const csl_work *work, void *user) {
    for (int i = 0; i < CSL_ROOM_start_tries; i++) {
        if (start_child(c, limits, work, user))
            return true;
        g_usleep(100000);
    }
    c->failure = g_strdup_printf("no process could be started: %s", g_strerror(errno));
    c->finished = true;
    return false;
}

/* Takes what has arrived on one channel; closes it at its end. */
static void receive(child *c, int channel) {
    char buffer[65536];
    for (;;) {
        ssize_t n = read(c->fd[channel], buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            return;
        if (n <= 0) {
            close(c->fd[channel]);
            c->fd[channel] = -1;
            return;
        }
        size_t room = csl_limit_values[most_bytes[channel]] - c->data[channel]->len;
        g_string_append_len(c->data[channel], buffer, (gssize)MIN((size_t)n, room));
    }
}

/* What allocators of the libraries and our own say before they abort. */
static bool lacked_memory(const char *complaint) {
    static const char *const words[] = {"out of memory", "std::bad_alloc", "failed to allocate"};
    bool any = false;
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
        any |= strstr(complaint, words[i]) != NULL;
    return any;
}

/* "crashed: Aborted: free(): invalid pointer": the reason and the first line that the child wrote
 * to its standard error, which says so where memory ran out. */
static char *describe_death(const child *c, int status, const csl_limits *limits) {
    if (c->killed)
        return g_strdup(c->killed);
    bool used_up = c->cpu >= (gint64)limits->cpu_seconds * G_USEC_PER_SEC;
    if (WIFSIGNALED(status) &&
        (WTERMSIG(status) == SIGXCPU || (WTERMSIG(status) == SIGKILL && used_up)))
        return g_strdup_printf("took more than %u s of processor time", limits->cpu_seconds);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS)
        return g_strdup("broke a rule of its sandbox: a system call that no analysis makes");
    const char *complaints = c->data[COMPLAINTS]->str;
    char *line = g_strndup(complaints, strcspn(complaints, "\n"));
    char *text;
    if (lacked_memory(line))
        text = g_strdup("ran out of memory");
    else if (WIFSIGNALED(status))
        text = g_strdup_printf("crashed: %s%s%s", strsignal(WTERMSIG(status)), *line ? ": " : "",
                               line);
    else
        text = g_strdup_printf("ended with status %d%s%s", WEXITSTATUS(status), *line ? ": " : "",
                               line);
    g_free(line);
    return text;
}

static void drop_data(child *c) {
    for (int i = 0; i < CHANNELS; i++) {
        if (c->data[i])
            g_string_free(c->data[i], TRUE);
        c->data[i] = NULL;
    }
}

/* All channels are closed: the child has ended or is about to. One that may have had too little
 * memory is not finished yet. */
static void reap(child *c, const csl_limits *limits) {
    int status = 0;
    while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
        ;
    c->pid = 0;
    const bool good = !c->killed && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    const bool crashed = WIFSIGNALED(status) && WTERMSIG(status) != SIGXCPU &&
                         WTERMSIG(status) != SIGSYS && WTERMSIG(status) != SIGTERM;
    if (!good && !c->killed && (crashed || !WIFSIGNALED(status)) && !c->alone &&
        limits->memory_alone > limits->memory) {
        c->alone = true;
        drop_data(c);
        return;
    }
    c->finished = true;
    if (!good)
        c->failure = describe_death(c, status, limits);
    else if (c->data[DOCUMENT]->len == CSL_LIMIT(sent_bytes))
        c->failure = g_strdup("its result is too large");
}

static gint64 processor_time(pid_t pid) {
    clockid_t clock;
    struct timespec t;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &t) != 0)
        return 0;
    return (gint64)t.tv_sec * G_USEC_PER_SEC + t.tv_nsec / 1000;
}

/* It could go on if the machine were not busy with others: one of its threads is not waiting. */
static bool waits_for_processor(pid_t pid) {
    char path[PATH_MAX], state = 0;
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    GDir *threads = g_dir_open(path, 0, NULL);
    const char *thread;
    while (threads && state != 'R' && (thread = g_dir_read_name(threads))) {
        snprintf(path, sizeof path, "/proc/%d/task/%s/stat", (int)pid, thread);
        FILE *file = fopen(path, "re"); /* PID (NAME) STATE ... */
        if (file && fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
            state = 0;
        if (file)
            fclose(file);
    }
    if (threads)
        g_dir_close(threads);
    return state == 'R';
}

/* Kills a child that hangs. */
static void check_deadline(child *c, const csl_limits *limits) {
    if (c->killed)
        return;
    gint64 now = g_get_monotonic_time(), cpu = processor_time(c->pid);
    if (cpu != c->cpu || waits_for_processor(c->pid)) {
        c->cpu = cpu;
        c->active = now;
    }
    if (now - c->active > (gint64)limits->idle_seconds * G_USEC_PER_SEC)
        c->killed = g_strdup_printf("hung: waited %u s for a file that gives no data",
                                    limits->idle_seconds);
    else if (now - c->started > (gint64)limits->wall_seconds * G_USEC_PER_SEC)
        c->killed = g_strdup_printf("took more than %u s", limits->wall_seconds);
    if (c->killed)
        kill(c->pid, SIGKILL);
}

/* Waits until some running child sends something, ends, or may have reached a deadline. */
static void wait_for(child **running, uint32_t n, const csl_limits *limits) {
    struct pollfd *fds = g_new(struct pollfd, n * CHANNELS);
    for (uint32_t i = 0; i < n; i++)
        for (int k = 0; k < CHANNELS; k++)
            fds[i * CHANNELS + k] = (struct pollfd){running[i]->fd[k], POLLIN, 0};
    poll(fds, n * CHANNELS, 250);
    for (uint32_t i = 0; i < n; i++) {
        child *c = running[i];
        if (!c->pid)
            continue;
        for (int k = 0; k < CHANNELS; k++)
            if (c->fd[k] >= 0 && fds[i * CHANNELS + k].revents)
                receive(c, k);
        if (c->fd[DOCUMENT] < 0 && c->fd[PRINTED] < 0 && c->fd[COMPLAINTS] < 0)
            reap(c, limits);
        else
            check_deadline(c, limits);
    }
    g_free(fds);
}

static void hand_over(child *c, csl_done_fn *done, void *user) {
    csl_outcome outcome = {.failure = c->failure};
    if (!c->failure) {
        outcome.document = c->data[DOCUMENT]->str;
        outcome.bytes = c->data[DOCUMENT]->len;
    }
    if (c->data[PRINTED]) {
        outcome.printed = c->data[PRINTED]->str;
        outcome.nprinted = c->data[PRINTED]->len;
    }
    done(c->index, &outcome, user);
    drop_data(c);
    g_free(c->killed);
    g_free(c->failure);
}

/* The jobs of one call. */
typedef struct crowd {
    child *children, **running;
    uint32_t n, parallel, started, nrunning;
} crowd;

/* Starts what there is room for. A child that is tried again waits until it is alone, and so does
 * everything while the system has no descriptors or processes left. */
static void start_more(crowd *w, const csl_limits *limits, const csl_work *work, void *user) {
    child *again = NULL;
    for (uint32_t i = 0; i < w->started && !again; i++)
        if (w->children[i].alone && !w->children[i].finished && !w->children[i].pid)
            again = &w->children[i];
    if (again && w->nrunning == 0 && start_retrying(again, limits, work, user))
        w->running[w->nrunning++] = again;
    while (!again && w->nrunning < w->parallel && w->started < w->n) {
        child *c = &w->children[w->started];
        c->index = w->started;
        if (w->nrunning == 0 ? start_retrying(c, limits, work, user)
                             : start_child(c, limits, work, user))
            w->running[w->nrunning++] = c;
        else if (!c->finished)
            break;
        w->started++;
    }
}

static void keep_running(crowd *w) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w->nrunning; i++)
        if (w->running[i]->pid)
            w->running[kept++] = w->running[i];
    w->nrunning = kept;
}

void csl_run_jobs(uint32_t n, uint32_t parallel, const csl_limits *limits, const csl_work *work,
                  void *user) {
    if (!parallel)
        parallel = g_get_num_processors();
    crowd w = {g_new0(child, n), g_new(child *, parallel), n, parallel, 0, 0};
    for (uint32_t handed = 0; handed < n;) {
        start_more(&w, limits, work, user);
        wait_for(w.running, w.nrunning, limits);
        keep_running(&w);
        while (handed < n && w.children[handed].finished)
            hand_over(&w.children[handed++], work->done, user);
    }
    g_free(w.children);
    g_free(w.running);
}
