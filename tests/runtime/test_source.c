/* The source of a case: what its text keeps, what it leaves out, and from which lines it is. */
#include "../../runtime_tests/source.h"

#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64], path[128], header[128], second[128];

static void make(void) {
    strcpy(folder, "/tmp/csl-source-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    g_snprintf(path, sizeof path, "%s/a.cu", folder);
    g_snprintf(header, sizeof header, "%s/case.h", folder);
    g_snprintf(second, sizeof second, "%s/other.h", folder);
}

static void drop(void) {
    unlink(path);
    unlink(header);
    unlink(second);
    rmdir(folder);
}

static void write_file(const char *file, const char *text) {
    ck_assert(g_file_set_contents(file, text, -1, NULL));
}

static csl_source *source_of(const char *text) {
    write_file(path, text);
    csl_source *s = csl_source_read(path);
    ck_assert_ptr_nonnull(s);
    return s;
}

static void expect_text(const char *file, const char *text) {
    csl_source *s = source_of(file);
    ck_assert_str_eq(s->text->str, text);
    csl_source_free(s);
}

START_TEST(comments_and_blanks_are_left_out) {
    expect_text("// gpu: ok\n\n  int  a;\t// why\n/* b\n c */\nint/**/b; \n", "int a;\nint b;\n");
    expect_text("int a; // goes on \\\nint b;\nint c;", "int a;\nint c;\n");
    expect_text("x /* never ends", "x\n");
    expect_text("", "");
}
END_TEST

START_TEST(literals_are_kept) {
    expect_text("f(\"a  // b\", '\"', \"\\\"/* \"); // c\n",
                "f(\"a  // b\", '\"', \"\\\"/* \");\n");
    expect_text("f(\"a\\\n  // b\"); // c\n", "f(\"a\\   // b\");\n");
    expect_text("f(R\"x(a \" // b\n/* )\" )x\"); // c\n", "f(R\"x(a \" // b /* )\" )x\");\n");
    expect_text("int a = 1'000; // c\n", "int a = 1'000; // c\n"); /* kept rather than lost */
}
END_TEST

/* Another architecture may see another part: all of them stay. */
START_TEST(directives_are_kept) {
    expect_text("#if __CUDA_ARCH__ >= 900\nint a;\n#else\nint b;\n#endif\n#define A \\\n  1\n",
                "#if __CUDA_ARCH__ >= 900\nint a;\n#else\nint b;\n#endif\n#define A \\\n1\n");
}
END_TEST

START_TEST(system_headers_once) {
    expect_text("#include <cstdio>\n#include <cstdlib>\n#include  <cstdio>\n",
                "#include <cstdio>\n#include <cstdlib>\n");
    expect_text("#include <cassert>\n#include <cassert>\n",
                "#include <cassert>\n#include <cassert>\n");
    expect_text("#ifdef A\n#include <cstdio>\n#endif\n#include <cstdio>\n",
                "#ifdef A\n#include <cstdio>\n#endif\n#include <cstdio>\n");
    expect_text("#include <cstdio>\n#ifdef A\n#include <cstdio>\n#endif\n",
                "#include <cstdio>\n#ifdef A\n#include <cstdio>\n#endif\n");
}
END_TEST

/* A function that moves into a header leaves the text as it is; one that changes there does not. */
START_TEST(own_headers_take_their_place) {
    static const char whole[] = "#include <cstdio>\nstatic void need() {}\nint a;\n";
    write_file(header, "// What cases share.\n#pragma once\n#include <cstdio>\n\n"
                       "static void need() {}\n");
    expect_text(whole, whole);
    expect_text("// gpu: ok\n#include \"case.h\"\nint a;\n", whole);
    expect_text("#include \"case.h\"\n#include \"./case.h\"\nint a;\n", whole); /* once */
    write_file(header, "#pragma once\n#include <cstdio>\nstatic void need() { f(); }\n");
    expect_text("#include \"case.h\"\nint a;\n",
                "#include <cstdio>\nstatic void need() { f(); }\nint a;\n");
}
END_TEST

START_TEST(headers_within_headers) {
    write_file(header, "#pragma once\nint h;\n");
    write_file(second, "#include \"case.h\"\nint o;\n");
    expect_text("#include \"case.h\"\n#include \"other.h\"\n#include \"other.h\"\n",
                "int h;\nint o;\nint o;\n");
}
END_TEST

START_TEST(headers_that_cannot_be_read) {
    write_file(path, "#include \"case.h\"\n");
    ck_assert_ptr_null(csl_source_read(path));
    write_file(header, "#include \"case.h\"\n"); /* for ever */
    ck_assert_ptr_null(csl_source_read(path));
    ck_assert_ptr_null(csl_source_read(second));
}
END_TEST

START_TEST(lines) {
    write_file(header, "int h;\nint i;\n");
    csl_source *s = source_of("// gpu: ok\nint a;\n#include \"case.h\"\n\nint b =\n    1;\n");
    ck_assert_str_eq(s->text->str, "int a;\nint h;\nint i;\nint b =\n1;\n");
    static const unsigned of_text[] = {0, 0, 1, 1, 1, 4, 5, 5};
    for (unsigned line = 1; line < G_N_ELEMENTS(of_text); line++)
        ck_assert_uint_eq(csl_line_of_text(s, line), of_text[line]);
    static const unsigned of_file[] = {0, 2, 0, 0, 5, 6, 0};
    for (unsigned line = 0; line < G_N_ELEMENTS(of_file); line++)
        ck_assert_uint_eq(csl_line_of_file(s, line), of_file[line]);
    GArray *named = g_array_new(FALSE, FALSE, sizeof(unsigned));
    static const unsigned from_tool[] = {1, 2, 3, 5, 6};
    g_array_append_vals(named, from_tool, G_N_ELEMENTS(from_tool));
    csl_lines_to_text(s, named);
    ck_assert_uint_eq(named->len, 3);
    ck_assert_uint_eq(g_array_index(named, unsigned, 0), 1);
    ck_assert_uint_eq(g_array_index(named, unsigned, 1), 4);
    ck_assert_uint_eq(g_array_index(named, unsigned, 2), 5);
    g_array_free(named, TRUE);
    csl_source_free(s);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("source");
    TCase *tc = tcase_create("source");
    tcase_add_checked_fixture(tc, make, drop);
    tcase_add_test(tc, comments_and_blanks_are_left_out);
    tcase_add_test(tc, literals_are_kept);
    tcase_add_test(tc, directives_are_kept);
    tcase_add_test(tc, system_headers_once);
    tcase_add_test(tc, own_headers_take_their_place);
    tcase_add_test(tc, headers_within_headers);
    tcase_add_test(tc, headers_that_cannot_be_read);
    tcase_add_test(tc, lines);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
