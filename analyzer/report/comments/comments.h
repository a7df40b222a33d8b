/* The suppression comments of the sources of a run. Strangers write them: one confined child
 * (child/foreign.h) reads those of all files.
 */
#ifndef CSL_REPORT_COMMENTS_H
#define CSL_REPORT_COMMENTS_H

#include "../report.h"
#include "directive.h"

/* One comment. */
typedef struct csl_remark {
    csl_directive d;
    uint32_t next_code; /* the first line below it that holds code */
} csl_remark;

typedef struct csl_comments csl_comments;

/* Those of all files that the results, and findings of them, are about. */
csl_comments *csl_comments_read(csl_result *const *results, uint32_t n, csl_sources *sources);
void csl_comments_free(csl_comments *comments);

/* Of one file: csl_remark, in the order of lines; NULL if it has none, or was not asked about. */
const GArray *csl_comments_of(const csl_comments *comments, const char *path);

/* "PATH: suppression comments do not count: reading it failed: ...", const char *: of files whose
 * comments are lost. */
const GPtrArray *csl_comments_problems(const csl_comments *comments);

#endif
