/* What is known where other blocks of a cluster signal to barrier objects. Private to blocks/. */
#ifndef CSL_BLOCKS_CROSSED_H
#define CSL_BLOCKS_CROSSED_H

#include "blocks.h"

/* The family of the object that the node signals to, if the end of its first phase is proved
 * (csl_family.crossed); NULL otherwise. */
const csl_family *csl_crossed_by(csl_analysis *a, const csl_node *n);
/* All who come to the node know that the first phase of the thread's own object is over. */
bool csl_has_waited(csl_analysis *a, const csl_family *f, const csl_node *n);
/* The copy to another block has ended whenever a thread of that block comes to the other node. */
bool csl_copy_is_over(csl_analysis *a, const csl_node *copy, const csl_node *other);
/* BOOL, of the builder's two threads: some arrival at an object of the block of the other one makes
 * what thread `side` does at `x` known where that comes to `y`. */
csl_expr *csl_arrival_tells(csl_builder *b, int side, const csl_node *x, const csl_node *y);

#endif
