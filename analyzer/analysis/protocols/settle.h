/* Shared by settle.c, hops.c and ahead.c. */
#ifndef CSL_SETTLE_H
#define CSL_SETTLE_H

#include "protocols.h"

/* Proved: no thread that satisfies `guard` satisfies `wrong`. */
bool csl_never(csl_analysis *a, csl_expr *guard, csl_expr *wrong);
/* What is wrong at the node is a mistake. */
void csl_blame(csl_family *f, csl_phase_fault kind, csl_node *n, csl_expr *wrong);
/* turns.c: */
/* The node is at another stage than the one whose turn it is: a mistake, if it begins at the right
 * one and others, in a loop, take the stages in turn. */
void csl_blame_stage(csl_analysis *a, uint32_t family, csl_node *n, csl_expr *ticket);
/* Some thread waits there; else no count of it matters. */
bool csl_is_waited_at(const csl_family *f);
/* Finds csl_family.first, with which all waits are for the phase of their ticket: NULL, or why
 * there is none. Those who wait may start with the phase before the first, which is over. */
const char *csl_find_first_wait(csl_analysis *a, uint32_t family);
/* The thread arrives there in every phase, as long as it arrives at all. */
static inline bool csl_is_lasting(const csl_node *use) {
    return csl_is_arrival(use->stmt->sync) && !use->stmt->sync->drops;
}
/* hops.c: */
/* Fills in csl_family.hops of those that are not open. */
void csl_find_hops(csl_analysis *a);
/* How many tickets of `of` are known to have ended where the node arrives at `family`, less the
 * ticket it arrives with: *gap at least; false: not known. */
bool csl_knows_tickets(csl_analysis *a, const csl_node *n, uint32_t family, uint32_t of,
                       int64_t *gap);
/* In blocks of each shape some of those who come to the node arrive at the family; or in some. */
bool csl_some_arrive(csl_analysis *a, const csl_node *n, uint32_t family, bool in_each);
/* The conditions "ahead", "late", "ends" and "live" of the family, given those of the others: NULL
 * if they hold, else why they are not known to. */
const char *csl_check_order(csl_analysis *a, uint32_t family);

/* groups.c: the uses of each family, and the copies that end with its phases. */
void csl_find_uses(csl_analysis *a);

/* live.c: waits do not wait for each other: NULL, or why that is not known. */
const char *csl_check_live(csl_analysis *a, uint32_t family);
/* The thread has given all the tickets of the family it ever gives (live.c). */
bool csl_has_given_all(csl_analysis *a, const csl_node *n, uint32_t family);

/* Any two warps that come to the named barrier may be let through apart, or none waits there
 * (loose.c). */
bool csl_is_loose(csl_analysis *a, const csl_family *f);
/* What is known at the node, a barrier of the block, is of no use: behind it no other barrier is
 * used (loose.c). */
bool csl_leads_nowhere(const csl_analysis *a, const csl_node *n);
/* Threads that arrive and drop out there do nothing else with the barrier object, which is one, and
 * end at once: they count for the first phase alone, and the phases behind it do not expect them.
 */
bool csl_ends_by_drop(csl_analysis *a, const csl_family *f, const csl_node *drop);
/* Threads that come to the node are among those who arrive at the family. */
bool csl_arrive_too(csl_analysis *a, const csl_node *n, uint32_t family);
/* The number of those who arrive, of a family that changes hands, and who they are from then on:
 * NULL, or why it is not known (handover.c). */
const char *csl_check_handover(csl_analysis *a, uint32_t family, csl_expr **arrivers);
/* crossing.c: the first phase of an object to which other blocks of the cluster signal ends when
 * all of that has come: NULL, or why that is not known. */
const char *csl_check_crossing(csl_analysis *a, csl_family *f);
/* copiers.c: the copies that threads issue, each, for one arrival of a thread of their block, or
 * group, beside which they stand: 0 if that is not sure. own: who arrives, and who copies. */
int64_t csl_copies_for(csl_analysis *a, const csl_node *arrival, const csl_node *copy,
                       csl_expr *own[2]);
/* ... and the tickets that this thread has given where they copy. */
csl_expr *csl_given_by_other(csl_analysis *a, const csl_node *arrival, const csl_node *copy,
                             uint32_t family);
/* ... who knows that the phase before is over. */
const char *csl_check_copiers(csl_analysis *a, uint32_t family);
/* What barrier objects that count bytes need besides (bytes.c). */
const char *csl_check_bytes(csl_analysis *a, uint32_t family);
/* The target is that of the stage whose turn it is at `n`. */
bool csl_at_stage(csl_analysis *a, const csl_family *f, const csl_target *target, const csl_node *n,
                  csl_expr *ticket);

#endif
