/* A CUDA Toolkit on disk (--cuda-path). Private to frontend/; its public part is in frontend.h. */
#ifndef CSL_TOOLKIT_H
#define CSL_TOOLKIT_H

#include <clang-c/Index.h>

#include "../frontend.h"

enum { CSL_TOOLKIT_ARGS = 16 }; /* at most this many arguments are added */

/* What a parse with this toolkit needs. Freed by csl_toolkit_close. */
typedef struct csl_toolkit {
    char *dirs[2]; /* where headers are, each with a slash at its end; NULL: none (any more) */
    char defines[5][48];
    char **texts; /* of the replaced headers, csl_nshim of them; NULL: none */
} csl_toolkit;

/* Finds the header folders and the version of options->cuda_path; without one everything is empty.
 */
void csl_toolkit_open(csl_toolkit *t, const csl_parse_options *options);
void csl_toolkit_close(csl_toolkit *t);

/* Writes the toolkit's definitions and include paths to args[n]; returns the new end. The strings
 * stay with `t`. */
unsigned csl_toolkit_add_args(const csl_toolkit *t, const char **args, unsigned n);

/* Puts the embedded headers of shim/include in the place of those of the same name in the toolkit,
 * which its other headers include from their own folder. Adds to files[count]; there must be room
 * for 2 * csl_nshim. The file names are the caller's to free. Returns the new count. */
unsigned csl_toolkit_replace(csl_toolkit *t, struct CXUnsavedFile *files, unsigned count);

/* True for a header of the toolkit. */
bool csl_toolkit_has(const csl_toolkit *t, const char *path);

#endif
