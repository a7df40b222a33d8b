/* Suppression comments: what they cover, and what is said about those that cover nothing. */
#include "../../analyzer/report/report.h"
#include "../../analyzer/report/source/source.h"
#include "../../analyzer/report/comments/suppress.h"

#include <check.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

static void runs(const csl_facts *facts, csl_sink *sink) {
    (void)facts;
    (void)sink;
}

/* A table of our own: the tests must not change with the rules. */
const csl_rule csl_rules[] = {
    {"shared-race", "", CSL_ERROR, false, "", runs},
    {"barrier-divergence", "", CSL_ERROR, false, "", runs},
    {"redundant-barrier", "", CSL_NOTE, true, "", runs},
    {"unused-suppression", "", CSL_WARNING, false, "", NULL},
    {"suppression-reason", "", CSL_NOTE, false, "", NULL},
};
const uint32_t csl_nrules = 5;

const csl_rule *csl_rule_find(const char *name) {
    for (uint32_t i = 0; i < csl_nrules; i++)
        if (strcmp(csl_rules[i].name, name) == 0)
            return &csl_rules[i];
    return NULL;
}

static csl_ctx *ctx;
static csl_sources *sources;
static csl_result result;
static csl_kernel_result kernels[2];
static const char *disabled; /* rule that is switched off */
static bool show;

static void setup(void) {
    ctx = csl_ctx_new();
    sources = csl_sources_new();
    disabled = NULL;
    show = false;
    kernels[0] =
        (csl_kernel_result){.name = "one", .region = {"a.cu", 1, 1, 9, 1}, .verdict = CSL_FINDINGS};
    kernels[1] =
        (csl_kernel_result){.name = "two", .region = {"a.cu", 11, 1, 19, 1}, .verdict = CSL_PROVED};
    result = (csl_result){.file = "a.cu", .kernels = kernels, .nkernels = 2};
}

static void teardown(void) {
    csl_sources_free(sources);
    csl_ctx_free(ctx);
}

static void add(const char *rule, uint32_t line, const char *kernel) {
    static csl_finding findings[8];
    findings[result.nfindings] = (csl_finding){.rule = rule,
                                               .severity = CSL_ERROR,
                                               .message = "m",
                                               .function = kernel,
                                               .region = {"a.cu", line, 1, line, 5},
                                               .identity = rule,
                                               .fingerprint = "f"};
    result.findings = findings;
    result.nfindings++;
}

static bool enabled(const csl_rule *rule, const void *user) {
    (void)user;
    return !rule->off_by_default && !(disabled && strcmp(rule->name, disabled) == 0);
}

/* Suppresses with this source and compares "rule@line" or "message@line" of what is left. */
static void expect(const char *source, const char *left) {
    csl_sources_put(sources, "a.cu", source);
    csl_suppress_options options = {.show = show, .enabled = enabled};
    csl_suppress(ctx, &result, sources, &options);
    GString *got = g_string_new(NULL);
    for (uint32_t i = 0; i < result.nfindings; i++) {
        const csl_finding *f = &result.findings[i];
        bool comment = g_strcmp0(f->kind, "comment") == 0;
        g_string_append_printf(got, "%s%s@%u", i ? "; " : "", comment ? f->message : f->rule,
                               f->region.line);
        if (f->suppressed)
            g_string_append_printf(got, " (%s)", f->suppressed);
    }
    ck_assert_str_eq(got->str, left);
    g_string_free(got, TRUE);
}

#define RACE_ON(line) add("shared-race", line, "one")

START_TEST(same_line) {
    RACE_ON(2);
    RACE_ON(3);
    expect("x;\ny; // NOLINT(shared-race): known\nz;\n", "shared-race@3");
}
END_TEST

START_TEST(without_a_list_every_rule_is_meant) {
    RACE_ON(1);
    add("barrier-divergence", 1, "one");
    expect("x; // NOLINT\n", "");
}
END_TEST

START_TEST(another_rule_is_not_meant) {
    RACE_ON(1);
    add("barrier-divergence", 1, "one");
    expect("x; // NOLINT(barrier-*)\n", "shared-race@1");
}
END_TEST

START_TEST(next_line) {
    RACE_ON(2);
    RACE_ON(3);
    expect("// NOLINTNEXTLINE(cudasynclint-shared-race)\nx;\ny;\n", "shared-race@3");
}
END_TEST

