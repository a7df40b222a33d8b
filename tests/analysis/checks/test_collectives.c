/* Synchronisation that counts or names who takes part, in kernels written as IR text: masks of a
 * warp, named barriers, barrier objects, barriers of the grid. */
#include "../facts_test.h"

/* &s[index] */
#define S(index) "(add.ptr (base.ptr 0) (mul.i64 (cast.i64 " index ") (const.i64 4)))"
#define READ(index, line) "(access read i32 4 " S(index) " (result 1) (text \"read\") " AT(line) ")"
#define WRITE(index, line)                                                                         \
    "(access write i32 4 " S(index) " (value (var.i32 1)) (text \"write\") " AT(line) ")"
#define MIRRORED "(sub.i32 (const.i32 255) " TID ")"
#define BELOW(n) "(lt.i32 " TID " (const.i32 " #n "))"
#define EITHER(cond, line, then, other)                                                            \
    "(if " cond " (from if) (text \"condition\") " AT(line) " (then " then ") (else " other "))"
#define COUNT_TO_3(line, body)                                                                     \
    LET(0, "(const.i32 0)", line)                                                                  \
    LOOP(line, LEAVE("(le.i32 (const.i32 3) (var.i32 0))", line)                                   \
                   body LET(0, "(add.i32 (var.i32 0) (const.i32 1))", line))

/* Objects: 0 `s`, 256 ints; 1 `bar`, two barrier objects; 2 `flags`, in global memory. Variables:
 * 0 a counter, 1 a value, 2 a token. Launched with 256 threads. */
#define KERNEL(body) KERNEL_LAUNCHED("", body)
#define KERNEL_LAUNCHED(how, body)                                                                 \
    "(module (file 0 \"k.cu\") (kernel \"k\" " AT(                                                 \
        1) " (labels 2) (param 0 \"flags\" ptr (object 2))"                                        \
           " (object 0 shared \"s\" i32 4 (dims 256) (bytes 1024))"                                \
           " (object 1 shared \"bar\" u64 8 (dims 2) (bytes 16))"                                  \
           " (object 2 global \"flags\" i32 4 (param 0) const)"                                    \
           " (var 0 \"i\" i32) (var 1 \"value\" i32) (var 2 \"token\" u64)"                        \
           " (launch (grid 1 1 1) (block 256 1 1) " how AT(99) ") (body " LET(1, "(const.i32 7)",  \
                                                                              2) body ")))"

static void expect_nothing(const csl_facts *f) {
    ck_assert_uint_eq(f->ndivergences, 0);
    ck_assert_uint_eq(f->nabsent_lanes, 0);
    ck_assert_uint_eq(f->nmisuses, 0);
    for (uint32_t i = 0; i < f->nraces; i++)
        ck_assert_int_eq(f->races[i].rating.level, CSL_LOW);
}

static void expect_clean(const csl_facts *f) {
    expect_nothing(f);
    expect_proved(f);
}

static void expect_misuse(const csl_facts *f, csl_misuse_kind kind, uint32_t line) {
    ck_assert_uint_eq(f->nmisuses, 1);
    ck_assert_int_eq(f->misuses[0].kind, kind);
    ck_assert_uint_eq(f->misuses[0].sync->place->line, line);
    ck_assert_int_ge(f->misuses[0].rating.level, CSL_MEDIUM);
    ck_assert_ptr_nonnull(f->misuses[0].witness);
}

static void expect_counts(const csl_facts *f, uint32_t expected, uint32_t coming) {
    ck_assert_uint_eq(f->misuses[0].expected, expected);
    ck_assert_uint_eq(f->misuses[0].coming, coming);
}

/* ---- masks of a warp ------------------------------------------------------------------------- */

#define SHUFFLE(mask, line)                                                                        \
    "(sync shuffle warp (mask (const.u32 " #mask ")) (value (var.i32 1)) (lane (const.i32 0))"     \
    " (width 32) (result 1) (result-scope warp) (name \"__shfl_sync()\") " AT(line) ")"
#define WARP_BARRIER(mask, line)                                                                   \
    "(sync barrier warp orders (mask (const.u32 " #mask ")) (name \"__syncwarp()\") " AT(line) ")"
#define LANE "(band.i32 " TID " (const.i32 31))"

