/* Mutation test of the tool: breaks good corpus cases and counts what is found.
 *
 *     mutation [--every=N] [--report=FILE] TOOL CASE...
 *
 * For every barrier of every CASE there are three mutants (mutants.h). A mutant is
 *     found      at least one finding of medium or high confidence
 *     proved     every kernel of it is proved: the barrier was not needed, or the change changes
 *                nothing (a block narrower than the thread test)
 *     missed     neither
 * --every=N takes only every Nth case. The table goes to standard output, and with the lists of
 * what was missed and what was proved, in Markdown, to FILE. A case with a finding as it is is left
 * out: the corpus test says so already. Exit code 1 if less than 90 % of the mutants that are not
 * proved are found.
 */
#include "mutants.h"

#include <glib/gstdio.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#define TARGET 90 /* per cent */

typedef enum { FOUND, PROVED, MISSED, OUTCOMES } outcome;

typedef struct run {
    const char *tool;
    char *folder; /* for mutants */
    unsigned count[CSL_MUTANT_KINDS][OUTCOMES];
    unsigned cases, barriers, left_out;
    GString *lists[OUTCOMES]; /* Markdown */
} run;

static const char *const kind_names[] = {"deleted", "under a thread test",
                                         "early return before it"};

/* ---- the tool ------------------------------------------------------------------------------ */

/* Further arguments that a case asks for; the choice of rules is ours. */
static void add_flags(GPtrArray *argv, const char *text) {
    const char *mark = strstr(text, "// flags:");
    if (!mark)
        return;
    char *line = g_strndup(mark + strlen("// flags:"), strcspn(mark + strlen("// flags:"), "\n"));
    char **words = g_strsplit_set(line, " \t\r", -1);
    for (char **w = words; *w; w++)
        if (**w && !g_str_has_prefix(*w, "--checks="))
            g_ptr_array_add(argv, g_strdup(*w));
    g_strfreev(words);
    g_free(line);
}

/* The report on a case and its mutants, or NULL. */
static json_t *lint(const run *r, const char *text, const GPtrArray *files) {
    GPtrArray *argv = g_ptr_array_new_with_free_func(g_free);
    char *folder = g_path_get_dirname(files->pdata[0]);
    g_ptr_array_add(argv, g_strdup(r->tool));
    g_ptr_array_add(argv, g_strdup("--format=json"));
    g_ptr_array_add(argv, g_strdup("--no-cache"));
    add_flags(argv, text);
    for (guint i = 0; i < files->len; i++)
        g_ptr_array_add(argv, g_strdup(files->pdata[i]));
    g_ptr_array_add(argv, g_strdup("--")); /* the headers of the case, for its mutants */
    g_ptr_array_add(argv, g_strdup_printf("-I%s", folder));
    g_ptr_array_add(argv, NULL);
    g_free(folder);
    char *out = NULL, *err = NULL;
    int status = 0;
    json_t *report = NULL;
    if (g_spawn_sync(NULL, (char **)argv->pdata, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, &err,
                     &status, NULL) &&
        WIFEXITED(status) && WEXITSTATUS(status) <= 1)
        report = json_loads(out, 0, NULL);
    else
        fprintf(stderr, "the tool failed: %s\n", err ? err : "");
    g_free(out);
    g_free(err);
    g_ptr_array_free(argv, TRUE);
    return report;
}

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* What the report says about one file; *why is why it is not proved, or NULL. */
static outcome outcome_of(const json_t *report, const char *file, const char **why) {
    size_t i;
    const json_t *item;
    *why = NULL;
    json_array_foreach(json_object_get(report, "findings"), i,
                       item) if (!strcmp(text_of(item, "file"), file) &&
                                 strcmp(text_of(item, "confidence"), "low")) return FOUND;
    bool proved = false;
    json_array_foreach(json_object_get(report, "kernels"), i, item) {
        if (strcmp(text_of(item, "file"), file))
            continue;
        proved = !*why;
        if (strcmp(text_of(item, "verdict"), "proved")) {
            proved = false;
            *why = text_of(item, "why");
        }
    }
    if (!proved && !*why)
        *why = "not analysed";
    return proved ? PROVED : MISSED;
}

/* ---- cases --------------------------------------------------------------------------------- */

static void judge(run *r, const char *path, const csl_mutant *m, const json_t *report,
                  const char *file) {
    const char *why;
    outcome o = outcome_of(report, file, &why);
    r->count[m->kind][o]++;
    if (o == FOUND)
        return;
    g_string_append_printf(r->lists[o], "* `%s` line %u, `%s` %s", path, m->line, m->barrier,
                           kind_names[m->kind]);
    if (why && *why) {
        const char *name = strstr(why, file); /* that of the mutant, which is gone */
        if (name)
            g_string_append_printf(r->lists[o], ": %.*sline %s", (int)(name - why), why,
                                   name + strlen(file) + 1);
        else
            g_string_append_printf(r->lists[o], ": %s", why);
    }
    g_string_append_c(r->lists[o], '\n');
}

