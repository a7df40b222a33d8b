/* The state of one search of the enumerator (enumerate.c) and its steps. Internal. */
#ifndef CSL_DECIDE_SEARCH_STATE_H
#define CSL_DECIDE_SEARCH_STATE_H

#include "candidates.h"
#include "columns.h"

enum {
    CSL_USUAL_WEIGHT = 64, /* of the terms of a query: so much is one evaluation */
    CSL_SLOW_WEIGHT = 16,  /* of a term that is evaluated lane by lane */
    CSL_PAIR_COST = 32     /* evaluations that looking at a single pair counts for */
};

/* One thread with one choice of its private unknowns, whose condition holds. */
typedef struct csl_lane {
    uint32_t thread; /* linear number */
    uint32_t choice;
    int64_t offset;
} csl_lane;

/* The conjuncts that one unknown decides alone, and all terms below them. */
typedef struct csl_sieve {
    uint32_t *conjunct, nconjuncts, *node, nnodes;
} csl_sieve;

typedef struct csl_search {
    csl_pool *pool;
    const csl_tape *t;
    const csl_query *q;
    const csl_range *within; /* of each variable, or NULL */
    csl_columns *columns;
    bool all;           /* every value of every variable */
    bool any;           /* the first witness will do */
    uint64_t left;      /* evaluations */
    uint64_t work;      /* weight of the terms evaluated that `left` does not know yet */
    uint64_t least_try; /* of one side that a try may take whatever is left */
    bool stopped;       /* the budget of this shape is used up */
    bool count_only;    /* the distinct choices of the shared unknowns, up to most_distinct */
    uint64_t distinct, most_distinct;
    bool complete; /* nothing was left out so far */
    int64_t dim[3];
    int64_t *at[3]; /* the coordinates of each thread to try */
    uint32_t at_room;
    csl_unknowns unknowns[3]; /* shared, of thread 1, of thread 2 */
    int64_t **column[3];      /* of each of them */
    struct csl_shared *batch; /* of choices of the shared ones */
    const int64_t *shared;    /* the current one */
    int64_t *choices[3];      /* private choices, unknowns[s].n values each */
    uint32_t nchoices[3], most_choices, most_threads;
    bool has_all[3]; /* no choice of these values is left out */
    struct csl_steps *steps[3], *choice_steps[3];
    uint32_t *good[3], ngood[3]; /* the private choices that the conditions allow in any thread */
    csl_sieve *sieves[3];        /* of each of the unknowns */
    csl_lane *lanes[3];
    uint32_t nlanes[3], lane_room[3];
    struct csl_cell *table;
    uint32_t table_size, table_room; /* slots in use, a power of two; slots there are */
    int64_t *place;                  /* of the lanes of side 2, where every pair is looked at */
    uint32_t place_room;
    uint32_t filing; /* how often the table was filled */
    bool mixed;      /* some conjunct needs both threads */
    bool of_one;     /* both offsets are those of thread 1 */
    int64_t *best;   /* the witness so far, or NULL */
    uint64_t best_key;
} csl_search;

/* Which two lanes touch one place is no matter: it is not asked, or one lane alone decides. */
static inline bool csl_any_pair(const csl_search *s) {
    return s->t->offset[0] == CSL_NO_NODE || s->of_one;
}

static inline uint32_t csl_weight_of(const csl_expr *e) {
    return csl_columns_slow(e) ? CSL_SLOW_WEIGHT : 1;
}

/* A fresh search of the tape's query. `all`: every value of every unknown. False if the query is
 * not of the form this search is made for. (search_shape.c) */
bool csl_search_start(csl_search *s);
/* Finds the values of the unknowns to try in a block of this shape. True if they are all. */
bool csl_search_values(csl_search *s, const uint32_t shape[3]);
/* Combines the private ones. */
void csl_search_choices(csl_search *s);
/* Tries one choice of the shared unknowns, whose values the columns hold. False when no more needs
 * to be tried. */
bool csl_search_threads(csl_search *s);

/* What csl_search_shared needs (search_shared.c). */
void csl_shared_start(csl_search *s);
/* Tries the choices of the shared unknowns, until the evaluations left are used up; or counts those
 * it would try. */
void csl_search_shared(csl_search *s);

/* Puts the terms of each side in the order csl_conditions_hold evaluates them in
 * (search_order.c). */
void csl_order_terms(csl_search *s);
/* Do conditions of a side read its private unknowns but not the thread's id? */
bool csl_choice_matters(const csl_search *s, unsigned side);
/* Evaluates those in the first n lanes. hold: 1 for a lane in which all are true and defined. */
void csl_choices_hold(csl_search *s, unsigned side, unsigned n, int64_t *hold);
/* Evaluates the terms of a side in the first n lanes. hold: 1 for a lane in which all its other
 * conjuncts are true and defined, else 0. False if there is none; then other terms have no value.
 */
bool csl_conditions_hold(csl_search *s, unsigned side, unsigned n, int64_t *hold);

/* Evaluates all threads as side 1 or 2 and keeps those whose condition holds, in s->lanes
 * (search_side.c). */
void csl_search_side(csl_search *s, unsigned side);

/* Looks for a pair among the lanes of both sides, the better of which becomes s->best
 * (search_pairs.c). */
void csl_search_pairs(csl_search *s);

#endif
