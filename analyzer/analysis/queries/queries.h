/* Questions about two threads: how they are built from what symbolic execution knows of one, how
 * they are asked, and what is known without asking.
 */
#ifndef CSL_QUERIES_H
#define CSL_QUERIES_H

#include "../symbolic/symbolic.h"

/* ---- pairs of accesses ------------------------------------------------------------------------- */

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

/* Whether a fence of the proxy lies between a write of a thread and a read of the copy engine
 * (proxies.c). */
typedef enum {
    CSL_FENCED, /* or no fence is needed */
    CSL_MAYBE_FENCED,
    CSL_UNFENCED
} csl_fencing;

/* Two accesses that can happen with no barrier in between. */
struct csl_pair_query {
    csl_open side[2];
    const csl_loop *pivot; /* NULL for SAME */
    csl_round round;
    csl_scope scope;     /* BLOCK: pairs of different warps; WARP: pairs inside a warp; THREAD (only
                            in flight): one thread */
    bool in_flight;      /* side 0 is an asynchronous copy that may still be under way when side 1
                            comes, whatever barriers lie between (async_copies.c) */
    csl_fencing fencing; /* not FENCED: the pair is about that, and barriers between do not
                            matter */
    csl_expr *between;   /* LATER: the pass in between meets no barrier; or NULL */
    csl_expr *tried; /* a trial has shown that nothing orders the two (analysis/trial), with these
                        numbers for parameters: BOOL; or NULL */
};

/* One of the two is made by a kernel that a thread launches. */
static inline bool csl_is_of_launched(const csl_pair_query *q) {
    return q->side[0].node->stmt->access->launched || q->side[1].node->stmt->access->launched;
}

/* ---- two-sided queries (two_threads.c) --------------------------------------------------------- */

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
    bool tried;    /* a trial of the block has seen it, by barriers that a replay does not follow */
    bool unfenced; /* ... not FENCED */
    bool brief;    /* facts that take long to say are left out */
} csl_relation;
/* Row of threadIdx.x of a side. If both sides are one thread (`share` is THREAD), that is thread 1
 * of the query, and thread 2 has no part in it. */
static inline uint32_t csl_thread_of(const csl_relation *r, int side) {
    return side && r->share != CSL_SCOPE_THREAD ? CSL_DV_TID2 : CSL_DV_TID1;
}
/* The relation of the two threads of a pair (race_query.c). */
csl_relation csl_relation_of(const csl_pair_query *q);
/* Any thread of the block and another one; in a block of one thread that thread and itself, as what
 * it has issued, or arrives at, goes on beside it. */
csl_pair csl_pair_of_block(const csl_analysis *a);

csl_builder *csl_builder_new(csl_analysis *a, const csl_relation *r);
/* The builder and its query are not used any more: the next one takes its memory. Without this it
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
/* Both threads are of one tile of so many lanes: a warp, a part of one, or a warp group. BOOL. */
csl_expr *csl_in_one_tile(csl_builder *b, uint32_t lanes);
/* Of threads of one group that has barriers of its own, and of those of two such groups, it is
 * proved that the query has no answer: each is a shorter question (tickets_apart.c). */
bool csl_apart_by_groups(csl_builder *b, const csl_query *q);
/* Of lanes that elect together, all of a warp, lane 0 is the one that is chosen, for both sides and
 * everywhere. Before the first csl_side(). */
void csl_builder_elects(csl_builder *b);
/* The query "both guards hold"; the caller may add offsets. Valid until the builder changes. */
csl_query csl_builder_query(csl_builder *b, csl_expr *guard0, csl_expr *guard1);
/* Does an instantiated term mention a variable of the query? */
bool csl_term_has(csl_builder *b, csl_expr *e, uint32_t var);
/* Of what a term is made besides what both threads have (sources.c): what each makes of its number
 * in the block and of the passes it is in, and the places of memory that nothing writes from which
 * it loads. The term is one for both if each of these is. */
typedef struct csl_sources {
    csl_expr *own[CSL_ROOM_value_sources], *place[CSL_ROOM_value_sources];
    unsigned nown, nplaces;
    bool quiet;                                /* count also loads from memory of the block that
                                                  nothing changes in the same interval */
    bool failed;                               /* it is made of something else, or of too much */
    void (*judge)(csl_analysis *, csl_expr *); /* says on which symbols of a term threads agree;
                                                  NULL: that is known */
} csl_sources;
void csl_list_sources(csl_builder *b, csl_expr *e, csl_sources *s);
/* A value that is passed to the kernel, or that all blocks load from one place. */
bool csl_is_of_launch(const csl_dvar *v);
/* ... that is a whole number, and the launches do not say which. */
bool csl_is_open_number(const csl_query *q, uint32_t var);
/* The query for one of the launches that were found, whichever, as far as its arguments, its block
 * and its grid are known; a finding is asked for with any. False: nothing is known
 * (grid_terms.c). */
