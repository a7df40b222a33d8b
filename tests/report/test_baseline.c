/* The baseline: what it accepts, what outlives edits, and when an entry is stale. */
#include "../../analyzer/report/select/baseline.h"

#include <check.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

static char *dir, *file;
static csl_sources *sources;

/* A repository with the file old.cu and no other. */
static void setup(void) {
    dir = g_dir_make_tmp("csl-XXXXXX", NULL);
    file = g_build_filename(dir, "baseline.json", NULL);
    char *old = g_build_filename(dir, "old.cu", NULL);
    ck_assert(g_file_set_contents(old, "x;\n", -1, NULL));
    g_free(old);
    sources = csl_sources_new();
    csl_sources_set_root(sources, dir);
}

static void teardown(void) {
    char *old = g_build_filename(dir, "old.cu", NULL);
    g_unlink(old);
    g_unlink(file);
    g_rmdir(dir);
    g_free(old);
    g_free(file);
    g_free(dir);
    csl_sources_free(sources);
}

static char *in_dir(const char *name) {
    return g_build_filename(dir, name, NULL);
}

static csl_finding finding(const char *path, const char *fingerprint) {
    return (csl_finding){.rule = "shared-race",
                         .message = "a \"message\"",
                         .function = "k",
                         .region = {path, 3, 1, 3, 9},
                         .identity = "i",
                         .fingerprint = fingerprint};
}

/* A run over one file with findings of these fingerprints ("a,b"). */
typedef struct run {
    char *path;
    csl_finding findings[4];
    csl_kernel_result kernel;
    csl_result result, *results[1];
    char **fingerprints;
} run;

static run *run_over(const char *name, const char *fingerprints) {
    run *r = g_new0(run, 1);
    r->path = in_dir(name);
    r->fingerprints = g_strsplit(fingerprints, ",", -1);
    r->kernel = (csl_kernel_result){.name = "k", .verdict = CSL_FINDINGS};
    r->result = (csl_result){
        .file = r->path, .findings = r->findings, .kernels = &r->kernel, .nkernels = 1};
    for (char **f = r->fingerprints; *f; f++)
        r->findings[r->result.nfindings++] = finding(r->path, *f);
    r->results[0] = &r->result;
    return r;
}

static void run_free(run *r) {
    g_strfreev(r->fingerprints);
    g_free(r->path);
    g_free(r);
}

static void write_baseline_of(const char *name, const char *fingerprints) {
    run *r = run_over(name, fingerprints);
    csl_baseline *b = csl_baseline_new();
    csl_baseline_add(b, r->results, 1, sources);
    ck_assert_ptr_null(csl_baseline_write(b, file));
    csl_baseline_free(b);
    run_free(r);
}

static csl_baseline *read_baseline(void) {
    char *error = NULL;
    csl_baseline *b = csl_baseline_read(file, &error);
    ck_assert_msg(b != NULL, "%s", error);
    return b;
}

/* One run over one file, with every rule. */
static const csl_looked_at *looked_at(const run *r) {
    static csl_looked_at all;
    all = (csl_looked_at){.results = r->results, .n = 1, .sources = sources};
    return &all;
}

/* Fingerprints that are left when `name` has these, and how many entries are then stale. */
static void expect(const char *name, const char *fingerprints, const char *left, uint32_t stale) {
    csl_baseline *b = read_baseline();
    run *r = run_over(name, fingerprints);
    csl_baseline_apply(b, r->results, 1, sources, false);
    GString *got = g_string_new(NULL);
    for (uint32_t i = 0; i < r->result.nfindings; i++)
        g_string_append_printf(got, "%s%s", i ? "," : "", r->findings[i].fingerprint);
    ck_assert_str_eq(got->str, left);
    ck_assert_uint_eq(csl_baseline_stale(b, looked_at(r), NULL), stale);
    g_string_free(got, TRUE);
    run_free(r);
    csl_baseline_free(b);
}

START_TEST(accepts_what_was_there) {
    write_baseline_of("old.cu", "aa,bb");
    expect("old.cu", "aa,bb", "", 0);
}
END_TEST

START_TEST(a_fix_does_not_pay_for_a_new_finding) {
    write_baseline_of("old.cu", "aa,bb");
    expect("old.cu", "aa,cc", "cc", 1);
}
END_TEST

START_TEST(another_file_with_the_same_code_is_new) {
    write_baseline_of("old.cu", "aa");
    expect("copy.cu", "aa", "aa", 0);
}
END_TEST

START_TEST(a_renamed_file_keeps_its_entries) {
    write_baseline_of("gone.cu", "aa,bb");
    expect("new.cu", "aa,bb,cc", "cc", 0);
    expect("new.cu", "aa", "", 1);
}
END_TEST

START_TEST(entries_of_files_outside_this_run_are_not_stale) {
    write_baseline_of("old.cu", "aa");
    expect("other.cu", "zz", "zz", 0);
    write_baseline_of("gone.cu", "aa");
    expect("other.cu", "zz", "zz", 1);
}
END_TEST

