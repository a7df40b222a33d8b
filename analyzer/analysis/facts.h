/* What the analysis found out about one kernel: the only thing a rule may look at.
 *
 * The entry point is csl_analyse_kernel(); analyze.c is the pipeline in one function. Everything
 * lives in the context's arena.
 */
#ifndef CSL_FACTS_H
#define CSL_FACTS_H

#include "../ir.h"
#include "../decide/decide.h"
#include "../verdict.h"

/* ---- confidence ---------------------------------------------------------------------------- */

__extension__ typedef unsigned __int128 csl_caveat_set; /* a bit each */

/* How sure a fact is, and what a reader has to know about it. */
typedef struct csl_rating {
    csl_confidence level;
    const char *why; /* "needs n = 5", "depends on a value loaded from `flags`"; NULL when HIGH */
    csl_caveat_set caveats; /* bits: the rows of confidence/confidence.def that hold */
} csl_rating;
/* The names of its rows: "data some_shapes"; NULL if none holds. */
const char *csl_caveat_words(csl_ctx *ctx, const csl_rating *rating);
/* Leaves out the rows of these names ("data,parameter") in all that follows. False and the first
 * wrong word in *wrong, which points into the text. For measuring only (bench/). */
bool csl_leave_out_caveats(const char *text, const char **wrong);

/* ---- divergence -------------------------------------------------------------------------- */

/* How the two threads part before the barrier. */
typedef enum {
    CSL_PART_ARM,   /* one takes the arm that holds the barrier, the other does not */
    CSL_PART_TRIPS, /* the other leaves the loop that holds the barrier */
    CSL_PART_SKIP,  /* the other jumps over it: continue, goto, return of an inlined function */
    CSL_PART_EXIT   /* the other has returned from the kernel */
} csl_part;

/* One link of the chain that leads from a condition back to threadIdx. */
typedef struct csl_origin_step {
    const csl_place *place;
    const char *text; /* "i = blockIdx.x * blockDim.x + threadIdx.x" */
} csl_origin_step;

typedef struct csl_divergence {
    csl_concern concern; /* of the scope of the barrier: barriers, warps, grid */
    csl_part part;
    csl_origin origin;         /* what the source wrote at the parting: if, break, && ... */
    const csl_stmt *decision;  /* the IF, BR or EXIT at which they part */
    const char *condition;     /* source text of the deciding condition, or NULL */
    const csl_place *where;    /* place of that condition */
    const csl_object *differs; /* the memory whose change makes them part; NULL: more decides */
    csl_origin_step *chain;
    uint32_t nchain;
    const csl_stmt *barrier; /* the first barrier concerned (a SYNC) */
    const csl_stmt **also;   /* further barriers behind the same parting */
    uint32_t nalso;
    const csl_stmt *other_arm; /* barrier the other thread reaches instead, or NULL */
    bool runs_off;             /* the other thread meets no further barrier of the scope */
    bool as_exit;              /* ... nor comes back: as if it had returned before the barrier */
    bool stores_due;           /* behind the parting threads store what others read */
    csl_rating rating;
    csl_witness *witness; /* never NULL */
} csl_divergence;

/* A synchronisation that cannot work as it is called, whichever threads come. */
typedef enum {
    CSL_MISUSE_OUTSIDE,  /* of a warp, by a thread whose own mask does not name its lane: the first
                            of the witness */
    CSL_MISUSE_SOURCE,   /* a shuffle that reads from a lane that its mask does not name */
    CSL_MISUSE_LAUNCH,   /* of the grid, in a kernel that is launched without its blocks being there
                            at the same time */
    CSL_MISUSE_NUMBER,   /* a named barrier that does not exist */
    CSL_MISUSE_WARPS,    /* a named barrier for a number of threads that is not whole warps */
    CSL_MISUSE_COUNT,    /* a named barrier to which not as many threads come as it waits for */
    CSL_MISUSE_MIXED,    /* barrier 0 with a count, where others may be at __syncthreads() */
    CSL_MISUSE_ARRIVALS, /* a barrier object at which not as many arrive as it expects */
    CSL_MISUSE_PHASE,    /* a phase of a barrier that is not the one that is meant */
    CSL_MISUSE_LEFT      /* a copy of shared memory for which no thread of the block waits: sync is
                            that ACCESS, and the second thread of the witness waits last */
} csl_misuse_kind;