bool csl_in_some_launch(csl_builder *b, const csl_query *q, csl_query *launched);
/* Whether what the query asks for happens in one of them, also POSSIBLE if nothing is known.
 * UNDECIDED: no engine could show that it does, though one shows that it happens somewhere. */
csl_verdict csl_verdict_in_launches(csl_builder *b, const csl_query *q);
/* The template takes it, and this pattern of it leaves it open (ordinary_sizes.c). */
bool csl_is_of_template(csl_builder *b, const csl_query *q, uint32_t var);
/* even_sizes.c: of many numbers, what the query asks for happens where each has the size of its
 * variable, or all but one do, which has four times that; or in neighbouring passes of a loop, with
 * some size. False says nothing. */
bool csl_happens_at_size(csl_analysis *a, const csl_query *q, const int64_t *size);
/* ... or any of a role? *name is then that of the first (may be NULL). */
bool csl_has_role(const csl_builder *b, csl_expr *e, csl_role role, const char **name);
/* The guard without what says no more than that loops before it have ended, by values they carry
 * along that the analysis does not follow: `while (n != 1) n = (n + 1) / 2;`. */
csl_expr *csl_without_ways_out(csl_builder *b, csl_expr *guard);
/* The query, with both threads of the scope loading the same from each place that all of them load,
 * that decides, and that others pass over as they store in a row of places: the name of such a
 * value, "" if it has none; NULL: there is no such place. */
const char *csl_if_places_agree(csl_builder *b, const csl_query *q, csl_expr *const deciding[2],
                                csl_scope scope, csl_query *with);
/* The query, with both threads loading the same wherever it is not known whether they do, and in
 * the first pass of a loop that carries along what is not followed. NULL if it, or what decides,
 * mentions something else that the analysis lost, unless it is what one thread got from a call that
 * is not followed, to get there. Else, for each variable, the one that stands for it. */
const uint32_t *csl_if_agreed(csl_builder *b, const csl_query *q, csl_expr *const deciding[2],
                              csl_query *with);
/* One variable at least stands for another. */
bool csl_merges(const csl_query *q, const uint32_t *into);
/* From now on the builder sees the two threads as that query does. */
void csl_builder_agree(csl_builder *b, const csl_query *with, const uint32_t *into);
/* Of what the analysis lost, only loads in loops of memory that something else than the kernel may
 * change at any time decide: threads look at a flag one after another. */
bool csl_rereads(csl_builder *b, const csl_query *q, csl_expr *const deciding[2]);
/* The access whose value a variable of the query is, or NULL. */
const csl_node *csl_loaded_by(const csl_builder *b, uint32_t var);
/* The symbol that a variable of the query is, if it is a variable that a loop changes, in some pass
 * or behind the last; else CSL_NO_VAR. */
uint32_t csl_changed_by_loop(const csl_builder *b, uint32_t var);
/* A ballot has made it. */
bool csl_is_voted(const csl_builder *b, uint32_t var);
/* It is what the threads before have offered together (ranks.c). */
bool csl_is_summed(const csl_builder *b, uint32_t var);
/* It is carried round the loop that the two sides are in different passes of, and what each pass
 * adds to it is known (ranks.c). */
bool csl_is_base_of_ranks(csl_builder *b, uint32_t var);

/* What a query says of a variable that counts the passes of a loop: in which of them a thread
 * leaves it. Kept only for loops that end, whatever else holds. */
typedef struct csl_way_out {
    uint32_t var;
    csl_expr *known[3];
    bool forgotten; /* the query does not say it any more */
} csl_way_out;
csl_way_out *csl_builder_ways(const csl_builder *b, uint32_t *n);
/* The query does not say any more in which pass a loop ends that the variable counts
 * (loop_exits.c). */
bool csl_is_forgotten(const csl_builder *b, uint32_t var);
/* The query became one that says nothing of some of its `n` variables, or something else: those
 * marked are forgotten too. `loose` outlives the builder. */
void csl_builder_loosen(csl_builder *b, const bool *loose, uint32_t n);
bool csl_builder_is_loose(const csl_builder *b);

/* Values that answer the query in an earlier pass of its loops than these do, the first if there
 * are few; NULL: none was found (earlier_pass.c). */
