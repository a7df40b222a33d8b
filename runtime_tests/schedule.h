/* Builds all cases and observes all of them, many at once, in an order that keeps one hung program
 * from looking like another. */
#ifndef CSL_RUNTIME_SCHEDULE_H
#define CSL_RUNTIME_SCHEDULE_H

#include "setup.h"

typedef struct csl_schedule {
    unsigned jobs;      /* cases at once, positive */
    unsigned hang_jobs; /* of those that may hang, positive */
    bool again;         /* also cases with a fresh record */
    double seconds;     /* no case is started later than so long after the first; 0: no such time */
} csl_schedule;

/* Builds both programs of each of `cases` (of csl_case *), `jobs` compilers at once, and prints how
 * many. True if every one is there. */
bool csl_build_all(const csl_setup *setup, const GPtrArray *cases, unsigned jobs);

/* Observes the cases that have no fresh record, and prints a line on each. Witnesses come from
 * `plan` (of csl_lint *, may be NULL), for cases it lacks from the checker `tool` (may be NULL).
 * True if all were observed, or left out because the device is not enough for them. */
bool csl_observe_all(const csl_setup *setup, const csl_schedule *schedule, const GPtrArray *cases,
                     const GPtrArray *plan, const char *tool);

#endif