START_TEST(own_comment_on_its_own_line_means_the_next_code) {
    RACE_ON(4);
    RACE_ON(5);
    expect("// cudasynclint: ignore[shared-race] first\n// more\n\nx;\ny;\n", "shared-race@5");
}
END_TEST

START_TEST(nolint_on_its_own_line_means_that_line_as_in_clang_tidy) {
    RACE_ON(2);
    expect("// NOLINT\nx;\n", "shared-race@2");
}
END_TEST

START_TEST(range) {
    RACE_ON(1);
    RACE_ON(3);
    RACE_ON(5);
    expect("a;\n// NOLINTBEGIN(shared-race)\nb;\n// NOLINTEND(shared-race)\nc;\n",
           "shared-race@1; shared-race@5");
}
END_TEST

START_TEST(a_range_that_does_not_pair_covers_nothing) {
    RACE_ON(2);
    expect("// cudasynclint: ignore-begin[shared-race] x\na;\n"
           "// cudasynclint: ignore-end[barrier-divergence]\n",
           "this comment begins a range that nothing ends@1; "
           "shared-race@2; this comment ends no range@3");
}
END_TEST

START_TEST(kernel) {
    add("shared-race", 5, "one");
    add("shared-race", 15, "two");
    add("shared-race", 16, "two");
    expect("1;\n2;\n3;\n4;\n5;\n6;\n7;\n8;\n9;\n// cudasynclint: ignore-kernel[shared-race] slow "
           "path\n",
           "shared-race@5");
}
END_TEST

START_TEST(file) {
    add("shared-race", 5, "one");
    add("barrier-divergence", 15, "two");
    expect("x;\n// cudasynclint: ignore-file[shared-race] generated\n", "barrier-divergence@15");
}
END_TEST

START_TEST(not_in_a_string) {
    RACE_ON(1);
    expect("puts(\"// NOLINT\");\n", "shared-race@1");
}
END_TEST

START_TEST(show_keeps_them_with_the_reason) {
    show = true;
    RACE_ON(1);
    RACE_ON(2);
    expect("x; // cudasynclint: ignore[shared-race] benign, see #12\ny; // NOLINT\n",
           "shared-race@1 (comment: benign, see #12); shared-race@2 (comment)");
}
END_TEST

START_TEST(unused_comments_are_findings) {
    RACE_ON(1);
    expect("x; // cudasynclint: ignore[shared-race,barrier-divergence] r\n"
           "y; // NOLINT(shared-race)\n",
           "`barrier-divergence` suppresses nothing here@1; this comment suppresses nothing@2");
}
END_TEST

START_TEST(a_comment_of_ours_says_why) {
    RACE_ON(1);
    RACE_ON(2);
    RACE_ON(4);
    expect("x; // cudasynclint: ignore[shared-race]\n"
           "y; // NOLINT(shared-race)\n"
           "// cudasynclint: ignore-begin[shared-race] :\n"
           "z;\n"
           "// cudasynclint: ignore-end[shared-race]\n",
           "this suppression does not say why@1; "
           "this suppression does not say why@3");
}
END_TEST

START_TEST(the_reason_is_a_rule_of_its_own) {
    RACE_ON(1);
    disabled = "suppression-reason";
    expect("x; // cudasynclint: ignore[shared-race]\n", "");
}
END_TEST

START_TEST(comments_for_other_tools_are_not_judged) {
    expect("x; // NOLINT\ny; // NOLINT(bugprone-*, google-foo)\nz; // NOLINTBEGIN\n", "");
}
END_TEST

START_TEST(comments_about_rules_that_did_not_run_are_not_judged) {
    disabled = "shared-race";
    expect("x; // NOLINT(shared-race)\ny; // NOLINT(redundant-barrier)\n"
           "z; // cudasynclint: ignore all\n",
           "");
}
END_TEST

START_TEST(comments_in_undecided_kernels_are_not_judged) {
    kernels[0].verdict = CSL_NOT_DECIDED;
    expect("a;\nx; // NOLINT(shared-race)\n3;\n4;\n5;\n6;\n7;\n8;\n9;\n"
           "helper(); // NOLINT(shared-race)\n"
           "b;\nx; // NOLINT(barrier-divergence)\n",
           "this comment suppresses nothing@12");
}
END_TEST

START_TEST(queries_left_open_leave_comments_unjudged) {
    kernels[0].undecided = 1;
    expect("a;\nx; // NOLINT(shared-race)\n", "");
}
END_TEST

