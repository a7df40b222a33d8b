/* A part of the page of evidence.h. */
#ifndef CSL_RUNTIME_ASYNCHRONOUS_H
#define CSL_RUNTIME_ASYNCHRONOUS_H

#include "evidence.h"

/* Prints the table of what the sanitizers see in cases that copy, arrive or wait asynchronously. */
void csl_print_asynchronous(const csl_evidence *e, FILE *to);

#endif
