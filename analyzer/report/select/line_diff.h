/* What changed between two texts, line by line. */
#ifndef CSL_REPORT_LINE_DIFF_H
#define CSL_REPORT_LINE_DIFF_H

#include <stddef.h>
#include <stdint.h>

typedef struct csl_line_changes {
    /* Lines first to last (from 1) of the new text are not in the old one. */
    void (*changed)(void *user, uint32_t first, uint32_t last);
    /* Lines were deleted between lines `line` - 1 and `line` of the new text. */
    void (*deleted)(void *user, uint32_t line);
    void *user;
} csl_line_changes;

/* Calls the functions for every change, in no particular order. Lines are equal if their bytes are;
 * a carriage return at their end does not count. Where the texts differ by too much for a search,
 * all between their common beginning and their common end counts as changed. */
void csl_compare_lines(const char *old, size_t nold, const char *new, size_t nnew,
                       const csl_line_changes *to);

#endif
