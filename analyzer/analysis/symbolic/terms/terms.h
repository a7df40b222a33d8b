/* Terms: what a kernel's symbols, addresses and loops come to. Nothing here executes a statement.
 */
#ifndef CSL_TERMS_H
#define CSL_TERMS_H

#include "nodes.h"

/* ---- the analysis of one kernel ------------------------------------------------------------- */

typedef struct csl_pair_query csl_pair_query; /* queries/queries.h */
typedef struct csl_met {
    csl_pair_query **v;
    uint32_t n, cap;
    bool cut; /* there are more, so what is not in it may be there all the same */
} csl_met;
typedef CSL_VEC(csl_divergence) csl_divergences;
typedef CSL_VEC(csl_node *) csl_nodes;

/* What is known of the kernel so far. Each pass fills in what it finds out. */
typedef struct csl_analysis {
    csl_ctx *ctx;
    csl_ctx *pairs; /* what csl_meet gives, freed with the kernel: a large one has a million */
    const csl_module *module;
    const csl_kernel *kernel;
    const csl_analysis_options *options;
    struct csl_asker *asker; /* who asks the decider (queries/ask.c) */
    CSL_VEC(csl_sym *) syms;
    bool wraps_late;      /* some variable has csl_sym.wraps_at */
    bool compares_arrays; /* closed forms decide such comparisons (orbits.c) */
    csl_memo *expanded;   /* what csl_expand() answered; NULL while closed forms are being found */
    CSL_VEC(csl_loop *) loops;
    CSL_VEC(csl_family) families; /* of barriers; found between two executions */
    struct {
        uint32_t obstacles, assumptions;
        csl_concerns obstructed;
    } before_run;          /* what there was before csl_execute() */
    bool vague_tickets;    /* some were compared of which it is not known how many lie between */
    uint32_t first_ticket; /* the first of the slots that count tickets */
    bool first_elected;    /* it is assumed that lane 0 is the one that elections choose */
    csl_node *end;         /* behind the last statement, with its tickets; or NULL */
    CSL_VEC(csl_node *) nodes; /* in execution order */
    csl_node *root;
    csl_shapes shapes;
    const char *shape_words;
    uint32_t grid_least[3], grid_most[3]; /* of all launches; 0: not known */
    bool grid_seen, grid_used[3]; /* dimensions of it that the kernel looks at (two_blocks.c) */
    csl_expr *launched; /* BOOL: how large the block is in terms of parameters, as every launch has
                           it; or NULL */
    csl_expr *in_grid[3]; /* BOOL: what the launches say of blockIdx in terms of parameters, where
                             that matters; or NULL */
    csl_expr
        *covered[3]; /* BOOL: ... of gridDim: as many places as an array of a parameter; or NULL */
    uint32_t tile;   /* lanes of the smallest tile that does something together, below a warp; 0:
                        none does */
    bool idle[3];    /* this and higher dimensions of threadIdx occur at most in the thread's
                        linear number */
    const char **size; /* by parameter: a signed one is compared as unsigned, which no program does
                          with  a negative number; the words of that assumption, else NULL */
    int64_t row_of_numbers; /* threadIdx.y * 32 + threadIdx.x numbers the threads of a block whose
                               rows are that long; 0: nothing does, or several things do */
    bool block_guessed; /* some number made up for the template was taken for the block's size */
    bool never_asks;    /* nothing in the kernel tells its threads, or its blocks, apart */
    bool warps_alike;   /* nothing tells its warps apart, only their lanes; of a kernel: ... */
    bool for_a_warp;    /* ... and none waits for all */
    CSL_VEC(csl_assumption) assumptions;
    unsigned of_numbers; /* CSL_NO_WRAP and so on */
    csl_met met;         /* pairs that share an interval of the block (or warp) */
    csl_met met_in_grid; /* pairs that share an interval of the grid, once asked for */
    bool has_met_in_grid;
    csl_met met_in_warp;   /* pairs that share an interval of a warp, once asked for, */
    uint32_t warp_in_step; /* with so many loops, less one, whose lanes go round together */
    csl_divergences divergences;
    csl_divergences absent_lanes; /* of warp-level synchronisation */
    CSL_VEC(csl_misuse) misuses;
    CSL_VEC(csl_unset) unset;
    CSL_VEC(csl_race) races;
    CSL_VEC(csl_unpublished) unpublished;
    CSL_VEC(const csl_node *) split; /* decisions found divergent, assumed uniform afterwards */
    CSL_VEC(const csl_stmt *) redundant;
    CSL_VEC(csl_bank_conflict) bank_conflicts;
    bool *written;       /* per object: some access writes it */
    uint32_t *writers;   /* ... statements that may write it */
    bool *given;         /* ... a function that is not followed gets a pointer to it */
    bool ragged_warps;   /* a warp barrier may miss some lane it names */
    bool uses_unset;     /* a barrier object may be used that is not initialised */
    bool leaves_copies;  /* the block may end with some under way that touch its shared memory */
    bool vague_waits;    /* for asynchronous copies, for an unknown number of groups */
    bool writes_unknown; /* an access writes through a pointer of unknown origin */
    CSL_VEC(csl_fact_obstacle) obstacles;
    csl_concerns obstructed; /* concerns that some obstacle is about */
    csl_concerns racing;     /* concerns of the divergences and races found */
    struct {
        uint32_t safe, undecided, racing;
    } asked[CSL_CONCERN_COUNT];
    struct csl_gates
        *gates; /* publishing/published.c: where threads are let through by others, or NULL */
    const struct csl_results *results; /* publishing/results.c: where results go, or NULL */
    csl_node **by_stmt; /* nodes by statement, a hash table (witness/replay_thread.c), or NULL */
    uint32_t by_stmt_room;
    uint32_t replayed;         /* statements that threads of witnesses have run */
    uint32_t replayed_in_vain; /* long runs in a row that came to no end */
    uint32_t refused;          /* witnesses of ordinary sizes in a row that were less sure */
} csl_analysis;

