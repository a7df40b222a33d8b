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

/* ---- random results ------------------------------------------------------------------------ */

/* Every string of a result is random bytes, rich in what separates and quotes, every place random;
 * what may be NULL sometimes is. Deterministic: a fixed seed. */
typedef struct noise {
    GRand *random;
    GPtrArray *strings; /* freed with the round */
} noise;

static int pick(noise *n, int end) {
    return g_rand_int_range(n->random, 0, end);
}

static const char *bytes(noise *n, int most) {
    static const char special[] =
        "<>&\"'`|\\[](){}:;,%#@!-*_~/\n\r\t \x01\x1b\x7f\xff\xc3\xe2\x80\xae";
    int length = pick(n, most);
    char *text = g_malloc((gsize)length + 1);
    for (int i = 0; i < length; i++)
        text[i] = pick(n, 2) ? special[pick(n, N(special) - 1)] : (char)(1 + pick(n, 255));
    text[length] = '\0';
    g_ptr_array_add(n->strings, text);
    return text;
}

static const char *some(noise *n) {
    return bytes(n, 40);
}

static const char *maybe(noise *n) {
    return pick(n, 4) ? some(n) : NULL;
}

static uint32_t number(noise *n) {
    static const uint32_t odd[] = {0, 1, 2147483647u, 2147483648u, 4294967295u};
    return pick(n, 8) ? (uint32_t)pick(n, 50) : odd[pick(n, N(odd))];
}

static csl_region place(noise *n, const char *file) {
    return (csl_region){file, number(n) % 6, number(n), number(n) % 6, number(n)};
}

enum { PARTS = 3, FINDINGS = 4 };

typedef struct random_result {
    const char *assumptions[PARTS], *notes[PARTS];
    csl_step steps[2][PARTS];
    csl_value values[PARTS];
    csl_related related[PARTS];
    csl_insertion mends[PARTS];
    csl_edit edit;
    csl_witness witness;
    csl_finding findings[FINDINGS];
    csl_obstacle obstacles[PARTS];
    csl_assumption assumed[PARTS];
    csl_kernel_result kernels[CSL_VERDICT_COUNT];
    csl_result result;
} random_result;

static void fill(noise *n, random_result *r) {
    static const char *const kinds[] = {"RAW", "WAW", "skip", "exit"};
    static const char *const rules[] = {"barrier-divergence", "redundant-barrier", NASTY};
    const char *file = bytes(n, 12);
    for (int i = 0; i < PARTS; i++) {
        r->assumptions[i] = some(n);
        r->notes[i] = some(n);
        r->obstacles[i] = (csl_obstacle){place(n, file), some(n)};
        r->assumed[i] = (csl_assumption){(csl_assumption_kind)pick(n, CSL_ASSUMED_COUNT), some(n),
                                         r->assumptions, (uint32_t)i, place(n, file)};
        r->values[i] = (csl_value){some(n), (int64_t)number(n) - 5};
        r->related[i] = (csl_related){place(n, pick(n, 2) ? file : some(n)), some(n)};
        r->mends[i] = (csl_insertion){(uint32_t)(i + pick(n, 2)), some(n)};
        for (int t = 0; t < 2; t++)
            r->steps[t][i] =
                (csl_step){.region = place(n, file), .interval = number(n) % 4, .text = some(n)};
    }
    r->edit = (csl_edit){place(n, file), some(n), number(n)};
    r->witness = (csl_witness){.block = {number(n), 1, 1}, .values = r->values, .nvalues = PARTS};
    for (int t = 0; t < 2; t++)
        r->witness.threads[t] =
            (csl_trace){{0, 0, 0}, {number(n), 0, 0}, r->steps[t], (uint32_t)pick(n, PARTS + 1)};
    for (int i = 0; i < FINDINGS; i++)
        r->findings[i] =
            (csl_finding){.rule = pick(n, 2) ? "shared-race" : rules[pick(n, N(rules))],
                          .kind = pick(n, 2) ? kinds[pick(n, N(kinds))] : maybe(n),
                          .severity = (csl_severity)pick(n, 3),
                          .confidence = (csl_confidence)pick(n, 3),
                          .message = some(n),
                          .region = place(n, pick(n, 4) ? file : some(n)),
                          .function = maybe(n),
                          .instance = maybe(n),
                          .related = r->related,
                          .nrelated = (uint32_t)pick(n, PARTS + 1),
                          .needs = maybe(n),
                          .witness = pick(n, 4) ? &r->witness : NULL,
                          .assumptions = r->assumptions,
                          .nassumptions = (uint32_t)pick(n, PARTS + 1),
                          .fix = maybe(n),
                          .edit = &r->edit,
                          .mends = r->mends,
                          .nmends = (uint32_t)pick(n, PARTS + 1),
                          .fingerprint = pick(n, 2) ? "00" : some(n),
                          .identity = some(n),
                          .suppressed = pick(n, 4) ? NULL : some(n)};
    for (int i = 0; i < CSL_VERDICT_COUNT; i++) {
        r->kernels[i] = (csl_kernel_result){.name = some(n),
                                            .instances = maybe(n),
                                            .region = place(n, file),
                                            .verdict = (csl_kernel_verdict)i,
                                            .why = some(n),
                                            .blocks = some(n),
                                            .archs = r->assumptions,
                                            .narchs = (uint32_t)pick(n, PARTS + 1),
                                            .assumptions = r->assumed,
                                            .nassumptions = (uint32_t)pick(n, PARTS + 1)};
        for (int c = 0; c < CSL_CONCERN_COUNT; c++)
            r->kernels[i].concern[c] =
                (csl_concern_verdict){(csl_concern_state)pick(n, CSL_CONCERN_FINDINGS + 1),
                                      number(n) % 9,
                                      number(n) % 9,
                                      number(n) % 9,
                                      r->obstacles,
                                      (uint32_t)pick(n, PARTS + 1)};
    }
    r->result = (csl_result){.file = file,
                             .error = pick(n, 3) ? NULL : some(n),
                             .incomplete = pick(n, 2),
                             .findings = r->findings,
                             .nfindings = (uint32_t)pick(n, FINDINGS + 1),
                             .kernels = r->kernels,
                             .nkernels = CSL_VERDICT_COUNT,
                             .notes = r->notes,
                             .nnotes = PARTS};
}

