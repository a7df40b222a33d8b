/* The page of evidence.h that compares the checker with what was observed. */
#include "asynchronous.h"
#include "evidence.h"
#include "explain.h"

#include <string.h>

static const csl_row *row_at(const csl_evidence *e, guint i) {
    return &g_array_index(e->rows, csl_row, i);
}

/* ---- outcomes by rule ------------------------------------------------------------------------ */

enum { HANG, WRONG, ERROR, ONLY_TOOL, FINE, OUTCOMES };

/* The gravest of what was observed. */
static int outcome(unsigned saw) {
    return saw & CSL_SAW_HANG    ? HANG
           : saw & CSL_SAW_WRONG ? WRONG
           : saw & CSL_SAW_ERROR ? ERROR
           : saw & CSL_SAW_OK    ? FINE
                                 : ONLY_TOOL;
}

static void print_outcomes(const csl_evidence *e, bool bad, FILE *to) {
    fprintf(to,
            "\n| %s cases of | all | observed | hang | wrong | error | only a sanitizer reports | "
            "look fine |\n|---|---|---|---|---|---|---|---|\n",
            bad ? "bad" : "good");
    for (guint i = 0; i < e->rows->len;) {
        const char *rule = row_at(e, i)->c->rule;
        unsigned all = 0, observed = 0, count[OUTCOMES] = {0};
        for (; i < e->rows->len && strcmp(row_at(e, i)->c->rule, rule) == 0; i++) {
            const csl_row *row = row_at(e, i);
            if (row->c->bad != bad)
                continue;
            all++;
            observed += row->record != NULL;
            if (row->record)
                count[outcome(csl_record_saw(row->record))]++;
        }
        fprintf(to, "| %s | %u | %u | %u | %u | %u | %u | %u |\n", rule, all, observed, count[HANG],
                count[WRONG], count[ERROR], count[ONLY_TOOL], count[FINE]);
    }
}

/* ---- agreement ------------------------------------------------------------------------------- */

typedef struct agreement {
    unsigned both, only_static, only_tool, neither, not_run;
} agreement;

static agreement count_agreement(const csl_evidence *e, int tool) {
    agreement a = {0};
    for (guint i = 0; i < e->rows->len; i++) {
        const csl_row *row = row_at(e, i);
        if (!row->record)
            continue;
        const csl_hazards *h = &row->record->tools[tool];
        bool finds = tool == CSL_RACECHECK ? row->finds_race : row->finds_barrier;
        if (strcmp(h->state, "ran") != 0)
            a.not_run++;
        else if (h->hazards > 0)
            *(finds ? &a.both : &a.only_tool) += 1;
        else
            *(finds ? &a.only_static : &a.neither) += 1;
    }
    return a;
}

static void print_agreement(const csl_evidence *e, FILE *to) {
    static const char *const titles[CSL_TOOLS] = {"races: racecheck", "barriers: synccheck"};
    fputs("\n| | both report | only the checker | only the sanitizer | neither | it did not run |\n"
          "|---|---|---|---|---|---|\n",
          to);
    for (int t = 0; t < CSL_TOOLS; t++) {
        agreement a = count_agreement(e, t);
        fprintf(to, "| %s | %u | %u | %u | %u | %u |\n", titles[t], a.both, a.only_static,
                a.only_tool, a.neither, a.not_run);
    }
}

/* ---- disagreements --------------------------------------------------------------------------- */

/* Notes one disagreement; false if nothing explains it. */
static bool disagree(GPtrArray *explanations, const char *tool, const char *what,
                     const csl_row *row) {
    if (csl_explain(explanations, tool, what, row->c->name))
        return true;
    fprintf(stderr, "%s %s %s: no explanation\n", tool, what, row->c->name);
    return false;
}

static bool explain_row(const csl_row *row, GPtrArray *explanations) {
    static const char *const names[CSL_TOOLS] = {"racecheck", "synccheck"};
    const csl_record *r = row->record;
    bool good = true;
    for (int t = 0; t < CSL_TOOLS; t++) {
        bool finds = t == CSL_RACECHECK ? row->finds_race : row->finds_barrier;
        bool reports = r->tools[t].hazards > 0;
        if (strcmp(r->tools[t].state, "ran") == 0 && finds != reports)
            good &= disagree(explanations, names[t], finds ? "silent" : "reports", row);
    }
    if ((csl_record_saw(r) & (CSL_SAW_HANG | CSL_SAW_WRONG | CSL_SAW_ERROR)) && !row->finds_race &&
        !row->finds_barrier)
        good &= disagree(explanations, "run", "reports", row);
    return good;
}

