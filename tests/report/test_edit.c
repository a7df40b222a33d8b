/* Where a new statement goes, and the diff that shows it. */
#include "../../analyzer/report/source/edit.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* Inserts "B;" behind the statement that holds the first "X"; "" if there is no place for it. */
static char *with_barrier(const char *text, uint32_t level) {
    const char *x = strchr(text, 'X');
    uint32_t line = 1, column = 1;
    for (const char *at = text; at < x; at++) {
        column = *at == '\n' ? 1 : column + 1;
        line += *at == '\n';
    }
    const csl_edit edit = {{"a.cu", line, column, line, column + 1}, "B;", 0};
    csl_insertion insertion;
    csl_outline *outline = csl_outline_new(text);
    const bool placed = csl_place_edit(outline, &edit, level, &insertion);
    csl_outline_free(outline);
    if (!placed)
        return g_strdup("");
    char *new = csl_insert_lines(text, &insertion, 1);
    g_free((char *)insertion.line);
    return new;
}

static void at_level(uint32_t level, const char *text, const char *expected) {
    char *new = with_barrier(text, level);
    ck_assert_str_eq(new, expected);
    g_free(new);
}

static void becomes(const char *text, const char *expected) {
    at_level(0, text, expected);
}

START_TEST(behind_the_statement) {
    becomes("{\n  X = 1;\n  b;\n}\n", "{\n  X = 1;\n  B;\n  b;\n}\n");
    becomes("{\n\tX = 1; // why\n}\n", "{\n\tX = 1; // why\n\tB;\n}\n");
    becomes("{\n  X =\n    f(1,\n      2);\n}\n", "{\n  X =\n    f(1,\n      2);\n  B;\n}\n");
    becomes("{\r\n  X = 1;\r\n}\r\n", "{\r\n  X = 1;\r\n  B;\r\n}\r\n");
}
END_TEST

START_TEST(behind_what_holds_the_statement) {
    becomes("{\n  if (a)\n    X = 1;\n  b;\n}\n", "{\n  if (a)\n    X = 1;\n  B;\n  b;\n}\n");
    becomes("{\n  for (;;)\n    if (a)\n      X = 1;\n}\n",
            "{\n  for (;;)\n    if (a)\n      X = 1;\n  B;\n}\n");
    becomes("{\n  for (i = X; i < 2; i++)\n    f(i);\n}\n",
            "{\n  for (i = X; i < 2; i++)\n    f(i);\n  B;\n}\n");
    becomes("{\n  if (a)\n    b;\n  else\n    X = 1;\n}\n",
            "{\n  if (a)\n    b;\n  else\n    X = 1;\n  B;\n}\n");
}
END_TEST

START_TEST(behind_the_blocks_around) {
    const char *text =
        "{\n  for (;;) {\n    if (a) {\n      X = 1;\n      b({2});\n    }\n  }\n}\n";
    at_level(1, text,
             "{\n  for (;;) {\n    if (a) {\n      X = 1;\n      b({2});\n    }\n    B;\n  }\n}\n");
    at_level(2, text,
             "{\n  for (;;) {\n    if (a) {\n      X = 1;\n      b({2});\n    }\n  }\n  B;\n}\n");
    at_level(4, text, "");
    at_level(1, "{\n  if (a) {\n    X = 1;\n    if (b) {\n    }\n  }\n  c;\n}\n",
             "{\n  if (a) {\n    X = 1;\n    if (b) {\n    }\n  }\n  B;\n  c;\n}\n");
    at_level(1, "{\n  if (a) {\n    X = 1;\n  } else {\n  }\n}\n", "");
    at_level(1, "{\n  if (a) {\n    X = 1;\n  }\n  else\n    b;\n}\n", "");
}
END_TEST

