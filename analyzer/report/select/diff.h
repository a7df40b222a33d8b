/* A reader of unified diffs. */
#ifndef CSL_REPORT_DIFF_H
#define CSL_REPORT_DIFF_H

#include <stddef.h>
#include <stdint.h>

typedef struct csl_diff_sink {
    /* Line `line` (from 1) of the new file `path` was added or changed. */
    void (*changed)(void *user, const char *path, uint32_t line);
    /* Lines were deleted between lines `line` - 1 and `line` of the new file. */
    void (*deleted)(void *user, const char *path, uint32_t line);
    /* The file, or the files of the folder, changed as a whole: what is no text, another
     * repository.
     */
    void (*whole)(void *user, const char *path);
    void *user;
} csl_diff_sink;

/* Calls the sink for every change of a diff, which may hold any bytes, in order. Paths come without
 * git's a/ and b/ and unquoted; files that were deleted as a whole are left out. Returns NULL, or
 * one line that says what is wrong (caller frees). */
char *csl_read_diff(const char *text, size_t bytes, const csl_diff_sink *sink);

#endif
