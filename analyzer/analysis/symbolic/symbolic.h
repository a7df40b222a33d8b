/* Symbolic execution: one csl_node per statement, with the condition under which a generic thread
 * reaches it; what loops make of variables; what the launches say of the block. The order is that
 * of analyze.c.
 */
#ifndef CSL_SYMBOLIC_H
#define CSL_SYMBOLIC_H

#include "terms/terms.h"

/* ---- passes --------------------------------------------------------------------------------- */

/* Block shapes, the grid, and parameters that are sizes: from the launches in the file,
 * __launch_bounds__ and the options (launch_shapes.c). */
void csl_find_shapes(csl_analysis *a);
/* exec.c: fills in `nodes`, `loops` and `syms`. */
void csl_execute(csl_analysis *a);
/* Executes it once more, with what has been found in `families`. */
void csl_execute_again(csl_analysis *a);
/* Looks again once the kernel has been executed: what no thread reaches asks for no dimension. */
void csl_refine_shapes(csl_analysis *a);
/* The most threads along x for which all subscripts stay inside their arrays where all threads of a
 * block come to, perhaps in a loop; 0: any number. After csl_find_uniform(). */
uint32_t csl_threads_for_arrays(csl_analysis *a);
/* The same for threads along y. */
uint32_t csl_rows_for_arrays(csl_analysis *a);
/* Where every thread uses the element with its number, the block is no larger than the array. */
void csl_bound_by_arrays(csl_analysis *a);
/* Marks values that may take fewer values than a query would choose from: loop-carried ones, and
 * what a function that is not followed may have changed (lost_values.c). */
void csl_mark_lost_values(csl_analysis *a);
/* The same for those that carry along, each thread its own, what the analysis lost. After
 * csl_find_uniform(). */
void csl_mark_values_of_lost(csl_analysis *a);
/* Bounds what is loaded from a local array that holds nothing but constants (tables.c). */
void csl_bound_tables(csl_analysis *a);
/* What is read from where an allocation of tensor memory was stored (allocations.c). */
void csl_find_allocations(csl_analysis *a);
/* Fills in csl_loop.syncs and csl_loop.warp_syncs (effects.c). */
void csl_mark_loops_with_barriers(csl_analysis *a);

/* ---- memory ---------------------------------------------------------------------------------- */

/* No thread writes the object while the kernel runs, as far as its name tells. */
bool csl_never_written(const csl_analysis *a, uint32_t object);
/* What a lane offers from which others receive by this shuffle, as a term of the thread that
 * receives, in blocks of any shape; NULL: it is not made of constants and threadIdx.x alone, or no
 * shuffle from one lane (exchange.c). */
csl_expr *csl_offered_by_source(csl_analysis *a, const csl_node *n);
/* The load that gave the value, if it is from a place that holds the same throughout; or NULL. */
const csl_node *csl_steady_load(const csl_analysis *a, const csl_expr *e);
/* The plain write of known value, the last before `read` in the program, that every thread which
 * gets to `read` has made to the same bytes; nothing else writes there between. Or NULL
 * (own_store.c). */
const csl_node *csl_own_store(csl_analysis *a, const csl_node *read);
/* The last write of known value before the load to the thread's own array, wherever in it. Or NULL
 * (own_store.c). */
const csl_node *csl_last_store(const csl_analysis *a, const csl_node *load);

/* ---- sums over lanes (butterfly.c) ------------------------------------------------------------- */

/* EXIT: the last value of a loop in which lanes have combined theirs, in pairs, until each was
 * combined with all. Of whole warps. */
bool csl_swapped_with_all(csl_analysis *a, const csl_sym *last);

/* ---- blocks (stated_blocks.c) ------------------------------------------------------------------ */

/* One more of the shapes that are known. */
void csl_add_block(csl_analysis *a, const uint32_t s[3]);
/* Adds the shapes that the launches state, and for those that are not seen the options. False if
 * some launch does not say. */
bool csl_find_stated_blocks(csl_analysis *a);
/* Adds the block that __launch_bounds__ allows at most, in one row, if no launch says: what is left
 * of one thread, and what barriers that count threads by a number are taken to be made for. */
bool csl_find_bound_block(csl_analysis *a);

/* ---- what statements do (effects.c) ------------------------------------------------------------ */

bool csl_sync_counts(const csl_stmt *s, csl_scope scope); /* is a barrier for this scope */
/* It is a barrier of the block whose tickets are those of the family (csl_family.whole). */
bool csl_is_barrier_of(const csl_family *f, const csl_stmt *s);
bool csl_has_block_barrier(const csl_analysis *a);
/* A barrier, shuffle, vote or election of a warp. */
bool csl_is_of_lanes(const csl_stmt *s);
/* The lanes that take part are the tile of so many that the thread is in; 0: others, or not known.
 */
