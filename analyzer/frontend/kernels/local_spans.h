/* Which bytes of a local object an address can be of, as far as subscripts, the loops around them
 * and what references are bound to say it. */
#ifndef CSL_LOCAL_SPANS_H
#define CSL_LOCAL_SPANS_H

#include "kernels.h"

typedef struct csl_span {
    uint32_t object;
    int64_t from, to;
} csl_span;

typedef struct csl_known_spans csl_known_spans;

/* Looks at the whole kernel, which must not change as long as this is used. */
csl_known_spans *csl_known_spans_of(csl_ctx *ctx, const csl_kernel *kernel);

/* Between the test of a loop, which is its first statement, and its step, which is its last, the
 * number that it counts has known bounds. csl_enter_passes() is to be called behind the test and
 * gives the variable that counts, or CSL_NO_VAR; csl_leave_passes() takes that at the end. */
uint32_t csl_enter_passes(csl_known_spans *known, const csl_stmt *loop);
void csl_leave_passes(csl_known_spans *known, uint32_t counter);

/* Reads or writes all of one scalar, and nothing else. */
bool csl_is_ordinary(const csl_access *a);
/* An ordinary access of a local object, at an address that is not constant: the bytes. */
bool csl_span_of_access(const csl_known_spans *known, const csl_access *a, csl_span *where);
/* The variable that this LET assigns holds an address in a local object and serves for ordinary
 * accesses alone: the bytes of all of these. */
bool csl_span_of_pointer(const csl_known_spans *known, const csl_stmt *let, csl_span *where);

#endif
