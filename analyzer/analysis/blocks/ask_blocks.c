/* Goes over the pairs (ask_blocks.h). */
#include "ask_blocks.h"
#include "../../limits/limits.h"

void csl_leave_grid_open(csl_analysis *a, const csl_node *n, const char *why) {
    csl_count_answer(a, CSL_ABOUT(GRID), CSL_UNDECIDED);
    csl_obstruct(a, CSL_ABOUT(GRID), n, why);
}

/* False if there is no room for more questions. */
static bool ask_pair(csl_analysis *a, const csl_pair_query *p, uint32_t *asked, csl_ask_pair *ask,
                     void *user) {
    for (uint32_t i = 0; i < p->side[0].node->ntargets; i++)
        for (uint32_t j = 0; j < p->side[1].node->ntargets; j++) {
            if (csl_limit_reached(CSL_LIMIT_grid_questions, (*asked)++)) {
                csl_obstruct(a, CSL_ABOUT(GRID), NULL,
                             "too large: its blocks meet in more pairs than are asked about");
                return false;
            }
            ask(user, p, i, j);
        }
    return true;
}

void csl_ask_blocks(csl_analysis *a, csl_scope scope, csl_ask_pair *ask, void *user) {
    const csl_met met = csl_meet(a, scope, NULL);
    uint32_t asked = 0;
    if (met.cut)
        csl_obstruct(a, CSL_ABOUT(GRID), NULL,
                     "too large: its accesses meet in more pairs than are compared");
    for (uint32_t k = 0; k < met.n; k++)
        if (!ask_pair(a, met.v[k], &asked, ask, user))
            return;
}
