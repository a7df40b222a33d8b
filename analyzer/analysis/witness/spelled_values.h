/* The text of a condition with the values its variables have. */
#ifndef CSL_WITH_VALUES_H
#define CSL_WITH_VALUES_H

#include "machine.h"

/* "0 < 4" for an IF whose text is "r < n", as the machine stands before it; NULL if some value is
 * not known, or would be misleading (the condition changes it). In the arena of the context. */
const char *csl_with_values(csl_machine *m, const csl_stmt *branch);

#endif
