/* Globs of names and paths, in which any bytes may occur. */
#ifndef CSL_REPORT_GLOB_H
#define CSL_REPORT_GLOB_H

#include <stdbool.h>

/* True if the whole text matches: `*` is any text, slashes too, `?` any one character. Everything
 * else stands for itself. Neither has to be UTF-8. Takes at most strlen(glob) * strlen(text) steps.
 */
bool csl_glob_matches(const char *glob, const char *text);

#endif
