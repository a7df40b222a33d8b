/* Shared by the files about loops: loops.c, closed_form.c, pass_shift.c. */
#ifndef CSL_LOOPS_H
#define CSL_LOOPS_H

#include "../internal.h"

/* loops.c */
/* The term is the same in every pass of the loop. */
bool csl_invariant(csl_analysis *a, const csl_loop *loop, csl_expr *e);
/* The exponent of a power of two; -1 for anything else. */
int64_t csl_log2(int64_t v);
/* That v > 0, or v >= 0, is one of the conditions of going on (`self` is v): whoever gets to a
 * second pass started with no negative value. */
bool csl_has_lower_test(csl_analysis *a, const csl_loop *loop, const csl_expr *self);

/* pass_shift.c */
/* `stay` in pass k - 1; a HEAD symbol of its own stands for what cannot be said. */
csl_expr *csl_stayed_before(csl_analysis *a, csl_loop *loop);

#endif
