/* What findings about synchronisation have in common, whatever is wrong with it. */
#include "checks.h"

bool csl_keep_misuse(const csl_solution *s, const csl_ending end[2], csl_misuse m) {
    m.witness = csl_tell_best(s, end, &m.rating);
    if (m.witness)
        CSL_PUSH(s->a->ctx, &s->a->misuses, m);
    return m.witness != NULL;
}
