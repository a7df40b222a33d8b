/* What every parse has in common: clang arguments and the embedded headers. Private to frontend/.
 */
#ifndef CSL_EMBEDDED_H
#define CSL_EMBEDDED_H

#include <clang-c/Index.h>

#include "shim.h"

#define CORE SHIM_ROOT "core.h"
#define OFTEN SHIM_ROOT "often.h"
#define MAX_ARGS 48 /* our own; the user's come on top */

/* Both append to args[n...] and return the new end. The fixed arguments say nothing of CORE; the
 * directories of the embedded headers come behind those of the user. */
unsigned csl_add_fixed_args(const char **args, unsigned n);
unsigned csl_add_shim_dirs(const char **args, unsigned n);

/* Fills in the csl_nshim embedded headers under their made-up paths, which the caller frees. */
void csl_shim_files(struct CXUnsavedFile *files);

/* The two strings as one; the caller frees it. */
char *csl_join(const char *a, const char *b);

#endif
