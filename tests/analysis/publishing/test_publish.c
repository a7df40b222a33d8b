/* Publishing to other blocks, in kernels written as IR text. */
#include "../facts_test.h"

#define B "(cast.i32 bid.x)"
#define ZERO "(const.i32 0)"
#define AT_PARTIAL(i) "(add.ptr (base.ptr 0) (mul.i64 (cast.i64 " i ") (const.i64 4)))"
#define COUNT "(base.ptr 1)"
#define FIRST_THREAD "(eq.i32 " TID " (const.i32 0))"

/* Objects: 0 `partial`, 1 `count`, 2 `last` in shared memory. 64 blocks of 256 threads. */
#define KERNEL(body)                                                                               \
    "(module (file 0 \"k.cu\") (kernel \"k\" " AT(                                                 \
        1) " (labels 1)"                                                                           \
           " (object 0 global \"partial\" i32 4) (object 1 global \"count\" i32 4)"                \
           " (object 2 shared \"last\" i32 4 (bytes 4))"                                           \
           " (var 0 \"ticket\" i32) (var 1 \"last\" i32) (var 2 \"value\" i32) (var 3 \"k\" i32)"  \
           " (launch (grid 64 1 1) (block 256 1 1) " AT(99) ") (body " body ")))"

#define STORE(i, line)                                                                             \
    "(access write i32 4 " AT_PARTIAL(i) " (value (const.i32 1)) (text \"partial[i]\") " AT(       \
        line) ")"
#define FENCE(line) "(fence grid " AT(line) ")"
#define BLOCK_FENCE(line) "(fence block " AT(line) ")"
#define COUNTS_AS(how, line)                                                                       \
    "(access rmw i32 4 " COUNT " (value (const.i32 1)) (result 0) (atomic add " how                \
    ") (text \"atomicAdd\") " AT(line) ")"
#define COUNTS(line) COUNTS_AS("grid relaxed", line)
#define TELLS(line)                                                                                \
    "(access write i32 4 (base.ptr 2) (value (var.i32 0)) (text \"last\") " AT(line) ")"
#define ASKS(line) "(access read i32 4 (base.ptr 2) (result 1) (text \"last\") " AT(line) ")"
#define READ(i, line)                                                                              \
    "(access read i32 4 " AT_PARTIAL(i) " (result 2) (text \"partial[k]\") " AT(line) ")"
#define IS_LAST(var) "(eq.i32 (var.i32 " var ") (const.i32 63))"

/* Thread 0 counts its block; all threads of the last block read what the others stored. */
#define COUNT_BLOCK(counts) IF(FIRST_THREAD, 20, counts TELLS(22))
#define LAST_BLOCK BARRIER(30) ASKS(31) IF(IS_LAST("1"), 32, READ(TID, 33))

static void expect_nothing(const char *text) {
    const csl_facts *f = analyse(text);
    ck_assert_uint_eq(f->nunpublished, 0);
    expect_proved(f);
}

static const csl_unpublished *expect(const char *text, csl_unpublished_kind kind, uint32_t store,
                                     uint32_t signal, csl_confidence level) {
    const csl_facts *f = analyse(text);
    ck_assert_uint_eq(f->nunpublished, 1);
    const csl_unpublished *u = &f->unpublished[0];
    ck_assert_int_eq(u->kind, kind);
    ck_assert_uint_eq(u->store->place->line, store);
    ck_assert_uint_eq(u->signal->place->line, signal);
    ck_assert_int_eq(u->rating.level, level);
    ck_assert_ptr_nonnull(u->witness);
    const csl_trace *t = u->witness->threads;
    ck_assert_int_ne(t[0].block[0], t[1].block[0]);
    return u;
}

