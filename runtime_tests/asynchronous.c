/* What racecheck and synccheck see of work that runs beside the threads: counted over the cases by
 * the mechanism that their text uses. */
#include "asynchronous.h"

#include <string.h>

/* The first of which a word stands in the text counts. */
static const struct {
    const char *name, *words[6];
} mechanisms[] = {
    {"bulk copies", {"cp.async.bulk", "cp_async_bulk", "cp.reduce.async.bulk"}},
    {"clusters", {"cluster"}},
    {"barrier objects", {"cuda::barrier", "mbarrier"}},
    {"copies (`cp.async`, pipelines)",
     {"cp.async", "memcpy_async", "__pipeline", "cuda::pipeline"}},
    {"named barriers", {"bar.arrive", "barrier.cta.arrive", "bar.sync %", "bar.sync 1"}},
};

static int mechanism_of(const csl_case *c) {
    for (int m = 0; m < (int)G_N_ELEMENTS(mechanisms); m++)
        for (int w = 0; w < 6 && mechanisms[m].words[w]; w++)
            if (strstr(c->source->text->str, mechanisms[m].words[w]))
                return m;
    return -1;
}

typedef struct counts {
    unsigned bad, seen[CSL_TOOLS], stopped, good, blamed;
} counts;

static void count(counts *n, const csl_row *row) {
    const csl_hazards *tools = row->record->tools;
    bool ran = true, reports = false;
    for (int t = 0; t < CSL_TOOLS; t++) {
        ran &= strcmp(tools[t].state, "ran") == 0;
        reports |= tools[t].hazards > 0;
        n->seen[t] += row->c->bad && tools[t].hazards > 0;
    }
    n->bad += row->c->bad;
    n->stopped += row->c->bad && !ran;
    n->good += !row->c->bad;
    n->blamed += !row->c->bad && reports;
}

void csl_print_asynchronous(const csl_evidence *e, FILE *to) {
    counts all[G_N_ELEMENTS(mechanisms)] = {{0}};
    for (guint i = 0; i < e->rows->len; i++) {
        const csl_row *row = &g_array_index(e->rows, csl_row, i);
        const int m = row->record ? mechanism_of(row->c) : -1;
        if (m >= 0)
            count(&all[m], row);
    }
    fputs("\n| cases with | bad | racecheck reports | synccheck reports | not run to the end | "
          "good | "
          "reported all the same |\n|---|---|---|---|---|---|---|\n",
          to);
    for (size_t m = 0; m < G_N_ELEMENTS(mechanisms); m++)
        fprintf(to, "| %s | %u | %u | %u | %u | %u | %u |\n", mechanisms[m].name, all[m].bad,
                all[m].seen[CSL_RACECHECK], all[m].seen[CSL_SYNCCHECK], all[m].stopped, all[m].good,
                all[m].blamed);
}
