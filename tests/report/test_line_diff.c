/* What changed between two texts: never too little. */
#include "../../analyzer/report/select/line_diff.h"

#include <check.h>
#include <glib.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct marks {
    GString *text;  /* "+2-3 +5 -1 ", in the order of the calls */
    bool new[4096]; /* by line */
    uint32_t deleted;
} marks;

static void changed(void *user, uint32_t first, uint32_t last) {
    marks *m = user;
    g_string_append_printf(m->text, "+%u-%u ", first, last);
    for (uint32_t i = first; i <= last; i++)
        m->new[i] = true;
}

static void deleted(void *user, uint32_t line) {
    marks *m = user;
    g_string_append_printf(m->text, "-%u ", line);
    m->deleted++;
}

static marks *compare(const char *old, const char *new) {
    marks *m = g_new0(marks, 1);
    m->text = g_string_new(NULL);
    const csl_line_changes to = {changed, deleted, m};
    csl_compare_lines(old, strlen(old), new, strlen(new), &to);
    return m;
}

static void expect(const char *old, const char *new, const char *expected) {
    marks *m = compare(old, new);
    ck_assert_str_eq(m->text->str, expected);
    g_string_free(m->text, TRUE);
    g_free(m);
}

START_TEST(small_changes) {
    expect("", "", "");
    expect("a\nb\n", "a\nb\n", "");
    expect("a\nb\n", "a\nb", "");
    expect("a\nb\n", "a\r\nb\r\n", "");
    expect("", "a\nb\n", "+2-2 +1-1 ");
    expect("a\nb\n", "", "-1 -1 ");
    expect("a\nb\nc\n", "a\nc\n", "-2 ");
    expect("a\nb\nc\n", "a\nx\nc\n", "+2-2 -2 ");
    expect("b\nc\n", "a\nb\nc\n", "+1-1 ");
    expect("a\r\rb\n", "a\rb\n", "+1-1 -1 ");
}
END_TEST

/* The length of a longest common subsequence of two texts of one letter a line. */
static uint32_t longest(const char *a, const char *b) {
    const size_t n = strlen(a) / 2, m = strlen(b) / 2;
    uint32_t best[64][64] = {{0}};
    for (size_t i = 1; i <= n; i++)
        for (size_t k = 1; k <= m; k++)
            best[i][k] = a[2 * i - 2] == b[2 * k - 2] ? best[i - 1][k - 1] + 1
                                                      : MAX(best[i - 1][k], best[i][k - 1]);
    return best[n][m];
}

static char *random_text(GRand *r) {
    GString *text = g_string_new(NULL);
    for (int n = g_rand_int_range(r, 0, 40); n > 0; n--)
        g_string_append_printf(text, "%c\n", g_rand_int_range(r, 'a', 'd'));
    return g_string_free(text, FALSE);
}

/* What counts as unchanged is a longest part of the old text, in its order. */
START_TEST(random_texts) {
    GRand *r = g_rand_new_with_seed(1);
    for (int i = 0; i < 3000; i++) {
        char *old = random_text(r), *new = random_text(r);
        marks *m = compare(old, new);
        const uint32_t lines = (uint32_t)strlen(new) / 2;
        const char *at = old;
        uint32_t kept = 0;
        for (uint32_t line = 1; line <= lines; line++) {
            if (m->new[line])
                continue;
            at = strchr(at, new[2 * line - 2]);
            ck_assert_ptr_nonnull(at);
            at++;
            kept++;
        }
        ck_assert_uint_eq(kept, longest(old, new));
        ck_assert_uint_eq(m->deleted, strlen(old) / 2 - kept);
        g_string_free(m->text, TRUE);
        g_free(m);
        g_free(old);
        g_free(new);
    }
    g_rand_free(r);
}
END_TEST

START_TEST(too_much_counts_as_changed) {
    GString *old = g_string_new("same\n"), *new = g_string_new("same\n");
    for (int i = 0; i < 1500; i++) {
        g_string_append_printf(old, "%d\n", i);
        g_string_append_printf(new, "%d\n", i + 5000);
    }
    g_string_append(old, "end\n");
    g_string_append(new, "end\n");
    expect(old->str, new->str, "+2-1501 -2 -1502 ");
    g_string_free(old, TRUE);
    g_string_free(new, TRUE);
}
END_TEST

int main(void) {
    Suite *s = suite_create("line_diff");
    TCase *t = tcase_create("line_diff");
    tcase_add_test(t, small_changes);
    tcase_add_test(t, random_texts);
    tcase_add_test(t, too_much_counts_as_changed);
    suite_add_tcase(s, t);
    SRunner *runner = srunner_create(s);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
