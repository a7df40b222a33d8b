/* Witnesses: the values that answer a query, replayed and told as the story of two threads. */
#ifndef CSL_WITNESS_H
#define CSL_WITNESS_H

#include "../confidence/confidence.h"

/* What a thread does at the end of its story. */
typedef struct csl_ending {
    csl_node *node;
    const char *text;
} csl_ending;
/* A witness: a query and the values that satisfy it. */
typedef struct csl_solution {
    csl_analysis *a;
    csl_builder *b;
    const csl_relation *r;
    const csl_query *q;
    const int64_t *value;
    bool made_up; /* memory that nothing has written holds made-up numbers (made_up.c) */
} csl_solution;

/* Tells the story of the two threads, as the replay saw it, and lowers *rating if the replay could
 * not confirm the witness. NULL if it contradicts it: then there is nothing to report. */
csl_witness *csl_tell(const csl_solution *s, const csl_ending end[2], csl_rating *rating);
/* The same with sizes that programs have and for the first pass of loops in which it happens, if
 * that is found and confirmed as well as the solution is. */
csl_witness *csl_tell_best(const csl_solution *s, const csl_ending end[2], csl_rating *rating);
/* A race of these two accesses that the replay leaves open: accept() gets the values of solutions
 * for made-up data, until it takes one. */
bool csl_try_made_up(const csl_solution *s, csl_node *const access[2], csl_accept accept,
                     void *user);
/* any_data.c: what only one of the two loads decides where they meet, and they do for each of
 * several numbers that it may be. */
bool csl_happens_with_any_data(const csl_solution *s);

#endif
