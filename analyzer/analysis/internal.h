/* Shared by the passes of the analysis; nothing outside this folder includes it.
 *
 * The passes, in order (analyze.c):
 *   exec.c       symbolic execution: one csl_node per statement, with the condition under which a
 *                generic thread reaches it; memory.c resolves addresses, loops.c and
 *                closed_form.c say what loops make of variables
 *   intervals.c  which accesses can meet between two barriers
 *   uniformity.c    which symbols two threads can disagree on
 *   divergence.c, races.c   queries, facts;  two_threads.c and race_query.c build the queries,
 * ask.c asks them, confidence.c and race_confidence.c weigh the answers, trace.c tells the story
 */
#ifndef CSL_ANALYSIS_INTERNAL_H
#define CSL_ANALYSIS_INTERNAL_H

#include "symbolic/nodes.h"

/* ---- the analysis of one kernel ------------------------------------------------------------- */

typedef struct csl_pair_query csl_pair_query;
typedef CSL_VEC(csl_pair_query *) csl_met;

typedef CSL_VEC(csl_divergence) csl_divergences;

typedef struct csl_analysis {
    csl_ctx *ctx;
    csl_ctx *pairs; /* what csl_meet gives, freed with the kernel: a large one has a million */
    const csl_module *module;
    const csl_kernel *kernel;
    csl_decider *decider;
    const csl_analysis_options *options;
    CSL_VEC(csl_sym *) syms;
    csl_memo *expanded; /* what csl_expand() answered; NULL while closed forms are being found */
    CSL_VEC(csl_loop *) loops;
    CSL_VEC(csl_node *) nodes; /* in execution order */
    csl_node *root;
    csl_shapes shapes;
    const char *shape_words;
    uint32_t grid_least[3], grid_most[3]; /* of all launches; 0: not known */
    csl_expr *launched; /* BOOL: how large the block is in terms of parameters, as every launch has
                           it; or NULL */
    bool idle[3];       /* this and higher dimensions of threadIdx occur at most in the thread's
                           linear number */
    const char **size; /* by parameter: a signed one is compared as unsigned, which nobody does with
                          a negative number; the words of that assumption, else NULL */
    bool never_asks;   /* nothing in the kernel tells its threads, or its blocks, apart */
    bool for_a_warp;   /* nothing tells its warps apart, only their lanes, and none waits for all */
    CSL_VEC(const char *) assumptions;
    csl_met met;         /* pairs that share an interval of the block (or warp) */
    csl_met met_in_grid; /* pairs that share an interval of the grid, once asked for */
    bool has_met_in_grid;
    csl_divergences divergences;
    csl_divergences strays; /* of warp-level synchronisation */
    CSL_VEC(csl_misuse) misuses;
    CSL_VEC(csl_race) races;
    CSL_VEC(csl_unpublished) unpublished;
    CSL_VEC(const csl_node *) split; /* decisions found divergent, assumed uniform afterwards */
    CSL_VEC(const csl_stmt *) redundant;
    bool *written;        /* per object: some access writes it */
    bool *given;          /* ... a function that is not followed gets a pointer to it */
    bool ragged_warps;    /* a warp barrier may miss some lane it names */
    bool vague_waits;     /* for asynchronous copies, for nobody knows how many groups */
    bool writes_unknown;  /* an access writes through a pointer of unknown origin */
    const char *doubt;    /* first reason against a proof */
    csl_node *doubt_node; /* first opaque or call */
    uint32_t safe, undecided, racing;
    uint32_t by_rows;                    /* pairs that rows were asked to keep apart */
    struct csl_known_pair **known_pairs; /* answers by what they were asked of (race_cache.c) */
    uint32_t brief_safe, brief_in_vain;  /* brief questions answered and not */
    uint32_t moved_safe, moved_in_vain;  /* ... those about distances */
    struct csl_gates *gates;   /* publish.c: where threads are let through by others, or NULL */
    struct csl_builder *spare; /* one that nobody needs any more, or NULL (two_threads.c) */
    csl_node **by_stmt;        /* nodes by statement, a hash table (replay_thread.c), or NULL */
    uint32_t queries, open;    /* asked of the decider; of those, undecided */
    uint32_t in_vain;          /* long searches since the last that found a witness */
} csl_analysis;

