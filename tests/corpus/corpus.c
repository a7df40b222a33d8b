/* Lints the corpus and compares what was found with what the cases say about themselves.
 *
 *     corpus [--table] TOOL PATH...       PATH: a case, or a folder of folders of cases
 *
 * A case says in comments what is right:
 *     // expect: RULE[, RULE]   at the end of a line: findings on that line
 *     // expect-none            anywhere: the case has no finding
 *     // expect-proved          anywhere: every kernel of the case is proved
 *     // flags: ARGUMENT...     anywhere: further arguments for the tool
 *     // gpu: WORD[, WORD]      anywhere: what a GPU did with it: hang, wrong, error, racecheck,
 *                               synccheck, ok; or `unobserved`. Each word must have been observed
 *                               by the record of the case (runtime_tests/record.h), which must be
 *                               that of this source; `unobserved` is right only without one.
 * Findings of low confidence are not compared. An unexpected finding fails like a missing one, and
 * so does an error or a warning without a witness.
 * --table prints the cases with what the checker and the records say.
 * The exit code is 0 if every case is as it says, 1 if one is not, 2 for a usage error.
 */
#include "../../runtime_tests/evidence.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

typedef struct expectation {
    char *rule;
    unsigned line;
    bool met;
} expectation;

typedef struct corpus_case {
    const char *path;
    csl_case *file;       /* what runtime_tests knows of it */
    GArray *expectations; /* of expectation */
    GPtrArray *flags;     /* of char *, owned */
    bool expects_none, expects_proved;
} corpus_case;

typedef struct tally {
    unsigned ncases, failed, unobserved;
    unsigned good_proved, good_other; /* verdicts of the kernels of good cases */
    GPtrArray *cases, *lints;         /* of csl_case * and csl_lint *: rows of the table */
} tally;

/* ---- reading a case -------------------------------------------------------------------------- */

/* Splits the rest of a comment at blanks and commas and calls `add` for every word. */
static void each_word(const char *text, void (*add)(corpus_case *, const char *, unsigned),
                      corpus_case *c, unsigned line) {
    char **words = g_strsplit_set(text, ", \t\r", -1);
    for (char **w = words; *w; w++)
        if (**w)
            add(c, *w, line);
    g_strfreev(words);
}

static void add_expectation(corpus_case *c, const char *rule, unsigned line) {
    expectation e = {g_strdup(rule), line, false};
    g_array_append_val(c->expectations, e);
}

static void add_flag(corpus_case *c, const char *flag, unsigned line) {
    (void)line;
    g_ptr_array_add(c->flags, g_strdup(flag));
}

static void read_comments(corpus_case *c, const char *text) {
    char **lines = g_strsplit(text, "\n", -1);
    for (unsigned i = 0; lines[i]; i++) {
        const char *mark;
        if ((mark = strstr(lines[i], "// expect:")))
            each_word(mark + strlen("// expect:"), add_expectation, c, i + 1);
        else if (g_str_has_prefix(lines[i], "// expect-none"))
            c->expects_none = true;
        else if (g_str_has_prefix(lines[i], "// expect-proved"))
            c->expects_proved = true;
        else if (g_str_has_prefix(lines[i], "// flags:"))
            each_word(lines[i] + strlen("// flags:"), add_flag, c, i + 1);
    }
    g_strfreev(lines);
}

/* Checks that the case is complete: it says what it expects, in agreement with its name, a bad case
 * has a good twin beside it, and its record shows what it claims about the GPU. Returns NULL or a
 * complaint, to be freed. */
static char *complaint(const corpus_case *c) {
    char *name = g_path_get_basename(c->path);
    char *answer = NULL;
    bool bad = g_str_has_prefix(name, "bad_"), good = g_str_has_prefix(name, "good_");
    if (!bad && !good)
        answer = g_strdup("the name starts with neither bad_ nor good_");
    else if (bad && (c->expects_none || c->expectations->len == 0))
        answer = g_strdup("a bad case without `// expect: RULE`");
    else if (good && (!c->expects_none || c->expectations->len > 0))
        answer = g_strdup("a good case without `// expect-none`, or with an expectation");
    else
        answer = csl_record_complaint(c->file, NULL);
    if (bad && !answer) {
        char *folder = g_path_get_dirname(c->path);
        char *twin = g_strdup_printf("%s/good_%s", folder, name + strlen("bad_"));
        if (!g_file_test(twin, G_FILE_TEST_EXISTS))
            answer = g_strdup_printf("no twin %s", twin);
        g_free(twin);
        g_free(folder);
    }
    g_free(name);
    return answer;
}

