/* What host expressions came to. A condition on the way to a point asks for the values of its
 * variables, and these for the conditions before them: without this each would be evaluated again
 * and again. Private to hostvalues/. */
#ifndef CSL_HOST_MEMO_H
#define CSL_HOST_MEMO_H

#include "host_value.h"

/* What evaluating a launch changes: objects that it copies by T(T &), which may be moved from; or
 * anything. */
typedef struct csl_host_effects {
    bool copied, any;
} csl_host_effects;

/* One evaluation under way: what it asked for beside a value. */
typedef struct csl_host_asking {
    csl_host_function *caller; /* which of its calls is meant; NULL: of no function */
    csl_host_choice way;       /* a choice that is not made yet; n is 0: none */
    bool more;                 /* something else, or of several functions: no answer to keep */
    unsigned choices;          /* of the point's outermost ones: those that it took */
} csl_host_asking;

/* True if the expression was evaluated at a point like this, with the same choices: *known, and
 * *value if it is. What was asked for then is asked for again. */
bool csl_host_recall(csl_host_point point, CXCursor e, bool *known, int64_t *value);
/* Begins an evaluation; *before is what the one around it has asked for so far. */
void csl_host_begin(csl_host_point point, csl_host_asking *before);
/* Ends it, and keeps the answer if `whole` and it asked for no more than a call and a choice. */
void csl_host_end_asking(csl_host_point point, CXCursor e, csl_host_asking before, bool whole,
                         bool known, int64_t value);

/* The function's value depends on which of its calls is meant. */
void csl_host_ask_call(csl_host_function *function);
/* A condition that holds says what a value is, perhaps because it is asserted. */
void csl_host_ask_guard(csl_host_function *function, const csl_host_guard *guard);
/* A choice was taken: the answer holds for others that are made further in. */
void csl_host_ask_choice(const csl_unit *unit, const csl_host_choice *choice);
/* The answer may be another with any other choice. */
void csl_host_ask_all_choices(const csl_unit *unit);
/* A choice that is not made is asked for, of the outermost function: the first one counts. */
void csl_host_ask_way(csl_host_point point, csl_host_choice way);
/* Something else was asked for. */
void csl_host_ask_more(const csl_unit *unit);

/* What find() gives for the function, which is asked once. */
CXCursor csl_host_memo_returned(const csl_unit *unit, CXCursor f,
                                CXCursor (*find)(const csl_unit *, CXCursor));
/* The same of what the function does to its variables, */
struct csl_host_uses *csl_host_memo_uses(const csl_unit *unit, CXCursor f,
                                         struct csl_host_uses *(*find)(const csl_unit *, CXCursor));
/* and of what the call changes beside what it is for. */
csl_host_effects csl_host_memo_effects(const csl_unit *unit, CXCursor call,
                                       csl_host_effects (*find)(CXCursor));

#endif