uint32_t csl_sym_new(csl_analysis *a, csl_sym_kind kind, csl_type type, const char *name,
                     csl_loop *loop);
csl_expr *csl_sym_expr(csl_analysis *a, uint32_t sym);
static inline csl_sym *csl_sym_of(const csl_analysis *a, const csl_expr *e) {
    return a->syms.v[e->index];
}
/* Remembers an assumption once. */
void csl_assume_that(csl_analysis *a, const char *what);
void csl_doubt(csl_analysis *a, csl_node *node, const char *why);
/* The node stands in an arm of that IF. */
bool csl_stands_in(const csl_node *n, const csl_node *decision);
bool csl_loop_inside(const csl_loop *inner, const csl_loop *outer); /* also true if equal */
const csl_loop *csl_common_loop(const csl_loop *x, const csl_loop *y);

/* exec.c */
void csl_execute(csl_analysis *a);

/* memory.c: cells are the scalar slots of LOCAL objects, kept like variables. */
void csl_resolve_address(csl_analysis *a, csl_expr *address, csl_target **targets, uint32_t *n);
/* The object of a BASE; NULL for a pointer of unknown origin. */
const csl_object *csl_object_of_root(const csl_analysis *a, const csl_expr *root);

/* No thread writes the object while the kernel runs, as far as its name tells. */
bool csl_never_written(const csl_analysis *a, uint32_t object);

/* alias.c */
/* Doubts or assumptions about pointers of unknown origin; call when the kernel has been executed.
 */
void csl_find_aliases(csl_analysis *a);

/* closed_form.c */
/* The closed form of a PHI symbol whose loop has run, or NULL; found on first use. */
csl_expr *csl_closed_form(csl_analysis *a, csl_sym *phi);

/* loops.c */
/* Defines the loop's HEAD symbol and the range of its ITER symbol; call when the body has run. */
void csl_close_loop(csl_analysis *a, csl_loop *loop);
/* Bounds the passes of inner loops once more, by what is known of the loops around them; call when
 * the kernel has been executed. */
void csl_bound_loops(csl_analysis *a);

/* pass_shift.c */
/* `e` as it was in the pass before (k -> k - 1), or NULL if that cannot be said. */
csl_expr *csl_previous_pass(csl_analysis *a, const csl_loop *loop, csl_expr *e);
/* What TRIPS says of the pass before the one that leaves: there is none, or it stayed. NULL if the
 * condition has no closed form. */
csl_expr *csl_went_on(csl_analysis *a, const csl_loop *loop);
/* `e` in pass 0, its PHI symbols replaced by their start values. */
csl_expr *csl_first_pass(csl_analysis *a, const csl_loop *loop, csl_expr *e);
/* `e` in the pass that leaves the loop. */
csl_expr *csl_exit_pass(csl_analysis *a, csl_loop *loop, csl_expr *e);
/* The same for many terms of one loop, while its closed forms stay as they are. */
csl_expr *csl_exit_pass_again(csl_analysis *a, csl_loop *loop, csl_memo *memo, csl_expr *e);
/* The conjuncts of `e` that are not conjuncts of `given`. */
csl_expr *csl_relative(csl_ctx *ctx, csl_expr *e, csl_expr *given);

/* terms.c */
csl_expr *csl_expand(csl_analysis *a, csl_expr *e); /* replaces symbols by their closed forms */
void csl_range(csl_analysis *a, csl_expr *e, int64_t *lo, int64_t *hi);
bool csl_mentions_loop(csl_analysis *a, csl_expr *e,
                       const csl_loop *loop); /* symbols of its passes */
/* ... other than the number of the pass */
bool csl_mentions_more_than_pass(csl_analysis *a, csl_expr *e, const csl_loop *loop);
bool csl_mentions_sym(csl_analysis *a, csl_expr *e, uint32_t sym);
bool csl_is_small(const csl_expr *e, unsigned nodes); /* its tree has at most so many */
csl_expr *csl_replace_sym(csl_analysis *a, csl_expr *e, uint32_t sym, csl_expr *by);

