/* The fixes in reports: barriers that were tried and end a finding. */
#ifndef CSL_OFFER_H
#define CSL_OFFER_H

#include "../workers/pass.h"

/* Sets `mends` of every finding that has an edit to what ends it and brings nothing new (mend.h),
 * each finding for itself, unless the result is `tried` already; and `fix` to words that name these
 * lines. A finding for which nothing is found within the limits keeps the words of its rule: what
 * must hold. What an earlier run found out comes from the cache of the pass. `inputs` are those of
 * the pass, with the launches that other files make. Strings in the context of the pass. */
void csl_offer_fixes(const csl_pass *r, const csl_input *inputs, csl_result *const *results,
                     uint32_t n);

/* For the documents of a shard: sets `mends` alone, of the findings that a report of these files
 * would show without baseline and changes, and `tried`. */
void csl_try_share(const csl_pass *r, uint32_t n);

#endif
