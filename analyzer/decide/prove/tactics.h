/* The tactics: each shows, if it can, that a query has no solution. Internal.
 *
 * All of them argue over exact integers, about what a prover knows. Each is small, has a name
 * that --explain shows, and is tested alone against brute force
 * (tests/decide/test_decide_fuzz.c). */
#ifndef CSL_DECIDE_TACTICS_H
#define CSL_DECIDE_TACTICS_H

#include "prove.h"
#include "prover.h"

typedef struct csl_tactic {
    const char *name;
    bool (*proves)(csl_prover *p); /* true: no solution. May change p. */
    bool in_injective;             /* what it proves, injective proves, if accesses may overlap */
} csl_tactic;

bool csl_tactic_bounds(csl_prover *p);      /* the conditions contradict each other */
bool csl_tactic_same_thread(csl_prover *p); /* the conditions leave only one thread */
bool csl_tactic_disjoint(csl_prover *p);    /* one access ends before the other begins */
bool csl_tactic_gcd(csl_prover *p);         /* no multiple of the common divisor is close enough */
bool csl_tactic_injective(csl_prover *p);   /* the same bytes mean the same thread */
bool csl_tactic_factor(csl_prover *p);      /* comparisons divided by a common positive factor */
bool csl_tactic_xor(csl_prover *p);         /* x ^ j = y also means y ^ j = x */
bool csl_tactic_block(csl_prover *p); /* the same bytes mean the same row, which they are not */

extern const csl_tactic csl_tactics[CSL_NTACTICS];

/* ---- shared by the tactics (tactics.c) ----------------------------------------------------------- */

/* What is known is contradictory, or the threads are one. */
bool csl_contradictory(csl_prover *p);
/* The distances between the two offsets at which the accesses overlap and which its greatest common
 * divisor allows. -1: more than `room`, or no distance known. */
int csl_distances(const csl_prover *p, int64_t *value, int room);

#endif
