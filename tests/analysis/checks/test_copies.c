/* Asynchronous copies, their groups and waits, in kernels written as IR text. */
#include "../facts_test.h"

#define WARP_BARRIER(line)                                                                         \
    "(sync barrier warp orders (mask (const.u32 4294967295)) (name \"__syncwarp()\") " AT(line) ")"
#define K "(var.i32 0)"
/* &s[stage][index]; a stage has 256 ints */
#define S(stage, index)                                                                            \
    "(add.ptr (base.ptr 0) (mul.i64 (cast.i64 (add.i32 (mul.i32 " stage " (const.i32 256)) " index \
    ")) (const.i64 4)))"
#define COPY(stage, line)                                                                          \
    "(access write void 4 " S(stage, TID) " async (text \"copy\") " AT(line) ")"
#define READ(stage, index, line)                                                                   \
    "(access read i32 4 " S(stage, index) " (result 1) (text \"read\") " AT(line) ")"
#define MIRRORED "(sub.i32 (const.i32 255) " TID ")"
#define COMMIT(line) "(async commit " AT(line) ")"
#define WAIT(n, line) "(async wait (pending (const.i32 " #n ")) " AT(line) ")"
#define ZERO "(const.i32 0)"
#define ONE "(const.i32 1)"
/* k from 0 to n */
#define COUNT_TO(n, line, body)                                                                    \
    LET(0, ZERO, line)                                                                             \
    "(block 0 " AT(line) " (do (loop " AT(                                                         \
        line) " (do (if (le.i32 " n " " K                                                          \
              ") (from loop) (text \"test\") " AT(line) " (then (br 0 (from loop) " AT(            \
                  line) ")))" body LET(0, "(add.i32 " K " (const.i32 1))", line) "))))"

/* Objects: 0 `s`, four stages. Parameter 0: n. Launched with 256 threads. */
#define KERNEL(body)                                                                               \
    "(module (file 0 \"k.cu\") (kernel \"k\" " AT(                                                 \
        1) " (labels 1) (param 0 \"n\" i32)"                                                       \
           " (object 0 shared \"s\" i32 4 (dims 4 256) (bytes 4096))"                              \
           " (var 0 \"k\" i32) (var 1 \"value\" i32)"                                              \
           " (launch (grid 1 1 1) (block 256 1 1) " AT(99) ") (body " body ")))"

/* One finding: the copy is under way when that line comes. */
static const csl_race *expect_under_way(const char *text, uint32_t line, csl_confidence level) {
    const csl_facts *f = analyse(text);
    ck_assert_uint_eq(f->nraces, 1);
    ck_assert(f->races[0].in_flight);
    ck_assert_uint_eq(f->races[0].second->place->line, line);
    ck_assert_int_eq(f->races[0].rating.level, level);
    ck_assert_ptr_nonnull(f->races[0].witness);
    return &f->races[0];
}

START_TEST(a_wait_and_then_a_barrier) {
    expect_proved(
        analyse(KERNEL(COPY(ZERO, 2) COMMIT(3) WAIT(0, 4) BARRIER(5) READ(ZERO, MIRRORED, 6))));
    expect_under_way(KERNEL(COPY(ZERO, 2) COMMIT(3) BARRIER(4) WAIT(0, 5) READ(ZERO, MIRRORED, 6)),
                     6, CSL_HIGH);
    expect_under_way(KERNEL(COPY(ZERO, 2) COMMIT(3) BARRIER(4) READ(ZERO, MIRRORED, 6)), 6,
                     CSL_HIGH);
    /* without a barrier it is a race like any other */
    const csl_facts *f =
        analyse(KERNEL(COPY(ZERO, 2) COMMIT(3) WAIT(0, 4) READ(ZERO, MIRRORED, 6)));
    ck_assert_uint_eq(f->nraces, 1);
    ck_assert(!f->races[0].in_flight);
}
END_TEST

START_TEST(what_is_not_committed_is_not_waited_for) {
    expect_under_way(KERNEL(COPY(ZERO, 2) WAIT(0, 4) BARRIER(5) READ(ZERO, MIRRORED, 6)), 6,
                     CSL_HIGH);
}
END_TEST

START_TEST(groups_end_in_order) {
#define TWO COPY(ZERO, 2) COMMIT(3) COPY(ONE, 4) COMMIT(5)
    expect_proved(analyse(KERNEL(TWO WAIT(1, 6) BARRIER(7) READ(ZERO, MIRRORED, 8) WAIT(0, 9))));
    /* the second may be under way when the block ends */
    const csl_facts *f = analyse(KERNEL(TWO WAIT(1, 6) BARRIER(7) READ(ZERO, MIRRORED, 8)));
    ck_assert_uint_eq(f->nraces, 0);
    ck_assert_uint_gt(f->nobstacles, 0);
    expect_under_way(KERNEL(TWO WAIT(1, 6) BARRIER(7) READ(ONE, MIRRORED, 8)), 8, CSL_HIGH);
    expect_under_way(KERNEL(TWO WAIT(2, 6) BARRIER(7) READ(ZERO, MIRRORED, 8)), 8, CSL_HIGH);
    /* a weaker wait takes nothing back */
    expect_proved(analyse(KERNEL(TWO WAIT(0, 6) WAIT(2, 6) BARRIER(7) READ(ONE, MIRRORED, 8))));
}
END_TEST

