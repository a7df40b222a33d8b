/* What is read from the output of compute-sanitizer. The outputs are written by hand in the format
 * of its documentation, of the present version and of older ones. */
#include "../../runtime_tests/sanitizer.h"

#include <check.h>
#include <stdlib.h>

static csl_record *record;

static void make(void) {
    record = csl_record_new();
}

static void drop(void) {
    csl_record_free(record);
}

static csl_hazards *parse(int tool, const char *output) {
    csl_hazards *h = &record->tools[tool];
    csl_sanitizer_parse(tool, output, "bad_a.cu", h);
    return h;
}

static void expect_lines(const csl_hazards *h, unsigned n, const unsigned *lines) {
    ck_assert_uint_eq(h->lines->len, n);
    for (unsigned i = 0; i < n; i++)
        ck_assert_uint_eq(g_array_index(h->lines, unsigned, i), lines[i]);
}

START_TEST(no_race) {
    csl_hazards *h = parse(
        CSL_RACECHECK, "========= COMPUTE-SANITIZER\nOK\n"
                       "========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)\n");
    ck_assert_str_eq(h->state, "ran");
    ck_assert_int_eq(h->hazards, 0);
    ck_assert_uint_eq(h->lines->len, 0);
}
END_TEST

START_TEST(races) {
    csl_hazards *h = parse(
        CSL_RACECHECK,
        "========= COMPUTE-SANITIZER\n"
        "========= Error: Race reported between Write access at scan(const int *, int *)+0x120 in "
        "bad_a.cu:28\n"
        "=========     and Read access at scan(const int *, int *)+0x90 in bad_a.cu:27 [900 "
        "hazards]\n"
        "=========     and Write access at scan(const int *, int *)+0x120 in bad_a.cu:28 "
        "[1 hazard]\n"
        "=========\n"
        "WRONG\n"
        "========= Warning: Race reported between Read access at void ns::tile<int, (int)4>(T1 *)"
        "+0x10 in /tmp/cases/bad_a.cu:9\n"
        "=========     and Write access at helper(int *)+0x40 in other_bad_a.cu:5 [99 hazards]\n"
        "=========\n"
        "========= RACECHECK SUMMARY: 2 hazards displayed (1 error, 1 warning)\n");
    ck_assert_str_eq(h->state, "ran");
    ck_assert_uint_eq(h->errors, 1);
    ck_assert_uint_eq(h->warnings, 1);
    ck_assert_int_eq(h->hazards, 1000);
    expect_lines(h, 3, (const unsigned[]){9, 27, 28});
    ck_assert_uint_eq(h->kernels->len, 3);
    ck_assert_str_eq(h->kernels->pdata[0], "scan");
    ck_assert_str_eq(h->kernels->pdata[1], "tile");
    ck_assert_str_eq(h->kernels->pdata[2], "helper");
}
END_TEST

/* Older versions put the place in front of the function, and each hazard can be listed alone. */
START_TEST(races_of_older_versions) {
    csl_hazards *h = parse(
        CSL_RACECHECK, "========= Error: Race reported between Write access at 0x278 in "
                       "/home/me/bad_a.cu:113:sum(int *)\n"
                       "=========     and Read access at 0x298 in /home/me/bad_a.cu:121:sum(int *) "
                       "[6144 hazards]\n"
                       "========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)\n");
    ck_assert_int_eq(h->hazards, 6144);
    expect_lines(h, 2, (const unsigned[]){113, 121});
}
END_TEST

START_TEST(no_count_of_pairs) {
    csl_hazards *h = parse(
        CSL_RACECHECK,
        "========= Error: Potential WAR hazard detected at __shared__ 0x0 in block (0, 0, 0) :\n"
        "=========     Write Thread (0, 0, 0) at sum(int *)+0xd0 in bad_a.cu:4\n"
        "=========     Read Thread (33, 0, 0) at sum(int *)+0x50 in bad_a.cu:7\n"
        "=========     Current Value : 0, Incoming Value : 5\n"
        "========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)\n");
    ck_assert_int_eq(h->hazards, 1);
    expect_lines(h, 2, (const unsigned[]){4, 7});
}
END_TEST

