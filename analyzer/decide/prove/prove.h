/* Short proofs that a query has no solution, over exact integers. They never find a witness. */
#ifndef CSL_DECIDE_PROVE_H
#define CSL_DECIDE_PROVE_H

#include "../query/tape.h"
#include "../../limits/limits.h"

enum { CSL_NRULES = 7 };

/* Name of the first rule that proves the query of a tape unsatisfiable in so many steps, or NULL.
 */
const char *csl_rules_prove(csl_pool *pool, const csl_tape *t, unsigned steps);
/* The same by rule number `only` alone. */
bool csl_rule_proves(csl_pool *pool, const csl_tape *t, unsigned only);
/* The rules again in every case of some small unknown, or of a disjunction (split.c). */
bool csl_split_proves(csl_pool *pool, const csl_tape *t);

#endif
