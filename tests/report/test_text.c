/* The parts of the text report that the golden files do not show: -v, colours, excerpts, the
 * summary; and what happens to results before a report sees them. */
#include "fixture.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static char *text;
static size_t bytes;
static FILE *out;

static void setup(void) {
    out = open_memstream(&text, &bytes);
}

static void teardown(void) {
    free(text);
}

static void contains(const char *words) {
    ck_assert_msg(strstr(text, words) != NULL, "`%s` is not in\n%s", words, text);
}

static void lacks(const char *words) {
    ck_assert_msg(strstr(text, words) == NULL, "`%s` is in\n%s", words, text);
}

static void report(fixture f, csl_report_options options) {
    options.sources = f.sources;
    csl_report_text(out, f.results, f.n, &options);
    fclose(out);
    csl_sources_free(f.sources);
}

static void summary(fixture f, csl_report_options options) {
    csl_print_summary(out, f.results, f.n, &options);
    fclose(out);
    csl_sources_free(f.sources);
}

START_TEST(verbose_lists_every_kernel) {
    report(plain_fixture(), (csl_report_options){.verbose = true});
    contains("src/reduce.cu:2:17: kernel: reduce: findings (barriers; shared proved)\n");
    contains("kernel: scale: proved (shared, global in a block) for every block shape; for sm_80, "
             "sm_90; assuming `in` and `out` do not overlap");
    contains("kernel: gather: undecided (shared; global in a block proved): line 24: index loaded "
             "from memory");
    contains("kernel: legacy: not analysed: line 24: goto into a loop");
}
END_TEST

START_TEST(kernels_are_not_listed_unasked) {
    report(plain_fixture(), (csl_report_options){0});
    lacks("kernel: ");
    lacks("\033");
}
END_TEST

START_TEST(a_finding_is_six_lines) {
    report(plain_fixture(), (csl_report_options){0});
    contains(
        "src/reduce.cu:10:13: error: some threads never reach this __syncthreads() "
        "[barrier-divergence]\n"
        "    8 |         if (tid < s) {\n"
        "      |             ^~~~~~~ thread 0: `0 < 32` is true; thread 32: `32 < 32` is false\n"
        "   10 |             __syncthreads();\n"
        "      |             ^~~~~~~~~~~~~~~ thread 0 waits here for thread 32\n"
        "  help: move the barrier out of the `if`\n"
        "src/reduce.cu:20:25: error:");
    lacks("note: ");
    lacks("witness");
}
END_TEST

START_TEST(a_trace_says_the_rest) {
    report(plain_fixture(), (csl_report_options){.trace = true});
    contains("src/reduce.cu:4:14: note: `tid` is `threadIdx.x`\n");
    contains("note: witness: thread 0 and thread 32, blockDim (64,1,1), s = 32\n");
    contains("src/reduce.cu:8:13: note: thread 32: `tid < s` is false: 32 < 32\n");
    contains("note: in the instance shift<float, 256>\n");
    contains("note: assuming `in` and `out` do not overlap\n");
}
END_TEST

/* The region of a place stands on one line of the text. */
static void report_places(const char *source, csl_related *places, uint32_t n) {
    csl_finding finding = {.rule = "r",
                           .message = "m",
                           .region = places[n - 1].region,
                           .related = places,
                           .nrelated = n,
                           .nplaces = n};
    csl_result result = {.file = "/x.cu", .findings = &finding, .nfindings = 1};
    const csl_result *results = &result;
    csl_sources *sources = csl_sources_new();
    csl_sources_set_root(sources, "/");
    csl_sources_put(sources, "/x.cu", source);
    csl_sources_put(sources, "/h.cuh", "in a header\n");
    report((fixture){&results, 1, sources}, (csl_report_options){0});
}

START_TEST(two_places_of_a_line_show_it_once) {
    csl_related places[] = {{{"/x.cu", 1, 8, 1, 12}, "the read"},
                            {{"/x.cu", 1, 1, 1, 5}, "the write"}};
    report_places("s[t] = s[u];\n", places, 2);
    contains("    1 | s[t] = s[u];\n"
             "      | ^~~~ the write\n"
             "      |        ^~~~ the read\n");
}
END_TEST

START_TEST(a_place_elsewhere_names_its_file) {
    csl_related places[] = {{{"/h.cuh", 1, 4, 1, 5}, "there"}, {{"/x.cu", 1, 1, 1, 2}, "here"}};
    report_places("x\n", places, 2);
    contains("    1 | x\n"
             "      | ^ here\n"
             "  in h.cuh:\n"
             "    1 | in a header\n"
             "      |    ^ there\n");
}
END_TEST

START_TEST(long_lines_are_cut_around_the_mark) {
    char source[400];
    memset(source, 'x', sizeof source);
    source[299] = 'M';
    source[398] = '\n';
    source[399] = '\0';
    csl_related place = {{"/x.cu", 1, 300, 1, 301}, "far away"};
    report_places(source, &place, 1);
    contains("    1 | ...xxxxxxxxxxxxxxxxxxxxMxxx");
    contains("      |                        ^ far away\n");
}
END_TEST