START_TEST(the_thread_that_stores_signals) {
#define ONE(between)                                                                               \
    KERNEL(IF(FIRST_THREAD, 10, STORE(B, 11) between COUNTS(21) TELLS(22)) LAST_BLOCK)
    expect(ONE(""), CSL_UNPUBLISHED_FENCE, 11, 21, CSL_HIGH);
    expect_nothing(ONE(FENCE(12)));
    const csl_unpublished *u =
        expect(ONE(BLOCK_FENCE(12)), CSL_UNPUBLISHED_FENCE, 11, 21, CSL_HIGH);
    ck_assert_uint_eq(u->vain->place->line, 12);
    ck_assert(!u->barrier_too);
    /* in an arm that not every thread takes which stores */
    expect(ONE(IF("(lt.u32 bid.x (const.u32 7))", 12, FENCE(13))), CSL_UNPUBLISHED_FENCE, 11, 21,
           CSL_HIGH);
}
END_TEST

START_TEST(the_fence_may_stand_outside_of_the_arms) {
    expect_nothing(
        KERNEL(IF(FIRST_THREAD, 10, STORE(B, 11)) FENCE(12) COUNT_BLOCK(COUNTS(21)) LAST_BLOCK));
    expect(KERNEL(FENCE(9) IF(FIRST_THREAD, 10, STORE(B, 11)) COUNT_BLOCK(COUNTS(21)) LAST_BLOCK),
           CSL_UNPUBLISHED_FENCE, 11, 21, CSL_HIGH);
}
END_TEST

START_TEST(one_thread_signals_for_its_block) {
#define ALL(between) KERNEL(STORE(TID, 11) between LAST_BLOCK)
    expect_nothing(ALL(FENCE(12) BARRIER(13) COUNT_BLOCK(COUNTS(21))));
    expect_nothing(ALL(BARRIER(13) COUNT_BLOCK(FENCE(19) COUNTS(21))));
    expect_nothing(ALL(BARRIER(13) FENCE(14) COUNT_BLOCK(COUNTS(21))));
    expect_nothing(ALL(BARRIER(12) FENCE(13) BARRIER(14) COUNT_BLOCK(COUNTS(21))));
    expect(ALL(FENCE(12) COUNT_BLOCK(COUNTS(21))), CSL_UNPUBLISHED_BARRIER, 11, 21, CSL_HIGH);
    expect(ALL(COUNT_BLOCK(FENCE(19) COUNTS(21))), CSL_UNPUBLISHED_BARRIER, 11, 21, CSL_HIGH);
    const csl_unpublished *u =
        expect(ALL(COUNT_BLOCK(COUNTS(21))), CSL_UNPUBLISHED_FENCE, 11, 21, CSL_HIGH);
    ck_assert(u->barrier_too);
    u = expect(ALL(BARRIER(13) COUNT_BLOCK(COUNTS(21))), CSL_UNPUBLISHED_FENCE, 11, 21, CSL_HIGH);
    ck_assert(!u->barrier_too);
}
END_TEST

START_TEST(the_fence_of_another_thread) {
    /* of thread 0 alone, before it has met the others */
    const csl_unpublished *u = expect(KERNEL(STORE(TID, 11) IF(FIRST_THREAD, 12, FENCE(13))
                                                 BARRIER(14) COUNT_BLOCK(COUNTS(21)) LAST_BLOCK),
                                      CSL_UNPUBLISHED_FENCE, 11, 21, CSL_HIGH);
    ck_assert_uint_eq(u->vain->place->line, 13);
}
END_TEST

START_TEST(atomics_that_order) {
#define ORDERED(how) ALL(BARRIER(13) COUNT_BLOCK(COUNTS_AS(how, 21)))
    expect_nothing(ORDERED("grid release"));
    expect_nothing(ORDERED("grid acq_rel"));
    expect_nothing(ORDERED("grid seq_cst"));
    expect(ORDERED("grid acquire"), CSL_UNPUBLISHED_FENCE, 11, 21, CSL_HIGH);
    expect(ORDERED("block seq_cst"), CSL_UNPUBLISHED_SCOPE, 11, 21, CSL_HIGH);
}
END_TEST

