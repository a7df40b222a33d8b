/* Barriers tried in the text of one file: each one costs an analysis of the changed text, and stays
 * only if it provably ends a finding and does no harm. Runs in a worker.
 */
#ifndef CSL_MEND_H
#define CSL_MEND_H

#include <glib.h>

#include "../../report/source/edit.h"
#include "../plan/plan.h"

typedef struct csl_mend csl_mend;

/* True if the finding counts and has an edit of the file itself (what an edit of a header does to
 * others that include it is not known here), and the file is one of which a trial can say
 * something: no declaration is missing, and a compiler would take it. */
bool csl_has_edit(const csl_finding *f, const csl_result *result);

/* True if any finding of the result is one. */
bool csl_any_edit(const csl_result *result);

/* Analyses the file. Free with csl_mend_free, before `input`. */
csl_mend *csl_mend_open(const csl_input *input);
void csl_mend_free(csl_mend *m);

/* For every finding of `result`, one after the other: looks for insertions that end it, and keeps
 * them if nothing new appears: no finding, no error, no obstacle. Returns how many findings are
 * gone.
 */
uint32_t csl_mend_all(csl_mend *m, const csl_result *result);
/* The text that was analysed; "" if it cannot be read. */
const char *csl_mend_text(const csl_mend *m);

/* What csl_mend_all has kept: csl_insertion, sorted by line. Owned by the mend. */
const GArray *csl_mend_kept(const csl_mend *m);

/* The same for each finding of which csl_has_edit is true, for itself; nothing is kept. Returns
 * their insertions in that order, a GArray of csl_insertion each, empty if there are none; the
 * caller releases the array, its lines live as long as the mend. */
GPtrArray *csl_mend_each(csl_mend *m, const csl_result *result);

#endif
