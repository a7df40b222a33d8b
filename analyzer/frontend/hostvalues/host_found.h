/* What is looked for in a host function again and again, for each launch and each member that a
 * launch passes: found once, in the order of the text. Private to host_*.c here. */
#ifndef CSL_HOST_FOUND_H
#define CSL_HOST_FOUND_H

#include "host_impl.h"

/* A loop over a list or a structured binding, which declare what they hold directly. */
typedef struct csl_host_holder {
    CXCursor holder, around;
} csl_host_holder;

/* `a.b = value` or `a[i] = value`, of classes, too. */
typedef struct csl_host_assigned {
    CXCursor to, value;
    unsigned at;
} csl_host_assigned;

struct csl_host_found {
    csl_ctx *ctx;
    csl_host_holder *holders;
    unsigned nholders;
    csl_host_assigned *assigned;
    unsigned nassigned;
    CXCursor *loops; /* `for (a; b; c)` */
    unsigned nloops;
};

const struct csl_host_found *csl_host_found_in(csl_host_function *function);

/* The two sides of an assignment to a member or an element; false: it is none. */
bool csl_host_is_assignment(CXCursor c, csl_host_assigned *assigned);

/* The array with room for one more behind the n there are; it doubles on powers of two. */
void *csl_host_with_room(csl_ctx *ctx, void *items, unsigned n, size_t size);

#endif
