/* Which symbols can two threads disagree on? The answer is csl_sym.uniform. */
#ifndef CSL_UNIFORMITY_H
#define CSL_UNIFORMITY_H

#include "../intervals/intervals.h"

/* Marks the symbols some condition or address depends on; the others need no answer
 * (used_symbols.c). After csl_execute(). */
void csl_mark_used(csl_analysis *a);
/* Judges the marked symbols. After csl_meet() for BLOCK. */
void csl_find_uniform(csl_analysis *a);
/* The same for a value that no condition or address depends on, which csl_find_uniform() leaves
 * out. Before a query is built with it. */
void csl_find_uniform_value(csl_analysis *a, csl_expr *e);
/* Another thread may write what this load reads, with no barrier between the two. `own`: what
 * a thread that reads has stored there, or NULL (loads.c). */
csl_verdict csl_overwritten(csl_analysis *a, const csl_node *load, const csl_node *own);

#endif
