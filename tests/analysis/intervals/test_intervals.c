/* Which accesses meet between two barriers: the pairs that are asked about. */
#include "../facts_test.h"

/* &s[index] */
#define S(index) "(add.ptr (base.ptr 0) (mul.i64 (cast.i64 " index ") (const.i64 4)))"
#define READ(line) "(access read i32 4 " S(TID) " (result 1) (text \"read\") " AT(line) ")"
#define WRITE(line)                                                                                \
    "(access write i32 4 " S(TID) " (value (var.i32 1)) (text \"write\") " AT(line) ")"
#define WARP(line)                                                                                 \
    "(sync barrier warp orders (mask (const.u32 4294967295)) (name \"__syncwarp()\") " AT(line) ")"
/* clang-format off */
#define KERNEL(body)                                                                               \
    "(module (file 0 \"k.cu\") (kernel \"k\" " AT(1) " (labels 2) (param 0 \"n\" i32)"             \
    " (object 0 shared \"s\" i32 4 (dims 256) (bytes 1024)) (var 0 \"i\" i32) (var 1 \"v\" i32)"   \
    " (launch (grid 1 1 1) (block 256 1 1) " AT(99) ") (body " LET(1, "(const.i32 7)", 2) body ")))"
/* clang-format on */

/* The pairs that meet, a line each, those of a place with itself left out. */
static void expect_met(const char *text, const char *pairs) {
    char *all = NULL, *found = NULL;
    size_t size;
    options.dump_intervals = open_memstream(&all, &size);
    analyse(text);
    fclose(options.dump_intervals);
    options.dump_intervals = NULL;
    FILE *out = open_memstream(&found, &size);
    for (char *line = strtok(all, "\n"); line; line = strtok(NULL, "\n"))
        if (!strstr(line, "writes `write`, 3:1 writes `write`"))
            fprintf(out, "%s\n", line);
    fclose(out);
    ck_assert_str_eq(found, pairs);
    free(found);
    free(all);
}

#define IS_ONE "(eq.i32 (param.i32 0) (const.i32 1))"

START_TEST(a_barrier_of_the_block_ends_an_interval) {
    expect_met(KERNEL(WRITE(3) BARRIER(4) READ(5)), "");
    expect_met(KERNEL(WRITE(3) READ(5)),
               "k: different warps: 3:1 writes `write`, 5:1 reads `read`\n"
               "k: one warp: 3:1 writes `write`, 5:1 reads `read`\n");
}
END_TEST

START_TEST(a_barrier_of_the_warp_ends_that_of_the_warp) {
    expect_met(KERNEL(WRITE(3) WARP(4) READ(5)),
               "k: different warps: 3:1 writes `write`, 5:1 reads `read`\n");
}
END_TEST

START_TEST(the_end_of_a_pass_meets_the_start_of_the_next) {
    expect_met(KERNEL(LOOP(2, LEAVE(IS_ONE, 2) WRITE(3) BARRIER(5) READ(6))),
               "k: different warps: 6:1 reads `read`, 3:1 writes `write` if (ne.i32 (param.i32 0) "
               "(const.i32 1)), next pass of the loop at line 2\n"
               "k: one warp: 6:1 reads `read`, 3:1 writes `write` if (ne.i32 (param.i32 0) "
               "(const.i32 1)), next pass of the loop at line 2\n");
    expect_met(KERNEL(LOOP(2, LEAVE(IS_ONE, 2) WRITE(3) BARRIER(5) READ(6) BARRIER(7))), "");
}
END_TEST

START_TEST(a_barrier_in_an_arm_counts_on_its_condition) {
    expect_met(KERNEL(WRITE(3) IF(IS_ONE, 4, BARRIER(5)) READ(6)),
               "k: different warps: 3:1 writes `write` if (ne.i32 (param.i32 0) (const.i32 1)), "
               "6:1 reads `read`\n"
               "k: one warp: 3:1 writes `write` if (ne.i32 (param.i32 0) (const.i32 1)), "
               "6:1 reads `read`\n");
}
END_TEST

START_TEST(both_arms_hold_one) {
    expect_met(KERNEL(WRITE(3) IF(IS_ONE, 4, BARRIER(5))
                          IF("(ne.i32 (param.i32 0) (const.i32 1))", 7, BARRIER(8)) READ(9)),
               "");
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("intervals");
    tcase_add_test(tests, a_barrier_of_the_block_ends_an_interval);
    tcase_add_test(tests, a_barrier_of_the_warp_ends_that_of_the_warp);
    tcase_add_test(tests, the_end_of_a_pass_meets_the_start_of_the_next);
    tcase_add_test(tests, a_barrier_in_an_arm_counts_on_its_condition);
    tcase_add_test(tests, both_arms_hold_one);
    return run_case("intervals", tests);
}
