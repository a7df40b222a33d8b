/* Decision of queries (query/query.h), by engines of growing cost: proofs (prove/), searches
 * (search/) and Z3 (z3/). Answers are deterministic: work is bounded by counts, never by time.
 */
#ifndef CSL_DECIDE_H
#define CSL_DECIDE_H

#include "query/query.h"

/* Budgets that last for a file or, of the solver, for a kernel, and its context. One per worker,
 * not thread safe. */
typedef struct csl_decider csl_decider;
typedef struct csl_decide_options {
    uint64_t enumerate_budget; /* evaluations of one query by the enumerator, default 30000 */
    uint64_t long_search;      /* evaluations of csl_decide_search, default 10000 */
    uint32_t long_searches;    /* that many of a decider without a witness, default 30 */
    uint32_t solver_calls;     /* Z3 checks of a kernel, default 10 */
    uint32_t solver_rlimit;    /* per check, in Z3's units of work, default 150000 */
    uint32_t solver_work;      /* of all checks of a kernel that prove nothing, default 160000 */
    uint32_t solver_total;     /* ... of all kernels of a decider, default 1600000 */
    bool reprove;              /* debug: every proved SAFE is asked of Z3 again; abort if it
                                  disagrees */
} csl_decide_options;
csl_decide_options csl_decide_defaults(void);
csl_decider *csl_decider_new(csl_decide_options options);
void csl_decider_free(csl_decider *d);
/* Another kernel begins: what the solver made of the ones before is no part of its answers, as long
 * as something is left of options.solver_total. */
void csl_decider_begin(csl_decider *d);

/* With the query, all that an answer depends on for which the solver was not considered. */
typedef struct csl_decider_state {
    uint32_t searches_left;      /* of options.long_searches */
    uint32_t witnesses_in_a_row; /* queries for a witness that had one */
    uint32_t open;               /* queries for which the solver was considered; it only grows */
} csl_decider_state;
csl_decider_state csl_decider_now(const csl_decider *d);
/* As if the queries between two states had been asked, for none of which the solver was considered.
 */
void csl_decider_resume(csl_decider *d, csl_decider_state state);

/* How far to go for an answer. */
typedef struct csl_effort {
    bool prove;         /* all engines but the solver; false: short proofs and the search for a
                           witness */
    bool first_witness; /* any witness will do; false: one with small numbers */
    bool solver;        /* the solver is asked for what the others leave open; without `prove` for
                           half as long */
    bool all_shapes;    /* not shape by shape, unless that would be a proof for all of them */
    bool rough;         /* no proof rests on the answer: whether it takes for granted that indices
                           do not wrap is not looked into */
    bool list;          /* all cases are gone through if the budget allows, also without `prove` */
    uint64_t search;    /* evaluations */
} csl_effort;

/* All engines and a readable witness. */
csl_answer csl_decide(csl_decider *d, const csl_query *q);
/* These keep what they made of the last query: all of a decider are of one context. */
csl_answer csl_decide_within(csl_decider *d, const csl_query *q, const csl_effort *effort);
/* A search for a witness alone, in the part of the values in which each variable is within its
 * range; those of threads and of the block's shape are not looked at. UNDECIDED if there is none.
 * Cheap for the query that was asked last. */
csl_answer csl_decide_part(csl_decider *d, const csl_query *q, const csl_range *within,
                           const csl_effort *effort);
/* A search that is worth while only where all engines gave up. */
csl_answer csl_decide_search(csl_decider *d, const csl_query *q);
/* The solver, for a query that the other engines left open; then shape by shape, unless that was
 * no proof of such a query before. */
csl_answer csl_decide_open(csl_decider *d, const csl_query *q, const csl_effort *effort);

/* The engines behind csl_decide, for tests and dumps. Each answers CSL_UNDECIDED when it does not
 * know. csl_decide_tactics never answers POSSIBLE. */
csl_answer csl_decide_tactics(const csl_query *q);
csl_answer csl_decide_enumerate(const csl_query *q, uint64_t budget);
csl_answer csl_decide_z3(csl_decider *d, const csl_query *q);

#endif
