/* What a program may say to the report. */
#ifndef ORACLE_REPORT_H
#define ORACLE_REPORT_H

#include "runtime.h"

/* Words that the lines of the next launches end in, such as the values of the parameters. */
void oracle_label(const char *text);

#endif
