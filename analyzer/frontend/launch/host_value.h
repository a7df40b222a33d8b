/* The value of a host expression at one point of a host function, as far as it is plain to see.
 * Private to frontend/; for launch configurations. */
#ifndef CSL_HOST_VALUE_H
#define CSL_HOST_VALUE_H

#include <clang-c/Index.h>
#include <stdbool.h>
#include <stdint.h>

#include "../../ir.h"

/* A host function. What it does to its variables is found when first asked for. */
typedef struct csl_host_function {
    csl_ctx *ctx;
    CXCursor cursor;            /* its definition */
    struct csl_host_uses *uses; /* NULL at first */
} csl_host_function;

/* Where an expression is evaluated. */
typedef struct csl_host_point {
    csl_host_function *function; /* it stands in */
    unsigned offset;             /* of the expansion, in the function's file */
    bool guessed;                /* csl_unit.guessed */
} csl_host_point;

csl_host_point csl_host_point_of(csl_host_function *function, CXCursor e, bool guessed);

/* The integer value of `e`: constants, arithmetic, and local variables whose last assignment before
 * the point surely happened and is itself known. False if it is not known. */
bool csl_host_integer(csl_host_point point, CXCursor e, int64_t *value);

/* The three components of a dim3 expression or of an integer that converts to one; components that
 * are not known are 0. */
void csl_host_dim3(csl_host_point point, CXCursor e, int64_t value[3]);

/* An expression that gives a dim3 one of its components its value, and where it is evaluated. */
typedef struct csl_host_part {
    CXCursor value; /* null: the component is 1 */
    csl_host_point where;
} csl_host_part;
/* Finds it for component 0, 1 or 2 of the dim3 expression, or of the integer that converts to one;
 * false if it is not clear. */
bool csl_host_find_part(csl_host_point point, CXCursor e, int which, csl_host_part *part);

/* A launch `k<N><<<grid, block>>>(...)` in a host function. */
typedef struct csl_host_launch {
    csl_host_point point;
    CXCursor call;   /* null: the arguments are not known */
    CXCursor callee; /* the reference to the kernel */
    const csl_kernel *kernel;
} csl_host_launch;
/* One component of its block in terms of the kernel's parameters (PARAM), U32, where the launch
 * passes on what it computes the block from: `k<<<1, n / 2>>>(n)`. NULL if it does not. */
csl_expr *csl_host_term(const csl_host_launch *launch, CXCursor block, int which);
/* BOOL: the numbers that it gives the template, of those parameters of the kernel that are such.
 * NULL if there are none whose value is known. */
csl_expr *csl_host_given(const csl_host_launch *launch);

#endif
