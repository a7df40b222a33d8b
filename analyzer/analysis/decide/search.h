/* The state of one search of the enumerator (enumerate.c) and its steps. Internal. */
#ifndef CSL_DECIDE_SEARCH_H
#define CSL_DECIDE_SEARCH_H

#include "candidates.h"
#include "columns.h"

enum {
    CSL_MAX_SAMPLED = 32, /* choices of one thread's private unknowns, unless all are wanted */
    CSL_PAIR_COST = 32    /* evaluations that looking at a single pair counts for */
};

/* One thread with one choice of its private unknowns, whose condition holds. */
typedef struct csl_lane {
    uint32_t thread; /* linear number */
    uint32_t choice;
    int64_t offset;
} csl_lane;

typedef struct csl_search {
    csl_pool *pool;
    const csl_tape *t;
    const csl_query *q;
    csl_columns *columns;
    bool all;           /* every value of every variable */
    bool any;           /* the first witness will do */
    uint64_t left;      /* evaluations */
    uint64_t least_try; /* of one side that a try may take whatever is left */
    bool stopped;       /* the budget of this shape is used up */
    bool complete;      /* nothing was left out so far */
    int64_t dim[3];
    csl_unknowns unknowns[3]; /* shared, of thread 1, of thread 2 */
    const int64_t *shared;    /* the current choice of the shared ones */
    int64_t *choices[3];      /* private choices, unknowns[s].n values each */
    uint32_t nchoices[3], most_choices, most_threads;
    uint32_t *only;  /* of each node: the only variable it mentions, NO_VAR or MANY_VARS */
    uint32_t *below; /* scratch: a list of nodes */
    csl_lane *lanes[3];
    uint32_t nlanes[3], lane_room[3];
    struct csl_cell *table;
    uint32_t table_size, table_room; /* slots in use, a power of two; slots there are */
    bool mixed;                      /* some conjunct needs both threads */
    int64_t *best;                   /* the witness so far, or NULL */
    uint64_t best_key;
} csl_search;

/* A fresh search of the tape's query. `all`: every value of every unknown. False if the query is
 * not of the form this search is made for. (search_shape.c) */
bool csl_search_start(csl_search *s);
/* Tries the choices of the shared unknowns in a block of this shape, until the evaluations left are
 * used up. */
void csl_search_shape(csl_search *s, const uint32_t shape[3]);

/* In which of the first n lanes all conjuncts of that kind are true and defined (search_side.c). */
void csl_conjuncts_hold(const csl_search *s, unsigned sides, unsigned n, uint8_t *hold);
/* Evaluates all threads as side 1 or 2 and keeps those whose condition holds, in s->lanes. */
void csl_search_side(csl_search *s, unsigned side);

/* Looks for a pair among the lanes of both sides, the better of which becomes s->best
 * (search_pairs.c). */
void csl_search_pairs(csl_search *s);

#endif
