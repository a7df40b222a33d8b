/* Records: written and read back, changed by hand, stale, contradicted by the case. */
#include "../../runtime_tests/record.h"

#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64], source[128], path[128];

static const char text[] = "// gpu: unobserved\nint a; // expect: shared-race\n";

static void make(void) {
    strcpy(folder, "/tmp/csl-record-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    char *rule = g_build_filename(folder, "corpus", "rule", NULL);
    ck_assert_int_eq(g_mkdir_with_parents(rule, 0777), 0);
    g_free(rule);
    g_snprintf(source, sizeof source, "%s/corpus/rule/bad_a.cu", folder);
    g_snprintf(path, sizeof path, "%s/runtime_tests/records/rule/bad_a.json", folder);
    ck_assert(g_file_set_contents(source, text, -1, NULL));
}

static void drop(void) {
    static const char *const folders[] = {
        "corpus/rule",           "corpus",        "runtime_tests/records/rule",
        "runtime_tests/records", "runtime_tests", "."};
    unlink(source);
    unlink(path);
    for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
        char *made = g_build_filename(folder, folders[i], NULL);
        rmdir(made);
        g_free(made);
    }
    rmdir(folder);
}

static void add_line(csl_hazards *h, unsigned line) {
    g_array_append_val(h->lines, line);
}

/* A record with something in every field: wrong results and hazards of racecheck. */
static csl_record *example(const csl_case *c) {
    csl_record *r = csl_record_new();
    r->name = g_strdup(c->name);
    r->source = g_strdup(c->hash);
    r->date = g_strdup("2026-01-31");
    r->device = (csl_device){g_strdup("Some \"GPU\""), g_strdup("9.0"), g_strdup("1.2"),
                             g_strdup("13.0.88"), g_strdup("2025.3")};
    r->deadline = 2.5;
    r->runs[CSL_OPTIMISED] =
        (csl_runs){.flags = g_strdup("-O3"), .runs = 8, .ok = 5, .wrong = 3, .milliseconds = 412};
    r->runs[CSL_DEBUG] = (csl_runs){.flags = g_strdup("-G"), .runs = 3, .ok = 3};
    r->tools[CSL_RACECHECK].state = g_strdup("ran");
    r->tools[CSL_RACECHECK].errors = 1;
    r->tools[CSL_RACECHECK].hazards = 5000000000;
    add_line(&r->tools[CSL_RACECHECK], 2);
    add_line(&r->tools[CSL_RACECHECK], 7);
    g_ptr_array_add(r->tools[CSL_RACECHECK].kernels, g_strdup("scan"));
    r->tools[CSL_SYNCCHECK].state = g_strdup("failed");
    r->tools[CSL_SYNCCHECK].message = g_strdup("no device");
    r->static_milliseconds = 41;
    csl_replay *p = g_new0(csl_replay, 1);
    *p = (csl_replay){g_strdup("shared-race"), g_strdup("scan"),     2, {256, 2, 1},
                      g_strdup("as written"),  g_strdup("racecheck")};
    g_ptr_array_add(r->replays, p);
    return r;
}

static void write_example(void) {
    csl_case *c = csl_case_read(source);
    csl_record *r = example(c);
    ck_assert(csl_record_write(r, path));
    csl_record_free(r);
    csl_case_free(c);
}

/* Replaces a piece of a file, which must be there. */
static void edit(const char *file, const char *from, const char *to) {
    char *old;
    ck_assert(g_file_get_contents(file, &old, NULL, NULL));
    char *at = strstr(old, from);
    ck_assert_ptr_nonnull(at);
    char *changed = g_strdup_printf("%.*s%s%s", (int)(at - old), old, to, at + strlen(from));
    ck_assert(g_file_set_contents(file, changed, -1, NULL));
    g_free(changed);
    g_free(old);
}

