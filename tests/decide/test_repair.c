/* Repair of a guess: queries of more unknowns than can be combined, where one bounds others. */
#include <glib.h>

#include "decide_test.h"
#include "../../analyzer/decide/search/search.h"

enum { BUDGET = 200000 };

/* Two threads of a block each have six numbers, of which each lies below the one before. `last`:
 * what is said of the last. */
static csl_verdict repair(const char *last) {
    GString *text = g_string_new("pair different-warps\nshapes max 1024 unused y z\n");
    for (int side = 1; side <= 2; side++)
        for (int i = 0; i < 6; i++)
            g_string_append_printf(text, "var %c%d data i32 %s -2147483648 2147483647\n",
                                   "ab"[side - 1], i, side == 1 ? "one" : "two");
    for (int side = 1; side <= 2; side++) {
        const char c = "ab"[side - 1];
        g_string_append_printf(text,
                               "guard%d (and (eq.u32 (band.u32 t%d.x 7) %d) (lt.i32 %c0 -500)",
                               side, side, side, c);
        for (int i = 1; i < 6; i++)
            g_string_append_printf(text, " (or (lt.i32 %c%d (add.i32 %c0 %d)) (eq.i32 %c%d 7))", c,
                                   i, c, -29 - i, c, i - 1);
        g_string_append_printf(text, " (%s.i32 %c5 -600))\n", last, c);
    }
    g_string_append(text, "touch1 4 0\ntouch2 4 0\n");
    csl_query *q = read_query(text->str);
    csl_answer a = csl_search_repair(q, BUDGET);
    ck_assert(a.verdict != CSL_POSSIBLE || csl_query_holds(q, a.value));
    const csl_answer again = csl_search_repair(q, BUDGET);
    ck_assert_int_eq(a.verdict, again.verdict);
    if (a.verdict == CSL_POSSIBLE)
        ck_assert_mem_eq(a.value, again.value, q->nvars * sizeof *a.value);
    g_string_free(text, TRUE);
    return a.verdict;
}

START_TEST(numbers_that_bound_one_another) {
    ck_assert_int_eq(repair("le"), CSL_POSSIBLE);
}
END_TEST

START_TEST(what_does_not_hold_is_not_made_to) {
    ck_assert_int_eq(repair("ne.i32 1 1) (eq"), CSL_UNDECIDED);
}
END_TEST

START_TEST(a_small_budget_gives_up) {
    csl_query *q = read_query("shapes 64x1x1\nguard1 (eq.u32 t1.x 3)\ntouch1 4 0\ntouch2 4 0\n");
    ck_assert_int_eq(csl_search_repair(q, 0).verdict, CSL_UNDECIDED);
    ck_assert_int_eq(csl_search_repair(q, BUDGET).verdict, CSL_POSSIBLE);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("repair");
    TCase *tests = tcase_create("guesses");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, numbers_that_bound_one_another);
    tcase_add_test(tests, what_does_not_hold_is_not_made_to);
    tcase_add_test(tests, a_small_budget_gives_up);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
