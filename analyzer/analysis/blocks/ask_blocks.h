/* The pairs of accesses that blocks may make at the same time. Private to blocks/. */
#ifndef CSL_BLOCKS_ASK_BLOCKS_H
#define CSL_BLOCKS_ASK_BLOCKS_H

#include "blocks.h"

/* Asks about target `i` of the first access and target `j` of the second. */
typedef void csl_ask_pair(void *user, const csl_pair_query *pair, uint32_t i, uint32_t j);

/* Calls `ask` for the pairs that no barrier of the scope keeps apart, up to limit grid_questions;
 * what is left out stands against a proof. */
void csl_ask_blocks(csl_analysis *a, csl_scope scope, csl_ask_pair *ask, void *user);
/* The question about the grid at this node has no answer; `why` must live as long as the analysis.
 */
void csl_leave_grid_open(csl_analysis *a, const csl_node *n, const char *why);

#endif
