/* Looking at cursors of host code. Private to frontend/. */
#ifndef CSL_HOST_CURSORS_H
#define CSL_HOST_CURSORS_H

#include <clang-c/Index.h>
#include <stdbool.h>

struct csl_host_kids {
    CXCursor v[3];
    unsigned n; /* all of them, more than 3 possible */
};

/* The expressions directly inside a cursor. */
struct csl_host_kids csl_host_kids_of(CXCursor c);
bool csl_host_spelled(CXCursor c, const char *name);
/* k<<<...>>>(...): its second child is the call that takes the configuration. */
bool csl_host_is_launch(CXCursor call);
/* A written argument or initialiser, not a default that the source left out. */
bool csl_host_is_written(CXCursor e);
unsigned csl_host_offset(CXCursor c); /* of its expansion */
unsigned csl_host_end(CXCursor c);
/* Null: it has none. */
CXCursor csl_host_last_child(CXCursor c);
/* Where the body of a loop begins; of a `do`, the loop. */
unsigned csl_host_body(CXCursor loop);
/* It stands in the file of the function: offsets in another one tell no order. */
bool csl_host_is_beside(CXCursor c, CXCursor function);
/* Its offset does not tell what of the function runs before it: all of a macro has one. */
bool csl_host_is_unordered(CXCursor c);
/* The text of `inner` lies within that of `outer`. */
bool csl_host_inside(CXCursor inner, CXCursor outer);
/* What is left of the expression without parentheses, casts and implicit conversions. */
CXCursor csl_host_bare(CXCursor e);
/* The same of what it copies: `h` of `holder(h)` where that is of one class. */
CXCursor csl_host_copied(CXCursor e);
/* Both are one expression. Of a call that initialises a variable libclang gives other cursors for
 * its arguments than a walk meets. */
bool csl_host_is_same(CXCursor a, CXCursor b);
/* The definition of what the call calls, if that is code of the project; else null. */
CXCursor csl_host_called(CXCursor call);
/* `this->member`, or `member`. */
bool csl_host_is_own_member(CXCursor e);
/* 0, 1, 2 for a member named x, y, z; -1 for others. */
int csl_host_component(CXCursor member);
/* The argument that a call gives the i-th parameter; null: it is not clear. */
CXCursor csl_host_argument(CXCursor call, CXCursor function, unsigned i);

#endif
