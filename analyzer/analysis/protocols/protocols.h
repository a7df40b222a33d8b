/* Barriers that are no barrier of the whole block: barrier objects, alone or as the stages of a
 * ring, and named barriers. What they order is told by tickets (csl_family, nodes.h).
 *
 * Source of the semantics: PTX ISA, mbarrier and bar/barrier; CUDA programming guide, asynchronous
 * barriers. What is proved of a family before its tickets order anything is said in settle.c.
 */
#ifndef CSL_PROTOCOLS_H
#define CSL_PROTOCOLS_H

#include "../uniformity/uniformity.h"

/* Fills in `families`, of a kernel that was executed once; false if there are none, and nothing has
 * changed. The kernel has to be executed again to count their tickets. After
 * csl_mark_full_barriers(). */
bool csl_find_families(csl_analysis *a);
/* Proves what is said of the families, and settles those of which it holds. After
 * csl_find_uniform(). */
void csl_settle_families(csl_analysis *a);

/* The node arrives at a barrier object of another block, or copies with one (crossing.c). */
bool csl_is_remote_signal(csl_analysis *a, const csl_node *n);
/* The arrival at another block's ring is waited for a round later: those of the last round not at
 * all (crossing.c). */
bool csl_is_left_behind(csl_analysis *a, const csl_node *n);
/* Bars the proof where a barrier object is used that may not be initialised (initial.c). After
 * csl_settle_families(). */
void csl_check_initialised(csl_analysis *a);
/* The family that holds the object at which the target is; NULL: none, or it is not known. */
const csl_family *csl_family_at(csl_analysis *a, const csl_target *t);

/* Some thread waits for the end of the copy, whose family is settled, before it comes to its own
 * end (awaited.c). */
bool csl_is_awaited_at_end(csl_analysis *a, const csl_node *copy);

/* The thread of side 1 makes so many passes of the loop at least. */
csl_expr *csl_makes_passes(csl_analysis *a, csl_builder *b, const csl_loop *l, int64_t passes);
/* Lists that the outermost loop around the wait makes so many passes, unless the program says that
 * `own`, the threads that come there, do not: then false. */
bool csl_assume_passes(csl_analysis *a, const csl_node *wait, csl_expr *own, int64_t passes);
const csl_loop *csl_outermost(const csl_loop *l);

/* ---- shared by the files of this folder ------------------------------------------------------- */

/* The condition on the thread for coming to the node, with lane 0 for the lane that elections
 * choose: one for another as far as numbers of threads go. False if it is not one of the thread and
 * of what the block agrees on. Of a wait, that may come there, whatever was seen in a look before.
 */
bool csl_own_condition(csl_analysis *a, const csl_node *n, csl_expr **own);
/* The condition on the thread for coming there, and what threads of one such scope agree on. */
bool csl_own_among(csl_analysis *a, const csl_node *n, csl_scope agreed, csl_expr **own,
                   csl_expr **when);
/* Threads that come to `x` may come to `y` as well. */
bool csl_share_threads(csl_analysis *a, const csl_node *x, const csl_node *y);
/* The condition without those of its parts that only say what looks at barrier objects saw: these
 * go to `seen`. */
csl_expr *csl_without_looks(csl_analysis *a, csl_expr *reach, csl_expr **seen);
/* The condition for coming to the node without what only says that loops before have ended. */
csl_expr *csl_without_ends(csl_analysis *a, const csl_node *n, csl_expr *reach);
enum { CSL_OBJECT_BYTES = 8 /* of a barrier object */ };
/* Where barrier objects are. */
typedef struct csl_places {
    csl_expr *root;
    int64_t start, stride, stages;
    bool crosses;    /* in another block of the cluster, as far as the address says */
    uint32_t owners; /* as of a csl_family */
    int64_t apart, from, groups;
} csl_places;
/* Where those are that the target of the node (or NULL) may be; false: that is not known. */
bool csl_find_places(csl_analysis *a, const csl_node *at, const csl_target *t, uint32_t n,
                     csl_places *out);
/* The offset of the group 0, where those who come to the node, in groups of so many lanes, have
 * offsets that are so far apart; NULL: they have others (places.c). */
csl_expr *csl_of_first_group(csl_analysis *a, const csl_node *n, csl_expr *offset, uint32_t lanes,
                             int64_t apart);
/* The places, of groups of so many lanes that are so far apart; false: they are others. */
bool csl_places_of_group(csl_analysis *a, const csl_node *at, const csl_target *t, uint32_t lanes,
                         int64_t apart, csl_places *out);
/* Each group of threads that comes to the node has a number of its own, for a named barrier: sets
 * whose they are, of a family. Groups of so many threads, whose numbers are so far apart; or groups
 * as large as they may be. */
