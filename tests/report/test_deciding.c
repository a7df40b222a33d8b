/* What stands in the way has a kind, and something that would decide it. */
#include "../../analyzer/report/select/deciding.h"

#include <check.h>
#include <string.h>

START_TEST(obstacles_have_kinds) {
    static const struct {
        const char *why, *kind;
    } all[] = {
        {"the call of `f`", "call"},
        {"it may read from a lane that has ended", "barrier"},
        {"threads that come to a barrier or not, depending on data", "barrier"},
        {"a barrier of the warp that not every lane it names may reach", "barrier"},
        {"a barrier object that is not initialised here", "call"},
        {"a part of the source that lowering did not come to", "construct"},
        {"a race that is not reported", "finding"},
        {"a.cu:3:10: expected ';' after expression", "source"},
        {"bytes that are expected at several places", "construct"},
        {"something new", "other"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        ck_assert_str_eq(csl_obstacle_kind(all[i].why), all[i].kind);
        ck_assert_str_ne(csl_deciding(all[i].why), "");
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("deciding");
    TCase *kinds = tcase_create("kinds");
    tcase_add_test(kinds, obstacles_have_kinds);
    suite_add_tcase(suite, kinds);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
