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

/* The folders in a repository: a project has headers somewhere in there that no -I names, its own
 * and those of libraries that it keeps. */
typedef struct csl_nested {
    GPtrArray *all;      /* char * */
    GHashTable *by_name; /* the name of each -> GPtrArray of char *: the folders that hold one of
                            that name */
} csl_nested;

/* Those of the repository of `path`. Empty outside of one, and where it has too many folders. */
csl_nested *csl_nested_folders(const char *path);
void csl_nested_free(csl_nested *nested);

/* The one folder in the repository in which there is a file `name`, "core.h" or "lib/core.h"; NULL:
 * none or several. */
const char *csl_find_nested_header(const csl_nested *nested, const char *name);

#endif
