/* How sure a race is, by what its values depend on. */
#include "../facts_test.h"

/* &s[index] */
#define S(index) "(add.ptr (base.ptr 0) (mul.i64 (cast.i64 " index ") (const.i64 4)))"
#define READ(index) "(access read i32 4 " S(index) " (result 1) (text \"read\") " AT(5) ")"
#define WRITE(index)                                                                               \
    "(access write i32 4 " S(index) " (value (var.i32 1)) (text \"write\") " AT(3) ")"
#define LOAD "(access read i32 4 (base.ptr 1) (result 0) (text \"in[0]\") " AT(2) ")"
/* clang-format off */
#define KERNEL(launch, body)                                                                       \
    "(module (file 0 \"k.cu\") (kernel \"k\" " AT(1) " (labels 2) (param 0 \"n\" i32)"             \
    " (param 1 \"in\" ptr (object 1))"                                                             \
    " (object 0 shared \"s\" i32 4 (dims 2048) (bytes 8192)) (object 1 global \"in\" i32 4 (param 1))" \
    " (var 0 \"i\" i32) (var 1 \"v\" i32) " launch " (body " LET(1, "(const.i32 7)", 2) body ")))"
/* clang-format on */
#define LAUNCH "(launch (grid 1 1 1) (block 256 1 1) " AT(99) ")"
#define UNKNOWN_LAUNCH "launch-unknown"

static const csl_race *race(const char *text) {
    const csl_facts *f = analyse(text);
    ck_assert_uint_eq(f->nraces, 1);
    return &f->races[0];
}

static void expect_rating(const char *text, csl_confidence level, const char *why) {
    const csl_race *r = race(text);
    ck_assert_int_eq(r->rating.level, level);
    ck_assert_msg(!why == !r->rating.why && (!why || strstr(r->rating.why, why)), "%s",
                  r->rating.why ? r->rating.why : "no reason");
}

#define NEXT "(add.i32 " TID " (const.i32 1))"
#define WHERE(cond, then) IF(cond, 4, then)

START_TEST(high_needs_nothing_but_the_kernel) {
    expect_rating(KERNEL(LAUNCH, WRITE(TID) READ(NEXT)), CSL_HIGH, NULL);
}
END_TEST

START_TEST(a_parameter_with_ordinary_values) {
    expect_rating(KERNEL(LAUNCH, WRITE(TID) WHERE("(lt.i32 " TID " (param.i32 0))", READ(NEXT))),
                  CSL_HIGH, NULL);
}
END_TEST

START_TEST(one_value_of_a_parameter) {
#define ONLY_FOR(n) "(eq.i32 (param.i32 0) (const.i32 " #n "))"
    expect_rating(KERNEL(LAUNCH, WRITE(TID) WHERE(ONLY_FOR(123456), READ(NEXT))), CSL_MEDIUM,
                  "only for one value of `n`");
    expect_rating(KERNEL(LAUNCH, WRITE(TID) WHERE(ONLY_FOR(1), READ(NEXT))), CSL_HIGH, NULL);
}
END_TEST

START_TEST(a_value_from_memory) {
    const csl_race *r = race(
        KERNEL(LAUNCH, LOAD WRITE(TID) WHERE("(eq.i32 (var.i32 0) (const.i32 5))", READ(NEXT))));
    ck_assert_int_ne(r->rating.level, CSL_HIGH);
    ck_assert_ptr_nonnull(r->rating.why);
}
END_TEST

START_TEST(a_block_that_no_launch_names) {
    const csl_race *r = race(KERNEL(UNKNOWN_LAUNCH, WRITE(TID) READ(NEXT)));
    ck_assert_int_ge(r->rating.level, CSL_MEDIUM);
    r = race(KERNEL(UNKNOWN_LAUNCH, WRITE(TID) READ("(add.i32 " TID " (const.i32 1000))")));
    ck_assert_int_ne(r->rating.level, CSL_HIGH);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("confidence");
    tcase_add_test(tests, high_needs_nothing_but_the_kernel);
    tcase_add_test(tests, a_parameter_with_ordinary_values);
    tcase_add_test(tests, one_value_of_a_parameter);
    tcase_add_test(tests, a_value_from_memory);
    tcase_add_test(tests, a_block_that_no_launch_names);
    return run_case("confidence", tests);
}
