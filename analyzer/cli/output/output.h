/* Reports on their way to standard output or a file. */
#ifndef CSL_OUTPUT_H
#define CSL_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

/* Writes one report to a stream. */
typedef void csl_print_report(FILE *out, void *user);

/* Has `print` write to standard output (`file` NULL), or makes the file hold what it writes, at
 * once and as a whole. Returns false, having said why on standard error, if that cannot be done. */
bool csl_write_output(const char *file, csl_print_report *print, void *user);

#endif