/* The complaint about the case must contain `what`; NULL: there must be none. */
static void expect_complaint(const char *what) {
    csl_case *c = csl_case_read(source);
    char *complaint = csl_record_complaint(c, NULL);
    if (what)
        ck_assert_msg(complaint && strstr(complaint, what), "complaint is `%s`", complaint);
    else
        ck_assert_msg(!complaint, "complaint is `%s`", complaint);
    g_free(complaint);
    csl_case_free(c);
}

START_TEST(written_and_read_back) {
    char *why, *first, *second;
    write_example();
    csl_record *r = csl_record_read(path, &why);
    ck_assert_msg(r != NULL, "%s", why);
    ck_assert_str_eq(r->name, "rule/bad_a");
    ck_assert_str_eq(r->device.name, "Some \"GPU\"");
    ck_assert(r->deadline > 2.4 && r->deadline < 2.6);
    ck_assert_uint_eq(r->runs[CSL_OPTIMISED].wrong, 3);
    ck_assert_int_eq(r->tools[CSL_RACECHECK].hazards, 5000000000);
    ck_assert_uint_eq(g_array_index(r->tools[CSL_RACECHECK].lines, unsigned, 1), 7);
    ck_assert_str_eq(r->tools[CSL_SYNCCHECK].message, "no device");
    const csl_replay *p = r->replays->pdata[0];
    ck_assert_uint_eq(p->block[1], 2);
    ck_assert_str_eq(p->confirmed, "racecheck");
    ck_assert_uint_eq(csl_record_saw(r), CSL_SAW_WRONG | CSL_SAW_RACECHECK);
    ck_assert(g_file_get_contents(path, &first, NULL, NULL));
    ck_assert(csl_record_write(r, path)); /* the same content gives the same bytes */
    ck_assert(g_file_get_contents(path, &second, NULL, NULL));
    ck_assert_str_eq(first, second);
    csl_record_free(r);
    g_free(first);
    g_free(second);
}
END_TEST

START_TEST(claims_say_which_build) {
    csl_record *r = csl_record_new();
    r->runs[CSL_DEBUG].hang = 1;
    r->runs[CSL_DEBUG].wrong = 1;
    r->runs[CSL_OPTIMISED].wrong = 1;
    const unsigned saw = csl_record_saw(r), only = csl_record_debug_only(r);
    ck_assert_uint_eq(only, CSL_SAW_HANG);
    char *words = csl_claim_words(saw, only);
    ck_assert_str_eq(words, "wrong, hang(-G)");
    ck_assert_ptr_null(csl_claim_complaint(words, saw, only));
    g_free(words);
    static const char *const wrong[] = {"hang", "wrong(-G)", "error(-G)", "hang(-O)", ""};
    for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++) {
        char *why = csl_claim_complaint(wrong[i], saw, only);
        ck_assert_msg(why != NULL, "`%s` passes", wrong[i]);
        g_free(why);
    }
    csl_record_free(r);
}
END_TEST

START_TEST(observed_words) {
    csl_record *r = csl_record_new();
    ck_assert_uint_eq(csl_record_saw(r), CSL_SAW_OK);
    r->runs[CSL_DEBUG].hang = 1;
    r->tools[CSL_SYNCCHECK].hazards = 1;
    r->runs[CSL_OPTIMISED].error = 1;
    char *words = csl_saw_words(csl_record_saw(r), ", ");
    ck_assert_str_eq(words, "hang, error, synccheck");
    g_free(words);
    csl_record_free(r);
}
END_TEST

START_TEST(claims) {
    expect_complaint(NULL); /* unobserved, and no record */
    edit(source, "unobserved", "wrong");
    expect_complaint("no record");
    write_example();
    expect_complaint(NULL);
    edit(source, "wrong", "wrong, racecheck");
    expect_complaint(NULL); /* the claim is no part of the source that is hashed */
    edit(source, "wrong, racecheck", "hang");
    expect_complaint("claims `gpu: hang`");
    edit(source, "hang", "wrong, synccheck");
    expect_complaint("claims `gpu: synccheck`");
    edit(source, "wrong, synccheck", "ok");
    expect_complaint("claims `gpu: ok`");
    edit(source, "ok", "fine");
    expect_complaint("no word");
    edit(source, "fine", "unobserved");
    expect_complaint("there is a record");
    edit(source, " unobserved", "");
    expect_complaint("empty");
    edit(source, "// gpu:", "//");
    expect_complaint("no `// gpu:`");
}
END_TEST

