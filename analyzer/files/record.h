/* What a piece of work learnt from the file system: every path that it, or a library it calls,
 * opened, listed or asked for, found or not.
 *
 * The functions of the C library through which files are reached (open, stat, access, opendir and
 * their like) are defined in record.c and, since the program comes first, take the place of the
 * library's for all code of the process. They refuse to open what is no regular file or folder: a
 * device or a pipe gives no text that could be the same again.
 */
#ifndef CSL_FILES_RECORD_H
#define CSL_FILES_RECORD_H

#include <stddef.h>

/* From here on everything is recorded; csl_record_pause ends that until the next start. What was
 * recorded before a fork is part of the child's record too. */
void csl_record_start(void);
void csl_record_pause(void);

/* What is recorded: one line for each path, `KIND STAMP PATH`, in the order of paths. The path is
 * as it was given, special characters written as in C. KIND is
 *
 *   r  it was read, a regular file       l  a folder that was listed
 *   f  it is there, and no folder        d  it is there, a folder
 *   -  it is not there                   ?  it changed meanwhile, or could not be read
 *
 * and STAMP tells two states of a file apart, where the kind is r or l; else it is "-". The caller
 * frees the text. */
char *csl_record_text(void);

/* What was refused or lies where the process may not read: "PATH", or NULL. */
const char *csl_record_refused(void);

/* The stamp of a file as it is now; NULL if there is none, or if it is so new that it may still
 * change without another stamp. The caller frees it. */
char *csl_stamp(const char *path);

/* The functions of the C library as they are. */
int csl_open_quietly(const char *path, int flags);

#endif
