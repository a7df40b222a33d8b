/* Where a project keeps the headers that no -I names. */
#ifndef CSL_HEADERS_H
#define CSL_HEADERS_H

#include <glib.h>

/* The nearest folder, from this one upwards, that holds one of the names (NULL ends them) and whose
 * path has at least so many parts: 1 leaves out `/`, 2 `/home`, too. NULL: none of the nearest 12.
 * The caller frees it. */
char *csl_folder_with(const char *folder, const char *const *names, unsigned min_parts);

/* The repository that the folder lies in; NULL: none. The caller frees it. */
char *csl_repository_of(const char *folder);

/* The folder that the project of `path` is: its repository, or, outside of one, the highest folder
 * in which headers are looked for. The caller frees it. */
char *csl_project_top(const char *path);

/* The folders in which a header that `path` includes may lie, nearest first: those above the file,
 * up to the top of the project, and what lies in these. The caller frees it, and it its strings. */
GPtrArray *csl_header_folders(const char *path);

/* The first of these folders in which there is a file `name`; NULL if there is none or `name` is no
 * relative path. */
const char *csl_find_header(const GPtrArray *folders, const char *name);

/* By the name of each folder in the repository of `path`, the folders that hold one of that name
 * (GPtrArray of char *): a library that a project keeps has its headers somewhere in there. Empty
 * outside of a repository, and where that has too many folders. The caller frees it. */
GHashTable *csl_nested_folders(const char *path);

/* The one folder of these in which there is a file `name`, which names a folder itself,
 * "lib/core.h"; NULL: none or several. */
const char *csl_find_nested_header(GHashTable *nested, const char *name);

#endif