/* intervals.c */
/* How often the two sides of a pair have gone round a loop, relative to each other. */
typedef enum {
    CSL_ROUND_SAME,  /* both in the same pass of every common loop */
    CSL_ROUND_NEXT,  /* side 2 one pass after side 1 in `pivot`, same pass outside it */
    CSL_ROUND_LATER, /* side 2 at least two passes after side 1 in `pivot` */
    CSL_ROUND_FREE   /* any passes in `pivot` */
} csl_round;

/* Fixes the pass of one loop for one side. */
typedef enum { CSL_PIN_FIRST, CSL_PIN_LAST, CSL_PIN_EXIT, CSL_PIN_LATER } csl_pin_kind;
typedef struct csl_pin {
    const struct csl_pin *next;
    const csl_loop *loop;
    csl_pin_kind kind; /* FIRST: pass 0; LAST: the pass before the one that leaves; EXIT: the pass
                          that leaves; LATER: any pass but 0 */
} csl_pin;

/* An access that is still open at some point of the program. */
typedef struct csl_open {
    csl_node *node;
    csl_expr *cond; /* no barrier on the way between it and that point */
    const csl_pin *pins;
    const struct csl_crossing *crossings; /* warp barriers crossed, whose members are a subset */
} csl_open;

/* A warp barrier on the way that separates only its members. */
typedef struct csl_crossing {
    const struct csl_crossing *next;
    csl_node *sync;
} csl_crossing;

struct csl_pair_query {
    csl_open side[2];
    const csl_loop *pivot; /* NULL for SAME */
    csl_round round;
    csl_scope scope;   /* BLOCK: pairs of different warps; WARP: pairs inside a warp; THREAD (only
                          in flight): one thread */
    bool in_flight;    /* side 0 is an asynchronous copy that may still be under way when side 1
                          comes, whatever barriers lie between (async_copies.c) */
    csl_expr *between; /* LATER: the pass in between meets no barrier; or NULL */
};
/* Every conflicting pair for the scope. `skip`: a barrier to ignore, or NULL. */
csl_met csl_meet(csl_analysis *a, csl_scope scope, const csl_stmt *skip);
bool csl_sync_counts(const csl_stmt *s, csl_scope scope);        /* is a barrier for this scope */
bool csl_races_at_all(const csl_analysis *a, const csl_node *n); /* other threads may touch it */
/* dump.c: for --dump=uniformity and --dump=intervals. */
void csl_print_symbols(FILE *out, const csl_analysis *a);
void csl_print_met(FILE *out, csl_analysis *a, csl_scope scope, const csl_met *met);

/* async_copies.c */
/* Pairs of an asynchronous copy and what may happen before it has ended; doubts where that cannot
 * be said. After csl_find_uniform(). */
csl_met csl_meet_copies(csl_analysis *a);
/* The copy of side 0 may still be under way when side 1 comes. */
csl_expr *csl_still_under_way(struct csl_builder *b, const csl_pair_query *p);

/* lost_values.c */
/* Marks values that may take fewer values than a query would choose from: loop-carried ones, and
 * what a function that is not followed may have changed. */
void csl_mark_not_followed(csl_analysis *a);
/* The same for those that carry along, each thread its own, what the analysis lost. After
 * csl_find_uniform(). */
void csl_mark_lost(csl_analysis *a);

/* tables.c */
/* Bounds what is loaded from a local array that holds nothing but constants. */
void csl_bound_tables(csl_analysis *a);

/* uniformity.c */
void csl_find_uniform(csl_analysis *a);
/* The same for a value that no condition or address depends on, which csl_find_uniform() leaves
 * out. Before a query is built with it. */
void csl_find_uniform_value(csl_analysis *a, csl_expr *e); /* analyze.c */
csl_scope csl_scope_of(csl_analysis *a, csl_expr *e);
/* Marks the symbols some condition or address depends on; the others need no answer. */
void csl_mark_used(csl_analysis *a);
void csl_mark_loops_with_barriers(csl_analysis *a);

/* two_threads.c: two-sided queries. */
typedef struct csl_builder csl_builder;
/* How the two threads of a query stand to each other. */
typedef struct csl_relation {
    csl_pair pair;
    csl_scope share;        /* symbols uniform at this scope are the same for both */
    const csl_loop *common; /* both are in the same pass of this loop and of all around it */
    const csl_loop *pivot;  /* the loop in which their passes differ, or NULL */
    csl_round round;
    const csl_pin *pins[2];
    bool in_flight; /* as in the pair */
    bool brief;     /* facts that take long to say are left out */
} csl_relation;
/* Row of threadIdx.x of a side. If both sides are one thread (`share` is THREAD), that is thread 1
 * of the query, and thread 2 has no part in it. */
