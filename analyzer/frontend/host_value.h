/* The value of a host expression at one point of a host function, as far as it is plain to see.
 * Private to frontend/; for launch configurations. */
#ifndef CSL_HOST_VALUE_H
#define CSL_HOST_VALUE_H

#include <clang-c/Index.h>
#include <stdbool.h>
#include <stdint.h>

#include "../ir.h"

/* A host function. What it does to its variables is found when first asked for. */
typedef struct csl_host_function {
    csl_ctx *ctx;
    CXCursor cursor; /* its definition */
    struct csl_host_uses *uses; /* NULL at first */
} csl_host_function;

/* Where an expression is evaluated. */
typedef struct csl_host_point {
    csl_host_function *function; /* it stands in */
    unsigned offset;   /* of the expansion, in the function's file */
    bool guessed;      /* csl_unit.guessed */
} csl_host_point;

csl_host_point csl_host_point_of(csl_host_function *function, CXCursor e, bool guessed);

/* The integer value of `e`: constants, arithmetic, and local variables whose last assignment before
 * the point surely happened and is itself known. False if it is not known. */
bool csl_host_integer(csl_host_point point, CXCursor e, int64_t *value);

/* The three components of a dim3 expression or of an integer that converts to one; components that
 * are not known are 0. */
void csl_host_dim3(csl_host_point point, CXCursor e, int64_t value[3]);

#endif
