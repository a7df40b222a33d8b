/* Shared by trace.c, replay.c and replay_thread.c. What a replay tells lives as long as the kernel
 * is analysed, its runners end with it. */
#ifndef CSL_REPLAY_H
#define CSL_REPLAY_H

#include "machine.h"
#include "witness.h"
#include "../../limits/limits.h"

/* Besides 0 and 1: side 1 one pass before its own (NEXT), side 0 one pass after its own (LATER). */
enum { CSL_SIDE_BEFORE = 2, CSL_SIDE_AFTER = 3 };
/* The value of a term for one side; false if the witness does not fix it. */
bool csl_solution_value(const csl_solution *s, int side, csl_expr *e, int64_t *out);
/* ... of a term of the query itself. */
bool csl_solution_term(const csl_solution *s, csl_expr *x, int64_t *out);

/* replay.c: runs the kernel's IR for the two threads of a witness, without the terms of symbolic
 * execution; only what memory and other threads contribute is taken from the witness. */
typedef enum {
    CSL_REPLAYED,     /* both accesses in one barrier interval, their bytes overlap; or one thread
                         arrives at the barrier and the other does not; or, if both have the same
                         end, both come there */
    CSL_REPLAY_OPEN,  /* the way there depends on values the witness does not fix, or is too long */
    CSL_REPLAY_FAILED /* everything was known, and it did not happen */
} csl_replay;
/* One thread's way to its end; `end` is what csl_tell was given for it. */
typedef struct csl_way_there {
    uint32_t interval;       /* block barriers passed before the end */
    const csl_stmt *barrier; /* the last of them, or NULL */
    uint32_t barrier_at;     /* when it was passed, in statements run */
    const char *end_values;  /* of a condition at the end: "1 < 1"; or NULL */
    uint32_t end_pass;       /* pass of the loop around the end, from 1; 0: in no loop */
    uint32_t nsteps;         /* the decisions it stands in, outermost first */
    struct {
        const csl_node *node;
        const char *values; /* "0 < 1", or NULL */
        uint32_t interval, at;
        uint32_t pass; /* of the innermost loop, from 1; 0: in no loop */
    } step[CSL_ROOM_told_decisions];
} csl_way_there;
/* What symbolic execution has made of the statement; NULL: it did not get there (replay_thread.c).
 */
csl_node *csl_node_of_stmt(csl_analysis *a, const csl_stmt *s);
csl_replay csl_replay_witness(const csl_solution *s, const csl_ending end[2], csl_way_there way[2]);

/* One execution of the statement a thread is followed to. */
typedef struct csl_replay_moment {
    uint32_t step;
    uint64_t barriers; /* hash of the barriers passed */
    uint64_t passes;   /* hash of the passes of the loops around it */
    csl_known address;
    uint32_t interval;   /* barriers passed that keep the two threads apart */
    int64_t group, done; /* of asynchronous copies: committed before, and waited for */
    uint32_t told_at[CSL_ROOM_told_decisions]; /* when each decision it stands in was last taken */
} csl_replay_moment;

/* A term that was asked for, and what the witness says of it. */
typedef struct csl_replay_value {
    const csl_expr *e; /* NULL: none yet */
    int side;
    csl_known is;
} csl_replay_value;
enum { CSL_REPLAY_VALUES = 512 }; /* kept at a time */

typedef struct csl_runner {
    csl_ctx *scratch; /* what lives as long as the runner */
    const csl_solution *s;
    int side;
    csl_machine m;
    csl_node *goal;           /* what the thread is followed to */
    const csl_stmt *barrier;  /* executions of this are noted, too; or NULL */
    csl_known *want;          /* by loop: the pass the witness speaks of */
    uint32_t *pass;           /* by loop: the present one */
    csl_known *fixed;         /* by node: what the witness says of its result */
    bool *asked;              /* ... has been found out */
    csl_replay_value *values; /* by a hash of the term */
    const csl_node *told[CSL_ROOM_told_decisions];
    uint32_t ntold;
    uint32_t told_at[CSL_ROOM_told_decisions];
    uint32_t step, interval;
    const csl_stmt *last_barrier;
    uint32_t barrier_at;
    uint64_t barriers;
    uint32_t met;                   /* barriers passed that keep the two threads apart */
    int64_t group, done;            /* groups of copies committed, and waited for */
    uint32_t groups;                /* of which kind (csl_groups_of_copy) */
    bool of_source;                 /* ... until their sources have been read */
    CSL_VEC(int64_t) ended;         /* by `met`: those waited for when the barrier was passed */
    uint32_t since_arrival;         /* executions looked for that came before its latest arrival */
    CSL_VEC(uint64_t) with_warp;    /* barriers of the warp it came to */
    const struct csl_runner *other; /* second run: only those the other came to separate */
    bool hurries;  /* the run was too long before: loops that say nothing of the witness are left */
    uint32_t *ran; /* by loop: passes run so far, by a run that hurries */
    bool stops_behind; /* its goal: nothing that comes then counts */
    bool used_unknown; /* an unknown value decided the way, or a barrier */
    CSL_VEC(csl_replay_moment) goals, waits;
    const csl_replay_moment *until; /* second run: stop there and tell the way */
    csl_way_there *way;
} csl_runner;

/* A thread to follow to `goal`, and whose executions of `barrier` (or NULL) are noted. Lives in
 * `scratch`. */
csl_runner *csl_runner_new(csl_ctx *scratch, const csl_solution *s, int side, csl_node *goal,
                           const csl_stmt *barrier);
/* Runs from the start of the kernel; what was noted before stays. */
void csl_runner_run(csl_runner *r);
/* Runs once more up to the moment and notes the way. */
void csl_runner_tell(csl_runner *r, const csl_replay_moment *at, csl_way_there *way);

/* fixed_values.c: the value of a term for the runner's side, if the witness fixes it. */
csl_known csl_fixed_value(csl_runner *r, csl_expr *e);
/* ... of a term of the node's passes, now. */
csl_known csl_fixed_now(csl_runner *r, const csl_loop *loop, csl_expr *e);
/* ... of the symbol in the pass that left a loop. */
csl_known csl_fixed_at_exit(csl_runner *r, const csl_loop *loop, uint32_t sym);
/* The thread is in the passes the witness speaks of, `before` passes earlier in the pivot. */
bool csl_in_told_pass(const csl_runner *r, const csl_loop *loop, int64_t before);

/* replay_end.c: nothing counts that the thread does behind what it is followed to. So it is of a
 * race, but where a copy is under way, a thread only arrives at a barrier, or lanes of a warp wait
 * for each other. */
bool csl_stops_behind(const csl_runner *r);
/* A loop around what it is followed to, of which the witness tells an earlier pass. */
bool csl_is_late_pass(const csl_runner *r, const csl_loop *loop, uint32_t pass);
/* The thread does not come there any more: `there` it came, in the one pass that counts, or `n`
 * lies behind the outermost loop around it. */
bool csl_goal_is_behind(const csl_runner *r, const csl_node *n, bool there);

/* made_up.c: what the load gives in a replay for made-up data, if nothing has written there. */
csl_known csl_made_up(csl_runner *r, const csl_node *load);

#endif