/* ---- running the tool ------------------------------------------------------------------------ */

/* Runs the tool on one case. Returns its report, or NULL with a complaint in *why, to be freed. */
static json_t *lint(const char *tool, const corpus_case *c, char **why) {
    GPtrArray *argv = g_ptr_array_new();
    g_ptr_array_add(argv, (char *)tool);
    g_ptr_array_add(argv, (char *)"--format=json");
    g_ptr_array_add(argv, (char *)"--no-cache");
    for (guint i = 0; i < c->flags->len; i++)
        g_ptr_array_add(argv, c->flags->pdata[i]);
    g_ptr_array_add(argv, (char *)c->path);
    g_ptr_array_add(argv, NULL);

    char *out = NULL, *err = NULL;
    int status = 0;
    GError *error = NULL;
    json_t *report = NULL;
    if (!g_spawn_sync(NULL, (char **)argv->pdata, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, &err,
                      &status, &error)) {
        *why = g_strdup(error->message);
        g_error_free(error);
    } else if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) {
        *why = g_strdup_printf("the tool ended with status %d: %s",
                               WIFEXITED(status) ? WEXITSTATUS(status) : -1, g_strchomp(err));
    } else {
        json_error_t problem;
        report = json_loads(out, 0, &problem);
        if (!report)
            *why = g_strdup_printf("not JSON: line %d: %s", problem.line, problem.text);
    }
    g_free(out);
    g_free(err);
    g_ptr_array_free(argv, TRUE);
    return report;
}

/* ---- comparing ------------------------------------------------------------------------------- */

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* Races between blocks are never decided, so the concern `grid` is left out. */
static bool is_proved(const json_t *kernel) {
    bool some = false, all = true;
    const char *concern;
    json_t *verdict;
    json_object_foreach(json_object_get(kernel, "concerns"), concern, verdict) {
        const char *state = text_of(verdict, "verdict");
        if (strcmp(concern, "grid") == 0)
            continue;
        some |= strcmp(state, "proved") == 0;
        all &= strcmp(state, "undecided") != 0 && strcmp(state, "findings") != 0;
    }
    return some && all && strcmp(text_of(kernel, "verdict"), "not-analysed") != 0;
}

/* Marks every expectation the finding meets; several findings may meet one. */
static bool expected(const corpus_case *c, const json_t *finding) {
    unsigned line = (unsigned)json_integer_value(json_object_get(finding, "line"));
    bool found = false;
    if (strcmp(text_of(finding, "file"), c->path) != 0)
        return false;
    for (guint i = 0; i < c->expectations->len; i++) {
        expectation *e = &g_array_index(c->expectations, expectation, i);
        if (e->line == line && strcmp(e->rule, text_of(finding, "rule")) == 0)
            e->met = found = true;
    }
    return found;
}

/* One finding, and those that stand under it. */
static bool compare_finding(const corpus_case *c, const json_t *item) {
    bool right = true;
    size_t i;
    const json_t *other;
    json_array_foreach(json_object_get(item, "also"), i, other) right &= compare_finding(c, other);
    if (strcmp(text_of(item, "confidence"), "low") == 0)
        return right;
    bool has_witness = json_is_object(json_object_get(item, "witness"));
    bool of_comments = strcmp(text_of(item, "kind"), "comment") == 0;
    if (!has_witness && !of_comments && strcmp(text_of(item, "severity"), "note") != 0) {
        printf("NO WITNESS  %s:%d: %s\n", text_of(item, "file"),
               (int)json_integer_value(json_object_get(item, "line")), text_of(item, "rule"));
        right = false;
    }
    if (expected(c, item))
        return right;
    printf("UNEXPECTED  %s:%d: %s [%s, %s]\n", text_of(item, "file"),
           (int)json_integer_value(json_object_get(item, "line")), text_of(item, "message"),
           text_of(item, "rule"), text_of(item, "confidence"));
    return false;
}

