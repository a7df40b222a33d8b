/* Unified diffs, and which findings a change concerns. */
#include "../../analyzer/report/select/changed.h"
#include "../../analyzer/report/select/diff.h"

#include <check.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>

/* ---- diffs --------------------------------------------------------------------------------- */

static void note_changed(void *user, const char *path, uint32_t line) {
    g_string_append_printf(user, "%s:+%u ", path, line);
}

static void note_deleted(void *user, const char *path, uint32_t line) {
    g_string_append_printf(user, "%s:-%u ", path, line);
}

static void note_whole(void *user, const char *path) {
    g_string_append_printf(user, "%s:all ", path);
}

static void expect_diff(const char *diff, const char *expected) {
    GString *got = g_string_new(NULL);
    csl_diff_sink sink = {note_changed, note_deleted, note_whole, got};
    char *error = csl_read_diff(diff, strlen(diff), &sink);
    if (error) {
        g_string_assign(got, error);
        g_free(error);
    }
    ck_assert_str_eq(got->str, expected);
    g_string_free(got, TRUE);
}

START_TEST(with_and_without_context) {
    expect_diff("diff --git a/x.cu b/x.cu\nindex 1..2 100644\n--- a/x.cu\n+++ b/x.cu\n"
                "@@ -3,0 +4,2 @@ void f()\n+one\n+two\n@@ -9 +11 @@\n-old\n+new\n",
                "x.cu:+4 x.cu:+5 x.cu:-11 x.cu:+11 ");
    expect_diff("--- x.cu\t2026-01-01\n+++ x.cu\t2026-01-02\n@@ -1,4 +1,3 @@\n a\n-b\n c\n\n",
                "x.cu:-2 ");
}
END_TEST

START_TEST(pure_deletion_has_the_line_before_in_its_header) {
    expect_diff("--- a/x.cu\n+++ b/x.cu\n@@ -5,2 +4,0 @@\n-a\n-b\n", "x.cu:-5 x.cu:-5 ");
}
END_TEST

START_TEST(lines_that_look_like_headers) {
    expect_diff("--- a/x.cu\n+++ b/x.cu\n@@ -1 +1 @@\n--- a/no.cu\n+++ b/no.cu\n",
                "x.cu:-1 x.cu:+1 ");
}
END_TEST

START_TEST(paths) {
    expect_diff(
        "--- \"a/gr\\303\\266\\\"e.cu\"\n+++ \"b/gr\\303\\266\\\"e.cu\"\n@@ -0,0 +1 @@\n+a\n",
        "grö\"e.cu:+1 ");
    expect_diff("--- /dev/null\n+++ b/new.cu\n@@ -0,0 +1 @@\n+a\n", "new.cu:+1 ");
    expect_diff("--- a/old.cu\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", "");
    expect_diff("--- a/src/x.cu\n+++ a/src/x.cu\n@@ -0,0 +1 @@\n+a\n", "a/src/x.cu:+1 ");
    expect_diff("diff --git a/x.cu b/y.cu\nrename from x.cu\nrename to y.cu\n", "");
}
END_TEST

START_TEST(no_newline_at_the_end) {
    expect_diff("--- a/x.cu\n+++ b/x.cu\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n"
                "\\ No newline at end of file",
                "x.cu:-1 x.cu:+1 ");
}
END_TEST

START_TEST(what_is_no_text_changed_as_a_whole) {
    expect_diff("diff --git a/x.cu b/x.cu\nBinary files a/x.cu and b/x.cu differ\n", "x.cu:all ");
    expect_diff("diff --git \"a/\\tx.cu\" \"b/\\tx.cu\"\nGIT binary patch\n", "\tx.cu:all ");
    expect_diff("diff --git a/x.cu b/y.cu\nrename to y.cu\nGIT binary patch\n", "y.cu:all ");
    expect_diff("Binary files a and b and c differ\n", "b and c:all c:all ");
    expect_diff("diff --git a/x.cu b/y.cu\nGIT binary patch\n",
                "line 2: a file that is no text, and which?");
    expect_diff("diff --git a/m b/m\n--- a/m\n+++ b/m\n@@ -1 +1 @@\n-Subproject commit 1\n"
                "+Subproject commit 2\n",
                "m:-1 m:+1 m:all ");
}
END_TEST

