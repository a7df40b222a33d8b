/* The table and the page that compares: counts, explanations, and what must make them fail. */
#include "../../runtime_tests/asynchronous.h"
#include "../../runtime_tests/evidence.h"
#include "../../runtime_tests/explain.h"

#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64];
static GPtrArray *cases, *lints;
static GPtrArray *files; /* of char *: to be removed */

static char *write_file(const char *name, const char *text) {
    char *path = g_build_filename(folder, name, NULL);
    char *parent = g_path_get_dirname(path);
    g_mkdir_with_parents(parent, 0777);
    ck_assert(g_file_set_contents(path, text, -1, NULL));
    g_free(parent);
    g_ptr_array_add(files, path);
    return path;
}

/* A case "RULE/NAME" and what the checker says of it: `finding` is a rule or NULL. */
static const csl_case *add_case(const char *name, const char *finding) {
    char *file = g_strdup_printf("%s.cu", name);
    csl_case *c = csl_case_read(write_file(file, "// gpu: ok\n1\n2\n3\n4\n5\n6\n"));
    char *report =
        finding
            ? g_strdup_printf("{\"findings\":[{\"rule\":\"%s\",\"confidence\":\"high\",\"line\":1},"
                              "{\"rule\":\"barrier-divergence\",\"confidence\":\"low\"}],"
                              "\"kernels\":[{\"verdict\":\"findings\"}]}",
                              finding)
            : g_strdup("{\"findings\":[],\"kernels\":[{\"verdict\":\"proved\"},"
                       "{\"verdict\":\"undecided\"}]}");
    json_t *j = json_loads(report, 0, NULL);
    ck_assert_ptr_nonnull(j);
    g_ptr_array_add(cases, c);
    g_ptr_array_add(lints, csl_lint_read(j, c));
    json_decref(j);
    g_free(report);
    g_free(file);
    return c;
}

static csl_record *record_of(const csl_case *c, const char *state) {
    csl_record *r = csl_record_new();
    r->name = g_strdup(c->name);
    r->source = g_strdup(c->hash);
    r->device.name = g_strdup("GPU X");
    r->runs[CSL_OPTIMISED] = (csl_runs){.runs = 4, .ok = 4, .milliseconds = 300};
    r->runs[CSL_DEBUG] = (csl_runs){.runs = 2, .ok = 2};
    for (int t = 0; t < CSL_TOOLS; t++)
        r->tools[t].state = g_strdup(state);
    r->tools[CSL_RACECHECK].milliseconds = 2000;
    r->static_milliseconds = 20;
    return r;
}

static void save(csl_record *r) {
    char *name = g_strdup_printf("%s.json", r->name);
    char *path = write_file(name, "");
    ck_assert(csl_record_write(r, path));
    csl_record_free(r);
    g_free(name);
}

