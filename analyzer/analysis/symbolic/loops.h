/* Shared by the files about loops: loops.c, closed_form.c, pass_shift.c. */
#ifndef CSL_LOOPS_H
#define CSL_LOOPS_H

#include "symbolic.h"

/* closed_form.c */
/* The closed form of a PHI symbol whose loop has run, or NULL; found on first use. */
csl_expr *csl_closed_form(csl_analysis *a, csl_sym *phi);

/* check_form.c */
/* False if a run of the loop shows that the form of a PHI symbol is none. */
bool csl_form_holds(csl_analysis *a, const csl_loop *loop, uint32_t phi, csl_expr *form);

/* loops.c */
/* Defines the loop's HEAD symbol and the range of its ITER symbol; call when the body has run. */
void csl_close_loop(csl_analysis *a, csl_loop *loop);
/* Bounds the passes of inner loops once more, by what is known of the loops around them; call when
 * the kernel has been executed. */
void csl_bound_loops(csl_analysis *a);
/* The term is the same in every pass of the loop. */
bool csl_invariant(csl_analysis *a, const csl_loop *loop, csl_expr *e);
/* The exponent of a power of two; -1 for anything else. */
int64_t csl_log2(int64_t v);
/* That v > 0, or v >= 0, is one of the conditions of going on (`self` is v): a thread that gets to
 * a second pass started with no negative value. */
bool csl_has_lower_test(csl_analysis *a, const csl_loop *loop, const csl_expr *self);

/* pass_shift.c */
/* csl_exit_pass() for many terms of one loop, while its closed forms stay as they are. */
csl_expr *csl_exit_pass_again(csl_analysis *a, csl_loop *loop, csl_memo *memo, csl_expr *e);
/* `stay` in pass k - 1; a HEAD symbol of its own stands for what cannot be said. */
csl_expr *csl_stayed_before(csl_analysis *a, csl_loop *loop);

#endif
