/* What would decide an obstacle to a proof. */
#ifndef CSL_REPORT_DECIDING_H
#define CSL_REPORT_DECIDING_H

/* An option, a launch, a header or a change of the source that would let the tool decide: a few
 * words, static. `why` is the text of a csl_obstacle. */
const char *csl_deciding(const char *why);

#endif