const int64_t *csl_ask_earlier(csl_builder *b, const csl_query *q, const int64_t *value);
/* Offers values that answer the query, or one that says more of the same, and are believed more
 * readily; true if some were accepted, the last of which are the best: those of one launch that was
 * found, if some leads there. If `ordinary`, those that programs have, about a thousand, where
 * `value` has small ones; else, or if none is accepted, those of an earlier pass
 * (ordinary_sizes.c). */
typedef bool (*csl_accept)(void *user, const csl_query *q, const int64_t *value);
bool csl_try_better(csl_builder *b, const csl_query *q, const int64_t *value, bool ordinary,
                    csl_accept accept, void *user);

/* Whose shared memory it is: that of the thread's own block, or of another one of the cluster
 * (CSL_CLUSTER_SHIFT; cluster_places.c). */
typedef enum { CSL_OWN_BLOCK, CSL_OTHER_BLOCK, CSL_ANY_BLOCK } csl_whose;
csl_whose csl_whose_memory(csl_analysis *a, const csl_target *t);
/* The kernel, or a launch of it, asks for clusters, or may: it is not known. */
bool csl_asks_for_clusters(const csl_kernel *k);
/* The offset without what says which block of the cluster it is in; that goes to *place, if there
 * is any (csl_place_of_block). */
csl_expr *csl_offset_in_block(csl_analysis *a, csl_expr *offset, csl_expr **place);
/* What an address in the thread's own block has if it is written as one of the cluster; the size of
 * the cluster is known. */
csl_expr *csl_own_place(csl_analysis *a);
/* Addresses of other blocks that turn out to be those of the thread's own become such. After each
 * execution. */
void csl_find_own_places(csl_analysis *a);
enum { CSL_CLUSTER_BLOCKS = 16 }; /* no cluster has more of them */
/* Both threads are in blocks of one cluster of that size; 0: not known, its blocks are near. */
csl_expr *csl_in_one_cluster(csl_analysis *a, csl_builder *b, const uint32_t size[3]);
void csl_assume_one_cluster(csl_analysis *a, csl_builder *b); /* of the kernel's size */
/* No block has more shared memory on any architecture. */
#define CSL_MOST_SHARED (INT64_C(227) << 10)
/* The access stays inside its object, as C demands: its bounds, or those of shared memory
 * (race_query.c). BOOL. */
csl_expr *csl_stays_inside(csl_analysis *a, const csl_node *n, const csl_target *t);

/* ---- asking (ask.c) ---------------------------------------------------------------------------- */

/* What the caller makes of an answer; no time is spent on more. */
enum {
    CSL_USE_PROOF = 1,   /* whether it is safe: worth long proofs */
    CSL_USE_WITNESS = 2, /* the witness itself: one with small numbers */
    CSL_USE_SOLVER = 4,  /* ... and that the solver is asked for what other engines leave open */
    CSL_USE_AGAIN = 8,   /* what stays open is asked again, with the solver: no block shapes yet */
    CSL_USE_PLACE = 16,  /* one place more of what is told already: worth a short search */
    CSL_USE_RATING = 32  /* how sure a finding is: no proof rests on it */
};
/* Who asks the decider for one kernel: what was asked and answered before, and how often without an
 * answer. Lives as long as the analysis of the kernel. */
typedef struct csl_asker csl_asker;
csl_asker *csl_asker_new(csl_ctx *ctx, csl_decider *d);
/* The query's variable table must stay as it is. */
csl_answer csl_ask(csl_analysis *a, const csl_query *q, unsigned use);
/* What was left open, once more, by repair of a guess: a witness, or UNDECIDED. */
csl_answer csl_ask_repair(csl_analysis *a, const csl_query *q);
/* A fact of the query that its engines did not know and the witness contradicts, or NULL (ask.c).
 */
csl_expr *csl_contradicted(const csl_query *q, const int64_t *value);
/* The values that answered the query when it was asked; NULL: none did. */
const int64_t *csl_known_witness(csl_analysis *a, const csl_query *q);
/* SAFE if there is a short proof, else UNDECIDED; this leaves no open question. `list`: the answer
 * serves many pairs, so all cases are gone through if they are not too many. */
csl_verdict csl_ask_briefly(csl_analysis *a, const csl_query *q, bool list);
/* CSL_USE_PROOF, unless the concerns are not going to be proved anyway. */
unsigned csl_use_of_proof(const csl_analysis *a, csl_concerns about);
/* How many questions are open; of those asked since there were so many none matters any more. */
uint32_t csl_open_questions(const csl_analysis *a);
void csl_settle_questions(csl_analysis *a, uint32_t open);
/* csl_obstruct() with what the last question left open, and with the limits that were hit. */
void csl_obstruct_open(csl_analysis *a, csl_concerns about, csl_node *node, const char *why);
/* Questions of another kind follow: what was asked before does not count against them. */
void csl_ask_afresh(csl_analysis *a);