/* ---- what a verdict is made of (obstacles.c) ------------------------------------------------- */

/* Remembers an assumption once. `name`: what it is about, or NULL; `place`, or NULL. */
void csl_assume_that(csl_analysis *a, csl_assumption_kind kind, const char *name,
                     const csl_place *place, const char *text);
/* What a proof takes for granted of numbers that C does not. A witness needs none of it: it is
 * replayed with the numbers it has. */
enum {
    CSL_NO_WRAP = 1,     /* a counter, of which C says that it may wrap, does not */
    CSL_FEW_PASSES = 2,  /* no loop makes more than CSL_MOST_PASSES passes */
    CSL_WHOLE_INDEX = 4, /* csl_answer.assumes */
};
void csl_assume_of_numbers(csl_analysis *a, unsigned what);
/* Adds what was assumed of numbers to the assumptions; call when all is known. */
void csl_tell_of_numbers(csl_analysis *a);
/* Remembers what makes a proof impossible for these concerns; `node`, or NULL. */
void csl_obstruct(csl_analysis *a, csl_concerns about, const csl_node *node, const char *why);
/* The concerns that accesses of the object are about: `root` is a BASE, or a pointer of unknown
 * origin. */
csl_concerns csl_about_root(const csl_analysis *a, const csl_expr *root);
csl_concern csl_concern_of_sync(const csl_sync *s);
/* Counts an answer about a concern, or several. */
void csl_count_answer(csl_analysis *a, csl_concerns about, csl_verdict verdict);

/* ---- symbols and terms (terms.c) ------------------------------------------------------------- */

uint32_t csl_sym_new(csl_analysis *a, csl_sym_kind kind, csl_type type, const char *name,
                     csl_loop *loop);
csl_expr *csl_sym_expr(csl_analysis *a, uint32_t sym);
static inline csl_sym *csl_sym_of(const csl_analysis *a, const csl_expr *e) {
    return a->syms.v[e->index];
}
csl_expr *csl_expand(csl_analysis *a, csl_expr *e); /* replaces symbols by their closed forms */
/* The values of a term, as numbers. Of terms that are defined where they occur. */
csl_range csl_range_of(csl_analysis *a, csl_expr *e);
/* The operation, if it takes or changes low bits of an address in dynamic shared memory, without
 * the place where that memory begins (address_bits.c); else the operation. */
