/* Globs: what matches, whatever the bytes. */
#include "../../analyzer/report/source/glob.h"

#include <check.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct glob_case {
    const char *glob, *text;
    bool matches;
} glob_case;

START_TEST(globs) {
    static const glob_case cases[] = {
        {"", "", true},
        {"", "a", false},
        {"a", "", false},
        {"a", "a", true},
        {"a", "ab", false},
        {"*", "", true},
        {"*", "a/b", true},
        {"a*", "a", true},
        {"a*c", "abc", true},
        {"a*c", "abcd", false},
        {"*b*b*", "ab", false},
        {"*b*b*", "abcb", true},
        {"?", "", false},
        {"?", "a", true},
        {"?", "\xc3\xa9", true},
        {"?", "\xe9", true},
        {"??", "\xc3\xa9", false},
        {"*\xff", "\xe9\xff", true},
        {"\xdc\xdc*x", "\xdc\xdcx", true},
        {"barrier-*", "barrier-divergence", true},
        {"*-race", "shared-race", true},
        {"*-race", "shared-racer", false},
        {"[a]", "a", false},
        {"[a]", "[a]", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(csl_glob_matches(cases[i].glob, cases[i].text) == cases[i].matches,
                      "`%s` and `%s`", cases[i].glob, cases[i].text);
}
END_TEST

/* Would take for ever if every star were tried at every place. */
START_TEST(many_stars) {
    char glob[201], text[2001];
    for (size_t i = 0; i < sizeof glob - 1; i += 2)
        memcpy(glob + i, "*a", 2);
    glob[sizeof glob - 1] = '\0';
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 2] = 'b';
    text[sizeof text - 1] = '\0';
    ck_assert(!csl_glob_matches(glob, text));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("glob");
    TCase *tests = tcase_create("glob");
    tcase_add_test(tests, globs);
    tcase_add_test(tests, many_stars);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
