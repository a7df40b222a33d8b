/* What the checker, the GPU and compute-sanitizer say of the same cases, side by side, as Markdown:
 * the table of all cases, and the page that compares and explains. Both are made from records and
 * the checker's reports alone. */
#ifndef CSL_RUNTIME_EVIDENCE_H
#define CSL_RUNTIME_EVIDENCE_H

#include "lint.h"
#include "record.h"

#include <stdio.h>

/* One case. */
typedef struct csl_row {
    const csl_case *c;
    const csl_lint *lint;
    csl_record *record; /* NULL: not observed */
    bool finds_race;    /* the checker reports a data race */
    bool finds_barrier; /* it reports a barrier that is wrong */
} csl_row;

typedef struct csl_evidence {
    GArray *rows; /* of csl_row, in the order of the cases */
} csl_evidence;

/* Joins cases, what the checker says of them (of the same index) and their records, which lie in
 * `folder` or, if it is NULL, in that of the corpus. A record of another source counts as none. */
csl_evidence *csl_evidence_new(const GPtrArray *cases, const GPtrArray *lints, const char *folder);
void csl_evidence_free(csl_evidence *e);

/* Prints the table: rule, case, static verdict, runs, racecheck, synccheck. */
void csl_evidence_table(const csl_evidence *e, FILE *to);

/* Prints the page: outcomes by rule, agreement, disagreements with their explanations, witnesses,
 * times. `explanations` is the file with the explanations (explain.h). False, with complaints on
 * stderr, if a disagreement has no explanation or an explanation explains nothing. */
bool csl_evidence_page(const csl_evidence *e, const char *explanations, FILE *to);

#endif
