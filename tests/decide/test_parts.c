/* Queries whose conditions are about the two threads or about the block, and what is told apart. */
#include "decide_test.h"
#include "../../analyzer/decide/query/parts.h"

/* Which tile the block works on, and whether it does anything: no engine solves that. */
#define TILES                                                                                      \
    "pair different-warps\n"                                                                       \
    "shapes 32x8x1\n"                                                                              \
    "var n param i32 shared -2147483648 2147483647\n"                                              \
    "var m param i32 shared -2147483648 2147483647\n"                                              \
    "var end data i32 shared -2147483648 2147483647\n"
#define OF_BLOCK "(eq.i32 (rem.i32 (mul.i32 (mul.i32 n n) n) m) 77231) "
#define OFFSETS                                                                                    \
    "touch1 4 (mul.i64 (cast.i64 (cast.i32 t1.x)) 4)\n"                                            \
    "touch2 4 (mul.i64 (cast.i64 (cast.i32 t2.y)) 4)\n"

START_TEST(conditions_of_the_block_are_apart) {
    csl_query *q =
        read_query(TILES "guard1 (and " OF_BLOCK "(lt.u32 t1.x 8))\n"
                         "guard2 (and " OF_BLOCK "(lt.i32 (cast.i32 t2.y) end))\n" OFFSETS);
    csl_query_parts p;
    ck_assert(csl_split_query(q, &p));
    ck_assert(p.one_way);
    ck_assert_ptr_eq(p.threads.guard[0], read_query(TILES "guard1 (lt.u32 t1.x 8)\n")->guard[0]);
    ck_assert_ptr_eq(p.block.fact, read_query(TILES "fact " OF_BLOCK "\n")->fact);
    ck_assert(p.loose[CSL_DV_FREE] && p.loose[CSL_DV_FREE + 1] && !p.loose[CSL_DV_FREE + 2]);
    csl_answer a = csl_decide(decider, &p.threads);
    ck_assert_int_eq(a.verdict, CSL_POSSIBLE);
    ck_assert(csl_query_holds(&p.threads, a.value));
}
END_TEST

START_TEST(unknown_stands_for_the_sum_it_makes_free) {
    csl_query *q = read_query(
        TILES "guard1 (and " OF_BLOCK "(lt.u32 t1.x 8))\n"
              "guard2 (and " OF_BLOCK
              "(lt.i32 (cast.i32 t2.y) (sub.i32 end (mul.i32 (div.i32 n m) 8))))\n" OFFSETS);
    csl_query_parts p;
    ck_assert(csl_split_query(q, &p));
    ck_assert_ptr_eq(p.threads.guard[1],
                     read_query(TILES "guard2 (lt.i32 (cast.i32 t2.y) end)\n")->guard[1]);
    ck_assert(p.loose[CSL_DV_FREE + 2]);
}
END_TEST

/* `end` says twice how far the threads go: it is not free to be what one of them needs. */
START_TEST(unknown_that_occurs_twice_stays) {
    csl_query *q = read_query(
        TILES "guard1 (and " OF_BLOCK "(lt.i32 (cast.i32 t1.x) end))\n"
              "guard2 (and " OF_BLOCK
              "(lt.i32 (cast.i32 t2.y) (sub.i32 end (mul.i32 (div.i32 n m) 8))))\n" OFFSETS);
    csl_query_parts p;
    ck_assert(!csl_split_query(q, &p));
}
END_TEST

START_TEST(an_offset_keeps_what_it_is_made_of) {
    csl_query *q = read_query(TILES "fact " OF_BLOCK "\n"
                                    "touch1 4 (mul.i64 (cast.i64 (add.i32 (cast.i32 t1.x) n)) 4)\n"
                                    "touch2 4 (mul.i64 (cast.i64 (cast.i32 t2.y)) 4)\n");
    csl_query_parts p;
    ck_assert(!csl_split_query(q, &p));
}
END_TEST

START_TEST(two_places_on_different_ways) {
    csl_query *q = read_query(TILES "guard1 (eq.i32 (rem.i32 n 7) 1)\n"
                                    "guard2 (eq.i32 (rem.i32 m 7) 1)\n" OFFSETS);
    csl_query_parts p;
    ck_assert(csl_split_query(q, &p));
    ck_assert(!p.one_way);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("parts");
    TCase *tests = tcase_create("split");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, conditions_of_the_block_are_apart);
    tcase_add_test(tests, unknown_stands_for_the_sum_it_makes_free);
    tcase_add_test(tests, unknown_that_occurs_twice_stays);
    tcase_add_test(tests, an_offset_keeps_what_it_is_made_of);
    tcase_add_test(tests, two_places_on_different_ways);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
