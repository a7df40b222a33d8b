/* Which findings of headers --header-filter wants. */
#ifndef CSL_HEADER_FILTER_H
#define CSL_HEADER_FILTER_H

#include <stdbool.h>

typedef struct csl_header_filter csl_header_filter;

/* `expression`, which csl_options has checked, or NULL for a filter that wants all. */
csl_header_filter *csl_header_filter_new(const char *expression);
void csl_header_filter_free(csl_header_filter *filter);

/* True if findings in the header of this name, as reports show it, are wanted. An expression that
 * cannot be decided for the name (it reaches a limit of the library) hides nothing. */
bool csl_header_filter_wants(csl_header_filter *filter, const char *name);
/* True if the expression could not be decided for a name asked for. */
bool csl_header_filter_failed(const csl_header_filter *filter);

#endif