/* What is written, for schemas.sh, which knows the schemas. */
static void keep(const char *extension, int round, const char *text) {
    const char *folder = getenv("CSL_KEEP_RANDOM");
    if (!folder || round >= 40)
        return;
    char *path = g_strdup_printf("%s/random%d.%s", folder, round, extension);
    ck_assert(g_file_set_contents(path, text, -1, NULL));
    g_free(path);
}

/* Nothing in a log of GitHub's may be a command but ours. */
static void check_commands(const char *text) {
    char **line = g_strsplit(text, "\n", -1);
    for (char **l = line; *l; l++) {
        ck_assert_msg(!strstr(*l, "##["), "%s", *l);
        if (g_str_has_prefix(g_strchug(*l), "::"))
            ck_assert_msg(g_str_has_prefix(*l, "::error ") || g_str_has_prefix(*l, "::warning ") ||
                              g_str_has_prefix(*l, "::notice "),
                          "%s", *l);
    }
    g_strfreev(line);
}

START_TEST(any_bytes_give_valid_output) {
    noise n = {g_rand_new_with_seed(20), NULL};
    for (int round = 0; round < 200; round++) {
        n.strings = g_ptr_array_new_with_free_func(g_free);
        random_result random, other;
        fill(&n, &random);
        fill(&n, &other);
        const csl_result *const results[] = {&random.result, &other.result};
        fixture f = {results, 2, csl_sources_new()};
        csl_sources_put(f.sources, random.result.file, bytes(&n, 400));
        char *text = render(formats[_i].write, &f);
        check_syntax(formats[_i].syntax, text);
        if (formats[_i].write == csl_report_github)
            check_commands(text);
        keep(formats[_i].extension, round, text);
        free(text);
        csl_sources_free(f.sources);
        g_ptr_array_unref(n.strings);
    }
    g_rand_free(n.random);
}
END_TEST

START_TEST(a_thousand_findings_take_less_than_two_seconds_in_all_formats) {
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
    clock_t start = clock(); /* processor time */
    for (size_t i = 0; i < N(formats); i++)
        free(render(formats[i].write, &f));
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    ck_assert_msg(seconds < 2, "all formats took %.2f s", seconds);
    g_free(findings);
    csl_sources_free(f.sources);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("formats");
    TCase *cases = tcase_create("formats");
    tcase_add_loop_test(cases, golden, 0, (int)(N(formats) * N(fixtures)));
    tcase_add_loop_test(cases, any_bytes_give_valid_output, 0, (int)N(formats));
    tcase_add_test(cases, a_thousand_findings_take_less_than_two_seconds_in_all_formats);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
