/* What is said on standard error. */
#ifndef CSL_MESSAGES_H
#define CSL_MESSAGES_H

#include "../../report/report.h"

/* One line, safe to look at; what others wrote may be long, and is cut. */
void csl_say(const char *line);
/* "WHERE: WHAT", one line, safe to look at. */
void csl_complain(const char *where, const char *what);
/* "FILE: not analysed: WHY" */
void csl_print_failure(const csl_result *result);

#endif
