/* JUnit XML, for CI systems that show tests: one suite per file, one failing case per finding, and
 * one passing case for a file without findings, so that "no tests ran" cannot look green. */
#include "../source/escape.h"
#include "../report.h"
#include "../source/source.h"

typedef struct suite_counts {
    uint32_t tests, failures, errors, skipped;
} suite_counts;

static suite_counts count(const csl_result *r) {
    suite_counts c = {.tests = r->nfindings, .errors = r->error ? 1 : 0};
    for (uint32_t i = 0; i < r->nfindings; i++)
        if (r->findings[i].suppressed)
            c.skipped++;
        else
            c.failures++;
    c.tests += c.errors;
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
        g_string_append(out, "      <failure");
        put_attribute(out, "type", csl_severity_name(f->severity));
        put_attribute(out, "message", f->message);
        g_string_append_c(out, '>');
        put_place(out, sources, &f->region, f->message);
        for (uint32_t i = 0; i < f->nrelated; i++)
            put_place(out, sources, &f->related[i].region, f->related[i].message);
        if (f->fix) {
            g_string_append(out, "Fix: ");
            csl_escape_markup(out, f->fix);
            g_string_append_c(out, '\n');
        }
        g_string_append(out, "</failure>\n");
    }
    g_string_append(out, "    </testcase>\n");
}

static void put_suite(GString *out, csl_sources *sources, const csl_result *r) {
    suite_counts c = count(r);
    g_string_append(out, "  <testsuite");
    put_attribute(out, "name", csl_sources_path(sources, r->file));
    put_counts(out, c);
    if (r->error) {
        g_string_append(out, "    <testcase name=\"analysis\" classname=\"cudasynclint\">\n"
                             "      <error type=\"not-analysed\"");
        put_attribute(out, "message", r->error);
        g_string_append(out, "/>\n    </testcase>\n");
    }
    for (uint32_t i = 0; i < r->nfindings; i++)
        put_finding(out, sources, &r->findings[i]);
    if (!r->error && !r->nfindings)
        g_string_append(out, "    <testcase name=\"no findings\" classname=\"cudasynclint\"/>\n");
    g_string_append(out, "  </testsuite>\n");
}

void csl_report_junit(FILE *out, const csl_result *const *results, uint32_t n,
                      const csl_report_options *options) {
    suite_counts all = {0};
    for (uint32_t i = 0; i < n; i++) {
        suite_counts c = count(results[i]);
        all.tests += c.tests;
        all.failures += c.failures;
        all.errors += c.errors;
        all.skipped += c.skipped;
    }
    GString *text = g_string_new("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                 "<testsuites name=\"cudasynclint\"");
    put_counts(text, all);
    for (uint32_t i = 0; i < n; i++)
        put_suite(text, options->sources, results[i]);
    g_string_append(text, "</testsuites>\n");
    fputs(text->str, out);
    g_string_free(text, TRUE);
}
