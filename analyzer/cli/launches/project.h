/* The project around a file that is analysed alone. */
#ifndef CSL_PROJECT_H
#define CSL_PROJECT_H

#include <glib.h>
#include <stdbool.h>

/* True if the text launches some kernel, as far as its words say. */
bool csl_text_launches(const char *text);

/* The CUDA sources of the project that the file is part of and that may launch one of the kernels:
 * they mention its name, launch something and do not define it. The project is what lies below the
 * nearest folder above the file with a compilation database or a repository. At most so many files
 * and bytes are looked at, in the order of their names, and so many sources returned; *all is false
 * if that was not enough. Free with g_ptr_array_unref. */
GPtrArray *csl_project_launchers(const char *path, const GPtrArray *kernels, bool *all);

#endif
