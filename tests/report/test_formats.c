/* Every format against golden files: tests/report/golden/FIXTURE.FORMAT. After a change that is
 * wanted, run this program with CSL_UPDATE_GOLDEN=1 and read the diff. Also: well-formed whatever
 * the strings hold, and fast.
 */
#include <glib.h>
#include <jansson.h>

#include "fixture.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The reports of this program know these rules instead of the real table, so that golden files do
 * not change with every edit of a rule's page. */
const csl_rule csl_rules[] = {
    {"barrier-divergence", "a barrier that not every thread of its scope reaches", CSL_ERROR, false,
     "# barrier-divergence\n\nA *barrier* waits\nfor `all` threads.\n\n## Fix\n\nMove it.\n", NULL},
    {"shared-race", "conflicting shared accesses with no barrier between them", CSL_ERROR, false,
     "# shared-race\n\nTwo <threads> & one [word].\n", NULL},
    {"redundant-barrier", "a barrier that separates nothing", CSL_NOTE, true,
     "# redundant-barrier\n\nNothing.\n", NULL},
};
const uint32_t csl_nrules = 3;

const csl_rule *csl_rule_find(const char *name) {
    for (uint32_t i = 0; i < csl_nrules; i++)
        if (strcmp(csl_rules[i].name, name) == 0)
            return &csl_rules[i];
    return NULL;
}

typedef enum { JSON, XML, LINES, OTHER } syntax;

static const struct {
    const char *extension;
    csl_report_fn *write;
    syntax syntax;
} formats[] = {
    {"text", csl_report_text, OTHER},     {"json", csl_report_json, JSON},
    {"sarif", csl_report_sarif, JSON},    {"html", csl_report_html, XML},
    {"github", csl_report_github, LINES}, {"gitlab", csl_report_gitlab, JSON},
    {"junit", csl_report_junit, XML},     {"rdjson", csl_report_rdjson, JSON},
    {"md", csl_report_markdown, LINES},
};

static const struct {
    const char *name;
    fixture (*make)(void);
} fixtures[] = {
    {"plain", plain_fixture},
    {"nasty", nasty_fixture},
    {"clean", clean_fixture},
    {"empty", empty_fixture},
};

static char *render(csl_report_fn *write, const fixture *f) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    csl_report_options options = {.sources = f->sources};
    write(out, f->results, f->n, &options);
    fclose(out);
    ck_assert_uint_eq(strlen(text), length); /* no NUL inside */
    return text;
}

static void check_syntax(syntax kind, const char *text) {
    ck_assert_msg(g_utf8_validate(text, -1, NULL), "not UTF-8");
    if (kind == JSON) {
        json_error_t error;
        json_t *value = json_loads(text, JSON_REJECT_DUPLICATES, &error);
        ck_assert_msg(value != NULL, "line %d: %s", error.line, error.text);
        json_decref(value);
    } else if (kind == XML) {
        static const GMarkupParser accept_all = {0};
        GError *error = NULL;
        GMarkupParseContext *context = g_markup_parse_context_new(&accept_all, 0, NULL, NULL);
        gboolean ok = g_markup_parse_context_parse(context, text, -1, &error) &&
                      g_markup_parse_context_end_parse(context, &error);
        ck_assert_msg(ok, "%s", error ? error->message : "");
        g_markup_parse_context_free(context);
    } else if (kind == LINES) {
        for (const char *p = text; *p; p++)
            ck_assert_msg(*p == '\n' || *p == '\t' || (unsigned char)*p >= 0x20,
                          "control character %d", *p);
    }
}

START_TEST(golden) {
    size_t format = (size_t)_i / N(fixtures), which = (size_t)_i % N(fixtures);
    char *path = g_strdup_printf("tests/report/golden/%s.%s", fixtures[which].name,
                                 formats[format].extension);
    fixture f = fixtures[which].make();
    char *text = render(formats[format].write, &f);
    check_syntax(formats[format].syntax, text);
    if (getenv("CSL_UPDATE_GOLDEN"))
        ck_assert(g_file_set_contents(path, text, -1, NULL));
    char *expected = NULL;
    ck_assert_msg(g_file_get_contents(path, &expected, NULL, NULL), "%s is missing", path);
    ck_assert_msg(strcmp(text, expected) == 0, "%s differs from what is written now:\n%s", path,
                  text);
    g_free(expected);
    free(text);
    g_free(path);
    csl_sources_free(f.sources);
}
END_TEST

