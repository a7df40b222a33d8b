/* Trials: all threads of one block run the kernel with a few numbers for its parameters, and what
 * they do with barriers is played until all have ended, or none goes on.
 *
 * That is one schedule of one launch: what is seen in it can happen. A trial is given up where the
 * way of a thread, or a barrier, depends on what memory holds, and at whatever is not played:
 * clusters, commits of the tensor core, tiles whose size no instruction says.
 *
 * Source of the semantics: PTX ISA, mbarrier, bar/barrier, bar.warp.sync; exited threads do not
 * count at barriers of the block.
 */
#ifndef CSL_TRIAL_H
#define CSL_TRIAL_H

#include "../witness/witness.h"

/* A thread that waits for ever, and another one: that waits as well, or has come to its end. */
typedef struct csl_hang {
    csl_node *at[2];    /* where they wait; of one that has ended, its last barrier */
    csl_expr *where[2]; /* BOOL: it is that thread, in that pass of the loops */
    csl_expr *numbers;  /* BOOL: the parameters are those of the trial */
    bool ended;         /* the second one has ended, or is at the same place */
} csl_hang;

/* False: none was seen. */
bool csl_try_block(csl_analysis *a, csl_hang *out);

/* ---- shared by the files of this folder ------------------------------------------------------- */

enum { CSL_TRIAL_LOOPS = 4 };

typedef enum {
    CSL_DOES_INIT,   /* initialises an object for `count` arrivals */
    CSL_DOES_ARRIVE, /* `count` times, and expects `bytes` */
    CSL_DOES_DROP,
    CSL_DOES_COPY,  /* issues a copy that brings `bytes` */
    CSL_DOES_WAIT,  /* for the phase of parity `number` */
    CSL_DOES_TOKEN, /* ... of the arrival that was its event `number` */
    CSL_DOES_BLOCK, /* __syncthreads() */
    CSL_DOES_NAMED, /* waits at barrier `number` for `count` threads */
    CSL_DOES_NAMED_ARRIVE,
    CSL_DOES_WARP /* waits for the lanes of the mask `number` */
} csl_deed;

typedef struct csl_trial_event {
    csl_deed deed;
    csl_node *node;
    int64_t object, number, count, bytes;
    uint32_t pass[CSL_TRIAL_LOOPS]; /* of the loops around the node, from the innermost */
} csl_trial_event;

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
} csl_block;

/* What each thread of the block does; false: that is not known (record.c). */
bool csl_record_block(csl_block *b);
/* Plays it: `forward`, threads with low numbers go first, and copies end at once; else those with
 * high numbers, and copies end when no thread goes on. At the end *at is the number of events that
 * each thread is past. False: it cannot be played (play.c). */
bool csl_play_block(const csl_block *b, bool forward, uint32_t *at);

#endif