START_TEST(what_we_do_not_understand_is_said) {
    expect("x; // cudasynclint: ignroe[shared-race]\ny; // cudasynclint: ignore[shared-rice] z\n"
           "z; // cudasynclint: ignore[shared-race\n",
           "this comment is no suppression we know@1; "
           "this comment names a rule that does not exist@2; "
           "this comment is no suppression we know@3");
}
END_TEST

START_TEST(the_rule_can_be_switched_off) {
    disabled = "unused-suppression";
    expect("x; // NOLINT(shared-race)\n", "");
}
END_TEST

START_TEST(a_failed_file_is_not_judged) {
    result.error = "crashed";
    expect("x; // NOLINT(shared-race)\n", "");
}
END_TEST

/* ---- --add-suppressions -------------------------------------------------------------------- */

static char *refuse_none(const char *path, const csl_text *text, void *user) {
    (void)path;
    (void)text;
    (void)user;
    return NULL;
}

static void expect_added(const char *before, const char *after, uint32_t problems) {
    char *dir = g_dir_make_tmp("csl-XXXXXX", NULL);
    char *path = g_build_filename(dir, "a.cu", NULL), *text;
    ck_assert(g_file_set_contents(path, before, -1, NULL));
    for (uint32_t i = 0; i < result.nfindings; i++)
        result.findings[i].region.file = path;
    const csl_result *const results[] = {&result};
    GPtrArray *said = g_ptr_array_new_with_free_func(g_free);
    const csl_editing how = {"looked at \\", refuse_none, NULL};
    bool failed = false;
    csl_add_suppressions(results, 1, sources, &how, said, &failed);
    ck_assert(!failed);
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    ck_assert_str_eq(text, after);
    ck_assert_uint_eq(said->len, problems);
    g_ptr_array_unref(said);
    g_free(text);
    g_unlink(path);
    g_rmdir(dir);
    g_free(path);
    g_free(dir);
}

START_TEST(adds_a_comment_above_each_line_once) {
    RACE_ON(3);
    add("barrier-divergence", 2, "one");
    add("barrier-divergence", 3, "one");
    RACE_ON(3);
    expect_added("a;\n  b;\n\tc;",
                 "a;\n  // cudasynclint: ignore[barrier-divergence] looked at\n  b;\n"
                 "\t// cudasynclint: ignore[shared-race,barrier-divergence] looked at\n\tc;",
                 0);
}
END_TEST

START_TEST(adds_none_inside_a_macro) {
    RACE_ON(2);
    RACE_ON(9);
    expect_added("#define M x; \\\n  y;\r\nz;\r\n", "#define M x; \\\n  y;\r\nz;\r\n", 2);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("suppress");
    TCase *cases = tcase_create("suppress");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_test(cases, same_line);
    tcase_add_test(cases, without_a_list_every_rule_is_meant);
    tcase_add_test(cases, another_rule_is_not_meant);
    tcase_add_test(cases, next_line);
    tcase_add_test(cases, own_comment_on_its_own_line_means_the_next_code);
    tcase_add_test(cases, nolint_on_its_own_line_means_that_line_as_in_clang_tidy);
    tcase_add_test(cases, range);
    tcase_add_test(cases, a_range_that_does_not_pair_covers_nothing);
    tcase_add_test(cases, kernel);
    tcase_add_test(cases, file);
    tcase_add_test(cases, not_in_a_string);
    tcase_add_test(cases, show_keeps_them_with_the_reason);
    tcase_add_test(cases, unused_comments_are_findings);
    tcase_add_test(cases, a_comment_of_ours_says_why);
    tcase_add_test(cases, the_reason_is_a_rule_of_its_own);
    tcase_add_test(cases, comments_for_other_tools_are_not_judged);
    tcase_add_test(cases, comments_about_rules_that_did_not_run_are_not_judged);
    tcase_add_test(cases, comments_in_undecided_kernels_are_not_judged);
    tcase_add_test(cases, queries_left_open_leave_comments_unjudged);
    tcase_add_test(cases, what_we_do_not_understand_is_said);
    tcase_add_test(cases, the_rule_can_be_switched_off);
    tcase_add_test(cases, a_failed_file_is_not_judged);
    tcase_add_test(cases, adds_a_comment_above_each_line_once);
    tcase_add_test(cases, adds_none_inside_a_macro);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