START_TEST(stale_record) {
    write_example();
    edit(source, "unobserved", "wrong");
    edit(source, "int a", "int b");
    expect_complaint("another version");
}
END_TEST

START_TEST(record_of_another_case) {
    csl_case *c = csl_case_read(source);
    csl_record *r = example(c);
    g_free(r->name);
    r->name = g_strdup("rule/bad_b");
    ck_assert(csl_record_write(r, path));
    csl_record_free(r);
    csl_case_free(c);
    edit(source, "unobserved", "wrong");
    expect_complaint("is that of rule/bad_b");
}
END_TEST

START_TEST(record_changed_by_hand) {
    edit(source, "unobserved", "wrong");
    write_example();
    edit(path, "\"wrong\": 3", "\"wrong\": 4");
    expect_complaint("changed afterwards");
    write_example();
    edit(path, "\"date\": \"2026-01-31\"", "\"date\": \"2026-02-01\"");
    expect_complaint("changed afterwards");
    write_example();
    edit(path, ",\n \"digest\"", ",\n \"remark\": \"by hand\",\n \"digest\"");
    expect_complaint("changed afterwards");
    write_example();
    edit(path, "\"digest\": \"", "\"digest\": \"0");
    expect_complaint("changed afterwards");
    write_example();
    edit(path, "\"runs\": 8,", "\"runs\": 8");
    expect_complaint("is broken: line");
    ck_assert(g_file_set_contents(path, "", -1, NULL));
    expect_complaint("is broken");
}
END_TEST

START_TEST(claim_is_written) {
    csl_case *c = csl_case_read(source);
    char *hash = g_strdup(c->hash), *now;
    ck_assert(csl_case_write_claim(c, "hang, racecheck"));
    csl_case_free(c);
    ck_assert(g_file_get_contents(source, &now, NULL, NULL));
    ck_assert_str_eq(now, "// gpu: hang, racecheck\nint a; // expect: shared-race\n");
    g_free(now);
    c = csl_case_read(source);
    ck_assert_str_eq(c->hash, hash);
    ck_assert_str_eq(c->gpu, "hang, racecheck");
    csl_case_free(c);
    g_free(hash);
}
END_TEST

START_TEST(comments_of_a_case) {
    ck_assert(g_file_set_contents(source,
                                  "// gpu: unobserved\n// flags: --arch=sm_90 --checks=*\n"
                                  "// nvcc: -std=c++20\n// needs: gpus=2, sm_100\n",
                                  -1, NULL));
    csl_case *c = csl_case_read(source);
    ck_assert(c->bad);
    ck_assert_str_eq(c->rule, "rule");
    ck_assert_str_eq(c->flags[1], "--checks=*");
    ck_assert_ptr_null(c->flags[2]);
    ck_assert_str_eq(c->nvcc[0], "-std=c++20");
    ck_assert_uint_eq(c->gpus, 2);
    ck_assert_uint_eq(c->arch, 100);
    csl_case_free(c);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("record");
    TCase *tc = tcase_create("record");
    tcase_add_checked_fixture(tc, make, drop);
    tcase_add_test(tc, written_and_read_back);
    tcase_add_test(tc, observed_words);
    tcase_add_test(tc, claims);
    tcase_add_test(tc, claims_say_which_build);
    tcase_add_test(tc, stale_record);
    tcase_add_test(tc, record_of_another_case);
    tcase_add_test(tc, record_changed_by_hand);
    tcase_add_test(tc, claim_is_written);
    tcase_add_test(tc, comments_of_a_case);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