static inline uint32_t csl_thread_of(const csl_relation *r, int side) {
    return side && r->share != CSL_SCOPE_THREAD ? CSL_DV_TID2 : CSL_DV_TID1;
}
csl_builder *csl_builder_new(csl_analysis *a, const csl_relation *r);
/* Nobody needs the builder and its query any more: the next one takes its memory. Without this it
 * lasts as long as the file; a large kernel has hundreds of thousands of queries. */
void csl_builder_done(csl_builder *b);
csl_analysis *csl_builder_analysis(const csl_builder *b);
/* The term as thread `side` (0 or 1) sees it. */
csl_expr *csl_side(csl_builder *b, int side, csl_expr *e);
/* LATER: the term as side 0 sees it one pass on. */
csl_expr *csl_next_pass(csl_builder *b, csl_expr *e);
/* NEXT: the term as side 1 saw it one pass before its own. */
csl_expr *csl_pass_before(csl_builder *b, csl_expr *e);
/* NEXT: the thread went on to the next pass at the end of the earlier one. */
csl_expr *csl_stayed(csl_builder *b, int side);
void csl_builder_fact(csl_builder *b, csl_expr *fact);
/* The query "both guards hold"; the caller may add offsets. Valid until the builder changes. */
/* What a query says of a variable that counts the passes of a loop: in which of them a thread
 * leaves it. Kept only for loops that end, whatever else holds. */
typedef struct csl_way_out {
    uint32_t var;
    csl_expr *known[3];
    bool forgotten; /* the query does not say it any more */
} csl_way_out;
csl_way_out *csl_builder_ways(const csl_builder *b, uint32_t *n);
/* loop_exits.c */
/* A counter comes nearer to a bound in every pass: the condition to stay turns false. */
bool csl_must_end(csl_analysis *a, csl_expr *stay, uint32_t iter);
/* Takes out of the query in how many passes loops end that nothing else depends on: they do end. */
void csl_forget_trips(csl_builder *b, csl_query *q);
bool csl_is_forgotten(const csl_builder *b, uint32_t var);
csl_query csl_builder_query(csl_builder *b, csl_expr *guard0, csl_expr *guard1);
/* The condition, or one that says the same of shorter sums (common.c). */
csl_expr *csl_without_common(csl_ctx *ctx, csl_expr *condition);
/* Does an instantiated term mention a variable of the query? */
bool csl_term_has(csl_builder *b, csl_expr *e, uint32_t var);
/* ... or any of a role? *name is then that of the first (may be NULL). */
bool csl_has_role(const csl_builder *b, csl_expr *e, csl_role role, const char **name);
/* The access whose value a variable of the query is, or NULL. */
const csl_node *csl_loaded_by(const csl_builder *b, uint32_t var);
/* ask.c. What the caller makes of an answer; no time is spent on more. */
enum {
    CSL_USE_PROOF = 1,   /* whether it is safe: worth long proofs */
    CSL_USE_WITNESS = 2, /* the witness itself: one with small numbers */
    CSL_USE_SOLVER = 4,  /* ... and that the solver is asked for what other engines leave open */
    CSL_USE_AGAIN = 8    /* what stays open is asked again, with the solver: no block shapes yet */
};
/* The query's variable table must stay as it is. */
csl_answer csl_ask(csl_analysis *a, const csl_query *q, unsigned use);
/* SAFE if there is a short proof, else UNDECIDED; this leaves no open question. `list`: the answer
 * serves many pairs, so all cases are gone through if they are not too many. */
csl_verdict csl_ask_briefly(csl_analysis *a, const csl_query *q, bool list);
/* So much is open that only short proofs are tried, and the kernel is not going to be proved: an
 * answer could not change anything. */
bool csl_asks_in_vain(const csl_analysis *a);
/* CSL_USE_PROOF, unless the kernel is not going to be proved anyway. */
unsigned csl_use_of_proof(const csl_analysis *a);
/* race_query.c */
csl_relation csl_relation_of(const csl_pair_query *q);

