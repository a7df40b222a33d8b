/* Edits of sources: new lines between the lines that are there. */
#ifndef CSL_REPORT_EDIT_H
#define CSL_REPORT_EDIT_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

#include "../../../rules/finding.h"
#include "outline.h"

/* Finds the line for an edit of the text that `o` is of: behind the end of the statement that holds
 * its place (`level` 0) or behind the end of the block around it (1), the block around that (2) and
 * so on, indented to fit. Returns false if that does not end with its line or something would come
 * between an `if` and its `else`. The caller frees to->line. */
bool csl_place_edit(const csl_outline *o, const csl_edit *edit, uint32_t level, csl_insertion *to);

/* The text with `n` insertions, which are sorted by line. The caller frees it. */
char *csl_insert_lines(const char *text, const csl_insertion *insertions, uint32_t n);

/* The same for a compiler, except that every other statement stands where it stood: what is new
 * comes at the end of the code of the line before. The caller frees it. */
char *csl_insert_in_lines(const char *text, const csl_insertion *insertions, uint32_t n);

/* Prints the same as a unified diff of the file `name`, for `git apply` and `patch -p1`. */
void csl_print_insertions(FILE *out, const char *name, const char *text,
                          const csl_insertion *insertions, uint32_t n);

#endif
