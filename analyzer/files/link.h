/* What a name leads to. Who names a file may be a stranger, and the file another one than it looks.
 */
#ifndef CSL_FILES_LINK_H
#define CSL_FILES_LINK_H

#include <stdbool.h>

/* It ends like the name of a source or header. */
bool csl_names_source(const char *path);

/* It ends like the name of a file that nvcc compiles (`.cu`, `.cu.cc`). */
bool csl_names_cuda_unit(const char *path);

/* It ends like the name of such a file or of a CUDA header (`.cuh`). */
bool csl_names_cuda(const char *path);

/* A source by its name, or one of the headers without an ending (`Eigen/Core`), which lie in some
 * folder `include`. `real` has no links in it. */
bool csl_names_header(const char *real);

/* A file whose text no report may quote: the data of a repository (`.git/config` holds passwords),
 * or a hidden file that is no source. `real` has no links in it. */
bool csl_is_private(const char *real);

/* Where `path` leads if it is a link to a regular file whose name ends with none of these (NULL
 * ends them): the caller frees it. NULL if it is no link, or one to such a name. */
char *csl_link_to_other(const char *path, const char *const *endings);

/* The same for the endings of sources. */
char *csl_link_to_no_source(const char *path);

#endif
