/* The analysis of kernels written as IR text: no compiler, one behaviour each. */
#include "facts_test.h"

/* &s[index] */
#define S(index) "(add.ptr (base.ptr 0) (mul.i64 (cast.i64 " index ") (const.i64 4)))"
#define READ(index, line) "(access read i32 4 " S(index) " (result 1) (text \"read\") " AT(line) ")"
#define WRITE(index, line)                                                                         \
    "(access write i32 4 " S(index) " (value (var.i32 1)) (text \"write\") " AT(line) ")"
#define FLAG_READ(line) "(access read i32 4 (base.ptr 1) (result 2) (text \"flag\") " AT(line) ")"
#define FLAG_WRITE(line)                                                                           \
    "(access write i32 4 (base.ptr 1) (value (var.i32 1)) (text \"flag\") " AT(line) ")"

/* Objects: 0 `s`, 256 ints; 1 `flag`, one int; 2 `out`. Variables: 0 a counter, 1 and 2 values
 * read. Parameter 0: n. Launched with 256 threads. */
#define KERNEL(body)                                                                               \
    "(module (file 0 \"k.cu\") (kernel \"k\" " AT(                                                 \
        1) " (labels 2)"                                                                           \
           " (param 0 \"n\" i32)"                                                                  \
           " (object 0 shared \"s\" i32 4 (dims 256) (bytes 1024))"                                \
           " (object 1 shared \"flag\" i32 4 (bytes 4))"                                           \
           " (var 0 \"i\" i32) (var 1 \"value\" i32) (var 2 \"seen\" i32)"                         \
           " (launch (grid 1 1 1) (block 256 1 1) " AT(99) ") (body " LET(1, "(const.i32 7)", 2)   \
               body ")))"

static uint32_t line_of(const csl_stmt *s) {
    return s->place->line;
}

#define HALVE "(shr.i32 (var.i32 0) (const.i32 1))"
#define DONE "(le.i32 (var.i32 0) (const.i32 0))"
#define STEP                                                                                       \
    IF("(lt.i32 " TID " (var.i32 0))", 7,                                                          \
       READ("(add.i32 " TID " (var.i32 0))", 8) READ(TID, 9) WRITE(TID, 10))

START_TEST(a_tree_reduction_is_proved) {
    expect_proved(analyse(
        KERNEL(WRITE(TID, 3) BARRIER(4) LET(0, "(cast.i32 (shr.u32 bdim.x (const.u32 1)))", 5)
                   LOOP(6, LEAVE(DONE, 6) STEP BARRIER(11) LET(0, HALVE, 12)))));
}
END_TEST

START_TEST(without_its_barrier_the_end_of_a_pass_meets_the_next) {
    const csl_facts *f = analyse(KERNEL(WRITE(TID, 3) BARRIER(4)
                                            LET(0, "(cast.i32 (shr.u32 bdim.x (const.u32 1)))", 5)
                                                LOOP(6, LEAVE(DONE, 6) STEP LET(0, HALVE, 12))));
    ck_assert_uint_ge(f->nraces, 1);
    ck_assert_int_eq(f->races[0].meeting, CSL_MEET_BACK);
    ck_assert_int_eq(f->races[0].kind, CSL_RACE_RAW);
    ck_assert_uint_eq(line_of(f->races[0].first), 10);
    ck_assert_uint_eq(line_of(f->races[0].second), 8);
    ck_assert_int_eq(f->races[0].rating.level, CSL_HIGH);
    ck_assert_ptr_nonnull(f->races[0].witness);
}
END_TEST

START_TEST(a_neighbour_is_read_too_early) {
    const csl_facts *f =
        analyse(KERNEL(WRITE(TID, 3) READ("(bxor.i32 " TID " (const.i32 128))", 4)));
    ck_assert_uint_eq(f->nraces, 1);
    ck_assert_int_eq(f->races[0].pair, CSL_PAIR_DIFFERENT_WARPS);
    ck_assert_uint_eq(line_of(f->races[0].after), 3);
}
END_TEST

