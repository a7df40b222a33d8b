/* Shared by the files of this folder: which threads agree on the value of one kind of symbol. */
#ifndef CSL_UNIFORMITY_PARTS_H
#define CSL_UNIFORMITY_PARTS_H

#include "uniformity.h"

static inline csl_scope csl_least_scope(csl_scope x, csl_scope y) {
    return x < y ? x : y;
}

/* loads.c */
csl_scope csl_scope_of_load(csl_analysis *a, csl_sym *s);

/* private_copies.c: which threads have stored the same in this object of their own. */
csl_scope csl_scope_of_private(csl_analysis *a, uint32_t object);

/* lanes.c */
/* Of votes, shuffles and other collectives. */
csl_scope csl_scope_of_sync(csl_analysis *a, const csl_sym *s);
/* Finds csl_analysis.tile. */
void csl_find_tile(csl_analysis *a);
/* The threads that have what all lanes of a warp have: the block, if it has but one warp. */
csl_scope csl_scope_of_warp(const csl_analysis *a);
/* ... and what they have all made together, in pairs of lanes (csl_sym.of_all, or the EXIT of such
 * a loop): the block, too, if lanes of the same number began with the same. */
csl_scope csl_scope_of_sum(csl_analysis *a, const csl_sym *s);

#endif
