/* The watchdog against programs that hang, crash, flood, ignore signals and leave children. */
#include "../../runtime_tests/pool.h"
#include "../../runtime_tests/watchdog.h"

#include <check.h>
#include <errno.h>
#include <glib.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const csl_watch_limits limits = {.deadline = 1, .grace = 0.2, .output = 1000};
static const csl_watch_limits patient = {.deadline = 60, .grace = 0.2, .output = 1000};

/* Runs a line of shell. The caller frees the output. */
static csl_watched watch(const char *line, const csl_watch_limits *l) {
    const char *const argv[] = {"/bin/sh", "-c", line, NULL};
    csl_watched w;
    csl_watch(argv, NULL, l, &w);
    return w;
}

/* A process the watched program started must be gone: the program printed its number. */
static void expect_gone(const char *output) {
    pid_t pid = (pid_t)atol(output);
    ck_assert_int_gt(pid, 1);
    ck_assert_int_eq(kill(pid, 0), -1);
    ck_assert_int_eq(errno, ESRCH);
}

START_TEST(exit_status_and_output) {
    csl_watched w = watch("echo one; echo two >&2; exit 3", &patient);
    ck_assert_int_eq(w.ending, CSL_ENDING_EXIT);
    ck_assert_int_eq(w.code, 3);
    ck_assert_str_eq(w.output, "one\ntwo\n");
    ck_assert(!w.truncated);
    ck_assert_uint_eq(w.absent_lanes, 0);
    ck_assert(w.seconds < 30);
    g_free(w.output);
}
END_TEST

START_TEST(environment_is_added) {
    const char *const argv[] = {"sh", "-c", "echo $CSL_ONE $CSL_TWO", NULL};
    const char *const environment[] = {"CSL_ONE=1", "CSL_TWO=2", NULL};
    csl_watched w;
    csl_watch(argv, environment, &patient, &w);
    ck_assert_str_eq(w.output, "1 2\n");
    ck_assert_ptr_null(getenv("CSL_ONE"));
    g_free(w.output);
}
END_TEST

START_TEST(crash) {
    csl_watched w = watch("kill -SEGV $$", &patient);
    ck_assert_int_eq(w.ending, CSL_ENDING_SIGNAL);
    ck_assert_int_eq(w.code, SIGSEGV);
    g_free(w.output);
}
END_TEST

START_TEST(no_such_program) {
    const char *const argv[] = {"/no/such/program", NULL};
    csl_watched w;
    csl_watch(argv, NULL, &patient, &w);
    ck_assert_int_eq(w.ending, CSL_ENDING_NO_START);
    ck_assert_int_eq(w.code, ENOENT);
    ck_assert_str_eq(w.output, "");
    g_free(w.output);
}
END_TEST

START_TEST(hang) {
    csl_watched w = watch("echo $$; sleep 100", &limits);
    ck_assert_int_eq(w.ending, CSL_ENDING_DEADLINE);
    ck_assert(w.seconds >= 1 && w.seconds < 20);
    expect_gone(w.output);
    g_free(w.output);
}
END_TEST

START_TEST(hang_that_ignores_signals) {
    csl_watched w = watch("trap '' TERM INT HUP; echo $$; while :; do sleep 0.05; done", &limits);
    ck_assert_int_eq(w.ending, CSL_ENDING_DEADLINE);
    expect_gone(w.output);
    g_free(w.output);
}
END_TEST

START_TEST(busy_loop) {
    csl_watched w = watch("while :; do :; done", &limits);
    ck_assert_int_eq(w.ending, CSL_ENDING_DEADLINE);
    g_free(w.output);
}
END_TEST

/* More than a pipe holds, for ever: it must neither block the program nor fill our memory. */
START_TEST(flood) {
    csl_watched w = watch("yes 0123456789", &limits);
    ck_assert_int_eq(w.ending, CSL_ENDING_DEADLINE);
    ck_assert(w.truncated);
    ck_assert_uint_eq(strlen(w.output), limits.output);
    ck_assert_int_eq(strncmp(w.output, "0123456789\n01234", 16), 0);
    g_free(w.output);
}
END_TEST

START_TEST(flood_that_ends) {
    csl_watched w = watch("yes 0123456789 | head -c 3000000; exit 5", &patient);
    ck_assert_int_eq(w.ending, CSL_ENDING_EXIT);
    ck_assert_int_eq(w.code, 5);
    ck_assert(w.truncated);
    g_free(w.output);
}
END_TEST

START_TEST(output_at_the_very_end_is_kept) {
    csl_watched w = watch("sleep 0.1; printf last", &patient);
    ck_assert_str_eq(w.output, "last");
    g_free(w.output);
}
END_TEST

/* Closing the output is not the end: the exit status still counts, and so does the deadline. */
START_TEST(closes_its_output) {
    csl_watched w = watch("exec >&- 2>&-; sleep 0.3; exit 4", &patient);
    ck_assert_int_eq(w.ending, CSL_ENDING_EXIT);
    ck_assert_int_eq(w.code, 4);
    g_free(w.output);
    w = watch("exec >&- 2>&-; sleep 100", &limits);
    ck_assert_int_eq(w.ending, CSL_ENDING_DEADLINE);
    g_free(w.output);
}
END_TEST

