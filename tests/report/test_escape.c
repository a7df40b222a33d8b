/* Escaping: nothing a source file holds may leave the place it was put in. */
#include "../../analyzer/report/source/escape.h"

#include <check.h>
#include <stdlib.h>

typedef void (*escape_fn)(GString *out, const char *s);

static void expect(escape_fn escape, const char *in, const char *out) {
    GString *got = g_string_new(NULL);
    escape(got, in);
    ck_assert_str_eq(got->str, out);
    ck_assert(g_utf8_validate(got->str, -1, NULL));
    g_string_free(got, TRUE);
}

START_TEST(visible_shows_what_terminals_and_readers_would_obey) {
    static const char *const cases[][2] = {
        {"plain\ttext", "plain\ttext"},
        {"a\nb\r\x1b[31m\x7f", "a␊b␍␛[31m␡"},
        {"\xff.cu", "\uFFFD.cu"},
        {"half \xc3", "half \uFFFD"},
        {"swapped \xe2\x80\xae order", "swapped \uFFFD order"},
        {"\xef\xbf\xbe", "\uFFFD"},
        {"größe 𝛼", "größe 𝛼"},
        {"", ""},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        char *got = csl_visible(cases[i][0]);
        ck_assert_str_eq(got, cases[i][1]);
        g_free(got);
    }
    char *cut = csl_visible_n("0123456789", 4);
    ck_assert_str_eq(cut, "0123");
    g_free(cut);
}
END_TEST

START_TEST(markup) {
    expect(csl_escape_markup, "<script>alert(\"1\" && '2')</script>\x01",
           "&lt;script&gt;alert(&quot;1&quot; &amp;&amp; &#39;2&#39;)&lt;/script&gt;␁");
}
END_TEST

START_TEST(github) {
    expect(csl_escape_github, "100%\nnext: a,b\x1b", "100%25%0Anext: a,b␛");
    expect(csl_escape_github, "a ##[error]b", "a ## [error]b");
    expect(csl_escape_github_property, "a,b:c%\n.cu", "a%2Cb%3Ac%25%0A.cu");
}
END_TEST

START_TEST(markdown) {
    expect(csl_escape_markdown, "a|b *c* [d](e) `f` <img> @user #1\n2",
           "a\\|b \\*c\\* \\[d\\](e) \\`f\\` &lt;img&gt; &#64;user \\#1␊2");
    expect(csl_escape_markdown, "http://x www.y", "http\\://x www\\.y");
    expect(csl_escape_markdown_code, "s[`|</code>", "<code>s\\[\\`\\|&lt;/code&gt;</code>");
}
END_TEST

START_TEST(uri) {
    expect(csl_escape_uri, "src/a b#?%.cu", "src/a%20b%23%3F%25.cu");
    expect(csl_escape_uri, "/tmp/\xff\n.cu", "file:///tmp/%FF%0A.cu");
    expect(csl_escape_uri, "c:d.cu", "c%3Ad.cu");
}
END_TEST

static void brackets(GString *out, const char *text) {
    g_string_append_printf(out, "[%s]", text);
}

static void braces(GString *out, const char *text) {
    g_string_append_printf(out, "{%s}", text);
}

START_TEST(message_parts) {
    GString *out = g_string_new(NULL);
    csl_escape_message(out, "a `b` c", brackets, braces);
    ck_assert_str_eq(out->str, "[a ]{b}[ c]");
    g_string_truncate(out, 0);
    csl_escape_message(out, "a `b", brackets, braces);
    ck_assert_str_eq(out->str, "[a ][`][b]");
    g_string_free(out, TRUE);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("escape");
    TCase *cases = tcase_create("escape");
    tcase_add_test(cases, visible_shows_what_terminals_and_readers_would_obey);
    tcase_add_test(cases, markup);
    tcase_add_test(cases, github);
    tcase_add_test(cases, markdown);
    tcase_add_test(cases, uri);
    tcase_add_test(cases, message_parts);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
