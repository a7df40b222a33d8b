/* Values worth trying for the unknowns of a query, and their combinations in a good order.
 * Internal. */
#ifndef CSL_DECIDE_CANDIDATES_H
#define CSL_DECIDE_CANDIDATES_H

#include "../query/tape.h"
#include "../../limits/limits.h"

typedef struct csl_candidates {
    uint32_t var;
    csl_role role;
    int64_t *value; /* in the order to try them */
    uint32_t n;
    bool shifts;     /* others are shifted so far */
    bool limits;     /* a loaded value that only limits others (only_limits.c) */
    bool complete;   /* the whole range of the variable */
    uint64_t behind; /* csl_each_choice: how far the lists of the later ones lead */
} csl_candidates;

/* The unknowns of one side (shared, thread 1, thread 2) that terms mention. Thread ids and block
 * dimensions are not among them. */
typedef struct csl_unknowns {
    csl_candidates *vars;
    uint32_t n;
    csl_wide constant[CSL_ROOM_tried_constants]; /* the first ones of the query */
    uint32_t nconstants;
    const double *reals; /* all real constants of the query, each once */
    uint32_t nreals;
} csl_unknowns;

/* The range of a variable, as narrow as the tape knows it. */
csl_range csl_var_range(const csl_tape *t, uint32_t var);
csl_unknowns csl_find_unknowns(csl_pool *pool, const csl_tape *t, int side, bool all);
/* By variable: it only limits others, so a large value is a good one. */
bool *csl_only_limits(csl_pool *pool, const csl_tape *t);
/* How many values all of them have together, or infinity: some have too many to list. */
double csl_count_choices(const csl_tape *t, const csl_unknowns *u);
/* Fills in the values, some of which are related to the block dimensions. True if they are all
 * there are. `within`: the range to stay in of each variable, or NULL. */
bool csl_find_candidates(const csl_tape *t, csl_unknowns *u, const csl_range *within,
                         const int64_t dim[3], bool all);

/* Calls `visit` for every combination, those first whose values are early in their lists. `choice`
 * has room for u->n values. False from `visit` stops. */
typedef bool (*csl_choice_fn)(void *user, const int64_t *choice);
void csl_each_choice(const csl_unknowns *u, int64_t *choice, csl_choice_fn visit, void *user);

#endif
