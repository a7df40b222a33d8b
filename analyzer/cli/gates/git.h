/* What changed since a commit. Git is asked for what the commits hold, never for a comparison: the
 * tool compares the files itself, so that no attribute, filter, driver or monitor of the repository
 * takes part, and none of its commands runs. */
#ifndef CSL_GIT_H
#define CSL_GIT_H

#include "../../report/select/changed.h"

typedef struct csl_git csl_git;

/* Looks up the merge base with `ref` in the repository around the current folder. Returns NULL or,
 * with *git unset, one line (caller frees). */
char *csl_git_open(csl_git **git, const char *ref);
void csl_git_free(csl_git *git);

/* Adds to `changes` what differs between the merge base and the file, if it lies in the work tree.
 * A file that is new, was no text, or is named by a link that changed is changed as a whole. One
 * that is neither tracked nor ever will be, because it is ignored, is not changed. */
void csl_git_add(csl_git *git, csl_changed_lines *changes, csl_sources *sources, const char *file);

/* The files that git itself knows to differ, from the root: const char *, in the order of names. */
const GPtrArray *csl_git_listed(const csl_git *git);

#endif
