#include "gates.h"

#include "../output/exit_codes.h"
#include "../../report/select/baseline.h"
#include "../../report/select/changed.h"
#include "../../report/comments/comments.h"
#include "../../report/comments/suppress.h"
#include "git.h"
#include "../output/messages.h"
#include "../output/targets.h"
#include "../../limits/limits.h"

#include <string.h>

struct csl_result_gates {
    const csl_options *o;
    csl_baseline *baseline;     /* NULL: none */
    csl_changed_lines *changes; /* NULL: every finding counts */
    csl_git *git;               /* where the changes come from; NULL: a diff alone */
    GPtrArray *named;           /* const char *: what is part of the change and of the gate */
    const csl_input *inputs;    /* of the run; csl_result_gates_apply sets it */
};

/* ---- reading ------------------------------------------------------------------------------- */

static char *open_baseline(csl_result_gates *gates) {
    const csl_options *o = gates->o;
    if (!o->baseline)
        return o->write_baseline || o->prune_baseline || o->baseline_strict
                   ? g_strdup("which baseline? Name it with --baseline=FILE")
                   : NULL;
    if (o->write_baseline && !g_file_test(o->baseline, G_FILE_TEST_EXISTS)) {
        gates->baseline = csl_baseline_new();
        return NULL;
    }
    char *error = NULL;
    if (!g_file_test(o->baseline, G_FILE_TEST_EXISTS))
        return g_strdup_printf("%s: no such file; --write-baseline makes it", o->baseline);
    gates->baseline = csl_baseline_read(o->baseline, &error);
    return error;
}

static char *open_changes(csl_result_gates *gates) {
    const csl_options *o = gates->o;
    if (!o->changed && !o->changed_lines)
        return NULL;
    gates->changes = csl_changes_new();
    char *error = o->changed ? csl_git_open(&gates->git, o->changed) : NULL;
    if (!error && o->changed_lines)
        error = csl_changes_add_diff_file(gates->changes, o->changed_lines, CSL_LIMIT(diff_bytes));
    return error;
}

/* Puts the option before what is wrong. Takes the error. */
static char *about(const char *option, char *error) {
    char *line = error ? g_strdup_printf("%s: %s", option, error) : NULL;
    g_free(error);
    return line;
}

char *csl_result_gates_open(csl_result_gates **gates, const csl_options *o) {
    csl_result_gates *g = g_new0(csl_result_gates, 1);
    g->o = o;
    g->named = g_ptr_array_new();
    char *error = NULL;
    if (o->stdin_filename && o->changed_lines && strcmp(o->changed_lines, "-") == 0)
        error = g_strdup("--changed-lines: standard input is the source already");
    if (!error)
        error = about("--baseline", open_baseline(g));
    if (!error)
        error = about(o->changed ? "--changed" : "--changed-lines", open_changes(g));
    if (error)
        csl_result_gates_free(g);
    else
        *gates = g;
    return error;
}

void csl_result_gates_free(csl_result_gates *gates) {
    csl_baseline_free(gates->baseline);
    csl_changes_free(gates->changes);
    csl_git_free(gates->git);
    g_ptr_array_unref(gates->named);
    g_free(gates);
}

/* ---- applying ------------------------------------------------------------------------------ */

static bool enabled(const csl_rule *rule, const void *user) {
    return csl_check_enabled(user, rule);
}

/* Names what decides which findings count and is part of the change itself. */
static void name_gate(csl_result_gates *gates, const char *file, csl_report_options *report) {
    if (gates->git)
        csl_git_add(gates->git, gates->changes, report->sources, file);
    const char *name = csl_sources_path(report->sources, file);
    if (csl_changes_has(gates->changes, report->sources, file) &&
        !g_ptr_array_find_with_equal_func(gates->named, name, g_str_equal, NULL))
        g_ptr_array_add(gates->named, (char *)name);
}

/* Asks git about every file that took part, and looks for a change of the gate itself. */
static void look_at_changes(csl_result_gates *gates, csl_result *const *results, uint32_t n,
                            csl_report_options *report) {
    for (uint32_t i = 0; i < n && gates->git; i++) {
        csl_git_add(gates->git, gates->changes, report->sources, results[i]->file);
        for (uint32_t k = 0; k < results[i]->nincludes; k++)
            csl_git_add(gates->git, gates->changes, report->sources, results[i]->includes[k]);
    }
    for (uint32_t i = 0; i < n; i++) {
        const GPtrArray *configs = gates->inputs[i].options->config_files;
        for (guint k = 0; k < configs->len; k++)
            name_gate(gates, configs->pdata[k], report);
    }
    if (gates->o->baseline)
        name_gate(gates, gates->o->baseline, report);
    const GPtrArray *listed = gates->git ? csl_git_listed(gates->git) : NULL;
    for (guint i = 0; listed && i < listed->len; i++)
        if (g_str_has_suffix(listed->pdata[i], ".gitattributes"))
            g_ptr_array_add(gates->named, listed->pdata[i]);
    csl_changes_name(gates->changes, ".gitattributes", gates->named);
    report->changed_gates = (const char *const *)gates->named->pdata;
    report->nchanged_gates = gates->named->len;
}