static void print_explanation(const csl_explanation *x, FILE *to) {
    fprintf(to, "\n**%s %s** in %u %s: ", x->tool,
            strcmp(x->what, "silent") == 0 ? "does not report what the checker does"
                                           : "reports what the checker does not",
            x->cases->len, x->cases->len == 1 ? "case" : "cases");
    for (guint k = 0; k < x->cases->len; k++)
        fprintf(to, "%s`%s`", k > 0 ? ", " : "", (const char *)x->cases->pdata[k]);
    fprintf(to, ". %s\n", x->text);
}

static bool print_disagreements(const csl_evidence *e, const char *path, FILE *to) {
    GPtrArray *explanations = csl_explanations_read(path);
    bool good = explanations != NULL;
    for (guint i = 0; explanations && i < e->rows->len; i++)
        if (row_at(e, i)->record)
            good &= explain_row(row_at(e, i), explanations);
    for (guint i = 0; explanations && i < explanations->len; i++) {
        const csl_explanation *x = explanations->pdata[i];
        if (x->cases->len > 0) {
            print_explanation(x, to);
        } else {
            fprintf(stderr, "%s: `%s %s %s` explains nothing\n", path, x->tool, x->what, x->glob);
            good = false;
        }
    }
    if (explanations)
        g_ptr_array_free(explanations, TRUE);
    return good;
}

/* ---- witnesses ------------------------------------------------------------------------------- */

static void print_replays(const csl_evidence *e, FILE *to) {
    static const char *const words[] = {"racecheck", "synccheck", "hang", "wrong", "error", "no"};
    enum { WORDS = G_N_ELEMENTS(words) };
    unsigned count[WORDS] = {0}, all = 0, reshaped = 0;
    GString *left = g_string_new(NULL);
    for (guint i = 0; i < e->rows->len; i++) {
        const csl_row *row = row_at(e, i);
        for (guint k = 0; row->record && k < row->record->replays->len; k++) {
            const csl_replay *p = row->record->replays->pdata[k];
            all++;
            reshaped += strcmp(p->launched, "reshaped") == 0;
            for (unsigned w = 0; w < WORDS; w++)
                count[w] += strcmp(p->confirmed, words[w]) == 0;
            if (strcmp(p->confirmed, "no") == 0)
                g_string_append_printf(left, "%s`%s` line %u (%s)", left->len > 0 ? ", " : "",
                                       row->c->name, csl_line_of_file(row->c->source, p->line),
                                       p->rule);
        }
    }
    fprintf(to,
            "\n%u findings were replayed, %u of them with another block shape than the case's "
            "own.\n\n| confirmed by | findings |\n|---|---|\n",
            all, reshaped);
    for (unsigned w = 0; w < WORDS; w++)
        fprintf(to, "| %s | %u |\n", strcmp(words[w], "no") == 0 ? "nothing" : words[w], count[w]);
    if (all > 0)
        fprintf(to, "\nConfirmed: %u of %u, %.1f %%.\n", all - count[WORDS - 1], all,
                100.0 * (all - count[WORDS - 1]) / all);
    if (left->len > 0)
        fprintf(to, "\nNot confirmed: %s.\n", left->str);
    g_string_free(left, TRUE);
}

