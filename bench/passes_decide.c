/* Clocks around the engines of analyzer/decide. */
#include "passes.h"

#include "../analyzer/decide/prove/prove.h"
#include "../analyzer/decide/search/search.h"
#include "../analyzer/decide/z3/solver.h"

TIMED(PASS_TACTICS, const char *, csl_tactics_prove,
      (csl_pool * pool, const csl_tape *t, unsigned steps), (pool, t, steps))
TIMED(PASS_SEARCH, csl_answer, csl_enumerate_samples,
      (csl_pool * pool, const csl_tape *t, const csl_range *within, uint64_t budget,
       bool first_witness),
      (pool, t, within, budget, first_witness))
TIMED(PASS_RELAXED, csl_answer, csl_enumerate_relaxed,
      (csl_pool * pool, const csl_tape *t, uint64_t budget, bool few), (pool, t, budget, few))
TIMED(PASS_EVERYTHING, csl_answer, csl_enumerate_all,
      (csl_pool * pool, const csl_tape *t, uint64_t budget, bool few), (pool, t, budget, few))
TIMED(PASS_CASES, bool, csl_cases_prove, (csl_pool * pool, const csl_tape *t), (pool, t))
TIMED(PASS_Z3, csl_answer, csl_solver_decide, (csl_solver * s, const csl_query *q, uint32_t limit),
      (s, q, limit))