/* The program ends at once; what it left behind holds the output open. */
START_TEST(child_left_behind) {
    csl_watched w = watch("sleep 100 & echo $!", &patient);
    ck_assert_int_eq(w.ending, CSL_ENDING_EXIT);
    ck_assert_int_eq(w.code, 0);
    ck_assert(w.seconds < 30);
    ck_assert_uint_eq(w.absent_lanes, 1);
    expect_gone(w.output);
    g_free(w.output);
}
END_TEST

/* A daemon: a grandchild in a session of its own, with the parent between gone. */
START_TEST(daemon_left_behind) {
    csl_watched w =
        watch("(setsid sh -c 'echo $$; trap \"\" TERM HUP; sleep 100' & ); sleep 0.5", &patient);
    ck_assert_int_eq(w.ending, CSL_ENDING_EXIT);
    ck_assert_uint_ge(w.absent_lanes, 1);
    expect_gone(w.output);
    g_free(w.output);
}
END_TEST

START_TEST(daemon_of_a_hanging_program) {
    csl_watched w = watch("(setsid sh -c 'echo $$; sleep 100' & ); sleep 100", &limits);
    ck_assert_int_eq(w.ending, CSL_ENDING_DEADLINE);
    expect_gone(w.output);
    g_free(w.output);
}
END_TEST

/* Processes that make new ones while they are being killed; bounded in depth and number. */
START_TEST(processes_that_multiply) {
    csl_watched w = watch("f() { [ $1 -gt 5 ] || { f $(($1 + 1)) & f $(($1 + 1)) & }; sleep 50; }\n"
                          "f 0",
                          &limits);
    ck_assert_int_eq(w.ending, CSL_ENDING_DEADLINE);
    ck_assert_uint_ge(w.absent_lanes, 10);
    g_free(w.output);
    w = watch("exit 0", &patient); /* nothing of it is left that this run would have to reap */
    ck_assert_uint_eq(w.absent_lanes, 0);
    g_free(w.output);
}
END_TEST

/* ---- the pool -------------------------------------------------------------------------------- */

static int job(unsigned index, void *user) {
    const char *folder = user;
    if (index == 2)
        raise(SIGKILL);
    char *path = g_strdup_printf("%s/%u", folder, index);
    bool written = g_file_set_contents(path, "", 0, NULL);
    g_free(path);
    return !written ? CSL_JOB_FAILED : index == 4 ? CSL_JOB_STOP : CSL_JOB_DONE;
}

START_TEST(pool_counts_and_stops) {
    char folder[] = "/tmp/csl-pool-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(folder));
    csl_pool_result r = csl_pool(9, 1, 0, job, folder);
    ck_assert_uint_eq(r.done, 3); /* 0, 1, 3 */
    ck_assert_uint_eq(r.failed, 1);
    ck_assert_uint_eq(r.stopped, 1);
    ck_assert_uint_eq(r.not_started, 4);
    for (unsigned i = 0; i < 9; i++) {
        char *path = g_strdup_printf("%s/%u", folder, i);
        ck_assert_int_eq(unlink(path) == 0, i < 5 && i != 2);
        g_free(path);
    }
    rmdir(folder);
}
END_TEST

static int slow_job(unsigned index, void *user) {
    (void)user;
    g_usleep(index == 0 ? 1200000 : 1000);
    return CSL_JOB_DONE;
}

START_TEST(pool_starts_nothing_late) {
    csl_pool_result r = csl_pool(5, 1, 1, slow_job, NULL);
    ck_assert_uint_eq(r.done, 1);
    ck_assert_uint_eq(r.not_started, 4);
    r = csl_pool(5, 3, 0, slow_job, NULL);
    ck_assert_uint_eq(r.done, 5);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("watchdog");
    TCase *tc = tcase_create("watchdog");
    tcase_add_test(tc, exit_status_and_output);
    tcase_add_test(tc, environment_is_added);
    tcase_add_test(tc, crash);
    tcase_add_test(tc, no_such_program);
    tcase_add_test(tc, hang);
    tcase_add_test(tc, hang_that_ignores_signals);
    tcase_add_test(tc, busy_loop);
    tcase_add_test(tc, flood);
    tcase_add_test(tc, flood_that_ends);
    tcase_add_test(tc, output_at_the_very_end_is_kept);
    tcase_add_test(tc, closes_its_output);
    tcase_add_test(tc, child_left_behind);
    tcase_add_test(tc, daemon_left_behind);
    tcase_add_test(tc, daemon_of_a_hanging_program);
    tcase_add_test(tc, processes_that_multiply);
    tcase_add_test(tc, pool_counts_and_stops);
    tcase_add_test(tc, pool_starts_nothing_late);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
