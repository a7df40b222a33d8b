/* What one request costs: small patterns by hand, and all that were counted on a GPU. */
#include "../../../analyzer/analysis/banks/wavefronts.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 32 };
#define ALL 0xffffffffu

static csl_wavefronts strided(int64_t stride, uint32_t lanes, uint32_t bytes) {
    int64_t place[LANES];
    for (int i = 0; i < LANES; i++)
        place[i] = i * stride;
    return csl_count_wavefronts(place, lanes, bytes, false);
}

START_TEST(neighbours_take_one_wavefront) {
    ck_assert_uint_eq(strided(4, ALL, 4).count, 1);
    ck_assert_uint_eq(strided(4, ALL, 4).degree, 1);
    ck_assert_uint_eq(strided(1, ALL, 1).count, 1);
    ck_assert_uint_eq(strided(0, ALL, 4).count, 1); /* one word for all */
}
END_TEST

START_TEST(a_column_takes_as_many_as_it_has_rows) {
    const csl_wavefronts w = strided(128, ALL, 4);
    ck_assert_uint_eq(w.count, 32);
    ck_assert_uint_eq(w.degree, 32);
    ck_assert_uint_eq(w.lane[0], 0);
    ck_assert_uint_eq(w.lane[1], 1);
    ck_assert_uint_eq(strided(132, ALL, 4).degree, 1);
    ck_assert_uint_eq(strided(8, ALL, 4).degree, 2);
}
END_TEST

START_TEST(wide_values_come_in_parts) {
    const csl_wavefronts w = strided(16, ALL, 16);
    ck_assert_uint_eq(w.count, 4);
    ck_assert_uint_eq(w.parts, 4);
    ck_assert_uint_eq(w.degree, 1);
    ck_assert_uint_eq(strided(8, 0xffffu, 8).count, 1); /* half of a warp */
    ck_assert_uint_eq(strided(128, ALL, 16).degree, 8);
}
END_TEST

START_TEST(lanes_that_stay_away_ask_for_nothing) {
    ck_assert_uint_eq(strided(128, 1, 4).count, 1);
    ck_assert_uint_eq(strided(128, 0, 4).count, 0);
    ck_assert_uint_eq(strided(-128, 7, 4).degree, 3); /* a shift may be negative */
}
END_TEST

/* A row of runtime_tests/banks/patterns.csv. */
static void compare_row(char *row, unsigned number, bool *loads_differ) {
    int64_t place[LANES];
    const uint32_t bytes = (uint32_t)strtoul(strtok(row, ","), NULL, 10);
    const uint32_t lanes = (uint32_t)strtoul(strtok(NULL, ","), NULL, 16);
    const uint32_t stores = (uint32_t)strtoul(strtok(NULL, ","), NULL, 10);
    const uint32_t loads = (uint32_t)strtoul(strtok(NULL, ","), NULL, 10);
    for (int i = 0; i < LANES; i++)
        place[i] = (int64_t)bytes * strtol(strtok(NULL, ","), NULL, 10);
    const csl_wavefronts store = csl_count_wavefronts(place, lanes, bytes, false);
    const csl_wavefronts load = csl_count_wavefronts(place, lanes, bytes, true);
    *loads_differ |= store.count != load.count;
    ck_assert_msg(store.count == stores, "row %u: %u wavefronts of the store, counted %u", number,
                  store.count, stores);
    ck_assert_msg(load.count == loads, "row %u: %u wavefronts of the load, counted %u", number,
                  load.count, loads);
}

START_TEST(patterns_cost_what_was_counted) {
    FILE *f = fopen("runtime_tests/banks/patterns.csv", "r");
    ck_assert_ptr_nonnull(f);
    char line[512];
    unsigned rows = 0;
    bool loads_differ = false;
    while (fgets(line, sizeof line, f))
        if (*line != '#')
            compare_row(line, ++rows, &loads_differ);
    fclose(f);
    ck_assert_uint_eq(rows, 232);
    ck_assert(loads_differ); /* or there is no need to tell the two apart */
}
END_TEST

int main(void) {
    Suite *suite = suite_create("wavefronts");
    TCase *tests = tcase_create("requests");
    tcase_add_test(tests, neighbours_take_one_wavefront);
    tcase_add_test(tests, a_column_takes_as_many_as_it_has_rows);
    tcase_add_test(tests, wide_values_come_in_parts);
    tcase_add_test(tests, lanes_that_stay_away_ask_for_nothing);
    tcase_add_test(tests, patterns_cost_what_was_counted);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