START_TEST(lanes_of_a_warp_need_a_warp_barrier) {
    const csl_facts *f = analyse(KERNEL(WRITE(TID, 3) READ("(bxor.i32 " TID " (const.i32 1))", 4)));
    ck_assert_uint_eq(f->nraces, 1);
    ck_assert_int_eq(f->races[0].pair, CSL_PAIR_SAME_WARP);
    expect_proved(analyse(KERNEL(WRITE(
        TID, 3) "(sync barrier warp orders (mask (const.u32 4294967295)) "
                "(name \"__syncwarp()\") " AT(4) ")" READ("(bxor.i32 " TID " (const.i32 1))", 5))));
}
END_TEST

START_TEST(a_barrier_under_a_thread_test_diverges) {
    const csl_facts *f = analyse(KERNEL(IF("(lt.i32 " TID " (const.i32 16))", 3, BARRIER(4))));
    ck_assert_uint_eq(f->ndivergences, 1);
    ck_assert_int_eq(f->divergences[0].part, CSL_PART_ARM);
    ck_assert_uint_eq(line_of(f->divergences[0].barrier), 4);
    ck_assert_uint_eq(line_of(f->divergences[0].decision), 3);
    ck_assert(f->divergences[0].runs_off);
    ck_assert_int_eq(f->divergences[0].rating.level, CSL_HIGH);
}
END_TEST

START_TEST(a_condition_all_threads_share_does_not) {
    expect_proved(analyse(KERNEL(IF("(lt.i32 (param.i32 0) (const.i32 5))", 3, BARRIER(4)))));
    expect_proved(analyse(KERNEL(IF("(lt.u32 tid.x bdim.x)", 3, BARRIER(4)))));
}
END_TEST

START_TEST(a_loop_from_the_thread_index_ends_at_different_times) {
    const csl_facts *f = analyse(
        KERNEL(LET(0, TID, 3) LOOP(4, LEAVE("(le.i32 (param.i32 0) (var.i32 0))", 4) BARRIER(5)
                                          LET(0, "(add.i32 (var.i32 0) (const.i32 256))", 6))));
    ck_assert_uint_eq(f->ndivergences, 1);
    ck_assert_int_eq(f->divergences[0].part, CSL_PART_TRIPS);
    ck_assert_int_eq(f->divergences[0].rating.level, CSL_MEDIUM);
    /* up to a multiple of the block's size it is the same for all */
    expect_proved(analyse(KERNEL(LET(0, TID, 3) LOOP(
        4, LEAVE("(le.i32 (mul.i32 (param.i32 0) (const.i32 256)) (var.i32 0))", 4) BARRIER(5)
               LET(0, "(add.i32 (var.i32 0) (const.i32 256))", 6)))));
}
END_TEST

START_TEST(a_thread_that_returns_before_a_barrier) {
    const csl_facts *f = analyse(KERNEL(
        IF("(lt.i32 (param.i32 0) " TID ")", 3, "(exit (from return) " AT(4) ")") BARRIER(5)));
    ck_assert_uint_eq(f->ndivergences, 1);
    ck_assert_int_eq(f->divergences[0].part, CSL_PART_EXIT);
}
END_TEST

#define FIRST "(eq.i32 " TID " (const.i32 0))"
#define SEEN "(eq.i32 (var.i32 2) (const.i32 0))"

START_TEST(a_flag_behind_a_barrier_is_the_same_for_all) {
    expect_proved(analyse(
        KERNEL(IF(FIRST, 3, FLAG_WRITE(3)) BARRIER(4) FLAG_READ(5) IF(SEEN, 6, BARRIER(7)))));
}
END_TEST

START_TEST(a_flag_without_a_barrier_is_not) {
    const csl_facts *f =
        analyse(KERNEL(IF(FIRST, 3, FLAG_WRITE(3)) FLAG_READ(5) IF(SEEN, 6, BARRIER(7))));
    ck_assert_uint_eq(f->ndivergences, 1);
    ck_assert_uint_eq(f->nraces, 1);
    ck_assert_ptr_nonnull(f->races[0].decides);
}
END_TEST

START_TEST(a_flag_rewritten_before_all_have_read_it) {
    /* while (flag != 0) { barrier; if (first) flag = ..; barrier }: right */
    expect_proved(analyse(KERNEL(
        LOOP(3, FLAG_READ(3) LEAVE(SEEN, 3) BARRIER(4) IF(FIRST, 5, FLAG_WRITE(5)) BARRIER(6)))));
    /* without the first barrier thread 0 overwrites what others still have to test */
    const csl_facts *f = analyse(
        KERNEL(LOOP(3, FLAG_READ(3) LEAVE(SEEN, 3) IF(FIRST, 5, FLAG_WRITE(5)) BARRIER(6))));
    ck_assert_uint_ge(f->ndivergences, 1);
    ck_assert_uint_ge(f->nraces, 1);
}
END_TEST

