/* What would decide an obstacle to a proof. */
#ifndef CSL_REPORT_DECIDING_H
#define CSL_REPORT_DECIDING_H

/* An option, a launch, a header or a change of the source that would let the tool decide: a few
 * words, static. `why` is the text of a csl_obstacle. */
const char *csl_deciding(const char *why);

/* What stands in the way, in one static word: "finding" (one that is not reported), "call",
 * "header", "source" (it does not compile), "launch", "value" (one that is not known), "construct"
 * (one that is not modelled), "concern" (another one has to be proved before), "budget", "question"
 * (one without an answer), "barrier" (one that not all may come to), "other". */
const char *csl_obstacle_kind(const char *why);

#endif
