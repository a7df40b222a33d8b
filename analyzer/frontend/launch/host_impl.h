/* What the two parts of evaluating host code share: host_writes.c and host_value.c. */
#ifndef CSL_HOST_IMPL_H
#define CSL_HOST_IMPL_H

#include "host_value.h"

#define CSL_HOST_WHOLE 3 /* component: all of a variable */

struct csl_host_kids {
    CXCursor v[3];
    unsigned n; /* all of them, more than 3 possible */
};

/* The expressions directly inside a cursor. */
struct csl_host_kids csl_host_kids_of(CXCursor c);
bool csl_host_spelled(CXCursor c, const char *name);
/* k<<<...>>>(...): its second child is the call that takes the configuration. */
bool csl_host_is_launch(CXCursor call);
/* 0, 1, 2 for a member named x, y, z; -1 for others. */
int csl_host_component(CXCursor member);

/* The expression that gives the variable (or its component) its value at the point, which part of
 * the variable that expression is, and where it is evaluated; false if that is not clear. */
bool csl_host_definition(csl_host_point point, CXCursor var, int component, CXCursor *value,
                         int *value_component, csl_host_point *where);

/* The variable of the function is not assigned, nor passed on by reference, between two places in
 * the text (offsets, `from` before `to`), nor on a way back to them. */
bool csl_host_unchanged(csl_host_function *function, CXCursor var, unsigned from, unsigned to);

#endif
