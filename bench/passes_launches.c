/* A clock around the index of launches, whose header does not go with those of the analysis. */
#include "passes.h"

#include "../analyzer/frontend/launch/launch.h"

TIMED_VOID(PASS_LAUNCHES, csl_find_launches,
           (const csl_unit *unit, csl_lowered *lowered, csl_parse_log *log), (unit, lowered, log))