START_TEST(bytes_that_are_no_text_end_nothing) {
    static const char diff[] = "--- a/a\n+++ b/a\n@@ -0,0 +1,2 @@\n+a\0b\n+\0\n"
                               "--- a/x.cu\n+++ b/x.cu\n@@ -0,0 +7 @@\n+b\n";
    GString *got = g_string_new(NULL);
    csl_diff_sink sink = {note_changed, note_deleted, note_whole, got};
    ck_assert_ptr_null(csl_read_diff(diff, sizeof diff - 1, &sink));
    ck_assert_str_eq(got->str, "a:+1 a:+2 x.cu:+7 ");
    g_string_free(got, TRUE);
}
END_TEST

START_TEST(what_is_no_diff_is_refused) {
    expect_diff("", "");
    expect_diff("fatal: bad revision\n", "this is no unified diff");
    expect_diff("@@ -1 +1 @@\n-a\n+b\n", "line 1: a hunk with no `+++` line before it");
    expect_diff("--- a/x\n+++ b/x\n@@@ -1 -1 +1 @@@\n", "line 3: this is no hunk header");
    expect_diff("--- a/x\n+++ b/x\n@@ -1,9 +1 @@\n-a\n", "it ends inside a hunk");
    expect_diff("--- a/x\n+++ b/x\n@@ -1 +1 @@\n+b\n+c\n",
                "line 5: the hunk is shorter than its header says");
}
END_TEST

/* ---- findings ------------------------------------------------------------------------------ */

static const char source[] = "void helper() {\n"          /* 1 */
                             "    s[i] = 1;\n"            /* 2 */
                             "}\n"                        /* 3 */
                             "void kernel() {\n"          /* 4 */
                             "    before();\n"            /* 5 */
                             "    for (;;) {\n"           /* 6 */
                             "        s[t] = x;\n"        /* 7 */
                             "        __syncthreads();\n" /* 8 */
                             "        y = s[t + 1];\n"    /* 9 */
                             "        last();\n"          /* 10 */
                             "    }\n"                    /* 11 */
                             "    s[t] = 0;\n"            /* 12 */
                             "    middle();\n"            /* 13 */
                             "    z = s[t + 1];\n"        /* 14 */
                             "    after();\n"             /* 15 */
                             "}\n";                       /* 16 */

/* A race of lines a and b; is it one of a change of x.cu that is this hunk? */
static bool concerns(uint32_t a, uint32_t b, const char *hunk) {
    csl_sources *sources = csl_sources_new();
    csl_sources_set_root(sources, "/");
    csl_sources_put(sources, "/x.cu", source);
    csl_related related = {{"/x.cu", a, 5, a, 9}, "the write"};
    csl_step early = {.region = {"/x.cu", 5, 1, 5, 2}, .text = "earlier"};
    csl_step step = {.region = {"/x.cu", b, 1, b, 2}, .interval = 1, .text = "reads"};
    csl_step steps[] = {early, step};
    csl_witness witness = {.threads = {{.steps = steps, .nsteps = 2}, {.steps = NULL}}};
    csl_finding finding = {.rule = "shared-race",
                           .function = "kernel",
                           .region = {"/x.cu", b, 5, b, 9},
                           .related = &related,
                           .nrelated = 1,
                           .witness = &witness};
    csl_kernel_result kernel = {.name = "kernel", .region = {"/x.cu", 4, 6, 16, 2}};
    csl_result result = {
        .file = "/x.cu", .findings = &finding, .nfindings = 1, .kernels = &kernel, .nkernels = 1};
    char *diff = g_strdup_printf("--- a/x.cu\n+++ b/x.cu\n%s", hunk);
    csl_changed_lines *changes = csl_changes_new();
    char *error = csl_changes_add_diff(changes, diff, strlen(diff));
    ck_assert_msg(!error, "%s", error);
    bool concerned = csl_changes_concern(changes, &result, &finding, sources);
    ck_assert_uint_eq(csl_drop_unchanged(changes, &result, sources), concerned ? 0 : 1);
    ck_assert_uint_eq(result.nfindings, concerned ? 1 : 0);
    csl_changes_free(changes);
    csl_sources_free(sources);
    g_free(diff);
    return concerned;
}