/* What is wrong with a phase. */
typedef enum {
    CSL_PHASE_RIGHT,
    CSL_PHASE_PARITY, /* a wait names the parity of another phase than the one whose turn it is */
    CSL_PHASE_STAGE,  /* a wait or an arrival at another stage than the one whose turn it is */
    CSL_PHASE_LOOK,   /* it is looked at once, and the thread goes on either way */
    CSL_PHASE_NEVER,  /* a wait for a phase at which not all arrive who have to */
    CSL_PHASE_CIRCLE, /* those who have to arrive wait for those who wait for them */
    CSL_PHASE_EARLY,  /* an arrival that may come before the phase before has ended */
    CSL_PHASE_BYTES,  /* the copies of a phase do not bring the bytes that are expected */
    CSL_PHASE_LIVE,   /* the object was initialised again while it was one */
    CSL_PHASE_UNSET,  /* no thread has initialised the object */
    CSL_PHASE_DATA,   /* memory of the object is used as data while it is one */
    CSL_PHASE_LATE,   /* a wait that may come when the phase after it has ended, too */
    CSL_PHASE_COUNTS  /* threads that are at a named barrier together wait for different numbers */
} csl_phase_fault;

typedef struct csl_misuse {
    csl_concern concern;
    csl_misuse_kind kind;
    const csl_stmt *sync;
    const csl_place *launch; /* LAUNCH */
    uint32_t number;         /* of the named barrier */
    uint32_t expected,
        coming; /* WARPS, COUNT, ARRIVALS: threads; COUNT: those of its warps that come */
    csl_phase_fault phase; /* PHASE */
    const char *memory;    /* LEFT: its name */
    uint32_t mask;         /* OUTSIDE: one number for one mask to which the same threads come */
    const csl_stmt **also; /* further synchronisation concerned */
    uint32_t nalso;
    csl_rating rating;
    csl_witness *witness; /* never NULL */
} csl_misuse;

/* ---- races ------------------------------------------------------------------------------- */

typedef enum { CSL_RACE_RAW, CSL_RACE_WAR, CSL_RACE_WAW } csl_race_kind;

/* Where the two accesses meet. */
typedef enum {
    CSL_MEET_PASS, /* one straight piece of code */
    CSL_MEET_BACK, /* the end of one pass of a loop and the start of the next */
    CSL_MEET_CALL  /* one inlined call of a function and another of it */
} csl_meeting;

/* Memory of another block that is touched while that block may not be there; or by a kernel that
 * the block launches, which never sees what is the block's own. */
typedef enum {
    CSL_WHILE_IT_LIVES,
    CSL_BEFORE_IT_BEGINS,
    CSL_AFTER_IT_ENDS,
    CSL_OUT_OF_REACH
} csl_lifetime;

typedef struct csl_race_pair {
    const csl_stmt *first, *second; /* ACCESS statements in program order */
} csl_race_pair;

