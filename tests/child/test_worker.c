/* Workers that crash, hang, flood and eat memory cost only their own result. */
#define _GNU_SOURCE /* O_TMPFILE */
#include "../../analyzer/child/worker.h"
#include "../../analyzer/files/sandbox.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

static const csl_limits limits = {
    .cpu_seconds = 1, .idle_seconds = 1, .wall_seconds = 20, .memory = (uint64_t)1 << 30};

/* What `done` saw, in the order it saw it. */
enum { MAX_JOBS = 16 };
static struct seen {
    uint32_t index;
    char document[64], printed[64], failure[200];
} seen[MAX_JOBS];
static uint32_t nseen;

static void copy(char *to, size_t room, const char *from, size_t n) {
    if (n > room - 1)
        n = room - 1;
    if (from)
        memcpy(to, from, n);
    to[from ? n : 0] = 0;
}

static void done(uint32_t index, const csl_outcome *o, void *user) {
    (void)user;
    struct seen *s = &seen[nseen++];
    s->index = index;
    copy(s->document, sizeof s->document, o->document, o->bytes);
    copy(s->printed, sizeof s->printed, o->printed, o->nprinted);
    copy(s->failure, sizeof s->failure, o->failure, o->failure ? strlen(o->failure) : 0);
}

/* Job i of a test; the others are well-behaved neighbours that must not suffer. */
static const char *neighbour(uint32_t index) {
    char *text = malloc(16);
    snprintf(text, 16, "job %u", index);
    return text;
}

static void run(uint32_t n, csl_job_fn *job) {
    nseen = 0;
    csl_run_jobs(n, 2, &limits, &(csl_work){NULL, job, done, -1}, NULL);
    ck_assert_uint_eq(nseen, n);
    for (uint32_t i = 0; i < n; i++)
        ck_assert_uint_eq(seen[i].index, i);
}

static void expect_only_second_fails(const char *why) {
    ck_assert_str_eq(seen[0].document, "job 0");
    ck_assert_str_eq(seen[2].document, "job 2");
    ck_assert_str_eq(seen[1].document, "");
    ck_assert_msg(strstr(seen[1].failure, why) != NULL, "failure is `%s`", seen[1].failure);
}

static const char *late_first(uint32_t index, void *user) {
    (void)user;
    if (index == 0)
        usleep(200000);
    printf("out %u", index);
    return neighbour(index);
}

START_TEST(results_come_in_input_order) {
    run(8, late_first);
    for (uint32_t i = 0; i < 8; i++) {
        char expected[16];
        snprintf(expected, sizeof expected, "job %u", i);
        ck_assert_str_eq(seen[i].document, expected);
        snprintf(expected, sizeof expected, "out %u", i);
        ck_assert_str_eq(seen[i].printed, expected);
        ck_assert_str_eq(seen[i].failure, "");
    }
}
END_TEST

static const char *crash(uint32_t index, void *user) {
    (void)user;
    if (index == 1) {
        fputs("something is wrong\nmore\n", stderr);
        fflush(stderr);
        signal(SIGABRT, SIG_DFL);
        abort();
    }
    return neighbour(index);
}

START_TEST(a_crash_is_described) {
    run(3, crash);
    expect_only_second_fails("crashed: Aborted: something is wrong");
    ck_assert(strstr(seen[1].failure, "more") == NULL);
}
END_TEST

static const char *spin(uint32_t index, void *user) {
    (void)user;
    for (volatile int forever = 1; index == 1 && forever;)
        ;
    return neighbour(index);
}

START_TEST(endless_work_is_stopped) {
    run(3, spin);
    expect_only_second_fails("took more than 1 s of processor time");
}
END_TEST

static const char *sleep_forever(uint32_t index, void *user) {
    (void)user;
    while (index == 1)
        pause();
    return neighbour(index);
}

START_TEST(endless_waiting_is_stopped) {
    run(3, sleep_forever);
    expect_only_second_fails("hung: waited 1 s");
}
END_TEST

static const char *flood(uint32_t index, void *user) {
    (void)user;
    static char lines[4096];
    memset(lines, 'x', sizeof lines);
    for (int i = 0; index == 1 && i < 1000; i++)
        if (write(STDERR_FILENO, lines, sizeof lines) < 0)
            break;
    return neighbour(index);
}

START_TEST(flooded_stderr_is_dropped) {
    run(3, flood);
    ck_assert_str_eq(seen[1].document, "job 1");
    ck_assert_str_eq(seen[1].failure, "");
}
END_TEST

static const char *leave(uint32_t index, void *user) {
    (void)user;
    if (index == 1)
        _exit(0);
    return neighbour(index);
}

START_TEST(silence_is_no_document) {
    run(3, leave);
    ck_assert_str_eq(seen[1].document, "");
    ck_assert_str_eq(seen[0].document, "job 0");
    ck_assert_str_eq(seen[2].document, "job 2");
}
END_TEST

