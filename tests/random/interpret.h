/* The oracle: runs a kernel for one block, thread by thread, and watches.
 *
 * Every thread runs alone until it waits at a barrier or ends; when all wait, the barrier opens.
 * All accesses to memory that threads share are logged by byte. The first pair of accesses of two
 * threads that no barrier orders, one of them a write and not both atomic, is a race of the
 * program: before it every schedule gives every thread the same values. A block barrier that not
 * every thread of the block stands at, all in the same passes of their loops, is a divergence.
 *
 * A run proves that something is wrong; that nothing was seen proves nothing.
 */
#ifndef CSL_INTERPRET_H
#define CSL_INTERPRET_H

#include "../../analyzer/ir.h"

#ifndef CSL_RUN_THREADS
#define CSL_RUN_THREADS 128 /* of a block */
#define CSL_RUN_STEPS 60000 /* of all threads */
#endif
#define CSL_RUN_PARAMS 8

/* How memory is filled before the kernel starts. */
typedef enum {
    CSL_FILL_ZERO,
    CSL_FILL_ONE,
    CSL_FILL_BITS,
    CSL_FILL_SMALL,
    CSL_FILL_COUNT
} csl_fill;

/* Who looks on while a kernel runs; each may be NULL. */
typedef struct csl_run_watch {
    void *owner;
    /* A thread accesses memory inside of its object. */
    void (*access)(void *owner, const csl_stmt *s, uint32_t thread, int64_t address);
    /* A thread begins a pass of a loop; `passes`: of it and the loops around it, as one number.
     * `set`: which variables have a value. */
    void (*pass)(void *owner, const csl_stmt *loop, uint64_t passes, const int64_t *var,
                 const bool *set);
    void (*opened)(void *owner); /* a barrier of the block; the run ends like that, too */
} csl_run_watch;

typedef struct csl_run_input {
    uint32_t block[3], grid[3], bid[3]; /* block[0] * block[1] * block[2] <= CSL_RUN_THREADS */
    int64_t params[CSL_RUN_PARAMS];     /* of scalar parameters; others are ignored */
    csl_fill fill;
    uint64_t seed;              /* of what fills memory */
    const csl_run_watch *watch; /* or NULL */
} csl_run_input;

typedef enum {
    CSL_RUN_CLEAN,
    CSL_RUN_RACE,
    CSL_RUN_DIVERGENCE,
    CSL_RUN_DISCARDED /* no evidence: undefined behaviour, too long, or not modelled */
} csl_run_outcome;

typedef struct csl_run_result {
    csl_run_outcome outcome;
    const char *why;                /* DISCARDED: static text */
    const csl_stmt *first, *second; /* RACE: in the order they ran; DIVERGENCE: the barrier */
    uint32_t thread[2];             /* linear; DIVERGENCE: one that waits, one that does not */
    bool same_warp;                 /* RACE */
} csl_run_result;

/* The kernel must pass csl_verify_kernel. */
csl_run_result csl_interpret(const csl_kernel *k, const csl_run_input *input);

#endif