typedef struct csl_race {
    csl_concern concern; /* shared, global, async, grid */
    csl_race_kind kind;
    csl_meeting meeting;
    csl_pair pair;            /* DIFFERENT_WARPS, or SAME_WARP: only lock step could save it */
    bool in_flight;           /* the first is an asynchronous copy that is not waited for yet when
                                 the second comes; pair BLOCK: both are one thread */
    bool unfenced;            /* no fence of the proxy lies between the first, a write, and the
                                 second, which the copy engine reads; pair BLOCK: one thread */
    csl_lifetime lifetime;    /* of_blocks: not one of two accesses, if the block is not there */
    bool of_blocks;           /* the two threads are of different blocks; concern grid */
    const csl_object *object; /* NULL: memory behind a pointer that was itself loaded */
    const char *object_name;
    const csl_stmt *first; /* in program order; for BACK: the tail of the earlier pass */
    const csl_stmt *second;
    const csl_stmt *after; /* the last access the missing barrier has to come after */
    const csl_place *loop; /* BACK: the loop */
    bool same_value;       /* both write the same value */
    bool in_warp; /* ... in one statement, to the place of their warp, in every pair of it; some may
                     read back what they have just written */
    bool aliased; /* through two different extern __shared__ names */
    const csl_stmt *decides; /* a barrier whose condition reads the racing value, or NULL */
    csl_race_pair *also;     /* further pairs with the same missing barrier */
    uint32_t nalso;
    uint32_t more;          /* pairs beyond the cap */
    const char *element[2]; /* "sd[1]" as the witness threads touch it */
    uint32_t lanes; /* SAME_WARP: a bit for each lane that comes to `first` in the witness */
    csl_rating rating;
    csl_witness *witness; /* NULL: its confidence is below what reports show */
} csl_race;

/* ---- publishing -------------------------------------------------------------------------- */

/* What lets a thread of another block miss what this one has stored before it signalled. */
typedef enum {
    CSL_UNPUBLISHED_FENCE,   /* no fence of the device between the store and the signal */
    CSL_UNPUBLISHED_BARRIER, /* one thread signals for others, which may not have stored yet */
    CSL_UNPUBLISHED_SCOPE,   /* the signal is an atomic that orders threads of its block only */
    CSL_UNPUBLISHED_ACQUIRE, /* no fence of the device between the gate and what is read behind */
    CSL_UNPUBLISHED_UNMET,   /* one thread waits for the signal, another reads and has not met it */
    CSL_UNPUBLISHED_SPIN,    /* the load that waits for the signal may be made once only */
    CSL_UNPUBLISHED_EARLY    /* the kernel launched before stores it, and was not waited for */
} csl_unpublished_kind;

typedef struct csl_unpublished {
    csl_unpublished_kind kind;
    const csl_stmt *store;  /* ACCESS; SPIN, EARLY: NULL */
    const csl_stmt *signal; /* ACCESS: what tells other blocks of the store; EARLY: NULL */
    const csl_stmt *gate;   /* ACCESS: whose result lets the other block go on; BARRIER: or NULL */
    const csl_stmt
        *reader; /* ACCESS: of the other block; SPIN: NULL; BARRIER: NULL without a gate */
    const csl_stored_before *before; /* EARLY */
    const csl_stmt *vain; /* FENCE: one that is too narrow or in the wrong place, or NULL */
    bool barrier_too;     /* FENCE: a barrier is missing as well */
    bool other_thread;    /* one thread signals for the block */
    const char *object_name, *element; /* "partial", "partial[3]" as the witness threads touch it */
    const csl_stmt **also;             /* further stores before the same signal */
    uint32_t nalso;
    csl_rating rating;
    csl_witness *witness; /* two threads of different blocks; NULL: none could be made out */
} csl_unpublished;

/* ---- banks of shared memory ----------------------------------------------------------------- */

/* An access with a conflict, beside the worst one of its object. */
typedef struct csl_bank_other {
    const csl_stmt *access;
    uint32_t degree;
} csl_bank_other;

/* Lanes of one warp ask for different words of one bank at the same time. */
typedef struct csl_bank_conflict {
    const csl_stmt *access; /* ACCESS: the worst of its object */
    const csl_object *object;
    uint32_t degree;        /* words of one bank that lanes ask for at once, at most */
    uint32_t block[3];      /* 0: any */
    uint32_t lane[2];       /* two that do */
    const char *element[2]; /* what they ask for, "tile[1][0]", or NULL */
    const char *when;       /* "in pass 4 of the loop in line 12", or NULL */
    const char *relief; /* a layout that ends it: "declare it as `tile[32][33]`"; tried; or NULL */
    bool all_come;      /* if a condition that the block shares lets all lanes get there */
    const csl_bank_other *also;
    uint32_t nalso;
} csl_bank_conflict;