bool csl_numbers_of_group(csl_analysis *a, const csl_node *at, csl_expr *number, uint32_t lanes,
                          int64_t apart, csl_family *f);
bool csl_find_numbers(csl_analysis *a, const csl_node *at, csl_expr *number, csl_family *f);
/* All objects that are meant at the node (or NULL) are those of the family; and where groups have
 * some of their own, each thread's are those of its group. */
bool csl_has_places(csl_analysis *a, const csl_family *f, const csl_places *p, const csl_node *n,
                    const csl_target *t);
/* The bytes of shared memory in which all its objects are. */
int64_t csl_begin_of(const csl_family *f);
int64_t csl_end_of(const csl_family *f);
/* None of its objects is at the target of the node, which is one place or more. */
bool csl_is_beside(csl_analysis *a, const csl_family *f, const csl_node *n, const csl_target *t);
bool csl_overlaps(const csl_family *f, const csl_family *g);
/* No object is one of both; with itself: no object is that of two groups. */
bool csl_are_objects_apart(const csl_family *f, const csl_family *g);
/* BOOL: the thread belongs to that group of `lanes` of its block. */
csl_expr *csl_in_group(csl_analysis *a, uint32_t lanes, int64_t group);
/* Of each group that has objects of the family, some thread is among these; of any family that the
 * block has, some thread is. */
bool csl_is_in_each(csl_analysis *a, const csl_family *f, csl_expr *own);
/* Two threads that use the family: if groups have objects of their own, they are of one group. That
 * is a relation, and what the builder says of it. */
csl_relation csl_relation_of_family(const csl_family *f, csl_pair pair);
void csl_builder_of_group(csl_builder *b, const csl_family *f);
/* Both, where lane 0 is the one that elections choose. */
csl_builder *csl_builder_of_family(csl_analysis *a, const csl_family *f, csl_pair pair);
/* What the offset is where the node stands: for the threads that come there, and in a loop of few
 * passes in those alone that it makes (places.c). */
csl_range csl_offsets_at(csl_analysis *a, const csl_node *n, csl_expr *offset);
/* A number of tickets at the node. */
csl_expr *csl_tickets_at(csl_analysis *a, const csl_node *n, uint32_t family, uint32_t which);
/* The ticket that the node arrives at, or waits for. */
csl_expr *csl_ticket_of_arrival(csl_analysis *a, const csl_node *n, uint32_t family);
csl_expr *csl_ticket_of_wait(csl_analysis *a, const csl_node *n, uint32_t family);
/* So many tickets have ended, as far as its waits tell the thread. */
csl_expr *csl_tickets_ended(csl_analysis *a, const csl_node *n, uint32_t family);
/* Block barriers passed before the node. */
csl_expr *csl_barriers_before(csl_analysis *a, const csl_node *n);

/* Fills in csl_node.ends (groups.c). When families are settled. */
void csl_find_group_ends(csl_analysis *a);
/* Finds the family at which the copy completes; false if it is none. */
bool csl_find_signalled(csl_analysis *a, csl_node *copy);
/* The ticket whose phase the copy completes in (bytes.c). */
csl_expr *csl_ticket_of_copy(csl_analysis *a, const csl_node *copy, uint32_t family);

/* The node initialises objects of the family, or gives them up; or may, if it is not `known` which
 * ones. */
bool csl_sets_up(csl_analysis *a, const csl_family *f, const csl_node *n, bool *known);
/* The loop around it in whose passes it does so again and again, or NULL. */
const csl_loop *csl_set_up_in(csl_analysis *a, const csl_node *n);
/* The node stands where the objects are those of the family (csl_family.since, until). */
bool csl_is_within(const csl_family *f, const csl_node *n);
/* Makes a family of its own of what uses an object after it was initialised again (set_up.c). */
void csl_part_by_set_up(csl_analysis *a);
/* Finds csl_family.handover, before tickets are counted (handover.c). */
void csl_find_handover(csl_analysis *a, csl_family *f);
/* Adds the families of named barriers; false: some number is not known (named.c). */
bool csl_find_named_families(csl_analysis *a);
/* Adds families of single barriers of the block, or of warps, beside those that are there
 * (barrier_places.c). */
void csl_find_barrier_places(csl_analysis *a, bool of_warps);
/* Opens those of them to which not all threads are known to come, once it is known which agree. */
void csl_check_barrier_places(csl_analysis *a);
/* Tiles (boxes.c): sets csl_access.bytes of those of which it was not known before; the others
 * leave an obstacle. After csl_settle_families(). */
void csl_size_tiles(csl_analysis *a);
/* The bytes from where the tile begins to the end of the object that the source names, or else of
 * the part of the array, or of the stage of the ring, that it begins in; 0: not known. */
