/* Short proofs that a query has no solution, over exact integers. They never find a witness. */
#ifndef CSL_DECIDE_PROVE_H
#define CSL_DECIDE_PROVE_H

#include "../query/tape.h"
#include "../../limits/limits.h"

enum { CSL_NTACTICS = 8 };

/* Name of the first tactic that proves the query of a tape unsatisfiable in so many steps, or NULL.
 */
const char *csl_tactics_prove(csl_pool *pool, const csl_tape *t, unsigned steps);
/* The same by tactic number `only` alone. */
bool csl_tactic_proves(csl_pool *pool, const csl_tape *t, unsigned only);
/* The tactics again in every case of some small unknown, or of a disjunction (split.c). */
bool csl_cases_prove(csl_pool *pool, const csl_tape *t);

#endif