static inline uint32_t csl_tile_of(const csl_node *n) {
    return n->stmt->sync->tile ? n->stmt->sync->tile : n->tile;
}
/* A call that is not followed, or a construct that is not modelled: it may write and synchronise.
 */
bool csl_may_do_anything(const csl_stmt *s);
/* A barrier that may order anything, or nothing: named, or an object that is not whole. */
bool csl_is_unmodelled(const csl_stmt *s);
/* It counts as an arrival of its own: bytes that are expected apart do not (tickets.c). */
bool csl_is_arrival(const csl_sync *y);
/* The named barrier of which the IF was made for the numbers it may have, one by one; NULL: of none
 * (tickets.c). */
const csl_stmt *csl_whole_of(const csl_stmt *s);
/* ... is a barrier of all lanes of the warp, or of more. */
bool csl_is_barrier_of_warp(const csl_stmt *s);
/* All lanes of the warp wait there for each other, whatever that orders. */
bool csl_gathers_lanes(const csl_stmt *s);
bool csl_races_at_all(const csl_analysis *a, const csl_node *n); /* other threads may touch it */

/* ---- conditions --------------------------------------------------------------------------- */

/* The condition, or one that says the same of shorter sums (cancel.c). */
csl_expr *csl_without_common(csl_ctx *ctx, csl_expr *condition);
/* ---- threads ----------------------------------------------------------------------------------- */

/* The threads of one such scope agree on the term, by the marks of its symbols (scope.c). */
csl_scope csl_scope_of(csl_analysis *a, csl_expr *e);
/* Blocks are one thread wide in this dimension (exchange.c). */
bool csl_single_in(const csl_shapes *shapes, uint32_t d);
/* The number of the thread's lane in its warp (exchange.c). */
bool csl_is_lane_number(const csl_analysis *a, const csl_expr *e);
/* Made of nothing but the coordinates of the thread in its block (count_threads.c). */
bool csl_is_of_thread(csl_ctx *ctx, csl_expr *e);
/* What the condition says of the thread alone (thread_choices.c). */
csl_expr *csl_of_thread_alone(csl_analysis *a, csl_expr *reach);
/* The sum without choices that no thread makes, in blocks that are launched, for which `reach`
 * holds (thread_choices.c). */
csl_expr *csl_chosen_by_threads(csl_analysis *a, csl_expr *e, csl_expr *reach);
/* "It is lane 0" for what an election tells the thread, *all: all lanes of the warp take part, so
 * it may be the one; NULL: the leaf is something else. */
csl_expr *csl_lane_of_elected(csl_analysis *a, const csl_expr *leaf, bool *all);
/* The term with lane 0 for the lane that elections choose. */
csl_expr *csl_as_elected(csl_analysis *a, csl_expr *e);
/* Lists that it is that lane (thread_choices.c). */
void csl_assume_first_elected(csl_analysis *a);
/* In blocks that are launched the condition, on the thread alone, holds for all of whom `reach`
 * does.
 */
bool csl_all_threads_have(csl_analysis *a, csl_expr *c, csl_expr *reach);
/* Splits the condition for reaching a barrier into what depends on the thread and what the whole
 * block, or such a scope, agrees on. False if there is anything else. */
bool csl_split_by_thread(csl_analysis *a, csl_expr *reach, csl_scope agreed, csl_expr **own,
                         csl_expr **shared);
/* ... and what groups of so many threads agree on. */
bool csl_split_by_group(csl_analysis *a, csl_expr *reach, uint32_t lanes, csl_expr **own,
                        csl_expr **shared);
/* The term in a block of that shape. */
csl_expr *csl_with_shape(csl_analysis *a, csl_expr *e, const uint32_t shape[3]);
/* The term in that thread of such a block; NULL: of an unknown shape, and the thread is the first.
 */
csl_expr *csl_of_thread(csl_analysis *a, csl_expr *e, const uint32_t shape[3], uint32_t thread);
/* Threads of a block for which `own` holds; `together` of them (a warp, or 1) count as soon as one
 * comes. */
uint32_t csl_count_coming(csl_analysis *a, csl_expr *own, const uint32_t shape[3],
                          uint32_t together);
/* Of those threads either all `together` of a group (a warp, say) come or none of them. */
bool csl_come_together(csl_analysis *a, csl_expr *own, const uint32_t shape[3], uint32_t together);
/* What comes behind a trap is taken not to happen: of a kernel that always comes to one nothing is
 * proved (count_threads.c). */
void csl_obstruct_traps(csl_analysis *a, csl_concerns about);

#endif
