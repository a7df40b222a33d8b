/* Shared by the files of this folder. */
#ifndef CSL_PUBLISHING_GATES_H
#define CSL_PUBLISHING_GATES_H

#include "publishing.h"

/* Every gate before node number `last`, in the order of execution; at most a few dozen. */
csl_gates *csl_find_gates(csl_analysis *a, uint32_t last);
static inline bool csl_is_access(const csl_node *n) {
    return n->stmt->kind == CSL_STMT_ACCESS;
}

/* The symbols that the result of the access has a part in, and those that are it, perhaps moved by
 * a constant or one of two values (results.c). */
void csl_follow_result(csl_analysis *a, const csl_node *from, csl_sym_set *made,
                       csl_sym_set *holds);
/* What of the condition is said of the place of the thread in the grid alone. */
csl_expr *csl_of_place(csl_analysis *a, csl_expr *e);

/* An atomic operation that leaves there what it finds: atomicAdd(p, 0). */
bool csl_adds_nothing(const csl_node *n);

/* ---- single places of memory, and order in one thread (places.c) -------------------------------- */

typedef struct csl_spot {
    csl_expr *root;
    int64_t offset;
    uint32_t bytes;
} csl_spot;
typedef enum { CSL_APART, CSL_SAME_SPOT, CSL_MAY_OVERLAP } csl_overlap;
/* It touches always one and the same place of one object. */
bool csl_spot_of(csl_analysis *a, const csl_node *n, csl_spot *p);
csl_overlap csl_relate(csl_analysis *a, const csl_node *n, const csl_spot *p);
/* An access of memory, not of a barrier object. */
bool csl_is_data_access(const csl_node *n);
/* ... that may leave something else there. */
bool csl_changes(const csl_node *n);
/* An access that others of the scope may make at the same time. */
bool csl_is_strong(const csl_node *n, csl_scope scope);
/* The thread fences, or releases with the signal, behind what it has done before. */
bool csl_is_released(const csl_analysis *a, const csl_node *before, const csl_node *signal,
                     csl_scope scope);
/* ... or acquires with the gate, or fences behind it. */
bool csl_is_acquired(const csl_analysis *a, const csl_node *gate, const csl_node *after,
                     csl_scope scope);
/* Who comes to `n` has left the loop before. */
bool csl_is_behind(const csl_node *n, const csl_loop *loop);
/* A callback for csl_map(): the term as thread 0 sees it; `user` is the analysis. */
csl_expr *csl_first_thread(void *user, csl_expr *leaf);
/* All threads of the block pass it once. */
bool csl_all_pass(const csl_node *n);
/* No two threads of a block come there: proved. */
bool csl_by_one_thread(csl_analysis *a, const csl_node *n);

/* What stands before the barrier and the thread of the block that comes behind it meet there: all
 * who come to `before` pass it, and so does who comes to `behind`. */
bool csl_meet_there(const csl_node *barrier, const csl_node *before, const csl_node *behind);
/* What the thread did before is done when the signal is seen: it gives that itself, or a barrier of
 * the block lies between, and it is fenced. */
bool csl_is_told_by(csl_analysis *a, const csl_node *before, const csl_node *signal);
/* The thread itself has left the loop with the gate when it comes there, or thread 0 of its block
 * has (*by_first), and a barrier lies between; and it is fenced. */
bool csl_waits_before(csl_analysis *a, const csl_node *gate, const csl_node *after, bool *by_first);
typedef enum { CSL_HEARS, CSL_HEARS_UNFENCED, CSL_DOES_NOT_HEAR } csl_hearing;
/* The same in steps: as far as barriers go, or not even that. */
csl_hearing csl_hears(csl_analysis *a, const csl_node *gate, const csl_node *after, bool *by_first);
/* What is missing for certain: no fence, or no barrier, lies anywhere between. */
csl_lack csl_lacks_behind(csl_analysis *a, const csl_node *gate, const csl_node *after,
                          bool *by_first);
/* A fence lies behind the gate, for what stands behind the barrier, or NULL. */
bool csl_is_fenced_behind(csl_analysis *a, const csl_node *gate, const csl_node *barrier,
                          const csl_node *after);

/* csl_find_unheard() of flags (grid_flags.c), and of counters (grid_order.c). */
csl_unheard csl_flag_unheard(const csl_finder *f, csl_builder *b, csl_node *const side[2]);
csl_unheard csl_counter_unheard(csl_analysis *a, csl_node *const side[2]);

/* flags.c: one lock keeps the two apart, whichever blocks they are of. */
bool csl_is_excluded_by_lock(csl_analysis *a, csl_node *x, csl_node *y);

#endif