static void try_case(run *r, const char *path) {
    char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL)) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return;
    }
    GArray *mutants = csl_mutants_of(text);
    GPtrArray *files = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(files, g_strdup(path));
    for (guint i = 0; i < mutants->len; i++) {
        char *file = g_strdup_printf("%s/mutant%03u.cu", r->folder, i);
        g_file_set_contents(file, g_array_index(mutants, csl_mutant, i).text, -1, NULL);
        g_ptr_array_add(files, file);
    }
    json_t *report = lint(r, text, files);
    const char *why;
    if (!report || outcome_of(report, path, &why) == FOUND) {
        fprintf(stderr, "%s: left out, it has a finding as it is\n", path);
        r->left_out++;
    } else {
        r->cases++;
        r->barriers += mutants->len / CSL_MUTANT_KINDS;
        for (guint i = 0; i < mutants->len; i++)
            judge(r, path, &g_array_index(mutants, csl_mutant, i), report, files->pdata[i + 1]);
    }
    json_decref(report);
    for (guint i = 1; i < files->len; i++)
        g_unlink(files->pdata[i]);
    g_ptr_array_free(files, TRUE);
    csl_mutants_free(mutants);
    g_free(text);
}

/* ---- the report ---------------------------------------------------------------------------- */

static double share(const unsigned *count) {
    unsigned all = count[FOUND] + count[MISSED];
    return all ? 100.0 * count[FOUND] / all : 100.0;
}

static void print_row(FILE *out, const char *name, const unsigned *count) {
    fprintf(out, "| %s | %u | %u | %u | %u | %.1f %% |\n", name,
            count[FOUND] + count[PROVED] + count[MISSED], count[FOUND], count[PROVED],
            count[MISSED], share(count));
}

static double print_table(FILE *out, const run *r) {
    unsigned sum[OUTCOMES] = {0};
    fprintf(out, "%u cases, %u barriers", r->cases, r->barriers);
    if (r->left_out)
        fprintf(out, "; %u cases left out", r->left_out);
    fprintf(out, ".\n\n");
    fprintf(out,
            "| the barrier is | mutants | found | proved | missed | found of those not proved |\n"
            "|---|---|---|---|---|---|\n");
    for (int k = 0; k < CSL_MUTANT_KINDS; k++) {
        print_row(out, kind_names[k], r->count[k]);
        for (int o = 0; o < OUTCOMES; o++)
            sum[o] += r->count[k][o];
    }
    print_row(out, "all", sum);
    return share(sum);
}

static void write_report(const char *path, const run *r) {
    FILE *out = fopen(path, "w");
    if (!out) {
        perror(path);
        return;
    }
    fprintf(
        out,
        "# Mutation\n\n"
        "Every barrier of every good corpus case, broken in three ways: deleted, put under\n"
        "`if (threadIdx.x < 16)`, and with `if (threadIdx.x == 5) return;` before it. This page\n"
        "is written by `tests/mutation/run.sh`; `ctest` runs a part of it.\n\n");
    print_table(out, r);
    fprintf(
        out,
        "\n\"Proved\" mutants are as right as before for the threads of one block: the barrier "
        "was\n"
        "not needed, every thread passes the thread test, or lanes that return share nothing with\n"
        "the others. What a block gets from another one (`grid.sync()`, `publish-unsynced`) is no\n"
        "part of a proof: there some of these mutants are wrong.\n\n## Missed\n\n%s\n## "
        "Proved\n\n%s",
        r->lists[MISSED]->len ? r->lists[MISSED]->str : "None.\n",
        r->lists[PROVED]->len ? r->lists[PROVED]->str : "None.\n");
    fclose(out);
}

int main(int argc, char **argv) {
    int every = 1, first = 1;
    const char *report = NULL;
    for (; first < argc && argv[first][0] == '-'; first++)
        if (g_str_has_prefix(argv[first], "--every="))
            every = atoi(argv[first] + strlen("--every="));
        else if (g_str_has_prefix(argv[first], "--report="))
            report = argv[first] + strlen("--report=");
        else
            first = argc;
    if (argc - first < 2 || every < 1) {
        fprintf(stderr, "usage: %s [--every=N] [--report=FILE] TOOL CASE...\n", argv[0]);
        return 2;
    }
    run r = {.tool = argv[first], .folder = g_dir_make_tmp("mutation-XXXXXX", NULL)};
    if (!r.folder) {
        fprintf(stderr, "no temporary folder\n");
        return 2;
    }
    for (int o = 0; o < OUTCOMES; o++)
        r.lists[o] = g_string_new(NULL);
    for (int i = first + 1; i < argc; i += every)
        try_case(&r, argv[i]);
    g_rmdir(r.folder);
    double found = print_table(stdout, &r);
    if (report)
        write_report(report, &r);
    else
        printf("\nMissed:\n%s", r.lists[MISSED]->str);
    for (int o = 0; o < OUTCOMES; o++)
        g_string_free(r.lists[o], TRUE);
    g_free(r.folder);
    return found < TARGET;
}
