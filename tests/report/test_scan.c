/* Comments, code lines and loops of sources. */
#include "../../analyzer/report/source/scan.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static csl_sources *sources;

static csl_scan *scan(const char *text) {
    csl_sources_free(sources);
    sources = csl_sources_new();
    csl_sources_put(sources, "a.cu", text);
    return csl_scan_file(sources, "a.cu");
}

/* "line:column[!]text|" for every comment; ! for one that stands alone. */
static void expect_comments(const char *text, const char *expected) {
    csl_scan *s = scan(text);
    GString *got = g_string_new(NULL);
    for (guint i = 0; i < s->comments->len; i++) {
        const csl_comment *c = &g_array_index(s->comments, csl_comment, i);
        g_string_append_printf(got, "%u:%u%s%.*s|", c->line, c->column, c->alone ? "!" : "",
                               (int)c->length, c->text);
    }
    ck_assert_str_eq(got->str, expected);
    g_string_free(got, TRUE);
    csl_scan_free(s);
}

/* "first-last:name " for every body, then every macro. */
static void expect_definitions(const char *text, const char *expected) {
    csl_scan *s = scan(text);
    GString *got = g_string_new(NULL);
    for (guint i = 0; i < s->bodies->len + s->macros->len; i++) {
        const csl_definition *d =
            i < s->bodies->len ? &g_array_index(s->bodies, csl_definition, i)
                               : &g_array_index(s->macros, csl_definition, i - s->bodies->len);
        g_string_append_printf(got, "%u-%u:%.*s ", d->lines.first, d->lines.last, (int)d->length,
                               d->name ? d->name : "");
    }
    ck_assert_str_eq(got->str, expected);
    g_string_free(got, TRUE);
    csl_scan_free(s);
}

static void expect_loops(const char *text, const char *expected) {
    csl_scan *s = scan(text);
    GString *got = g_string_new(NULL);
    for (guint i = 0; i < s->loops->len; i++) {
        const csl_lines *l = &g_array_index(s->loops, csl_lines, i);
        g_string_append_printf(got, "%u-%u ", l->first, l->last);
    }
    ck_assert_str_eq(got->str, expected);
    g_string_free(got, TRUE);
    csl_scan_free(s);
}

START_TEST(comments) {
    expect_comments("x; // one\n  // two\n/* three */ y;\n", "1:6 one|2:5! two|3:3 three |");
    expect_comments("/* a\n b */ x;\n", "1:3! a|2:1 b |");
    expect_comments("// a \\\nb\nc;", "1:3! a \\|2:1!b|");
    expect_comments("a = b / c; /* 1 */ /* 2 */", "1:14 1 |1:22 2 |");
}
END_TEST

START_TEST(what_looks_like_a_comment_in_quotes_is_none) {
    expect_comments("f(\"// no\", '\"', \"\\\"// no\"); // yes", "1:31 yes|");
    expect_comments("f(R\"x(// no )\" still\n)x\"); // yes", "2:9 yes|");
    expect_comments("n = 1'000; // yes\nm = u8'\\''; // too", "1:14 yes|2:15 too|");
}
END_TEST

START_TEST(code_lines) {
    csl_scan *s = scan("// a\n\n  x; /* b\n c */\n/* d */ y;\n\"s\";\n");
    static const bool expected[] = {false, false, false, true, false, true, true, false};
    for (uint32_t line = 0; line < G_N_ELEMENTS(expected); line++)
        ck_assert_msg(csl_scan_has_code(s, line) == expected[line], "line %u", line);
    csl_scan_free(s);
}
END_TEST

START_TEST(definitions) {
    expect_definitions("void f(int a) {\n if (a) {\n }\n}\n", "1-4:f ");
    expect_definitions("__global__ void __launch_bounds__(64)\nk(int *a)\n{\n for (;;) { }\n}\n",
                       "3-5:k ");
    expect_definitions("struct s {\n int f() const noexcept {\n }\n int v = g(1);\n};\n", "2-3:f ");
    expect_definitions("s::s(int i) : a(i), b(f(i)) {\n}\n", "1-2:s ");
    expect_definitions("auto f(int i) -> n::t {\n}\nint operator()(int i) {\n}\n",
                       "1-2:f 3-4:operator ");
    expect_definitions("void f() {\n auto l = [&] {\n };\n auto m = [k](int i) -> int {\n };\n}\n",
                       "2-3:l 4-5:m 1-6:f ");
    expect_definitions("int a[2] = {\n f(1), 2 };\nwhile (x) {\n}\nif constexpr (y) {\n}\n", "");
    expect_definitions("#define SYNC() \\\n __syncthreads()\n # define N 3\n#undef N\n#if A(1)\n",
                       "1-2:SYNC 3-3:N ");
}
END_TEST

START_TEST(loops) {
    expect_loops("for (;;) {\n a;\n}\n", "1-3 ");
    expect_loops("for (i = f(1); i < 2;\n i++)\n  a;\nb;", "1-3 ");
    expect_loops("for (;;)\n for (;;) {\n  if (x) { y; }\n }\nz;", "1-4 2-4 ");
    expect_loops("do {\n a;\n} while (x);\n", "1-3 3-3 ");
    expect_loops("while (a) { while (b) {\n c; }\n}", "1-2 1-3 ");
    expect_loops("#define LOOP for (;;) {\nif (x) {\n}\n", "");
    expect_loops("{ // for (;;) {\n}", "");
    expect_loops("for (;;) {\n#if A\n {\n#else\n {\n#endif\n }\n", "1-7 ");
    expect_loops("forward(a); }}} ) while_(b);", "");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("scan");
    TCase *cases = tcase_create("scan");
    tcase_add_test(cases, comments);
    tcase_add_test(cases, what_looks_like_a_comment_in_quotes_is_none);
    tcase_add_test(cases, code_lines);
    tcase_add_test(cases, definitions);
    tcase_add_test(cases, loops);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    csl_sources_free(sources);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
