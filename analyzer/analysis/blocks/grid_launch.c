/* Barriers of the grid in kernels that are launched without cudaLaunchCooperativeKernel().
 *
 * Needs: csl_find_uniform().
 */
#include "blocks.h"

static bool is_of_grid(const csl_stmt *s) {
    return s->kind == CSL_STMT_SYNC && s->sync->scope == CSL_SCOPE_GRID && s->sync->orders;
}

static void report(csl_analysis *a, csl_node *n, const csl_place *launch) {
    /* two threads with different numbers are easier to tell apart */
    csl_relation r = {.pair = CSL_PAIR_BLOCK, .share = CSL_SCOPE_GRID, .common = n->loop};
    csl_builder *b = csl_builder_new(a, &r);
    csl_expr *reach[2] = {csl_side(b, 0, n->reach), csl_side(b, 1, n->reach)};
    csl_query q = csl_builder_query(b, reach[0], reach[1]);
    csl_answer answer = csl_ask(a, &q, CSL_USE_WITNESS | CSL_USE_SOLVER);
    if (answer.verdict != CSL_POSSIBLE)
        return;
    csl_expr *deciding[2] = {NULL, NULL};
    csl_rating rating = csl_rate(a, b, &q, deciding, reach);
    if (rating.level != CSL_HIGH)
        return; /* the kernel may have asked grid.is_valid() */
    const char *name = n->stmt->sync->name;
    csl_ending end[2] = {{n, csl_format(a->ctx, "waits at %s", name)},
                         {n, csl_format(a->ctx, "waits at %s", name)}};
    csl_misuse m = {.concern = CSL_CONCERN_GRID,
                    .kind = CSL_MISUSE_LAUNCH,
                    .sync = n->stmt,
                    .launch = launch,
                    .rating = rating};
    for (uint32_t i = 0; i < a->nodes.n; i++)
        m.nalso += is_of_grid(a->nodes.v[i]->stmt) && a->nodes.v[i] != n;
    m.also = csl_alloc(a->ctx, (m.nalso + 1) * sizeof *m.also);
    for (uint32_t i = 0, k = 0; i < a->nodes.n; i++)
        if (is_of_grid(a->nodes.v[i]->stmt) && a->nodes.v[i] != n)
            m.also[k++] = a->nodes.v[i]->stmt;
    csl_solution solution = {a, b, &r, &q, answer.value, false};
    csl_keep_misuse(&solution, end, m);
}

void csl_find_launched(csl_analysis *a) {
    const csl_kernel *k = a->kernel;
    const csl_place *plain = NULL;
    if (k->launch_unknown)
        return;
    for (uint32_t i = 0; i < k->nlaunches && !plain; i++)
        if (!k->launches[i].cooperative)
            plain = k->launches[i].place;
    for (uint32_t i = 0; plain && i < a->nodes.n; i++)
        if (is_of_grid(a->nodes.v[i]->stmt)) {
            report(a, a->nodes.v[i], plain);
            return;
        }
}