static void make(void) {
    strcpy(folder, "/tmp/csl-evidence-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    files = g_ptr_array_new_with_free_func(g_free);
    cases = g_ptr_array_new_with_free_func((GDestroyNotify)csl_case_free);
    lints = g_ptr_array_new_with_free_func((GDestroyNotify)csl_lint_free);

    /* a race that both see, one that racecheck does not see, a hang, a good case that racecheck
     * reports, a good case that fails, and one that was not observed */
    csl_record *r = record_of(add_case("shared-race/bad_both", "shared-race"), "ran");
    unsigned line = 6; /* of the text: the file has a comment above it */
    r->tools[CSL_RACECHECK].hazards = 12;
    g_array_append_val(r->tools[CSL_RACECHECK].lines, line);
    r->runs[CSL_OPTIMISED].ok = 1;
    r->runs[CSL_OPTIMISED].wrong = 3;
    csl_replay *p = g_new0(csl_replay, 1);
    *p = (csl_replay){g_strdup("shared-race"), g_strdup("k"),        6, {64, 1, 1},
                      g_strdup("as written"),  g_strdup("racecheck")};
    g_ptr_array_add(r->replays, p);
    save(r);
    r = record_of(add_case("shared-race/bad_missed", "shared-race"), "ran");
    p = g_new0(csl_replay, 1);
    *p = (csl_replay){g_strdup("shared-race"), g_strdup("k"), 4, {64, 1, 1},
                      g_strdup("reshaped"),    g_strdup("no")};
    g_ptr_array_add(r->replays, p);
    save(r);
    r = record_of(add_case("shared-race/bad_stuck", "barrier-divergence"), "skipped");
    r->runs[CSL_OPTIMISED] = (csl_runs){.runs = 2, .hang = 2};
    save(r);
    r = record_of(add_case("shared-race/good_blamed", NULL), "ran");
    r->tools[CSL_RACECHECK].hazards = 1;
    save(r);
    r = record_of(add_case("shared-race/good_failing", NULL), "ran");
    r->runs[CSL_DEBUG] = (csl_runs){.runs = 2, .ok = 1, .error = 1};
    save(r);
    add_case("shared-race/good_new", NULL);
}

START_TEST(asynchronous_cases_are_counted) {
    csl_case *c = cases->pdata[0]; /* bad_both, which racecheck reports */
    g_string_append(c->source->text, "cuda::barrier<cuda::thread_scope_block> b;\n");
    c = cases->pdata[3]; /* good_blamed */
    g_string_append(c->source->text, "cuda::barrier<cuda::thread_scope_block> b;\n");
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    csl_evidence *e = csl_evidence_new(cases, lints, folder);
    csl_print_asynchronous(e, to);
    csl_evidence_free(e);
    fclose(to);
    ck_assert_ptr_nonnull(strstr(text, "| barrier objects | 1 | 1 | 0 | 0 | 1 | 1 |\n"));
    ck_assert_ptr_nonnull(strstr(text, "| clusters | 0 | 0 | 0 | 0 | 0 | 0 |\n"));
    free(text);
}
END_TEST

static void drop(void) {
    for (guint i = 0; i < files->len; i++)
        unlink(files->pdata[i]);
    char *rule = g_build_filename(folder, "shared-race", NULL);
    rmdir(rule);
    rmdir(folder);
    g_free(rule);
    g_ptr_array_free(files, TRUE);
    g_ptr_array_free(cases, TRUE);
    g_ptr_array_free(lints, TRUE);
}

/* The page with these explanations, to be freed; *good is what csl_evidence_page returns. */
static char *page(const char *explanations, bool *good) {
    char *text = NULL, *path = write_file("explanations", explanations);
    size_t size;
    FILE *to = open_memstream(&text, &size);
    csl_evidence *e = csl_evidence_new(cases, lints, folder);
    *good = csl_evidence_page(e, path, to);
    csl_evidence_free(e);
    fclose(to);
    return text;
}

static const char enough[] = "# a comment\n"
                             "racecheck silent shared-race/bad_*: it sees\n"
                             "  only what runs.\n"
                             "racecheck reports */good_blamed: a false alarm.\n"
                             "run reports */good_failing: out of memory.\n";

static void expect(const char *text, const char *piece) {
    ck_assert_msg(strstr(text, piece) != NULL, "no `%s` in:\n%s", piece, text);
}

START_TEST(table) {
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    csl_evidence *e = csl_evidence_new(cases, lints, folder);
    csl_evidence_table(e, to);
    csl_evidence_free(e);
    fclose(to);
    ck_assert_str_eq(
        text,
        "| rule | case | static | runs: -O3; -G | racecheck | synccheck |\n"
        "|---|---|---|---|---|---|\n"
        "| shared-race | bad_both | shared-race | wrong 3/4; ok | 12 (line 7) | none |\n"
        "| shared-race | bad_missed | shared-race | ok; ok | none | none |\n"
        "| shared-race | bad_stuck | barrier-divergence | hang 2/2; ok | not run | not run |\n"
        "| shared-race | good_blamed | undecided | ok; ok | 1 | none |\n"
        "| shared-race | good_failing | undecided | ok; error 1/2 | none | none |\n"
        "| shared-race | good_new | undecided | unobserved | | |\n");
    free(text);
}
END_TEST

START_TEST(counts) {
    bool good;
    char *text = page(enough, &good);
    ck_assert(good);
    expect(text, "5 of 6 cases were observed on:\n\n- GPU X, ");
    expect(text, "| shared-race | 3 | 3 | 1 | 1 | 0 | 0 | 1 |\n");
    expect(text, "| shared-race | 3 | 2 | 0 | 0 | 1 | 1 | 0 |\n");
    expect(text, "| races: racecheck | 1 | 1 | 1 | 1 | 1 |\n");
    expect(text, "| barriers: synccheck | 0 | 0 | 0 | 4 | 1 |\n");
    expect(text, "in 1 case: `shared-race/bad_missed`. it sees only what runs.\n");
    expect(text, "2 findings were replayed, 1 of them with another block shape");
    expect(text, "Confirmed: 1 of 2, 50.0 %.");
    expect(text, "Not confirmed: `shared-race/bad_missed` line 5 (shared-race).");
    expect(text, "| the checker | 5 | 20 ms | 20 ms | 0.1 s |\n");
    expect(text, "| racecheck | 5 | 2000 ms | 2000 ms | 10.0 s |\n");
    free(text);
}
END_TEST

START_TEST(disagreement_without_explanation) {
    bool good;
    free(page("racecheck silent shared-race/bad_*: why.\n"
              "racecheck reports */good_blamed: why.\n",
              &good));
    ck_assert(!good); /* good_failing */
    free(page("", &good));
    ck_assert(!good);
}
END_TEST

START_TEST(explanation_of_nothing) {
    bool good;
    char *more = g_strconcat(enough, "synccheck silent */bad_both: why.\n", NULL);
    free(page(more, &good));
    ck_assert(!good);
    g_free(more);
}
END_TEST

START_TEST(broken_explanations) {
    static const char *const broken[] = {"racecheck silent\n", "racecheck silent a why\n",
                                         "racecheck sees a: why\n", "why\n"};
    for (size_t i = 0; i < G_N_ELEMENTS(broken); i++)
        ck_assert_ptr_null(csl_explanations_read(write_file("broken", broken[i])));
    ck_assert_ptr_null(csl_explanations_read("/no/such/file"));
}
END_TEST

/* A record of another source is none. */
START_TEST(stale_record_is_no_evidence) {
    csl_case *c = cases->pdata[0];
    g_free(c->hash);
    c->hash = g_strdup("other");
    bool good;
    char *text = page(enough, &good);
    expect(text, "4 of 6 cases were observed");
    free(text);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("evidence");
    TCase *tc = tcase_create("evidence");
    tcase_add_checked_fixture(tc, make, drop);
    tcase_add_test(tc, asynchronous_cases_are_counted);
    tcase_add_test(tc, table);
    tcase_add_test(tc, counts);
    tcase_add_test(tc, disagreement_without_explanation);
    tcase_add_test(tc, explanation_of_nothing);
    tcase_add_test(tc, broken_explanations);
    tcase_add_test(tc, stale_record_is_no_evidence);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
