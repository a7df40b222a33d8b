/* What changed since a commit, asked of git. */
#ifndef CSL_GIT_H
#define CSL_GIT_H

#include "../../report/select/changed.h"

/* Adds to `changes` what differs between the merge base with `ref` and the work tree, files that
 * are not under version control included. Returns NULL or one line (caller frees). */
char *csl_git_changes(const char *ref, csl_changed_lines *changes);

#endif
