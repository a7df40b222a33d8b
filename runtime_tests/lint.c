#include "lint.h"

#include "watchdog.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

/* The checker has its own limits, which are lower. */
static const csl_watch_limits lint_limits = {.deadline = 300, .grace = 2, .output = 16 << 20};

/* ---- memory ---------------------------------------------------------------------------------- */

static void free_finding(gpointer item) {
    csl_lint_finding *f = item;
    g_free(f->rule);
    g_free(f->severity);
    g_free(f->kernel);
    g_free(f);
}

static csl_lint *new_lint(void) {
    csl_lint *l = g_new0(csl_lint, 1);
    l->findings = g_ptr_array_new_with_free_func(free_finding);
    return l;
}

void csl_lint_free(csl_lint *l) {
    if (!l)
        return;
    g_free(l->name);
    g_free(l->source);
    g_free(l->verdict);
    g_ptr_array_free(l->findings, TRUE);
    g_free(l);
}

/* ---- the checker's report -------------------------------------------------------------------- */

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static unsigned number_of(const json_t *object, const char *key) {
    return (unsigned)json_integer_value(json_object_get(object, key));
}

static void read_block(csl_lint_finding *f, const json_t *block) {
    f->has_witness = json_array_size(block) == 3;
    for (size_t d = 0; d < 3; d++)
        f->block[d] = (unsigned)json_integer_value(json_array_get(block, d));
}

/* The worse of two verdicts; "none" is better than any. */
static const char *worse(const char *a, const char *b) {
    static const char *const worst_first[] = {"findings", "not-analysed", "undecided", "proved"};
    for (size_t i = 0; i < G_N_ELEMENTS(worst_first); i++)
        if (strcmp(a, worst_first[i]) == 0 || strcmp(b, worst_first[i]) == 0)
            return worst_first[i];
    return "none";
}

csl_lint *csl_lint_read(const json_t *report, const csl_case *c) {
    csl_lint *l = new_lint();
    const char *verdict = "none";
    const json_t *item;
    size_t i;
    l->name = g_strdup(c->name);
    l->source = g_strdup(c->hash);
    json_array_foreach(json_object_get(report, "findings"), i, item) {
        if (strcmp(text_of(item, "confidence"), "low") == 0)
            continue;
        csl_lint_finding *f = g_new0(csl_lint_finding, 1);
        f->rule = g_strdup(text_of(item, "rule"));
        f->severity = g_strdup(text_of(item, "severity"));
        f->kernel = g_strdup(text_of(item, "function"));
        f->line = csl_line_of_text(c->source, number_of(item, "line"));
        read_block(f, json_object_get(json_object_get(item, "witness"), "block"));
        g_ptr_array_add(l->findings, f);
    }
    json_array_foreach(json_object_get(report, "kernels"), i, item) verdict =
        worse(verdict, text_of(item, "verdict"));
    l->verdict = g_strdup(verdict);
    return l;
}

/* Processor time of all children so far, in milliseconds. Unlike the time on the clock it does not
 * depend on what else the machine does. */
static gint64 children_milliseconds(void) {
    struct rusage u;
    getrusage(RUSAGE_CHILDREN, &u);
    return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000 +
           (u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1000;
}

csl_lint *csl_lint_run(const char *tool, const csl_case *c) {
    GPtrArray *argv = g_ptr_array_new();
    g_ptr_array_add(argv, (char *)tool);
    g_ptr_array_add(argv, (char *)"--format=json");
    g_ptr_array_add(argv, (char *)"--no-cache");
    g_ptr_array_add(argv, (char *)"--quiet");
    for (char **flag = c->flags; *flag; flag++)
        g_ptr_array_add(argv, *flag);
    g_ptr_array_add(argv, c->path);
    g_ptr_array_add(argv, NULL);
    csl_watched w;
    gint64 before = children_milliseconds();
    csl_watch((const char *const *)argv->pdata, NULL, &lint_limits, &w);
    g_ptr_array_free(argv, TRUE);

    json_t *report = NULL;
    csl_lint *l = NULL;
    if (w.ending == CSL_ENDING_EXIT && w.code <= 1)
        report = json_loads(w.output, 0, NULL);
    if (report) {
        l = csl_lint_read(report, c);
        l->milliseconds = (unsigned)(children_milliseconds() - before);
    } else {
        fprintf(stderr, "runtime_tests: %s gives no report on %s: %s\n", tool, c->path, w.output);
    }
    json_decref(report);
    g_free(w.output);
    return l;
}

/* ---- the plan -------------------------------------------------------------------------------- */

static json_t *lint_json(const csl_lint *l) {
    json_t *findings = json_array();
    for (guint i = 0; i < l->findings->len; i++) {
        const csl_lint_finding *f = l->findings->pdata[i];
        json_t *j = json_pack("{s:s,s:s,s:s,s:i}", "rule", f->rule, "severity", f->severity,
                              "kernel", f->kernel, "line", (int)f->line);
        if (f->has_witness)
            json_object_set_new(
                j, "block",
                json_pack("[i,i,i]", (int)f->block[0], (int)f->block[1], (int)f->block[2]));
        json_array_append_new(findings, j);
    }
    return json_pack("{s:s,s:s,s:s,s:i,s:o}", "case", l->name, "source", l->source, "verdict",
                     l->verdict, "milliseconds", (int)l->milliseconds, "findings", findings);
}

bool csl_plan_write(const GPtrArray *lints, const char *path) {
    json_t *plan = json_array();
    for (guint i = 0; i < lints->len; i++)
        json_array_append_new(plan, lint_json(lints->pdata[i]));
    bool written = json_dump_file(plan, path, JSON_INDENT(1)) == 0;
    if (!written)
        fprintf(stderr, "runtime_tests: %s cannot be written\n", path);
    json_decref(plan);
    return written;
}

GPtrArray *csl_plan_read(const char *path) {
    json_error_t problem;
    json_t *plan = json_load_file(path, 0, &problem);
    if (!json_is_array(plan)) {
        fprintf(stderr, "runtime_tests: %s is no plan: %s\n", path, problem.text);
        json_decref(plan);
        return NULL;
    }
    GPtrArray *lints = g_ptr_array_new_with_free_func((GDestroyNotify)csl_lint_free);
    const json_t *j, *item;
    size_t i, k;
    json_array_foreach(plan, i, j) {
        csl_lint *l = new_lint();
        l->name = g_strdup(text_of(j, "case"));
        l->source = g_strdup(text_of(j, "source"));
        l->verdict = g_strdup(text_of(j, "verdict"));
        l->milliseconds = number_of(j, "milliseconds");
        json_array_foreach(json_object_get(j, "findings"), k, item) {
            csl_lint_finding *f = g_new0(csl_lint_finding, 1);
            f->rule = g_strdup(text_of(item, "rule"));
            f->severity = g_strdup(text_of(item, "severity"));
            f->kernel = g_strdup(text_of(item, "kernel"));
            f->line = number_of(item, "line");
            read_block(f, json_object_get(item, "block"));
            g_ptr_array_add(l->findings, f);
        }
        g_ptr_array_add(lints, l);
    }
    json_decref(plan);
    return lints;
}

const csl_lint *csl_plan_find(const GPtrArray *lints, const csl_case *c) {
    for (guint i = 0; lints && i < lints->len; i++) {
        const csl_lint *l = lints->pdata[i];
        if (strcmp(l->name, c->name) == 0 && strcmp(l->source, c->hash) == 0)
            return l;
    }
    return NULL;
}
