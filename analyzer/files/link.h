/* Links: the name of a file is the user's or the project's, and what it leads to may be any file
 * that the user can read.
 */
#ifndef CSL_FILES_LINK_H
#define CSL_FILES_LINK_H

/* Where `path` leads if it is a link to a regular file whose name ends with none of these (NULL
 * ends them): the caller frees it. NULL if it is no link, or one to such a name. */
char *csl_link_to_other(const char *path, const char *const *endings);

#endif
