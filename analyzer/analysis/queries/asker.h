/* What the files of this folder share: the state of asking, and parts of building queries. */
#ifndef CSL_ASKER_H
#define CSL_ASKER_H

#include "../../limits/limits.h"
#include "queries.h"

typedef struct csl_settled csl_settled;

struct csl_asker {
    csl_decider *decider;
    uint32_t queries, open;  /* asked of the decider; of those, undecided */
    const char *limits;      /* names of those hit by the last undecided answer, or NULL */
    uint32_t long_searches;  /* long searches since the last that found a witness */
    uint32_t even_searches;  /* ... those with sizes made even */
    uint32_t first_passes;   /* ... those in the first passes of loops */
    uint32_t repairs;        /* ... guesses since the last that was made to hold */
    uint32_t group_searches; /* ... those of two warp groups */
    uint32_t by_rows;        /* pairs that rows were asked to keep apart */
    struct csl_known_pair **known_pairs; /* answers by what they were asked of (race_cache.c) */
    uint32_t brief_safe, brief_open;     /* brief questions answered and not */
    uint32_t moved_safe, moved_open;     /* ... those about distances */
    struct csl_searched *searched;       /* pairs that were searched late (race_cache.c) */
    uint32_t late_searches;
    bool late;            /* so is the pair at hand */
    csl_builder *spare;   /* one that is not used any more, or NULL */
    csl_settled *settled; /* questions written down for --proof; NULL: none (settled.c) */
    uint32_t question;    /* ... the number, from 1, of the last that was answered SAFE */
};

/* The answer to this question is SAFE: it is written down for --proof, if it is asked for. */
void csl_note_safe(csl_analysis *a, const csl_query *q);

/* even_sizes.c: POSSIBLE, or UNDECIDED. The query in the first pass of all loops, in the first
 * block of one. */
csl_answer csl_ask_first_pass(csl_analysis *a, const csl_query *q, const csl_effort *effort);
/* One side in the first pass of a loop that each goes through by itself, the other in the next. */
csl_answer csl_ask_neighbours(csl_analysis *a, const csl_query *q);
/* The query with all sizes alike, or all but one, if they are more than a few. */
csl_answer csl_ask_even_sizes(csl_analysis *a, const csl_query *q);
/* copies_under_way.c: the same for threads of two warp groups, if a wait for the tensor core keeps
 * those of one apart. */
csl_answer csl_ask_two_groups(csl_analysis *a, const csl_query *q);

/* Not so much is open, nor was asked, that answers are looked for with less effort. */
bool csl_asks_thoroughly(const csl_analysis *a);
/* So much is open that only short proofs are tried, and the concerns are not going to be proved: an
 * answer could not change anything. */
bool csl_asks_for_nothing(const csl_analysis *a, csl_concerns about);

/* loop_exits.c */
/* A counter comes nearer to a bound in every pass: the condition to stay turns false. */
bool csl_must_end(csl_analysis *a, csl_expr *stay, uint32_t iter);
/* Takes out of the query in how many passes loops end that nothing else depends on: they do end. */
void csl_forget_trips(csl_builder *b, csl_query *q);

/* launch_terms.c: what the launches say of the block and of the parameters, as far as it matters to
 * the query, is a fact of it. */
void csl_assume_launched(csl_builder *b);
/* grid_terms.c: the same of the grid. */
void csl_assume_grid_terms(csl_builder *b);

/* same_places.c */
/* Of loads of memory that nothing writes: two that read one place give one value. BOOL each. */
csl_expr *const *csl_steady_values(csl_builder *b, uint32_t *n);

/* handed_out.c: what atomicAdd gives to one side, it does not give to the other. */
void csl_assume_slots_disjoint(csl_builder *b, const csl_pair_query *p, const csl_relation *r,
                               csl_expr *offset0, csl_expr *offset1);

/* ranks.c: what places that are counted by a ballot say of each other. */
void csl_assume_ranks(csl_builder *b, const csl_relation *r, csl_expr *offset0, csl_expr *offset1);
/* ... what places say that are the numbers of lanes of a mask. */
void csl_assume_sources(csl_builder *b, const csl_relation *r, csl_expr *offset0,
                        csl_expr *offset1);
/* ... what places say that a block counts together. */
void csl_assume_sums(csl_builder *b, const csl_relation *r, csl_expr *offset0, csl_expr *offset1);
/* BOOL: two threads of a warp, which agrees on the symbol in each pass, have it of other passes.
 * NULL: that is not known. */
csl_expr *csl_in_other_passes(csl_builder *b, const csl_relation *r, csl_expr *sym);

/* What the warp group of a thread that has waited for the tensor core began before, and is waited
 * for, is not the pair's (copies_under_way.c). */
void csl_assume_operands_read(csl_builder *b, const csl_pair_query *p);

/* Tickets of barriers do not put one side of the pair before the other (tickets_apart.c). */
void csl_assume_unordered(csl_builder *b, const csl_pair_query *p);

/* ---- distances (address_shift.c) ---------------------------------------------------------------- */

/* How far two addresses are apart, but for what is left of each. */
typedef struct csl_distance {
    csl_expr *rest[2], *further[2];               /* each side: their sum; further: NULL: nothing */
    csl_expr *taken[2 * CSL_ROOM_ring_steps + 1]; /* off one or the other, up to a NULL; each must
                                                     be the same for both sides */
    int64_t bytes;                                /* ... and side 0 is so many bytes further */
    int64_t scale; /* not 0: the sums are indices modulo 2^32 of so many bytes */
} csl_distance;
/* How far target x is from target y. False: nothing can be taken off them that would say.
 * `in_a_pass`: it is asked of certain passes of loops. */
bool csl_distance_of(csl_analysis *a, csl_target *x, csl_target *y, bool in_a_pass,
                     csl_distance *d);
/* An address of that side, for two that are as far apart: bytes there overlap if and only if they
 * do at the targets, of a ring if they are no wider than its scale. */
csl_expr *csl_at_distance(csl_analysis *a, const csl_distance *d, int side);

#endif
