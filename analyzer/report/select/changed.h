/* Findings of a change: which lines a unified diff touches, and which findings that concerns. */
#ifndef CSL_REPORT_CHANGED_H
#define CSL_REPORT_CHANGED_H

#include "../../../rules/finding.h"
#include "../source/scan.h"
#include "../source/source.h"

#include <stdbool.h>

typedef struct csl_changed_lines csl_changed_lines;

csl_changed_lines *csl_changes_new(void);
void csl_changes_free(csl_changed_lines *changes);

/* Adds what a unified diff changes (of `git diff` or `diff -u`, any number of context lines, any
 * bytes). The new side must be the sources that are analysed; its paths count from the root of the
 * repository. Returns NULL, or one line that says where it is no unified diff (caller frees). An
 * empty diff is one that changes nothing. */
char *csl_changes_add_diff(csl_changed_lines *changes, const char *diff, size_t bytes);
/* Of a file of at most `most` bytes; "-" is standard input. */
char *csl_changes_add_diff_file(csl_changed_lines *changes, const char *path, size_t most);

/* Every line of this file is new (it is not under version control, or no text), or of all files in
 * this folder. */
void csl_changes_add_file(csl_changed_lines *changes, const char *path);
/* These lines are new, from the first to the last; lines were deleted right before this one. */
void csl_changes_add_lines(csl_changed_lines *changes, const char *path, uint32_t first,
                           uint32_t last);
void csl_changes_add_deletion(csl_changed_lines *changes, const char *path, uint32_t line);

/* True if the finding is one of the change: a line that takes part in it (its place, related
 * places, the last interval of its witness) changed, or something was changed or deleted between
 * those lines. Loops around them belong to what is between, and so do the functions and macros that
 * are called there, the bodies of those in which some of the lines lie, and then the whole kernel.
 */
bool csl_changes_concern(csl_changed_lines *changes, const csl_result *result,
                         const csl_finding *finding, csl_sources *sources);

/* Appends the changed files whose own name, without folders, is this one: const char *, sorted,
 * owned by the changes. */
void csl_changes_name(const csl_changed_lines *changes, const char *name, GPtrArray *to);

/* True if the change touches the file at all; if it changes one of these lines or deletes something
 * between two of them; and what is known of the file's structure. */
bool csl_changes_has(const csl_changed_lines *changes, csl_sources *sources, const char *file);
bool csl_changes_touch(csl_changed_lines *changes, csl_sources *sources, const char *file,
                       csl_lines lines);
const csl_scan *csl_changes_scan(csl_changed_lines *changes, csl_sources *sources,
                                 const char *file);

/* Removes the findings that the change does not concern and returns how many. */
uint32_t csl_drop_unchanged(csl_changed_lines *changes, csl_result *result, csl_sources *sources);

#endif
