/* Lists of what the parses of a file tell, a string each (strings.c). */
#ifndef CSL_STRINGS_H
#define CSL_STRINGS_H

#include "../../ir.h"

#include <glib.h>

/* One of the strings is this one; NULL is none. */
bool csl_holds_string(const GPtrArray *strings, const char *string);
/* Adds what is not there yet. The list holds the pointers. */
void csl_add_each(GPtrArray *to, const char *const *items, uint32_t n);
/* Removes what is not among the items. */
void csl_keep_common(GPtrArray *of, const char *const *items, uint32_t n);
/* The pointers as an array of the context; *n: how many. */
const char **csl_copy_strings(csl_ctx *ctx, const GPtrArray *from, uint32_t *n);

#endif
