/* What --dump=uniformity and --dump=intervals print. */
#ifndef CSL_DUMP_H
#define CSL_DUMP_H

#include "checks/checks.h"

void csl_print_symbols(FILE *out, const csl_analysis *a);
void csl_print_met(FILE *out, csl_analysis *a, const csl_met *met);
/* Barriers that are none of the whole block, and what is known of them. */
void csl_print_families(FILE *out, const csl_analysis *a);

/* Closed forms, one a line, tab-separated: the type, the symbol of the number of the pass, the
 * value at the start, the value after the pass, and the form. After csl_execute(). */
void csl_print_forms(FILE *out, csl_analysis *a);

/* What is claimed of variables that a loop changes, one a line, tab-separated: the place of the
 * loop, the variable of the kernel, the widest scope whose threads agree on its value in each pass,
 * and the least and the greatest value. After csl_find_uniform(). */
void csl_print_claims(FILE *out, csl_analysis *a);

#endif
