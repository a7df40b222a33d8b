/* Runs host functions for what their pointers hold where a launch stands: `for (..) { k<<<1,
 * 64>>>(d, e); e = d; }` passes the same memory twice from the second pass on. Private to
 * frontend/.
 *
 * A function is run once for each way through it, with names for what pointers were at first and
 * for what allocations gave. Calls of functions with a body, of lambdas and methods are followed.
 * Different names are taken to be different memory, as the analysis takes different parameters. */
#ifndef CSL_HOSTRUN_H
#define CSL_HOSTRUN_H

#include "../parse/parse.h"
#include "../recover/recover.h"
#include "host_cursors.h"

/* A pointer that a launch passes. */
typedef struct csl_run_slot {
    CXCursor argument; /* a pointer, or an object that holds one */
    CXCursor field;    /* of the object; null: the argument itself */
} csl_run_slot;

/* Slot `slot` points `shift` bytes behind slot `of`, an earlier one. */
typedef struct csl_run_pair {
    unsigned slot, of;
    int64_t shift;
} csl_run_pair;

/* The launch was reached with some slots that point to the same memory. `clear`: at most one
 * condition on the way there was not known. */
typedef void csl_run_found(void *user, const csl_run_pair *pairs, unsigned n, bool clear);

/* The names that the pointers of launches in one function may come from, as they were found last:
 * launches that a macro repeats pass the same. All zero: none yet. */
typedef struct csl_run_sliced {
    CXCursor root;
    csl_cursors from, names; /* from: those in the launch itself */
} csl_run_sliced;

/* What was read of functions (reading.c), in the memory of the unit. All zero: nothing yet. */
typedef struct csl_run_kept {
    csl_cursor_map children, bodies, references, deeds, names;
} csl_run_kept;

typedef struct csl_run_query {
    const csl_unit *unit;
    CXCursor root;       /* the function to begin with, a definition */
    CXCursor launch;     /* the call that is a launch */
    CXCursor callee;     /* what it launches, an expression; null: the kernel stands there */
    const char *pattern; /* the USR of the kernel that is asked for, a template's if it is an
                            instance: to reach the launch with another one says nothing */
    const csl_run_slot *slots;
    unsigned nslots;
    csl_run_found *found;
    void *user;
    unsigned *steps; /* what is left to visit (limit host_run_steps) */
    unsigned *reads; /* what is left to read before (limit host_run_reads), or NULL: all is read */
    csl_run_sliced *sliced; /* kept from query to query, in the memory of the unit */
    csl_run_kept *kept;     /* likewise */
    bool *outside; /* is set if callers of the root have to do with what the pointers hold */
    bool *cut;     /* is set if more slots may be the same than was seen: later passes of a loop
                      could still move pointers, or what is assigned or passed is not known */
} csl_run_query;

/* False if there are more ways than are run (limits host_run_steps, host_run_ways), more variables
 * than are kept, or nothing left to read. */
bool csl_run_host(const csl_run_query *query);

#endif