void csl_result_gates_apply(csl_result_gates *gates, csl_ctx *ctx, const csl_input *inputs,
                            csl_result *const *results, uint32_t n, csl_report_options *report) {
    const csl_options *o = gates->o;
    gates->inputs = inputs;
    csl_comments *comments = csl_comments_read(results, n, report->sources);
    const GPtrArray *lost = csl_comments_problems(comments);
    for (guint i = 0; i < lost->len; i++)
        csl_say(lost->pdata[i]);
    for (uint32_t i = 0; i < n; i++) {
        const csl_suppress_options how = {.show = o->show_suppressed,
                                          .enabled = enabled,
                                          .user = inputs[i].options,
                                          .comments = comments};
        report->suppressed += csl_suppress(ctx, results[i], report->sources, &how);
    }
    csl_comments_free(comments);
    if (gates->baseline)
        report->suppressed +=
            csl_baseline_apply(gates->baseline, results, n, report->sources, o->show_suppressed);
    if (gates->changes)
        look_at_changes(gates, results, n, report);
    for (uint32_t i = 0; i < n && gates->changes; i++)
        report->unchanged += csl_drop_unchanged(gates->changes, results[i], report->sources);
}

/* ---- recording ----------------------------------------------------------------------------- */

bool csl_gates_record(const csl_result_gates *gates) {
    return gates->o->write_baseline || gates->o->add_suppressions;
}

typedef struct edits {
    const csl_options *o;
    csl_sources *sources;
    csl_texts *texts;
} edits;

static char *refuse_edit(const char *path, const csl_text *text, void *user) {
    const edits *e = user;
    char *why = csl_targets_refuse_edit(e->o, e->sources, path);
    if (!why && e->texts && !csl_texts_match(e->texts, path, text->bytes, text->n))
        why = g_strdup_printf("%s: not changed: it is another text than was analysed", path);
    return why;
}

static int add_comments(const csl_result_gates *gates, csl_result *const *results, uint32_t n,
                        csl_sources *sources, csl_texts *texts) {
    GPtrArray *problems = g_ptr_array_new_with_free_func(g_free);
    edits e = {gates->o, sources, texts};
    const csl_editing how = {gates->o->add_suppressions, refuse_edit, &e};
    bool failed = false;
    uint32_t added = csl_add_suppressions((const csl_result *const *)results, n, sources, &how,
                                          problems, &failed);
    for (guint i = 0; i < problems->len; i++)
        csl_say(problems->pdata[i]);
    int code = failed ? CSL_EXIT_USAGE : problems->len ? CSL_EXIT_FINDINGS : CSL_EXIT_CLEAN;
    g_ptr_array_unref(problems);
    fprintf(stderr, "%u suppression comment%s added\n", added, added == 1 ? "" : "s");
    return code;
}

static int save_baseline(const csl_result_gates *gates) {
    char *error = csl_baseline_write(gates->baseline, gates->o->baseline);
    if (!error) {
        uint32_t size = csl_baseline_size(gates->baseline);
        fprintf(stderr, "baseline: %u finding%s\n", size, size == 1 ? "" : "s");
        return CSL_EXIT_CLEAN;
    }
    csl_say(error);
    g_free(error);
    return CSL_EXIT_USAGE;
}

/* What a version of the tool knows no rule for any more is stale. */
static bool took_part(const char *rule, uint32_t index, const void *user) {
    const csl_rule *r = csl_rule_find(rule);
    return !r || csl_check_enabled(((const csl_input *)user)[index].options, r);
}

/* Stale entries: a note, or with --baseline-strict a failure that names them. */
static int check_stale(const csl_result_gates *gates, const csl_looked_at *run) {
    const csl_options *o = gates->o;
    uint32_t stale =
        csl_baseline_stale(gates->baseline, run, o->baseline_strict || o->verbose ? csl_say : NULL);
    if (stale && (o->baseline_strict || !o->quiet))
        fprintf(stderr, "baseline: %u entr%s no finding any more (--prune-baseline drops them)\n",
                stale, stale == 1 ? "y has" : "ies have");
    return stale && o->baseline_strict ? CSL_EXIT_FINDINGS : CSL_EXIT_CLEAN;
}

int csl_gates_finish(csl_result_gates *gates, csl_result *const *results, uint32_t n,
                     csl_sources *sources, csl_texts *texts) {
    const csl_options *o = gates->o;
    int code = CSL_EXIT_CLEAN;
    if (o->add_suppressions)
        code = add_comments(gates, results, n, sources, texts);
    if (!gates->baseline)
        return code;
    const csl_looked_at run = {results, n, sources, took_part, gates->inputs};
    if (o->write_baseline || o->prune_baseline) {
        csl_baseline_prune(gates->baseline, &run);
        if (o->write_baseline)
            csl_baseline_add(gates->baseline, results, n, sources);
        const int saved = save_baseline(gates);
        return MAX(code, saved);
    }
    const int stale = check_stale(gates, &run);
    return MAX(code, stale);
}