/* ---- races ------------------------------------------------------------------------------------- */

/* Two accesses that may collide, the question that was asked and the values that answer it. */
typedef struct csl_clash {
    const csl_pair_query *pair;
    csl_relation relation;
    csl_builder *builder;
    csl_query query;
    const csl_target *target; /* of side 0; that of side 1 has the same root */
    const int64_t *value;     /* of the query's variables; NULL before there is an answer */
    bool only_rows;           /* it needs a block of several rows, which no access indexes */
    bool in_part;             /* the query is what is about the threads (csl_split_query) */
    bool in_meant_block;      /* csl_mean_block() chose the shapes: the solver may be asked, too */
} csl_clash;
/* The query whether target i of the first side and target j of the second overlap. False if they
 * cannot (other object). The builder is returned in *made unless made is NULL. */
bool csl_race_query(csl_analysis *a, const csl_pair_query *p, const csl_relation *r, uint32_t i,
                    uint32_t j, csl_query *out, csl_builder **made);
/* The same question before it is built. POSSIBLE: it has to be (race_cache.c). */
csl_verdict csl_race_known(csl_analysis *a, const csl_pair_query *q, const csl_relation *r,
                           uint32_t i, uint32_t j);
/* ... and its answer when it has been. */
void csl_race_learn(csl_analysis *a, const csl_pair_query *q, const csl_relation *r, uint32_t i,
                    uint32_t j, csl_verdict verdict);
/* What both sides of the pair do, and where: "k: one warp: 8:16 reads `s[t]`, ..." (settled.c). */
void csl_print_pair(FILE *out, csl_analysis *a, const csl_pair_query *q);
/* Writes down for --proof why target i of the first side and target j of the second do not meet:
 * `answer`, or NULL: the question that was answered SAFE last. */
void csl_note_pair(csl_analysis *a, const csl_pair_query *q, uint32_t i, uint32_t j,
                   const char *answer);
/* BOOL: what all launches say, of which each says said[i], and which values they give parameters
 * and the grid (launch_terms.c). */
csl_expr *csl_said_together(csl_analysis *a, csl_expr *const *said);
/* The number that a part of what is known of a launch says the parameter of that name is. */
bool csl_launch_gives(const csl_analysis *a, csl_expr *given, const char *name, int64_t *value);
/* It happens only if a loop with a barrier, which runs as often as data says, makes no pass
 * (empty_loops.c). */
bool csl_needs_no_pass(csl_analysis *a, csl_builder *b, const csl_pair_query *p,
                       const csl_query *q);
/* The number that says which groups have ended, so far as it matters to the copy, for threads that
 * share such a scope with the one that made it (copies_under_way.c). */
uint32_t csl_groups_known(const csl_node *copy, csl_scope scope);
/* The copy of side 0 may still be under way when side 1 comes. For two threads: if nothing in that
 * number of the second is different for threads of the block but the thread's own index. */
csl_expr *csl_still_under_way(csl_builder *b, const csl_pair_query *p);

/* ---- warps and launches ------------------------------------------------------------------------- */

/* Synchronisation of a warp of which it is known who has to take part (lane_masks.c). */
bool csl_knows_lanes(csl_analysis *a, const csl_node *n);
/* Its mask is made of constants and of votes of all lanes of the warp, so csl_names_lane() says
 * exactly whom it names. */
bool csl_knows_votes(csl_analysis *a, const csl_node *sync);
/* The vote (or match, or activemask) whose result is the mask that is given at `n`, or NULL. */
const csl_node *csl_maker_of_mask(csl_analysis *a, const csl_node *n);
/* What such a mask, given by side `by`, says of the lane of side `whose` if it names it; of a match
 * or a ballot, it names no other. BOOL. */
csl_expr *csl_made_to_name(csl_builder *b, const csl_node *maker, int by, int whose);
/* The mask (or tile) that side `by` gives at `sync` names the lane of side `whose`. BOOL. */
csl_expr *csl_names_lane(csl_builder *b, const csl_node *sync, int by, int whose);
/* `k<<<1, n / 2>>>(n)`, `k<64><<<1, 64>>>()`: what each launch says of the block and of numbers of
 * the template that is not known from elsewhere (launch_terms.c). After csl_find_shapes(). */
void csl_find_launch_terms(csl_analysis *a);
/* What they say of the grid, once the kernel has been executed (grid_terms.c). */
void csl_find_grid_terms(csl_analysis *a);

#endif
