/* Compiles the cases with nvcc: an optimised build and a debug build of each. */
#ifndef CSL_RUNTIME_BUILD_H
#define CSL_RUNTIME_BUILD_H

#include "setup.h"

/* The program of a case; it exists once the case is built. The caller frees it. */
char *csl_program(const csl_setup *setup, const csl_case *c, int variant);

/* The flags a case is compiled with, as one text. The caller frees it. */
char *csl_build_flags(const csl_setup *setup, const csl_case *c, int variant);

/* Compiles one variant of a case, if its source, flags or compiler are not those its program was
 * built from. False, with nvcc's output on stderr, if that fails. */
bool csl_build(const csl_setup *setup, const csl_case *c, int variant);

/* Compiles the health check into `setup->build`. False, with nvcc's output on stderr, if it fails.
 */
bool csl_build_health(const csl_setup *setup);

#endif