START_TEST(barriers) {
    csl_hazards *h = parse(
        CSL_SYNCCHECK,
        "========= COMPUTE-SANITIZER\n"
        "========= Barrier error detected. Divergent thread(s) in block.\n"
        "=========     at copy(const int *, int *)+0xb0 in bad_a.cu:20\n"
        "=========     by thread (0,0,0) in block (0,0,0)\n"
        "=========     Saved host backtrace up to driver entry point at kernel launch time\n"
        "=========         Host Frame: main in bad_a.cu:77 [0x1754] in a.opt\n"
        "=========\n"
        "========= Barrier error detected. Divergent thread(s) in block.\n"
        "=========     at cooperative_groups::thread_block::sync()+0x10 in sync.h:30\n"
        "=========     by thread (1,0,0) in block (0,0,0)\n"
        "=========         Device Frame: copy(const int *, int *)+0xc0 in bad_a.cu:22\n"
        "=========\n"
        "========= Program hit cudaErrorLaunchFailure (error 719) due to \"unspecified launch "
        "failure\" on CUDA API call to cudaDeviceSynchronize.\n"
        "=========\n"
        "========= ERROR SUMMARY: 65 errors\n"
        "========= ERROR SUMMARY: 62 errors were not printed. Use --print-limit option to adjust "
        "the number of printed errors\n");
    ck_assert_str_eq(h->state, "ran");
    ck_assert_int_eq(h->hazards, 64);               /* not the failed call */
    expect_lines(h, 2, (const unsigned[]){20, 22}); /* not the line of main */
    ck_assert_str_eq(h->kernels->pdata[0], "copy");
}
END_TEST

/* A call that failed for another reason is no barrier error. */
START_TEST(failed_call_only) {
    csl_hazards *h = parse(CSL_SYNCCHECK,
                           "========= Program hit cudaErrorInvalidValue (error 1) due to \"invalid "
                           "argument\" on CUDA API call to cudaLaunchKernel.\n"
                           "=========\n========= ERROR SUMMARY: 1 error\n");
    ck_assert_str_eq(h->state, "ran");
    ck_assert_int_eq(h->hazards, 0);
}
END_TEST

START_TEST(tool_that_fails) {
    csl_hazards *h = parse(CSL_SYNCCHECK, "========= COMPUTE-SANITIZER\n"
                                          "========= Error: Device not supported. Aborting.\n");
    ck_assert_str_eq(h->state, "failed");
    ck_assert_str_eq(h->message, "Error: Device not supported. Aborting.");
    ck_assert_int_eq(h->hazards, 0);
    h = parse(CSL_RACECHECK, "");
    ck_assert_str_eq(h->state, "failed");
}
END_TEST

/* What the program prints is not the tool's. */
START_TEST(output_of_the_program) {
    csl_hazards *h =
        parse(CSL_RACECHECK, "Error: Race reported between bad_a.cu:1 and bad_a.cu:2 [7 hazards]\n"
                             "RACECHECK SUMMARY: 7 hazards displayed (7 errors, 0 warnings)\n");
    ck_assert_str_eq(h->state, "failed");
    ck_assert_int_eq(h->hazards, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sanitizer");
    TCase *tc = tcase_create("sanitizer");
    tcase_add_checked_fixture(tc, make, drop);
    tcase_add_test(tc, no_race);
    tcase_add_test(tc, races);
    tcase_add_test(tc, races_of_older_versions);
    tcase_add_test(tc, no_count_of_pairs);
    tcase_add_test(tc, barriers);
    tcase_add_test(tc, failed_call_only);
    tcase_add_test(tc, tool_that_fails);
    tcase_add_test(tc, output_of_the_program);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
