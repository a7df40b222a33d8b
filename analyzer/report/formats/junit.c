/* JUnit XML, for CI systems that show tests: one suite per file, one case per finding that stands
 * in it, which fails if the exit code counts it, and one passing case for a file without findings,
 * so that "no tests ran" cannot look green. */
#include "../source/escape.h"
#include "../report.h"
#include "../source/source.h"

#include <string.h>

typedef struct suite_counts {
    uint32_t tests, failures, errors, skipped;
} suite_counts;

/* The tests of one file: the findings that stand in it, whichever input brought them. */
typedef struct suite {
    const char *name;
    const csl_result *input; /* the input that the file is; or NULL: a header */
    GPtrArray *findings;     /* const csl_finding * */
    GPtrArray *refused;      /* const csl_kernel_result *: by a gate on verdicts */
} suite;

static void free_suite(void *s) {
    g_ptr_array_unref(((suite *)s)->findings);
    g_ptr_array_unref(((suite *)s)->refused);
    g_free(s);
}

static suite *suite_of(GPtrArray *suites, const char *name) {
    for (guint i = 0; i < suites->len; i++)
        if (strcmp(((suite *)suites->pdata[i])->name, name) == 0)
            return suites->pdata[i];
    suite *s = g_new0(suite, 1);
    s->name = name;
    s->findings = g_ptr_array_new();
    s->refused = g_ptr_array_new();
    g_ptr_array_add(suites, s);
    return s;
}

/* In the order of the inputs, headers behind the first that has a finding in them. */
static GPtrArray *suites_of(const csl_result *const *results, uint32_t n, csl_sources *sources) {
    GPtrArray *suites = g_ptr_array_new_with_free_func(free_suite);
    for (uint32_t i = 0; i < n; i++)
        suite_of(suites, csl_sources_path(sources, results[i]->file))->input = results[i];
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < results[i]->nfindings; k++) {
            const csl_finding *f = &results[i]->findings[k];
            suite *s = suite_of(suites, csl_sources_path(sources, f->region.file));
            g_ptr_array_add(s->findings, (gpointer)f);
        }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < results[i]->nkernels; k++) {
            const csl_kernel_result *kernel = &results[i]->kernels[k];
            if (kernel->fails)
                g_ptr_array_add(
                    suite_of(suites, csl_sources_path(sources, kernel->region.file))->refused,
                    (gpointer)kernel);
        }
    return suites;
}

static suite_counts count(const suite *s) {
    suite_counts c = {.tests = s->findings->len, .errors = s->input && s->input->error};
    for (guint i = 0; i < s->findings->len; i++) {
        const csl_finding *f = s->findings->pdata[i];
        c.skipped += f->suppressed != NULL;
        c.failures += !f->suppressed && !f->passes;
    }
    c.failures += s->refused->len;
    c.tests += c.errors + s->refused->len;
    if (!c.tests)
        c.tests = 1;
    return c;
}

static void put_attribute(GString *out, const char *name, const char *value) {
    g_string_append_printf(out, " %s=\"", name);
    csl_escape_markup(out, value);
    g_string_append_c(out, '"');
}

static void put_counts(GString *out, suite_counts c) {
    g_string_append_printf(out, " tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\">\n",
                           c.tests, c.failures, c.errors, c.skipped);
}

static void put_place(GString *out, csl_sources *sources, const csl_region *r, const char *text) {
    csl_escape_markup(out, csl_sources_path(sources, r->file));
    g_string_append_printf(out, ":%u:%u: ", r->line, r->column);
    csl_escape_markup(out, text);
    g_string_append_c(out, '\n');
}

static void put_finding(GString *out, csl_sources *sources, const csl_finding *f) {
    char *name = g_strdup_printf("%s at line %u", f->rule, f->region.line);
    g_string_append(out, "    <testcase");
    put_attribute(out, "name", name);
    put_attribute(out, "classname", f->function ? f->function : "");
    g_string_append(out, ">\n");
    g_free(name);
    if (f->suppressed) {
        g_string_append(out, "      <skipped");
        put_attribute(out, "message", f->suppressed);
        g_string_append(out, "/>\n");
    } else {
        g_string_append(out, f->passes ? "      <system-out" : "      <failure");
        if (!f->passes) {
            put_attribute(out, "type", csl_severity_name(f->severity));
            put_attribute(out, "message", f->message);
        }
        g_string_append_c(out, '>');
        put_place(out, sources, &f->region, f->message);
        for (uint32_t i = 0; i < f->nrelated; i++)
            put_place(out, sources, &f->related[i].region, f->related[i].message);
        for (uint32_t i = 0; i < f->nalso; i++)
            put_place(out, sources, &f->also[i].region, f->also[i].message);
        if (f->fix) {
            g_string_append(out, "Fix: ");
            csl_escape_markup(out, f->fix);
            g_string_append_c(out, '\n');
        }
        g_string_append(out, f->passes ? "</system-out>\n" : "</failure>\n");
    }
    g_string_append(out, "    </testcase>\n");
}

/* --require-proved, --fail-on-undecided */
static void put_refused(GString *out, const csl_kernel_result *k) {
    char words[CSL_VERDICT_WORDS];
    g_string_append(out, "    <testcase name=\"verdict\"");
    put_attribute(out, "classname", k->name);
    g_string_append(out, ">\n      <failure type=\"not-proved\"");
    put_attribute(out, "message", csl_verdict_words(k, words));
    g_string_append_c(out, '>');
    csl_escape_markup(out, k->why ? k->why : "");
    g_string_append(out, "</failure>\n    </testcase>\n");
}

static void put_suite(GString *out, csl_sources *sources, const suite *s) {
    g_string_append(out, "  <testsuite");
    put_attribute(out, "name", s->name);
    put_counts(out, count(s));
    const char *error = s->input ? s->input->error : NULL;
    if (error) {
        g_string_append(out, "    <testcase name=\"analysis\" classname=\"cudasynclint\">\n"
                             "      <error type=\"not-analysed\"");
        put_attribute(out, "message", error);
        g_string_append(out, "/>\n    </testcase>\n");
    }
    for (guint i = 0; i < s->findings->len; i++)
        put_finding(out, sources, s->findings->pdata[i]);
    for (guint i = 0; i < s->refused->len; i++)
        put_refused(out, s->refused->pdata[i]);
    if (!error && !s->findings->len && !s->refused->len)
        g_string_append(out, "    <testcase name=\"no findings\" classname=\"cudasynclint\"/>\n");
    g_string_append(out, "  </testsuite>\n");
}

void csl_report_junit(FILE *out, const csl_result *const *results, uint32_t n,
                      const csl_report_options *options) {
    GPtrArray *suites = suites_of(results, n, options->sources);
    suite_counts all = {0};
    for (guint i = 0; i < suites->len; i++) {
        suite_counts c = count(suites->pdata[i]);
        all.tests += c.tests;
        all.failures += c.failures;
        all.errors += c.errors;
        all.skipped += c.skipped;
    }
    GString *text = g_string_new("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                 "<testsuites name=\"cudasynclint\"");
    put_counts(text, all);
    for (guint i = 0; i < suites->len; i++)
        put_suite(text, options->sources, suites->pdata[i]);
    g_string_append(text, "</testsuites>\n");
    fputs(text->str, out);
    g_string_free(text, TRUE);
    g_ptr_array_unref(suites);
}
