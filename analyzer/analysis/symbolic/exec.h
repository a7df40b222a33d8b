/* State of symbolic execution, shared by exec.c (control) and memory.c (slots and LOCAL objects).
 */
#ifndef CSL_EXEC_H
#define CSL_EXEC_H

#include "symbolic.h"

/* A place that holds a term: the variables of the kernel first, then cells. NULL: unknown. */
typedef struct csl_slot {
    csl_expr *value;
    const csl_def *def;
    const char *name;
    uint32_t stamp; /* scratch mark of changes_since */
    /* cells only */
    uint32_t object, bytes;
    uint32_t next; /* of the object, or CSL_NO_VAR */
    int64_t offset;
    const csl_expr *place; /* the cell's address if it is computed (cells.c), else NULL */
} csl_slot;

typedef struct csl_change {
    uint32_t slot;
    csl_expr *value;
    const csl_def *def;
} csl_change;
typedef CSL_VEC(csl_change) csl_changes;
typedef CSL_VEC(uint32_t) csl_slot_list;

/* A thread that left a block by BR: under which condition, in which state (relative to `mark`). */
typedef struct csl_arrival {
    csl_expr *pc;
    csl_changes changes;
} csl_arrival;

typedef struct csl_target_block {
    uint32_t mark;  /* length of the log when the block began */
    csl_loop *loop; /* it stands in */
    csl_expr *entry;
    CSL_VEC(csl_arrival) arrivals;
} csl_target_block;

/* The cells of an object, in the order in which they were made; CSL_NO_VAR: there are none. */
typedef struct csl_cells {
    uint32_t first, last;
} csl_cells;

typedef struct csl_exec {
    csl_analysis *a;
    csl_ctx *ctx;
    CSL_VEC(csl_slot) slots;
    csl_cells *cells; /* by object */
    csl_changes log;  /* old values, for rolling back */
    uint32_t stamp;
    csl_expr *pc; /* condition on which the thread is here */
    const csl_parting *arms, *jumps;
    csl_loop *loop;
    csl_target_block *blocks; /* by label */
    uint64_t *points_to;      /* per variable: set of objects its value may point to */
    uint32_t words;           /* of one such set */
    bool copies;              /* the kernel has asynchronous copies */
    bool own_copies;          /* ... that are not made in bulk */
    bool dynamic;             /* ... dynamic shared memory */
    uint32_t groups;          /* then: the first of the slots that count their groups */
    uint32_t tickets;         /* the first of the slots that count tickets */
    csl_memo *left;           /* what terms are to those who leave the loop that has just ended */
} csl_exec;

/* slots.c: the state, as changes since a mark in the log */
void csl_slot_set(csl_exec *x, uint32_t slot, csl_expr *value, const csl_def *def);
void csl_roll_back(csl_exec *x, uint32_t mark);
/* What has changed since the mark, each slot once, with its present value. */
csl_changes csl_changes_since(csl_exec *x, uint32_t mark);
/* Sets every slot changed on either side to ITE(c, a, b); both are relative to the present state.
 */
void csl_merge_states(csl_exec *x, csl_expr *c, const csl_changes *a, const csl_changes *b);
void csl_apply_changes(csl_exec *x, const csl_changes *c);

/* values.c */
csl_expr *csl_term_of(csl_exec *x, csl_expr *e);
/* What a result is called: as it is spelled, but nothing for an instruction (`shfl.sync.idx.b32`).
 */
const char *csl_name_of_result(const char *spelled);
/* A result that is called nothing takes the name of the first variable that gets it. */
void csl_name_result(csl_exec *x, const csl_expr *value, uint32_t var);

/* exec.c */
/* csl_execute(), but for what is done to start afresh. */
void csl_run_kernel(csl_analysis *a);
/* A new symbol as the result of `node`. */
csl_expr *csl_unknown(csl_exec *x, csl_sym_kind kind, csl_type type, const char *name,
                      csl_node *node);
const csl_def *csl_make_def(csl_exec *x, const csl_stmt *stmt, csl_expr *ir, csl_expr *value);

/* copy_groups.c; call after csl_slots_init() */
void csl_groups_init(csl_exec *x);
/* What a commit, a wait or a barrier does to the numbers of groups. */
void csl_groups_step(csl_exec *x, const csl_node *n);
/* The node keeps the present numbers. */
void csl_groups_note(csl_exec *x, csl_node *n);
/* The statement may change one of them. */
bool csl_groups_change(const csl_stmt *s);

