/* Shared by print.c and print_expr.c. */
#ifndef CSL_IR_PRINT_H
#define CSL_IR_PRINT_H

#include "internal.h"

/* A string literal of the text form, with its quotes. */
void csl_print_string(FILE *out, const char *s);

#endif