START_TEST(a_lane_of_the_mask_does_not_come) {
    const csl_facts *f =
        analyse(KERNEL(IF("(lt.i32 " LANE " (const.i32 16))", 3, SHUFFLE(4294967295, 4))));
    ck_assert_uint_eq(f->nabsent_lanes, 1);
    ck_assert_int_eq(f->absent_lanes[0].part, CSL_PART_ARM);
    ck_assert_uint_eq(f->absent_lanes[0].barrier->place->line, 4);
    ck_assert_int_eq(f->absent_lanes[0].rating.level, CSL_HIGH);
    /* its mask names those that come */
    expect_nothing(analyse(KERNEL(IF("(lt.i32 " LANE " (const.i32 16))", 3, SHUFFLE(65535, 4)))));
    /* whole warps come, or stay away */
    expect_nothing(analyse(KERNEL(IF(BELOW(64), 3, SHUFFLE(4294967295, 4)))));
}
END_TEST

START_TEST(a_lane_outside_of_its_mask) {
    expect_misuse(analyse(KERNEL(WARP_BARRIER(65535, 4))), CSL_MISUSE_OUTSIDE, 4);
    expect_nothing(analyse(KERNEL(WARP_BARRIER(4294967295, 4))));
    /* mask 0: the forms of before sm_70 name no lane */
    expect_nothing(analyse(KERNEL(SHUFFLE(0, 4))));
}
END_TEST

#define UPPER_HALF_ENDS(line) IF("(le.i32 (const.i32 16) " LANE ")", line, "(exit " AT(line) ")")
#define AS_HALF_WARP(index)                                                                        \
    WRITE(TID, 3) UPPER_HALF_ENDS(4) WARP_BARRIER(4294967295, 5) READ(index, 6)
#define NEXT "(band.i32 (add.i32 " TID " (const.i32 1)) (const.i32 255))"
#define PARTNER "(bxor.i32 " TID " (const.i32 1))"

/* A lane that has ended is not waited for, and nothing orders what it did. */
START_TEST(lanes_that_have_ended_are_not_waited_for) {
    expect_clean(analyse(KERNEL(AS_HALF_WARP(PARTNER))));
    const csl_facts *f = analyse(KERNEL(AS_HALF_WARP(NEXT)));
    ck_assert_uint_eq(f->nraces, 1);
    ck_assert_int_eq(f->races[0].pair, CSL_PAIR_SAME_WARP);
    ck_assert_int_ge(f->races[0].rating.level, CSL_MEDIUM);
    /* those who go round again are not compared with them */
    f = analyse(KERNEL(COUNT_TO_3(2, AS_HALF_WARP(PARTNER) WARP_BARRIER(4294967295, 7))));
    ck_assert_uint_gt(f->nobstacles, 0);
}
END_TEST

/* ---- named barriers -------------------------------------------------------------------------- */

#define NAMED(kind, id, count, line)                                                               \
    "(sync " #kind " block orders aligned (id (const.i32 " #id ")) (count (const.i32 " #count "))" \
    " (name \"bar\") " AT(line) ")"

START_TEST(fewer_warps_than_a_named_barrier_waits_for) {
    const csl_facts *f = analyse(KERNEL(IF(BELOW(64), 3, NAMED(barrier, 1, 96, 4))));
    expect_misuse(f, CSL_MISUSE_COUNT, 4);
    expect_counts(f, 96, 64);
    expect_nothing(analyse(KERNEL(IF(BELOW(64), 3, NAMED(barrier, 1, 64, 4)))));
    /* who comes waits for all lanes of the warp */
    expect_misuse(analyse(KERNEL(IF(BELOW(33), 3, NAMED(barrier, 1, 64, 4)))), CSL_MISUSE_COUNT, 4);
}
END_TEST

START_TEST(those_that_only_arrive_count) {
    expect_nothing(
        analyse(KERNEL(EITHER(BELOW(64), 3, NAMED(arrive, 2, 256, 4), NAMED(barrier, 2, 256, 5)))));
    expect_misuse(analyse(KERNEL(EITHER(BELOW(64), 3, IF(BELOW(32), 3, NAMED(arrive, 2, 256, 4)),
                                        NAMED(barrier, 2, 256, 5)))),
                  CSL_MISUSE_COUNT, 5);
    /* no thread waits */
    expect_nothing(analyse(KERNEL(IF(BELOW(64), 3, NAMED(arrive, 2, 256, 4)))));
}
END_TEST