csl_expr *csl_without_start(csl_analysis *a, csl_expr *e);
/* Symbols of the loop's passes occur in the term. */
bool csl_mentions_loop(csl_analysis *a, csl_expr *e, const csl_loop *loop);
/* ... other than the number of the pass */
bool csl_mentions_more_than_pass(csl_analysis *a, csl_expr *e, const csl_loop *loop);
bool csl_mentions_sym(csl_analysis *a, csl_expr *e, uint32_t sym);
bool csl_is_small(const csl_expr *e, unsigned nodes); /* its tree has at most so many */
csl_expr *csl_replace_sym(csl_analysis *a, csl_expr *e, uint32_t sym, csl_expr *by);
/* The conjuncts of `e` that are not conjuncts of `given`. */
csl_expr *csl_relative(csl_ctx *ctx, csl_expr *e, csl_expr *given);

/* ---- where a node stands --------------------------------------------------------------------- */

/* The node stands in an arm of that IF. */
bool csl_stands_in(const csl_node *n, const csl_node *decision);
bool csl_loop_inside(const csl_loop *inner, const csl_loop *outer); /* also true if equal */
const csl_loop *csl_common_loop(const csl_loop *x, const csl_loop *y);

/* ---- passes of loops (pass_shift.c) ------------------------------------------------------------ */

/* `e` as it was in the pass before (k -> k - 1), or NULL if that cannot be said. */
csl_expr *csl_previous_pass(csl_analysis *a, const csl_loop *loop, csl_expr *e);
/* The condition on which a pass ends at the back edge, without what only says that loops inside
 * have ended, if a test at the start of the pass is the only way out; NULL if it has no closed
 * form. */
csl_expr *csl_stays_by_pass(csl_analysis *a, const csl_loop *loop);
/* What TRIPS says of the pass before the one that leaves: there is none, or it stayed. NULL if the
 * condition has no closed form. */
csl_expr *csl_went_on(csl_analysis *a, const csl_loop *loop);
/* `e` in pass 0, its PHI symbols replaced by their start values. */
csl_expr *csl_first_pass(csl_analysis *a, const csl_loop *loop, csl_expr *e);
/* `e` in the pass that leaves the loop. */
csl_expr *csl_exit_pass(csl_analysis *a, csl_loop *loop, csl_expr *e);
/* The thread leaves the loop in its first pass. BOOL, behind it. */
csl_expr *csl_makes_no_pass(csl_analysis *a, const csl_loop *loop);

/* What the n bits from that one are, if that is known and the term is not large (known_bits.c). */
bool csl_known_bits(csl_analysis *a, csl_expr *e, unsigned from, unsigned n, uint64_t *value);

/* ---- addresses (address.c) ------------------------------------------------------------------- */

/* The object of a BASE; NULL for a pointer of unknown origin. */
const csl_object *csl_object_of_root(const csl_analysis *a, const csl_expr *root);
/* The places an address may stand for, in memory of the context. */
void csl_resolve_address(csl_analysis *a, csl_expr *address, csl_target **targets, uint32_t *n);
/* The single BASE and constant offset an address stands for while execution is under way (loops
 * have no closed forms yet). Returns false if it is not that simple; *object is then the object if
 * at least that is known, else UINT32_MAX. */
bool csl_simple_address(const csl_expr *e, uint32_t *object, int64_t *offset);
/* "sd[3]", "tile[1][2]", "p[4]": the element of the object (or NULL) a byte offset belongs to. */
const char *csl_element_at(csl_analysis *a, const csl_object *o, const char *name, int64_t offset);
/* What a choice comes to where the condition on being there decides it (terms.c). */
csl_expr *csl_chosen(csl_analysis *a, csl_expr *e, csl_expr *reach);
/* A chain of choices with what those before decide of each: which named barrier a thread uses is
 * asked anew at each place that computes the number. */
csl_expr *csl_chosen_within(csl_analysis *a, csl_expr *e, csl_expr *known);

/* Every thread that comes to `from` comes to `to` as well, in the same pass of its loops; if `to`
 * stands before it, it has been there. */
bool csl_comes_too(const csl_node *to, const csl_node *from);
/* ... and afterwards. */
bool csl_always_follows(const csl_node *to, const csl_node *from);
/* They stand in different arms of one decision. */
bool csl_in_other_arms(const csl_node *x, const csl_node *y);

#endif
