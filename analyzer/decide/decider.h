/* What a csl_decider holds. Internal. */
#ifndef CSL_DECIDE_DECIDER_H
#define CSL_DECIDE_DECIDER_H

#include "query/tape.h"

typedef struct csl_z3 csl_z3; /* the solver's context (z3.c) */

struct csl_decider {
    csl_decide_options options;
    uint32_t calls_left;    /* of options.solver_calls */
    uint32_t work_left;     /* of options.solver_work */
    uint32_t searches_left; /* of options.long_searches */
    uint32_t lucky;         /* queries for a witness that had one, in a row */
    uint32_t in_vain;       /* solver calls since its last answer */
    bool shapes_in_vain;    /* trying block shapes was no proof of what the solver had left open */
    csl_z3 *z3;             /* made by the first query that needs it */
};

/* Asks Z3 whatever the calls left, but not beyond `limit` and the work left, in units of rlimit.
 * UNDECIDED without Z3. The witness has whatever numbers Z3 came upon. */
csl_answer csl_z3_decide(csl_decider *d, const csl_query *q, uint32_t limit);
void csl_z3_free(csl_z3 *z3);

#endif