START_TEST(numbers_and_counts_there_are_not) {
    expect_misuse(analyse(KERNEL(NAMED(barrier, 16, 256, 4))), CSL_MISUSE_NUMBER, 4);
    expect_misuse(analyse(KERNEL(NAMED(barrier, 15, 48, 4))), CSL_MISUSE_WARPS, 4);
    expect_nothing(analyse(KERNEL(NAMED(barrier, 15, 256, 4))));
}
END_TEST

START_TEST(what_a_call_may_do_is_not_counted) {
    expect_nothing(
        analyse(KERNEL("(call \"f\" " AT(3) ")" IF(BELOW(64), 3, NAMED(barrier, 1, 96, 4)))));
}
END_TEST

/* ---- the grid -------------------------------------------------------------------------------- */

#define GRID_BARRIER(line) "(sync barrier grid orders (name \"grid.sync()\") " AT(line) ")"

START_TEST(a_barrier_of_the_grid_needs_its_launch) {
    const csl_facts *f = analyse(KERNEL(GRID_BARRIER(4)));
    expect_misuse(f, CSL_MISUSE_LAUNCH, 4);
    ck_assert_uint_eq(f->misuses[0].launch->line, 99);
    expect_nothing(analyse(KERNEL_LAUNCHED("cooperative ", GRID_BARRIER(4))));
    /* it may have asked first */
    expect_nothing(analyse(KERNEL("(access read i32 4 (base.ptr 2) (result 1) " AT(3) ")" IF(
        "(eq.i32 (var.i32 1) (const.i32 1))", 3, GRID_BARRIER(4)))));
}
END_TEST

/* ---- barrier objects ------------------------------------------------------------------------- */

#define OBJECT(k) "(add.ptr (base.ptr 1) (const.i64 " #k "))"
#define STATE_WRITE(k, count, line)                                                                \
    "(access write u64 8 " OBJECT(k) " (value " count ") state (text \"init\") " AT(line) ")"
#define STATE_READ(k, line)                                                                        \
    "(access read u64 8 " OBJECT(k) " (atomic load grid relaxed) state (text \"wait\") " AT(       \
        line) ")"
#define STATE_UPDATE(k, line)                                                                      \
    "(access rmw u64 8 " OBJECT(k) " (atomic sub grid relaxed) state (text \"arrive\") " AT(       \
        line) ")"
#define INIT_BY_FIRST(k, count, line)                                                              \
    IF("(eq.i32 " TID " (const.i32 0))", line, STATE_WRITE(k, count, line))
#define INIT(k, count) INIT_BY_FIRST(k, "(const.u64 " #count ")", 3) BARRIER(3)
#define ARRIVE_AND_WAIT(k, line)                                                                   \
    STATE_UPDATE(k, line)                                                                          \
    "(sync barrier block orders (object " OBJECT(k) ") (name \"meet\") " AT(line) ")" STATE_READ(  \
        k, line)
#define ARRIVE(k, more, line)                                                                      \
    STATE_UPDATE(k, line)                                                                          \
    "(sync arrive block orders (object " OBJECT(k) ") " more                                       \
                                                   " (result 2) (name \"arrive\") " AT(line) ")"
#define WAIT(k, token, line)                                                                       \
    STATE_READ(k, line)                                                                            \
    "(sync wait block orders (object " OBJECT(k) ") " token " (name \"wait\") " AT(line) ")"
#define TOKEN "(value (var.u64 2))"

START_TEST(an_object_that_counts_the_block_is_its_barrier) {
    expect_clean(
        analyse(KERNEL(INIT(0, 256) WRITE(TID, 4) ARRIVE_AND_WAIT(0, 5) READ(MIRRORED, 6))));
    /* whatever the block, if it counts that */
    expect_clean(analyse(KERNEL(INIT_BY_FIRST(0, "(cast.u64 bdim.x)", 3) BARRIER(3) WRITE(TID, 4)
                                    ARRIVE_AND_WAIT(0, 5) READ(MIRRORED, 6))));
    /* in every pass, and from one to the next */
    expect_clean(analyse(KERNEL(INIT(0, 256) COUNT_TO_3(
        4, WRITE(TID, 5) ARRIVE_AND_WAIT(0, 6) READ(MIRRORED, 7) ARRIVE_AND_WAIT(0, 8)))));
    const csl_facts *f = analyse(
        KERNEL(INIT(0, 256) COUNT_TO_3(4, WRITE(TID, 5) ARRIVE_AND_WAIT(0, 6) READ(MIRRORED, 7))));
    ck_assert_uint_eq(f->nraces, 1);
    ck_assert_int_eq(f->races[0].meeting, CSL_MEET_BACK);
    ck_assert_int_eq(f->races[0].rating.level, CSL_HIGH);
}
END_TEST