/* lane_masks.c */
/* A barrier, shuffle, vote or election of a warp. */
bool csl_is_of_lanes(const csl_stmt *s);
/* ... of which it is known who has to take part. */
bool csl_knows_lanes(csl_analysis *a, const csl_node *n);
/* The mask (or tile) that side `by` gives at `sync` names the lane of side `whose`. BOOL. */
csl_expr *csl_names_lane(csl_builder *b, const csl_node *sync, int by, int whose);
void csl_find_outsiders(csl_analysis *a);

/* arrivals.c */
typedef CSL_VEC(csl_node *) csl_nodes;
/* Made of nothing but the coordinates of the thread in its block. */
bool csl_is_of_thread(const csl_expr *e);
/* Splits the condition for reaching a barrier into what depends on the thread and what the whole
 * block agrees on. False if there is anything else. */
bool csl_split_by_thread(csl_analysis *a, csl_expr *reach, csl_expr **own, csl_expr **shared);
/* The term in a block of that shape. */
csl_expr *csl_with_shape(csl_analysis *a, csl_expr *e, const uint32_t shape[3]);
/* Threads of a block for which `own` holds; `together` of them (a warp, or 1) count as soon as one
 * comes. */
uint32_t csl_count_coming(csl_analysis *a, csl_expr *own, const uint32_t shape[3],
                          uint32_t together);
/* Reports the misuse at `n`, told by a thread that comes there and, if possible, one of which
 * `nobody` holds (or NULL). `uses`: all synchronisation concerned, or NULL. m.sure, if it has a
 * reason, is the most the finding can be. */
void csl_report_arrivals(csl_analysis *a, csl_misuse m, const csl_nodes *uses, csl_expr *nobody,
                         csl_node *n);

/* barrier_objects.c */
typedef struct csl_barrier_object {
    csl_expr *root;
    int64_t offset;
    csl_expr *expects; /* arrivals per phase */
    bool unclear;      /* nobody can tell which arrivals are its own, or how many it expects */
    csl_nodes uses;    /* arrivals and waits, in order */
} csl_barrier_object;

typedef struct csl_barrier_objects {
    csl_analysis *a;
    CSL_VEC(csl_barrier_object) objects;
    CSL_VEC(csl_node *) inits;
    bool unclear; /* something may arrive anywhere */
} csl_barrier_objects;
/* The barrier objects of the kernel and what is known of each. */
csl_barrier_objects csl_find_barrier_objects(csl_analysis *a);
/* The wait for that arrival among the uses of its object, or NULL. */
csl_node *csl_wait_of(const csl_nodes *uses, const csl_node *arrival);
/* Marks what a barrier object makes a barrier of the whole block; doubts about the rest. After
 * csl_execute(). */
void csl_find_whole(csl_analysis *a);
/* A call that is not followed, or a construct that is not modelled: it may write and synchronise.
 */
bool csl_may_do_anything(const csl_stmt *s);
/* A barrier that may order anything, or nothing: named, or an object that is not whole. */
bool csl_is_unmodelled(const csl_stmt *s);
/* Objects to which not as many arrive as they expect. */
void csl_find_miscounted(csl_analysis *a);

/* named_barriers.c, grid_launch.c */
void csl_find_named(csl_analysis *a);
void csl_find_launched(csl_analysis *a);

/* publish.c */
/* Stores that other blocks are told of before they can see them. After csl_find_uniform(). */
void csl_find_unpublished(csl_analysis *a);
/* A thread that comes to the read has been let through by a signal that is given behind the store,
 * in the right way: it sees the store if it has waited for this one. */
bool csl_is_published(csl_analysis *a, csl_node *store, csl_node *reader);
/* Both depend on what their own thread got from one and the same atomic counter or flag. */
bool csl_is_let_through(csl_analysis *a, const csl_node *x, const csl_node *y);

/* divergence.c, races.c, race_query.c, trace.c, redundant.c */
void csl_find_divergence(csl_analysis *a);
void csl_find_strays(csl_analysis *a);
void csl_find_races(csl_analysis *a);
/* The query whether target i of the first side and target j of the second overlap. False if they
 * cannot (other object). The builder is returned in *made unless made is NULL. */
