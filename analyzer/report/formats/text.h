/* Shared by the files of the text report. */
#ifndef CSL_REPORT_TEXT_H
#define CSL_REPORT_TEXT_H

#include "../report.h"

typedef struct csl_printer {
    FILE *out;
    const csl_report_options *options;
} csl_printer;

/* The text, safe to look at (escape.h). */
void csl_text_put(const csl_printer *p, const char *s);
/* "file:line:col: word: ", the start of a line; and such a line with its message. */
void csl_text_start(const csl_printer *p, const csl_region *at, const char *word);
void csl_text_note(const csl_printer *p, const csl_region *at, const char *word,
                   const char *message);

/* Source lines with a mark and a remark under each place, by file and line; `at` is the place whose
 * file needs no name. A remark may be "". Text that cannot be read gives the remarks alone. */
void csl_text_excerpt(const csl_printer *p, const csl_region *at, const csl_related *places,
                      uint32_t n);

/* --show-undecided: the kernel, which is undecided, and all its obstacles. */
void csl_text_undecided(const csl_printer *p, const csl_kernel_result *k);

/* --trace: everything a finding says beyond its places. */
void csl_text_trace(const csl_printer *p, const csl_finding *f);

#endif
