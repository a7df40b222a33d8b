/* The enumerator tries one of several choices of the shared unknowns that threads cannot tell
 * apart. Each query here has too many choices to try them all, and few that differ. */
#include <stdio.h>

#include "decide_test.h"

enum { BUDGET = 30000 };

static csl_answer search(const char *text) {
    csl_query *q = read_query(text);
    csl_answer a = csl_decide_enumerate(q, BUDGET);
    ck_assert(a.verdict != CSL_POSSIBLE || csl_query_holds(q, a.value));
    return a;
}

/* Thread 5 meets the thread t with t ^ (a & 7) == x and t ^ (m * (b / 8)) == y. */
static bool some_thread(unsigned x, unsigned y, unsigned m) {
    for (unsigned a = 0; a < 8; a++) {
        for (unsigned b = 0; b < 5; b++)
            if ((x ^ a) == (y ^ (m * b)) && (x ^ a) != 5 && (x ^ a) < 32)
                return true;
    }
    return false;
}

START_TEST(every_pair_of_values_is_tried) {
    unsigned found = 0;
    for (unsigned x = 0; x < 40; x += 3) {
        for (unsigned y = 0; y < 40; y++) {
            unsigned m = 1 + (x + y) % 9;
            char text[600];
            snprintf(text, sizeof text,
                     "shapes 32x1x1\n"
                     "var a param u32 shared 0 39\n"
                     "var b param u32 shared 0 39\n"
                     "guard1 (eq.u32 t1.x 5)\n"
                     "guard2 (and (eq.u32 (bxor.u32 t2.x (band.u32 a 7)) %u)"
                     " (eq.u32 (bxor.u32 t2.x (mul.u32 %u (div.u32 b 8))) %u))\n"
                     "touch1 4 0\n"
                     "touch2 4 0\n",
                     x, m, y);
            csl_answer a = search(text);
            ck_assert_msg(a.verdict == (some_thread(x, y, m) ? CSL_POSSIBLE : CSL_SAFE),
                          "verdict %d of x = %u, y = %u", a.verdict, x, y);
            found += a.verdict == CSL_POSSIBLE;
        }
    }
    ck_assert_uint_gt(found, 50);
}
END_TEST

/* Only a condition over both threads reads the shared term. */
START_TEST(terms_of_both_threads_count) {
    static const struct {
        unsigned lo;
        csl_verdict verdict;
    } cases[] = {{8, CSL_POSSIBLE}, {10, CSL_POSSIBLE}, {11, CSL_SAFE}};
    for (unsigned i = 0; i < 3; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "shapes 4x1x1\n"
                 "var a param i32 shared 0 3999\n"
                 "var b param i32 shared 0 1\n"
                 "fact (eq.i32 (sub.i32 (cast.i32 t2.x) (cast.i32 t1.x)) (sub.i32 %u (band.i32 a "
                 "7)))\n"
                 "touch1 4 (mul.i64 4 (cast.i64 b))\n"
                 "touch2 4 (mul.i64 4 (cast.i64 b))\n",
                 cases[i].lo);
        ck_assert_int_eq(search(text).verdict, cases[i].verdict);
    }
}
END_TEST

/* Two counters of a bitonic sort, whose stride takes 31 values: all are tried, and the one at
 * which it is wrong is not passed over. */
START_TEST(two_counters_with_one_stride) {
    static const char form[] =
        "shapes 512x1x1\n"
        "var k iter u32 shared 0 30\n"
        "var l iter u32 shared 0 31\n"
        "guard1 (ne.u32 (shr.u32 (shl.u32 (const.u32 1) k) l) 0)\n"
        "touch1 4 (mul.i64 4 (cast.i64 (sub.u32 (mul.u32 t1.x 2) (band.u32 t1.x (sub.u32 "
        "(shr.u32 (shl.u32 (const.u32 1) k) l) 1)))))\n"
        "touch2 4 (mul.i64 4 (cast.i64 (sub.u32 (mul.u32 t2.x 2) (band.u32 t2.x (%s (shr.u32 "
        "(shl.u32 (const.u32 1) k) l) 1)))))\n";
    char text[900];
    snprintf(text, sizeof text, form, "sub.u32");
    ck_assert_int_eq(search(text).verdict, CSL_SAFE);
    snprintf(text, sizeof text, form, "add.u32");
    ck_assert_int_eq(search(text).verdict, CSL_POSSIBLE);
}
END_TEST

/* Nearly every choice fails its first condition: that must not use up the search. */
START_TEST(choices_that_fail_at_once_cost_little) {
    csl_answer a = search("shapes 16x16x1\n"
                          "var n param i32 shared -2147483648 2147483647\n"
                          "var width param i32 shared -2147483648 2147483647\n"
                          "var height param i32 shared -2147483648 2147483647\n"
                          "var p iter i32 one 0 1073741823\n"
                          "var q iter i32 two 0 1073741823\n"
                          "guard1 (and (lt.i32 (add.i32 (cast.i32 t1.x) p) (sub.i32 width 250)) "
                          "(lt.i32 (add.i32 (cast.i32 t1.y) p) (sub.i32 height 250)) "
                          "(lt.i32 p (sub.i32 n 1)))\n"
                          "guard2 (and (lt.i32 (add.i32 (cast.i32 t2.x) q) (sub.i32 width 250)) "
                          "(lt.i32 (add.i32 (cast.i32 t2.y) q) (sub.i32 height 250)) "
                          "(lt.i32 q (sub.i32 n 1)))\n"
                          "touch1 4 (mul.i64 (cast.i64 t1.x) 4)\n"
                          "touch2 4 (mul.i64 (cast.i64 (add.i32 (cast.i32 t2.x) 1)) 4)\n");
    ck_assert_int_eq(a.verdict, CSL_POSSIBLE);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("search");
    TCase *tests = tcase_create("shared choices");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, every_pair_of_values_is_tried);
    tcase_add_test(tests, terms_of_both_threads_count);
    tcase_add_test(tests, two_counters_with_one_stride);
    tcase_add_test(tests, choices_that_fail_at_once_cost_little);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