START_TEST(without_source_the_remarks_stay) {
    csl_related places[] = {{{"/gone.cu", 7, 1, 7, 2}, "it writes"},
                            {{"/x.cu", 1, 1, 1, 2}, "it reads"}};
    report_places("x\n", places, 2);
    contains("    7 | it writes\n");
}
END_TEST

START_TEST(colours_mark_the_same_text) {
    report(plain_fixture(), (csl_report_options){.colour = true});
    contains("\033[1;31merror:\033[0m some threads");
    contains("   10 |             __syncthreads();\n"
             "      |             \033[1;32m^~~~~~~~~~~~~~~\033[0m thread 0 waits");
}
END_TEST

START_TEST(sources_cannot_send_escape_codes) {
    report(nasty_fixture(), (csl_report_options){.verbose = true});
    lacks("\033");
    lacks("\r");
    lacks("\xe2\x80\xae");
}
END_TEST

START_TEST(long_traces_keep_their_end) {
    static csl_step steps[40];
    for (uint32_t i = 0; i < N(steps); i++)
        steps[i] = (csl_step){.region = {"a.cu", i + 1, 1, i + 1, 2},
                              .text = i == 39 ? "the end" : "a step"};
    csl_witness w = {
        .block = {32, 1, 1},
        .threads = {{{0, 0, 0}, {0, 0, 0}, steps, N(steps)}, {{2, 0, 0}, {1, 0, 0}, steps, 1}}};
    csl_finding finding = {
        .rule = "r", .message = "m", .region = {"a.cu", 1, 1, 1, 2}, .witness = &w};
    csl_result result = {.file = "a.cu", .findings = &finding, .nfindings = 1};
    const csl_result *results = &result;
    report((fixture){&results, 1, sources_here()}, (csl_report_options){.trace = true});
    contains("a.cu:40:1: note: thread 0: the end");
    contains("thread 0: 28 earlier steps are in the JSON report");
    contains("a.cu:1:1: note: thread 1 of block (2,0,0): a step");
}
END_TEST

START_TEST(the_summary_counts) {
    summary(plain_fixture(), (csl_report_options){.hidden = 2, .suppressed = 1});
    ck_assert_str_eq(
        text, "6 kernels: 2 with findings, 1 proved, 1 undecided (--show-undecided says why), "
              "1 with nothing to check, "
              "1 not analysed; 3 findings; 2 of low confidence hidden (--min-confidence=low); "
              "1 suppressed; 1 of 3 files not analysed; 1 file with missing "
              "includes or errors (-v lists them)\n"
              "headers not found: helper.h (1 file, 2 kernels not decided); an include "
              "path finds them: -- -I FOLDER, -p BUILD, extra-args in the configuration, "
              "--cuda-path for those of CUDA\n");
}
END_TEST

START_TEST(a_clean_run_has_a_summary_too) {
    summary(clean_fixture(), (csl_report_options){0});
    ck_assert_str_eq(text, "1 kernel: 1 proved\n");
}
END_TEST

START_TEST(no_kernels_is_said) {
    summary(empty_fixture(), (csl_report_options){0});
    ck_assert_str_eq(text, "0 kernels\n");
}
END_TEST

START_TEST(findings_are_sorted_and_filtered) {
    csl_finding findings[] = {
        {.rule = "b", .message = "x", .region = {"a.cu", 9, 1, 9, 2}, .confidence = CSL_HIGH},
        {.rule = "b", .message = "x", .region = {"a.cu", 2, 5, 2, 6}, .confidence = CSL_LOW},
        {.rule = "b", .message = "x", .region = {"a.cu", 2, 1, 2, 2}, .confidence = CSL_MEDIUM},
        {.rule = "a", .message = "x", .region = {"a.cu", 9, 1, 9, 2}, .confidence = CSL_HIGH},
    };
    csl_result result = {.file = "a.cu", .findings = findings, .nfindings = N(findings)};
    csl_sort_result(&result);
    ck_assert_uint_eq(findings[0].region.column, 1);
    ck_assert_uint_eq(findings[1].region.column, 5);
    ck_assert_str_eq(findings[2].rule, "a");
    ck_assert_uint_eq(csl_drop_low(&result, CSL_MEDIUM), 1);
    ck_assert_uint_eq(result.nfindings, 3);
    ck_assert_uint_eq(result.findings[1].region.line, 9);
    fclose(out);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("text");
    TCase *tests = tcase_create("text");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, verbose_lists_every_kernel);
    tcase_add_test(tests, kernels_are_not_listed_unasked);
    tcase_add_test(tests, a_finding_is_six_lines);
    tcase_add_test(tests, a_trace_says_the_rest);
    tcase_add_test(tests, two_places_of_a_line_show_it_once);
    tcase_add_test(tests, a_place_elsewhere_names_its_file);
    tcase_add_test(tests, long_lines_are_cut_around_the_mark);
    tcase_add_test(tests, without_source_the_remarks_stay);
    tcase_add_test(tests, colours_mark_the_same_text);
    tcase_add_test(tests, sources_cannot_send_escape_codes);
    tcase_add_test(tests, long_traces_keep_their_end);
    tcase_add_test(tests, the_summary_counts);
    tcase_add_test(tests, a_clean_run_has_a_summary_too);
    tcase_add_test(tests, no_kernels_is_said);
    tcase_add_test(tests, findings_are_sorted_and_filtered);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
