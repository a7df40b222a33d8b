/* Limited child processes, one per job. The front end runs in them: a hostile source can crash it,
 * make it hang or eat all memory, and costs only its own file. So do the readers of other foreign
 * text (foreign.h).
 */
#ifndef CSL_CHILD_WORKER_H
#define CSL_CHILD_WORKER_H

#include <stddef.h>
#include <stdint.h>

/* The stack of a job: libclang and our own passes recurse as deep as the source nests. */
#define CSL_STACK_BYTES ((size_t)256 << 20)

typedef struct csl_limits {
    uint32_t cpu_seconds;  /* processor time */
    uint32_t idle_seconds; /* without using any processor time: waiting for a FIFO, a device */
    uint32_t wall_seconds; /* in any case */
    uint64_t memory;       /* bytes of address space */
    uint64_t memory_alone; /* a child that fails with less is tried again by itself; 0: it is not */
} csl_limits;

/* What a child left behind. */
typedef struct csl_outcome {
    const char *document; /* what the job returned; valid if failure is NULL */
    size_t bytes;
    const char *printed; /* its standard output (--dump) */
    size_t nprinted;
    const char *failure; /* why there is no document: "crashed: Segmentation fault"; or NULL */
} csl_outcome;

/* Runs in the child. Returns the document to send to the parent. */
typedef const char *csl_job_fn(uint32_t index, void *user);
/* Runs in the child before that, while it has one thread: gives up what the job does not need. */
typedef void csl_confine_fn(uint32_t index, void *user);
/* Runs in the parent, once per job, in the order of the jobs. The outcome is valid meanwhile. */
typedef void csl_done_fn(uint32_t index, const csl_outcome *outcome, void *user);

typedef struct csl_work {
    csl_confine_fn *confine; /* or NULL */
    csl_job_fn *job;
    csl_done_fn *done;
    int input; /* a descriptor that becomes the standard input of the jobs; 0 or -1: it is empty */
} csl_work;

/* Runs `n` jobs, `parallel` at a time (0: one per processor). The children get an empty
 * environment and can write no file. */
void csl_run_jobs(uint32_t n, uint32_t parallel, const csl_limits *limits, const csl_work *work,
                  void *user);

#endif