START_TEST(not_fooled_by_what_is_no_code) {
    becomes("{\n  X = ';' + f(\";\"); /* ; { */\n}\n",
            "{\n  X = ';' + f(\";\"); /* ; { */\n  B;\n}\n");
    becomes("#define O (\n// it's (\n{\n  X = 1'000;\n}\n",
            "#define O (\n// it's (\n{\n  X = 1'000;\n  B;\n}\n");
    becomes("{\n  X = 1 /* ;\n ; */ + 2;\n}\n", "{\n  X = 1 /* ;\n ; */ + 2;\n  B;\n}\n");
}
END_TEST

START_TEST(no_place) {
    becomes("{ X = 1; b; }\n", "");                 /* something follows on the line */
    becomes("{\n  if (X) {\n    b;\n  }\n}\n", ""); /* inside? behind? */
    becomes("{\n  if (a)\n    X = 1;\n  else\n    b;\n}\n", "");
    becomes("{\n  X = 1; /* runs\n on */ b;\n}\n", "");
    becomes("#define M \\\n  X = 1; \\\n  b;\n", "");
    becomes("{\n  X = 1;", "");
    const csl_edit beyond = {{"a.cu", 9, 1, 9, 80}, "B;", 0};
    csl_insertion insertion;
    csl_outline *outline = csl_outline_new("{\n");
    ck_assert(!csl_place_edit(outline, &beyond, 0, &insertion));
    csl_outline_free(outline);
}
END_TEST

static void in_line(const char *text, uint32_t after, const char *expected) {
    const csl_insertion two[] = {{after, "    B;\r\n"}, {after, "\tC;\n"}};
    char *new = csl_insert_in_lines(text, two, 2);
    ck_assert_str_eq(new, expected);
    g_free(new);
}

START_TEST(in_the_lines) {
    in_line("{\n  X = 1;\n  b;\n}\n", 2, "{\n  X = 1;     B;  \tC; \n  b;\n}\n");
    in_line("{\r\n  X;\r\n}\r\n", 2, "{\r\n  X;     B;  \tC; \r\n}\r\n");
    in_line("{\n  X; // it's\n}\n", 2, "{\n  X;      B;  \tC; // it's\n}\n");
    in_line("{\n  /* // */ X(\"//\", '\"'); // x\n}\n", 2,
            "{\n  /* // */ X(\"//\", '\"');      B;  \tC; // x\n}\n");
    in_line("{\n  X; /* why */\n#if 1\n#endif\n}\n", 2,
            "{\n  X; /* why */     B;  \tC; \n#if 1\n#endif\n}\n");
}
END_TEST

START_TEST(diff) {
    const csl_insertion three[] = {{1, "A\n"}, {4, "B\n"}, {12, "C\n"}};
    const char *text = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13";
    char *printed = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&printed, &bytes);
    csl_print_insertions(out, "x.cu", text, three, 3);
    fclose(out);
    ck_assert_str_eq(printed, "--- a/x.cu\n+++ b/x.cu\n"
                              "@@ -1,7 +1,9 @@\n 1\n+A\n 2\n 3\n 4\n+B\n 5\n 6\n 7\n"
                              "@@ -10,4 +12,5 @@\n 10\n 11\n 12\n+C\n 13\n"
                              "\\ No newline at end of file\n");
    free(printed);
    out = open_memstream(&printed, &bytes);
    csl_print_insertions(out, "x.cu", text, three, 0);
    fclose(out);
    ck_assert_str_eq(printed, "");
    free(printed);
}
END_TEST

int main(void) {
    Suite *s = suite_create("edit");
    TCase *tc = tcase_create("edit");
    tcase_add_test(tc, behind_the_statement);
    tcase_add_test(tc, behind_what_holds_the_statement);
    tcase_add_test(tc, behind_the_blocks_around);
    tcase_add_test(tc, not_fooled_by_what_is_no_code);
    tcase_add_test(tc, no_place);
    tcase_add_test(tc, in_the_lines);
    tcase_add_test(tc, diff);
    suite_add_tcase(s, tc);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed != 0;
}
