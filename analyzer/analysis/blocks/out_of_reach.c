/* Shared memory of a block and what is private to a thread, in the hands of a kernel that is
 * launched there: its blocks cannot reach it (CUDA programming guide, dynamic parallelism, "Shared
 * and Local Memory").
 *
 * Needs: csl_find_uniform().
 */
#include "ask_blocks.h"

/* One thread is enough: the other one that a finding tells of is the same. */
static bool report(csl_analysis *a, csl_node *n, const csl_object *o) {
    csl_relation r = {.pair = csl_pair_of_block(a), .share = CSL_SCOPE_THREAD, .common = n->loop};
    csl_builder *b = csl_builder_new(a, &r);
    csl_expr *reach = csl_side(b, 0, n->reach);
    csl_query q = csl_builder_query(b, reach, csl_true(a->ctx));
    const csl_answer answer = csl_ask(a, &q, CSL_USE_WITNESS | CSL_USE_SOLVER);
    csl_race race = {.concern = CSL_CONCERN_GRID,
                     .pair = r.pair,
                     .of_blocks = true,
                     .lifetime = CSL_OUT_OF_REACH,
                     .object = o,
                     .object_name = o->name,
                     .first = n->stmt,
                     .second = n->stmt,
                     .after = n->stmt,
                     .element = {o->name, o->name}};
    if (answer.verdict == CSL_POSSIBLE) {
        csl_expr *deciding[2] = {NULL, NULL}, *reaching[2] = {reach, q.guard[1]};
        race.rating = csl_rate(a, b, &q, deciding, reaching);
        const char *does = csl_format(a->ctx, "launches a kernel that touches `%s`", o->name);
        const csl_ending end[2] = {{n, does}, {n, does}};
        const csl_solution solution = {a, b, &r, &q, answer.value, false};
        race.witness = csl_tell_best(&solution, end, &race.rating);
    }
    csl_builder_done(b);
    if (race.witness)
        CSL_PUSH(a->ctx, &a->races, race);
    return race.witness != NULL;
}

void csl_find_out_of_reach(csl_analysis *a) {
    for (uint32_t i = 0; i < a->nodes.n; i++) {
        csl_node *n = a->nodes.v[i];
        if (n->stmt->kind != CSL_STMT_ACCESS || !n->stmt->access->launched)
            continue;
        for (uint32_t t = 0; t < n->ntargets; t++) {
            const csl_object *o = csl_object_of_root(a, n->targets[t].root);
            if (!o || o->kind == CSL_OBJ_GLOBAL)
                continue;
            if (n->ntargets == 1 && report(a, n, o))
                csl_count_answer(a, CSL_ABOUT(GRID), CSL_POSSIBLE);
            else
                csl_leave_grid_open(a, n,
                                    "memory of the block or of a thread that a launched "
                                    "kernel cannot reach");
        }
    }
}
