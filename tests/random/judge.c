/* The comparison, see judge.h. */
#include "judge.h"

#include "random.h"

#include "../../analyzer/analysis/facts.h"

#include <stdlib.h>
#include <string.h>

#define FEW_RUNS 12  /* enough to contradict most proofs */
#define MANY_RUNS 80 /* before a finding is called false */

/* Solver calls of one kernel: fewer than for a file, to keep the test short. */
#define SOLVER_CALLS 6

char *csl_module_text(const csl_module *m) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        abort();
    csl_print_module(out, m);
    fclose(out);
    return text;
}

static csl_module *copy_of(csl_ctx *ctx, const csl_module *m) {
    char *text = csl_module_text(m);
    const char *error = NULL;
    csl_module *copy = csl_read_module(ctx, text, &error);
    if (!copy) {
        fprintf(stderr, "%s\nin\n%s", error, text);
        abort();
    }
    free(text);
    return copy;
}

/* ---- inputs -------------------------------------------------------------------------------- */

/* Run 0, 1, ... try ordinary values first; each fill of memory comes early. */
static csl_run_input input_of(const csl_kernel *k, uint32_t run) {
    static const int values[] = {64, 1, 33, 2, 40, 0, 16, 3, 8, 5, 70, 32, 7, -1};
    csl_random r = {run};
    csl_run_input in = {.seed = run, .fill = (csl_fill)(run % CSL_FILL_COUNT)};
    const csl_launch *l = &k->launches[0];
    for (int d = 0; d < 3; d++) {
        in.block[d] = l->block[d];
        in.grid[d] = l->grid[d];
    }
    in.bid[0] = run / 2 % l->grid[0];
    for (uint32_t i = 0; i < k->nparams && i < CSL_RUN_PARAMS; i++)
        in.params[i] = values[csl_random_below(&r, sizeof values / sizeof *values)];
    return in;
}

/* The input a witness asks for: its parameters and its block. */
static csl_run_input input_of_witness(const csl_kernel *k, const csl_witness *w, uint32_t run) {
    csl_run_input in = input_of(k, run);
    for (uint32_t v = 0; v < w->nvalues; v++)
        for (uint32_t i = 0; i < k->nparams && i < CSL_RUN_PARAMS; i++)
            if (w->values[v].name && !strcmp(w->values[v].name, k->params[i].name))
                in.params[i] = w->values[v].value;
    for (int d = 0; d < 3; d++)
        if (w->threads[0].block[d] >= 0 && w->threads[0].block[d] < in.grid[d])
            in.bid[d] = (uint32_t)w->threads[0].block[d];
    return in;
}

typedef struct trial {
    const csl_kernel *k;
    csl_judgement *j;
    uint32_t evidence; /* runs that were not discarded */
    uint32_t discarded;
} trial;

static void try_input(trial *t, csl_run_input in) {
    if (t->j->seen)
        return;
    csl_run_result r = csl_interpret(t->k, &in);
    *(r.outcome == CSL_RUN_DISCARDED ? &t->discarded : &t->evidence) += 1;
    if (r.outcome != CSL_RUN_RACE && r.outcome != CSL_RUN_DIVERGENCE)
        return;
    t->j->seen = true;
    t->j->input = in;
    t->j->result = r;
}

/* ---- the analysis's side ------------------------------------------------------------------- */

static uint32_t line_of(const csl_stmt *s) {
    return s && s->place ? s->place->line : 0;
}

/* The most certain finding in one line, and its witness; *level as the finding's. */
static const char *best_finding(csl_ctx *ctx, const csl_facts *f, csl_confidence *level,
                                const csl_witness **witness) {
    const char *text = NULL;
    for (uint32_t i = 0; i < f->ndivergences; i++) {
        const csl_divergence *d = &f->divergences[i];
        if (text && d->rating.level <= *level)
            continue;
        *level = d->rating.level;
        *witness = d->witness;
        text = csl_format(ctx, "divergence: barrier of line %u, decided in line %u (confidence %d)",
                          line_of(d->barrier), line_of(d->decision), d->rating.level);
    }
    for (uint32_t i = 0; i < f->nraces; i++) {
        const csl_race *r = &f->races[i];
        if (text && r->rating.level <= *level)
            continue;
        *level = r->rating.level;
        *witness = r->witness;
        text = csl_format(ctx, "race: lines %u and %u, %s (confidence %d)", line_of(r->first),
                          line_of(r->second), r->object_name, r->rating.level);
    }
    return text;
}

csl_judgement csl_judge(csl_ctx *ctx, const csl_module *m, csl_tamper tamper) {
    csl_judgement j = {0};
    csl_module *copy = copy_of(ctx, m);
    if (tamper)
        tamper(ctx, &copy->kernels[0]);
    csl_decide_options options = csl_decide_defaults();
    options.solver_calls = SOLVER_CALLS;
    options.solver_work = options.solver_total = UINT32_MAX;
    csl_decider *d = csl_decider_new(options);
    csl_analysis_options analysis = {0};
    if (getenv("CSL_RANDOM_DUMP"))
        analysis.dump_uniformity = analysis.dump_intervals = analysis.dump_queries = stdout;
    const csl_facts *f = csl_analyse_kernel(ctx, copy, &copy->kernels[0], d, &analysis);
    csl_decider_free(d);

    csl_confidence level = CSL_LOW;
    const csl_witness *witness = NULL;
    const char *finding = best_finding(ctx, f, &level, &witness);
    bool proved = !finding && !f->nobstacles;

    trial t = {.k = &m->kernels[0], .j = &j};
    uint32_t runs = finding ? MANY_RUNS : FEW_RUNS;
    for (uint32_t run = 0; run < CSL_FILL_COUNT && witness; run++)
        try_input(&t, input_of_witness(t.k, witness, run));
    for (uint32_t run = 0; run < runs && !j.seen; run++)
        try_input(&t, input_of(t.k, run));

    j.finding = finding  ? finding
                : proved ? "proved"
                         : csl_format(ctx, "undecided: %s", f->obstacles[0].why);
    if (finding && j.seen)
        j.judged = CSL_JUDGED_RIGHT;
    else if (!t.evidence || (finding && t.discarded))
        j.judged = CSL_JUDGED_NO_EVIDENCE;
    else if (finding)
        j.judged = level == CSL_HIGH ? CSL_JUDGED_FALSE_ALARM : CSL_JUDGED_UNCONFIRMED;
    else if (proved)
        j.judged = j.seen ? CSL_JUDGED_MISS : CSL_JUDGED_RIGHT;
    else
        j.judged = CSL_JUDGED_UNDECIDED;
    return j;
}