START_TEST(a_thread_that_does_not_come_to_it_diverges) {
    const csl_facts *f = analyse(KERNEL(INIT(0, 256) IF(BELOW(100), 4, ARRIVE_AND_WAIT(0, 5))));
    ck_assert_uint_eq(f->ndivergences, 1);
    ck_assert_uint_eq(f->divergences[0].barrier->place->line, 5);
    ck_assert_int_eq(f->divergences[0].rating.level, CSL_HIGH);
    ck_assert_uint_eq(f->nmisuses, 0);
}
END_TEST

START_TEST(arms_may_share_an_object) {
    expect_nothing(analyse(
        KERNEL(INIT(0, 256) EITHER(BELOW(100), 4, ARRIVE_AND_WAIT(0, 5), ARRIVE_AND_WAIT(0, 6)))));
    const csl_facts *f = analyse(KERNEL(INIT(0, 256) EITHER(
        BELOW(100), 4, ARRIVE_AND_WAIT(0, 5), IF(BELOW(200), 6, ARRIVE_AND_WAIT(0, 7)))));
    expect_misuse(f, CSL_MISUSE_ARRIVALS, 5);
    expect_counts(f, 256, 200);
}
END_TEST

START_TEST(not_as_many_as_an_object_expects) {
    const csl_facts *f = analyse(KERNEL(INIT(0, 257) ARRIVE_AND_WAIT(0, 4)));
    expect_misuse(f, CSL_MISUSE_ARRIVALS, 4);
    expect_counts(f, 257, 256);
    f = analyse(KERNEL(INIT(0, 255) ARRIVE_AND_WAIT(0, 4)));
    expect_misuse(f, CSL_MISUSE_ARRIVALS, 4);
    ck_assert_int_eq(f->misuses[0].rating.level, CSL_HIGH);
    /* opens early: some may have meant that */
    f = analyse(KERNEL(INIT(0, 64) ARRIVE_AND_WAIT(0, 4)));
    expect_misuse(f, CSL_MISUSE_ARRIVALS, 4);
    ck_assert_int_eq(f->misuses[0].rating.level, CSL_MEDIUM);
    /* an arrival may count for several */
    expect_nothing(
        analyse(KERNEL(INIT(0, 512) ARRIVE(0, "(count (const.i32 2))", 4) WAIT(0, TOKEN, 5))));
    /* each of two objects has its own */
    expect_nothing(analyse(KERNEL(INIT(0, 100) INIT_BY_FIRST(8, "(const.u64 156)", 3) BARRIER(
        3) EITHER(BELOW(100), 4, ARRIVE_AND_WAIT(0, 5), ARRIVE_AND_WAIT(8, 6)))));
    expect_misuse(analyse(KERNEL(INIT(0, 100) INIT_BY_FIRST(8, "(const.u64 157)", 3) BARRIER(
                      3) EITHER(BELOW(100), 4, ARRIVE_AND_WAIT(0, 5), ARRIVE_AND_WAIT(8, 6)))),
                  CSL_MISUSE_ARRIVALS, 6);
}
END_TEST

START_TEST(what_cannot_be_counted_is_not) {
    /* a phase is waited for by other means than the token of an arrival */
    expect_nothing(analyse(KERNEL(INIT(0, 300) ARRIVE(0, "", 4) WAIT(0, "", 5))));
    /* who drops out is not expected again */
    expect_nothing(analyse(
        KERNEL(INIT(0, 256) EITHER(BELOW(100), 4, ARRIVE(0, "drops", 5), ARRIVE_AND_WAIT(0, 6))
                   IF(BELOW(100), 7, WRITE(TID, 7)))));
    /* an unknown construct may arrive, too */
    expect_nothing(
        analyse(KERNEL(INIT(0, 300) "(opaque \"a construct\" " AT(4) ")" ARRIVE_AND_WAIT(0, 5))));
}
END_TEST