static bool compare(const corpus_case *c, const json_t *report, tally *t) {
    bool right = true;
    size_t i;
    const json_t *item;
    json_array_foreach(json_object_get(report, "findings"), i, item) right &=
        compare_finding(c, item);
    for (guint k = 0; k < c->expectations->len; k++) {
        const expectation *e = &g_array_index(c->expectations, expectation, k);
        if (!e->met) {
            printf("MISSING     %s:%u: %s\n", c->path, e->line, e->rule);
            right = false;
        }
    }
    json_array_foreach(json_object_get(report, "kernels"), i, item) {
        bool proved = is_proved(item);
        if (c->expects_none)
            *(proved ? &t->good_proved : &t->good_other) += 1;
        if (c->expects_proved && !proved) {
            printf("NOT PROVED  %s: %s is %s: %s\n", c->path, text_of(item, "name"),
                   text_of(item, "verdict"), text_of(item, "why"));
            right = false;
        }
    }
    return right;
}

static void check_case(const char *tool, const char *path, tally *t) {
    char *text = NULL, *why = NULL;
    corpus_case c = {.path = path,
                     .file = csl_case_read(path),
                     .expectations = g_array_new(FALSE, FALSE, sizeof(expectation)),
                     .flags = g_ptr_array_new_with_free_func(g_free)};
    bool right = false;
    if (!c.file || !g_file_get_contents(path, &text, NULL, NULL)) {
        why = g_strdup("cannot be read");
    } else {
        read_comments(&c, text);
        why = complaint(&c);
        json_t *report = why ? NULL : lint(tool, &c, &why);
        if (report) {
            right = compare(&c, report, t);
            g_ptr_array_add(t->lints, csl_lint_read(report, c.file));
        }
        json_decref(report);
    }
    if (why)
        printf("BROKEN      %s: %s\n", path, why);
    t->ncases++;
    t->failed += !right;
    t->unobserved += c.file && g_strcmp0(c.file->gpu, "unobserved") == 0;

    for (guint i = 0; i < c.expectations->len; i++)
        g_free(g_array_index(c.expectations, expectation, i).rule);
    g_array_free(c.expectations, TRUE);
    g_ptr_array_free(c.flags, TRUE);
    if (t->lints->len > t->cases->len)
        g_ptr_array_add(t->cases, c.file);
    else
        csl_case_free(c.file);
    g_free(text);
    g_free(why);
}

/* ---- finding the cases ----------------------------------------------------------------------- */

/* Adds the .cu files below `path`, or `path` itself if it is a file. */
static void collect(const char *path, GPtrArray *files) {
    GDir *dir = g_dir_open(path, 0, NULL);
    if (!dir) {
        g_ptr_array_add(files, g_strdup(path));
        return;
    }
    for (const char *name; (name = g_dir_read_name(dir));) {
        char *child = g_build_filename(path, name, NULL);
        if (g_file_test(child, G_FILE_TEST_IS_DIR) || g_str_has_suffix(name, ".cu"))
            collect(child, files);
        g_free(child);
    }
    g_dir_close(dir);
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(int argc, char **argv) {
    bool table = argc > 1 && strcmp(argv[1], "--table") == 0;
    int first = table ? 2 : 1;
    if (argc < first + 2) {
        fprintf(stderr, "usage: %s [--table] TOOL PATH...\n", argv[0]);
        return 2;
    }
    GPtrArray *files = g_ptr_array_new_with_free_func(g_free);
    for (int i = first + 1; i < argc; i++)
        collect(argv[i], files);
    g_ptr_array_sort(files, by_name);
    tally t = {.cases = g_ptr_array_new_with_free_func((GDestroyNotify)csl_case_free),
               .lints = g_ptr_array_new_with_free_func((GDestroyNotify)csl_lint_free)};
    for (guint i = 0; i < files->len; i++)
        check_case(argv[first], files->pdata[i], &t);
    if (table) {
        csl_evidence *e = csl_evidence_new(t.cases, t.lints, NULL);
        csl_evidence_table(e, stdout);
        csl_evidence_free(e);
    }
    printf("%u cases: %u as expected, %u not; %u unobserved on a GPU\n", t.ncases,
           t.ncases - t.failed, t.failed, t.unobserved);
    printf("kernels of good cases: %u proved, %u not\n", t.good_proved, t.good_other);
    g_ptr_array_free(files, TRUE);
    g_ptr_array_free(t.cases, TRUE);
    g_ptr_array_free(t.lints, TRUE);
    return t.failed > 0 || t.ncases == 0;
}
