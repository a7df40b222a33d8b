/* The budgets of limits.def: their values, and which of them a kernel ran into.
 *
 * Values and counts belong to the process: a worker analyses one kernel after the other. Values are
 * changed by csl_limits_read() alone, before the first file is parsed.
 */
#ifndef CSL_LIMITS_H
#define CSL_LIMITS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum {
#define LIMIT(name, value, unit, effect) CSL_LIMIT_##name,
#define ROOM(name, value, unit, effect) CSL_LIMIT_##name,
#include "limits.def"
#undef LIMIT
#undef ROOM
    CSL_NLIMITS
} csl_limit;

/* Sizes of arrays: CSL_ROOM_cases, ... */
enum {
#define LIMIT(name, value, unit, effect)
#define ROOM(name, value, unit, effect) CSL_ROOM_##name = (value),
#include "limits.def"
#undef LIMIT
#undef ROOM
};

extern uint32_t csl_limit_values[CSL_NLIMITS];
/* The value of a limit: CSL_LIMIT(queries). */
#define CSL_LIMIT(name) csl_limit_values[CSL_LIMIT_##name]

/* Counts that the limit changed what was done. */
void csl_limit_hit(csl_limit limit);
/* n has reached the limit (is beyond it), which is then counted. */
static inline bool csl_limit_reached(csl_limit limit, uint64_t n) {
    if (n < csl_limit_values[limit])
        return false;
    csl_limit_hit(limit);
    return true;
}
static inline bool csl_limit_exceeded(csl_limit limit, uint64_t n) {
    return n > csl_limit_values[limit] && csl_limit_reached(limit, n);
}

/* Takes one of what is left of a budget; false, and counted, if there is none. */
static inline bool csl_limit_spend(csl_limit limit, unsigned *left) {
    if (*left == 0)
        csl_limit_hit(limit);
    return *left > 0 && (*left)-- > 0;
}

/* Forgets the counts: another kernel begins. */
void csl_limits_begin(void);
uint32_t csl_limit_hits(csl_limit limit);
const char *csl_limit_name(csl_limit limit);
/* A moment of counting, and whether the limit was hit since then. */
uint64_t csl_limits_now(void);
bool csl_limit_hit_since(csl_limit limit, uint64_t moment);
/* Prints the limits that were hit, one a line: "solver_calls 3 (10 Z3 checks of a file: Z3 is not
 * asked again)". */
void csl_print_limits(FILE *out);

/* Takes "name=value,name=value" as values of limits; sizes of arrays cannot be changed. False and
 * the first wrong word in *wrong, which points into the text. For measuring only (bench/). */
bool csl_limits_read(const char *text, const char **wrong);

#endif
