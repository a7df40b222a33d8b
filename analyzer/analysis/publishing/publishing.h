/* Publishing to other blocks: gates.c finds what lets a thread believe that another block has
 * stored something, fences.c what keeps the store and that signal in order, two_blocks.c accesses
 * of two blocks that touch the same bytes. published.c asks whether such a chain orders two
 * accesses. */
#ifndef CSL_PUBLISH_H
#define CSL_PUBLISH_H

#include "../protocols/protocols.h"
#include "../../limits/limits.h"

/* A set of symbols, by number. */
typedef struct csl_sym_set {
    bool *has;
    uint64_t bits; /* bit number % 64 of every one in it */
} csl_sym_set;

typedef enum {
    CSL_GATE_COUNT, /* an atomic counts, and its result says whether enough have come */
    CSL_GATE_FLAG,  /* an atomic takes or tests a flag or a lock */
    CSL_GATE_SPIN   /* a load that is repeated until the value is right */
} csl_gate_kind;

/* An access of global memory whose result decides who goes on. */
typedef struct csl_gate {
    csl_gate_kind kind;
    csl_node *node;
    csl_sym_set made;     /* symbols whose value depends on its result */
    csl_sym_set holds;    /* ... that are its result */
    const csl_loop *loop; /* the loop that is left by the result, or NULL */
    bool only_zero;       /* the result is compared with 0 and nothing else */
    bool zero;            /* SPIN: it is compared with 0 */
    bool once;            /* SPIN: the compiler may load it once only */
} csl_gate;
typedef struct csl_gates {
    CSL_VEC(csl_gate) list;
} csl_gates;

/* Those up to the last node that may read what the kernel leaves in global memory, found once. */
const csl_gates *csl_gates_of(csl_analysis *a);
/* The store is made before the signal, or in an earlier pass. */
bool csl_comes_before(const csl_node *store, const csl_node *signal);
/* A thread that comes to `n` has passed the gate because of another block's signal. */
bool csl_is_gated(csl_analysis *a, const csl_gate *g, const csl_node *signal, const csl_node *n);
/* What an atomic operation has given the block has a part in where the access goes. */
bool csl_is_handed_out(csl_analysis *a, const csl_node *n);
/* The result of the gate has a part in whether a thread comes there. */
bool csl_decides(csl_analysis *a, const csl_gate *g, const csl_node *n);
/* What the access does to the gate's memory may open it. */
bool csl_may_open(csl_analysis *a, const csl_gate *g, const csl_node *signal);

/* What is missing between a store and a later signal of the same block. */
typedef struct csl_chain {
    bool fence, barrier;
    bool other_thread; /* the one who signals is not the one who stored */
    bool holds;        /* the one who signals has stored, or has met those who have, and nothing is
                          missing */
    const csl_stmt *vain; /* a fence that is too narrow or in the wrong place, or NULL */
} csl_chain;
/* The reader has met the whole grid since the store. */
bool csl_grid_meets(csl_analysis *a, const csl_node *store, const csl_node *reader);
/* `back`: the signal comes in the next pass of the loop around both. */
csl_chain csl_follow_store(csl_analysis *a, csl_node *store, csl_node *signal, bool back);

/* A thread that comes to the read has been let through by a signal that is given behind the store,
 * in the right way: it sees the store if it has waited for this one. */
bool csl_is_published(csl_analysis *a, csl_node *store, csl_node *reader);
/* Something that may open a gate comes behind the one, and that gate before the other, or a gate
 * decides who comes to either: a block may wait for another one, whether or not that is the right
 * one. */
bool csl_may_be_told(csl_analysis *a, const csl_node *one, const csl_node *other);
/* Both depend on what their own thread got from one and the same atomic counter or flag. */
bool csl_is_let_through(csl_analysis *a, const csl_node *x, const csl_node *y);

/* places.c: a fence of that scope or a wider one; an atomic operation that acquires */
bool csl_is_fence(const csl_node *n, csl_scope scope);
bool csl_acquires(const csl_node *gate);
/* Something behind the gate may make a thread see what came before the signal. */
bool csl_may_acquire_between(const csl_analysis *a, const csl_node *gate, const csl_node *after);

/* flags.c: a flag keeps the two in order, or a lock keeps them apart: proved. */
bool csl_wait_for_each_other(csl_analysis *a, const csl_pair_query *q);
/* ... or a flag that is more than such a one: it is counted up, or set several times. */
bool csl_may_wait_by_flag(csl_analysis *a, const csl_pair_query *q);

/* ... of two blocks: proved, whichever blocks they are. */
bool csl_blocks_are_ordered(csl_analysis *a, csl_node *x, csl_node *y);

/* two_blocks.c */
typedef struct csl_finder {
    csl_analysis *a;
    uint32_t questions;
    bool blocks[3]; /* the kernel tells its blocks apart in this dimension */
} csl_finder;
/* Fills in `blocks`: in a dimension that the kernel never looks at, the grid is taken to be one
 * block wide, for all of them would do the same. False if it looks at none. */
bool csl_find_blocks(csl_finder *f);
/* Adds that the two sides are in different blocks. */
void csl_assume_two_blocks(const csl_finder *f, csl_builder *b);
/* Adds that no flag which one side has set and the other has waited for keeps the two in order
 * (grid_flags.c); returns what holds such flags, which are taken to begin with 0, or NULL: there is
 * none, and nothing was added. */
const csl_object *csl_assume_no_flag(const csl_finder *f, csl_builder *b, csl_node *const side[2]);
/* What is missing between a gate and the read of another block's store. */
typedef enum { CSL_LACKS_NOTHING, CSL_LACKS_FENCE, CSL_LACKS_BARRIER } csl_lack;
typedef struct csl_unheard {
    csl_lack lack;
    csl_node *gate, *signal;
    int told; /* the side that reads */
} csl_unheard;
/* One side signals, all in order, and the other waits for that, or another thread of its block
 * does; but what it needs behind the wait is missing. Adds that it waits for this signal
 * (unheard.c). */
csl_unheard csl_find_unheard(const csl_finder *f, csl_builder *b, csl_node *const side[2]);
/* Lists that what is there is 0 when the kernel starts (grid_order.c). */
void csl_assume_zero(csl_analysis *a, const csl_object *o);
/* The kernel is launched with one block. */
bool csl_is_single_block(const csl_analysis *a);
/* A callback for csl_map(): notes in a bool[3] the dimensions of blockIdx that occur. */
csl_expr *csl_see_block(void *blocks, csl_expr *leaf);
/* An access of memory, not of a barrier object, and it is known which. */
bool csl_is_memory_access(const csl_node *n);
/* Memory that all blocks see: a pointer that was loaded has to be the same for them. */
bool csl_is_for_all(csl_analysis *a, const csl_target *t);
bool csl_share_memory(csl_analysis *a, const csl_node *x, const csl_node *y);
/* Threads of two blocks touch the same bytes: POSSIBLE with the values in *out, or only roughly so:
 * UNDECIDED. */
csl_verdict csl_of_two_blocks(csl_finder *f, csl_node *x, csl_node *y, csl_clash *out);

#endif