#define CHANGE(line) "@@ -" #line " +" #line " @@\n-old\n+new\n"
/* Something was deleted right after this line. */
#define DELETE_AFTER(line) "@@ -100 +" #line ",0 @@\n-    __syncthreads();\n"

START_TEST(a_line_that_takes_part_changed) {
    ck_assert(concerns(12, 14, CHANGE(12)));
    ck_assert(concerns(12, 14, CHANGE(14)));
    ck_assert(!concerns(12, 14, CHANGE(15)));
    ck_assert(!concerns(12, 14, CHANGE(7)));
    ck_assert(!concerns(12, 14, CHANGE(5))); /* a step, but of an earlier interval */
}
END_TEST

START_TEST(a_barrier_between_was_deleted) {
    ck_assert(concerns(12, 14, DELETE_AFTER(12)));
    ck_assert(concerns(12, 14, DELETE_AFTER(13)));
    ck_assert(!concerns(12, 14, DELETE_AFTER(11)));
    ck_assert(!concerns(12, 14, DELETE_AFTER(14)));
}
END_TEST

START_TEST(across_the_back_edge_the_whole_loop_counts) {
    ck_assert(concerns(7, 9, DELETE_AFTER(10)));
    ck_assert(concerns(7, 9, DELETE_AFTER(6)));
    ck_assert(!concerns(7, 9, DELETE_AFTER(11)));
    ck_assert(!concerns(7, 9, DELETE_AFTER(5)));
}
END_TEST

START_TEST(from_a_loop_to_what_follows) {
    ck_assert(concerns(9, 12, DELETE_AFTER(11)));
    ck_assert(concerns(9, 12, DELETE_AFTER(10)));
    ck_assert(!concerns(9, 12, DELETE_AFTER(12)));
}
END_TEST

START_TEST(a_function_that_the_kernel_calls) {
    ck_assert(concerns(2, 2, DELETE_AFTER(13)));
    ck_assert(concerns(2, 2, CHANGE(2)));
    ck_assert(concerns(2, 2, DELETE_AFTER(2)));
    ck_assert(concerns(2, 12, DELETE_AFTER(1)));
    ck_assert(!concerns(2, 2, DELETE_AFTER(3)));
}
END_TEST

START_TEST(other_files_do_not_matter) {
    ck_assert(!concerns(12, 14, ""));
    ck_assert(!concerns(12, 14, "--- a/y.cu\n+++ b/y.cu\n" CHANGE(12)));
}
END_TEST

START_TEST(a_new_file_is_all_change) {
    csl_sources *sources = csl_sources_new();
    csl_sources_set_root(sources, "/");
    csl_finding finding = {.rule = "r", .region = {"/new.cu", 3, 1, 3, 2}};
    csl_result result = {.file = "/new.cu", .findings = &finding, .nfindings = 1};
    csl_changed_lines *changes = csl_changes_new();
    csl_changes_add_file(changes, "new.cu");
    ck_assert(csl_changes_concern(changes, &result, &finding, sources));
    csl_changes_free(changes);
    csl_sources_free(sources);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("changed");
    TCase *cases = tcase_create("changed");
    tcase_add_test(cases, with_and_without_context);
    tcase_add_test(cases, pure_deletion_has_the_line_before_in_its_header);
    tcase_add_test(cases, lines_that_look_like_headers);
    tcase_add_test(cases, paths);
    tcase_add_test(cases, no_newline_at_the_end);
    tcase_add_test(cases, what_is_no_text_changed_as_a_whole);
    tcase_add_test(cases, bytes_that_are_no_text_end_nothing);
    tcase_add_test(cases, what_is_no_diff_is_refused);
    tcase_add_test(cases, a_line_that_takes_part_changed);
    tcase_add_test(cases, a_barrier_between_was_deleted);
    tcase_add_test(cases, across_the_back_edge_the_whole_loop_counts);
    tcase_add_test(cases, from_a_loop_to_what_follows);
    tcase_add_test(cases, a_function_that_the_kernel_calls);
    tcase_add_test(cases, other_files_do_not_matter);
    tcase_add_test(cases, a_new_file_is_all_change);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
