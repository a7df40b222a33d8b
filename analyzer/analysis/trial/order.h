/* What is in order with what while a trial is played, and the accesses that are not.
 *
 * Each thread has a clock: how much of every other one it knows of. It tells that where it arrives
 * (at a barrier, at an object, for the lanes of its warp), and learns what was told when it goes on
 * behind a wait. A copy is known to have ended by a thread that knows that far of the phase it
 * counts for, or of the wait of its own thread. Two accesses of one byte, one of them a write, of
 * which neither is known to the other are a race of this run: no order of another run is asked for,
 * as no way and no barrier of a trial depends on what memory holds.
 *
 * More is taken to be in order than is: all arrivals tell, relaxed ones as well, and lanes that
 * exchange values wait for each other.
 *
 * Source of the semantics: PTX ISA, memory consistency model (causality order), mbarrier, bar,
 * cp.async, cp.async.bulk, wgmma; of the last, that a warp's wait is for its warp group.
 */
#ifndef CSL_ORDER_H
#define CSL_ORDER_H

#include "trial.h"

/* Where threads tell what they know: barriers of the block, named ones, warps, objects. */
enum { CSL_AT_BLOCK, CSL_AT_NAMED, CSL_AT_WARPS = CSL_AT_NAMED + CSL_BARRIER_NUMBERS };
/* The place of the warp of a thread; of an object with that number. */
uint32_t csl_at_warp(uint32_t thread);
uint32_t csl_at_object(const csl_block *b, uint32_t object);

/* NULL: nothing can be known of races. Lives as long as the scratch memory of the block. */
csl_clocks *csl_clocks_new(const csl_block *b);
/* It was given up meanwhile. */
bool csl_clocks_failed(const csl_clocks *c);
/* The thread tells there what it knows. */
void csl_clocks_tell(csl_clocks *c, uint32_t thread, uint32_t at);
/* All who go on there from now on learn what was told so far. */
void csl_clocks_open(csl_clocks *c, uint32_t at);
void csl_clocks_learn(csl_clocks *c, uint32_t thread, uint32_t at);
/* The thread makes the access of its event with that number. Of a copy the number of it is given
 * back, else 0. */
uint32_t csl_clocks_access(csl_clocks *c, uint32_t thread, uint32_t event);
/* The copy counts for the phase of the object that is next to end. */
void csl_clocks_counts(csl_clocks *c, uint32_t copy, uint32_t at);
/* ... all copies of groups that the thread has issued, or all that the tensor core does for it. */
void csl_clocks_counts_all(csl_clocks *c, uint32_t thread, bool tensor, uint32_t at);
/* The thread commits a group, or waits until no more than so many are open. */
void csl_clocks_group(csl_clocks *c, uint32_t thread, const csl_trial_event *e);

/* All threads have come to their ends: a copy of shared memory of which none knows that it has
 * ended, rather one that reads. False: there is none. */
bool csl_clocks_left(const csl_clocks *c, uint32_t *thread, uint32_t *event);

/* Two accesses that clash, in the order in which they were made; one of each two places. */
typedef struct csl_clashed {
    uint32_t thread[2];
    const csl_trial_event *event[2];
    bool in_flight; /* the first is a copy that was issued before the second came */
} csl_clashed;
const csl_clashed *csl_clocks_clashes(const csl_clocks *c, uint32_t *n);

/* ---- the memory (touched.c) --------------------------------------------------------------------- */

/* One access that was made. */
typedef struct csl_made {
    uint32_t thread, event;
    uint32_t since; /* the part of its thread it belongs to */
    uint32_t copy;  /* 0: none */
} csl_made;

typedef struct csl_touched csl_touched;
csl_touched *csl_touched_new(const csl_block *b);
/* Adds the access; clash() is called for each one before it that has a byte in common with it and
 * is not known(). Few reads of a place are remembered. */
typedef struct csl_witnesses {
    void *user;
    bool (*known)(void *user, const csl_made *before);
    void (*clash)(void *user, const csl_made *before, const csl_made *now);
} csl_witnesses;
void csl_touched_add(csl_touched *m, const csl_made *now, const csl_witnesses *by);

#endif
