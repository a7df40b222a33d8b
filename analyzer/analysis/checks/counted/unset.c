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
    const csl_misuse m = {.concern = csl_concern_of_sync(u->use->stmt->sync),
                          .kind = CSL_MISUSE_PHASE,
                          .phase = CSL_PHASE_UNSET,
                          .sync = u->use->stmt};
    const csl_ending end[2] = {
        {u->use, csl_format(a->ctx, "comes to %s", u->use->stmt->sync->name)},
        {other, csl_format(a->ctx, "comes to %s", other->stmt->sync->name)}};
    return csl_tell_misuse(b, &r, u->wrong, end, m);
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
                   a->nodes.v[k]->stmt->sync->object && tell(a, u, a->nodes.v[k]);
    }
}