static const char *write_file(uint32_t index, void *user) {
    int fd = open(user, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    (void)index;
    return fd >= 0 && write(fd, "x", 1) == 1 ? "written" : "refused";
}

START_TEST(files_cannot_be_written) {
    char path[] = "/tmp/csl-worker-XXXXXX";
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    nseen = 0;
    csl_run_jobs(1, 1, &limits, &(csl_work){NULL, write_file, done, -1}, path);
    ck_assert_str_eq(seen[0].document, "refused");
    close(fd);
    unlink(path);
}
END_TEST

static const char *environment(uint32_t index, void *user) {
    (void)index;
    (void)user;
    return getenv("CPATH") || !getenv("LIBCLANG_NOTHREADS") ? "inherited" : "clean";
}

START_TEST(the_environment_is_empty) {
    setenv("CPATH", "/nowhere", 1);
    nseen = 0;
    csl_run_jobs(1, 0, &limits, &(csl_work){NULL, environment, done, -1}, NULL);
    ck_assert_str_eq(seen[0].document, "clean");
}
END_TEST

#ifndef __SANITIZE_ADDRESS__
static const char *eat(uint32_t index, void *user) {
    (void)user;
    if (index == 1) {
        for (int i = 0; i < 64; i++)
            if (!malloc((size_t)64 << 20))
                abort();
    }
    return neighbour(index);
}

START_TEST(memory_is_limited) {
    run(3, eat);
    expect_only_second_fails("crashed: Aborted");
}
END_TEST
#endif

#ifndef __SANITIZE_ADDRESS__
static const char *needs_much(uint32_t index, void *user) {
    (void)user;
    char *much = index == 1 ? malloc((size_t)900 << 20) : NULL;
    if (index == 1 && !much)
        abort();
    free(much);
    return neighbour(index);
}

/* With its share it fails; alone it has enough. A crash for another reason is one twice. */
START_TEST(who_runs_out_of_memory_is_tried_again_alone) {
    csl_limits shared = limits;
    shared.memory_alone = (uint64_t)3 << 30;
    nseen = 0;
    csl_run_jobs(3, 3, &shared, &(csl_work){NULL, needs_much, done, -1}, NULL);
    for (uint32_t i = 0; i < 3; i++)
        ck_assert_str_eq(seen[i].document, neighbour(i));
    nseen = 0;
    csl_run_jobs(3, 3, &shared, &(csl_work){NULL, eat, done, -1}, NULL);
    expect_only_second_fails("crashed: Aborted");
}
END_TEST
#endif

static const char *fine(uint32_t index, void *user) {
    (void)user;
    return neighbour(index);
}

START_TEST(few_descriptors_slow_down) {
    struct rlimit before;
    getrlimit(RLIMIT_NOFILE, &before);
    struct rlimit few = {24, before.rlim_max};
    setrlimit(RLIMIT_NOFILE, &few);
    nseen = 0;
    csl_run_jobs(16, 16, &limits, &(csl_work){NULL, fine, done, -1}, NULL);
    setrlimit(RLIMIT_NOFILE, &before);
    for (uint32_t i = 0; i < 16; i++)
        ck_assert_str_eq(seen[i].document, neighbour(i));
    few.rlim_cur = 3;
    setrlimit(RLIMIT_NOFILE, &few);
    nseen = 0;
    csl_run_jobs(1, 1, &limits, &(csl_work){NULL, fine, done, -1}, NULL);
    setrlimit(RLIMIT_NOFILE, &before);
    ck_assert_ptr_nonnull(strstr(seen[0].failure, "no process could be started"));
}
END_TEST

/* Recursion that an 8 MB stack would not survive. */
static __attribute__((noinline)) unsigned deep(volatile unsigned n) {
    volatile char frame[1000];
    frame[0] = (char)n;
    return n ? deep(n - 1) + (unsigned)frame[0] : 0;
}

static const char *recurse(uint32_t index, void *user) {
    (void)index;
    (void)user;
    return deep(50000) ? "done" : "zero";
}

START_TEST(the_stack_is_big) {
    nseen = 0;
    csl_run_jobs(1, 1, &limits, &(csl_work){NULL, recurse, done, -1}, NULL);
    ck_assert_str_eq(seen[0].document, "done");
}
END_TEST

/* ---- the sandbox ------------------------------------------------------------------------------ */

static const char *allowed[] = {"/usr", NULL};

static void confine(uint32_t index, void *user) {
    (void)index;
    (void)user;
    csl_sandbox_enter(allowed, 1);
}

/* What it says of one thing that a job tries. */
static void confined(csl_job_fn *job, const char *document, const char *failure) {
    if (csl_sandbox_missing())
        return;
    nseen = 0;
    csl_run_jobs(1, 1, &limits, &(csl_work){confine, job, done, -1}, NULL);
    ck_assert_str_eq(seen[0].document, document);
    ck_assert_msg(failure ? strstr(seen[0].failure, failure) != NULL : !*seen[0].failure,
                  "failure is `%s`", seen[0].failure);
}

static const char *opens(const char *path, int flags) {
    return open(path, flags, 0600) >= 0 ? "yes" : errno == EACCES ? "no" : strerror(errno);
}

#define TRIES(name, ...)                                                                           \
    static const char *name(uint32_t index, void *user) {                                          \
        (void)index;                                                                               \
        (void)user;                                                                                \
        __VA_ARGS__;                                                                               \
    }
TRIES(read_inside, return opens("/usr/bin/env", O_RDONLY))
TRIES(read_outside, return opens("/etc/passwd", O_RDONLY))
TRIES(read_self, return opens("/proc/self/environ", O_RDONLY))
TRIES(climb, return opens("/usr/../etc/passwd", O_RDONLY))
TRIES(create, return opens("/usr/new", O_WRONLY | O_CREAT))
TRIES(overwrite, return opens("/tmp", O_RDWR | O_TMPFILE))
TRIES(start_program, execl("/usr/bin/env", "env", (char *)NULL); return "went on")
TRIES(start_process, return fork() == 0 ? "child" : "parent")
TRIES(connect_out, return socket(AF_INET, SOCK_STREAM, 0) < 0 ? "none" : "socket")
TRIES(look_at_others, ptrace(PTRACE_ATTACH, 1, NULL, NULL); return "went on")
TRIES(signal_others, kill(getppid(), 0); return "went on")
TRIES(map_code, return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                            0) == MAP_FAILED
                           ? "none"
                           : "code")
