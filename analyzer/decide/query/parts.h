/* A query in two parts that have no unknown in common: what is about the two threads, and what only
 * says how a block comes to their places. The second is often what no engine solves: a chain of
 * divisions by parameters that decides which tile the block works on. */
#ifndef CSL_DECIDE_PARTS_H
#define CSL_DECIDE_PARTS_H

#include "query.h"

typedef struct csl_query_parts {
    csl_query threads; /* the conditions on what differs between the threads, and the offsets */
    csl_query block;   /* the others, without offsets: all of them are facts */
    bool *loose;       /* by variable: a witness of `threads` says nothing of it */
    bool one_way;      /* the conditions of one thread in `block` are all among the other's: a block
                          that comes to the place of one satisfies them, or nothing reaches it */
} csl_query_parts;

/* The parts of the query, in the arena of its context; its variables are those of both. If both
 * parts can be satisfied then so can the query, but for what is undefined in C; if one of them
 * cannot then the query cannot. In `threads` a variable may stand for a sum that it alone is able
 * to give any value; it is loose, too. False if everything hangs together. */
bool csl_split_query(const csl_query *q, csl_query_parts *parts);

#endif
