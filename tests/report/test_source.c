/* Lines and columns of source files, whatever bytes they hold. */
#include "../../analyzer/report/source/source.h"

#include <check.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void expect_line(csl_sources *s, const char *path, uint32_t line, const char *text) {
    size_t length = 0;
    const char *got = csl_sources_line(s, path, line, &length);
    if (!text) {
        ck_assert_ptr_null(got);
        return;
    }
    ck_assert_ptr_nonnull(got);
    ck_assert_uint_eq(length, strlen(text));
    ck_assert_mem_eq(got, text, length);
}

START_TEST(lines_end_with_any_line_end) {
    csl_sources *s = csl_sources_new();
    csl_sources_put(s, "a.cu", "one\ntwo\r\n\nfour");
    ck_assert_uint_eq(csl_sources_lines(s, "a.cu"), 4);
    expect_line(s, "a.cu", 0, NULL);
    expect_line(s, "a.cu", 1, "one");
    expect_line(s, "a.cu", 2, "two");
    expect_line(s, "a.cu", 3, "");
    expect_line(s, "a.cu", 4, "four");
    expect_line(s, "a.cu", 5, NULL);
    csl_sources_free(s);
}
END_TEST

START_TEST(a_file_that_is_not_there_has_no_lines) {
    csl_sources *s = csl_sources_new();
    ck_assert_uint_eq(csl_sources_lines(s, "tests/no-such-file.cu"), 0);
    expect_line(s, "tests/no-such-file.cu", 1, NULL);
    ck_assert_uint_eq(csl_sources_column(s, "tests/no-such-file.cu", 3, 7), 7);
    csl_sources_put(s, "empty.cu", "");
    ck_assert_uint_eq(csl_sources_lines(s, "empty.cu"), 0);
    csl_sources_free(s);
}
END_TEST

START_TEST(a_fifo_has_no_lines) {
    char *dir = g_dir_make_tmp("csl-XXXXXX", NULL), *fifo = g_build_filename(dir, "f.cu", NULL);
    ck_assert_int_eq(mkfifo(fifo, 0600), 0);
    csl_sources *s = csl_sources_new();
    ck_assert_uint_eq(csl_sources_lines(s, fifo), 0);
    ck_assert_uint_eq(csl_sources_lines(s, dir), 0);
    csl_sources_free(s);
    g_unlink(fifo);
    g_rmdir(dir);
    g_free(fifo);
    g_free(dir);
}
END_TEST

START_TEST(columns_count_characters) {
    csl_sources *s = csl_sources_new();
    csl_sources_put(s, "a.cu", "/* ö */ x;\n\xff\xfe x;\n");
    ck_assert_uint_eq(csl_sources_column(s, "a.cu", 1, 1), 1);
    ck_assert_uint_eq(csl_sources_column(s, "a.cu", 1, 4), 4);
    ck_assert_uint_eq(csl_sources_column(s, "a.cu", 1, 10), 9);
    ck_assert_uint_eq(csl_sources_column(s, "a.cu", 1, 12), 11);
    ck_assert_uint_eq(csl_sources_column(s, "a.cu", 2, 4), 4);
    ck_assert_uint_eq(csl_sources_column(s, "a.cu", 2, 99), 99);
    ck_assert_uint_eq(csl_sources_column(s, "a.cu", 1, 0), 0);
    csl_sources_free(s);
}
END_TEST

static void expect_path(csl_sources *s, const char *dir, const char *file, const char *name) {
    char *path = g_build_filename(dir, file, NULL);
    ck_assert_str_eq(csl_sources_path(s, path), name);
    g_free(path);
}

START_TEST(names_count_from_the_root_whatever_links_lead_there) {
    char *dir = g_dir_make_tmp("csl-XXXXXX", NULL), *real = g_build_filename(dir, "real", NULL);
    char *link = g_build_filename(dir, "link", NULL), *file = g_build_filename(real, "a.cu", NULL);
    ck_assert_int_eq(g_mkdir(real, 0700), 0);
    ck_assert_int_eq(symlink("real", link), 0);
    ck_assert(g_file_set_contents(file, "x;", -1, NULL));
    csl_sources *s = csl_sources_new();
    csl_sources_set_root(s, link);
    expect_path(s, real, "a.cu", "a.cu");
    expect_path(s, link, "a.cu", "a.cu");
    expect_path(s, link, "./sub/../a.cu", "a.cu");
    expect_path(s, real, "absent.cu", "absent.cu");
    expect_path(s, link, "absent.cu", "absent.cu");
    ck_assert_str_eq(csl_sources_path(s, "/usr"), "/usr");
    ck_assert(csl_sources_exists(s, "a.cu") && !csl_sources_exists(s, "b.cu"));
    csl_sources_free(s);
    g_unlink(file);
    g_unlink(link);
    g_rmdir(real);
    g_rmdir(dir);
    g_free(file);
    g_free(link);
    g_free(real);
    g_free(dir);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("source");
    TCase *cases = tcase_create("source");
    tcase_add_test(cases, lines_end_with_any_line_end);
    tcase_add_test(cases, a_file_that_is_not_there_has_no_lines);
    tcase_add_test(cases, a_fifo_has_no_lines);
    tcase_add_test(cases, names_count_from_the_root_whatever_links_lead_there);
    tcase_add_test(cases, columns_count_characters);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
