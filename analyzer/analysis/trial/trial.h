/* Trials: all threads of one block run the kernel with a few numbers for its parameters, and what
 * they do with barriers is played until all have ended, or none goes on.
 *
 * That is one schedule of one launch: what is seen in it can happen. A trial is given up where the
 * way of a thread, or a barrier, depends on what memory holds, and at whatever is not played:
 * clusters of several blocks, tiles whose size is not known.
 *
 * Source of the semantics: PTX ISA, mbarrier, bar/barrier, bar.warp.sync; exited threads do not
 * count at barriers of the block.
 */
#ifndef CSL_TRIAL_H
#define CSL_TRIAL_H

#include "../witness/witness.h"

/* A thread that waits for ever, and another one: that waits as well (CIRCLE), or has come to its
 * end or waits at the same place (NEVER). A thread that arrives once more than a phase expects, and
 * another arrival of the phase (EARLY). A thread that
 * comes to a named barrier where others are that wait for another number (COUNTS). A thread that
 * uses an object that nothing has initialised, and another one that uses an object (UNSET). */
typedef struct csl_hang {
    csl_phase_fault fault;
    csl_node *at[2];    /* where they are; of one that has ended, its last barrier */
    csl_expr *where[2]; /* BOOL: it is that thread, in that pass of the loops */
    csl_expr *numbers;  /* BOOL: the parameters are those of the trial */
} csl_hang;

/* A copy of which no thread knows that it has ended when all threads of the block have come to
 * their ends: it may still read shared memory, or write it, when the block ends. */
typedef struct csl_left {
    csl_node *copy;
    csl_node *last;     /* where another thread waited last */
    csl_expr *where[2]; /* as of a csl_hang: of the one that copies, and of the other */
    csl_expr *numbers;
} csl_left;

/* Two accesses of one place in shared memory that nothing orders (order.h). */
typedef struct csl_tried_race {
    csl_pair_query pair; /* `tried` is what the numbers of the trial are */
    uint32_t target[2];  /* of either side, the one it was seen at */
    csl_expr *where[2];  /* BOOL: it is that thread, in that pass of the loops, at that offset */
} csl_tried_race;

typedef struct csl_trial {
    bool hangs;
    csl_hang hang; /* if it does */
    CSL_VEC(csl_tried_race) races;
    bool leaves; /* such a copy, if nothing of the above is there */
    csl_left left;
} csl_trial;

/* What is seen when threads of a block run; nothing, if it is not known what they do. */
csl_trial csl_try_block(csl_analysis *a);

/* ---- shared by the files of this folder ------------------------------------------------------- */

enum { CSL_TRIAL_LOOPS = 4 };

typedef enum {
    CSL_DOES_INIT,   /* initialises an object for `count` arrivals */
    CSL_DOES_ARRIVE, /* `count` times, and expects `bytes` */
    CSL_DOES_DROP,
    CSL_DOES_COPY,  /* issues a copy that writes `bytes` and counts for `brings` */
    CSL_DOES_WAIT,  /* for the phase of parity `number` */
    CSL_DOES_TOKEN, /* ... of the arrival that was its event `number` */
    CSL_DOES_BLOCK, /* __syncthreads() */
    CSL_DOES_NAMED, /* waits at barrier `number` for `count` threads */
    CSL_DOES_NAMED_ARRIVE,
    CSL_DOES_WARP,   /* waits for the lanes of the mask `number` */
    CSL_DOES_ACCESS, /* touches `bytes` at `address`; of a copy of a group, begins to */
    CSL_DOES_GROUP   /* commits a group, or waits until `number` are open */
} csl_deed;

typedef struct csl_trial_event {
    csl_deed deed;
    csl_node *node;
    int64_t object, number, count, bytes;
    int64_t brings;  /* COPY; of a tile 0 until it is known */
    int64_t address; /* ACCESS, COPY: where it begins */
    uint32_t of;     /* ... and in which object of the kernel; UINT32_MAX: no shared one */
    bool tracks;     /* ARRIVE: made by the copies of groups, or what the tensor core does, that the
                        thread has issued before */
    uint32_t pass[CSL_TRIAL_LOOPS]; /* of the loops around the node, from the innermost */
} csl_trial_event;

/* It waits at a barrier object, or arrives there. */
bool csl_is_at_object(const csl_trial_event *e);

typedef struct csl_tried {
    int64_t tid[3];
    csl_trial_event *v;
    uint32_t n, cap;
} csl_tried;

typedef struct csl_block {
    csl_analysis *a;
    csl_ctx *scratch;
    csl_tried *thread;
    uint32_t threads;
    int64_t bdim[3], gdim[3];
    int64_t *param;
    uint32_t budget; /* statements that threads may still run */
    uint32_t accesses;
    bool strays; /* some access is outside of its object, or there are too many: no race is seen */
} csl_block;

/* What each thread of the block does; false: that is not known (record.c). */
bool csl_record_block(csl_block *b);
/* Who goes on: threads with low numbers first, or high ones, each until it has to wait (ON) or lets
 * others go on who come first; or all in turn, each up to its next barrier. Copies end at once
 * where low ones come first, and where high ones wait for no more than these; else when no thread
 * goes on, and one by one where it is their turn. */
typedef enum {
    CSL_LOW_FIRST,
    CSL_HIGH_FIRST,
    CSL_LOW_ON,
    CSL_HIGH_ON,
    CSL_HIGH_AT_ONCE,
    CSL_IN_TURN,
    CSL_SCHEDULES
} csl_schedule;
typedef struct csl_clocks csl_clocks;
typedef struct csl_played {
    uint32_t *at; /* by thread: the number of events it is past */
    /* EARLY, COUNTS, UNSET: what ended it; or RIGHT */
    csl_phase_fault fault;
    uint32_t thread[2], event[2];
} csl_played;
/* False: it cannot be played to its end. `clocks`, or NULL, are set meanwhile (play.c). */
bool csl_play_block(const csl_block *b, csl_schedule schedule, csl_clocks *clocks, csl_played *out);

/* hangs.c: */
csl_expr *csl_is_number(csl_analysis *a, csl_op op, csl_type type, uint32_t index, int64_t value);
/* It is that thread, in that pass. */
csl_expr *csl_place_of_event(const csl_block *b, const csl_tried *t, const csl_trial_event *e);
bool csl_waits_at_object(const csl_trial_event *e);
/* What could not go on, because it is wrong. */
bool csl_find_wrong(const csl_block *b, const csl_played *p, csl_hang *out);
/* Two threads that wait for ever, where none goes on: each is past so many events. */
bool csl_find_hang(const csl_block *b, const uint32_t *at, csl_hang *out);

#endif
