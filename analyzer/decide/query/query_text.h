/* The words of the text form of a query, shared by its printer and its reader. Internal. */
#ifndef CSL_DECIDE_QUERY_TEXT_H
#define CSL_DECIDE_QUERY_TEXT_H

#include "query.h"

extern const char *const csl_fixed_names[CSL_DV_FREE];      /* of the first rows */
extern const char *const csl_role_names[CSL_ROLE_LOST + 1]; /* by csl_role */
extern const char *const csl_pair_names[CSL_PAIR_ANY + 1];  /* by csl_pair */
extern const char *const csl_side_names[3];                 /* by csl_dvar.side */

/* A fixed row with its usual range. */
csl_dvar csl_fixed_var(uint32_t row);

#endif