/* ---- times ----------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b) {
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

static void print_times_of(const char *what, GArray *times, FILE *to) {
    gint64 sum = 0;
    g_array_sort(times, by_size);
    for (guint i = 0; i < times->len; i++)
        sum += g_array_index(times, unsigned, i);
    if (times->len > 0)
        fprintf(to, "| %s | %u | %u ms | %u ms | %.1f s |\n", what, times->len,
                g_array_index(times, unsigned, times->len / 2),
                g_array_index(times, unsigned, times->len - 1), (double)sum / 1000);
    g_array_set_size(times, 0);
}

static void add_time(GArray *times, unsigned milliseconds) {
    if (milliseconds > 0)
        g_array_append_val(times, milliseconds);
}

static void print_times(const csl_evidence *e, FILE *to) {
    GArray *times = g_array_new(FALSE, FALSE, sizeof(unsigned));
    fputs("\n| | cases | median | longest | sum |\n|---|---|---|---|---|\n", to);
    for (guint i = 0; i < e->rows->len; i++)
        if (row_at(e, i)->record)
            add_time(times, row_at(e, i)->record->static_milliseconds);
    print_times_of("the checker", times, to);
    for (guint i = 0; i < e->rows->len; i++)
        if (row_at(e, i)->record)
            add_time(times, row_at(e, i)->record->runs[CSL_OPTIMISED].milliseconds);
    print_times_of("the program alone, longest run", times, to);
    for (int t = 0; t < CSL_TOOLS; t++) {
        for (guint i = 0; i < e->rows->len; i++)
            if (row_at(e, i)->record)
                add_time(times, row_at(e, i)->record->tools[t].milliseconds);
        print_times_of(t == CSL_RACECHECK ? "racecheck" : "synccheck", times, to);
    }
    g_array_free(times, TRUE);
}

/* ---- the page -------------------------------------------------------------------------------- */

/* One line for each device and set of programs that records were made with. */
static unsigned print_devices(const csl_evidence *e, FILE *to) {
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    unsigned observed = 0;
    for (guint i = 0; i < e->rows->len; i++) {
        const csl_record *r = row_at(e, i)->record;
        if (!r)
            continue;
        observed++;
        char *line = g_strdup_printf("- %s, compute capability %s, driver %s, nvcc %s, "
                                     "compute-sanitizer %s, deadline %g s, %s",
                                     r->device.name, r->device.capability, r->device.driver,
                                     r->device.toolkit, r->device.sanitizer, r->deadline, r->date);
        if (g_ptr_array_find_with_equal_func(lines, line, g_str_equal, NULL))
            g_free(line);
        else
            g_ptr_array_add(lines, line);
    }
    fprintf(to, "%u of %u cases were observed%s\n", observed, e->rows->len,
            observed > 0 ? " on:\n" : ".");
    for (guint i = 0; i < lines->len; i++)
        fprintf(to, "%s\n", (char *)lines->pdata[i]);
    g_ptr_array_free(lines, TRUE);
    return observed;
}

bool csl_evidence_page(const csl_evidence *e, const char *explanations, FILE *to) {
    bool good = true;
    if (print_devices(e, to) > 0) {
        fputs(
            "\n## What happened\n\n"
            "A case is counted once, under the gravest of what was observed. \"Look fine\" means\n"
            "that all runs gave the right result and no sanitizer reported anything.\n",
            to);
        print_outcomes(e, true, to);
        print_outcomes(e, false, to);
        fputs(
            "\n## Agreement with compute-sanitizer\n\n"
            "Races the checker reports against those of racecheck, and barriers it reports\n"
            "against those of synccheck, over all observed cases, bad and good. Neither tool was\n"
            "run on a case that hung.\n",
            to);
        print_agreement(e, to);
        fputs("\n## What the sanitizers see of asynchronous work\n\n"
              "Cases whose work runs beside the threads, by mechanism, the first of these that a "
              "case\n"
              "uses. What a tool does not report, the GPU did, or could do: the reasons are among "
              "the\n"
              "disagreements below. \"Not run to the end\": one of the tools was not started, "
              "since a\n"
              "run hung, or did not come to its end.\n",
              to);
        csl_print_asynchronous(e, to);
        fputs("\n## Disagreements\n", to);
        good = print_disagreements(e, explanations, to);
        fputs(
            "\n## Witnesses\n\n"
            "The block shape of a witness is launched, and the hazard looked for in that kernel.\n",
            to);
        print_replays(e, to);
        fputs(
            "\n## Time\n\n"
            "For one case, start included: processor time of the checker, on a machine without a\n"
            "GPU; time on the clock for the others, with several cases at once on the GPU.\n",
            to);
        print_times(e, to);
    }
    return good;
}