START_TEST(between_arrival_and_wait_nothing_is_ordered) {
    expect_clean(analyse(
        KERNEL(INIT(0, 256) WRITE(TID, 4) ARRIVE(0, "", 5) WAIT(0, TOKEN, 6) READ(MIRRORED, 7))));
    /* what is written in between may be read too early by those who have waited ... */
    const csl_facts *f = analyse(
        KERNEL(INIT(0, 256) ARRIVE(0, "", 5) WRITE(TID, 6) WAIT(0, TOKEN, 7) READ(MIRRORED, 8)));
    ck_assert_uint_eq(f->nraces, 1);
    ck_assert_int_eq(f->races[0].rating.level, CSL_HIGH);
    /* ... and what is read in between, not yet written by those who have not arrived */
    f = analyse(
        KERNEL(INIT(0, 256) WRITE(TID, 4) ARRIVE(0, "", 5) READ(MIRRORED, 6) WAIT(0, TOKEN, 7)));
    ck_assert_uint_eq(f->nraces, 1);
    /* the next phase separates it from what follows */
    expect_clean(analyse(KERNEL(INIT(0, 256) ARRIVE(0, "", 5) WRITE(TID, 6) WAIT(0, TOKEN, 7)
                                    ARRIVE_AND_WAIT(0, 8) READ(MIRRORED, 9))));
    /* a token of an unknown phase */
    f = analyse(
        KERNEL(INIT(0, 256) WRITE(TID, 4) ARRIVE(0, "", 5) WAIT(0, "", 6) READ(MIRRORED, 7)));
    ck_assert_uint_gt(f->nobstacles, 0);
    ck_assert_int_eq(f->races[0].rating.level, CSL_LOW);
}
END_TEST

START_TEST(the_block_may_arrive_and_wait_itself) {
#define HALF(kind, line) "(sync " #kind " block orders (name \"half\") " AT(line) ")"
    expect_clean(analyse(KERNEL(WRITE(TID, 4) HALF(arrive, 5) HALF(wait, 6) READ(MIRRORED, 7))));
    const csl_facts *f =
        analyse(KERNEL(HALF(arrive, 5) WRITE(TID, 6) HALF(wait, 7) READ(MIRRORED, 8)));
    ck_assert_uint_eq(f->nraces, 1);
    /* a wait without its arrival orders nothing that is known */
    f = analyse(KERNEL(WRITE(TID, 4) HALF(wait, 6) READ(MIRRORED, 7)));
    ck_assert_uint_gt(f->nobstacles, 0);
}
END_TEST

START_TEST(an_object_is_used_before_it_is_ready) {
    const csl_facts *f =
        analyse(KERNEL(INIT_BY_FIRST(0, "(const.u64 256)", 3) ARRIVE_AND_WAIT(0, 5)));
    ck_assert_uint_ge(f->nraces, 1);
    ck_assert(f->races[0].first->access->is_state && f->races[0].second->access->is_state);
    ck_assert_int_eq(f->races[0].rating.level, CSL_HIGH);
    /* initialised anew while others still look whether the phase is over */
    f = analyse(KERNEL(COUNT_TO_3(2, INIT(0, 256) ARRIVE_AND_WAIT(0, 5))));
    ck_assert_uint_eq(f->nraces, 1);
    ck_assert_int_eq(f->races[0].meeting, CSL_MEET_BACK);
    expect_clean(analyse(KERNEL(COUNT_TO_3(2, INIT(0, 256) ARRIVE_AND_WAIT(0, 5) BARRIER(6)))));
}
END_TEST

int main(void) {
    TCase *t = tcase_create("kernels");
    tcase_add_test(t, a_lane_of_the_mask_does_not_come);
    tcase_add_test(t, a_lane_outside_of_its_mask);
    tcase_add_test(t, lanes_that_have_ended_are_not_waited_for);
    tcase_add_test(t, fewer_warps_than_a_named_barrier_waits_for);
    tcase_add_test(t, those_that_only_arrive_count);
    tcase_add_test(t, numbers_and_counts_there_are_not);
    tcase_add_test(t, what_a_call_may_do_is_not_counted);
    tcase_add_test(t, a_barrier_of_the_grid_needs_its_launch);
    tcase_add_test(t, an_object_that_counts_the_block_is_its_barrier);
    tcase_add_test(t, a_thread_that_does_not_come_to_it_diverges);
    tcase_add_test(t, arms_may_share_an_object);
    tcase_add_test(t, not_as_many_as_an_object_expects);
    tcase_add_test(t, what_cannot_be_counted_is_not);
    tcase_add_test(t, between_arrival_and_wait_nothing_is_ordered);
    tcase_add_test(t, the_block_may_arrive_and_wait_itself);
    tcase_add_test(t, an_object_is_used_before_it_is_ready);
    return run_case("collectives", t);
}
