/* What the report layer knows of a source's lexical structure, without a compiler: where comments
 * are (suppressions), which lines hold code, and where loops and the bodies of functions begin and
 * end (changed lines). */
#ifndef CSL_REPORT_SCAN_H
#define CSL_REPORT_SCAN_H

#include "source.h"

#include <glib.h>
#include <stdbool.h>

/* One comment, or one line of a comment over several lines. */
typedef struct csl_comment {
    uint32_t line, column; /* of the text, in bytes from 1 */
    const char *text;      /* without the marks that open and close it; not terminated */
    size_t length;
    bool alone; /* no code on this line */
} csl_comment;

/* Lines first to last, both included. */
typedef struct csl_lines {
    uint32_t first, last;
} csl_lines;

/* What a name stands for: the function's, the macro's, or that of the variable a lambda is for. A
 * class's call operator is named `operator`. Not terminated; empty if not known. */
typedef struct csl_definition {
    csl_lines lines;
    const char *name;
    size_t length;
} csl_definition;

typedef struct csl_scan {
    GArray *comments; /* csl_comment, in source order; texts belong to the csl_sources */
    GArray *loops;    /* csl_lines: from `for`, `while` or `do` to the end of the body */
    GArray *bodies; /* csl_definition: from `{` to `}` of functions and lambdas, inner ones first */
    GArray *macros; /* csl_definition: #define and the lines that continue it */
    GByteArray *code; /* code->data[line] is 1 if the line holds more than comments and blanks */
} csl_scan;

/* Never fails: a file that cannot be read has nothing in it. */
csl_scan *csl_scan_file(csl_sources *sources, const char *path);
void csl_scan_free(csl_scan *scan);
/* False for a line outside the file. */
bool csl_scan_has_code(const csl_scan *scan, uint32_t line);

#endif
