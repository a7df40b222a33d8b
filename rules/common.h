/* From facts to findings: what every rule needs. */
#ifndef CSL_RULES_COMMON_H
#define CSL_RULES_COMMON_H

#include "../analyzer/analysis/facts.h"
#include "rule.h"

/* "thread 32" for one of the two threads of a witness; with its block if the two are of different
 * blocks. */
const char *csl_thread_name(const csl_facts *facts, const csl_witness *witness, int which);

/* `message`, or `shorter` if it has more characters than a headline may have. */
const char *csl_headline(const char *message, const char *shorter);
/* What a headline calls a synchronisation: "__syncthreads()", "barrier" for one of a long name. */
const char *csl_sync_words(const csl_facts *facts, const csl_sync *sync);

/* Appends a place that tells the finding, with what happens there. Such places come before all
 * related ones; two remarks on one place become one. */
void csl_add_place(const csl_facts *facts, csl_finding *finding, const csl_place *place,
                   const char *remark);

/* Appends a related place to the finding; nothing happens for a NULL place. */
void csl_add_related(const csl_facts *facts, csl_finding *finding, const csl_place *place,
                     const char *message);

/* Appends the calls that lead to the place, innermost first. */
void csl_add_calls(const csl_facts *facts, csl_finding *finding, const csl_place *place);

#endif