START_TEST(the_thread_itself_needs_no_barrier) {
    expect_proved(analyse(KERNEL(COPY(ZERO, 2) COMMIT(3) WAIT(0, 4) READ(ZERO, TID, 5))));
    const csl_race *r =
        expect_under_way(KERNEL(COPY(ZERO, 2) COMMIT(3) READ(ZERO, TID, 5)), 5, CSL_HIGH);
    const csl_trace *t = r->witness->threads;
    ck_assert_int_eq(t[0].thread[0], t[1].thread[0]);
}
END_TEST

START_TEST(a_warp_may_meet_by_itself) {
#define IN_WARP "(bxor.i32 " TID " (const.i32 31))"
    expect_proved(
        analyse(KERNEL(COPY(ZERO, 2) COMMIT(3) WAIT(0, 4) WARP_BARRIER(5) READ(ZERO, IN_WARP, 6))));
    expect_under_way(
        KERNEL(COPY(ZERO, 2) COMMIT(3) WARP_BARRIER(4) WAIT(0, 5) READ(ZERO, IN_WARP, 6)), 6,
        CSL_HIGH);
}
END_TEST

/* Two of three stages are filled ahead of the one that is read. */
#define MOD3(e) "(rem.i32 " e " (const.i32 3))"
#define AHEAD "(add.i32 " K " (const.i32 2))"
#define RING(n, open)                                                                              \
    KERNEL(COUNT_TO("(const.i32 2)", 2, COPY(K, 3) COMMIT(4)) COUNT_TO(                            \
        n, 5, WAIT(open, 6) BARRIER(7) READ(MOD3(K), MIRRORED, 8) COPY(MOD3(AHEAD), 9) COMMIT(10)) \
               WAIT(0, 11))

START_TEST(a_ring_of_stages) {
    expect_proved(analyse(RING("(const.i32 16)", 1)));
    expect_proved(analyse(RING("(param.i32 0)", 1)));
    expect_under_way(RING("(const.i32 16)", 2), 8, CSL_HIGH);
}
END_TEST

/* The next tile is copied while one is read; the last pass copies none. */
#define NEXT "(add.i32 " K " (const.i32 1))"
#define MOD2(e) "(rem.i32 " e " (const.i32 2))"
#define MORE "(lt.i32 " NEXT " (param.i32 0))"
#define TILES(wait)                                                                                \
    KERNEL(COPY(ZERO, 2) COMMIT(3) COUNT_TO(                                                       \
        "(param.i32 0)", 4, wait BARRIER(8) READ(MOD2(K), MIRRORED, 9) BARRIER(10)))

START_TEST(groups_that_are_not_committed_in_every_pass) {
    expect_proved(analyse(TILES(IF(MORE, 5, COPY(MOD2(NEXT), 5)) COMMIT(6) WAIT(1, 7))));
    expect_under_way(TILES(IF(MORE, 5, COPY(MOD2(NEXT), 5) COMMIT(6)) WAIT(1, 7)), 9, CSL_MEDIUM);
    expect_proved(analyse(TILES("(if " MORE " (from if) (text \"more\") " AT(5) " (then " COPY(
        MOD2(NEXT), 5) COMMIT(5) WAIT(1, 6) ") (else " WAIT(0, 7) "))")));
}
END_TEST

START_TEST(groups_are_those_of_the_thread_that_copies) {
    /* those below 128 commit and wait by themselves, in time */
    expect_proved(analyse(
        KERNEL(IF("(lt.i32 " TID " (const.i32 128))", 2, COPY(ZERO, 2) COMMIT(3) WAIT(0, 4))
                   BARRIER(5) IF("(le.i32 (const.i32 128) " TID ")", 6, READ(ZERO, MIRRORED, 6)))));
    /* some are one group ahead */
#define SOME_AHEAD(open)                                                                           \
    KERNEL(IF("(lt.i32 " TID " (const.i32 128))", 2, COMMIT(2)) COPY(ZERO, 3) COMMIT(4)            \
               WAIT(open, 5) BARRIER(6) READ(ZERO, MIRRORED, 7))
    expect_proved(analyse(SOME_AHEAD(0)));
    expect_under_way(SOME_AHEAD(1), 7, CSL_HIGH);
}
END_TEST

START_TEST(a_wait_for_an_unknown_number) {
    const csl_facts *f = analyse(KERNEL(COPY(ZERO, 2) COMMIT(3) "(async wait " AT(4) ")" BARRIER(5)
                                            READ(ZERO, MIRRORED, 6)));
    ck_assert_uint_gt(f->nobstacles, 0);
    for (uint32_t i = 0; i < f->nraces; i++)
        ck_assert_int_eq(f->races[i].rating.level, CSL_LOW);
}
END_TEST

int main(void) {
    TCase *t = tcase_create("kernels");
    tcase_add_test(t, a_wait_and_then_a_barrier);
    tcase_add_test(t, what_is_not_committed_is_not_waited_for);
    tcase_add_test(t, groups_end_in_order);
    tcase_add_test(t, the_thread_itself_needs_no_barrier);
    tcase_add_test(t, a_warp_may_meet_by_itself);
    tcase_add_test(t, a_ring_of_stages);
    tcase_add_test(t, groups_that_are_not_committed_in_every_pass);
    tcase_add_test(t, groups_are_those_of_the_thread_that_copies);
    tcase_add_test(t, a_wait_for_an_unknown_number);
    return run_case("copies", t);
}
