/* Whole files that people write or name. */
#ifndef CSL_TEXT_FILE_H
#define CSL_TEXT_FILE_H

#include <stddef.h>

/* Reads a file of any kind; *text ends with a NUL that is not counted in *bytes (may be NULL) and
 * is freed by the caller. Returns NULL, or "PATH: no such file" and the like (caller frees). */
char *csl_read_text(const char *path, char **text, size_t *bytes);

/* Writes a file. Returns NULL, or what is wrong as above. */
char *csl_write_text(const char *path, const char *text);

#endif