START_TEST(without_a_reader) {
    /* no thread reads, or only what the thread itself has stored */
    expect_nothing(KERNEL(STORE(TID, 11) COUNT_BLOCK(COUNTS(21)) BARRIER(30) ASKS(31)));
#define OWN "(add.i32 (mul.i32 " B " (const.i32 256)) " TID ")"
    expect_nothing(KERNEL(STORE(OWN, 11) COUNT_BLOCK(COUNTS(21)) BARRIER(30) ASKS(31)
                              IF(IS_LAST("1"), 32, READ(OWN, 33))));
    /* the reader was not let through by the counter */
    expect_nothing(KERNEL(STORE(TID, 11) COUNT_BLOCK(COUNTS(21)) BARRIER(30) READ(TID, 33)));
    /* the first to come learns of no other */
    expect_nothing(KERNEL(IF(FIRST_THREAD, 10,
                             STORE(B, 11) COUNTS(21)
                                 IF("(eq.i32 (var.i32 0) (const.i32 0))", 32, READ(TID, 33)))));
    expect(KERNEL(IF(FIRST_THREAD, 10,
                     STORE(B, 11) COUNTS(21)
                         IF("(ne.i32 (var.i32 0) (const.i32 0))", 32, READ(TID, 33)))),
           CSL_UNPUBLISHED_FENCE, 11, 21, CSL_HIGH);
}
END_TEST

START_TEST(a_barrier_of_the_grid_is_enough) {
#define GRID_BARRIER(line) "(sync barrier grid orders (name \"grid.sync()\") " AT(line) ")"
    ck_assert_uint_eq(analyse(ALL(GRID_BARRIER(12) COUNT_BLOCK(COUNTS(21))))->nunpublished, 0);
    ck_assert_uint_eq(analyse(ALL(COUNT_BLOCK(COUNTS(21)) GRID_BARRIER(29)))->nunpublished, 0);
    ck_assert_uint_eq(
        analyse(KERNEL(GRID_BARRIER(9) STORE(TID, 11) COUNT_BLOCK(COUNTS(21)) LAST_BLOCK))
            ->nunpublished,
        1);
}
END_TEST

START_TEST(a_queue_is_no_gate) {
    expect_nothing(KERNEL(
        IF(FIRST_THREAD, 10,
           STORE("(const.i32 5)", 11) COUNTS(21)
               IF("(lt.i32 (var.i32 0) (const.i32 64))", 32,
                  "(access read i32 4 " AT_PARTIAL("(var.i32 0)") " (result 2) " AT(33) ")"))));
}
END_TEST

START_TEST(one_block_needs_no_fence) {
    expect_nothing("(module (file 0 \"k.cu\") (kernel \"k\" " AT(
        1) " (labels 1)"
           " (object 0 global \"partial\" i32 4) (object 1 global \"count\" i32 4)"
           " (object 2 shared \"last\" i32 4 (bytes 4))"
           " (var 0 \"ticket\" i32) (var 1 \"last\" i32) (var 2 \"value\" i32)"
           " (launch (grid 1 1 1) (block 256 1 1) " AT(99) ") (body " STORE(TID, 11) BARRIER(13)
                       COUNT_BLOCK(COUNTS(21)) LAST_BLOCK ")))");
}
END_TEST

/* ---- flags ----------------------------------------------------------------------------------- */

#define SETS(line)                                                                                 \
    "(access write i32 4 " COUNT " (value (const.i32 1)) volatile (text \"*flag\") " AT(line) ")"
#define LOOKS(how, line)                                                                           \
    "(access read i32 4 " COUNT " (result 0) " how " (text \"*flag\") " AT(line) ")"
#define WAITS(how, line)                                                                           \
    LOOP(line, LOOKS(how, line) LEAVE("(ne.i32 (var.i32 0) (const.i32 0))", line))
#define FLAG(between, how)                                                                         \
    KERNEL("(if (eq.u32 bid.x (const.u32 0)) (from if) (text \"block 0\") " AT(                    \
        10) " (then " STORE(TID, 11)                                                               \
               between IF(FIRST_THREAD, 20, SETS(21)) ") (else " IF(                               \
                   FIRST_THREAD, 30, WAITS(how, 31)) BARRIER(32) READ(TID, 33) "))")

