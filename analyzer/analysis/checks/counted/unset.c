/* Barrier objects that no thread initialises (protocols/initial.c found them).
 *
 * Source of the semantics: PTX ISA, mbarrier: any operation but mbarrier.init is undefined on a
 * place that holds no valid object.
 *
 * Needs: csl_check_initialised().
 */
#include "../checks.h"

/* Told by two threads that come there. */
static bool tell(csl_analysis *a, const csl_unset *u, csl_node *other) {
    csl_relation r = {.pair = csl_pair_of_block(a), .share = CSL_SCOPE_BLOCK};
    csl_builder *b = csl_builder_new(a, &r);
    csl_builder_elects(b);
    csl_expr *reach[2] = {csl_side(b, 0, u->use->reach), csl_side(b, 1, other->reach)};
    csl_expr *deciding[2] = {csl_side(b, 0, u->wrong), NULL};
    const csl_query q = csl_builder_query(b, csl_and(a->ctx, reach[0], deciding[0]), reach[1]);
    const csl_answer answer = csl_ask(a, &q, CSL_USE_WITNESS | CSL_USE_SOLVER);
    if (answer.verdict != CSL_POSSIBLE)
        return false;
    const csl_misuse m = {.concern = csl_concern_of_sync(u->use->stmt->sync),
                          .kind = CSL_MISUSE_PHASE,
                          .phase = CSL_PHASE_UNSET,
                          .sync = u->use->stmt,
                          .rating = csl_rate(a, b, &q, deciding, reach)};
    const csl_node *nodes[2] = {u->use, other};
    csl_ending end[2];
    for (int s = 0; s < 2; s++)
        end[s] = (csl_ending){(csl_node *)nodes[s],
                              csl_format(a->ctx, "comes to %s", nodes[s]->stmt->sync->name)};
    const csl_solution solution = {a, b, &r, &q, answer.value, false};
    return csl_keep_misuse(&solution, end, m);
}

/* A finding is about the same object. */
static bool is_told(const csl_analysis *a, const csl_node *use) {
    for (uint32_t i = 0; i < a->misuses.n; i++)
        for (uint32_t k = 0; k < a->unset.n; k++)
            if (a->misuses.v[i].phase == CSL_PHASE_UNSET &&
                a->misuses.v[i].sync == a->unset.v[k].use->stmt &&
                a->unset.v[k].use->targets[0].root == use->targets[0].root)
                return true;
    return false;
}

void csl_find_unset(csl_analysis *a) {
    for (uint32_t i = 0; i < a->unset.n && !a->kernel->helper; i++) {
        const csl_unset *u = &a->unset.v[i];
        bool told = is_told(a, u->use) || tell(a, u, u->use);
        for (uint32_t k = 0; k < a->nodes.n && !told; k++) /* one thread alone comes there */
            told = a->nodes.v[k] != u->use && a->nodes.v[k]->stmt->kind == CSL_STMT_SYNC &&
                   tell(a, u, a->nodes.v[k]);
    }
}