/* ---- the kernel -------------------------------------------------------------------------- */

/* Something that makes a proof impossible for some concerns. */
typedef struct csl_fact_obstacle {
    csl_concerns about;
    const csl_place *place; /* NULL: of the kernel as a whole */
    const char *why;
} csl_fact_obstacle;

typedef struct csl_facts {
    csl_ctx *ctx;
    const csl_module *module;
    const csl_kernel *kernel;
    const csl_divergence *divergences; /* in source order */
    uint32_t ndivergences;
    const csl_divergence *absent_lanes; /* the same for what lanes of a warp do together: one that
                                     the mask names does not come */
    uint32_t nabsent_lanes;
    const csl_misuse *misuses;
    uint32_t nmisuses;
    const csl_race *races;
    uint32_t nraces;
    const csl_unpublished *unpublished;
    uint32_t nunpublished;
    const csl_stmt **redundant; /* barriers without which the kernel is still proved */
    uint32_t nredundant;
    const csl_bank_conflict *bank_conflicts;
    uint32_t nbank_conflicts;
    /* By concern: what of the kernel it is about, and what was asked. */
    struct {
        bool any;
        uint32_t safe, undecided, racing; /* queries */
    } asked[CSL_CONCERN_COUNT];
    csl_concerns enabled;
    const csl_fact_obstacle *obstacles; /* in the order they were met */
    uint32_t nobstacles;
    const char *shapes; /* block shapes the answers hold for, in words */
    const csl_assumption *assumed;
    const char **assumptions; /* the texts of `assumed` */
    uint32_t nassumptions;    /* of both */
} csl_facts;

typedef struct csl_analysis_options {
    uint32_t block[3]; /* --block-dim; 0: not given */
    uint32_t grid[3];
    csl_concerns concerns;    /* --concerns; 0: not given */
    const char *broken;       /* the file is none that a compiler would take: why; or NULL */
    csl_confidence told_from; /* races below get no witness, as no report shows them */
    bool find_redundant;      /* the rule is enabled: costs a second round of queries per barrier */
    bool find_banks;          /* ... likewise: costs an evaluation per warp and pass of a loop */
    /* or NULL */
    FILE *dump_uniformity, *dump_intervals, *dump_queries, *dump_limits, *dump_confidence;
    FILE *dump_banks;
    FILE *dump_forms;   /* closed forms: csl_print_forms */
    FILE *dump_claims;  /* of variables that loops change: csl_print_claims */
    FILE *dump_settled; /* pairs with the questions that keep them apart: csl_note_pair */
} csl_analysis_options;

/* Analyses a kernel whose `skipped` is NULL. The decider's searches are shared by all kernels of a
 * file; what the solver may do each has for itself. */
const csl_facts *csl_analyse_kernel(csl_ctx *ctx, const csl_module *m, const csl_kernel *k,
                                    csl_decider *d, const csl_analysis_options *options);

/* ---- verdicts (judge.c) ----------------------------------------------------------------- */

static inline csl_region csl_region_at(const csl_module *module, const csl_place *place) {
    return (csl_region){module->files[place->file].path, place->line, place->col, place->end_line,
                        place->end_col};
}

/* The verdict on an analysed kernel. `shown[c]`: how many findings about concern c a report will
 * show; facts of which none is shown leave their concern undecided. */
csl_kernel_result csl_judge_kernel(const csl_facts *facts, const uint32_t shown[CSL_CONCERN_COUNT]);
/* The result for a kernel that was not analysed, and why. */
csl_kernel_result csl_not_judged(const csl_module *m, const csl_kernel *k, const char *why);

#endif
