/* Findings about barriers that count their threads (arrivals.c). */
#ifndef CSL_ARRIVALS_H
#define CSL_ARRIVALS_H

#include "../checks.h"

/* Reports the misuse at `n`, told by a thread that comes there and, if possible, one of which
 * `none_comes` holds (or NULL). `uses`: all synchronisation concerned, or NULL. m.rating, if it
 * has a reason, is the most the finding can be. */
void csl_report_arrivals(csl_analysis *a, csl_misuse m, const csl_nodes *uses, csl_expr *none_comes,
                         csl_node *n);

#endif
