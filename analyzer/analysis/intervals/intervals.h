/* Barrier intervals: which accesses can meet between two barriers, and which barriers count. */
#ifndef CSL_INTERVALS_H
#define CSL_INTERVALS_H

#include "../queries/queries.h"

/* Every conflicting pair for the scope, up to the limits. `skip`: a barrier to ignore, or NULL. */
csl_met csl_meet(csl_analysis *a, csl_scope scope, const csl_stmt *skip);
/* What is not modelled between the two and may be the barrier that seems missing; NULL: nothing
 * (ordered.c). Something quiet only if all of it is. */
const csl_stmt *csl_may_be_ordered(csl_analysis *a, const csl_pair_query *q);
/* There is something that is not quiet. */
bool csl_is_likely_ordered(csl_analysis *a, const csl_pair_query *q);
/* Both sides may be separated by a named barrier that lets the warps through that come there in
 * several parts, and so does not keep these two apart for sure. */
bool csl_pass_loosely(const csl_analysis *a, const csl_pair_query *q);

/* ---- barrier objects (barrier_objects.c) -------------------------------------------------------- */

typedef struct csl_barrier_object {
    csl_expr *root;
    int64_t offset;
    csl_expr *expects; /* arrivals per phase */
    bool unclear;      /* it is unknown which arrivals are its own, or how many it expects */
    csl_nodes uses;    /* arrivals and waits, in order */
} csl_barrier_object;

typedef struct csl_barrier_objects {
    csl_analysis *a;
    CSL_VEC(csl_barrier_object) objects;
    CSL_VEC(csl_node *) inits;
    bool unclear; /* something may arrive anywhere */
} csl_barrier_objects;
/* The barrier objects of the kernel and what is known of each. */
csl_barrier_objects csl_find_barrier_objects(csl_analysis *a);
/* The wait for that arrival among the uses of its object, or NULL. */
csl_node *csl_wait_of(const csl_nodes *uses, const csl_node *arrival);
/* Marks what a barrier object or a number makes a barrier of the whole block. After csl_execute().
 */
void csl_mark_full_barriers(csl_analysis *a);
/* Obstacles about barriers of which nothing is known. */
void csl_obstruct_barriers(csl_analysis *a);
/* Doubts or assumptions about pointers of unknown origin; after csl_execute() (alias.c). */
void csl_find_aliases(csl_analysis *a);
/* Doubts about two that may have been loaded from one place. After csl_find_uniform()
 * (alias.c). */
void csl_ask_aliases(csl_analysis *a);
/* Notes that parameters point to distinct memory, if there is more than one that is used and some
 * access writes; call when all is known (alias.c). */
void csl_assume_distinct(csl_analysis *a);

#endif
