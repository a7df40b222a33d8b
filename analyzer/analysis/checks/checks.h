/* The checks: what is wrong with the kernel goes to the lists of csl_analysis. All after
 * csl_find_uniform(). */
#ifndef CSL_CHECKS_H
#define CSL_CHECKS_H

#include "../witness/witness.h"

void csl_find_divergence(csl_analysis *a);
/* The thread that goes another way than to the barrier touches later what others touch before it.
 */
bool csl_needs_barrier(const csl_analysis *a, const csl_node *barrier, const csl_node *decision);
/* Behind the decision threads store what others read behind the barrier: who does not go on leaves
 * that undone. Unknown statements count as such stores. */
bool csl_leaves_stores_due(const csl_analysis *a, const csl_node *barrier,
                           const csl_node *decision);
/* ... which do not. */
bool csl_leaves_known_stores_due(const csl_analysis *a, const csl_node *barrier,
                                 const csl_node *decision);
/* Keeps the misuse with its witness; false, and nothing is kept, if the solution cannot be replayed
 * (misuse.c). */
bool csl_keep_misuse(const csl_solution *s, const csl_ending end[2], csl_misuse m);
/* The same of two threads that come to where the ends are, the first with what is `wrong`; rates
 * it. False also if there are no such threads. */
bool csl_tell_misuse(csl_builder *b, const csl_relation *r, csl_expr *wrong,
                     const csl_ending end[2], csl_misuse m);
/* As far as ranges tell, the two accesses have no byte in common, at those targets (proxies.c). */
bool csl_are_apart(csl_analysis *a, const csl_node *x, const csl_target *t, const csl_node *y,
                   const csl_target *u);
/* Lanes that a mask names and that do not come (divergence.c). */
void csl_find_absent_lanes(csl_analysis *a);
void csl_find_races(csl_analysis *a);
/* Lists what is taken for granted where a copy in bulk overwrites what threads wrote (proxies.c).
 */
void csl_assume_dead_writes(csl_analysis *a);
/* Lists that no fence stands behind the start of a barrier object that counts copies in bulk. */
void csl_assume_known_objects(csl_analysis *a);
/* Values that are used before they are loaded, memory that is not freed (tensor_memory.c). */
void csl_check_tensor_memory(csl_analysis *a);
/* Subscripts that may leave their array; after csl_find_races() (bounds.c). */
void csl_check_bounds(csl_analysis *a);
/* Barriers without which the kernel is still proved; after csl_find_races(). */
void csl_find_redundant(csl_analysis *a);
/* Instructions that a whole warp group has to execute, where there may be a part of one
 * (warp_groups.c). */
void csl_check_warp_groups(csl_analysis *a);
/* Obstacles where lanes that act as one name different places. */
void csl_check_joint_places(csl_analysis *a);
/* Threads whose own mask does not name their lane (own_lane.c). */
void csl_find_unnamed_lanes(csl_analysis *a);
/* The shuffle reads from a lane that its mask does not name: reports it, if a thread comes there
 * (own_lane.c). */
bool csl_report_source(csl_analysis *a, csl_node *n);
/* Shuffles that may read from lanes which do not take part (shuffle_sources.c). */
void csl_check_sources(csl_analysis *a);
/* Loads of what must not be written, through another cache (stale_reads.c). */
void csl_check_stale_reads(csl_analysis *a);
void csl_find_named(csl_analysis *a);
/* Objects to which not as many arrive as they expect. */
void csl_find_phases(csl_analysis *a);
void csl_find_miscounted(csl_analysis *a);
/* Objects that no thread initialises. */
void csl_find_unset(csl_analysis *a);
/* Threads that wait for ever, and races, as a trial shows (counted/tried.c). After all that is
 * found of phases and races otherwise. */
void csl_find_tried(csl_analysis *a);
/* Memory of objects that is used as data while they are objects. */
void csl_find_still_objects(csl_analysis *a);

#endif