START_TEST(a_flag_that_others_wait_for) {
    expect_nothing(FLAG(FENCE(12) BARRIER(13), "(atomic load grid acquire)"));
    expect(FLAG(FENCE(12) BARRIER(13), "volatile"), CSL_UNPUBLISHED_ACQUIRE, 11, 21, CSL_MEDIUM);
    expect(FLAG(BARRIER(13), "volatile"), CSL_UNPUBLISHED_FENCE, 11, 21, CSL_HIGH);
    expect(FLAG(FENCE(12), "volatile"), CSL_UNPUBLISHED_BARRIER, 11, 21, CSL_HIGH);
    expect(FLAG(FENCE(12), "(atomic load grid acquire)"), CSL_UNPUBLISHED_BARRIER, 11, 21,
           CSL_HIGH);
}
END_TEST

START_TEST(a_loop_that_may_look_once) {
    const csl_facts *f = analyse(FLAG(FENCE(12) BARRIER(13), ""));
    ck_assert_uint_eq(f->nunpublished, 1);
    ck_assert_int_eq(f->unpublished[0].kind, CSL_UNPUBLISHED_SPIN);
    ck_assert_uint_eq(f->unpublished[0].gate->place->line, 31);
}
END_TEST

#define TAKES(line)                                                                                \
    LOOP(line, "(access rmw i32 4 " COUNT " (value (const.i32 1)) (compare " ZERO                  \
               ") (result 0) (atomic cas grid relaxed) (text \"atomicCAS\") " AT(line) ")" LEAVE(  \
                   "(eq.i32 (var.i32 0) (const.i32 0))", line))
#define GIVES(line)                                                                                \
    "(access rmw i32 4 " COUNT " (value " ZERO                                                     \
    ") (atomic exch grid relaxed) (text \"atomicExch\") " AT(line) ")"

START_TEST(a_lock) {
#define LOCKED(taken, giving)                                                                      \
    KERNEL(IF(FIRST_THREAD, 10, TAKES(11) taken READ(ZERO, 13) STORE(ZERO, 14) giving GIVES(20)))
    expect(LOCKED(FENCE(12), ""), CSL_UNPUBLISHED_FENCE, 14, 20, CSL_MEDIUM);
    expect(LOCKED("", FENCE(15)), CSL_UNPUBLISHED_ACQUIRE, 14, 20, CSL_MEDIUM);
    expect_nothing(LOCKED(FENCE(12), FENCE(15)));
}
END_TEST

/* What is stored in one pass is signalled in the next: a tree that is climbed. */
START_TEST(the_signal_comes_in_the_next_pass) {
#define K "(var.i32 3)"
#define CLIMB(end)                                                                                 \
    KERNEL(IF(FIRST_THREAD, 10,                                                                    \
              LET(3, B, 11) LOOP(12, COUNTS(13) LEAVE("(eq.i32 (var.i32 0) (const.i32 0))", 14)    \
                                         READ("(add.i32 " K " (const.i32 1))", 15) STORE(K, 16)    \
                                             end LET(3, "(shr.i32 " K " (const.i32 1))", 18))))
    expect(CLIMB(""), CSL_UNPUBLISHED_FENCE, 16, 13, CSL_MEDIUM);
    expect_nothing(CLIMB(FENCE(17)));
    expect_nothing(CLIMB("(br 0 (from break) " AT(17) ")")); /* there is none */
}
END_TEST

int main(void) {
    TCase *t = tcase_create("publish");
    tcase_add_test(t, the_thread_that_stores_signals);
    tcase_add_test(t, the_fence_may_stand_outside_of_the_arms);
    tcase_add_test(t, one_thread_signals_for_its_block);
    tcase_add_test(t, the_fence_of_another_thread);
    tcase_add_test(t, atomics_that_order);
    tcase_add_test(t, without_a_reader);
    tcase_add_test(t, a_barrier_of_the_grid_is_enough);
    tcase_add_test(t, a_queue_is_no_gate);
    tcase_add_test(t, one_block_needs_no_fence);
    tcase_add_test(t, a_flag_that_others_wait_for);
    tcase_add_test(t, a_loop_that_may_look_once);
    tcase_add_test(t, a_lock);
    tcase_add_test(t, the_signal_comes_in_the_next_pass);
    return run_case("publish", t);
}