int64_t csl_room_of_tile(csl_analysis *a, const csl_node *n);
/* The bytes from where the tile begins, which is one place, to the end of the array that was
 * declared with a size; 0: not known. */
int64_t csl_end_of_tile(csl_analysis *a, const csl_node *n);
/* Threads read what lies `behind` so many bytes of the tile, in this `room`. Safe: none, or it is
 * not known who has written it. */
csl_verdict csl_tile_is_read_from(csl_analysis *a, const csl_node *copy, int64_t behind,
                                  int64_t room);
/* What of the sum is no multiple of `stride`, left out; constants are counted in *constant. */
csl_expr *csl_multiples(csl_analysis *a, csl_expr *e, int64_t stride, int64_t *constant);
/* ... what is left out, and the constants. */
csl_expr *csl_rest(csl_analysis *a, csl_expr *e, int64_t stride);
/* What the descriptor of an operand tells goes beyond so many bytes; it begins up to `last` bytes
 * behind where these do (operands.c). */
bool csl_reaches_beyond(csl_analysis *a, const csl_node *n, csl_wide last, int64_t bytes);
/* The first piece of an operand of wgmma: sets what its descriptor tells that it reads; false: it
 * is not known. A further one: `least` is the access of what the operand begins with (operands.c).
 */
bool csl_size_operand(csl_analysis *a, csl_node *n);
void csl_size_piece(csl_analysis *a, csl_node *n, const csl_node *least, bool described);
void csl_set_tile(csl_analysis *a, csl_node *n, int64_t bytes, bool vague);

/* numbers.c */
/* The greatest that divides both; that of 0 and x is |x|. */
int64_t csl_common_divisor(int64_t x, int64_t y);
/* All values of the term differ by multiples of this; 0: there is only one. */
int64_t csl_step_of(const csl_expr *e);
/* x - y, if that is the same number always. Both are integers. */
bool csl_gap(csl_analysis *a, csl_expr *x, csl_expr *y, int64_t *gap);
/* x - y, numbers of bytes of 32 bits, if that is the same number always; y may be NULL, for none
 * (sizes.c). */
bool csl_bytes_apart(csl_analysis *a, csl_expr *x, csl_expr *y, int64_t *gap);
/* Sets csl_access.bytes of a copy that computes its size, as the most that may be, or leaves an
 * obstacle (sizes.c). */
void csl_size_computed(csl_analysis *a, csl_node *n);
/* The passes of a loop that makes few of them, always as many; else 0. The term in one of them. */
int64_t csl_few_passes(csl_analysis *a, const csl_loop *l);
/* ... of a loop that makes no more than a few; else 0. */
int64_t csl_most_passes(csl_analysis *a, const csl_loop *l);
csl_expr *csl_in_pass(csl_analysis *a, const csl_loop *l, csl_expr *e, int64_t pass);
/* x, if the loop goes on while `pass < x` and x stays as it is; or NULL. */
csl_expr *csl_bound_of_passes(csl_analysis *a, const csl_loop *l);
/* x - y at least, where that is a number in the loop: always, or in each of its few passes. */
bool csl_least_gap(csl_analysis *a, const csl_loop *l, csl_expr *x, csl_expr *y, int64_t *gap);
/* x - y at most, where that is bounded by a number. */
bool csl_most_gap(csl_analysis *a, csl_expr *x, csl_expr *y, int64_t *gap);
/* The sum with x for min(x, y), and y for max(x, y), where the condition says that x is no more
 * than y. */
csl_expr *csl_least_known(csl_analysis *a, csl_expr *e, csl_expr *reach);
/* All parts of the condition hold where `reach` does. */
bool csl_is_implied(csl_analysis *a, csl_expr *c, csl_expr *reach);
/* The sum with max(x, 0) % n for x % n where the condition says that x is not negative: the same.
 */
csl_expr *csl_not_negative(csl_analysis *a, csl_expr *e, csl_expr *reach);
/* The sum with (x + c) / m as x / m and a constant, where the condition says what x % m is. */
csl_expr *csl_in_step(csl_analysis *a, csl_expr *e, csl_expr *reach);
/* The term with conversions left out that change nothing, in I32 as far as it fits. */
csl_expr *csl_plain_number(csl_analysis *a, csl_expr *e);

/* Terms of the number of one pass alone, the same whatever number that is for which `reach` holds
 * (repeats.c). */
bool csl_same_in_passes(csl_analysis *a, csl_expr *reach, csl_expr *x, csl_expr *y);

/* The node waits at the barrier of a cluster for those who arrive without ordering anything, each
 * behind a fence of its own; `what`, if it is not NULL, comes before that fence and arrival
 * (crossing.c). */
bool csl_waits_for_fenced(const csl_analysis *a, const csl_node *what, const csl_node *wait);

#endif