START_TEST(entries_of_kernels_that_were_not_settled_are_not_stale) {
    write_baseline_of("old.cu", "aa");
    csl_baseline *b = read_baseline();
    run *r = run_over("old.cu", "");
    r->result.nfindings = 0;
    ck_assert_uint_eq(csl_baseline_stale(b, looked_at(r), NULL), 1);
    r->kernel.undecided = 1;
    ck_assert_uint_eq(csl_baseline_stale(b, looked_at(r), NULL), 0);
    r->kernel.undecided = 0;
    r->result.error = "crashed";
    ck_assert_uint_eq(csl_baseline_stale(b, looked_at(r), NULL), 0);
    run_free(r);
    csl_baseline_free(b);
}
END_TEST

static bool all_but_races(const char *rule, uint32_t index, const void *user) {
    (void)index, (void)user;
    return strcmp(rule, "shared-race") != 0;
}

START_TEST(entries_of_rules_that_took_no_part_are_not_stale) {
    write_baseline_of("old.cu", "1,2");
    csl_baseline *b = read_baseline();
    run *r = run_over("old.cu", "1");
    csl_baseline_apply(b, r->results, 1, sources, false);
    csl_looked_at some = *looked_at(r);
    ck_assert_uint_eq(csl_baseline_stale(b, &some, NULL), 1);
    some.took_part = all_but_races;
    ck_assert_uint_eq(csl_baseline_stale(b, &some, NULL), 0);
    csl_baseline_prune(b, &some);
    ck_assert_uint_eq(csl_baseline_size(b), 2);
    csl_baseline_free(b);
    run_free(r);
}
END_TEST

START_TEST(show_marks_them) {
    write_baseline_of("old.cu", "aa");
    csl_baseline *b = read_baseline();
    run *r = run_over("old.cu", "aa,bb");
    ck_assert_uint_eq(csl_baseline_apply(b, r->results, 1, sources, true), 1);
    ck_assert_uint_eq(r->result.nfindings, 2);
    ck_assert_str_eq(r->findings[0].suppressed, "baseline");
    ck_assert_ptr_null(r->findings[1].suppressed);
    run_free(r);
    csl_baseline_free(b);
}
END_TEST

START_TEST(prune_drops_only_what_is_stale) {
    write_baseline_of("old.cu", "aa,bb");
    csl_baseline *b = read_baseline();
    run *r = run_over("old.cu", "bb,cc");
    csl_baseline_apply(b, r->results, 1, sources, false);
    csl_baseline_prune(b, looked_at(r));
    ck_assert_uint_eq(csl_baseline_size(b), 1);
    ck_assert_ptr_null(csl_baseline_write(b, file));
    run_free(r);
    csl_baseline_free(b);
    expect("old.cu", "aa,bb,cc", "aa,cc", 0);
}
END_TEST

START_TEST(the_file_is_sorted_one_entry_a_line) {
    write_baseline_of("old.cu", "cc,aa,bb");
    char *text;
    ck_assert(g_file_get_contents(file, &text, NULL, NULL));
#define ENTRY(fp)                                                                                  \
    "{\"path\": \"old.cu\", \"rule\": \"shared-race\", \"function\": \"k\", "                      \
    "\"message\": \"a \\\"message\\\"\", \"fingerprint\": \"" fp "\"}"
    ck_assert_str_eq(text, "{\"version\": 1, \"findings\": [\n" ENTRY("aa") ",\n" ENTRY(
                               "bb") ",\n" ENTRY("cc") "\n]}\n");
    g_free(text);
}
END_TEST

START_TEST(what_is_no_baseline_is_refused) {
    static const char *const cases[] = {"",
                                        "[]",
                                        "{}",
                                        "{\"version\": 2, \"findings\": []}",
                                        "{\"version\": 1, \"findings\": [{\"path\": 1}]}",
                                        "{\"version\": 1, \"findings\": 3}"};
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        char *error = NULL;
        ck_assert(g_file_set_contents(file, cases[i], -1, NULL));
        ck_assert_ptr_null(csl_baseline_read(file, &error));
        ck_assert_ptr_nonnull(strstr(error, "baseline.json"));
        g_free(error);
    }
    g_unlink(file);
    char *error = NULL;
    ck_assert_ptr_null(csl_baseline_read(file, &error));
    g_free(error);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("baseline");
    TCase *cases = tcase_create("baseline");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_test(cases, accepts_what_was_there);
    tcase_add_test(cases, a_fix_does_not_pay_for_a_new_finding);
    tcase_add_test(cases, another_file_with_the_same_code_is_new);
    tcase_add_test(cases, a_renamed_file_keeps_its_entries);
    tcase_add_test(cases, entries_of_files_outside_this_run_are_not_stale);
    tcase_add_test(cases, entries_of_kernels_that_were_not_settled_are_not_stale);
    tcase_add_test(cases, entries_of_rules_that_took_no_part_are_not_stale);
    tcase_add_test(cases, show_marks_them);
    tcase_add_test(cases, prune_drops_only_what_is_stale);
    tcase_add_test(cases, the_file_is_sorted_one_entry_a_line);
    tcase_add_test(cases, what_is_no_baseline_is_refused);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
