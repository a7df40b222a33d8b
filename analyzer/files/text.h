/* Files as bytes: read with a limit, written by one function. No other file of the analyzer opens a
 * file for writing.
 */
#ifndef CSL_FILES_TEXT_H
#define CSL_FILES_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* `bytes` ends with a NUL that `n` does not count; NULL: there is no file. */
typedef struct csl_text {
    char *bytes;
    size_t n;
} csl_text;

/* ---- reading (read.c) ---- */

/* Reads a regular file, or what a pipe gives, of at most `most` bytes; "-" is standard input. A
 * pipe that gives nothing for ten seconds is an error, standard input is waited for. Returns NULL,
 * or "PATH: no such file" and the like (caller frees); the caller frees text->bytes. */
char *csl_read_file(const char *path, size_t most, csl_text *text);

/* Its two steps. Opening gives a descriptor (the caller closes it), or -1 and what is wrong;
 * reading does not close it, and `path` is for messages, where "-" is waited for. */
int csl_open_file(const char *path, char **error);
char *csl_read_descriptor(int fd, const char *path, size_t most, csl_text *text);

/* ---- writing (write.c) ---- */

/* Makes the file hold this text. What is there is replaced at once and as a whole: readers see the
 * old text or the new one, and no signal or full disk leaves half of it or a file beside it. Mode,
 * owner, extended attributes, hard links and symbolic links stay; a file that has other names, or
 * whose owner only an overwriting keeps, is overwritten. What is no regular file (a device, a pipe)
 * is written to. Returns NULL, or "PATH: why" (caller frees). */
char *csl_write_file(const char *path, const char *bytes, size_t n);

/* What a file is to hold instead of `was`; `bytes` NULL: it stays as it is, because of *error if
 * that is set. The caller of the function frees both. */
typedef csl_text csl_new_text(const csl_text *was, void *user, char **error);

/* The same for a text that depends on the old one. Between the reading and the writing no other run
 * that uses this function changes the file. */
char *csl_change_file(const char *path, csl_new_text *make, void *user);

/* SHA-256 in hexadecimal digits; the caller frees it. */
char *csl_digest(const char *bytes, size_t n);

#endif