TRIES(raise_limits, return setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0}) != 0 ? "no" : "yes")
TRIES(unlinks, return unlink("/usr/none") != 0 ? "no" : "yes")

START_TEST(a_job_that_breaks_a_rule_is_a_named_failure) {
    static const char broke[] = "broke a rule of its sandbox";
    confined(read_inside, "yes", NULL);
    confined(read_outside, "no", NULL);
    confined(climb, "no", NULL);
    confined(read_self, "no", NULL);
    confined(create, "no", NULL);
    confined(overwrite, "no", NULL);
    confined(unlinks, "no", NULL);
    confined(map_code, "none", NULL);
    confined(raise_limits, "no", NULL);
    confined(start_program, "", broke);
    confined(start_process, "", broke);
    confined(connect_out, "", broke);
    confined(look_at_others, "", broke);
    confined(signal_others, "", broke);
}
END_TEST

/* Processor time of this process and of its children so far, in microseconds. */
static int64_t processor_time(void) {
    static const int whose[] = {RUSAGE_SELF, RUSAGE_CHILDREN};
    int64_t sum = 0;
    for (int i = 0; i < 2; i++) {
        struct rusage u;
        getrusage(whose[i], &u);
        sum += (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * INT64_C(1000000) + u.ru_utime.tv_usec +
               u.ru_stime.tv_usec;
    }
    return sum;
}

/* 2 ms of processor time a file are promised. What else the machine does adds to some rounds, so
 * the least of several counts. */
START_TEST(the_sandbox_is_cheap) {
    enum { ROUNDS = 8, JOBS = 8 };
    int64_t least[2] = {INT64_MAX, INT64_MAX};
    for (int round = 0; round < 2 * ROUNDS; round++) {
        int with = round % 2;
        int64_t before = processor_time();
        for (int i = 0; i < JOBS; i++) {
            nseen = 0;
            csl_run_jobs(1, 1, &limits, &(csl_work){with ? confine : NULL, environment, done, -1},
                         NULL);
        }
        int64_t cost = (processor_time() - before) / JOBS;
        least[with] = cost < least[with] ? cost : least[with];
    }
    printf("sandbox: %d us a job\n", (int)(least[1] - least[0]));
    ck_assert_int_lt(least[1] - least[0], 2000);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("worker");
    TCase *tests = tcase_create("worker");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, results_come_in_input_order);
    tcase_add_test(tests, a_crash_is_described);
    tcase_add_test(tests, endless_work_is_stopped);
    tcase_add_test(tests, endless_waiting_is_stopped);
    tcase_add_test(tests, flooded_stderr_is_dropped);
    tcase_add_test(tests, silence_is_no_document);
    tcase_add_test(tests, files_cannot_be_written);
    tcase_add_test(tests, a_job_that_breaks_a_rule_is_a_named_failure);
    tcase_add_test(tests, the_sandbox_is_cheap);
#ifndef __SANITIZE_ADDRESS__
    tcase_add_test(tests, who_runs_out_of_memory_is_tried_again_alone);
#endif
    tcase_add_test(tests, few_descriptors_slow_down);
    tcase_add_test(tests, the_environment_is_empty);
#ifndef __SANITIZE_ADDRESS__
    tcase_add_test(tests, memory_is_limited);
#endif
    tcase_add_test(tests, the_stack_is_big);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
