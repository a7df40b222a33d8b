/* How far a finding is to be believed: what its values depend on, and whether the kernel would be
 * run that way. */
#ifndef CSL_CONFIDENCE_H
#define CSL_CONFIDENCE_H

#include "../publishing/publishing.h"

typedef enum {
#define CAVEAT(id, cap, words) CSL_CAVEAT_##id,
#include "confidence.def"
#undef CAVEAT
    CSL_NCAVEATS
} csl_caveat;
_Static_assert(CSL_NCAVEATS <= 8 * sizeof(csl_caveat_set), "csl_rating.caveats is too narrow");

/* ---- ratings (caveats.c) ------------------------------------------------------------------------ */

csl_rating csl_no_caveat(void);
/* The caveat holds. `name`: of the value its words speak of, or NULL. */
void csl_hold(csl_analysis *a, csl_rating *r, csl_caveat caveat, const char *name);
bool csl_holds(const csl_rating *r, csl_caveat caveat);
/* Further caveats that take questions are looked for: the rating is not low yet, or all are to be
 * told. */
bool csl_worth_asking(const csl_analysis *a, const csl_rating *r);
/* Both hold: the lower of the two with the caveats of both. */
csl_rating csl_lesser_rating(csl_rating x, csl_rating y);
const char *csl_caveat_name(csl_caveat caveat);
void csl_drop_caveat(csl_caveat caveat); /* it holds for nothing in all that follows */
/* One line for each fact about the kernel (--dump=confidence). */
void csl_print_ratings(FILE *out, const csl_analysis *a);

/* ---- which hold --------------------------------------------------------------------------------- */

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
/* ... also if nothing but whether threads agree on what they load is not known. */
bool csl_rated_low_if_agreed(csl_analysis *a, const csl_clash *c);
/* The variable of the query is a parameter that the kernel counts up to (positive_sizes.c). */
bool csl_counts_up_to(csl_builder *b, const csl_query *q, uint32_t var);
/* Adds to the query that all such are positive; the name of one, or NULL: there is none. */
const char *csl_with_positive_sizes(csl_analysis *a, csl_builder *b, csl_query *q);
/* Threads from a parameter on have ended, `if (threadIdx.x >= n) return`, and the block may have as
 * many as that: where no launch tells the block, and no number in the grid decides. */
void csl_hold_filling(csl_analysis *a, csl_builder *b, const csl_query *q, csl_rating *r,
                      csl_expr *const deciding[2]);
/* Both threads are found to get there, wherever they access what. */
bool csl_both_get_there(csl_analysis *a, const csl_query *q);
/* What the query asks for does not happen if they are, though both threads get there. Then that is
 * noted as an assumption, unless a launch passes another number. */
bool csl_apart_if_positive(csl_analysis *a, csl_builder *b, const csl_query *q);
/* Both are reached only by the result of an atomicCAS, atomicExch or atomicOr: a lock may exclude
 * them. */
bool csl_behind_lock(csl_analysis *a, const csl_pair_query *q);

/* The query, of a kernel that nothing launches, is then about the one block that the places are
 * laid out for: one of 4 rows with `s[i + threadIdx.y]` in a loop with `i += 4`. False: they do not
 * say. */
bool csl_mean_block(csl_analysis *a, csl_builder *b, const csl_pair_query *p, csl_query *q);

#endif
