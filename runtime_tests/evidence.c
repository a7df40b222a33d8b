#include "evidence.h"

#include <string.h>

/* Rules whose findings are about memory, and rules that are about neither memory nor barriers; all
 * others are about barriers. */
static const char *const race_rules[] = {"shared-race",
                                         "global-race",
                                         "grid-race",
                                         "shared-alias",
                                         "warp-sync-missing",
                                         "async-copy-unsynced",
                                         "barrier-init-race",
                                         "publish-unsynced",
                                         "copy-source-reused",
                                         "proxy-fence-missing",
                                         NULL};
static const char *const other_rules[] = {"bank-conflict", "redundant-barrier",
                                          "unused-suppression", "suppression-reason", NULL};

static void read_findings(csl_row *row) {
    for (guint i = 0; i < row->lint->findings->len; i++) {
        const csl_lint_finding *f = row->lint->findings->pdata[i];
        if (g_strv_contains(race_rules, f->rule))
            row->finds_race = true;
        else if (!g_strv_contains(other_rules, f->rule))
            row->finds_barrier = true;
    }
}

csl_evidence *csl_evidence_new(const GPtrArray *cases, const GPtrArray *lints, const char *folder) {
    csl_evidence *e = g_new0(csl_evidence, 1);
    e->rows = g_array_new(FALSE, FALSE, sizeof(csl_row));
    for (guint i = 0; i < cases->len; i++) {
        csl_row row = {.c = cases->pdata[i], .lint = lints->pdata[i]};
        row.record = csl_record_read_fresh(row.c, folder);
        read_findings(&row);
        g_array_append_val(e->rows, row);
    }
    return e;
}

void csl_evidence_free(csl_evidence *e) {
    for (guint i = 0; i < e->rows->len; i++)
        csl_record_free(g_array_index(e->rows, csl_row, i).record);
    g_array_free(e->rows, TRUE);
    g_free(e);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* "`shared-race`", or the verdict if there is no finding. */
static void print_static(const csl_row *row, FILE *to) {
    GPtrArray *seen = g_ptr_array_new();
    for (guint i = 0; i < row->lint->findings->len; i++) {
        const csl_lint_finding *f = row->lint->findings->pdata[i];
        if (g_ptr_array_find_with_equal_func(seen, f->rule, g_str_equal, NULL))
            continue;
        fprintf(to, "%s%s", seen->len > 0 ? ", " : "", f->rule);
        g_ptr_array_add(seen, f->rule);
    }
    if (seen->len == 0)
        fputs(row->lint->verdict, to);
    g_ptr_array_free(seen, TRUE);
}

static void print_count(FILE *to, const char *word, unsigned count, unsigned runs) {
    if (count > 0)
        fprintf(to, " %s %u/%u", word, count, runs);
}

/* " ok", or what went wrong how often: " wrong 3/8 error 1/8". */
static void print_runs(const csl_runs *r, FILE *to) {
    if (r->ok == r->runs) {
        fputs(" ok", to);
        return;
    }
    print_count(to, "hang", r->hang, r->runs);
    print_count(to, "wrong", r->wrong, r->runs);
    print_count(to, "error", r->error, r->runs);
}

/* "12 (lines 27, 28)", "none", or why there is nothing to say. */
static void print_hazards(const csl_source *source, const csl_hazards *h, FILE *to) {
    if (strcmp(h->state, "ran") != 0) {
        fputs(strcmp(h->state, "skipped") == 0 ? "not run" : h->state, to);
        return;
    }
    if (h->hazards == 0) {
        fputs("none", to);
        return;
    }
    fprintf(to, "%lld", (long long)h->hazards);
    for (guint i = 0; i < h->lines->len; i++)
        fprintf(to, "%s%u",
                i > 0               ? ", "
                : h->lines->len > 1 ? " (lines "
                                    : " (line ",
                csl_line_of_file(source, g_array_index(h->lines, unsigned, i)));
    if (h->lines->len > 0)
        fputc(')', to);
}

void csl_evidence_table(const csl_evidence *e, FILE *to) {
    fputs("| rule | case | static | runs: -O3; -G | racecheck | synccheck |\n"
          "|---|---|---|---|---|---|\n",
          to);
    for (guint i = 0; i < e->rows->len; i++) {
        const csl_row *row = &g_array_index(e->rows, csl_row, i);
        fprintf(to, "| %s | %s | ", row->c->rule, strchr(row->c->name, '/') + 1);
        print_static(row, to);
        if (!row->record) {
            fputs(" | unobserved | | |\n", to);
            continue;
        }
        fputs(" |", to);
        print_runs(&row->record->runs[CSL_OPTIMISED], to);
        fputc(';', to);
        print_runs(&row->record->runs[CSL_DEBUG], to);
        fputs(" | ", to);
        print_hazards(row->c->source, &row->record->tools[CSL_RACECHECK], to);
        fputs(" | ", to);
        print_hazards(row->c->source, &row->record->tools[CSL_SYNCCHECK], to);
        fputs(" |\n", to);
    }
}
