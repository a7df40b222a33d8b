/* How far a finding is to be believed: what its values depend on, and whether the kernel would be
 * run that way. */
#ifndef CSL_CONFIDENCE_H
#define CSL_CONFIDENCE_H

#include "../publishing/publishing.h"

/* Is a fact with this query certain? `deciding` are the terms that decide it (may be NULL),
 * `reaching` only get the threads there. */
csl_rating csl_rate(csl_analysis *a, csl_builder *b, const csl_query *q,
                    csl_expr *const deciding[2], csl_expr *const reaching[2]);
/* That one thread parts before the barrier and the other waits there. `other_arm`: the barrier that
 * the first meets instead, or NULL (parting_confidence.c). */
csl_rating csl_rate_parting(csl_analysis *a, csl_builder *b, const csl_query *q,
                            const csl_node *barrier, const csl_stmt *other_arm,
                            csl_expr *const deciding[2], csl_expr *const reaching[2]);
csl_rating csl_rate_race(csl_analysis *a, csl_builder *b, const csl_pair_query *q,
                         const csl_query *built, csl_race_kind kind, csl_expr *root);
/* A race of these accesses would be of low confidence, whatever its values: known without asking.
 */
bool csl_rated_low(csl_analysis *a, const csl_clash *c);
/* Both are reached only by the result of an atomicCAS or atomicExch: a lock may exclude them. */
bool csl_behind_lock(csl_analysis *a, const csl_pair_query *q);

#endif
