/* What runs CUDA source on a CPU and watches it: one fibre a thread, one block after another.
 *
 * The compiled program (include/) calls in here at launches, barriers, warp operations and atomics,
 * and, through the hooks of clang's -fsanitize=thread, at each access of memory. Everything that a
 * run shows is written to the report (report.c). One process, one operating-system thread, no
 * locks. */
#ifndef ORACLE_RUNTIME_H
#define ORACLE_RUNTIME_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WARP = 32, MOST_THREADS = 1024, ARGUMENT_BYTES = 4096 };

typedef struct oracle_dim3 {
    unsigned x, y, z;
} oracle_dim3;

/* What a thread is doing. */
typedef enum { ENDED, RUNNABLE, AT_BARRIER, IN_WARP } thread_state;

/* What lanes of a warp do together; the site must be the same but for SYNCWARP. */
typedef enum { OP_SYNCWARP, OP_EXCHANGE } warp_op;

/* What a run can show. The order is that of the words in report.c. */
typedef enum {
    EVENT_RACE_SHARED, /* two threads of a block, an interval, an address, one changes it */
    EVENT_RACE_GLOBAL,
    EVENT_SAME_VALUE, /* as a race, but all store the value that is there already */
    EVENT_FENCED,     /* as a race, but both sides used atomics and fences: perhaps ordered */
    EVENT_GRID,       /* two threads of different blocks */
    EVENT_BARRIER,    /* threads of a block wait at different barriers */
    EVENT_EARLY,      /* a barrier is passed after some threads have ended */
    EVENT_DEADLOCK,   /* nothing can go on */
    EVENT_MASK        /* a lane takes part in a warp operation whose mask lacks it */
} event_kind;

/* How a launch ended. The order is that of the words in report.c. */
typedef enum {
    RUN_DONE,
    RUN_UNDEFINED,
    RUN_FAULT,
    RUN_STACK,
    RUN_BUDGET,
    RUN_UNMODELLED,
    RUN_STOPPED
} run_status;

/* A call that a thread is in. */
typedef struct oracle_call {
    uint64_t path; /* of the caller */
    uint32_t pc;   /* where it returns to */
} oracle_call;

enum { MOST_CALLS = 64 };

typedef struct oracle_thread {
    void *sp; /* of the fibre while it does not run */
    thread_state state;
    uint32_t index; /* in its block */
    uint64_t path;  /* hash of the calls it is in */
    oracle_call calls[MOST_CALLS];
    int depth;
    uint64_t site; /* of the operation it waits in */
    uint32_t pc;   /* likewise */
    /* the warp operation it waits in */
    warp_op op;
    unsigned mask;
    uint64_t value;       /* that it gives; at a block barrier too */
    uint64_t *received;   /* WARP values, by lane */
    unsigned *present;    /* the lanes that took part */
    uint32_t clock[WARP]; /* what it knows of the lanes of its warp */
    bool fenced, atomic;  /* since the last block barrier */
} oracle_thread;

/* How to order what is not ordered. */
typedef enum { IN_ORDER, REVERSED, RANDOM } schedule_mode;

/* The launch and block that run. */
typedef struct oracle_run {
    oracle_thread thread[MOST_THREADS];
    oracle_thread *current; /* NULL in the scheduler and the host */
    uint32_t nthreads;
    uint32_t block, launch; /* linear numbers, from 0 and from 1 */
    uint64_t nblocks;
    uint32_t epoch;            /* grows at each block barrier and block */
    uint64_t budget;           /* accesses and switches that are left to this launch */
    uint64_t barrier_total[3]; /* of the values given to the last barrier: count, and, or */
    schedule_mode mode;
    sigjmp_buf stop; /* ends the launch */
    volatile bool running;
    size_t dynamic_bytes;
} oracle_run;

extern oracle_run oracle;
extern oracle_dim3 oracle_threadIdx, oracle_blockIdx, oracle_blockDim, oracle_gridDim;

/* --- fibre.c --- */

/* The kernel's registers and stack arguments as the launch found them; fibre.c reads the layout. */
typedef struct oracle_arguments {
    uint64_t general[6];
    uint64_t vector[16];
    size_t stack_bytes;
    char stack[ARGUMENT_BYTES];
} oracle_arguments;

/* Makes the fibre of thread `index`, which will call `kernel` with these arguments. */
void oracle_fibre_make(uint32_t index, const oracle_arguments *arguments, const void *kernel);
/* Runs the thread until it calls oracle_fibre_leave() or ends. */
void oracle_fibre_enter(oracle_thread *t);
/* Back to the scheduler; returns when the thread is entered again. */
void oracle_fibre_leave(void);
/* Whether the address is in the guard below a fibre's stack. */
bool oracle_fibre_guards(const void *address);

/* --- schedule.c --- */

/* Runs all threads of the block that `oracle` describes to their ends. */
void oracle_block_run(const oracle_arguments *arguments, const void *kernel);
/* The calling thread lets others go first, in a random schedule one time in four. */
void oracle_maybe_yield(void);
uint64_t oracle_random(void);
/* Starts the sequence of random numbers anew, so that launches do not depend on each other. */
void oracle_random_seed(uint64_t seed);

/* --- detect.c --- */

void oracle_detect_start(void);
/* An access by the current thread; `pc` is the instruction. A write is noticed before it is done.
 */
void oracle_access(const void *address, size_t size, bool write, uint32_t pc);
/* A volatile one: as any other for the threads of the block. */
void oracle_volatile_access(const void *address, size_t size, bool write, uint32_t pc);
/* An atomic access; `scope` is 0 for the block, 1 for the device and wider. */
void oracle_atomic_access(const void *address, size_t size, int scope, uint32_t pc);
/* The write announced last has been done: was it one that changed anything? */
void oracle_settle(void);
/* The launch was ended: nothing is announced any more. */
void oracle_forget(void);

/* Zeroed memory of which only what is touched takes room. Lives for ever. */
void *oracle_reserve(uint64_t bytes);

/* --- blocks.c --- */

void oracle_blocks_start(void);
/* The current thread touches memory of the device. */
void oracle_blocks_access(uint64_t offset, size_t size, bool write, uint32_t pc);
/* ... by an atomic of the device or wider, or by a volatile access, which is a relaxed one of the
 * system (PTX ISA, ld.volatile). `looks`: it changes nothing. */
void oracle_blocks_strong(uint64_t offset, size_t size, bool looks, uint32_t pc);
/* The current thread passes a fence. */
void oracle_blocks_fence(void);

/* --- memory.c --- */

extern char *const oracle_arena;
/* Offset in the shadow of an address that counts: allocations first, then variables of the device.
 */
bool oracle_counts(const void *address, uint64_t *offset, bool *shared);
uint64_t oracle_shadow_size(void);
void oracle_memory_start(void);
/* Gives every shared variable the poison of this run. */
void oracle_poison_shared(void);

/* --- report.c --- */

void oracle_report_start(void);
/* Keeps an event of this launch; each (kind, a, b) once. */
void oracle_report_event(event_kind kind, uint32_t pc, uint32_t other_pc, uint32_t other_thread);
/* Writes the launch and its events, or its status alone if that is a reason to discard it. */
void oracle_report_launch(int kernel, run_status status);
/* The source uses what is not modelled: the launch ends. */
_Noreturn void oracle_unmodelled(const char *what);
_Noreturn void oracle_stop(run_status why);

#endif
