/* Z3 on bit-vectors, for what proofs and searches leave open. */
#ifndef CSL_DECIDE_SOLVER_H
#define CSL_DECIDE_SOLVER_H

#include "../query/query.h"

/* Z3's context, and how much work is left for all queries together. One per decider. */
typedef struct csl_solver csl_solver;

/* `work`: of all checks that prove nothing, until it begins anew, and `total` in all, in units of
 * Z3's rlimit. Aborts when memory runs out. Z3 itself is started by the first query. */
csl_solver *csl_solver_new(uint32_t work, uint32_t total);
void csl_solver_free(csl_solver *s);
/* As if nothing had been asked of it, but for the total. */
void csl_solver_begin(csl_solver *s, uint32_t work);
uint32_t csl_solver_work_left(const csl_solver *s);
uint32_t csl_solver_total_left(const csl_solver *s);
/* Spends `limit` units at most, and not more than the work left. UNDECIDED without Z3. The witness
 * has whatever numbers Z3 came upon. */
csl_answer csl_solver_decide(csl_solver *s, const csl_query *q, uint32_t limit);

/* The solver that is loaded, "4.8.12.0": its answers may differ from another version's. "none" if
 * the tool was built without. */
const char *csl_solver_version(void);

#endif
