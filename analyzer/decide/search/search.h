/* Search for a witness among small blocks and small values, and proof by trying everything.
 * csl_decide_enumerate (decide.h) is the whole of it. */
#ifndef CSL_DECIDE_SEARCH_H
#define CSL_DECIDE_SEARCH_H

#include "../query/tape.h"

/* Well-chosen values only: finds readable witnesses. SAFE only if that happened to be all there
 * is. `tape` has narrowed ranges; `within`, unless it is NULL, the ranges to stay in, one per
 * variable, those of threads and of the block's shape left out; `budget` counts evaluations of one
 * thread. */
csl_answer csl_enumerate_samples(csl_pool *pool, const csl_tape *tape, const csl_range *within,
                                 uint64_t budget, bool first_witness);
/* The same of a query of which some facts say what a variable is in terms of others: POSSIBLE, or
 * UNDECIDED, at once if there is no such fact (defined.c). */
csl_answer csl_enumerate_defined(csl_pool *pool, const csl_query *q, uint64_t budget,
                                 bool first_witness);
/* Makes a guess of all values better one by one: for queries of many unknowns, which no search of
 * combinations goes through (repair.c). POSSIBLE, or UNDECIDED. `budget`: terms that are evaluated.
 */
csl_answer csl_search_repair(const csl_query *q, uint64_t budget);
/* Those ranges, as above, leave no witness: the ranges of the terms show it. */
bool csl_refuted_within(csl_pool *pool, const csl_tape *tape, const csl_range *within);
/* All values of all variables, or UNDECIDED at once when these are more than the budget. `few`:
 * even if those that repeat others are counted, too. */
csl_answer csl_enumerate_all(csl_pool *pool, const csl_tape *tape, uint64_t budget, bool few);
/* All values again, but of a query with fewer conditions (relax.c): SAFE or UNDECIDED. */
csl_answer csl_enumerate_relaxed(csl_pool *pool, const csl_tape *tape, uint64_t budget, bool few);

/* Finds smaller numbers for a witness of q, one per variable, that satisfy it too (readable.c). */
void csl_make_readable(csl_pool *pool, const csl_query *q, int64_t *value);

#endif
