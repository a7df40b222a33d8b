/* Variables that a loop adds to in every pass. */
#ifndef CSL_COUNTERS_H
#define CSL_COUNTERS_H

#include "loops.h"

/* What a pass does to a variable: adds `by`, or takes it away, in arithmetic of type `in`; the
 * result is converted to the type of the variable. */
typedef struct csl_counting {
    csl_expr *by;
    csl_type in;
    bool down;
} csl_counting;

/* `next` is the update of `self`, a PHI symbol of the loop. False if it does not count. */
bool csl_find_counting(csl_analysis *a, const csl_loop *loop, csl_expr *next, const csl_expr *self,
                       csl_counting *out);

/* What the variable holds in pass k. Exact in the types of the source: an update that C leaves
 * undefined does not occur, every other one wraps. */
csl_expr *csl_counting_form(csl_analysis *a, const csl_loop *loop, const csl_sym *phi,
                            const csl_counting *c);

/* The greatest number that a pass can have because this variable counts, or -1: none is known. Says
 * so in the assumptions if it takes for granted that the variable does not wrap. */
csl_wide csl_counting_bound(csl_analysis *a, const csl_loop *loop, const csl_sym *phi,
                            csl_expr *self, const csl_counting *c);

/* v < B or v <= B, or B < v or B <= v (`down`), is one of the conditions of going on, with `self`
 * for v: the outermost value of B. */
bool csl_has_test(csl_analysis *a, const csl_loop *loop, const csl_expr *self, bool down,
                  csl_wide *bound);

#endif