/* tickets.c; call after csl_slots_init(). Nothing is done in a kernel without families. */
void csl_tickets_init(csl_exec *x);
/* The statement; of an IF that was made of a named barrier (csl_whole_of) this one, if it belongs
 * to a family: that of groups with a number each. */
const csl_stmt *csl_as_one_barrier(const csl_exec *x, const csl_stmt *s);
/* What an arrival, a wait, a barrier or an IF does to the numbers of tickets. */
void csl_tickets_step(csl_exec *x, const csl_node *n);
/* The node keeps the present numbers. */
void csl_tickets_note(csl_exec *x, csl_node *n);
/* What the slot holds when a pass of a loop ends: of tickets, lane 0 is the one that is elected in
 * all passes. */
csl_expr *csl_carried(csl_exec *x, uint32_t slot);
/* ... and so does the end of the kernel. */
void csl_tickets_end(csl_exec *x);
/* Marks the slots that the statement may change in `slot`, which is indexed by slot. */
void csl_tickets_change(const csl_exec *x, const csl_stmt *s, bool *slot);

/* memory.c: cells are the scalar slots of LOCAL objects, kept like variables. */
#define CSL_EACH_CELL(x, i, object)                                                                \
    for (uint32_t i = (x)->cells[object].first; i != CSL_NO_VAR; i = (x)->slots.v[i].next)
/* Adds one to its object, and returns its number. */
uint32_t csl_add_cell(csl_exec *x, csl_slot cell);
void csl_slots_init(csl_exec *x);
/* readonly.c: which objects variables may point to, and which are written; csl_slots_init() calls
 * it. */
void csl_find_written(csl_exec *x);
/* Adds the objects that the term may point to, as bits; false: all were there. */
bool csl_add_pointed_to(csl_exec *x, csl_expr *e, uint64_t *set);
/* Calls `fn` for every statement in a body, nested ones included. */
void csl_each_statement(const csl_stmt *s, void (*fn)(void *, const csl_stmt *), void *user);
/* The slots a piece of code may assign, in ascending order; cells it will assign are created, and
 * LOCAL objects it writes at unknown places become unknown. */
csl_slot_list csl_slots_assigned(csl_exec *x, const csl_stmt *body);
/* Performs the access on LOCAL memory; returns the value read if it is known, else NULL. */
csl_expr *csl_access_memory(csl_exec *x, csl_node *n, csl_expr *address, const csl_access *acc,
                            csl_expr *value);
/* The cell of exactly these bytes, a new one if there is none. */
uint32_t csl_cell_at(csl_exec *x, uint32_t object, int64_t offset, uint32_t bytes);
/* Another thread may write through the pointer. */
void csl_forget_memory(csl_exec *x, csl_expr *pointer);

/* cells.c: what is stored in one width and read in another. */
/* What other cells tell of the number that the access is to, there; or NULL. */
csl_expr *csl_read_parts(csl_exec *x, uint32_t object, int64_t offset, const csl_access *acc);
/* Before a store to these bytes: what lies beside them in wider cells becomes cells of its own. */
void csl_keep_parts_beside(csl_exec *x, uint32_t object, int64_t offset, uint32_t bytes);

/* readonly.c: the value of a load of memory that no thread writes while the kernel runs, else NULL.
 * The same address holds the same value then: two uses of a pointer in a struct parameter are one
 * pointer, and a loop steps by the same `params.stride` in every pass. */
csl_expr *csl_load_unwritten(csl_exec *x, csl_node *n, csl_type type);
/* The one value that is stored for all threads of a block where the node loads from shared memory,
 * if that has been executed: the term itself, or a symbol for what is there from then on. Or NULL.
 */
csl_expr *csl_load_agreed(csl_exec *x, csl_node *n, csl_type type);

/* filled.c: what is read from a local array that the passes of a loop have filled, else NULL. */
csl_expr *csl_load_filled(csl_exec *x, csl_expr *address, uint32_t object, const csl_access *acc);

/* cells.c: what the thread has itself stored where it now reads, at an address that is
 * not constant; NULL if that is not known. Call after what the access may change was made unknown.
 */
csl_expr *csl_access_place(csl_exec *x, csl_expr *address, uint32_t object, const csl_access *acc,
                           csl_expr *value);
/* What a loop does to these cells is not followed: they become unknown. */
void csl_forget_places(csl_exec *x);

/* butterfly.c: a symbol for the value if lanes have combined theirs, step by step, until each was
 * combined with all; else the value. */
csl_expr *csl_combined_with_all(csl_exec *x, csl_expr *value);

/* exchange.c: what the collective gives to the thread, if a term says it; else NULL. */
csl_expr *csl_exchanged(csl_exec *x, const csl_node *n);

#endif
