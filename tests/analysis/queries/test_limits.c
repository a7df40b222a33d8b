/* The table of limits: its text form, its counts, and the reason a kernel gets from it. */
#include "../facts_test.h"

#include "../../../analyzer/limits/limits.h"

/* Every thread writes s[threadIdx.x * 3]. */
#define KERNEL                                                                                     \
    "(module (file 0 \"k.cu\") (kernel \"k\" " AT(                                                 \
        1) " (object 0 shared \"s\" i32 4 (dims 4096) (bytes 16384))"                              \
           " (body (access write i32 4 (add.ptr (base.ptr 0) (mul.i64 (cast.i64 (mul.i32 " TID     \
           " (const.i32 3))) (const.i64 4))) (value (const.i32 7)) (text \"write\") " AT(2) "))))"

START_TEST(only_limits_with_a_number_are_read) {
    const char *wrong = NULL;
    uint32_t before = CSL_LIMIT(gates);
    ck_assert(!csl_limits_read("gates", &wrong));
    ck_assert(!csl_limits_read("gates=", &wrong));
    ck_assert(!csl_limits_read("gates=7,nonsense=2", &wrong));
    ck_assert_str_eq(wrong, "nonsense=2");
    ck_assert(!csl_limits_read("cases=7", &wrong)); /* the size of an array */
    ck_assert(csl_limits_read("gates=9,queries=1", &wrong));
    ck_assert_uint_eq(CSL_LIMIT(gates), 9);
    ck_assert_uint_eq(CSL_LIMIT(queries), 1);
    CSL_LIMIT(gates) = before;
    CSL_LIMIT(queries) = 4000;
}
END_TEST

START_TEST(a_limit_is_counted_where_it_bites) {
    csl_limits_begin();
    uint64_t moment = csl_limits_now();
    ck_assert(!csl_limit_reached(CSL_LIMIT_gates, CSL_LIMIT(gates) - 1));
    ck_assert(!csl_limit_exceeded(CSL_LIMIT_gates, CSL_LIMIT(gates)));
    ck_assert_uint_eq(csl_limit_hits(CSL_LIMIT_gates), 0);
    ck_assert(csl_limit_reached(CSL_LIMIT_gates, CSL_LIMIT(gates)));
    ck_assert(csl_limit_exceeded(CSL_LIMIT_gates, CSL_LIMIT(gates) + 1));
    ck_assert_uint_eq(csl_limit_hits(CSL_LIMIT_gates), 2);
    ck_assert(csl_limit_hit_since(CSL_LIMIT_gates, moment));
    ck_assert(!csl_limit_hit_since(CSL_LIMIT_gates, csl_limits_now()));
}
END_TEST

START_TEST(the_reason_names_the_limit) {
    uint32_t before = CSL_LIMIT(query_size);
    expect_proved(analyse(KERNEL));
    tear_down();
    set_up(); /* answers of the first run are forgotten */
    CSL_LIMIT(query_size) = 1;
    const csl_facts *f = analyse(KERNEL);
    CSL_LIMIT(query_size) = before;
    ck_assert_uint_ge(f->nobstacles, 1);
    const char *why = f->obstacles[0].why;
    ck_assert_msg(strstr(why, "could not decide") && strstr(why, "(limit: query_size)"), "%s", why);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("limits");
    tcase_add_test(tests, only_limits_with_a_number_are_read);
    tcase_add_test(tests, a_limit_is_counted_where_it_bites);
    tcase_add_test(tests, the_reason_names_the_limit);
    return run_case("limits", tests);
}