bool csl_race_query(csl_analysis *a, const csl_pair_query *p, const csl_relation *r, uint32_t i,
                    uint32_t j, csl_query *out, csl_builder **made);
/* The access stays inside its object, as C demands: its bounds, or those of shared memory. */
csl_expr *csl_stays_inside(csl_analysis *a, const csl_node *n, const csl_target *t);
void csl_find_redundant(csl_analysis *a);
/* How far a fact depends on a block shape nobody named. */
csl_sure csl_sure_of_shape(csl_analysis *a, const csl_query *q);
/* race_confidence.c */
/* Something between the two, which is not modelled, may be the barrier that seems missing. */
bool csl_may_be_ordered(csl_analysis *a, const csl_pair_query *q);
/* What a thread does at the end of its story. */
typedef struct csl_ending {
    csl_node *node;
    const char *text;
} csl_ending;
/* A witness: a query and the values that satisfy it. */
typedef struct csl_solution {
    csl_analysis *a;
    csl_builder *b;
    const csl_relation *r;
    const csl_query *q;
    const int64_t *value;
} csl_solution;
/* Besides 0 and 1: side 1 one pass before its own (NEXT), side 0 one pass after its own (LATER). */
enum { CSL_SIDE_BEFORE = 2, CSL_SIDE_AFTER = 3 };
/* The value of a term for one side; false if the witness does not fix it. */
bool csl_solution_value(const csl_solution *s, int side, csl_expr *e, int64_t *out);
/* Tells the story of the two threads, as the replay saw it, and lowers *sure if the replay could
 * not confirm the witness. NULL if it contradicts it: then there is nothing to report. */
csl_fact_witness *csl_tell(const csl_solution *s, const csl_ending end[2], csl_sure *sure);

/* replay.c: runs the kernel's IR for the two threads of a witness, without the terms of symbolic
 * execution; only what memory and other threads contribute is taken from the witness. */
typedef enum {
    CSL_REPLAYED,     /* both accesses in one barrier interval, their bytes overlap; or one thread
                         arrives at the barrier and the other does not; or, if both have the same
                         end, both come there */
    CSL_REPLAY_OPEN,  /* the way there depends on values the witness does not fix, or is too long */
    CSL_REPLAY_FAILED /* everything was known, and it did not happen */
} csl_replay;
#define CSL_TOLD 16
/* One thread's way to its end; `end` is what csl_tell was given for it. */
typedef struct csl_way_there {
    uint32_t interval;       /* block barriers passed before the end */
    const csl_stmt *barrier; /* the last of them, or NULL */
    uint32_t barrier_at;     /* when it was passed, in statements run */
    uint32_t nsteps;         /* the decisions it stands in, outermost first */
    struct {
        const csl_node *node;
        const char *values; /* "0 < 1", or NULL */
        uint32_t interval, at;
        uint32_t pass; /* of the innermost loop, from 1; 0: in no loop */
    } step[CSL_TOLD];
} csl_way_there;
csl_replay csl_replay_witness(const csl_solution *s, const csl_ending end[2], csl_way_there way[2]);
/* Is a fact with this query certain? `deciding` are the terms that decide it (may be NULL),
 * `reaching` only get the threads there. */
csl_sure csl_how_sure(csl_analysis *a, csl_builder *b, const csl_query *q,
                      csl_expr *const deciding[2], csl_expr *const reaching[2]);

/* own_store.c */
/* The plain write of known value, the last before `read` in the program, that every thread which
 * gets to `read` has made to the same bytes; nothing else writes there between. Or NULL. */
const csl_node *csl_own_store(csl_analysis *a, const csl_node *read);

/* shapes.c */
/* Blocks are one thread wide in this dimension (exchange.c). */
bool csl_single_in(const csl_shapes *shapes, uint32_t d);
void csl_find_shapes(csl_analysis *a);
/* `k<<<1, n / 2>>>(n)`, `k<64><<<1, 64>>>()`: what each launch says of the block and of numbers of
 * the template that is not known from elsewhere. After csl_find_shapes(). */
void csl_find_launch_terms(csl_analysis *a);
/* Looks again once the kernel has been executed: what no thread reaches asks for no dimension. */
void csl_refine_shapes(csl_analysis *a);

#endif
