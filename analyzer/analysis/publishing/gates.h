/* Shared by the files of this folder. */
#ifndef CSL_PUBLISHING_GATES_H
#define CSL_PUBLISHING_GATES_H

#include "publishing.h"

/* Every gate before node number `last`, in the order of execution; at most a few dozen. */
csl_gates *csl_find_gates(csl_analysis *a, uint32_t last);
/* What of the condition is said of the place of the thread in the grid alone. */
csl_expr *csl_of_place(csl_analysis *a, csl_expr *e);

/* An atomic operation that leaves there what it finds: atomicAdd(p, 0). */
bool csl_adds_nothing(const csl_node *n);

#endif
