/* Shared by intervals.c and open_accesses.c. Lists live until the walk over the kernel ends. */
#ifndef CSL_INTERVAL_WALK_H
#define CSL_INTERVAL_WALK_H

#include "intervals.h"
#include "../../limits/limits.h"

typedef CSL_VEC(csl_open) csl_open_list;

/* A way through a piece of code with no barrier but those of some lanes. */
typedef struct csl_passage {
    csl_expr *cond;
    const csl_crossing *crossings;
} csl_passage;

typedef struct csl_way {
    uint32_t label; /* of a block, or one of the two below */
    csl_open_list out;
    CSL_VEC(csl_passage) through;
} csl_way;
enum { CSL_WAY_FALL = UINT32_MAX, CSL_WAY_EXIT = UINT32_MAX - 1 };

typedef struct csl_flow {
    csl_open_list in;
    csl_open_list beside; /* open accesses of threads that left by a jump, while the others, who go
                         on, have met no barrier since */
    CSL_VEC(csl_way) ways;
} csl_flow;

typedef struct csl_interval_walk {
    csl_analysis *a;
    csl_ctx *ctx;
    csl_ctx *lists; /* of open accesses; freed at the end. Only what pairs point to is kept */
    csl_scope scope;
    const csl_stmt *skip;
    csl_met met;
    const csl_loop *free_loop; /* inside a loop with no barrier: it pairs everything itself */
    bool quiet;                /* pairs have been found before */
    uint64_t carried;          /* what lists and conditions hold, see the limit */
} csl_interval_walk;

/* open_accesses.c */
/* Room for so many more: exactly, in a list that is put together at once. */
void csl_reserve_open(csl_interval_walk *p, csl_open_list *list, uint32_t more);
void csl_add_all(csl_interval_walk *p, csl_open_list *to, const csl_open_list *from);
/* The accesses that remain open if `cond` holds. */
void csl_add_if(csl_interval_walk *p, csl_open_list *to, const csl_open_list *from, csl_expr *cond);
/* ... across a piece of code that is passed by any passage of the way. */
void csl_add_across(csl_interval_walk *p, csl_open_list *to, const csl_open_list *from,
                    const csl_way *w);
/* Each access of the list in that pass of the loop. */
void csl_pin_all(csl_interval_walk *p, csl_open_list *list, const csl_loop *loop,
                 csl_pin_kind kind);
/* The crossings of `from` in front of those of `to`. */
const csl_crossing *csl_append_crossings(csl_interval_walk *p, const csl_crossing *to,
                                         const csl_crossing *from);
/* One more condition under which the way is left. */
void csl_add_passage(csl_interval_walk *p, csl_way *to, csl_expr *cond,
                     const csl_crossing *crossings);
/* The condition on which the way is left by some passage. */
csl_expr *csl_through(csl_interval_walk *p, const csl_way *w);
/* The way with that label, made if there is none; valid until the next one is made. */
csl_way *csl_way_of(csl_interval_walk *p, csl_flow *f, uint32_t label);
/* ... or NULL if there is none. */
const csl_way *csl_find_way(const csl_flow *f, uint32_t label);

/* ---- open_passes.c ----------------------------------------------------------------------------- */

/* A condition seen in one pass, as a condition after (or before) the loop: what needs a value of
 * that pass counts as true. */
csl_expr *csl_weaken(csl_interval_walk *p, const csl_loop *loop, csl_expr *e);
/* What of a condition can be said of the pass before, in terms of this one. */
csl_expr *csl_one_before(csl_interval_walk *p, const csl_loop *loop, csl_expr *e);
typedef enum { CSL_ALL_PASSES, CSL_PASSES_BEFORE, CSL_PASSES_AFTER } csl_passes;
/* The passes that the loop certainly makes, or those of them before or after this one, have each
 * ended without a barrier, so far as that hangs on the number of the pass: `if (i == 2)`. */
csl_expr *csl_counted_open(csl_interval_walk *p, const csl_loop *loop, csl_expr *went,
                           csl_passes which);

#endif