START_TEST(two_buffers_that_alternate_need_one_barrier) {
    /* s[128 * (k % 2) + t]: written in pass k, read by a neighbour after the barrier */
#define SIDE "(mul.i32 (var.i32 0) (const.i32 128))"
#define OWN "(add.i32 " SIDE " (band.i32 " TID " (const.i32 127)))"
#define OTHER "(add.i32 " SIDE " (bxor.i32 (band.i32 " TID " (const.i32 127)) (const.i32 64)))"
#define HALF(body) IF("(lt.i32 " TID " (const.i32 128))", 5, body)
#define FLIP LET(0, "(bxor.i32 (var.i32 0) (const.i32 1))", 9)
    expect_proved(analyse(KERNEL(LET(0, "(const.i32 0)", 3) LOOP(
        4, HALF(WRITE(OWN, 6)) BARRIER(7) HALF(READ(OTHER, 8)) FLIP))));
    const csl_facts *f = analyse(KERNEL(
        LET(0, "(const.i32 0)", 3) LOOP(4, HALF(WRITE(OWN, 6)) BARRIER(7) HALF(READ(OTHER, 8)))));
    ck_assert_uint_eq(f->nraces, 1);
    ck_assert_int_eq(f->races[0].kind, CSL_RACE_WAR);
}
END_TEST

START_TEST(a_barrier_that_orders_nothing) {
    const csl_facts *f = analyse(KERNEL(WRITE(TID, 3) BARRIER(4) READ(TID, 5)));
    ck_assert_uint_eq(f->nredundant, 1);
    ck_assert_uint_eq(line_of(f->redundant[0]), 4);
    f = analyse(KERNEL(WRITE(TID, 3) BARRIER(4) READ("(bxor.i32 " TID " (const.i32 128))", 5)));
    ck_assert_uint_eq(f->nredundant, 0);
}
END_TEST

START_TEST(what_is_not_modelled_is_never_proved) {
    const csl_facts *f =
        analyse(KERNEL(WRITE(TID, 3) "(opaque \"a construct\" " AT(4) ")" READ(TID, 5)));
    ck_assert_uint_eq(f->nraces, 0);
    ck_assert_uint_gt(f->nobstacles, 0);
    ck_assert_ptr_nonnull(strstr(f->obstacles[0].why, "a construct"));
    f = analyse(KERNEL(WRITE(TID, 3) "(opaque \"a construct\" " AT(4) ")" READ(
        "(bxor.i32 " TID " (const.i32 128))", 5)));
    ck_assert_uint_eq(f->nraces, 1);
    ck_assert_int_eq(f->races[0].rating.level, CSL_LOW);
}
END_TEST

int main(void) {
    TCase *t = tcase_create("kernels");
    options.find_redundant = true;
    tcase_add_test(t, a_tree_reduction_is_proved);
    tcase_add_test(t, without_its_barrier_the_end_of_a_pass_meets_the_next);
    tcase_add_test(t, a_neighbour_is_read_too_early);
    tcase_add_test(t, lanes_of_a_warp_need_a_warp_barrier);
    tcase_add_test(t, a_barrier_under_a_thread_test_diverges);
    tcase_add_test(t, a_condition_all_threads_share_does_not);
    tcase_add_test(t, a_loop_from_the_thread_index_ends_at_different_times);
    tcase_add_test(t, a_thread_that_returns_before_a_barrier);
    tcase_add_test(t, a_flag_behind_a_barrier_is_the_same_for_all);
    tcase_add_test(t, a_flag_without_a_barrier_is_not);
    tcase_add_test(t, a_flag_rewritten_before_all_have_read_it);
    tcase_add_test(t, two_buffers_that_alternate_need_one_barrier);
    tcase_add_test(t, a_barrier_that_orders_nothing);
    tcase_add_test(t, what_is_not_modelled_is_never_proved);
    return run_case("facts", t);
}
