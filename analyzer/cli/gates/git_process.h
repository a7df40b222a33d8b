/* Running git: a fixed configuration, limits, and answers of any bytes. */
#ifndef CSL_GIT_PROCESS_H
#define CSL_GIT_PROCESS_H

#include <glib.h>
#include <stdbool.h>

/* Runs git with these words (NULL-terminated). Returns what it prints, or NULL and one line in
 * *error if it fails; the caller frees both. */
GBytes *csl_git_ask(const char *const *words, char **error);
/* The same for an answer of one line; the line end is cut off. */
char *csl_git_line(const char *const *words, char **error);
/* True if git ends with success; nothing is printed. */
bool csl_git_agrees(const char *const *words);
/* True if a file in a folder of this folder is part of a repository: a commit brought it. */
bool csl_git_tracks_below(const char *folder);

#endif
