/* Instances of a template and architectures become one verdict and one finding. */
#include "../../analyzer/cli/workers/analyze.h"

#include <check.h>
#include <string.h>

static csl_ctx *ctx;

static void setup(void) {
    ctx = csl_ctx_new();
}

static void teardown(void) {
    csl_ctx_free(ctx);
}

static csl_instance instance(const char *arguments, csl_kernel_verdict verdict, const char *why) {
    csl_instance i = {.pattern = "k", .instance = arguments};
    i.result = (csl_kernel_result){
        .name = "k", .region = {"a.cu", 3, 1, 3, 2}, .verdict = verdict, .why = why, .safe = 2};
    return i;
}

START_TEST(the_worst_instance_decides) {
    csl_instance all[] = {instance("<64>", CSL_PROVED, NULL),
                          instance("<128>", CSL_NOT_DECIDED, "line 9: budget"),
                          instance("<256>", CSL_PROVED, NULL)};
    all[0].result.blocks = all[2].result.blocks = "256x1x1";
    csl_result to = {0};
    csl_merge_kernels(ctx, &to, all, 3);
    ck_assert_uint_eq(to.nkernels, 1);
    ck_assert_int_eq(to.kernels[0].verdict, CSL_NOT_DECIDED);
    ck_assert_str_eq(to.kernels[0].instances, "<64>, <128>, <256>");
    ck_assert_str_eq(to.kernels[0].why, "instance <128>: line 9: budget");
    ck_assert_ptr_null(to.kernels[0].blocks);
    ck_assert_uint_eq(to.kernels[0].safe, 6);
}
END_TEST

START_TEST(findings_are_the_worst_verdict) {
    csl_instance all[] = {instance("<1>", CSL_FINDINGS, NULL),
                          instance("<2>", CSL_NOT_ANALYSED, "no body")};
    csl_result to = {0};
    csl_merge_kernels(ctx, &to, all, 2);
    ck_assert_int_eq(to.kernels[0].verdict, CSL_FINDINGS);
}
END_TEST

START_TEST(an_instance_is_named_once) {
    csl_instance all[] = {instance("<float, 1>", CSL_PROVED, NULL),
                          instance("<1>", CSL_PROVED, NULL),
                          instance("<float, 1>", CSL_PROVED, NULL)};
    csl_result to = {0};
    csl_merge_kernels(ctx, &to, all, 3);
    ck_assert_str_eq(to.kernels[0].instances, "<float, 1>, <1>");
}
END_TEST

START_TEST(overloads_stay_apart) {
    csl_instance all[] = {instance(NULL, CSL_PROVED, NULL), instance(NULL, CSL_PROVED, NULL)};
    all[1].result.region.line = 30;
    csl_result to = {0};
    csl_merge_kernels(ctx, &to, all, 2);
    ck_assert_uint_eq(to.nkernels, 2);
}
END_TEST

static csl_finding finding(uint32_t line, const char *arguments, csl_confidence confidence) {
    return (csl_finding){.rule = "shared-race",
                         .kind = "RAW",
                         .function = "k",
                         .instance = arguments,
                         .region = {"a.cu", line, 1, line, 2},
                         .confidence = confidence,
                         .identity = "i",
                         .message = "m"};
}

START_TEST(one_finding_for_all_instances) {
    csl_finding all[] = {finding(5, "<64>", CSL_MEDIUM), finding(5, "<128>", CSL_HIGH),
                         finding(6, "<64>", CSL_HIGH)};
    const uint32_t archs[] = {0, 0, 0};
    const char *const names[] = {"sm_80"};
    csl_result result = {.findings = all, .nfindings = 3};
    csl_merge_findings(ctx, &result, archs, names, 1);
    ck_assert_uint_eq(result.nfindings, 2);
    ck_assert_str_eq(all[0].instance, "<64>, <128>");
    ck_assert_int_eq(all[0].confidence, CSL_HIGH);
    ck_assert_uint_eq(all[0].nassumptions, 0);
    ck_assert_uint_eq(all[1].region.line, 6);
}
END_TEST

START_TEST(a_finding_of_one_architecture_says_so) {
    csl_finding all[] = {finding(5, NULL, CSL_HIGH), finding(6, NULL, CSL_HIGH),
                         finding(6, NULL, CSL_HIGH)};
    const uint32_t archs[] = {1, 0, 1};
    const char *const names[] = {"sm_70", "sm_90"};
    csl_result result = {.findings = all, .nfindings = 3};
    csl_merge_findings(ctx, &result, archs, names, 2);
    ck_assert_uint_eq(result.nfindings, 2);
    ck_assert_uint_eq(all[0].nassumptions, 1);
    ck_assert_str_eq(all[0].assumptions[0], "compiled for sm_90");
    ck_assert_uint_eq(all[1].nassumptions, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("merge");
    TCase *tests = tcase_create("merge");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, the_worst_instance_decides);
    tcase_add_test(tests, findings_are_the_worst_verdict);
    tcase_add_test(tests, an_instance_is_named_once);
    tcase_add_test(tests, overloads_stay_apart);
    tcase_add_test(tests, one_finding_for_all_instances);
    tcase_add_test(tests, a_finding_of_one_architecture_says_so);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
