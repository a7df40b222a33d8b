/* What --dump=uniformity and --dump=intervals print. */
#ifndef CSL_DUMP_H
#define CSL_DUMP_H

#include "checks/checks.h"

void csl_print_symbols(FILE *out, const csl_analysis *a);
void csl_print_met(FILE *out, csl_analysis *a, csl_scope scope, const csl_met *met);
/* Barriers that are none of the whole block, and what is known of them. */
void csl_print_families(FILE *out, const csl_analysis *a);

#endif
