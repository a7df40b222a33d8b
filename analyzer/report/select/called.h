/* Which functions and macros a change concerns, told by their names. */
#ifndef CSL_REPORT_CALLED_H
#define CSL_REPORT_CALLED_H

#include "changed.h"

#include <glib.h>

/* The names of functions and macros, in the file of the result and in what it includes, whose
 * definition the change touches or mentions such a name. A set of char *; the caller destroys it.
 */
GHashTable *csl_changed_names(csl_changed_lines *changes, const csl_result *result,
                              csl_sources *sources);

/* True if one of the names stands, as a word, in these lines. */
bool csl_mentions(GHashTable *names, csl_sources *sources, const char *file, csl_lines lines);

#endif