/* Random bytes, rich in what separates and quotes. Deterministic: a fixed seed. */
static char *noise(GRand *random) {
    static const char special[] = "<>&\"'`|\\[](){}:;,%#@!-\n\r\t \x01\x1b\xff\xc3\xe2\x80\xae";
    int length = g_rand_int_range(random, 0, 40);
    char *text = g_malloc((gsize)length + 1);
    for (int i = 0; i < length; i++)
        text[i] = g_rand_boolean(random) ? special[g_rand_int_range(random, 0, N(special) - 1)]
                                         : (char)g_rand_int_range(random, 1, 256);
    text[length] = '\0';
    return text;
}

START_TEST(any_bytes_give_valid_output) {
    GRand *random = g_rand_new_with_seed(20);
    for (int round = 0; round < 200; round++) {
        char *t[8];
        for (size_t i = 0; i < N(t); i++)
            t[i] = noise(random);
        csl_region region = {t[0], (uint32_t)g_rand_int_range(random, 0, 4),
                             (uint32_t)g_rand_int_range(random, 0, 50),
                             (uint32_t)g_rand_int_range(random, 0, 4),
                             (uint32_t)g_rand_int_range(random, 0, 50)};
        csl_step step = {region, (uint32_t)g_rand_int_range(random, 0, 5), t[1]};
        csl_value value = {t[2], g_rand_int(random)};
        csl_witness witness = {.block = {32, 1, 1},
                               .values = &value,
                               .nvalues = 1,
                               .threads = {{{0}, {0}, &step, 1}, {{0}, {1, 0, 0}, &step, 1}}};
        csl_related related = {region, t[3]};
        const char *assumption = t[4];
        csl_finding finding = {.rule = round % 2 ? "shared-race" : t[5],
                               .kind = t[6],
                               .severity = CSL_ERROR,
                               .confidence = CSL_HIGH,
                               .message = t[7],
                               .region = region,
                               .function = t[1],
                               .instance = t[2],
                               .related = &related,
                               .nrelated = 1,
                               .witness = &witness,
                               .assumptions = &assumption,
                               .nassumptions = 1,
                               .fix = t[3],
                               .fingerprint = "00",
                               .identity = t[0]};
        csl_kernel_result kernel = {.name = t[1],
                                    .instances = t[2],
                                    .region = region,
                                    .verdict = (csl_kernel_verdict)(round % 4),
                                    .why = t[3],
                                    .blocks = t[4]};
        csl_result result = {.file = t[0],
                             .error = round % 3 ? NULL : t[5],
                             .findings = &finding,
                             .nfindings = 1,
                             .kernels = &kernel,
                             .nkernels = 1};
        const csl_result *const results[] = {&result};
        fixture f = {results, 1, csl_sources_new()};
        csl_sources_put(f.sources, t[0], t[6]);
        char *text = render(formats[_i].write, &f);
        check_syntax(formats[_i].syntax, text);
        free(text);
        csl_sources_free(f.sources);
        for (size_t i = 0; i < N(t); i++)
            g_free(t[i]);
    }
    g_rand_free(random);
}
END_TEST

START_TEST(a_thousand_findings_take_less_than_a_second) {
    fixture f = plain_fixture();
    enum { COUNT = 1000 };
    csl_finding *findings = g_new(csl_finding, COUNT);
    for (int i = 0; i < COUNT; i++)
        findings[i] = f.results[0]->findings[i % 2];
    csl_result result = *f.results[0];
    result.findings = findings;
    result.nfindings = COUNT;
    const csl_result *const results[] = {&result};
    f.results = results;
    f.n = 1;
    clock_t start = clock();
    free(render(formats[_i].write, &f));
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    ck_assert_msg(seconds < 1, "%s took %.2f s", formats[_i].extension, seconds);
    g_free(findings);
    csl_sources_free(f.sources);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("formats");
    TCase *cases = tcase_create("formats");
    tcase_add_loop_test(cases, golden, 0, (int)(N(formats) * N(fixtures)));
    tcase_add_loop_test(cases, any_bytes_give_valid_output, 0, (int)N(formats));
    tcase_add_loop_test(cases, a_thousand_findings_take_less_than_a_second, 0, (int)N(formats));
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
